"""The answer to each question, as text."""

from __future__ import annotations

import base64
import json
import zlib
from ast import literal_eval
from collections.abc import Iterable, Iterator
from dataclasses import replace
from hashlib import blake2b
from itertools import islice
from random import Random
from typing import Any

import hexwidget as hw
from hexwidget.rules import Action, ChanceOutcome, Choices, Event, IllegalAction, IllegalPosition, Position, Verdict
from hexwidget.rules.editing import change, paint, settings_of
from tests.golden.records import Question

LISTED = 12
"""The number of actions of a listing that are written out; a digest stands for the rest."""
MOST_LISTED = 3000
"""The number of actions of a listing that are looked at."""
DOCUMENTED = (hw.InputError, IllegalAction, IllegalPosition)
"""The errors that the engine raises on purpose."""


def digest(lines: Iterable[str]) -> str:
    """A short name for some lines."""
    return blake2b("\n".join(lines).encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


def compact(value: Any) -> str:
    """A value as JSON on one line."""
    return json.dumps(value, ensure_ascii=False)


def printable(text: str) -> str:
    """A text in which characters that cannot be printed are escaped."""
    return "".join(c if c.isprintable() or c == "\n" else c.encode("unicode_escape").decode() for c in text)


def error(found: Exception) -> str:
    """An error: its kind and its whole text."""
    return f"{type(found).__name__}: {found}"


class Answers:
    """Answers the questions about the positions of one system."""

    def __init__(self, system: str) -> None:
        self._system = hw.system(system)
        self._last: tuple[str, Position] | None = None

    def __call__(self, question: Question) -> str:
        """The answer, or the error that the engine raises on purpose."""
        try:
            answer: str = getattr(self, f"_{question.verb}")(self._position(question.subject), *question.arguments)
        except DOCUMENTED as found:
            answer = error(found)
        return printable(answer)

    def _position(self, notation: str) -> Position:
        if self._last is None or self._last[0] != notation:
            position: Position = self._system.read(notation, strict=False)
            self._last = notation, position
        return self._last[1]

    # ------------------------------------------------------------------ positions
    def _names(self, position: Position) -> str:
        """The key, the notation, the order of the document, and the content of a link."""
        document = position.system.to_json(position)
        lines = [
            f"key {position.key}",
            f"notation {digest([position.notation])}",
            f"document {digest([json.dumps(document)])}",
            f"link {digest([link_content(hw.link(position))])}",
            f"link opens: {hw.open_link(hw.link(position)) == position}",
            f"to act: {', '.join(sorted(position.to_act)) or 'nobody'}",
        ]
        if position.chance is not None:
            node = position.chance
            lines.append(f"chance: {node.source} ({node.clause})")
            lines.append("  " + ", ".join(f"{value} {probability}" for value, probability in node.outcomes))
        if position.outcome is not None:
            lines.append(f"outcome: {position.outcome}; winners {', '.join(position.outcome.winners)}")
        return "\n".join(lines)

    def _document(self, position: Position) -> str:
        return "\n".join(f"{key}: {compact(value)}" for key, value in position.system.to_json(position).items())

    def _seen(self, position: Position, player: str | None) -> str:
        return str(position.observe(player).seen)

    def _read(self, position: Position, notation: str) -> str:
        return position.system.read(notation, strict=False).notation

    def _settings(self, position: Position) -> str:
        settings = [
            f"{s.name}: {s.now!r} of {s.values or (s.least, s.most)} ({s.clause})" for s in settings_of(position)
        ]
        brushes = [f"{b.key} {b.group}: {b.label}" for b in position.system.brushes(position)]
        return "\n".join([*settings, *brushes]) or "nothing"

    def _paint(self, position: Position, brush: str, space: str, player: str) -> str:
        return f"key {paint(position, brush, [space], player).key}"

    def _change(self, position: Position, setting: str, value: Any) -> str:
        return f"key {change(position, setting, value).key}"

    # ------------------------------------------------------------------ actions
    def _parse(self, position: Position, text: str) -> str:
        action = position.parse(text)
        again = position.parse(f"{action.player}: {action}")
        return f"{action!r}{'' if again == action and str(again) == str(action) else ' is read back differently'}"

    def _parse_repeated(self, position: Position, text: str, times: int) -> str:
        return str(position.parse(" ".join([text] * times)))

    def _check(self, position: Position, text: str) -> str:
        return verdict(position.check(text))

    def _malformed(self, position: Position, text: str, path: str, literal: str) -> str:
        action = with_value(position.parse(text), path.split("."), literal_eval(literal))
        found = [verdict(position.check(action))]
        found.append(f"in the legal actions: {action in position.legal_actions(action.player)}")
        return "\n".join(found)

    def _apply(self, position: Position, text: str) -> str:
        return transition(position, position.parse(text))

    def _chance(self, position: Position, source: str, value: str) -> str:
        return transition(position, ChanceOutcome(source, value))

    def _legal(self, position: Position, player: str | None, slots: dict[str, Any] | None) -> str:
        actions = position.legal_actions(player, within=None if slots is None else hw.Draft(slots))
        listed = [str(action) for action in islice(actions, MOST_LISTED)]
        lines = [f"{actions.count()} actions, {digest(listed)}", *listed[:LISTED], *listed[LISTED:][-1:]]
        if listed and slots is None:
            lines += [f"sample {actions.sample(Random(seed))}" for seed in range(2)]
            lines += [f"pick {actions.pick(Random(seed))}" for seed in range(2)]
        return "\n".join(lines)

    # ------------------------------------------------------------------ drafts
    def _choices(self, position: Position, player: str | None, slots: dict[str, Any]) -> str:
        observed = position.observe(player) if player is not None else position
        return "\n".join(choices_in_lines(position.system.choices(observed, player, hw.Draft(slots))))

    def _explain(self, position: Position, player: str, slots: dict[str, Any]) -> str:
        """The verdict on each space. Spaces with the same verdict share its lines; their names stand as ``@`` in it."""
        found: dict[str, list[str]] = {}
        observed = position.observe(player)
        for space in position.map.names():
            said = verdict(position.system.explain(observed, player, hw.Draft(slots), space))
            found.setdefault(said.replace(space, "@"), []).append(space)
        return "\n".join(f"[{' '.join(spaces)}] {said}" for said, spaces in found.items())

    def _reach(self, position: Position, space: str) -> str:
        return "\n".join(reach_in_lines(position.reach(space)))


def link_content(link: str) -> str:
    """The text that a link holds. Other versions of zlib may compress it differently."""
    packed = link.removeprefix("hw1.")
    return zlib.decompress(base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4)), wbits=-15).decode()


