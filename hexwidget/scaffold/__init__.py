"""A rule system to begin with: a folder or one file that runs, conforms and can be clicked at once."""

from __future__ import annotations

import keyword
import os
import re
import sys
from importlib.machinery import PathFinder
from pathlib import Path

from hexwidget.files import write_whole
from hexwidget.problems import InputError, Problem, shown
from hexwidget.systems.registry import system_names

CANNOT_MAKE = "this game cannot be made"
LONGEST_NAME = 40
_TEMPLATE = Path(__file__).parent / "template"
_ONE_FILE = Path(__file__).parent / "one_file" / "my_game.py"
_SUFFIX = ".txt"
"""A file that tools would take for their own has this suffix in the template."""


def make(folder: str | os.PathLike[str]) -> list[Path]:
    """Make the folder of a new rule system, named after the folder.

    :param folder: a folder that does not exist yet, or is empty; its name becomes the system's, ``my-game`` as ``my_game``
    :return: the files in it
    :raises InputError: if the name cannot be a system's, or something is there already; then nothing is written
    """
    target = Path(folder)
    put = _named(target.name)
    if target.exists() and (not target.is_dir() or any(target.iterdir())):
        raise InputError(CANNOT_MAKE, [Problem(str(target), "it exists and is not empty; choose another name")])
    made = []
    for source in sorted(path for path in _TEMPLATE.rglob("*") if path.is_file() and "__pycache__" not in path.parts):
        at = target / _replaced(str(source.relative_to(_TEMPLATE)).removesuffix(_SUFFIX), put)
        at.parent.mkdir(parents=True, exist_ok=True)
        made.append(Path(write_whole(at, _replaced(source.read_text(encoding="utf-8"), put))))
    return made


def make_one_file(file: str | os.PathLike[str]) -> Path:
    """Make a new rule system in one file, named after the file.

    :param file: a file that does not exist yet, with or without ``.py``; ``my-game`` becomes ``my_game.py``
    :return: the file
    :raises InputError: if the name cannot be a system's, or the file exists; then nothing is written
    """
    put = _named(Path(file).name.removesuffix(".py"))
    target = Path(file).with_name(f"{put['my_game']}.py")
    if target.exists():
        raise InputError(CANNOT_MAKE, [Problem(str(target), "it exists; choose another name")])
    target.parent.mkdir(parents=True, exist_ok=True)
    return Path(write_whole(target, _replaced(_ONE_FILE.read_text(encoding="utf-8"), put)))


def _named(given: str) -> dict[str, str]:
    """Return the words of the template with those that a new name puts in their place.

    :raises InputError: if it cannot be the name of a system
    """
    words = re.split(r"[-_ ]+", given.lower())
    name = "_".join(words)
    if not name.isidentifier() or not name.isascii() or keyword.iskeyword(name) or len(name) > LONGEST_NAME:
        what = f"expected a name of letters, digits and hyphens such as my-game, not {shown(given)}"
        raise InputError(CANNOT_MAKE, [Problem("name", what)])
    elsewhere = [each for each in sys.path if each not in ("", os.getcwd())]
    if name in sys.stdlib_module_names or PathFinder.find_spec(name, elsewhere) is not None:
        what = f"a module of Python, or an installed one, is called {name}, and this would hide it; choose another name"
        raise InputError(CANNOT_MAKE, [Problem("name", what)])
    if name in system_names():
        what = f"there is a system {shown(name)} already; choose another name"
        raise InputError(CANNOT_MAKE, [Problem("name", what)])
    return {
        "my_game": name,
        "MY_GAME": name.upper(),
        "MyGame": "".join(map(str.capitalize, words)),
        "MyPosition": f"{''.join(map(str.capitalize, words))}Position",
        "my-game": "-".join(words),
        "My game": " ".join(words).capitalize(),
        "my game": " ".join(words),
    }


def _replaced(text: str, put: dict[str, str]) -> str:
    """Return a text with the words of the template replaced."""
    return re.sub("|".join(map(re.escape, put)), lambda found: put[found[0]], text)
