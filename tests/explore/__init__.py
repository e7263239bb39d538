"""Odds, random games, search and sweeps."""
