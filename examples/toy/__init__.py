"""A rule system to read: it uses every feature of the protocol in ten short files, and the tests of this package play it.

Sealed simultaneous orders that can be replaced, a decision demanded of another player in mid-turn, hidden hands with draws
left to chance, fog with verdicts that are UNKNOWN, a map of provinces with two kinds of borders. `TOY` is the system; one
line registers it: ``hw.register(TOY)``. docs/writing-a-system.md goes through the files one by one.
"""

from .system import TOY

__all__ = ["TOY"]
