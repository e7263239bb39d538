"""Benchmarks: side by side with other projects, equal answers checked first, runs interleaved, ratios reported.

``python -m bench`` puts all questions and writes ``docs/benchmarks.md``, ``python -m bench reach`` some. A file of this folder
takes part as `bench.every` says. Nothing is asserted about time.
"""
