"""The choices that are sent ahead of a click, so that a board need not ask for them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache

from hexwidget.rules import Choice, Choices, Draft, Rulebook
from hexwidget.scene.encode import Wire
from hexwidget.widget.encode import encode

PREFETCH_BYTES = 256_000
"""The most bytes of choices that travel ahead with a revision. The kernel answers the other drafts when a view asks."""

Ask = Callable[[Draft], Choices]
Arrange = Callable[[list[Choice]], None]
"""A function that puts the pieces that wait in order: the first one is the next."""


def branches(
    root: Choices, ask: Ask, rulebook: Rulebook, most: int | None = None, arrange: Arrange | None = None
) -> Iterator[Wire]:
    """Yield the choices behind each piece that can be picked up, plain and with each switch, as far as there is room.

    :param most: the most bytes; None: `PREFETCH_BYTES`
    :param arrange: called before each piece is taken; None: the pieces are taken in the order of the choices
    """
    spent = 0
    ask = cache(ask)  # each piece is asked for twice: for its own choices and for its switches
    for draft in _drafts_ahead(root, ask, arrange):
        choices = ask(draft)
        # The pieces are the same in every branch; the front end takes them from the root.
        options = tuple(option for option in choices.options if option.kind != "piece")
        encoded = encode(replace(choices, options=options), rulebook)
        spent += _size(encoded)
        if spent > (PREFETCH_BYTES if most is None else most):
            return
        yield encoded


def _drafts_ahead(root: Choices, ask: Ask, arrange: Arrange | None) -> Iterator[Draft]:
    waiting = [o for o in root.options if o.kind == "piece" and o.legal and not o.chosen]
    taken: list[Draft] = []
    while waiting:
        if arrange is not None:
            arrange(waiting)
        taken.append(waiting.pop(0).leads_to)
        yield taken[-1]
    for draft in taken:
        yield from (o.leads_to for o in ask(draft).options if o.kind == "switch" and o.legal)


def _size(encoded: object) -> int:
    """About how many bytes something takes on the wire."""
    if isinstance(encoded, dict):
        return sum(len(key) + 4 + _size(value) for key, value in encoded.items())
    if isinstance(encoded, list):
        return sum(map(_size, encoded)) + 2
    return len(encoded) + 3 if isinstance(encoded, str) else 6
