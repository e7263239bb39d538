"""Units that move or are laid down: own units with actions left, and borders that let them through."""

from __future__ import annotations

from collections.abc import Iterator

from hexwidget.rules import Finding, Remedy, bars
from hexwidget.systems.rondel.actions import Lay, Move
from hexwidget.systems.rondel.atlas import BORDERS
from hexwidget.systems.rondel.legality.other_units import another_unit, another_way
from hexwidget.systems.rondel.position import ACTIONS, Group, RondelPosition
from hexwidget.systems.rondel.words import counted


def chosen(position: RondelPosition, seat: int, kind: str, at: int, left: int | None) -> Group | None:
    """The units of a kind that an action means: those with as many actions left, by default those with the most."""
    groups = position.groups(at, seat, kind)
    return groups[-1] if groups and left is None else next((g for g in groups if g.left == left), None)


def one_action_a_unit(action: Move, position: RondelPosition, seat: int) -> Iterator[Finding]:
    """R1.5, R1.2, R1.3, R2.2: an own unit with an action left crosses a border that lets it through."""
    group = _meant(position, action, seat)
    if group is None:
        yield from such_a_unit(position, action, seat)
    else:
        yield from actions_not_used_up(position, action, group)
    yield from border_lets_through(position, action)


def laid_once(action: Lay, position: RondelPosition, seat: int) -> Iterator[Finding]:
    """R1.5, R1.2, R1.3, R2.4: the unit that is laid down is there, and it stands upright."""
    group = _meant(position, action, seat)
    if group is None:
        yield from such_a_unit(position, action, seat)
    else:
        yield from upright_until_now(position, action, group)


def _place(action: Move | Lay) -> str:
    return action.origin if isinstance(action, Move) else action.at


def _meant(position: RondelPosition, action: Move | Lay, seat: int) -> Group | None:
    return chosen(position, seat, action.kind, position.map.index(_place(action)), action.left)


@bars("R1.5")
def own_units_only(position: RondelPosition, action: Move | Lay, seat: int) -> Iterator[Finding]:
    """R1.5: the nation has a unit of the kind in the province."""
    place = _place(action)
    if not position.groups(position.map.index(place), seat, action.kind):
        numbers = {"player": position.players[seat], "kind": action.kind}
        offer = another_unit(position, action)
        yield Finding("R1.5", "no_unit", (place,), numbers, "{player} has no {kind} on {0}", offer)


@bars("R1.2", "R1.3")
def such_a_unit(position: RondelPosition, action: Move | Lay, seat: int) -> Iterator[Finding]:
    """R1.5, R1.2, R1.3: the nation has a unit of the kind there, and one of them has as many actions left as the action says."""
    yield from own_units_only(position, action, seat)
    place, left = _place(action), action.left
    groups = position.groups(position.map.index(place), seat, action.kind)
    if groups and left is not None and left not in [g.left for g in groups]:
        numbers = {
            "player": position.players[seat],
            "kind": action.kind,
            "left": left,
            "words": counted(left, "action"),
            "found": " or ".join(map(str, sorted({g.left for g in groups}))),
        }
        wording = "no {kind} of {player} on {0} has {words} left: those there have {found}"
        clause = _clause_of_actions(position, seat, action.kind)
        yield Finding(clause, "no_such_unit", (place,), numbers, wording, another_unit(position, action))


@bars("R1.2", "R1.3")
def actions_not_used_up(position: RondelPosition, action: Move, group: Group) -> Iterator[Finding]:
    """R1.2, R1.3: the unit that is meant has an action left."""
    if group.left:
        return
    seat, kind = group.owner, group.kind
    most = position.actions_of(seat, kind)
    wording, numbers = _lies(position, group)
    wording += ": no action of this turn is left of its {most}"
    better = [f"{name} ({n})" for name, n in ACTIONS[kind].items() if n > most]
    more = Remedy(f"know-how gives more: {', '.join(better)}", "R1.4") if better else None
    offer = another_unit(position, action, more)
    numbers["most"] = "one" if most == 1 else most
    yield Finding(_clause_of_actions(position, seat, kind), "used_up", (action.origin,), numbers, wording, offer)


def _lies(position: RondelPosition, group: Group) -> tuple[str, dict[str, object]]:
    """The wording that units lie, with its numbers: all of the kind in the province, or some of them."""
    upright = position.upright(group.at, group.owner, group.kind)
    numbers: dict[str, object] = {"player": position.players[group.owner], "kind": group.kind}
    if not upright:
        return "every {kind} of {player} on {0} lies", numbers
    numbers["words"] = counted(upright, "other")
    return f"the {{kind}} of {{player}} on {{0}} that is meant lies ({{words}} there {'stand' if upright > 1 else 'stands'})", numbers  # fmt: skip


def _clause_of_actions(position: RondelPosition, seat: int, kind: str) -> str:
    """R1.3 for units that know-how gives more than one action, R1.2 for others."""
    return "R1.3" if position.actions_of(seat, kind) > 1 else "R1.2"


@bars("R2.2")
def border_lets_through(position: RondelPosition, action: Move) -> Iterator[Finding]:
    """R2.2: the two provinces have a border, and it lets units of the kind through."""
    names, kind = (action.origin, action.to), action.kind
    border = position.map.kind(*map(position.map.index, names))
    if border is not None and kind in BORDERS[border]:
        return
    offer = another_way(position, action)
    if border is None:
        same = action.origin == action.to
        wording = "a movement leads into a neighbouring province" if same else "{0} and {1} have no border"
        yield Finding("R2.2", "no_border", names, {}, wording, offer)
    else:
        others = BORDERS[border][0]
        numbers = {"border": border, "others": "legions" if others == "legion" else "galleys", "kind": kind}
        wording = "the border of {0} and {1} is {border}: it lets only {others} through, not a {kind}"
        yield Finding("R2.2", "border", names, numbers, wording, offer)


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
def upright_until_now(position: RondelPosition, action: Lay, group: Group) -> Iterator[Finding]:
    """R2.4: the unit that is meant does not lie yet."""
    if group.left == 0:
        wording, numbers = _lies(position, group)
        wording = wording.replace(" lies", " lies already")
        yield Finding("R2.4", "lies", (action.at,), numbers, wording, another_unit(position, action))
