"""The figures of a server: its channels and viewers, how fast it answers, and its memory. They name no player, no table and no link."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from itertools import accumulate
from pathlib import Path
from time import monotonic, time
from typing import Any

from hexwidget.serving.channels import Channels
from hexwidget.serving.pool import work

if sys.platform != "win32":
    import resource

LOOK = 0.05
"""The seconds between two looks at the clock. A call of the loop that is shorter may pass unseen, and a longer one counts less by so much."""
BUCKETS = (0.005, 0.02, 0.1, 0.5, 2.0)
"""The upper bounds of the times of answers, in seconds."""
STATM = Path("/proc/self/statm")


class Metrics:
    """The counts of a server since its start."""

    def __init__(self) -> None:
        self._began, self._started = monotonic(), time()
        self._due = float("inf")
        """The moment at which the next look at the clock is due."""
        self._longest = 0.0
        self._actions = 0
        self._answers = [0] * (len(BUCKETS) + 1)
        """The number of answers by their time; the last ones took longer than all bounds."""
        self._answering = 0.0

    def look(self) -> None:
        """Note for how long the loop has done one thing. This is called every `LOOK` seconds."""
        now = monotonic()
        self._longest, self._due = max(self._longest, now - self._due), now + LOOK

    def answered(self, seconds: float, *, has_acted: bool) -> None:
        """Count an answer.

        :param has_acted: True if the message has played an action
        """
        self._answers[sum(seconds > bound for bound in BUCKETS)] += 1
        self._answering += seconds
        self._actions += has_acted
        self._longest = max(self._longest, seconds)

    def status(self, channels: Channels) -> dict[str, Any]:
        """Return how a server is: times in seconds, memory in bytes. Memory is None where the system does not tell it."""
        return {
            "process": os.getpid(),
            "uptime": round(monotonic() - self._began, 1),
            "tables": channels.states(),
            "viewers": channels.viewers.by_role(),
            "actions": self._actions,
            "longest_call": round(self._longest, 3),
            "memory": memory(),
            "work": work(),
        }

    def prometheus_text(self, channels: Channels) -> str:
        """Return the figures in the text form of Prometheus.

        The form is a line for each number, so a library for it would be one more dependency for nothing.
        """
        now = self.status(channels)
        within = list(accumulate(self._answers))
        bounds = zip((*BUCKETS, "+Inf"), within, strict=True)
        times: dict[str, float] = {f'_bucket{{le="{bound}"}}': number for bound, number in bounds}
        times |= {"_sum": self._answering, "_count": within[-1]}
        ended = dict(now["work"])
        running, memory = ended.pop("running"), now["memory"]
        families = [
            _family("hexwidget_tables", "gauge", "Tables by state.", _labels("state", now["tables"])),
            _family("hexwidget_viewers", "gauge", "Viewers by role.", _labels("role", now["viewers"])),
            _family("hexwidget_actions_total", "counter", "Accepted actions of people.", {"": now["actions"]}),
            _family("hexwidget_answer_seconds", "histogram", "Time of answers to messages.", times),
            _family("hexwidget_longest_call_seconds", "gauge", "Longest call.", {"": now["longest_call"]}),
            _family("hexwidget_work_running", "gauge", "Slow work in other processes now.", {"": running}),
            _family("hexwidget_work_total", "counter", "Slow work by its end.", _labels("end", ended)),
            _family("process_start_time_seconds", "gauge", "Start, in seconds since 1970.", {"": self._started}),
        ]
        if memory is not None:
            families.append(_family("process_resident_memory_bytes", "gauge", "Memory.", {"": memory}))
        return "".join(families)


def _family(name: str, kind: str, words: str, numbers: Mapping[str, float]) -> str:
    lines = (f"{name}{which} {number}\n" for which, number in numbers.items())
    return f"# HELP {name} {words}\n# TYPE {name} {kind}\n{''.join(lines)}"


def _labels(label: str, numbers: Mapping[str, int]) -> dict[str, float]:
    return {f'{{{label}="{value}"}}': number for value, number in numbers.items()}


def memory() -> int | None:
    """Return the bytes of memory of this process: at present, or where only that is known the most since its start."""
    if STATM.exists():
        return int(STATM.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    if sys.platform == "win32":
        return None
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024
