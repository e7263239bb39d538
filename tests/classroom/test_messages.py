"""The messages between the server of a class and its workers: a line gives the same message back, and each is sent and answered."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from hexwidget import classroom
from hexwidget.classroom.messages import (
    KINDS,
    Admit,
    AnswerTo,
    Begun,
    CourseStatus,
    Deliver,
    EndClass,
    Enter,
    ForgetLearner,
    GiveHint,
    Leave,
    Lost,
    Message,
    NewStatus,
    OpenPart,
    PassOn,
    Taken,
    TellPosition,
    Watch,
    line_of,
    message_of,
)
from hexwidget.english import words_of_class
from hexwidget.problems import InputError
from hexwidget.serving.messages import BoardDrawing, BoardGround, PartProgress

STATUS = CourseStatus(1, (PartProgress(True, True, 2, 0, 1, 90),), {"P1.3": "sure"}, ("P1.3",), 1_790_000_000)
MESSAGES: list[Message] = [
    Enter("a1", 7, looks_on=True),
    Leave("a1", 7),
    PassOn("a1", 7, {"id": "m1", "args": {"draft": {"piece": "Größe \n"}}}),
    Admit("a1", "Anna"),
    ForgetLearner("a1", 3),
    GiveHint("a1", 3),
    TellPosition("a1", 3),
    OpenPart(2, 3),
    EndClass(over=True),
    Watch(watched=False),
    Begun(),
    Lost(),
    Taken(),
    Deliver(7, '{"method":"beat"}'),
    AnswerTo(3, ""),
    NewStatus("a1", STATUS),
    NewStatus("a1", CourseStatus(0, (), {}, (), 0, "lost", ("a step",))),
    NewStatus("a1", None),
    BoardGround("k", {"columns": 4}),
    BoardDrawing("a1", "k", {"pieces": []}),
]
FILES = [
    (Path(classroom.__file__).parent / f"{name}.py").read_text(encoding="utf-8")
    for name in ("courses", "channels", "workers", "wall")
]


@pytest.mark.parametrize("message", MESSAGES, ids=lambda message: type(message).__name__)
def test_a_line_gives_the_same_message_back(message: Message) -> None:
    line = line_of(message)
    assert message_of(line) == message
    assert line.count(b"\n") == 1


def test_every_kind_is_tried_sent_and_answered() -> None:
    assert {*KINDS.values()} == {type(message) for message in MESSAGES}
    code = "".join(FILES)
    for name in KINDS:
        method = words_of_class(name, "_")
        matched = re.findall(rf"case (?:\w+\.)?{name}\(|isinstance\(message, {name}\)", code)
        answered = [*matched, *re.findall(rf"def _{method}\(self", FILES[0])]
        named = re.findall(rf"\b{name}\b(?=[(),])", code)
        assert len(answered) == 1, f"{len(answered)} places answer {name}"
        assert len(named) > len(matched), f"nothing sends {name}"


def test_a_status_with_other_entries_is_refused() -> None:
    kind, learner, status = json.loads(line_of(NewStatus("a1", STATUS)))
    for wrong in (
        {**status, "more": 1},
        {each: status[each] for each in status if each != "done"},
        {**status, "part": "1"},
    ):
        with pytest.raises(InputError, match="a worker's message cannot be read"):
            message_of(json.dumps([kind, learner, wrong]).encode())
