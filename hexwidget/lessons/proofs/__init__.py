"""Proofs: sentences about an action that hold, as playing out shows.

`claims` are the sentences, `prover` makes those that hold. `simultaneous_claims` are about decisions at the same time, and `sure_ways` are ways that
lead to the aim whatever others answer.
"""
