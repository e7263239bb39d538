"""The promises of every rule system, and a readable game of each."""
