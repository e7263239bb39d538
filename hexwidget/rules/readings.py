"""Readings of an ambiguous rule beside each other: what a position is like under each.

A reading is a value of one of the rulebook's options. Everything that a player could notice is compared: where pieces can
go and for how much, which actions are legal, and what verdicts cite.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from html import escape
from itertools import combinations, islice
from random import Random
from typing import TYPE_CHECKING, Any

from hexwidget.problems import InputError, Problem, Problems
from hexwidget.rules.action import Action
from hexwidget.rules.verdict import IllegalPosition, listing
from hexwidget.scene import Overlay

if TYPE_CHECKING:
    from hexwidget.rules.position import Position
    from hexwidget.rules.reach.reach import Reach

MOST_ACTIONS = 20_000
"""Of more actions than this a sample is compared."""
SAMPLED = 500
CANNOT_COMPARE = "these readings cannot be compared"


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that is not the same under two readings.

    ``kind``: "reach", "action" or "verdict"; ``subject``: the space from which, or the action; ``under``: for each of the
    readings what is so; ``spaces``: where it shows on the board.
    """

    kind: str
    subject: str
    under: tuple[str, ...]
    spaces: tuple[str, ...] = ()


class Comparison(Sequence[Difference]):
    """What differs on one position between the readings of an option: a table to print, overlays for a board.

    ``option``, ``clause``: what is read; ``readings``: its values, the position's own first. ``actions``: how many are legal
    under each reading; ``sampled``: whether there were too many to compare all.
    """

    def __init__(
        self,
        position: Position,
        option: str,
        readings: tuple[str, ...],
        found: list[Difference],
        actions: tuple[int, ...],
        *,
        sampled: bool,
    ) -> None:
        self.position = position
        self.option = option
        self.clause = position.system.rulebook.options[option].clause
        self.readings = readings
        self.actions = actions
        self.sampled = sampled
        self._found = found

    def __getitem__(self, n: Any) -> Any:
        return self._found[n]

    def __len__(self) -> int:
        return len(self._found)

    def rows(self) -> list[tuple[str, ...]]:
        """The table: what, and what is so under each reading. The first row is the header."""
        head = ("", *(f"{self.option} = {reading}" for reading in self.readings))
        return [head, ("legal actions", *map(str, self.actions)), *((d.subject, *d.under) for d in self)]

    def overlays(self) -> tuple[Overlay, ...]:
        """For each reading the spaces that can be come to under it and not under every other; told apart by their hatching."""
        hatches = ("rising", "falling", "upright", "level")
        planes = self._planes
        shared = planes[0]
        for plane in planes[1:]:
            shared &= plane
        return tuple(
            Overlay(
                f"{self.option} = {reading}",
                f"only {self.option} = {reading}",
                ((0, plane & ~shared),),
                ("reach", "attack", "mark", "path")[n % 4],
                fill=0.25,
                numbers=False,
                hatch=hatches[n % 4],  # type: ignore[arg-type]
            )
            for n, (reading, plane) in enumerate(zip(self.readings, planes, strict=True))
            if plane & ~shared
        )

    @cached_property
    def _planes(self) -> list[int]:
        """For each reading everything that its own pieces can come to."""
        planes = []
        for reading in self.readings:
            position = under(self.position, self.option, reading)
            planes.append(
                sum_of(area.frame.to_map(area.ends) for area in reaches(position).values()) if position else 0
            )
        return planes

    def __str__(self) -> str:
        rows = self.rows()
        widths = [max(len(row[k]) for row in rows) for k in range(len(rows[0]))]
        lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
        if len(rows) == 2:
            lines.append("nothing else differs")
        if self.sampled:
            lines.append("(of more actions than can be compared a sample was)")
        return "\n".join([f"{self.clause} {self.position.system.rulebook[self.clause].title}", *lines])

    __repr__ = __str__

    def _repr_html_(self) -> str:
        head, *rest = self.rows()
        title = f"{self.clause} {self.position.system.rulebook[self.clause].title}"
        cells = "".join(f"<th>{escape(cell)}</th>" for cell in head)
        body = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rest)
        return f"<table><caption>{escape(title)}</caption><tr>{cells}</tr>{body}</table>"


def sum_of(planes: Iterator[int]) -> int:
    """The spaces of all planes together."""
    found = 0
    for plane in planes:
        found |= plane
    return found


