"""The login of a service of JupyterHub, on Starlette. Any service can use it.

`jupyterhub.services.auth.HubOAuth` asks the hub. The browser keeps the hub's token in a cookie that no script can read, for the path of the
service alone.
"""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from hmac import compare_digest
from html import escape
from socket import socket
from threading import Thread
from time import monotonic, sleep
from typing import Any
from urllib.parse import urlencode, urlsplit

from jupyterhub.services.auth import HubOAuth
from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route
from tornado.web import HTTPError

from hexwidget.english import translated
from hexwidget.languages import language
from hexwidget.problems import InputError, Problem
from hexwidget.serving.admission import Viewers
from hexwidget.serving.background import Act
from hexwidget.serving.close_codes import CloseCode
from hexwidget.serving.links import Place
from hexwidget.serving.pages import AWAY, HEADERS, NOT_YOURS, in_words
from hexwidget.serving.server import check_origin, listening, own_address

KNOWN_FOR = 30
"""The seconds for which an answer of the hub about a person counts."""
MOST_KNOWN = 10_000
"""The most people who are kept in mind."""
DAYS = 14
"""The days for which a browser keeps the login. The hub's own is as long."""
HANDSHAKE = 600
"""The seconds in which somebody has to log in."""
BY_NAME = "hub "
"""The beginning of the credential of a user of the hub. The digest of a token has no such letters."""
LOGIN_FIRST, RELOAD = "you are not logged in", "load this page again"
SESSION = "jupyterhub-session-id"
"""The cookie of the hub that changes when somebody logs out of it."""
TOKEN = re.compile(r"[\w.~-]{1,500}")
CALLBACK = "/oauth_callback"
PAGE = """<!doctype html>
<html lang="{language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>hexwidget</title><link rel="icon" href="data:,"><link rel="stylesheet" href="lobby.css"></head>
<body><main><p>{words}</p><p><a href="./">{login}</a></p></main></body></html>
"""
NO_HUB = "this is no service of a JupyterHub"
MANAGED = "JUPYTERHUB_SERVER_NAME"
"""A variable that the hub sets for what it starts. Programs such as systemd have no reason to set it."""
IN_USE = "the hub sets this port: end what listens there, such as the service of a hub that was killed, or change the service's url"
LOOK = 0.5
"""The seconds between two looks if the hub still runs, and at the people who are here."""


@dataclass(frozen=True)
class Service:
    """The place of a service, as the hub says it.

    :param prefix: its path, such as "/services/tables/"
    :param url: the address where it listens
    :param public: its address in browsers; empty: the hub does not know it
    :param managed: True if the hub has started this process, and not another program, such as systemd
    """

    prefix: str
    url: str
    public: str = ""
    managed: bool = False

    @classmethod
    def read(cls, environment: Mapping[str, str] = os.environ) -> Service:
        """Read the place from the environment.

        :raises InputError: if the hub has not set it
        """
        needed = ("JUPYTERHUB_API_TOKEN", "JUPYTERHUB_SERVICE_PREFIX", "JUPYTERHUB_SERVICE_URL", "JUPYTERHUB_CLIENT_ID")
        if missing := [Problem(name, "the environment lacks it") for name in needed if not environment.get(name)]:
            what = "let the hub start the command as a service with a url, or set what the hub would set"
            raise InputError(NO_HUB, [*missing, Problem("--hub", what)])
        prefix, url = environment["JUPYTERHUB_SERVICE_PREFIX"], environment["JUPYTERHUB_SERVICE_URL"]
        public, managed = environment.get("JUPYTERHUB_PUBLIC_URL", ""), MANAGED in environment
        return cls(f"/{prefix.strip('/')}/", url, public, managed)

    @property
    def bound(self) -> tuple[str, int]:
        """The host and port to listen at.

        :raises InputError: if the service's URL has none
        """
        try:
            parts = urlsplit(self.url)
            if parts.scheme == "http" and parts.hostname and parts.port:
                return parts.hostname, parts.port
        except ValueError:
            pass
        what = f'expected a url such as "http://127.0.0.1:10101", not {self.url!r}'
        raise InputError(NO_HUB, what, "JUPYTERHUB_SERVICE_URL")

    @property
    def origin(self) -> str | None:
        """The origin of the pages in browsers; None: that of each request."""
        parts = urlsplit(self.public)
        return f"{parts.scheme}://{parts.netloc}" if parts.netloc else None

    @contextmanager
    def listen(self, origin: str | None) -> Iterator[HubSocket]:
        """Wait for viewers within a block.

        This process ends soon after the hub that has started it. Else it would keep the port from the next hub's service.

        :param origin: of the pages in browsers, if the owner names it
        :raises InputError: if that is impossible
        """
        origin, prefix = origin or self.origin, self.prefix.rstrip("/")
        check_origin(origin)
        if self.managed:
            Thread(target=_end_after, args=(os.getppid(),), name="hexwidget hub", daemon=True).start()
        with listening(*self.bound, IN_USE) as bound:
            own = own_address(bound)
            yield HubSocket(bound, f"{own}{prefix}", f"{origin or own}{prefix}", origin, prefix)


