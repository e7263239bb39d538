"""Look-ups of positions: computed once, and taken over to positions that have the same fields."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from hexwidget.rules import Position, changed, looked_up


@dataclass(frozen=True)
class Camp(Position):
    system: ClassVar[Any] = None
    tents: tuple[str, ...]
    fires: int = 0

    @looked_up("tents")
    def number(self) -> int:
        return len(self.tents)


def test_a_changed_field_is_looked_up_anew_where_the_class_has_variables() -> None:
    camp = Camp(("a", "b"))
    assert (camp.number, changed(camp, tents=("a",)).number) == (2, 1)


def test_a_look_up_outlives_the_change_of_another_field() -> None:
    camp = Camp(("a", "b"))
    assert camp.number == 2
    assert "number" in vars(changed(camp, fires=1))
