"""The predicates on the time of an action: in turn (D1.16), and after everything that comes first (D1.8, D8.2, D9)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from hexwidget.rules import Finding, bars
from hexwidget.systems.depletion.actions import DepletionAction
from hexwidget.systems.depletion.legality.remedies import lay_the_tile, say_what_falls, without_attack
from hexwidget.systems.depletion.outcome import outcome
from hexwidget.systems.depletion.position import DepletionPosition


@bars("D1.16")
def players_turn(position: DepletionPosition, player: str) -> Iterator[Finding]:
    """D1.16: players act in seating order, until the game is over."""
    if outcome(position) is not None:
        yield Finding("D1.16", "over", (), {}, "the game is over")
    elif position.players[position.acting] != player:
        numbers = {"player": player, "turn": position.players[position.acting]}
        yield Finding("D1.16", "turn", (), numbers, "it is {turn:'s} turn, not {player:'s}")


@bars("D1.8", "D8.2", "D9.1", "D9.2")
def nothing_else_comes_first(position: DepletionPosition, wanted: str, asked: DepletionAction) -> Iterator[Finding]:
    """D1.8: the attack is decided right after the maneuver. D8.2: the tile is laid before anything else. D9.1 and D9.2: so is
    the battle fought.

    :param wanted: the stage that an action belongs to
    :param asked: the action
    """
    stage = position.stage
    if stage == wanted:
        return
    if stage == "attack" and position.landing is not None:
        here = tuple(position.map.name(spot.at) for spot in position.landing.spots)
        wording = "first it must be decided whether the army on {spaces} attacks"
        if len(here) > 1:
            wording = "first it must be decided whether the armies on {spaces} attack"
        yield Finding("D1.8", "attack_open", here, {}, wording, partial(without_attack, position, asked))
    elif stage == "rotation":
        wording = "first the tile that was turned over must be laid"
        yield Finding("D8.2", "tile_open", (), {}, wording, partial(lay_the_tile, position, asked))
    elif stage in ("tile", "relic", "event"):
        wording = "first the event card must be drawn" if stage == "event" else "first the {what} must be drawn"
        yield Finding("D8.2", "exploring", (), {"what": stage}, wording)
    elif stage == "bag":
        yield Finding("D9.1", "draw_open", (), {}, "first the cubes must be drawn from the bag")
    elif stage == "losses":
        loser = position.players[position.acting]
        wording, offer = "first {loser} must choose {loser:its} losses", partial(say_what_falls, position, asked)
        yield Finding("D9.2", "losses_open", (), {"loser": loser}, wording, offer)
    if wanted == "rotation":
        yield Finding("D8.2", "no_tile", (), {}, "there is no tile to lay: none was turned over")
    elif wanted == "losses":
        yield Finding("D9.2", "no_losses", (), {}, "there are no losses to choose now")
