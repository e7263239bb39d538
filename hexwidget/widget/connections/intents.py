"""The intents: what a view may ask of a board. A message that holds no intent is refused in words.

A message is ``{id, revision, intent, args}``: ``intent`` is the name of a class below, ``args`` are the fields of that class, whose
type hints have limits, and the words for such a value in an error.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from typing import Annotated, Any, ClassVar, Literal, dataclass_transform, get_type_hints

from hexwidget.english import words_of_class
from hexwidget.files.annotations import LONGEST_NOTE
from hexwidget.files.scenario import MOST_PROSE
from hexwidget.geometry.hexmap import MAX_SIDE
from hexwidget.geometry.images import MOST_BYTES
from hexwidget.limits import Limits
from hexwidget.problems import InputError, Problems, is_whole, shown
from hexwidget.rules import Draft
from hexwidget.rules.hints import Called, Example, Matching, ReadBy
from hexwidget.rules.values import Entry, Known, entry_of

LONGEST_TEXT = 200
LONGEST_VALUE = 2_000
"""The most characters of the value of a slot, which may be a set of names."""
MOST_NUMBER = (1 << 53) - 1
"""The largest whole number that every reader of JSON takes as it is."""
MOST_SLOTS = 100
SENT_ON = Matching("^[^\ud800-\udfff]*$")
"""Marks a text that can be sent on: it has no half of a surrogate pair."""

Text = Annotated[str, Limits(most=LONGEST_TEXT), SENT_ON]
Number = Annotated[int, Limits(-MOST_NUMBER, MOST_NUMBER)]
Setting = Annotated[Text | Number, Example("a text or a whole number")]
"""The value of a setting."""
Value = Annotated[
    Annotated[str, Limits(most=LONGEST_VALUE), SENT_ON] | bool | Number,
    Example("a text, a whole number, true or false"),
]
"""The value of a slot."""
Slots = Annotated[
    dict[Annotated[Text, Example("the name of a slot")], Value],
    Limits(most=MOST_SLOTS),
    Example(f"an object of at most {MOST_SLOTS} slots"),
]
_SLOTS = entry_of(Slots)


def _draft(where: str, given: Any, known: Known) -> Draft:
    return Draft(_SLOTS.read(where, given, known))


ADraft = Annotated[Draft, ReadBy(_draft, Slots)]
"""A draft: an object of slots and their values."""


CANNOT_READ = "this message cannot be read"
LONGEST_ACTION = 4000
LONGEST_PICTURE = MOST_BYTES * 4 // 3 + 100
"""A picture as an address in base64."""
MOST_SPACES = 1_000
"""The number of spaces that can be painted at once."""

KNOWS_NOTHING = 0
"""In place of a revision: the view needs the whole state."""
NOTHING = Draft()
AStep = Annotated[int, Limits(0, MOST_NUMBER), Example("the number of a step")]
ASpace = Annotated[Text, Example("the name of a space")]
AnAction = Annotated[str, Limits(most=LONGEST_ACTION), SENT_ON, Example("the text of an action")]
APlace = Annotated[Number, Example("a whole number of thousandths")]
APlayer = Annotated[Text | None, Example("the name of a player")]


Role = Literal["spectator", "player", "referee"]
"""The role of those in front of a board."""
ROLES: tuple[Role, ...] = ("spectator", "player", "referee")
INTENTS: dict[str, type[Intent]] = {}
"""The intents by their names in messages."""


@dataclass_transform(frozen_default=True)
@dataclass(frozen=True)
class Intent:
    """A wish of the person at a view. A subclass is a dataclass of the arguments."""

    name: ClassVar[str]
    """The word for it in a message: that of its class."""
    timeless: ClassVar[bool]
    """True if it means the same at any revision."""
    role: ClassVar[Role]
    """The role that may do it, and so may the roles after it in `ROLES`."""
    edits: ClassVar[bool]
    """True if it changes the position, or what the editor draws and writes."""
    lasting: ClassVar[bool]
    """True if its reply is kept for a message that comes twice. An intent that only asks is answered anew."""

    def __init_subclass__(
        cls,
        *,
        timeless: bool = False,
        role: Role = "player",
        edits: bool = False,
        lasting: bool = True,
        kw_only: bool = False,
    ) -> None:
        cls.name = words_of_class(cls.__name__, "_")
        cls.timeless, cls.edits, cls.lasting = timeless, edits, lasting
        cls.role = "referee" if edits else role
        INTENTS[cls.name] = dataclass(frozen=True, kw_only=kw_only)(cls)


class Hello(Intent, role="spectator", timeless=True):
    """Greet the board: a view that missed something gets the present state."""


class Load(Intent, role="spectator", timeless=True, lasting=False):
    """Send the code of the front end, to a page that does not get the model that holds it."""


class Choose(Intent):
    """Choose something: the draft is what has been chosen so far."""

    draft: ADraft = NOTHING


class Confirm(Intent):
    """Carry out a draft."""

    draft: ADraft = NOTHING
    at_once: bool = False  # opponents answer without their pause


class Undo(Intent, role="referee"):
    """Go back to the last decision."""


class Redo(Intent, role="referee"):
    """Go on to the next decision."""


class Goto(Intent, role="referee"):
    """Go to a step."""

    step: AStep


class SetRolls(Intent, role="referee"):
    """Let chance be decided by hand, or rolled at once."""

    by_hand: bool


class Explain(Intent, kw_only=True):
    """Tell why a space cannot be chosen. ``clicked``: somebody has tried to choose it, and not only pointed at it."""

    draft: ADraft = NOTHING
    space: ASpace
    clicked: bool = False


class Try(Intent):
    """Note that somebody has tried to take a choice that is barred: a tutor explains why, and a game keeps it. ``to``: the draft it would lead
    to."""

    draft: ADraft
    to: ADraft


class Hover(Intent, role="spectator", timeless=True, lasting=False):
    """Tell Python which space lies under the pointer."""

    space: Annotated[Text | None, Example("the name of a space")]


class View(Intent, timeless=True):
    """Show the view of a player; null: everything."""

    player: APlayer


class ReadClause(Intent, role="spectator", timeless=True, lasting=False):
    """Tell a clause of the rulebook."""

    clause: Annotated[Text, Example("the id of a clause")]


class ListEvents(Intent, role="referee", lasting=False):
    """Tell the events of a step."""

    step: AStep


class Play(Intent):
    """Play an action."""

    action: AnAction
    at_once: bool = False  # opponents answer without their pause


class Compose(Intent, lasting=False):
    """Tell the draft that means an action, so that a view can show the action as if it had been chosen there."""

    action: AnAction


class Picture(Intent, role="spectator", timeless=True, lasting=False):
    """Draw the board as a picture."""

    theme: Annotated[Literal["light", "dark"], Called("theme")]


class Suggest(Intent):
    """Begin to look for a good action, or end that."""

    on: bool


class Edit(Intent, role="referee"):
    """Begin or end the editing of the position."""

    on: bool


class Paint(Intent, edits=True):
    """Put a brush's ground or piece on spaces."""

    brush: Annotated[Text, Example("the key of a brush")]
    spaces: Annotated[tuple[Text, ...], Limits(1, MOST_SPACES), Example(f"1 to {MOST_SPACES} names of spaces")]
    player: APlayer


