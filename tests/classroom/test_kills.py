"""WorkerProcesses of a class are killed while learners answer: no accepted answer is lost, and none is carried out twice."""

from __future__ import annotations

import asyncio
import json
import os
import signal
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Sequence
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect

import hexwidget as hw
from fuzz.tally import tried
from hexwidget.classroom.logbook import Line, lines_of
from hexwidget.classroom.storage import KeptClass
from hexwidget.lessons import Progress, course, exercise
from hexwidget.store.folder import Folder
from tests.amounts import SOAK, chances, many
from tests.classroom.learners import Pupil
from tests.classroom.test_command import Host
from tests.store.accepted import check_accepted

KILLS = many(1, 100)
"""The kills of the server, and as many of its workers."""
LEARNERS = 6
CLASS, WORKER_KILLS, SECONDS = many(6, 90), many(2, 60), 5.0 if SOAK else 1.5
"""The learners of a class whose workers are killed, the kills, and the seconds before each."""
EXERCISES = 4


class Answering(Pupil):
    """A learner who answers exercises, wrong and right ones."""

    def __init__(self, address: str, token: str, seed: int) -> None:
        super().__init__(address, token, "random", seed)
        self.answered: list[str] = []

    async def click(self) -> None:
        """Give an answer, or go on."""
        await self.ask("hello")
        options = {each["slot"]: each for each in self.state["_choices"]["root"]["options"]}
        if "tutor on" in options and self.rng.random() < 0.5:
            await self.ask("choose", draft=options["tutor on"]["leadsTo"])
        elif "answer" in options:
            at, accepted = await self.ask("confirm", draft={"answer": self.rng.choice(["legal", "P1.3"])})
            self.answered += [at] * accepted


def a_course_of_questions(path: Path) -> None:
    """Write a course of exercises."""
    position = hw.scenario("plotted/head-on").position
    asked = {"action": "red: march 0202-0302-0402-0502", "clauses": ["P1.3"]}
    hw.save(course([exercise("legal", position, **asked, id=f"e{n}") for n in range(EXERCISES)], "Asked"), path)


def answer_while(learners: Sequence[Answering], disturb: Callable[[], Awaitable[None]]) -> None:
    """Let learners answer until the disturbances are over."""
    is_over = False

    async def answer(learner: Answering) -> None:
        while not is_over:
            await learner.click()
        await learner.leave()

    async def wait() -> None:
        nonlocal is_over
        await disturb()
        is_over = True

    async def all_of_it() -> None:
        await asyncio.gather(wait(), *map(answer, learners))

    asyncio.run(all_of_it())


def check_answers(learners: Sequence[Answering], kept: Iterable[tuple[Iterable[Line], Progress]], kills: int) -> int:
    """Check that each accepted answer is kept and counted once. Return their number.

    :param kept: the lines of each learner's log, and the progress
    """
    lines = list[str]()
    for log, progress in kept:
        answers = [line for line in log if line["did"] == "answer"]
        lines += [line["id"] for line in answers]
        assert Counter({part: record.tries for part, record in progress.items()}) == tries(answers)
    return check_accepted([at for learner in learners for at in learner.answered], lines, kills)


def tries(answers: Iterable[Line]) -> Counter[str]:
    """The tries of each exercise: its answers up to the first right one."""
    found, solved = Counter[str](), set[str]()
    for line in answers:
        found[line["part"]] += line["part"] not in solved
        solved |= {line["part"]} if line["right"] else set()
    return found


@pytest.mark.slow
def test_no_answer_is_lost_or_carried_out_twice(tmp_path: Path) -> None:
    rng = chances("a class is killed")
    a_course_of_questions(tmp_path / "course.json")
    host = Host(tmp_path / "class", tmp_path / "course.json", "--workers", "2")
    learners = [Answering(host.address, host.join(f"L{n}"), n) for n in range(LEARNERS)]

    async def kill() -> None:
        for n in rng.sample(range(2 * KILLS), 2 * KILLS):
            await asyncio.sleep(0.5 + rng.random())
            if n < KILLS:
                while not (workers := host.workers()):
                    await asyncio.sleep(0.1)
                os.kill(rng.choice(workers), signal.SIGKILL)
            else:
                await asyncio.to_thread(host.end, signal.SIGKILL)
                await asyncio.to_thread(host.start)
        await asyncio.sleep(1)

    try:
        answer_while(learners, kill)
    finally:
        host.end()
    found = KeptClass(Folder(tmp_path / "class"))
    progress = {learner: found.progress(learner) for learner in found.ids()}
    number = check_answers(
        learners, [(lines_of(found.log(each), of.counted), of) for each, of in progress.items()], 2 * KILLS
    )
    tried("servers of a class and their processes killed", 2 * KILLS)
    tried("answers in a class whose processes were killed", number)


