"""The log of a learner: a line for each thing that they did, with its time. Times and answers are read from it.

A line is ``{"at": "2026-09-01T08:15:30Z", "part": ..., "did": ..., ...}``. ``did`` is "came", "opened" (a part), "action" (with its ``text``),
"refused" (with its ``clauses``), "answer" (with its ``text``, and ``right``), "hint", "done", "lost" or "shown" (a stage). ``id`` is the message
that it came with: one that a page sends again after a restart is not carried out twice.
"""

from __future__ import annotations

import json
from collections import Counter, deque
from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from time import time
from typing import Any

from hexwidget.classroom.kept import KeptClass
from hexwidget.jsontext import parse_json

PAUSE = 60.0
"""The most seconds between two lines that count as work."""
SAME = 3
"""The refusals by one clause, without an action between them, that mean that a learner is stuck."""
STILL = 120.0
"""The seconds without progress that mean that a learner who is there is stuck."""
AWAY = 600.0
"""The seconds of silence after which coming back begins the time without progress anew."""
PROGRESS = ("opened", "action", "done", "answer")


class Logbook:
    """The log of a learner, which is gone on with.

    :raises InputError: if it cannot be read
    """

    def __init__(self, kept: KeptClass, learner: str) -> None:
        self._kept, self._learner = kept, learner
        self._number = 0
        self.seconds: Counter[str] = Counter()
        """The seconds of work by the records of parts, about."""
        self.refusals: deque[str] = deque(maxlen=SAME)
        """The clauses of the last refusals since the learner's last progress, the last one behind."""
        self.progressed: float = 0.0
        """The moment of the last progress, in seconds since 1970."""
        self.carried_out: set[str] = set()
        """The messages that earlier lives of the server have carried out."""
        self._last: tuple[float, str] = 0.0, ""
        for line in self._lines():
            self._note(line)
            self.carried_out.add(str(line.get("id")))

    def _lines(self) -> Iterator[Mapping[str, Any]]:
        for text in self._kept.lines(self._learner):
            self._number += 1
            with suppress(ValueError, TypeError, KeyError):  # the line of a kill
                line = dict(parse_json(text))
                yield {**line, "moment": datetime.fromisoformat(line["at"]).timestamp()}

    def write(self, part: str, did: str, **more: Any) -> None:
        """Add a line.

        :raises InputError: if that fails
        """
        moment = time()
        at = datetime.fromtimestamp(moment, UTC).isoformat(timespec="milliseconds")
        line = {
            "at": at,
            "part": part,
            "did": did,
            **{name: value for name, value in more.items() if value is not None},
        }
        self._kept.append(self._learner, self._number, json.dumps(line, ensure_ascii=False))
        self._number += 1
        self._note({**line, "moment": moment})

    def _note(self, line: Mapping[str, Any]) -> None:
        moment, part, did = float(line["moment"]), str(line["part"]), line["did"]
        then, before = self._last
        if before == part and did != "came":
            self.seconds[part] += round(min(PAUSE, max(0.0, moment - then)))
        self._last = moment, part
        if did == "refused" or (did == "answer" and not line.get("right")):
            self.refusals += [str(each) for each in line.get("clauses", ())][:1]
        elif did in PROGRESS:
            self.refusals.clear()
        if did in PROGRESS or (did == "came" and moment - then > AWAY):  # a reload is no progress
            self.progressed = moment
