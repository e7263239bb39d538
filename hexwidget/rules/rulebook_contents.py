"""The parts of a rulebook: clauses, options, parameters; and reading them from TOML, with everything that is wrong."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
from typing import Any

from hexwidget.english import translated
from hexwidget.problems import InputError, Problems

KINDS = ("rule", "example", "fact", "ruling")
"""The kinds of clauses."""
TYPES = ("int", "objective")
"""The types of parameters."""
CANNOT_READ = "this rulebook cannot be read"
_BOOK = {"name": str, "title": str, "source": str, "sections": dict, "clause": list}
_CLAUSE = {
    "id": str, "kind": str, "title": str, "text": str, "open": str, "teach": str, "scenario": str, "actions": list,
    "option": (dict, list), "parameters": list, "remark": str, "after": list,
    "pieces": list,
}  # fmt: skip
_OPTION = {"name": str, "values": list, "per": str}
_PARAMETER = {"name": str, "type": str, "default": object, "min": int, "max": int}
_TABLES = "a table or a list of tables"
_WORDS = {str: "a text", list: "a list", int: "a whole number", dict: "a table", (dict, list): _TABLES}


@dataclass(frozen=True, slots=True)
class Option:
    """A reading of an ambiguous rule that a scenario may choose. The first value is the default. ``each``: True if each player
    may have a reading of their own."""

    name: str
    values: tuple[str, ...]
    clause: str
    each: bool = False


@dataclass(frozen=True, slots=True)
class Parameter:
    """A number or choice that a scenario may set."""

    name: str
    type: str
    default: Any
    min: int | None
    max: int | None
    clause: str


@dataclass(frozen=True, slots=True)
class Clause:
    """One numbered statement of a rulebook.

    ``kind``: "rule" (the source says so), "example", "fact" (of the same game, outside the source text) or "ruling" (the
    source is silent or ambiguous; ``open`` says on what). An example that can be played names its ``scenario`` and its
    ``actions``, what chance comes to among them as "source: value": see `hexwidget.example`. ``teach`` says in one or two
    plain sentences what a learner has to know, and may name spaces and numbers of the finding or event that cites the clause,
    as wordings do; without it the title and the first sentence do. ``after`` names the clauses that explain words of this one:
    a learner meets them first. ``pieces`` names the kinds of pieces that it is about: without one of them on the board the tutor does
    not bring it up by itself. ``remark`` speaks to implementers, and only the page of the rulebook shows it.
    """

    id: str
    kind: str
    title: str
    text: str
    open: str = ""
    scenario: str = ""
    actions: tuple[str, ...] = ()
    teach: str = ""
    remark: str = ""
    after: tuple[str, ...] = ()
    pieces: tuple[str, ...] = ()

    @property
    def section(self) -> str:
        """The part of the id before its point: "D1" of "D1.2"."""
        return self.id.partition(".")[0]

    def __str__(self) -> str:
        text = translated(self.text)  # a title may be that of another rulebook, too
        return f"{self.id} {self.title if text == self.text else translated(self.title)}: {text}"


def read_contents(text: str) -> dict[str, Any]:
    """Read the text of a rulebook's TOML file: the fields of a `hexwidget.rules.rulebook.Rulebook`.

    :raises InputError: listing everything that is wrong, each with its clause: ``clause T3/kind``
    """
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InputError(CANNOT_READ, f"it is not TOML: {error}") from None
    problems = Problems()
    _parts(data, _BOOK, ("name", "title", "clause"), "", problems)
    clauses: dict[str, Clause] = {}
    options: dict[str, Option] = {}
    parameters: dict[str, Parameter] = {}
    entries = data.get("clause", [])
    for n, entry in enumerate(entries if isinstance(entries, list) else []):
        at = f"clause {entry['id']}" if isinstance(entry, dict) and isinstance(entry.get("id"), str) else f"clause/{n}"
        if not _parts(entry, _CLAUSE, ("id", "kind", "title", "text"), at, problems):
            continue
        problems.note_unknown(f"{at}/kind", "kind of clause", entry["kind"], KINDS)
        if entry["id"] in clauses:
            problems.add(at, "another clause has this id")
        lists: dict[str, Any] = {part: tuple(entry.get(part, ())) for part in ("actions", "after", "pieces")}
        said = {part: value for part, value in entry.items() if part not in (*lists, "option", "parameters")}
        clauses[entry["id"]] = Clause(**said, **lists)
        options |= _options(entry, at, problems)
        parameters |= _parameters(entry, at, problems)
    _check_order(clauses, problems)
    sections = _sections(data.get("sections", {}), clauses, problems)
    problems.raise_any(CANNOT_READ)
    book = {"name": data["name"], "title": data["title"], "sections": sections}
    return {**book, "clauses": clauses, "options": options, "parameters": parameters}


def _check_order(clauses: Mapping[str, Clause], problems: Problems) -> None:
    """Note each ``after`` that names no clause of the book, and clauses that come after themselves."""
    order: TopologicalSorter[str] = TopologicalSorter()
    for clause in clauses.values():
        for each in clause.after:
            if isinstance(each, str) and each in clauses:
                order.add(clause.id, each)
            else:
                problems.unknown(f"clause {clause.id}/after", "clause", each, clauses)
    try:
        order.prepare()
    except CycleError as error:
        ring = " after ".join(reversed(error.args[1]))
        problems.add(f"clause {error.args[1][0]}/after", f"expected clauses without a circle, not {ring}")


def _sections(given: object, clauses: Mapping[str, Clause], problems: Problems) -> dict[str, str]:
    """Read the titles of the sections."""
    numbers = {clause.section for clause in clauses.values()}
    for number, title in given.items() if isinstance(given, dict) else ():
        if not isinstance(title, str):
            problems.expected(f"sections/{number}", "a text", title)
        elif number not in numbers:
            problems.unknown(f"sections/{number}", "section", number, sorted(numbers))
    return dict(given) if isinstance(given, dict) else {}


def _options(entry: Mapping[str, Any], at: str, problems: Problems) -> dict[str, Option]:
    """Read the options of a clause: a table, or a list of tables."""
    given = entry.get("option", [])
    found = {}
    for n, option in enumerate(given if isinstance(given, list) else [given]):
        where = f"{at}/option/{n}" if isinstance(given, list) else f"{at}/option"
        if not _parts(option, _OPTION, ("name", "values"), where, problems):
            continue
        if not option["values"] or not all(isinstance(value, str) for value in option["values"]):
            problems.expected(f"{where}/values", "texts, the default first", option["values"])
        if option.get("per", "player") != "player":
            problems.expected(f"{where}/per", "'player'", option["per"])
        name = option["name"]
        found[name] = Option(name, tuple(option["values"]), entry["id"], option.get("per") == "player")
    return found


def _parameters(entry: Mapping[str, Any], at: str, problems: Problems) -> dict[str, Parameter]:
    """Read the parameters of a clause."""
    found = {}
    for n, parameter in enumerate(entry.get("parameters", [])):
        where = f"{at}/parameters/{n}"
        if not _parts(parameter, _PARAMETER, ("name", "type", "default"), where, problems):
            continue
        problems.note_unknown(f"{where}/type", "type of parameter", parameter["type"], TYPES)
        low, high, default = parameter.get("min"), parameter.get("max"), parameter["default"]
        if parameter["type"] == "int" and (
            type(default) is not int or (low is not None and default < low) or (high is not None and default > high)
        ):
            problems.expected(f"{where}/default", "a whole number from min to max", default)
        found[parameter["name"]] = Parameter(parameter["name"], parameter["type"], default, low, high, entry["id"])
    return found


def _parts(entry: object, known: Mapping[str, Any], needed: tuple[str, ...], at: str, problems: Problems) -> bool:
    """Note the parts of a table that are unknown, missing or of another type. True if there are no such parts."""
    if not isinstance(entry, dict):
        problems.expected(at, "a table", entry)
        return False
    before = len(problems.found)
    for part, value in entry.items():
        where = f"{at}/{part}" if at else part
        if part not in known:
            problems.unknown(where, "part", part, known)
        elif not isinstance(value, known[part]) or (known[part] is int and type(value) is bool):
            problems.expected(where, _WORDS[known[part]], value)
    for part in needed:
        if part not in entry:
            problems.add(f"{at}/{part}" if at else part, "is missing")
    return len(problems.found) == before