def with_value(thing: Any, path: list[str], value: Any) -> Any:
    """A copy of an action with another value at a path of fields and numbers, such as ``orders.0.kind``."""
    if not path:
        return value
    step, *rest = path
    if isinstance(thing, tuple):
        n = int(step)
        return (*thing[:n], with_value(thing[n], rest, value), *thing[n + 1 :])
    return replace(thing, **{step: with_value(getattr(thing, step), rest, value)})


def verdict(found: Verdict) -> str:
    """A verdict as it is shown, with the code and the spaces of each finding."""
    codes = "; ".join(f"{f.clause} {f.code} {' '.join(f.subjects)}".strip() for f in found.findings)
    return "\n".join([str(found), *([f"codes: {codes}"] if codes else [])])


def transition(position: Position, done: Action | ChanceOutcome) -> str:
    """The events of an action or outcome, and the position that it leads to."""
    found = position.apply(done)
    return "\n".join([*(event_in_words(event) for event in found.events), f"key {found.position.key}"])


def event_in_words(event: Event) -> str:
    """An event with everything about it."""
    to = "" if event.visible_to is None else f" to {', '.join(event.visible_to)}"
    cause = "" if event.cause is None else f" because of {event.cause}"
    return f"{event.kind} {' '.join(event.subjects)}: {event}{cause}{to}"


def slots_of(draft: hw.Draft) -> str:
    """A draft as JSON, its slots in the order of the alphabet."""
    return json.dumps(dict(draft), ensure_ascii=False, sort_keys=True)


def choices_in_lines(found: Choices) -> Iterator[str]:
    """Everything that choices hold."""
    yield f"{found.player} {slots_of(found.draft)}: {found.prompt}"
    for option in found.options:
        if option.leads_to == found.draft.set(option.slot, option.value):
            leads = "set"
        elif option.leads_to == found.draft.clear(option.slot):
            leads = "clear"
        else:
            leads = slots_of(option.leads_to)
        extra = f" @{option.space}" if option.space is not None else ""
        extra += f" key {option.shortcut}" if option.shortcut else ""
        extra += " chosen" if option.chosen else ""
        extra += f" fewer {slots_of(option.fewer)}" if option.fewer is not None else ""
        extra += f" more {slots_of(option.more)}" if option.more is not None else ""
        yield f"{option.kind} {option.slot}={option.value!r} {option.label!r} {option.clause}{extra} -> {leads}"
        yield from (f"  barred by {f.clause} {f.code}: {f.text}" for f in option.findings)
    if found.field is not None:
        field = found.field
        yield f"field {field.slot}: {field.label}; {field.unit}; {field.here}; lead {field.lead}"
        yield f"  completes {field.completes}, onward {field.onward}, numbers {field.numbers}"
        yield from (f"  {line}" for line in reach_in_lines(field.reach))
    if found.action is not None:
        yield f"action {found.action!r}"
    yield from verdict(found.verdict).split("\n")
    yield from (
        f"arrow {'-'.join(arrow.spaces)} {arrow.hue}{' trail' if arrow.trail else ''}: {arrow.label}"
        for arrow in found.arrows
    )
    if found.back:
        yield f"back {slots_of(found.back)}"
    if found.preview is not None:
        yield f"preview {found.preview}"
    if found.table is not None:
        yield f"table {found.table.title}: {' | '.join(found.table.header)}"
        yield from (f"  {' | '.join(row)}" for row in found.table.rows)


def reach_in_lines(reach: Any) -> Iterator[str]:
    """The spaces of a reach with their costs and a path, and the rim."""
    yield f"{reach.label}: budget {reach.budget}"
    yield " ".join(f"{space} {cost}" for space, cost in reach.costs().items()) or "no space"
    yield "rim " + (" ".join(f"{space} {clause}" for space, clause in reach.rim.items()) or "empty")
    spaces = list(reach)
    for space in spaces[:: max(1, len(spaces) // 3)][:3]:
        yield f"path {'-'.join(reach.path(space))}"
