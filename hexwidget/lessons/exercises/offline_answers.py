"""Exercises for pages without a kernel: each answer is judged beforehand, by the task of the exercise itself.

A page holds what `hexwidget.widget.pages.offline_exercises` defines. An exercise that is answered by actions has very many ways to compose one:
a page holds the simplest choices, and those that lead to the right answer. It offers what it holds, and says so.
"""

from __future__ import annotations

import heapq
from collections.abc import Container, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, count
from typing import Any

from hexwidget.english import translated, worded
from hexwidget.files import Annotations
from hexwidget.lessons.exercises.activity import ExerciseActivity
from hexwidget.lessons.exercises.answer_choices import ANSWER, answer_choices
from hexwidget.lessons.exercises.drawings import sketch, subject, way_arrow
from hexwidget.lessons.exercises.exercise import Exercise
from hexwidget.lessons.exercises.feedback import Feedback, Line
from hexwidget.lessons.kinds import Mark
from hexwidget.lessons.learners.records import Progress
from hexwidget.problems import InputError
from hexwidget.rules import Action, Choices, Draft, Position, Status
from hexwidget.scene.encode import Wire
from hexwidget.scene.scene_messages import ChangingScene, StaticScene
from hexwidget.widget.audience import choices_for, observation
from hexwidget.widget.connections.encode import difference, encode
from hexwidget.widget.connections.messages import ClauseText, Sentence
from hexwidget.widget.connections.messages import Status as Words
from hexwidget.widget.drawings import Drawings
from hexwidget.widget.looks import Looks
from hexwidget.widget.pages.offline_exercises import AnswerMarks, Judged, Marking
from hexwidget.widget.pages.page import rulebook_address
from hexwidget.widget.pages.recording import Work
from hexwidget.widget.timeline import events, timeline

Known = dict[Hashable, Wire]
"""Variants that are made already."""
VARIANTS = 3
"""The variants of an exercise that a page holds, beside the exercise itself."""
MOST_CHOICES = 900
"""The most choices that a page holds of an exercise that is answered by actions."""
MOST_LOOKED = 2000
"""The most choices that are looked at for a way of clicks to the right answer."""
MOST_REASONS = 300
"""The most spaces that a page explains at the start of such an exercise."""


def exercises_for_page(
    exercises: Iterable[Exercise],
    at: int,
    drawings: Drawings,
    looks: Looks,
    *,
    variants: int = VARIANTS,
    most: int = MOST_CHOICES,
    known: Known | None = None,
    before: int = 0,
    of: int | None = None,
) -> Work[Wire]:
    """Make exercises for a page, as `hexwidget.widget.pages.offline_exercises.OfflineExercises` travels.

    :param at: the place of the exercise that is asked first
    :param drawings: of an author, on the board of that exercise
    :param variants: the most variants of each, beside itself
    :param most: the most choices of a variant
    :param known: what earlier calls have made; what this one makes is added
    :param before: the exercises of the desk that come before these
    :param of: all exercises of the desk; None: these
    """
    known = {} if known is None else known
    books: list[Wire] = []
    found = []
    for place, exercise in enumerate(exercises):
        made: list[Wire] = []
        for each in _variants(exercise, variants):
            own = drawings if place == at and not made else Drawings(Annotations())
            key = (each.id, each.seed, each.drawn, own.annotations, repr(looks), most)
            if key not in known:
                known[key] = yield from _Variant(each, own, looks, most).made()
            position = each.position
            book = {clause: encode(ClauseText.of(clause, position)) for clause in position.system.rulebook}
            if book not in books:
                books.append(book)
            made.append({**known[key], "clauses": books.index(book)})
        found.append({"id": exercise.id, "variants": made})
    return {"exercises": found, "at": at, "clauses": books, "before": before, "of": len(found) if of is None else of}


def _variants(exercise: Exercise, most: int) -> Iterator[Exercise]:
    yield exercise
    for n in range(1, most + 1 if exercise.vary else 1):
        try:
            yield exercise.variant(exercise.seed + n)
        except InputError:  # nothing else has an answer
            return


@dataclass(frozen=True)
class _PageChoices:
    """Choices that a page holds.

    :param like: the number of those held before that are most alike
    :param leads: the draft before, if the choices have another one, the reply to the action, and the step it leads to
    """

    now: Choices
    like: int = 0
    leads: Wire = field(default_factory=dict)


