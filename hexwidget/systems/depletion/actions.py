"""The actions of a player, and their grammar.

==========================================  =====================================================
``0202-0302-0303``                          the army on 0202 moves over 0302 to 0303
``0202-0302-0303 march``                    the same as a march (D2.1)
``0202``                                    the army on 0202 stays where it is, which is a maneuver (D1.5)
``0202(2 cavalry)-0302``                    only two cavalry of it move (D3.1)
``0202-0302[-1 archer]-0303``               an archer is dropped on 0302 (D3.2)
``0202-0302[+1 cavalry]-0303``              a cavalry is picked up there (D4.2); both: ``[+1 cavalry, -1 archer]``
``0202-0302 pack 1 unpack 1``               a trebuchet is packed before the first step, one unpacked after the last (D1.13)
``0202-0302-0304 free 0304``                the free entry is the entry into 0304 (D1.11)
``0202-0302-0402 ferry 0403(1 archer)``     the archer rides with a vessel on 0403 (D7.4); other units take any seat
``0202-0303; 0405-0404 march``              a corps: several armies at once, in this order (D5.1)
``rotate 2``                                the tile that was turned over is laid, turned by two sixths (D8.2)
``attack 0401``                             the army that has just maneuvered, or the corps, attacks 0401 (D1.8)
``no attack``                               it does not attack
``lose 1 archer on 0303, city on 0401``     these things fall in battle (D9.2); ``lose nothing``
``pass``                                    no maneuver (D1.16)
``blue: 0401-0402``                         any of these, by a player who is named
==========================================  =====================================================
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Self, TypeVar

from hexwidget.english import listing
from hexwidget.problems import Problems, shown
from hexwidget.rules import Action, Draft, Form, Grammar, Kind, Part, Reading, Slot, Switch
from hexwidget.systems.depletion import language
from hexwidget.systems.depletion.position import DepletionPosition
from hexwidget.systems.depletion.units import UNITS, Counts

if TYPE_CHECKING:
    from hexwidget.systems.depletion.maneuver.end import End


A = TypeVar("A", bound=Action)


class Movement(Action):
    """A maneuver or a corps. A randomly picked action brings along the ends of its groups: to carry it out where the
    same armies stand, nothing follows the groups hex by hex. Copies and equal actions do without."""

    __slots__ = ("_picked",)

    def pick(self, position: DepletionPosition, ends: Sequence[End]) -> Self:
        """This action with the ends of its groups at a position."""
        # Not the position: an action that is kept would keep it.
        object.__setattr__(self, "_picked", (position.armies, ends))
        return self

    def ends(self, position: DepletionPosition) -> Sequence[End] | None:
        """The ends of its groups at a position where it is legal; None if they have to be worked out."""
        found = getattr(self, "_picked", None)
        return found[1] if found is not None and found[0] is position.armies else None


@dataclass(frozen=True, slots=True, repr=False)
class Maneuver(Movement):
    """An army, or a part of it, moves (D1.1, D3.1).

    ``path`` names the hexes from origin to destination; one hex alone is staying (D1.5). ``units``: the units that set
    out, None for all. ``drops`` (D3.2) and ``pickups`` (D4.2) are in the order of the path. ``pack``: the number of
    trebuchets packed before the first step; ``unpack``: those unpacked after the last (D1.13). ``ferries``: the units
    that ride with the vessels of each hex (D7.4); units that it does not name take any seat. A path that ends on an
    unexplored hex claims it (D8.2).
    """

    path: tuple[str, ...]
    march: bool = False
    free: str | None = None
    """The home whose entry is the free one (D1.11); None: the entry that saves most."""
    units: Counts | None = None
    drops: language.Changes = ()
    pickups: language.Changes = ()
    pack: int = 0
    unpack: int = 0
    ferries: language.Seats = ()

    @property
    def origin(self) -> str:
        """The hex that the army sets out from."""
        return self.path[0]

    @property
    def destination(self) -> str:
        """The hex where it lands."""
        return self.path[-1]

    @property
    def moves(self) -> bool:
        """True if it leaves its hex; if not, it stays (D1.5)."""
        return len(self.path) > 1


@dataclass(frozen=True, slots=True, repr=False)
class Corps(Movement):
    """Several armies, or parts of them, maneuver at once (D5.1): two groups or more, in the order in which they move."""

    groups: tuple[Maneuver, ...]


@dataclass(frozen=True, slots=True, repr=False)
class Rotate(Action):
    """The player lays the tile that was turned over, turned by so many sixths (D8.2)."""

    sixths: int


@dataclass(frozen=True, slots=True, repr=False)
class Attack(Action):
    """The army that has just maneuvered attacks one hex (D1.8)."""

    target: str


@dataclass(frozen=True, slots=True, repr=False)
class NoAttack(Action):
    """The army that has just maneuvered does not attack (D1.8)."""


@dataclass(frozen=True, slots=True, repr=False)
class Lose(Action):
    """The losses of a side in battle (D9.2): units by hex, and structures by hex and kind."""

    units: language.Seats = ()
    structures: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True, repr=False)
class Pass(Action):
    """The player makes no maneuver (D1.16)."""


DepletionAction = Maneuver | Corps | Rotate | Attack | NoAttack | Lose | Pass


def whole(player: str, parts: list[Maneuver]) -> Maneuver | Corps:
    """The action that groups make: a maneuver, or a corps.

    :param parts: one group at least
    """
    return parts[0] if len(parts) == 1 else Corps(player, tuple(parts))


# ---------------------------------------------------------------------- how they are written
CANNOT_READ = "this action cannot be read"
EXAMPLES = '"0202-0302-0303", "0202-0302 march", "0202-0302; 0404-0405", "attack 0401", "no attack" or "pass"'
LONGEST = 2000
"""A longer text of an action, in characters, is refused unread."""
MANEUVER = language.ManeuverText()
fields_of = attrgetter(*language.FIELDS)
"""The fields of a maneuver but its player."""


class DeskForm(Form[A]):
    """A form whose drafts become actions at the desk alone."""

    def from_draft(self, draft: Draft, player: str, slots: Mapping[str, Kind], reading: Reading) -> A | None:
        return None


class ManeuverForm(DeskForm[Maneuver]):
    """The form of a maneuver, whose path the desk finds."""

    def drafts(self, action: Maneuver, slots: Mapping[str, Kind]) -> Iterator[dict[str, Slot]]:
        found: dict[str, Slot] = {"army": action.origin, "to": action.destination}
        if len(action.path) > 2:
            found["via"] = " ".join(action.path[1:-1])
        for unit, number in zip(UNITS, action.units or (), strict=False):
            found[f"take/{unit.key}"] = number
        for what, changes in (("pick", action.pickups), ("drop", action.drops), ("seat", action.ferries)):
            for at, units in changes:
                found |= {f"{what}/{at}/{unit.key}": n for unit, n in zip(UNITS, units, strict=True) if n}
        numbers = {"pack": 0 if action.moves else action.pack, "unpack": action.unpack}
        found |= {name: number for name, number in numbers.items() if number}
        yield found | ({"march": True} if action.march else {})


class GroupsText(language.Written):
    """The groups of a corps: "0202-0303; 0405-0404 march". The value holds the player, too."""

    def write(self, value: tuple[str, tuple[Maneuver, ...]]) -> str:
        return "; ".join(map(str, value[1]))

    def check_form(self, value: Any, problems: Problems) -> None:
        player, groups = value
        if not isinstance(groups, tuple) or not all(isinstance(g, Maneuver) for g in groups) or len(groups) < 2:
            problems.add("groups", f"expected two maneuvers or more, not {shown(groups)}")
            return
        for n, group in enumerate(groups):
            inner = Problems()
            MANEUVER.check_form(fields_of(group), inner)
            if group.player != player:
                inner.add("player", f"expected {shown(player)}, whose corps it is, not {shown(group.player)}")
            _add_of_group(f"groups/{n}/", inner, problems)

    def check_names(self, value: Any, reading: Reading) -> None:
        for n, group in enumerate(value[1]):
            inner = Problems()
            MANEUVER.check_names(fields_of(group), Reading(reading.position, inner))
            _add_of_group(f"groups/{n}/", inner, reading.problems)


class CorpsForm(DeskForm[Corps]):
    """The form of a corps, whose drafts hold its groups as a text."""

    def drafts(self, action: Corps, slots: Mapping[str, Kind]) -> Iterator[dict[str, Slot]]:
        yield {"parts": str(action)}


class AttackForm(Form[Attack]):
    """The form of an attack. "attack" alone is enough where there is one target."""

    def read(self, player: str, text: str, reading: Reading) -> Attack | None:
        return super().read(player, text, reading) if " " in text else self._only_target(player, reading)

    @staticmethod
    def _only_target(player: str, reading: Reading) -> Attack:
        # The package of predicates imports the actions: hence the import at the last moment.
        from hexwidget.systems.depletion.legality.attacks import targets

        position = reading.position
        found = [] if position.deciding is None else list(map(position.map.name, targets(position, position.deciding)))
        first = reading.at("word 1")
        if len(found) > 1:
            quoted = [f'"attack {target}"' for target in found]
            first.add(f"ambiguous: it could be {listing(quoted, 'or')}")
        elif not found:
            first.add('expected a hex to attack, as in "attack 0401"')
        return Attack(player, found[0] if found else "")

    def from_draft(self, draft: Draft, player: str, slots: Mapping[str, Kind], reading: Reading) -> Attack | None:
        return None if draft.get("attack") == "no" else super().from_draft(draft, player, slots, reading)


class LoseForm(DeskForm[Lose]):
    """The form of losses, whose drafts hold a number for each kind of thing on each hex."""

    def drafts(self, action: Lose, slots: Mapping[str, Kind]) -> Iterator[dict[str, Slot]]:
        found: dict[str, Slot] = {f"lose/{space}/{kind}": 1 for space, kind in action.structures}
        for space, units in action.units:
            found |= {f"lose/{space}/{unit.key}": n for unit, n in zip(UNITS, units, strict=True) if n}
        yield found


def _add_of_group(prefix: str, found: Problems, problems: Problems) -> None:
    """Add the problems of one group of a corps, with the group in front of their places."""
    for problem in found.found:
        problems.add(prefix + problem.place, problem.message)


def _read_maneuvers(position: DepletionPosition, player: str, text: str, problems: Problems) -> Maneuver | Corps:
    """Read a text without a verb: a maneuver, or the groups of a corps."""
    if ";" not in text:
        return _read_maneuver(position, player, text, problems)
    groups = []
    for n, part in enumerate(text.split(";"), 1):
        inner = Problems()
        if not part.strip():
            problems.add(f"group {n}", "expected a maneuver on either side of ;")
            continue
        groups.append(_read_maneuver(position, player, part, inner))
        _add_of_group(f"group {n}, ", inner, problems)
    return Corps(player, tuple(groups))


def _read_maneuver(position: DepletionPosition, player: str, text: str, problems: Problems) -> Maneuver:
    if not text.strip()[0].isdigit():
        word = text.split()[0].split("-")[0]
        verbs = [form.text if form.literal else form.verb for form in GRAMMAR.forms if form.verb]
        problems.unknown("word 1", "action", word or text.strip()[:20], verbs)
        problems.add("word 1", f"expected an action such as {EXAMPLES}")
        problems.raise_any(CANNOT_READ)
    return Maneuver(player, *MANEUVER.read(text, Reading(position, problems)))


def _note_mismatched(position: DepletionPosition, words: list[str], problems: Problems) -> bool:
    """Note the errors in a text that has a verb and is of no form."""
    match words[0].lower():
        case "rotate":
            language.Sixths().read(" ".join(words[1:]), Reading(position, problems, "word 2"))
        case "lose":
            language.LossesText().read(" ".join(words[1:]), Reading(position, problems))
        case _:
            wording = f'expected "attack 0401" (one hex), "no attack" or "pass", not {shown(" ".join(words))}'
            problems.add("word 2", wording)
    return True


def _note_contradictions(position: DepletionPosition, draft: Mapping[str, Slot], problems: Problems) -> None:
    """Note the slots of a draft that cannot be without an army, and a first way-point where the army is already."""
    via = draft.get("via")
    first = next(iter(via.split()), None) if isinstance(via, str) else None
    if first is not None and first == draft.get("army") and position.map.find(first) is not None:
        problems.add("draft/via", f"the group is on {first} already; a way-point is another hex")
    for slot in ("to", "via"):
        if slot in draft and "army" not in draft:
            problems.add("draft/army", f"expected the army that is to move, as {slot!r} is given")


GRAMMAR: Grammar[DepletionAction] = Grammar(
    AttackForm(Attack, "attack {target}", {"target": language.HEX}, {"attack": "{target}"}, clause="D1.8"),
    Form(NoAttack, "no attack", draft={"attack": "no"}, clause="D1.8"),
    Form(Pass, "pass", draft={"pass": True}, clause="D1.16"),
    Form(Rotate, "rotate {sixths...}", {"sixths": language.Sixths()}, {"rotate": "{sixths}"}, clause="D8.2"),
    LoseForm(
        Lose, "lose {fallen...}", {"fallen": Part(language.LossesText(), fields=("units", "structures"))}, clause="D9.2"
    ),
    ManeuverForm(Maneuver, "{maneuver}", {"maneuver": Part(MANEUVER, fields=language.FIELDS)}, clause="D1.1"),
    CorpsForm(Corps, "{groups}", {"groups": Part(GroupsText(), fields=("player", "groups"))}, clause="D5.1"),
    slots={
        "army": language.HEX,
        "march": Switch(),
        "via": language.WayPoints(),
        "to": language.HEX,
        "pack": language.NUMBER,
        "unpack": language.NUMBER,
        "parts": language.Groups(),
        "part": language.NUMBER,
        "was": language.Groups(),
        "attack": language.Target(),
        "rotate": language.NUMBER,
        "pass": Switch(),
        "take/": language.NumberOf(),
        "pick/": language.NumberOf("way-point"),
        "drop/": language.NumberOf("way-point"),
        "seat/": language.NumberOf("hex"),
        "lose/": language.NumberOf("hex", structures=True),
    },
    called="an action of depletion",
    examples=EXAMPLES,
    longest=LONGEST,
    title=CANNOT_READ,
    otherwise=_read_maneuvers,
    mismatched=_note_mismatched,
    drafted=_note_contradictions,
)
"""The actions, each declared once.

The slots of a draft of a maneuver: ``army`` (the hex of the army), ``march`` (switch), ``take/cavalry`` (how many set out;
all if it is not set), ``via`` (way-points, "0302 0402"), ``pick/1/cavalry`` and ``drop/1/cavalry`` (how many join and leave
on the first way-point), ``to`` (the hex where it lands), ``pack`` and ``unpack`` (how many trebuchets), ``seat/0403/archers``
(how many ride with the vessel there). Of a corps: ``parts`` (the groups that are chosen already, as texts), ``part`` (the
place among them of the group in the making), ``was`` (what that group was before it was revised). Others: ``pass``
(switch), ``attack`` (the target's hex, or "no"), ``rotate`` (sixths of a turn), ``lose/0403/archers`` (how many fall).
"""
