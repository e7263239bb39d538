"""Random positions with extreme settings of every system, example and template of `hexwidget new`, and what can be asked of one."""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from importlib import import_module
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import hexwidget as hw
from examples.kuhn_poker import KuhnPosition
from examples.toy import TOY
from examples.toy.ground import MAP
from hexwidget.explore import policies
from hexwidget.geometry import HexMap
from hexwidget.problems import InputError
from hexwidget.rules import Action, Draft, Position

COUNTERS = str(Path(hw.__file__).parents[1] / "examples" / "counters")
if COUNTERS not in sys.path:  # before the first test, as a test leaves the path as it was
    sys.path.append(COUNTERS)
SEATS = ("red", "blue")
FIRST = 1000
"""The number of legal actions that come soon."""
CLICKS = 6
TRIALS = 8
"""The trials of a search: each costs about the same."""
OF_A_ROOM = ("depletion", "frontiers", "orders", "plotted", "rondel")


# ---------------------------------------------------------------------- positions
def _ground(rng: Random, symbols: str) -> str:
    columns, rows = rng.choice(((8, 5), (5, 8), (40, 1), (3, 3)))
    lines = ["   ".join(rng.choice(symbols) for _ in range(columns)) for _ in range(rows)]
    return "\n".join("  " * (row % 2) + line for row, line in enumerate(lines))


def _played(start: Position, rng: Random, steps: int) -> Position:
    """The position after some steps at random, or at the end of the game."""
    position = start
    for _ in range(steps):
        if position.chance is not None:
            position = position.apply(position.chance.sample(rng)).position
        elif position.to_act:
            position = position.apply(position.legal_actions(min(position.to_act)).pick(rng)).position
    return position


def _toy(rng: Random) -> Position:
    names = [*MAP.names()]
    cards = ("ferry", "gold", "plain")
    made = TOY.position(
        couriers={seat: rng.sample(names, rng.choice((1, len(names)))) for seat in SEATS},
        forts={seat: rng.sample(names, rng.choice((0, len(names)))) for seat in SEATS},
        hands={seat: rng.choices(cards, k=rng.choice((0, 99))) for seat in SEATS},
        decks={seat: rng.choices(cards, k=rng.choice((1, 99))) for seat in SEATS},
        fog=rng.choice(("on", "off")),
    )
    return _played(made, rng, rng.choice((0, 2)))


def _counters(rng: Random) -> Position:
    system: Any = import_module("counters").COUNTERS
    ground = _ground(rng, rng.choice((".", "..%^~")))
    hexmap = HexMap.parse(ground, system.terrains)
    land = [name for name in hexmap.names() if hexmap.terrain(hexmap.index(name)) != "lake"] or [hexmap.name(0)]
    kinds = rng.choice((("cavalry",), ("infantry", "cavalry", "guns")))
    units = []
    for space in rng.sample(land, min(len(land), rng.choice((4, 40)))):
        owner = rng.randrange(2)
        units += [{"owner": owner, "kind": rng.choice(kinds), "at": space, "steps": rng.choice((1, 2))}] * rng.choice(
            (1, 2)
        )
    made: Position = system.position(
        map=ground,
        players=SEATS,
        towns={name: rng.randrange(2) for name in land if rng.random() < 0.2},
        units=[{"id": f"u{n}", **unit} for n, unit in enumerate(units)],
        turn=rng.randrange(2),
        phase=rng.choice(("move", "fight")),
        hexsides={
            kind: [
                (hexmap.name(at), hexmap.name(there))
                for at in hexmap.members(hexmap.full)
                for there in hexmap.neighbours(at)
                if rng.random() < often
            ]
            for kind, often in (("river", 0.1), ("ridge", 0.05), ("bridge", 0.02))
        },
        supply=rng.choice(("on", "off")),
        zoc=rng.choice(("locking", "fluid")),
    )
    return _played(made, rng, rng.choice((0, 2)))


def _night_ferry(rng: Random) -> Position:
    game: Any = import_module("examples.pursuit")
    return _played(game.START, rng, rng.randrange(20))


def _tafl(rng: Random) -> Position:
    game: Any = import_module("examples.tafl")
    return _played(game.START, rng, rng.choice((0, 1, 40)))


def _kuhn_poker(rng: Random) -> Position:
    return _played(KuhnPosition(), rng, rng.randrange(5))


def _one_file(rng: Random) -> Position:
    game: Any = import_module("hexwidget.scaffold.one_file.my_game")
    start = game.MyPosition(HexMap.parse(_ground(rng, "..~"), game.TERRAINS))
    return _played(start, rng, rng.randrange(4))


