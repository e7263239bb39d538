"""Recordings: the states of a board at each step of a game, for a page that has no kernel.

A recording holds a *frame* for each step: the traits of a board that shows it, the frames that undo and redo lead to, and
the findings on the spaces at the rim of each reach. It is made of the messages that travel to a board
(`hexwidget.widget.connections.messages`), and is written as one JSON text.
"""

from __future__ import annotations

import base64
import json
import zlib
from bisect import bisect_right
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import pairwise
from typing import Any, Literal, TypeVar, cast

from hexwidget.play import Session, Step
from hexwidget.problems import InputError
from hexwidget.rules import Draft, Verdict
from hexwidget.scene.encode import Wire
from hexwidget.scene.scene_messages import ChangingScene, StaticScene
from hexwidget.widget import prefetching
from hexwidget.widget.audience import choices_for, observation, visible_events
from hexwidget.widget.connections import messages
from hexwidget.widget.connections.encode import encode
from hexwidget.widget.drawings import Drawings
from hexwidget.widget.guarded_system import GuardedSystem
from hexwidget.widget.looks import Looks
from hexwidget.widget.timeline import Memory, events, timeline
from hexwidget.widget.work_queue import LONG

T = TypeVar("T")
GZIP = 31
"""The number by which zlib knows gzip's format. Nothing in it depends on the time."""
MOST_FRAMES = 2000
"""The most steps of a recording. The page of a longer game would be too large to send."""
BYTES_AHEAD = 12_000_000
"""The most bytes of choices in a recording. Choices beyond them cannot be looked at on the page."""
MOST_REASONS = 4000
"""The most spaces that a recording explains with numbers and remedies. Other spaces are explained by their clauses only."""
AT_ONCE = 25_000
"""The most bytes that are compressed before other work comes in between."""
MANY = 50
"""The most items of a list, and events of a step, that are written before other work comes in between."""
REASONS_A_TIME = 80
"""The most spaces that are newly explained so each time when the recording of a game that goes on is made again."""


@dataclass(frozen=True, slots=True)
class Frame:
    """The messages of a board that shows one step of a recording."""

    scene: messages.Count
    """The number of its static scene."""
    _state: ChangingScene
    _choices: messages.ChoicesState
    _timeline: messages.Timeline
    _status: messages.Status
    undo: messages.Number | None
    """The frame that undo leads to."""
    redo: messages.Number | None
    parent: messages.Number | None
    """The frame before it."""
    events: tuple[messages.Sentence, ...]
    """The events of this step."""
    why: tuple[tuple[Draft, str, Verdict], ...]
    """The verdicts on spaces that cannot be chosen: a draft, a space, the verdict."""
    calls: messages.Maybe[tuple[messages.Called, ...]] = None
    """The callouts of this step, which are read one after another."""


@dataclass(frozen=True, slots=True)
class TutorWords:
    """The words of a tutor at a step: sentences, and the callouts that come up there."""

    said: tuple[messages.Said, ...]
    called: tuple[messages.Called, ...] = ()
    taught: Literal["plain", "full"] = "plain"


@dataclass(frozen=True, slots=True)
class Recording:
    """A game for a page that has no kernel."""

    scenes: tuple[StaticScene, ...]
    frames: tuple[Frame, ...]
    at: messages.Number
    """The frame that is shown first."""
    clauses: Mapping[str, messages.ClauseText]


Known = dict[tuple[str | None, int], Wire]
"""The parts of frames that take long to make (``_choices`` and ``why``), by player and step: they stay as they are."""


