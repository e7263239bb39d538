"""The teacher's wall: it follows the learners, says who is stuck, and steps in."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from time import sleep
from typing import Any

import pytest

from tests.classroom.serving import MARCH, Served, a_course, room_of, served_class

pytest.importorskip("uvicorn", reason="hexwidget[serve] is not installed")

from hexwidget.classroom import logbook, stuck_learners
from hexwidget.classroom import wall as walls
from hexwidget.classroom.messages import Message, NewStatus
from hexwidget.classroom.storage import open_class
from hexwidget.classroom.workers import OneWorker
from hexwidget.lessons import Progress
from hexwidget.serving.close_codes import CloseCode
from hexwidget.serving.messages import TeachersNote
from hexwidget.store.folder import Folder
from tests import inside
from tests.serving.pages import validator
from tests.table.wire import Client

TOO_FAR = "march 0202-0302-0402-0502"
FAR = "0602"


class Teacher(Client):
    """The teacher at the wall."""

    def __init__(self, served: Served) -> None:
        super().__init__(f"{served.address}/wall", served.folder.tokens["teacher"], origin=served.address)
        self.wait("class")

    def wish(self, name: str, **more: Any) -> None:
        wish = {"wall": name, **more}
        validator("WallWish").validate(wish)
        self.socket.send(json.dumps(wish))

    def sees(self, name: str, **wanted: Any) -> dict[str, Any]:
        """Wait until a learner stands so."""
        while True:
            found = self.wait("learner")
            if found["name"] == name and all(found.get(key) == value for key, value in wanted.items()):
                return found

    def says(self) -> str:
        return str(self.wait("said")["text"])


def test_it_follows_each_learner_and_says_who_is_stuck(tmp_path: Path) -> None:
    with served_class(tmp_path / "class") as served:
        anna = served.sit(served.join("Anna"))
        teacher = Teacher(served)
        known = teacher.sees("Anna", part=0, here=1, stuck="")
        assert [each["solved"] for each in known["done"]] == [False, False, False]
        scene = teacher.wait("scene")
        assert (scene["learner"], scene["scene"]["pieces"] != []) == (known["id"], True)
        for _ in range(3):
            assert not anna.ask("play", action=TOO_FAR)["ok"]
        stuck = teacher.sees("Anna", refused=["P1.3"] * 3)
        assert (stuck["stuck"], stuck["clauses"]["P1.3"]) == ("3 refusals by P1.3 Movement values", "missed")
        assert anna.ask("play", action=MARCH)["ok"]
        done = teacher.sees("Anna", stands="done")
        assert (done["stuck"], done["done"][0]["solved"], done["done"][0]["tries"]) == ("", True, 1)
        anna.socket.close()
        teacher.sees("Anna", here=0)
        served.join("Ben")
        teacher.sees("Ben")


def test_a_click_on_a_barred_hex_is_a_miss_that_a_restart_and_the_report_know(tmp_path: Path) -> None:
    with served_class(tmp_path / "class") as served:
        gus = served.sit(served.join("Gus"))
        gus.ask("hello")
        for _ in range(3):
            assert gus.ask("explain", draft={"unit": "0202"}, space=FAR, clicked=True)["ok"]
        served.sit(served.join("Idle"))
        served.join("Away")
    with served_class(tmp_path / "class") as served:
        assert Teacher(served).sees("Gus", part=0)["clauses"]["P1.3"] == "missed"
    report = a_course().report(tmp_path / "class")
    assert (report.absent, report.misses("Gus")) == (("Away",), ("P1.3",))
    assert (report.has_begun("Gus"), report.has_begun("Idle")) == (True, False)


def test_no_progress_for_some_minutes_is_stuck(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stuck_learners, "STILL", -60)
    with served_class(tmp_path / "class") as served:
        token = served.join("Anna")
        anna = served.sit(token)
        teacher = Teacher(served)
        teacher.sees("Anna", stuck="no progress for 0 minutes")
        anna.socket.close()
        teacher.sees("Anna", stuck="", here=0)


def test_who_is_done_with_a_part_and_looks_at_it_is_not_stuck(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stuck_learners, "STILL", -60)
    with served_class(tmp_path / "class") as served:
        anna, teacher = served.sit(served.join("Anna")), Teacher(served)
        teacher.sees("Anna", stuck="no progress for 0 minutes")
        assert anna.ask("play", action=MARCH)["ok"]
        teacher.sees("Anna", stands="done", stuck="")
        anna.ask("hello")
        assert anna.ask("confirm", draft={})["ok"]  # on to the exercise
        teacher.sees("Anna", part=1, stuck="no progress for 0 minutes")
        anna.ask("hello")
        assert anna.ask("confirm", draft={"answer": "P1.3"})["ok"]
        teacher.sees("Anna", part=1, stuck="")


def test_a_stuck_learner_who_reloads_stays_stuck(tmp_path: Path) -> None:
    with served_class(tmp_path / "class") as served:
        token = served.join("Anna")
        anna, teacher = served.sit(token), Teacher(served)
        for _ in range(3):
            anna.ask("play", action=TOO_FAR)
        stuck = teacher.sees("Anna", refused=["P1.3"] * 3)["stuck"]
        anna.socket.close()
        teacher.sees("Anna", here=0, stuck="")
        served.sit(token, name="again")
        assert teacher.sees("Anna", here=1, refused=["P1.3"] * 3)["stuck"] == stuck


def test_coming_back_begins_the_time_anew_after_a_long_silence_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = open_class(Folder(tmp_path / "class"), a_course())
    learner, progressed = folder.admit("Anna")[0].id, list[float]()
    for moment in (1_000_000.0, 1_000_000.0 + logbook.AWAY - 1, 1_000_000.0 + 2 * logbook.AWAY):
        monkeypatch.setattr(logbook, "time", lambda moment=moment: moment)
        book = logbook.Logbook(folder, learner, folder.progress(learner))
        book.keep("stage/first", [("came", {})])
        progressed.append(book.progressed - 1_000_000)
    assert progressed == [0, 0, 2 * logbook.AWAY]


def test_the_teacher_looks_on_and_changes_nothing_there(tmp_path: Path) -> None:
    with served_class(tmp_path / "class") as served:
        anna = served.sit(served.join("Anna"))
        teacher = Teacher(served)
        look = served.sit(teacher.sees("Anna")["look"], name="look")
        look.ask("hello")
        for intent, args in (("play", {"action": MARCH}), ("choose", {"draft": {"tutor hint": True}})):
            assert look.ask(intent, **args)["error"].endswith("you look on: this is a learner's board")
        for wish in ("file", "link", "forget"):
            look.socket.send(json.dumps({"class": wish}))
        assert anna.ask("play", action=MARCH)["ok"]
        while "Well done!" not in look.texts[-1]:
            assert look.read()["method"] not in ("file", "link")
        assert len(served.folder.learners) == 1


@pytest.mark.slow
def test_hints_notes_positions_parts_and_the_end(tmp_path: Path) -> None:
    with served_class(tmp_path / "class") as served:
        token = served.join("Anna")
        anna = served.sit(token)
        teacher = Teacher(served)
        learner = teacher.sees("Anna", part=0)["id"]
        teacher.wait("scene")
        teacher.wish("hint", learner=learner)
        assert teacher.says() == "Anna has the next hint."
        while '"Hint"' not in anna.texts[-1]:
            anna.read()
        teacher.wish("note", learner=learner, text="Look at the river.")
        assert anna.wait("note")["text"] == "Look at the river."
        assert teacher.says() == "Anna has it."
        served.join("Ben")
        teacher.wish("note all", text="Five minutes left.")
        assert anna.wait("note")["text"] == "Five minutes left."
        assert teacher.says() == "Sent to 1 learner. Ben is not here."
        teacher.wish("show", learner=learner, text="Why?")
        while not (eyes := anna.wait("eyes"))["scene"]:  # a page that comes is told that nothing is shown
            pass
        assert (eyes["text"], eyes["scene"]["columns"], "Anna" in json.dumps(eyes)) == ("Why?", 6, False)
        late = served.sit(served.join("Late"))
        teacher.wish("hide")
        assert anna.wait("eyes")["scene"] is None
        late.wait("eyes")
        assert any("Why?" in text for text in late.texts)  # she came while it was shown
        teacher.wish("open", part=2)
        while "3 of 3" not in anna.texts[-1]:
            anna.read()
        late.socket.close()
        teacher.wish("end", over=True)
        assert anna.wait("present")["over"]
        anna.ask("hello")
        assert "the class is over" in anna.ask("choose", draft={"tutor hint": True})["error"]
    with served_class(tmp_path / "class") as served:
        anna, teacher = served.sit(token, name="b"), Teacher(served)
        anna.ask("hello")
        assert "the class is over" in anna.ask("choose", draft={"tutor hint": True})["error"]
        teacher.wish("end", over=False)
        assert not anna.wait("present")["over"]
        assert anna.ask("choose", draft={"tutor hint": True})["ok"]
        teacher.sees("Late", part=2)  # the part was opened for her, too
        assert Progress(room_of(served.folder, learner) / "progress.json")["stage/last"].hints == 1


def test_the_teacher_takes_renews_and_deletes(tmp_path: Path) -> None:
    with served_class(tmp_path / "class") as served:
        token = served.join("Anna")
        anna, teacher = served.sit(token), Teacher(served)
        told = teacher.sees("Anna")
        teacher.wish("file", learner=told["id"])
        assert json.loads(teacher.wait("file")["text"])["name"] == "Anna"
        teacher.wish("files")
        assert [each["name"] for each in json.loads(teacher.wait("file")["text"])["learners"]] == ["Anna"]
        teacher.wish("link", learner=told["id"])
        new = teacher.wait("link")["token"]
        assert anna.closed()
        again = served.sit(new)
        teacher.wish("forget", learner=told["id"])
        assert teacher.wait("gone")["learner"] == told["id"]
        assert again.closed() == CloseCode.NO_SUCH_LINK
        for gone in (token, new, told["look"]):
            assert Client(served.address, gone).closed() == CloseCode.NO_SUCH_LINK
        assert not [*(tmp_path / "class" / "learners").iterdir()]


def test_the_wall_is_opened_by_a_cookie_of_its_own_path(tmp_path: Path) -> None:
    with served_class(tmp_path / "class") as served:
        own, token = served.join("Anna"), served.folder.tokens["teacher"]
        status, answer = served.post("wall/seat", {"token": token})
        assert status == 200
        cookie = {"additional_headers": {"Cookie": f"hexwidget-{answer['place']}={token}"}}
        wall = f"{served.address}/wall", answer
        assert Client(*wall, origin=served.address, **cookie).wait("class")
        assert Client(*wall, origin=served.address).closed() == CloseCode.NO_SUCH_LINK
        assert Client(served.address, answer, **cookie).closed() == CloseCode.NO_SUCH_LINK
        for path, wrong in (("wall/seat", own), ("seat", token), ("wall/seat", "x")):
            assert served.post(path, {"token": wrong})[0] == 403


def test_nothing_of_a_deleted_learner_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with served_class(tmp_path / "class") as served:
        anna, ben, teacher = served.sit(served.join("Anna")), served.sit(served.join("Ben"), name="b"), Teacher(served)
        learner = teacher.sees("Anna", part=0)["id"]
        while teacher.wait("scene")["learner"] != learner:
            pass
        teacher.wish("show", learner=learner, text="Why?")
        while not ben.wait("eyes")["scene"]:
            pass
        channels, ask = served.channels, served.channels.ask

        async def asked(who: str, kind: Any) -> str:
            """Let the worker and the wall speak while the deletion waits."""
            status = channels.statuses[who]
            channels.hear(0, NewStatus(who, status))
            channels.wall.look()
            return await ask(who, kind)

        monkeypatch.setattr(channels, "ask", asked)
        anna.socket.send(json.dumps({"class": "forget"}))
        assert anna.closed() == CloseCode.NO_SUCH_LINK
        assert ben.wait("eyes")["scene"] is None
        teacher.wait("gone")
        kept = [channels.statuses, channels.scenes, *inside.kept_for_learners(channels)]
        assert [learner in each for each in kept] == [False] * len(kept)


def test_a_clause_that_the_rulebook_no_longer_has_stops_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with served_class(tmp_path / "class") as served:
        anna, teacher = served.sit(served.join("Anna")), Teacher(served)
        for _ in range(3):
            assert not anna.ask("play", action=TOO_FAR)["ok"]
        teacher.sees("Anna", refused=["P1.3"] * 3)
        learner = next(iter(served.folder.learners))
        now = served.channels.statuses[learner]
        assert now is not None
        old = NewStatus(learner, replace(now, refused=("P9.9",) * 3))
        served.call(served.channels.hear, 0, old)
        assert teacher.sees("Anna", refused=["P9.9"] * 3)["stuck"] == "3 refusals by P9.9"
        served.call(served.channels.hear, 0, NewStatus(learner, replace(now, part=99)))
        assert teacher.sees("Anna", stuck=walls.FAILED)["here"] == 1
        ben = served.sit(served.join("Ben"))
        assert ben.ask("play", action=MARCH)["ok"]
        teacher.sees("Ben", stands="done")


def test_one_learner_with_a_damaged_file_holds_up_nobody(tmp_path: Path) -> None:
    with served_class(tmp_path / "class") as served:
        for name in ("Anna", "Ben", "Cleo"):
            served.sit(served.join(name)).socket.close()
    learners = {each.name: each.id for each in open_class(Folder(tmp_path / "class")).learners.values()}
    (tmp_path / "class" / "learners" / learners["Anna"] / "progress.json").write_text('{"format": ')
    with served_class(tmp_path / "class") as served:
        teacher = Teacher(served)
        teacher.wish("open", part=2)
        said = teacher.says()
        assert said.startswith("All but Anna are at part 3. Anna: ")
        assert said.endswith(".")
        assert "not JSON" in said
        parts = dict[str, int]()
        while {"Ben": 2, "Cleo": 2}.items() - parts.items():
            found = teacher.wait("learner")
            parts[found["name"]] = found.get("part", -1)
        assert "Anna" not in parts or parts["Anna"] == -1
        teacher.wish("files")
        found = {each["name"]: each for each in json.loads(teacher.wait("file")["text"])["learners"]}
        assert found.keys() == learners.keys()
        assert [name for name, each in found.items() if "error" in each] == ["Anna"]
        assert teacher.says() == "The data of Anna cannot be read, and the file says why."


def test_a_wall_that_comes_back_shows_who_is_there_and_what_is_shown(tmp_path: Path) -> None:
    with served_class(tmp_path / "class") as served:
        anna, teacher = served.sit(served.join("Anna")), Teacher(served)
        learner = teacher.sees("Anna")["id"]
        teacher.wait("scene")
        teacher.wish("show", learner=learner, text="Why?")
        while not anna.wait("eyes")["scene"]:
            pass
        token = served.join("Ben")
    with served_class(tmp_path / "class") as served:  # what was shown is shown no more
        ben = served.sit(token)
        ben.ask("hello")
        told = [json.loads(text) for text in ben.texts]
        assert [each["scene"] for each in told if each["method"] == "eyes"] == [None]
        teacher = Teacher(served)
        told = [json.loads(text) for text in teacher.texts]
        assert [each["learners"] for each in told if each["method"] == "class"] == [[*served.folder.learners]]


class Away(OneWorker):
    """A worker that is away at first."""

    away = True

    def send(self, worker: int, message: Message) -> None:
        if not self.away:
            super().send(worker, message)


def test_a_note_to_a_learner_whose_worker_is_away_waits_for_the_learners_next_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    note = TeachersNote("Look at the ford.").packed()
    with served_class(tmp_path / "class", workers=Away) as served:
        token, screens = served.join("Anna"), served.channels.screens
        (anna,) = served.folder.learners
        page = Client(served.address, token)
        while not screens:
            sleep(0.01)
        assert served.call(served.channels.send, note, anna) == {anna}
        page.socket.close()
        while screens:
            sleep(0.01)
        monkeypatch.setattr(Away, "away", False)
        again = served.sit(token)
        again.ask("hello")
        assert again.texts.count(note) == 1


def test_a_note_to_a_learner_who_is_let_go_has_not_come(tmp_path: Path) -> None:
    with served_class(tmp_path / "class") as served:
        served.sit(served.join("Anna"))
        (anna,) = served.folder.learners

        def speak() -> list[set[str]]:
            before = served.channels.send("{}", anna)
            for screen in served.channels.screens.values():
                screen.viewer.finish()  # its worker has ended, and it comes back
            return [before, served.channels.send("{}", anna)]

        assert served.call(speak) == [{anna}, set()]


@pytest.mark.parametrize(
    "wish",
    [
        {},
        {"wall": "nothing"},
        {"wall": "hint"},
        {"wall": "hint", "learner": "nobody"},
        {"wall": "hint", "learner": ["x"]},
        {"wall": "open", "part": 3},
        {"wall": "open", "part": True},
        {"wall": "open", "part": -1},
        {"wall": "end", "over": 1},
        {"wall": "hide", "more": 1},
        {"wall": ["hide"]},
    ],
)
def test_a_wish_that_is_none_is_refused_in_words(tmp_path: Path, wish: object) -> None:
    with served_class(tmp_path / "class") as served:
        teacher = Teacher(served)
        teacher.socket.send(json.dumps(wish))
        assert teacher.says().startswith("That cannot be done: expected a wish of a teacher")
