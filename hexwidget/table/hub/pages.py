"""The pages of the people of a hub, on Starlette: each sees their tables, and an owner seats people at all of them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from hexwidget.english import translated
from hexwidget.problems import InputError
from hexwidget.serving.cookies import is_from
from hexwidget.serving.hub import LOGIN_FIRST, RELOAD, HubUser, page_saying
from hexwidget.serving.pages import HEADERS, NOT_YOURS, WRONG, file_routes, in_words, page_of, read_object
from hexwidget.serving.viewer import LONGEST_MESSAGE
from hexwidget.table import lobby
from hexwidget.table.game_choice import Choosing
from hexwidget.table.hub.seats import checked
from hexwidget.table.hub.tables import HubTables
from hexwidget.table.pages import table_page

TABLE = "/table"
"""The page of a table. What stands behind its ``?`` names the table."""


class HubPages(lobby.Lobby):
    """The page of all tables for owners, the page of a person's own tables, and the page of a table.

    :param origin: of the pages in browsers; None: that of each request
    """

    not_yours = "This page is for the owners of the tables: the hub's admins, and the people they have named."

    def __init__(self, hub: HubTables, choosing: Choosing, owner: str, base: str, origin: str | None) -> None:
        super().__init__(hub, choosing, owner, base)
        self._hub, self._login, self._origin = hub, hub.people.login, origin

    def routes(self) -> list[Route]:
        """Return the routes of the pages."""
        return [
            Route("/", self._login.page(self._mine)),
            Route(TABLE, self._at_table if self._hub.guests else self._login.page(self._table)),
            *file_routes(["mine.js"]),
            Route("/mine", self._by_user(self._listed_for), methods=["GET"]),
            Route("/mine", self._by_user(self._take), methods=["POST"]),
            Route("/owner/tables/{name}/seats", self._answer(self._seat), methods=["POST"]),
            Route(lobby.PATH, self._login.page(self._make_page)),
            *(route for route in super().routes() if self._hub.guests or not route.path.endswith("/links")),
            *self._login.routes(),
        ]

    async def _mine(self, _: Request, user: HubUser) -> Response:
        return page_of(lobby.lobby_page("mine"))

    async def _table(self, _: Request, user: HubUser) -> Response:
        link = f'id="head"><a id="mine" href="./">{translated("Tables")}</a>'
        return page_of(table_page().replace('id="head">', link, 1))

    async def _at_table(self, request: Request) -> Response:
        """Show the page to a guest, who has no name; the others log in."""
        if request.url.query:
            return await self._login.page(self._table)(request)
        return page_of(table_page())

    async def _make_page(self, request: Request, user: HubUser) -> Response:
        return await self._page(request) if user.owns else page_saying(self.not_yours, NOT_YOURS)

    # ------------------------------------------------------------------ a person
    def _by_user(self, answer: Callable[[Request, HubUser], Awaitable[Any]]) -> lobby.Answering:
        """Answer a person who has logged in, on our own page."""

        async def attend(request: Request) -> Response:
            try:
                user = await self._sender(request)
                if user is None:
                    return JSONResponse({"error": in_words(InputError(LOGIN_FIRST, RELOAD))}, NOT_YOURS, HEADERS)
                return JSONResponse(await answer(request, user), headers=HEADERS)
            except InputError as error:
                return JSONResponse({"error": in_words(error)}, WRONG, HEADERS)

        return attend

    async def _sender(self, request: Request) -> HubUser | None:
        """Return the person who sends a request from one of our pages."""
        if request.method != "GET" and not is_from(request.headers, self._origin):
            return None
        return await self._login.user(self._login.ticket(request))

    async def _listed_for(self, _: Request, user: HubUser) -> Any:
        found = [self._entry_for(each, user) for each in self._tables.listed()]
        tables = [each for each in found if each["seat"] or each["free"] or each["watched"]]
        return {"user": user.name, "owns": user.owns, "logout": self._login.logout, "tables": tables}

    def _entry_for(self, listed: dict[str, Any], user: HubUser) -> dict[str, Any]:
        """Return the data of a table for somebody."""
        seats = self._hub.seats(listed["name"])
        mine, free = seats.seat_of(user.name), []
        seat = next((each["called"] for each in listed["places"] if each["link"] == mine), "") if mine else ""
        if seats.free and not mine:
            of_people = [each for each in listed["places"] if each["link"] and not each["opponent"]]
            left = [each for each in of_people if each["link"] not in seats.users]
            free = [{"link": each["link"], "called": each["called"]} for each in left]
        words = {name: listed[name] for name in ("name", "title", "language", "stage", "who")}
        return {**words, "closed": bool(listed["error"]), "seat": seat, "free": free, "watched": seats.watched}

    async def _take(self, request: Request, user: HubUser) -> Any:
        given = await read_object(request, LONGEST_MESSAGE)
        name, seat = str(given.get("table")), str(given.get("link"))
        self._hub.change(name, self._hub.seats(name).taken(seat, user.name, self._seats_of(name)))
        return {}

    # ------------------------------------------------------------------ the owner
    async def admits(self, request: Request) -> bool:
        """True if a request comes from an owner, and from our own page."""
        user = await self._sender(request)
        return user is not None and user.owns

    async def _list(self, request: Request) -> Any:
        found = await super()._list(request)
        for each in found["tables"]:
            seats = self._hub.seats(each["name"])
            each["people"] = {"users": dict(seats.users), "free": seats.free, "watched": seats.watched}
        return {**found, "guests": self._hub.guests}

    async def _seat(self, request: Request) -> Any:
        name = request.path_params["name"]
        self._hub.change(name, checked(await read_object(request, LONGEST_MESSAGE), self._seats_of(name)))
        return {}

    def _seats_of(self, name: str) -> set[str]:
        """Return the seats of people at a table, by the places of their links.

        :raises InputError: if there is no such table
        """
        for each in self._tables.listed():
            if each["name"] == name:
                return {at["link"] for at in each["places"] if at["link"] and not at["opponent"]}
        raise InputError("no such table", "it may be closed; load this page again", "table")
