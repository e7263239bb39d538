"""Folders to begin with: a rule system that runs, conforms and can be clicked at once, and a lesson for Binder."""

from __future__ import annotations

import json
import keyword
import os
import re
import sys
from base64 import b64encode
from collections.abc import Mapping
from importlib.machinery import PathFinder
from pathlib import Path
from typing import TYPE_CHECKING

from hexwidget import __version__
from hexwidget.files import scenario, scenarios, write_whole
from hexwidget.problems import InputError, Problem, mismatch, shown
from hexwidget.systems.registry import system_names

if TYPE_CHECKING:
    from hexwidget.scene.cell import Picture

CANNOT_MAKE = "this game cannot be made"
CANNOT_MAKE_LESSON = "this lesson cannot be made"
SAMPLE = "depletion"
"""The system of the exercises in a lesson whose author gives no course."""
LONGEST_NAME = 40
_TEMPLATE = Path(__file__).parent / "template"
_ONE_FILE = Path(__file__).parent / "one_file" / "my_game.py"
_WARGAME = Path(__file__).parent / "wargame" / "my_game.py"
_BINDER = Path(__file__).parent / "binder"
_SUFFIX = ".txt"
"""A file that tools would take for their own has this suffix in the template."""


def make(folder: str | os.PathLike[str]) -> list[Path]:
    """Make the folder of a new rule system, named after the folder.

    :param folder: a folder that does not exist yet, or is empty; its name becomes the system's, ``my-game`` as ``my_game``
    :return: the files in it
    :raises InputError: if the name cannot be a system's, or something is there already; then nothing is written
    """
    target = Path(folder)
    put = _words_of(target.name)
    _check_empty(target, CANNOT_MAKE)
    return _write_files(_TEMPLATE, target, put)


def make_one_file(file: str | os.PathLike[str], *, wargame: bool = False) -> Path:
    """Make a new rule system in one file, named after the file.

    :param file: a file that does not exist yet, with or without ``.py``; ``my-game`` becomes ``my_game.py``
    :param wargame: True for a small wargame (`hexwidget.wargame`)
    :return: the file
    :raises InputError: if the name cannot be a system's, or the file exists; then nothing is written
    """
    put = _words_of(Path(file).name.removesuffix(".py"))
    target = Path(file).with_name(f"{put['my_game']}.py")
    if target.exists():
        raise InputError(CANNOT_MAKE, "it exists; choose another name", str(target))
    target.parent.mkdir(parents=True, exist_ok=True)
    template = _WARGAME if wargame else _ONE_FILE
    return write_whole(target, _replace_words(template.read_text(encoding="utf-8"), put))


def make_lesson(folder: str | os.PathLike[str], course: str | os.PathLike[str] | None = None) -> list[Path]:
    """Make the folder of a lesson for Binder: a notebook, its course, and the pinned packages that Binder installs.

    :param folder: a folder that does not exist yet, or is empty; its name becomes the repository's
    :param course: the file of a course, as `hexwidget.save` writes it; None: three exercises, as a sample
    :return: the files in it
    :raises InputError: if the name cannot be a repository's, something is there already, or the course cannot be read; then
        nothing is written
    """
    from hexwidget.lessons import Course, load
    from hexwidget.lessons import course as course_of
    from hexwidget.play import load as read
    from hexwidget.play import save
    from hexwidget.scene.cell import for_a_cell

    target = Path(folder)
    if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]*", target.name):
        what = "a name of the letters a to z, digits, dots and hyphens such as my-lesson"
        raise mismatch(CANNOT_MAKE_LESSON, what, str(folder), "name")
    _check_empty(target, CANNOT_MAKE_LESSON)
    try:
        title = re.sub(r"[-_.]+", " ", target.name).strip().capitalize()
        own: object = course_of(load(SAMPLE)[:3], title) if course is None else read(course)
    except InputError as error:
        problems = [Problem(f"{course}: {each.place}", each.message) for each in error.problems]
        raise InputError(CANNOT_MAKE_LESSON, problems) from None
    if not isinstance(own, Course):
        raise InputError(CANNOT_MAKE_LESSON, "it is no course; hw.save(course, FILE) writes one", str(course))
    board = next((name for name in scenarios() if name.startswith(f"{own.system.name}/")), None)
    if board is None:
        what = f"Binder installs hexwidget only, and the course's system, {own.system.name}, does not come with it"
        raise InputError(CANNOT_MAKE_LESSON, what, str(course))
    put = {"my-lesson": target.name, "My lesson": own.title, "depletion/first-steps": board, "VERSION": __version__}
    made = [*_write_files(_BINDER, target, put), save(own, target / "course.json")]
    (target / "postBuild").chmod(0o755)
    pictures = {"course": own.parts[0].position.scene(), "board": scenario(board).position.scene()}
    _complete(target / "lesson.ipynb", own.title, {name: for_a_cell(scene) for name, scene in pictures.items()})
    return made


