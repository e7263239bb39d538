"""The proofs of hints."""
