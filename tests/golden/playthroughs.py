"""A readable game of a system: positions, choices, verdicts, refused texts and events.

A step shows what has changed since the step before, and of a player's view what differs from the position. Every second step
is also asked questions: the choices after some clicks, a reach, a text with a wrong letter.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice
from random import Random
from typing import Any

import hexwidget as hw
from hexwidget.rules import Choices, Event, Position, Verdict

STEPS = 40
MOST_COUNTED = 1000
"""The most legal actions of a position that are counted."""
MOST_LISTED = 12
"""The most legal actions that are written out."""
MOST_OPTIONS = 8
"""The most options of choices, and findings of an option, that are written out."""
CLICKS = 3
"""The most clicks before choices are written out."""
GAMES = {
    "depletion": ("depletion/the-strait", 4),
    "frontiers": ("frontiers/three-frontiers", 11),
    "orders": ("orders/three-marches", 4),
    "plotted": ("plotted/the-ford", 3),
    "rondel": ("rondel/first-maneuver", 2),
    "toy": ("toy/first-post", 5),
}
"""For each system a scenario and the seed of the game."""


def playthrough(scenario: str, seed: int) -> str:
    """The text of a random game, step by step."""
    position: Position = hw.scenario(scenario).position
    rng, asking = Random(seed), Random(f"{seed} asks")
    lines = [f"{scenario}, seed {seed}", "", position.notation]
    shown: dict[str, list[str]] = {}
    for step in range(STEPS):
        now = str(position).splitlines()
        lines += [f"== step {step}, key {position.key}", *news(shown, "", now)]
        for player in position.players:
            seen = position.observe(player)
            lines.append(f"{player} sees: {position.system.choices(seen, player, hw.Draft()).prompt}")
            lines += indented(news(shown, player, (line for line in str(seen.seen).splitlines() if line not in now)))
        if position.chance is not None:
            odds = ", ".join(f"{value} {p}" for value, p in position.chance.outcomes)
            outcome = position.chance.sample(rng)
            transition = position.apply(outcome)
            lines += [f"-- chance ({odds}): {outcome}", *indented(map(told, transition.events))]
            position = transition.position
            continue
        if not position.to_act:
            lines.append(f"outcome: {position.outcome}")
            break
        actions = position.legal_actions(rng.choice(sorted(position.to_act)) if len(position.to_act) > 1 else None)
        every = [str(action) for action in islice(actions, MOST_COUNTED + 1)]
        count = f"more than {MOST_COUNTED}" if len(every) > MOST_COUNTED else str(len(every))
        more = ", ..." if len(every) > MOST_LISTED else ""
        lines.append(f"{count} legal actions: {', '.join(every[:MOST_LISTED])}{more}")
        lines += ["barred, for instance:", *indented(barred(position, rng))]
        action = actions.sample(rng)
        if step % 2 == 0:
            lines += asked(position, action.player, f"{action.player}: {action}", asking)
        transition = position.apply(action)
        lines += [f"-- {action.player} plays {action}", *indented(map(told, transition.events))]
        position = transition.position
    return "\n".join(lines) + "\n"


def indented(lines: Iterable[str]) -> list[str]:
    return [f"   {line}" for line in lines]


def news(shown: dict[str, list[str]], name: str, lines: Iterable[str]) -> list[str]:
    """The lines that were not shown under a name the last time. All of them are shown from now on."""
    before, shown[name] = shown.get(name, []), list(lines)
    return [line for line in shown[name] if line not in before]


def told(event: Event) -> str:
    return f"{event} -- to {', '.join(event.visible_to)} alone" if event.visible_to is not None else str(event)


def barred(position: Position, rng: Random) -> list[str]:
    """The verdict on an illegal action: out of turn, or to a hex out of reach of a piece."""
    others = [p for p in position.players if p not in position.to_act]
    pieces = [o.space for o in position.choices().options if o.kind == "piece" and o.legal and o.space]
    try:
        reach = position.reach(rng.choice(pieces))
    except (IndexError, hw.InputError):  # the space is empty, or holds a piece that does not move, such as a card
        theirs = position.legal_actions(sorted(position.to_act)[0]).sample(rng)
        return verdict(position.check(replace(theirs, player=rng.choice(others)))) if others else []
    outside = [n for n in position.map.names() if n not in reach]
    return verdict(reach.why(rng.choice(outside))) if outside else []


# -------------------------------------------------------------------- questions
def asked(position: Position, player: str, text: str, rng: Random) -> Iterator[str]:
    """The answers to some questions about a position and the text of an action."""
    now = clicked(position, player, rng)
    yield f"choices after {json.dumps(dict(now.draft), ensure_ascii=False)}: {now.prompt}"
    yield from indented(offered(now))
    spaces = [option.space for option in position.choices(player=player).options if option.space]
    space = rng.choice(spaces or list(position.map.names()))
    yield from answer(f"reach from {space}", lambda: reach_in_lines(position.reach(space)))
    wrong = misspelt(text, rng)
    yield from answer(f"read {wrong!r}", lambda: [repr(position.parse(wrong))])


def answer(question: str, ask: Any) -> Iterator[str]:
    """A question with its answer, or with the error that the engine raises on purpose."""
    yield f"{question}:"
    try:
        yield from indented(ask())
    except hw.InputError as found:
        yield from indented(str(found).splitlines())


def clicked(position: Position, player: str, rng: Random) -> Choices:
    """The choices after a few random clicks."""
    now = position.choices(player=player)
    for _ in range(rng.randrange(CLICKS + 1)):
        on = [option.leads_to for option in now.options if option.legal and not option.chosen]
        if now.field is not None:
            on += [now.draft.set(now.field.slot, space) for space in now.field.reach]
        if not on:
            break
        now = position.choices(rng.choice(on), player)
    return now


def offered(found: Choices) -> Iterator[str]:
    """The options of choices; of many, every second or third, and so on."""
    stride = 1 + (len(found.options) - 1) // MOST_OPTIONS
    for option in found.options[::stride]:
        extra = f" @{option.space}" if option.space is not None else ""
        extra += f" key {option.shortcut}" if option.shortcut else ""
        extra += " chosen" if option.chosen else ""
        extra += " with fewer" if option.fewer is not None else ""
        extra += " with more" if option.more is not None else ""
        why = "".join(f"; barred by {f.clause} {f.code}: {f.text}" for f in option.findings[:MOST_OPTIONS])
        yield f"{option.kind} {option.slot}={option.value!r}{extra}: {option.label} {option.clause}{why}"
    if stride > 1:
        yield f"... of {len(found.options)} options"
    if found.field is not None:
        field = found.field
        yield f"field {field.slot}: {field.label}; in {field.unit[1]}; {field.stay_label}; {len(field.reach)} spaces"
    yield from verdict(found.verdict)
    for arrow in found.arrows:
        yield f"arrow {'-'.join(arrow.spaces)} {arrow.hue}{' trail' if arrow.trail else ''}: {arrow.label}"
    if found.preview is not None:
        yield f"preview {found.preview}"
    if found.table is not None:
        yield f"table {found.table.title}: {' | '.join(found.table.header)}"
        yield from (f"  {' | '.join(row)}" for row in found.table.rows[:MOST_OPTIONS])


def verdict(found: Verdict) -> list[str]:
    """A verdict as it is shown, with the code and the spaces of each finding."""
    codes = "; ".join(f"{f.clause} {f.code} {' '.join(f.subjects)}".strip() for f in found.findings)
    return [*str(found).splitlines(), *([f"codes: {codes}"] if codes else [])]


def reach_in_lines(reach: Any) -> Iterator[str]:
    """The spaces of a reach with their costs, the rim, and the path to a space."""
    yield f"{reach.label}: budget {reach.budget}"
    costs = sorted((cost, reach.map.index(space), space) for space, cost in reach.costs().items())
    yield " ".join(f"{space} {cost}" for cost, _, space in costs) or "no space"
    yield "rim " + (" ".join(f"{space} {clause}" for space, clause in reach.rim.items()) or "empty")
    yield from (f"path {'-'.join(reach.path(space))}" for space in list(reach)[-1:])


def misspelt(text: str, rng: Random) -> str:
    """A text with one letter left out, doubled, exchanged with the next, or another."""
    at = rng.randrange(len(text))
    letter = rng.choice(("", text[at] * 2, text[at : at + 2][::-1], "x", "0", " ", ":", "-", "é"))
    return text[:at] + letter + text[at + 1 :]