@dataclass
class _Variant:
    """Makes a variant.

    :param most: the most choices
    """

    exercise: Exercise
    drawings: Drawings
    looks: Looks
    most: int
    scenes: list[Wire] = field(default_factory=list, init=False)
    frames: list[Wire] = field(default_factory=list)
    """The frames, each of the step of the same number."""
    start: Wire | None = None
    """The changing scene of the first frame."""
    held: dict[int, list[_PageChoices]] = field(default_factory=dict, init=False)
    """The choices of an exercise that is answered by actions, by the step."""
    replies: list[Wire] = field(default_factory=list)
    on_the_way: dict[int, int] = field(default_factory=lambda: {0: 0})
    """The steps on the way of the right answer, each with the number of its actions so far."""
    beyond: bool = False
    """True if there are more choices."""

    def __post_init__(self) -> None:
        self.lesson = ExerciseActivity((self.exercise,), Progress())

    def made(self) -> Work[Wire]:
        """Make all of it but the number of its rulebook."""
        exercise, task = self.exercise, self.exercise.task
        self._add_frames()
        yield
        acts = task.on_the_board == "action"
        yield from self._explore() if acts else self._hold_answers()
        (question,) = self.lesson.said()
        solution = () if isinstance(task, Mark) else task.solution("")
        values = [value for value, _ in task.options]
        return {
            "name": translated(exercise.name),
            "asked": encode(question)["lines"],
            "hints": [encode(_sentence(line)) for line in self.lesson.hint_lines],
            "by": task.on_the_board,
            "scenes": self.scenes,
            "frames": self.frames,
            "why": (yield from self._why()) if acts else [],
            "replies": self.replies,
            "left": {value: [left for left, _ in task.left_after((value,))] for value in values}
            | {"": [value for value in values if task.judge(value)]},
            "marking": encode(_marking(task)) if isinstance(task, Mark) else None,
            "marks": encode(_marks(exercise)),
            "solution": [encode(_sentence(line)) for line in solution],
            "several": task.several,
            "beyond": self._told_beyond if self.beyond else "",
        }

    @property
    def _told_beyond(self) -> str:
        held = sum(len(frame["held"]) for frame in self.frames)
        wording = (
            "This page holds {n:choice} of this exercise, the simplest ones. All others can be made where Python runs."
        )
        return worded(wording, n=held)

    # ------------------------------------------------------------------ frames
    def _add_frames(self) -> None:
        """Add the frames of the steps that are new."""
        session = self.lesson.session
        for number in range(len(self.frames), len(session.steps)):
            there = session.at(number)
            system, seen = there.position.system, observation(there.position, None)
            drawn = Drawings(self.exercise.drawn)
            scene = self.drawings.coloured(drawn.coloured(self.looks.on(system.scene(seen))))
            address = rulebook_address(system.name)
            fixed = encode(StaticScene.of(scene, address, title=translated(self.exercise.name), theme=self.looks.theme))
            if fixed not in self.scenes:
                self.scenes.append(fixed)
            state = encode(ChangingScene.of(self.drawings.on(drawn.on(scene))))
            told = timeline(there, None)
            line = tuple(replace(step, branches=()) for step in told.steps if step.depth <= told.depth)
            acts = self.exercise.task.on_the_board == "action"
            told = replace(
                told, length=told.depth, steps=line, can_redo=False, can_goto=acts, rolls=None, notice="", warning=""
            )
            status = Words.of(system.stage(seen.seen), tuple(sorted(seen.seen.to_act)), None, any_view=False)
            self.frames.append(
                {
                    "scene": self.scenes.index(fixed),
                    "_state": difference(self.start, state),
                    "_timeline": encode(told),
                    "_status": encode(replace(status, asked=True)),
                    "undo": there.tree.undo_step,
                    "events": [encode(event) for event in events(there.step, None)],
                    "held": [],
                }
            )
            self.start = self.start or state

    def _reply(self, feedback: Feedback) -> int:
        """The number of a reply."""
        made = encode(Judged(feedback.right, feedback.heading, tuple(map(_sentence, feedback.lines))))
        if made not in self.replies:
            self.replies.append(made)
        return self.replies.index(made)

    # ------------------------------------------------------------------ choices
    def _hold_answers(self) -> Work[None]:
        """Hold the choices of an exercise that is answered by options or spaces, each with the reply to it."""
        exercise, rulebook = self.exercise, self.exercise.position.system.rulebook
        root = answer_choices(exercise, Draft())
        first = encode(root, rulebook)
        held: list[Wire] = [{"like": 0, "choices": difference(None, first)}]
        self.frames[0]["held"] = held
        if isinstance(exercise.task, Mark):  # the page composes the reply
            self._reply(exercise.answer(exercise.key))
            return
        for option in root.options:
            now = encode(answer_choices(exercise, option.leads_to), rulebook)
            reply = self._reply(exercise.answer(str(option.leads_to[ANSWER])))
            held.append({"like": 0, "choices": difference(first, now), "reply": reply})
            yield

    def _explore(self) -> Work[None]:
        """Hold the choices from which actions are composed: those on the way of the right answer first, then those of few slots.
        Each action is judged, and gone on from if it stays on the board."""
        lesson, task = self.lesson, self.exercise.task
        key = [(text, _clicks(position, action)) for text, action, position in task.way]
        share = self.most // getattr(task, "steps", 1)
        room, number = [share] * len(key), count()
        seen: set[tuple[int, Draft]] = set()
        waiting: list[tuple[int, int, int, int, int, Draft, int]] = []

        def leads(step: int, draft: Draft) -> bool:
            at = self.on_the_way.get(step, len(key))
            return at < len(key) and draft in key[at][1]

        def add(step: int, draft: Draft, like: int, acted: int, *, beside: bool = False) -> None:
            if (step, draft) not in seen:
                seen.add((step, draft))
                aside = 0 if leads(step, draft) else 1 if beside else 2
                heapq.heappush(waiting, (aside, acted, len(draft), next(number), step, draft, like))

        add(0, Draft(), 0, 0)
        while waiting:
            aside, acted, _, _, step, draft, like = heapq.heappop(waiting)
            while acted >= len(room):
                room.append(share)
            if aside and draft and room[acted] <= 0:
                self.beyond = True
                continue
            room[acted] -= 1
            session = lesson.session
            session.goto(step)
            now = _choices(session.position, draft)
            if now is None:
                continue
            yield
            held = self.held.setdefault(step, [])
            mine, entry = len(held), Wire()
            if now.draft != draft:
                entry["under"] = dict(draft)
            held.append(_PageChoices(now, like, entry))
            if isinstance(now.action, Action) and now.verdict.status in (Status.LEGAL, Status.UNKNOWN):
                feedback, stays = lesson.judged(now.action, session.position.apply(now.action))
                entry["reply"] = self._reply(feedback)
                if stays:
                    entry["to"] = self._gone_on(now.action, feedback.right, key)
                    if not feedback:
                        add(entry["to"], Draft(), 0, acted + 1)
            for onward in _by_options(now):
                add(step, onward, mine, acted)
            for onward in _by_spaces(now):  # a reach with gaps would tell a lie
                add(step, onward, mine, acted, beside=leads(step, draft))
        for step, held in self.held.items():
            yield from self._write(self.frames[step]["held"], held)

    def _write(self, written: list[Wire], held: Sequence[_PageChoices]) -> Work[None]:
        """Write the choices of a step, without those that lead to others that are not held."""
        known = {one.now.draft for one in held} | {Draft(one.leads["under"]) for one in held if "under" in one.leads}
        wires = list[Wire]()
        for each in held:
            now = each.now
            options = tuple(
                replace(option, fewer=_memo_of(option.fewer, known), more=_memo_of(option.more, known))
                for option in now.options
                if not option.legal or option.leads_to in known
            )
            reach = now.field if known.issuperset(_by_spaces(now)) else None
            wire = encode(replace(now, options=options, field=reach), self.exercise.position.system.rulebook)
            base = wires[each.like] if wires else None
            written.append({"like": each.like, "choices": difference(base, wire), **each.leads})
            wires.append(wire)
            yield

    def _gone_on(self, action: Action, right: bool, key: list[tuple[str, frozenset[Draft]]]) -> int:
        """Play an action with what follows from it, and return the number of the last step."""
        lesson, session = self.lesson, self.lesson.session
        before = session.step
        lesson.go_on(action)
        after = session.step.number
        if self.on_the_way.get(before.number, len(key)) < len(key):
            at = self.on_the_way[before.number]
            if key[at][0] == str(action):
                self.on_the_way[after] = at + 1
        self._add_frames()
        for step in session.line[before.depth + 1 : session.step.depth + 1]:
            if step.number not in self.held and (right or step.number != after):
                now = lesson.solved if right else choices_for(step.position, None, Draft())
                self.held[step.number] = [_PageChoices(now)]
        return after

    def _why(self) -> Work[list[Any]]:
        """Find the verdicts on spaces that cannot be chosen at the start: before anything is chosen, and at the rim of each reach."""
        audience, found = self.lesson.audience, list[Any]()
        audience.session.goto(0)
        spaces, rulebook = self.exercise.position.map, self.exercise.position.system.rulebook
        root = audience.choices(Draft())
        asked = [(Draft(), name) for name in spaces.names()] if len(spaces) <= MOST_REASONS else []
        for option in root.options:
            field = audience.choices(option.leads_to).field if option.kind == "piece" and option.legal else None
            asked += [(option.leads_to, space) for space in (field.reach.rim if field else ())]
        for draft, space in asked[: min(MOST_REASONS, self.most)]:
            verdict = audience.explain(draft, space)
            found.append([dict(draft), space, encode(replace(verdict, nearest=None), rulebook)])
            yield
        return found


