"""A table as lists of tables show it: asleep or awake, who is there, how its game stands, and which seats a code gives."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from hexwidget.english import capital, translated, worded
from hexwidget.languages import ENGLISH, in_its_language, language_of
from hexwidget.play import Session
from hexwidget.serving.links import Place
from hexwidget.serving.messages import HomeLink
from hexwidget.table.agreements import outcome
from hexwidget.table.entrance import CLOSED_DOOR, SeatsByCode, TableEntrance
from hexwidget.table.presence import NOBODY, Names, is_here
from hexwidget.table.storage import TableState, by_seat, called
from hexwidget.table.table import Table
from hexwidget.widget.host import log


@dataclass
class ListedTable:
    """A table of a folder. While it sleeps it has no ``table``. ``error`` says why its game cannot be opened."""

    name: str
    title: str
    doors: dict[Place, str] = field(default_factory=dict)
    """The digests of the tokens by the places of the links. The owner reads and asks by the seats of the present game."""
    players: tuple[str, ...] = ()
    number: int = 1
    """Of the game that was played last while the table was awake."""
    opponents: Mapping[str, str] = field(default_factory=dict)
    names: Names = field(default_factory=dict)
    """The names of people by the places of their links, where they are known."""
    homes: Mapping[Place, HomeLink] = field(default_factory=dict)
    """The pages to which the table's page leads back, by the places of the links; see `Table.call_people`."""
    entrance: SeatsByCode = CLOSED_DOOR
    shut: str = ""
    """Why nobody may act; empty: they may."""
    language: str = ENGLISH
    """The language in which it is spoken of: that of its game."""
    stage: str = ""
    acts: tuple[str, ...] = ()
    """The players to act; none once the game is over."""
    who: str = ""
    """The people at the table, as another process last reported them."""
    error: str = ""
    table: Table | None = None
    left: float = 0.0
    """The last moment at which somebody looked at the table."""
    changing: asyncio.Lock = field(default_factory=asyncio.Lock)
    _noted: tuple[object, TableState | None] = None, None
    """The step, and the course, at which it was noted how the game stands."""

    @property
    def seats(self) -> dict[Place, Place]:
        """The places of the links by the seats that they open now."""
        return by_seat(self.doors, self.players, self.game)

    def admit_by(self, entrance: SeatsByCode) -> None:
        """Let people in who type a code, and show the names of those who have come."""
        if any(entrance.names.values()) or any(self.entrance.names.values()):
            self.names = {link: name for link, name in entrance.names.items() if name}
            if self.table is not None:
                self.table.call_people(self.names, self.homes)
        self.entrance = entrance

    def way_in(self, path: str, take: Callable[[Place, object], str]) -> TableEntrance:
        """Return the entrance with the seats that nobody has.

        :param path: of the table's page
        :param take: keeps that somebody has taken the place of a link, and returns its token
        """
        here = self.table.here if self.table else Counter[Place]()
        taken = {None, *self.entrance.names, *self.opponents, *(link for link in self.doors if link and here[link])}
        free = {seat: link for seat, link in self.seats.items() if link not in taken}
        return TableEntrance(self.title, path, free, take, self.language)

    def note(self, session: Session[Any], course: TableState) -> None:
        """Note how the game stands, if it has changed since then."""
        if self._noted[0] is not session.step or self._noted[1] != course:
            self._noted = session.step, course
            self.language = language_of(session)
            self.stage, self.number, self.acts = stage(session, course), course.number, acting(session, course)

    @property
    def game(self) -> int:
        """The number of the present game."""
        return self.table.course.number if self.table else self.number


@in_its_language
def stage(session: Session[Any], course: TableState) -> str:
    """Return the stage of a game in words that give nothing hidden away."""
    position, system = session.position, session.position.system
    if course.resigned:
        return outcome(session, course)
    try:
        return str(system.stage(system.observe(position, None).seen))
    except Exception:  # a system of others may fail, and its table is listed all the same
        log().exception("the stage of a game of %s cannot be said", system.name)
        return translated("the stage of this game cannot be said")


def acting(session: Session[Any], course: TableState) -> tuple[str, ...]:
    """Return the players to act; none once the game is over."""
    position = session.position
    try:
        return () if course.resigned else tuple(each for each in position.players if each in position.to_act)
    except Exception:  # a system of others may fail, and its table is listed all the same
        log().exception("the players to act in a game of %s cannot be said", position.system.name)
        return ()


@in_its_language
def standing(entry: ListedTable) -> dict[str, Any]:
    """Return how a table stands, as the owner's page lists it."""
    here = Counter[Place]() if entry.table is None else entry.table.here
    opponents = {str(seat): entry.opponents[str(link)] for seat, link in entry.seats.items() if link in entry.opponents}
    links = ((seat, link, opponents.get(seat or "", "")) for seat, link in entry.seats.items())
    seats = [
        {"place": seat, "link": at, "called": capital(translated(called(seat))), "opponent": who}
        for seat, at, who in links
    ]
    if entry.table is not None:
        entry.note(entry.table.session, entry.table.course)
    at = Counter({seat: here[link] for seat, link in entry.seats.items()})
    names = {seat: entry.names[link] for seat, link in entry.seats.items() if link in entry.names}
    who = "" if entry.error else attendance(entry.seats, at, opponents, names)
    found = {each: getattr(entry, each) for each in ("name", "language", "stage", "acts", "error", "game")}
    door = {"code": entry.entrance.code, "came": entry.entrance.in_words(entry.seats)}
    return {**found, "title": translated(entry.title), "who": who, "places": seats, **door}


def attendance(at: Iterable[Place], here: Counter[Place], opponents: Mapping[str, str], names: Names = NOBODY) -> str:
    """Return in words who is at a table.

    :param names: of people, by their seats

    >>> attendance(("red", "blue", "", None), Counter({"red": 2, "": 1}), {"blue": "greedy"})
    'Red is here on 2 screens. The computer plays blue (greedy). 1 spectator.'
    """
    said = []
    for place in at:
        number = here[place]
        if place and place in opponents:
            said.append(worded("The computer plays {player} ({policy}).", player=place, policy=opponents[place]))
        elif place:
            said.append(is_here(place, number, names, counts=True))
        elif number:
            said.append(translated("The referee is here.") if place is None else worded("{n:spectator}.", n=number))
    return " ".join(said)
