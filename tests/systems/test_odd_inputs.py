"""Inputs with something wrong: texts, notations, values of actions and of drafts, edits. Each is refused in words or taken."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import fields, is_dataclass, replace
from functools import partial
from random import Random
from typing import Any

import pytest

import hexwidget as hw
from hexwidget.rules import Draft, IllegalPosition, Position
from hexwidget.rules.editing import change, paint, settings_of
from hexwidget.testing import clicked
from tests.amounts import chances, many
from tests.systems.test_conformance import game

POSITIONS = many(1, 40)
"""The number of positions of each scenario that are asked about."""
TRIES = 4
"""The number of wrong inputs of each kind at a position."""
ODD = (None, True, -1, 7, 10**9, 1.5, "", "nobody", "9999", (), ("nobody",), (7,), "x" * 60)
"""Values that are wrong in most fields of an action. They can be hashed, as an action is."""
ODD_SLOTS = (True, -1, 99, "", "nobody", "9999", "0101", "0101 0202", "x" * 60)
"""Values that are wrong in most slots of a draft."""

Slots = dict[str, Any]


@pytest.fixture(scope="module", params=hw.scenarios())
def positions(request: pytest.FixtureRequest) -> list[tuple[Position, str, Random]]:
    """Positions of a random game, each with a player who is to act there."""
    rng = chances("odd inputs", request.param)
    acting = [(p, player, rng) for p, _ in game(request.param, 0) for player in sorted(p.to_act & {*p.players})]
    return rng.sample(acting, min(POSITIONS, len(acting)))


Asked = list[tuple[Position, str, Random]]


def taken(read: Callable[..., Any], *arguments: Any) -> Any:
    """The value that a reader gives for an input; None if it refuses the input in words."""
    try:
        return read(*arguments)
    except (hw.InputError, IllegalPosition):
        return None


@pytest.mark.slow
def test_a_text_with_something_wrong_is_refused_or_says_another_action(positions: Asked) -> None:
    for position, player, rng in positions:
        for text in _texts(position, player, rng):
            for _ in range(TRIES):
                wrong = _mutated(text, position, rng)
                action = taken(position.parse, wrong)
                if action is not None:
                    again = position.parse(f"{action.player}: {action}")
                    assert (again, str(again)) == (action, str(action))
                    taken(position.check, action)
            taken(position.parse, " ".join([text] * 3000))


def test_an_action_with_a_value_of_another_kind_is_refused_or_judged_alike(positions: Asked) -> None:
    """No text can express some of these actions. Python's own errors say so, against the type hints."""
    for position, player, rng in positions:
        for text in _texts(position, player, rng):
            action = position.parse(text)
            paths = list(_paths(action))
            for _ in range(TRIES):
                wrong = _with_value(action, rng.choice(paths).split("."), rng.choice(ODD))
                with suppress(TypeError, ValueError):
                    verdict = taken(position.check, wrong)
                    legal = verdict is not None and verdict.status is hw.Status.LEGAL
                    assert (taken(position.legal_actions(player).__contains__, wrong) or False) == legal


def test_a_draft_with_something_wrong_is_refused_or_completed(positions: Asked) -> None:
    for position, player, rng in positions:
        drafts = [Draft(), *(option.leads_to for option in position.choices(player=player).options)]
        for draft in rng.sample(drafts, min(TRIES, len(drafts))):
            wrong = Draft(_wrong(dict(draft), rng))
            found = taken(position.choices, wrong, player)
            assert found is None or found.prompt


def test_a_notation_with_something_wrong_is_refused_or_says_another_position(positions: Asked) -> None:
    for position, _, rng in positions:
        read = partial(position.system.read, strict=False)
        for _ in range(TRIES):
            wrong = _misspelt(position.notation, rng)
            found = taken(read, wrong)
            assert found is None or read(found.notation) == found


