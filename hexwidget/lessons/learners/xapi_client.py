"""Sending statements of xAPI to a learning record store (LRS)."""

from __future__ import annotations

import json
import threading
from base64 import b64encode
from collections.abc import Iterable
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from hexwidget.lessons.learners.xapi import VERSION
from hexwidget.problems import InputError

BATCH = 100
"""The most statements of one request."""
_LOCAL = ("localhost", "127.0.0.1", "::1")
CANNOT_SEND = "these statements are not sent"


def send_statements(
    made: Iterable[dict[str, Any]], address: str, user: str = "", password: str = "", *, timeout: float = 10
) -> int:
    """Send statements to a learning record store, in requests of at most 100. Return their number.

    :param made: what `statements` returns
    :param address: of the store's xAPI, without "/statements". It begins with https, or names this machine
    :param user: for basic authentication, with ``password``; "": none
    :param timeout: the most seconds for each request
    :raises InputError: if the address is wrong, or the store refuses the statements; the error does not show the password
    """
    parts = urlsplit(address)
    if parts.scheme not in ("http", "https") or not parts.hostname or "@" in parts.netloc:
        what = "expected an address that begins with https://, without a user or a password"
        raise InputError(CANNOT_SEND, what, "address")
    if parts.scheme == "http" and parts.hostname not in _LOCAL:
        what = "over http others can read the learners' work and the password; use an address with https"
        raise InputError(CANNOT_SEND, what, "address")
    listed = list(made)
    for start in range(0, len(listed), BATCH):
        head = {"Content-Type": "application/json", "X-Experience-API-Version": VERSION}
        if user:
            head["Authorization"] = f"Basic {b64encode(f'{user}:{password}'.encode()).decode()}"
        body = json.dumps(listed[start : start + BATCH]).encode()
        request = Request(f"{address.rstrip('/')}/statements", body, head, method="POST")  # noqa: S310, it is http or https
        wrong = _within(request, timeout)
        if wrong:
            sent = f"; {start} of {len(listed)} were sent, and all can be sent again" if start else ""
            raise InputError(CANNOT_SEND, f"{wrong}{sent}", f"{parts.hostname}")
    return len(listed)


class _NoRedirect(HTTPRedirectHandler):
    """Follows no redirection: the password would go to another host."""

    def redirect_request(self, *_: Any) -> None:
        return None


def _within(request: Request, timeout: float) -> str:
    """Send a request. Return the error in words, within a time even if the store answers a byte at a time."""
    answers: list[str] = []
    thread = threading.Thread(target=lambda: answers.append(_post(request, timeout)), daemon=True)
    thread.start()
    thread.join(timeout)
    return answers[0] if answers else f"it has not answered within {timeout:g} seconds"


def _post(request: Request, timeout: float) -> str:
    try:
        with build_opener(_NoRedirect).open(request, timeout=timeout) as answer:
            return "" if answer.status in (200, 204) else f"it answers with status {answer.status}"
    except HTTPError as error:
        more = {401: ": check the user and the password", 403: ": this user may not write", 404: ": check the address"}
        moved = ": give the address that it redirects to" if 300 <= error.code < 400 else ""
        return f"it answers with status {error.code}{more.get(error.code, moved)}"
    except URLError as error:
        return f"it cannot be reached: {getattr(error.reason, 'strerror', None) or error.reason}"
    except (OSError, HTTPException, ValueError) as error:
        return f"it cannot be reached: {type(error).__name__}"
