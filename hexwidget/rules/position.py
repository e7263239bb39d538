"""The base of all positions. A position knows its system: its methods are short forms of the protocol's. Here are also the functions of a
position that keep their results."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from functools import cache, lru_cache, partial, wraps
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, Self, TypeVar, cast, overload

from hexwidget.languages import in_its_language, language
from hexwidget.name_suggestions import GuessedNames
from hexwidget.problems import InputError, errors_in_its_language, shown
from hexwidget.rules.chance import ChanceOutcome

if TYPE_CHECKING:
    from hexwidget.geometry import Space, SpaceMap
    from hexwidget.rules.action import Action
    from hexwidget.rules.chance import ChanceNode
    from hexwidget.rules.choices import Choices, Given
    from hexwidget.rules.event import Transition
    from hexwidget.rules.listing import LegalActions
    from hexwidget.rules.reach.reach import Reach
    from hexwidget.rules.rulebook import Settings
    from hexwidget.rules.system import Outcome, RuleSystem
    from hexwidget.rules.verdict import Verdict
    from hexwidget.scene import Scene

    A = TypeVar("A", bound=Action)

    class OfSystem(Protocol[A]):
        """A position, by the actions of its system."""

        @property
        def system(self) -> RuleSystem[Any, A]: ...


class WrongResult(TypeError):  # noqa: N818  (named after what it is about)
    """A method of a system's author that returns something else than the protocol says."""

    def __init__(self, method: str, what: str) -> None:
        super().__init__(what)
        self.method = method


MOST_DRAWN = 50_000
"""Maps of more spaces are not drawn as pictures: they would take seconds, and hundreds of megabytes."""


