"""The cookie by which a browser keeps a place: the page exchanges the token of its link for it, and takes the token out of its address.

The cookie holds the token, where no script can read it. Its name has a part of the token's digest, the *key* of the place. The page keeps the key in its
address, so that each tab of a browser that has several places keeps its own.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from hexwidget.problems import InputError
from hexwidget.serving.links import key_in
from hexwidget.serving.pages import NOT_YOURS, TOO_LONG, WRONG, TooLongError, read_json

KEY = 12
"""The letters of a key."""
DAYS = 90
"""The days for which a browser keeps a place."""
WAIT = 429
LONGEST = 1_000
"""The most bytes of a request."""


def is_from(headers: Mapping[str, str], origin: str | None) -> bool:
    """True if a request comes from our own page. Another page might have come by a link, and would play with it."""
    theirs, host = str(headers.get("origin", "")), str(headers.get("host", "none"))
    return theirs == origin if origin else urlsplit(theirs).netloc == host


async def exchange(request: Request, find: Callable[[str], Awaitable[object]], origin: str | None) -> Response:
    """Give the browser the cookie of a token; or, asked for a key, tell if the browser has that cookie.

    :param find: returns the place that the digest of a token leads to, or None; its `InputError` says why a viewer has to wait
    """
    try:
        content = await read_json(request, LONGEST)
    except InputError as error:
        return Response(status_code=TOO_LONG if isinstance(error, TooLongError) else WRONG)
    at = key_in(content, request.cookies)
    try:
        if not is_from(request.headers, origin) or await find(at) is None:
            return Response(status_code=NOT_YOURS)
    except InputError:  # the page asks again by its socket, and is told why
        return Response(status_code=WAIT)
    answer = JSONResponse({"place": at[:KEY]}, headers={"Cache-Control": "no-store"})
    if "place" not in content:  # else the browser has its cookie, and a token beside it was not looked up
        path, age = request.url.path.removesuffix("seat"), DAYS * 86_400
        secure, name = urlsplit(origin or str(request.url)).scheme == "https", f"hexwidget-{at[:KEY]}"
        answer.set_cookie(name, content["token"], age, path=path, secure=secure, httponly=True, samesite="strict")
    return answer
