"""Draws questions about positions of random games."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from itertools import islice
from random import Random
from typing import Any

import hexwidget as hw
from hexwidget.rules import Action, Choices, Position
from hexwidget.rules.editing import settings_of
from hexwidget.testing import clicked
from tests.golden.records import Question
from tests.systems.test_conformance import game

GAMES = 8
"""The number of games of a system. There are at least two of each scenario."""
SUBJECTS = 4
"""The number of positions of each game that questions are asked about."""
PLAYERS = 2
"""The number of players that are asked at a position."""
CLICKS = 5
"""The number of drafts of a walk through choices."""
MOST_OPTIONS = 40
"""Choices with more options are asked for once a position only, as the answer is long."""
ODD = (None, True, -1, 7, 10**9, 1.5, "", "nobody", "9999", (), ("nobody",), (7,), [], "x" * 60)
"""Values that are wrong in most fields of an action."""
ODD_SLOTS = (True, -1, 99, "", "nobody", "9999", "0101", "0101 0202", "x" * 60)
"""Values that are wrong in most slots of a draft."""

Slots = dict[str, Any]


def questions(system: str) -> Iterator[Question]:
    """The questions about a system."""
    scenarios = [scenario for scenario in hw.scenarios() if scenario.partition("/")[0] == system]
    for scenario in scenarios:
        for seed in range(max(2, GAMES // len(scenarios))):
            yield from _about_game(scenario, seed)


def _about_game(scenario: str, seed: int) -> Iterator[Question]:
    rng = Random(f"golden {scenario} {seed}")
    played = game(scenario, seed)
    elsewhere = [f"{done.player}: {done}" for _, done in played if isinstance(done, Action)]
    number = min(SUBJECTS, len(played))
    first = 0 if seed == 0 else len(played) // (number + 1)
    chosen = {first + n * (len(played) - 1 - first) // max(number, 1) for n in range(number)}
    chosen |= set(islice((n for n, (position, _) in enumerate(played) if position.chance is not None), 1, 2))
    for n in sorted(chosen | {len(played) - 1}):
        position = played[n][0]
        place = f"{scenario}, game {seed}, step {n}"
        for verb, *arguments in _about_position(position, elsewhere, rng, first=n == 0):
            yield Question(place, position.notation, verb, tuple(arguments))


def _about_position(position: Position, elsewhere: list[str], rng: Random, first: bool) -> Iterator[tuple[Any, ...]]:
    yield ("names",)
    if first:
        yield ("document",)
        yield ("settings",)
        yield from (("seen", player) for player in (*position.players[:2], None))
    yield from (("read", _misspelt(position.notation, rng)) for _ in range(2))
    yield from _edits(position, rng)
    if position.chance is not None:
        node = position.chance
        yield from (("chance", node.source, rng.choice(node.outcomes)[0]) for _ in range(2))
        yield ("chance", node.source, "nothing")
        yield ("chance", "another", node.outcomes[0][0])
        yield ("choices", None, {})
    acting = [player for player in position.players if player in position.to_act]
    for player in acting[:PLAYERS]:
        yield from _about_player(position, player, rng)
    waiting = [player for player in position.players if player not in position.to_act]
    for player in waiting[:1]:
        yield ("choices", player, {})
        yield ("legal", player, None)
    yield from (("check", text) for text in rng.sample(elsewhere, min(5, len(elsewhere))))
    if not first:
        yield from (("check", _replaced(text, rng)) for text in rng.sample(elsewhere, min(2, len(elsewhere))))


def _edits(position: Position, rng: Random) -> Iterator[tuple[Any, ...]]:
    brushes, spaces = position.system.brushes(position), list(position.map.names())
    if brushes and spaces:
        yield from (
            ("paint", rng.choice(brushes).key, rng.choice(spaces), rng.choice(position.players)) for _ in range(2)
        )
    settings = settings_of(position)
    if settings:
        setting = rng.choice(settings)
        yield ("change", setting.name, rng.choice([*setting.values, setting.least, setting.most, "nothing", 10**7]))


def _about_player(position: Position, player: str, rng: Random) -> Iterator[tuple[Any, ...]]:
    legal = position.legal_actions(player)
    yield ("legal", player, None)
    actions = {str(legal.sample(rng)) for _ in range(3)} if legal else set()
    actions |= {str(found) for found in (clicked(position, player, rng) for _ in range(4)) if found is not None}
    texts = [f"{player}: {text}" for text in sorted(actions)]
    yield from (("parse", text) for text in texts)
    yield from (("apply", text) for text in texts[:3])
    for text in texts[:4]:
        yield from (("parse", each) for each in dict.fromkeys(_mutated(text, position, rng) for _ in range(4)))
        yield from _malformed(position, text, rng)
    if texts:
        yield ("parse", texts[0].partition(": ")[2])
        yield ("parse_repeated", texts[0], 3000)
    yield ("parse", "")
    yield from _about_drafts(position, player, rng)


# ---------------------------------------------------------------------- texts
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


def _malformed(position: Position, text: str, rng: Random) -> Iterator[tuple[Any, ...]]:
    paths = list(_paths(position.parse(text)))
    for _ in range(4):
        yield ("malformed", text, rng.choice(paths), repr(rng.choice(ODD)))


def _paths(thing: Any, before: str = "") -> Iterator[str]:
    """The paths of everything in an action."""
    inner = [(f.name, getattr(thing, f.name)) for f in fields(thing)] if is_dataclass(thing) else []
    if isinstance(thing, tuple):
        inner = [(str(n), each) for n, each in enumerate(thing)]
    for name, value in inner:
        yield before + name
        yield from _paths(value, f"{before}{name}.")


# ---------------------------------------------------------------------- drafts
def _about_drafts(position: Position, player: str, rng: Random) -> Iterator[tuple[Any, ...]]:
    observed = position.observe(player)
    drafts: list[hw.Draft] = []
    for _ in range(2):
        now = position.system.choices(observed, player, hw.Draft())
        for _ in range(CLICKS):
            if now.draft not in drafts:
                drafts.append(now.draft)
            then = _clicked(now, rng)
            if then is None:
                break
            now = position.system.choices(observed, player, then)
        if now.draft not in drafts:
            drafts.append(now.draft)
    long = 0
    for draft in drafts:
        many = len(position.system.choices(observed, player, draft).options) > MOST_OPTIONS
        long += many
        if not many or long <= 2:
            yield ("choices", player, dict(draft))
    for draft in drafts[:1] + drafts[2:][:1]:
        yield ("explain", player, dict(draft))
    for draft in drafts[1:3]:
        yield ("legal", player, dict(draft))
    for draft in rng.sample(drafts, min(3, len(drafts))):
        yield ("choices", player, _wrong(dict(draft), rng))
    yield ("choices", player, {"slot": "nobody"})
    yield ("choices", "nobody", {})
    spaces = [
        str(option.space) for option in position.system.choices(observed, player, hw.Draft()).options if option.space
    ]
    yield ("reach", rng.choice(spaces or list(position.map.names())))
    yield ("reach", rng.choice([*position.map.names(), "9999"]))


def _clicked(now: Choices, rng: Random) -> hw.Draft | None:
    """The draft after a click on a legal option, a number or a space; None if there is no such option."""
    offered: dict[str, list[hw.Draft]] = {}
    for option in now.options:
        if option.legal and not option.chosen:
            offered.setdefault(option.kind, []).append(option.leads_to)
        offered.setdefault("numbers", []).extend(d for d in (option.fewer, option.more) if d is not None)
    if now.field is not None and now.field.reach:
        offered["field"] = [now.draft.set(now.field.slot, space) for space in now.field.reach]
    kinds = sorted(kind for kind, drafts in offered.items() if drafts)
    return rng.choice(offered[rng.choice(kinds)]) if kinds else None


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
