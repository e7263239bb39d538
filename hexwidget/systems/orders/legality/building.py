"""Building, and the room that a building or a defence needs."""

from __future__ import annotations

from hexwidget.english import listing, verb, with_article
from hexwidget.rules import Finding, bars
from hexwidget.systems.orders.actions import Build, Defend, Destroy
from hexwidget.systems.orders.legality.given_order import Findings, GivenOrder
from hexwidget.systems.orders.legality.remedies import Offer, another, attacks_inside, demolition, first_of, nearest
from hexwidget.systems.orders.roster import FARM


@bars("O3.1", "O3.4")
def what_it_can_build(given: GivenOrder, order: Build) -> Findings:
    """O3.1, O3.4: the kind of the unit says what it builds; every unit builds farms unless its kind says otherwise."""
    unit, building = given.unit, order.building
    if unit is None:
        return
    can = given.position.type_of(unit).builds
    if building not in can:
        clause = "O3.4" if building == FARM else "O3.1"
        others = listing([with_article(each) for each in can], "or")
        numbers = {"kind": with_article(unit.kind), "building": with_article(building), "can": others}
        wording = "{kind} cannot build {building}, " + ("only {can}" if can else "or anything else")
        yield Finding(clause, "cannot_build", (order.unit,), numbers, wording, _another_building(given, order, "O3.1"))


@bars("O3.2", "O4.1")
def no_opposing_tile(given: GivenOrder, order: Build | Defend) -> Findings:
    """O3.2, O4.1: no unit and no building of another player in the hex."""
    tiles = given.opposing_tiles(given.at)
    clause, what = ("O3.2", "build") if isinstance(order, Build) else ("O4.1", "defend")
    if tiles:
        numbers = {"tiles": listing(tiles), "what": what, "player": given.player, "are": verb("is", len(tiles))}
        wording = "{tiles} {are} on {0}: {player} cannot {what} there"
        which = "it" if len(tiles) == 1 else "one of them"
        offer = nearest(
            _attack_inside(given),
            demolition(given, f"destroy {which} with this order: {{action}}"),
            another(given, "unit", f"another unit can {what} in its hex: {{action}}", clause),
        )
        yield Finding(clause, "opposing_tile", (order.unit,), numbers, wording, offer)


@bars("O3.3")
def one_building_a_hex(given: GivenOrder, order: Build) -> Findings:
    """O3.3: a farm may share with one building of another kind, never with another farm."""
    for other in given.position.buildings_at(given.at):
        if (other.kind == FARM) == (order.building == FARM):
            wanted = f"another {order.building}" if other.kind == order.building else with_article(order.building)
            numbers = {"other": given.position.called(other), "building": wanted}
            wording = "{other} stands on {0}: there is no room for {building}"
            text = f"destroy the {other.kind} with this order, and build in a later game turn: {{action}}"
            offer = nearest(_another_building(given, order, "O3.3"), demolition(given, text, other))
            yield Finding("O3.3", "occupied", (order.unit,), numbers, wording, offer)


@bars("O5.1")
def no_enemy_where_destroyed(given: GivenOrder, order: Destroy) -> Findings:
    """O5.1: nothing is destroyed while an enemy stands in the hex."""
    enemies = [given.position.called(unit) for unit in given.opponents(given.at)]
    if enemies:
        numbers = {"enemies": listing(enemies), "player": given.player, "are": verb("is", len(enemies))}
        wording = "{enemies} {are} on {0}: {player} cannot destroy anything there"
        yield Finding("O5.1", "enemy_present", (order.unit,), numbers, wording, _attack_inside(given))


@bars("O5.1")
def a_building_that_stands(given: GivenOrder, order: Destroy) -> Findings:
    """O5.1: the building stands in the hex of the unit."""
    standing = [b.kind for b in given.position.buildings_at(given.at)]
    if order.building not in standing:
        numbers = {"building": order.building, "standing": listing([with_article(kind) for kind in standing])}
        wording = "no {building} stands on {0}, only {standing}" if standing else "no {building} stands on {0}"
        offer = demolition(given, "destroy what stands there: {action}")
        yield Finding("O5.1", "no_building", (order.unit,), numbers, wording, offer)


def _another_building(given: GivenOrder, order: Build, clause: str) -> Offer:
    """Offer another building of this unit, or the same of another unit."""
    return nearest(
        another(given, "build", "build something else: {action}", clause),
        another(given, "unit", "another unit can build one in its hex: {action}", clause),
    )


def _attack_inside(given: GivenOrder) -> Offer:
    """Offer an attack on an opponent in the hex of the unit."""
    unit = given.unit
    if unit is None:
        return None
    return first_of(given, lambda: attacks_inside(given, unit), "attack from inside the hex: {action}", "O8.3")
