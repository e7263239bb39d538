"""Remedies: other actions, which are legal where the one that was tried is barred, and steps that come first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice, takewhile
from operator import le
from typing import Any, TypeGuard

from hexwidget.english import listing
from hexwidget.rules import CHANCE, Draft, Remedy, first_do, instead, legal
from hexwidget.rules.position import of_the_last
from hexwidget.systems.depletion.actions import Attack, DepletionAction, Maneuver, NoAttack, Rotate
from hexwidget.systems.depletion.battle.losses import as_action, default_losses, losing, sides, things
from hexwidget.systems.depletion.battle.odds import bag_of
from hexwidget.systems.depletion.counts import attack_distances, fastest, minus, moving, on_land, slowest, vessels_of
from hexwidget.systems.depletion.maneuver.costs import MARCH_POINTS, Costs
from hexwidget.systems.depletion.maneuver.plan import ManeuverPlan
from hexwidget.systems.depletion.maneuver.reach import going_on, journey, path_to
from hexwidget.systems.depletion.position import DepletionPosition
from hexwidget.systems.depletion.provinces import SIXTHS
from hexwidget.systems.depletion.units import MOVEMENT, PACKED, UNITS, Counts, in_words


def if_legal(plan: ManeuverPlan, other: Maneuver, clause: str, words: str) -> Remedy | None:
    """Another maneuver as a remedy; None if something bars that one, too, or if the army is another player's."""
    if plan.borrowed is not None:
        return None
    # The predicates offer remedies, and the predicates judge them: hence the import at the last moment.
    from hexwidget.systems.depletion.legality.maneuvers import findings_on

    if any(True for _ in findings_on(ManeuverPlan(plan.position, other, plan.seat, plan.whose_turn, plan.harbour))):
        return None
    return Remedy(words, clause, other)


# ---------------------------------------------------------------------- what comes first
MOST_ANSWERS = 60
"""The most answers that another player may have to a step that is offered as a first one. Nobody can follow more."""


def _first(position: DepletionPosition, step: DepletionAction, asked: DepletionAction, words: str) -> Remedy | None:
    """A step that comes first, if it is legal and the answers to it are few."""
    if not legal(position, step):
        return None
    after = position.system.advance(position, step)
    for other in after.to_act - CHANCE - {asked.player}:
        if not after.legal_actions(other).some(MOST_ANSWERS)[1]:
            return None
    return first_do(position, step, asked, words, step.clause)


def without_attack(position: DepletionPosition, asked: DepletionAction) -> Remedy | None:
    """The decision not to attack: before the action that was asked for, or instead of it."""
    step = NoAttack(asked.player)
    words = "first decide not to attack; that ends the turn, and it cannot be taken back"
    return _first(position, step, asked, words) or instead(position, [step], "decide not to attack", "D1.8")


def lay_the_tile(position: DepletionPosition, asked: DepletionAction) -> Remedy | None:
    """A rotation of the tile that was turned over: before the action that was asked for, or instead of it."""
    turns = [Rotate(asked.player, sixths) for sixths in range(SIXTHS)]
    for turn in turns:
        words = f"first lay the tile, turned by {60 * turn.sixths}°; that cannot be taken back"
        found = _first(position, turn, asked, words)
        if found is not None:
            return found
    return _rotation(position, turns, "lay the tile, turned by {}°", "D8.2")


def _rotation(position: DepletionPosition, turns: list[Rotate], words: str, clause: str) -> Remedy | None:
    """The first of some rotations that is legal, in words with its degrees."""
    found = next((turn for turn in turns if legal(position, turn)), None)
    return None if found is None else Remedy(words.format(60 * found.sixths), clause, found)


def say_what_falls(position: DepletionPosition, asked: DepletionAction) -> Remedy | None:
    """The losses that fall by default: before the action that was asked for, or instead of it."""
    side, damage = losing(position)
    if position.players[side.seat] != asked.player:
        return None
    step = as_action(position, side, default_losses(position, side, damage))
    words = f"first {step}; that cannot be taken back"
    return _first(position, step, asked, words) or instead(position, [step], "{action}", "D9.2")


def other_turns(position: DepletionPosition, asked: Rotate) -> Remedy | None:
    """The legal rotation that is nearest to one that is barred."""
    nearest = sorted(range(SIXTHS), key=lambda k: min((k - asked.sixths) % SIXTHS, (asked.sixths - k) % SIXTHS))
    return _rotation(position, [Rotate(asked.player, sixths) for sixths in nearest], "turn it by {}° instead", "D8.3")


