"""The games of a class: learners play each other, in pairs, or the teacher plays all of them, in a simul. Each game is a table.

The tables are kept below the class's ``tables/``. ``NAME.seats.json`` has the learners of a table by their seats, and not their names;
``NAME.ended.json`` says that the teacher has ended its game. A learner's deletion deletes the learner's games.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Any

from hexwidget.classroom.storage import KeptClass
from hexwidget.classroom.wishes import LeftOver
from hexwidget.english import as_name, capital, listing, translated, worded
from hexwidget.files import Scenario
from hexwidget.problems import InputError, Problems, unknown
from hexwidget.serving import messages
from hexwidget.serving.admission import Viewers
from hexwidget.serving.links import Place, digest
from hexwidget.serving.viewer import Outbox
from hexwidget.store.store import Store
from hexwidget.table.hub.seats import Seats, read_seats, write_seats
from hexwidget.table.storage import CLOSED, KeptTable, called, discard, kept_names, put_away
from hexwidget.table.table import Table
from hexwidget.table.tables import Tables
from hexwidget.widget.host import log

TEACHER = "teacher"
"""In place of a learner: the teacher has the seat. No learner's folder has this name."""
COMPUTER = "greedy"
"""The policy that plays a seat that nobody has."""
ENDED, OVER = "the teacher has ended the game", "the class is over: your teacher has ended it"
NO_GAMES = "no games were begun"
Users = Mapping[str, str]
"""The players of a game, by the seats of their links: learners, or `TEACHER`. The computer plays the other seats."""


def pairs(learners: Sequence[str], players: Sequence[str], odd: LeftOver) -> tuple[list[Users], list[str]]:
    """Return the players of each game, if as many learners as a game has players play each other, and those who sit out.

    >>> pairs(["a", "b", "c"], ["red", "blue"], "you")
    ([{'red': 'a', 'blue': 'b'}, {'red': 'c', 'blue': 'teacher'}], [])
    >>> pairs(["a", "b", "c"], ["red", "blue"], "out")
    ([{'red': 'a', 'blue': 'b'}], ['c'])
    """
    seats = range(0, len(learners), len(players))
    games: list[Users] = [dict(zip(players, learners[at:], strict=False)) for at in seats]
    last = games[-1]
    if odd == "out" and len(last) < len(players):
        return games[:-1], [*last.values()]
    if odd == "you" and len(last) < len(players):
        games[-1] = {**last, players[len(last)]: TEACHER}
    return games, []


def simul(learners: Sequence[str], players: Sequence[str], side: str) -> list[Users]:
    """Return the players of each game, if the teacher plays each learner.

    :param side: the player whose seat the teacher takes
    :raises InputError: if there is no such player

    >>> simul(["a", "b"], ["red", "blue", "green"], "red")
    [{'red': 'teacher', 'blue': 'a'}, {'red': 'teacher', 'blue': 'b'}]
    """
    if side not in players:
        raise InputError(NO_GAMES, unknown("player", side, players), "side")
    other = next(player for player in players if player != side)
    return [{side: TEACHER, other: learner} for learner in learners]


