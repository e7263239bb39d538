"""Reading the text form of orders (see `hexwidget.systems.plotted.actions`)."""

from __future__ import annotations

from hexwidget.problems import Problems, shown
from hexwidget.rules.reading import read_player
from hexwidget.systems.plotted.actions import ALL_REST, Order, Seal
from hexwidget.systems.plotted.position import PlottedPosition
from hexwidget.systems.plotted.units import ORDERS, REST

CANNOT_READ = "these orders cannot be read"
EXAMPLES = (
    '"march 0203-0303", "defend 0405 facing NE", "all-around defence 0501", several with ";" between, or "all rest"'
)
LONGEST = 20_000
"""The most characters that a text may have. A longer text is refused unread."""


def parse(position: PlottedPosition, text: str, player: str) -> Seal:
    """Read orders. Without a name in front they are those of ``player``.

    :raises InputError: listing everything that cannot be read, each with its place
    """
    problems = Problems()
    example = f"orders such as {EXAMPLES}"
    player, text = read_player(text, position.players, player, example, LONGEST, CANNOT_READ, problems)
    orders = []
    if " ".join(text.lower().split()) not in (ALL_REST, REST):
        for n, part in enumerate(text.rstrip("; ").split(";"), 1):
            order = parse_order(position, part, f"order {n}", problems)
            if order is not None:
                orders.append(order)
    problems.raise_any(CANNOT_READ)
    return Seal(player, tuple(orders))


def parse_order(position: PlottedPosition, text: str, where: str, problems: Problems) -> Order | None:
    """Read one order; None if it cannot be read, which is noted."""
    words = text.split()
    first = next((n for n, word in enumerate(words) if word[:1].isdigit()), len(words))
    kind = " ".join(words[:first]).lower()
    if kind == "all-around":
        kind = "all-around defence"
    if kind not in ORDERS:
        problems.unknown(where, "order", " ".join(words[:first]), ORDERS)
        return None
    if first == len(words):
        problems.add(where, f"expected the hex of a unit after {kind!r}, as in {EXAMPLES}")
        return None
    hexes, tail = words[first].split("-"), words[first + 1 :]
    for k, space in enumerate(hexes, 1):
        if position.map.find(space) is None:
            problems.add(f"{where}, hex {k}", position.map.explain_unknown(space) if space else "expected a hex")
    facing = None
    if len(tail) == 2 and tail[0].lower() == "facing":
        facing = tail[1].upper()
        if facing not in position.map.compass:
            problems.unknown(where, "side of a hex", tail[1], position.map.compass)
    elif tail:
        problems.add(where, f'expected nothing more, or "facing NE", not {shown(" ".join(tail))}')
    return Order(hexes[0], kind, tuple(hexes[1:]), facing)
