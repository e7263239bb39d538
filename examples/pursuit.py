"""Night ferry: a pursuit in one file. A courier crosses a town unseen, and two watchmen look for her.

``python examples/pursuit.py`` holds it to every promise; in a notebook's cell, where ``__name__`` is the
same, it is registered, and `START` is a position to play from.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import hexwidget as hw
from hexwidget import rules
from hexwidget.geometry import Links, Province, ProvinceMap
from hexwidget.geometry.provincejson import derive_borders
from hexwidget.scene import BorderLook, Ground, Overlay, Piece, Scene, player_looks

BOOK = rules.Rulebook.parse("""
name = "night_ferry"
title = "Night ferry"
clause = [
  { id = "N1", kind = "rule", title = "The night", text = "The courier hides in a district. Then she and the watchmen move in turn, hour by hour." },
  { id = "N2", kind = "rule", title = "On foot", text = "A walk leads to a neighbouring district, not over the river. The courier may also stay." },
  { id = "N3", kind = "rule", title = "By boat", text = "A watchman rows over the river, as often as he has tokens." },
  { id = "N4", kind = "rule", title = "One watchman a district", text = "No watchman enters the district of the other, and the courier enters none with a watchman." },
  { id = "N5", kind = "rule", title = "The bell", text = "Every third hour all see where the courier is." },
  { id = "N6", kind = "rule", title = "The catch", text = "A watchman who enters her district catches her. After the ninth hour she is away." },
]
""")
HOURS, UNSEEN = 9, "?"


def block(column: int, row: int) -> Province:
    """A square district: A1 is in the north-west, F4 in the south-east."""
    x, y, name = 2.0 * column, 2.0 * row, f"{'ABCDEF'[column]}{row + 1}"
    return Province(name, name, "town", ((x, y), (x + 2, y), (x + 2, y + 2), (x, y + 2)), (x + 1, y + 1))


def between(a: Province, b: Province) -> str:
    """The kind of a border: the river runs between the second and the third row."""
    return "river" if {a.name[1], b.name[1]} == {"2", "3"} else "street"


BLOCKS = [block(column, row) for row in range(4) for column in range(6)]
TOWN = ProvinceMap(("town",), BLOCKS, derive_borders(BLOCKS, between))
KINDS = ("street", "river")
WAYS = Links(TOWN, {kind: [(each.a, each.b) for each in TOWN.borders if each.kind == kind] for kind in KINDS})


@dataclass(frozen=True, slots=True, repr=False)
class Walk(rules.Action):
    """N1, N2: to go on foot; the courier's first walk is to her hiding place."""

    to: str


@dataclass(frozen=True, slots=True, repr=False)
class Row(rules.Action):
    """N3: to cross the river."""

    to: str


SPACE = {"to": rules.SpaceName()}
GRAMMAR: rules.Grammar[Walk | Row] = rules.Grammar(
    rules.Form(Walk, "walk to {to}", SPACE, {"walk": "{to}"}, clause="N2"),
    rules.Form(Row, "row to {to}", SPACE, {"row": "{to}"}, clause="N3"),
)


@dataclass(frozen=True)
class NightPosition(rules.Position):
    """``at``: the district of each player, in seating order; ``fits``: where the courier can be, for all that the watchmen
    know; ``tokens``: those left to each player; ``turn``: the seat to act; ``hour``: it counts from 1, and is 0 before she hides."""

    players: tuple[str, ...] = ("courier", "east", "west")
    at: tuple[str, ...] = ("", "A1", "F4")
    fits: tuple[str, ...] = ()
    tokens: tuple[int, ...] = (0, 2, 2)
    turn: int = 0
    hour: int = 0
    map = TOWN
    settings = rules.Settings({})

    @property
    def system(self) -> NightFerry:
        return NIGHT_FERRY


