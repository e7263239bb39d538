"""Units that move or are laid down: own units with actions left, and borders that let them through."""

from __future__ import annotations

from collections.abc import Iterator

from hexwidget.rules import Finding, Remedy, bars
from hexwidget.systems.rondel.actions import Lay, Move
from hexwidget.systems.rondel.atlas import BORDERS
from hexwidget.systems.rondel.position import ACTIONS, Group, RondelPosition
from hexwidget.systems.rondel.words import counted


def chosen(position: RondelPosition, seat: int, kind: str, at: int, left: int | None) -> Group | None:
    """The units of a kind that an action means: those with as many actions left, by default those with the most."""
    groups = position.groups(at, seat, kind)
    return groups[-1] if groups and left is None else next((g for g in groups if g.left == left), None)


def one_action_a_unit(action: Move, position: RondelPosition, seat: int) -> Iterator[Finding]:
    """R1.5, R1.2, R1.3, R2.2: an own unit with an action left crosses a border that lets it through."""
    origin, to = position.map.index(action.origin), position.map.index(action.to)
    yield from able_to_act(position, seat, action.kind, origin, action.left)
    yield from border_lets_through(position, action.kind, origin, to)


def able_to_act(position: RondelPosition, seat: int, kind: str, at: int, left: int | None) -> Iterator[Finding]:
    """R1.5, R1.2, R1.3: the unit that is meant is there, and it has an action left."""
    group = chosen(position, seat, kind, at, left)
    if group is not None:
        yield from actions_not_used_up(position, group)
    elif position.groups(at, seat, kind):
        yield from such_a_unit(position, seat, kind, at, left)
    else:
        yield from own_units_only(position, seat, kind, at)


@bars("R1.5")
def own_units_only(position: RondelPosition, seat: int, kind: str, at: int) -> Iterator[Finding]:
    """R1.5: the nation has a unit of the kind in the province."""
    if not position.groups(at, seat, kind):
        numbers = {"player": position.players[seat], "kind": kind}
        yield Finding("R1.5", "no_unit", (position.map.name(at),), numbers, "{player} has no {kind} on {0}")


@bars("R1.2", "R1.3")
def such_a_unit(position: RondelPosition, seat: int, kind: str, at: int, left: int | None) -> Iterator[Finding]:
    """R1.2, R1.3: one of the units there has as many actions left as the action says."""
    if left is not None and chosen(position, seat, kind, at, left) is None:
        numbers = {
            "player": position.players[seat],
            "kind": kind,
            "left": left,
            "words": counted(left, "action"),
            "found": " or ".join(map(str, sorted({g.left for g in position.groups(at, seat, kind)}))),
        }
        wording = "no {kind} of {player} on {0} has {words} left: those there have {found}"
        clause = _clause_of_actions(position, seat, kind)
        yield Finding(clause, "no_such_unit", (position.map.name(at),), numbers, wording)


@bars("R1.2", "R1.3")
def actions_not_used_up(position: RondelPosition, group: Group) -> Iterator[Finding]:
    """R1.2, R1.3: the units that are meant have an action left."""
    if group.left:
        return
    seat, kind = group.owner, group.kind
    most = position.actions_of(seat, kind)
    numbers = {"player": position.players[seat], "kind": kind, "most": most}
    wording, offer = "every {kind} of {player} on {0} lies: no action of this turn is left of its {most}", None
    if most == 1:
        wording = "every {kind} of {player} on {0} lies: no action of this turn is left of its one"
        better = [f"{name} ({n})" for name, n in ACTIONS[kind].items()]
        offer = Remedy(f"know-how gives more: {', '.join(better)}", "R1.4")
    clause = _clause_of_actions(position, seat, kind)
    yield Finding(clause, "used_up", (position.map.name(group.at),), numbers, wording, offer)


def _clause_of_actions(position: RondelPosition, seat: int, kind: str) -> str:
    """R1.3 for units that know-how gives more than one action, R1.2 for others."""
    return "R1.3" if position.actions_of(seat, kind) > 1 else "R1.2"


@bars("R2.2")
def border_lets_through(position: RondelPosition, kind: str, origin: int, to: int) -> Iterator[Finding]:
    """R2.2: the two provinces have a border, and it lets units of the kind through."""
    border = position.map.kind(origin, to)
    if border is not None and kind in BORDERS[border]:
        return
    names = (position.map.name(origin), position.map.name(to))
    if border is None:
        wording = "{0} and {1} have no border" if origin != to else "a movement leads into a neighbouring province"
        yield Finding("R2.2", "no_border", names, {}, wording)
    else:
        others = BORDERS[border][0]
        numbers = {"border": border, "others": "legions" if others == "legion" else "galleys", "kind": kind}
        wording = "the border of {0} and {1} is {border}: it lets only {others} through, not a {kind}"
        yield Finding("R2.2", "border", names, numbers, wording)


@bars("R2.2")
def chain_of_borders(position: RondelPosition, kind: str, there: int) -> Iterator[Finding]:
    """R2.2, of a province that no chain of borders leads to."""
    numbers = {"kind": kind, "others": "blue" if kind == "legion" else "red"}
    wording = "no chain of borders that let a {kind} through leads to {0}"
    yield Finding("R2.2", "no_way", (position.map.name(there),), numbers, wording)


@bars("R1.2", "R1.3")
def as_many_borders_as_actions(
    position: RondelPosition, group: Group, there: int, crossed: int, budget: int
) -> Iterator[Finding]:
    """R1.2, R1.3: the way to a province crosses no more borders than the unit has actions."""
    if crossed > budget:
        words = {"way": counted(crossed, "border"), "left": counted(budget, "action")}
        numbers = {"cost": crossed, "budget": budget, "kind": group.kind, **words}
        wording = "the way to {0} crosses {way}, and the {kind} has {left}"
        clause = _clause_of_actions(position, group.owner, group.kind)
        yield Finding(clause, "too_far", (position.map.name(there),), numbers, wording)


@bars("R2.4")
def laid_once(action: Lay, position: RondelPosition, seat: int) -> Iterator[Finding]:
    """R1.5, R2.4: the unit that is laid down is there, and it stands upright."""
    at = position.map.index(action.at)
    group = chosen(position, seat, action.kind, at, action.left)
    if group is None:
        yield from able_to_act(position, seat, action.kind, at, action.left)
    elif group.left == 0:
        numbers = {"player": position.players[seat], "kind": action.kind}
        yield Finding("R2.4", "lies", (action.at,), numbers, "every {kind} of {player} on {0} lies already")