@dataclass(frozen=True)
class HubSocket:
    """The socket of a service that runs.

    :param bound: it
    :param own: the address of the service for people on its own machine
    :param base: its address in browsers
    :param origin: of the pages in browsers; None: that of each request
    :param prefix: the path of all pages
    """

    bound: socket
    own: str
    base: str
    origin: str | None
    prefix: str


def _end_after(parent: int) -> None:
    while os.getppid() == parent:
        sleep(LOOK)
    os.kill(os.getpid(), signal.SIGINT)


@dataclass(frozen=True)
class HubUser:
    """A person who has logged in.

    :param name: in the hub
    :param owns: True for an admin of the hub, and for a member of a group that the owner names
    """

    name: str
    owns: bool


class HubLogin:
    """The login with the hub.

    :param groups: the groups of the hub whose members own what the service shows, beside the hub's admins
    :param origin: of the pages in browsers; None: that of each request
    """

    def __init__(self, service: Service, groups: Sequence[str] = (), origin: str | None = None) -> None:
        self._auth = HubOAuth(base_url=service.prefix, cache_max_age=KNOWN_FOR)
        self._groups = frozenset(groups)
        self._origin = origin
        self._last: dict[str, HubUser] = {}
        """The people that the hub knew when it was asked last, by their tickets."""

    @property
    def logout(self) -> str:
        """The address that logs out of the hub, and so of the service."""
        return f"{self._auth.hub_host}{self._auth.hub_prefix}logout"

    def routes(self) -> list[Route]:
        """Return the route by which the hub sends people back."""
        return [Route(CALLBACK, self._come_back)]

    # ------------------------------------------------------------------ who it is
    def ticket(self, asked: HTTPConnection) -> str:
        """Return the ticket that a browser shows for its person; empty: it shows none."""
        token = asked.cookies.get(self._auth.cookie_name, "")
        session = asked.cookies.get(SESSION, "")
        return f"{session}:{token}" if TOKEN.fullmatch(token) else ""

    async def user(self, ticket: str) -> HubUser | None:
        """Return the person of a ticket; None if the hub knows none, or does not let them use this service.

        :raises InputError: if the hub does not answer
        """
        session, _, token = ticket.rpartition(":")
        if not token:
            return None
        try:
            model = await self._auth.user_for_token(token, session_id=session, sync=False)
        except HTTPError as error:
            raise InputError("the hub does not answer", "try again in a moment; what is open goes on") from error
        user = self._admitted(model)
        self._last.pop(ticket, None)
        if user is not None:  # false tickets must not drive out those of people who are here
            self._last[ticket] = user
        while len(self._last) > MOST_KNOWN:
            self._last.pop(next(iter(self._last)))
        return user

    def last(self, ticket: str) -> HubUser | None:
        """Return the person that the hub last knew by a ticket, without asking again."""
        return self._last.get(ticket)

    def _admitted(self, model: Mapping[str, Any] | None) -> HubUser | None:
        if model is None or model.get("kind") != "user" or not isinstance(model.get("name"), str):
            return None
        if not self._auth.check_scopes(self._auth.access_scopes, {"scopes": model.get("scopes", ())}):
            return None
        owns = model.get("admin") is True or not self._groups.isdisjoint(model.get("groups") or ())
        return HubUser(model["name"], owns)

    # ------------------------------------------------------------------ pages
    def page(
        self, answer: Callable[[Request, HubUser], Awaitable[Response]]
    ) -> Callable[[Request], Awaitable[Response]]:
        """Return a page that people see when they have logged in."""

        async def attend(request: Request) -> Response:
            try:
                user = await self.user(self.ticket(request))
            except InputError as error:
                return page_saying(in_words(error), AWAY)
            return await answer(request, user) if user else self._send_to_hub(request)

        return attend

    def _send_to_hub(self, request: Request) -> Response:
        """Send a browser to the hub, which sends it back with a code."""
        auth = self._auth
        verifier, challenge, method = auth.generate_pkce_code_challenge()
        wanted = request.url.path + (f"?{request.url.query}" if request.url.query else "")
        state = auth.generate_state(wanted, code_verifier=verifier)
        more = urlencode({"state": state, "code_challenge": challenge, "code_challenge_method": method})
        answer = RedirectResponse(f"{auth.login_url}&{more}", 302, {"Cache-Control": "no-store"})
        self._set(answer, request, self._state_cookie(state), state, HANDSHAKE)
        return answer

    def _state_cookie(self, state: str) -> str:
        return f"{self._auth.state_cookie_name}-{state[:8]}"  # several tabs may log in at once

    async def _come_back(self, request: Request) -> Response:
        """Exchange the code of the hub for a token, and go to the page that was wanted."""
        auth, given = self._auth, request.query_params
        state, code = given.get("state", ""), given.get("code", "")
        verifier = auth.get_code_verifier(state)
        kept = request.cookies.get(self._state_cookie(state), "") if verifier else ""
        if not code or not state or not compare_digest(kept.encode(), state.encode()):
            return page_saying("This login has lapsed.", NOT_YOURS)
        wanted = auth.get_next_url(state)
        auth.clear_oauth_state(state)
        try:
            token = await auth.token_for_code(code, code_verifier=verifier, sync=False)
            user = await self.user(f"{request.cookies.get(SESSION, '')}:{token}")
        except HTTPError:
            return page_saying("The hub did not take this login.", NOT_YOURS)
        except InputError as error:
            return page_saying(in_words(error), AWAY)
        if user is None:
            return page_saying("The hub does not let this account use these pages.", NOT_YOURS)
        answer = RedirectResponse(wanted, 302, {"Cache-Control": "no-store"})
        answer.delete_cookie(self._state_cookie(state), auth.cookie_path)
        self._set(answer, request, auth.cookie_name, token, DAYS * 86_400)
        return answer

    def _set(self, answer: Response, request: Request, name: str, value: str, seconds: int) -> None:
        secure = urlsplit(self._origin or str(request.url)).scheme == "https" or self._auth.cookie_host_prefix_enabled
        path = self._auth.cookie_path
        answer.set_cookie(name, value, seconds, path=path, secure=secure, httponly=True, samesite="lax")


