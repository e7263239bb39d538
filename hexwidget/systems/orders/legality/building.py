"""Building, and the room that a building or a defence needs."""

from __future__ import annotations

from hexwidget.english import listing, verb, with_article
from hexwidget.rules import Finding, bars
from hexwidget.systems.orders.actions import Build, Defend, Destroy
from hexwidget.systems.orders.legality.remedies import Offer, another, attacks_inside, demolition, nearest, offered
from hexwidget.systems.orders.legality.requested_order import Findings, RequestedOrder
from hexwidget.systems.orders.roster import FARM


@bars("O3.1", "O3.4")
def what_it_can_build(requested: RequestedOrder, order: Build) -> Findings:
    """O3.1, O3.4: the kind of the unit says what it builds; every unit builds farms unless its kind says otherwise."""
    unit, building = requested.unit, order.building
    if unit is None:
        return
    can = requested.position.type_of(unit).builds
    if building not in can:
        clause = "O3.4" if building == FARM else "O3.1"
        numbers = {
            "kind": with_article(unit.kind),
            "building": with_article(building),
            "can": listing([with_article(each) for each in can], "or"),
        }
        wording = "{kind} cannot build {building}, " + ("only {can}" if can else "or anything else")
        yield Finding(
            clause, "cannot_build", (order.unit,), numbers, wording, _another_building(requested, order, "O3.1")
        )


@bars("O3.2", "O4.1")
def no_opposing_tile(requested: RequestedOrder, order: Build | Defend) -> Findings:
    """O3.2, O4.1: no unit and no building of another player in the hex."""
    tiles = requested.opposing_tiles(requested.at)
    clause, what = ("O3.2", "build") if isinstance(order, Build) else ("O4.1", "defend")
    if tiles:
        numbers = {"tiles": listing(tiles), "what": what, "player": requested.player, "are": verb("is", len(tiles))}
        wording = "{tiles} {are} on {0}: {player} cannot {what} there"
        which = "it" if len(tiles) == 1 else "one of them"
        offer = nearest(
            _attack_inside(requested),
            demolition(requested, f"destroy {which} with this order: {{action}}"),
            another(requested, "unit", f"another unit can {what} in its hex: {{action}}", clause),
        )
        yield Finding(clause, "opposing_tile", (order.unit,), numbers, wording, offer)


@bars("O3.3")
def one_building_a_hex(requested: RequestedOrder, order: Build) -> Findings:
    """O3.3: a farm may share with one building of another kind, never with another farm."""
    for other in requested.position.buildings_at(requested.at):
        if (other.kind == FARM) == (order.building == FARM):
            wanted = f"another {order.building}" if other.kind == order.building else with_article(order.building)
            numbers = {"other": requested.position.built(other), "building": wanted}
            wording = "{other} stands on {0}: there is no room for {building}"
            text = f"destroy the {other.kind} with this order, and build in a later game turn: {{action}}"
            offer = nearest(_another_building(requested, order, "O3.3"), demolition(requested, text, other))
            yield Finding("O3.3", "occupied", (order.unit,), numbers, wording, offer)


@bars("O5.1")
def no_enemy_where_destroyed(requested: RequestedOrder, order: Destroy) -> Findings:
    """O5.1: nothing is destroyed while an enemy stands in the hex."""
    enemies = [requested.position.called(unit) for unit in requested.opponents(requested.at)]
    if enemies:
        numbers = {"enemies": listing(enemies), "player": requested.player, "are": verb("is", len(enemies))}
        wording = "{enemies} {are} on {0}: {player} cannot destroy anything there"
        yield Finding("O5.1", "enemy_present", (order.unit,), numbers, wording, _attack_inside(requested))


@bars("O5.1")
def a_building_that_stands(requested: RequestedOrder, order: Destroy) -> Findings:
    """O5.1: the building stands in the hex of the unit."""
    standing = [b.kind for b in requested.position.buildings_at(requested.at)]
    if order.building not in standing:
        numbers = {"building": order.building, "standing": listing([with_article(kind) for kind in standing])}
        wording = "no {building} stands on {0}, only {standing}" if standing else "no {building} stands on {0}"
        offer = demolition(requested, "destroy what stands there: {action}")
        yield Finding("O5.1", "no_building", (order.unit,), numbers, wording, offer)


def _another_building(requested: RequestedOrder, order: Build, clause: str) -> Offer:
    """Offer another building of this unit, or the same of another unit."""
    return nearest(
        another(requested, "build", "build something else: {action}", clause),
        another(requested, "unit", "another unit can build one in its hex: {action}", clause),
    )


def _attack_inside(requested: RequestedOrder) -> Offer:
    """Offer an attack on an opponent in the hex of the unit."""
    unit = requested.unit
    if unit is None:
        return None
    return offered(requested, lambda: attacks_inside(requested, unit), "attack from inside the hex: {action}", "O8.3")
