"""Small files: a JSON object each, whose entries are the fields of a dataclass. All that is wrong with one is told at once."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, TypeVar

from hexwidget.files.formats import format_problem
from hexwidget.jsontext import MOST_VALUES, parse_json
from hexwidget.problems import InputError, Problems
from hexwidget.rules.values import Known, record_of

Form = TypeVar("Form")


def read_json(text: str, title: str, at: str = "", most: int = MOST_VALUES) -> Any:
    """Return the value of a JSON text.

    :param title: of the error
    :param at: the place of the text
    :param most: the most values
    :raises InputError: if it is not JSON, or exceeds a bound
    """
    try:
        return parse_json(text, most=most)
    except ValueError as error:
        raise InputError(title, f"not JSON: {error}", at) from None


def read_entries(form: Callable[..., Form], text: str, title: str, *formats: str, remedy: str = "") -> Form:
    """Read a small file.

    :param form: the dataclass; its hints say what fits
    :param title: of the error, which names the file
    :param formats: the formats that are read; none: the file names none
    :param remedy: what to do about a file that cannot be read
    :raises InputError: with everything that is wrong
    """
    problems = Problems()
    found: Any = None
    try:
        data = parse_json(text)
    except ValueError as error:
        problems.add("", f"not JSON: {error}")
    else:
        if formats and isinstance(data, dict) and (wrong := format_problem(data.pop("format", None), *formats)):
            problems.add("/format", wrong)
        if not problems.found:
            found = record_of(form).read("", data, Known(problems))
    if problems.found and remedy:
        problems.add("", remedy)
    problems.raise_any(title)
    made: Form = found
    return made


def entries_text(value: Any, kind: str) -> str:
    """Return the text of a small file.

    :param value: an object of a dataclass
    :param kind: the format that the file names
    """
    form: Any = type(value)
    return json.dumps({"format": kind, **record_of(form).write(value, Known(Problems()))}, ensure_ascii=False) + "\n"
