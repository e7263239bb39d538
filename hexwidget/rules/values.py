"""Plain data read and written by type hints: the default for descriptions whose entries are the fields of the position.

The words of the hints (`Limits`, `Matching`, `ON_MAP`, `UNIQUE`) are those of `hexwidget.rules.description`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from hexwidget.geometry import SpaceMap
from hexwidget.limits import Limits
from hexwidget.problems import Problems, shown, within
from hexwidget.rules.description import ON_MAP, UNIQUE, Matching, default_of, hints_of, is_required

NAMES = {str: "a text", int: "a whole number", bool: "true or false", NoneType: "null"}


def plain(value: Any) -> Any:
    """A value as plain data: dataclasses as objects, tuples as lists."""
    if is_dataclass(value) and not isinstance(value, type):
        return {f.name: plain(getattr(value, f.name)) for f in fields(value)}
    if isinstance(value, Mapping):
        return {key: plain(each) for key, each in value.items()}
    return [plain(each) for each in value] if isinstance(value, (list, tuple)) else value


def read_value(where: str, given: Any, hint: Any, problems: Problems) -> Any:
    """The value that plain data stands for. Notes what is wrong with it, and returns the data as it is.

    >>> found = Problems()
    >>> read_value("bids", ["bet", "pas"], tuple[Literal["pass", "bet"], ...], found)
    ('bet', 'pas')
    >>> found.found[0].message
    "unknown value 'pas'; did you mean 'pass'?"
    """
    origin, parts = get_origin(hint), get_args(hint)
    if origin is Annotated:
        value = read_value(where, given, parts[0], problems)
        _check(where, value, hint.__metadata__, problems)
        return value
    if origin is Literal:
        if given not in parts:
            problems.unknown(where, "value", given, map(str, parts))
        return given
    if origin in (Union, UnionType):
        fits = (part for part in parts if not _problems_of(given, part))
        return read_value(where, given, next(fits, parts[0]), problems)
    if origin in (list, tuple):
        if not isinstance(given, (list, tuple)):
            problems.add(where, f"expected a list, not {shown(given)}")
            return ()
        return origin(read_value(within(where, n), each, parts[0], problems) for n, each in enumerate(given))
    if origin is dict:
        if not isinstance(given, Mapping):
            problems.add(where, f"expected an object, not {shown(given)}")
            return {}
        return {key: read_value(within(where, key), each, parts[1], problems) for key, each in given.items()}
    if is_dataclass(hint):
        return _read_record(where, given, hint, problems)
    if hint not in NAMES:
        problems.add(where, _unread(hint))
    elif type(given) is not hint:
        problems.add(where, f"expected {NAMES[hint]}, not {shown(given)}")
    return given


def _unread(hint: Any) -> str:
    """The error of a system's author about a type that no plain data stands for, with the way out."""
    what = f"no description holds a {getattr(hint, '__name__', hint)}; "
    if isinstance(hint, type) and issubclass(hint, SpaceMap):
        return what + "give the class of positions the map without a type hint: `map = ...`"
    return what + "a field is a text, a number, true or false, a tuple, a dict or a dataclass"


def check_spaces(where: str, value: Any, hint: Any, spaces: SpaceMap, problems: Problems) -> None:
    """Note the names that are marked `ON_MAP` and are not spaces of a map."""
    origin, parts = get_origin(hint), get_args(hint)
    if origin is Annotated:
        if ON_MAP in hint.__metadata__ and isinstance(value, str) and spaces.find(value) is None:
            problems.add(where, spaces.explain_unknown(value))
        check_spaces(where, value, parts[0], spaces, problems)
    elif origin in (Union, UnionType):
        for part in parts:
            check_spaces(where, value, part, spaces, problems)
    elif origin in (list, tuple) and isinstance(value, (list, tuple)):
        for n, each in enumerate(value):
            check_spaces(within(where, n), each, parts[0], spaces, problems)
    elif origin is dict and isinstance(value, Mapping):
        for key, each in value.items():
            check_spaces(within(where, key), key, parts[0], spaces, problems)
            check_spaces(within(where, key), each, parts[1], spaces, problems)
    elif is_dataclass(hint) and is_dataclass(value):
        form: Any = type(value)
        for name, each in hints_of(form).items():
            check_spaces(within(where, name), getattr(value, name), each, spaces, problems)


def _read_record(where: str, given: Any, of: Any, problems: Problems) -> Any:
    if not isinstance(given, Mapping):
        problems.add(where, f"expected an object, not {shown(given)}")
        given = {}
    names = [f.name for f in fields(of)]
    for name in given:
        if name not in names:
            problems.unknown(where, "entry", name, names)
    hints, values = hints_of(of), dict[str, Any]()
    for each in fields(of):
        if each.name not in given and is_required(each):
            problems.add(within(where, each.name), "this entry is missing")
        else:
            part = given.get(each.name, default_of(each))
            values[each.name] = read_value(within(where, each.name), part, hints[each.name], problems)
    return of(**values) if len(values) == len(names) else None


def _problems_of(given: Any, hint: Any) -> bool:
    problems = Problems()
    read_value("", given, hint, problems)
    return bool(problems.found)


def _check(where: str, value: Any, metadata: tuple[Any, ...], problems: Problems) -> None:
    for each in metadata:
        if isinstance(each, Limits) and isinstance(value, (int, str, list, tuple, dict)):
            size = value if isinstance(value, int) else len(value)
            low, high = each.least, each.most
            if (low is not None and size < low) or (high is not None and size > high):
                what = "a number" if isinstance(value, int) else "a length"
                bounds = f"{what} from {low or 0}" + ("" if high is None else f" to {high}")
                problems.add(where, f"expected {bounds}, not {size}")
        elif isinstance(each, Matching) and isinstance(value, str) and not re.search(each.pattern, value):
            problems.add(where, f"{shown(value)} does not match {each.pattern}")
        elif each == UNIQUE and isinstance(value, (list, tuple)):
            for n, one in enumerate(value):
                if one in value[:n]:
                    problems.add(within(where, n), f"{shown(one)} is given twice")
