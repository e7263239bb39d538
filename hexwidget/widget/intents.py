"""The intents: what a view may ask of a board. A message that holds no intent is refused in words.

A message is ``{id, revision, intent, args}``: ``intent`` is the name of a class below, ``args`` are the fields of that class.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields
from typing import Annotated, Any, ClassVar, get_type_hints

from hexwidget.geometry.images import MOST_BYTES
from hexwidget.problems import InputError, Problem, Problems, shown
from hexwidget.rules import Draft
from hexwidget.widget.arguments import (
    LONGEST_TEXT,
    MOST_NUMBER,
    Kind,
    OneOf,
    Slots,
    Spaces,
    StepNumber,
    Text,
    TextOrNumber,
    Truth,
    Whole,
    is_text,
)

CANNOT_READ = "this message cannot be read"
LONGEST_ACTION = 4000
THEMES = ("light", "dark")
FORMS = ("python", "scenario", "position", "link")
LONGEST_PICTURE = MOST_BYTES * 4 // 3 + 100
"""A picture as an address in base64."""
MOST_SPACES = 1_000
"""The number of spaces that can be painted at once."""

NOTHING = Draft()
ADraft = Annotated[Draft, Slots()]
AStep = Annotated[int, StepNumber()]
ASpace = Annotated[str, Text("the name of a space")]
AtOnce = Annotated[bool, Truth()]
"""True if opponents answer without their pause."""
APlayer = Annotated[str | None, Text("the name of a player, or null", nullable=True)]


@dataclass(frozen=True)
class Intent:
    """A wish of the person at a view."""

    name: ClassVar[str]
    """The word for it in a message."""
    timeless: ClassVar[bool] = False
    """True if it means the same at any revision."""
    referees: ClassVar[bool] = False
    """True if a board does it for the referee only."""
    lasting: ClassVar[bool] = True
    """True if its reply is kept for a message that comes twice. An intent that only asks is answered anew."""


@dataclass(frozen=True)
class Hello(Intent):
    """Greet the board: a view that missed something gets the present state."""

    name = "hello"
    timeless = True


@dataclass(frozen=True)
class Load(Intent):
    """Send the code of the front end, to a page that does not get the model that holds it."""

    name = "load"
    timeless = True
    lasting = False


@dataclass(frozen=True)
class Choose(Intent):
    """Choose something: the draft is what has been chosen so far."""

    name = "draft"
    draft: ADraft = NOTHING


@dataclass(frozen=True)
class Confirm(Intent):
    """Do what a draft says."""

    name = "commit"
    draft: ADraft = NOTHING
    at_once: AtOnce = False


@dataclass(frozen=True)
class Undo(Intent):
    """Go back to the last decision."""

    name = "undo"
    referees = True


@dataclass(frozen=True)
class Redo(Intent):
    """Go on to the next decision."""

    name = "redo"
    referees = True


@dataclass(frozen=True)
class GoTo(Intent):
    """Go to a step."""

    name = "goto"
    referees = True
    step: AStep


@dataclass(frozen=True)
class SetRolls(Intent):
    """Let chance be decided by hand, or rolled at once."""

    name = "rolls"
    referees = True
    by_hand: Annotated[bool, Truth()]


@dataclass(frozen=True, kw_only=True)
class Explain(Intent):
    """Tell why a space cannot be chosen. ``clicked``: somebody has tried to choose it, and not only pointed at it."""

    name = "explain"
    draft: ADraft = NOTHING
    space: ASpace
    clicked: Annotated[bool, Truth()] = False


@dataclass(frozen=True)
class Try(Intent):
    """Note that somebody has tried to take a choice that is barred: a tutor explains why. ``to``: the draft it would lead to."""

    name = "try"
    draft: ADraft
    to: ADraft


@dataclass(frozen=True)
class Hover(Intent):
    """Tell Python which space lies under the pointer."""

    name = "hover"
    timeless = True
    lasting = False
    space: Annotated[str | None, Text("the name of a space", nullable=True)]


@dataclass(frozen=True)
class View(Intent):
    """Show what a player sees; null: everything."""

    name = "view"
    timeless = True
    player: APlayer


@dataclass(frozen=True)
class ReadClause(Intent):
    """Tell a clause of the rulebook."""

    name = "clause"
    timeless = True
    lasting = False
    clause: Annotated[str, Text("the id of a clause")]


@dataclass(frozen=True)
class ListEvents(Intent):
    """Tell the events of a step."""

    name = "events"
    referees = True
    lasting = False
    step: AStep


@dataclass(frozen=True)
class Play(Intent):
    """Play an action."""

    name = "play"
    action: Annotated[str, Text("the text of an action", LONGEST_ACTION)]
    at_once: AtOnce = False


@dataclass(frozen=True)
class Compose(Intent):
    """Tell the draft that means an action, so that a view can show the action as if it had been chosen there."""

    name = "compose"
    lasting = False
    action: Annotated[str, Text("the text of an action", LONGEST_ACTION)]


@dataclass(frozen=True)
class Picture(Intent):
    """Draw the board as a picture."""

    name = "picture"
    timeless = True
    lasting = False
    theme: Annotated[str, OneOf("theme", THEMES)]


@dataclass(frozen=True)
class Suggest(Intent):
    """Begin to look for a good action, or end that."""

    name = "suggest"
    on: Annotated[bool, Truth()]


@dataclass(frozen=True)
class Edit(Intent):
    """Begin or end the editing of the position."""

    name = "editing"
    referees = True
    on: Annotated[bool, Truth()]


@dataclass(frozen=True)
class Paint(Intent):
    """Put a brush's ground or piece on spaces."""

    name = "paint"
    referees = True
    brush: Annotated[str, Text("the key of a brush")]
    spaces: Annotated[tuple[str, ...], Spaces(MOST_SPACES)]
    player: APlayer


