"""The actions of a wargame: their grammar by the parts that it has, and the listing of those that the same declarations allow."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from hexwidget import rules
from hexwidget.rules.kinds import SetOf
from hexwidget.rules.listing import Batch, Listing, random_item
from hexwidget.wargame.base_classes import names_in
from hexwidget.wargame.combat import Combat
from hexwidget.wargame.table import EXCHANGE


@dataclass(frozen=True, slots=True, repr=False)
class Move(rules.Action):
    """A unit moves, retreats or advances."""

    unit: str
    to: str


@dataclass(frozen=True, slots=True, repr=False)
class Attack(rules.Action):
    """A hex is attacked by all units beside it."""

    target: str


@dataclass(frozen=True, slots=True, repr=False)
class Assault(Attack):
    """A hex is attacked by units that are named."""

    units: tuple[str, ...]


@dataclass(frozen=True, slots=True, repr=False)
class Lose(rules.Action):
    """A unit takes a loss."""

    unit: str


@dataclass(frozen=True, slots=True, repr=False)
class Done(rules.Action):
    """A phase, or the chance to advance, is over."""


DUE: dict[str, tuple[type, ...]] = {"die": (), "loss": (Lose,), "retreat": (Move,), "advance": (Move, Done)}
"""The actions that belong to the stages of a combat."""
UNIT, HEX = rules.OneOf("unit", lambda position: tuple(position.by_id)), rules.SpaceName()
_DEEDS = {"retreat": "retreats", "advance": "advances"}
_MOVERS = {"retreat": "a unit that retreats", "advance": "a unit that advances to {battle.target}"}


def grammar_of(move: str, combat: Combat, done: str, *more: rules.Form[Any]) -> rules.Grammar[Any]:
    """The grammar of a game.

    :param move: the clause of movement; ``done``: that of phases
    :param more: the forms of the author's own actions
    """
    form: Any = rules.Form
    forms = [
        form(Move, "move {unit} to {to}", {"unit": UNIT, "to": HEX}, {"unit": "{unit}", "to": "{to}"}, clause=move)
    ]
    to = rules.Ask(lambda at: f"where {{unit}} {_DEEDS.get(_stage(at), 'moves')}")
    asks = {
        "unit": rules.Ask(lambda at: _MOVERS.get(_stage(at), "").format(battle=at.battle)), "to": to,
        "do": rules.Ask(lambda at: "Done" if _stage(at) == "advance" else ""), "target": rules.Ask("a hex to attack", says="Attack {value}"),
    }  # fmt: skip
    units = {"units": SetOf(UNIT)} if combat.chosen else {}
    asks |= {name: rules.Ask("the units that attack {target}") for name in units}
    text, draft = "attack {target}" + " with {units...}" * combat.chosen, {"target": "{target}"}
    draft |= dict.fromkeys(units, "{units}")
    forms.append(form(Assault if units else Attack, text, {"target": HEX, **units}, draft, clause=combat.clause))
    effects = [effect for name in combat.table.results for effect in combat.table.effects(name)]
    if any(effect.chosen or effect.loses == EXCHANGE for effect in effects):
        draft, asks["loss"] = {"loss": "{unit}"}, rules.Ask("a unit that takes the loss")
        forms.append(form(Lose, "lose {unit}", {"unit": UNIT}, draft, clause=combat.clause))
    return rules.Grammar(*forms, *more, form(Done, "done", draft={"do": "done"}, clause=done, shortcut="o"), asks=asks)


def _stage(position: Any) -> str:
    return position.battle.stage if position.battle else ""


class WarListing(Listing[Any]):
    """The moves within reach, the attacks that some column allows, and the end of the phase. A game with actions of its own derives its
    listing from this one."""

    drawn: Sequence[Any] | None = None
    """The units that may move, in a random order, of which the first that can is listed alone; None: all are listed."""

    def pick(self, rng: Random) -> Any:
        """An action at random. One unit's moves stand for those of all units that may move: each unit is drawn as often, whether it has
        few moves or many."""
        if self.within or self.position.battle:
            return super().pick(rng)
        movers = self.movers()
        self.drawn = rng.sample(movers, len(movers)) if len(movers) > 1 else movers
        found, self.drawn = self.batches(), None
        if found and found[0][0] is Move:
            found = [found[0]] * len(movers) + found[1:]
        return random_item(found, rng)

    def movers(self) -> list[Any]:
        """The units that may move, retreat or advance now, if they can."""
        position, battle = self.position, self.position.battle
        if battle is None:
            units = position.units if position.system.sequence.allows(position, Move) else ()
            return [unit for unit in units if unit.owner == self.seat and not unit.done]
        names = {"retreat": battle.retreating, "advance": battle.attackers}.get(battle.stage, ())
        units = [position.by_id[name] for name in dict.fromkeys(names)]
        return [unit for unit in units if unit.owner == units[0].owner]

    def batches(self) -> list[Batch]:
        position, system = self.position, self.position.system
        return [*self._all_batches(position, system)] if self.player in position.to_act else []

    def _all_batches(self, position: Any, system: Any) -> Iterator[Batch]:
        for unit in self.movers() if self.drawn is None else self.drawn:
            if ends := names_in(position.map, system.ends(position, unit)):
                yield Move, (self.player, unit.id), ends
                if self.drawn:
                    break
        battle, combat = position.battle, system.combat
        if battle is not None:
            may_end = battle.stage == "advance"
            if battle.stage == "loss":
                yield Lose, (self.player,), battle.losing
        else:
            may_end = not any(system.idle(position, self.seat))
            fights = system.sequence.allows(position, Attack)
            for target, parties in combat.targets(position, self.seat) if fights else ():
                if combat.chosen:
                    yield Assault, (self.player, target), parties
                else:
                    yield Attack, (self.player,), (target,)
        if may_end:
            yield Done, (), (self.player,)
