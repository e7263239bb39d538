"""Processes of a class are killed while learners answer: no accepted answer is lost, and none is carried out twice."""

from __future__ import annotations

import asyncio
import os
import signal
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Sequence
from pathlib import Path

import pytest

import hexwidget as hw
from fuzz.tally import tried
from hexwidget.classroom.kept import KeptClass
from hexwidget.classroom.logbook import Line, lines_of
from hexwidget.lessons import Progress, course, exercise
from hexwidget.store.folder import Folder
from tests.amounts import chances, many
from tests.classroom.learners import Pupil
from tests.classroom.test_command import Host
from tests.store.accepted import check_accepted

KILLS = many(1, 100)
"""The kills of the server, and as many of its workers."""
LEARNERS = 6
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
