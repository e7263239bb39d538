"""The face of `rondel` towards the protocol."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property, partial
from pathlib import Path
from typing import Any, ClassVar

from hexwidget.geometry import Space
from hexwidget.problems import InputError, Problem, Problems, shown
from hexwidget.rules import (
    TERMINAL,
    UNWRITTEN,
    ChanceOutcome,
    Choices,
    Draft,
    Observation,
    Outcome,
    RuleSystem,
    Status,
    Transition,
    Verdict,
)
from hexwidget.rules import notation as one_line
from hexwidget.rules.editing import Brush
from hexwidget.rules.lookahead import Lookahead
from hexwidget.rules.position import seen
from hexwidget.rules.reach import Reach, conditions
from hexwidget.rules.settings import read_settings
from hexwidget.scene import Scene
from hexwidget.systems.rondel import (
    appearance,
    battle,
    choices,
    editing,
    effects,
    integrity,
    legality,
    outcome,
    setup,
    text,
)
from hexwidget.systems.rondel.actions import Conquer, Move, RondelAction
from hexwidget.systems.rondel.battle import Defence
from hexwidget.systems.rondel.enumeration import RondelActions
from hexwidget.systems.rondel.position import KINDS, KNOW_HOW, Group, RondelPosition


class Rondel(RuleSystem[RondelPosition, RondelAction]):
    """Legions, galleys and cities. See ``rulebook.toml`` for the clauses."""

    name: ClassVar[str] = "rondel"
    folder: ClassVar[Path] = Path(__file__).parent
    barring: ClassVar[frozenset[str]] = legality.BARRING

    @property
    def lookahead(self) -> Lookahead:
        from hexwidget.systems.rondel.lookahead import LOOKAHEAD  # when somebody looks ahead

        return LOOKAHEAD

    # ------------------------------------------------------------------ making positions
    def position(self, *, strict: bool = True, **description: Any) -> RondelPosition:
        """A position from its description.

        ``map`` (the name of a bundled one, "inland_sea" or "two_shores", or provinces as plain data or GeoJSON: see
        `hexwidget.geometry.provincejson`), ``players`` (names in turn order), ``units`` ({player: {province: "2 legions, 1
        galley (lying)"}}), ``cities`` ({player: {province: "city" or "temple"}}), ``know_how`` ({player: ["ROADS"]}),
        ``markers`` ({player: wedge from 1}), ``resources`` ({player: number}), ``active`` (whose turn it is), ``phase``
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

    def from_json(self, data: Mapping[str, Any], *, strict: bool = True) -> RondelPosition:
        return self.accepted(setup.build(self.rulebook, data), strict)

    def to_json(self, position: RondelPosition) -> dict[str, Any]:
        return setup.describe(position, self.rulebook)

    def check_position(self, position: RondelPosition) -> Verdict:
        return integrity.check_position(position, self.rulebook)

    # ------------------------------------------------------------------ the course of a game
    def to_act(self, position: RondelPosition) -> frozenset[str]:
        if self.outcome(position) is not None:
            return TERMINAL
        owes = position.toll is None and position.asks
        return frozenset({position.players[position.asks[0].seat if owes else position.active]})

    def legal_actions(
        self, position: RondelPosition, player: str | None = None, *, within: Draft | None = None
    ) -> RondelActions:
        return RondelActions(position, self._acting(position) if player is None else player, within)

    def check(self, position: RondelPosition | Observation[RondelPosition], action: RondelAction) -> Verdict:
        return legality.check(seen(position), action, self.rulebook)

    def carry_out(self, position: RondelPosition, action: RondelAction | ChanceOutcome) -> Transition[RondelPosition]:
        assert not isinstance(action, ChanceOutcome)  # noqa: S101  (chance has no part in it)
        return effects.apply(position, action)

    def advance(self, position: RondelPosition, action: RondelAction | ChanceOutcome) -> RondelPosition:
        assert not isinstance(action, ChanceOutcome)  # noqa: S101  (chance has no part in it)
        return effects.follow(position, action, UNWRITTEN)

    def outcome(self, position: RondelPosition) -> Outcome | None:
        return outcome.outcome(position)

    def status(self, position: RondelPosition) -> str:
        end = self.outcome(position)
        if end is not None:
            return f"The game is over: {end}"
        active = position.players[position.active]
        task = {
            "wheel": f"{active} moves its marker",
            "movement": f"{active}'s maneuver, movement",
            "closing": f"{active}'s maneuver, the movement ends",
            "conquest": f"{active}'s maneuver, conquest",
        }[position.phase]
        if position.toll is not None:
            task += f"; {active} names the units that fall on {position.map.label(position.toll.at)}"
        elif position.asks:
            ask = position.asks[0]
            task += f"; {position.players[ask.seat]} is asked for battle on {position.map.label(ask.at)} ({ask.kind})"
        return f"Round {position.round}: {task}"

    def defence(self, position: RondelPosition, space: Space) -> Defence:
        """R4.3: the defence strength of the city in a province, with its sum.

        :raises InputError: if there is none
        """
        city = position.city_at.get(position.map.index(space))
        if city is None:
            places = ", ".join(position.map.name(c.at) for c in position.cities) or "nowhere"
            raise InputError("there is no city", [Problem("", f"no city stands on {space}; cities stand on {places}")])
        return battle.defence(position, city)

    # ------------------------------------------------------------------ what a player sees and may click
    def choices(
        self, observation: RondelPosition | Observation[RondelPosition], player: str | None, draft: Draft
    ) -> Choices:
        position = seen(observation)
        player = self._acting(position) if player is None else player
        self.seat(position, player)
        return choices.choices(position, player, draft, partial(self.check, position))

    def explain(
        self,
        observation: RondelPosition | Observation[RondelPosition],
        player: str | None,
        draft: Draft,
        space: Space,
    ) -> Verdict:
        position = seen(observation)
        at = position.map.index(space)
        name = position.map.name(at)
        now = self.choices(position, player, draft)
        player = now.player or self._acting(position)
        if now.field is not None:
            return now.field.reach.why(name)
        if position.phase == "conquest" and position.to_act == {player}:
            return self.check(position, Conquer(player, name, 0, 0))
        seat = position.players.index(player)
        if position.phase == "movement" and position.to_act == {player} and not position.groups(at, seat):
            moment = legality.bars(Move(player, KINDS[0], name, name), position, seat)
            missing = tuple(f for f in moment if f.code == "no_unit")
            return Verdict(Status.ILLEGAL, missing, name, self.rulebook)
        return Verdict(Status.INCOMPLETE, (), now.prompt, self.rulebook)

    @conditions
    def reach(
        self,
        observation: RondelPosition | Observation[RondelPosition],
        space: Space,
        *,
        unit: str | None = None,
        player: str | None = None,
        assume: str | Sequence[str] = (),
    ) -> Reach:
        """Where a unit in a province may go with the actions that it has left (R1.2, R1.3, R2.2).

        :param unit: "legion" or "galley"; defaults to the first unit there that can move
        :param player: the owner; defaults to the active player if that player has units there
        :param assume: know-how that the nation is thought to have as well: one name or several
        :raises InputError: if there is no such unit, or a condition cannot be read
        """
        position = seen(observation)
        problems = Problems()
        names = (
            (assume,) if isinstance(assume, str) else tuple(assume) if isinstance(assume, (list, tuple)) else (assume,)
        )
        for name in names:
            if not isinstance(name, str) or name not in KNOW_HOW:
                problems.unknown("assume", "know-how", name, KNOW_HOW)
        if unit is not None and unit not in KINDS:
            problems.unknown("unit", "unit", unit, KINDS)
        if player is not None and player not in position.players:
            problems.unknown("player", "player", player, position.players)
        at = position.map.find(space)
        if at is None:
            problems.add("province", position.map.explain_unknown(space))
        problems.raise_any("this reach cannot be computed")
        here = position.map.index(space)
        group = self._first(position, here, unit, player)
        if group is None:
            who = f"{player or 'anybody'}'s {unit or 'unit'}"
            raise InputError(
                "this reach cannot be computed", [Problem("province", f"there is no {who} on {shown(space)}")]
            )
        more = position.actions_of(group.owner, group.kind, names) - position.actions_of(group.owner, group.kind)
        assumed = f" with {' and '.join(names)}" if names else ""
        check = partial(self.check, position)
        return choices.reach(position, group, check, group.left + more, assumed)

    def _first(self, position: RondelPosition, at: int, kind: str | None, player: str | None) -> Group | None:
        seats = [position.active, *range(len(position.players))] if player is None else [position.players.index(player)]
        for seat in seats:
            groups = sorted(position.groups(at, seat, kind), key=lambda g: (not g.left, KINDS.index(g.kind), -g.left))
            if groups:
                return groups[0]
        return None

    def brushes(self, position: RondelPosition) -> tuple[Brush, ...]:
        return editing.brushes(position)

    def paint(self, position: RondelPosition, described: dict[str, Any], brush: Brush, space: str, player: str) -> None:
        editing.paint(position, described, brush, space, player)

    def scene(self, observation: Observation[RondelPosition]) -> Scene:
        return appearance.scene(observation, self.status(observation.seen))

    # ------------------------------------------------------------------ text
    def notation(self, position: RondelPosition) -> str:
        return one_line.write_data(self.to_json(position), self._defaults)

    def read(self, notation: str, *, strict: bool = True) -> RondelPosition:
        return self.from_json(one_line.read_data(notation), strict=strict)

    @cached_property
    def _defaults(self) -> dict[str, Any]:
        special = {"objective": lambda given, problems: given}
        settings = read_settings(self.rulebook, {}, Problems(), {}, special)
        tables: dict[str, Any] = {key: {} for key in ("units", "cities", "know_how", "resources")}
        return {**tables, "asks": [], "toll": None, "round": 1, "defenders": "ask", **settings}

    def parse(self, position: RondelPosition, text_form: str) -> RondelAction:
        return text.parse(position, text_form, self._acting(position))

    def describe(self, position: RondelPosition) -> str:
        """The position for a terminal."""
        return text.describe(position, self.status(position))

    # ------------------------------------------------------------------
    def _acting(self, position: RondelPosition) -> str:
        """Whose actions are meant if nobody is named."""
        owes = position.toll is None and position.asks
        return position.players[position.asks[0].seat if owes else position.active]


RONDEL = Rondel()
