"""Replays: a game as JSON Lines, one line a step. Lines can be appended while the game is played.

Format ``hexwidget.replay/3``. The first line says which game it is and where it starts::

    {"format": "hexwidget.replay/3", "system": "depletion", "start": {...}, "key": "...", "seed": 7, "drawn": {"die": 2}}

("seed", and how often each source was drawn from before, only for systems with chance). In a saved game, "lines" says how many
lines follow; a journal does not know that.

Each further line is one of::

    {"step": 1, "parent": 0, "player": "red", "action": "0202-0302", "key": "..."}    an action was played
    {"step": 2, "parent": 1, "chance": "die", "value": "4", "by_hand": false, "key": "..."}   chance decided
    {"step": 2, "parent": 1, "edit": {...}, "key": "..."}                             the referee set a position
    {"at": 0}                                                                         the players went to a step
    {"at": 2, "player": "red", "action": "0202-0502", "draft": {}, "space": ""}       the rules refused this action at a step
    {"at": 2, "player": "red", "action": "", "draft": {...}, "space": "0502"}         a board refused this choice, or space, there

A refused try leads nowhere. Files without such lines, as older ones are, hold none; versions before these lines cannot read them.
A journal notes in a line, as ``"message": ["red", "4f2a"]``, the message that asked for it: its player (null: the referee) and its id.

Steps are numbered in the order in which they were first played; ``parent`` makes them a tree. ``key`` names the content of
the position that the step led to. Each line ends with its ``"sum"``, a hash over the line and all lines before it. A later
change to the file is found, with its line. A last line that breaks off is torn: the process died while writing it. It is
named and left out; no line before it is lost. Blank lines, a byte order mark and the line ends of other systems change nothing.

Format ``hexwidget.replay/2`` knew some clauses as they were before they were amended, and its games keep those (`RuleSystem.as_before`).
Format ``hexwidget.replay/1`` had no sums either. Both are still read, and a journal that was begun in one is continued in it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from string import whitespace
from typing import Any

from hexwidget.english import counted, verb
from hexwidget.files.formats import format_problem
from hexwidget.files.line_sums import MOST_CHARACTERS as MOST_CHARACTERS
from hexwidget.files.line_sums import MOST_STEPS as MOST_STEPS
from hexwidget.files.line_sums import SUM, SUM_AT_END, sum_of, with_sum
from hexwidget.jsontext import parse_object
from hexwidget.problems import InputError, Problem, Problems, is_whole, mismatch, shown
from hexwidget.rules import ChanceOutcome, Position
from hexwidget.systems.registry import system, system_names, unknown_system

FORMAT = "hexwidget.replay/3"
BEFORE = "hexwidget.replay/2"
WITHOUT_SUMS = "hexwidget.replay/1"
SEEDS = 1 << 53
"""Seeds are smaller than this, so that every JSON reader keeps them exact."""
CANNOT_READ = "this replay cannot be read"
_BLANK = "\ufeff" + whitespace
"""Characters that change nothing around a line. Tools that join files leave byte order marks within."""


@dataclass(frozen=True, slots=True)
class Played:
    """A step that an action led to."""

    step: int
    parent: int
    player: str
    action: str
    key: str


@dataclass(frozen=True, slots=True)
class Rolled:
    """A step that chance led to. ``by_hand``: True if its outcome was set and not rolled."""

    step: int
    parent: int
    chance: str
    value: str
    by_hand: bool
    key: str

    @property
    def outcome(self) -> ChanceOutcome:
        """The outcome of chance."""
        return ChanceOutcome(self.chance, self.value)


@dataclass(frozen=True, slots=True)
class Edited:
    """A step at which the referee set a position."""

    step: int
    parent: int
    edit: Mapping[str, Any]
    key: str


@dataclass(frozen=True, slots=True)
class WentTo:
    """The players went to an earlier step."""

    at: int


@dataclass(frozen=True, slots=True)
class Tried:
    """A try that was refused at a step: an action as its text, or the draft that a player had chosen on a board, with the space that
    they clicked next. It is the player's own: no other player is told of it."""

    at: int
    player: str
    action: str = ""
    draft: Mapping[str, Any] = field(default_factory=dict, hash=False)
    space: str = ""


Sent = tuple[str | None, str]
"""A message that asked for a change: its player (None: the referee), and its id."""
Entry = Played | Rolled | Edited | WentTo
"""An entry of a replay. Its fields are the data of its line, as those of a refused try are."""
STEPS = (Played, Rolled, Edited)
"""The kinds of entries that are steps."""
_KINDS: dict[frozenset[str], type[Entry | Tried]] = {
    frozenset(each.name for each in fields(kind)): kind for kind in (Played, Rolled, Edited, WentTo, Tried)
}


