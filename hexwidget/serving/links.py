"""Links: each has a token behind its address, which opens a place."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from hexwidget.widget.audience import SPECTATORS
from hexwidget.widget.connections.intents import Role

TOKEN = 24
"""The random bytes of a token: 192 bits."""
Place = str | None
"""A place that a link opens: a player's seat by their name, `SPECTATORS`, or None: the referee's desk."""


def digest(token: str) -> str:
    """Return the digest of a token. Nobody finds the token by it."""
    return sha256(token.encode("utf-8", "replace")).hexdigest()


def role_of(place: Place) -> Role:
    """Return the role of those at a place."""
    return "referee" if place is None else "player" if place != SPECTATORS else "spectator"


def key_in(content: Any, cookies: Mapping[str, str]) -> str:
    """Return the digest of the token that a message names: by itself, or by the key of a cookie. Empty without one."""
    found = content if isinstance(content, Mapping) else {}
    token, key = found.get("token"), found.get("place")
    if isinstance(key, str):
        token = cookies.get(f"hexwidget-{key}")
    return digest(token) if isinstance(token, str) else ""
