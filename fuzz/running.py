"""Runs one reader on many inputs and reports those on which it fails."""

from __future__ import annotations

import hashlib
import os
import signal
import sys
import tempfile
import time
import traceback
from functools import cache
from pathlib import Path
from random import Random
from types import FrameType
from typing import TYPE_CHECKING, Any, ClassVar

from fuzz.budgets import Budget
from fuzz.edits import mutated

if TYPE_CHECKING:
    from fuzz.readers import Reader

try:
    import resource
except ImportError:  # Windows has no such module; there memory is not measured
    resource = None  # type: ignore[assignment]  # a module, or None
try:
    import atheris  # type: ignore[import-untyped,import-not-found,unused-ignore]
except ImportError:
    atheris = None
BREEDS = atheris is not None

HANGS = 10
"""An input is broken off after this many times its reader's limit."""


class HangingError(BaseException):
    """An input takes too long. A `BaseException`, so that no ``except Exception`` catches it."""


class Judge:
    """Gives inputs to a reader and saves those on which it fails, one of each kind. An input fails, too, that takes more time or
    memory than its reader may take for its size."""

    patience: ClassVar[float] = 1
    """The factor by which limits of time are stretched, as machines differ."""

    def __init__(self, reader: Reader, crashes: Path | None) -> None:
        self.reader, self.crashes = reader, crashes
        self.found: list[str] = []
        self.known: set[str] = set()
        self.let_in = 0
        from fuzz.readers import DOCUMENTED

        self.documented = DOCUMENTED
        if hasattr(signal, "setitimer"):
            signal.signal(signal.SIGPROF, self._ring)

    @staticmethod
    def _ring(_signal: int, _frame: FrameType | None) -> None:
        raise HangingError

    def __call__(self, data: bytes) -> None:
        used = self._read(data, self.reader.budget(len(data)))
        if used is None or not self._over(used, self.reader.budget(len(data))):
            return
        # Few inputs come here. Only now the budget counts what an input unpacks to; a second reading finds the caches filled.
        budget = self.reader.budget(max(len(data), self.reader.unpacked(data)))
        again = self._read(data, budget)
        for kind, what in self._over(again, budget).items() if again is not None else ():
            self._finding(data, None, what, kind)

    def _read(self, data: bytes, budget: Budget) -> Budget | None:
        """Give an input to the reader. Return what it took; None if it was broken off."""
        before = _lowest_peak()
        began = time.process_time()
        _alarm(budget.seconds * self.patience * HANGS)
        try:
            self.reader.read(data)
            self.let_in += 1
        except self.documented as error:
            try:
                str(error).encode("utf-8", "backslashreplace")
            except Exception as worse:
                self._finding(data, worse)
        except HangingError as error:
            self._finding(data, error, "hangs")
            return None
        except Exception as error:
            self._finding(data, error)
        finally:
            _alarm(0)
        return Budget(time.process_time() - began, _megabytes() - before)

    def _over(self, used: Budget, budget: Budget) -> dict[str, str]:
        """The kinds of findings about time and memory, each with its words."""
        found = {}
        if used.seconds > budget.seconds * self.patience:
            found["slow"] = f"takes {used.seconds:.1f} s, and may take {budget.seconds:.1f}"
        if used.megabytes > budget.megabytes:
            found["large"] = f"takes {used.megabytes:.0f} MB, and may take {budget.megabytes:.0f}"
        return found

    def _finding(self, data: bytes, error: BaseException | None, what: str = "", kind: str = "") -> None:
        where = _where(error)
        # Failures in one place are one finding, whatever their message. Slow inputs are one finding for each power of two of their size.
        name = kind or type(error).__name__
        same = f"{name} {where}" if error is not None else f"{name} {len(data).bit_length()}"
        if same in self.known:
            return
        self.known.add(same)
        mark = hashlib.blake2b(same.encode(), digest_size=4).hexdigest()
        text = " ".join([name, what or str(error).replace("\n", " ")[:160], where]).strip()
        self.found.append(text)
        print(
            f"FOUND {self.reader.name}-{mark} ({len(data)} bytes): {text}".encode("utf-8", "backslashreplace").decode(),
            flush=True,
        )
        if self.crashes is not None:
            self.crashes.mkdir(parents=True, exist_ok=True)
            (self.crashes / f"{self.reader.name}-{mark}").write_bytes(data)
            lines = [text, *(traceback.format_exception(error)[-14:] if error is not None else [])]
            (self.crashes / f"{self.reader.name}-{mark}.txt").write_text("\n".join(lines), "utf-8", "backslashreplace")


