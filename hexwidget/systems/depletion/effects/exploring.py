"""The effects of exploring: the tile, the relic and the event card (D8)."""

from __future__ import annotations

from typing import Any

from hexwidget.english import listing
from hexwidget.problems import sure
from hexwidget.rules import UNWRITTEN, Chronicle, changed
from hexwidget.rules.lazy_sequences import without
from hexwidget.systems.depletion.actions import Rotate
from hexwidget.systems.depletion.effects.maneuvers import tell_of_cubes
from hexwidget.systems.depletion.effects.turns import attack_or_pass_on
from hexwidget.systems.depletion.maneuver.end import with_armies
from hexwidget.systems.depletion.position import Claim, DepletionPosition, Landing, Spot
from hexwidget.systems.depletion.provinces import PER_ROW, lay_tile, places_relic, province_hexes, rotations, tile_of
from hexwidget.systems.depletion.units import GALLEY, NO_UNITS, WATER, in_words
from hexwidget.systems.depletion.words import tile_in_words


# ---------------------------------------------------------------------- exploring
def turn_over(position: DepletionPosition, text: str, log: Chronicle) -> DepletionPosition:
    """D8.2: a tile is turned over for the claimed hex."""
    claim, what = sure(position.claim), tile_in_words(text)
    name = position.map.name(claim.at)
    log.tell("tile_turned", "D8.2", "a tile is turned over for {0}: {what}", name, what=what, tile=text)
    exploration = position.exploration._replace(tiles=without(position.exploration.tiles, text))
    return changed(position, exploration=exploration, claim=claim._replace(stage="rotation", tile=text))


def lay(position: DepletionPosition, action: Rotate, seat: int, log: Chronicle) -> DepletionPosition:
    """D8.2, D8.5: the tile is laid; the claim succeeds, or fails on ground where the army cannot stand."""
    claim, found = sure(position.claim), position.exploration
    name = position.map.name
    number = province_hexes(position.map, found.shape, found.provinces)[claim.at]
    province, tile = found.provinces[number], tile_of(claim.tile)
    rotation = rotations(position.map, found.shape, province, claim.tile)[action.sixths]
    lies = sure(rotation.lies)  # the action is legal
    hexmap = lay_tile(position.map, lies, tile.grounds)
    where = tuple(map(name, lies))
    conditions = (("the first condition", rotation.first), ("the second condition", rotation.second))
    met = [words for words, fails in conditions if not fails]
    data: dict[str, Any] = {"turn": 60 * action.sixths, "player": action.player, "met": listing(met)}
    wording = f"{{player:lays}} the tile on {listing(where)}, turned by {{turn}}°"
    clause = "D8.2"
    if "sea" in tile.grounds:
        clause = "D8.3"
        wording += ": it meets {met} of D8.4" if met else ": no rotation meets a condition of D8.4"
    laid = log.tell("tile_laid", clause, wording, *where, **data)
    provinces = found.provinces[:number] + found.provinces[number + 1 :]
    relic_at = None
    if tile.relic is not None and places_relic(found, tile, len(provinces)):
        relic_at = lies[tile.relic]
    after = changed(position, map=hexmap, exploration=found._replace(provinces=provinces))
    if tile.relic is not None and relic_at is None:
        why = "the symbol is only outlined, and relics must be left over for it" if found.relics else "no relic is left"
        log.tell("no_relic", "D8.7", "no relic is placed: {why}", cause=laid, why=why)
    if relic_at is not None:
        return changed(after, claim=claim._replace(stage="relic", tile="", relic_at=relic_at))
    return _to_the_event(landed_or_not(after, claim, log, laid), log)