class ServedGames:
    """The games of a class that is served.

    :param viewers: those of the class
    :param system: the rule system of the course
    :param tell: called when `listed` has changed
    :raises InputError: if the tables' folder cannot be used
    """

    def __init__(self, folder: KeptClass, viewers: Viewers, system: str, tell: Callable[[], None]) -> None:
        self._folder = folder
        self._store = folder.tables
        _finish_deletions(self._store, {TEACHER, *folder.ids()})
        self._tables = Tables(self._store, [system], viewers=viewers)
        self._viewers, self._tell = viewers, tell
        self._users: dict[str, Users] = {}
        self._ended: set[str] = set()
        self._tokens: dict[str, Mapping[Place, str]] = {}
        """The tokens of each table that were read, by the places of their links."""
        self._doors: dict[str, str] = {}
        """The person whose place each link opens, by the digests of the links' tokens."""
        self.listed: list[dict[str, Any]] = []
        """The games as the teacher sees them, the newest first."""
        for name in kept_names(self._store):
            try:
                self._know(name, read_seats(self._tables.kept(name)).users)
            except InputError as error:  # the other games go on
                log().error("%s", error)
                self._know(name, {})
        self.shut()
        self._look()

    def _know(self, name: str, users: Users) -> None:
        self._users[name] = users
        try:
            is_ended = self._tables.kept(name).read("ended") is not None
        except InputError as error:  # the file is there
            log().error("%s", error)
            is_ended = True
        if is_ended:
            self._ended.add(name)

    # ------------------------------------------------------------------ what the server asks
    async def find(self, credential: str) -> tuple[Table, Place] | None:
        """Return the table and the place that a link leads to; see `hexwidget.serving.channels.Channels`."""
        return await self._tables.find(credential)

    def beat(self) -> None:
        """Let tables sleep that nobody looks at, and see how the games stand."""
        self._tables.beat()
        self._look()

    def close(self) -> None:
        """Close all tables."""
        self._tables.close()

    # ------------------------------------------------------------------ how they stand
    def _look(self) -> None:
        """See how the games stand. If that has changed, tell the tables and who wants to know."""
        found = [self._about(each) for each in self._tables.listed() if each["name"] in self._users]
        if found == self.listed:
            return
        self.listed, self._doors = found, {}
        for game in found:
            users = self._users[game["name"]]
            for link, seat in game["seats"].items():
                self._doors[digest(seat["link"].partition("#")[2])] = users.get(link or "", TEACHER)
            homes = {link: self._home(who, game["name"]) for link, who in [*users.items(), (None, TEACHER)]}
            names = dict[Place, str]({link: self._called(who) for link, who in users.items()})
            self._tables.name_people(game["name"], names, homes)
        self._tell()

    def _about(self, table: Mapping[str, Any]) -> dict[str, Any]:
        """Return how a game stands, and the links of its people, for the server alone."""
        name, users = str(table["name"]), self._users[table["name"]]
        is_ended = name in self._ended and bool(table["acts"])
        over = is_ended or not table["acts"] or bool(table["error"])
        places = [each for each in table["places"] if each["place"] or each["place"] is None]
        if name not in self._tokens:
            kept = self._tables.tokens(name)
            self._tokens[name] = {each["link"]: kept[each["place"]] for each in places if each["place"] in kept}
        tokens = self._tokens[name]
        seats = {}
        for each in places:
            link, place = each["link"], each["place"]
            who = self._called(users.get(link, "")) if place else ""
            page = f"t/{name}/#{tokens[link]}" if link in tokens else ""
            seats[link] = {"place": place, "seat": capital(translated(called(place))), "who": who, "link": page}
            seats[link]["acts"] = not over and place in table["acts"]
        failed = "This game cannot be opened: the server's log says why."
        stage = translated(failed) if table["error"] else table["stage"]
        stage = worded("Ended: {stage}", stage=stage) if is_ended else stage
        return {"name": name, "title": table["title"], "stage": stage, "over": over, "seats": seats}

    def _called(self, who: str) -> str:
        if who == TEACHER:
            return translated("Teacher")
        known = self._folder.learners.get(who)
        return translated("the computer") if known is None else as_name(known.name)

    def _of(self, who: str) -> Iterator[tuple[dict[str, Any], str]]:
        """Yield the games of somebody, with their seats."""
        for game in self.listed:
            for link, user in self._users[game["name"]].items():
                if user == who and link in game["seats"]:  # a table without readable links has none
                    yield game, link

    def _home(self, who: str, name: str) -> messages.HomeLink:
        """Return the links of a table's page for somebody: back, and on to the next table that waits for them."""
        games = [*self._of(who)]
        at = next((n for n, (game, _) in enumerate(games) if game["name"] == name), -1)
        tables = [(game["seats"][link], _others(game, link)) for game, link in games[at + 1 :] + games[: max(at, 0)]]
        waiting = [(seat["link"], names) for seat, names in tables if seat["acts"]]
        link, others = waiting[0] if waiting else ("", "")
        return messages.HomeLink("wall" if who == TEACHER else "", len(waiting), link, others)

    def of(self, learner: str) -> messages.OwnGames:
        """Return the games of a learner, as the learner is told."""
        found = list[messages.OwnGame]()
        for game, link in self._of(learner):
            seat, others = game["seats"][link], _others(game, link)
            mine = seat["place"], others, game["stage"], seat["acts"], seat["link"]
            found.append(messages.OwnGame(game["title"], *mine, game["over"]))
        return messages.OwnGames(tuple(found))

    def here(self, learner: str) -> int:
        """Return the screens at which a learner sits at a table, without those that are let go."""
        return sum(self.who(door) == learner for viewer, _, door in self._viewers.here() if not viewer.is_let_go)

    def screens(self, learner: str | None = None) -> list[Outbox]:
        """Return the screens at tables with a board of a learner, or of all learners."""
        known = self._folder.learners if learner is None else (learner,)
        return [viewer for viewer, _, door in self._viewers.here() if viewer.begun and self.who(door) in known]

    def who(self, door: str) -> str | None:
        """Return whose place at a table a link opens: a learner's, or `TEACHER`; None: it opens no table.

        :param door: the digest of the link's token; in a hub there are other words before it
        """
        return self._doors.get(door.rpartition(" ")[2])

    def for_wall(self) -> messages.ClassGames:
        """Return the games as the wall shows them, with the teacher's links: to their seat, or to look on as the referee."""
        found = list[messages.ClassGame]()
        for game in self.listed:
            own = next((link for each, link in self._of(TEACHER) if each is game), None)
            mine = game["seats"].get(own, {"acts": False, "link": ""})
            at = [seat for link, seat in game["seats"].items() if link]
            seats = tuple(messages.GameSeat(seat["seat"], seat["who"], seat["acts"]) for seat in at)
            about = {**game, "seats": seats, "plays": own is not None, "waits": mine["acts"], "link": mine["link"]}
            found.append(messages.ClassGame(**about))
        return messages.ClassGames(tuple(sorted(found, key=lambda game: (game.over, not game.waits))))

    # ------------------------------------------------------------------ the teacher
    async def make(self, start: Scenario[Any], games: Sequence[Users]) -> str:
        """Begin games from one position. Return the answer to the teacher, with the reason for each game that could not be made.

        :raises InputError: if there is nobody to play, or the game is over in that position
        """
        if not games:
            raise InputError(NO_GAMES, "there are too few learners for a game")
        if not start.position.to_act:
            raise InputError(NO_GAMES, "in this position the game is over")
        self._tables.check_room(len(games))
        made, problems = 0, Problems()
        for users in games:
            if not {*users.values()} <= {TEACHER, *self._folder.learners}:
                continue  # a learner was deleted meanwhile
            computers = {player: COMPUTER for player in start.position.players if player not in users}
            with _going_on(problems, listing([self._called(who) for who in users.values()])):
                name = self._tables.make(start, "game", computers)
                try:
                    write_seats(self._tables.kept(name), Seats(dict(users)))
                except InputError:
                    await self._tables.put_away(name)
                    discard(self._store, name)
                    raise
                self._know(name, users)
                made += 1
            await asyncio.sleep(0)  # others are answered between two games
        self.shut()
        self._look()
        told = worded("{n:game} begun from “{title}”.", n=made, title=start.title)
        failed = (worded("No game for {names}: {why}.", names=each.place, why=each.message) for each in problems.found)
        return " ".join([capital(told), *failed])

    def end(self) -> None:
        """End all games: nobody may act in them any more, and all may look back.

        :raises InputError: for those of which that cannot be written; the others have ended
        """
        problems = Problems()
        for name in self._users:
            with _going_on(problems):
                self._tables.kept(name).write("ended", "{}\n")
                self._ended.add(name)
        self.shut()
        self._look()
        problems.raise_any("some games go on")

    def shut(self) -> None:
        """Let nobody act in games that have ended, nor after the end of the class."""
        for name in self._users:
            self._tables.shut(name, ENDED if name in self._ended else OVER if self._folder.over else "")

    async def delete(self, learner: str | None = None) -> None:
        """Delete the games of a learner, or all. A game whose learners cannot be read may be that learner's.

        :raises InputError: for those of which a file cannot be deleted; the others are gone
        """
        known, problems = list(self._users.items()), Problems()
        for name in [name for name, users in known if learner is None or not users or learner in users.values()]:
            if self._users.pop(name, None) is None:
                continue  # somebody else deletes it
            with _going_on(problems):
                await self._tables.put_away(name)
                self._ended.discard(name)
                self._tokens.pop(name, None)
                discard(self._store, name)
        self._look()
        problems.raise_any("some games could not be deleted")

    async def renew(self, learner: str) -> None:
        """Give the seats of a learner other links.

        :raises InputError: for those of which a file cannot be written; the others have other links
        """
        self._look()  # after a rematch a link opens another seat
        problems = Problems()
        for game, link in [*self._of(learner)]:
            with _going_on(problems):
                await self._tables.renew(game["name"], game["seats"][link]["place"])
                self._tokens.pop(game["name"], None)
        self._look()
        problems.raise_any("some links are still the same")