def _complete(notebook: Path, title: str, pictures: Mapping[str, Picture | None]) -> None:
    """Give a notebook its heading, and pictures of boards as outputs of its cells, so that they are seen before anything has run.

    :param pictures: by the ids of the cells; None: no picture can be made here
    """
    read = json.loads(notebook.read_text(encoding="utf-8"))
    read["cells"][0]["source"][0] = f"# {title}\n"
    for cell in read["cells"]:
        picture = pictures.get(cell["id"])
        if picture is not None:
            png, size = picture
            words = "A board: run this cell, and it is live"
            data = {"image/png": b64encode(png).decode(), "text/plain": words}
            metadata = {"image/png": {**size, "alt": words}}
            cell["outputs"] = [{"output_type": "display_data", "data": data, "metadata": metadata}]
    write_whole(notebook, json.dumps(read, indent=1, ensure_ascii=False) + "\n")


def _check_empty(target: Path, error: str) -> None:
    """Check that a new folder can be made. A fresh clone of an empty repository counts as empty."""
    if target.exists() and (not target.is_dir() or {each.name for each in target.iterdir()} - {".git"}):
        what = "it exists and is not empty" if target.is_dir() else "it is a file"
        raise InputError(error, f"{what}; choose another name", str(target))


def _write_files(template: Path, target: Path, put: dict[str, str]) -> list[Path]:
    """Write a template's files into a folder, with other words in their names and texts. Return them."""
    made = []
    for source in sorted(path for path in template.rglob("*") if path.is_file() and "__pycache__" not in path.parts):
        at = target / _replace_words(str(source.relative_to(template)).removesuffix(_SUFFIX), put)
        at.parent.mkdir(parents=True, exist_ok=True)
        made.append(write_whole(at, _replace_words(source.read_text(encoding="utf-8"), put)))
    return made


def _words_of(given: str) -> dict[str, str]:
    """Return the words of the template with those that a new name puts in their place.

    :raises InputError: if it cannot be the name of a system
    """
    words = re.split(r"[-_ ]+", given.lower())
    name = "_".join(words)
    if not name.isidentifier() or not name.isascii() or keyword.iskeyword(name) or len(name) > LONGEST_NAME:
        raise mismatch(CANNOT_MAKE, "a name of letters, digits and hyphens such as my-game", given, "name")
    elsewhere = [each for each in sys.path if each not in ("", os.getcwd())]
    if name in sys.stdlib_module_names or PathFinder.find_spec(name, elsewhere) is not None:
        what = f"a module of Python, or an installed one, is called {name}, and this would hide it; choose another name"
        raise InputError(CANNOT_MAKE, what, "name")
    if name in system_names():
        raise InputError(CANNOT_MAKE, f"there is a system {shown(name)} already; choose another name", "name")
    return {
        "my_game": name,
        "MY_GAME": name.upper(),
        "MyGame": "".join(map(str.capitalize, words)),
        "MyPosition": f"{''.join(map(str.capitalize, words))}Position",
        "my-game": "-".join(words),
        "My game": " ".join(words).capitalize(),
        "my game": " ".join(words),
    }


def _replace_words(text: str, put: dict[str, str]) -> str:
    """Return a text with the words of the template replaced."""
    return re.sub("|".join(map(re.escape, put)), lambda found: put[found[0]], text)
