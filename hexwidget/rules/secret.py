"""Secrets: the fields of a position that some players do not see, each declared once.

::

    class MyGame(RuleSystem):
        secrets = (Secret("hider", "M1", known_to=0, unseen="?", values=hiding_places, open=lambda p: p.found),)

What players see (`RuleSystem.observe`), what may be in its place (`resample`), what they are told of actions (`told`), the verdicts
that depend on it, and the players who see an event that names it all follow.

Hindsight: the things that were hidden from a player at a position, and that have been shown to them since. The answer follows from the
player's view alone: what they saw then, and each action, event and position that they were shown later. So it never tells a secret, and
games that look the same to the player get the same answer.
"""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache
from itertools import chain, islice
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from hexwidget.english import WordingError, say
from hexwidget.geometry import HexMap
from hexwidget.problems import InputError, Problem, Problems, UnknownName, unknown
from hexwidget.rules.action import Action
from hexwidget.rules.chance import ChanceOutcome
from hexwidget.rules.event import Event
from hexwidget.rules.position import Observation, Position, changed, of_the_last
from hexwidget.rules.remedies import judged
from hexwidget.rules.turn_findings import Moment
from hexwidget.rules.verdict import Finding, Remedy, Status, Verdict

if TYPE_CHECKING:
    from hexwidget.rules.system import RuleSystem


MOST_WORLDS = 500
"""The most positions that a verdict on an observation is compared in. If more are possible, it is unknown."""
DEPENDS = "whether {action} is legal depends on what is hidden: {what}"
BARRED = "{action} is barred, and what bars it depends on what is hidden: {what}"


def _declaration_place() -> str:
    """The file and the line that declare a secret."""
    frame: Any = sys._getframe(1)
    while frame is not None and frame.f_code.co_filename in (__file__, "<string>", dataclasses.__file__):
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
    :param values: the values that the whole field may have, given the position as a player sees it, in which other secrets may be
        unseen. They need not agree with the entries that this player knows: others are left out
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
    at: str = field(default_factory=_declaration_place, init=False)
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
            raise UnknownName("this secret cannot be kept", unknown("field", self.name, known), self.at) from None

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

        :raises InputError: if no value fits
        """
        return list(self.fitting(seen))

    def fitting(self, seen: Any) -> Iterator[Any]:
        """The values that it may have, one by one.

        :raises InputError: if no value fits
        """
        shown = self.of(seen)
        found = False
        for value in self.values(seen) if self.values else ():
            if self._agrees(value, shown):
                found = True
                yield value
        if not found:
            what = f"`values` gives no value of {self.name} that a player may see as {shown!r}"
            raise InputError("this secret cannot be drawn anew", what, self.at)

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
    """Raised where a predicate reads a field, or an entry, that is hidden. No `except Exception` of an author's catches it."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


class _Entries(Sequence[Any]):
    """The entries of a secret as a player sees them. To read one that is hidden, or all at once, raises `_Asked`."""

    def __init__(self, secret: Secret, shown: Sequence[Any]) -> None:
        self._name, self._shown = secret.name, shown
        self._hidden = [entry == secret.veiled(entry) for entry in shown]

    def __len__(self) -> int:
        return len(self._shown)

    def __getitem__(self, n: Any) -> Any:
        if any(self._hidden[n]) if isinstance(n, slice) else self._hidden[n]:
            raise _Asked(self._name)
        return self._shown[n]

    def _whole(self, *_: object) -> Any:
        raise _Asked(self._name)

    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = __add__ = __radd__ = __mul__ = __rmul__ = _whole
    __hash__ = __repr__ = _whole


@lru_cache(maxsize=256)
def _asking(kind: type[Any], names: tuple[str, ...]) -> type[Any]:
    """A class of positions that have no such fields: to read one raises `_Asked`."""

    def asking(name: str) -> property:
        def asked(position: Any) -> Any:
            raise _Asked(name)

        return property(asked)

    return type(kind.__name__, (kind,), {name: asking(name) for name in names})


def _blind(position: Any, unread: Sequence[Secret]) -> Any:
    """A position without what is hidden of some secrets, and without what was computed from it."""
    own = {each.name: position.__dict__[each.name] for each in fields(position)}
    own |= {secret.name: _Entries(secret, own[secret.name]) for secret in unread if secret.known_to is None}
    names = tuple(secret.name for secret in unread if secret.known_to is not None)
    kind: Any = type(position)  # a class is hashable
    made = object.__new__(_asking(kind, names) if names else kind)
    object.__setattr__(made, "__dict__", own)
    return made


def worlds_of(seen: Any, *secrets: Secret) -> Iterator[Any]:
    """The positions that a player may be in, given what the player sees, as far as some secrets tell them apart."""
    if not secrets:
        yield seen
        return
    for value in secrets[0].fitting(seen):
        yield from worlds_of(changed(seen, **{secrets[0].name: value}), *secrets[1:])


