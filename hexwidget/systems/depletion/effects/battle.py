"""The effects of attacks and battles (D9)."""

from __future__ import annotations

from hexwidget.english import listing
from hexwidget.problems import sure
from hexwidget.rules import Chronicle
from hexwidget.rules.position import changed
from hexwidget.systems.depletion.actions import Attack, Lose
from hexwidget.systems.depletion.battle.declared import battle_at
from hexwidget.systems.depletion.battle.losses import as_action, default_losses, possible_losses
from hexwidget.systems.depletion.battle.odds import BattleOdds
from hexwidget.systems.depletion.battle.sides import Side, sides
from hexwidget.systems.depletion.effects.turns import next_player
from hexwidget.systems.depletion.maneuver.end import with_armies
from hexwidget.systems.depletion.position import Battle, DeclaredAttack, DepletionPosition
from hexwidget.systems.depletion.units import Counts, in_words, minus


def declare_attack(position: DepletionPosition, action: Attack, seat: int, log: Chronicle) -> DepletionPosition:
    """D1.8, D9.2: an attack is declared, and both sides put their cubes into the bag."""
    battle = battle_at(position, position.map.index(action.target))
    log.later(_tell_of_the_attack, position, action, battle)
    if position.settings["battle"] == "none":
        declared = DeclaredAttack(battle.origins, battle.target)
        return next_player(position, passes=0, landing=None, declared=declared)
    return changed(position, landing=None, battle=battle)


def _tell_of_the_attack(log: Chronicle, position: DepletionPosition, action: Attack, battle: Battle) -> None:
    names = tuple(map(position.map.name, battle.origins))
    armies = f"the arm{'y' if len(names) == 1 else 'ies'} on {listing(names)}"
    wording = f"{armies} attack{'s' if len(names) == 1 else ''} {{defender}} on {action.target}"
    attack = log.tell(
        "attack_declared",
        "D1.8",
        wording,
        *names,
        action.target,
        player=action.player,
        defender=" and ".join(position.objects_at(battle.target, but=position.turn)),
    )
    if position.settings["battle"] == "none":
        wording = "battles are not played out here: take the losses off the board by hand"
        log.tell("battle_left_open", "D9.2", wording, action.target, cause=attack)
        return
    odds = BattleOdds(position, battle)
    ours, theirs = odds.bag
    for (cubes, side, player), there in zip(
        ((ours, 0, odds.attacker), (theirs, 1, odds.defender)), (battle.origins, (battle.target,)), strict=True
    ):
        kinds = (("{attack:attack cube}", cubes.attack), ("{defence:defence cube}", cubes.defence))
        wording = f"{{player:puts}} {listing([words for words, number in kinds if number])} into the bag"
        put = log.tell(
            "cubes_in",
            "D9.2",
            wording,
            *map(position.map.name, there),
            cause=attack,
            player=player,
            attack=cubes.attack,
            defence=cubes.defence,
        )
        for army in sides(position, battle)[side].armies:
            if army.cubes > 1:
                wording = "that is one cube fewer, as the army on {0} carries {cubes} depletion cubes"
                log.tell("weaker", "D2.2", wording, position.map.name(army.at), cause=put, cubes=army.cubes)
    wording = "{drawn:cube} will be drawn"
    if not position.settings["cubes_drawn"]:
        wording += ": as many as soldiers attack"
    log.tell("to_draw", "D9.2", wording, cause=attack, drawn=odds.drawn)


def draw_cubes(position: DepletionPosition, value: str, log: Chronicle) -> DepletionPosition:
    """D9.1, D9.2: cubes are drawn, and the things fall about which there is nothing to choose."""
    battle = _fought(position)
    odds = position.battle_odds()
    hits = next(hits for hits in odds if odds.text(hits) == value)
    wording = f"{{drawn:cube}} {'is' if odds.drawn == 1 else 'are'} drawn: {{ours:hit}} for {{attacker}}, {{theirs:hit}} for {{defender}}"
    drawn = log.tell(
        "cubes_drawn",
        "D9.1",
        wording,
        attacker=odds.attacker,
        defender=odds.defender,
        ours=hits[0],
        theirs=hits[1],
        drawn=odds.drawn,
    )
    after, losers = position, []
    # The defender first. Both take their damage at once, so that the order of naming losses makes no difference.
    first, second = sides(position, battle)
    for side, damage in ((second, hits[0]), (first, hits[1])):
        if damage and len(possible_losses(position, side, damage)) > 1:
            losers.append(side.seat)
        elif damage:
            after = _fall(after, side, as_action(position, side, default_losses(position, side, damage)), log, drawn)
    if not losers:
        return _fought_out(after)
    return changed(after, battle=battle._replace(hits=hits, losers=tuple(losers)))


def lose(position: DepletionPosition, action: Lose, seat: int, log: Chronicle) -> DepletionPosition:
    """D9.2: the things fall that a player has named."""
    battle = _fought(position)
    first, second = sides(position, battle)
    after = _fall(position, first if battle.losers[0] == first.seat else second, action, log, None)
    left = battle.losers[1:]
    return changed(after, battle=battle._replace(losers=left)) if left else _fought_out(after)


def _fall(
    position: DepletionPosition, side: Side, action: Lose, log: Chronicle, cause: int | None
) -> DepletionPosition:
    player = position.players[side.seat]
    for space, units in action.units:
        log.tell(
            "fallen",
            "D9.2",
            "{player:loses} {units} on {0}",
            space,
            cause=cause,
            player=player,
            units=in_words(units),
        )
    for space, kind in action.structures:
        log.tell("destroyed", "D9.2", "{player:'s} {kind} on {0} falls", space, cause=cause, player=player, kind=kind)
    if not action.units and not action.structures:
        log.tell("nothing_fell", "D9.2", "{player:loses} nothing", cause=cause, player=player)
    return without_fallen(position, side, action)


def _fought_out(position: DepletionPosition) -> DepletionPosition:
    return next_player(position, passes=0, battle=None)


def _fought(position: DepletionPosition) -> Battle:
    return sure(position.battle)  # asked while a battle is fought


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
