"""The clauses of the toy that bar actions, read naively from its rulebook."""

from __future__ import annotations

from collections.abc import Callable

from examples.toy.actions import Answer, Seal, ToyAction
from examples.toy.ground import BORDERS
from examples.toy.position import ToyPosition


def where(position: ToyPosition, player: str, pieces: str) -> set[str]:
    """The provinces with couriers or forts of a player."""
    seat = position.players.index(player)
    return {position.map.name(at) for at, owner in getattr(position, pieces) if owner == seat}


def other(position: ToyPosition, player: str) -> str:
    """The other player."""
    return next(name for name in position.players if name != player)


def hand(position: ToyPosition, player: str) -> tuple[str, ...]:
    """The hand of a player."""
    return position.hands[position.players.index(player)]


def border(way: tuple[str, ...]) -> str | None:
    """The kind of the border between two provinces; None if they are not adjacent."""
    a, b = way
    return BORDERS.get((a, b)) or BORDERS.get((b, a))


def sealed_in_time_for_an_own_courier(position: ToyPosition, action: ToyAction) -> bool:
    """T2."""
    if not isinstance(action, Seal):
        return False
    stays = len(action.way) == 1
    own = action.way[0] in where(position, action.player, "couriers")
    return bool(position.drawing) or not own or (not stays and border(action.way) is None)


def a_ferry_card_for_a_river(position: ToyPosition, action: ToyAction) -> bool:
    """T3."""
    goes = isinstance(action, Seal) and len(action.way) == 2
    return goes and border(action.way) == "river" and "ferry" not in hand(position, action.player)


def no_enemy_fort(position: ToyPosition, action: ToyAction) -> bool:
    """T4."""
    goes = isinstance(action, Seal) and len(action.way) == 2
    return goes and action.way[1] in where(position, other(position, action.player), "forts")


def one_courier_a_province(position: ToyPosition, action: ToyAction) -> bool:
    """T5."""
    goes = isinstance(action, Seal) and len(action.way) == 2
    return goes and action.way[1] in where(position, action.player, "couriers")


def decided_by_the_player_without_the_initiative(position: ToyPosition, action: ToyAction) -> bool:
    """T6."""
    if isinstance(action, Seal):
        return bool(position.meetings)
    assert isinstance(action, Answer)
    decides = bool(position.meetings) and position.players[position.initiative] != action.player
    return not decides or (action.bribe and "gold" not in hand(position, action.player))


def the_game_is_over(position: ToyPosition, action: ToyAction) -> bool:
    """T9."""
    alone = any(not where(position, player, "couriers") for player in position.players)
    return alone or position.round > position.settings["rounds"]


def cards_that_another_holds(position: ToyPosition, action: ToyAction) -> bool:
    """T1: it makes an action of another player doubtful, and bars none."""
    return False


CLAUSES: dict[str, Callable[[ToyPosition, ToyAction], bool]] = {
    "T1": cards_that_another_holds,
    "T2": sealed_in_time_for_an_own_courier,
    "T3": a_ferry_card_for_a_river,
    "T4": no_enemy_fort,
    "T5": one_courier_a_province,
    "T6": decided_by_the_player_without_the_initiative,
    "T9": the_game_is_over,
}
