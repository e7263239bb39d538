"""The rule system `plotted`: its answers to the protocol's questions."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from random import Random
from typing import Any, ClassVar

from hexwidget.english import phrase, worded
from hexwidget.rules import CHANCE, TERMINAL, ChanceNode, Deed, Duel, Hindsight, RuleSystem, Secret, Stage, die
from hexwidget.rules.position import changed
from hexwidget.rules.reach import conditions
from hexwidget.systems.plotted import appearance, choices, editing, effects, legality, melee, outcome, words
from hexwidget.systems.plotted.actions import GRAMMAR, Order, Seal
from hexwidget.systems.plotted.description import PlottedDescription, build, to_json
from hexwidget.systems.plotted.fast.enumeration import PlottedActions
from hexwidget.systems.plotted.fast.lookahead import LOOKAHEAD
from hexwidget.systems.plotted.position import DIE, PlottedPosition, canonical
from hexwidget.systems.plotted.reach import reach_from
from hexwidget.systems.plotted.units import TERRAINS


def _reseal(seen: PlottedPosition, player: str | None, rng: Random) -> tuple[tuple[Order, ...] | None, ...]:
    """P1.9: the orders that may be sealed. Nothing hidden counts, not even who has sealed."""
    sealed, own = list(seen.sealed), -1 if player is None else seen.players.index(player)
    for seat in () if seen.to_act in (CHANCE, TERMINAL) else seen.writing:
        # One player has not sealed: the last seal would carry out all orders.
        last = all(sealed[k] is not None for k in seen.writing if k != seat)
        if seat != own and not last and rng.random() < 0.5:
            sealed[seat] = canonical(seen.map, seen.legal_actions(seen.players[seat]).sample(rng).orders)
    return tuple(sealed)


class Plotted(RuleSystem[PlottedPosition, Seal]):
    """Written routes, moved together. See ``rulebook.toml`` for the clauses."""

    name = "plotted"
    description: ClassVar[type | None] = PlottedDescription
    secrets = (Secret("sealed", "P1.9", draw=_reseal, told={Seal: None}),)
    grammar = GRAMMAR
    listing = PlottedActions
    desk = choices.PlottedDesk
    silences = legality.SILENCES
    integrity = legality.INTEGRITY
    headlines: ClassVar[tuple[tuple[str, ...], ...]] = (("game_over",), ("removed",), ("lost", "tied"), ("melee",))
    terrains = TERRAINS
    chancy = True
    objections = staticmethod(legality.reasons)
    build = staticmethod(build)
    to_json = staticmethod(to_json)
    follow = staticmethod(effects.follow)
    outcome = staticmethod(outcome.outcome)
    brushes = staticmethod(editing.brushes)
    paint = staticmethod(editing.paint)
    scene = staticmethod(appearance.scene)
    units = staticmethod(appearance.units)
    reach = staticmethod(conditions(reach_from))
    describe = staticmethod(words.describe)
    in_words = staticmethod(words.in_words)
    lookahead = LOOKAHEAD

    # ------------------------------------------------------------------ making positions
    def position(self, *, strict: bool = True, **description: Any) -> PlottedPosition:
        """A position from its description.

        ``map`` (text, see `hexwidget.geometry.maptext`; symbols ``. % ^ ~ *`` for plains, forest, hills, water, cliffs),
        ``players`` (names in seating order), ``units`` ({player: {hex: "cavalry 3"}}: kind, strength, and a name if it has
        one), ``costs`` ({ground: cost of entering, None: it cannot be entered}), ``engaged`` ([[hex, hex], ...]), ``sealed``
        ({player: [order, ...]}), ``turn``, ``title``, ``offset`` (stagger), and any option or parameter of the rulebook.

        :raises InputError: listing everything that cannot be read
        :raises IllegalPosition: if it breaks clauses (not with ``strict=False``)

        >>> position = PLOTTED.position(map=". . ^", players=["red", "blue"], units={"red": {"0101": "cavalry 3"}})
        >>> list(position.reach("0101", order="march")), list(position.reach("0101", order="run"))
        (['0201'], ['0201', '0301'])
        """
        return self.from_json(description, strict=strict)

    # ------------------------------------------------------------------ the course of a game
    def to_act(self, position: PlottedPosition) -> frozenset[str]:
        if self.outcome(position) is not None:
            return TERMINAL
        if position.melees:
            return CHANCE
        return frozenset(position.players[seat] for seat in position.writing if position.sealed[seat] is None)

    def chance(self, position: PlottedPosition) -> ChanceNode | None:
        """P5.2: the next die, one of 20 sides for each unit in a pair."""
        if (found := melee.due(position)) is None:
            return None
        pair, side = found
        here, there = position.map.name(pair.hexes[side]), position.map.name(pair.hexes[1 - side])
        return _die(here, there, position.owned(position.by_hex[pair.hexes[side]]))

    def under_way(self, position: PlottedPosition) -> Stage:
        task = phrase("dice settle the melees" if position.melees else "players write their orders")
        turns = position.settings["turns"]
        return Stage(task, phrase("Turn {n}", n=position.turn), phrase("of {n}", n=turns))

    # ------------------------------------------------------------------ what is known later
    def hindsight(self, position: PlottedPosition, since: Sequence[Deed], player: str) -> Hindsight | None:
        """P1.9: the orders that others sealed for this turn, once they are revealed."""
        sealed, own = list(position.sealed), position.players.index(player)
        for _, done, _ in since:
            if isinstance(done, Seal):
                sealed[position.players.index(done.player)] = canonical(position.map, done.orders)
            if all(sealed[seat] is not None for seat in position.writing):
                break
        else:
            return None
        others = tuple(None if seat == own else orders for seat, orders in enumerate(sealed))
        revealed = {position.players[seat]: orders for seat, orders in enumerate(others) if orders is not None}
        said = ((player, words.orders_in_words(position, orders)) for player, orders in revealed.items())
        told = [worded("{player} ordered {orders}", player=player, orders=orders) for player, orders in said]
        return Hindsight(tuple(told), (changed(position, sealed=others),)) if told else None

    # ------------------------------------------------------------------ odds
    def odds(self, position: PlottedPosition) -> dict[tuple[str, str], Duel]:
        """P5.2: for each pair that fights, by its hexes, the odds that the first unit rolls higher, as high, or lower."""
        name = position.map.name
        return {(name(pair.hexes[0]), name(pair.hexes[1])): melee.duel(pair) for pair in position.melees}

    def survival(self, position: PlottedPosition) -> dict[str, Fraction]:
        """P5.2: for each unit in melee, by its hex, the probability that it has strength left afterwards."""
        fighting = sorted({at for pair in position.melees for at in pair.hexes})
        return {position.map.name(at): melee.survival(position, at) for at in fighting}


@lru_cache(maxsize=4096)
def _die(here: str, there: str, unit: str) -> ChanceNode:
    """P5.2: the die of a unit in a melee."""
    label = phrase("the die of {unit} in the melee of {0} and {1}", here, there, unit=unit)
    return die(f"melee, {here} against {there}", DIE, "P5.2", label)


PLOTTED = Plotted()
