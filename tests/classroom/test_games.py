"""Games of a class: learners play each other, and the teacher plays all of them."""

from __future__ import annotations

import asyncio
import json
import signal
from pathlib import Path
from typing import Any

import pytest

import hexwidget as hw
from tests.classroom.serving import MARCH, Served, served_class
from tests.classroom.test_command import Host
from tests.classroom.test_wall import Teacher

pytest.importorskip("uvicorn", reason="hexwidget[serve] is not installed")

from hexwidget.classroom import games as class_games
from hexwidget.classroom.games import renew_teachers_links
from hexwidget.classroom.storage import KeptClass
from hexwidget.files import scenario
from hexwidget.files.scenario import scenarios_of
from hexwidget.lessons import first_game
from hexwidget.problems import InputError, Problem
from hexwidget.serving.close_codes import CloseCode
from hexwidget.serving.links import digest
from hexwidget.store.folder import Folder
from hexwidget.systems.registry import system_names
from hexwidget.table.hub.seats import Seats
from hexwidget.table.storage import KeptTable
from tests import inside
from tests.table.wire import PATIENCE, Client


def ids(served: Served) -> dict[str, str]:
    """The learners by their names."""
    return {each.name: id for id, each in served.folder.learners.items()}


def games(client: Client, number: int, **wanted: Any) -> list[dict[str, Any]]:
    """Wait until somebody has so many games, the first of which is so."""
    while True:
        told = [message["games"] for text in client.texts if (message := json.loads(text))["method"] == "games"]
        found = list(told[-1]) if told else []
        if told and len(found) == number and all(found[0][key] == value for key, value in wanted.items()):
            return found
        client.wait("games")


def at_table(served: Served, link: str, **options: Any) -> Client:
    """Come by the link of a seat."""
    client = Client(served.address, link.partition("#")[2], **options)
    client.wait("present")
    return client


def begin(served: Served, teacher: Teacher, wish: str, start: str, **more: Any) -> str:
    """Have the teacher begin games for all; return what the teacher is told."""
    teacher.wish(wish, learners=[*ids(served).values()], start=start, **more)
    return teacher.says()


def seats_of(hers: dict[str, Any], his: dict[str, Any], acts: str) -> list[dict[str, Any]]:
    """The seats of a game of two learners, as the wall shows them."""
    who = {hers["you"]: his["against"], his["you"]: hers["against"]}
    return [{"seat": seat, "who": who[seat.lower()], "acts": seat == acts} for seat in ("Red", "Blue")]


def test_two_learners_play_a_game_that_goes_on_after_a_restart(tmp_path: Path) -> None:
    with served_class(tmp_path / "class") as served:
        tokens = {name: served.join(name) for name in ("Anna", "Ben")}
        anna, ben, teacher = served.sit(tokens["Anna"]), served.sit(tokens["Ben"]), Teacher(served)
        said = begin(served, teacher, "pairs", "scenario plotted/head-on", odd="out")
        assert said == "1 game begun from “Adjacent after one hex”."
        (hers,), (his,) = games(anna, 1), games(ben, 1)
        assert (hers["against"], his["against"], {hers["you"], his["you"]}) == ("Ben", "Anna", {"red", "blue"})
        red = at_table(served, (hers if hers["you"] == "red" else his)["link"])
        seen = json.loads(red.texts[-1])
        assert sorted(each["name"] for each in seen["places"]) in (
            ["Blue: Anna", "Red: Ben"],
            ["Blue: Ben", "Red: Anna"],
        )
        assert seen["home"] == {"to": "", "waits": 0, "next": "", "who": ""}
        name = his["against"] if hers["you"] == "red" else hers["against"]
        teacher.sees(name, plays=1, here=2, stuck="", part=0)
        assert red.ask("play", action=MARCH)["ok"]
        (game,) = games(teacher, 1, seats=seats_of(hers, his, acts="Blue"), plays=False)
        referee = at_table(served, game["link"])
        assert "You are the referee" in referee.texts[-1]
    with served_class(tmp_path / "class") as served:
        anna, ben = served.sit(tokens["Anna"], name="a"), served.sit(tokens["Ben"], name="b")
        again = [*games(anna, 1), *games(ben, 1)]
        assert {each["link"] for each in again} == {hers["link"], his["link"]}
        blue = next(each for each in again if each["you"] == "blue")
        assert blue["acts"]
        assert not any(each["acts"] for each in again if each["you"] == "red")
        assert "Red (" in at_table(served, blue["link"]).texts[-1]


