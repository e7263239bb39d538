"""The face of `depletion` towards the protocol."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, partial
from pathlib import Path
from typing import Any, ClassVar

from hexwidget.geometry import Space
from hexwidget.problems import Problems, shown
from hexwidget.rules import (
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
from hexwidget.rules.position import seen
from hexwidget.rules.reach import Reach
from hexwidget.rules.settings import read_settings
from hexwidget.scene import Scene
from hexwidget.systems.depletion import (
    appearance,
    choices,
    effects,
    integrity,
    legality,
    line,
    movement,
    outcome,
    setup,
    text,
)
from hexwidget.systems.depletion.actions import Attack, DepletionAction, Maneuver
from hexwidget.systems.depletion.clauses import BARRING
from hexwidget.systems.depletion.enumeration import DepletionActions
from hexwidget.systems.depletion.plan import ManeuverPlan
from hexwidget.systems.depletion.position import DepletionPosition
from hexwidget.systems.depletion.units import minus, read_units, write_units


class Depletion(RuleSystem[DepletionPosition, DepletionAction]):
    """Maneuvers with depletion. See ``rulebook.toml`` for the clauses, `implemented` for those carried out today."""

    name: ClassVar[str] = "depletion"
    folder: ClassVar[Path] = Path(__file__).parent
    barring: ClassVar[frozenset[str]] = frozenset(BARRING)
    implemented: ClassVar[frozenset[str]] = barring | {
        "D1.3",
        "D1.4",
        "D1.5",
        "D1.9",
        "D1.12",
        "D1.14",
        "D1.15",
        "D2.1",
        "D3.1",
        "D3.3",
        "D3.4",
        "D4.1",
        "D4.6",
        "D4.7",
        "D4.8",
        "D4.9",
    }

    # ------------------------------------------------------------------ making positions
    def position(self, *, strict: bool = True, **description: Any) -> DepletionPosition:
        """A position from its description.

        ``map`` (text, see `hexwidget.geometry.maptext`; symbols ``. % ^ & ~ =`` for plains, forest, mountain, swamp, sea,
        ocean), ``players`` (names in seating order), ``armies`` ({player: {hex: "2 cavalry, 1 archer"}}), ``cities`` and
        ``castles`` ({player: [hex, ...]}), ``cubes`` ({hex: number}), ``turn`` (player), ``round``, ``title``, ``offset``
        (stagger), and any option or parameter of the rulebook (``rounds=6``).

        :raises InputError: listing everything that cannot be read
        :raises IllegalPosition: if it breaks clauses (not with ``strict=False``)

        >>> position = DEPLETION.position(map=". ^ .", players=["red"], armies={"red": {"0101": "1 archer"}})
        >>> list(position.reach("0101", march=True))
        ['0101', '0201', '0301']
        """
        return self.from_json(description, strict=strict)

    def from_json(self, data: Mapping[str, Any], *, strict: bool = True) -> DepletionPosition:
        return self.accepted(setup.build(self.rulebook, data), strict)

    def settled(self, position: DepletionPosition) -> DepletionPosition:
        """The position after an edit: if nothing is left to decide about an attack (D1.8), the turn passes on."""
        return effects.settled(position)

    def to_json(self, position: DepletionPosition) -> dict[str, Any]:
        return setup.describe(position)

    def check_position(self, position: DepletionPosition) -> Verdict:
        return integrity.check_position(position, self.rulebook)

    # ------------------------------------------------------------------ the course of a game
    def to_act(self, position: DepletionPosition) -> frozenset[str]:
        return frozenset() if outcome.is_over(position) else frozenset({position.players[position.turn]})

    def legal_actions(
        self, position: DepletionPosition, player: str | None = None, *, within: Draft | None = None
    ) -> DepletionActions:
        return DepletionActions(position, position.players[position.turn] if player is None else player, within)

    def check(self, position: DepletionPosition | Observation[DepletionPosition], action: DepletionAction) -> Verdict:
        return legality.check(seen(position), action, self.rulebook)

    def carry_out(
        self, position: DepletionPosition, action: DepletionAction | ChanceOutcome
    ) -> Transition[DepletionPosition]:
        assert not isinstance(action, ChanceOutcome)  # noqa: S101  (nothing is left to chance here)
        return effects.apply(position, action)

    def outcome(self, position: DepletionPosition) -> Outcome | None:
        return outcome.outcome(position)

    def status(self, position: DepletionPosition) -> str:
        end = outcome.outcome(position)
        if end is not None:
            return f"The game is over: {end}"
        player = position.players[position.turn]
        task = f"{player} to act" if position.deciding is None else f"{player} decides whether to attack"
        return f"Round {position.round} of {position.settings['rounds']}: {task}"

    # ------------------------------------------------------------------ what a player sees and may click
    def choices(
        self, observation: DepletionPosition | Observation[DepletionPosition], player: str | None, draft: Draft
    ) -> Choices:
        position = seen(observation)
        if player is None:
            player = position.players[position.turn]
        return choices.choices(position, player, draft, self._reach, partial(self.check, position))

    def explain(
        self,
        observation: DepletionPosition | Observation[DepletionPosition],
        player: str | None,
        draft: Draft,
        space: Space,
    ) -> Verdict:
        position = seen(observation)
        at = position.map.index(space)
        now = self.choices(position, player, draft)
        player = now.player or position.players[position.turn]
        name = position.map.name(at)
        if now.field is not None:
            return now.field.reach.why(space)
        if position.deciding is not None:
            return self.check(position, Attack(player, name))
        verdict = self.check(position, Maneuver(player, (name,)))
        # An army that may be chosen has still to be told where to go.
        return verdict if verdict.findings else Verdict(Status.INCOMPLETE, (), now.prompt, self.rulebook)

    def reach(
        self,
        observation: DepletionPosition | Observation[DepletionPosition],
        space: Space,
        *,
        march: bool = False,
        units: str | Mapping[str, int] | None = None,
        **conditions: Any,
    ) -> Reach:
        """Where the army on a hex, or a part of it, may go in one maneuver, whoever's turn it is. Unpacked trebuchets are
        packed first (D1.10).

        :param march: as a march (D2.1)
        :param units: only these of it (D3.1), such as "2 cavalry"
        :raises InputError: if there is no army, not so many units, or a condition is unknown
        """
        position = seen(observation)
        problems = Problems()
        for name in conditions:
            problems.unknown(name, "condition", name, ["march", "units"])
        if type(march) is not bool:
            problems.add("march", f"expected True or False, not {shown(march)}")
        at = position.map.find(space)
        if at is None:
            problems.add("hex", position.map.explain_unknown(space))
        taken = None if units is None else read_units(units, "units", problems)
        problems.raise_any("this reach cannot be computed")
        armies = position.by_hex.get(position.map.index(space), ())
        if not armies:
            places = ", ".join(position.map.name(army.at) for army in position.armies) or "nowhere"
            problems.add("hex", f"there is no army on {space}; armies stand on {places}")
        elif taken is not None and min(minus(armies[0].units, taken)) < 0:
            problems.add("units", f"there is only {armies[0]} on {space}, not {write_units(taken)}")
        problems.raise_any("this reach cannot be computed")
        army = armies[0]
        maneuver = Maneuver(position.players[army.owner], (position.map.name(army.at),), march, units=taken)
        return self._reach(movement.journey(position, army.owner, maneuver))

    def _reach(self, so_far: ManeuverPlan) -> Reach:
        return movement.reach_of(so_far, partial(legality.explain_landing, so_far, rulebook=self.rulebook))

    def scene(self, observation: Observation[DepletionPosition]) -> Scene:
        return appearance.scene(observation, self.status(observation.seen))

    # ------------------------------------------------------------------ text
    def notation(self, position: DepletionPosition) -> str:
        return line.write(position, self._defaults)

    def read(self, notation: str, *, strict: bool = True) -> DepletionPosition:
        return self.from_json(line.read(notation, self._defaults), strict=strict)

    @cached_property
    def _defaults(self) -> dict[str, Any]:
        settings = read_settings(self.rulebook, {}, Problems(), setup.OPTIONS_NOT_BUILT, {"objective": lambda v, _: v})
        return {"round": 1, "passes": 0, **settings}

    def parse(self, position: DepletionPosition, text_form: str) -> DepletionAction:
        return text.parse(position, text_form)

    def describe(self, position: DepletionPosition) -> str:
        """The position for a terminal."""
        return text.describe(position, self.status(position))


DEPLETION = Depletion()