@dataclass(frozen=True)
class Change(Intent):
    """Change a setting of the position."""

    name = "change"
    referees = True
    setting: Annotated[str, Text("the name of a setting")]
    value: Annotated[str | int, TextOrNumber()] = ""


@dataclass(frozen=True)
class Lay(Intent):
    """Lay the map on a picture."""

    name = "lay"
    referees = True
    image: Annotated[str, Text("a picture as an address", LONGEST_PICTURE)]


@dataclass(frozen=True)
class Place(Intent):
    """Say where the middle of the next corner hex lies on the picture: at a point of the map, in thousandths of the radius of a hex."""

    name = "place"
    referees = True
    x: Annotated[int, Whole("a whole number of thousandths")]
    y: Annotated[int, Whole("a whole number of thousandths")]


@dataclass(frozen=True)
class Export(Intent):
    """Write the position as a text: Python, a scenario, a line that reads it back, or a link."""

    name = "export"
    referees = True
    lasting = False
    form: Annotated[str, OneOf("form", FORMS)]


INTENTS: Mapping[str, type[Intent]] = {
    each.name: each
    for each in (
        Hello, Load, Choose, Confirm, Undo, Redo, GoTo, SetRolls, Explain, Try, Hover, View, ReadClause, ListEvents, Play, Compose, Picture,
        Suggest, Edit, Paint, Change, Lay, Place, Export,
    )
}  # fmt: skip
"""The intents by their names in messages."""


@dataclass(frozen=True, slots=True)
class Message:
    """A message from a view: an intent, and the revision of the board that the view saw."""

    id: str
    revision: int
    intent: Intent


def arguments(intent: type[Intent]) -> Mapping[str, Kind]:
    """The arguments of an intent: the name and the kind of each.

    >>> list(arguments(Paint))
    ['brush', 'spaces', 'player']
    """
    hints = get_type_hints(intent, include_extras=True)
    return {each.name: hints[each.name].__metadata__[0] for each in fields(intent)}


_ARGUMENTS = {name: arguments(intent) for name, intent in INTENTS.items()}


def read_id(content: object) -> str | None:
    """The id of a message, if it has a usable one: the reply names it even if nothing else can be read."""
    found = content.get("id") if isinstance(content, Mapping) else None
    return found if found and is_text(found) else None


def read_message(content: object) -> Message:
    """Read a message from a view.

    :raises InputError: listing everything wrong with it
    """
    if not isinstance(content, Mapping):
        raise InputError(CANNOT_READ, [Problem("", f"expected an object, not {shown(content)}")])
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
    kinds = _ARGUMENTS[intent.name]
    for key in args:
        if key not in kinds:
            problems.unknown("args", "argument", key, kinds)
    defaults = {each.name: each.default for each in fields(intent) if each.default is not MISSING}
    values = {
        name: kind.read(args.get(name, defaults.get(name)), f"args/{name}", problems) for name, kind in kinds.items()
    }
    return intent(**values)
