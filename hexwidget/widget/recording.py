"""Recordings: the states of a board at each step of a game, for a page that has no kernel.

A recording holds a *frame* for each step: the traits of a board that shows it, the frames that undo and redo lead to, and
the findings on the spaces at the rim of each reach. It is made of the messages that travel to a board
(`hexwidget.widget.messages`), and is written as one JSON text.
"""

from __future__ import annotations

import base64
import gzip
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from hexwidget.geometry import SpaceMap
from hexwidget.play import Session
from hexwidget.problems import InputError, Problem
from hexwidget.rules import Choices, Draft, Field, Verdict
from hexwidget.scene.encode import Wire
from hexwidget.scene.parts import ChangingScene, StaticScene
from hexwidget.widget import prefetch
from hexwidget.widget.audience import choices_for, observation
from hexwidget.widget.drawings import Drawings
from hexwidget.widget.encode import encode
from hexwidget.widget.hints import Count, Number
from hexwidget.widget.looks import Looks
from hexwidget.widget.messages import ChoicesState, LineStep, Sentence, Status, Timeline
from hexwidget.widget.replies import ClauseText
from hexwidget.widget.timeline import events, timeline

MOST_FRAMES = 2000
"""The most steps of a recording. The page of a longer game would be too large to send."""
BYTES_AHEAD = 12_000_000
"""The most bytes of choices in a recording. Choices beyond them cannot be looked at on the page."""
MOST_REASONS = 4000
"""The most spaces that a recording explains with numbers and remedies. Other spaces are explained by their clauses only."""


@dataclass(frozen=True, slots=True)
class Frame:
    """The messages of a board that shows one step of a recording."""

    scene: Count
    """The number of its static scene."""
    _state: ChangingScene
    _choices: ChoicesState
    _timeline: Timeline
    _status: Status
    undo: Number | None
    """The frame that undo leads to."""
    redo: Number | None
    parent: Number | None
    """The frame before it."""
    events: tuple[Sentence, ...]
    """The events of this step."""
    why: tuple[tuple[Draft, str, Verdict], ...]
    """The verdicts on spaces that cannot be chosen: a draft, a space, the verdict."""


@dataclass(frozen=True, slots=True)
class Recording:
    """A game for a page that has no kernel."""

    scenes: tuple[StaticScene, ...]
    frames: tuple[Frame, ...]
    at: Number
    """The frame that is shown first."""
    clauses: Mapping[str, ClauseText]


