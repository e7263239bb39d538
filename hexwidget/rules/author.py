"""The errors of a system's author: what is wrong with a rule system, found before anybody plays it, or when it is shown."""

from __future__ import annotations

import inspect
import linecache
import sys
from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass
from pathlib import Path
from types import FunctionType
from typing import Any

from hexwidget.english import WordingError
from hexwidget.problems import InputError, Problem, Problems, shown
from hexwidget.rules import CHANCE, Form, Grammar, Observation, RuleSystem, Stage
from hexwidget.rules.listing import LegalActions
from hexwidget.rules.position import WrongResult
from hexwidget.rules.rulebook import predicates
from hexwidget.rules.secret import faults_of
from hexwidget.scene import Scene
from hexwidget.scene import faults as scene_faults

CANNOT_REGISTER = "this system cannot be registered"


def faults(system: object) -> list[Problem]:
    """Return the errors of a rule system, each with its place and the nearest name. Empty: it can be registered.

    They concern its name, its rulebook, and every clause that its grammar, its predicates (`hexwidget.rules.bars`) and its
    silences name.
    """
    if not isinstance(system, RuleSystem):
        return [Problem("", f"expected a rule system, not {shown(system)}")]
    problems = Problems()
    name = getattr(system, "name", None)
    if not isinstance(name, str) or not name.isidentifier():
        problems.expected("name", "a name of letters, figures and underscores", name)
    if not isinstance(getattr(system, "grammar", None), Grammar):
        problems.add("grammar", "expected the grammar of its actions: `grammar = Grammar(Form(...), ...)`")
    if type(system).follow is RuleSystem.follow and type(system).carry_out is RuleSystem.carry_out:
        problems.add("follow", "expected the effects of its actions: `def follow(self, position, action, log)`")
    if not issubclass(system.listing, LegalActions):
        problems.expected("listing", "a class of listings", system.listing)
    seats = [seat for members in system.teams.values() for seat in members]
    for seat in {seat for seat in seats if seats.count(seat) > 1}:
        problems.add("teams", f"the seat {seat} is in several teams; a player is in one at most")
    try:
        rulebook = system.rulebook
    except AttributeError:
        problems.add("folder", "expected the folder of rulebook.toml: `folder = Path(__file__).parent`")
        return problems.found
    except InputError as error:
        return [*problems.found, *(Problem(f"rulebook.toml/{p.place}".rstrip("/"), p.message) for p in error.problems)]
    if rulebook.name != name:
        problems.expected("rulebook.toml/name", f"the system's name, {shown(name)}", rulebook.name)
    for place, clause in _citations(system):
        if clause not in rulebook:
            problems.unknown(place, "clause", clause, rulebook)
    secrets = (found for secret in system.secrets for found in faults_of(secret, system))
    return [*problems.found, *secrets, *system.own_faults()]


class SceneError(InputError):
    """A scene that cannot be drawn."""


def checked_scene(system: RuleSystem[Any, Any], observation: Observation[Any]) -> Scene:
    """Return the scene of an observation, if it can be drawn.

    :raises SceneError: naming the hues, patterns, spaces and seats that do not exist
    """
    made: object = system.scene(observation)
    if not isinstance(made, Scene):
        raise SceneError(f"the scene of {system.name} cannot be drawn", f"expected a scene, not {shown(made)}")
    found = scene_faults(made, [border.key for border in made.borders])  # a look may wait for its first side
    if found:
        raise SceneError(f"the scene that {system.name} makes of this position cannot be drawn", found)
    return made


def checked_acting(system: RuleSystem[Any, Any], position: Any) -> Set[str]:
    """Return the answer of ``to_act``, if it names players.

    :raises TypeError: if it is not a set of players, `CHANCE` or `TERMINAL`
    """
    acting: object = system.to_act(position)
    if not isinstance(acting, Set) or not acting <= {*position.players, *CHANCE}:
        write = f"; write frozenset({{{acting!r}}})" if acting in position.players else ""
        raise WrongResult("to_act", f"expected a set of players, CHANCE or TERMINAL, not {shown(acting)}{write}")
    return acting


def checked_stage(system: RuleSystem[Any, Any], position: Any) -> Stage:
    """Return the stage of a game, if it is one.

    :raises TypeError: if the system gives something else
    """
    made: object = system.stage(position)
    if not isinstance(made, Stage):
        raise TypeError(f"expected a stage, not {shown(made)}")
    return made


MOST_TOLD = 2
"""The most problems of an error that are told."""
LONGEST_ERROR = 300
"""The most characters of an error that are told."""
REMEDY = "Correct it there and register the system anew; the game goes on with what can be shown."


@dataclass(frozen=True, slots=True)
class AuthorsError:
    """An error in a method of a system that came up while a game was shown.

    :param method: the method of the protocol that failed, or whose result makes no sense
    :param place: the file, the line and the function
    :param what: the error in a line, with the nearest name where there is one
    """

    method: str
    place: str
    what: str

    def __str__(self) -> str:
        return f"{self.place}: {self.what}"


