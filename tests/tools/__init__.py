"""The benchmarks, the generator of files, the count of lines."""
