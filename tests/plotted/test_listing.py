"""The listing of sheets on small positions: every legal result, each once, counted, and each drawn."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from hexwidget.systems.plotted.position import PlottedPosition
from tests.plotted.anything import every_action, small_position

POSITIONS = 40


class Scripted(Random):
    """Draws the numbers that it is told, and notes how many there were to draw from each time."""

    def __init__(self, numbers: tuple[int, ...] = ()) -> None:
        super().__init__(0)
        self.numbers = list(numbers)
        self.choices_seen: list[int] = []

    def randrange(self, start: int, stop: int | None = None, step: int = 1) -> int:
        self.choices_seen.append(start)
        return self.numbers.pop(0) if self.numbers else 0


def small_positions(number: int) -> list[PlottedPosition]:
    rng = Random("listing of plotted")
    return [small_position(rng) for _ in range(number)]


@pytest.mark.slow
def test_every_legal_sheet_is_listed_once_and_counted() -> None:
    listed_sheets = 0
    for position in small_positions(POSITIONS):
        for player in position.players:
            legal = {
                position.apply(sheet).position for sheet in every_action(position, player) if position.check(sheet)
            }
            actions = position.legal_actions(player)
            listed = [position.apply(sheet).position for sheet in actions]
            assert len(listed) == len(set(listed)) == actions.count()
            assert set(listed) == legal
            listed_sheets += len(listed)
    assert listed_sheets > 1000


def test_a_sample_may_be_any_sheet_all_equally_likely() -> None:
    drawn_from = 0
    for position in small_positions(POSITIONS):
        for player in position.to_act & set(position.players):
            actions = position.legal_actions(player)
            first = Scripted()
            actions.sample(first)
            draws = [actions.sample(Scripted(numbers)) for numbers in product(*map(range, first.choices_seen))]
            assert sorted(map(str, draws)) == sorted(map(str, actions))
            drawn_from += len(draws)
    assert drawn_from > 1000


@pytest.mark.slow
@pytest.mark.clause("P1.7")
def test_two_units_of_a_player_have_a_product_of_orders() -> None:
    position = next(
        p
        for p in small_positions(200)
        if max(map(len, map(p.units_of, p.writing)), default=0) == 2 and not p.melees and p.outcome is None
    )
    seat = next(seat for seat in position.writing if len(position.units_of(seat)) == 2)
    player = position.players[seat]
    sheets = [sheet.orders for sheet in position.legal_actions(player)]
    alone = [
        {order for orders in sheets for order in orders if order.unit == position.map.name(unit.at)}
        for unit in position.units_of(seat)
    ]
    assert len(sheets) == (len(alone[0]) + 1) * (len(alone[1]) + 1)
