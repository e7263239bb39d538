"""The effects of attacks and battles (D9)."""

from __future__ import annotations

from itertools import islice
from typing import Any

from hexwidget.english import listing, verb
from hexwidget.problems import sure
from hexwidget.rules import Chronicle, changed
from hexwidget.systems.depletion.actions import Attack, Lose
from hexwidget.systems.depletion.battle.declaration import battle_at
from hexwidget.systems.depletion.battle.losses import Side, as_action, default_losses, possible_losses, sides
from hexwidget.systems.depletion.battle.odds import BattleOdds
from hexwidget.systems.depletion.counts import minus
from hexwidget.systems.depletion.effects.turns import next_player
from hexwidget.systems.depletion.maneuver.end import with_armies
from hexwidget.systems.depletion.position import Battle, DeclaredAttack, DepletionPosition
from hexwidget.systems.depletion.units import Counts, in_words


def declare_attack(position: DepletionPosition, action: Attack, seat: int, log: Chronicle) -> DepletionPosition:
    """D1.8, D9.2: an attack is declared, and both sides put their cubes into the bag."""
    battle = battle_at(position, position.map.index(action.target))
    log.later(_tell_of_the_attack, position, action, battle)
    if position.settings["battle"] == "none":
        return next_player(position, passes=0, landing=None, declared=DeclaredAttack(battle.origins, battle.target))
    return changed(position, landing=None, battle=battle)


def _tell_of_the_attack(log: Chronicle, position: DepletionPosition, action: Attack, battle: Battle) -> None:
    names = tuple(map(position.map.name, battle.origins))
    armies = f"the arm{'y' if len(names) == 1 else 'ies'} on {listing(names)}"
    wording = f"{armies} attack{'s' if len(names) == 1 else ''} {{defender}} on {action.target}"
    player, defender = action.player, " and ".join(position.objects_at(battle.target, but=position.turn))
    attack = log.tell("attack_declared", "D1.8", wording, *names, action.target, player=player, defender=defender)
    if position.settings["battle"] == "none":
        wording = "battles are not played out here: take the losses off the board by hand"
        log.tell("battle_left_open", "D9.2", wording, action.target, cause=attack)
        return
    odds, places = BattleOdds(position, battle), (battle.origins, (battle.target,))
    for side, cubes, there in zip(sides(position, battle), odds.bag, places, strict=True):
        kinds = (("{attack:attack cube}", cubes.attack), ("{defence:defence cube}", cubes.defence))
        wording = f"{{player:puts}} {listing([words for words, number in kinds if number])} into the bag"
        where, player = map(position.map.name, there), position.players[side.seat]
        put = log.tell("cubes_in", "D9.2", wording, *where, cause=attack, player=player, **cubes._asdict())
        for army in side.armies:
            if army.cubes > 1:
                wording = "that is one cube fewer, as the army on {0} carries {cubes} depletion cubes"
                log.tell("weaker", "D2.2", wording, position.map.name(army.at), cause=put, cubes=army.cubes)
    wording = "{drawn:cube} will be drawn"
    if not position.settings["cubes_drawn"]:
        wording += ": as many as soldiers attack"
    log.tell("to_draw", "D9.2", wording, cause=attack, drawn=odds.drawn)


def draw_cubes(position: DepletionPosition, value: str, log: Chronicle) -> DepletionPosition:
    """D9.1, D9.2: cubes are drawn, and the things fall about which there is nothing to choose."""
    battle = sure(position.battle)  # asked while a battle is fought
    odds = position.battle_odds()
    hits = next(hits for hits in odds if odds.text(hits) == value)
    names: dict[str, Any] = {"attacker": odds.attacker, "defender": odds.defender}
    numbers: dict[str, Any] = {"ours": hits[0], "theirs": hits[1], "drawn": odds.drawn}
    wording = (
        f"{{drawn:cube}} {verb('is', odds.drawn)} drawn: {{ours:hit}} for {{attacker}}, {{theirs:hit}} for {{defender}}"
    )
    drawn = log.tell("cubes_drawn", "D9.1", wording, **names, **numbers)
    after, losers = position, []
    # The defender first. Both take their damage at once, so that the order of naming losses makes no difference.
    first, second = sides(position, battle)
    for side, damage in ((second, hits[0]), (first, hits[1])):
        if damage and len([*islice(possible_losses(position, side, damage), 2)]) > 1:
            losers.append(side.seat)
        elif damage:
            after = _fall(after, side, as_action(position, side, default_losses(position, side, damage)), log, drawn)
    if not any(hits):
        log.tell("nothing_fell", "D9.2", "nobody loses anything", cause=drawn)
    if not losers:
        return next_player(after, passes=0, battle=None)
    return changed(after, battle=battle._replace(hits=hits, losers=tuple(losers)))


def lose(position: DepletionPosition, action: Lose, seat: int, log: Chronicle) -> DepletionPosition:
    """D9.2: the things fall that a player has named."""
    battle = sure(position.battle)  # asked while a battle is fought
    first, second = sides(position, battle)
    after = _fall(position, first if battle.losers[0] == first.seat else second, action, log, None)
    left = battle.losers[1:]
    return changed(after, battle=battle._replace(losers=left)) if left else next_player(after, passes=0, battle=None)


def _fall(
    position: DepletionPosition, side: Side, action: Lose, log: Chronicle, cause: int | None
) -> DepletionPosition:
    player = position.players[side.seat]
    for space, units in action.units:
        wording, fallen = "{player:loses} {units} on {0}", in_words(units)
        log.tell("fallen", "D9.2", wording, space, cause=cause, player=player, units=fallen)
    for space, kind in action.structures:
        log.tell("destroyed", "D9.2", "{player:'s} {kind} on {0} falls", space, cause=cause, player=player, kind=kind)
    if not action.units and not action.structures:
        log.tell("nothing_fell", "D9.2", "{player:loses} nothing", cause=cause, player=player)
    return without_fallen(position, side, action)


def without_fallen(position: DepletionPosition, side: Side, action: Lose) -> DepletionPosition:
    """The position without the things that fall."""
    index = position.map.index
    standing: dict[int, Counts] = {}
    for space, units in action.units:
        army = sure(position.army_of(side.seat, index(space)))  # the action is legal
        standing[army.at] = minus(army.units, units)
    gone = {(index(space), side.seat, kind) for space, kind in action.structures}
    if gone:
        position = changed(position, structures=tuple(s for s in position.structures if tuple(s) not in gone))
    return with_armies(position, side.seat, standing, {})