def _where(error: BaseException | None) -> str:
    """The innermost line of the package in the traceback of an error."""
    if error is None:
        return ""
    lines = traceback.extract_tb(error.__traceback__)
    own = [f for f in lines if "/hexwidget/" in f.filename.replace("\\", "/")] or list(lines)
    if not own:
        return ""
    return f"{'/'.join(Path(own[-1].filename).parts[-3:])}:{own[-1].lineno}"


def _alarm(seconds: float) -> None:
    """Raise `HangingError` after some seconds of processor time, which other processes do not use up."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_PROF, seconds)


def _megabytes() -> float:
    """The peak memory of this process, in megabytes."""
    if resource is None:
        return 0
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / (1024 * 1024 if sys.platform == "darwin" else 1024)


@cache
def _peaks() -> int | None:
    """The open file by which Linux resets a process's peak of memory. None on other systems: there the peak only grows."""
    try:
        return os.open("/proc/self/clear_refs", os.O_WRONLY)
    except OSError:
        return None


def _lowest_peak() -> float:
    """Reset the peak memory of this process to what it takes now, where that can be done. Return the peak."""
    file = _peaks()
    if file is not None:
        os.write(file, b"5")  # see "man 5 proc": resets the peak resident set size
    return _megabytes()


def run_plain(name: str, runs: int, seconds: int, seed: int, crashes: Path, stride: int = 1) -> int:
    """Mutate the seeds, and the inputs that the reader accepted, at random.

    :param stride: one seed in so many is tried as it is
    """
    from fuzz.readers import READERS

    reader = READERS[name]
    judge, rng = Judge(reader, crashes), Random(f"{name} {seed}")
    words, pool = reader.words(), reader.seeds()
    for data in pool[::stride]:
        judge(data)
    if judge.let_in == 0:
        print(f"FOUND {name}: not one of its seeds is let in")
    began, done = time.perf_counter(), 0
    while (not runs or done < runs) and (not seconds or time.perf_counter() - began < seconds):
        data = mutated(rng.choice(pool), rng, words, reader.most)
        before = judge.let_in
        judge(data)
        done += 1
        if judge.let_in > before and rng.random() < 0.2 and len(pool) < 500:
            pool.append(data)
    took = time.perf_counter() - began
    print(f"stat::number_of_executed_units: {done}\nstat::average_exec_per_sec: {done / max(took, 1e-9):.0f}")
    print(f"let in: {judge.let_in}")
    return 1 if judge.found else 0


def run_bred(name: str, runs: int, seconds: int, seed: int, crashes: Path) -> int:
    """Fuzz with the guidance of coverage. Does not return, as atheris ends the process."""
    with atheris.instrument_imports(include=["hexwidget"]):
        from fuzz.readers import READERS
    reader = READERS[name]
    judge, words, pool = Judge(reader, crashes), reader.words(), reader.seeds()
    corpus = Path(tempfile.mkdtemp(prefix=f"hexwidget-fuzz-{name}-"))
    for n, data in enumerate(pool):
        judge(data)
        (corpus / f"seed-{n}").write_bytes(data)

    def other(data: bytes, most: int, number: int) -> bytes:
        rng = Random(number)
        if rng.random() < 0.1:
            return bytes(atheris.Mutate(data, most))
        return mutated(data or rng.choice(pool), rng, words, min(most, reader.most))

    limits: dict[str, Any] = {"max_len": reader.most, "timeout": 60, "rss_limit_mb": 3000, "seed": seed}
    limits |= {"print_final_stats": 1, "artifact_prefix": f"{crashes}/{name}-", "verbosity": 1, "len_control": 0}
    limits |= {"runs": runs} if runs else {}
    limits |= {"max_total_time": seconds} if seconds else {}
    crashes.mkdir(parents=True, exist_ok=True)
    atheris.Setup(
        [name, *(f"-{key}={value}" for key, value in limits.items()), str(corpus)], judge, custom_mutator=other
    )
    atheris.Fuzz()
    return 0
