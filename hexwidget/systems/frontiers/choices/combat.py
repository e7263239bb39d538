"""Units at the frontiers: those that are committed or called back (F4.1, F4.2), damage, and positions that are taken afterwards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from hexwidget.english import agree, listing
from hexwidget.rules import Choice, Choices, Draft, Prompt, fitting, reasons
from hexwidget.scene import Arrow
from hexwidget.systems.frontiers.actions import GRAMMAR, Assign, Commit, Occupy
from hexwidget.systems.frontiers.choices.cards import CardDesk
from hexwidget.systems.frontiers.combat import full_damage, still_to_assign
from hexwidget.systems.frontiers.phrases import NOBODY
from hexwidget.systems.frontiers.position import FrontiersPosition, Unit
from hexwidget.systems.frontiers.words import commit_in_words, in_words


def placement(draft: Draft) -> Draft:
    """The part of a draft that commits units and calls them back."""
    return Draft({slot: value for slot, value in draft.items() if slot.startswith(("to/", "retreat/"))})


def alone(player: str, unit: Unit) -> Commit:
    """The action that commits one unit, or calls it back if it occupies a frontier."""
    return Commit(player, (), (unit.id,)) if unit.occupying else Commit(player, ((unit.id, 1),))


def own_units(desk: CardDesk) -> Iterator[Choice]:
    """F4.1, F4.2: the units that may be committed or retreat; others with the findings against them."""
    position, kept = desk.position, placement(desk.draft)
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
    found = GRAMMAR.from_draft(position, placement(rest), desk.player)
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


def damage(desk: CardDesk) -> Choices:
    """F5.1: damage in one frontier after the other, sealed until both players have assigned all of theirs."""
    position, draft, seat, player = desk.position, desk.draft, desk.seat, desk.player
    mine = position.fights[seat]
    if not mine:
        return desk.closed(f"{agree(player, 'has')} no damage to assign.")
    left = still_to_assign(position, seat)
    options = []
    for n in mine:
        label, chosen = f"Frontier {n}{'' if n in left else ', sealed'}", draft.get("assign") == n
        options.append(Choice("assign", n, label, "button", "F5.1", Draft(assign=n), None, chosen))
    if "assign" not in draft and not left:
        change = (f"You may change it until {agree(position.players[1 - seat], 'has')} sealed",)
        prompt = Prompt("your damage is sealed", player=player, after=change, deed="Choose a frontier")
        return desk.open(prompt, options, draft=Draft())
    frontier = int(draft.get("assign", left[0] if left else mine[0]))
    if frontier not in mine:
        return desk.made("", options, Assign(player, frontier, ()))
    enemies = position.at(frontier, 1 - seat)
    given = {unit.id: int(draft.get(f"hit/{unit.id}", 0)) for unit in enemies}
    if not any(slot.startswith("hit/") for slot in draft):
        given = full_damage(position, seat, frontier, {})
    have = position.damage_in(frontier, seat)
    spare = have - sum(given.values())
    base = Draft({"assign": frontier} | {f"hit/{unit}": n for unit, n in given.items()})
    options += _hits(position, enemies, given, base, spare)
    action = Assign(player, frontier, tuple(sorted(given.items())))
    verdict, at = desk.check(action), f"{player}, frontier {frontier}"
    if verdict.findings:
        return desk.open(replace(reasons(verdict.findings), about=at), options, draft=base, verdict=verdict)
    killed = [position.called(unit) for unit in enemies if given[unit.id] >= position.health(unit)]
    does = (f"{have} damage, {spare or 'none'} left over; it kills {listing(killed) or 'nobody'}",)
    prompt = Prompt("Confirm to seal", about=at, before=does, deed="Seal the damage")
    return replace(desk.open(prompt, options, draft=base, verdict=verdict), action=action)


def _hits(
    position: FrontiersPosition, enemies: list[Unit], given: dict[str, int], base: Draft, spare: int
) -> Iterator[Choice]:
    """The damage to each enemy unit, with one less and one more."""
    for unit in enemies:
        slot, n = f"hit/{unit.id}", given[unit.id]
        fewer = base.set(slot, n - 1) if n else None
        more = base.set(slot, n + 1) if spare > 0 else None
        label = f"{position.named(unit)}, {position.health(unit)} health left"
        yield Choice(slot, n, label, "number", "F5.1", base, unit.id, False, (), None, fewer, more)


def positions(desk: CardDesk) -> Choices:
    """F6.1, F6.2: the winner of a combat takes the occupying position, or returns."""
    position, draft, player = desk.position, desk.draft, desk.player
    winner, frontier = position.wins[0]
    if winner != desk.seat:
        return desk.closed(f"{agree(position.players[winner], 'takes')} positions after combat.")
    frontier = int(draft.get("win", frontier))
    base = Draft(win=frontier)
    mine = [n for seat, n in position.wins if seat == desk.seat]
    options = []
    for n in mine if len(mine) > 1 else ():
        options.append(Choice("win", n, f"Frontier {n}", "button", "F6.1", Draft(win=n), None, n == frontier))
    for unit in position.at(frontier, desk.seat):
        label = f"{'Keep' if unit.occupying else 'Occupy'} frontier {frontier} with {position.named(unit)}"
        options.append(desk.option("holder", unit.id, label, "F6.2", base, kind="space", space=unit.id))
    options.append(desk.option("holder", NOBODY, "All units return", "F6.1", base, shortcut="r"))
    if "holder" not in draft:
        won, others = f"{agree(player, 'has')} won frontier {frontier}", ("All others return",)
        prompt = Prompt("choose the unit that occupies it", about=won, after=others, deed="Choose the unit")
        return desk.open(prompt, options, draft=draft if "win" in draft else Draft())
    holder = None if draft["holder"] == NOBODY else str(draft["holder"])
    action = Occupy(player, frontier, holder)
    deed = "All units return" if holder is None else f"Occupy frontier {frontier}"
    prompt = Prompt(f"{in_words(position, action)}; all other units return", confirm=True, deed=deed)
    return desk.made(prompt, options, action, back=base)
