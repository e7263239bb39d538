"""Two orders a turn."""
