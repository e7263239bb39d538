"""The ways out of a refusal that are actions: the nearest legal action, and steps after which the action is legal. A remedy is
looked for when it is read."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import Any, NamedTuple

from hexwidget.english import counted
from hexwidget.rules import Remedy, first_do, likest
from hexwidget.rules.remedies import MOST_COMPARED
from hexwidget.systems.rondel.actions import Battle, EndMovement, Lay, Lose, Move, RondelAction, Wheel
from hexwidget.systems.rondel.atlas import WHEEL, wedge_after, wedge_name
from hexwidget.systems.rondel.battle import losses, most_pairs
from hexwidget.systems.rondel.goods import payments, price_of_wedges
from hexwidget.systems.rondel.position import RondelPosition, Store
from hexwidget.systems.rondel.words import goods_in_words

Offer = Callable[[], Remedy | None]
"""The remedy of a finding, looked for when it is read."""


def here(asked: Any, it: Any) -> bool:
    """True if an action has the same province as the one that was asked for."""
    return bool(it.at == asked.at)


def anywhere(asked: Any, it: Any) -> bool:
    """True."""
    return True


class Kin(NamedTuple):
    """Actions that resemble the one that was asked for: those of its class, or of another, that suit it.

    ``words`` are the remedy, with ``{action}`` for the text of the action, and ``clause`` allows it.
    """

    words: str
    clause: str
    suits: Callable[[Any, Any], bool] = anywhere
    of: type[RondelAction] | None = None


def nearest(position: RondelPosition, asked: RondelAction, *kins: Kin, otherwise: Remedy | None = None) -> Offer:
    """The legal action of the first kin that has one, the most like the one that was asked for.

    :param otherwise: the remedy if there is no such action
    """

    def find() -> Remedy | None:
        offered = (
            likest(position, asked, kin.words, kin.clause, partial(kin.suits, asked), plain=plain, of=kin.of)
            for kin in kins
        )
        return next(filter(None, offered), otherwise)

    return find


def plain(position: RondelPosition, action: RondelAction) -> RondelAction:
    """The action without its defaults: the actions left of a unit that has the most, and the pairs and losses of a battle if as
    many fall as can, those with the fewest actions left first."""
    if isinstance(action, Battle):
        at = position.map.index(action.at)
        most = most_pairs(position, at, position.players.index(action.enemy), action.kind)
        usual = losses(position, at, action.kind, most)[0]
        same = action.pairs in (None, most) and action.losing in (None, usual)
        return replace(action, pairs=None, losing=None) if same else action
    if isinstance(action, Move | Lay):
        at = position.map.index(action.origin if isinstance(action, Move) else action.at)
        most = position.groups(at, position.active, action.kind)[-1].left
        return replace(action, left=None) if action.left == most else action
    return action


# ---------------------------------------------------------------------- steps
def after_the_movement(position: RondelPosition, asked: RondelAction) -> Offer:
    """R1.1: the movement phase ends."""
    words = "first end the movement phase, which cannot be taken back"
    return lambda: first_do(position, EndMovement(asked.player), asked, words, "R1.1")


def to_a_wedge(position: RondelPosition, asked: RondelAction) -> Offer:
    """R5.2: the marker is moved to a wedge on which the action is legal. The cheapest way comes first."""

    def steps() -> Iterator[Remedy | None]:
        seat = position.players.index(asked.player)
        for n in range(1, len(WHEEL) + 1):
            to, price = wedge_name(wedge_after(position.markers[seat], n)), price_of_wedges(n)
            ways = {paid: goods_in_words(paid) for paid in payments(position.store(seat), price)}
            if not position.whole:
                ways = {Store(): counted(price, "resource")} if to == "maneuver" else {}
                to = "a maneuver"
            for k, (paid, cost) in enumerate(ways.items()):
                words = f"first move the marker on {counted(n, 'wedge')} to {to}, for {cost if price else 'free'}"
                step = Wheel(asked.player, n, paid if k else None)
                yield first_do(position, step, asked, f"{words}, which cannot be taken back", "R5.1")

    return lambda: next(filter(None, steps()), None)


def after_the_losses(position: RondelPosition, asked: RondelAction) -> Offer:
    """R3.5: the units that fall are named."""

    def steps() -> Iterator[Remedy | None]:
        toll = position.toll
        ways = losses(position, toll.at, toll.kind, toll.pairs) if toll is not None else ()
        for lost in islice(ways, MOST_COMPARED):
            step = Lose(asked.player, lost)
            yield first_do(position, step, asked, f"first {step}: the units are gone for good", "R3.5")

    return lambda: next(filter(None, steps()), None)
