"""The benchmarks, and the generator of files."""
