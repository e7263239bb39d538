"""The scene of a position: everything to draw, as plain data, and the SVG picture of it.

May import `hexwidget.geometry`. Knows no rules: systems make scenes, painters read them.
"""

from hexwidget.geometry.images import Image, piece_image
from hexwidget.scene.faults import faults
from hexwidget.scene.scene import (
    HUES,
    Arrow,
    BorderLook,
    Card,
    Ground,
    Ledger,
    Note,
    Overlay,
    Piece,
    Player,
    Region,
    Row,
    Scene,
    Tally,
    Theme,
    Token,
    Wheel,
    player_looks,
)

__all__ = ["HUES", "Arrow", "BorderLook", "Card", "Ground", "Image", "Ledger", "Note", "Overlay", "Piece", "Player"]
__all__ += ["Region", "Row", "Scene", "Tally", "Theme", "Token", "Wheel", "faults", "piece_image", "player_looks"]
