"""The system: who decides, who wins, what clicks and counters show, and hints for the search."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hexwidget import rules
from hexwidget.geometry import Space
from hexwidget.problems import InputError, Problem
from hexwidget.rules.position import seen
from hexwidget.rules.reach import HexReach, Reach, conditions
from hexwidget.scene import BorderLook, Ground, Ledger, Piece, Scene, player_looks

from . import effects, legality, odds
from .legality import Attack, Done, Move
from .position import ACROSS, COSTS, MOST_IN_HEX, TERRAINS, CountersPosition

GROUNDS = (
    Ground("clear", "clear", "plains", "none"), Ground("wood", "wood", "forest", "trees"),
    Ground("hill", "hill", "mountain", "hills"), Ground("lake", "lake", "sea", "waves"),
)  # fmt: skip
SIDES = (
    BorderLook("river", "river", "river", "river"), BorderLook("ridge", "ridge", "ridge", "ridge"),
    BorderLook("bridge", "bridge", "river", "bridge"),
)  # fmt: skip
SYMBOLS = {"infantry": "spear", "cavalry": "horse", "guns": "catapult"}
TOWN_WORTH = 6
"""A town is worth this many points of attack and defence to the search."""


class Orders(rules.ListedByChecking[rules.Action]):
    """The actions to check: moves within reach, attacks on enemies, and the end of the phase."""

    position: CountersPosition

    def candidates(self) -> Iterator[rules.Action]:
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


class Staff(rules.PlainDesk[CountersPosition, rules.Action]):
    """Clicks follow from the grammar; an attack shows its odds before it is confirmed."""

    def forecasts(self, action: rules.Action) -> tuple[rules.Forecast, ...]:
        if not isinstance(action, Attack):
            return ()
        position = self.position
        column = odds.column(position, position.attackers(action.target, self.seat), action.target)
        faces = [row[column] for row in odds.TABLE]
        other = position.players[1 - self.seat]
        favours = {"A1": other, "DR": self.player, "D1": self.player, "DE": self.player}
        shares = (
            rules.Share(odds.RESULTS[result], faces.count(result) / len(faces), favours.get(result))
            for result in dict.fromkeys(faces)
        )
        return (rules.Forecast(f"An attack at {odds.COLUMNS[column]}", tuple(shares)),)


class Counters(rules.RuleSystem[CountersPosition, rules.Action]):
    """Counters: see ``rulebook.toml``."""

    name, folder, chancy = "counters", Path(__file__).parent, True
    terrains, hexsides = TERRAINS, tuple(ACROSS)
    description, grammar = CountersPosition, legality.GRAMMAR
    listing, desk, moment = Orders, Staff, rules.Moment(turn="C5.1", over="C5.2", chance="C3.4")

    @property
    def lookahead(self) -> rules.Lookahead:
        return LOOKAHEAD

    def to_act(self, position: CountersPosition) -> frozenset[str]:
        if self.outcome(position) is not None:
            return rules.TERMINAL
        if odds.chance(position) is not None:
            return rules.CHANCE
        return frozenset({position.players[legality.decider(position)]})

    def chance(self, position: CountersPosition) -> rules.ChanceNode | None:
        return None if self.outcome(position) else odds.chance(position)

    def objections(self, position: CountersPosition, action: rules.Action) -> Iterator[rules.Finding]:
        return legality.objections(position, action)

    def check_position(self, position: CountersPosition) -> rules.Verdict:
        found = tuple(legality.standing(position))
        return rules.Verdict(rules.Status.ILLEGAL if found else rules.Status.LEGAL, found, "position", self.rulebook)

    def carry_out(
        self, position: CountersPosition, action: rules.Action | rules.ChanceOutcome
    ) -> rules.Transition[CountersPosition]:
        return effects.carry_out(position, action)

    def outcome(self, position: CountersPosition) -> rules.Outcome | None:
        alive = {unit.owner for unit in position.units}
        if len(alive) == 1:
            (seat,) = alive
            return rules.Outcome((position.players[seat],), f"{position.players[1 - seat]} has no units", "C5.2")
        if position.round <= position.settings["rounds"]:
            return None
        towns = [list(position.towns.values()).count(seat) for seat in (0, 1)]
        if towns[0] == towns[1]:
            return rules.Outcome((), "both hold as many towns: a draw", "C5.2")
        best = position.players[towns[1] > towns[0]]
        return rules.Outcome((best,), f"{best} holds more towns", "C5.2")

    def under_way(self, position: CountersPosition) -> rules.Stage:
        phase = "movement phase" if position.phase == "move" else "combat phase"
        turn = (
            "the die is rolled" if odds.chance(position) else f"{position.players[legality.decider(position)]} to act"
        )
        return rules.Stage(turn, f"Round {position.round}", f"of {position.settings['rounds']}", phase)

    @conditions
    def reach(
        self,
        observation: CountersPosition | rules.Observation[CountersPosition],
        space: Space,
        *,
        unit: str | None = None,
    ) -> Reach:
        """The hexes that a unit may move to: the first one on a hex, or the one with an id."""
        position = seen(observation)
        spaces = position.map
        here = [each for each in position.on(spaces.name(spaces.index(space))) if unit in (None, each.id)]
        if not here:
            raise InputError("this reach cannot be computed", [Problem("unit", f"no such unit stands on {space}")])
        if position.battle is not None:
            what = "units retreat and advance now, by one hex, and do not move"
            raise InputError("this reach cannot be computed", [Problem("", what)])
        mover, numbers = here[0], spaces.index
        zone, fluid = position.zones[1 - mover.owner], position.settings["zoc"] == "fluid"
        own: dict[int, int | None] = {numbers(town): 1 for town in position.towns}
        for at in map(numbers, zone if fluid else ()):
            if spaces.terrain(at) in COSTS:
                own[at] = (own.get(at) or COSTS[spaces.terrain(at)]) + 1
        own |= {numbers(unit.at): None for unit in position.units if unit.owner != mover.owner}
        full = [
            numbers(unit.at)
            for unit in position.units
            if unit.at != mover.at and len(position.on(unit.at)) >= MOST_IN_HEX
        ]

        def why(at: int) -> rules.Verdict:
            return self.check(position, Move(position.players[mover.owner], mover.id, spaces.name(at)))

        points = 0 if mover.done else position.points(mover)
        stops = () if fluid else map(numbers, zone)
        where = numbers(mover.at)
        return HexReach(spaces, where, COSTS, points, why, str(mover), across=ACROSS, own=own, stops=stops, passed=full)

    def scene(self, observation: rules.Observation[CountersPosition]) -> Scene:
        position = observation.seen
        towns = [
            Piece(f"town {at}", at, seat, "town", "town", f"{position.players[seat]}'s town", layer="structure")
            for at, seat in position.towns.items()
        ]
        units = []
        for unit in position.units:
            values = (("attack", unit.attack), ("defence", unit.defence), ("movement", unit.movement))
            figures = tuple(("", str(value), meaning) for meaning, value in values)
            label = f"{unit} {unit.attack}-{unit.defence}-{unit.movement}"
            look = (unit.owner, SYMBOLS[unit.kind], unit.kind, label)
            units.append(Piece(unit.id, unit.at, *look, lost=2 - unit.steps, spent=unit.done, figures=figures))
        rows = (
            (
                player,
                str([*position.towns.values()].count(seat)),
                str(sum(unit.owner == seat for unit in position.units)),
            )
            for seat, player in enumerate(position.players)
        )
        return Scene(
            position.map, GROUNDS, player_looks(position.players), (*towns, *units), borders=SIDES, title=self.title,
            spent="has moved or fought", ledger=Ledger(("", "towns", "units"), tuple(rows)),
        )  # fmt: skip


def _score(position: Any, seat: int) -> float:
    """Strength on the map, towns held, and units near towns, to take or to guard them."""
    own = [unit for unit in position.units if unit.owner == seat]
    held = list(position.towns.values()).count(seat)
    units, towns = [position.map.index(unit.at) for unit in own], map(position.map.index, position.towns)
    near = sum(1 / (1 + min(position.map.distance(at, town) for at in units)) for town in towns if units)
    return sum(unit.attack + unit.defence for unit in own) + TOWN_WORTH * (held + near / 2)


LOOKAHEAD = rules.Lookahead(
    calm=lambda position: position.battle is None,
    sure=True,
    estimates=rules.Estimates({"strength": _score}, _score, scale=lambda position: 6.0),
)
COUNTERS = Counters()
