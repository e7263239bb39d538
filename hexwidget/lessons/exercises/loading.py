"""Reading exercises: from keywords, from data, and those that come with a system.

As data (each kind has its own parts of ``ask``, see `hexwidget.lessons.kinds`)::

    {"id": "a-slow-archer", "title": "The slowest sets the pace", "kind": "mark", "clauses": ["D1.2"],
     "scenario": "depletion/first-steps", "ask": {"piece": "0203"},
     "hints": ["Who is the slowest of them?"], "vary": {"ask": {"piece": ["0203", "0306"]}}}
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from hashlib import blake2b
from math import prod
from typing import Annotated, Any

from hexwidget.english import listing
from hexwidget.files import Annotations
from hexwidget.files import scenario as bundled
from hexwidget.files.annotations import read_annotations
from hexwidget.files.entries import read_json
from hexwidget.files.scenario import MOST_CHARACTERS
from hexwidget.lessons.documents import document, missing
from hexwidget.lessons.exercises.exercise import Exercise
from hexwidget.lessons.exercises.goals import Goal
from hexwidget.lessons.kinds import KINDS
from hexwidget.limits import Limits
from hexwidget.problems import InputError, Problem, Problems, is_showable, shown, unknown, within
from hexwidget.rules import IllegalPosition, Position
from hexwidget.rules.hints import OneOf
from hexwidget.rules.values import read_value
from hexwidget.systems.registry import system as system_of

CANNOT_READ = "this exercise cannot be read"
DRAWN = ("overlays", "arrows", "notes", "colours")
"""The parts of `Annotations`."""
PARTS = (
    "id",
    "title",
    "kind",
    "clauses",
    "scenario",
    "position",
    "ask",
    "question",
    "hints",
    "vary",
    "seed",
    "variant",
    *DRAWN,
)
VARIED = ("ask", "ground")
"""The parts of ``vary``."""
LONGEST_TEXT = 2000
A_TEXT = f"a text of at most {LONGEST_TEXT} characters (no control characters)"
MOST_VARIANTS = 10_000


def exercise(
    kind: str,
    position: Position | Any,
    *,
    id: str = "",
    title: str = "",
    clauses: Iterable[str] = (),
    question: str = "",
    hints: Sequence[str] = (),
    vary: Mapping[str, Any] | None = None,
    player: str | None = None,
    piece: str | None = None,
    what: str | None = None,
    action: str | None = None,
    actions: Sequence[str] | None = None,
    said: Mapping[str, str] | None = None,
    goal: Goal | None = None,
    steps: int | None = None,
    others: Mapping[str, str] | None = None,
    after: Sequence[str] | None = None,
    at: str | None = None,
    dice: str | None = None,
    of: str | None = None,
    want: str | None = None,
    events: str | None = None,
    chance: Any = None,
    **conditions: bool | int | str | Mapping[str, int],
) -> Exercise:
    """Make an exercise, and check that it has an answer. See `hexwidget.lessons.kinds` and docs/teaching.md for the parts of each
    kind.

    :param kind: "mark", "legal", "which", "find", "do", "predict" or "best"
    :param position: a position, a scenario, whose drawings stay on the board, the name of one, or a session
    :param id: the name of its record in a learner's progress; by default it follows from its content
    :param clauses: the clauses that it teaches: at least one of the system's rulebook
    :param question: by default in the words of its kind. An exercise without a title is called by it
    :param hints: the smallest first
    :param vary: what a seed may change: ``ask`` and ``ground``
    :param conditions: for "mark", the conditions of the reach, such as ``march=True``

    :raises InputError: listing everything wrong with it, or saying that it has no answer

    >>> position = system_of("depletion").position(map=". . ^ . .", players=["red"], armies={"red": {"0101": "1 archer"}})
    >>> climb = exercise("mark", position, piece="0101", clauses=["D1.2"])
    >>> print(climb.answer("0201 0301"))
    Not yet: 1 too many.
      0301 is 3 movement points away, and the army has 2: only 1 is left on 0201, and entering 0301 (mountain) takes 2 (D1.3). (D1.1)
    """
    drawn, position = getattr(position, "annotations", Annotations()), position_in(position, CANNOT_READ)
    parts = {
        "player": player, "piece": piece, "what": what, "action": action, "actions": actions, "said": said, "goal": goal,
        "steps": steps, "others": others, "after": after, "at": at, "dice": dice, "of": of, "want": want, "events": events,
        "chance": chance,
    }  # fmt: skip
    ask = {part: value for part, value in parts.items() if value is not None} | conditions
    taught = [clauses] if isinstance(clauses, str) else list(clauses)
    entry = {"id": id or "exercise", "title": title, "kind": kind, "clauses": taught, "ask": ask, "question": question}
    found = replace(_exercise_of({**entry, "hints": hints, "vary": vary or {}}, position), drawn=drawn)
    found.check()
    return found if id else replace(found, id=own_id(kind, title, ask, position))


def own_id(kind: str, *content: Any) -> str:
    """Return an id that follows from the content of an exercise or a stage: the same in every process, at every place and in every version.
    The options of clauses that were amended do not count."""
    text = json.dumps(content, sort_keys=True, default=lambda at: _key(at) if isinstance(at, Position) else str(at))
    return f"{kind}-{blake2b(text.encode(), digest_size=4).hexdigest()}"


def _key(position: Position) -> str:
    """Return the key that a position had before clauses were amended, so that learners keep their records."""
    system = position.system
    if not system.amended:
        return position.key
    before: Position = system.from_json({**system.to_json(position), **system.amended}, strict=False)
    return before.key


def refuse_equal_ids(parts: Sequence[Any], what: str, problems: Problems) -> None:
    """Note which exercises and stages would share a record."""
    for record, many in Counter(part.record for part in parts).items():
        if many > 1:
            numbers = [str(n) for n, part in enumerate(parts, start=1) if part.record == record]
            same = f"{what} {listing(numbers)} have the same id {shown(record.removeprefix('stage/'))}"
            problems.add("", f"{same}: give one of them another `id`")


def load(name: str) -> tuple[Exercise, ...]:
    """Return the exercises of a system, in teaching order. A system of one's own brings them as ``exercises.json`` beside its
    ``rulebook.toml``; else there is one about each clause that bars something in a random game.

    :param name: "depletion", or "depletion/two-seats" for one of them
    :raises InputError: if there is no such system or exercise, or its exercises cannot be read
    """
    if isinstance(name, str) and "/" in name:
        owner, _, wanted = name.partition("/")
        found = load(owner)
        if wanted not in {each.id for each in found}:
            raise InputError("no such exercise", unknown("exercise", wanted, [e.id for e in found]))
        return tuple(each for each in found if each.id == wanted)
    document_of = document(name, "exercises")
    if document_of is None:
        from hexwidget.lessons.documents.defaults import exercises_of  # it makes exercises, which are read here

        made = exercises_of(system_of(name))
        if not made:
            raise missing(name, "exercises")
        return made
    return read_exercises(document_of[1], name)


def read_exercises(text: str, system: str) -> tuple[Exercise, ...]:
    """Read a document of exercises: a JSON list.

    :param system: the name of their rule system
    :raises InputError: listing everything wrong with them
    """
    if not isinstance(text, str) or len(text) > MOST_CHARACTERS:
        raise InputError(CANNOT_READ, f"expected a text of at most {MOST_CHARACTERS} characters")
    listed = read_json(text, CANNOT_READ)
    if not isinstance(listed, list):
        raise InputError(CANNOT_READ, f"expected a list of exercises, not {shown(listed)}")
    problems, found = Problems(), []
    for n, entry in enumerate(listed):
        with problems.noting(f"/{n}"):
            found.append(read_exercise(entry, system))
    refuse_equal_ids(found, "exercises", problems)
    problems.raise_any(CANNOT_READ)
    return tuple(found)


def read_exercise(entry: Any, system: str) -> Exercise:
    """Read an exercise from data.

    :param system: the name of its rule system
    :raises InputError: listing everything wrong with it
    """
    return _exercise_of(entry, position_of(entry, system))


def position_in(given: Any, title: str) -> Position:
    """Return a position, that of a scenario or its name, or that of a session.

    :param title: the title of the error
    :raises InputError: for anything else
    """
    given = bundled(given) if isinstance(given, str) else given
    position = getattr(given, "position", given)
    if not isinstance(position, Position):
        raise InputError(title, f"expected a position, a scenario or its name, not {shown(position)}", "position")
    return position


def position_of(entry: Any, system: str) -> Position:
    """Return the position of an entry: that of its scenario, or its own.

    :raises InputError: if it has neither, or both, or what it has cannot be read
    """
    if not isinstance(entry, Mapping):
        raise InputError(CANNOT_READ, f"expected an exercise, not {shown(entry)}")
    if ("scenario" in entry) == ("position" in entry):
        raise InputError(CANNOT_READ, "expected either a scenario or a position")
    if "scenario" in entry:
        position: Position = bundled(entry["scenario"]).position
        return position
    if not isinstance(entry["position"], Mapping):
        raise InputError(CANNOT_READ, f"expected an object, not {shown(entry['position'])}", "position")
    try:
        made: Position = system_of(system).from_json(entry["position"])
    except InputError as error:
        found = [Problem(within("position", problem.place).rstrip("/"), problem.message) for problem in error.problems]
        raise InputError(CANNOT_READ, found) from None
    except IllegalPosition as refused:
        raise InputError(CANNOT_READ, [Problem("position", str(each)) for each in refused.verdict.findings]) from None
    return made


def note_odd_entries(
    entry: Mapping[str, Any], known: Sequence[str], word: str, texts: Mapping[str, int], problems: Problems
) -> None:
    """Note the entries of an exercise or a stage that are unknown, and texts that cannot be shown.

    :param word: for an entry
    :param texts: the entries that are texts, each with the least number of its characters
    """
    for part in entry:
        problems.note_unknown(part, word, part, known)
    for part, least in texts.items():
        if not is_showable(entry.get(part, ""), LONGEST_TEXT, least):
            problems.expected(part, A_TEXT, entry.get(part))


def _exercise_of(entry: Mapping[str, Any], position: Position) -> Exercise:
    problems = Problems()
    note_odd_entries(entry, PARTS, "entry", {"id": 1, "title": 0, "question": 0}, problems)
    kind = entry.get("kind")
    if not isinstance(kind, str) or kind not in KINDS:
        problems.unknown("kind", "kind", kind, KINDS)
    clauses = texts_of(entry.get("clauses", []), "clauses", problems)
    if not clauses:
        problems.add("clauses", "expected at least one clause that it teaches")
    for clause in clauses:
        if clause not in position.system.rulebook:
            problems.unknown("clauses", "clause", clause, position.system.rulebook)
    hints = texts_of(entry.get("hints", []), "hints", problems)
    ask, vary = entry.get("ask", {}), entry.get("vary", {})
    if not isinstance(ask, Mapping):
        problems.add("ask", f"expected an object, not {shown(ask)}")
    elif isinstance(kind, str) and kind in KINDS:
        KINDS[kind].read(ask, position, problems)
    _read_variation(vary, position, problems)
    if not problems.found:
        _try_variations(str(kind), ask, vary.get("ask", {}), position, problems)
    for part in ("seed", "variant"):
        read_value(part, entry.get(part, 0), Annotated[int, Limits(0)], problems)
    drawings = Problems()
    drawn = read_annotations(entry, position, drawings)
    for problem in drawings.found:
        problems.add(problem.place.removeprefix("/"), problem.message)
    problems.raise_any(CANNOT_READ)
    title, question, seed = entry.get("title", ""), entry.get("question", ""), entry.get("seed", 0)
    found = Exercise(
        entry["id"], title, str(kind), position, dict(ask), clauses, question, hints, dict(vary), seed, drawn
    )
    return found.variant(entry["variant"]) if entry.get("variant") else found


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
        elif part == "ground":
            ground = Annotated[str, OneOf("terrain", [terrain.key for terrain in position.system.terrains])]
            read_value("vary/ground", given, dict[ground, Annotated[int, Limits(1)]], problems)


def _try_variations(
    kind: str, ask: Mapping[str, Any], vary: Mapping[str, Sequence[Any]], position: Position, problems: Problems
) -> None:
    """Note the values with which no question can be asked. None stands for a part that is left out."""
    for part, values in vary.items():
        found = Problems()
        for value in values:
            if value is not None:
                KINDS[kind].read({**ask, part: value}, position, found)
        for problem in found.found:
            problems.add(f"vary/{problem.place}", problem.message)


def texts_of(given: Any, where: str, problems: Problems) -> tuple[str, ...]:
    """Return a list of texts, and note what is wrong with it."""
    if not isinstance(given, (list, tuple)) or not all(is_showable(text, LONGEST_TEXT) for text in given):
        problems.add(where, f"expected a list of texts, each {A_TEXT}, not {shown(given)}")
        return ()
    return tuple(given)
