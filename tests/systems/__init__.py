"""The promises of every rule system."""
