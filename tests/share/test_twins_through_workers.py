"""What a place does not know is not on its wire behind nginx and two workers either: in twin worlds all frames are equal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import pytest

pytest.importorskip("uvicorn", reason="hexwidget[serve] is not installed")
pytest.importorskip("psycopg", reason="hexwidget[postgres] is not installed")

import hexwidget as hw
from fuzz.tally import tried
from hexwidget.files import Scenario
from hexwidget.rules import ChanceOutcome, Draft
from hexwidget.serving.links import Place
from hexwidget.store.postgres.database import Database
from hexwidget.table.shared_tables import SharedTables
from hexwidget.widget.audience import Audience
from tests.amounts import chances, many
from tests.secrets.seats import same
from tests.secrets.twins import Script, game, hidden_deeds, hides, twin_game
from tests.share.test_postgres import behind_nginx
from tests.table.postgres import Cluster, cluster
from tests.table.test_twins import NAMES, SEEDS, looking
from tests.table.wire import Client
from tests.table.workers import Workers

STEPS = many(3, 20, quick=2)
MODULE = "tests.share.asking"
DEFAULTS: Any = hw.Session.__init__.__kwdefaults__
Come = Callable[[str, str], Client]


@pytest.fixture(scope="module")
def server() -> Iterator[Cluster]:
    with cluster() as made:
        yield made


class World:
    """A table of a worker, everybody at it, and the game as it goes here."""

    def __init__(self, workers: Workers, come: Come, start: Any, place: Place) -> None:
        storage = Database(workers.dsn)
        tables = SharedTables(storage, most_tables=1000)
        tables.look()
        with patch.dict(DEFAULTS, rolls="ask"):
            name = tables.make(Scenario(start.system.name, "A twin", "", start), "twin", {})
        self._page = f"https://games.example/{tables.path(name)}"
        tokens = tables.tokens(name)
        tables.close()
        self.session = hw.Session(start, rolls="ask")
        """The same game, which is nobody's."""
        self.watched = self._sit(come, tokens, place or "", "")
        self.others: dict[Place, Client] = {}
        for each in (*start.players, None):
            if each is None or each != place:
                self.others[each] = self._sit(come, tokens, each, f"{each} ")
                self.settle(self.watched)

    def _sit(self, come: Come, tokens: Any, place: Place, name: str) -> Client:
        client = come(f"{self._page}#{tokens[place]}", f"{name}m")
        client.present()
        client.ask("hello")  # what goes ahead of clicks begins with it
        self.settle(client)
        return client

    def settle(self, client: Client) -> None:
        """Wait until all that goes ahead of clicks is sent, and a client has what has come."""
        at = f"rest {len(client.texts)}"
        client.socket.send(f'{{"rest": "{at}"}}')
        while (message := client.read())["method"] != "custom" or message["content"]["id"] != at:
            pass
        client.texts.pop()
        client.ask("hello")

    def offered(self, player: Place) -> Any:
        """The first choices of a place."""
        return Audience(self.session, player).choices(Draft()).options

    def act(self, done: Any) -> None:
        """Carry an action or outcome out, by those whose it is."""
        chance = isinstance(done, ChanceOutcome)
        actor = self.others.get(None if chance else done.player, self.watched)
        self.settle(actor)
        if chance:
            draft = next(option.leads_to for option in self.offered(None) if option.value == done.value)
            assert actor.ask("confirm", draft=dict(draft))["ok"]
            self.session.roll(done.value)
        else:
            assert actor.ask("play", action=f"{done.player}: {done}")["ok"]
            self.session.play(done)

    def chatter(self, noise: Random) -> None:
        """Say as the others what changes no game."""
        for each, client in self.others.items():
            self.settle(client)
            space = noise.choice(list(self.session.position.map.names()))
            drafts = [dict(option.leads_to) for option in self.offered(each) if option.legal]
            said: list[tuple[str, dict[str, Any]]] = [("explain", {"space": space}), ("play", {"action": "nonsense"})]
            said += [("choose", {"draft": noise.choice(drafts or [{}])})]
            for intent, args in noise.sample(said, 2):
                client.ask(intent, **args)

    def disturb(self, place: Place, done: Any, noise: Random) -> None:
        """Act as the others in ways that a place must not notice."""
        position, here = self.session.position, self.session.step.number
        for action in islice(hidden_deeds(position, place, noise), 1):
            self.act(action)
        after = self.session.position
        if isinstance(done, ChanceOutcome) or not after.check(done) or after.apply(done) != position.apply(done):
            self.settle(self.others[None])
            assert self.others[None].ask("goto", step=here)["ok"]
            self.session.goto(here)

    def close(self) -> None:
        for client in (self.watched, *self.others.values()):
            client.socket.close()


def frames(workers: Workers, come: Come, script: Script, place: Place, noise: Random | None = None) -> list[str]:
    """The frames of a place, while all play a game; with ``noise`` around everything that is hidden from it."""
    world = World(workers, come, script[0][0], place)
    watched = world.watched
    for position, done in script:
        if noise is not None:
            world.chatter(noise)
            world.disturb(place, done, noise)
        world.act(done)
        world.settle(watched)
        watched.ask("undo")
        watched.ask("explain", space=next(iter(position.map.names())))
        watched.ask("hello")
    world.settle(watched)
    world.close()
    return watched.texts


@pytest.mark.parametrize("seed", range(SEEDS))
@pytest.mark.parametrize("name", NAMES)
def test_twin_worlds_are_equal_behind_nginx_and_two_workers(
    name: str, seed: int, server: Cluster, tmp_path: Path
) -> None:
    script = game(name, seed)[:STEPS]
    with behind_nginx(server, tmp_path, "--system", MODULE) as (workers, come):
        for place in looking(name, seed):
            rng = chances(name, seed, place, "workers")
            mine = frames(workers, come, script, place)
            other = twin_game(script, place, rng) if hides(name) else script
            same(mine, frames(workers, come, other, place, rng))
            tried("frames of twin tables behind nginx and two workers", len(mine))


def test_a_leak_of_workers_is_found(server: Cluster, tmp_path: Path) -> None:
    script = game("plotted/the-ford", 0)[:3]
    with behind_nginx(server, tmp_path, "--system", "tests.share.leaking") as (workers, come):
        mine, twins = (frames(workers, come, script, None, noise) for noise in (None, Random("leak")))
    with pytest.raises(AssertionError, match="differs"):
        same(mine, twins)