def _template(rng: Random) -> Position:
    game: Any = import_module("hexwidget.scaffold.template.my_game.rules")
    hexmap = HexMap.parse(_ground(rng, rng.choice((".", "....~"))), game.TERRAINS)
    names = rng.sample([*hexmap.names()], len(hexmap))
    few = rng.choice((1, 2, len(names) // 2))
    riders = tuple(names[:few]), tuple(names[few : 2 * few])
    found: Position = game.MyPosition(hexmap, SEATS, riders, (rng.randrange(few), rng.randrange(few)), rng.randrange(2))
    return found


EXTREME: Mapping[str, Callable[[Random], Position]] = {
    **{name: import_module(f"tests.{name}.anything").extreme_position for name in OF_A_ROOM},
    "toy": _toy,
    "kuhn_poker": _kuhn_poker,
    "counters": _counters,
    "night_ferry": _night_ferry,
    "tafl": _tafl,
    "one_file": _one_file,
    "template": _template,
}
"""Random positions of up to 40 spaces, as crowded and with settings as extreme as each game allows. The boards of night_ferry and tafl
are their own."""


# ---------------------------------------------------------------------- questions
class Questions:
    """What may be asked of a position, by kind. Each draws what it needs from random numbers of its own.

    :param other: another position of the same system, whose actions are mostly barred here
    """

    def __init__(self, name: str, position: Position, other: Position, seed: int) -> None:
        self.name, self.position, self.other, self.seed = name, position, other, seed
        rng = Random(seed)
        self.player = rng.choice(sorted(position.to_act & {*position.players}) or position.players)
        self.asked = [action for action in self._asked(rng) if self._is_said(action)]

    def _asked(self, rng: Random) -> list[Action]:
        """Actions of the player, most of them barred."""
        found = list[Action]()
        if self.name in OF_A_ROOM:
            found = [import_module(f"tests.{self.name}.anything").random_action(self.position, rng) for _ in range(4)]
        for position in (self.position, self.other):
            for player in sorted(position.to_act & {*position.players}):
                with suppress(LookupError):
                    found.append(position.legal_actions(player).pick(rng))
        return found

    def _is_said(self, action: Action) -> bool:
        """True if an action can be said here: it names spaces and pieces that there are."""
        try:
            self.position.system.grammar.check(self.position, action)
        except InputError:
            return False
        return True

    def __iter__(self) -> Iterator[tuple[str, Callable[[], object]]]:
        listed = self.position.legal_actions(self.player)
        if self.player in self.position.to_act:
            yield "sample", lambda: listed.sample(Random(self.seed))
            yield "pick", lambda: listed.pick(Random(self.seed))
            for policy in policies.names():
                yield f"move: {policy}", lambda policy=policy: self._move(policy)
        yield "first 1,000", lambda: deque(islice(listed, FIRST), maxlen=1)
        yield "choices", self._choices
        yield "check", self._check
        yield "why", self._why
        yield "nearest", self._nearest
        yield "reach", self._reach
        for option in self.position.system.rulebook.options:
            yield (
                f"compare: {option}",
                lambda option=option: str(hw.compare_readings(self.position, option, progress=False)),
            )

    def _move(self, policy: str) -> None:
        chosen = policies.Search(iterations=TRIALS) if policy == "search" else policies.named(policy)
        action = policies.decide(chosen, self.position, self.player, Random(self.seed))
        assert self.position.check(action)

    def _choices(self) -> None:
        rng, now = Random(self.seed), self.position.choices(player=self.player)
        for _ in range(CLICKS):
            leads: list[Draft] = [option.leads_to for option in now.options if not option.chosen]
            if now.field is not None and now.field.reach:
                leads += [now.draft.set(now.field.slot, rng.choice([*now.field.reach]))]
            if not leads:
                return
            now = self.position.choices(rng.choice(leads), self.player)
            deque(islice(self.position.legal_actions(self.player, within=now.draft), 1))

    def _check(self) -> None:
        for action in self.asked:
            listed = self.position.legal_actions(action.player)
            assert (action in listed) == bool(self.position.check(action))

    def _why(self) -> None:
        for action in self.asked:
            str(self.position.check(action))

    def _nearest(self) -> None:
        for action in self.asked:
            for remedy in self.position.check(action).remedies:
                assert remedy.action is None or self.position.check(remedy.action)

    def _reach(self) -> None:
        spaces = [*self.position.map.names()]
        rng = Random(self.seed)
        for space in rng.sample(spaces, min(4, len(spaces))):
            with suppress(InputError):
                reach = self.position.reach(space)
                for there in rng.sample(spaces, min(10, len(spaces))):
                    str(reach.why(there))
