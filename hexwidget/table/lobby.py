"""The page of the owner of a folder of tables, on Starlette: tables are made, listed, given new links, and closed.

The page sends the owner's token with each request, in a header that no other site can make a browser send.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from hmac import compare_digest
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from hexwidget.english import translated
from hexwidget.problems import InputError, shown
from hexwidget.refusals import Refusal
from hexwidget.serving import pages
from hexwidget.serving.app import Site
from hexwidget.serving.links import Place
from hexwidget.serving.messages import WISH_FAILED
from hexwidget.serving.server import FOR_ALL, ServerOptions
from hexwidget.serving.status import is_owner
from hexwidget.serving.viewer import LONGEST_MESSAGE
from hexwidget.table.game_choice import Choosing
from hexwidget.table.pages import table_pages
from hexwidget.table.tables import Tables
from hexwidget.widget.host import log

PATH = "/make"
FILES = ("lobby.js", "lobby.css")
FAILED = 500
Answering = Callable[[Request], Awaitable[Any]]


def lobby_page(script: str) -> str:
    """Return the page of the owner ("lobby"), and in a hub that of each person ("mine")."""
    body = f'<p id="said" role="status">{translated("Connecting …")}</p><main id="lobby"></main>'
    return pages.app_page(f"{translated('Tables')} · hexwidget", ["lobby"], script, body)


class Lobby:
    """The owner's page.

    :param owner: the digest of the owner's token
    :param base: the address of the tables' page, for links
    """

    not_yours = "This link does not open the page of all tables. The server has printed another one."

    def __init__(self, tables: Tables, choosing: Choosing, owner: str, base: str) -> None:
        self._tables = tables
        self._choosing = choosing
        self._owner = owner
        self._base = base
        self._drawing = asyncio.Lock()
        self._making = asyncio.Lock()

    def site(self, options: ServerOptions) -> Site:
        """Return the pages of a server of all tables."""
        entrance, picture = self._answer(self._turn_entrance), self._answer(self._code_picture)
        own = [Route("/owner/tables/{name}/entrance", entrance, methods=["POST"])]
        own += [Route("/owner/picture", picture, methods=["POST"])]
        routes: list[BaseRoute] = [*own, *self.routes(), *table_pages()]
        return Site(routes, origin=options.origin, opens=self.opens, metrics=options.metrics)

    def routes(self) -> list[Route]:
        """Return the routes of the page."""
        table = "/owner/tables/{name}"
        return [
            Route(PATH, self._page),
            *pages.file_routes(FILES),
            Route("/owner/tables", self._answer(self._list), methods=["GET"]),
            Route("/owner/tables", self._answer(self._make), methods=["POST"]),
            Route(table, self._answer(self._put_away), methods=["DELETE"]),
            Route(f"{table}/links", self._answer(self._links), methods=["GET"]),
            Route(f"{table}/links", self._answer(self._renew), methods=["POST"]),
            Route("/owner/scenarios", self._answer(self._scenarios), methods=["GET"]),
            Route("/owner/scenarios/{name:path}", self._answer(self._scenario), methods=["GET"]),
            Route("/owner/pictures/{theme}/{name:path}", self._answer(self._picture), methods=["GET"]),
        ]

    async def _page(self, _: Request) -> Response:
        return pages.page_of(lobby_page("lobby"))

    async def admits(self, request: Request) -> bool:
        """True if a request comes from the owner.

        :raises InputError: if that cannot be told now
        """
        return await is_owner(request, self.opens, self._tables.viewers.tries)

    def _answer(self, answering: Answering) -> Callable[[Request], Awaitable[Response]]:
        """Answer the owner; tell others, and about errors, in words."""

        async def answer(request: Request) -> Response:
            try:
                if not await self.admits(request):
                    return JSONResponse({"error": translated(self.not_yours)}, pages.NOT_YOURS, pages.HEADERS)
                found = await answering(request)
            except InputError as error:
                return JSONResponse({"error": pages.in_words(error)}, pages.WRONG, pages.HEADERS)
            except Refusal as error:
                return JSONResponse({"error": str(error)}, pages.WRONG, pages.HEADERS)
            except Exception:  # a rule system of others may fail in any way
                log().exception("a request of the owner of tables failed")
                return JSONResponse({"error": translated(WISH_FAILED)}, FAILED, pages.HEADERS)
            return found if isinstance(found, Response) else JSONResponse(found, headers=pages.HEADERS)

        return answer

    def opens(self, door: str) -> bool:
        """True if the digest of a token is that of the owner."""
        return compare_digest(door, self._owner)

    # ------------------------------------------------------------------ tables
    async def _list(self, _: Request) -> Any:
        remedy = FOR_ALL if self._base else "start the Jupyter server again with --ip 0.0.0.0"
        return {"tables": self._tables.listed(), "base": self._base, "remedy": remedy}

    async def _make(self, request: Request) -> Any:
        given = await pages.read_object(request, LONGEST_MESSAGE)
        async with self._making:  # a name is free until its table is made
            found, opponents = await asyncio.to_thread(self._choosing.chosen, given)
            return {"made": self._tables.make(found, str(given["scenario"]).replace("/", "-"), opponents)}

    async def _put_away(self, request: Request) -> Any:
        await self._tables.put_away(request.path_params["name"])
        return {}

    async def _turn_entrance(self, request: Request) -> Any:
        given = await pages.read_object(request, LONGEST_MESSAGE)
        self._tables.turn_entrance(request.path_params["name"], is_open=given.get("open") is True)
        return {}

    async def _code_picture(self, request: Request) -> Any:
        return {"image": pages.code_picture((await pages.read_object(request, LONGEST_MESSAGE)).get("address"))}

    async def _links(self, request: Request) -> Any:
        tokens = self._tables.tokens(request.path_params["name"])
        return {"links": [{"place": place, "token": token} for place, token in tokens.items()]}

    async def _renew(self, request: Request) -> Any:
        given = await pages.read_object(request, LONGEST_MESSAGE)
        place: Place = given.get("place", "the place is missing")
        if not isinstance(place, str | None):
            raise InputError("no such place", f"expected a name or null, not {shown(place)}", "place")
        await self._tables.renew(request.path_params["name"], place)
        return await self._links(request)

    # ------------------------------------------------------------------ what can be played
    async def _scenarios(self, _: Request) -> Any:
        return {"systems": await asyncio.to_thread(self._choosing.systems)}

    async def _scenario(self, request: Request) -> Any:
        return self._choosing.described(request.path_params["name"])

    async def _picture(self, request: Request) -> Any:
        async with self._drawing:  # the library that draws belongs to a thread, and idle threads are taken first
            asked = request.path_params["name"], request.path_params["theme"]
            kind, data = await asyncio.to_thread(self._choosing.picture, *asked)
        return Response(data, media_type=kind, headers=pages.HEADERS)