class HubPeople:
    """The people of a hub who are in the channels of a server. A credential of theirs holds their ticket, and a word for what they want to
    see. While the hub does not answer, they stay.

    :param viewers: those of the server
    :param may_stay: tells if a person may stay at a place, to which a credential has led
    """

    def __init__(self, login: HubLogin, viewers: Viewers, may_stay: Callable[[HubUser, Place, str], bool]) -> None:
        self.login = login
        self._viewers, self._may_stay = viewers, may_stay
        self.next_question: float = 0.0
        """The moment at which the hub is asked again."""

    def credential(self, connection: HTTPConnection, word: str) -> str:
        """Return the credential of a person.

        :param word: without a space
        """
        return f"{BY_NAME}{self.login.ticket(connection)} {word}"

    async def user(self, credential: str) -> HubUser:
        """Return the person who comes.

        :raises InputError: if they have not logged in, or the hub does not answer
        """
        user = await self.login.user(parts(credential)[0]) if credential.startswith(BY_NAME) else None
        if user is None:
            raise InputError(LOGIN_FIRST, RELOAD)
        return user

    async def look(self) -> None:
        """Show those out who may stay no more, and ask the hub about the people who are here, if it is time. A slow hub delays no removal."""
        for outbox, place, credential in self._viewers.here():
            if credential.startswith(BY_NAME):
                user = self.login.last(parts(credential)[0])
                if user is None or not self._may_stay(user, place, credential):
                    outbox.cut(CloseCode.MOVED)
        await self._ask()

    async def _ask(self) -> None:
        tickets = {parts(by)[0] for _, _, by in self._viewers.here() if by.startswith(BY_NAME)}
        if not tickets or monotonic() < self.next_question:
            return
        for ticket in tickets:
            try:
                await self.login.user(ticket)
            except InputError:
                break
        self.next_question = monotonic() + KNOWN_FOR

    def tasks(self) -> Sequence[tuple[str, Act, float]]:
        """Look at the people again and again."""
        return [("the look at the people of the hub", self.look, LOOK)]


def parts(credential: str) -> tuple[str, str]:
    """Return the ticket and the word of a credential."""
    ticket, _, word = credential.removeprefix(BY_NAME).rpartition(" ")
    return ticket, word


def page_saying(words: str, status: int) -> Response:
    """Return a page that says something."""
    words, login = escape(translated(words)), translated("Log in")
    return HTMLResponse(PAGE.format(words=words, login=login, language=language()), status, HEADERS)