# ---------------------------------------------------------------------- other maneuvers
def gaps_filled(plan: ManeuverPlan) -> Remedy | None:
    """The same maneuver with the gaps of its path filled in."""
    goal, here = plan.path[-1], plan.path[0]
    # One more than the points: a home may be entered free.
    if not any(plan.taken) or plan.position.map.distance(here, goal) > slowest(plan.taken) + plan.march + 1:
        return None
    path = path_to(plan.position, plan.seat, plan.taken, here, goal, plan.harbour, past_bars=False)
    if path is None:
        return None
    begun = replace(plan.action, path=plan.action.path[:1], free=None, drops=(), pickups=())
    filled = going_on(journey(plan.position, plan.seat, begun), path)
    return if_legal(plan, filled, "D1.1", f"name every hex: {filled}")


def of_one_kind(plan: ManeuverPlan) -> Remedy | None:
    """The same maneuver without the vessels, or without the land units."""
    return _with_only(plan, on_land(plan.taken)) or _with_only(plan, vessels_of(plan.taken))


def without_peasants(plan: ManeuverPlan) -> Remedy | None:
    """The same maneuver with the peasants staying behind."""
    return _with_only(plan, (0, *plan.taken[1:]))


def cheaper(plan: ManeuverPlan, costs: Costs) -> Remedy | None:
    """The least change that makes the points suffice: the shortest way, a march on it, a march, or the same maneuver without the
    slow units."""
    asked, shorter = plan.action, _shortest(plan)
    if shorter is not None:
        found = if_legal(plan, shorter, "D1.1", "a shorter way gets there")
        if found is None and not asked.march:
            found = if_legal(plan, replace(shorter, march=True), "D2.1", "a march by a shorter way gets there")
        if found is not None:
            return found
    if not asked.march and costs.total <= costs.budget + MARCH_POINTS:
        marching = if_legal(plan, replace(asked, march=True), "D2.1", "a march gets there")
        if marching is not None:
            return marching
    if costs.who is not None and costs.who[1]:
        fast = tuple(n if MOVEMENT[t] > MOVEMENT[costs.who[0]] else 0 for t, n in enumerate(plan.taken))
        return _with_only(plan, fast, pack=0)
    return None


def _shortest(plan: ManeuverPlan) -> Maneuver | None:
    """The same maneuver by the shortest way; None if that is the way itself, if it changes on its way, or comes back."""
    asked = plan.action
    if asked.drops or asked.pickups or asked.free or plan.path[0] == plan.path[-1] or not any(plan.taken):
        return None
    group = moving(plan.taken)
    path = path_to(plan.position, plan.seat, group, plan.path[0], plan.path[-1], plan.harbour, past_bars=False)
    if path is None or len(path) > MOST_OFFERED or tuple(path) == plan.path:
        return None
    return replace(asked, path=tuple(map(plan.position.map.name, path)))


MOST_OFFERED = max(MOVEMENT) + MARCH_POINTS + 2
"""The most hexes of a way that is offered: the origin, a free entry, and one for each point."""


def _with_only(plan: ManeuverPlan, units: Counts, **changed: Any) -> Remedy | None:
    """The same maneuver with a part of its units (D3.1), and with other changes; None if all units are a part, or none are."""
    stay = minus(plan.taken, units)
    if not any(units) or not any(stay):
        return None
    return if_legal(plan, replace(plan.action, units=units, **changed), "D3.1", f"leave {in_words(stay)} behind")


MOST_COMPARED = 1000
"""The most maneuvers of an army that are compared."""


@of_the_last(1)
def kept_maneuvers(_position: DepletionPosition) -> dict[tuple[str, Draft], list[Maneuver]]:
    """The first maneuvers of the players and drafts that were asked for: a board asks for the reasons of many hexes."""
    return {}


def _maneuvers(position: DepletionPosition, player: str, within: Draft) -> list[Maneuver]:
    """The first maneuvers within a draft that names an army of the player."""
    known = kept_maneuvers(position)
    if (player, within) not in known:
        listed, _ = position.legal_actions(player, within=within).some(MOST_COMPARED)
        known[player, within] = [one for one in listed if isinstance(one, Maneuver)]
    return known[player, within]


# ---------------------------------------------------------------------- an enemy in the way
MOST_ATTACKS = 3
"""The most attacks that are tried on an enemy who bars the way."""


def enemy_attacked(plan: ManeuverPlan, at: int) -> Remedy | None:
    """Offer an attack on an enemy whose hex cannot be entered: by the army itself, if that hex is where it is to end; else by another
    army that may drive the enemy away."""
    position, player, name = plan.position, plan.action.player, plan.position.map.name(at)
    if plan.borrowed is not None or position.acting != plan.seat:
        return None
    own = next(_before_attacks(plan, at, own=True), None) if plan.path[-1] == at else None
    if own is not None:
        words = position.system.in_words(position, own) if own.moves else f"stay on {own.origin}"
        return Remedy(f"{words}, and then attack {name}", "D1.8", own)
    for step in islice(_before_attacks(plan, at, own=False), MOST_ATTACKS):
        attacked = position.system.advance(position.system.advance(position, step), Attack(player, name))
        if _may_drive_away(attacked, at):
            words, enemy = position.system.in_words(position, step), listing(position.objects_at(at, but=plan.seat))
            return Remedy(f"first {words}, and then attack {name}: that may drive {enemy} away", "D1.8", step)
    return None