class Listening(Answering):
    """A learner who answers, and notes what the teacher says."""

    def __init__(self, address: str, token: str, seed: int) -> None:
        super().__init__(address, token, seed)
        self.heard = Counter[str]()

    def _hear(self, text: str) -> dict[str, Any] | None:
        message = json.loads(text)
        if message["method"] == "note":
            self.heard[message["text"]] += 1
        return super()._hear(text)


async def speak(host: Host, is_over: Callable[[], bool]) -> dict[str, set[str]]:
    """Send notes to the learners of a class, one after another, as a teacher does. Return the notes that have come, by the names of
    learners.

    :param is_over: tells if all others have done what they do; then each learner gets one more note
    """
    given = dict[str, set[str]]()
    names = dict[str, str]()
    url = f"{host.address.replace('http', 'ws', 1)}/wall/socket"
    async with connect(url, origin=host.address, max_size=None, proxy=None) as wall:
        await wall.send(json.dumps({"token": host.told["teacher"].partition("#")[2]}))

        async def hear(method: str) -> dict[str, Any]:
            while True:
                message: dict[str, Any] = json.loads(await wall.recv())
                if message["method"] == "learner":
                    names[message["id"]] = message["name"]
                if message["method"] == method:
                    return message

        await hear("learner")
        numbers, left = count(), 1
        while left:
            left -= is_over()
            for learner in [*names]:
                note = f"note {next(numbers)}"
                await wall.send(json.dumps({"wall": "note", "learner": learner, "text": note}))
                if (await hear("said"))["text"] == f"{names[learner]} has it.":
                    given.setdefault(names[learner], set()).add(note)
                await asyncio.sleep(0.05)  # a page may send 40 messages a second
    return given


@pytest.mark.slow
def test_a_class_whose_workers_are_killed_comes_in_answers_and_hears_everything_once(tmp_path: Path) -> None:
    rng = chances("workers of a class are killed")
    a_course_of_questions(tmp_path / "course.json")
    host = Host(tmp_path / "class", tmp_path / "course.json", "--workers", "2")
    learners = list[Listening]()
    given = dict[str, set[str]]()

    async def come() -> None:
        """Let learners join, one after another."""
        for n in range(CLASS):
            token = await asyncio.to_thread(host.join, f"L{n}")
            learners.append(Listening(host.address, token, n))
            tasks.append(asyncio.create_task(answer(learners[-1])))

    async def answer(learner: Listening) -> None:
        while not is_over:
            await learner.click()
        await learner.hear_rest()
        await learner.leave()

    async def kill() -> None:
        for _ in range(WORKER_KILLS):
            await asyncio.sleep(SECONDS)
            while not (workers := host.workers()):
                await asyncio.sleep(0.1)
            os.kill(rng.choice(workers), signal.SIGKILL)

    tasks = list[asyncio.Task[None]]()
    is_over = False

    async def all_of_it() -> None:
        nonlocal is_over
        others = asyncio.gather(come(), kill())
        given.update(await speak(host, others.done))
        await others
        while not all(learner.answered for learner in learners):
            await asyncio.sleep(0.1)
            assert not [task.result() for task in tasks if task.done()]
        is_over = True
        await asyncio.gather(*tasks)

    try:
        asyncio.run(all_of_it())
    finally:
        host.end()
    kept = KeptClass(Folder(tmp_path / "class"))
    progress = {learner: kept.progress(learner) for learner in kept.ids()}
    assert len(progress) == CLASS
    answers = [(lines_of(kept.log(each), of.counted), of) for each, of in progress.items()]
    number = check_answers(learners, answers, WORKER_KILLS)
    assert all(learner.answered for learner in learners)
    for n, learner in enumerate(learners):
        assert learner.heard == dict.fromkeys(given[f"L{n}"], 1)
    tried("answers in a class whose workers were killed", number)
