"""Readings of an ambiguous rule beside each other: a position under each.

A reading is a value of one of the rulebook's options. Everything that a player could notice is compared: where pieces can
go and for how much, which actions are legal, and what verdicts cite.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass
from html import escape
from itertools import combinations
from random import Random
from typing import Any, Literal

from hexwidget.english import listing, phrase, translated, worded
from hexwidget.languages import ENGLISH, in_its_language, language, speaking
from hexwidget.problems import InputError, unknown
from hexwidget.progress import progress_bar
from hexwidget.rules.action import Action
from hexwidget.rules.position import Position
from hexwidget.rules.reach.reach import Reach
from hexwidget.rules.verdict import IllegalPosition
from hexwidget.scene import Overlay
from hexwidget.text_tables import aligned_lines, html_table

MOST_ACTIONS = 5000
"""The most legal actions under a reading that are counted and compared one by one."""
SAMPLED = 500
"""The number of actions that are drawn and compared where there are more."""
MOST_VERDICTS = 20_000
"""The most verdicts that are compared."""
MOST_REACHES = 200
"""The most pieces under a reading whose reach is compared."""
MOST_ROWS = 30
"""The most rows of a comparison that are printed."""
CANNOT_COMPARE = "these readings cannot be compared"


@dataclass(frozen=True, slots=True)
class ReadingDifference:
    """One difference between readings.

    ``kind``: "reach", "action" or "verdict"; ``subject``: the space of the piece, or the action; ``under``: the result under
    each reading; ``spaces``: the spaces of the board that show it, for each reading.
    """

    kind: str
    subject: str
    under: tuple[str, ...]
    spaces: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, eq=False, repr=False)
class Comparison(Sequence[ReadingDifference]):
    """The differences between the readings of an option on one position: a table to print, overlays for a board.

    ``option``, ``clause``: the option, and its clause; ``readings``: its values, the position's own first. ``actions``: the number of
    legal ones under each reading (None: too many to compare them all). ``left``: the number of pieces and of actions that it leaves out,
    as it compares no more than `MOST_REACHES` and `MOST_VERDICTS`. ``language``: that of its texts.
    """

    position: Position
    option: str
    readings: tuple[str, ...]
    found: list[ReadingDifference]
    actions: tuple[int | None, ...]
    left: tuple[int, int] = (0, 0)
    language: str = ENGLISH

    def speaking(self) -> AbstractContextManager[None]:
        """Say everything within a block in the language of the comparison."""
        return speaking(self.language)

    @property
    def clause(self) -> str:
        """The clause of the option."""
        return self.position.system.rulebook.options[self.option].clause

    @property
    def sampled(self) -> bool:
        """True if there were too many actions to compare all."""
        return None in self.actions

    def __getitem__(self, n: Any) -> Any:
        return self.found[n]

    def __len__(self) -> int:
        return len(self.found)

    @in_its_language
    def rows(self) -> list[tuple[str, ...]]:
        """The table: each difference, and its value under each reading. The first row is the header."""
        head = ("", *map(self._option_in_words, self.readings))
        most = translated("too many to compare all")
        counts = (most if number is None else str(number) for number in self.actions)
        return [head, (translated("legal actions"), *counts), *((d.subject, *d.under) for d in self)]

    def _option_in_words(self, reading: str) -> str:
        """The option with a reading."""
        return worded("{option} = {reading}", option=self.option, reading=reading)

    @in_its_language
    def overlays(self) -> tuple[Overlay, ...]:
        """For each reading the spaces where it matters, told apart by their lines: those that a piece reaches under it but
        under another not at all, or only for more, and those that change by actions that not every reading allows."""
        strokes: tuple[Literal["solid", "dashed", "dotted"], ...] = ("solid", "dashed", "dotted")
        hues = ("reach", "attack", "mark")
        found = []
        for n, reading in enumerate(self.readings):
            plane = 0
            for difference in self:
                for space in difference.spaces[n]:
                    plane |= 1 << self.position.map.index(space)
            if plane:
                label, stroke = worded("only {name}", name=self._option_in_words(reading)), strokes[n % len(strokes)]
                name, hue = f"{self.option} = {reading}", hues[n % len(hues)]
                found.append(Overlay(name, label, ((0, plane),), hue, 0.25, numbers=False, stroke=stroke))
        return tuple(found)

    def _rows(self) -> tuple[list[tuple[str, ...]], str]:
        """The rows to show, and the number of those that are left out, in words."""
        rows = self.rows()
        left = len(rows) - MOST_ROWS
        more = worded("... and {n} more: `.rows()` has all", n=f"{left:,}")
        return rows[:MOST_ROWS], more if left > 0 else ""

    @in_its_language
    def __str__(self) -> str:
        rows, left = self._rows()
        return "\n".join([self._title, self.sentence, *aligned_lines(rows), *([left] if left else [])])

    @property
    @in_its_language
    def sentence(self) -> str:
        """The differences in a sentence."""
        kinds = Counter(each.kind for each in self)
        told = [phrase(f"{{n:{kind}}}", n=kinds[kind]) for kind in ("reach", "action") if kinds[kind]]
        between = listing([reading.replace("_", " ") for reading in self.readings])
        words = "{things} differs between {readings}." if kinds.total() == 1 else "{things} differ between {readings}."
        words = words if told else "Nothing differs between {readings}."
        said = [worded(words, things=listing(told), readings=between)]
        sample = "There are too many actions to compare them all: this compares a sample."
        said += [translated(sample)] if self.sampled else []
        parts = [phrase(f"{{n:{word}}}", n=n) for n, word in zip(self.left, ("piece", "action"), strict=True) if n]
        return " ".join([*said, *([worded("It stops early, without {parts}.", parts=listing(parts))] if parts else [])])

    @property
    def _title(self) -> str:
        return f"{self.clause} {translated(self.position.system.rulebook[self.clause].title)}"

    __repr__ = __str__

    @in_its_language
    def _repr_html_(self) -> str:
        (head, *rest), left = self._rows()
        rows = html_table(head, rest) + (f"<p>{left}</p>" if left else "")
        return f"<p><b>{escape(self._title)}</b>: {escape(self.sentence)}</p><details><summary>{translated('Each difference')}</summary>{rows}</details>"


def changed_spaces(before: Position, after: Position) -> tuple[str, ...]:
    """The spaces where a piece stands after that did not stand there before."""
    was = {(p.space, p.owner, p.kind, p.count) for p in before.scene().pieces}
    new = {p.space for p in after.scene().pieces if (p.space, p.owner, p.kind, p.count) not in was}
    return tuple(sorted(space for space in new if before.map.find(space) is not None))


def compare_readings(position: Position, option: str = "", *, progress: bool = True) -> Comparison:
    """The differences on a position between the readings of an option of its rulebook.

    :param position: of any system
    :param option: its name, such as "pace"
    :param progress: True: a progress bar counts the actions that are compared, if that takes more than a second
    :raises InputError: if the system has no such option

    >>> import hexwidget as hw
    >>> found = hw.compare_readings(hw.scenario("plotted/over-a-hex").position, "minimum_move")
    >>> found.readings, found.clause, found.actions
    (('none', 'one_hex'), 'P1.8', (2736, 2736))
    """
    if not isinstance(position, Position):
        raise InputError(CANNOT_COMPARE, f"expected a position, not {position!r}")
    options = position.system.rulebook.options
    if option not in options:
        what = unknown("option", option, options) if option else f"name an option: {', '.join(options)}"
        raise InputError(CANNOT_COMPARE, what)
    own = _own_reading(position, option)
    readings = (own, *(value for value in options[option].values if value != own))
    made = [(reading, under(position, option, reading)) for reading in readings]
    possible = [(reading, there) for reading, there in made if there is not None]
    readings = tuple(reading for reading, _ in possible)
    positions = [there for _, there in possible]
    areas, more = zip(*map(reaches, positions), strict=True)
    listed, counts = _actions(positions)
    compared = [*{f"{a.player}: {a}": a for actions in listed for a in actions}.items()]
    most = MOST_VERDICTS // len(positions)
    with position.system.rulebook.speaking():
        found = [*_reach_differs(areas), *_actions_differ(positions, compared[:most], progress)]
        return Comparison(position, option, readings, found, counts, (max(more), len(compared[most:])), language())


def _own_reading(position: Position, option: str) -> str:
    # A description may leave out an option that has its default.
    default = position.system.rulebook.options[option].values[0]
    own = position.system.to_json(position).get(option, default)
    if isinstance(own, Mapping):  # each player has their own: take that of the player to act, or of the first
        acting = next((player for player in position.players if player in position.to_act), position.players[0])
        return str(own[acting])
    return str(own)


def under(position: Position, option: str, reading: str) -> Position | None:
    """The position under another reading; None if that reading does not allow the position."""
    system = position.system
    try:
        found: Position = system.from_json({**system.to_json(position), option: reading}, strict=False)
    except (InputError, IllegalPosition):
        return None
    return found


def reaches(position: Position) -> tuple[dict[str, Reach], int]:
    """The reach of each piece that may be chosen now, by its space, and the number of those that are left out."""
    found: dict[str, Reach] = {}
    deciding = sorted({*position.to_act} & {*position.players})
    offered = (option for p in deciding for option in position.choices(player=p).options)
    spaces = [*dict.fromkeys(each.space for each in offered if each.kind == "piece" and each.legal and each.space)]
    for space in spaces[:MOST_REACHES]:
        with suppress(InputError):  # what stands there goes nowhere
            found[space] = position.reach(space)
    return found, len(spaces[MOST_REACHES:])


def _reach_differs(areas: Sequence[dict[str, Reach]]) -> Iterator[ReadingDifference]:
    for space in dict.fromkeys(space for area in areas for space in area):
        costs = [area[space].costs() if space in area else {} for area in areas]
        pairs = combinations(costs, 2)
        differ = sorted({name for a, b in pairs for name in a.keys() | b.keys() if a.get(name) != b.get(name)})
        if differ:

            def price(name: str, cost: Mapping[str, Any]) -> str:
                return worded("{0} for {cost}", name, cost=str(cost[name])) if name in cost else worded("not {0}", name)

            words = tuple(", ".join(price(name, cost) for name in differ) for cost in costs)
            shown_on = tuple(tuple(name for name in differ if name in cost) for cost in costs)
            yield ReadingDifference("reach", worded("from {0}", space), words, shown_on)


def _actions(positions: Sequence[Position]) -> tuple[list[list[Action]], tuple[int | None, ...]]:
    """The legal actions under each reading, or a sample of them, and their number."""
    rng, found, counts = Random(0), [], list[int | None]()
    for position in positions:
        actions: list[Action] = []
        number: int | None = 0
        for player in sorted(set(position.to_act) & set(position.players)):
            listed, whole = position.legal_actions(player).some(MOST_ACTIONS)
            if not whole:
                listed, number = rng.sample(listed, min(SAMPLED, len(listed))), None
            elif number is not None:
                number += len(listed)
            actions += listed
        found.append(actions)
        counts.append(number)
    return found, tuple(counts)


def _actions_differ(
    positions: Sequence[Position], compared: list[tuple[str, Action]], progress: bool
) -> Iterator[ReadingDifference]:
    """The actions whose verdicts differ between readings."""
    with progress_bar(progress, len(compared), "actions") as bar:
        for text, action in compared:
            judged = [verdict_words(position, action) for position in positions]
            if len(set(judged)) > 1:
                leads = (
                    changed_spaces(position, position.apply(action).position) if position.check(action) else ()
                    for n, position in enumerate(positions)
                )
                yield ReadingDifference("action", text, tuple(judged), tuple(leads))
            bar.update(1)


def verdict_words(position: Position, action: Action) -> str:
    """The verdict on an action in a few words."""
    verdict = position.check(action)
    clauses = list(dict.fromkeys(f.clause for f in verdict.findings))
    barred = worded("barred by {clauses}", clauses=listing(clauses)) if clauses else ""
    return translated(verdict.status.value) if verdict else barred or translated(verdict.status.value)
