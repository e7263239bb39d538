"""The scene of a position, as a player sees it."""

from __future__ import annotations

from hexwidget.english import agree, capital, counted, possessive
from hexwidget.rules import Observation
from hexwidget.scene import BorderLook, Ground, Overlay, Piece, Scene, player_looks

from .ground import MAP
from .position import ToyPosition

GROUNDS = (Ground("plains", "open land", "plains", "none"), Ground("forest", "forest", "forest", "trees"))
BORDERS = (BorderLook("road", "road", "ridge", "solid"), BorderLook("river", "river", "river", "dashed"))


def scene(observation: Observation[ToyPosition], status: str) -> Scene:
    """Draw the scene that a player sees.

    :param status: the state of the game in words, for the description
    """
    position = observation.seen
    pieces = [
        Piece(f"fort-{MAP.name(at)}", MAP.name(at), owner, "castle", "fort", f"{possessive(position.players[owner])} fort",
              layer="structure")
        for at, owner in position.forts
    ] + [
        Piece(f"courier-{owner}-{MAP.name(at)}", MAP.name(at), owner, "horse", "courier",
              f"{possessive(position.players[owner])} courier")
        for at, owner in position.couriers
    ]  # fmt: skip
    overlays = []
    if position.veil is not None:
        lit = position.lit(position.veil) if position.veil >= 0 else set()
        dark = sum(1 << n for n in range(len(MAP)) if n not in lit)
        if dark:
            overlays.append(Overlay("fog", "not seen", ((0, dark),), "focus", 0.28, 0.0, 0.0, numbers=False))
    held = zip(position.players, map(len, position.hands), strict=True)
    cards = "; ".join(f"{agree(player, 'holds')} {counted(n, 'card')}" for player, n in held)
    where = "; ".join(p.label + " on " + MAP.label(MAP.index(p.space)) for p in pieces) or "the map is empty"
    return Scene(
        map=MAP,
        grounds=GROUNDS,
        players=player_looks(position.players),
        pieces=tuple(pieces),
        overlays=tuple(overlays),
        borders=BORDERS,
        title="Night post",
        description=f"{capital(where)}. {capital(cards)}. {status}.",
    )