def recording_of(
    session: Session,
    player: str | None,
    drawings: Drawings,
    rulebook: str = "",
    looks: Looks | None = None,
    told: Mapping[int, TutorWords] | None = None,
) -> Work[dict[str, Any]]:
    """Make the recording of a session that does not go on meanwhile.

    :param player: the player whose view it is. The recording holds only what that player was told. None: it holds
        everything, with the branches of the game.
    :param rulebook: the address of the rulebook as a page, up to the clause
    :param looks: the theme and the players' own colours
    :param told: the words of a tutor, by the numbers of steps
    :raises InputError: at once if the game is too long
    """
    edited = _since_edits(session)
    linear = player is not None or edited is not None
    everything = edited or range(len(session.steps))
    numbers: Sequence[int] = run_to_end(_steps_noticed(session, player)) if player is not None else everything
    if len(numbers) > MOST_FRAMES:
        what = f"it has {len(numbers):,} steps; a page holds {MOST_FRAMES:,}: fork the session (`fork`) further on"
        raise InputError("this game is too long for a page", what)
    room = min(BYTES_AHEAD // max(1, len(numbers)), prefetching.PREFETCH_BYTES)
    words = _by_frame(told or {}, numbers)
    recorder = _Recorder(session, player, drawings, rulebook, looks or Looks(), room, MOST_REASONS, {}, words)
    return recorder.record(numbers, linear=linear)


def _since_edits(session: Session) -> list[int] | None:
    """The steps of a game that begins with edits, from the last of these on: nobody wants to see how its start was made. None for
    other games."""
    line, first = session.line, 0
    while first < session.step.depth and line[first + 1].done is None:
        first += 1
    if first == 0:
        return None
    played = first + 1 < len(line) and line[first + 1].done is not None
    return [step.number for step in line[first:]] if played else [line[first].number]


Work = Generator[Any, None, T]
"""Some work that can pause at each ``yield``, and then returns what it has made."""


def run_to_end(work: Work[T]) -> T:
    """Do some work without a pause, and return what it makes."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            made: T = end.value
            return made


def record_lately(
    session: Session, player: str | None, drawings: Drawings, rulebook: str, looks: Looks, *, steps: int, known: Known
) -> Work[dict[str, Any]]:
    """Make a recording that is made again and again while a game goes on: of a long game the last steps only, and with
    fewer verdicts. It may pause as long as the game does not go on.

    :param steps: the most steps that it holds
    :param known: what earlier recordings of the session have found; what this one finds is added
    """
    if player is not None:
        numbers: Sequence[int] = yield from _steps_noticed(session, player)
    elif len(session.steps) <= steps:
        numbers = range(len(session.steps))
    else:
        numbers = [step.number for step in session.line[: session.step.depth + 1]]
    linear = player is not None or len(session.steps) > steps
    room = min(BYTES_AHEAD // steps, prefetching.PREFETCH_BYTES)
    recorder = _Recorder(session, player, drawings, rulebook, looks, room, REASONS_A_TIME, known)
    return (yield from recorder.record(numbers[-steps:], linear=linear))


def page_text(recording: dict[str, Any], level: int = 9) -> str:
    """Return a recording, or exercises, as text for a page: JSON, compressed, as base 64. The same recording gives the same text.

    :param level: of the compression, 1 (quick) to 9 (small)
    """
    return run_to_end(packing(recording, level))


def packing(recording: dict[str, Any], level: int, most: int | None = None) -> Work[str]:
    """Make the text of a recording, a part at a time: see `page_text`.

    :param most: the most characters; of a longer text "" is returned
    """
    zipped = zlib.compressobj(level, wbits=GZIP)
    parts, data = bytearray(), bytearray()
    yield
    for text in json_of(recording):
        data += text.encode("utf-8", "backslashreplace")
        while len(data) >= AT_ONCE:
            yield
            parts += zipped.compress(data[:AT_ONCE])
            del data[:AT_ONCE]
            if most is not None and 4 * len(parts) > 3 * most:
                return ""
    yield
    return base64.b64encode(parts + zipped.compress(data) + zipped.flush()).decode()


_write = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def json_of(recording: dict[str, Any]) -> Iterator[str]:
    """The JSON of a recording in parts: a scene, a frame or an exercise at a time, or parts of it if it is long."""
    for n, (key, value) in enumerate(recording.items()):
        yield f"{',' if n else '{'}{_write(key)}:"
        if isinstance(value, list) and value:
            for k, each in enumerate(value):
                yield "," if k else "["
                yield from _json_parts(each)
            yield "]"
        else:
            yield _write(value)
    yield "}"


def _json_parts(value: object) -> Iterator[str]:
    """The JSON of a value, in parts if it is long."""
    if not _is_long(value):
        yield _write(value)
    elif isinstance(value, dict):
        for n, (key, each) in enumerate(value.items()):
            yield f"{',' if n else '{'}{_write(key)}:"
            yield from _json_parts(each)
        yield "}"
    elif isinstance(value, list):
        for first in range(0, len(value), MANY):
            yield f"{',' if first else '['}{_write(value[first : first + MANY])[1:-1]}"
        yield "]"


def _is_long(value: object) -> bool:
    """True if a value holds a long list."""
    return (
        len(value) > MANY if isinstance(value, list) else isinstance(value, dict) and any(map(_is_long, value.values()))
    )


def _by_frame(told: Mapping[int, TutorWords], numbers: Sequence[int]) -> dict[int, TutorWords]:
    """A tutor's words by the numbers of recorded steps, each with the callouts of the steps after it that are not recorded."""
    found: dict[int, TutorWords] = {}
    for number, words in sorted(told.items()):
        there = numbers[max(0, bisect_right(numbers, number) - 1)]
        before = found[there].called if there in found else ()
        found[there] = replace(words, called=(*before, *words.called))
    return found


def _steps_noticed(session: Session, player: str) -> Work[list[int]]:
    """Find the steps up to now of which a player has noticed anything: how many there were besides is not for them to know."""
    line = session.line[: session.step.depth + 1]
    found = [line[0].number]
    for before, step in pairwise(line):
        if notices(before, step, player):
            found.append(step.number)
        yield
    return found


def notices(before: Step, step: Step, player: str) -> bool:
    """True if a player or spectator has noticed anything of a step."""
    position, done = before.position, step.done
    told = done is None or GuardedSystem(position.system).told(position, done, player) is not None
    return told or bool(events(step, player)) or observation(position, player) != observation(step.position, player)


@dataclass
class _Recorder:
    """Makes the frames. A player's recording has a frame only where something changes for that player.

    :param room: the most bytes of choices of a frame
    :param reasons: the most spaces that are still explained with numbers and remedies
    """

    session: Session
    player: str | None
    drawings: Drawings
    rulebook: str
    looks: Looks
    room: int
    reasons: int
    known: Known
    told: Mapping[int, TutorWords] = field(default_factory=dict)
    scenes: list[Wire] = field(default_factory=list)
    frames: list[Wire] = field(default_factory=list)
    step_numbers: list[int] = field(default_factory=list)
    """The number of each frame's step in the session."""
    timelines: list[messages.Timeline] = field(default_factory=list)
    """The timeline of each frame."""
    memory: Memory = field(default_factory=Memory)

    def record(self, numbers: Iterable[int], *, linear: bool) -> Work[dict[str, Any]]:
        """Make the recording of some steps.

        :param linear: True if the steps follow one after another; False if they are all steps of the session, with its branches
        """
        for number in numbers:
            yield from self._add(number)
        for frame, number in zip(reversed(self.frames), reversed(self.step_numbers), strict=True):
            yield
            known = self.known[self.player, number]
            if "why" not in known:  # those of the last steps come first, as far as there is room
                known["why"] = yield from self._why(number)
            frame["why"] = known["why"]
        yield from self._link(linear=linear)
        position, at = self.session.position, self.at(self.session.step.number)
        clauses = {each: encode(messages.ClauseText.of(each, position)) for each in position.system.rulebook}
        return {"scenes": self.scenes, "frames": self.frames, "at": at, "clauses": clauses}

    def _asking(self, number: int) -> prefetching.Ask:
        """The function that asks for the choices at a step, given a draft."""
        position, player = self.session.steps[number].position, self.player
        return cache(lambda draft: choices_for(position, player, draft))

    def _choices_at(self, number: int) -> Work[Wire]:
        known = self.known.setdefault((self.player, number), {})
        if "_choices" not in known:
            ask, rulebook = self._asking(number), self.session.position.system.rulebook
            yield LONG
            root, branches = ask(Draft()), list[Wire]()
            yield
            for branch in prefetching.branches(root, ask, rulebook, self.room):
                branches.append(branch)
                yield
            yield LONG
            known["_choices"] = {"root": encode(root, rulebook), "branches": branches}
        return cast("Wire", known["_choices"])

    def _add(self, number: int) -> Work[None]:
        """Record a step."""
        choices = yield from self._choices_at(number)
        yield LONG
        there = self.session.at(number)
        position = there.position
        system = position.system
        seen = observation(position, self.player)
        drawings = self.drawings.at(self.session, number)
        scene = drawings.coloured(self.looks.on(system.scene(seen)))
        yield
        static = encode(StaticScene.of(scene, self.rulebook, theme=self.looks.theme))
        if static not in self.scenes:
            self.scenes.append(static)
        yield
        state = encode(ChangingScene.of(drawings.on(scene)))
        yield
        to_act = tuple(sorted(seen.seen.to_act))
        status = messages.Status.of(system.stage(seen.seen), to_act, self.player, any_view=False)
        told = self.told.get(number)
        if told is not None:
            status = replace(status, said=told.said, taught=told.taught)
        scene_at, shows = self.scenes.index(static), encode(replace(status, recorded=True))
        frame: Wire = {"scene": scene_at, "_state": state, "_choices": choices, "_status": shows}
        if told is not None and told.called:
            frame["calls"] = [encode(each) for each in told.called]
        yield
        happened = yield from self._events(there.step)
        shown = ("scene", "_state", "_choices", "_status")
        if self.player is not None and self.frames and all(frame[key] == self.frames[-1][key] for key in shown):
            # Nothing looks different to this player, but they may have been told something.
            self.timelines[-1] = timeline(there, self.player, memory=self.memory)
            self.frames[-1]["events"] += happened
            return
        frame["events"] = happened
        yield
        self.frames.append(frame)
        self.step_numbers.append(number)
        self.timelines.append(timeline(there, self.player, memory=self.memory))

    def _events(self, step: Step) -> Work[list[Wire]]:
        """The events of a step, which its timeline needs, too."""
        told, found, system = list[messages.Sentence](), list[Wire](), GuardedSystem(step.position.system)
        for n, event in enumerate(visible_events(step.events, self.player), 1):
            told.append(system.sentence(event, step.position))
            found.append(encode(told[-1]))
            if n % MANY == 0:
                yield
        self.memory.happened[self.player, step.number] = tuple(told)
        return found

    def _why(self, number: int) -> Work[list[Any]]:
        """Find the verdicts on the spaces at the rim of each reach, as far as there is room: a draft, a space, a verdict."""
        found = list[Any]()
        if self.reasons == 0:
            return found
        ask, position = self._asking(number), self.session.steps[number].position
        system, seen = position.system, observation(position, self.player)
        choices = self.known[self.player, number]["_choices"]
        pieces = sum(o["kind"] == "piece" and not o["findings"] and not o["chosen"] for o in choices["root"]["options"])
        for encoded in (choices["root"], *choices["branches"][:pieces]):  # behind them are those with switches
            if encoded["field"] is None or not encoded["field"]["barred"]:
                continue
            draft = Draft(encoded["draft"])
            field = ask(draft).field
            for space in () if field is None else field.reach.rim:
                if self.reasons == 0:
                    return found
                self.reasons -= 1
                verdict = system.explain(seen, self.player, draft, space)
                found.append([dict(draft), space, encode(replace(verdict, nearest=None), system.rulebook)])
                yield
        return found

    def _link(self, *, linear: bool) -> Work[None]:
        """Link the frames: as the steps of the session, or one after another."""
        steps = tuple(messages.LineStep(k, k, told.steps[-1].text, ()) for k, told in enumerate(self.timelines))
        last = len(self.frames) - 1
        depths = [told.depth for told in self.timelines]
        for n, (frame, number, told) in enumerate(zip(self.frames, self.step_numbers, self.timelines, strict=True)):
            yield
            shown = replace(told, rolls=None, notice="", warning="")
            if linear:
                frame["undo"], frame["redo"] = (n - 1 if n else None), (n + 1 if n < last else None)
                frame["parent"] = frame["undo"]
                began = max(0, bisect_right(depths, told.round_began, hi=n + 1) - 1)
                shown = replace(shown, current=n, depth=n, length=last, round_began=began, steps=steps)
                shown = replace(shown, can_goto=True, can_undo=n > 0, can_redo=n < last)
            else:  # every step has a frame, of the same number
                there = self.session.at(number)
                frame["undo"], frame["redo"] = there.tree.undo_step, there.tree.redo_step
                frame["parent"] = there.step.parent
            frame["_timeline"] = encode(shown)

    def at(self, number: int) -> int:
        """Return the frame of a step of the session; in a player's view the last frame up to it."""
        return max((n for n, there in enumerate(self.step_numbers) if there <= number), default=0)