class Position(GuessedNames, ABC):
    """Base of every system's position. Immutable. An action may be given as its text everywhere."""

    __slots__ = ()
    map: SpaceMap
    players: tuple[str, ...]
    settings: Settings
    look_ups: ClassVar[dict[str, frozenset[str]]] = {}
    """The look-ups of this kind of position that `changed` takes over (`looked_up`), each with the fields from which it is computed."""

    @property
    @abstractmethod
    def system(self) -> RuleSystem[Any, Any]:
        """The rule system that this position belongs to."""

    @property
    def to_act(self) -> frozenset[str]:
        """The players who must decide now (two or more: all at once, sealed), `CHANCE`, or `TERMINAL`."""
        return self.system.to_act(self)

    @property
    def chance(self) -> ChanceNode | None:
        """The chance node that is due, with its outcomes and their probabilities; None if no chance is due."""
        return self.system.chance(self)

    @property
    def outcome(self) -> Outcome | None:
        """The winners and the reason; None while the game goes on."""
        return self.system.outcome(self)

    def parse(self, text: str) -> Action:
        """Read the text form of an action of the player to act ("blue: ..." for another's).

        :raises InputError: listing everything that cannot be read or is ambiguous
        """
        action: Action = self.system.parse(self, text)
        return action

    def check(self, action: Action | str) -> Verdict:
        """The verdict on an action, with every reason against it.

        :raises InputError: if it is a text that cannot be read
        """
        return self.system.check(self, self._read(action))

    def apply(self, action: Action | ChanceOutcome | str) -> Transition[Self]:
        """The position after an action or chance outcome, and the events on the way.

        :raises IllegalAction: if the rules bar it; its ``verdict`` has all findings
        :raises InputError: if it is a text that cannot be read, or an outcome that chance cannot have
        """
        return self.system.apply(self, action if isinstance(action, ChanceOutcome) else self._read(action))

    def legal_actions(
        self: OfSystem[A], player: str | None = None, *, within: Mapping[str, Given] | None = None
    ) -> LegalActions[A]:
        """The legal actions of a player, by default the one to act: iterate, ``in``, ``count()``, ``sample(rng)``.

        :param within: only those that this draft can still become: a `Draft`, or its slots
        """
        from hexwidget.rules.choices import Draft

        within = within if within is None or isinstance(within, Draft) else Draft(within)
        return self.system.legal_actions(self, player, within=within)

    @errors_in_its_language
    def reach(self, space: Space, *args: Any, **conditions: Any) -> Reach:
        """Return the spaces that the piece on a space may go to: each with its cost and a path, and the reasons at the rim.

        ``reach.costs()``, ``reach.path(space)``, ``space in reach``, ``reach.rim``, ``reach.why(space)``.

        :param space: the space of the piece
        :param conditions: those of the system; bundled positions name theirs in `help(position.reach)`, for others see
            `help(position.system.reach)`
        :raises InputError: if no piece is there, or a condition is unknown
        """
        return self.system.reach(self, space, *args, **conditions).on(self)

    @in_its_language
    def choices(self, draft: Mapping[str, Given] | None = None, player: str | None = None) -> Choices:
        """The choices of a player in the player's own view, given a draft. None: those of the player to act, in the whole position.

        :param draft: a `Draft`, or the slots that one is made of: ``{"units": {"r1", "r2"}, "target": "0304"}``
        """
        from hexwidget.rules.choices import Draft

        return self.system.choices(self, player, draft if isinstance(draft, Draft) else Draft(draft))

    def observe(self, player: str | None = None) -> Observation[Self]:
        """The observation of a player (None: of a spectator).

        :raises WrongResult: if the system gives something else
        """
        made: object = self.system.observe(self, player)
        if not isinstance(made, Observation):
            what = f"expected an Observation, which holds what {player or 'a spectator'} sees, not {shown(made)}"
            raise WrongResult("observe", f"{what}; write Observation(player, position)")
        return made

    def scene(self, player: str | None = None) -> Scene:
        """The scene that a player (None: a spectator) sees."""
        return self.system.scene(self.observe(player))

    @property
    def notation(self) -> str:
        """The position on one line: ``system(...).read(notation)`` gives back an equal one."""
        return self.system.notation(self)

    @property
    def key(self) -> str:
        """A short name for its content, the same in every process."""
        return self.system.key(self)

    def to_svg(self, player: str | None = None, *, theme: str = "light", plain: bool = False) -> str:
        """The position as an SVG picture.

        :param player: the one who sees it; None: a spectator
        :param theme: "light" or "dark", with "-contrast" for more contrast; "print" for paper, in black and white
        :param plain: True: a plainer landscape, which makes the picture smaller
        :raises InputError: if the map is too large for one, or there is no such theme
        """
        from hexwidget.scene.drawing import draw

        if len(self.map) > MOST_DRAWN:
            why = f"it has {len(self.map):,} spaces, and a picture holds {MOST_DRAWN:,}; the board shows any part of it"
            raise InputError("this map cannot be drawn as a picture", why)
        return draw(self.scene(player), theme=theme, plain=plain)

    def to_png(self, player: str | None = None, scale: float = 2.0) -> bytes:
        """The position as a PNG picture.

        :raises ImportError: if resvg is missing: ``pip install resvg-py``
        """
        from hexwidget.scene.png import to_png

        return to_png(self.to_svg(player), scale)

    def _repr_png_(self) -> tuple[bytes, dict[str, int]] | None:
        """The picture that a notebook shows for a position; None if it cannot be made. It hides nothing: code in a cell can read
        the whole position anyway."""
        from hexwidget.scene.cell import for_a_cell

        return for_a_cell(self.system.scene(Observation(None, self)), plain=True)

    def _read(self, action: Action | str) -> Action:
        return self.parse(action) if isinstance(action, str) else action


P = TypeVar("P", bound=Position)
T = TypeVar("T")
Function = TypeVar("Function", bound=Callable[..., Any])
if TYPE_CHECKING:
    from typing_extensions import TypeVar as TypeVarWithDefault  # type checkers bring it along

    PositionT = TypeVarWithDefault("PositionT", bound=Position, default=Any)