@dataclass(frozen=True, slots=True)
class Replay:
    """A replay as it was read. ``torn`` is the text of a torn last line; None if the last line is whole. ``lines`` is the number of
    lines without it. ``sum`` is that of the last whole line, None in a file without sums. ``left_out`` is the number of lines that
    cannot be read, ``missing`` that of the lines that a saved game should have besides. ``changed``: the first line does not
    match its sum."""

    start: Any
    entries: tuple[Entry, ...]
    torn: str | None
    lines: int
    sum: str | None
    left_out: int = 0
    missing: int = 0
    seed: int | None = None
    drawn: Mapping[str, int] = field(default_factory=dict, hash=False)
    changed: bool = False
    messages: frozenset[Sent] = frozenset()
    """The messages that asked for these steps, as far as a journal notes them."""
    tries: tuple[Tried, ...] = ()
    """The tries that were refused. They are not among the ``entries``."""
    before: str = ""
    """The settings that the game has as it was recorded before a clause was amended, in words."""

    @property
    def notice(self) -> str:
        """A sentence about the lost part of the game; empty if the game is whole."""
        torn = "" if self.torn is None else f"the last line was torn and is left out: {shown(self.torn)}"
        left = self.left_out
        left_out = f"{counted(left, 'line')} that cannot be read {verb('is', left)} left out" if left else ""
        changed = "the first line has been changed since it was written" if self.changed else ""
        kept = f"it was recorded before a rule was amended, and keeps the rule of then: {self.before}"
        return "; ".join(filter(None, [changed, left_out, torn, self.cut, kept if self.before else ""]))

    @property
    def cut(self) -> str:
        """A sentence about the missing lines of a saved game; empty if no line is missing."""
        if not self.missing:
            return ""
        return f"the file was cut off: {counted(self.missing, 'line')} {verb('is', self.missing)} missing"


# ---------------------------------------------------------------------- writing
def first_line(start: Position, chance: Mapping[str, Any], lines: int | None = None) -> str:
    """Return the first line of a replay from a position.

    :param chance: its seed and earlier draws
    :param lines: the number of lines that follow; None: not known yet
    """
    head = {"format": FORMAT, "system": start.system.name, "start": start.system.to_json(start), "key": start.key}
    return _line({**head, **chance, **({} if lines is None else {"lines": lines})})


def entry_line(entry: Entry | Tried) -> str:
    """Return the line of an entry."""
    return _line({each.name: getattr(entry, each.name) for each in fields(entry)})


def with_sent(line: str, message: Sent) -> str:
    """Return a line with the message that asked for it."""
    return line.removesuffix("}\n") + ',"message":' + json.dumps(message, separators=(",", ":")) + "}\n"


