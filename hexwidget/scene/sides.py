"""Colours that an author gives to players."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hexwidget.problems import Problems, place, unknown
from hexwidget.scene.colours import LEAST_CONTRAST, contrast, figure_on, is_colour, is_readable, nearest_readable
from hexwidget.scene.palette import PALETTES
from hexwidget.scene.scene import Player

HUES: tuple[str, ...] = tuple(PALETTES["light"]["owner"])
"""The hues of the palette for players."""


def read_colours(colours: Mapping[Any, Any], players: tuple[Player, ...], problems: Problems) -> dict[str, str]:
    """Return the colours of players, and note what cannot be read, colours on which no figure can be read, and those that two
    players share.

    :param colours: hues of the palette or colours as "#rrggbb", by player
    """
    found: dict[str, str] = {}
    names = [player.name for player in players]
    for name, colour in colours.items():
        where = place("colours", name)
        if name not in names:
            problems.add(where, unknown("player", name, names))
            continue
        said = colour.lower() if isinstance(colour, str) else ""
        if said not in HUES and not is_colour(said):
            hues = ", ".join(map(repr, HUES))
            problems.expected(where, f"a colour such as '#aa3300' or one of {hues}", colour)
        elif said not in HUES and not is_readable(said):
            most = contrast(figure_on(said), said)
            what = f"a figure on {said} has a contrast of {most:.1f}, and needs {LEAST_CONTRAST}"
            problems.add(where, f"{what}: {nearest_readable(said)} is the nearest that has it")
        else:
            found[name] = said
    taken: dict[str, str] = {}
    for player in players:
        hue = found.get(player.name, player.hue)
        if hue in taken and not {player.name, taken[hue]}.isdisjoint(found):
            late = player.name if player.name in found else taken[hue]
            early = taken[hue] if late == player.name else player.name
            problems.add(place("colours", late), f"{hue} is {early}'s colour, too: choose another for one of them")
        taken.setdefault(hue, player.name)
    return found
