"""Routes written in secret."""
