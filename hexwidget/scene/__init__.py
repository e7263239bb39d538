"""What there is to draw, as plain data, and the SVG picture made of it.

May import `hexwidget.geometry`. Knows no rules: systems fill scenes in, painters read them.
"""

from hexwidget.scene.scene import (
    Arrow,
    BorderLook,
    Card,
    Ground,
    Note,
    Overlay,
    Piece,
    Player,
    Region,
    Row,
    Scene,
    Token,
    Wheel,
    player_looks,
)

__all__ = [
    "Arrow",
    "BorderLook",
    "Card",
    "Ground",
    "Note",
    "Overlay",
    "Piece",
    "Player",
    "Region",
    "Row",
    "Scene",
    "Token",
    "Wheel",
    "player_looks",
]
