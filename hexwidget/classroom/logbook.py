"""The log of a learner: a line for each thing that they did, with its time. Times and answers are read from it.

A line is ``{"at": "2026-09-01T08:15:30Z", "part": ..., "did": ..., ...}``. ``did`` is "came", "opened" (a part), "action" (with its ``text``),
"refused" (with its ``clauses``), "answer" (with its ``text``, and ``right``), "hint", "done", "lost" or "shown" (a stage). ``id`` is the message
that it came with: one that a page sends again after a restart is not carried out twice. Each line ends with its ``sum``, as those of replays do.

The progress names the sum of the last line that it counts. A line behind that was written, and then the process died before its change was
made and its reply sent: it is taken back.

Lines of earlier versions have no sums, and stay. Where one of these was torn, the next one was written behind it: it is read.
"""

from __future__ import annotations

import json
from collections import Counter, deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from time import time
from typing import Annotated, Any, Literal, get_args

from hexwidget.classroom.storage import LARGEST, KeptClass, KeptProgress
from hexwidget.files.line_sums import SUM, SUM_AT_END, sum_of
from hexwidget.jsontext import parse_json
from hexwidget.lessons.learners.counts import SAME
from hexwidget.lessons.learners.records import LATEST
from hexwidget.problems import Problems, shown
from hexwidget.rules.hints import Called
from hexwidget.rules.values import Known, record_of
from hexwidget.store.journal import Journal, Sound
from hexwidget.store.store import Lines

PAUSE = 60.0
"""The most seconds between two lines that count as work."""
AWAY = 600.0
"""The seconds of silence after which coming back begins the time without progress anew."""
Deed = Literal["came", "opened", "hint", "action", "answer", "done", "lost", "shown", "refused"]
DEEDS: tuple[str, ...] = get_args(Deed)
"""In the order in which the log tells those of one message."""
PROGRESS = ("opened", "action", "done", "answer")
BEGINS = '{"at": "'
_BLANK = "\ufeff \t\r\0"
Line = dict[str, Any]


@dataclass(frozen=True)
class _Line:
    """A line without its sum."""

    at: str
    part: str
    did: Annotated[Deed, Called("deed")]
    text: str = ""
    right: bool = False
    clauses: tuple[str, ...] = ()
    id: str = ""


class LogJournal(Journal[list[Line]]):
    """The log of a learner, which is gone on with; see `Journal`.

    :param counted: the sum of the last line that the learner's progress counts; None: it names none
    """

    failed = remedy = "what was done could not be saved, and does not count"

    def __init__(self, lines: Lines, counted: str | None) -> None:
        self._counted = counted
        super().__init__(lines)

    def _read(self, data: bytes) -> Sound[list[Line]]:
        """Return the lines that count; see `Journal`."""
        return _sound(data, self._counted, self._lines)

    @property
    def sum(self) -> str:
        """The sum of the last line, one that waits for its change included."""
        return str((self._sound if self._pending is None else self._pending[0]).sum)


def lines_of(lines: Lines, counted: str | None) -> list[Line]:
    """Return the lines of a log, without opening it.

    :param counted: the sum of the last line that the learner's progress counts; None: it names none
    :raises InputError: if they cannot be read
    """
    return _sound(lines.read(LARGEST) or b"", counted, lines).content


def _sound(data: bytes, counted: str | None, lines: Lines) -> Sound[list[Line]]:
    """Return the lines of a log that count.

    :raises JournalError: naming the log, and the first line that is damaged
    """
    texts = data.decode("utf-8", "replace").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    last = max((number for number, each in enumerate(texts, 1) if each.strip(_BLANK)), default=0)
    found, total, has_sums, whole = list[Line](), "", False, len(texts) - (not texts[-1])
    ends = {"": (0, 0)}
    """The number of the line, and that of the deeds up to it, by the sum of each line."""
    for number, each in enumerate(texts[:last], 1):
        if not (text := each.strip(_BLANK)):
            continue
        end = SUM_AT_END.search(text)
        if end is None and not has_sums:  # of an earlier version
            line, after = _object(text) or _object(text[text.rfind(BEGINS) :]), sum_of(text, total)
        elif end is not None and end[1] == sum_of(text[: end.start()], total):
            line, after, has_sums = _object(text), end[1], True
        else:
            line, after = None, total
            if number < last or _is_joined(text, total):
                what = "it does not match its sum: this line has been changed since it was written"
                raise lines.error(f"line {number}: {what}")
        if line is None and number == last:  # it is torn
            whole = number - 1
        else:
            total = after
            found += [] if line is None else [_check_line(line, number, lines)]
            ends[total] = number, len(found)
    if counted is None:
        return Sound(found, whole, total)
    if counted not in ends:
        raise lines.error("it lacks lines that the progress beside it counts: put the file back as it was")
    number, deeds = ends[counted]
    if len({line.get("id") for line in found[deeds:]}) == 1:  # of one message, whose change was not made
        return Sound(found[:deeds], number, counted)
    return Sound(found, whole, total)


