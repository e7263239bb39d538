"""The link of the owner of tables: ``owner.json`` has the digest of its token, ``owner.link.json`` the token."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from secrets import token_urlsafe

from hexwidget.files.entries import entries_text, read_entries
from hexwidget.problems import InputError
from hexwidget.serving.links import TOKEN, digest
from hexwidget.store.store import Store

FORMAT = "hexwidget.tables/1"
"""The format of texts of all tables."""
OWNER, OWNERS_LINK = "owner.json", "owner.link.json"


@dataclass(frozen=True)
class _Owner:
    """The owner's token, or its digest."""

    owner: str


def owners_link(store: Store, *, new_link: bool) -> tuple[str, str | None]:
    """Return the digest of the owner's token, and the token; None if it is not kept. A missing token is made.

    :param new_link: make another one
    :raises InputError: if a text cannot be read or written
    """
    with store.changing("owner"):
        found = None if new_link else owner(store)
        if found is not None:
            return found
        token = token_urlsafe(TOKEN)
        with store.undone(OWNERS_LINK):
            store.write(OWNERS_LINK, entries_text(_Owner(token), FORMAT))
            store.write(OWNER, entries_text(_Owner(digest(token)), FORMAT))
        return digest(token), token


def owner(store: Store) -> tuple[str, str | None] | None:
    """Return the digest of the owner's token, and the token if it is kept; None without them.

    :raises InputError: if the digest cannot be read
    """
    text = store.read(OWNER)
    if text is None:
        return None
    title, remedy = f"{store.called(OWNER)} cannot be read", "--new-links gives another link"
    known = read_entries(_Owner, text, title, FORMAT, remedy=remedy).owner
    with suppress(InputError):
        token = read_entries(_Owner, store.read(OWNERS_LINK) or "", "", FORMAT).owner
        return known, token if digest(token) == known else None
    return known, None