class NightFerry(rules.RuleSystem[NightPosition, Walk | Row]):
    name, rulebook, description, grammar = "night_ferry", BOOK, NightPosition, GRAMMAR
    resamples_fairly, teams = True, {"the watchmen": (1, 2)}

    def to_act(self, position: NightPosition) -> frozenset[str]:
        return rules.TERMINAL if self.outcome(position) else frozenset({position.players[position.turn]})

    def candidates(self, position: NightPosition, player: str) -> Iterator[Walk | Row]:
        at = position.at[position.players.index(player)]
        if not at:
            yield from (Walk(player, to) for to in TOWN.names())
        elif at != UNSEEN:
            yield from (Walk(player, to) for to in (at, *WAYS.beside(at, "street")))
            yield from (Row(player, to) for to in WAYS.beside(at, "river"))

    def check(self, position: Any, action: Walk | Row) -> rules.Verdict:
        whole = position.seen if isinstance(position, rules.Observation) else position
        if action.player in whole.players and whole.at[whole.players.index(action.player)] == UNSEEN:
            self.grammar.check(whole, action)
            unseen = rules.Finding("N5", "unseen", (), {}, "nobody sees where the courier is")
            return rules.Verdict(rules.Status.UNKNOWN, (unseen,), str(action), self.rulebook)
        return super().check(position, action)

    @rules.bars("N1", "N2", "N3", "N4", "N6")
    def objections(self, position: NightPosition, action: Walk | Row) -> Iterator[rules.Finding]:
        seat = position.players.index(action.player)
        at = position.at[seat]
        ways = WAYS.kinds(at, action.to) if at else ()
        if self.outcome(position):
            yield rules.Finding("N6", "over", (), {}, "the game is over")
        elif seat != position.turn:
            yield rules.Finding("N1", "turn", (), {"player": action.player}, "it is not {player:'s} turn")
        if isinstance(action, Row):
            if seat == 0:
                yield rules.Finding("N3", "courier", (), {}, "only watchmen row")
            elif not position.tokens[seat]:
                yield rules.Finding("N3", "token", (), {"player": action.player}, "{player:has} no token left")
            if "river" not in ways:
                yield rules.Finding("N3", "bank", (action.to,), {}, "no river runs to {0}")
        elif at and "street" not in ways and (seat or action.to != at):
            yield rules.Finding("N2", "far", (action.to,), {}, "no street leads to {0}")
        if action.to in position.at[1:] and (seat == 0 or action.to != at):
            yield rules.Finding("N4", "taken", (action.to,), {}, "a watchman stands in {0}")

    def follow(self, position: NightPosition, action: Any, log: rules.Chronicle) -> NightPosition:
        seat, rows = position.players.index(action.player), isinstance(action, Row)
        at = (*position.at[:seat], action.to, *position.at[seat + 1 :])
        tokens = tuple(n - (rows and k == seat) for k, n in enumerate(position.tokens))
        after = replace(position, at=at, tokens=tokens, turn=(seat + 1) % 3, hour=position.hour + (seat == 0))
        if seat:
            fits = tuple(each for each in position.fits if each != action.to)
            spaces = action.to, position.at[seat]
            log.tell("went", "N3" if rows else "N2", "{player:goes} to {0}", *spaces, player=action.player)
            after = replace(after, fits=(at[0],) if at[0] == action.to else fits)
        else:
            reached = {to for a in position.fits for to in (a, *WAYS.beside(a, "street"))} or {*TOWN.names()}
            bell = after.hour % 3 == 0
            from_here = filter(None, position.at[:1])
            log.tell("sneaked", "N2", "{player:moves} unseen", player=action.player)
            log.tell("sneaked_to", "N2", "to {0}", action.to, *from_here, seen=(action.player,))
            if bell:
                log.tell("bell", "N5", "the bell rings, and the courier is in {0}", action.to)
            after = replace(after, fits=(action.to,) if bell else tuple(sorted(reached - {*at[1:]})))
        if end := self.outcome(after):
            log.tell("over", end.clause, "{end}: {0}", at[0], end=end.text)
        return after

    def outcome(self, position: NightPosition) -> rules.Outcome | None:
        if position.at[0] in position.at[1:]:
            return rules.Outcome(position.players[1:], "the courier is caught", "N6")
        over = position.hour == HOURS and position.turn == 0
        return rules.Outcome(position.players[:1], "the courier is away", "N6") if over else None

    def observe(self, position: NightPosition, player: str | None) -> rules.Observation[NightPosition]:
        known = player == position.players[0] or not position.at[0] or len(position.fits) == 1 or self.outcome(position)
        return rules.Observation(player, position if known else replace(position, at=(UNSEEN, *position.at[1:])))

    def resample(self, position: NightPosition, player: str | None, rng: Random) -> NightPosition:
        seen = self.observe(position, player).seen
        return position if seen.at[0] != UNSEEN else replace(seen, at=(rng.choice(seen.fits), *seen.at[1:]))

    def told(self, position: NightPosition, done: Any, player: str | None) -> str | None:
        secret = done.player == position.players[0] != player
        return "the courier moves" if secret else super().told(position, done, player)

    def scene(self, observation: rules.Observation[NightPosition]) -> Scene:
        position = observation.seen
        looks = player_looks(position.players)
        pieces = [
            Piece(name, at, seat, "boot" if seat == 0 else "shield", "courier" if seat == 0 else "watchman", name)
            for seat, (name, at) in enumerate(zip(position.players, position.at, strict=True))
            if at in TOWN.names()
        ]
        grounds = (Ground("town", "town", "plains", "none"),)
        borders = (BorderLook("street", "street", "purple", "dotted"), BorderLook("river", "river", "river", "solid"))
        plane = sum(1 << TOWN.index(each) for each in position.fits)
        fits = (Overlay("fits", "the courier may be here", ((0, plane),), "focus", numbers=False),) if plane else ()
        return Scene(TOWN, grounds, looks, tuple(pieces), overlays=fits, borders=borders, title=self.title)


NIGHT_FERRY = NightFerry()
START = NightPosition()


def each_clause_bars() -> None:
    """Check an example of two clauses. ``hw.testing.mutate(NIGHT_FERRY, positions=[START], tests=each_clause_bars)`` finds rules that are others."""
    near = replace(START.apply("courier: walk to C1").position, at=("C1", "A2", "B2"), tokens=(0, 0, 2))
    assert near.check("east: walk to B2").clauses == ("N4",)
    assert near.check("east: row to A3").clauses == ("N3",)


if __name__ == "__main__":
    hw.register(NIGHT_FERRY)
    hw.testing.conform(NIGHT_FERRY, positions=[START])
    each_clause_bars()
