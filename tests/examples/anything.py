"""Random positions and actions of the toy, and all actions that a player can name."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from examples.toy import TOY
from examples.toy.actions import Answer, Seal, ToyAction
from examples.toy.ground import MAP
from examples.toy.position import ToyPosition

NAMES = tuple(MAP.names())
CARDS = ("ferry", "gold", "plain")


def random_position(rng: Random) -> ToyPosition:
    """A position with orders to seal, a meeting to decide, cards to draw, or at its end."""
    provinces = rng.sample(NAMES, 6)
    couriers = {"red": provinces[: rng.choice((1, 2, 2, 3))], "blue": provinces[3 : rng.choice((4, 5, 5, 6))]}
    more: dict[str, object] = {}
    match rng.randrange(8):
        case 0:
            couriers["blue"][0] = couriers["red"][0]
            more["meetings"] = [couriers["red"][0]]
        case 1:
            more["drawing"] = rng.choice((["red", "blue"], ["blue"]))
        case 2:
            couriers[rng.choice(("red", "blue"))] = []
        case 3:
            more["round"] = 9
    return TOY.position(
        couriers=couriers,
        forts={player: rng.sample(NAMES, rng.randrange(3)) for player in ("red", "blue")},
        hands={player: [rng.choice(CARDS) for _ in range(rng.randrange(4))] for player in ("red", "blue")},
        decks={player: [rng.choice(CARDS) for _ in range(rng.randrange(1, 4))] for player in ("red", "blue")},
        initiative=rng.choice(("red", "blue")),
        fog=rng.choice(("on", "off")),
        **more,
    )


small_position = random_position
"""The map is small as it is."""


def random_action(position: ToyPosition, rng: Random) -> ToyAction:
    """An order or an answer of either player, sensible or not."""
    player = rng.choice(position.players)
    if rng.random() < 0.3:
        return Answer(player, rng.random() < 0.5)
    own = [MAP.name(at) for at in position.couriers_of(position.players.index(player))]
    origin = rng.choice(own if own and rng.random() < 0.8 else NAMES)
    near = [MAP.name(at) for at in MAP.neighbours(MAP.index(origin))]
    to = rng.choice(near if rng.random() < 0.8 else NAMES)
    return Seal(player, (origin,) if to == origin else (origin, to))


def every_action(position: ToyPosition, player: str) -> Iterator[ToyAction]:
    """All answers, and all orders from any province to any other."""
    yield from (Answer(player, bribe) for bribe in (False, True))
    for origin in NAMES:
        yield from (Seal(player, (origin,) if to == origin else (origin, to)) for to in NAMES)
