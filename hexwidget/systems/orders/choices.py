"""Clicks become orders: what may be set next in the draft of an order (`hexwidget.systems.orders.actions.GRAMMAR`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from hexwidget.english import counted
from hexwidget.rules import Choice, Choices, Draft, Field, Finding, Forecast, Status, Verdict
from hexwidget.rules.choices import with_chosen
from hexwidget.rules.desk import Desk
from hexwidget.rules.forms import Form
from hexwidget.rules.odds import percent
from hexwidget.rules.once import Once
from hexwidget.rules.prompt import Prompt, fitting
from hexwidget.rules.reach import GraphReach
from hexwidget.scene import Arrow
from hexwidget.systems.orders import battle
from hexwidget.systems.orders.actions import (
    GRAMMAR,
    PLAIN_ORDERS,
    Attack,
    Build,
    Cast,
    Defend,
    Destroy,
    Disband,
    EndTurn,
    Move,
    Order,
)
from hexwidget.systems.orders.legality import LATER, Asked, one_order_a_unit, own_units_only, target_unit, the_moment
from hexwidget.systems.orders.position import OrdersPosition, Owed, Unit
from hexwidget.systems.orders.words import with_article


def reach(position: OrdersPosition, unit: Unit, *, into_enemies: bool) -> GraphReach:
    """The hexes that a unit may move to (O8.1).

    :param into_enemies: True if hexes with opponents (O8.2) are among them; False leaves them to be attacked
    """
    player, here, check = position.players[unit.owner], position.map.name(unit.at), position.system.check

    def verdict(there: int) -> Verdict:
        return check(position, Move(player, here, position.map.name(there)))

    free, barred = [], dict[str, list[int]]()
    for there in position.map.neighbours(unit.at):
        found = verdict(there)
        if found.findings:
            if position.unit_of(unit.owner, there) is None:  # own units are seen, and chosen by a click
                barred.setdefault(found.clauses[0], []).append(there)
        elif into_enemies or not position.opponents(unit.owner, there):
            free.append(there)
    return GraphReach(
        position.map,
        unit.at,
        lambda at: [(there, 1) for there in free] if at == unit.at else [],
        1,
        free,
        barred,
        verdict,
        f"{position.called(unit)} on {here}",
    )


def _arrows(order: Order) -> Iterator[Arrow]:
    """The arrows of an order on the board."""
    if isinstance(order, Attack):
        yield from (Arrow((unit, order.target), str(order)) for unit in order.units if unit != order.target)
    elif isinstance(order, Cast) and order.target != order.unit:
        yield Arrow((order.unit, order.target), str(order), "mark")


def _had_its_order(position: OrdersPosition, seat: int, space: str) -> tuple[Finding, ...]:
    """O1.4: the findings against any order to a unit of a player."""
    asked = Asked(position, seat, Defend(position.players[seat], space))
    return tuple(replace(finding, offer=LATER) for finding in one_order_a_unit(asked))


def _own_units(position: OrdersPosition, seat: int) -> list[Choice]:
    """The units of a player as pieces to choose."""
    found = []
    for unit in position.units:
        if unit.owner == seat:
            name = position.map.name(unit.at)
            barred = _had_its_order(position, seat, name)
            label = f"{unit.kind.capitalize()} on {name}"
            found.append(Choice("unit", name, label, "piece", "O1.4", Draft(unit=name), name, findings=barred))
    return found


OWN_UNITS = Once(_own_units)


class OrdersDesk(Desk[OrdersPosition, Order]):
    """An order while a player chooses it."""

    def choose(self) -> Choices:
        position, draft = self.position, self.draft
        owes = position.owed is not None and position.queue[0] == self.seat
        waiting = next(the_moment(position, self.seat), None)
        if waiting is not None and not owes:
            return self.closed(f"{waiting.text}.")
        if position.owed is not None:
            return self._owed(position.owed)
        if draft.get("do") == "end turn":
            task = f"end the turn with {self._left()} left over"
            prompt = Prompt(task, player=self.player, confirm=True, deed="End the turn")
            return self.made(prompt, [*self._pieces(), self._end()], EndTurn(self.player))
        if "unit" not in draft:
            left = (f"{self._left()} left",)
            prompt = Prompt("Choose a unit, or end the turn", player=self.player, before=left, deed="Choose a unit")
            return self.open(prompt, (*self._pieces(), self._end()), draft=Draft())
        unit = position.unit_of(self.seat, position.map.index(str(draft["unit"])))
        if unit is None:
            space = str(draft["unit"])
            return self.open(f"{space} cannot be chosen.", self._pieces(), verdict=self._choosing(space))
        return self._for(unit)

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
        asked = Asked(self.position, self.seat, Defend(self.player, space))
        not_own = [replace(finding, offer=None) for finding in own_units_only(asked)]
        findings = (*the_moment(self.position, self.seat), *not_own)
        return Verdict(Status.ILLEGAL if findings else Status.LEGAL, findings, space, self.system.rulebook)

    def _left(self) -> str:
        return counted(self.position.left, "order")

    def _pieces(self) -> list[Choice]:
        return with_chosen(OWN_UNITS(self.position, self.seat), self.draft.get("unit"), Draft())

    def _end(self) -> Choice:
        order = EndTurn(self.player)
        return self.option("do", "end turn", "End the turn", "O1.6", Draft(), barred=order, shortcut="e")

    # ------------------------------------------------------------------ O8.2
    def _owed(self, owed: Owed) -> Choices:
        """The attack from inside the hex, and nothing else."""
        position = self.position
        unit = position.by_id[owed.unit]
        here = position.map.name(unit.at)
        targets = position.opponents(self.seat, unit.at)
        base = Draft(unit=here)
        options = [self._target(unit, target, base) for target in targets]
        legal = [option for option in options if option.legal]
        owes = f"{position.called(unit)} on {here} owes its attack (O8.2)"
        # With one opponent there is nothing to choose: the attack has only to be confirmed.
        draft = legal[0].leads_to if len(legal) == 1 else base
        if "target" in self.draft:
            draft = base.set("target", self.draft["target"])
        order = GRAMMAR.from_draft(position, draft, self.player)
        if order is None:
            prompt = Prompt("choose whom to attack", about=owes, deed="Choose whom to attack")
            return self.open(prompt, (*options, self._end()), draft=base)
        return self._made(replace(self._attack_in_words(order), before=(owes,)), [*options, self._end()], order)

    # ------------------------------------------------------------------ one unit
    def _for(self, unit: Unit) -> Choices:
        draft = self.draft
        if "spell" in draft:
            return self._casting(unit)
        base = Draft(unit=self.position.map.name(unit.at))
        options = [*self._pieces(), *self._targets(unit, base), *self._jointly(unit), *self._deeds(unit, base)]
        field = None
        if "to" in draft or not set(draft) - {"unit", "with"}:
            field = Field(
                "to",
                f"Where the {unit.kind} on {base['unit']} moves",
                reach(self.position, unit, into_enemies=False),
                ("hex", "hexes"),
                "the unit stands here",
                completes=True,
                numbers=False,
                mover=f"the {unit.kind}",
                clause="O8.1",
            )
        order = GRAMMAR.from_draft(self.position, draft, self.player)
        who = f"{unit.kind.capitalize()} on {base['unit']}"
        if order is None:
            task = "choose where to move, whom to attack, or another order"
            return self.open(Prompt(task, about=who, deed="Choose an order"), options, field)
        if isinstance(order, Attack):
            return self._made(self._attack_in_words(order), options, order, field=field)
        owes = isinstance(order, Move) and self.position.opponents(self.seat, self.position.map.index(order.to))
        then = "; it then owes its attack (O8.2)" if owes else ""
        what = self._in_words(unit, order)
        leaves = unit.defending and isinstance(order, (Move, Destroy))
        after = ("It loses its DEFEND bonus (O4.4)",) if leaves else ()
        deed = "" if isinstance(order, Move) else fitting(what, what.partition(" ")[0])
        prompt = Prompt(f"{what}{then}", about=who, after=after, confirm=True, deed=deed)
        return self._made(prompt, options, order, field=field)

    def _in_words(self, unit: Unit, order: Order) -> str:
        """An order to a unit, without the unit."""
        if isinstance(order, Move):
            return f"move to {order.to}"
        if isinstance(order, Build):
            return f"build {with_article(order.building)}"
        if isinstance(order, Destroy):
            standing = self.position.buildings_at(unit.at)
            whose = next((self.position.built(b) for b in standing if b.kind == order.building), order.building)
            return f"destroy {whose}"
        return str(order).partition(" ")[2]

    def _targets(self, unit: Unit, base: Draft) -> Iterator[Choice]:
        """O2.1: opponents next to the unit, or in its hex."""
        for at in (unit.at, *self.position.map.neighbours(unit.at)):
            for target in self.position.opponents(self.seat, at):
                yield self._target(unit, target, base)

    def _target(self, unit: Unit, target: Unit, base: Draft) -> Choice:
        position = self.position
        space = position.map.name(target.at)
        value = f"{position.players[target.owner]} {space}"
        order = Attack(self.player, (position.map.name(unit.at),), space, position.players[target.owner])
        label = f"Attack {position.called(target)} on {space}"
        base = base.clear("target")
        return self.option("target", value, label, "O2.1", base, kind="space", space=space, barred=order)

    def _jointly(self, unit: Unit) -> Iterator[Choice]:
        """O2.2: the units that could join the attack."""
        if "target" not in self.draft:
            return
        position, draft = self.position, self.draft
        owner, _, space = str(draft["target"]).rpartition(" ")
        there, here = position.map.index(space), position.map.name(unit.at)
        for other in position.units:
            near = other.at == there or position.adjacent(other.at, there)
            if other.owner == self.seat and other != unit and near:
                name = position.map.name(other.at)
                order = Attack(self.player, (here, name), space, owner)
                label = f"Together with the {other.kind} on {name}"
                yield self.option("with", name, label, "O2.2", draft.clear("with"), kind="switch", barred=order)

    def _deeds(self, unit: Unit, base: Draft) -> Iterator[Choice]:
        """The other orders; each that is illegal has its findings."""
        position, here, player = self.position, str(base["unit"]), self.player
        for at in position.map.neighbours(unit.at):
            if position.opponents(self.seat, at):
                into = position.map.name(at)
                move = Move(player, here, into)
                yield self.option("to", into, f"Move into {into} and attack", "O8.2", base, barred=move)
        yield from (self._plain(form, here, base) for form in PLAIN_ORDERS if form.action is not Disband)
        for building in position.type_of(unit).builds:
            build = Build(player, here, building)
            yield self.option("build", building, f"Build {with_article(building)}", "O3.1", base, barred=build)
        for standing in position.buildings_at(unit.at):
            destroy = Destroy(player, here, standing.kind)
            yield self.option(
                "destroy", standing.kind, f"Destroy {position.built(standing)}", "O5.1", base, barred=destroy
            )
        for spell in position.type_of(unit).spells:
            findings = _had_its_order(position, self.seat, here) or self._nobody_to_cast_at(unit, spell)
            yield self.option("spell", spell, f"Cast {spell}", "O7.1", base, barred=findings)
        # The last button of all: to disband a unit cannot be taken back by another order.
        yield from (self._plain(form, here, base) for form in PLAIN_ORDERS if form.action is Disband)

    def _plain(self, form: Form[Order], here: str, base: Draft) -> Choice:
        """The button of an order that names a unit and nothing more."""
        order = form.made(self.player, {"unit": here})
        label = form.verb.capitalize()
        return self.option("do", form.verb, label, form.clause, base, barred=order, shortcut=form.shortcut)

    # ------------------------------------------------------------------ magic
    def _in_range(self, unit: Unit, spell: str) -> Iterator[int]:
        position = self.position
        for at in position.map.members(position.map.full):
            if position.map.distance(unit.at, at) <= position.roster.spells[spell].range[1]:
                yield at

    def _nobody_to_cast_at(self, unit: Unit, spell: str) -> tuple[Finding, ...]:
        """O7.1, O7.2: a spell without a target cannot be chosen."""
        base = Draft(unit=self.position.map.name(unit.at), spell=spell)
        if any(True for at in self._in_range(unit, spell) for _ in self._cast_at(unit, spell, at, base)):
            return ()
        least, most = self.position.roster.spells[spell].range
        numbers = {"spell": spell, "least": least, "most": most}
        wording = "there is nothing for {spell} at a distance of {least} to {most:hex}"
        return (Finding("O7.1", "no_target", (str(base["unit"]),), numbers, wording),)

    def _casting(self, unit: Unit) -> Choices:
        """O7.1: a spell and its targets."""
        position, draft = self.position, self.draft
        here, spell = position.map.name(unit.at), str(draft["spell"])
        base = Draft(unit=here, spell=spell)
        options = [self.option("spell", spell, f"Cast {spell}", "O7.1", Draft(unit=here))]
        for at in self._in_range(unit, spell):
            options += self._cast_at(unit, spell, at, base)
        cast = Draft({slot: value for slot, value in draft.items() if slot in ("unit", "spell", "at")})
        order = GRAMMAR.from_draft(position, cast, self.player)
        who = f"{unit.kind.capitalize()} on {here}"
        if order is None:
            prompt = Prompt("choose a target", about=f"{who}, {spell}", deed="Choose a target")
            return self.open(prompt, (*options, *self._pieces()))
        assert isinstance(order, Cast)  # noqa: S101  (a spell is in the draft)
        what = f"cast {spell} on {order.target}"
        prompt = Prompt(f"{what}{self._chance_of(order)}", about=who, confirm=True, deed=fitting(what, f"cast {spell}"))
        return self._made(prompt, [*options, *self._pieces()], order)

    def _cast_at(self, unit: Unit, spell: str, at: int, base: Draft) -> Iterator[Choice]:
        position = self.position
        here, space = position.map.name(unit.at), position.map.name(at)
        enemies = position.opponents(self.seat, at)
        bolt = position.roster.spells[spell].kind == "bolt"
        for owner in [position.players[enemy.owner] for enemy in enemies] if bolt else [None]:
            order = Cast(self.player, here, spell, space, owner)
            value = f"{owner} {space}" if owner else space
            if self.draft.get("at") == value or self.check(order):
                label = f"{spell.capitalize()} on {space}{self._chance_of(order)}"
                yield self.option("at", value, label, "O7.1", base, kind="space", space=space)

    def _chance_of(self, order: Cast) -> str:
        spell = self.position.roster.spells[order.spell]
        if spell.kind != "bolt":
            return ""
        return f", {percent(battle.bolt_odds(spell))} to destroy"

    # ------------------------------------------------------------------ the order that a draft means
    def _attack_in_words(self, order: Order) -> Prompt:
        """An attack with its exact odds."""
        assert isinstance(order, Attack)  # noqa: S101  (called for attacks only)
        position = self.position
        target = target_unit(position, self.seat, order.target, order.owner)
        units = [position.unit_of(self.seat, position.map.index(space)) for space in order.units]
        if target is None or None in units:
            return Prompt(f"Attack on {order.target}")
        found = battle.odds(position, [unit for unit in units if unit is not None], target)
        attackers = [unit for unit in units if unit is not None]
        lost = "the attacker" if len(attackers) == 1 else "one attacker"
        defending = any(unit.defending for unit in attackers)
        destroyed, nothing, one = found.figures
        whom = f"attack {position.called(target)}"
        return Prompt(
            f"Attack {position.called(target)} on {order.target}?",
            odds=f"{destroyed} to destroy it, {one} to lose {lost}, {nothing} that nothing changes.",
            after=("The DEFEND bonus is lost by attacking (O4.4)",) if defending else (),
            deed=fitting(f"{whom} on {order.target}", whom, f"attack {order.target}"),
        )

    def _made(self, prompt: Prompt, options: Sequence[Choice], order: Order, field: Field | None = None) -> Choices:
        return self.made(prompt, options, order, field, arrows=_arrows(order), forecasts=self._forecasts(order))

    def _forecasts(self, order: Order) -> Iterator[Forecast]:
        """The odds of an attack (O2.3) or a bolt (O7.2)."""
        position = self.position
        if isinstance(order, Attack):
            target = target_unit(position, self.seat, order.target, order.owner)
            units = [position.unit_of(self.seat, position.map.index(space)) for space in order.units]
            attackers = [unit for unit in units if unit is not None]
            if target is not None and len(attackers) == len(units):
                yield battle.forecast(position, attackers, target)
        elif isinstance(order, Cast) and position.roster.spells[order.spell].kind == "bolt":
            yield battle.bolt_forecast(position.roster.spells[order.spell], self.player, order.target)
