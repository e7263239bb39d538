"""Maneuvers with depletion: each chapter of its rulebook, and every fast way compared with a slow reference."""