def act(served: Served, game: dict[str, Any]) -> None:
    """Have somebody play a legal action in a game where it is their turn."""
    door = digest(game["link"].partition("#")[2])
    found = asyncio.run_coroutine_threadsafe(served.channels.find(door), served.loop).result(PATIENCE)
    assert found is not None
    table, place = found
    client = at_table(served, game["link"])
    assert client.ask("play", action=str(next(iter(table.session.position.legal_actions(place)))))["ok"]


@pytest.mark.slow
@pytest.mark.parametrize("system", system_names())
def test_learners_of_every_system_play_each_other(tmp_path: Path, system: str) -> None:
    """Each scenario, for two players or more, with moves at once and with hidden things."""
    with served_class(tmp_path / "class", first_game(system)) as served:
        tokens = [served.join(name) for name in ("Anna", "Ben", "Cleo")]
        learners, teacher, names = [served.sit(token) for token in tokens], Teacher(served), scenarios_of(system)
        for n, name in enumerate(names, 1):
            assert " begun from " in begin(served, teacher, "pairs", f"scenario {name}", odd="computer")
            games(teacher, sum(-(-3 // len(scenario(each).position.players)) for each in names[:n]))
        newest = [games(each, len(names))[0] for each in learners]
        acting = [each for each in newest if each["acts"]]
        assert acting
        for game in acting:
            act(served, game)


def test_those_left_over_sit_out_or_play_the_computer_or_the_teacher(tmp_path: Path) -> None:
    with served_class(tmp_path / "class") as served:
        for name in ("Anna", "Ben", "Cleo"):
            served.join(name)
        teacher = Teacher(served)
        said = begin(served, teacher, "pairs", "part 0", odd="out")
        assert said.startswith("1 game begun from “Bring a red unit to 0402.”. ")
        assert said.endswith(" sits out.")
        assert begin(served, teacher, "pairs", "part 1", odd="computer") == "2 games begun from “May it?”."
        assert begin(served, teacher, "pairs", "part 1", odd="you") == "2 games begun from “May it?”."
        found = games(teacher, 5)
        assert [each["plays"] for each in found] == [True, False, False, False, False]
        assert sum(seat["who"] == "the computer" for each in found for seat in each["seats"]) == 1


def test_the_teacher_plays_all_and_is_led_from_board_to_board(tmp_path: Path) -> None:
    with served_class(tmp_path / "class") as served:
        tokens = [served.join(name) for name in ("Anna", "Ben")]
        teacher = Teacher(served)
        assert begin(served, teacher, "simul", "part 0", side="green").startswith("No games were begun: ")
        assert begin(served, teacher, "simul", "part 0", side="red").startswith("2 games begun")
        boards = games(teacher, 2)
        assert [(each["plays"], each["waits"]) for each in boards] == [(True, True)] * 2
        mine = at_table(served, boards[0]["link"])
        home = json.loads(mine.texts[-1])["home"]
        assert (home["to"], home["waits"], home["next"]) == ("wall", 1, boards[1]["link"])
        assert mine.ask("play", action=MARCH)["ok"]
        waiting = games(teacher, 2, name=boards[1]["name"])
        assert [each["waits"] for each in waiting] == [True, False]
        assert not [each for token in tokens for each in served.sit(token).texts if boards[0]["link"] in each]


def test_the_teacher_ends_the_games_and_deletes_them(tmp_path: Path) -> None:
    with served_class(tmp_path / "class") as served:
        token = served.join("Anna")
        anna, teacher = served.sit(token), Teacher(served)
        begin(served, teacher, "simul", "part 0", side="blue")
        (game,) = games(anna, 1)
        red = at_table(served, game["link"])
        teacher.wish("end", over=True)
        assert red.closed() is not None
        red = at_table(served, game["link"], name="b")
        assert "the class is over" in red.ask("play", action=MARCH)["error"]
        teacher.wish("end", over=False)
        assert red.closed() is not None
        assert at_table(served, game["link"], name="c").ask("play", action=MARCH)["ok"]
        teacher.wish("end games")
        games(anna, 1, over=True)
    with served_class(tmp_path / "class") as served:
        red, teacher = at_table(served, game["link"], name="d"), Teacher(served)
        told = json.loads(red.texts[-1])
        assert (told["over"], "replay" in told["may"], "back" in told["may"]) == (
            "The teacher has ended the game.",
            True,
            False,
        )
        assert "the teacher has ended the game" in red.ask("play", action=MARCH)["error"]
        assert games(teacher, 1, over=True)[0]["stage"].startswith("Ended: ")
        teacher.wish("delete games")
        assert games(teacher, 0) == []
        assert red.closed() == CloseCode.CLOSED
        assert not [*(tmp_path / "class" / "tables").rglob("*.*")]


def test_a_new_link_and_a_deletion_reach_the_games(tmp_path: Path) -> None:
    with served_class(tmp_path / "class") as served:
        tokens = {name: served.join(name) for name in ("Anna", "Ben")}
        anna, ben, teacher = served.sit(tokens["Anna"]), served.sit(tokens["Ben"]), Teacher(served)
        begin(served, teacher, "pairs", "part 0", odd="out")
        (hers,), (his,) = games(anna, 1), games(ben, 1)
        red, blue = at_table(served, hers["link"]), at_table(served, his["link"])
        anna.socket.send(json.dumps({"class": "file"}))
        kept = json.loads(anna.wait("file")["text"])["games"]
        assert kept == [{key: hers[key] for key in ("title", "you", "against", "stage")}]
        teacher.wish("link", learner=ids(served)["Anna"])
        assert red.closed() == CloseCode.REPLACED
        assert Client(served.address, hers["link"].partition("#")[2]).closed() == CloseCode.NO_SUCH_LINK
        anna = served.sit(teacher.wait("link")["token"], name="again")
        (new,) = games(anna, 1)
        red = at_table(served, new["link"])
        anna.socket.send(json.dumps({"class": "forget"}))
        assert red.closed() == blue.closed() == CloseCode.CLOSED
        assert games(ben, 0) == []
        assert not [*(tmp_path / "class" / "tables").rglob("*.*")]


def test_a_rematch_turns_the_seats(tmp_path: Path) -> None:
    with served_class(tmp_path / "class") as served:
        token = served.join("Anna")
        anna, teacher = served.sit(token), Teacher(served)
        begin(served, teacher, "simul", "part 0", side="blue")
        (hers,), (own,) = games(anna, 1, you="red"), games(teacher, 1)
        red, blue = at_table(served, hers["link"]), at_table(served, own["link"])
        red.wish("resign")
        games(anna, 1, over=True, stage="Red has resigned. Blue wins.")
        red.wish("rematch")
        while "request" not in (request := blue.wait("present")):
            pass
        blue.wish("agree", to=request["request"]["number"])
        assert games(anna, 1, over=False)[0]["you"] == "blue"
        who = [{"seat": "Red", "who": "Teacher", "acts": True}, {"seat": "Blue", "who": "Anna", "acts": True}]
        games(teacher, 1, seats=who)
        teacher.wish("link", learner=ids(served)["Anna"])
        assert red.closed() == CloseCode.REPLACED
        while "Blue (Anna) is not here." not in blue.present():
            pass


def test_new_links_of_the_class_close_the_teachers_places(tmp_path: Path) -> None:
    with served_class(tmp_path / "class") as served:
        anna, teacher = served.sit(served.join("Anna")), Teacher(served)
        begin(served, teacher, "simul", "part 0", side="blue")
        (hers,), (own,) = games(anna, 1), games(teacher, 1)
    renew_teachers_links(KeptClass(Folder(tmp_path / "class")))
    with served_class(tmp_path / "class") as served:
        assert Client(served.address, own["link"].partition("#")[2]).closed() == CloseCode.NO_SUCH_LINK
        assert "You are red" in at_table(served, hers["link"]).texts[-1]
        (new,) = games(Teacher(served), 1)
        assert "You are blue" in at_table(served, new["link"]).texts[-1]


def test_a_game_that_cannot_be_made_stops_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = class_games.write_seats

    def full(where: KeptTable, seats: Seats) -> None:
        if seats.users["red"] == ids(served)["Ben"]:
            raise InputError("a file cannot be written", [Problem("", "No space left on device")])
        real(where, seats)

    monkeypatch.setattr(class_games, "write_seats", full)
    with served_class(tmp_path / "class") as served:
        for name in ("Anna", "Ben", "Cleo"):
            served.join(name)
        teacher = Teacher(served)
        said = begin(served, teacher, "simul", "part 0", side="blue")
        assert said.startswith("2 games begun from “Bring a red unit to 0402.”. No game for Teacher and Ben: No ")
        games(teacher, 2)
        assert len([*(tmp_path / "class" / "tables").rglob("game*.jsonl")]) == 2


def test_a_game_begins_from_a_learners_board(tmp_path: Path) -> None:
    with served_class(tmp_path / "class") as served:
        anna, teacher = served.sit(served.join("Anna")), Teacher(served)
        assert anna.ask("play", action=MARCH)["ok"]
        learner = ids(served)["Anna"]
        assert begin(served, teacher, "simul", f"board {learner}", side="blue").startswith("1 game begun")
        (game,) = games(anna, 1)
        assert "0402" in "".join(at_table(served, game["link"]).texts)
        for wrong in ("board x", "part 9", "scenario depletion/first-steps", "part -1", "nothing"):
            said = begin(served, teacher, "simul", wrong, side="blue")
            assert said.startswith("There is no such position: ")


@pytest.mark.parametrize("file", ["game.table.json", "game.seats.json", "game.jsonl", "game.links.json"])
def test_a_file_that_cannot_be_read_stops_one_game_only(tmp_path: Path, file: str) -> None:
    with served_class(tmp_path / "class") as served:
        token, teacher = served.join("Anna"), Teacher(served)
        begin(served, teacher, "simul", "part 0", side="blue")
        begin(served, teacher, "simul", "part 0", side="blue")
    (tmp_path / "class" / "tables" / file).write_text("{")
    with served_class(tmp_path / "class") as served:
        anna, teacher = served.sit(token), Teacher(served)
        assert [each["name"] for each in games(teacher, 2)] == ["game-2", "game"]
        assert at_table(served, games(anna, 1 if "links" not in file and "jsonl" not in file else 2)[0]["link"])
        teacher.wish("delete games")
        assert games(teacher, 0) == []


@pytest.mark.slow
def test_a_kill_of_the_server_loses_no_move(tmp_path: Path) -> None:
    host = Host(tmp_path / "class", "plotted", "--workers", "1")
    try:
        anna = Client(host.address, host.join("Anna"))
        wall = Client(f"{host.address}/wall", host.told["teacher"].partition("#")[2], origin=host.address)
        learner = wall.wait("learner")["id"]
        wish = {"learners": [learner], "start": "scenario plotted/head-on", "side": "blue"}
        wall.socket.send(json.dumps({"wall": "simul", **wish}))
        (game,) = games(anna, 1)
        token = game["link"].partition("#")[2]
        red = Client(host.address, token, name="a")
        red.wait("present")
        assert red.ask("play", action=MARCH)["ok"]
        host.end(signal.SIGKILL)
        host.start()
        red = Client(host.address, token, name="b")
        assert "Blue (Teacher) is not here." in red.present()
        red.socket.close()
    finally:
        host.end()
    (journal,) = (tmp_path / "class" / "tables").glob("*.jsonl")
    assert [step.text for step in hw.load(journal).line][1:] == [f"red: {MARCH}"]


def test_what_a_kill_has_left_is_deleted_at_the_next_start(tmp_path: Path) -> None:
    with served_class(tmp_path / "class") as served:
        served.join("Anna")
        teacher = Teacher(served)
        begin(served, teacher, "simul", "part 0", side="blue")
        begin(served, teacher, "simul", "part 0", side="blue")
        folder = tmp_path / "class" / "tables"
        first, second = sorted({each["name"] for each in games(teacher, 2)})
    (folder / f"{second}.seats.json").unlink()
    (folder / "closed").mkdir()
    (folder / "closed" / "game-9.jsonl").write_text("{}\n")
    (folder / ".game-8.jsonl.checked").write_text("{}\n")
    with served_class(tmp_path / "class") as served:
        assert [each["name"] for each in served.channels.games.listed] == [first]
        assert not [path for path in folder.rglob("*.*") if not path.name.lstrip(".").startswith(f"{first}.")]


def test_games_that_would_be_too_many_are_refused_before_the_first_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with served_class(tmp_path / "class") as served:
        for name in ("Anna", "Ben", "Cleo"):
            served.join(name)
        teacher = Teacher(served)
        inside.limit_tables(served.channels.games, 2)
        said = begin(served, teacher, "simul", "scenario plotted/head-on", side="red")
        assert said == (
            "This table cannot be made: there is room for 2 tables, and 3 are wanted; delete games first, or begin fewer."
        )
        assert not served.channels.games.listed


# ---------------------------------------------------------------- one file, one game
def two_games(where: Path) -> tuple[str, str]:
    """Have a class of two learners with two games; return the beginnings of their files' names."""
    with served_class(where) as served:
        for name in ("Anna", "Ben"):
            served.join(name)
        teacher = Teacher(served)
        begin(served, teacher, "simul", "part 0", side="blue")
        first, second = sorted(each["name"] for each in games(teacher, 2))
    return first, second


def blocked(path: Path) -> Path:
    """Put a folder in the place of a file, so that nobody can write it."""
    (path / "within").mkdir(parents=True)
    return path


def test_a_game_whose_end_cannot_be_written_lets_the_others_end(tmp_path: Path) -> None:
    first, second = two_games(tmp_path / "class")
    folder = tmp_path / "class" / "tables"
    with served_class(tmp_path / "class") as served:
        teacher = Teacher(served)
        blocked(folder / f"{first}.ended.json")
        teacher.wish("end games")
        assert f"{first}.ended.json" in teacher.says()
        assert {each["name"]: each["over"] for each in games(teacher, 2, name=first)} == {first: False, second: True}
    assert (folder / f"{second}.ended.json").exists()
    with served_class(tmp_path / "class") as served:  # the file is there, though nobody can read it
        assert {each["over"] for each in games(Teacher(served), 2)} == {True}


def test_a_game_that_cannot_be_deleted_lets_the_others_go(tmp_path: Path) -> None:
    first, second = two_games(tmp_path / "class")
    folder = tmp_path / "class" / "tables"
    with served_class(tmp_path / "class") as served:
        blocked(folder / "closed" / f"{first}.jsonl")
        teacher = Teacher(served)
        teacher.wish("delete games")
        assert f"{first}.jsonl" in teacher.says()
    assert [path.name for path in folder.glob(f"{second}.*")] == []
    assert (folder / f"{first}.jsonl").exists()
    with served_class(tmp_path / "class") as served:  # a deletion that cannot be finished stops no class
        assert Teacher(served).wait("learner")["name"] in ("Anna", "Ben")


def test_a_damaged_table_keeps_no_teacher_from_new_links(tmp_path: Path) -> None:
    first, second = two_games(tmp_path / "class")
    kept = KeptClass(Folder(tmp_path / "class"))
    folder = tmp_path / "class" / "tables"
    before = {name: dict(json.loads((folder / f"{name}.table.json").read_text())["places"]) for name in (first, second)}
    (folder / f"{first}.seats.json").write_text("{")
    renew_teachers_links(kept)
    after = {name: dict(json.loads((folder / f"{name}.table.json").read_text())["places"]) for name in (first, second)}
    same = {name: [place for place, door in after[name].items() if door == before[name][place]] for name in after}
    assert same == {first: [], second: ["red"]}  # the learner's
    (folder / f"{first}.table.json").write_text("{")
    renew_teachers_links(kept)
    assert json.loads((folder / f"{second}.table.json").read_text())["places"] != [*map(list, after[second].items())]
