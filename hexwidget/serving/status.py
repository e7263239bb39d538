"""The pages that tell the owner of a server how it is, on Starlette: ``/owner/status``, and ``/metrics`` for Prometheus."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from hexwidget.problems import InputError
from hexwidget.serving.admission import Tries
from hexwidget.serving.channels import Channels
from hexwidget.serving.links import digest
from hexwidget.serving.metrics import Metrics
from hexwidget.serving.pages import HEADERS, NOT_YOURS, address_of, in_words

PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8"
Answer = Callable[[Request], Awaitable[Response]]
Opens = Callable[[str], bool]
"""Tells if the digest of a token is that of the owner."""


async def is_owner(request: Request, opens: Opens, tries: Tries) -> bool:
    """True if a request has the owner's token.

    :raises InputError: if too many wrong ones came from its address
    """

    async def find(credential: str) -> bool | None:
        return True if opens(credential) else None

    token = request.headers.get("authorization", "").removeprefix("Bearer ")
    return await tries.admitted(find, address_of(request), digest(token)) is not None


def status_routes(
    channels: Channels, figures: Metrics, opens: Opens, *, metrics: bool, is_behind: bool
) -> list[BaseRoute]:
    """Return the routes of the pages.

    :param metrics: True: there is a page for Prometheus
    :param is_behind: True if a proxy stands before the server
    """

    async def status(request: Request) -> Response:
        return JSONResponse(figures.status(channels), headers=HEADERS)

    async def measured(request: Request) -> Response:
        return PlainTextResponse(figures.prometheus_text(channels), headers={**HEADERS, "Content-Type": PROMETHEUS})

    def guarded(answer: Answer, *, also_near: bool) -> Answer:
        async def guard(request: Request) -> Response:
            try:
                near = also_near and "authorization" not in request.headers and is_near(request, is_behind=is_behind)
                if not near and not await is_owner(request, opens, channels.viewers.tries):
                    return PlainTextResponse("This needs the owner's token.\n", NOT_YOURS, HEADERS)
            except InputError as error:
                return PlainTextResponse(f"{in_words(error)}\n", NOT_YOURS, HEADERS)
            return await answer(request)

        return guard

    found: list[BaseRoute] = [Route("/owner/status", guarded(status, also_near=False))]
    return [*found, Route("/metrics", guarded(measured, also_near=True))] if metrics else found


def is_near(request: Request, *, is_behind: bool) -> bool:
    """True if a request comes from this machine, and no proxy of this machine has passed it on for somebody else.

    Pages of other sites are kept out by the host that a request names: that of a page whose name leads to this machine is another one.
    """
    host = urlsplit(f"//{request.headers.get('host', '')}").hostname or ""
    return not is_behind and _is_loopback(address_of(request)) and (host == "localhost" or _is_loopback(host))


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False
