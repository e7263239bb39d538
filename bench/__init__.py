"""Benchmarks: side by side with other projects, equal answers checked first, runs interleaved, ratios reported.

``python -m bench`` runs all, ``python -m bench reach`` one. Nothing is asserted about time.
"""
