"""Examples to read and to run: `toy` is a rule system that uses every feature of the protocol."""
