"""The moment of an action: the game goes on, the phase is right, and the player is to act."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from hexwidget.rules import Finding, bars
from hexwidget.systems.frontiers.actions import Assign, ChooseDraw, Commit, FrontiersAction, Occupy, Play, Resolve
from hexwidget.systems.frontiers.cards import Card
from hexwidget.systems.frontiers.legality import remedies
from hexwidget.systems.frontiers.outcome import loss_of_life, outcome, settlement_win
from hexwidget.systems.frontiers.position import FrontiersPosition

Findings = Iterator[Finding]
IN_WORDS = {
    "strategy": "the strategy phase",
    "battle": "the battle phase",
    "damage": "combat, and damage is assigned",
    "after": "after combat, and positions are taken",
    "triggers": "replenishment, and triggers are resolved",
    "draw": "replenishment, and draws are chosen",
}
PHASE_OF = {
    "villager": ("strategy", "F2.2"),
    "settlement": ("strategy", "F2.2"),
    "stratagem": ("strategy", "F2.2"),
    "unit": ("strategy", "F2.2"),
    "tactic": ("battle", "F3.4"),
    "maneuver": ("battle", "F2.3"),
}
"""The phase in which a card is played, and the clause that says so."""
NEVER_IN_TURN: dict[type[FrontiersAction], tuple[str, str, str, str]] = {
    Assign: ("damage", "F5.1", "no_combat", "damage is assigned in combat; now it is {phase}"),
    Occupy: ("after", "F6.1", "no_win", "positions are taken after combat; now it is {phase}"),
    Resolve: ("triggers", "F2.5", "no_triggers", "triggers are resolved when replenishment begins; now it is {phase}"),
    ChooseDraw: ("draw", "F2.5", "no_draw", "draws are chosen in replenishment, after the triggers; now it is {phase}"),
}
"""The phase, clause, code and wording for an action that is done in one phase only, and not in turn."""
DEEDS = {phase: (deed, clause) for deed, (phase, clause, _, _) in NEVER_IN_TURN.items()}
"""The actions of the phases without turns, in which nothing else is done, and the clauses that say so."""


@bars("F2.6")
def untimely(action: FrontiersAction, position: FrontiersPosition, seat: int) -> Findings:
    """The findings against an action at another moment than its own. F2.6: a due draw comes first. F2.4: there are
    turns in the strategy phase and the battle phase, until the game is over."""
    over = outcome(position) is not None
    if over:
        yield from the_game_goes_on(position)
    if position.draws:
        yield Finding("F2.6", "draws_first", (), {}, "first the cards are drawn")
    if position.phase in DEEDS:
        yield from the_phase_is_for_other_deeds(action, position)
    elif not over:
        yield from players_act_in_turn(action, position, seat)
    yield from in_the_phase_of_the_deed(action, position)


@bars("F1.3", "F7.2")
def the_game_goes_on(position: FrontiersPosition) -> Findings:
    """F1.3, F7.2: the game is not over."""
    for end in (loss_of_life(position), settlement_win(position)):
        if end is not None:
            yield Finding(end.clause, "over", (), {"result": end.text}, "the game is over: {result}")


@bars("F2.5", "F5.1", "F6.1")
def the_phase_is_for_other_deeds(action: FrontiersAction, position: FrontiersPosition) -> Findings:
    """F5.1, F6.1, F2.5: in combat, after it, and in replenishment, each phase has one kind of action."""
    deed, clause = DEEDS[position.phase]
    in_replenishment = isinstance(action, (Resolve, ChooseDraw)) and clause == "F2.5"
    if not isinstance(action, deed) and not in_replenishment:
        offer = partial(remedies.due_now, position, action, clause)
        yield Finding(clause, "other_phase", (), {"phase": IN_WORDS[position.phase]}, "not now: it is {phase}", offer)


@bars("F2.4")
def players_act_in_turn(action: FrontiersAction, position: FrontiersPosition, seat: int) -> Findings:
    """F2.4: players act in turn, one action each."""
    if seat != position.acting and type(action) not in NEVER_IN_TURN:
        numbers = {"player": position.players[position.acting], "other": position.players[seat]}
        yield Finding("F2.4", "not_your_turn", (), numbers, "it is {player:'s} turn to act, not {other:'s}")


@bars("F2.5", "F5.1", "F6.1")
def in_the_phase_of_the_deed(action: FrontiersAction, position: FrontiersPosition) -> Findings:
    """F2.2, F2.3, F3.4: cards are played, and units committed, in their phase. F5.1, F6.1, F2.5: damage, positions, triggers and
    draws have phases of their own."""
    if isinstance(action, Play):
        opens = partial(remedies.opened_by_a_pass, position, action)
        yield from in_the_phase_of_the_card(position.cards[action.card], position, opens)
    elif isinstance(action, Commit):
        yield from units_go_in_the_strategy_phase(position)
    elif type(action) in NEVER_IN_TURN:
        phase, clause, code, wording = NEVER_IN_TURN[type(action)]
        if position.phase != phase:
            opens = partial(remedies.opened_by_a_pass, position, action)
            yield Finding(clause, code, (), {"phase": IN_WORDS[position.phase]}, wording, opens)
        elif phase == "triggers" and not position.triggers:
            yield Finding(clause, "none_left", (), {}, "no trigger is left to be resolved")


@bars("F2.2", "F2.3", "F3.4")
def in_the_phase_of_the_card(card: Card, position: FrontiersPosition, opens: remedies.Offer = None) -> Findings:
    """F2.2, F2.3, F3.4: it is the phase of the card."""
    phase, clause = PHASE_OF[card.type]
    if position.phase != phase:
        about = {"type": card.type, "phase": phase, "now": IN_WORDS[position.phase]}
        yield Finding(clause, "phase", (), about, "a {type} is played in the {phase} phase; now it is {now}", opens)


@bars("F2.2")
def units_go_in_the_strategy_phase(position: FrontiersPosition) -> Findings:
    """F2.2: units are committed in the strategy phase."""
    if position.phase != "strategy":
        now = {"now": IN_WORDS[position.phase]}
        yield Finding("F2.2", "phase", (), now, "units are committed in the strategy phase; now it is {now}")
