"""Learners come in by one link, play, come back by links of their own, and take or delete their data."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.classroom.serving import MARCH, Served, a_course, room_of, served_class

pytest.importorskip("uvicorn", reason="hexwidget[serve] is not installed")

from hexwidget.classroom.storage import MOST_DOORS, MOST_LEARNERS, Learner, open_class
from hexwidget.files.disk import disk_errors
from hexwidget.lessons import Progress
from hexwidget.serving.close_codes import CloseCode
from hexwidget.store.folder import Folder
from tests.table.wire import Client


def log(served: Served, name: str) -> list[dict[str, object]]:
    """The log of a learner, without its times."""
    learner = next(each for each in served.folder.learners.values() if each.name == name)
    lines = (room_of(served.folder, learner.id) / "log.jsonl").read_text("utf-8").splitlines()
    return [{name: value for name, value in json.loads(line).items() if name not in ("at", "id")} for line in lines]


def play_on(anna: Client) -> None:
    """Play the stage to its end, and answer the exercise: wrong, then right."""
    assert anna.ask("play", action=MARCH)["ok"]
    anna.ask("hello")
    assert anna.ask("confirm", draft={})["ok"]  # on to the exercise
    anna.ask("hello")
    assert anna.ask("confirm", draft={"answer": "legal"})["ok"]
    anna.ask("hello")
    assert anna.ask("confirm", draft={"answer": "P1.3"})["ok"]


def test_a_learner_comes_in_plays_and_goes_on_after_a_restart(tmp_path: Path) -> None:
    with served_class(tmp_path / "class") as served:
        token = served.join("  Anna   Bell ")
        anna = served.sit(token)
        assert not anna.ask("play", action="march 0202-0302-0402-0502")["ok"]
        play_on(anna)
    with served_class(tmp_path / "class") as served:
        anna = served.sit(token, name="later")
        assert "2 of 3" in anna.texts[0]
        anna.ask("confirm", at="m8", draft={"answer": "P1.3"})  # sent again, as its reply was lost: it has been done
        anna.ask("hello")
        assert anna.ask("choose", draft={"tutor on": True})["ok"]
        told = log(served, "Anna Bell")
    assert [(each["did"], each["part"]) for each in told] == [
        ("came", "stage/first"),
        ("refused", "stage/first"),
        ("action", "stage/first"),
        ("done", "stage/first"),
        ("opened", "asked"),
        ("answer", "asked"),
        ("answer", "asked"),
        ("came", "asked"),
        ("opened", "stage/last"),
    ]
    assert told[1]["clauses"] == ["P1.3"]
    assert told[2]["text"] == MARCH
    assert [(each["text"], each["right"]) for each in told[5:7]] == [("legal", False), ("P1.3", True)]
    progress = Progress(next((tmp_path / "class" / "learners").glob("*/progress.json")))
    assert (progress["stage/first"].solved, progress["asked"].tries) == (True, 2)


@pytest.mark.parametrize("name", ["", "  ", 7, None, "x" * 41, "a\x00b", "Ann\u200ba", "Anna\ufeff"])
def test_a_name_that_is_none_is_refused(tmp_path: Path, name: object) -> None:
    with served_class(tmp_path / "class") as served:
        status, answer = served.post("join", {"token": served.folder.tokens["class"], "name": name})
        assert (status, answer["error"]) == (400, "This name does not do: give a name of 1 to 40 characters.")


def test_a_name_that_is_taken_and_a_full_class_are_told_in_words(tmp_path: Path) -> None:
    with served_class(tmp_path / "class") as served:
        served.join("Anna")
        link = served.folder.tokens["class"]
        for name in ("anna", "\u0410nna", "\u0430nn\u0430", "\uff21nna"):  # three have letters of other scripts
            status, answer = served.post("join", {"token": link, "name": f" {name}"})
            assert (status, answer["error"].partition(".")[0]) == (
                400,
                f"This name does not do: somebody is here as {name} already",
            )
        served.folder.learners |= {str(n): Learner(str(n), str(n)) for n in range(MOST_LEARNERS)}
        assert served.post("join", {"token": link, "name": "Ben"})[1]["error"].startswith("The class is full: ")


def test_names_of_earlier_versions_that_look_alike_are_told_apart(tmp_path: Path) -> None:
    with served_class(tmp_path / "class") as served:
        for name in ("Anna", "Ben"):
            served.join(name)
        ids = sorted(served.folder.learners)
    for id, name in zip(ids, ("Anna", "\u0410nna"), strict=True):
        path = tmp_path / "class" / "learners" / id / "learner.json"
        path.write_text(json.dumps({**json.loads(path.read_text()), "name": name}))
    names = {"Anna", f"\u0410nna ({ids[1]})"}
    with served_class(tmp_path / "class") as served:
        assert {each.name for each in served.folder.learners.values()} == names
    assert {*a_course().report(tmp_path / "class").absent} == names


def test_a_learner_reads_no_path_of_the_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        with disk_errors(tmp_path / "class" / "a file", "written"):
            raise OSError(28, "No space left on device")

    with served_class(tmp_path / "class") as served:
        anna = served.sit(served.join("Anna"))
        for name in ("read", "write", "remove"):
            monkeypatch.setattr(Folder, name, full)
        said = [served.post("join", {"token": served.folder.tokens["class"], "name": "Ben"})[1]["error"]]
        for wish in ("file", "link", "forget"):
            anna.socket.send(json.dumps({"class": wish}))
            if wish != "forget":
                said.append(anna.wait("said")["text"])
        anna.closed()
        monkeypatch.undo()
        assert said == [
            "This cannot be kept now: the server's log says why.",
            "That failed. The server's log says why.",
            "This cannot be kept now: the server's log says why.",
        ]
        assert not [text for text in anna.texts if str(tmp_path) in text]


def test_only_the_class_link_lets_somebody_in_and_it_opens_no_course(tmp_path: Path) -> None:
    with served_class(tmp_path / "class") as served:
        tokens = served.folder.tokens
        own = served.join("Anna")
        told = {"title": "Orders in secret", "language": "en", "over": False, "known": tokens["class"][:8]}
        assert served.post("join", {"token": tokens["class"]}) == (200, told)
        for token in ("", "x", own, tokens["teacher"], 7, None):
            assert served.post("join", {"token": token, "name": "Ben"})[0] == 403
        assert served.post("join", {"token": tokens["class"], "name": "Ben"}, "https://evil.example")[0] == 403
        assert served.post("join", b"no JSON")[0] == 400
        assert served.post("join", b"[]")[0] == 400
        assert served.post("join", b"x" * 2_000)[0] == 413
        for token in (tokens["class"], tokens["teacher"]):
            assert served.post("seat", {"token": token})[0] == 403
            assert Client(served.address, token).closed() == CloseCode.NO_SUCH_LINK


def test_the_code_lets_people_join_until_the_door_closes_and_opens_nothing_else(tmp_path: Path) -> None:
    with served_class(tmp_path / "class") as served:
        code, teacher = (
            served.folder.code,
            Client(f"{served.address}/wall", served.folder.tokens["teacher"], served.address),
        )
        assert teacher.wait("class")["code"] == code
        assert served.post("join", {"code": f" {code[:2].lower()}-{code[2:]}"})[1]["title"] == "Orders in secret"
        assert served.sit(served.post("join", {"code": code, "name": "Anna"})[1]["token"])
        for other in ("", "22222", f"{code}{code}", served.folder.tokens["class"], 7, None):
            assert served.post("join", {"code": other, "name": "Ben"})[0] == 403
        assert served.post("seat", {"token": code})[0] == 403
        assert Client(served.address, code).closed() == CloseCode.NO_SUCH_LINK
        assert Client(f"{served.address}/wall", code, served.address).closed() == CloseCode.NO_SUCH_LINK
        teacher.socket.send(json.dumps({"wall": "entrance", "open": False}))
        assert teacher.wait("class")["code"] == ""
        assert served.post("join", {"code": code})[0] == 403
        said = served.post("join", {"token": served.folder.tokens["class"], "name": "Ben"})
        assert said == (400, {"error": "The door is closed: ask your teacher to open it."})
    with served_class(tmp_path / "class") as served:
        assert served.folder.code == ""
        served.folder.turn_entrance(is_open=True)
        assert served.folder.code not in ("", code)
        served.call(lambda: served.channels.end(over=True))
        assert served.folder.code == ""
        (tmp_path / "class" / "entrance.json").unlink()
    with served_class(tmp_path / "class") as served:  # as a class of an earlier version
        assert served.folder.code == ""
        served.call(lambda: served.channels.end(over=False))
        new = served.folder.code
    with served_class(tmp_path / "class") as served:
        assert served.folder.code == new
        assert served.post("join", {"code": new, "name": "Ben"})[0] == 200


def test_a_wall_gets_the_qr_code_of_its_address(tmp_path: Path) -> None:
    with served_class(tmp_path / "class") as served:
        teacher = Client(f"{served.address}/wall", served.folder.tokens["teacher"], served.address)
        for address, method in (("http://192.0.2.7:8000/#code=22222", "picture"), ("x" * 301, "said")):
            teacher.socket.send(json.dumps({"wall": "code picture", "address": address}))
            told = teacher.wait(method)
            assert told.get("address", address) == address
        assert told["text"].startswith("That cannot be drawn:")


def test_a_second_tab_shows_the_same_board_and_both_are_told(tmp_path: Path) -> None:
    with served_class(tmp_path / "class") as served:
        token = served.join("Anna")
        first, second = served.sit(token, name="a"), served.sit(token, name="b")
        assert first.wait("present")["screens"] == 2
        assert second.ask("play", action=MARCH)["ok"]
        while "Well done!" not in first.texts[-1]:
            first.read()
        second.socket.close()
        assert first.wait("present")["screens"] == 1


def test_a_learner_downloads_all_and_deletes_all(tmp_path: Path) -> None:
    with served_class(tmp_path / "class") as served:
        token, other = served.join("Anna"), served.join("Ben")
        anna, ben = served.sit(token), served.sit(other)
        play_on(anna)
        anna.socket.send(json.dumps({"class": "file"}))
        kept = json.loads(anna.wait("file")["text"])
        assert (kept["name"], kept["log"][1]["text"]) == ("Anna", MARCH)
        assert Progress.of_text(json.dumps(kept["progress"]))["asked"].solved
        learner = next(id for id, each in served.folder.learners.items() if each.name == "Anna")
        anna.socket.send(json.dumps({"class": "forget"}))
        assert anna.closed() == CloseCode.NO_SUCH_LINK
        assert Client(served.address, token).closed() == CloseCode.NO_SUCH_LINK
        assert ben.ask("hello")["ok"]
        left = [path for path in (tmp_path / "class").rglob("*") if path.is_file()]
        assert not [path for path in left if learner in str(path) or b"Anna" in path.read_bytes()]
        served.join("Anna")  # the name is free again


def test_a_learner_gets_further_links_and_the_oldest_goes(tmp_path: Path) -> None:
    with served_class(tmp_path / "class") as served:
        tokens = [served.join("Anna")]
        anna = served.sit(tokens[0])
        for _ in range(MOST_DOORS):
            anna.socket.send(json.dumps({"class": "link"}))
            tokens.append(anna.wait("link")["token"])
        assert served.sit(tokens[-1]).ask("hello")["ok"]
        assert Client(served.address, tokens[0]).closed() == CloseCode.NO_SUCH_LINK
        learner = next(iter(served.folder.learners))
        new = served.call(lambda: served.channels.renew(learner, alone=True))
        assert anna.closed() == CloseCode.REPLACED
        assert Client(served.address, tokens[-1]).closed() == CloseCode.NO_SUCH_LINK
        assert served.sit(new).ask("hello")["ok"]


def test_a_file_that_cannot_be_read_stops_one_learner_only(tmp_path: Path) -> None:
    with served_class(tmp_path / "class") as served:
        token, other = served.join("Anna"), served.join("Ben")
        learner = next(iter(served.folder.learners))
        (room_of(served.folder, learner) / "progress.json").write_text("{")
        anna = Client(served.address, token)
        assert anna.wait("refused")["text"].startswith("Your progress cannot be read.")
        assert served.sit(other).ask("hello")["ok"]


def test_the_folder_is_read_again_and_a_deletion_that_was_cut_short_is_finished(tmp_path: Path) -> None:
    with served_class(tmp_path / "class") as served:
        token = served.join("Anna")
        learner = next(iter(served.folder.learners))
    channels = tmp_path / "class" / "learners" / "0123456789ab"
    channels.mkdir()
    (channels / "progress.json").write_text("{}")
    again = open_class(Folder(tmp_path / "class"))
    assert not channels.exists()
    assert [*again.learners] == [learner]
    assert again.tokens == served.folder.tokens
    other = open_class(Folder(tmp_path / "class"), new_links=True)
    assert other.tokens != again.tokens
    with served_class(tmp_path / "class") as served:
        assert served.sit(token).ask("hello")["ok"]