class Change(Intent, edits=True):
    """Change a setting of the position."""

    setting: Annotated[Text, Example("the name of a setting")]
    value: Setting = ""


class Draw(Intent, edits=True):
    """Draw on the board with a brush: a note, an arrow, shades or a place, with its words."""

    brush: Annotated[Text, Example("the key of a brush")]
    spaces: Annotated[tuple[Text, ...], Limits(1, MOST_SPACES), Example(f"1 to {MOST_SPACES} names of spaces")]
    text: Annotated[str, Limits(most=LONGEST_NOTE), SENT_ON] = ""
    hue: Text = "mark"


class Write(Intent, edits=True):
    """Give the scenario another title, or other words about it."""

    part: Annotated[Literal["title", "prose"], Called("part")]
    text: Annotated[str, Limits(most=MOST_PROSE), SENT_ON]


class Resize(Intent, edits=True):
    """Add a row or column at an edge of the map, or with -1 take one away."""

    edge: Annotated[Literal["top", "bottom", "left", "right"], Called("edge")]
    by: Annotated[int, Limits(-1, 1)]


class Blank(Intent, edits=True):
    """Begin anew on a blank map."""

    columns: Annotated[int, Limits(1, MAX_SIDE)]
    rows: Annotated[int, Limits(1, MAX_SIDE)]


class Rename(Intent, edits=True):
    """Give a player another name. Without a player one is added, without a name the player is taken away."""

    player: APlayer
    called: Text


class Colour(Intent, edits=True):
    """Give a player a colour of their own. Without a colour the player gets the usual one."""

    player: Text
    colour: Text


