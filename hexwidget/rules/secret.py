"""Secrets: the fields of a position that some players do not see, each declared once.

::

    class MyGame(RuleSystem):
        secrets = (Secret("hider", "M1", known_to=0, unseen="?", values=hiding_places, open=lambda p: p.found),)

What players see (`RuleSystem.observe`), what may be in its place (`resample`), what they are told of actions (`told`), the verdicts
that depend on it, and the players who see an event that names it all follow.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

from hexwidget.english import say
from hexwidget.problems import InputError, Problem, Problems, UnknownName, unknown
from hexwidget.rules.action import Action
from hexwidget.rules.chance import ChanceOutcome
from hexwidget.rules.event import Event
from hexwidget.rules.once import Once
from hexwidget.rules.position import Position, changed
from hexwidget.rules.verdict import Finding, Status, Verdict

MOST_WORLDS = 500
"""The most positions that a verdict on an observation is compared in. If more are possible, the observation is judged as it is."""


def _declared() -> str:
    """The file and the line that declare a secret."""
    frame: Any = sys._getframe(1)
    while frame is not None and frame.f_code.co_filename in (__file__, "<string>"):
        frame = frame.f_back
    return f"{Path(frame.f_code.co_filename).name}, line {frame.f_lineno}" if frame is not None else ""


@dataclass(frozen=True, eq=False)
class Secret:
    """A field of a position that some players do not see.

    :param name: the field of the position, which is a frozen dataclass without slots
    :param clause: the clause that hides it
    :param known_to: the seat that knows it, or several; ``()``: nobody. None: the field is a tuple with an entry for each seat,
        and each player knows the own entry
    :param unseen: the value, or the entry, that stands in its place; or a function that makes it from the hidden value, such as a
        "?" for each card
    :param values: the values that the whole field may have, given the position as a player sees it. They need not agree with the
        entries that this player knows: others are left out
    :param draw: draws a value of the field instead, where `values` would be too many: it takes the position as a player sees it,
        the player, and the random numbers
    :param open: True of a position in which everybody sees it
    :param told: the words for what is done in secret, as those are told who do not know the secret: by the class of an action or the
        source of chance. A wording has the fields of the action: "{player:goes} by {ticket}". None: they are told nothing
    :param what: the words for it in sentences; by default the name of the field

    An event that names the secret, ``log.tell(..., hider=space)``, is seen by those who know it. Where each player has an entry, the
    ``player`` of the event does.
    """

    name: str
    clause: str
    known_to: int | tuple[int, ...] | None = None
    unseen: Any = None
    values: Callable[[Any], Iterable[Any]] | None = None
    draw: Callable[[Any, str | None, Random], Any] | None = None
    open: Callable[[Any], object] | None = None
    told: Mapping[type[Action] | str, str | None] = field(default_factory=dict)
    what: str = ""
    at: str = field(default_factory=_declared, init=False)
    """The file and the line that declare it."""

    @property
    def words(self) -> str:
        """The words for it in sentences."""
        return self.what or self.name.replace("_", " ")

    # ------------------------------------------------------------------ what is seen
    def of(self, position: Any) -> Any:
        """The value of the field.

        :raises UnknownName: if the position has no such field; with the nearest one
        """
        try:
            return getattr(position, self.name)
        except AttributeError:
            known = [each.name for each in fields(position)]
            raise UnknownName(
                "this secret cannot be kept", [Problem(self.at, unknown("field", self.name, known))]
            ) from None

    def is_open(self, position: Any) -> bool:
        """True if everybody sees it."""
        return self.open is not None and bool(self.open(position))

    def knows(self, seat: int) -> bool:
        """True if a seat (-1: a spectator) always sees the whole field."""
        return self.known_to is not None and seat in _seats(self.known_to)

    def veiled(self, value: Any) -> Any:
        """The value that stands in the place of one."""
        return self.unseen(value) if callable(self.unseen) else self.unseen

    def seen_by(self, position: Any, seat: int) -> Any:
        """The field as a seat (-1: a spectator) sees it."""
        value = self.of(position)
        if self.open is not None and self.open(position):
            return value
        if self.known_to is not None:
            return value if self.knows(seat) else self.veiled(value)
        unseen = self.unseen
        if callable(unseen):
            return tuple([own if n == seat else unseen(own) for n, own in enumerate(value)])
        return tuple([own if n == seat else unseen for n, own in enumerate(value)])

    def is_hidden(self, seen: Any) -> bool:
        """True if something stands in its place, or in that of an entry."""
        value = self.of(seen)
        return any(each == self.veiled(each) for each in ((value,) if self.known_to is not None else value))

    # ------------------------------------------------------------------ what it may be
    def fits(self, seen: Any) -> list[Any]:
        """The values that it may have, given a position as a player sees it.

        :raises InputError: if there are none
        """
        shown = self.of(seen)
        found = [value for value in self.values(seen) if self._agrees(value, shown)] if self.values else []
        if not found:
            what = f"`values` gives no value of {self.name} that a player may see as {shown!r}"
            raise InputError("this secret cannot be drawn anew", [Problem(self.at, what)])
        return found

    def _agrees(self, value: Any, shown: Any) -> bool:
        if self.known_to is not None:
            return bool(shown in (value, self.veiled(value)))
        pairs = zip(value, shown, strict=False)
        return len(value) == len(shown) and all(entry in (own, self.veiled(own)) for own, entry in pairs)

    def drawn(self, seen: Any, player: str | None, rng: Random) -> Any:
        """A value that it may have, at random."""
        return self.draw(seen, player, rng) if self.draw is not None else rng.choice(self.fits(seen))

    # ------------------------------------------------------------------ what is told
    def hides(self, position: Any, done: Any, player: str | None) -> bool:
        """True if a player does not know what is done, but for the words in `told`."""
        done_by = type(done) if isinstance(done, Action) else done.source
        seat = position.players.index(player) if player in position.players else -1
        own = self.known_to is None and isinstance(done, Action) and done.player == player
        if done_by not in self.told or self.knows(seat) or own:
            return False
        if isinstance(done, ChanceOutcome) and self.known_to is None:
            before, after = self.of(position), self.of(position.system.advance(position, done))
            return seat < 0 or before[seat : seat + 1] == after[seat : seat + 1]
        return self.open is None or not self.is_open(position.system.advance(position, done))

    def said(self, position: Any, done: Any) -> str | None:
        """The words for what is done, for those who do not know the secret."""
        if isinstance(done, ChanceOutcome):
            return self.told[done.source]
        wording = self.told[type(done)]
        labels = position.map.labels
        given = {each.name: getattr(done, each.name) for each in fields(done)}
        named = {name: labels.get(value, value) if isinstance(value, str) else value for name, value in given.items()}
        return None if wording is None else say(wording, (), named)

    def on(self, event: Event, after: Any) -> Event:
        """An event as those see it who know the secret, if it names the secret."""
        if event.visible_to is not None or self.name not in event.data or self.is_open(after):
            return event
        if self.known_to is None:
            return replace(event, visible_to=tuple(filter(None, (event.data.get("player"),))))
        return replace(event, visible_to=tuple(after.players[seat] for seat in _seats(self.known_to)))


def _seats(known_to: int | tuple[int, ...]) -> tuple[int, ...]:
    return (known_to,) if isinstance(known_to, int) else known_to


# ---------------------------------------------------------------------- verdicts that depend on secrets
class _Asked(BaseException):
    """Raised where a predicate reads a field that is hidden. No `except Exception` of an author's catches it."""


