"""The games that a table can be made of: the scenarios of the rule systems that may run, their readings, and their seats."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any
from zlib import crc32

from hexwidget.english import translated
from hexwidget.explore import policies
from hexwidget.files import Scenario, scenario
from hexwidget.files.gallery import thumbnail
from hexwidget.files.scenario import read_scenario, scenarios_of, write_scenario
from hexwidget.languages import in_its_language, language, speaking_of
from hexwidget.problems import InputError, shown, sure, unknown
from hexwidget.refusals import Refusal
from hexwidget.rules import RuleSystem
from hexwidget.rules.editing import settings_of
from hexwidget.systems.registry import is_bundled, register, system, system_names
from hexwidget.table.storage import checked_opponents
from hexwidget.table.tables import CANNOT_MAKE

THEMES = ("light", "dark")
MOST_PARAGRAPHS = 4
"""The most paragraphs of a scenario's words that the page shows."""
Picture = tuple[str, bytes]
"""A media type, and a file."""


def load_systems(modules: Sequence[str]) -> tuple[str, ...]:
    """Import modules, or files such as my_game.py, with rule systems of others. Return the names of the systems.

    Modules are also looked for in the present folder. A file is loaded from its path, whatever else has its name.

    :raises InputError: if a module cannot be imported, or has no rule system
    """
    found: dict[str, None] = {}
    here = os.getcwd()
    if modules and here not in sys.path:
        sys.path.append(here)
    for name in modules:
        title = f"no rule system of the module {shown(name)}"
        try:
            module = _of_file(Path(name).absolute()) if name.endswith(".py") else import_module(name)
        except Exception as error:
            raise InputError(title, f"it cannot be imported: {type(error).__name__}: {error}", "--system") from error
        systems = [each for each in vars(module).values() if isinstance(each, RuleSystem) and not is_bundled(each.name)]
        if not systems:
            what = "it has none; name the module in which the system stands, such as my_game"
            raise InputError(title, what, "--system")
        for each in systems:
            register(each)
            found[each.name] = None
    return tuple(found)


def _of_file(path: Path) -> ModuleType:
    """Return the module of a file. It has a name of its own where another module has that of the file."""
    sys.path.append(str(path.parent))  # for the modules beside it
    known = getattr(sys.modules.get(path.stem), "__spec__", None) or find_spec(path.stem)
    is_taken = known is not None and not (known.has_location and os.path.samefile(str(known.origin), path))
    name = f"{path.stem}_{crc32(os.fsencode(path)):08x}" if is_taken else path.stem
    if name in sys.modules:
        return sys.modules[name]
    spec = sure(spec_from_file_location(name, path))
    module = sys.modules[name] = module_from_spec(spec)
    try:
        sure(spec.loader).exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


class Choosing:
    """The choices of the owner of tables.

    :param systems: the rule systems of others that may run
    """

    def __init__(self, systems: Sequence[str] = ()) -> None:
        self._systems = [name for name in system_names() if is_bundled(name) or name in systems]
        self._pictures: dict[tuple[str, str], Picture] = {}

    def systems(self) -> list[dict[str, Any]]:
        """Return the systems with their scenarios, and why a scenario cannot be read."""
        return [*map(_playable, map(system, self._systems))]

    def scenario(self, name: object) -> Scenario[Any]:
        """Return a scenario by its name.

        :raises InputError: if no scenario has that name
        """
        owner = name.partition("/")[0] if isinstance(name, str) else ""
        if not isinstance(name, str) or owner not in self._systems:
            known = [each for owner in self._systems for each in scenarios_of(owner)]
            raise InputError("no such scenario", unknown("scenario", name, known))
        return scenario(name)

    def described(self, name: object) -> dict[str, Any]:
        """Return the words of a scenario, its seats, and what can be set."""
        found = self.scenario(name)
        rulebook, players = found.position.system.rulebook, found.position.players
        with speaking_of(found.position):
            settings = [
                {part: getattr(each, part) for part in ("name", "clause", "values", "now", "least", "most")}
                | {"title": translated(rulebook[each.clause].title)}
                for each in settings_of(found.position)
                if each.clause  # the player to act is the scenario's to say
            ]
            words = [part for part in translated(found.prose).split("\n\n") if part.strip()][:MOST_PARAGRAPHS]
            seats = {"players": list(players), "opponents": list(policies.names())}
            about = {"name": name, "title": translated(found.title), "language": language(), "prose": words}
            return {**about, "settings": settings, **seats}

    def picture(self, name: str, theme: str) -> Picture:
        """Return the small picture of a scenario. It is drawn once.

        :param theme: "light" or "dark"
        """
        if (name, theme) not in self._pictures:
            if theme not in THEMES:
                raise InputError("no such picture", unknown("theme", theme, THEMES), "theme")
            self._pictures[name, theme] = thumbnail(self.scenario(name), theme)
        return self._pictures[name, theme]

    def chosen(self, given: Mapping[str, Any]) -> tuple[Scenario[Any], dict[str, str]]:
        """Return the scenario of a new table with its title and its readings, and the policies of its opponents.

        :param given: ``scenario`` (a name), ``title``, ``settings`` and ``opponents``
        :raises InputError: if one of them is wrong
        :raises IllegalPosition: if the position cannot be under these readings
        """
        found, settings = self.scenario(given.get("scenario")), given.get("settings", {})
        with speaking_of(found.position):
            known = [each.name for each in settings_of(found.position) if each.clause]
            if not isinstance(settings, dict) or (wrong := [name for name in settings if name not in known]):
                word = wrong[0] if isinstance(settings, dict) else settings
                raise InputError(CANNOT_MAKE, unknown("setting", word, known), "settings")
            opponents = checked_opponents(given.get("opponents", {}), found.position, CANNOT_MAKE)
            data = json.loads(write_scenario(found))
            data["position"] |= settings
            if title := given.get("title", ""):
                data["title"] = title
            return read_scenario(json.dumps(data)), opponents


@in_its_language
def _playable(of: RuleSystem[Any, Any]) -> dict[str, Any]:
    return {"title": translated(of.title), "language": language(), "scenarios": [*map(_entry, scenarios_of(of.name))]}


def _entry(name: str) -> dict[str, Any]:
    try:
        found = scenario(name)
    except Refusal as error:
        return {"name": name, "title": name, "players": 0, "error": str(error)}
    return {"name": name, "title": translated(found.title) or name, "players": len(found.position.players)}
