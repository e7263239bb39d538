"""All benchmarks, by name and in the order of the page.

A file of this folder takes part in one of three ways:

- ``QUESTIONS``, a tuple of `bench.question.Question`;
- ``MEASURED``, a tuple of functions ``f(quick: bool) -> Section``, for figures that are not times;
- ``run()``, which returns a list of `bench.results.Result` and `Target`, or prints and returns None; then the page shows the
  printed text. It may take ``quick``. ``TITLE``, ``PER``, ``UNLIKE``, ``GROWTH``, ``EXPLAINED`` are the words on the page; without
  ``UNLIKE`` the page shows the file's docstring, its first sentence under the title.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import redirect_stdout
from dataclasses import replace
from functools import partial
from importlib import import_module
from inspect import getdoc, signature
from io import StringIO
from types import ModuleType

from bench.question import Question, ask
from bench.results import Result, Section, Target
from bench.timing import machine

FILES = (
    "reach",
    "armies",
    "maneuvers",
    "simultaneous",
    "lockstep",
    "playouts",
    "candidates",
    "strength",
    "openspiel",
    "environments",
    "odds",
    "state",
    "memory",
    "profiles",
    "cold",
    "board",
    "reviews",
    "click",
    "paint",
    "lite",
    "table",
    "workers",
    "learners",
    "scale",
)
"""The files that take part, in the order of the page."""
QUICK_ROUNDS = 3
NAMES = {
    "reach": ("reach", "own", "public", "changed"),
    "armies": ("union", "each"),
    "odds": ("dice", "comparison", "attack"),
    "state": ("save", "load", "hash", "redact", "state-bytes"),
    "memory": ("position-bytes", "history-bytes", "map-bytes"),
}
"""The questions of each file that has several, so that listing them imports nothing. Other questions have the name of their
file."""


def names() -> list[str]:
    """The names of all questions, in the order of the page."""
    return [name for file in FILES for name in NAMES.get(file, (file,))]


def chosen(asked: Sequence[str]) -> list[str]:
    """The questions of some names, which are their own or those of their files. Without names, all questions.

    :raises KeyError: with the first unknown name
    """
    known = set(names())
    found: dict[str, None] = {}
    for name in asked or FILES:
        if name in FILES:
            found |= dict.fromkeys(NAMES.get(name, (name,)))
        elif name in known:
            found[name] = None
        else:
            raise KeyError(name)
    return [name for name in names() if name in found]


def file_of(name: str) -> str:
    """The file of a question."""
    return next(file for file in FILES if name in NAMES.get(file, (file,)))


def module(file: str) -> ModuleType:
    """Import a file that takes part."""
    return import_module(f"bench.{file}")


def run(name: str, quick: bool = False) -> Section:
    """Measure one question."""
    found = sections_of(module(file_of(name)))
    return replace(found[name](quick), name=name)


def sections_of(module: ModuleType) -> dict[str, Callable[[bool], Section]]:
    """The questions of a file, by name."""
    name = module.__name__.rpartition(".")[2]
    found: dict[str, Callable[[bool], Section]] = {q.name: partial(_ask, q) for q in getattr(module, "QUESTIONS", ())}
    measured = dict(zip(NAMES.get(name, ())[len(found) :], getattr(module, "MEASURED", ()), strict=False))
    found |= {called: partial(_measure, function) for called, function in measured.items()}
    return found or {name: partial(_run, module, name)}


def _ask(question: Question, quick: bool) -> Section:
    return ask(question, question.sizes[:1], QUICK_ROUNDS) if quick else ask(question)


def _measure(function: Callable[[bool], Section], quick: bool) -> Section:
    return function(quick)


def _run(module: ModuleType, name: str, quick: bool) -> Section:
    told = StringIO()
    takes_quick = "quick" in signature(module.run).parameters
    with redirect_stdout(told):
        found = tuple((module.run(quick=quick) if takes_quick else module.run()) or ())
    results = tuple(each for each in found if isinstance(each, Result))
    targets = [each for each in found if isinstance(each, Target)]
    return worded(
        Section(
            name=name,
            title=name,
            machine=machine(),
            results=results,
            targets=tuple(targets),
            printed=told.getvalue(),
        )
    )


def worded(section: Section) -> Section:
    """A stored section with the words of today's code, which may have changed since it was measured."""
    found = module(file_of(section.name))
    for question in getattr(found, "QUESTIONS", ()):
        if question.name == section.name:
            return replace(section, title=question.title, unlike=question.unlike, growth=question.growth)
    if hasattr(found, "MEASURED"):
        return section
    summary, _, rest = (getdoc(found) or "").partition("\n\n")
    return replace(
        section,
        title=found.TITLE,
        summary="" if hasattr(found, "UNLIKE") else summary.replace("\n", " "),
        per=getattr(found, "PER", ""),
        unlike=getattr(found, "UNLIKE", rest),
        growth=getattr(found, "GROWTH", ""),
        explained=getattr(found, "EXPLAINED", ""),
    )