class Ask(Intent, edits=True):
    """Say a part of the question that the editor makes: its kind, its sentence, its clause, or with spaces what is shown."""

    about: Annotated[Literal["kind", "sentence", "clause", "piece", "place", "way", "forget"], Called("part")]
    text: Annotated[str, Limits(most=LONGEST_VALUE), SENT_ON] = ""
    spaces: Annotated[tuple[Text, ...], Limits(0, MOST_SPACES)] = ()


class Show(Intent, edits=True):
    """Show an action for the question by doing it on the board, or try the question as learners get it."""

    what: Annotated[Literal["action", "question"], Called("thing to show")]


class Lay(Intent, edits=True):
    """Lay the map on a picture."""

    image: Annotated[str, Limits(most=LONGEST_PICTURE), SENT_ON, Example("a picture as an address")]


class Place(Intent, edits=True):
    """Place the middle of the next corner hex on the picture: at a point of the map, in thousandths of the radius of a hex."""

    x: APlace
    y: APlace


class Export(Intent, role="referee", lasting=False):
    """Write the position as a text: Python, a file, a line that reads it back, a link, the address of a page that plays it, the game as a
    message to the next player, or a page."""

    form: Annotated[
        Literal["python", "scenario", "position", "link", "address", "game", "page", "handout"], Called("form")
    ]


MAY: Mapping[Role, frozenset[type[Intent]]] = {
    role: frozenset(each for each in INTENTS.values() if ROLES.index(each.role) <= ROLES.index(role)) for role in ROLES
}
"""The intents of each role. (`View` is for a referee whose board shows a player's view; a player's own board refuses it.)"""


@dataclass(frozen=True, slots=True)
class Message:
    """A message from a view: an intent, and the revision of the board that the view saw."""

    id: str
    revision: int
    intent: Intent


def arguments(intent: type[Intent]) -> Mapping[str, Entry]:
    """The arguments of an intent: the name of each, and its type hint ready to read a value.

    >>> list(arguments(Paint))
    ['brush', 'spaces', 'player']
    """
    hints = get_type_hints(intent, include_extras=True)
    return {each.name: entry_of(hints[each.name]) for each in fields(intent)}


@cache
def _arguments(name: str) -> Mapping[str, Entry]:
    """The arguments of the intent of a name. Each is read when it first comes: a first board needs none."""
    return arguments(INTENTS[name])


def read_id(content: object) -> str | None:
    """The id of a message, if it has a usable one: the reply names it even if nothing else can be read."""
    found = content.get("id") if isinstance(content, Mapping) else None
    good = isinstance(found, str) and 0 < len(found) <= LONGEST_TEXT and is_whole(found)
    return str(found) if good else None


def read_message(content: object) -> Message:
    """Read a message from a view.

    :raises InputError: listing everything wrong with it
    """
    if not isinstance(content, Mapping):
        raise InputError(CANNOT_READ, f"expected an object, not {shown(content)}")
    problems = Problems()
    at, name, revision, args = read_id(content), content.get("intent"), content.get("revision"), content.get("args", {})
    if at is None:
        problems.add("id", f"expected a text of 1 to {LONGEST_TEXT} characters, not {shown(content.get('id'))}")
    if type(revision) is not int or not 0 <= revision <= MOST_NUMBER:
        problems.add("revision", f"expected a whole number from 0, not {shown(revision)}")
    for key in content:
        if key not in ("id", "revision", "intent", "args"):
            problems.unknown("", "entry", key, ["id", "revision", "intent", "args"])
            break  # one is enough to say so
    if not isinstance(name, str) or name not in INTENTS:
        problems.unknown("intent", "intent", name, INTENTS)
        problems.raise_any(CANNOT_READ)
    intent = _read_intent(INTENTS[str(name)], args, problems)
    problems.raise_any(CANNOT_READ)
    return Message(str(at), revision if isinstance(revision, int) else 0, intent)


def _read_intent(intent: type[Intent], args: Any, problems: Problems) -> Intent:
    if not isinstance(args, Mapping):
        problems.add("args", f"expected an object, not {shown(args)}")
        args = {}
    kinds = _arguments(intent.name)
    for key in args:
        problems.note_unknown("args", "argument", key, kinds)
    # a default is an attribute of its class
    given = {name: args.get(name, getattr(intent, name, None)) for name in kinds}
    return intent(**{name: kind.read(f"args/{name}", given[name], Known(problems)) for name, kind in kinds.items()})
