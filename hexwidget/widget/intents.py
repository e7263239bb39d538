"""The intents: what a view may ask of a board. A message that holds no intent is refused in words.

A message is ``{id, revision, intent, args}``: ``intent`` is the name of a class below, ``args`` are the fields of that class.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Annotated, Any, ClassVar, dataclass_transform, get_type_hints

from hexwidget.geometry.images import MOST_BYTES
from hexwidget.problems import InputError, Problem, Problems, shown
from hexwidget.rules import Draft
from hexwidget.widget.arguments import (
    LONGEST_TEXT,
    MOST_NUMBER,
    SETTING,
    TRUTH,
    Argument,
    OneOf,
    Slots,
    a_number,
    a_text,
    a_text_or_null,
    is_text,
    names_of_spaces,
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
AStep = Annotated[int, a_number("the number of a step", 0)]
ASpace = Annotated[str, a_text("the name of a space")]
AtOnce = Annotated[bool, TRUTH]
"""True if opponents answer without their pause."""
APlayer = Annotated[str | None, a_text_or_null("the name of a player, or null")]


INTENTS: dict[str, type[Intent]] = {}
"""The intents by their names in messages."""


@dataclass_transform(frozen_default=True)
@dataclass(frozen=True)
class Intent:
    """A wish of the person at a view. A subclass is a dataclass of the arguments."""

    name: ClassVar[str]
    """The word for it in a message."""
    timeless: ClassVar[bool]
    """True if it means the same at any revision."""
    referees: ClassVar[bool]
    """True if a board does it for the referee only."""
    lasting: ClassVar[bool]
    """True if its reply is kept for a message that comes twice. An intent that only asks is answered anew."""

    def __init_subclass__(
        cls, *, name: str, timeless: bool = False, referees: bool = False, lasting: bool = True, kw_only: bool = False
    ) -> None:
        cls.name, cls.timeless, cls.referees, cls.lasting = name, timeless, referees, lasting
        INTENTS[name] = dataclass(frozen=True, kw_only=kw_only)(cls)


class Hello(Intent, name="hello", timeless=True):
    """Greet the board: a view that missed something gets the present state."""


class Load(Intent, name="load", timeless=True, lasting=False):
    """Send the code of the front end, to a page that does not get the model that holds it."""


class Choose(Intent, name="draft"):
    """Choose something: the draft is what has been chosen so far."""

    draft: ADraft = NOTHING


class Confirm(Intent, name="commit"):
    """Do what a draft says."""

    draft: ADraft = NOTHING
    at_once: AtOnce = False


class Undo(Intent, name="undo", referees=True):
    """Go back to the last decision."""


class Redo(Intent, name="redo", referees=True):
    """Go on to the next decision."""


class GoTo(Intent, name="goto", referees=True):
    """Go to a step."""

    step: AStep


class SetRolls(Intent, name="rolls", referees=True):
    """Let chance be decided by hand, or rolled at once."""

    by_hand: Annotated[bool, TRUTH]


class Explain(Intent, name="explain", kw_only=True):
    """Tell why a space cannot be chosen. ``clicked``: somebody has tried to choose it, and not only pointed at it."""

    draft: ADraft = NOTHING
    space: ASpace
    clicked: Annotated[bool, TRUTH] = False


class Try(Intent, name="try"):
    """Note that somebody has tried to take a choice that is barred: a tutor explains why. ``to``: the draft it would lead to."""

    draft: ADraft
    to: ADraft


class Hover(Intent, name="hover", timeless=True, lasting=False):
    """Tell Python which space lies under the pointer."""

    space: Annotated[str | None, a_text_or_null("the name of a space")]


class View(Intent, name="view", timeless=True):
    """Show what a player sees; null: everything."""

    player: APlayer


class ReadClause(Intent, name="clause", timeless=True, lasting=False):
    """Tell a clause of the rulebook."""

    clause: Annotated[str, a_text("the id of a clause")]


class ListEvents(Intent, name="events", referees=True, lasting=False):
    """Tell the events of a step."""

    step: AStep


class Play(Intent, name="play"):
    """Play an action."""

    action: Annotated[str, a_text("the text of an action", LONGEST_ACTION)]
    at_once: AtOnce = False


class Compose(Intent, name="compose", lasting=False):
    """Tell the draft that means an action, so that a view can show the action as if it had been chosen there."""

    action: Annotated[str, a_text("the text of an action", LONGEST_ACTION)]


class Picture(Intent, name="picture", timeless=True, lasting=False):
    """Draw the board as a picture."""

    theme: Annotated[str, OneOf("theme", THEMES)]


class Suggest(Intent, name="suggest"):
    """Begin to look for a good action, or end that."""

    on: Annotated[bool, TRUTH]


class Edit(Intent, name="editing", referees=True):
    """Begin or end the editing of the position."""

    on: Annotated[bool, TRUTH]


class Paint(Intent, name="paint", referees=True):
    """Put a brush's ground or piece on spaces."""

    brush: Annotated[str, a_text("the key of a brush")]
    spaces: Annotated[tuple[str, ...], names_of_spaces(MOST_SPACES)]
    player: APlayer


class Change(Intent, name="change", referees=True):
    """Change a setting of the position."""

    setting: Annotated[str, a_text("the name of a setting")]
    value: Annotated[str | int, SETTING] = ""


class Lay(Intent, name="lay", referees=True):
    """Lay the map on a picture."""

    image: Annotated[str, a_text("a picture as an address", LONGEST_PICTURE)]


class Place(Intent, name="place", referees=True):
    """Say where the middle of the next corner hex lies on the picture: at a point of the map, in thousandths of the radius of a hex."""

    x: Annotated[int, a_number("a whole number of thousandths")]
    y: Annotated[int, a_number("a whole number of thousandths")]


class Export(Intent, name="export", referees=True, lasting=False):
    """Write the position as a text: Python, a scenario, a line that reads it back, or a link."""

    form: Annotated[str, OneOf("form", FORMS)]


@dataclass(frozen=True, slots=True)
class Message:
    """A message from a view: an intent, and the revision of the board that the view saw."""

    id: str
    revision: int
    intent: Intent


def arguments(intent: type[Intent]) -> Mapping[str, Argument]:
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
    given = {
        name: args.get(name, getattr(intent, name, None)) for name in kinds
    }  # a default is an attribute of its class
    return intent(**{name: kind.read(given[name], f"args/{name}", problems) for name, kind in kinds.items()})