def landed_or_not(position: DepletionPosition, claim: Claim, log: Chronicle, cause: int | None) -> DepletionPosition:
    """D8.5, D8.9: the army moves to the claimed hex and is depleted; or the claim fails, and it stays depleted where it
    was."""
    name, seat = position.map.name, position.turn
    ground = position.map.terrain(claim.at)
    if (ground in WATER) == bool(claim.units[GALLEY]):
        after = _claim(position, claim, log, cause)
        spot = Spot(claim.at, 0, failed=False)
    else:
        origin = name(claim.origin)
        wording = "{0} is {ground}, where {who}: the claim fails, and the army stays on {1}"
        who = "no vessel can stand" if claim.units[GALLEY] else "no land unit can stand"
        failed = log.tell("claim_failed", "D8.5", wording, name(claim.at), origin, cause=cause, ground=ground, who=who)
        tell_of_cubes(log, "D8.6", origin, claim.cubes, failed)
        army = sure(position.army_of(seat, claim.origin))  # it set out from there
        after = with_armies(position, seat, {claim.origin: army.units}, {claim.origin: claim.cubes})
        spot = Spot(claim.origin, 0, failed=True)
    landing = after.landing or Landing(seat, open=True, spots=())
    done = claim._replace(cubes=0, units=NO_UNITS, stand=(), dropped=(), stage="event", tile="")
    return changed(after, claim=done, landing=landing.joined_by(spot))


def as_named(position: DepletionPosition) -> DepletionPosition:
    """The position whose content is the key of a position: itself, except while a relic is drawn.

    Then the key is that of the position in which the army has landed already, because replays written before D8.9 had its
    order know the position by that key.
    """
    claim = position.claim
    if claim is None or claim.stage != "relic" or not claim.to_come:
        return position
    landed = landed_or_not(position, claim, UNWRITTEN, None)
    return changed(landed, claim=sure(landed.claim)._replace(stage="relic"))


def _claim(position: DepletionPosition, claim: Claim, log: Chronicle, cause: int | None) -> DepletionPosition:
    """The position after a claim that succeeds: all that was fixed before the tile was turned over is done."""
    name = position.map.name
    landing = in_words(claim.units)
    took = log.tell("claim_taken", "D8.2", "{units:lands} on {0}", name(claim.at), cause=cause, units=landing)
    for at, units in claim.stand:
        if units != position.standing(position.turn, at):
            log.tell("left_behind", "D3.1", "{units:stands} on {0} now", name(at), cause=took, units=in_words(units))
    tell_of_cubes(log, "D2.1" if claim.cubes > 1 else "D1.7", name(claim.at), claim.cubes, took)
    for at in claim.dropped:
        tell_of_cubes(log, "D3.4", name(at), claim.cubes, took)
    standing = dict(claim.stand) | {claim.at: claim.units}
    return with_armies(position, position.turn, standing, dict.fromkeys((claim.at, *claim.dropped), claim.cubes))


def place_relic(position: DepletionPosition, relic: str, log: Chronicle) -> DepletionPosition:
    """D8.7, D8.9: a relic is placed on the tile's symbol, and then the army moves."""
    claim, found = sure(position.claim), position.exploration
    at = sure(claim.relic_at)  # a relic is drawn for it
    laid = log.tell("relic_placed", "D8.7", "a relic is placed on {0}: {relic}", position.map.name(at), relic=relic)
    found = found._replace(relics=without(found.relics, relic), placed=tuple(sorted((*found.placed, (at, relic)))))
    claim = claim._replace(stage="event", relic_at=None)
    after = changed(position, exploration=found, claim=claim)
    return _to_the_event(landed_or_not(after, claim, log, laid) if claim.to_come else after, log)


def _to_the_event(position: DepletionPosition, log: Chronicle) -> DepletionPosition:
    """D8.8: an event card comes next, if there is one left."""
    if position.exploration.deck:
        return position
    log.tell("no_event", "D8.8", "no event card is left")
    return attack_or_pass_on(changed(position, claim=None), log)


def open_event(position: DepletionPosition, card: str, log: Chronicle) -> DepletionPosition:
    """D8.8: an event card is laid open, with a voting cube from the player's bank, if one is left there."""
    found, player = position.exploration, position.players[position.turn]
    row = len(found.laid) // PER_ROW + 1
    wording = 'the event card "{card}" is laid open in row {row}'
    opened = log.tell("event_opened", "D8.8", wording, card=card, player=player, row=row)
    votes: tuple[int, ...] = ()
    if position.bank(position.turn):
        votes = (position.turn,)
        log.tell("voted", "D8.8", '{player:puts} a voting cube on "{card}"', cause=opened, player=player, card=card)
    else:
        log.tell("no_vote", "D8.8", "{player:'s} bank holds no more voting cubes", cause=opened, player=player)
    found = found._replace(deck=without(found.deck, card), laid=(*found.laid, (card, votes)))
    return attack_or_pass_on(changed(position, exploration=found, claim=None), log)
