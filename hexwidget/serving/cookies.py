"""The cookie by which a browser keeps a place: the page exchanges the token of its link for it, and takes the token out of its address.

The cookie holds the token, where no script can read it. Its name has a part of the token's digest, the *key* of the place. The page keeps the key in its
address, so that each tab of a browser that has several places keeps its own.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from hexwidget.jsontext import parse_json
from hexwidget.problems import InputError
from hexwidget.serving.links import digest

KEY = 12
"""The letters of a key."""
DAYS = 90
"""The days for which a browser keeps a place."""
LONGEST = 1_000
"""The most bytes of a request."""


def is_from(headers: Mapping[str, str], origin: str | None) -> bool:
    """True if a request comes from our own page. Another page might have come by a link, and would play with it."""
    theirs, host = str(headers.get("origin", "")), str(headers.get("host", "none"))
    return theirs == origin if origin else urlsplit(theirs).netloc == host


def key_in(content: Any, cookies: Mapping[str, str]) -> str:
    """Return the digest of the token that a message names: by itself, or by the key of a cookie. Empty without one."""
    found = content if isinstance(content, Mapping) else {}
    token, key = found.get("token"), found.get("place")
    if isinstance(key, str):
        token = cookies.get(f"hexwidget-{key}")
    return digest(token) if isinstance(token, str) else ""


async def exchange(request: Request, find: Callable[[str], Awaitable[object]], origin: str | None) -> Response:
    """Give the browser the cookie of a token; or, asked for a key, tell if the browser has that cookie.

    :param find: returns the place that the digest of a token leads to, or None; its `InputError` says why a viewer has to wait
    """
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > LONGEST:
            return Response(status_code=413)
    try:
        content = parse_json(body.decode())
    except ValueError:
        return Response(status_code=400)
    at = key_in(content, request.cookies)
    try:
        if not is_from(request.headers, origin) or await find(at) is None:
            return Response(status_code=403)
    except InputError:  # the page asks again by its socket, and is told why
        return Response(status_code=429)
    answer = JSONResponse({"place": at[:KEY]}, headers={"Cache-Control": "no-store"})
    if "token" in content:
        answer.set_cookie(
            f"hexwidget-{at[:KEY]}",
            content["token"],
            max_age=DAYS * 86_400,
            path=request.url.path.removesuffix("seat"),
            secure=urlsplit(origin or str(request.url)).scheme == "https",
            httponly=True,
            samesite="strict",
        )
    return answer
