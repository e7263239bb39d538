"""A learner reaches nothing of another learner or of the teacher: by no address, no message and no token."""

from __future__ import annotations

import asyncio
import json
import urllib.error
import urllib.request
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from tests.classroom.serving import MARCH, Served, room_of, served_class

pytest.importorskip("uvicorn", reason="hexwidget[serve] is not installed")

from starlette.routing import Route, WebSocketRoute

from fuzz.tally import tried
from hexwidget.classroom.channels import MINE
from hexwidget.classroom.games import TEACHER
from hexwidget.classroom.pages import class_site
from hexwidget.classroom.wishes import WISHES
from hexwidget.serving.app import make_app
from hexwidget.serving.close_codes import CloseCode
from hexwidget.table.wishes import WISHES as OF_TABLES
from hexwidget.widget.connections.intents import INTENTS, arguments
from tests.amounts import chances, many
from tests.table.wire import PATIENCE, Client

HIDDEN = "Zyx-the-other"
"""The name of the other learner: it stands in nothing else."""
ROUNDS = many(2, 200, quick=1)


def kept(served: Served, name: str) -> dict[str, bytes]:
    """The files of a learner, and those of the class."""
    learner = next(id for id, each in served.folder.learners.items() if each.name == name)
    files = [
        *room_of(served.folder, learner).iterdir(),
        served.folder.store.path / "class.json",
        served.folder.store.path / "links.json",
        *(
            path
            for path in (served.folder.store.path / "tables").iterdir()
            if path.name.lstrip(".").startswith("game.")
        ),
    ]
    return {path.name: path.read_bytes() for path in files}


def begin_games(served: Served) -> tuple[str, list[str]]:
    """Begin a game of the other learner, and one of Anna, both against the teacher. Return the token of Anna's seat, and all others."""

    async def begin() -> None:
        channels = served.channels
        mine, other = (
            next(id for id, each in channels.folder.learners.items() if each.name == name) for name in ("Anna", HIDDEN)
        )
        start = await channels.start("part 0")
        await channels.games.make(start, [{"red": other, "blue": TEACHER}, {"red": mine, "blue": TEACHER}])

    asyncio.run_coroutine_threadsafe(begin(), served.loop).result(PATIENCE)
    seats = {
        (game["name"], link): seat["link"]
        for game in served.channels.games.listed
        for link, seat in game["seats"].items()
    }
    tokens = {key: link.partition("#")[2] for key, link in seats.items()}
    return tokens.pop(("game-2", "red")), [*tokens.values()]


def secrets(served: Served, other: str) -> list[str]:
    learner = next(each for each in served.folder.learners.values() if each.name == HIDDEN)
    teacher, look = served.folder.tokens["teacher"], served.call(served.channels.look, learner.id)
    return [HIDDEN, other, learner.id, *learner.doors, teacher, look, served.folder.teacher]


ARGUMENTS: list[Any] = [
    "",
    "red",
    "0402",
    "0202",
    "P1.3",
    MARCH,
    True,
    0,
    1,
    -1,
    None,
    {},
    [],
    {"tutor on": True},
    {"answer": "P1.3"},
    "stage/last",
]
"""Arguments of intents: right ones and wrong ones. None names the other learner, as an error repeats what it was given."""


