"""Twins of positions and games, and the questions that a player may ask of both: helpers of `tests.secrets.test_secrets`."""
