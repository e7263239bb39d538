"""Maneuvers with depletion: each chapter of its rulebook, and every fast way held against a slow reference."""