def authors_error(system: RuleSystem[Any, Any], method: str, error: Exception) -> AuthorsError:
    """Return an error of a system's author, with its place.

    :param method: the method of the protocol that was asked
    """
    method = error.method if isinstance(error, WrongResult) else method
    wording = error.args[0] if isinstance(error, WordingError) else ""
    what = ": ".join(error.args) if wording else f"{type(error).__name__}: {error}"
    if isinstance(error, InputError):
        what = "; ".join(map(str, error.problems[:MOST_TOLD]))
        what += f"; and {len(error.problems) - MOST_TOLD} more" if len(error.problems) > MOST_TOLD else ""
    at = (_place_of_wording(system, wording) if wording else "") or _place_of(system, error) or source(system, method)
    what = " ".join(what.split())
    return AuthorsError(method, at, what if len(what) <= LONGEST_ERROR else f"{what[:LONGEST_ERROR]}…")


def _owns(system: RuleSystem[Any, Any], module: object) -> bool:
    """True if a module belongs to a system's package."""
    return any(str(module) == package or str(module).startswith(f"{package}.") for package in system.packages)


def _place_of(system: RuleSystem[Any, Any], error: Exception) -> str:
    """Return the last line of a traceback that lies in the system's own code. Empty if no line does."""
    found, at = "", error.__traceback__
    while at is not None:
        made = at.tb_frame.f_code.co_filename == "<string>"  # by `dataclass`, which the author did not write
        if not made and _owns(system, at.tb_frame.f_globals.get("__name__")):
            found = _place_words(at.tb_frame.f_code.co_filename, at.tb_lineno, at.tb_frame.f_code.co_name)
        at = at.tb_next
    return found


def _place_of_wording(system: RuleSystem[Any, Any], *words: str) -> str:
    """Return the line of the system's own code that contains some words as they are. Empty if no line does."""
    for name, module in list(sys.modules.items()):
        file = getattr(module, "__file__", None)
        if not _owns(system, name) or file is None:
            continue
        for number, line in enumerate(linecache.getlines(file), start=1):
            if all(each in line for each in words):
                return _place_words(file, number, "")
    return ""


def source(system: RuleSystem[Any, Any], method: str, wording: str = "") -> str:
    """Return the place at which a system's author defines a method.

    :param method: a method of the protocol; "listing" or "desk" stands for the methods of the author's class
    :param wording: a wording whose line is the place, if the author's code contains it as it is
    """
    at = _place_of_wording(system, wording) if wording else ""
    if at:
        return at
    found: Any = getattr(type(system), method, None) or type(system)
    if method in ("listing", "desk"):
        own = (f for f in vars(found).values() if isinstance(f, FunctionType) and _owns(system, f.__module__))
        found, method = next(own, found), f"{found.__name__}"
    found = inspect.unwrap(found)
    # a default fails by what it is given
    if not isinstance(found, FunctionType) or not _owns(system, found.__module__):
        file = getattr(sys.modules.get(type(system).__module__), "__file__", None)
        return f"{Path(file).name if file else 'a cell of the notebook'}, class {type(system).__name__}"
    return _place_words(found.__code__.co_filename, found.__code__.co_firstlineno, method)


def _place_words(file: str, line: int, function: str) -> str:
    """Return a place in words: the cells of a notebook are files of a moment."""
    name = Path(file).name if Path(file).is_file() else "a cell of the notebook"
    return f"{name}, line {line}" + (f", in {function}" if function else "")


def _place_of_form(system: RuleSystem[Any, Any], form: Form[Any]) -> str:
    """Return the place of the form in a system's grammar, with its line if the author's code contains the text as it is."""
    at = _place_of_wording(system, f'"{form.text}"', form.clause) or _place_of_wording(system, f'"{form.text}"')
    return f"grammar: {form.text}" + (f" ({at})" if at else "")


def _citations(system: RuleSystem[Any, Any]) -> Iterator[tuple[str, str]]:
    """Yield the clauses that a system names in its code, each with its place."""
    forms: Iterable[Any] = getattr(getattr(system, "grammar", None), "forms", ())
    yield from ((_place_of_form(system, form), form.clause) for form in forms if form.clause)
    for package in system.packages:
        yield from ((f"@bars of {predicate}", clause) for clause, predicate in predicates(package).items())
    yield from (("implemented", clause) for clause in sorted(system.implemented))
    yield from (("moment", clause) for clause in dict.fromkeys(system.moment.clauses if system.moment else ()))
    yield from ((f"Secret of {secret.at}", secret.clause) for secret in system.secrets)
    for n, silence in enumerate(system.silences):
        yield from ((f"silences/{n}", clause) for clause in (silence.finding, *silence.unsaid))
