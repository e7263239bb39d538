"""The errors of a system's author: what is wrong with a rule system, found before anybody plays it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from hexwidget.problems import InputError, Problem, Problems, shown
from hexwidget.rules import Observation, RuleSystem
from hexwidget.rules.clauses import predicates
from hexwidget.rules.grammar import Grammar
from hexwidget.rules.listing import PlayersActions
from hexwidget.scene import faults as scene_faults

CANNOT_REGISTER = "this system cannot be registered"


def faults(system: object) -> list[Problem]:
    """Return what is wrong with a rule system, each with its place and the nearest name. Empty: it can be registered.

    Looked at are its name, its rulebook, and every clause that its grammar, its predicates (`hexwidget.rules.bars`) and its
    silences name.
    """
    if not isinstance(system, RuleSystem):
        return [Problem("", f"expected a rule system, not {shown(system)}")]
    problems = Problems()
    name = getattr(system, "name", None)
    if not isinstance(name, str) or not name.isidentifier():
        problems.add("name", f"expected a name of letters, figures and underscores, not {shown(name)}")
    if not isinstance(getattr(system, "grammar", None), Grammar):
        problems.add("grammar", "expected the grammar of its actions: `grammar = Grammar(Form(...), ...)`")
    if not issubclass(system.listing, PlayersActions):
        problems.add("listing", f"expected a class of listings, not {shown(system.listing)}")
    try:
        rulebook = system.rulebook
    except AttributeError:
        problems.add("folder", "expected the folder of rulebook.toml: `folder = Path(__file__).parent`")
        return problems.found
    except InputError as error:
        return [*problems.found, *(Problem(f"rulebook.toml/{p.place}".rstrip("/"), p.message) for p in error.problems)]
    if rulebook.name != name:
        problems.add("rulebook.toml/name", f"expected the system's name, {shown(name)}, not {shown(rulebook.name)}")
    for place, clause in _cited(system):
        if clause not in rulebook:
            problems.unknown(place, "clause", clause, rulebook)
    return problems.found


def check_scene(system: RuleSystem[Any, Any], observation: Observation[Any]) -> None:
    """Refuse a scene that cannot be drawn, before a board shows it.

    :raises InputError: naming the hues, patterns, spaces and seats that do not exist
    """
    found = scene_faults(system.scene(observation))
    if found:
        raise InputError(f"the scene that {system.name} makes of this position cannot be drawn", found)


def _cited(system: RuleSystem[Any, Any]) -> Iterator[tuple[str, str]]:
    """Yield the clauses that a system names in its code, each with its place."""
    forms: Iterable[Any] = getattr(getattr(system, "grammar", None), "forms", ())
    yield from ((f"grammar: {form.text}", form.clause) for form in forms if form.clause)
    for package in system.packages:
        yield from ((f"@bars of {predicate}", clause) for clause, predicate in predicates(package).items())
    yield from (("implemented", clause) for clause in sorted(system.implemented))
    for n, silence in enumerate(system.silences):
        yield from ((f"silences/{n}", clause) for clause in (silence.finding, *silence.unsaid))
