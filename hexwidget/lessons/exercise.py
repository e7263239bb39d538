"""An exercise: a position, a question about it, and hints. The answer is computed.

As data (the parts of ``ask`` are those of its kind, see `hexwidget.lessons.kinds`)::

    {"id": "a-slow-archer", "title": "The slowest sets the pace", "kind": "mark", "clauses": ["D1.2"],
     "scenario": "depletion/first-steps", "ask": {"piece": "0203"},
     "hints": ["Who is the slowest of them?"], "vary": {"ask": {"piece": ["0203", "0306"]}}}
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from html import escape
from itertools import product
from math import prod
from pathlib import Path
from random import Random
from typing import Any

from hexwidget.files import scenario as bundled
from hexwidget.files.scenario import MOST_CHARACTERS
from hexwidget.geometry import HexMap, SpaceMap
from hexwidget.lessons.feedback import Feedback
from hexwidget.lessons.kinds import KINDS, Kind
from hexwidget.problems import InputError, Problem, Problems, is_showable, shown, unknown
from hexwidget.rules import IllegalPosition, Position
from hexwidget.rules.editing import paint
from hexwidget.systems.registry import system as system_of
from hexwidget.systems.registry import system_names

CANNOT_READ = "this exercise cannot be read"
PARTS = ("id", "title", "kind", "clauses", "scenario", "position", "ask", "question", "hints", "vary")
VARIED = ("ask", "ground")
LONGEST_TEXT = 2000
A_TEXT = f"a text of at most {LONGEST_TEXT} characters (no control characters)"
_TRIES = 60
"""How many ways to vary an exercise are tried for one that has an answer."""
MOST_VARIANTS = 10_000
_FOLDER = Path(__file__).parent / "exercises"


@dataclass(frozen=True)
class Exercise:
    """A question about a position, whose answer the engine computes.

    ``kind``: "mark", "legal", "do", "predict" or "best"; ``ask``: what its kind needs; ``clauses``: what it teaches;
    ``hints``: in the author's words, from the smallest on; ``vary``: what a seed may change; ``seed``: of this variant, 0 for
    the exercise as it was written.
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

    # ------------------------------------------------------------------ asked and answered
    @cached_property
    def task(self) -> Kind:
        return KINDS[self.kind](self.position, self.ask, self.clauses)

    @property
    def question(self) -> str:
        """What is asked: in the author's words, or in those of its kind."""
        return self.own_question or self.task.question

    @property
    def key(self) -> str:
        """A right answer, computed by the engine: what `answer` takes."""
        return self.task.key

    @property
    def options(self) -> tuple[tuple[str, str], ...]:
        """What may be answered, as pairs of an answer and its label, where that is a choice of a few; else empty."""
        return self.task.options

    def answer(self, answer: str) -> Feedback:
        """Whether an answer is right, and why, with clauses.

        :param answer: of its kind: names of spaces with commas (or blanks) between, "legal" or a clause, the text of an action, one of the
            `options`
        :raises InputError: if it is no such answer
        """
        if not isinstance(answer, str):
            raise InputError("this is no answer", [Problem("", f"expected a text, not {shown(answer)}")])
        return self.task.judge(answer)

    @cached_property
    def hints(self) -> tuple[str, ...]:
        """Hints in steps: the author's, then the clauses that matter, then what they say."""
        rulebook = self.position.system.rulebook
        names = [f"Read {clause}, {rulebook[clause].title}." for clause in self.clauses]
        texts = [f"{clause}: {rulebook[clause].text}" for clause in self.clauses]
        return (*self.own_hints, *names, *texts)

    # ------------------------------------------------------------------ variants
    def variant(self, seed: int) -> Exercise:
        """Another exercise of the same kind, with other numbers: the same seed gives the same one. Seed 0, and any seed where
        nothing may be varied, is the exercise as it was written.

        :raises InputError: if the seed is no whole number, or nothing that can be varied has an answer
        """
        if type(seed) is not int or seed < 0:
            raise InputError("no such variant", [Problem("seed", f"expected a whole number from 0, not {shown(seed)}")])
        written = replace(self, seed=0)
        if seed == 0 or not self.vary:
            return written
        rng = Random(f"{self.id} {seed}")
        asks = self._other_asks()
        for turn in range(_TRIES):
            try:
                # One after another, so that each seed asks for something else as long as there is something else.
                ask = asks[(seed - 1 + turn) % len(asks)]
                varied = replace(self, seed=seed, position=self._other_ground(rng), ask=ask)
                varied.check()
            except (InputError, IllegalPosition):
                continue
            return varied
        what = f"none of {_TRIES} ways to vary it has an answer: see what its `vary` allows"
        raise InputError("no such variant", [Problem(f"{self.id}/vary", what)])

    def _other_asks(self) -> list[dict[str, Any]]:
        """All that may be asked instead, in an order of this exercise's own."""
        parts = self.vary.get("ask", {})
        found = [{**self.ask, **dict(zip(parts, values, strict=True))} for values in product(*parts.values())]
        Random(self.id).shuffle(found)

        def told(ask: Mapping[str, Any]) -> dict[str, Any]:
            return {part: value for part, value in ask.items() if value not in (None, False, [])}

        return [ask for ask in found if told(ask) != told(self.ask)] or [dict(self.ask)]

    def _other_ground(self, rng: Random) -> Position:
        """Some free hexes with another ground."""
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
        """That it has an answer, and one that is worth asking for.

        :raises InputError: if it has none, or asks for what is so already
        """
        problems = Problems()
        self.task.check(problems)
        problems.raise_any(f"the exercise {self.id!r} cannot be asked")

    def __str__(self) -> str:
        listed = "\n".join(f"  {answer}: {label}" for answer, label in self.options)
        return "\n".join(filter(None, [f"{self.title}. {self.question}", listed, str(self.position)]))

    def __repr__(self) -> str:
        return f"<Exercise {self.id}: {self.title}>"

    def _repr_html_(self) -> str:
        rows = "".join(f"<li><code>{escape(a)}</code> {escape(label)}</li>" for a, label in self.options)
        return f"<div><b>{escape(self.title)}</b><p>{escape(self.question)}</p><ul>{rows}</ul></div>"


