"""The code of an author's functions with one fault planted, for `hexwidget.testing.mutate`.

A fault is a change of the syntax tree. The changed code asks a `Probe` at run time, which notes if the fault has made a difference.
"""

from __future__ import annotations

import ast
import gc
import operator
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

from hexwidget.rules import RuleSystem

PROBE = "__hexwidget_probe__"
"""The name by which changed code finds the probe."""
NO_RULES = {"appearance", "editing", "words", "phrases", "sentences"}
"""Modules that only say or show: a fault there breaks no rule."""
SHOWS = {"scene", "under_way", "stage", "__str__", "__repr__", "brushes", "paint", "lookahead", "__hash__", "describe"}
"""Functions that only say or show."""
COMPARISONS = {"Lt": operator.lt, "LtE": operator.le, "Gt": operator.gt, "GtE": operator.ge}
OTHER_BOUND = {"Lt": "LtE", "LtE": "Lt", "Gt": "GtE", "GtE": "Gt"}
"""The comparisons, by their names in the syntax tree, and each with the one whose bound is off by one."""

MOST_CUT = 2_000
"""The most things of which a half is left: some listings have no end within a lifetime."""


class Probe:
    """Carries out a fault, and notes if it has made a difference."""

    touched = False

    def other(self, left: Any, right: Any, was: str, now: str) -> Any:
        """Give the value of a changed comparison."""
        value = COMPARISONS[now](left, right)
        self.touched |= bool(COMPARISONS[was](left, right)) != bool(value)
        return value

    def nothing(self, *given: Any) -> tuple[()]:
        """Take the place of a thing that is dropped."""
        self.touched = True
        return ()

    def none_of(self, given: Iterable[Any]) -> tuple[()]:
        """Take the place of several things that are dropped."""
        self.touched |= any(True for _ in given)
        return ()

    def for_all(self, seen: Any) -> None:
        """Show an event to everybody."""
        self.touched |= seen is not None

    def cut(self, given: Iterable[Any]) -> list[Any]:
        """Leave out the second half of several things; of a great many, all but the first."""
        several = list(islice(given, MOST_CUT))
        self.touched |= bool(several)
        return several[: len(several) // 2]

    def surely(self, status: Any) -> Any:
        """Call an unknown thing legal."""
        self.touched = True
        return status.LEGAL


@dataclass(frozen=True)
class CodeChange:
    """A change of a function's code.

    :param kind: the kind of fault
    :param module: the module
    :param function: the function or method, by its qualified name
    :param line: the line
    :param text: the code that is changed
    :param code: makes the code of the module with the fault
    """

    kind: str
    module: ModuleType
    function: str
    line: int
    text: str
    code: Callable[[], CodeType] = field(repr=False, compare=False)


def changes(system: RuleSystem[Any, Any]) -> Iterator[CodeChange]:
    """Yield every change that plants a fault in the rules of a system, in the order of its modules and lines."""
    listing = system.listing.__module__
    for name in sorted(_modules(system)):
        module = sys.modules[name]
        tree = ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8"))
        yield from _Finder(module, tree, name == listing, system.listing.__name__).found


def _modules(system: RuleSystem[Any, Any]) -> Iterator[str]:
    """Yield the modules of a system's package that hold rules."""
    for name, module in list(sys.modules.items()):
        own = any(name == package or name.startswith(f"{package}.") for package in system.packages)
        if own and getattr(module, "__file__", None) and name.rpartition(".")[2] not in NO_RULES:
            yield name


class _Finder(ast.NodeVisitor):
    """Finds the places of a module where a fault can be planted."""

    def __init__(self, module: ModuleType, tree: ast.Module, lists: bool, listing: str) -> None:
        self.found: list[CodeChange] = []
        self._module, self._tree, self._lists, self._listing = module, tree, lists, listing
        self._names: list[str] = []
        self._outer = ""
        self._numbers = {id(node): n for n, node in enumerate(ast.walk(tree))}
        self.visit(tree)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self._names.append(node.name)
        self.generic_visit(node)
        self._names.pop()

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        if node.name in SHOWS:
            return
        outermost = not self._outer
        if outermost:
            self._outer = ".".join([*self._names, node.name])
        for statement in node.body:
            self.visit(statement)
        if outermost:
            self._outer = ""

    def visit_Compare(self, node: ast.Compare) -> None:
        if self._outer and len(node.ops) == 1 and type(node.ops[0]).__name__ in OTHER_BOUND:
            self._add("a bound off by one", node, _off_by_one)
        self.generic_visit(node)

    def visit_Expr(self, node: ast.Expr) -> None:
        value = node.value
        if self._outer and isinstance(value, ast.Yield) and value.value is not None:
            finding = _calls(value.value, "Finding")
            if finding or self._is_listing():
                self._add("a predicate dropped" if finding else "a listing cut short", value, _yields("nothing"))
        elif self._outer and isinstance(value, ast.YieldFrom):
            if self._is_listing():
                self._add("a listing cut short", value, _yields("cut"))
            elif self._is_legality():
                self._add("a predicate dropped", value, _yields("none_of"))
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        for keyword in node.keywords:
            if self._outer and keyword.arg in ("seen", "visible_to"):
                self._add("an event shown to all", keyword.value, partial(_ask, "for_all"))
        self.generic_visit(node)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        if self._outer and node.attr == "UNKNOWN":
            self._add("the unknown judged", node, _surely)
        self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> None:
        if self._outer and self._is_listing():
            self._add("a listing cut short", node.iter, partial(_ask, "cut"))
        self.generic_visit(node)

    def _is_listing(self) -> bool:
        """True in a function that lists actions."""
        first, _, last = self._outer.partition(".")
        return last == "candidates" or first == "candidates" or (self._lists and first == self._listing)

    def _is_legality(self) -> bool:
        return "legality" in self._module.__name__ or self._outer.rpartition(".")[2] in ("objections", "check")

    def _add(self, kind: str, node: ast.expr, change: Callable[[ast.expr], ast.expr]) -> None:
        number, module, tree = self._numbers[id(node)], self._module, self._tree

        def code() -> CodeType:
            copied = deepcopy(tree)
            target = next(each for n, each in enumerate(ast.walk(copied)) if n == number)
            changed = _Exchange(target, change).visit(copied)
            return compile(ast.fix_missing_locations(changed), str(module.__file__), "exec", dont_inherit=True)

        text = " ".join(ast.unparse(node).split())
        self.found.append(CodeChange(kind, module, self._outer, node.lineno, text, code))


class _Exchange(ast.NodeTransformer):
    """Puts a changed expression in the place of one."""

    def __init__(self, target: ast.AST, change: Callable[[ast.expr], ast.expr]) -> None:
        self._target, self._change = target, change

    def visit(self, node: ast.AST) -> Any:
        if node is self._target and isinstance(node, ast.expr):
            return ast.copy_location(self._change(node), node)
        return self.generic_visit(node)


def _calls(node: ast.AST, name: str) -> bool:
    """True for a call of a function or method of this name."""
    called = node.func if isinstance(node, ast.Call) else None
    return (called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")) == name


def _ask(what: str, *given: ast.expr) -> ast.Call:
    """Return a call of a method of the probe."""
    return ast.Call(ast.Attribute(ast.Name(PROBE, ast.Load()), what, ast.Load()), list(given), [])


def _off_by_one(node: ast.expr) -> ast.expr:
    assert isinstance(node, ast.Compare)  # noqa: S101  (the finder has looked)
    was = type(node.ops[0]).__name__
    return _ask("other", node.left, node.comparators[0], ast.Constant(was), ast.Constant(OTHER_BOUND[was]))


def _yields(what: str) -> Callable[[ast.expr], ast.expr]:
    """Return a change of a yield: a method of the probe makes the things to yield out of its value."""

    def changed(node: ast.expr) -> ast.expr:
        assert isinstance(node, (ast.Yield, ast.YieldFrom))  # noqa: S101  (as above)
        return ast.YieldFrom(_ask(what, node.value or ast.Constant(None)))

    return changed


def _surely(node: ast.expr) -> ast.expr:
    assert isinstance(node, ast.Attribute)  # noqa: S101  (as above)
    return _ask("surely", node.value)


# ---------------------------------------------------------------- putting it in
@contextmanager
def plant(change: CodeChange) -> Iterator[Probe]:
    """Run with a fault: the author's functions have the changed code, and get theirs back afterwards.

    :raises ValueError: if the code cannot be exchanged
    """
    module, probe = change.module, Probe()
    wanted = _code_of(change.code(), change.function)
    gc.unfreeze()  # objects that a program has frozen are not among these
    # `isinstance` would ask a weak proxy of another package for its class, and fail where the object is gone.
    live = [each for each in gc.get_objects() if type(each) is FunctionType and each.__globals__ is vars(module)]
    same = [f for f in live if f.__code__.co_qualname == change.function and f.__code__.co_name == wanted.co_name]
    same = [each for each in same if each.__code__.co_firstlineno == wanted.co_firstlineno]
    kept = [(each, each.__code__) for each in same]
    setattr(module, PROBE, probe)
    try:
        for each in same:
            each.__code__ = wanted
        forget(module)
        yield probe
    finally:
        for each, code in kept:
            each.__code__ = code
        delattr(module, PROBE)
        forget(module)


def forget(module: ModuleType) -> None:
    """Clear the caches of a module's functions."""
    for each in list(vars(module).values()):
        clear = getattr(each, "cache_clear", None)
        if callable(clear):
            clear()


def _code_of(code: CodeType, function: str) -> CodeType:
    """Return the code of a function within that of its module.

    :raises ValueError: if it has none
    """
    waiting = [code]
    while waiting:
        for each in waiting.pop().co_consts:
            if isinstance(each, CodeType):
                if each.co_qualname == function:
                    return each
                waiting.append(each)
    raise ValueError(f"no code of {function}")
