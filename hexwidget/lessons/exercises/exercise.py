"""An exercise: a position, a question about it, and hints. The engine computes the answer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import cached_property
from html import escape
from itertools import product
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Unpack, overload

from hexwidget.deferred import deferred
from hexwidget.english import phrase, translated
from hexwidget.files import Annotations
from hexwidget.files.disk import AnyPath
from hexwidget.geometry import HexMap, SpaceMap
from hexwidget.languages import in_its_language
from hexwidget.lessons.exercises.feedback import Feedback
from hexwidget.lessons.kinds import KINDS, Task
from hexwidget.name_suggestions import GuessedNames
from hexwidget.problems import InputError, Problems, shown
from hexwidget.rules import IllegalPosition, Position
from hexwidget.rules.editing import paint

if TYPE_CHECKING:
    from hexwidget.widget.pages.page import PageOptions

_TRIES = 60
"""The number of variations that are tried for one with an answer."""


@dataclass(frozen=True)
class Exercise(GuessedNames):
    """A question about a position, whose answer the engine computes.

    :param kind: "mark", "legal", "which", "find", "do", "predict" or "best"
    :param ask: the parts of the question that its kind needs
    :param clauses: the clauses that it teaches
    :param own_question: the question in the author's words; empty: in those of the kind
    :param own_hints: hints in the author's words, the smallest first
    :param vary: the parts that a seed may change
    :param seed: the seed of this variant; 0 for the exercise as it was written
    :param drawn: the author's drawings on the board
    """

    id: str
    title: str
    kind: str
    position: Any
    ask: Mapping[str, Any] = field(hash=False)
    clauses: tuple[str, ...]
    own_question: str = ""
    own_hints: tuple[str, ...] = ()
    vary: Mapping[str, Any] = field(default_factory=dict, hash=False)
    seed: int = 0
    drawn: Annotations = field(default=Annotations(), hash=False)
    written: tuple[Any, Mapping[str, Any]] | None = field(default=None, compare=False, repr=False)
    """The position and ``ask`` as they were written, of which this is a variant; None: these are they."""

    # ------------------------------------------------------------------ asked and answered
    @cached_property
    def task(self) -> Task:
        """The task, in the way of the exercise's kind."""
        return KINDS[self.kind](self.position, self.ask, self.clauses)

    @property
    def question(self) -> str:
        """The question, in the author's words or in those of its kind."""
        return self.own_question or self.task.question

    @property
    def name(self) -> str:
        """The title; without one, the question."""
        return self.title or self.question

    @property
    def record(self) -> str:
        """The name of the exercise in a learner's progress."""
        return self.id

    @property
    def key(self) -> str:
        """A right answer, computed by the engine, as `answer` takes it."""
        return self.task.key

    @property
    def options(self) -> tuple[tuple[str, str], ...]:
        """The possible answers, as pairs of an answer and its label, if they are few; else empty."""
        return self.task.options

    def answer(self, answer: str | tuple[str, str]) -> Feedback:
        """Judge an answer. The feedback cites clauses.

        :param answer: as its kind has it: names of spaces with commas (or blanks) between, "legal" or a clause, the text of an
            action, or one of the `options`, as the pair that it is or its answer alone
        :raises InputError: if it is no such answer
        """
        if isinstance(answer, tuple) and answer in self.options:
            answer = answer[0]
        if not isinstance(answer, str):
            raise InputError("this is no answer", f"expected a text, not {shown(answer)}")
        return self.task.judge(answer)

    @cached_property
    def hints(self) -> tuple[str, ...]:
        """Hints in steps: the author's, then the numbers of the clauses, then their texts."""
        rulebook = self.position.system.rulebook
        names = [phrase("Read {clause}, {title}.", clause=each, title=rulebook[each].title) for each in self.clauses]
        texts = [phrase("{clause}: {text}", clause=each, text=rulebook[each].text) for each in self.clauses]
        return (*self.own_hints, *names, *texts)

    # ------------------------------------------------------------------ variants
    def variant(self, seed: int) -> Exercise:
        """Return another exercise of the same kind, with other numbers. The same seed gives the same exercise. Seed 0 gives the
        exercise as it was written, and so does any seed if nothing may be varied.

        :raises InputError: if the seed is no whole number, or no variation has an answer
        """
        if type(seed) is not int or seed < 0:
            raise InputError("no such variant", f"expected a whole number from 0, not {shown(seed)}", "seed")
        position, ask = self.written or (self.position, self.ask)
        written = replace(self, seed=0, position=position, ask=ask, written=None)
        return written._varied(seed) if seed and self.vary else written

    def _varied(self, seed: int) -> Exercise:
        rng, asks = Random(f"{self.id} {seed}"), self._other_asks
        for turn in range(_TRIES):
            try:
                # One after another: two seeds ask the same only after all questions have come.
                ask = asks[(seed - 1 + turn) % len(asks)]
                before = self.position, self.ask
                varied = replace(self, seed=seed, position=self._other_ground(rng), ask=ask, written=before)
                varied.check()
            except (InputError, IllegalPosition):
                continue
            return varied
        what = f"none of {_TRIES} ways to vary it has an answer: see what its `vary` allows"
        raise InputError("no such variant", what, f"{self.id}/vary")

    @cached_property
    def _other_asks(self) -> list[dict[str, Any]]:
        """The variations of ``ask``, in an order that depends on the exercise's id. Where the ground stays, each can be asked."""
        parts = self.vary.get("ask", {})
        found = [{**self.ask, **dict(zip(parts, values, strict=True))} for values in product(*parts.values())]
        Random(self.id).shuffle(found)

        def told(ask: Mapping[str, Any]) -> dict[str, Any]:
            return {part: value for part, value in ask.items() if value not in (None, False, [])}

        others = [ask for ask in found if told(ask) != told(self.ask)]
        if "ground" not in self.vary:
            others = [ask for ask in others if self._can_be_asked(ask)]
        return others or [dict(self.ask)]

    def _can_be_asked(self, ask: Mapping[str, Any]) -> bool:
        try:
            replace(self, ask=ask).check()
        except InputError:
            return False
        return True

    def _other_ground(self, rng: Random) -> Position:
        """The position with another ground on some free hexes."""
        position: Position = self.position
        scene = position.system.scene(position.observe(None)) if "ground" in self.vary else None
        taken = {piece.space for piece in scene.pieces} if scene is not None else set()
        for ground, many in self.vary.get("ground", {}).items():
            free = [name for name in _hexes(position.map) if name not in taken]
            chosen = rng.sample(free, min(many, len(free)))
            taken.update(chosen)
            position = paint(position, ground, chosen)
        return position

    def check(self) -> None:
        """Check that the exercise has an answer, and one that teaches something.

        :raises InputError: if it has no answer, or its goal holds already
        """
        problems = Problems()
        self.task.check(problems)
        problems.raise_any(f"the exercise {self.id!r} cannot be asked")

    @overload
    def to_html(self, path: None = None, *, prose: str = "", **page: Unpack[PageOptions]) -> str: ...
    @overload
    def to_html(self, path: AnyPath, *, prose: str = "", **page: Unpack[PageOptions]) -> Path: ...
    def to_html(
        self,
        path: AnyPath | None = None,
        *,
        title: str | None = None,
        prose: str = "",
        embed: bool = False,
        play: str = "",
        print: bool = False,
    ) -> str | Path:
        """Return the exercise as a page in one file that needs no kernel and asks no host. The page asks the question, takes the
        answer on the board, and judges it as a desk does, with clauses, hints and a few variants. Its source does not show the
        answers at a glance. Of the ways to compose an action the page holds the simplest, and says so.

        :param path: the file to write; None: the page is returned as text
        :param title: by default that of the exercise
        :param prose: plain text above the board, with blank lines between paragraphs
        :param embed: True: a page for an ``<iframe>``. The board fills the frame, without title or text.
        :param play: the address of ``play.html`` (see docs/sharing.md): a button *Play it* opens the position there
        :param print: True: a handout for the printer in black and white: the question with room to answer it, and the answer
            with its clauses on the last page
        :return: the path, or the text
        :raises InputError: if it cannot be written (then no file is)
        """
        # A desk stands on all of this room, and needs Jupyter, which an exercise does not.
        with closing(deferred("lessons.exercises.desk").Desk(self)) as desk:
            made: str | Path = desk.board.to_html(path, title=title, prose=prose, embed=embed, play=play, print=print)
        return made

    def to_myst(self, folder: AnyPath = ".") -> str:
        """Return the exercise as a directive for a page of MyST; see `Board.to_myst`."""
        with closing(deferred("lessons.exercises.desk").Desk(self)) as desk:
            made: str = desk.board.to_myst(folder)
        return made

    @in_its_language
    def __str__(self) -> str:
        listed = "\n".join(f"  {answer}: {translated(label)}" for answer, label in self.options)
        question = translated(self.question)
        asked = f"{translated(self.title)}. {question}" if self.title else question
        return "\n".join(filter(None, [asked, listed, str(self.position)]))

    def __repr__(self) -> str:
        return f"<Exercise {self.id}: {self.name}>"

    @in_its_language
    def _repr_html_(self) -> str:
        rows = "".join(f"<li><code>{escape(a)}</code> {escape(translated(label))}</li>" for a, label in self.options)
        asked = f"<p>{escape(translated(self.question))}</p>" if self.title else ""
        return f"<div><b>{escape(translated(self.name))}</b>{asked}<ul>{rows}</ul></div>"


Exercises = Exercise | Iterable[Exercise | str] | str
"""An exercise, several, or the name of some: of a system, or of one of its exercises."""


def _hexes(spaces: SpaceMap) -> list[str]:
    return list(spaces.names()) if isinstance(spaces, HexMap) else []