else:
    PositionT = P
"""The positions of a game, scenario or board. ``Session`` without a parameter is a session of any system."""


class LookUp(Generic[T]):
    """A property of positions that is computed once: see `looked_up`."""

    def __init__(self, fields: tuple[str, ...], compute: Callable[[Any], T]) -> None:
        self.fields = fields
        self._compute = compute
        self.__doc__ = compute.__doc__

    def __set_name__(self, owner: type[Any], name: str) -> None:
        self._name = name
        if self.fields:
            owner.look_ups = {**owner.look_ups, name: frozenset(self.fields)}

    @overload
    def __get__(self, position: None, owner: type[Any]) -> Self: ...
    @overload
    def __get__(self, position: object, owner: type[Any]) -> T: ...
    def __get__(self, position: object | None, owner: type[Any]) -> T | Self:
        if position is None:
            return self
        found = position.__dict__[self._name] = self._compute(position)
        return found


def looked_up(*fields: str) -> Callable[[Callable[[Any], T]], LookUp[T]]:
    """Make a method of a position a look-up that is computed once, from these fields alone. `changed` takes it over to
    positions that have the same fields. Without fields it is never taken over, as where computing it again is cheaper.

    ``functools.cached_property`` knows no fields, and takes a lock for each look-up in Python 3.11.
    """
    return partial(LookUp, fields)


def of_the_last(number: int) -> Callable[[Function], Function]:
    """Decorate a function of a position, or of an event, that takes long, and whose result is large: it is cached for a number of them,
    those that were asked for last, by language. A game keeps all its positions, and shows one; its board asks for the same things of that
    one many times. The first argument is told apart by identity, the others by equality."""

    def caching(compute: Function) -> Function:
        known: dict[tuple[Any, ...], tuple[Any, Any]] = {}

        @wraps(compute)
        def computed(of: Any, *more: Any) -> Any:
            key = id(of), more, language()
            found = known.get(key)
            if found is None or found[0] is not of:
                found = known[key] = of, compute(of, *more)
                for oldest in [*known][:-number]:  # a list, as another thread may change the dictionary
                    known.pop(oldest, None)
            return found[1]

        return cast(Function, computed)

    return caching


def changed(position: P, **parts: Any) -> P:
    """A copy of a position, which is a frozen dataclass without slots, with some of its fields changed: like
    `dataclasses.replace` does, in a fraction of the time, as it is made and not initialised. Of all that was computed from
    the position it keeps the look-ups (`looked_up`) that depend on none of these fields.
    """
    kind = type(position)
    made = object.__new__(kind)
    was = position.__dict__
    now = {**was, **parts}
    computed = len(now) - _number_of_fields(kind)
    if computed:  # it lies behind the fields, which were set first
        for _ in range(computed):
            now.popitem()
        for name in _kept_look_ups(kind, *parts):
            if name in was:
                now[name] = was[name]
    # A dictionary of its own: attributes are read from it several times as fast as from one with the class's keys.
    # It is larger by 0.2 to 0.5 kB, and random games of two systems are 1.06 times as fast.
    object.__setattr__(made, "__dict__", now)
    return made


@cache
def _number_of_fields(kind: type[Position]) -> int:
    return len(fields(cast(Any, kind)))  # `Position` is not a dataclass, but its subclasses are


@lru_cache(maxsize=4096)
def _kept_look_ups(kind: type[Position], *changing: str) -> tuple[str, ...]:
    """The look-ups of a kind of position that depend on none of some fields."""
    return tuple([name for name, of in kind.look_ups.items() if of.isdisjoint(changing)])


@dataclass(frozen=True, slots=True)
class Observation(Generic[P]):
    """The view of one player: the position without the things that they may not see. ``player`` None: a spectator."""

    player: str | None
    seen: P


def seen(of: P | Observation[P]) -> P:
    """The position in an observation; a position is seen whole."""
    return of.seen if isinstance(of, Observation) else of
