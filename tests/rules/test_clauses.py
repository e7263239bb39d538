"""The clauses that findings may cite."""

from __future__ import annotations

import hexwidget as hw
from hexwidget.systems.orders.system import Orders


class HouseRules(Orders):
    """A system derived from a bundled one, without predicates of its own."""


def test_a_derived_system_cites_the_clauses_of_the_other() -> None:
    assert HouseRules().barring == hw.system("orders").barring != frozenset()


def test_a_system_cites_its_own_clauses_only() -> None:
    assert hw.system("rondel").barring.isdisjoint(hw.system("orders").barring)


def test_the_rulebook_lies_beside_the_module_of_a_system_or_of_the_one_it_is_derived_from() -> None:
    orders = hw.system("orders")
    assert orders.folder.name == "orders"
    assert HouseRules().folder == orders.folder
