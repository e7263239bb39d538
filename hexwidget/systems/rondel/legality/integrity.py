"""The clauses that a position itself may break."""

from __future__ import annotations

from collections.abc import Iterator

from hexwidget.rules import Finding, bars
from hexwidget.systems.rondel.goods import temples_left
from hexwidget.systems.rondel.position import RondelPosition


@bars("R4.6")
def within_the_tokens(position: RondelPosition) -> Iterator[Finding]:
    """R4.6: no nation has more cities than city tokens."""
    for seat, player in enumerate(position.players):
        own, tokens = len(position.cities_of(seat)), position.settings["city_tokens"]
        if own > tokens:
            numbers = {"player": player, "own": own, "tokens": tokens}
            yield Finding("R4.6", "tokens", (), numbers, "{player:has} more cities ({own}) than city tokens ({tokens})")


@bars("R1.2", "R1.3")
def within_the_actions(position: RondelPosition) -> Iterator[Finding]:
    """R1.2, R1.3: no unit has more actions left than it has in a turn."""
    for group in position.units:
        most = position.actions_of(group.owner, group.kind)
        if group.left > most:
            numbers = {"player": position.players[group.owner], "kind": group.kind, "left": group.left, "most": most}
            wording = "a {kind} of {player} in {0} cannot have {left:action} left: it has {most} a turn"
            clause = "R1.2" if most == 1 else "R1.3"
            yield Finding(clause, "left", (position.map.name(group.at),), numbers, wording)


@bars("R6.2")
def within_the_bank(position: RondelPosition) -> Iterator[Finding]:
    """R6.2: with the whole wheel all nations together have no more temples than the bank."""
    if position.whole and temples_left(position) < 0:
        tokens = position.settings["temple_tokens"]
        numbers = {"temples": tokens - temples_left(position), "tokens": tokens}
        wording = "all nations together have {temples:temple}, and the bank has only {tokens}"
        yield Finding("R6.2", "tokens", (), numbers, wording)


INTEGRITY = (within_the_tokens, within_the_actions, within_the_bank)
"""The predicates on a position."""
