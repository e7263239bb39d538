"""Units that are committed, or called back (F4.1, F4.2)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from hexwidget.rules import Choice, Choices, Draft
from hexwidget.scene import Arrow
from hexwidget.systems.frontiers.actions import Commit
from hexwidget.systems.frontiers.choices.desk import Desk
from hexwidget.systems.frontiers.choices.drafts import commit_of


def placed(draft: Draft) -> Draft:
    """The part of a draft that commits units and calls them back."""
    return Draft({slot: value for slot, value in draft.items() if slot.startswith(("to/", "retreat/"))})


def own_units(desk: Desk) -> Iterator[Choice]:
    """F4.1, F4.2: the units that may be committed or retreat; others with the findings against them."""
    position, kept = desk.position, placed(desk.draft)
    if position.phase != "strategy":
        return
    for unit in position.units:
        if unit.owner != desk.seat:
            continue
        chosen = desk.draft.get("unit") == unit.id
        goes = f"to/{unit.id}" in kept or f"retreat/{unit.id}" in kept
        then = kept if chosen else kept.set("unit", unit.id)
        if unit.occupying:  # There is only one way to go.
            then = kept.clear(f"retreat/{unit.id}") if goes else kept.set(f"retreat/{unit.id}", True)
        elif goes:
            then = kept.clear(f"to/{unit.id}").clear(f"retreat/{unit.id}").set("unit", unit.id)
        alone = Commit(desk.player, (), (unit.id,)) if unit.occupying else Commit(desk.player, ((unit.id, 1),))
        label = f"{'Retreat' if unit.occupying else 'Commit'} {unit.id}"
        findings = desk.check(alone).findings
        yield Choice("unit", unit.id, label, "piece", "F4.1", then, unit.id, chosen or goes, findings)


def commit(desk: Desk, options: list[Choice]) -> Choices:
    """The choices while units are committed.

    :param options: the units, and the choices that lead elsewhere
    """
    position, draft = desk.position, desk.draft
    rest = draft.clear("unit")
    action = commit_of(rest, desk.player)
    arrows = _arrows(desk, action)
    if "unit" in draft:
        unit = position.by_id.get(str(draft["unit"]))
        alone = Commit(desk.player, ((str(draft["unit"]), 1),))
        if unit is None or unit.owner != desk.seat or desk.check(alone).findings:
            return desk.made("", options, alone)
        for frontier in position.frontiers:
            then = rest.set(f"to/{unit.id}", frontier)
            label = f"{unit.id} to frontier {frontier}"
            space = position.zone(desk.seat, frontier)
            options.insert(0, Choice(f"to/{unit.id}", frontier, label, "space", "F4.1", then, space))
        more = f" So far: {action}." if action.moves or action.retreats else ""
        prompt = f"{position.card(unit).title} ({unit.id}): to which frontier?{more}"
        return Choices(desk.player, draft, prompt, tuple(options), arrows=arrows, back=rest)
    made = desk.made(f"{str(action)[0].upper()}{str(action)[1:]}. Confirm, or choose more units.", options, action)
    return made if made.action is None else replace(made, arrows=arrows)


def _arrows(desk: Desk, action: Commit) -> tuple[Arrow, ...]:
    position = desk.position
    moves = [*action.moves, *((unit, 0) for unit in action.retreats)]
    there = [(unit, position.zone(desk.seat, frontier)) for unit, frontier in moves if unit in position.by_id]
    return tuple(Arrow((unit, zone), f"{unit} to {zone}", "path") for unit, zone in there)