@contextmanager
def _going_on(problems: Problems, who: str = "") -> Iterator[None]:
    """Go on after an error within a block, and note it: it is about one game, and the others are next.

    :param who: the people of the game; empty: the error says which game it is
    """
    try:
        yield
    except InputError as error:
        for each in error.problems:
            problems.add(who or error.title, each.message)


def renew_teachers_links(folder: KeptClass) -> None:
    """Give other links to the teacher's places at the tables of a class, which nobody serves meanwhile. At a table whose learners cannot be
    read, all places have other links; links that cannot be read open nothing.

    :raises InputError: for the tables of which a file cannot be written; the others have other links
    """
    problems = Problems()
    for name in kept_names(folder.tables):
        where = KeptTable(folder.tables, name)
        try:
            places = set(where.read_digests())
        except InputError as error:
            log().error("%s", error)
            continue
        with suppress(InputError):
            places -= {seat for seat, who in read_seats(where).users.items() if who != TEACHER}
        for place in places:
            with _going_on(problems):
                where.renew(place)
    problems.raise_any("some links are still the same")


def _others(game: Mapping[str, Any], own: Place) -> str:
    """Return the names of a player's opponents."""
    return translated(listing([seat["who"] for link, seat in game["seats"].items() if link and link != own]))


def _finish_deletions(store: Store, known: set[str]) -> None:
    """Finish deletions that a kill has cut short, and delete what it has left of games that were not made completely.

    :param known: those who are in the class
    """
    problems = Problems()
    for name in kept_names(store):
        try:
            users = read_seats(KeptTable(store, name)).users
        except InputError:  # the game is shown to nobody but the teacher
            continue
        if not users or not {*users.values()} <= known:
            with _going_on(problems):
                put_away(store, name)
    with _going_on(problems):
        store.below(CLOSED).clear()
    names = {*kept_names(store)}
    for key in store.names(hidden=True):
        if key.lstrip(".").partition(".")[0] not in names:
            with _going_on(problems):
                store.remove(key)
    for each in problems.found:  # the class is served all the same
        log().error("what is left of a game cannot be deleted: %s", each)
