"""Entries of a description that do not go together: such a position cannot come about, although it breaks no clause."""

from __future__ import annotations

from hexwidget.problems import Problems, place, shown
from hexwidget.systems.frontiers.cards import DECKS
from hexwidget.systems.frontiers.combat import splits, still_to_assign
from hexwidget.systems.frontiers.outcome import outcome
from hexwidget.systems.frontiers.position import FrontiersPosition
from hexwidget.systems.frontiers.targets import triggers_of


def note_what_does_not_fit(position: FrontiersPosition, problems: Problems) -> None:
    """Note the entries that do not go together."""
    _note_other_phase(position, problems)
    if outcome(position) is not None:
        return
    _note_nothing_to_decide(position, problems)
    for seat in (0, 1):
        _note_impossible_damage(position, seat, problems)
        if position.spent[seat] > len(position.settlements[seat]):
            problems.add(place("spent", position.players[seat]), "more settlements have paid than there are")
    for n, (winner, frontier) in enumerate(position.wins):
        if not position.at(frontier, winner) or position.at(frontier, 1 - winner):
            problems.add(place("wins", n), "this player has not won the combat there")
    _note_missing_triggers(position, problems)
    for deck in DECKS:
        for seat in (0, 1):
            if sum(1 for each in position.draws if each == (seat, deck)) > len(position.deck(seat, deck)):
                problems.add("draws", f"{position.players[seat]}'s {deck} deck does not hold as many cards")


def _note_other_phase(position: FrontiersPosition, problems: Problems) -> None:
    """Note the entries that belong to another phase."""
    phase = position.phase
    for key, where in (("sealed", "damage"), ("wins", "after"), ("triggers", "triggers"), ("chosen", "draw")):
        value = getattr(position, key)
        there = any(value) if key in ("sealed", "chosen") else bool(value)
        if there and phase != where:
            problems.add(key, f"there is nothing of the kind in the {phase} phase")
    if position.passed and phase not in ("strategy", "battle"):
        problems.add("passed", f"nobody passes in the {phase} phase")


def _note_nothing_to_decide(position: FrontiersPosition, problems: Problems) -> None:
    """Note a phase that would be over at once."""
    phase = position.phase
    if phase == "damage" and not any(still_to_assign(position, seat) for seat in (0, 1)):
        problems.add("phase", "nobody has damage to assign")
    if phase == "after" and not position.wins:
        problems.add("wins", "nobody has positions to take")
    if phase == "triggers" and not position.triggers and not position.draws:
        problems.add("triggers", "there is no trigger to be resolved")
    if phase == "draw" and all(position.chosen):
        problems.add("chosen", "both players have chosen, so the cards would be drawn already")


def _note_impossible_damage(position: FrontiersPosition, seat: int, problems: Problems) -> None:
    """F5.5: note sealed damage that cannot be assigned so."""
    for frontier, damage in position.sealed[seat]:
        where = place("sealed", position.players[seat], frontier)
        if frontier not in position.fights[seat]:
            problems.add(where, "there is nothing to assign in this frontier")
            continue
        enemies = [unit.id for unit in position.at(frontier, 1 - seat)]
        ways = splits(position, seat, frontier)
        split = tuple(n for _, n in damage)
        if [unit for unit, _ in damage] != enemies or not ways.may_be(split) or ways.canonical(split) != split:
            problems.add(where, f"expected damage for each of {', '.join(enemies)} as it may be assigned (F5.5)")


def _note_missing_triggers(position: FrontiersPosition, problems: Problems) -> None:
    """F2.5: note triggers of cards that do not lie on the mat."""
    for n, trigger in enumerate(position.triggers):
        if trigger not in triggers_of(position, trigger.seat):
            problems.add(place("triggers", n), f"there is no trigger of {shown(trigger.source)} on the mat")
