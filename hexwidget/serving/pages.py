"""The pages and files of a server, on Starlette."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterable
from html import escape
from typing import Any

import segno
from starlette.requests import HTTPConnection, Request
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.routing import Route

from hexwidget.english import capital, translated
from hexwidget.jsontext import parse_json
from hexwidget.languages import catalogue_now, language
from hexwidget.problems import InputError, is_line, shown
from hexwidget.widget.frontend import STATIC

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src data: blob:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-cache",  # a browser asks each time if a file has changed
}
UNREADABLE = "this cannot be read"
WRONG, NOT_YOURS, TOO_LONG, AWAY = 400, 403, 413, 503
PATIENCE = 10.0
"""The seconds in which a request has to bring all of its content."""

LONGEST_ADDRESS = 300


class TooLongError(InputError):
    """A request brings too much."""


def app_page(title: str, styles: Iterable[str], script: str, body: str) -> str:
    """Return a page of the front end, in the language that is spoken. Its words come with it; the English ones stand in its script.

    :param styles: the names of its style sheets
    :param script: the name of its script
    """
    meta = '<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">'
    links = "".join(f'<link rel="stylesheet" href="{style}.css">' for style in styles)
    head = f'{meta}\n<title>{title}</title><link rel="icon" href="data:,">{links}\n<script type="module" src="{script}.js"></script>'
    found = catalogue_now()
    words = json.dumps({"language": found.code, "said": found.served}, default=dict) if found else ""
    brought = f' data-words="{escape(words)}"' if words else ""
    body = f"<body{brought}>{body}\n<noscript>{translated('This page needs JavaScript.')}</noscript></body>"
    return f'<!doctype html>\n<html lang="{language()}"><head>{head}</head>\n{body}</html>\n'


def page_of(text: str) -> Response:
    """Return the answer that brings a page."""
    return HTMLResponse(text, headers=HEADERS)


def code_picture(address: object) -> str:
    """Return the QR code of an address as an SVG image in a ``data:`` address. It is dark on light, with its margin, in any theme.

    :raises InputError: if it is no address
    """
    if not is_line(address, LONGEST_ADDRESS, 1):
        raise InputError("that cannot be drawn", f"expected an address of at most {LONGEST_ADDRESS} characters")
    return str(segno.make(address, micro=False).svg_data_uri(light="#fff", omitsize=True))


def page_route(path: str, make: Callable[[], str]) -> Route:
    """Return the route of a page that is the same for all."""

    async def page(_: Request) -> Response:
        return page_of(make())

    return Route(path, page)


def file_routes(names: Iterable[str], *, below: str = "/") -> list[Route]:
    """Return the routes of files of the front end.

    :param below: the path of the page that asks for them
    """

    async def file(request: Request) -> Response:
        return FileResponse(STATIC / request.url.path.rpartition("/")[2], headers=HEADERS)

    return [Route(f"{below}{name}", file) for name in names]


async def read_json(request: Request, longest: int) -> Any:
    """Return the JSON value that a request brings.

    :param longest: the most bytes of it
    :raises TooLongError: if it is too long
    :raises InputError: if it is not JSON
    """
    data = bytearray()
    try:
        async with asyncio.timeout(PATIENCE):
            async for part in request.stream():
                data += part
                if len(data) > longest:
                    raise TooLongError(UNREADABLE, f"it has more than {longest:,} bytes")
    except TimeoutError:
        raise InputError(UNREADABLE, "it has not come in time") from None
    try:
        return parse_json(data.decode())
    except ValueError as error:
        raise InputError(UNREADABLE, str(error)) from None


async def read_object(request: Request, longest: int) -> dict[str, Any]:
    """Return the JSON object that a request brings; see `read_json`."""
    found = await read_json(request, longest)
    if not isinstance(found, dict):
        raise InputError(UNREADABLE, f"expected an object, not {shown(found)}")
    return found


def address_of(asked: HTTPConnection) -> str:
    """Return the address that a request comes from."""
    return asked.client.host if asked.client else ""


def in_words(error: InputError) -> str:
    """Return an error as a sentence of a page."""
    title, problems = error.said
    return f"{capital(title)}: {'; '.join(map(str, problems))}."
