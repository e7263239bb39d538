"""The entrance of a table: who types its code takes a seat that nobody has, or looks on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, Any

from hexwidget.english import capital, translated
from hexwidget.files.entries import entries_text
from hexwidget.languages import in_its_language, speaking
from hexwidget.problems import InputError
from hexwidget.rules.hints import WRITTEN
from hexwidget.serving.entry_codes import KeptEntrance, checked_name
from hexwidget.serving.links import Place
from hexwidget.store.store import AwayError
from hexwidget.table.storage import ENTRANCE, FORMAT, KeptTable, called
from hexwidget.widget.host import log

JUST_TAKEN = "somebody has just taken it; load this page again"
ALIKE = "If that is you, open your own link. If not, add a letter to your name"


@dataclass(frozen=True)
class SeatsByCode(KeptEntrance):
    """The things that are kept of a table's entrance.

    :param names: of those who have come in, by the places of their links; empty for those who have come by a link
    """

    names: Annotated[dict[str, str], WRITTEN] = field(default_factory=dict)

    def in_words(self, seats: Mapping[Place, Place]) -> list[str]:
        """Return the names, each with its seat."""
        known = ((self.names.get(link or ""), seat) for seat, link in seats.items())
        return [f"{name} ({translated(seat or '')})" for name, seat in known if name]

    def taken(self, link: Place, name: object) -> SeatsByCode:
        """Return the entrance after somebody has taken the place of a link. Nobody asks spectators for a name.

        :raises InputError: in words for them
        """
        if not link:
            return self
        if link in self.names:
            raise InputError("this seat is not free", JUST_TAKEN)
        return replace(self, names={**self.names, link: checked_name(name, self.names.values(), ALIKE)})

    def visited(self, link: Place) -> SeatsByCode:
        """Return the entrance after somebody has come by a link: their seat is not free while they are away."""
        return self if not link or link in self.names else replace(self, names={**self.names, link: ""})

    def freed(self, link: Place) -> SeatsByCode:
        """Return the entrance after somebody has lost the place of a link."""
        return replace(self, names={each: name for each, name in self.names.items() if each != link})


CLOSED_DOOR = SeatsByCode()


@dataclass(frozen=True)
class TableEntrance:
    """The entrance of a table; see `hexwidget.serving.entry_codes.Entrance`.

    :param path: of the table's page, behind the address of all
    :param free: the places of the links by the seats that nobody has
    :param take: keeps that somebody has taken the place of a link, and returns its token
    :param language: that of the game
    """

    title: str
    path: str
    free: Mapping[Place, Place]
    take: Callable[[Place, object], str]
    language: str

    @in_its_language
    def about(self) -> dict[str, Any]:
        """Return the title, and the seats that are free."""
        seats = [
            {"place": seat, "called": capital(translated(called(seat))) if seat else translated("Look on")}
            for seat in self.free
        ]
        return {"title": translated(self.title), "language": self.language, "path": self.path, "seats": seats}

    async def admit(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Give somebody a seat."""
        seat = given.get("seat")
        with speaking(self.language):
            if not isinstance(seat, str) or seat not in self.free:
                raise InputError("this seat is not free", JUST_TAKEN)
            return {"token": self.take(self.free[seat], given["name"])}


def read_entrance(where: KeptTable) -> SeatsByCode:
    """Read the entrance of a table. Without one, or if it cannot be read, the door is closed.

    :raises AwayError: if the store does not answer
    """
    try:
        return where.read_as(SeatsByCode, ENTRANCE) or CLOSED_DOOR
    except AwayError:
        raise
    except InputError as error:
        log().error("%s", error)
        return CLOSED_DOOR


def write_entrance(where: KeptTable, entrance: SeatsByCode) -> None:
    """Write the entrance of a table.

    :raises InputError: if that fails; then all is as it was before
    """
    where.write(ENTRANCE, entries_text(entrance, FORMAT))
