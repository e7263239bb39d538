"""What an action does, or what chance decides: the next position and the cited chain of events that leads to it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from hexwidget.rules import ChanceOutcome, Chronicle, Event, Transition
from hexwidget.rules.position import changed
from hexwidget.rules.verdict import listing
from hexwidget.systems.depletion.actions import Attack, Corps, DepletionAction, Lose, Maneuver, NoAttack, Rotate
from hexwidget.systems.depletion.attacks import may_attack_any, targets
from hexwidget.systems.depletion.battle import (
    BattleOdds,
    Side,
    as_action,
    battle_at,
    default_losses,
    possible_losses,
    sides,
    without_fallen,
)
from hexwidget.systems.depletion.corps import corps_plan, cubes_of, landed, with_armies
from hexwidget.systems.depletion.crossing import SEATS
from hexwidget.systems.depletion.outcome import outcome
from hexwidget.systems.depletion.plan import ManeuverPlan, plan_of
from hexwidget.systems.depletion.position import (
    Battle,
    Claim,
    DeclaredAttack,
    DepletionPosition,
    Landing,
    Spot,
)
from hexwidget.systems.depletion.provinces import (
    PER_ROW,
    explored,
    places_relic,
    province_hexes,
    rotations,
    tile_of,
    without,
)
from hexwidget.systems.depletion.units import (
    GALLEY,
    NO_UNITS,
    PACKED,
    TERRAINS,
    UNITS,
    WATER,
    Counts,
    does,
    in_words,
    minus,
    write_units,
)


class _Chronicle(Chronicle):
    """Events in the making; each knows the one that led to it."""

    __slots__ = ()

    def add(
        self, kind: str, clause: str, wording: str, *subjects: str, data: Mapping[str, Any], cause: int | None = None
    ) -> int:
        """Note an event; returns its number."""
        return self.note(Event(kind, subjects, data, clause, wording, cause))


class _Unwritten(_Chronicle):
    """Keeps nothing: nobody will read the events."""

    __slots__ = ()

    def add(
        self, kind: str, clause: str, wording: str, *subjects: str, data: Mapping[str, Any], cause: int | None = None
    ) -> int:
        return 0

    def later(self, tell: Callable[..., object], *what: Any) -> None:
        pass


_UNWRITTEN = _Unwritten()


def apply(position: DepletionPosition, action: DepletionAction | ChanceOutcome) -> Transition[DepletionPosition]:
    """The position after a legal action, or after what chance has decided, and what happened."""
    log = _Chronicle()
    return Transition(_follow(position, action, log), log)


def advance(position: DepletionPosition, action: DepletionAction | ChanceOutcome) -> DepletionPosition:
    """The position alone."""
    return _follow(position, action, _UNWRITTEN)


def _follow(position: DepletionPosition, action: DepletionAction | ChanceOutcome, log: _Chronicle) -> DepletionPosition:
    position = changed(position, declared=None) if position.declared is not None else position
    if isinstance(action, ChanceOutcome):
        after = _chance(position, action, log)
    elif isinstance(action, (Maneuver, Corps)):
        after = _maneuver(position, action, log)
    elif isinstance(action, Rotate):
        after = _lay(position, action, log)
    elif isinstance(action, Attack):
        after = _attack(position, action, log)
    elif isinstance(action, Lose):
        after = _lose(position, action, log)
    elif isinstance(action, NoAttack):
        log.add("no_attack", "D1.8", "{player} does not attack", data={"player": action.player})
        after = _next_player(changed(position, landing=None), passes=0)
    else:
        log.add("passed", "D1.16", "{player} passes", data={"player": action.player})
        after = _passed(changed(position, landing=None), log)
    end = outcome(after)
    if end is not None:
        log.add("game_over", end.clause, "{result}", data={"result": end.text, "winners": end.winners})
    return after


def _chance(position: DepletionPosition, came: ChanceOutcome, log: _Chronicle) -> DepletionPosition:
    match position.stage:
        case "tile":
            return _turn_over(position, came.value, log)
        case "relic":
            return _place_relic(position, came.value, log)
        case "event":
            return _open_event(position, came.value, log)
    return _draw_cubes(position, came.value, log)


# ---------------------------------------------------------------------- maneuvers
def _maneuver(position: DepletionPosition, action: Maneuver | Corps, log: _Chronicle) -> DepletionPosition:
    seat = position.turn
    if isinstance(action, Corps):
        plans = corps_plan(position, action.player, action.groups, seat).groups
        where = listing([group.origin for group in action.groups])
        data = {"player": action.player, "where": where, "number": len(plans)}
        log.add("corps", "D5.1", "{player} moves {number} armies at once: from {where}", data=data)
    else:
        plans = [plan_of(position, action, seat, tuple(map(position.map.index, action.path)))]
    landing = Landing(seat, (), open=True)
    board = position
    for plan in plans:
        log.later(_tell_of_a_group, plan)
        if plan.claims:
            board = changed(board, claim=_claim(plan))
            continue
        before = board.army_of(seat, plan.path[-1]) if plan.path[-1] != plan.path[0] else None
        board = landed(board, plan)
        landing = landing.joined_by(Spot(plan.path[-1], before.cubes if before else 0))
    after = changed(board, landing=landing, passes=0)
    return after if after.claim is not None else _decided(after, log)


def _claim(plan: ManeuverPlan) -> Claim:
    stand = tuple(sorted((at, units) for at, units in plan.there.items() if at != plan.path[-1]))
    dropped = tuple(sorted(plan.dropped))
    return Claim(plan.path[0], plan.path[-1], cubes_of(plan.action), plan.landing, stand, dropped)


def _decided(position: DepletionPosition, log: _Chronicle) -> DepletionPosition:
    """After all groups have landed: an attack is to be decided, or the turn passes on."""
    landing = position.landing
    assert landing is not None  # noqa: S101  (a maneuver has been made)
    over = outcome(position) is not None
    if not over and may_attack_any(position, landing):
        where = tuple(position.map.name(spot.at) for spot in landing.spots)
        armies = "the army" if len(where) == 1 else "the armies"
        log.add("may_attack", "D1.8", f"{armies} on {listing(where)} may attack now", *where, data={})
        return position
    if any(spot.cubes_before or spot.failed for spot in landing.spots):
        log.later(_tell_who_cannot_attack, position, landing)
    return settled(position) if over or position.deciding is None else _passed_on(position, landing)


def _tell_who_cannot_attack(log: _Chronicle, position: DepletionPosition, landing: Landing) -> None:
    name = position.map.name
    for spot in landing.spots:
        alone = landing._replace(spots=(spot._replace(cubes_before=0, failed=False),))
        if (spot.cubes_before or spot.failed) and targets(position, alone):
            wording = "it cannot attack: {0} carried cubes before"
            if spot.failed:
                wording = "the army on {0} may not attack, as its claim has failed"
            log.add("cannot_attack", "D4.5" if spot.cubes_before else "D8.6", wording, name(spot.at), data={})


def _tell_of_a_group(log: _Chronicle, plan: ManeuverPlan) -> None:
    moved = _tell_of_the_way(plan, log)
    if not plan.claims:
        _tell_of_the_landing(plan, log, moved)
        return
    wording = "{0} is claimed: the top tile is turned over"
    log.add("claimed", "D8.2", wording, plan.action.destination, data={}, cause=moved)


def _tell_of_the_landing(plan: ManeuverPlan, log: _Chronicle, moved: int) -> None:
    action, end = plan.action, plan.path[-1]
    there = plan.position.army_of(plan.seat, end) if end != plan.path[0] else None
    joined = plan.there.get(end, there.units if there else NO_UNITS)
    if plan.moves and any(joined):
        data = {"units": write_units(joined)}
        log.add("combined", "D4.1", "it joins the {units} on {0}", action.destination, data=data, cause=moved)
    if plan.moves and action.unpack:
        data = {"units": UNITS[PACKED].counted(action.unpack)}
        log.add("unpacked", "D1.10", "last it unpacks {units} on {0}", action.destination, data=data, cause=moved)
    _tell_of_cubes(log, "D2.1" if action.march else "D1.7", action.destination, cubes_of(action), moved)


def _tell_of_the_way(plan: ManeuverPlan, log: _Chronicle) -> int:
    """The events of the way, up to the landing; the number of the first, which leads to all others."""
    action, costs = plan.action, plan.costs()
    data: dict[str, Any] = {"player": action.player, "units": in_words(plan.taken), "march": action.march}
    many = sum(plan.taken) > 1
    points = "{cost} movement point" + ("" if costs.total == 1 else "s")
    if plan.moves:
        data |= {"cost": costs.total, "path": "-".join(action.path)}
        verbs = ("sets out", "set out") if plan.claims else ("moves", "move")
        wording = "{player}'s {units} " + verbs[many] + " {path} for " + points
        moved = log.add("moved", "D1.1", wording, *action.path, data=data)
    else:
        data |= {"cost": costs.total}
        wording = "{player}'s {units} stay on {0}" if many else "{player}'s {units} stays on {0}"
        moved = log.add("stayed", "D1.5", wording, action.origin, data=data)
        for number, verb in ((action.pack, "packs"), (action.unpack, "unpacks")):
            if number:
                told = {"number": number, "what": UNITS[PACKED].counted(number), "verb": verb}
                log.add("switched", "D1.10", "on {0} it {verb} {what}", action.origin, data=told, cause=moved)
    if plan.moves and action.pack:
        told = {"units": UNITS[PACKED].counted(action.pack)}
        log.add("packed", "D1.10", "first it packs {units} on {0}", action.origin, data=told, cause=moved)
    if any(plan.there[plan.path[0]]) and plan.path[0] != plan.path[-1] and action.units is not None:
        behind = minus(plan.army.units if plan.army else NO_UNITS, plan.taken)
        told = {"units": in_words(behind), "stays": does(behind, "stays", "stay")}
        log.add("split", "D3.1", "{stays} behind on {0}", action.origin, data=told, cause=moved)
    _tell_of_the_crossing(plan, log, moved)
    if costs.free is not None:
        log.add("free_entry", "D1.4", "entering {0} is free", action.path[costs.free], data={}, cause=moved)
    changes = [(n, 0, units) for n, units in action.pickups] + [(n, 1, units) for n, units in action.drops]
    under_cubes: set[int] = set()
    for n, dropped, units in sorted(changes):
        name, told = action.path[n], {"units": in_words(units)}
        are = "is" if sum(units) == 1 else "are"
        if not dropped:
            wording = "{units} on {0} joins it" if sum(units) == 1 else "{units} on {0} join it"
            if plan.claims:
                wording = f"{{units}} on {{0}} {are} to join it"
            log.add("picked_up", "D4.2", wording, name, data=told, cause=moved)
            continue
        wording = f"{{units}} {are}{' to be' if plan.claims else ''} left on {{0}}"
        down = log.add("dropped", "D3.2", wording, name, data=told, cause=moved)
        if plan.path[n] not in under_cubes:
            under_cubes.add(plan.path[n])
            if not plan.claims:
                _tell_of_cubes(log, "D3.4", name, cubes_of(action), down)
    return moved


def _tell_of_cubes(log: _Chronicle, clause: str, name: str, number: int, cause: int) -> None:
    data = {"cubes": "a depletion cube is" if number == 1 else "two depletion cubes are", "added": number}
    log.add("depleted", clause, "{cubes} put on {0}", name, data=data, cause=cause)


def settled(position: DepletionPosition) -> DepletionPosition:
    """A position in which nothing is left to decide about an attack passes the turn on: its landing is closed."""
    landing = position.deciding
    if landing is None or may_attack_any(position, landing):
        return position
    return _passed_on(position, landing)


def _passed_on(position: DepletionPosition, landing: Landing) -> DepletionPosition:
    """The position after a landing from which nobody attacks."""
    spots = tuple(spot for spot in landing.spots if position.army_of(landing.owner, spot.at))
    kept = landing._replace(open=False, spots=spots) if spots else None
    return _next_player(changed(position, landing=kept), passes=0)


def _tell_of_the_crossing(plan: ManeuverPlan, log: _Chronicle, moved: int) -> None:
    """Who rides with the vessels of which hex, and who wades."""
    for at, units in plan.seats():
        told = {"units": write_units(units), "ride": does(units, "rides", "ride")}
        wording = "{ride} with the vessel on {0}" if sum(units) <= SEATS else "{ride} with the vessels on {0}"
        log.add("ferried", "D7.1", wording, plan.position.map.name(at), data=told, cause=moved)
    wading = sum(p.wades for p in plan.crossing.passages)
    if wading:
        wording = "{units} wades" if wading == 1 else "{units} wade"
        log.add("waded", "D6.3", wording, data={"units": UNITS[0].counted(wading)}, cause=moved)


# ---------------------------------------------------------------------- exploring
def _turn_over(position: DepletionPosition, text: str, log: _Chronicle) -> DepletionPosition:
    claim, what = _claimed(position), tile_in_words(text)
    name = position.map.name(claim.at)
    log.add("tile_turned", "D8.2", "a tile is turned over for {0}: {what}", name, data={"what": what, "tile": text})
    exploration = position.exploration._replace(tiles=without(position.exploration.tiles, text))
    return changed(position, exploration=exploration, claim=claim._replace(stage="rotation", tile=text))


def _lay(position: DepletionPosition, action: Rotate, log: _Chronicle) -> DepletionPosition:
    claim, found, seat = _claimed(position), position.exploration, position.turn
    name = position.map.name
    number = province_hexes(position.map, found.shape, found.provinces)[claim.at]
    province, tile = found.provinces[number], tile_of(claim.tile)
    rotation = rotations(position.map, found.shape, province, claim.tile)[action.sixths]
    assert rotation.lies is not None  # noqa: S101  (the action is legal)
    hexmap = explored(position.map, rotation.lies, tile.grounds)
    where = tuple(map(name, rotation.lies))
    conditions = (("the first condition", rotation.first), ("the second condition", rotation.second))
    met = [words for words, fails in conditions if not fails]
    data: dict[str, Any] = {"turn": 60 * action.sixths, "player": action.player, "met": listing(met)}
    wording = f"{{player}} lays the tile on {', '.join(where)}, turned by {{turn}}°"
    clause = "D8.2"
    if "sea" in tile.grounds:
        clause = "D8.3"
        wording += ": it meets {met} of D8.4" if met else ": no rotation meets a condition of D8.4"
    laid = log.add("tile_laid", clause, wording, *where, data=data)
    provinces = found.provinces[:number] + found.provinces[number + 1 :]
    relic_at = -1
    if tile.relic is not None and places_relic(found, tile, len(provinces)):
        relic_at = rotation.lies[tile.relic]
    after = changed(position, map=hexmap, exploration=found._replace(provinces=provinces))
    if tile.relic is not None and relic_at < 0:
        why = (
            "no relic is left" if not found.relics else "an outlined symbol has one when the others will all be needed"
        )
        log.add("no_relic", "D8.7", "no relic is placed: {why}", data={"why": why}, cause=laid)
    stands = (hexmap.terrain(claim.at) in WATER) == bool(claim.units[GALLEY])
    if stands:
        after = _taken(after, claim, log, laid)
        spot = Spot(claim.at, 0)
    else:
        ground, origin = hexmap.terrain(claim.at), name(claim.origin)
        wording = "{0} is {ground}, where {who}: the claim fails, and the army stays on {1}"
        who = "no vessel can stand" if claim.units[GALLEY] else "no land unit can stand"
        failed = log.add(
            "claim_failed", "D8.5", wording, name(claim.at), origin, data={"ground": ground, "who": who}, cause=laid
        )
        _tell_of_cubes(log, "D8.6", origin, claim.cubes, failed)
        army = position.army_of(seat, claim.origin)
        assert army is not None  # noqa: S101  (it set out from there)
        after = with_armies(after, seat, {claim.origin: army.units}, {claim.origin: claim.cubes})
        spot = Spot(claim.origin, 0, failed=True)
    landing = after.landing or Landing(seat, (), open=True)
    done = Claim(claim.origin, claim.at, 0, NO_UNITS, (), (), "relic" if relic_at >= 0 else "event", "", relic_at)
    after = changed(after, claim=done, landing=landing.joined_by(spot))
    return after if relic_at >= 0 else _to_the_event(after, log)


def _taken(position: DepletionPosition, claim: Claim, log: _Chronicle, laid: int) -> DepletionPosition:
    """A claim that succeeds: all that was fixed before the flip is done."""
    name = position.map.name
    lands = does(claim.units, "lands", "land")
    took = log.add("claim_taken", "D8.2", "{lands} on {0}", name(claim.at), data={"lands": lands}, cause=laid)
    for at, units in claim.stand:
        if _differs(position, at, units):
            told = {"units": in_words(units), "stand": "stands" if sum(units) < 2 else "stand"}
            log.add("left_behind", "D3.1", "on {0} {stand} {units} now", name(at), data=told, cause=took)
    _tell_of_cubes(log, "D2.1" if claim.cubes > 1 else "D1.7", name(claim.at), claim.cubes, took)
    for at in claim.dropped:
        _tell_of_cubes(log, "D3.4", name(at), claim.cubes, took)
    standing = dict(claim.stand) | {claim.at: claim.units}
    return with_armies(position, position.turn, standing, dict.fromkeys((claim.at, *claim.dropped), claim.cubes))


def _differs(position: DepletionPosition, at: int, units: Counts) -> bool:
    army = position.army_of(position.turn, at)
    return units != (army.units if army else NO_UNITS)


def _place_relic(position: DepletionPosition, relic: str, log: _Chronicle) -> DepletionPosition:
    claim, found = _claimed(position), position.exploration
    at = position.map.name(claim.relic_at)
    log.add("relic_placed", "D8.7", "a relic is placed on {0}: {relic}", at, data={"relic": relic})
    placed = tuple(sorted((*found.placed, (claim.relic_at, relic))))
    found = found._replace(relics=without(found.relics, relic), placed=placed)
    after = changed(position, exploration=found, claim=claim._replace(stage="event", relic_at=-1))
    return _to_the_event(after, log)


def _to_the_event(position: DepletionPosition, log: _Chronicle) -> DepletionPosition:
    """D8.8: an event card comes next, if there is one left."""
    if position.exploration.deck:
        return position
    log.add("no_event", "D8.8", "no event card is left", data={})
    return _decided(changed(position, claim=None), log)


def _open_event(position: DepletionPosition, card: str, log: _Chronicle) -> DepletionPosition:
    found, player = position.exploration, position.players[position.turn]
    row = len(found.laid) // PER_ROW + 1
    data = {"card": card, "player": player, "row": row}
    opened = log.add("event_opened", "D8.8", "the event {card} is laid open in row {row}", data=data)
    wording = "{player} puts a voting cube on {card}"
    log.add("voted", "D8.8", wording, data={"player": player, "card": card}, cause=opened)
    found = found._replace(deck=without(found.deck, card), laid=(*found.laid, (card, (position.turn,))))
    return _decided(changed(position, exploration=found, claim=None), log)


def _claimed(position: DepletionPosition) -> Claim:
    assert position.claim is not None  # noqa: S101  (asked while a claim is carried out)
    return position.claim


def tile_in_words(text: str) -> str:
    """What is on a tile."""
    tile = tile_of(text)
    grounds = [t for t in TERRAINS if t.key in tile.grounds]
    words = [f"{tile.grounds.count(t.key)} {t.label}" for t in grounds]
    relic = {True: " and a solid relic symbol", False: " and an outlined relic symbol"}[tile.solid]
    return listing(words) + (relic if tile.relic is not None else "")


# ---------------------------------------------------------------------- battle
def _attack(position: DepletionPosition, action: Attack, log: _Chronicle) -> DepletionPosition:
    target = position.map.index(action.target)
    battle = battle_at(position, target)
    names = tuple(map(position.map.name, battle.origins))
    data = {"player": action.player, "defender": " and ".join(position.objects_at(target, but=position.turn))}
    armies = f"the arm{'y' if len(names) == 1 else 'ies'} on {listing(names)}"
    wording = f"{armies} attack{'s' if len(names) == 1 else ''} {{defender}} on {action.target}"
    attack = log.add("attack_declared", "D1.8", wording, *names, action.target, data=data)
    if position.settings["battle"] == "none":
        wording = "battles are not fought out: take off by hand what falls"
        log.add("battle_left_open", "D9.2", wording, action.target, data={}, cause=attack)
        declared = DeclaredAttack(battle.origins, target)
        return _next_player(changed(position, landing=None, declared=declared), passes=0)
    odds = BattleOdds(position, battle)
    ours, theirs = odds.bag
    for (cubes, side, player), there in zip(
        ((ours, 0, odds.attacker), (theirs, 1, odds.defender)), (battle.origins, (target,)), strict=True
    ):
        told = {"player": player, "attack": cubes.attack, "defence": cubes.defence}
        wording = "{player} puts {attack} attack and {defence} defence cubes into the bag"
        put = log.add("cubes_in", "D9.2", wording, *map(position.map.name, there), data=told, cause=attack)
        for army in sides(position, battle)[side].armies:
            if army.cubes > 1:
                told = {"cubes": army.cubes}
                wording = "that is one cube less, as the army on {0} carries {cubes} depletion cubes"
                log.add("weaker", "D2.2", wording, position.map.name(army.at), data=told, cause=put)
    told = {"drawn": f"{odds.drawn} cube{'' if odds.drawn == 1 else 's'}"}
    log.add("to_draw", "D9.2", "{drawn} will be drawn: as many as soldiers attack", data=told, cause=attack)
    return changed(position, landing=None, battle=battle)


def _draw_cubes(position: DepletionPosition, value: str, log: _Chronicle) -> DepletionPosition:
    battle = _fought(position)
    odds = BattleOdds(position, battle)
    hits = next(hits for hits in odds if odds.text(hits) == value)
    data = {
        "attacker": odds.attacker,
        "defender": odds.defender,
        "ours": hits[0],
        "theirs": hits[1],
        "drawn": odds.drawn,
    }
    wording = "drawn: {drawn}; hits: {ours} by {attacker}, {theirs} by {defender}"
    drawn = log.add("cubes_drawn", "D9.1", wording, data=data)
    after = changed(position, battle=battle._replace(hits=hits))
    losers = []
    # The defender first: both take their damage at once, and who names what falls first is all the same for that.
    for side, damage in ((sides(position, battle)[1], hits[0]), (sides(position, battle)[0], hits[1])):
        if len(possible_losses(position, side, damage)) > 1:
            losers.append(side.seat)
        elif damage:
            after = _fall(after, side, as_action(position, side, default_losses(position, side, damage)), log, drawn)
    after = changed(after, battle=battle._replace(hits=hits, losers=tuple(losers)))
    return after if losers else _fought_out(after)


def _lose(position: DepletionPosition, action: Lose, log: _Chronicle) -> DepletionPosition:
    battle = _fought(position)
    first, second = sides(position, battle)
    after = _fall(position, first if battle.losers[0] == first.seat else second, action, log, None)
    left = battle.losers[1:]
    return changed(after, battle=battle._replace(losers=left)) if left else _fought_out(after)


def _fall(
    position: DepletionPosition, side: Side, action: Lose, log: _Chronicle, cause: int | None
) -> DepletionPosition:
    player = position.players[side.seat]
    for space, units in action.units:
        told = {"player": player, "units": write_units(units)}
        log.add("fallen", "D9.2", "{player} loses {units} on {0}", space, data=told, cause=cause)
    for space, kind in action.structures:
        told = {"player": player, "kind": kind}
        log.add("destroyed", "D9.2", "{player}'s {kind} on {0} falls", space, data=told, cause=cause)
    if not action.units and not action.structures:
        log.add("nothing_fell", "D9.2", "{player} loses nothing", data={"player": player}, cause=cause)
    return without_fallen(position, side, action)


def _fought_out(position: DepletionPosition) -> DepletionPosition:
    return _next_player(changed(position, battle=None), passes=0)


def _fought(position: DepletionPosition) -> Battle:
    assert position.battle is not None  # noqa: S101  (asked while a battle is fought)
    return position.battle


def _next_player(position: DepletionPosition, passes: int) -> DepletionPosition:
    return changed(position, turn=(position.turn + 1) % len(position.players), passes=passes)


def _passed(position: DepletionPosition, log: _Chronicle) -> DepletionPosition:
    passes = position.passes + 1
    if passes < len(position.players):
        return _next_player(position, passes)
    ended = log.add("round_ended", "D1.16", "all have passed: round {round} ends", data={"round": position.round})
    depleted = [position.map.name(army.at) for army in position.armies if army.cubes]
    if depleted:
        log.add("cubes_removed", "D1.12", "all depletion cubes are removed", *depleted, data={}, cause=ended)
    armies = tuple(army._replace(cubes=0) for army in position.armies)
    return changed(position, armies=armies, turn=0, round=position.round + 1, passes=0)