def _line(data: Mapping[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n"


def replay_text(lines: Iterable[str]) -> str:
    """Return the text of a replay: lines, each with its sum."""
    found, before = [], ""
    for line in lines:
        line, before = with_sum(line, before)
        found.append(line)
    return "".join(found)


# ---------------------------------------------------------------------- reading
def is_replay(text: str) -> bool:
    """True for a replay, whose first line is a whole object. The first line of a scenario is not."""
    first = text.lstrip(_BLANK).partition("\n")[0]
    return '"hexwidget.replay/' in first and '"format"' in first


def text_of(data: bytes) -> str:
    """Decode a file. A line of a replay that is not UTF-8 does not match its sum then.

    :raises InputError: naming the first byte of another file that is not UTF-8
    """
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        text = data.decode("utf-8", "replace")
        if not is_replay(text):
            raise InputError("this file cannot be read", "not a UTF-8 text", f"byte {error.start}") from None
        return text


def read_replay(text: str, *, salvage: bool = False, goes_on: bool = False) -> Replay:
    """Read a replay, without checking that its actions are legal.

    :param salvage: leave out the lines that cannot be read, instead of refusing the file
    :param goes_on: True for a journal that the caller continues: a last line that cannot be read is torn. When the power fails,
        parts of it may be missing, although its end is there
    :raises InputError: naming the first line that cannot be read, and the number of steps that can
    """
    title = CANNOT_READ
    if not isinstance(text, str) or len(text) > MOST_CHARACTERS:
        raise InputError(title, f"expected a text of at most {MOST_CHARACTERS} characters")
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    number = text.count("\n")
    if number > MOST_STEPS and not salvage:
        raise InputError(title, f"it has {number:,} lines; at most {MOST_STEPS:,} are read")
    lines = text.split("\n", MOST_STEPS)
    if "\n" in lines[-1]:  # there are more lines than are read
        lines[-1] = ""
    whole = len(lines) - (not lines[-1])
    lines = [line.strip(_BLANK) for line in lines]
    first = next((number for number, line in enumerate(lines, 1) if line), 1)
    if first == len(lines) and not lines[-1].endswith("}"):
        raise InputError(title, "the first line is torn or missing: nothing can be saved", f"line {first}")
    try:
        start, seed, drawn, total, expected, changed, before = _read_first(lines[first - 1], f"line {first}")
    except InputError as error:
        lost = Problem("", "without its first line nothing of it is loaded")
        raise InputError(title, [*error.problems, lost]) from None
    messages: set[Sent] = set()
    entries, faults, total = _read_entries(lines, first, total, messages)
    torn = None
    if faults and _is_torn(lines, faults[-1][0], total, goes_on):
        whole = faults.pop()[0] - 1
        torn = lines[whole]
    if (faults or changed) and not salvage:
        number, fault = (first, changed) if changed else faults[0]
        steps = counted(sum(isinstance(entry, STEPS) for entry in entries), "step")
        left = counted(len(faults) + (torn is not None), "line", none="no")
        found = [Problem(f"line {number}", p.message) for p in fault.problems]
        saved = f"hw.load(..., salvage=True) leaves out {left} and loads {steps}"
        raise InputError(title, [*found, Problem("", saved)])
    missing = max(0, expected - len(entries) - len(faults))
    tries = tuple(entry for entry in entries if isinstance(entry, Tried))
    done = tuple(entry for entry in entries if not isinstance(entry, Tried))
    of_chance = (seed, drawn, bool(changed), frozenset(messages), tries, before)
    return Replay(start, done, torn, whole, total, len(faults), missing, *of_chance)


def _read_entries(
    lines: list[str], first: int, total: str | None, messages: set[Sent]
) -> tuple[list[Entry | Tried], list[tuple[int, InputError]], str | None]:
    """Read the lines after the first. Return their entries, the faults of the lines that cannot be read, each with the line's
    number, and the sum of the last line that can.

    A line that something else has put between two lines, such as the mark of a merge, breaks no later line.

    :param first: the number of the first line, from 1
    :param total: its sum, None in a file without sums
    :param messages: gets the messages that the lines note
    """
    entries, faults, steps = list[Entry | Tried](), list[tuple[int, InputError]](), 1
    for number, line in enumerate(lines[first:], first + 1):
        if not line:
            continue
        try:
            data, after = _without_sum(line, total)
            message = _read_message(data)
            entries.append(_read_entry(data, line, steps))
        except InputError as error:
            faults.append((number, error))
            continue
        messages |= message
        steps += isinstance(entries[-1], STEPS)
        total = after
    return entries, faults, total


def _is_torn(lines: list[str], number: int, total: str | None, goes_on: bool) -> bool:
    """True if a line that cannot be read is a torn last line.

    :param number: its number, from 1
    :param total: the sum of the last line that can be read
    """
    if any(lines[number:]) or not (goes_on or number == len(lines)):
        return False
    line = lines[number - 1]
    whole = SUM.search(line)
    if whole is None or whole[1] != sum_of(line[: whole.start()], total or ""):
        return True
    # else something has joined lines: a torn line never goes on behind its sum
    return not line[whole.end() :].strip("\0")


def _without_sum(line: str, before: str | None) -> tuple[dict[str, Any], str | None]:
    """Return the data of a line without its sum, and the sum, after checking it.

    :param before: the sum of the line before, None in a file without sums
    """
    data = _object(line)
    if before is None:
        return data, None
    found = SUM_AT_END.search(line)
    if found is None or found[1] != sum_of(line[: found.start()], before):
        raise InputError(CANNOT_READ, "it does not match its sum: this line has been changed since it was written")
    del data["sum"]
    return data, found[1]


def _read_first(
    line: str, at: str
) -> tuple[Position, int | None, Mapping[str, int], str | None, int, InputError | None, str]:
    """Read the first line: the start, the seed, how often each source was drawn from, the sum, the number of lines that
    follow at least, an error if it does not match its sum, and the settings of before a clause was amended.

    :param at: its place for errors
    """
    changed = None
    data = _object(line, at)

    def refused(part: str, why: str) -> InputError:
        return InputError(CANNOT_READ, why, f"{at}/{part}")

    if wrong := format_problem(data.get("format"), FORMAT, BEFORE, WITHOUT_SUMS):
        raise refused("format", wrong)
    try:
        data, total = _without_sum(line, None if data["format"] == WITHOUT_SUMS else "")
    except InputError as error:
        stated = SUM_AT_END.search(line)
        total, changed = stated[1] if stated else "", error
    name, start = data.get("system"), data.get("start")
    if not isinstance(name, str) or name not in system_names():
        raise refused("system", unknown_system(name))
    if not isinstance(start, Mapping):
        raise refused("start", f"expected an object, not {shown(start)}")
    try:
        position: Position = system(name).from_json(start, strict=False)
        now = position
        if data["format"] != FORMAT:
            position = system(name).from_json(system(name).as_before(start), strict=False)
    except InputError as error:
        raise InputError(CANNOT_READ, [Problem(f"{at}/start/{p.place}", p.message) for p in error.problems]) from None
    if data.get("key") != position.key:
        raise refused("key", "the start does not match its key: it has been changed")
    seed, drawn = data.get("seed"), data.get("drawn", {})
    if seed is not None and (type(seed) is not int or not 0 <= seed < SEEDS):
        raise refused("seed", f"expected a whole number from 0 to {SEEDS - 1}, not {shown(seed)}")
    counted = isinstance(drawn, Mapping) and all(type(n) is int and 0 <= n < SEEDS for n in drawn.values())
    if not counted or not all(map(is_whole, drawn)):
        raise refused("drawn", f"expected how often each source was drawn, not {shown(drawn)}")
    lines = data.get("lines", 0)
    if type(lines) is not int or not 0 <= lines <= MOST_STEPS:
        raise refused("lines", f"expected the number of lines that follow, up to {MOST_STEPS:,}, not {shown(lines)}")
    return position, seed, drawn, total, lines, changed, _other_settings(position, now)


def _other_settings(position: Position, now: Position) -> str:
    """The settings in which a position differs from the same one as it would be read now, in words."""
    if position == now:
        return ""
    kept = {name: value for name, value in position.settings.items() if value != now.settings[name]}
    options: Mapping[str, Any] = {**position.system.rulebook.options, **position.system.rulebook.parameters}
    return ", ".join(f"{name} = {value} ({options[name].clause})" for name, value in kept.items())


def _read_message(data: dict[str, Any]) -> set[Sent]:
    """Take the message out of the data of a line, if there is one."""
    if "message" not in data:
        return set()
    match data.pop("message"):
        case [str() | None as player, str() as at]:
            return {(player, at)}
        case other:
            raise mismatch("", "a player and an id as message", other)


def _read_entry(data: Mapping[str, Any], line: str, steps: int) -> Entry | Tried:
    """Read the entry of a line. The caller adds the place to its errors.

    :param steps: the number of steps before it
    """
    problems = Problems()
    kind = _KINDS.get(frozenset(data))
    if kind is None:
        raise mismatch("", "an action, an edit, a step gone to or a refused try", line.strip())
    if kind in (WentTo, Tried):
        problems.found += _number(data["at"], steps, "step")
        if kind is Tried and not _is_try(data):
            problems.expected("", "a try with player, action, draft and space", line.strip())
        problems.raise_any("")
        return kind(**data)
    if data["step"] != steps or type(data["step"]) is not int:
        problems.expected("", f"step {steps}", data["step"])
    problems.found += _number(data["parent"], steps, "parent")
    for name in ("player", "action", "chance", "value", "key"):
        if name in data and not isinstance(data[name], str):
            problems.expected("", f"a text as {name}", data[name])
    if kind is Edited and not isinstance(data["edit"], Mapping):
        problems.expected("", "a position", data["edit"])
    if kind is Rolled and type(data["by_hand"]) is not bool:
        problems.expected("", "true or false as by_hand", data["by_hand"])
    problems.raise_any("")
    return kind(**data)


def _is_try(data: Mapping[str, Any]) -> bool:
    texts = all(isinstance(data[name], str) for name in ("player", "action", "space"))
    draft = data["draft"]
    return texts and isinstance(draft, Mapping) and all(isinstance(each, str | int) for each in draft.values())


def _number(value: object, steps: int, what: str) -> Iterator[Problem]:
    if type(value) is not int or not 0 <= value < steps:
        yield Problem("", f"expected a number from 0 to {steps - 1} as {what}, not {shown(value)}")


def _object(line: str, place: str = "") -> dict[str, Any]:
    data = parse_object(line)
    if data is None:
        raise mismatch(CANNOT_READ, "one JSON object", line.strip(), place)
    return data