@pytest.mark.slow
def test_no_address_gives_a_learner_anything_of_others(tmp_path: Path) -> None:
    with served_class(tmp_path / "class") as served:
        mine, other = served.join("Anna"), served.join(HIDDEN)
        own, seats = begin_games(served)
        hidden = secrets(served, other) + seats
        routes = make_app(served.channels, class_site(served.channels, collects=False)).routes
        paths = sorted({route.path for route in routes if isinstance(route, Route)})
        assert {"/", "/wall", "/join", "/seat"} < {*paths}
        for path in [
            *paths,
            "/owner/status",
            "/metrics",
            "/learners",
            "/class.json",
            "/../class.json",
            "/learners/../links.json",
            "/t/game/",
            "/t/game/seat",
            "/t/game.links.json",
            "/tables/game.links.json",
        ]:
            for body in (None, {"token": mine}, {"token": mine, "name": "Anna"}, {"token": mine, "learner": hidden[2]}):
                for token in (mine, own):
                    for answer in asked(served, path, token, body):
                        assert not [each for each in hidden if each in answer], path
        sockets = [route.path for route in routes if isinstance(route, WebSocketRoute)]
        assert sockets == ["/wall/socket", "/socket", "/t/{table}/socket"]
        wall = Client(f"{served.address}/wall", mine, origin=served.address)
        assert wall.closed() == CloseCode.NO_SUCH_LINK
        assert Client(served.address, {"token": mine, "place": hidden[3][:12]}).closed() == CloseCode.NO_SUCH_LINK
        for token in (mine, own):  # the address of another table opens no other seat
            client = Client(f"{served.address}/t/game", token)
            client.wait("present")
            assert not [each for text in client.texts for each in hidden if each in text]


def asked(served: Served, path: str, token: str, body: object) -> list[str]:
    """The answers to a request by each method, with the learner's token in all places."""
    found = []
    for method in ("GET", "POST", "DELETE", "PUT"):
        data = None if body is None or method == "GET" else json.dumps(body).encode()
        request = urllib.request.Request(f"{served.address}{path}", data, method=method)  # noqa: S310  (our own server)
        for name, value in (("Origin", served.address), ("Authorization", f"Bearer {token}"), ("Cookie", f"a={token}")):
            request.add_header(name, value)
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as reply:  # noqa: S310  (our own server)
                found.append(reply.read().decode("utf-8", "replace"))
        except urllib.error.HTTPError as error:
            with error:
                found.append(error.read().decode("utf-8", "replace"))
    return found


@pytest.mark.slow
def test_no_message_of_a_learner_reaches_another_learner_or_the_teacher(tmp_path: Path) -> None:
    rng = chances("messages of a learner of a class")
    with served_class(tmp_path / "class") as served:
        mine, other = served.join("Anna"), served.join(HIDDEN)
        ben = served.sit(other, name="b")
        assert ben.ask("play", action=MARCH)["ok"]
        own, seats = begin_games(served)
        hidden, before = secrets(served, other), kept(served, HIDDEN)
        names = [("intent", name) for name in INTENTS] + [("wall", name) for name in WISHES]
        names += [("class", name) for name in (*MINE, "look", "nothing") if name != "forget"]
        names += [("table", name) for role in OF_TABLES.values() for name in role]
        hidden += seats
        anna, accepted = served.sit(mine, name="a"), 0
        for _ in range(ROUNDS):
            rng.shuffle(names)
            for n, (kind, name) in enumerate(names):
                if n % 20 == 0:  # a page may send so many messages at once
                    anna.socket.close()
                    anna = served.sit(
                        rng.choice([mine, own]), name=f"a{rng.random()}"
                    )  # at the course, or at the table
                if kind == "intent":
                    args = {each: rng.choice(ARGUMENTS) for each in arguments(INTENTS[name])}
                    anna.ask("hello")
                    accepted += anna.ask(name, **args)["ok"]
                else:
                    more = {"learner": hidden[2], "text": "x", "part": 1, "over": True, "learners": [hidden[2]]}
                    more |= {"start": "part 0", "odd": "you", "side": "red", "open": False, "address": "x"}
                    named = [each.name for each in fields(WISHES[name])] if name in WISHES else ["learner"]
                    wanted = {each: more[each] for each in named} if kind != "table" else {}
                    anna.socket.send(json.dumps({kind: name, **wanted}))
                    anna.ask("hello")
                assert not [each for text in anna.texts for each in hidden if each in text], (kind, name)
                anna.texts.clear()
        assert accepted
        assert kept(served, HIDDEN) == before
        assert ben.ask("hello")["ok"]
        assert not served.folder.over
        assert served.channels.shown is None
        assert [game["over"] for game in served.channels.games.listed if game["name"] == "game"] == [False]
    tried("messages of a learner of a class that reach nobody else", ROUNDS * len(names))
