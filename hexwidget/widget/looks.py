"""The looks of a board that its author chooses: the theme, and colours of the players' own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import cast, get_args

from hexwidget.problems import Problems, check_name
from hexwidget.scene import Player, Scene, Theme
from hexwidget.scene.paper import in_colours
from hexwidget.scene.sides import read_colours


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
    check_name(title, "theme", theme, get_args(Theme), "theme")
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
    problems.note_unknown("theme", "theme", theme, get_args(Theme))
    given: dict[str, str] = {}
    if colours is not None and not isinstance(colours, Mapping):
        problems.expected("colours", 'a colour for each player, such as {"red": "#aa3300"}', colours)
    elif colours is not None:
        given = read_colours(colours, tuple(players), problems)
    problems.raise_any(title)
    return Looks(theme, given)  # type: ignore[arg-type]  # it is one of the themes
