"""The system: who decides, who wins, what clicks and counters show, and hints for the search."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

from hexwidget.rules import (
    CHANCE,
    TERMINAL,
    Action,
    ChanceNode,
    ChanceOutcome,
    Finding,
    Forecast,
    Observation,
    Outcome,
    RuleSystem,
    Share,
    Stage,
    Transition,
)
from hexwidget.rules.listing import ListedByChecking
from hexwidget.rules.lookahead import Estimates, Lookahead
from hexwidget.rules.plaindesk import PlainDesk
from hexwidget.scene import Ground, Piece, Scene, player_looks

from . import rules
from .position import TERRAINS, CountersPosition
from .rules import GRAMMAR, RESULTS, TABLE, Attack, Done, Move

GROUNDS = (
    Ground("clear", "clear", "plains", "none"), Ground("wood", "wood", "forest", "trees"),
    Ground("hill", "hill", "mountain", "hills"), Ground("lake", "lake", "sea", "waves"),
)  # fmt: skip
SYMBOLS = {"infantry": "spear", "cavalry": "horse", "guns": "catapult"}
TOWN_WORTH = 6
"""A town is worth so many points of attack and defence to the search."""


class Orders(ListedByChecking[Action]):
    """The actions to check: moves within reach, attacks on enemies, and the end of the phase."""

    position: CountersPosition

    def candidates(self) -> Iterator[Action]:
        position, battle = self.position, self.position.battle
        own = [unit for unit in position.units if unit.owner == self.seat]
        if battle is not None:
            ends = [battle.target] if battle.stage == "advance" else None
            for unit in own:
                yield from (Move(self.player, unit.id, to) for to in ends or position.beside(unit.at))
        elif position.phase == "move":
            for unit in own:
                points = position.points(unit)
                yield from (
                    Move(self.player, unit.id, to) for to, cost in position.costs(unit).items() if cost <= points
                )
        else:
            targets = dict.fromkeys(unit.at for unit in position.units if unit.owner != self.seat)
            yield from (Attack(self.player, target) for target in targets)
        yield Done(self.player)


class Staff(PlainDesk[CountersPosition, Action]):
    """Clicks follow from the grammar; an attack shows its odds before it is confirmed."""

    def forecasts(self, action: Action) -> tuple[Forecast, ...]:
        if not isinstance(action, Attack):
            return ()
        position = self.position
        column = rules.column(position, position.attackers(action.target, self.seat), action.target)
        faces = [row[column] for row in TABLE]
        other = position.players[1 - self.seat]
        favours = {"A1": other, "DR": self.player, "D1": self.player, "DE": self.player}
        shares = [
            Share(RESULTS[result], float(Fraction(faces.count(result), len(faces))), favours.get(result))
            for result in dict.fromkeys(faces)
        ]
        return (Forecast(f"An attack at {rules.COLUMNS[column]}", tuple(shares)),)


class Counters(RuleSystem[CountersPosition, Action]):
    """Counters: see ``rulebook.toml``."""

    name = "counters"
    folder = Path(__file__).parent
    chancy = True
    terrains = TERRAINS
    description = CountersPosition
    grammar = GRAMMAR
    listing = Orders
    desk = Staff

    @property
    def lookahead(self) -> Lookahead:
        return LOOKAHEAD

    def to_act(self, position: CountersPosition) -> frozenset[str]:
        if self.outcome(position) is not None:
            return TERMINAL
        return CHANCE if rules.chance(position) else frozenset({position.players[rules.decider(position)]})

    def chance(self, position: CountersPosition) -> ChanceNode | None:
        return None if self.outcome(position) else rules.chance(position)

    def objections(self, position: CountersPosition, action: Action) -> Iterator[Finding]:
        return rules.objections(position, action)

    def carry_out(self, position: CountersPosition, action: Action | ChanceOutcome) -> Transition[CountersPosition]:
        return rules.carry_out(position, action)

    def outcome(self, position: CountersPosition) -> Outcome | None:
        alive = {unit.owner for unit in position.units}
        if len(alive) == 1:
            (seat,) = alive
            return Outcome((position.players[seat],), f"{position.players[1 - seat]} has no units", "C5.2")
        if position.round <= position.settings["rounds"]:
            return None
        towns = [list(position.towns.values()).count(seat) for seat in (0, 1)]
        if towns[0] == towns[1]:
            return Outcome((), "both hold as many towns: a draw", "C5.2")
        best = position.players[towns[1] > towns[0]]
        return Outcome((best,), f"{best} holds more towns", "C5.2")

    def under_way(self, position: CountersPosition) -> Stage:
        phase = "movement phase" if position.phase == "move" else "combat phase"
        turn = "the die is rolled" if rules.chance(position) else f"{position.players[rules.decider(position)]} to act"
        return Stage(turn, f"Round {position.round}", f"of {position.settings['rounds']}", phase)

    def scene(self, observation: Observation[CountersPosition]) -> Scene:
        position = observation.seen
        towns = [
            Piece(f"town {at}", at, seat, "town", "town", f"{position.players[seat]}'s town", layer="structure")
            for at, seat in position.towns.items()
        ]
        units = [
            Piece(
                unit.id, unit.at, unit.owner, SYMBOLS[unit.kind], unit.kind,
                f"{unit.kind} {unit.id} {unit.attack}-{unit.defence}-{unit.movement}", lost=2 - unit.steps, spent=unit.done,
                figures=(("", str(unit.attack), "attack"), ("", str(unit.defence), "defence"), ("", str(unit.movement), "movement")),
            )
            for unit in position.units
        ]  # fmt: skip
        spent = "has moved or fought"
        return Scene(
            position.map, GROUNDS, player_looks(position.players), (*towns, *units), title=self.title, spent=spent
        )


def _score(position: Any, seat: int) -> float:
    """Strength on the map, and towns held or near."""
    own = sum(unit.attack + unit.defence for unit in position.units if unit.owner == seat)
    held = list(position.towns.values()).count(seat)
    goals = [position.map.index(at) for at, owner in position.towns.items() if owner != seat]
    units = [position.map.index(unit.at) for unit in position.units if unit.owner == seat]
    near = sum(1 / (1 + min(position.map.distance(at, goal) for at in units)) for goal in goals if units)
    return own + TOWN_WORTH * (held + near / 2)


LOOKAHEAD = Lookahead(
    calm=lambda position: position.battle is None,
    sure=True,
    plies=1,
    estimates=Estimates({"strength": _score}, _score, scale=lambda position: 6.0),
)
COUNTERS = Counters()
