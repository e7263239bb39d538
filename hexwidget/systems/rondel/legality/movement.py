"""Units that move or are laid down: own units with actions left, and borders that let them through."""

from __future__ import annotations

from collections.abc import Iterator

from hexwidget.english import counted, listing
from hexwidget.rules import Finding, Remedy, bars
from hexwidget.systems.rondel.actions import Lay, Move
from hexwidget.systems.rondel.atlas import BORDERS, crossings
from hexwidget.systems.rondel.legality.remedies import Kin, Offer, here, nearest
from hexwidget.systems.rondel.position import ACTIONS, Group, RondelPosition

LAID = Kin("another unit can be laid down: {action}", "R2.4", here)
FROM_THERE = Kin(
    "another unit can go there: {action}", "R2.2", lambda asked, it: (it.origin, it.to) == (asked.origin, asked.to)
)
FROM_ELSEWHERE = Kin(
    "a unit from elsewhere can go there: {action}", "R2.2", lambda asked, it: it.to == asked.to != asked.origin
)


def group_of(position: RondelPosition, seat: int, kind: str, at: int, left: int | None) -> Group | None:
    """The units of a kind that an action means: those with as many actions left, by default those with the most."""
    groups = position.groups(at, seat, kind)
    return groups[-1] if groups and left is None else next((g for g in groups if g.left == left), None)


def one_action_a_unit(action: Move | Lay, position: RondelPosition, seat: int) -> Iterator[Finding]:
    """R1.5, R1.2, R1.3, R2.2, R2.4: an own unit is there. It has an action left and crosses a border that lets it through, or it
    stands upright and is laid down."""
    yield from own_units_only(position, action, seat)
    owner, at = _owner(position, action, seat), position.map.index(_place(action))
    # Units of another nation are judged as if they were own ones.
    group = None if owner is None else group_of(position, owner, action.kind, at, action.left)
    if group is None:
        yield from such_a_unit(position, action, owner)
    elif isinstance(action, Move):
        yield from actions_not_used_up(position, action, group, seat)
    else:
        yield from upright_until_now(position, action, group)
    if isinstance(action, Move):
        yield from border_lets_through(position, action)


def _place(action: Move | Lay) -> str:
    return action.origin if isinstance(action, Move) else action.at


def _owners(position: RondelPosition, action: Move | Lay, seat: int) -> list[int]:
    """The nations with units of the kind in the province, in turn order from the acting one on."""
    at = position.map.index(_place(action))
    return [s for s in (seat, *position.strangers(at, seat)) if position.groups(at, s, action.kind)]


def _owner(position: RondelPosition, action: Move | Lay, seat: int) -> int | None:
    """The nation whose unit an action means: the acting one. If it has none, the next one with such a unit, or with any."""
    owners, at = _owners(position, action, seat), position.map.index(_place(action))
    fitting = [s for s in owners if group_of(position, s, action.kind, at, action.left) is not None]
    return next(iter([s for s in owners if s == seat] or fitting or owners), None)


@bars("R1.5")
def own_units_only(position: RondelPosition, action: Move | Lay, seat: int) -> Iterator[Finding]:
    """R1.5: the nation has a unit of the kind in the province."""
    owners, place = _owners(position, action, seat), _place(action)
    if seat in owners:
        return
    numbers: dict[str, object] = {"player": position.players[seat], "kind": action.kind}
    offer = _another(position, action)
    if not owners:
        yield Finding("R1.5", "no_unit", (place,), numbers, "{player:has} no {kind} in {0}", offer)
        return
    size = sum(position.count(position.map.index(place), owner, action.kind) for owner in owners)
    words = f"{action.kind} there belongs" if size == 1 else f"{size} {action.kind}s there belong"
    numbers |= {"owners": listing([position.players[owner] for owner in owners]), "words": words}
    wording = "{player:has} no {kind} in {0}: the {words} to {owners}"
    yield Finding("R1.5", "others_unit", (place,), numbers, wording, offer)


@bars("R1.2", "R1.3")
def such_a_unit(position: RondelPosition, action: Move | Lay, owner: int | None) -> Iterator[Finding]:
    """R1.2, R1.3: one of the units of the kind has as many actions left as the action says."""
    place, left = _place(action), action.left
    if owner is not None and left is not None:
        found = sorted({g.left for g in position.groups(position.map.index(place), owner, action.kind)})
        numbers = {"player": position.players[owner], "kind": action.kind, "left": left}
        numbers |= {"found": listing(list(map(str, found)), "or")}
        wording = "no {kind} of {player} in {0} has {left:action} left; those there have {found}"
        clause = _clause_of_actions(position, owner, action.kind)
        yield Finding(clause, "no_such_unit", (place,), numbers, wording, _another(position, action))