def _hexes(spaces: SpaceMap) -> list[str]:
    return list(spaces.names()) if isinstance(spaces, HexMap) else []


# ---------------------------------------------------------------------- reading
def exercise(
    kind: str, position: Position | Any, *, id: str = "mine", title: str = "", clauses: Iterable[str] = (), **parts: Any
) -> Exercise:
    """Make an exercise, and check that it has an answer.

    :param kind: "mark", "legal", "do", "predict" or "best"
    :param position: or a scenario
    :param clauses: what it teaches: at least one clause of the system's rulebook
    :param parts: ``question``, ``hints`` and ``vary``; all others are what its kind asks for: see `hexwidget.lessons.kinds`
        and docs/teaching.md
    :raises InputError: listing everything wrong with it, or that it has no answer

    >>> position = system_of("depletion").position(
    ...     map=". . ^ . .", players=["red"], armies={"red": {"0101": "1 archer"}})
    >>> climb = exercise("mark", position, piece="0101", clauses=["D1.2"])
    >>> print(climb.question)
    Mark every hex that red's 1 archer on 0101 can reach.
    >>> print(climb.answer("0201 0301"))
    Not yet: 1 too many.
      0301: 3 movement points are needed and the army has 2: entering 0301 (mountain) costs 2 (D1.3), 1 left. (D1.1)
    """
    position = getattr(position, "position", position)  # of a scenario or a session
    if not isinstance(position, Position):
        raise InputError(
            CANNOT_READ, [Problem("position", f"expected a position or a scenario, not {shown(position)}")]
        )
    ask = {part: value for part, value in parts.items() if part not in PARTS}
    taught = [clauses] if isinstance(clauses, str) else list(clauses)
    rest = {part: value for part, value in parts.items() if part in PARTS}
    found = _read({"id": id, "title": title or id, "kind": kind, "clauses": taught, "ask": ask, **rest}, position)
    found.check()
    return found


def load(name: str) -> tuple[Exercise, ...]:
    """The exercises that come with a system, in teaching order.

    :param name: "depletion", or "depletion/two-seats" for one of them
    :raises InputError: if there is no such system, or none of that name come with it
    """
    if isinstance(name, str) and "/" in name:
        owner, _, wanted = name.partition("/")
        found = load(owner)
        if wanted not in {each.id for each in found}:
            raise InputError("no such exercise", [Problem("", unknown("exercise", wanted, [e.id for e in found]))])
        return tuple(each for each in found if each.id == wanted)
    path = _FOLDER / f"{name}.json"
    if not isinstance(name, str) or name not in system_names() or not path.is_file():
        known = [path.stem for path in sorted(_FOLDER.glob("*.json"))]
        raise InputError("no exercises", [Problem("", unknown("system", name, known))])
    return read_exercises(path.read_text(encoding="utf-8"), name)


