"""Killed processes and kernels lose no step that they had shown."""

from __future__ import annotations

import os
import signal
import time
import traceback
from pathlib import Path

import pytest

import hexwidget as hw
from fuzz.tally import tried
from tests.amounts import chances, many
from tests.play.games import play_at_random

KILLS = many(5, 500, quick=3)
LIVES = 5
"""The number of processes that continue one file in turn."""


def live(path: Path, seed: int, shown: int) -> None:
    """Play on in a journal until killed, and print each step once it is shown."""
    session = hw.Session(
        hw.scenario("frontiers/combat" if seed % 2 else "depletion/first-steps").position, journal=path
    )
    rng = chances(seed)
    while True:
        os.write(shown, f"{len(session.steps)} {session.step.number} {session.position.key}\n".encode())
        if not play_at_random(session, rng):
            session.goto(0)


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are forked, so that hundreds can be killed")
def test_killed_processes_lose_nothing_that_they_had_shown(tmp_path: Path) -> None:
    """Processes are killed at random moments. In every third file the last line is also torn, as by a power failure."""
    rng, torn = chances(9), 0
    for kill in range(KILLS):
        game = kill // LIVES
        path = tmp_path / f"{game}.jsonl"
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            try:
                live(path, game, writing)
            except BaseException:
                traceback.print_exc()
            finally:
                os._exit(1)  # never return into the tests
        os.close(writing)
        told, wanted = b"", rng.randrange(1, 9)
        while told.count(b"\n") < wanted:
            told += os.read(reading, 65536)
        time.sleep(rng.random() * 0.01)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        while more := os.read(reading, 65536):
            told += more
        os.close(reading)
        steps, current, key = told.decode().splitlines()[-1].split()
        session = hw.load(path)
        assert hw.verify(path)
        # Beyond the shown steps the file holds at most the action in flight, with the outcomes of chance after it.
        assert sum(step.chance is None for step in session.steps[int(steps) :]) <= 1
        assert key == session.steps[int(current)].position.key
        if game % 3 == 0:
            data = path.read_bytes().rstrip(b"\n")  # a line that lacks only its end is whole
            ends = data.rfind(b"\n") + 1
            if 0 < ends < len(data) - 1:  # not the first line, which is on disk before anything is shown
                path.write_bytes(data[: rng.randrange(ends + 1, len(data))])
                found = hw.verify(path)
                assert found, str(found)
                assert found.torn is not None
                torn += 1
    assert torn > 0
    tried("processes killed", KILLS)


IN_A_KERNEL = """
import sys; sys.path.insert(0, {root!r})
import hexwidget as hw
from tests.amounts import chances
from tests.play.games import play_at_random
session = hw.Session("plotted/the-ford", journal={path!r})
board, rng = hw.Board(session), chances({seed})
while True:
    if not play_at_random(session, rng):
        session.goto(0)
    print(len(session.steps), session.step.number, board._timeline["current"], flush=True)
"""


@pytest.mark.slow
def test_killed_kernels_lose_nothing_that_their_boards_had_shown(tmp_path: Path) -> None:
    """Real kernels with a board. Five continue one file in turn."""
    from jupyter_client.manager import start_new_kernel

    rng = chances(4)
    for seed in range(many(2, 500)):
        path = tmp_path / f"{seed // LIVES}.jsonl"
        kernel, client = start_new_kernel(kernel_name="python3", cwd=str(tmp_path))
        try:
            root = str(Path(__file__).parents[2])
            client.execute(IN_A_KERNEL.format(root=root, path=str(path), seed=seed))
            told = ""
            deadline = time.monotonic() + rng.random()
            while "\n" not in told or time.monotonic() < deadline:
                message = client.get_iopub_msg(timeout=60)
                assert message["msg_type"] != "error", message["content"]
                told += message["content"]["text"] if message["msg_type"] == "stream" else ""
            os.kill(kernel.provisioner.pid, signal.SIGKILL)
        finally:
            kernel.shutdown_kernel(now=True)
            client.stop_channels()
        steps, current, shown = map(int, told[: told.rindex("\n")].splitlines()[-1].split())
        assert shown == current
        session = hw.load(path)
        assert hw.verify(path)
        assert len(session.steps) >= steps
        text = path.read_text()
        assert f'"step":{steps - 1},' in text or steps == 1
        tried("kernels killed", 1)
