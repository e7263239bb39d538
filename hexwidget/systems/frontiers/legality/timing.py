"""The moment of an action: the game goes on, the phase is right, and the player is to act."""

from __future__ import annotations

from collections.abc import Iterator
from functools import singledispatch

from hexwidget.rules import Finding, bars
from hexwidget.systems.frontiers.actions import Assign, ChooseDraw, Commit, FrontiersAction, Occupy, Pass, Play, Resolve
from hexwidget.systems.frontiers.outcome import outcome
from hexwidget.systems.frontiers.position import FrontiersPosition

Findings = Iterator[Finding]
IN_WORDS = {
    "strategy": "the strategy phase",
    "battle": "the battle phase",
    "damage": "combat, and damage is assigned",
    "after": "after combat, and positions are taken",
    "triggers": "replenishment, and triggers are resolved",
    "draw": "replenishment, and it is chosen what to draw",
}


@bars("F1.3", "F7.2", "F2.6")
def the_game_goes_on(position: FrontiersPosition) -> Findings:
    """F1.3, F7.2: the game is not over. F2.6: no card is still to be drawn."""
    end = outcome(position)
    if end is not None:
        yield Finding(end.clause, "over", (), {"result": end.text}, "the game is over: {result}")
    elif position.draws:
        yield Finding("F2.6", "draws_first", (), {}, "first the cards are drawn")


@singledispatch
def untimely(action: FrontiersAction, position: FrontiersPosition, seat: int) -> Findings:
    """The findings against an action at another moment than its own."""
    raise NotImplementedError(action)


@untimely.register
@bars("F2.4", "F2.5", "F5.1", "F6.1")
def players_act_in_turn(action: Play | Commit | Pass, position: FrontiersPosition, seat: int) -> Findings:
    """F2.4: in the strategy phase and the battle phase players act in turn."""
    if position.phase not in ("strategy", "battle"):
        clause = {"damage": "F5.1", "after": "F6.1"}.get(position.phase, "F2.5")
        yield Finding(clause, "other_phase", (), _phase(position), "not now: it is {phase}")
    elif seat != position.acting:
        numbers = {"player": position.players[position.acting], "other": position.players[seat]}
        yield Finding("F2.4", "not_your_turn", (), numbers, "it is {player}'s turn to act, not {other}'s")


@untimely.register
@bars("F5.1")
def damage_is_assigned_in_combat(action: Assign, position: FrontiersPosition, seat: int) -> Findings:
    """F5.1."""
    if position.phase != "damage":
        yield Finding("F5.1", "no_combat", (), _phase(position), "damage is assigned in combat: it is {phase}")


@untimely.register
@bars("F6.1")
def positions_are_taken_after_combat(action: Occupy, position: FrontiersPosition, seat: int) -> Findings:
    """F6.1."""
    if position.phase != "after":
        yield Finding("F6.1", "no_win", (), _phase(position), "positions are taken after combat: it is {phase}")


@untimely.register
@bars("F2.5", "F2.7")
def triggers_are_resolved_in_replenishment(action: Resolve, position: FrontiersPosition, seat: int) -> Findings:
    """F2.5; F2.7: those of the player with the initiative first."""
    if position.phase != "triggers":
        yield Finding("F2.5", "no_triggers", (), _phase(position), "triggers are resolved in replenishment: it is {phase}")  # fmt: skip
    elif seat != position.triggers[0].seat:
        numbers = {"player": position.players[position.triggers[0].seat]}
        yield Finding("F2.7", "others_triggers", (), numbers, "first {player} resolves triggers")


@untimely.register
@bars("F2.5")
def draws_are_chosen_in_replenishment(action: ChooseDraw, position: FrontiersPosition, seat: int) -> Findings:
    """F2.5."""
    if position.phase != "draw":
        yield Finding("F2.5", "no_draw", (), _phase(position), "draws are chosen in replenishment: it is {phase}")


def _phase(position: FrontiersPosition) -> dict[str, str]:
    return {"phase": IN_WORDS[position.phase]}
