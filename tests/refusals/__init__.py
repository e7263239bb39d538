"""Refusals, compared with brute force: all reasons, remedies that help, true sentences. Every registered system takes part.

A system brings four modules in its folder of tests: ``reference`` (the clauses that bar, read naively from the rulebook),
``anything`` (random positions and actions), ``sentences`` (the truth of each sentence), and for listings ``every_action``.
"""
