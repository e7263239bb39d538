"""The rule system `rondel`: its answers to the protocol's questions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from hexwidget.geometry import Space
from hexwidget.problems import InputError, Problem
from hexwidget.rules import TERMINAL, RuleSystem
from hexwidget.rules.reach import conditions
from hexwidget.systems.rondel import appearance, battle, choices, editing, effects, legality, outcome, words
from hexwidget.systems.rondel.actions import GRAMMAR, RondelAction
from hexwidget.systems.rondel.battle import Defence
from hexwidget.systems.rondel.description import RondelDescription, build, to_json
from hexwidget.systems.rondel.fast.enumeration import RondelActions
from hexwidget.systems.rondel.fast.lookahead import LOOKAHEAD
from hexwidget.systems.rondel.outcome import BY_UNITS
from hexwidget.systems.rondel.position import RondelPosition
from hexwidget.systems.rondel.reach import reach_from


class Rondel(RuleSystem[RondelPosition, RondelAction]):
    """Legions, galleys and cities. See ``rulebook.toml`` for the clauses."""

    name = "rondel"
    description: ClassVar[type | None] = RondelDescription
    grammar = GRAMMAR
    listing = RondelActions
    desk = choices.RondelDesk
    silences = legality.SILENCES
    integrity = legality.INTEGRITY
    headlines: ClassVar[tuple[tuple[str, ...], ...]] = (
        ("game_over",),
        ("conquered", "founded"),
        ("fought", "temple_lost"),
        ("asked_for", "let_be", "conquest_phase"),
    )
    objections = staticmethod(legality.reasons)
    build = staticmethod(build)
    to_json = staticmethod(to_json)
    follow = staticmethod(effects.follow)
    outcome = staticmethod(outcome.outcome)
    brushes = staticmethod(editing.brushes)
    paint = staticmethod(editing.paint)
    scene = staticmethod(appearance.scene)
    reach = staticmethod(conditions(reach_from))
    describe = staticmethod(words.describe)
    in_words = staticmethod(words.in_words)
    under_way = staticmethod(words.under_way)
    lookahead = LOOKAHEAD

    # ------------------------------------------------------------------ making positions
    def position(self, *, strict: bool = True, **description: Any) -> RondelPosition:
        """A position from its description.

        ``map`` (the name of a bundled one, "inland_sea" or "two_shores", or provinces as plain data or GeoJSON: see
        `hexwidget.geometry.provincejson`), ``players`` (names in turn order), ``units`` ({player: {province: "2 legions, 1
        galley (lying)"}}), ``cities`` ({player: {province: "city" or "temple"}}), ``know_how`` ({player: ["ROADS"]}),
        ``markers`` ({player: wedge from 1}), ``resources`` ({player: number}), ``active`` (the player whose turn it is), ``phase``
        ("wheel", "movement", "conquest"), ``round``, ``title``, ``defenders`` ("ask", "always", "never", or one for each
        player), and any other option or parameter of the rulebook.

        :raises InputError: listing everything that cannot be read
        :raises IllegalPosition: if it breaks clauses (not with ``strict=False``)

        >>> position = RONDEL.position(
        ...     map="two_shores", players=["romans", "greeks"], units={"romans": {"corinth": "2 legions"}}, phase="movement"
        ... )
        >>> position.reach("corinth", assume="ROADS").budget
        3
        """
        return self.from_json(description, strict=strict)

    def as_before(self, data: Mapping[str, Any]) -> Mapping[str, Any]:
        """R5.3: a nation without units was eliminated."""
        return {**data, "objective": BY_UNITS} if data.get("objective") == "eliminate" else data

    def content(self, position: RondelPosition) -> dict[str, Any]:
        found = super().content(position)
        kept = {BY_UNITS: "eliminate", "eliminate": BY_UNITS}  # the keys of games of before stay as they are
        return {**found, "objective": kept.get(found["objective"], found["objective"])}

    # ------------------------------------------------------------------ the course of a game
    def to_act(self, position: RondelPosition) -> frozenset[str]:
        if self.outcome(position) is not None:
            return TERMINAL
        return frozenset({position.players[position.acting]})

    def acting(self, position: RondelPosition) -> str:
        return position.players[position.acting]

    def defence(self, position: RondelPosition, space: Space) -> Defence:
        """R4.3: the defence strength of the city in a province, with its sum.

        :raises InputError: if there is no city
        """
        city = position.city_at.get(position.map.index(space))
        if city is None:
            places = ", ".join(position.map.name(c.at) for c in position.cities) or "nowhere"
            raise InputError("there is no city", [Problem("", f"no city stands on {space}; cities stand on {places}")])
        return battle.defence(position, city)


RONDEL = Rondel()
