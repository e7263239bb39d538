"""Exercises, first games, courses and the tutor."""
