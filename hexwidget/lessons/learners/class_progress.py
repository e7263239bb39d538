"""The progress of a class, read from a folder, files, texts or `Progress`."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from hexwidget.files.disk import read_text
from hexwidget.files.scenario import MOST_CHARACTERS
from hexwidget.lessons.learners.records import FORMAT, Progress
from hexwidget.problems import InputError, is_showable, shown, told_apart

CANNOT_MAKE = "this report cannot be made"
LONGEST_NAME = 200


def gather(learners: Any) -> tuple[dict[str, Progress], tuple[str, ...], dict[str, str]]:
    """Return the progress of each learner, the names of absent learners, and the error of each file that cannot be read.

    :param learners: a folder, or a mapping from names, or a list, of progress files, their texts, or `Progress`. In a list and in a
        folder a learner has the name of the file, without its ending
    :raises InputError: if there is no such folder, or an entry has another type
    """
    if isinstance(learners, (str, os.PathLike)):
        learners = in_folder(Path(learners))
    named = learners.items() if isinstance(learners, Mapping) else _by_name(learners)
    found, absent, broken = dict[str, Progress](), list[str](), dict[str, str]()
    for name, given in named:
        if not isinstance(given, (Progress, str, os.PathLike)):
            raise InputError(CANNOT_MAKE, f"expected a progress file or its text, not {shown(given)}", str(name))
        try:
            done = read_progress(given)
        except InputError as error:
            broken[str(name)] = "; ".join(str(problem) for problem in error.problems)
            continue
        if done is None:
            absent.append(str(name))
        else:
            found[str(name)] = done
    return found, tuple(absent), broken


def read_progress(given: Progress | str | os.PathLike[str]) -> Progress | None:
    """Return a learner's progress; None if its file does not exist.

    :raises InputError: if it cannot be read
    """
    if isinstance(given, Progress):
        return given
    if not _is_file(given):
        return Progress.of_text(str(given))
    return Progress(given) if os.path.lexists(given) else None


def in_folder(folder: Path) -> Mapping[str, Path]:
    """Return the progress files of a folder by the names of their learners. Other documents of hexwidget in it, such as the
    course, are left out. In the folder of a class each learner has a folder with a name.

    :raises InputError: if there is no such folder, or it holds no learner and no class
    """
    if not folder.is_dir():
        raise InputError(CANNOT_MAKE, "there is no such folder; or give a list of progress files", str(folder))
    files = [path for path in sorted(folder.glob("*.json")) if _kind(path).startswith((FORMAT.partition("/")[0], "?"))]
    found = dict[str, Path]()
    for n, (name, path) in enumerate(_by_name(files), start=1):
        found[told_apart(name, str(n), found)] = path
    for each in sorted(folder.glob("learners/*/learner.json")):
        given = _document(each).get("name")
        name = str(given) if is_showable(given, LONGEST_NAME, 1) else each.parent.name
        found[told_apart(name, each.parent.name, found)] = each.parent / "progress.json"
    if not found and not (folder / "class.json").exists():
        raise InputError(CANNOT_MAKE, "it holds no progress file: they end in .json", str(folder))
    return found


def courses_in(folder: Path) -> list[Path]:
    """Return the files of courses in a folder.

    :raises InputError: if there is no such folder
    """
    if not folder.is_dir():
        raise InputError(CANNOT_MAKE, "there is no such folder", str(folder))
    return [path for path in sorted(folder.glob("*.json")) if _kind(path).startswith("hexwidget.course/")]


def _document(path: Path) -> dict[str, Any]:
    """Return the object in a file; an empty object if the file holds something else."""
    try:
        data = json.loads(read_text(path, MOST_CHARACTERS * 4).removeprefix("\ufeff"))
    except (InputError, ValueError, RecursionError):
        return {}
    return data if isinstance(data, dict) else {}


def _kind(path: Path) -> str:
    """The format that a file names, if it is one of ours; else "?"."""
    name = _document(path).get("format")
    return name if isinstance(name, str) and name.startswith("hexwidget.") else "?"


def _by_name(learners: Iterable[Any]) -> Iterable[tuple[str, Any]]:
    given = list(learners)
    files = [Path(each) if _is_file(each) else None for each in given]
    stems = Counter(_stem(file) for file in files if file is not None)
    for n, (each, file) in enumerate(zip(given, files, strict=True), start=1):
        if file is None:
            yield f"learner {n}", each
        else:  # files of one name lie in folders of their own
            yield (_stem(file) if stems[_stem(file)] == 1 else str(file)) or f"learner {n}", each


def _stem(file: Path) -> str:
    return file.stem.removesuffix(".progress")


def _is_file(given: object) -> bool:
    """True for a path; else it may be the text of a file."""
    return isinstance(given, os.PathLike) or (isinstance(given, str) and not given.lstrip().startswith("{"))
