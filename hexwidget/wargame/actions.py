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


UNIT, HEX = rules.OneOf("unit", lambda position: tuple(position.by_id)), rules.SpaceName()
_DEEDS = {"retreat": "retreats", "advance": "advances"}


def grammar_of(move: str, combat: Combat, done: str, *more: rules.Form[Any]) -> rules.Grammar[Any]:
    """The grammar of a game.

    :param move: the clause of movement; ``done``: that of phases
    :param more: the forms of the author's own actions
    """
    form: Any = rules.Form
    forms = [
        form(Move, "move {unit} to {to}", {"unit": UNIT, "to": HEX}, {"unit": "{unit}", "to": "{to}"}, clause=move)
    ]
    to = rules.Ask(lambda at: f"where {{unit}} {_DEEDS.get(at.battle.stage if at.battle else '', 'moves')}")
    asks = {"to": to, "target": rules.Ask("a hex to attack", says="Attack {value}")}
    units = {"units": SetOf(UNIT)} if combat.chosen else {}
    text, draft = "attack {target}" + " with {units...}" * combat.chosen, {"target": "{target}"}
    draft |= dict.fromkeys(units, "{units}")
    forms.append(form(Assault if units else Attack, text, {"target": HEX, **units}, draft, clause=combat.clause))
    effects = [effect for name in combat.table.results for effect in combat.table.effects(name)]
    if any(effect.chosen or effect.loses == EXCHANGE for effect in effects):
        draft = {"do": "lose", "unit": "{unit}"}
        forms.append(form(Lose, "lose {unit}", {"unit": UNIT}, draft, clause=combat.clause))
    return rules.Grammar(*forms, *more, form(Done, "done", draft={"do": "done"}, clause=done, shortcut="o"), asks=asks)


class WarListing(Listing[Any]):
    """The moves within reach, the attacks that some column allows, and the end of the phase. A game with actions of its own derives its
    listing from this one."""

    drawn: Sequence[Any] = ()
    """Units in a random order, of which the first that can move is listed alone."""

    def pick(self, rng: Random) -> Any:
        """An action at random. One unit's moves stand for those of all units that may move: each unit is drawn as often, whether it has
        few moves or many."""
        movers = self.movers()
        if self.within or len(movers) < 2:
            return super().pick(rng)
        self.drawn = rng.sample(movers, len(movers))
        found, self.drawn = self.batches(), ()
        return random_item([each for each in found for _ in range(len(movers) if each[0] is Move else 1)], rng)

    def movers(self) -> list[Any]:
        """The units that may move."""
        moves = self.position.battle is None and self.position.system.sequence.allows(self.position, Move)
        return [unit for unit in self.position.of(self.seat) if not unit.done] if moves else []

    def batches(self) -> list[Batch]:
        position, system = self.position, self.position.system
        if self.player not in system.to_act(position):
            return []
        return [*(self._in_battle() if position.battle is not None else self._in_phase())]

    def _in_battle(self) -> Iterator[Batch]:
        position, battle, combat = self.position, self.position.battle, self.position.system.combat
        if battle.stage == "loss":
            yield Lose, (self.player,), battle.losing
        elif battle.stage == "retreat":
            for unit in map(position.by_id.get, dict.fromkeys(battle.retreating)):
                if unit.owner == position.by_id[battle.retreating[0]].owner:
                    yield Move, (self.player, unit.id), names_in(position.map, combat.ends(position, battle, unit))
        else:
            yield from [(Move, (self.player, name), (battle.target,)) for name in battle.attackers]
            yield Done, (), (self.player,)

    def _in_phase(self) -> Iterator[Batch]:
        position, system = self.position, self.position.system
        for unit in self.drawn or self.movers():
            if ends := names_in(position.map, system.ends(position, unit)):
                yield Move, (self.player, unit.id), ends
                if self.drawn:
                    break
        if system.sequence.allows(position, Attack):
            for target, parties in system.combat.targets(position, self.seat):
                if system.combat.chosen:
                    yield Assault, (self.player, target), parties
                else:
                    yield Attack, (self.player,), (target,)
        if not any(system.idle(position, self.seat)):
            yield Done, (), (self.player,)
