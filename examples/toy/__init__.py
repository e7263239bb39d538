"""A sixth rule system, made up for the tests: it uses every feature of the protocol and touches nothing else.

Sealed simultaneous orders that can be replaced, a decision demanded of another player in mid-turn, hidden hands with draws
left to chance, fog with verdicts that are UNKNOWN, a map of provinces with two kinds of borders. `TOY` is the system; one
line registers it: ``hw.register(TOY)``.
"""

from examples.toy.system import TOY

__all__ = ["TOY"]