def record(
    session: Session, player: str | None, drawings: Drawings, rulebook: str = "", looks: Looks | None = None
) -> dict[str, Any]:
    """Return the recording of a session.

    :param player: the player whose view it is. The recording holds only what that player was told. None: it holds
        everything, with the branches of the game.
    :param rulebook: the address of the rulebook as a page, up to the clause
    :param looks: the theme and the players' own colours
    :raises InputError: if the game is too long
    """
    numbers = range(len(session.steps)) if player is None else _noticed(session, player)
    if len(numbers) > MOST_FRAMES:
        what = f"it has {len(numbers):,} steps; a page holds {MOST_FRAMES:,}: fork the session (`fork`) further on"
        raise InputError("this game is too long for a page", [Problem("", what)])
    recorder = _Recorder(player, drawings, rulebook, looks or Looks(), BYTES_AHEAD // max(1, len(numbers)))
    for number in numbers:
        recorder.add(session, number)
    recorder.link(session)
    system = session.position.system
    return {
        "scenes": recorder.scenes,
        "frames": recorder.frames,
        "at": recorder.at(session.step.number),
        "clauses": {clause: encode(ClauseText.of(clause, session.position)) for clause in system.rulebook},
    }


def packed(recording: dict[str, Any]) -> str:
    """Return a recording as text for a page: JSON, compressed, as base 64. The same recording gives the same text."""
    text = json.dumps(recording, ensure_ascii=False, separators=(",", ":"))
    return base64.b64encode(gzip.compress(text.encode("utf-8", "backslashreplace"), 9, mtime=0)).decode()


def _noticed(session: Session, player: str) -> list[int]:
    """The steps up to now of which a player has noticed anything: how many there were besides is not for them to know."""
    line = session.line[: session.step.depth + 1]
    found = [line[0].number]
    for before, step in pairwise(line):
        position, done = before.position, step.done
        told = done is None or position.system.told(position, done, player) is not None
        if told or events(step, player) or observation(position, player) != observation(step.position, player):
            found.append(step.number)
    return found


class _Recorder:
    """Makes the frames. A player's recording has a frame only where something changes for that player."""

    def __init__(self, player: str | None, drawings: Drawings, rulebook: str, looks: Looks, room: int) -> None:
        self.player = player
        self.drawings = drawings
        self.rulebook = rulebook
        self.looks = looks
        self.room = min(room, prefetch.PREFETCH_BYTES)
        self.scenes: list[Wire] = []
        self.frames: list[Wire] = []
        self._reasons = 0
        self._numbers: list[int] = []
        """The number of each frame's step in the session."""
        self._timelines: list[Timeline] = []
        """The timeline of each frame."""

    def add(self, session: Session, number: int) -> None:
        """Record a step."""
        there = session.at(number)
        position = there.position
        system = position.system
        seen = observation(position, self.player)
        scene = self.looks.on(system.scene(seen))
        static = encode(StaticScene.of(scene, self.rulebook, theme=self.looks.theme))
        if static not in self.scenes:
            self.scenes.append(static)

        def ask(draft: Draft) -> Choices:
            return choices_for(position, self.player, draft)

        root = ask(Draft())
        frame: Wire = {
            "scene": self.scenes.index(static),
            "_state": encode(ChangingScene.of(self.drawings.on(scene))),
            "_choices": prefetch.choices_state(root, ask, system.rulebook, self.room),
            "_status": encode(Status.of(seen.seen, self.player, any_view=False, recorded=True)),
        }
        happened = [encode(event) for event in events(there.step, self.player)]
        shown = ("scene", "_state", "_choices", "_status")
        if self.player is not None and self.frames and all(frame[key] == self.frames[-1][key] for key in shown):
            # Nothing looks different to this player, but they may have been told something.
            self._timelines[-1] = timeline(there, self.player)
            self.frames[-1]["events"] += happened
            return
        frame["events"] = happened
        frame["why"] = [
            [dict(draft), space, encode(replace(verdict, nearest=None), system.rulebook)]
            for draft, space, verdict in self._why(position, seen, root, ask)
        ]
        self.frames.append(frame)
        self._numbers.append(number)
        self._timelines.append(timeline(there, self.player))

    def _why(self, position: Any, seen: Any, root: Choices, ask: Any) -> Iterator[tuple[Draft, str, Any]]:
        """Yield the verdicts on the spaces at the rim of each reach, as far as there is room: a draft, a space, a verdict."""
        asked_of = [root, *(ask(Draft(branch)) for branch in self._branches(root))]
        for choices in asked_of:
            for space in _rim(choices.field):
                if self._reasons >= MOST_REASONS:
                    return
                self._reasons += 1
                yield (
                    choices.draft,
                    space,
                    position.system.explain(seen, self.player, choices.draft, space),
                )

    @staticmethod
    def _branches(root: Choices) -> list[Draft]:
        return [o.leads_to for o in root.options if o.kind == "piece" and o.legal and not o.chosen]

    def link(self, session: Session) -> None:
        """Link the frames: the referee's as the steps of the session, a player's one after another."""
        steps = tuple(LineStep(k, k, told.steps[-1].text, ()) for k, told in enumerate(self._timelines))
        last = len(self.frames) - 1
        for n, (frame, number, told) in enumerate(zip(self.frames, self._numbers, self._timelines, strict=True)):
            if self.player is None:  # every step has a frame, of the same number
                there = session.at(number)
                frame["undo"], frame["redo"] = there.undo_step, there.redo_step
                frame["parent"] = there.step.parent
                frame["_timeline"] = encode(replace(told, rolls=None, notice="", warning=""))
                continue
            frame["undo"], frame["redo"] = (n - 1 if n else None), (n + 1 if n < last else None)
            frame["parent"] = n - 1 if n else None
            linked = replace(
                told,
                current=n,
                depth=n,
                length=last,
                can_goto=True,
                can_undo=n > 0,
                can_redo=n < last,
                steps=steps,
            )
            frame["_timeline"] = encode(linked)

    def at(self, number: int) -> int:
        """Return the frame of a step of the session; in a player's view the last frame up to it."""
        return max((n for n, there in enumerate(self._numbers) if there <= number), default=0)


def _rim(field: Field | None) -> list[str]:
    """The spaces that a field bars by name."""
    if field is None:
        return []
    reach = field.reach
    barred = 0
    for bits in reach.rim_planes.values():
        barred |= reach.frame.to_map(bits)
    return [reach.map.name(index) for index in SpaceMap.members(barred)]
