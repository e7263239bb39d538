"""Battles: like against like, as many pairs as allowed, and the units that fall."""

from __future__ import annotations

from collections.abc import Iterator

from hexwidget.english import listing, verb
from hexwidget.rules import Finding, bars
from hexwidget.systems.rondel.actions import Answer, Battle, Lose
from hexwidget.systems.rondel.battle import can_be_lost, most_pairs
from hexwidget.systems.rondel.legality.remedies import Kin, Offer, here, nearest
from hexwidget.systems.rondel.position import KINDS, RondelPosition
from hexwidget.systems.rondel.words import legions_and_galleys

OTHERS = (
    Kin(
        "these units can fall: {action}",
        "R3.5",
        lambda asked, it: (it.at, it.enemy, it.kind) == (asked.at, asked.enemy, asked.kind),
    ),
    Kin("there can be another battle here: {action}", "R3.4", here),
    Kin("there can be a battle elsewhere: {action}", "R3.4"),
)
AS_MANY = Kin("fight with as many as may fall: {action}", "R3.5", lambda asked, it: it.pairs != 0)
STANDING = Kin("name units that stand there: {action}", "R3.5")


@bars("R3.1", "R3.2")
def like_against_like(action: Battle, position: RondelPosition, seat: int) -> Iterator[Finding]:
    """R3.1, R3.2, R3.5: two nations fight that both have units of the kind in the province."""
    at, enemy = position.map.index(action.at), position.players.index(action.enemy)
    offer = nearest(position, action, *OTHERS)
    if enemy == seat:
        wording = "{player:does} not fight {player:its} own units"
        yield Finding("R3.1", "itself", (action.at,), {"player": action.player}, wording, offer)
        return
    most = min(position.count(at, nation, action.kind) for nation in (seat, enemy))
    if most == 0:
        have = {n: legions_and_galleys(*(position.count(at, n, kind) for kind in KINDS)) for n in (seat, enemy)}
        numbers = {"kinds": f"{action.kind}s", "one": position.players[seat], "other": action.enemy,
                   "mine": have[seat], "theirs": have[enemy]}  # fmt: skip
        wording = "{kinds} fight only {kinds}: in {0} {one:has} {mine}, and {other:has} {theirs}"
        yield Finding("R3.2", "no_pair", (action.at,), numbers, wording, offer)
        return
    size = most if action.pairs is None else action.pairs
    yield from as_many_pairs(position, action.at, size, most, offer)
    if action.losing is not None:
        yield from units_that_stand_there(position, at, seat, action.kind, size, action.losing, offer)


def as_many_pairs_as_allowed(action: Answer, position: RondelPosition, seat: int) -> Iterator[Finding]:
    """R3.5: the pairs that a nation asks for when it is asked itself."""
    ask = next((ask for ask in position.asks if ask.seat == seat), None)
    if ask is not None and action.pairs:
        most = most_pairs(position, ask.at, seat, ask.kind)
        offer = nearest(position, action, AS_MANY)
        yield from as_many_pairs(position, position.map.name(ask.at), action.pairs, most, offer)


def as_many_as_fall(action: Lose, position: RondelPosition, seat: int) -> Iterator[Finding]:
    """R3.5: as many units of the active nation are named as there are pairs."""
    toll = position.toll
    if toll is not None:
        offer = nearest(position, action, STANDING)
        own = position.active
        yield from units_that_stand_there(position, toll.at, own, toll.kind, toll.pairs, action.losing, offer)


@bars("R3.5")
def as_many_pairs(position: RondelPosition, at: str, size: int, most: int, offer: Offer) -> Iterator[Finding]:
    """R3.5: under ``all`` as many pairs fall as there can be, under ``chosen`` at least one."""
    numbers = {"pairs": most, "size": size}
    if position.settings["battle_size"] == "all" and size != most:
        falls = "falls" if most == 1 else "fall"
        wording = f"battles are fought to the end in this game: {{pairs:pair}} {falls} in {{0}}, not {{size}}"
        yield Finding("R3.5", "pairs", (at,), numbers, wording, offer)
    elif not 1 <= size <= most:
        wording = f"{'' if most == 1 else '1 to '}{{pairs:pair}} may fall in {{0}}, not {{size}}"
        yield Finding("R3.5", "pairs", (at,), numbers, wording, offer)


@bars("R3.5")
def units_that_stand_there(
    position: RondelPosition, at: int, seat: int, kind: str, size: int, losing: tuple[int, ...], offer: Offer
) -> Iterator[Finding]:
    """R3.5: the units that are named stand in the province, and they are as many as the pairs."""
    groups = position.groups(at, seat, kind)
    if not can_be_lost(groups, size, losing):
        stand = listing([f"{g.size} {verb('has', g.size)} {g.left} left" for g in groups])
        words = f"{kind} that falls" if size == 1 else f"{size} {kind}s that fall"
        numbers = {"size": size, "words": words, "their": "its" if size == 1 else "their", "stand": stand}
        wording = "the {words} in {0} must be named by {their} actions left: {stand}"
        yield Finding("R3.5", "losing", (position.map.name(at),), numbers, wording, offer)
