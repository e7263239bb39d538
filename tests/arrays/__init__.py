"""Many games on arrays against the ordinary engine."""