def _clicks(position: Position, action: Action) -> frozenset[Draft]:
    """The drafts on the way to an action, from click to click; those that have most of its slots are tried first."""
    goals = [Draft(slots).items() for slots in position.system.grammar.drafts(action)]
    number = count()
    waiting: list[tuple[int, int, int, Draft, tuple[Draft, ...]]] = [(0, 0, next(number), Draft(), ())]
    seen = {Draft()}
    for _ in range(MOST_LOOKED):
        if not waiting:
            break
        *_, draft, before = heapq.heappop(waiting)
        now = _choices(position, draft)
        if now is None:
            continue
        way = (*before, draft)
        if now.action == action:
            return frozenset(way)
        for onward in chain(_by_options(now), _by_spaces(now)):
            if onward not in seen:
                seen.add(onward)
                alike = max(len(onward.items() & goal) for goal in goals)
                heapq.heappush(waiting, (-alike, len(onward), next(number), onward, way))
    return frozenset()


def _choices(position: Position, draft: Draft) -> Choices | None:
    """The choices under a draft; None if the draft makes no sense."""
    try:
        return choices_for(position, None, draft)
    except InputError:
        return None


def _by_options(now: Choices) -> Iterator[Draft]:
    """The drafts that one more choice among the options leads to."""
    for option in now.options:
        if option.legal:
            yield from (draft for draft in (option.leads_to, option.fewer, option.more) if draft is not None)


