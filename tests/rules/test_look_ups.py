"""Look-ups of positions: computed once, and taken over to positions that have the same fields; and those of another system."""

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


def test_a_position_may_have_a_field_with_the_name_of_another_systems_look_up() -> None:
    @dataclass(frozen=True)
    class Siege(Camp):
        danger: int = 0

        @looked_up()
        def support(self) -> int:
            return self.danger + 1

    siege = Siege((), danger=2)
    assert (siege.danger, siege.support, changed(siege, danger=3).support) == (2, 3, 4)
    assert {"danger", "support"} <= {*dir(siege)}
    assert not {"danger", "support"} & {*dir(Camp(()))}


def test_all_attributes_of_a_position_are_read_in_the_way_that_python_makes_fast() -> None:
    assert Camp.__getattribute__ is object.__getattribute__
    assert not hasattr(Camp, "__getattr__")
