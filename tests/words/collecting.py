"""Every text that a player reads in a position, from the boards of all players and of the referee."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

import hexwidget as hw
from hexwidget.rules import Choice, Choices, Draft, Finding, Position, Remedy, Verdict
from hexwidget.scene import Scene
from hexwidget.widget.audience import choices_for, observation
from hexwidget.widget.timeline import timeline
from tests.refusals.material import Material

NAMES = {"red": ("red", "romans", "Brutus"), "blue": ("blue", "greeks", "Iris", "the Norsemen")}
"""Names of players that take the place of those that random positions have: for one and for many."""
MOST_CHOSEN = 6
"""The most values that are chosen one after the other at a desk."""
SENTENCE, PHRASE = "sentence", "phrase"
"""The forms of texts: a sentence stands alone, a phrase stands in a list, on a button or in a sentence of the page."""


@dataclass(frozen=True)
class Text:
    """A text that a player reads: its place, and its form there. An empty one is not shown, and is not collected."""

    place: str
    form: str
    text: str


def renamed(position: Position, rng: Random) -> Position:
    """The position with other names of players, if its description can be read with these."""
    told = json.dumps(position.system.to_json(position))
    for name, others in NAMES.items():
        if name in position.players:
            told = told.replace(json.dumps(name), json.dumps(rng.choice(others)))
    try:
        found: Position = position.system.from_json(json.loads(told), strict=False)
    except hw.InputError:
        return position
    return found


def texts(of: Material, position: Position, rng: Random) -> Iterator[Text]:
    """Every text about a position, and about some actions and choices at it."""
    system = position.system
    end = system.outcome(position)
    yield Text("status", SENTENCE, system.status(position))
    if end is not None:
        yield Text("outcome", PHRASE, end.text)
    for finding in system.check_position(position).findings:
        yield from _of_finding(finding)
    for player in (None, *position.players):
        seen = observation(position, player)
        yield from _of_scene(system.scene(seen))
        yield from _of_a_desk(position, player, rng)
    for brush in system.brushes(position):
        yield Text("brush", PHRASE, brush.label)
    for _ in range(2):
        action = of.random_action(position, rng)
        verdict = position.check(action)
        yield from _of_verdict(verdict)
        if verdict:
            yield from _of_a_session(position, action, rng)


def _of_a_session(position: Position, action: Any, rng: Random) -> Iterator[Text]:
    """The timeline after an action, and after its undo."""
    session = hw.Session(position, seed=rng.randrange(1000))
    session.play(action)
    for player in (None, *position.players):
        yield from _of_timeline(session, player)
    session.undo()
    yield from _of_timeline(session, None)


def _of_timeline(session: hw.Session, player: str | None) -> Iterator[Text]:
    found = timeline(session, player)
    yield Text("notice", PHRASE, found.notice)
    yield Text("warning", PHRASE, found.warning)
    for event in found.events:
        yield Text("event", SENTENCE, event.text)
    for step in found.steps:
        yield Text("step", PHRASE, step.text)
    for drawn in found.drawn:
        yield Text("drawn", PHRASE, drawn.label)


# ---------------------------------------------------------------------- the desk
def _of_a_desk(position: Position, player: str | None, rng: Random) -> Iterator[Text]:
    """The choices of a player, and those behind some that are chosen one after the other."""
    draft = Draft()
    for _ in range(MOST_CHOSEN):
        try:
            found = choices_for(position, player, draft)
        except hw.InputError:
            return
        yield from _of_choices(found)
        if found.player is not None:
            seen = observation(position, player)
            space = rng.choice(list(seen.seen.map.names()))
            yield from _of_verdict(position.system.explain(seen, player, draft, space))
        ways = [then for option in found.options for then in _leading_on(option)]
        if found.field is not None and len(found.field.reach):
            ways.append(found.draft.set(found.field.slot, rng.choice(list(found.field.reach))))
        if not ways:
            return
        draft = rng.choice(ways)


def _leading_on(option: Choice) -> list[Draft]:
    return [then for then in (option.leads_to, option.fewer, option.more) if then is not None]


def _of_choices(found: Choices) -> Iterator[Text]:
    yield Text("prompt", SENTENCE, found.prompt)
    yield Text("deed", PHRASE, found.deed)
    for option in found.options:
        yield Text("choice", SENTENCE if option.kind != "number" else PHRASE, option.label)
        for finding in option.findings:
            yield from _of_finding(finding)
    if found.field is not None:
        yield Text("field", SENTENCE, found.field.label)
        yield Text("field", PHRASE, found.field.stay_label)
        yield Text("reach", PHRASE, found.field.reach.label)
    yield from _of_verdict(found.verdict)
    for arrow in found.arrows:
        yield Text("arrow", PHRASE, arrow.label)
    for token in found.preview.tokens if found.preview else ():
        yield Text("preview", PHRASE, token.label)
    if found.table is not None:
        yield Text("table", PHRASE, found.table.title)
        for cell in (*found.table.header, *(cell for row in found.table.rows for cell in row)):
            yield Text("cell", PHRASE, cell)
    for forecast in found.forecasts:
        yield Text("forecast", PHRASE, forecast.title)
        for share in forecast.shares:
            yield Text("share", PHRASE, share.label)
        for fighter in forecast.fighters:
            yield Text("fighter", PHRASE, fighter.name)
            yield Text("fighter", PHRASE, fighter.counts)


# ---------------------------------------------------------------------- verdicts
def _of_verdict(verdict: Verdict) -> Iterator[Text]:
    for finding in verdict.findings:
        yield from _of_finding(finding)
    if verdict.nearest_remedy is not None:
        yield from _of_remedy(verdict.nearest_remedy)


def _of_finding(finding: Finding) -> Iterator[Text]:
    yield Text("finding", PHRASE, finding.text)
    remedy = finding.remedy
    if remedy is not None:
        yield from _of_remedy(remedy)


def _of_remedy(remedy: Remedy) -> Iterator[Text]:
    yield Text("remedy", PHRASE, remedy.text)


# ---------------------------------------------------------------------- the scene
def _of_scene(scene: Scene) -> Iterator[Text]:
    yield Text("title", PHRASE, scene.title)
    yield Text("description", SENTENCE, scene.description)
    yield Text("legend", PHRASE, scene.spent)
    for ground in scene.grounds:
        yield Text("legend", PHRASE, ground.label)
    for border in scene.borders:
        yield Text("legend", PHRASE, border.label)
    for piece in scene.pieces:
        yield Text("legend", PHRASE, piece.kind)
        yield Text("piece", PHRASE, piece.label)
        for _, _, meaning in piece.figures:
            yield Text("figure", PHRASE, meaning)
    for token in scene.tokens:
        yield Text("legend", PHRASE, token.name)
        yield Text("token", PHRASE, token.label)
    for card in scene.cards:
        yield Text("card", PHRASE, card.title)
        yield Text("legend", PHRASE, card.kind)
        for detail in card.details:
            yield Text("detail", PHRASE, detail)
    for tally in scene.tallies:
        yield Text("tally", PHRASE, tally.label)
    for overlay in scene.overlays:
        yield Text("overlay", PHRASE, overlay.label)
    for arrow in scene.arrows:
        yield Text("arrow", PHRASE, arrow.label)
    for note in scene.notes:
        yield Text("note", PHRASE, note.text)
    for region in scene.regions:
        yield Text("region", PHRASE, region.label)
    if scene.row is not None:
        for told in (scene.row.title, *scene.row.notes):
            yield Text("row", PHRASE, told)
    if scene.wheel is not None:
        for told in (scene.wheel.title, *scene.wheel.wedges):
            yield Text("wheel", PHRASE, told)
        ledger = scene.wheel.ledger
        for told in (*ledger.header, *(cell for row in ledger.rows for cell in row), *ledger.notes) if ledger else ():
            yield Text("ledger", PHRASE, told)


def shape(text: str) -> str:
    """A text with its numbers and spaces left out: texts of one shape come from one wording."""
    return re.sub(r"\d+", "#", text)
