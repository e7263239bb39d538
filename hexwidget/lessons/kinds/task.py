"""The base class of the kinds of exercises."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from inspect import signature
from random import Random
from typing import Annotated, Any, ClassVar, Literal

from hexwidget.english import capital, is_plural, listing, phrase, possessive, translated, worded
from hexwidget.geometry import HexMap
from hexwidget.lessons.exercises.feedback import Feedback, Line
from hexwidget.lessons.exercises.goals import Goal, in_words, read_goal, space_name, where
from hexwidget.limits import Limits
from hexwidget.problems import Problems
from hexwidget.rules import Action, Observation, Position, RuleSystem
from hexwidget.rules.action_routes import chains_in, spaces_in
from hexwidget.rules.hints import PLAYER, UNIQUE, Called, Example, SpaceOnMap
from hexwidget.rules.values import Known, entry_of

RIGHT = "Right."
LEGAL = "legal"
NOWHERE = "nowhere"
NOBODY = "nobody"
MOST_TRIED = 60_000
"""The most actions that are tried in search of an answer."""
OFFERED = 5
MOST_WRONG = 2
"""The number of wrong answers after which only the right one is left."""
_MANY = re.compile(r"\b([2-9]|\d\d+) ")
OF_ALL = ("title", "clauses", "question", "hints", "vary")
"""The parts of every exercise that stand beside ``ask``."""
TYPES: dict[str, Any] = {
    **dict.fromkeys(("piece", "at", "to"), SpaceOnMap),
    **dict.fromkeys(("action", "of", "dice", "player", "did"), str),
    "what": Annotated[Literal["reach", "pieces"], Called("what to mark")],
    "want": Annotated[Literal["most", "least"], Called("wish")],
    "steps": Annotated[int, Limits(1, 4)],
    "actions": Annotated[tuple[str, ...], Limits(3, 8), UNIQUE, Example("3 to 8 different actions")],
    "after": Annotated[tuple[str, ...], Limits(1), Example("a list of actions")],
    "better": Annotated[tuple[str, ...], Limits(1, 20), Example("the actions that are right")],
    "refused": bool,
    "said": Annotated[dict[str, str], Example("the words for each of some actions")],
    "others": Annotated[dict[Annotated[str, PLAYER], str], Example("what each of the others does")],
}
"""The type hints of the parts of ``ask``, but for goals, clauses, sentences and the conditions of a reach."""

Step = tuple[str, Action, Position]
"""The text of an action, the action, and the position in which it is done."""


class Task(ABC):
    """The task of one exercise, in the way of its kind. Its answers are texts."""

    needs: ClassVar[tuple[str, ...]]
    """The required parts of ``ask``."""
    knows: ClassVar[tuple[str, ...]] = ()
    """The optional parts of ``ask``. With "*" the other parts are the conditions of a reach."""

    def __init__(self, position: Position, ask: Mapping[str, Any], clauses: tuple[str, ...]) -> None:
        self.position = position
        self.system: RuleSystem[Any, Any] = position.system
        self.ask = ask
        self.clauses = clauses

    @classmethod
    def read(cls, ask: Mapping[str, Any], position: Position, problems: Problems) -> None:
        """Note the errors in the parts of ``ask``."""
        own = [*cls.needs, *cls.knows]
        known = [*own]
        if "*" in known:
            conditions = signature(position.system.reach).parameters.values()
            known += [each.name for each in conditions if each.kind is each.KEYWORD_ONLY]
            if not any(each.kind is each.VAR_KEYWORD for each in conditions):
                known.remove("*")
        for part in cls.needs:
            if part not in ask:
                problems.add("ask", f"{part!r} is missing")
        for part, given in ask.items():
            if part not in known and "*" not in known:
                problems.unknown(f"ask/{part}", "part", part, [*known, *OF_ALL])
            elif part in ("goal", "chance"):
                read_goal(given, position, f"ask/{part}", problems)
            elif part in own and part in TYPES:
                entry_of(TYPES[part]).read(f"ask/{part}", given, Known(problems, position.map, position.players))

    @property
    @abstractmethod
    def on_the_board(self) -> str:
        """The way to answer on a board: "spaces" are marked, one "space" or "option" is chosen, an "action" is played."""

    @property
    @abstractmethod
    def question(self) -> str:
        """The question, if the author has written no other."""

    @property
    @abstractmethod
    def key(self) -> str:
        """A right answer, computed by the engine."""

    @property
    def several(self) -> bool:
        """True if several answers may be right."""
        return False

    @property
    def options(self) -> tuple[tuple[str, str], ...]:
        """The possible answers with labels, if they are few; else empty."""
        return ()

    @abstractmethod
    def judge(self, answer: str) -> Feedback:
        """Judge an answer."""

    @abstractmethod
    def check(self, problems: Problems) -> None:
        """Note a problem if there is no answer, or an answer that teaches nothing."""

    # ------------------------------------------------------------------ for several kinds
    def title_of(self, clause: str) -> str:
        """Return the number and the title of a clause."""
        return phrase("{clause}, {title}", clause=clause, title=self.system.rulebook[clause].title)

    @property
    def player(self) -> str:
        """The player who acts in the exercise: by default the first of those who may act."""
        to_act = [name for name in self.position.players if name in self.position.to_act]
        return str(self.ask.get("player", to_act[0] if to_act else self.position.players[0]))

    @property
    def others(self) -> Mapping[str, str]:
        """The actions of other players, once it is their turn."""
        found: Mapping[str, str] = self.ask.get("others", {})
        return found

    def called(self, space: str) -> str:
        """Return a space as sentences name it."""
        return space_name(space, self.position.map)

    def where(self, space: str) -> str:
        """Return a space with its preposition: "on 0302", "in Athens"."""
        return where(space, self.position.map)

    def goal_in_words(self, goal: Goal) -> str:
        """Return the conditions of a goal in words."""
        return translated(listing([in_words(condition, self.system.rulebook, self.position.map) for condition in goal]))

    def in_words(self, text: str, action: Action, position: Position | None = None) -> str:
        """Return an action in words: those of the author, or those of its system and the hexes on the way.

        :param text: the action as the exercise has it
        :param position: the position in which it is done; None: that of the exercise
        """
        if text in self.ask.get("said", ()):
            return translated(str(self.ask["said"][text]))
        words, ways = self.system.in_words(position or self.position, action), chains_in(text, self.position.map)
        between = [space for space in ways[0][1:-1] if space not in words] if len(ways) == 1 else []
        if not between or not isinstance(self.position.map, HexMap):
            return words
        return worded("{words}, by {way}", words=words, way=listing(between))

    def wanted(self, text: str, action: Action) -> str:
        """Return a sentence about a player who wants an action."""
        words = self.in_words(text, action)
        return capital(worded("{player:wants} this: {action}.", player=action.player, action=words))

    def _labels(self, space: str) -> list[str]:
        scene = self.system.scene(Observation(None, self.position))
        labels = [p.label for p in scene.pieces if p.space == space and p.layer == "unit"]
        return labels + [card.title for card in scene.cards if card.space == space]

    def piece_in_words(self, space: str) -> str:
        """Return the pieces on a space in words."""
        found: dict[str, list[str]] = {}
        for label in self._labels(space):
            owner, owned, piece = label.partition(": ")  # "romans: 3 galleys"
            piece = (piece if owned else label).removeprefix("1 ")
            found.setdefault(possessive(owner) + " " if owned else "", []).append(piece)
        words = listing([f"{whose}{translated(listing(pieces))}" for whose, pieces in found.items()])
        return translated(words or "what stands there")

    def many_on(self, space: str) -> int:
        """Return the number that a verb agrees with, of the pieces on a space: 1, or 2 for all larger ones."""
        labels = [label.partition(" (")[0] for label in self._labels(space)]
        return 1 if len(labels) < 2 and not any(is_plural(each) or _MANY.search(each) for each in labels) else 2

    def left_after(self, tried: Sequence[str]) -> tuple[tuple[str, str], ...]:
        """Return the options that are left after wrong answers: after the first, the right ones and one other; after more, the right
        ones."""
        right = [answer for answer, _ in self.options if self.judge(answer)]
        # A reply to a wrong clause may say that the action is not legal.
        others = [answer for answer, _ in self.options if answer not in (LEGAL, *right, *tried)]
        Random(str(self.ask)).shuffle(others)
        kept = {*right, *others[: len(tried) < MOST_WRONG]}
        return tuple(option for option in self.options if option[0] in kept)

    def named(self, text: str) -> str:
        """Return an action's text with its player before it."""
        return text if ":" in text else f"{self.player}: {text}"

    def parsed(self, answer: str) -> Action:
        """Return the action of a text.

        :raises InputError: if it cannot be read
        """
        found: Action = self.position.parse(self.named(answer))
        return found

    def actions(self) -> Iterator[Action]:
        """Yield the legal actions that may be answers, at most `MOST_TRIED` of them."""
        begins = self.ask.get("piece")
        for n, action in enumerate(self.position.legal_actions(self.player)):
            if n >= MOST_TRIED:
                return
            if begins is None or self.names_piece(action):
                yield action

    def names_piece(self, action: Action | str) -> bool:
        """True if an action moves the piece in question: the first space that its text names is the piece's."""
        text = str(action).partition(": ")[2] or str(action)
        return spaces_in(text, self.position.map)[:1] == (str(self.ask["piece"]),)

    def of_another_piece(self, action: Action) -> Feedback | None:
        """Return the reply to an action of another piece than the one in question; None if it is an action of that piece, or there is no
        such question."""
        if "piece" not in self.ask or self.names_piece(action):
            return None
        piece = capital(f"{self.piece_in_words(self.ask['piece'])} {self.where(self.ask['piece'])}")
        line = Line(worded("It is about another piece: {piece}.", piece=piece), self.clauses[0])
        return Feedback(False, translated("It is not what was asked for."), (line,))

    def solution(self, answer: str) -> tuple[Line, ...]:
        """Return the right answer, with the clauses that lead to it.

        :param answer: the last wrong answer
        """
        way = f", {translated('then')} ".join(self.in_words(*step) for step in self.way)
        right = dict(self.options).get(self.key) or way or self.key
        return (Line(f"{capital(translated(right))}."), *self.judge(self.key).lines)

    @property
    def way(self) -> tuple[Step, ...]:
        """The actions of the right answer, if it has any."""
        return ((self.key, self.parsed(self.key), self.position),) if self.on_the_board == "action" else ()
