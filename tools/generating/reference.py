"""The contents of the reference's pages: the public names of each package, with the first sentence about each."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from functools import cached_property, partial
from pathlib import Path
from pkgutil import resolve_name
from typing import Any

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "docs" / "reference"
BEGINS, ENDS = "## Contents\n\n", "\n```{eval-rst}\n"
MODULE = re.compile(r"automodule:: ([\w.]+)")


def pages() -> dict[str, Any]:
    """The pages about a package, each with the function that writes it."""
    found = sorted(path for path in FOLDER.glob("*.md") if MODULE.search(path.read_text(encoding="utf-8")))
    return {str(path.relative_to(ROOT)): partial(page, path) for path in found}


def page(path: Path) -> str:
    """A page with its contents anew."""
    text = path.read_text(encoding="utf-8")
    name = MODULE.search(text)
    head, _, rest = text.partition(ENDS)
    head = head.partition(BEGINS)[0].rstrip("\n") + "\n"
    return f"{head}\n{BEGINS}{''.join(_contents(name[1] if name else ''))}{ENDS}{rest}"


def _contents(package: str) -> Iterator[str]:
    """Yield a line for each public name of a package, and below a class one for each of its methods and properties."""
    module = resolve_name(package)
    for name in sorted(module.__all__, key=str.lower):
        thing = getattr(module, name)
        if inspect.ismodule(thing) or not (inspect.isclass(thing) or callable(thing)):
            continue
        yield f"- `{name}`{_said(thing)}\n"
        for member, value in _members(thing, [getattr(module, name) for name in module.__all__]).items():
            made = isinstance(value, (property, cached_property, classmethod, staticmethod)) or inspect.isfunction(
                value
            )
            if made and not member.startswith("_") and (said := _said(getattr(thing, member, None) or value)):
                yield f"  - `{member}`{said}\n"


def _members(thing: Any, things: list[Any]) -> dict[str, Any]:
    """The members of a class: its own, then those of the bases in its folder that no other of some things has."""
    if not inspect.isclass(thing):
        return {}
    others = {base for each in things if each is not thing and inspect.isclass(each) for base in each.__mro__}
    folder = thing.__module__.rpartition(".")[0]
    found: dict[str, Any] = {}
    for each in thing.__mro__:
        if each is thing or (each.__module__.rpartition(".")[0] == folder and each not in others):
            found |= {name: value for name, value in vars(each).items() if name not in found}
    return found


def _said(thing: Any) -> str:
    """The first sentence of a docstring, after a colon; "" without one."""
    text = " ".join((inspect.getdoc(thing) or "").split("\n\n")[0].split())
    first = re.split(r"(?<=\.)\s|;\s|:\s?$", text)[0].rstrip(".")
    return f": {first}." if first and not first.startswith(("dict(", "int(", "str(")) else ""