def test_an_edit_with_something_wrong_is_refused_or_done(positions: Asked) -> None:
    for position, player, rng in positions:
        spaces, brushes = list(position.map.names()), position.system.brushes(position)
        for brush in rng.sample(brushes, min(TRIES, len(brushes))) if spaces else ():
            taken(paint, position, brush.key, [rng.choice(spaces)], player)
        for setting in settings_of(position):
            for value in (*setting.values, setting.least, setting.most, "nothing", 10**7):
                taken(change, position, setting.name, value)


def _texts(position: Position, player: str, rng: Random) -> list[str]:
    legal = position.legal_actions(player)
    found = [legal.pick(rng) if legal else None, *(clicked(position, player, rng) for _ in range(2))]
    return [f"{player}: {text}" for text in sorted({str(action) for action in found if action is not None})]


def _with_value(thing: Any, path: list[str], value: Any) -> Any:
    """A copy of an action with another value at a path of fields and numbers, such as ``orders.0.kind``."""
    if not path:
        return value
    step, *rest = path
    if isinstance(thing, tuple):
        n = int(step)
        return (*thing[:n], _with_value(thing[n], rest, value), *thing[n + 1 :])
    return replace(thing, **{step: _with_value(getattr(thing, step), rest, value)})


def _mutated(text: str, position: Position, rng: Random) -> str:
    words = text.split(" ")
    at = rng.randrange(len(words))
    change = rng.randrange(8)
    if change == 0:
        return " ".join(words[:at] + words[at + 1 :])
    if change == 1:
        return " ".join([*words[: at + 1], *words[at:]])
    if change == 2:
        return " ".join([*words[:at], rng.choice(("nobody", "7", "9999", "-", "0101", "end", "to")), *words[at + 1 :]])
    if change == 3:
        return f"{rng.choice((*position.players, 'nobody', ''))}: {text.partition(': ')[2]}"
    if change == 4:
        return _replaced(text, rng, list(position.map.names()))
    if change == 5:
        return text.upper() if rng.random() < 0.5 else f"{text} {rng.choice(words)}"
    return _misspelt(text, rng)


def _misspelt(text: str, rng: Random) -> str:
    """A text with one letter left out, doubled, exchanged with the next, or another."""
    at = rng.randrange(len(text))
    letter = rng.choice(("", text[at] * 2, text[at : at + 2][::-1], "x", "0", " ", ":", "-", "é"))
    return text[:at] + letter + text[at + 1 :]


def _replaced(text: str, rng: Random, spaces: list[str] | None = None) -> str:
    """A text with one of its numbers or spaces replaced by another."""
    found = list(re.finditer(r"\d+", text)) or list(re.finditer(r"\w+", text))
    match = rng.choice(found)
    other = (
        rng.choice(spaces) if spaces else str(int(match[0]) + 1).zfill(len(match[0])) if match[0].isdecimal() else "x"
    )
    return text[: match.start()] + other + text[match.end() :]


def _paths(thing: Any, before: str = "") -> Iterator[str]:
    """The paths of everything in an action."""
    inner = [(f.name, getattr(thing, f.name)) for f in fields(thing)] if is_dataclass(thing) else []
    if isinstance(thing, tuple):
        inner = [(str(n), each) for n, each in enumerate(thing)]
    for name, value in inner:
        yield before + name
        yield from _paths(value, f"{before}{name}.")


def _wrong(slots: Slots, rng: Random) -> Slots:
    """A draft with a wrong value, a slot of another name, or a slot left out."""
    change = rng.randrange(4)
    if not slots or change == 0:
        return {**slots, rng.choice(("nobody", "army", "unit", "to", "march", "do")): rng.choice(ODD_SLOTS)}
    slot = rng.choice(sorted(slots))
    if change == 1:
        return {key: value for key, value in slots.items() if key != slot}
    if change == 2:
        return {(key + "s" if key == slot else key): value for key, value in slots.items()}
    return {**slots, slot: rng.choice(ODD_SLOTS)}