def read_exercises(text: str, system: str) -> tuple[Exercise, ...]:
    """Read a document of exercises: a JSON list.

    :param system: the name of the system that they are about
    :raises InputError: listing everything wrong with them
    """
    if not isinstance(text, str) or len(text) > MOST_CHARACTERS:
        raise InputError(CANNOT_READ, [Problem("", f"expected a text of at most {MOST_CHARACTERS} characters")])
    try:
        listed = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(CANNOT_READ, [Problem("", f"no JSON: {error}")]) from None
    if not isinstance(listed, list):
        raise InputError(CANNOT_READ, [Problem("", f"expected a list of exercises, not {shown(listed)}")])
    problems, found = Problems(), []
    for n, entry in enumerate(listed):
        try:
            found.append(_read(entry, _position(entry, system)))
        except InputError as error:
            for problem in error.problems:
                problems.add(f"/{n}/{problem.place}".rstrip("/"), problem.message)
    for name in sorted(name for name, many in Counter(e.id for e in found).items() if many > 1):
        problems.add("", f"two exercises have the id {name!r}")
    problems.raise_any(CANNOT_READ)
    return tuple(found)


def _position(entry: Any, system: str) -> Position:
    if not isinstance(entry, Mapping):
        raise InputError(CANNOT_READ, [Problem("", f"expected an exercise, not {shown(entry)}")])
    if ("scenario" in entry) == ("position" in entry):
        raise InputError(CANNOT_READ, [Problem("", "expected either a scenario or a position")])
    if "scenario" in entry:
        position: Position = bundled(entry["scenario"]).position
        return position
    if not isinstance(entry["position"], Mapping):
        raise InputError(CANNOT_READ, [Problem("position", f"expected an object, not {shown(entry['position'])}")])
    made: Position = system_of(system).from_json(entry["position"])
    return made


def _read(entry: Mapping[str, Any], position: Position) -> Exercise:
    problems = Problems()
    for part in entry:
        if part not in PARTS:
            problems.unknown(part, "entry", part, PARTS)
    for part, least in (("id", 1), ("title", 0), ("question", 0)):
        if not is_showable(entry.get(part, ""), LONGEST_TEXT, least):
            problems.add(part, f"expected {A_TEXT}, not {shown(entry.get(part))}")
    kind = entry.get("kind")
    if not isinstance(kind, str) or kind not in KINDS:
        problems.unknown("kind", "kind", kind, KINDS)
    clauses = _texts(entry.get("clauses", []), "clauses", problems)
    if not clauses:
        problems.add("clauses", "expected at least one clause that it teaches")
    for clause in clauses:
        if clause not in position.system.rulebook:
            problems.unknown("clauses", "clause", clause, position.system.rulebook)
    hints = _texts(entry.get("hints", []), "hints", problems)
    ask, vary = entry.get("ask", {}), entry.get("vary", {})
    if not isinstance(ask, Mapping):
        problems.add("ask", f"expected an object, not {shown(ask)}")
    elif isinstance(kind, str) and kind in KINDS:
        KINDS[kind].read(ask, position, problems)
    _read_variation(vary, position, problems)
    problems.raise_any(CANNOT_READ)
    title, question = entry.get("title", ""), entry.get("question", "")
    return Exercise(entry["id"], title, str(kind), position, dict(ask), clauses, question, hints, dict(vary))


def _read_variation(vary: Any, position: Position, problems: Problems) -> None:
    if not isinstance(vary, Mapping):
        problems.add("vary", f"expected an object, not {shown(vary)}")
        return
    for part, given in vary.items():
        if part not in VARIED:
            problems.unknown(f"vary/{part}", "part", part, VARIED)
        elif not isinstance(given, Mapping):
            problems.add(f"vary/{part}", f"expected an object, not {shown(given)}")
        elif part == "ask" and not all(isinstance(values, list) and values for values in given.values()):
            problems.add("vary/ask", "expected a list of values for each part that may be varied")
        elif part == "ask" and prod(map(len, given.values())) > MOST_VARIANTS:
            problems.add("vary/ask", f"expected at most {MOST_VARIANTS} ways to vary it")
        elif part == "ask":
            for space in given.get("piece", []):
                if not isinstance(space, str) or position.map.find(space) is None:
                    problems.add("vary/ask/piece", position.map.explain_unknown(space))
        elif part == "ground":
            keys = [terrain.key for terrain in position.system.terrains]
            for ground, many in given.items():
                if ground not in keys:
                    problems.unknown("vary/ground", "terrain", ground, keys)
                elif type(many) is not int or many < 1:
                    problems.add(f"vary/ground/{ground}", f"expected how many hexes, not {shown(many)}")


def _texts(given: Any, where: str, problems: Problems) -> tuple[str, ...]:
    if not isinstance(given, (list, tuple)) or not all(is_showable(text, LONGEST_TEXT) for text in given):
        problems.add(where, f"expected a list of texts, each {A_TEXT}, not {shown(given)}")
        return ()
    return tuple(given)