def _may_drive_away(position: DepletionPosition, at: int) -> bool:
    """True if the battle that is fought may leave no enemy on its hex: most hits fell all that is there."""
    battle, owners = position.battle, {army.owner for army in position.armies if army.at == at}
    owners |= {built.owner for built in position.structures if built.at == at}
    if battle is None or owners != {battle.defender}:
        return False
    (ours, _), drawn = bag_of(position, battle)
    points = sum(thing.points * thing.number for thing in things(position, sides(position, battle)[1]))
    return min(ours.attack, drawn) >= points


def _before_attacks(plan: ManeuverPlan, at: int, *, own: bool) -> Iterator[Maneuver]:
    """The maneuvers after which an army may attack a hex: to stay first, then the shortest.

    :param own: True for the army of the plan, False for the other ones of the player
    """
    position, player, spaces = plan.position, plan.action.player, plan.position.map
    found = list[Maneuver]()
    for army in position.armies:
        ranges = attack_distances(army.units)
        if army.owner != plan.seat or army.cubes or (army.at == plan.path[0]) != own or not ranges:
            continue
        if spaces.distance(army.at, at) > fastest(army.units) + 1 + max(ranges):
            continue  # not even with a free entry (D1.4) does it come near: to list its maneuvers takes long
        within = Draft(army=spaces.name(army.at), march=False)
        listed: Iterable[DepletionAction]
        if position.fleet(plan.seat):  # the whole army may ride further after its parts
            listed = _maneuvers(position, player, within)
        else:
            listed = takewhile(_stays_whole, position.legal_actions(player, within=within))
        plain = (one for one in listed if _stays_whole(one) and not (one.pack or one.unpack))
        found += [one for one in plain if spaces.distance(spaces.index(one.destination), at) in ranges]
    for one in sorted(found, key=lambda one: len(one.path)):
        if legal(position, one) and legal(position.system.advance(position, one), Attack(one.player, spaces.name(at))):
            yield one


def _stays_whole(one: DepletionAction) -> TypeGuard[Maneuver]:
    """True for a maneuver of a whole army, which drops nobody and picks nobody up. The whole army is listed first."""
    return isinstance(one, Maneuver) and one.units is None and not (one.drops or one.pickups)


# ---------------------------------------------------------------------- the nearest maneuver
def nearest_maneuver(position: DepletionPosition, asked: Maneuver) -> Remedy | None:
    """Offer the maneuver of the same army that ends nearest to where it was to go, with the same units or a part of them.

    An army that can come no nearer is offered nothing: to ride elsewhere is no help to one that wants to go there.
    """
    goal = position.map.index(asked.destination)

    def far(one: Maneuver) -> int:
        return position.map.distance(position.map.index(one.destination), goal)

    def unlike(one: Maneuver) -> tuple[int, bool, int, bool]:
        changes = len(one.drops) + len(one.pickups) + len(one.ferries)
        return far(one), one.units != asked.units, changes, one.march != asked.march

    def nearer(one: Maneuver) -> bool:
        part = asked.units is None or (one.units is not None and all(map(le, one.units, asked.units)))
        return part and one.origin == asked.origin and far(one) < here

    here = position.map.distance(position.map.index(asked.origin), goal)
    best = min(filter(nearer, _maneuvers(position, asked.player, Draft(army=asked.origin))), key=unlike, default=None)
    return None if best is None else Remedy(_in_words(best, asked), best.clause, best)


def _in_words(maneuver: Maneuver, asked: Maneuver) -> str:
    """A maneuver as a way out: where it goes, and all that makes it another maneuver than the plain one."""
    path, changes = maneuver.path, {"leaving {} on {}": maneuver.drops, "picking up {} on {}": maneuver.pickups}
    words = [f"go to {maneuver.destination}{'' if maneuver.destination == asked.destination else ' instead'}"]
    words += [f"by {listing(path[1:-1])}"] if len(path) > 2 else []
    words += [f"with only {in_words(maneuver.units)}"] if maneuver.units is not None else []
    words += ["with a march"] if maneuver.march else []
    words += [f"entering {maneuver.free} free"] if maneuver.free is not None else []
    words += [doing.format(in_words(units), path[n]) for doing, made in changes.items() for n, units in made]
    words += [f"with {in_words(units)} on the vessel on {at}" for at, units in maneuver.ferries]
    trebuchets = {"packing": maneuver.pack, "unpacking": maneuver.unpack}
    words += [f"{doing} {UNITS[PACKED].counted(number)}" for doing, number in trebuchets.items() if number]
    return ", ".join(words)
