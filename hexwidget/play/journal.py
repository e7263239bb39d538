"""The journal of a session: each step is written to it before it is shown."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from hexwidget.files.disk import AnyPath
from hexwidget.files.replay import Replay, first_line, read_replay, text_of
from hexwidget.play.checked_steps import note_of, steps_in
from hexwidget.play.game_lock import alone
from hexwidget.problems import InputError
from hexwidget.rules import Position
from hexwidget.store.folder import FileLines
from hexwidget.store.journal import Journal, Sound
from hexwidget.store.store import Lines

_REST = re.compile(r"[^{}]*(?:\{[^{}]*(?:\}[^{}]*)?)?\}?")
"""The end of a first line, or a part of it: seed, draws and sum. Where lines were joined, more follows."""
_REST_WITH_ZEROS = re.compile(r"[^{}]*\{?[^{}]*\}?[^{}]*\}?[^{}]*")
"""The same with zeros instead of some characters, which may have been braces."""
OTHERS = 100
"""The most characters that a torn first line has besides those of a new one: its sum, and another seed."""


class GameJournal(Journal[Replay]):
    """The journal of a game; see `Journal`.

    :param start: the position that the game starts from
    :param chance: its seed and earlier draws
    """

    begun_anew = "the first line was torn: the game begins anew"
    failed = "a step could not be saved and was not played"
    full = "it is full; nothing was played; session.fork() begins another game here, to be kept elsewhere"
    remedy = "nothing was played; session.keep('another.jsonl') goes on in another file"

    @alone
    def __init__(
        self, where: AnyPath | Lines, start: Position, chance: Mapping[str, Any], *, goes_on: bool = True
    ) -> None:
        self._start = start
        self.first: str = first_line(start, chance)
        self.checked: int = 0
        """The number of the first steps that have been checked, as a note beside the journal says."""
        super().__init__(where if isinstance(where, Lines) else FileLines(where), goes_on=goes_on)

    def _read(self, data: bytes) -> Sound[Replay] | None:
        """Return the replay in a journal; see `Journal`."""
        text = text_of(data)
        try:
            replay = read_replay(text, goes_on=True)
        except InputError as error:
            own = first_line(self._start, {}).removesuffix("}\n")
            if len(text) <= len(self.first) + OTHERS and _is_torn_first_line(text, own):
                return None
            raise InputError(f"{self._lines.called} cannot be read", error.problems) from None
        if replay.start not in (self._start, self._start.system.before(self._start)):
            raise self.error("it is of another game: it starts from another position (hw.load opens it as it is)")
        return Sound(replay, replay.lines, replay.sum)

    def _continue_from(self, content: Replay, data: bytes) -> None:
        self.checked = steps_in(self._lines.note(), data, self._start.system.name)

    def note_checked(self, steps: int) -> None:
        """Note beside the journal that all its steps have been checked.

        :param steps: their number
        """
        if steps > self.checked and self._pending is None:
            text = note_of(steps, self._sound.size, self._sound.digest.hexdigest(), self._start.system.name)
            if text:
                self._lines.write_note(text)
            self.checked = steps


def _is_torn_first_line(text: str, own: str) -> bool:
    """True for a part of the first line of a journal. A power failure may leave zeros instead of written characters.

    :param own: the beginning of the whole line
    """
    first, newline, more = text.removeprefix("\ufeff").replace("\r", "\n").partition("\n")
    whole = bool(newline) and "\0" not in first
    begun = all(sign in ("\0", was) for sign, was in zip(first, own, strict=False))
    rest = _REST_WITH_ZEROS if "\0" in first else _REST
    return not whole and not more and begun and rest.fullmatch(first[len(own) :]) is not None
