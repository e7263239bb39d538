"""The rule system `orders`: its answers to the protocol's questions."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, ClassVar

from hexwidget.english import counted
from hexwidget.geometry import Space
from hexwidget.problems import InputError, Problem, Problems, shown, sure
from hexwidget.rules import CHANCE, TERMINAL, ChanceNode, IllegalAction, Observation, RuleSystem, Stage, die, seen
from hexwidget.rules.position import changed
from hexwidget.rules.reach import CANNOT_COMPUTE, Reach, check_piece, conditions
from hexwidget.systems.orders import appearance, choices, editing, effects, initiative, legality, outcome, words
from hexwidget.systems.orders.actions import GRAMMAR, Attack, Order
from hexwidget.systems.orders.battle import AttackOdds, odds, odds_of
from hexwidget.systems.orders.candidates import candidates
from hexwidget.systems.orders.description import OrdersDescription, build, to_json
from hexwidget.systems.orders.fast.enumeration import OrdersActions
from hexwidget.systems.orders.fast.lookahead import LOOKAHEAD
from hexwidget.systems.orders.legality.given_order import target_unit
from hexwidget.systems.orders.position import ORDERS_A_TURN, OrdersPosition
from hexwidget.systems.orders.roster import DIE, TERRAINS


class Orders(RuleSystem[OrdersPosition, Order]):
    """Two orders a turn. See ``rulebook.toml`` for the clauses."""

    name = "orders"
    terrains = TERRAINS
    chancy = True
    description: ClassVar[type | None] = OrdersDescription
    grammar = GRAMMAR
    listing = OrdersActions
    desk = choices.OrdersDesk
    silences = legality.SILENCES
    integrity = legality.INTEGRITY
    headlines: ClassVar[tuple[tuple[str, ...], ...]] = (
        ("game_over",),
        ("destroyed", "repelled", "demolished", "tied"),
        ("missed", "attacked"),
    )
    objections = staticmethod(legality.reasons)
    candidates = staticmethod(candidates)
    build = staticmethod(build)
    to_json = staticmethod(to_json)
    follow = staticmethod(effects.follow)
    outcome = staticmethod(outcome.outcome)
    brushes = staticmethod(editing.brushes)
    paint = staticmethod(editing.paint)
    scene = staticmethod(appearance.scene)
    describe = staticmethod(words.describe)
    in_words = staticmethod(words.in_words)
    lookahead = LOOKAHEAD

    # ------------------------------------------------------------------ making positions
    def position(self, *, strict: bool = True, **description: Any) -> OrdersPosition:
        """A position from its description.

        ``map`` (text, see `hexwidget.geometry.maptext`; symbols ``. X`` for open land and impassable), ``players`` (names in
        seating order), ``units`` ({player: {hex: "knight"}}), ``buildings`` ({player: {hex: ["farm", "keep"]}}), ``roster``
        (units, buildings and spells of one's own over the bundled ones), ``points`` ({player: number}), ``initiative``
        ({player: [dice]}), ``queue`` (players who have still to take their turn; left out, initiative is rolled), ``left``
        (orders left), ``turn``, ``title``, ``offset`` (stagger), and any option of the rulebook.

        :raises InputError: listing everything that cannot be read
        :raises IllegalPosition: if it breaks clauses (not with ``strict=False``)

        >>> position = ORDERS.position(
        ...     map=". . X", players=["red", "blue"], units={"red": {"0101": "knight"}, "blue": {"0201": "militia"}}
        ... )
        >>> position.chance.source
        'initiative of red'
        """
        return self.from_json(description, strict=strict)

    # ------------------------------------------------------------------ the course of a game
    def to_act(self, position: OrdersPosition) -> frozenset[str]:
        if self.outcome(position) is not None:
            return TERMINAL
        if not position.queue or position.battle is not None or position.bolt is not None:
            return CHANCE
        return frozenset({position.players[position.queue[0]]})

    def chance(self, position: OrdersPosition) -> ChanceNode | None:
        """O1.2, O2.3, O7.2: one 20-sided die at a time. The first die for initiative opens a game turn."""
        rolling = position.battle is not None or position.bolt is not None
        if (position.queue and not rolling) or self.outcome(position) is not None:
            return None
        name = position.map.name
        opening = False
        if position.battle is not None:
            units = [*position.battle.attackers, position.battle.defender]
            roller = position.by_id[units[len(position.battle.rolls)]]
            where = f"attack on {name(position.by_id[units[-1]].at)}"
            # Kept games name this die, so its text stays as it is, whatever the player is called.
            source, clause = f"{where}, {position.players[roller.owner]}'s {roller.kind}", "O2.3"
            label = f"{where}, the die of {position.called(roller)}"
        elif position.bolt is not None:
            source, clause = f"{position.bolt.spell} on {name(position.by_id[position.bolt.target].at)}", "O7.2"
            label = f"the die for {source}"
        else:
            seat = sure(initiative.next_to_roll(position.rolls, position.alive))  # no queue: somebody has still to roll
            source, clause = f"initiative of {position.players[seat]}", "O1.3" if position.rolls[seat] else "O1.2"
            label = f"the die for the {source}"
            opening = not any(position.rolls)
        return die(source, DIE, clause, label, opening=opening)

    def under_way(self, position: OrdersPosition) -> Stage:
        if not position.queue:
            task = "dice for initiative"
        elif position.battle is not None:
            task = f"dice for the attack on {position.map.name(position.by_id[position.battle.defender].at)}"
        elif position.bolt is not None:
            task = f"a die for {position.bolt.spell}"
        else:
            task = f"{position.players[position.queue[0]]} to act, {counted(position.left, 'order')} left"
        points = [f"{player} {n}" for player, n in zip(position.players, position.points, strict=True) if n]
        more = f"resource points: {', '.join(points)}" if points else ""
        return Stage(task, f"Game turn {position.turn}", more=more)

    # ------------------------------------------------------------------ odds
    def attack_odds(self, position: OrdersPosition, attack: Attack | str) -> AttackOdds:
        """O2.3: the exact odds of an attack that could be declared; of the one whose dice are rolled see `battle_odds`.

        :raises IllegalAction: if the rules bar it
        """
        order = self.parse(position, attack) if isinstance(attack, str) else attack
        if not isinstance(order, Attack):
            raise InputError("there are no odds", [Problem("", f"expected an attack, not {shown(str(order))}")])
        verdict = self.check(position, order)
        if not verdict:
            raise IllegalAction(verdict)
        seat = position.players.index(order.player)
        target = sure(target_unit(position, seat, order.target, order.owner))  # the attack is legal
        units = [sure(position.unit_of(seat, position.map.index(space))) for space in order.units]
        return odds(position, units, target)

    def battle_odds(self, position: OrdersPosition) -> AttackOdds | None:
        """O2.3: the odds of the attack whose dice are being rolled; None without such an attack."""
        return None if position.battle is None else odds_of(position, position.battle)

    def initiative_odds(self, position: OrdersPosition) -> dict[tuple[str, ...], Fraction]:
        """O1.2, O1.3: the probability of each order of play, given the dice rolled so far."""
        found = initiative.odds(position.rolls, position.alive)
        return {tuple(position.players[seat] for seat in order): p for order, p in sorted(found.items())}

    # ------------------------------------------------------------------ what a player sees and may click
    @conditions
    def reach(self, observation: OrdersPosition | Observation[OrdersPosition], space: Space) -> Reach:
        """The hexes that a unit may move to: see `OrdersPosition.reach`."""
        position, problems = seen(observation), Problems()
        check_piece(position.map, space, position.by_hex, "unit units", problems)
        problems.raise_any(CANNOT_COMPUTE)
        there = position.map.index(space)
        acting = position.queue[0] if position.queue else -1
        unit = position.unit_of(acting, there) or position.by_hex[there][0]
        if position.players[unit.owner] not in self.to_act(position):
            unit = unit._replace(ordered=False)
            units = tuple([unit if each.id == unit.id else each for each in position.units])
            turn = {"queue": (unit.owner,), "left": ORDERS_A_TURN, "owed": None, "battle": None, "bolt": None}
            position = changed(position, units=units, **turn)
        return choices.reach(position, unit, True)

    # ------------------------------------------------------------------ text
    def acting(self, position: OrdersPosition) -> str:
        return position.players[position.queue[0] if position.queue else 0]


ORDERS = Orders()