def compare_readings(position: Position, option: str) -> Comparison:
    """What differs on a position between the readings of an option of its rulebook.

    :param position: of any system
    :param option: its name, such as "pace"
    :raises InputError: if the system has no such option

    >>> import hexwidget as hw
    >>> position = hw.scenario("depletion/gathering-cavalry").position.put("red", "0302", "1 archer")
    >>> found = hw.compare_readings(position, "pace")
    >>> found.readings, found.actions[0] < found.actions[1]
    (('strict', 'per_unit'), True)
    """
    from hexwidget.rules.position import Position as AnyPosition

    if not isinstance(position, AnyPosition):
        raise InputError(CANNOT_COMPARE, [Problem("", f"expected a position, not {position!r}")])
    options = position.system.rulebook.options
    if option not in options:
        problems = Problems()
        problems.unknown("", "option", option, options)
        problems.raise_any(CANNOT_COMPARE)
    own = _own_reading(position, option)
    readings = (own, *(value for value in options[option].values if value != own))
    made = [(reading, under(position, option, reading)) for reading in readings]
    possible = [(reading, there) for reading, there in made if there is not None]
    readings = tuple(reading for reading, _ in possible)
    positions = [there for _, there in possible]
    found = list(_reach_differs(positions))
    listed, sampled = _actions(positions)
    found += _actions_differ(positions, listed)
    counts = tuple(there.legal_actions().count() if there.to_act else 0 for there in positions)
    return Comparison(position, option, readings, found, counts, sampled=sampled)


def _own_reading(position: Position, option: str) -> str:
    own = position.settings[option]
    # A reading of each player's own: that of whoever acts, or of the first.
    if isinstance(own, (tuple, list)):
        acting = next((n for n, player in enumerate(position.players) if player in position.to_act), 0)
        return str(own[acting])
    return str(own)


def under(position: Position, option: str, reading: str) -> Position | None:
    """The position under another reading; None if it cannot be under it."""
    system = position.system
    try:
        found: Position = system.from_json({**system.to_json(position), option: reading}, strict=False)
    except (InputError, IllegalPosition):
        return None
    return found


def reaches(position: Position) -> dict[str, Reach]:
    """Where each piece that may be chosen now can go, by its space."""
    found: dict[str, Reach] = {}
    for player in sorted(position.to_act):
        if player not in position.players:
            continue
        for option in position.system.choices(position, player, _nothing()).options:
            if option.kind == "piece" and option.legal and option.space is not None and option.space not in found:
                try:
                    found[option.space] = position.reach(option.space)
                except InputError:  # what stands there goes nowhere
                    continue
    return found


def _nothing() -> Any:
    from hexwidget.rules.choices import NOTHING_CHOSEN

    return NOTHING_CHOSEN


def _reach_differs(positions: Sequence[Position]) -> Iterator[Difference]:
    areas = [reaches(position) for position in positions]
    for space in dict.fromkeys(space for area in areas for space in area):
        costs = [area[space].costs() if space in area else {} for area in areas]
        differ = sorted(
            {name for a, b in combinations(costs, 2) for name in a.keys() | b.keys() if a.get(name) != b.get(name)}
        )
        if differ:
            words = tuple(
                ", ".join(f"{name} for {cost[name]}" if name in cost else f"not {name}" for name in differ)
                for cost in costs
            )
            yield Difference("reach", f"from {space}", words, tuple(differ))


def _actions(positions: Sequence[Position]) -> tuple[list[list[Action]], bool]:
    """The legal actions under each reading, or some of them."""
    rng, found, sampled = Random(0), [], False
    for position in positions:
        actions: list[Action] = []
        for player in sorted(set(position.to_act) & set(position.players)):
            legal = position.legal_actions(player)
            listed = list(islice(legal, MOST_ACTIONS + 1))
            if len(listed) > MOST_ACTIONS:
                listed, sampled = [legal.sample(rng) for _ in range(SAMPLED)], True
            actions += listed
        found.append(actions)
    return found, sampled


def _actions_differ(positions: Sequence[Position], listed: list[list[Action]]) -> Iterator[Difference]:
    """Actions that are legal under one reading, and not, or for other reasons, under another."""
    for text, action in {f"{a.player}: {a}": a for actions in listed for a in actions}.items():
        judged = []
        for position in positions:
            verdict = position.check(action)
            clauses = list(dict.fromkeys(f.clause for f in verdict.findings))
            judged.append("legal" if verdict else f"barred by {listing(clauses)}" if clauses else verdict.status.value)
        if len(set(judged)) > 1:
            yield Difference("action", text, tuple(judged))
