"""What the browser may ask for: ``{id, revision, intent, args}``. Everything else is refused in words.

``hello`` {} - ``draft`` {draft} - ``commit`` {draft} - ``undo`` {} - ``redo`` {} - ``goto`` {step} -
``rolls`` {by_hand} - ``explain`` {draft, space} - ``hover`` {space} - ``view`` {player} - ``clause`` {clause} -
``events`` {step} - ``play`` {action} - ``picture`` {theme} - ``editing`` {on} - ``paint`` {brush, spaces, player} -
``change`` {setting, value} - ``export`` {form}
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from hexwidget.problems import Problems, shown
from hexwidget.rules import Draft

LONGEST_TEXT = 200
LONGEST_ACTION = 4000
MOST_NUMBER = (1 << 53) - 1
"""The largest whole number that every reader of JSON takes as it is."""
THEMES = ("light", "dark")
FORMS = ("python", "scenario")
MOST_SPACES = 1_000
"""So many spaces can be painted at once."""
_HALF = re.compile("[\ud800-\udfff]")
MOST_SLOTS = 100

ARGUMENTS: Mapping[str, tuple[str, ...]] = {
    "hello": (),
    "draft": ("draft",),
    "commit": ("draft",),
    "undo": (),
    "redo": (),
    "goto": ("step",),
    "rolls": ("by_hand",),
    "explain": ("draft", "space"),
    "hover": ("space",),
    "view": ("player",),
    "clause": ("clause",),
    "events": ("step",),
    "play": ("action",),
    "picture": ("theme",),
    "editing": ("on",),
    "paint": ("brush", "spaces", "player"),
    "change": ("setting", "value"),
    "export": ("form",),
}
"""The intents, each with its arguments."""

TIMELESS = frozenset({"hello", "hover", "view", "clause", "picture"})
"""Intents that mean the same at any revision."""
REFEREES = frozenset({"undo", "redo", "goto", "rolls", "events", "editing", "paint", "change", "export"})
"""Intents that only a referee may have."""
LASTING = REFEREES - {"events", "export"} | {"hello", "draft", "commit", "play", "view", "explain"}
"""Intents whose answers are kept for a message that comes twice; what only tells something is told again."""


@dataclass(frozen=True, slots=True)
class Intent:
    """A message from a view that was understood."""

    id: str
    revision: int
    name: str
    draft: Draft
    space: str | None
    step: int | None
    by_hand: bool = False
    word: str | None = None
    """The player, clause, action, theme, brush, setting or form that is named."""
    player: str | None = None
    spaces: tuple[str, ...] = ()
    value: str | int = ""


def read_id(content: object) -> str | None:
    """The id of a message, if it has a usable one: it is answered under it even if nothing else can be read."""
    found = content.get("id") if isinstance(content, Mapping) else None
    return found if found and _is_text(found) else None


def _is_text(found: object, most: int = LONGEST_TEXT) -> bool:
    """Whether it is a text that may be sent on: not too long, and without half of a surrogate pair."""
    return isinstance(found, str) and len(found) <= most and not _HALF.search(found)


def _is_number(found: object) -> bool:
    return type(found) is int and abs(found) <= MOST_NUMBER


def read_intent(content: object) -> Intent:
    """Read a message from a view.

    :raises InputError: listing everything wrong with it
    """
    problems = Problems()
    if not isinstance(content, Mapping):
        problems.add("", f"expected an object, not {shown(content)}")
        problems.raise_any("this message cannot be read")
        raise AssertionError  # pragma: no cover  (raise_any has raised)
    at, name, revision, args = read_id(content), content.get("intent"), content.get("revision"), content.get("args", {})
    if at is None:
        problems.add("id", f"expected a text of 1 to {LONGEST_TEXT} characters, not {shown(content.get('id'))}")
    if type(revision) is not int or not 0 <= revision <= MOST_NUMBER:
        problems.add("revision", f"expected a whole number from 0, not {shown(revision)}")
    for key in content:
        if key not in ("id", "revision", "intent", "args"):
            problems.unknown("", "entry", key, ["id", "revision", "intent", "args"])
            break  # one is enough to say so
    if not isinstance(name, str) or name not in ARGUMENTS:
        problems.unknown("intent", "intent", name, ARGUMENTS)
        problems.raise_any("this message cannot be read")
    if not isinstance(args, Mapping):
        problems.add("args", f"expected an object, not {shown(args)}")
        args = {}
    expected = ARGUMENTS[str(name)]
    for key in args:
        if key not in expected:
            problems.unknown("args", "argument", key, expected)
    draft = _draft(args.get("draft", {}), problems) if "draft" in expected else Draft()
    space, step = args.get("space"), args.get("step")
    if "space" in expected and not (_is_text(space) or (space is None and name == "hover")):
        problems.add("args/space", f"expected the name of a space, not {shown(space)}")
    if "step" in expected and (type(step) is not int or not 0 <= step <= MOST_NUMBER):
        problems.add("args/step", f"expected the number of a step, not {shown(step)}")
    word = player = None
    for key, most, what in _WORDS:
        if key in expected:
            word = args.get(key)
            player = word if key == "player" else player
            none = word is None and key == "player"
            if not none and not _is_text(word, most):
                problems.add(f"args/{key}", f"expected {what}, not {shown(word)}")
            for closed, values in (("theme", THEMES), ("form", FORMS)):
                if key == closed and word not in values:
                    problems.unknown(f"args/{key}", key, word, values)
    by_hand = args.get("by_hand", args.get("on", False))
    for key in ("by_hand", "on"):
        if key in expected and type(args.get(key)) is not bool:
            problems.add(f"args/{key}", f"expected true or false, not {shown(args.get(key))}")
    spaces, value = args.get("spaces", []), args.get("value", "")
    if "spaces" in expected and not (
        isinstance(spaces, (list, tuple)) and 1 <= len(spaces) <= MOST_SPACES and all(map(_is_text, spaces))
    ):
        problems.add("args/spaces", f"expected 1 to {MOST_SPACES} names of spaces, not {shown(spaces)}")
        spaces = []
    if "value" in expected and not (_is_number(value) or _is_text(value)):
        problems.add("args/value", f"expected a text or a whole number, not {shown(value)}")
    problems.raise_any("this message cannot be read")
    return Intent(
        str(at),
        revision if isinstance(revision, int) else 0,
        str(name),
        draft,
        space,
        step,
        by_hand,
        word,
        player,
        tuple(spaces),
        value,
    )


_WORDS = (
    ("player", LONGEST_TEXT, "the name of a player, or null"),
    ("clause", LONGEST_TEXT, "the id of a clause"),
    ("action", LONGEST_ACTION, "the text of an action"),
    ("theme", LONGEST_TEXT, "the name of a theme"),
    ("brush", LONGEST_TEXT, "the key of a brush"),
    ("setting", LONGEST_TEXT, "the name of a setting"),
    ("form", LONGEST_TEXT, "the name of a form"),
)
"""Arguments that are one word or text: how long they may be, and what they say."""


def _draft(given: Any, problems: Problems) -> Draft:
    if not isinstance(given, Mapping) or len(given) > MOST_SLOTS:
        problems.add("args/draft", f"expected an object of at most {MOST_SLOTS} slots, not {shown(given)}")
        return Draft()
    for slot, value in given.items():
        if not _is_text(slot):
            problems.add("args/draft", f"expected the name of a slot, not {shown(slot)}")
        elif not isinstance(value, bool) and not _is_number(value) and not _is_text(value):
            problems.add(f"args/draft/{slot}", f"expected a text, a whole number, true or false, not {shown(value)}")
    return Draft(given)
