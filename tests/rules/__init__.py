"""Tests of the parts that all systems share: grammar, desk, listing, reach, odds, verdicts."""
