"""Clicks: the actions of an environment. Every click has a number.

====================  ==========================================================================================
0                     wait, for players with nothing to decide
1                     confirm the draft, if it is a complete action
2                     go back by one step
3 ... 2 + n           choose one of n spaces for the open slot, such as the goal of an army
3 + n ... 2 + 2n      choose the piece on a space, or mark the space
3 + 2n ...            the buttons: everything else that a draft can be given
====================  ==========================================================================================

Spaces are numbered in the order of the map's names. A button's number is a hash of its slot and value (for a number, of "one
more" or "one less"), and is the same in every position and every process. If two offered buttons have the same number, the
later one takes the next free number. On a mat, where spaces are cards that come and go, all clicks are buttons.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from zlib import crc32

from hexwidget.geometry import MatMap, SpaceMap
from hexwidget.problems import InputError, Problem
from hexwidget.rules import Choice, Choices, Draft, Finding, Status

WAIT, CONFIRM, BACK, FIRST_SPACE = range(4)
BUTTONS = 256
"""The numbers for buttons: many more than are offered at once, so that two seldom get the same number."""
ON_THE_BOARD = frozenset({"piece", "space", "mark"})


@dataclass(frozen=True, slots=True)
class Click:
    """The meaning of a number now: its name in words, the draft that it leads to (None for waiting, confirming and going back),
    and the verdict that bars it."""

    label: str
    leads_to: Draft | None
    findings: tuple[Finding, ...] = ()


class Clicks:
    """The numbers of all clicks in games on a map.

    :param buttons: the number of numbers for buttons

    >>> import hexwidget as hw
    >>> start = hw.scenario("plotted/head-on").position
    >>> clicks = Clicks(start.map)
    >>> clicks.size  # 18 hexes: 3 + 2 * 18 + 256
    295
    >>> for number, click in clicks.of(start.choices(player="red")).items():
    ...     print(number, click.label)
    28 Cavalry on 0202 (strength 3)
    258 No orders: all rest
    """

    def __init__(self, spaces: SpaceMap, buttons: int = BUTTONS) -> None:
        names = () if isinstance(spaces, MatMap) else spaces.names()
        self.places: dict[str, int] = {name: n for n, name in enumerate(names)}
        """The number of each space, from 0. Empty on a mat."""
        self.buttons = buttons
        self.first_button: int = FIRST_SPACE + 2 * len(self.places)
        self.size: int = self.first_button + buttons
        """The number of all clicks."""

    def of(self, now: Choices) -> dict[int, Click]:
        """Return everything that is offered, by its number, including what is barred.

        :raises InputError: if more buttons are offered than there are numbers
        """
        found: dict[int, Click] = {}
        # An action whose legality depends on hidden things can be confirmed; the referee may refuse it.
        if now.action is not None and now.verdict.status in (Status.LEGAL, Status.UNKNOWN):
            found[CONFIRM] = Click(f"Confirm: {now.action}", None)
        if now.draft:
            found[BACK] = Click("Back", now.back if now.back != now.draft else Draft())
        if now.field is not None:
            slot, label = now.field.slot, now.field.label
            for space in now.field.reach:
                click = Click(f"{label}: {space}", now.draft.set(slot, space))
                place = self.places.get(space)
                number = self._button(f"{slot}={space!r}", found) if place is None else FIRST_SPACE + place
                found[number] = click
        for option in now.options:
            place = self.places.get(option.space or "") if option.kind in ON_THE_BOARD else None
            if place is not None and FIRST_SPACE + len(self.places) + place not in found:
                number = FIRST_SPACE + len(self.places) + place
                found[number] = Click(option.label, option.leads_to, option.findings)
                continue
            for name, click in _buttons(option):
                found[self._button(name, found)] = click
        return found

    def space(self, number: int) -> str | None:
        """Return the space that a number chooses for the open slot."""
        place = number - FIRST_SPACE
        return list(self.places)[place] if 0 <= place < len(self.places) else None

    def _button(self, name: str, taken: dict[int, Click]) -> int:
        wanted = crc32(name.encode("utf-8", "surrogatepass")) % self.buttons
        for step in range(self.buttons):
            number = self.first_button + (wanted + step) % self.buttons
            if number not in taken:
                return number
        what = f"more is offered here than the {self.buttons} buttons; make the environment with more: buttons={2 * self.buttons}"
        raise InputError("these choices have no numbers", [Problem("buttons", what)])


def _buttons(option: Choice) -> Iterator[tuple[str, Click]]:
    """The buttons of an option in the bar: one, or "one less" and "one more"."""
    if option.kind != "number":
        yield f"{option.slot}={option.value!r}", Click(option.label, option.leads_to, option.findings)
        return
    for sign, word, then in (("-", "one less", option.fewer), ("+", "one more", option.more)):
        if then is not None:
            yield f"{option.slot}{sign}", Click(f"{option.label}: {word}", then, option.findings)
