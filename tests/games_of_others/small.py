"""What small games have in common: few actions, which are listed, and offered as they are."""

from __future__ import annotations

import json
from abc import abstractmethod
from collections.abc import Iterator
from random import Random
from typing import Any, TypeVar

from hexwidget.geometry import MatMap, Space
from hexwidget.problems import InputError, Problem, Problems
from hexwidget.rules import (
    Action,
    Choice,
    Choices,
    Draft,
    LegalActions,
    Observation,
    Position,
    RuleSystem,
    Status,
    Verdict,
)
from hexwidget.rules.position import seen
from hexwidget.rules.reach import Reach
from hexwidget.scene import Ground, Piece, Scene, player_looks

P = TypeVar("P", bound=Position)
A = TypeVar("A", bound=Action)


class Listed(LegalActions[A]):
    """Legal actions that are so few that they are a tuple."""

    __slots__ = ("actions", "player", "position")

    def __init__(self, position: Position, player: str, actions: tuple[A, ...]) -> None:
        self.position, self.player, self.actions = position, player, actions

    def __iter__(self) -> Iterator[A]:
        return iter(self.actions)

    def __contains__(self, action: object) -> bool:
        return self._allows(self.position, self.player, action)

    def count(self) -> int:
        return len(self.actions)

    def sample(self, rng: Random) -> A:
        if not self.actions:
            raise LookupError("there is no legal action to choose from")
        return rng.choice(self.actions)


class SmallGame(RuleSystem[P, A]):
    """A game whose draft has one slot, ``do``, which holds the text of an action."""

    @abstractmethod
    def actions(self, position: P, player: str) -> tuple[A, ...]:
        """The actions that a player has, if it is their turn."""

    @abstractmethod
    def pieces(self, position: P) -> tuple[Piece, ...]:
        """What lies on the map."""

    def legal_actions(self, position: P, player: str | None = None, *, within: Draft | None = None) -> Listed[A]:
        player = self._player(position, player)
        found = self.actions(position, player) if player in self.to_act(position) else ()
        if within:
            found = tuple(action for action in found if str(action) == within.get("do", str(action)))
        return Listed(position, player, found)

    def _player(self, position: P, player: str | None) -> str:
        return player or next((p for p in position.players if p in self.to_act(position)), position.players[0])

    def check_position(self, position: P) -> Verdict:
        return Verdict(Status.LEGAL, (), "position", self.rulebook)

    # ------------------------------------------------------------------ what a player sees and may click
    def choices(self, observation: P | Observation[P], player: str | None, draft: Draft) -> Choices:
        position = seen(observation)
        player = self._player(position, player)
        self.seat(position, player)
        if set(draft) - {"do"}:
            problems = Problems()
            problems.unknown("draft", "slot", next(iter(set(draft) - {"do"})), ["do"])
            problems.raise_any("this draft cannot be read")
        if player not in self.to_act(position):
            return Choices(player, Draft(), self.status(position))
        chosen = draft.get("do")
        options = tuple(
            Choice("do", str(action), str(action).capitalize(), "button", verdict_clause, Draft(do=str(action)), None,
                   str(action) == chosen)
            for action, verdict_clause in ((a, self.clause_of(a)) for a in self.actions(position, player))
        )  # fmt: skip
        if chosen is None:
            return Choices(player, draft, f"{player}: choose.", options)
        action = self.parse(position, f"{player}: {chosen}")
        return Choices(
            player, draft, f"{action}. Confirm?", options, action=action, verdict=self.check(position, action)
        )

    @abstractmethod
    def clause_of(self, action: A) -> str:
        """The clause that allows an action."""

    def explain(self, observation: P | Observation[P], player: str | None, draft: Draft, space: Space) -> Verdict:
        return Verdict(Status.INCOMPLETE, (), self.choices(observation, player, draft).prompt, self.rulebook)

    def reach(self, observation: P | Observation[P], space: Space, **conditions: Any) -> Reach:
        raise InputError("this reach cannot be computed", [Problem("", "nothing moves in this game")])

    def scene(self, observation: Observation[P]) -> Scene:
        position = observation.seen
        assert isinstance(position.map, MatMap)
        ground = Ground("table", "table", "plains", "none")
        return Scene(
            position.map, (ground,), player_looks(position.players), self.pieces(position), description=str(position)
        )

    # ------------------------------------------------------------------ text
    def notation(self, position: P) -> str:
        return json.dumps(self.to_json(position))

    def read(self, notation: str, *, strict: bool = True) -> P:
        try:
            return self.from_json(json.loads(notation), strict=strict)
        except json.JSONDecodeError as error:
            raise InputError("this notation cannot be read", [Problem("", str(error))]) from None

    def split(self, position: P, text: str) -> tuple[str, str]:
        """The player and the words of the text of an action."""
        name, colon, rest = text.partition(":")
        player = name.strip() if colon else self._player(position, None)
        self.seat(position, player)
        return player, (rest if colon else text).strip()
