"""Clicks become orders: see `hexwidget.systems.orders.drafts` for the slots."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from hexwidget.rules import Choice, Choices, Draft, Field, Finding, Status, Verdict
from hexwidget.rules.odds import percent
from hexwidget.rules.reach import GraphReach
from hexwidget.scene import Arrow
from hexwidget.systems.orders import battle
from hexwidget.systems.orders.actions import Attack, Build, Cast, Defend, Destroy, Disband, EndTurn, Move, Order
from hexwidget.systems.orders.drafts import begun, order_of, read, split
from hexwidget.systems.orders.legality import one_order_a_unit, target_unit
from hexwidget.systems.orders.position import OrdersPosition, Owed, Unit

Check = Callable[[Order], Verdict]
INCOMPLETE = Verdict(Status.INCOMPLETE)


def reach(position: OrdersPosition, unit: Unit, check: Check, *, into_enemies: bool) -> GraphReach:
    """Where a unit may move to (O8.1).

    :param into_enemies: whether hexes with opponents (O8.2) are among them, or left to be attacked
    """
    player, here = position.players[unit.owner], position.map.name(unit.at)

    def verdict(there: int) -> Verdict:
        return check(Move(player, here, position.map.name(there)))

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


def choices(position: OrdersPosition, player: str, draft: Draft, check: Check) -> Choices:
    """What a player may do next.

    :param check: the verdict on an order
    :raises InputError: if the draft has slots or values that cannot be
    """
    read(position, draft)
    seat = position.players.index(player)
    end = position.system.outcome(position)
    if end is not None:
        return Choices(player, Draft(), f"The game is over: {end}.")
    waiting = check(EndTurn(player))
    owes = position.owed is not None and position.queue[0] == seat
    if waiting.findings and not owes:
        why = waiting.findings[0].text
        return Choices(player, Draft(), f"{why[0].upper()}{why[1:]}.", verdict=INCOMPLETE)
    return _Command(position, player, seat, draft, check).choices()


def _arrows(order: Order) -> Iterator[Arrow]:
    """Where an order leads to, on the board."""
    if isinstance(order, Attack):
        yield from (Arrow((unit, order.target), str(order)) for unit in order.units if unit != order.target)
    elif isinstance(order, Cast) and order.target != order.unit:
        yield Arrow((order.unit, order.target), str(order), "mark")


class _Command:
    """A player's order while it is being chosen."""

    def __init__(self, position: OrdersPosition, player: str, seat: int, draft: Draft, check: Check) -> None:
        self.position = position
        self.player = player
        self.seat = seat
        self.draft = draft
        self.check = check

    def choices(self) -> Choices:
        position, draft = self.position, self.draft
        if position.owed is not None:
            return self._owed(position.owed)
        if draft.get("do") == "end turn":
            order = EndTurn(self.player)
            prompt = f"{self.player}: end the turn with {self._left()} left over. Confirm?"
            return self._made(prompt, [*self._pieces(), self._end()], order)
        if "unit" not in draft:
            prompt = f"{self.player}: {self._left()} left. Choose a unit, or end the turn."
            return Choices(self.player, Draft(), prompt, (*self._pieces(), self._end()))
        unit = position.unit_of(self.seat, position.map.index(str(draft["unit"])))
        if unit is None:
            verdict = self.check(Defend(self.player, str(draft["unit"])))
            return Choices(
                self.player, draft, f"{draft['unit']} cannot be chosen.", tuple(self._pieces()), verdict=verdict
            )
        return self._for(unit)

    def _left(self) -> str:
        return "1 order" if self.position.left == 1 else f"{self.position.left} orders"

    def _pieces(self) -> list[Choice]:
        found = []
        for unit in self.position.units:
            if unit.owner == self.seat:
                name = self.position.map.name(unit.at)
                chosen = self.draft.get("unit") == name
                then = Draft() if chosen else Draft(unit=name)
                # A unit that has had its order is shown with the reason why it cannot be chosen.
                findings = tuple(f for f in self.check(Disband(self.player, name)).findings if f.clause == "O1.4")
                label = f"{unit.kind.capitalize()} on {name}"
                found.append(Choice("unit", name, label, "piece", "O1.4", then, name, chosen, findings))
        return found

    def _end(self) -> Choice:
        chosen = self.draft.get("do") == "end turn"
        then = Draft() if chosen else Draft(do="end turn")
        found = self.check(EndTurn(self.player)).findings
        return Choice("do", "end turn", "End the turn", "button", "O1.6", then, None, chosen, found, "e")

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
        prompt = f"{position.called(unit)} on {here} owes its attack (O8.2)"
        # With one opponent there is nothing to choose: the attack has only to be confirmed.
        draft = legal[0].leads_to if len(legal) == 1 else base
        if "target" in self.draft:
            draft = base.set("target", self.draft["target"])
        order = order_of(draft, self.player)
        if order is None:
            return Choices(self.player, base, f"{prompt}: choose whom to attack.", (*options, self._end()))
        return self._made(f"{prompt}. {self._attack_in_words(order)}", [*options, self._end()], order)

    # ------------------------------------------------------------------ one unit
    def _for(self, unit: Unit) -> Choices:
        draft = self.draft
        if "spell" in draft:
            return self._casting(unit)
        base = Draft(unit=self.position.map.name(unit.at))
        options = [*self._pieces(), *self._targets(unit, base), *self._jointly(unit), *self._deeds(unit, base)]
        field = None
        if not begun(draft) or "to" in draft:
            field = Field(
                "to",
                f"Where the {unit.kind} on {base['unit']} moves",
                reach(self.position, unit, self.check, into_enemies=False),
                ("hex", "hexes"),
                "where it stands",
                completes=True,
                numbers=False,
            )
        order = order_of(draft, self.player)
        who = f"{unit.kind.capitalize()} on {base['unit']}"
        if order is None:
            return Choices(
                self.player,
                draft,
                f"{who}: choose where to move, whom to attack, or another order.",
                tuple(options),
                field,
            )
        if isinstance(order, Attack):
            return self._made(self._attack_in_words(order), options, order, field=field)
        owes = isinstance(order, Move) and self.position.opponents(self.seat, self.position.map.index(order.to))
        then = "; it then owes its attack (O8.2)" if owes else ""
        what = f"move to {order.to}" if isinstance(order, Move) else str(order).partition(" ")[2]
        leaves = " It loses its DEFEND bonus (O4.4)." if unit.defending and isinstance(order, (Move, Destroy)) else ""
        return self._made(f"{who}: {what}{then}.{leaves} Confirm?", options, order, field=field)

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
        chosen = self.draft.get("target") == value
        label = f"Attack {position.called(target)} on {space}"
        then = base.clear("target") if chosen else base.set("target", value)
        return Choice("target", value, label, "space", "O2.1", then, space, chosen, self.check(order).findings)

    def _jointly(self, unit: Unit) -> Iterator[Choice]:
        """O2.2: who could join the attack."""
        if "target" not in self.draft:
            return
        position, draft = self.position, self.draft
        owner, space = split(draft["target"])
        there, here = position.map.index(space), position.map.name(unit.at)
        for other in position.units:
            near = other.at == there or position.adjacent(other.at, there)
            if other.owner == self.seat and other != unit and near:
                name = position.map.name(other.at)
                chosen = draft.get("with") == name
                then = draft.clear("with") if chosen else draft.set("with", name)
                findings = self.check(Attack(self.player, (here, name), space, owner)).findings
                label = f"Together with the {other.kind} on {name}"
                yield Choice("with", name, label, "switch", "O2.2", then, None, chosen, findings)

    def _deeds(self, unit: Unit, base: Draft) -> Iterator[Choice]:
        """The other orders; those that cannot be given with the reason."""
        position, here, player = self.position, str(base["unit"]), self.player
        for at in position.map.neighbours(unit.at):
            if position.opponents(self.seat, at):
                into = position.map.name(at)
                findings = self.check(Move(player, here, into)).findings
                yield self._button("to", into, f"Move into {into} and attack", "O8.2", base, findings)
        yield self._button("do", "defend", "Defend", "O4.1", base, self.check(Defend(player, here)).findings, "d")
        for building in position.type_of(unit).builds:
            findings = self.check(Build(player, here, building)).findings
            yield self._button("build", building, f"Build {building}", "O3.1", base, findings)
        for standing in position.buildings_at(unit.at):
            findings = self.check(Destroy(player, here, standing.kind)).findings
            label = f"Destroy {position.built(standing)}"
            yield self._button("destroy", standing.kind, label, "O5.1", base, findings)
        for spell in position.type_of(unit).spells:
            findings = tuple(one_order_a_unit(position, unit)) or self._nobody_to_cast_at(unit, spell)
            yield self._button("spell", spell, f"Cast {spell}", "O7.1", base, findings)
        yield self._button("do", "disband", "Disband", "O6.1", base, self.check(Disband(player, here)).findings)

    def _button(
        self,
        slot: str,
        value: str,
        label: str,
        clause: str,
        base: Draft,
        findings: tuple[Finding, ...],
        key: str | None = None,
    ) -> Choice:
        chosen = self.draft.get(slot) == value
        then = base if chosen else base.set(slot, value)
        return Choice(slot, value, label, "button", clause, then, None, chosen, findings, key)

    # ------------------------------------------------------------------ magic
    def _in_range(self, unit: Unit, spell: str) -> Iterator[int]:
        position = self.position
        for at in position.map.members(position.map.full):
            if position.map.distance(unit.at, at) <= position.roster.spells[spell].range[1]:
                yield at

    def _nobody_to_cast_at(self, unit: Unit, spell: str) -> tuple[Finding, ...]:
        """O7.1, O7.2: a spell that has nowhere to go cannot be chosen."""
        base = Draft(unit=self.position.map.name(unit.at), spell=spell)
        if any(True for at in self._in_range(unit, spell) for _ in self._cast_at(unit, spell, at, base)):
            return ()
        least, most = self.position.roster.spells[spell].range
        numbers = {"spell": spell, "least": least, "most": most}
        wording = "there is nothing for {spell} at a distance of {least} to {most}"
        return (Finding("O7.1", "no_target", (str(base["unit"]),), numbers, wording),)

    def _casting(self, unit: Unit) -> Choices:
        """O7.1: a spell, and where it may go to."""
        position, draft = self.position, self.draft
        here, spell = position.map.name(unit.at), str(draft["spell"])
        base = Draft(unit=here, spell=spell)
        options = [self._button("spell", spell, f"Cast {spell}", "O7.1", Draft(unit=here), ())]
        for at in self._in_range(unit, spell):
            options += self._cast_at(unit, spell, at, base)
        order = order_of(draft, self.player)
        who = f"{unit.kind.capitalize()} on {here}"
        if order is None:
            return Choices(self.player, draft, f"{who}, {spell}: choose a target.", (*options, *self._pieces()))
        assert isinstance(order, Cast)  # noqa: S101  (a spell is in the draft)
        prompt = f"{who}: cast {spell} on {order.target}{self._chance_of(order)}. Confirm?"
        return self._made(prompt, [*options, *self._pieces()], order)

    def _cast_at(self, unit: Unit, spell: str, at: int, base: Draft) -> Iterator[Choice]:
        position = self.position
        here, space = position.map.name(unit.at), position.map.name(at)
        enemies = position.opponents(self.seat, at)
        bolt = position.roster.spells[spell].kind == "bolt"
        for owner in [position.players[enemy.owner] for enemy in enemies] if bolt else [None]:
            order = Cast(self.player, here, spell, space, owner)
            value = f"{owner} {space}" if owner else space
            chosen = self.draft.get("at") == value
            if chosen or self.check(order):
                then = base if chosen else base.set("at", value)
                label = f"{spell.capitalize()} on {space}{self._chance_of(order)}"
                yield Choice("at", value, label, "space", "O7.1", then, space, chosen)

    def _chance_of(self, order: Cast) -> str:
        spell = self.position.roster.spells[order.spell]
        if spell.kind != "bolt":
            return ""
        return f", {percent(battle.bolt_odds(spell))} to destroy"

    # ------------------------------------------------------------------ what it amounts to
    def _attack_in_words(self, order: Order) -> str:
        """An attack with its exact odds."""
        assert isinstance(order, Attack)  # noqa: S101  (asked of attacks only)
        position = self.position
        target = target_unit(position, self.seat, order.target, order.owner)
        units = [position.unit_of(self.seat, position.map.index(space)) for space in order.units]
        if target is None or None in units:
            return f"Attack on {order.target}."
        found = battle.odds(position, [unit for unit in units if unit is not None], target)
        attackers = [unit for unit in units if unit is not None]
        lost = "the attacker" if len(attackers) == 1 else "one attacker"
        bonus = " The DEFEND bonus is lost by attacking (O4.4)." if any(unit.defending for unit in attackers) else ""
        return (
            f"Attack {position.called(target)} on {order.target}: {percent(found.destroyed)} to destroy it, "
            f"{percent(found.lost)} to lose {lost}, {percent(found.nothing)} nothing.{bonus} Confirm?"
        )

    def _made(self, prompt: str, options: list[Choice], order: Order, field: Field | None = None) -> Choices:
        verdict, draft = self.check(order), self.draft
        if verdict.findings:
            why = " ".join(f"{f.text[0].upper()}{f.text[1:]} ({f.clause})." for f in verdict.findings)
            return Choices(self.player, draft, why, tuple(options), field, None, verdict)
        return Choices(self.player, draft, prompt, tuple(options), field, order, verdict, tuple(_arrows(order)))