class _Answer(NamedTuple):
    """An answer that holds whatever is hidden.

    :param findings: the findings that are the same in all positions that a player may be in
    :param secret: a secret on which the others depend
    """

    status: Status
    findings: tuple[Finding, ...] = ()
    secret: Secret | None = None


class _Views:
    """The positions that a player may be in: of the secrets, only those vary that the predicates have read."""

    def __init__(self, seen: Any, *hidden: Secret) -> None:
        self._seen, self._hidden = seen, hidden
        self._made: dict[tuple[Secret, ...], list[Any]] = {}
        self._moments: dict[str, _Answer] = {}

    def at_the_moment(self, moment: Moment | None, player: str) -> _Answer:
        """The answer that bars or allows every action of a player at once. It is found once."""
        if player not in self._moments:
            self._moments[player] = self.answer(lambda world: moment.findings(world, player) if moment else ())
        return self._moments[player]

    def answer(self, objections: Callable[[Any], Iterable[Finding]]) -> _Answer:
        """The answer that objections give in all these positions. With more than `MOST_WORLDS` of them it is unknown."""
        read: tuple[Secret, ...] = ()
        while True:
            worlds = self._that_differ_in(read)
            try:
                return self._compare(worlds, objections, read)
            except _Asked as asked:
                was, read = read, tuple([each for each in self._hidden if each in read or each.name == asked.name])
                if read == was:  # a position about which another was asked
                    raise

    def _that_differ_in(self, read: tuple[Secret, ...]) -> list[Any]:
        if read not in self._made:
            unread = [secret for secret in self._hidden if secret not in read]
            some = islice(worlds_of(self._seen, *read), MOST_WORLDS + 1)
            self._made[read] = [_blind(world, unread) if unread else world for world in some]
        return self._made[read]

    def _compare(
        self, worlds: list[Any], objections: Callable[[Any], Iterable[Finding]], read: tuple[Secret, ...]
    ) -> _Answer:
        depends = read[0] if read else None
        if read and len(worlds) > MOST_WORLDS:
            return _Answer(Status.UNKNOWN, (), depends)
        first = common = tuple(objections(worlds[0]))
        for world in worlds[1:]:
            found = tuple(objections(world))
            if bool(found) != bool(first):
                return _Answer(Status.UNKNOWN, (), depends)
            common = tuple([each for each in common if each in found])
        kept = tuple([_offering(each, self._seen) for each in common])
        return _Answer(Status.ILLEGAL if first else Status.LEGAL, kept, depends)


def _offering(finding: Any, seen: Any) -> Any:
    """A finding of one of the positions that a player may be in, with its remedy only if that is one in all of them."""
    if getattr(finding, "offer", None) is None:
        return finding

    def remedy() -> Remedy | None:
        try:
            found: Remedy | None = finding.remedy
        except _Asked:
            return None
        return found if found is None or found.action is None or seen.check(found.action) else None

    return replace(finding, offer=remedy)


_views = of_the_last(1)(_Views)


def verdict_on(system: Any, position: Any, action: Action) -> Verdict:
    """The verdict on an action in a position as a player sees it: legal or illegal only if it is so whatever is hidden."""
    rulebook, moment = system.rulebook, system.moment
    hidden = system.secrets and [each for each in system.secrets if each.values and each.is_hidden(position)]
    if not hidden:
        against = system.objections(position, action)
        if moment is not None:
            against = chain(moment.findings(position, action.player), against)
        return judged(position, action, against, rulebook)
    views = _views(position, *hidden)
    answers = views.at_the_moment(moment, action.player), views.answer(lambda world: system.objections(world, action))
    statuses = {answer.status for answer in answers}
    findings = (*answers[0].findings, *answers[1].findings)
    if findings or statuses == {Status.LEGAL}:
        return judged(position, action, findings, rulebook)
    barred = Status.ILLEGAL in statuses
    status = Status.ILLEGAL if barred else Status.UNKNOWN
    secret = next(answer.secret for answer in answers if answer.status is status and answer.secret is not None)
    numbers = {"what": secret.words, "action": system.in_words(position, action)}
    finding = Finding(secret.clause, "hidden", (), numbers, BARRED if barred else DEPENDS)
    return Verdict(status, (finding,), str(action), rulebook)