@lru_cache(maxsize=256)
def _asking(kind: type[Any], names: tuple[str, ...]) -> type[Any]:
    """A class of positions that have no such fields: to read one raises `_Asked`."""

    def asked(position: Any) -> Any:
        raise _Asked

    return type(kind.__name__, (kind,), dict.fromkeys(names, property(asked)))


def worlds_of(seen: Any, *secrets: Secret) -> Iterator[Any]:
    """The positions that a player may be in, given what the player sees."""
    if not secrets:
        yield seen
        return
    for value in secrets[0].fits(seen):
        yield from worlds_of(changed(seen, **{secrets[0].name: value}), *secrets[1:])


_some_worlds = Once(lambda seen, *secrets: list(islice(worlds_of(seen, *secrets), MOST_WORLDS + 1)))


def findings_on(
    position: Any, action: Any, secrets: Sequence[Secret], objections: Callable[[Any, Any], Iterable[Finding]]
) -> tuple[tuple[Finding, ...], Secret | None]:
    """The findings against an action, as far as they do not depend on hidden secrets, and a secret that they depend on."""
    hidden = [secret for secret in secrets if secret.values is not None and secret.is_hidden(position)]
    if not hidden:
        return tuple(objections(position, action)), None
    names = tuple(secret.name for secret in hidden)
    blind = object.__new__(_asking(type(position), names))  # type: ignore[arg-type]  # a class is hashable
    blind.__dict__.update({name: value for name, value in _own(position).items() if name not in names})
    try:
        return tuple(objections(blind, action)), None
    except _Asked:
        worlds = _some_worlds(position, *hidden)
    if len(worlds) > MOST_WORLDS:
        return tuple(objections(position, action)), None
    found = [tuple(objections(world, action)) for world in worlds]
    return (found[0], None) if all(each == found[0] for each in found) else ((), hidden[0])


def _own(position: Any) -> dict[str, Any]:
    """The fields of a position, without what was computed from them."""
    return {each.name: position.__dict__[each.name] for each in fields(position) if each.name in position.__dict__}


def unknown_verdict(position: Any, action: Action, secret: Secret) -> Verdict:
    """The verdict on an action that a secret may bar."""
    numbers = {"what": secret.words, "action": position.system.in_words(position, action)}
    finding = Finding(
        secret.clause, "hidden", (), numbers, "whether {action} is legal depends on what is hidden: {what}"
    )
    return Verdict(Status.UNKNOWN, (finding,), str(action), position.system.rulebook)


def faults_of(secret: Any, system: Any) -> list[Problem]:
    """The problems of a secret of a system, each with the place that declares it and the nearest name."""
    problems = Problems()
    form, actions = system.description, {each.action.__name__: each.action for each in system.grammar.forms}
    known = getattr(form, "__dataclass_fields__", {})
    if form is not None and issubclass(form, Position) and secret.name not in known:
        problems.unknown(secret.at, "field", secret.name, known)
    if secret.values is None and secret.draw is None:
        problems.add(
            secret.at, f"expected the values that {secret.name} may have: `values=lambda seen: [...]`, or `draw`"
        )
    for done, wording in secret.told.items():
        if isinstance(done, type) and done not in actions.values():
            problems.unknown(secret.at, "action", done.__name__, actions)
        elif isinstance(done, type) and wording is not None:
            try:
                say(wording, (), dict.fromkeys((each.name for each in fields(done)), "x"))
            except UnknownName as error:
                problems.add(secret.at, error.problems[0].message)
    return problems.found