@bars("R1.2", "R1.3")
def actions_not_used_up(position: RondelPosition, action: Move, group: Group, seat: int) -> Iterator[Finding]:
    """R1.2, R1.3: the unit that is meant has an action left."""
    if group.left:
        return
    kind, most = group.kind, position.actions_of(group.owner, group.kind)
    others, numbers = _others(position, group)
    gone = "its one action of this turn is" if most == 1 else "its {most} actions of this turn are"
    wording = f"{{units}} of {{player}} in {{0}} lies{others}: {gone} used up"
    better = [f"{name} ({n})" for name, n in ACTIONS[kind].items() if n > most]
    more = Remedy(f"know-how gives more: {', '.join(better)}", "R1.4") if better and group.owner == seat else None
    offer = _another(position, action, more)
    numbers |= {"most": most}
    yield Finding(_clause_of_actions(position, group.owner, kind), "used_up", (action.origin,), numbers, wording, offer)


def _others(position: RondelPosition, group: Group) -> tuple[str, dict[str, object]]:
    """The words for units of the kind that stand where others lie, and the numbers of a sentence about those that lie."""
    upright = position.upright(group.at, group.owner, group.kind)
    units = f"the {group.kind}" if group.size == 1 and not upright else f"every {group.kind}"
    numbers: dict[str, object] = {"player": position.players[group.owner], "units": units}
    if not upright:
        return "", numbers
    numbers |= {"units": f"the named {group.kind}", "words": counted(upright, "other")}
    return f" ({{words}} there {'stand' if upright > 1 else 'stands'})", numbers


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
    offer = _another_way(position, action)
    if border is None:
        same = action.origin == action.to
        wording = "a movement leads out of {0}, into a neighbouring province" if same else "{0} and {1} have no border"
        yield Finding("R2.2", "no_border", names, {}, wording, offer)
    else:
        others = BORDERS[border][0]
        numbers = {"border": border, "others": f"{others}s"}
        wording = "the border of {0} and {1} is {border}: only {others} may cross it"
        yield Finding("R2.2", "border", names, numbers, wording, offer)


@bars("R2.2")
def chain_of_borders(position: RondelPosition, kind: str, there: int) -> Iterator[Finding]:
    """R2.2: a chain of borders that let the unit through leads to a province. For a province to which none does."""
    numbers = {"kind": kind}
    wording = "no chain of borders that let a {kind} through leads to {0}"
    yield Finding("R2.2", "no_way", (position.map.name(there),), numbers, wording)


@bars("R1.2", "R1.3")
def as_many_borders_as_actions(
    position: RondelPosition, group: Group, there: int, crossed: int, budget: int
) -> Iterator[Finding]:
    """R1.2, R1.3: the way to a province crosses no more borders than the unit has actions."""
    if crossed > budget:
        numbers = {"cost": crossed, "budget": budget, "kind": group.kind}
        wording = "the way to {0} crosses {cost:border}, and the {kind} has {budget:action}"
        clause = _clause_of_actions(position, group.owner, group.kind)
        yield Finding(clause, "too_far", (position.map.name(there),), numbers, wording)


@bars("R2.4")
def upright_until_now(position: RondelPosition, action: Lay, group: Group) -> Iterator[Finding]:
    """R2.4: the unit that is meant does not lie yet."""
    if group.left == 0:
        others, numbers = _others(position, group)
        wording = f"{{units}} of {{player}} in {{0}} lies already{others}"
        yield Finding("R2.4", "lies", (action.at,), numbers, wording, _another(position, action))


# ---------------------------------------------------------------------- ways out
def _another(position: RondelPosition, asked: Move | Lay, otherwise: Remedy | None = None) -> Offer:
    """Another unit goes to the same province, or is laid down.

    :param otherwise: the remedy if there is no such unit
    """
    kins = (LAID,) if isinstance(asked, Lay) else (FROM_THERE, FROM_ELSEWHERE)
    return nearest(position, asked, *kins, otherwise=otherwise)


def _another_way(position: RondelPosition, asked: Move) -> Offer:
    """Another unit goes there, or the unit takes a way for which it has enough actions."""
    borders = crossings(position.map, asked.kind, position.map.index(asked.to))

    def way(_: Move, step: Move) -> bool:
        n = borders.get(position.map.index(step.to))
        mine = (step.kind, step.origin) == (asked.kind, asked.origin) and asked.left in (None, step.left)
        return n is not None and mine and n < (step.left or 0)

    round_about = Kin("there is another way, and the unit has enough actions for it: {action}", "R2.2", way)
    return nearest(position, asked, FROM_THERE, round_about, FROM_ELSEWHERE)
