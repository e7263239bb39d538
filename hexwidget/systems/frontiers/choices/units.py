"""Units that are committed, or called back (F4.1, F4.2)."""

from __future__ import annotations

from collections.abc import Iterator

from hexwidget.rules import Choice, Choices, Draft, Prompt, fitting, reasons
from hexwidget.scene import Arrow
from hexwidget.systems.frontiers.actions import GRAMMAR, Commit
from hexwidget.systems.frontiers.choices.desk import CardDesk
from hexwidget.systems.frontiers.position import Unit
from hexwidget.systems.frontiers.words import commit_in_words


def placed(draft: Draft) -> Draft:
    """The part of a draft that commits units and calls them back."""
    return Draft({slot: value for slot, value in draft.items() if slot.startswith(("to/", "retreat/"))})


def alone(player: str, unit: Unit) -> Commit:
    """The action that commits one unit, or calls it back if it occupies a frontier."""
    return Commit(player, (), (unit.id,)) if unit.occupying else Commit(player, ((unit.id, 1),))


def own_units(desk: CardDesk) -> Iterator[Choice]:
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
        label = f"Call {position.named(unit)} back" if unit.occupying else f"Commit {position.named(unit)}"
        findings = desk.check(alone(desk.player, unit)).findings
        yield Choice("unit", unit.id, label, "piece", "F4.1", then, unit.id, chosen or goes, findings)


def commit(desk: CardDesk, options: list[Choice]) -> Choices:
    """The choices while units are committed.

    :param options: the units, and the choices that lead elsewhere
    """
    position, draft = desk.position, desk.draft
    rest = draft.clear("unit")
    found = GRAMMAR.from_draft(position, placed(rest), desk.player)
    action = found if isinstance(found, Commit) else Commit(desk.player, ())
    arrows = _arrows(desk, action)
    if "unit" not in draft:
        said = commit_in_words(position, action)
        prompt = Prompt("Confirm, or choose more units", before=(said,), deed=fitting(said, "confirm"))
        return desk.made(prompt, options, action, arrows=arrows)
    unit = position.by_id.get(str(draft["unit"]))
    verdict = desk.check(Commit(desk.player, ((str(draft["unit"]), 1),)))
    if unit is None or verdict.findings:
        return desk.open(reasons(verdict.findings), options, verdict=verdict)
    for frontier in position.frontiers:
        then = rest.set(f"to/{unit.id}", frontier)
        label = f"{position.named(unit)} to frontier {frontier}"
        space = position.zone(desk.seat, frontier)
        options.insert(0, Choice(f"to/{unit.id}", frontier, label, "space", "F4.1", then, space))
    so_far = () if found is None else (f"So far: {commit_in_words(position, action)}",)
    prompt = Prompt("to which frontier?", about=position.named(unit), after=so_far, deed="Choose a frontier")
    return desk.open(prompt, options, arrows=arrows, back=rest)


def _arrows(desk: CardDesk, action: Commit) -> Iterator[Arrow]:
    position = desk.position
    for name, frontier in (*action.moves, *((unit, 0) for unit in action.retreats)):
        unit = position.by_id.get(name)
        if unit is not None:
            where = f"to frontier {frontier}" if frontier else "back to the heartland"
            yield Arrow((name, position.zone(desk.seat, frontier)), f"{position.named(unit)} {where}", "path")