def faults_of(secret: Any, system: Any) -> list[Problem]:
    """The problems of a secret of a system, each with the place that declares it and the nearest name."""
    problems = Problems()
    form, actions = system.description, {each.action.__name__: each.action for each in system.grammar.forms}
    known = getattr(form, "__dataclass_fields__", {})
    if form is not None and issubclass(form, Position) and secret.name not in known:
        problems.unknown(secret.at, "field", secret.name, known)
    if secret.values is None and secret.draw is None:
        what = f"expected the values that {secret.name} may have: `values=lambda seen: [...]`, or `draw`"
        problems.add(secret.at, what)
    for done, wording in secret.told.items():
        if isinstance(done, type) and done not in actions.values():
            problems.unknown(secret.at, "action", done.__name__, actions)
        elif isinstance(done, type) and wording is not None:
            try:
                say(wording, (), dict.fromkeys((each.name for each in fields(done)), "x"))
            except WordingError as error:
                problems.add(secret.at, error.args[1])
    return problems.found


MOST_TRIED = 2000
"""The most actions and outcomes that are carried out in supposed positions. After them, nothing more is ruled out."""


class Deed(NamedTuple):
    """An action or an outcome of chance in a game, with the positions before and after it."""

    before: Any
    done: Action | ChanceOutcome
    after: Any


class Hindsight(NamedTuple):
    """The knowledge of a player about an earlier position.

    :param words: the things that they know by now, each as sentences name it: "ben's king"
    :param worlds: positions that fit all that they have been shown: all that do, or some of them
    """

    words: tuple[str, ...]
    worlds: tuple[Any, ...]


def by_secrets(system: RuleSystem[Any, Any], position: Any, since: Sequence[Deed], player: str) -> Hindsight | None:
    """Return a player's knowledge about the `secrets` of a position whose `values` are known: each position that they could be in
    is played on, and ruled out where the player would have been shown something else. None: nothing is ruled out."""
    if any(secret.values is None or None in secret.told.values() for secret in system.secrets):
        return None  # players do not know how often something was done that they are not told
    view = system.observe(position, player).seen
    hidden = [secret for secret in system.secrets if secret.is_hidden(view)]
    try:
        some = list(islice(worlds_of(view, *hidden), MOST_WORLDS + 1)) if hidden else []
    except InputError:
        return None
    found = [each for each in dict.fromkeys(some) if system.observe(each, player).seen == view]
    if len(some) > MOST_WORLDS:
        return None
    fitting = _fitting(system, found, since, player)
    if not fitting or len(fitting) == len(found):
        return None
    return Hindsight(_pieces(system, view, fitting, player), tuple(fitting))


def _fitting(system: RuleSystem[Any, Any], found: list[Any], since: Sequence[Deed], player: str) -> list[Any]:
    """The positions from which play could go on as the player was shown."""
    ways, left = [(each, each) for each in found], MOST_TRIED
    for before, done, _ in since:
        shown = _result(system, before, done, player)
        secret = any(each.hides(before, done, player) for each in system.secrets)
        nexts = list[tuple[Any, Any]]()
        for first, world in ways:
            for deed in _alternatives(system, world, done) if secret else (done,):
                left -= 1
                made = _result(system, world, deed, player) if left >= 0 and _may_be(system, world, deed) else None
                if made is not None and made[1:] == shown[1:]:
                    nexts.append((first, made[0]))
        if left < 0:
            break
        ways = list(dict.fromkeys(nexts))
    return list(dict.fromkeys(first for first, _ in ways))


def _result(system: RuleSystem[Any, Any], position: Any, done: Any, player: str) -> tuple[Any, ...]:
    """The position after an action or outcome, and all that a player is shown of it."""
    made = system.carry_out(position, done)
    events = [(each.kind, each.subjects, dict(each.data)) for each in made.events if each.is_seen_by(player)]
    return made.position, system.observe(made.position, player).seen, system.told(position, done, player), events


def _alternatives(system: RuleSystem[Any, Any], world: Any, done: Any) -> Iterator[Any]:
    """The actions or outcomes that may stand behind one that was done in secret."""
    if isinstance(done, ChanceOutcome):
        return iter(system.chance(world) or ())
    return islice(system.legal_actions(world, done.player), MOST_WORLDS)


def _may_be(system: RuleSystem[Any, Any], world: Any, done: Any) -> bool:
    if isinstance(done, ChanceOutcome):
        node = system.chance(world)
        return node is not None and done in node
    return done.player in system.to_act(world) and bool(system.check(world, done))


def _pieces(system: RuleSystem[Any, Any], view: Any, worlds: Sequence[Any], player: str) -> tuple[str, ...]:
    """The pieces that are the same in all positions, and that the player did not see."""
    before = set(system.scene(Observation(player, view)).pieces)
    scenes = [system.scene(Observation(player, each)).pieces for each in worlds]
    new = [each for each in scenes[0] if each not in before and all(each in scene for scene in scenes)]
    known = zip(new, view.map.called([each.space for each in new]), strict=True)
    return tuple(f"{each.label} on {place}" if isinstance(view.map, HexMap) else each.label for each, place in known)