def _is_joined(text: str, before: str) -> bool:
    """True if a sound line goes on behind its sum: something has joined lines, which no torn line does."""
    end = SUM.search(text)
    return end is not None and end[1] == sum_of(text[: end.start()], before)


def _object(text: str) -> Line | None:
    try:
        data = parse_json(text)
    except ValueError:
        return None
    return data if isinstance(data, dict) else None


def _check_line(line: Line, number: int, lines: Lines) -> Line:
    """Return a line without its sum.

    :raises JournalError: with everything that is wrong with it
    """
    line.pop("sum", None)
    problems = Problems()
    record_of(_Line).read(f"line {number}", line, Known(problems))
    if not problems.found:
        try:
            _moment(line)
        except ValueError:
            problems.add(f"line {number}/at", f"expected a time, not {shown(line['at'])}")
    if problems.found:
        raise lines.error("; ".join(map(str, problems.found)))
    return line


def _moment(line: Line) -> float:
    return datetime.fromisoformat(line["at"]).timestamp()


class Logbook:
    """The log of a learner, and their progress, which are written together.

    :raises InputError: if it cannot be read
    """

    def __init__(self, kept: KeptClass, learner: str, progress: KeptProgress) -> None:
        self._lines, self._progress = kept.log(learner), progress
        self._journal: LogJournal | None = None
        """The log, open from the first line that is written on."""
        self.seconds: Counter[str] = Counter()
        """The seconds of work by the records of parts, about."""
        self.refusals: deque[str] = deque(maxlen=SAME)
        """The clauses of each of the last refusals since the learner's last progress, with blanks between; the last one behind."""
        self.progressed: float = 0.0
        """The moment of the last progress, in seconds since 1970."""
        self.carried_out: set[str] = set()
        """The messages that earlier lives of the server have carried out."""
        self._last: tuple[float, str] = 0.0, ""
        for line in lines_of(self._lines, progress.counted):
            self._note(line)
            self.carried_out.add(str(line.get("id")))

    def keep(self, part: str, deeds: Sequence[tuple[str, Mapping[str, Any]]], id: str | None = None) -> None:
        """Write some deeds, then the progress that counts them: both or neither.

        :param deeds: each the kind of the deed, and further entries of its line
        :raises InputError: if that fails
        """
        at = datetime.fromtimestamp(min(max(time(), 0), LATEST), UTC).isoformat(timespec="milliseconds")
        more = {} if id is None else {"id": id}
        lines = [{"at": at, "part": part, "did": did, **entries, **more} for did, entries in deeds]
        if not lines:
            if self._progress.has_changed:
                self._progress.write(self._progress.counted)
            return
        if self._journal is None:
            self._journal = LogJournal(self._lines, self._progress.counted)
        is_counted = False
        texts = [json.dumps(line, ensure_ascii=False) + "\n" for line in lines]
        self._journal.append(*texts, is_made=lambda: is_counted)
        try:
            self._progress.write(self._journal.sum)
            is_counted = True
        finally:
            self._journal.settle()
        for line in lines:
            self._note(line)

    def close(self) -> None:
        """Close the log."""
        if self._journal is not None:
            self._journal.close()

    def _note(self, line: Line) -> None:
        moment, part, did = _moment(line), line["part"], line["did"]
        then, before = self._last
        if before == part and did != "came":
            self.seconds[part] += round(min(PAUSE, max(0.0, moment - then)))
        self._last = moment, part
        if did == "refused" or (did == "answer" and not line.get("right")):
            self.refusals += filter(None, [" ".join(line.get("clauses", ()))])
        elif did in PROGRESS:
            self.refusals.clear()
        if did in PROGRESS or (did == "came" and moment - then > AWAY):  # a reload is no progress
            self.progressed = moment
