"""The truth of the sentences of `frontiers`, compared with the position.

For each clause and code a function says if the sentence of a finding is true: the fact holds on the position, and the words
name it with its numbers. Everything is computed naively, from `tests.frontiers.reference` and the position alone.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hexwidget.english import agree, possessive
from hexwidget.rules import Finding
from hexwidget.systems.frontiers.position import FrontiersPosition
from tests.frontiers.reference import damage_there, occupies, something_to_assign, unit_named, units_in
from tests.frontiers.sentences_of_cards import (
    all_told,
    lacks_target,
    no_aim,
    no_such_trigger,
    no_unit,
    no_way,
    not_in_hand,
    not_occupied,
    not_ready,
    occupies_none,
    once_a_round,
    seat,
    settled,
    there_already,
    told,
    too_few,
    too_few_purses,
    which_frontier,
    wrong_price,
    wrong_target,
)

Truth = Callable[[FrontiersPosition, Any, Finding], bool]
NOW = {
    "strategy": "it is the strategy phase",
    "battle": "it is the battle phase",
    "damage": "it is combat, and damage is assigned",
    "after": "it is after combat, and positions are taken",
    "triggers": "it is replenishment, and triggers are resolved",
    "draw": "it is replenishment, and draws are chosen",
}
"""The words for the phase of a position."""
IN_BATTLE = ("tactic", "maneuver")


# ---------------------------------------------------------------------- the moment
def over(position: FrontiersPosition, action: Any, finding: Finding) -> bool:
    """F1.3: the sentence names the players without life, and the life that one has."""
    lost = [name for name, life in zip(position.players, position.life, strict=True) if life <= 0]
    if len(lost) == 2:
        return finding.text == "the game is over: both players are at 0 life or less: a draw"
    life = position.life[position.players.index(lost[0])]
    return finding.text == f"the game is over: {agree(lost[0], 'is')} at {life} life"


def won_by_settling(position: FrontiersPosition, action: Any, finding: Finding) -> bool:
    """F7.2: the sentence names the player with a settlement on every frontier; the first one of two."""
    every = set(range(1, position.settings["frontiers"] + 1))
    full = [
        n for n, own in zip(position.players, position.settlements, strict=True) if {s.frontier for s in own} == every
    ]
    return bool(full) and finding.text == f"the game is over: {agree(full[0], 'has')} a settlement on every frontier"


def first_the_draws(position: FrontiersPosition, action: Any, finding: Finding) -> bool:
    return bool(position.draws)


def phase_of_others(*phases: str) -> Truth:
    """The phase is one of some, and the sentence names it."""
    return lambda position, action, finding: (
        position.phase in phases and finding.text == f"not now: {NOW[position.phase]}"
    )


def phase_of_its_own(phase: str, words: str) -> Truth:
    """The phase is another one, and the sentence names it."""
    return lambda position, action, finding: (
        position.phase != phase and finding.text == f"{words}; now {NOW[position.phase]}"
    )


def phase_of_the_deed(position: FrontiersPosition, action: Any, finding: Finding) -> bool:
    """F2.2, F2.3, F3.4: the sentence names the phase of the card, or of committing, and the present one."""
    if not hasattr(action, "card"):
        return position.phase != "strategy" and finding.text == (
            f"units are committed in the strategy phase; now {NOW[position.phase]}"
        )
    kind = position.cards[action.card].type
    phase = "battle" if kind in IN_BATTLE else "strategy"
    words = f"a {kind} is played in the {phase} phase; now {NOW[position.phase]}"
    return position.phase != phase and finding.text == words


def others_turn(position: FrontiersPosition, action: Any, finding: Finding) -> bool:
    acting = position.players[position.acting]
    return (
        acting != action.player
        and finding.text == f"it is {possessive(acting)} turn to act, not {possessive(action.player)}"
    )


def none_left(position: FrontiersPosition, action: Any, finding: Finding) -> bool:
    return position.phase == "triggers" and not position.triggers


def others_triggers(position: FrontiersPosition, action: Any, finding: Finding) -> bool:
    """F2.7: the player who is named has triggers to resolve, and comes before the player of the action."""
    waiting = [each.seat for each in position.triggers]
    first = position.initiative if position.initiative in waiting else 1 - position.initiative
    name = position.players[first]
    return first in waiting and name != action.player and finding.text == f"first {agree(name, 'resolves')} triggers"


def others_positions(position: FrontiersPosition, action: Any, finding: Finding) -> bool:
    """F6.1: the player who is named has positions to take."""
    names = [position.players[winner] for winner, _ in position.wins]
    return names[0] != action.player and finding.text == f"first {agree(names[0], 'takes')} positions"


# ---------------------------------------------------------------------- units
def committed_before(position: FrontiersPosition, action: Any, finding: Finding) -> bool:
    done = "commit" in position.done[seat(position, action)]
    return done and finding.text == f"{agree(action.player, 'has')} committed units in this round already"


def nobody_goes(position: FrontiersPosition, action: Any, finding: Finding) -> bool:
    return not action.moves and not action.retreats


def not_own(position: FrontiersPosition, action: Any, finding: Finding) -> bool:
    """F4.1, F4.2: the player has no unit of the name that is told."""
    named = [unit for unit, _ in action.moves] if finding.clause == "F4.1" else list(action.retreats)
    own = [unit.id for unit in position.units if unit.owner == seat(position, action)]
    return finding.text in [
        f"{agree(action.player, 'has')} no unit {unit}"
        if unit_named(position, unit) is None
        else f"{action.player} cannot order {told(position, unit)}"
        for unit in named
        if unit not in own
    ]


def not_at_home(position: FrontiersPosition, action: Any, finding: Finding) -> bool:
    away = [unit for unit in position.units if unit.frontier and unit.id in dict(action.moves)]
    return finding.text in [
        f"{agree(told(position, u.id), 'is')} in frontier {u.frontier}, not in the heartland" for u in away
    ]


def exerted(position: FrontiersPosition, action: Any, finding: Finding) -> bool:
    tired = [unit.id for unit in position.units if not unit.ready and unit.id in dict(action.moves)]
    return finding.text in [
        f"{agree(told(position, unit), 'is')} exerted: only ready units are committed" for unit in tired
    ]


def not_occupying(position: FrontiersPosition, action: Any, finding: Finding) -> bool:
    others = [unit for unit in position.units if not unit.occupying and unit.id in action.retreats]
    does = [(unit.id, *(("advances", "") if unit.frontier else ("is", " in the heartland"))) for unit in others]
    return finding.text in [
        f"{agree(told(position, unit), verb)}{what}: only occupying units retreat" for unit, verb, what in does
    ]


def both_ways(position: FrontiersPosition, action: Any, finding: Finding) -> bool:
    both = set(dict(action.moves)) & set(action.retreats)
    return finding.text in [
        f"{told(position, unit)} cannot retreat and be committed in the same action" for unit in both
    ]


def nothing_to_assign(position: FrontiersPosition, action: Any, finding: Finding) -> bool:
    """F5.1: no enemy unit is there, or no damage; the reason that is told is true."""
    at, frontier = seat(position, action), action.frontier
    enemies, damage = units_in(position, 1 - at, frontier), damage_there(position, at, frontier)
    head = f"{action.player} assigns nothing in frontier {frontier}"
    whole = {f"{head}: no enemy unit is there": not enemies, f"{head}: there is no damage to deal": damage == 0}
    return not something_to_assign(position, at, frontier) and whole.get(finding.text, False)


def elsewhere(position: FrontiersPosition, action: Any, finding: Finding) -> bool:
    """F5.1: the unit that is named is no enemy in the frontier; the enemies there are told, all of them."""
    there = [unit.id for unit in units_in(position, 1 - seat(position, action), action.frontier)]
    who = "the enemy there is" if len(there) == 1 else "the enemies there are"
    end = f"no enemy in frontier {action.frontier}: {who} {all_told(position, there)}"
    return finding.text in [
        f"{agree(told(position, unit), 'is')} {end}" for unit, _ in action.damage if unit not in there
    ]


def too_much(position: FrontiersPosition, action: Any, finding: Finding) -> bool:
    said, have = sum(n for _, n in action.damage), damage_there(position, seat(position, action), action.frontier)
    words = f"{said} damage is assigned in frontier {action.frontier}, and there is {have} to assign"
    return said > have and finding.text == words


def left_over(position: FrontiersPosition, action: Any, finding: Finding) -> bool:
    """F5.5: the damage that is left over, and the units that would live, all of them."""
    at, given = seat(position, action), dict(action.damage)
    have = damage_there(position, at, action.frontier)
    left = have - sum(given.values())
    enemies = units_in(position, 1 - at, action.frontier)
    live = [u.id for u in enemies if given.get(u.id, 0) + u.damage < position.cards[u.kind].health]
    words = f"{left} of {have} damage is left over, and {all_told(position, live)} would live: all must be assigned"
    return left > 0 and bool(live) and finding.text == words


def not_there(position: FrontiersPosition, action: Any, finding: Finding) -> bool:
    """F6.2: the unit is none of the player's there; the player's units there are told, all of them."""
    there = [unit.id for unit in units_in(position, seat(position, action), action.frontier)]
    words = f"{agree(action.player, 'has')} no unit in frontier {action.frontier} to occupy it with"
    if there:
        unit = told(position, action.unit)
        words = f"{action.player} can occupy frontier {action.frontier} only with {all_told(position, there, 'or')}, not with {unit}"
    return action.unit not in there and finding.text == words


def not_won(position: FrontiersPosition, action: Any, finding: Finding) -> bool:
    words = f"{agree(action.player, 'has')} no position to take in frontier {action.frontier}"
    return (seat(position, action), action.frontier) not in position.wins and finding.text == words


# ---------------------------------------------------------------------- remedies in words
def can_be_paid_anew(position: FrontiersPosition, action: Any, finding: Finding) -> bool:
    """F2.5: all villagers and all settlements together suffice, and their number is told."""
    at = seat(position, action)
    anew, means = sum(each.ready + each.exerted for each in position.villagers[at]), "villagers"
    if position.settings["supply"] != "villagers":
        anew, means = anew + len(position.settlements[at]), "villagers and settlements"
    words = f"after replenishment {means} can pay {anew} again"
    return anew >= position.cards[action.card].cost and finding.remedy is not None and finding.remedy.text == words


def can_be_readied(position: FrontiersPosition, action: Any, finding: Finding) -> bool:
    """F2.5: the unit is at home, so that being ready is all that it lacks."""
    unit = unit_named(position, finding.subjects[0])
    return unit is not None and unit.owner == seat(position, action) and not unit.ready and unit.frontier == 0


def can_be_won(position: FrontiersPosition, action: Any, finding: Finding) -> bool:
    """F6.2: the player does not occupy the frontier, and may settle it after occupying it."""
    at = seat(position, action)
    free = all(settlement.frontier != action.frontier for settlement in position.settlements[at])
    return free and not occupies(position, at, action.frontier)


SENTENCES: dict[tuple[str, str], Truth] = {
    ("F1.3", "over"): over,
    ("F2.2", "once_a_round"): once_a_round,
    ("F2.2", "phase"): phase_of_the_deed,
    ("F2.3", "phase"): phase_of_the_deed,
    ("F2.4", "not_your_turn"): others_turn,
    ("F2.5", "no_draw"): phase_of_its_own("draw", "draws are chosen in replenishment, after the triggers"),
    ("F2.5", "no_triggers"): phase_of_its_own("triggers", "triggers are resolved when replenishment begins"),
    ("F2.5", "none_left"): none_left,
    ("F2.5", "other_phase"): phase_of_others("triggers", "draw"),
    ("F2.6", "draws_first"): first_the_draws,
    ("F2.6", "not_in_hand"): not_in_hand,
    ("F2.7", "no_such_trigger"): no_such_trigger,
    ("F2.7", "others_triggers"): others_triggers,
    ("F3.1", "once_a_round"): once_a_round,
    ("F3.2", "not_ready"): not_ready,
    ("F3.2", "price"): wrong_price,
    ("F3.2", "too_few_villagers"): too_few,
    ("F3.4", "not_ready"): not_ready,
    ("F3.4", "phase"): phase_of_the_deed,
    ("F3.4", "price"): wrong_price,
    ("F3.4", "too_few_villagers"): too_few,
    ("F4.1", "exerted"): exerted,
    ("F4.1", "nobody"): nobody_goes,
    ("F4.1", "not_at_home"): not_at_home,
    ("F4.1", "not_own"): not_own,
    ("F4.1", "once_a_round"): committed_before,
    ("F4.2", "both"): both_ways,
    ("F4.2", "not_occupying"): not_occupying,
    ("F4.2", "not_own"): not_own,
    ("F5.1", "elsewhere"): elsewhere,
    ("F5.1", "no_combat"): phase_of_its_own("damage", "damage is assigned in combat"),
    ("F5.1", "nothing"): nothing_to_assign,
    ("F5.1", "other_phase"): phase_of_others("damage"),
    ("F5.5", "left_over"): left_over,
    ("F5.5", "too_much"): too_much,
    ("F6.1", "no_win"): phase_of_its_own("after", "positions are taken after combat"),
    ("F6.1", "other_phase"): phase_of_others("after"),
    ("F6.1", "others_first"): others_positions,
    ("F6.2", "not_there"): not_there,
    ("F6.3", "not_won"): not_won,
    ("F7.1", "not_occupied"): not_occupied,
    ("F7.1", "occupies_none"): occupies_none,
    ("F7.2", "over"): won_by_settling,
    ("F7.2", "purses"): too_few_purses,
    ("F7.2", "settled"): settled,
    ("F8.1", "no_aim"): no_aim,
    ("F8.1", "no_unit"): no_unit,
    ("F8.1", "no_way"): no_way,
    ("F8.1", "target"): lacks_target,
    ("F8.1", "there_already"): there_already,
    ("F8.1", "which_frontier"): which_frontier,
    ("F8.1", "wrong_target"): wrong_target,
}
"""The sentences of the findings, by clause and code."""
REMEDY_WORDS: dict[tuple[str, str], Truth] = {
    ("F3.2", "too_few_villagers"): can_be_paid_anew,
    ("F3.4", "too_few_villagers"): can_be_paid_anew,
    ("F4.1", "exerted"): can_be_readied,
    ("F7.1", "not_occupied"): can_be_won,
}
"""The remedies that are words, by the clause and code of their finding."""
