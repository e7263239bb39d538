"""The public questions about a player's observation, and the answers as text."""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Callable
from functools import partial
from itertools import islice
from random import Random

import hexwidget as hw
from hexwidget.rules import Action, ChanceOutcome, Draft, IllegalAction, Position
from hexwidget.rules.editing import python_lines, settings_of
from hexwidget.widget.connections.encode import encode
from hexwidget.widget.prefetching import branches
from tests.secrets.twins import LISTED, brief


def letters(value: object) -> str:
    """A value as text, without the addresses of objects."""
    return re.sub(r" at 0x[0-9a-f]+", "", value if isinstance(value, str) else repr(value))


EXPECTED = (hw.InputError, IllegalAction, hw.IllegalPosition, NotImplementedError)


def asked(of: Callable[[], object]) -> str:
    """The answer to a question, or the text of its error."""
    try:
        return letters(of())
    except EXPECTED as error:
        return f"{type(error).__name__}: {error}"


def in_python(position: Position, player: str, elsewhere: list[Action], rng: Random) -> dict[str, str]:
    """The answers to all public questions about a player's observation."""
    observation = position.observe(player)
    seen, system = observation.seen, position.system
    found: dict[str, Callable[[], object]] = {}
    for name in dir(seen):
        if not name.startswith("_") and not callable(inspect.getattr_static(type(seen), name, None)):
            found[f"seen.{name}"] = partial(getattr, seen, name)
    for name in dir(system):
        method = getattr(system, name)
        if (
            name.startswith("_")
            or not inspect.ismethod(method)
            or name in ("position", "read", "from_json", "as_before", "build")
        ):
            continue
        required = [p for p in inspect.signature(method).parameters.values() if p.default is p.empty and p.kind < 2]
        if len(required) == 1:
            found[f"system.{name}"] = partial(method, observation if "observation" in required[0].name else seen)
    found["own choices"] = partial(_choices, position, player)
    found |= {"repr": lambda: observation, "hash": lambda: hash(seen), "json": lambda: json.dumps(system.to_json(seen))}
    found |= {"settings": lambda: settings_of(seen), "link": lambda: hw.link(seen)}
    if not brief(position):
        found["lines"] = lambda: python_lines(seen)
    spaces = list(seen.map.names())
    for who in position.players:
        found[f"choices {who}"] = partial(_choices, seen, who)
        found[f"svg {who}"] = partial(seen.to_svg, who)
        found[f"actions {who}"] = partial(_actions, seen, who)
    for space in rng.sample(spaces, min(4, len(spaces))):
        found[f"reach {space}"] = partial(_reach, seen, space)
        for who in position.players:
            found[f"explain {who} {space}"] = partial(system.explain, observation, who, Draft(), space)
    for action in elsewhere:
        found[f"check {action!r}"] = partial(system.check, observation, action)
        found[f"apply {action!r}"] = partial(_after, seen, action)
    found["unread"] = lambda: seen.parse("what is this")
    found["chance"] = lambda: seen.apply(ChanceOutcome("die", "6"))
    return {name: asked(question) for name, question in found.items()}


def _after(seen: Position, action: Action) -> str:
    transition = seen.apply(action)
    return f"{transition} {transition.position!r} {transition.position.key}"


def _choices(seen: Position, who: str) -> object:
    root = seen.choices(player=who)
    rulebook = seen.system.rulebook
    return encode(root, rulebook), list(branches(root, lambda draft: seen.choices(draft, who), rulebook))


def _actions(seen: Position, who: str) -> object:
    actions = seen.legal_actions(who)
    listed = list(islice(actions, LISTED))
    if not listed or brief(seen):
        return listed
    return listed, actions.count(), actions.sample(Random(1))


def _reach(seen: Position, space: str) -> object:
    reach = seen.reach(space)
    ends = reach.frame.to_map(reach.ends)
    return reach.costs(), reach.rim, [str(reach.why(there)) for there in list(reach.rim)[:3]], ends
