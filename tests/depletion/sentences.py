"""The truth of every sentence against an action of `depletion`, counted naively on the position."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hexwidget.rules import Finding
from hexwidget.systems.depletion.actions import Attack, DepletionAction, Lose, Rotate
from hexwidget.systems.depletion.position import DepletionPosition
from hexwidget.systems.depletion.units import NO_UNITS, PACKED, UNITS, UNPACKED, Counts
from tests.depletion.reference.decisions import in_range, lies, losses, meets
from tests.depletion.reference.ferry_sentences import FERRY_SENTENCES
from tests.depletion.reference.group import WATER, Group, clipped, less, plus
from tests.depletion.reference.groups import claims, groups
from tests.depletion.reference.purse import too_dear
from tests.depletion.reference.wording import Truth, counted, objects, of_a_group, only
from tests.refusals.words import in_a_row


# ---------------------------------------------------------------------- the moment
def turn(position: DepletionPosition, action: DepletionAction, finding: Finding) -> bool:
    acting = position.players[position.acting]
    return finding.numbers == {"turn": acting, "player": action.player} and acting != action.player


def attack_open(position: DepletionPosition, action: DepletionAction, finding: Finding) -> bool:
    landing = position.landing
    return (
        landing is not None
        and landing.open
        and finding.subjects == tuple(position.map.name(s.at) for s in landing.spots)
    )


def no_landing(position: DepletionPosition, action: DepletionAction, finding: Finding) -> bool:
    landing = position.landing
    mine = landing is not None and position.players[landing.owner] == action.player
    return not mine and finding.numbers["player"] == action.player


def turn_has_passed(position: DepletionPosition, action: DepletionAction, finding: Finding) -> bool:
    landing = position.landing
    mine = landing is not None and position.players[landing.owner] == action.player
    return mine and landing is not None and not landing.open and finding.numbers["player"] == action.player


def loser(position: DepletionPosition, action: DepletionAction, finding: Finding) -> bool:
    return position.battle is not None and position.players[position.battle.losers[0]] == finding.numbers["loser"]


def not_a_loser(position: DepletionPosition, action: DepletionAction, finding: Finding) -> bool:
    seats = position.battle.losers if position.battle is not None else ()
    return (
        action.player not in [position.players[seat] for seat in seats] and finding.numbers["player"] == action.player
    )


def other_losses(position: DepletionPosition, action: DepletionAction, finding: Finding) -> bool:
    battle = position.battle
    if battle is None or battle.hits is None:
        return False
    attacks = action.player == position.players[position.turn]
    default = position.parse(f"{action.player}: {finding.numbers['default']}")
    right = isinstance(default, Lose) and not losses(position, default)
    return right and finding.numbers["damage"] == battle.hits[1 if attacks else 0]


# ---------------------------------------------------------------------- attacks and tiles
def spot_with(bars: Callable[[DepletionPosition, Any, Finding], bool]) -> Truth:
    """A sentence about an army that has just landed, on the first hex that it names."""

    def judge(position: DepletionPosition, action: DepletionAction, finding: Finding) -> bool:
        spots = position.landing.spots if position.landing is not None else ()
        found = [spot for spot in spots if position.map.name(spot.at) == finding.subjects[0]]
        return len(found) == 1 and bars(position, found[0], finding)

    return judge


def no_soldiers(position: DepletionPosition, spot: Any, finding: Finding) -> bool:
    armies = [army for army in position.armies if army.at == spot.at]
    return not any(any(army.units[1:]) for army in armies)


def no_target(position: DepletionPosition, action: DepletionAction, finding: Finding) -> bool:
    if not isinstance(action, Attack) or finding.subjects != (action.target,):
        return False
    at, seat = position.map.index(action.target), position.players.index(action.player)
    held = [(a.at, a.owner) for a in position.armies] + [(s.at, s.owner) for s in position.structures]
    return all(there != at or owner == seat for there, owner in held)


def out_of_range(position: DepletionPosition, spot: Any, finding: Finding) -> bool:
    target = position.map.index(finding.subjects[1])
    seat = next(army.owner for army in position.armies if army.at == spot.at)
    far = position.map.distance(spot.at, target)
    army = position.army_of(seat, spot.at)
    ranges = [UNITS[t].attack_range for t, n in enumerate(army.units) if n] if army is not None else []
    reached = sorted({k for r in ranges if r is not None for k in range(r[0], r[1] + 1)})
    words = "has no unit that can attack"
    if reached:
        words = f"attacks only at a distance of {in_a_row(map(str, reached), 'or')}"
    told = (finding.numbers["distance"], finding.numbers["ranges"])
    return told == (far, words) and not in_range(position, seat, spot.at, target)


def packed(position: DepletionPosition, spot: Any, finding: Finding) -> bool:
    return any(army.at == spot.at and army.units[PACKED] for army in position.armies)


def rotation(position: DepletionPosition, action: DepletionAction, finding: Finding) -> bool:
    """A sentence about a rotation, with the words for those that are right and for those that fail."""
    if not isinstance(action, Rotate):
        return False
    ways = {k: way for k in range(6) if (way := lies(position, k)) is not None}
    fits = finding.numbers.get("fits") or finding.numbers["meeting"]
    right = list(ways)
    if "what" in finding.numbers:
        kept = {"both conditions": (0, 1), "the first condition": (0,), "the second condition": (1,)}
        asked = kept[finding.numbers["what"]]
        right = [k for k, way in ways.items() if all(meets(position, way)[n] for n in asked)]
        if not _fails_as_told(position, ways[action.sixths], finding, asked):
            return False
    words = in_a_row((f"{60 * k}°" for k in right), "or")
    return fits == words and finding.numbers["turn"] == f"{60 * action.sixths}°" and action.sixths not in right


def _fails_as_told(position: DepletionPosition, way: dict[int, str], finding: Finding, asked: tuple[int, ...]) -> bool:
    first, second = meets(position, way)
    told = finding.numbers["failing"]
    land = "none of its land touches explored land" in told
    sea = "touches no known water" in told
    alone = [
        position.map.name(at)
        for at, ground in way.items()
        if ground == "sea"
        and any(there not in way for there in position.map.beyond(at))
        and not any(position.map.terrain(n) in WATER for n in position.map.neighbours(at) if n not in way)
    ]
    named = all(name in told for name in alone) if sea else True
    return sea == (not first and 0 in asked) and named and land == (not second and asked != (0,))


# ---------------------------------------------------------------------- armies and ways
def at_origin(group: Group, finding: Finding) -> bool:
    """True if a sentence about a player and an origin speaks of those of the group."""
    player = finding.numbers.get("player", group.action.player)
    return finding.subjects == (group.action.path[0],) and player == group.action.player


def no_army(group: Group, finding: Finding) -> bool:
    there = objects(group.before, group.path[0])
    if not at_origin(group, finding):
        return False
    return not group.own and (
        finding.numbers["there"] == " and ".join(there) or (not there and finding.numbers["there"] == "nothing")
    )


def not_so_many(group: Group, finding: Finding) -> bool:
    there = group.army.units if group.army is not None else NO_UNITS
    lacking = over(group.action.units or there, there)
    if not at_origin(group, finding):
        return False
    return (finding.numbers["there"], finding.numbers["lacking"]) == (counted(there), counted(lacking))


def over(wanted: Counts, there: Counts) -> Counts:
    """The units that are wanted and not there."""
    return tuple(max(0, a - b) for a, b in zip(wanted, there, strict=True))


def gap(group: Group, finding: Finding) -> bool:
    a, b = finding.subjects
    steps = group.board.map.distance(group.board.map.index(a), group.board.map.index(b))
    follows = any(group.action.path[n : n + 2] == (a, b) for n in range(group.last))
    twice = "named twice in a row" in finding.text
    return follows and steps == finding.numbers["steps"] and steps != 1 and twice == (steps == 0)


def enemy(group: Group, finding: Finding) -> bool:
    at = group.board.map.index(finding.subjects[0])
    return at in group.path[1:] and finding.numbers["held"] == " and ".join(objects(group.board, at, but=group.seat))


def depleted(group: Group, finding: Finding) -> bool:
    cubes = group.army.cubes if group.army is not None and at_origin(group, finding) else 0
    return (
        finding.numbers["carries"] == ("a depletion cube lies" if cubes == 1 else f"{cubes} depletion cubes lie")
        and cubes > 0
    )


def moves_unpacked(group: Group, finding: Finding) -> bool:
    still = group.set_out[UNPACKED] - group.action.pack
    return finding.numbers["what"] == UNITS[UNPACKED].counted(still) and still > 0 and at_origin(group, finding)


def free_not_entered(group: Group, finding: Finding) -> bool:
    named = finding.subjects == (group.action.free,)
    return named and group.board.map.index(finding.subjects[0]) not in group.path[1:]


def free_not_home(group: Group, finding: Finding) -> bool:
    at = group.board.map.index(finding.subjects[0])
    named = finding.subjects == (group.action.free,) and finding.numbers["player"] == group.action.player
    return named and not any((s.at, s.owner) == (at, group.seat) for s in group.board.structures)


def too_few_to_switch(group: Group, finding: Finding) -> bool:
    packs = finding.numbers["word"] == "unpacked"
    where = group.action.path[0 if packs else -1]
    if finding.numbers["word"] not in ("packed", "unpacked") or finding.subjects != (where,):
        return False
    there = group.set_out[UNPACKED] if packs else group.carried[PACKED]
    wanted = group.action.pack if packs else group.action.unpack
    return (finding.numbers["wanted"], finding.numbers["there"]) == (wanted, there) and wanted > there


def picks_unpacked(group: Group, finding: Finding) -> bool:
    return any(group.action.path[n] == finding.subjects[0] and units[UNPACKED] for n, units in group.action.pickups)


def drops_at_start(group: Group, finding: Finding) -> bool:
    return finding.subjects[0] == group.action.path[0] and any(n == 0 for n, _ in group.action.drops)


def not_carried(group: Group, finding: Finding) -> bool:
    told = (finding.numbers["carried"], finding.numbers["lacking"])
    found = [
        (counted(group.carrying[n]) or "nobody", counted(over(units, group.carrying[n])))
        for n, units in group.action.drops
        if group.action.path[n] == finding.subjects[0]
    ]
    return told in found and told[1] != ""


def drops_at_end(group: Group, finding: Finding) -> bool:
    return finding.subjects[0] == group.action.path[-1] and any(
        group.path[n] == group.path[-1] for n, _ in group.action.drops
    )


def nobody_goes_on(group: Group, finding: Finding) -> bool:
    here = [(n, units) for n, units in group.action.drops if group.action.path[n] == finding.subjects[0]]
    drops = [(n, units) for n, units in here if n == 0 or group.path[n] != group.path[-1]]
    return any(not any(less(group.carrying[n], clipped(units, group.carrying[n]))) for n, units in drops)


def picks_after_drop(group: Group, finding: Finding) -> bool:
    here = finding.subjects[0]
    places = [n for n in group.dropped if group.action.path[n] == here]
    return any(group.action.path[n] == here and n > min(places) for n, _ in group.action.pickups) if places else False


def pick_depleted(group: Group, finding: Finding) -> bool:
    army = group.board.army_of(group.seat, group.board.map.index(finding.subjects[0]))
    picks = any(group.action.path[n] == finding.subjects[0] for n, _ in group.action.pickups)
    cubes = army.cubes if army is not None and picks else 0
    return (
        finding.numbers["carries"] == ("a depletion cube lies" if cubes == 1 else f"{cubes} depletion cubes lie")
        and cubes > 0
    )


def not_there(group: Group, finding: Finding) -> bool:
    at = group.board.map.index(finding.subjects[0])
    army = group.board.army_of(group.seat, at)
    there = army.units if army is not None else NO_UNITS
    there = less(there, group.set_out) if at == group.path[0] else there
    found, wanted = [], NO_UNITS
    for n, units in group.action.pickups:
        if group.path[n] == at:
            wanted = plus(wanted, units)
            found.append((counted(there) or "nobody", counted(over(wanted, there))))
            wanted = less(wanted, units) if n == 0 else wanted
    told = (finding.numbers["there"], finding.numbers["lacking"])
    return told in found and told[1] != "" and finding.numbers["player"] == group.action.player


def too_many(group: Group, finding: Finding) -> bool:
    at, most = group.board.map.index(finding.subjects[0]), group.board.settings["army_size"]
    army = group.after().army_of(group.seat, at)
    size = sum(army.units) if army is not None else 0
    return (finding.numbers["size"], finding.numbers["most"]) == (size, most) and size > most


def picks_at(place: int) -> Callable[[Group, Finding], bool]:
    def judge(group: Group, finding: Finding) -> bool:
        picks = any(n == place % len(group.path) for n, _ in group.action.pickups)
        return picks and finding.subjects[0] == group.action.path[place]

    return judge


def both(group: Group, finding: Finding) -> bool:
    kind = next((t for t, unit in enumerate(UNITS) if unit.plural == finding.numbers["what"]), None)
    if kind is None:
        return False
    changes = (group.action.pickups, group.action.drops)
    return all(any(group.action.path[n] == finding.subjects[0] and u[kind] for n, u in each) for each in changes)


# ---------------------------------------------------------------------- ground
def ends_on(grounds: tuple[str, ...], bars: Callable[[Counts], bool]) -> Callable[[Group, Finding], bool]:
    """A sentence about units that stay on water."""

    def judge(group: Group, finding: Finding) -> bool:
        at = group.board.map.index(finding.subjects[0])
        stays = [group.landing] * (at == group.path[-1]) + [u for n, u in group.dropped.items() if group.path[n] == at]
        ground = group.board.map.terrain(at)
        return ground in grounds and any(map(bars, stays)) and finding.numbers.get("terrain", ground) == ground

    return judge


def vessel_on_land(group: Group, finding: Finding) -> bool:
    ground = group.board.map.terrain(group.board.map.index(finding.subjects[0]))
    entered = [n for n in range(1, group.last + 1) if group.action.path[n] == finding.subjects[0]]
    stands = not group.moves and finding.subjects == group.action.path and group.landing[-1] > 0
    sails = any(group.coming(n)[-1] for n in entered)
    return ground == finding.numbers["terrain"] and ground not in WATER and (sails or stands)


def mixed(group: Group, finding: Finding) -> bool:
    if not group.moves or not at_origin(group, finding):
        return False
    every = [group.coming(n) for n in range(1, group.last + 1)]
    together = tuple(map(max, zip(*every, strict=True)))
    vessels, others = (*[0] * (len(UNITS) - 1), together[-1]), (*together[:-1], 0)
    return (finding.numbers["vessels"], finding.numbers["others"]) == (counted(vessels), counted(others))


def peasants_explore(group: Group, finding: Finding) -> bool:
    for n in range(1, group.last + 1):
        if group.ground(n) == "unexplored" and group.coming(n)[0]:
            told = (finding.subjects, finding.numbers["peasants"])
            return told == ((group.action.path[n],), UNITS[0].counted(group.coming(n)[0]))
    return False


def passes_unexplored(group: Group, finding: Finding) -> bool:
    places = [n for n in range(group.last) if group.action.path[n] == finding.subjects[0]]
    return any(group.ground(n) == "unexplored" for n in places)


# ---------------------------------------------------------------------- corps
def corps_too_large(position: DepletionPosition, action: DepletionAction, finding: Finding) -> bool:
    seat, found = position.players.index(action.player), groups(position, action)
    raising = [s.kind for s in position.structures if s.owner == seat and s.kind in ("castle", "capital")]
    words = f"{len(raising) or 'no'} castle{'' if len(raising) == 1 else 's'}"
    words += ", the capital counted as one" if "capital" in raising else ""
    told = tuple(finding.numbers[name] for name in ("groups", "limit", "castles"))
    return told == (len(found), 1 + len(raising), words) and len(found) > 1 + len(raising)


def two_claims(position: DepletionPosition, action: DepletionAction, finding: Finding) -> bool:
    claiming = tuple(g.action.path[0] for g in groups(position, action) if claims(g))
    return finding.subjects == claiming and len(claiming) > 1


def two_free_entries(position: DepletionPosition, action: DepletionAction, finding: Finding) -> bool:
    naming = tuple(g.action.path[0] for g in groups(position, action) if g.action.free is not None)
    return finding.subjects == naming and len(naming) > 1 and position.settings["free_entry"] == "maneuver"


def claims_first(position: DepletionPosition, action: DepletionAction, finding: Finding) -> bool:
    found = groups(position, action)
    return any(claims(g) and g.action.path[-1] == finding.subjects[0] for g in found[:-1])


def on_its_origin(position: DepletionPosition, action: DepletionAction, finding: Finding) -> bool:
    found = groups(position, action)
    origins = [g for g in found if claims(g) and g.action.path[0] == finding.subjects[0]]
    return any(o is not g and o.path[0] in {g.path[-1], *g.drop_hexes} for o in origins for g in found)


SENTENCES: dict[tuple[str, str], Truth] = {
    ("D1.16", "turn"): turn,
    ("D1.8", "attack_open"): attack_open,
    ("D1.8", "no_landing"): no_landing,
    ("D1.8", "turn_has_passed"): turn_has_passed,
    ("D8.2", "exploring"): lambda position, action, finding: finding.numbers["what"] == position.stage,
    ("D8.2", "no_tile"): only(lambda position: position.stage != "rotation"),
    ("D9.2", "no_losses"): only(lambda position: position.stage != "losses"),
    ("D9.2", "losses_open"): loser,
    ("D9.2", "not_a_loser"): not_a_loser,
    ("D9.2", "not_these"): other_losses,
    ("D4.5", "landed_on_cubes"): spot_with(lambda p, spot, f: spot.cubes_before == f.numbers["cubes"] > 0),
    ("D5.3", "landed_on_cubes"): spot_with(lambda p, spot, f: spot.cubes_before == f.numbers["cubes"] > 0),
    ("D5.3", "no_soldiers"): spot_with(no_soldiers),
    ("D5.3", "no_target"): no_target,
    ("D5.3", "out_of_range"): spot_with(out_of_range),
    ("D1.10", "attacks_packed"): spot_with(packed),
    ("D8.6", "claim_failed"): spot_with(lambda p, spot, f: spot.failed),
    ("D8.3", "conditions"): rotation,
    ("D8.4", "does_not_cover"): rotation,
    ("D5.1", "corps_too_large"): corps_too_large,
    ("D1.11", "two_free_entries"): two_free_entries,
    ("D5.5", "two_claims"): two_claims,
    ("D5.5", "claims_first"): claims_first,
    ("D5.5", "on_its_origin"): on_its_origin,
    ("D1.1", "no_army"): of_a_group(no_army),
    ("D1.1", "not_so_many"): of_a_group(not_so_many),
    ("D1.1", "gap"): of_a_group(gap),
    ("D1.1", "too_dear"): too_dear,
    ("D1.2", "too_dear"): too_dear,
    ("D4.3", "too_dear"): too_dear,
    ("D1.6", "enemy"): of_a_group(enemy),
    ("D1.7", "depleted"): of_a_group(depleted),
    ("D1.10", "moves_unpacked"): of_a_group(moves_unpacked),
    ("D1.11", "free_not_entered"): of_a_group(free_not_entered),
    ("D1.11", "free_not_home"): of_a_group(free_not_home),
    ("D1.13", "not_so_many_unpacked"): of_a_group(too_few_to_switch),
    ("D1.13", "not_so_many_packed"): of_a_group(too_few_to_switch),
    ("D1.13", "picks_unpacked"): of_a_group(picks_unpacked),
    ("D3.2", "drops_at_start"): of_a_group(drops_at_start),
    ("D3.2", "not_carried"): of_a_group(not_carried),
    ("D3.5", "drops_at_end"): of_a_group(drops_at_end),
    ("D3.5", "nobody_goes_on"): of_a_group(nobody_goes_on),
    ("D3.5", "picks_after_drop"): of_a_group(picks_after_drop),
    ("D4.2", "depleted"): of_a_group(pick_depleted),
    ("D4.2", "not_there"): of_a_group(not_there),
    ("D4.4", "too_many"): of_a_group(too_many),
    ("D4.10", "picks_at_start"): of_a_group(picks_at(0)),
    ("D4.10", "picks_at_end"): of_a_group(picks_at(-1)),
    ("D4.10", "both"): of_a_group(both),
    ("D6.1", "on_land"): of_a_group(vessel_on_land),
    ("D6.3", "ends_on_ocean"): of_a_group(ends_on(("ocean",), lambda units: units[0] > 0)),
    ("D7.2", "ends_on_water"): of_a_group(ends_on(WATER, lambda units: any(units[1:-1]))),
    ("D7.5", "mixed_group"): of_a_group(mixed),
    ("D8.1", "peasants"): of_a_group(peasants_explore),
    ("D8.6", "passes_unexplored"): of_a_group(passes_unexplored),
    **FERRY_SENTENCES,
}
"""The truth of each sentence, by clause and code."""


def cubes_will_be_removed(position: DepletionPosition, action: DepletionAction, finding: Finding) -> bool:
    """The army is the player's own, and another round follows."""
    own = [g for g in groups(position, action) if g.action.path[0] in finding.subjects and g.own]
    return bool(own) and position.round < position.settings["rounds"]


REMEDY_WORDS: dict[tuple[str, str], Truth] = {("D1.7", "depleted"): cubes_will_be_removed}
"""The truth of remedies that are words, by clause and code of their finding."""
