"""My game: a whole game in one file. Run it in a notebook's cell, or play it in a terminal: ``python FILE``."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import hexwidget as hw
from hexwidget import rules
from hexwidget.asking.terminal import play_in_text, seat_of
from hexwidget.geometry import HexMap, Terrain
from hexwidget.scene import Ground, Piece, Scene, player_looks

TERRAINS = (Terrain("plains", "plains", "."), Terrain("lake", "lake", "~"))
GROUNDS = (Ground("plains", "plains", "plains", "none"), Ground("lake", "lake", "sea", "waves"))
BOOK = rules.Rulebook.parse("""
name = "my_game"
title = "My game"
clause = [
  { id = "M1", kind = "rule", title = "Hide, then seek", text = "The hider secretly chooses a hex of land. Then the seeker searches hex after hex." },
  { id = "M2", kind = "rule", title = "Dry feet", text = "Nobody hides in a lake." },
  { id = "M3", kind = "rule", title = "Once is enough", text = "No hex is searched twice." },
  { id = "M4", kind = "rule", title = "Warm or cold", text = "After each search the seeker hears how many hexes off the hider is. Who is not found by the third search wins." },
]
""")


# ---------------------------------------------------------------- actions: declared once
@dataclass(frozen=True, slots=True, repr=False)
class Hide(rules.Action):
    """M1: to choose the hiding place."""

    space: str


@dataclass(frozen=True, slots=True, repr=False)
class Search(rules.Action):
    """M1: to search a hex."""

    space: str


SPACE = {"space": rules.SpaceName()}
GRAMMAR: rules.Grammar[Hide | Search] = rules.Grammar(
    rules.Form(Hide, "hide {space}", SPACE, {"hide": "{space}"}, clause="M1", when=lambda now, _: not now.hider),
    rules.Form(Search, "search {space}", SPACE, {"search": "{space}"}, clause="M1", when=lambda now, _: now.hider),
)


# ---------------------------------------------------------------- positions: values that never change
@dataclass(frozen=True)
class MyPosition(rules.Position):
    """``hider``: its hex, "?" where it is unseen, empty before it hides; ``searched``: the hexes, and ``off``: how far off each was."""

    map: HexMap
    players: tuple[str, ...] = ("hider", "seeker")
    hider: str = ""
    searched: tuple[rules.SpaceOnMap, ...] = ()
    off: tuple[int, ...] = ()
    settings = rules.Settings({})

    @property
    def system(self) -> MyGame:
        return MY_GAME

    def __str__(self) -> str:
        heard = [f"{at} is {off} off" for at, off in zip(self.searched, self.off, strict=True)]
        return "; ".join([*heard, self.system.status(self)])

    def far(self, a: str, b: str) -> int:
        """The hexes from one to another."""
        return self.map.distance(self.map.index(a), self.map.index(b))

    def hiding_places(self) -> list[str]:
        """The hexes that fit everything that the seeker has heard."""
        heard = list(zip(self.searched, self.off, strict=True))
        land = (name for name in self.map.names() if self.map.terrain(name) != "lake")
        return [name for name in land if all(self.far(name, at) == off for at, off in heard)]


HIDER = rules.Secret(
    "hider", "M1", known_to=0, unseen="?", what="where the hider is", values=MyPosition.hiding_places,
    open=lambda position: not position.hider or position.outcome, told={Hide: "{player:hides}"},
)  # fmt: skip


# ---------------------------------------------------------------- the system: who acts, what is legal, what happens, who wins
class MyGame(rules.RuleSystem[MyPosition, Hide | Search]):
    """My game: the clauses are in `BOOK`."""

    name, rulebook, terrains, description, grammar = "my_game", BOOK, TERRAINS, MyPosition, GRAMMAR
    moment, secrets = rules.Moment(turn="M1", over="M4"), (HIDER,)

    def to_act(self, position: MyPosition) -> frozenset[str]:
        return rules.TERMINAL if self.outcome(position) else frozenset({position.players[bool(position.hider)]})

    @rules.bars("M1", "M2", "M3")
    def objections(self, position: MyPosition, action: Hide | Search) -> Iterator[rules.Finding]:
        """Every reason against an action at its moment, each with its clause."""
        if isinstance(action, Hide) != (action.player == position.players[0]):
            yield rules.Finding("M1", "who", (), {}, "the hider hides, and the seeker searches")
        if isinstance(action, Hide) and position.map.terrain(action.space) == "lake":
            yield rules.Finding("M2", "lake", (action.space,), {}, "{0} is a lake")
        if isinstance(action, Search) and action.space in position.searched:
            yield rules.Finding("M3", "twice", (action.space,), {}, "{0} has been searched")

    def follow(self, position: MyPosition, action: Any, log: rules.Chronicle) -> MyPosition:
        if isinstance(action, Hide):
            log.tell("hid", "M1", "{player:hides} on {0}", action.space, player=action.player, hider=action.space)
            return replace(position, hider=action.space)
        off = position.far(position.hider, action.space)
        words = "{player:searches} {0}: the hider is {off:hex} off"
        log.tell("searched", "M4", words, action.space, player=action.player, off=off)
        after = replace(position, searched=(*position.searched, action.space), off=(*position.off, off))
        if end := self.outcome(after):
            log.tell("shown", end.clause, "{end}: {0}", position.hider, end=end.text)
        return after

    def outcome(self, position: MyPosition) -> rules.Outcome | None:
        if 0 in position.off:
            return rules.Outcome((position.players[1],), "the hider is found", "M4")
        return rules.Outcome((position.players[0],), "the hider is not found", "M4") if len(position.off) == 3 else None

    def scene(self, observation: rules.Observation[MyPosition]) -> Scene:
        position = observation.seen
        pieces = [
            Piece(at, at, 1, "boot", "search", f"searched: {off} off", figures=(("", str(off), "hexes off"),))
            for at, off in zip(position.searched, position.off, strict=True)
        ]
        if position.hider not in ("", "?"):
            pieces.append(Piece("hider", position.hider, 0, "mask", "hider", "the hider"))
        looks, words = player_looks(position.players), str(position)
        return Scene(position.map, GROUNDS, looks, tuple(pieces), title=self.title, description=words)


MY_GAME = MyGame()
START = MyPosition(HexMap.parse(". . . . . .\n . . ~ . . .\n. ~ ~ . . .\n . . . . ~ .", TERRAINS))
hw.register(MY_GAME)


def each_clause_bars() -> None:
    """Your own tests: what a clause says. ``hw.testing.mutate(..., tests=each_clause_bars)`` says which faults they find."""
    later = START.apply("hider: hide 0101").position.apply("seeker: search 0301").position
    assert START.check("hider: hide 0302").clauses == ("M2",)
    assert later.check("seeker: search 0301").clauses == ("M3",)


if __name__ == "__main__":  # in a cell or by `python FILE`, and not when another file imports this one
    hw.testing.conform(MY_GAME, positions=[START])  # plays random games, and says which promise is broken
    each_clause_bars()
    if "__file__" in globals():  # by `python FILE`: `help` lists what you can ask
        play_in_text(seat_of(hw.Session(START), "seeker", {}, seed=None), plain=False)
hw.Board(hw.Session(START))  # a cell shows it; `player="seeker"` shows what the seeker sees
