"""The looks of a board that its author chooses: the theme, and colours of the players' own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, cast, get_args

from hexwidget.problems import Problems, place, shown, unknown
from hexwidget.scene import Player, Scene, Theme
from hexwidget.scene.colours import LEAST_CONTRAST, contrast, figure_on, is_colour, is_readable, nearest_readable
from hexwidget.scene.palette import PALETTES
from hexwidget.scene.paper import in_colours

HUES: tuple[str, ...] = tuple(PALETTES["light"]["owner"])
"""The hues of the palette for players."""


@dataclass(frozen=True, slots=True)
class Looks:
    """The theme of a board, and the hue of each player that has one of their own."""

    theme: Theme = "auto"
    colours: Mapping[str, str] = field(default_factory=dict)

    def on(self, scene: Scene) -> Scene:
        """Return the scene in these colours."""
        return in_colours(scene, self.colours) if self.colours else scene


def read_theme(theme: object, title: str) -> Theme:
    """Read a theme.

    :param title: of the error
    :raises InputError: if there is no such theme
    """
    problems = Problems()
    if theme not in get_args(Theme):
        problems.unknown("theme", "theme", theme, get_args(Theme))
    problems.raise_any(title)
    return cast("Theme", theme)


def read_looks(theme: object, colours: object, players: Iterable[Player], title: str) -> Looks:
    """Read the looks of a board.

    :param theme: "auto", "light", "dark", "light-contrast" or "dark-contrast"
    :param colours: for each player that gets one a hue of the palette or a colour as "#rrggbb"; None: no player gets one
    :param players: of the board's scene
    :param title: of the error
    :raises InputError: listing what cannot be read, and colours on which no figure can be read or that two players share
    """
    problems = Problems()
    if theme not in get_args(Theme):
        problems.unknown("theme", "theme", theme, get_args(Theme))
    given: dict[str, str] = {}
    if colours is not None and not isinstance(colours, Mapping):
        what = f'expected a colour for each player, such as {{"red": "#aa3300"}}, not {shown(colours)}'
        problems.add("colours", what)
    elif colours is not None:
        given = _read_colours(colours, tuple(players), problems)
    problems.raise_any(title)
    return Looks(theme, given)  # type: ignore[arg-type]  # it is one of the themes


def _read_colours(colours: Mapping[Any, Any], players: tuple[Player, ...], problems: Problems) -> dict[str, str]:
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
            problems.add(where, f"expected a colour such as '#aa3300' or one of {hues}, not {shown(colour)}")
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
