"""The desk of `orders`: the questions that it asks about the candidates (`hexwidget.systems.orders.candidates`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import ClassVar

from hexwidget.english import capital, counted, with_article
from hexwidget.problems import sure
from hexwidget.rules import CandidateDesk, Choices, Draft, Field, Forecast, Prompt, Verdict, fitting, judged_as, percent
from hexwidget.rules.position import of_the_last
from hexwidget.rules.reach import GraphReach, one_step
from hexwidget.scene import Arrow
from hexwidget.systems.orders import battle
from hexwidget.systems.orders.actions import Attack, Build, Cast, Defend, Destroy, EndTurn, Move, Order
from hexwidget.systems.orders.legality.given_order import GivenOrder, target_unit
from hexwidget.systems.orders.legality.timing import own_units_only, the_moment
from hexwidget.systems.orders.position import OrdersPosition, Unit


@of_the_last(8)
def reach(position: OrdersPosition, unit: Unit, into_enemies: bool) -> GraphReach:
    """The hexes that a unit may move to (O8.1).

    :param into_enemies: True if hexes with opponents (O8.2) are among them; False leaves them to be attacked
    """
    player, name, seat = position.players[unit.owner], position.map.name, unit.owner

    def verdict(there: int) -> Verdict:
        return position.system.check(position, Move(player, name(unit.at), name(there)))

    def shown(there: int) -> bool:
        enemies = position.opponents(seat, there)
        # Own units are seen, and chosen by a click.
        return position.unit_of(seat, there) is None and (into_enemies or not enemies or not verdict(there))

    among = filter(shown, position.map.neighbours(unit.at))
    return one_step(position.map, unit.at, among, verdict, f"{position.called(unit)} on {name(unit.at)}")


class OrdersDesk(CandidateDesk[OrdersPosition, Order]):
    """An order while a player chooses it."""

    kinds: ClassVar[dict[str, str]] = {"unit": "piece", "to": "button", "with": "switch"}

    def choose(self) -> Choices:
        position, draft = self.position, self.draft
        waiting = next(the_moment(position, self.seat), None)
        if waiting is not None:
            return self.closed(f"{waiting.text}.")
        if position.owed is not None:
            return self._owed_attack(position.by_id[position.owed.unit])
        if "unit" in draft and self._unit is None:
            space = str(draft["unit"])
            pieces = [option for option in self.options() if option.kind == "piece"]
            return self.open(f"{space} cannot be chosen.", pieces, verdict=self._choosing(space))
        if "spell" in draft or "unit" not in draft:
            slots = ("unit", "spell", "at") if "unit" in draft else ("do",)
            self.draft: Draft = Draft({slot: value for slot, value in draft.items() if slot in slots})
        offered = self.offer()
        if "spell" not in draft:
            return offered
        # A click on an own unit aims the spell at it, and chooses no other unit.
        return replace(offered, options=tuple(sorted(offered.options, key=lambda option: option.kind == "piece")))

    def _owed_attack(self, unit: Unit) -> Choices:
        """O8.2: the attack from inside the hex. With one opponent it has only to be confirmed."""
        base = Draft(unit=self.position.map.name(unit.at))
        legal = [option for option in self.options(base) if option.legal]
        if "target" in self.draft:
            return self.offer(base, base.set("target", self.draft["target"]))
        return self.offer(base, legal[0].leads_to if len(legal) == 1 else base)

    @property
    def _unit(self) -> Unit | None:
        """The unit that the draft names."""
        return self.position.unit_of(self.seat, self.position.map.index(str(self.draft["unit"])))

    def explain(self, draft: Draft, space: str) -> Verdict | None:
        """The verdict on a unit as a choice (O1.7), or on a spell at a hex."""
        unit, spell = draft.get("unit"), draft.get("spell")
        position = self.position
        if unit is None:
            verdict = self._choosing(space)
            return None if verdict else verdict
        if spell is None:
            return None
        owners = [position.players[u.owner] for u in position.opponents(self.seat, position.map.index(space))]
        bolt = position.roster.spells[str(spell)].kind == "bolt"
        return self.check(Cast(self.player, str(unit), str(spell), space, owners[0] if owners and bolt else None))

    def _choosing(self, space: str) -> Verdict:
        """O1.7: the verdict on choosing the unit on a hex. No order is asked for yet, so none is offered to another unit."""
        given = GivenOrder(self.position, self.seat, Defend(self.player, space))
        not_own = [replace(finding, offer=None) for finding in own_units_only(given)]
        return judged_as(self.position, space, (*the_moment(self.position, self.seat), *not_own))

    def field(self) -> Field | None:
        """O8.1: the hexes next to the unit, while a move is still possible."""
        draft = self.draft
        moves = "unit" in draft and ("to" in draft or draft.keys() <= {"unit", "with"})
        if self.position.owed is not None or not moves:
            return None
        unit = sure(self._unit)  # `choose` has told others
        label, area = f"Where the {unit.kind} on {draft['unit']} moves", reach(self.position, unit, False)
        costs, stands, mover = ("hex", "hexes"), "the unit stands here", f"the {unit.kind}"
        return Field("to", label, area, costs, stands, completes=True, numbers=False, mover=mover, clause="O8.1")

    # ------------------------------------------------------------------ the questions
    def task(self) -> Prompt:
        position, draft = self.position, self.draft
        if position.owed is not None:
            return Prompt("choose whom to attack", about=self._owes, deed="Choose whom to attack")
        if "unit" not in draft:
            left = (f"{self._left} left",)
            return Prompt("Choose a unit, or end the turn", player=self.player, before=left, deed="Choose a unit")
        if "spell" in draft:
            return Prompt("choose a target", about=f"{self._who}, {draft['spell']}", deed="Choose a target")
        return Prompt("choose where to move, whom to attack, or another order", about=self._who, deed="Choose an order")

    def words(self, action: Order) -> str:
        position = self.position
        match action:
            case Attack():
                target = target_unit(position, self.seat, action.target, action.owner)
                whom = position.called(target) if target is not None else f"{action.owner}"
                return f"attack {whom} on {action.target}"
            case Build():
                return f"build {with_article(action.building)}"
            case Cast():
                spell = position.roster.spells[action.spell]
                odds = f", {percent(battle.bolt_odds(spell))} to destroy" if spell.kind == "bolt" else ""
                return f"cast {action.spell} on {action.target}{odds}"
            case Destroy():
                standing = position.buildings_at(position.map.index(action.unit))
                return f"destroy {next((position.called(b) for b in standing if b.kind == action.building), action.building)}"
            case Move():
                into = position.opponents(self.seat, position.map.index(action.to))
                return f"move into {action.to} and attack" if into else f"move to {action.to}"
            case EndTurn():
                return "end the turn"
        return str(action).partition(" ")[2]

    def label(self, action: Order, slot: str) -> str:
        if slot == "with" and isinstance(action, Attack):
            other = self.position.unit_of(self.seat, self.position.map.index(action.units[-1]))
            return f"Together with the {other.kind if other else 'unit'} on {action.units[-1]}"
        return super().label(action, slot)

    def question(self, action: Order) -> Prompt:
        what = self.words(action)
        if isinstance(action, EndTurn):
            return Prompt(f"{what} with {self._left} left over", player=self.player, confirm=True, deed=capital(what))
        if isinstance(action, Attack):
            return self._attack(action)
        unit = self._unit
        leaves = unit is not None and unit.defending and isinstance(action, (Move, Destroy))
        after = ("It loses its DEFEND bonus (O4.4)",) if leaves else ()
        what = what.replace(" and attack", "; it then owes its attack (O8.2)")
        deed = "" if isinstance(action, Move) else fitting(what.partition(",")[0], " ".join(what.split()[:2]))
        return Prompt(what, about=self._who, after=after, confirm=True, deed=deed)

    def _attack(self, order: Attack) -> Prompt:
        """An attack with its exact odds."""
        what, fight = self.words(order), self._fight(order)
        before = () if self.position.owed is None else (self._owes,)
        if fight is None:
            return Prompt(f"Attack on {order.target}", before=before)
        attackers, target = fight
        destroyed, nothing, one = battle.odds(self.position, attackers, target).figures
        lost = "the attacker" if len(attackers) == 1 else "one attacker"
        defending = any(unit.defending for unit in attackers)
        return Prompt(
            f"{capital(what)}?",
            before=before,
            odds=f"{destroyed} to destroy it, {one} to lose {lost}, {nothing} that nothing changes.",
            after=("The DEFEND bonus is lost by attacking (O4.4)",) if defending else (),
            deed=fitting(what, what.rpartition(" on ")[0], f"attack {order.target}"),
        )

    def _fight(self, order: Attack) -> tuple[list[Unit], Unit] | None:
        """The attackers and the target of an attack; None if one of them is not there."""
        position = self.position
        target = target_unit(position, self.seat, order.target, order.owner)
        units = [position.unit_of(self.seat, position.map.index(space)) for space in order.units]
        attackers = [unit for unit in units if unit is not None]
        return None if target is None or len(attackers) < len(units) else (attackers, target)

    def arrows(self, action: Order) -> Iterator[Arrow]:
        if isinstance(action, Attack):
            yield from (Arrow((unit, action.target), str(action)) for unit in action.units if unit != action.target)
        elif isinstance(action, Cast) and action.target != action.unit:
            yield Arrow((action.unit, action.target), str(action), "mark")

    def forecasts(self, action: Order) -> Iterable[Forecast]:
        """The odds of an attack (O2.3) or a bolt (O7.2)."""
        position = self.position
        if isinstance(action, Attack):
            fight = self._fight(action)
            return () if fight is None else (battle.forecast(position, *fight),)
        if isinstance(action, Cast) and position.roster.spells[action.spell].kind == "bolt":
            return (battle.bolt_forecast(position.roster.spells[action.spell], self.player, action.target),)
        return ()

    @property
    def _left(self) -> str:
        return counted(self.position.left, "order")

    @property
    def _who(self) -> str:
        unit = self._unit
        return f"{'unit' if unit is None else unit.kind}".capitalize() + f" on {self.draft['unit']}"

    @property
    def _owes(self) -> str:
        """O8.2: the unit that has moved in, and what it owes."""
        position = self.position
        unit = position.by_id[sure(position.owed).unit]  # asked while an attack is owed
        return f"{position.called(unit)} on {position.map.name(unit.at)} owes its attack (O8.2)"
