"""Benchmarks: side by side with other projects, equal answers checked first, runs interleaved, ratios reported.

``python -m bench`` measures all questions and writes ``docs/benchmarks.md``; ``python -m bench reach`` measures some. The ways
in which a file of this folder takes part are in `bench.every`. Nothing is asserted about time.
"""
