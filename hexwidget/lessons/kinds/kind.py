"""What all kinds of exercises have in common."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from hexwidget.lessons.feedback import Feedback
from hexwidget.lessons.goals import read_goal
from hexwidget.problems import Problems, shown, unknown
from hexwidget.rules import Action, Observation, Position, RuleSystem
from hexwidget.rules.verdict import listing

RIGHT = "Right."
LEGAL = "legal"
NOWHERE = "nowhere"
NOBODY = "nobody"
MOST_TRIED = 60_000
"""How many actions are tried in search of an answer."""
OFFERED = 5


class Kind(ABC):
    """One exercise's way of asking. Its answers are texts."""

    needs: ClassVar[tuple[str, ...]]
    """The parts of ``ask`` that must be there."""
    knows: ClassVar[tuple[str, ...]] = ()
    """The parts that may be; "*": any other is a condition that a reach is told."""

    def __init__(self, position: Position, ask: Mapping[str, Any], clauses: tuple[str, ...]) -> None:
        self.position = position
        self.system: RuleSystem[Any, Any] = position.system
        self.ask = ask
        self.clauses = clauses

    @classmethod
    def read(cls, ask: Mapping[str, Any], position: Position, problems: Problems) -> None:
        """Check the parts of ``ask``."""
        known = (*cls.needs, *cls.knows)
        for part in cls.needs:
            if part not in ask:
                problems.add("ask", f"{part!r} is missing")
        for part in ask:
            if part not in known and "*" not in known:
                problems.unknown(f"ask/{part}", "part", part, known)
        if "piece" in ask and (not isinstance(ask["piece"], str) or position.map.find(ask["piece"]) is None):
            problems.add("ask/piece", position.map.explain_unknown(ask["piece"]))
        for part in ("action", "of", "at", "dice", "player"):
            if part in ask and not isinstance(ask[part], str):
                problems.add(f"ask/{part}", f"expected a text, not {shown(ask[part])}")
        if "goal" in ask:
            read_goal(ask["goal"], position, "ask/goal", problems)
        others = ask.get("others", {})
        if not isinstance(others, Mapping) or not all(isinstance(text, str) for text in others.values()):
            problems.add("ask/others", f"expected what each of the others does, not {shown(others)}")
        else:
            for name in others:
                if name not in position.players:
                    problems.add("ask/others", unknown("player", name, position.players))

    @property
    @abstractmethod
    def on_the_board(self) -> str:
        """How it is answered on a board: "spaces" are marked, one "space" or "option" is chosen, an "action" is played."""

    @property
    @abstractmethod
    def question(self) -> str:
        """What is asked, where the author says nothing else."""

    @property
    @abstractmethod
    def key(self) -> str:
        """A right answer."""

    @property
    def options(self) -> tuple[tuple[str, str], ...]:
        """What may be answered, with labels, where that is a few."""
        return ()

    @abstractmethod
    def judge(self, answer: str) -> Feedback:
        """Whether an answer is right, and why."""

    @abstractmethod
    def check(self, problems: Problems) -> None:
        """That there is an answer, and that it is worth asking for."""

    # ------------------------------------------------------------------ for several kinds
    def title_of(self, clause: str) -> str:
        return f"{clause}, {self.system.rulebook[clause].title}"

    @property
    def player(self) -> str:
        """Whose exercise it is: who acts, or the first of them."""
        to_act = [name for name in self.position.players if name in self.position.to_act]
        return str(self.ask.get("player", to_act[0] if to_act else self.position.players[0]))

    @property
    def others(self) -> Mapping[str, str]:
        """What the others do when they are asked."""
        found: Mapping[str, str] = self.ask.get("others", {})
        return found

    def piece_in_words(self, space: str) -> str:
        """What stands on a space."""
        scene = self.system.scene(Observation(None, self.position))
        labels = [p.label for p in scene.pieces if p.space == space and p.layer == "unit"]
        labels += [card.title for card in scene.cards if card.space == space]
        # A label may begin with its owner: "romans: 3 galleys".
        owned = [label.replace("s: ", "s' ", 1).replace(": ", "'s ", 1) for label in labels]
        return listing(owned) if owned else "what stands there"

    def named(self, text: str) -> str:
        """An action's text with its player, where it is for several to act."""
        return text if ":" in text else f"{self.player}: {text}"

    def parsed(self, answer: str) -> Action:
        found: Action = self.position.parse(self.named(answer))
        return found

    def actions(self) -> Iterator[Action]:
        """The legal actions that may be answers, in a bounded number."""
        begins = self.ask.get("piece")
        for n, action in enumerate(self.position.legal_actions(self.player)):
            if n >= MOST_TRIED:
                return
            if begins is None or self.names_piece(action):
                yield action

    def names_piece(self, action: Action | str) -> bool:
        """Whether an action sets out with the piece that is asked about: the first space that its text names."""
        text = str(action).partition(": ")[2] or str(action)
        words = "".join(c if c.isalnum() or c in "_" else " " for c in text).split()
        first = next((word for word in words if self.position.map.find(word) is not None), None)
        return first == str(self.ask["piece"])