def _by_spaces(now: Choices) -> Iterator[Draft]:
    """The drafts that a space of the field leads to."""
    if now.field is not None:
        yield from (now.draft.set(now.field.slot, name) for name in now.field.reach)


def _memo_of(draft: Draft | None, known: Container[Draft | None]) -> Draft | None:
    return draft if draft in known else None


def _sentence(line: Line) -> Sentence:
    return Sentence(translated(line.text), line.clause, line.spaces)


def _marking(task: Mark) -> Marking:
    """The parts of the reply to marked spaces."""
    others = [name for name in sorted(task.position.map.names()) if name not in {*task.spaces, task.ask.get("piece")}]
    return Marking(
        tuple((name, _sentence(task.about_missed(name))) for name in sorted(task.spaces)),
        tuple((name, tuple(map(_sentence, task.why_not(name)))) for name in others),
        tuple((line.spaces[-1], _sentence(line), way_arrow(task, line)) for line in task.ways),
    )


def _marks(exercise: Exercise) -> AnswerMarks:
    """The marks on the board, as `sketch` draws them in each case."""
    about = subject(exercise)
    always = sketch(exercise, about, None, "", False).overlays
    right = sketch(exercise, about, Feedback(True, "", ()), exercise.key, False)
    told = sketch(exercise, about, None, "", True)
    some = next(exercise.position.map.names())
    wrong = sketch(exercise, about, Feedback(False, "", (Line("", "", (some,)),)), some, False).overlays
    ways = () if isinstance(exercise.task, Mark) else told.arrows
    return AnswerMarks(always, right.overlays[len(always) :], right.notes, next(iter(wrong[len(always) :]), None), ways)
