"""The clauses of `frontiers` that bar actions, read naively from the rulebook.

Each function answers for an action: True if the clause bars it on the position, False if not, and None if what the clause
speaks of does not exist. Slow and plain on purpose; nothing here imports the engine's own judging.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from hexwidget.systems.frontiers.actions import (
    Assign,
    ChooseDraw,
    Commit,
    FrontiersAction,
    Occupy,
    Pass,
    Play,
    Resolve,
)
from hexwidget.systems.frontiers.cards import Card, Effect
from hexwidget.systems.frontiers.position import FrontiersPosition, Unit

Answer = bool | None

STAYS = ("villager", "settlement", "unit")
"""The types of cards that stay on the mat."""
IN_STRATEGY = ("villager", "settlement", "unit", "stratagem")
"""F2.2: the types of cards of the strategy phase."""


# ---------------------------------------------------------------------- what is on the mat
def seat_of(position: FrontiersPosition, action: FrontiersAction) -> int:
    """The seat of the player of an action."""
    return position.players.index(action.player)


def unit_named(position: FrontiersPosition, name: str | None) -> Unit | None:
    """The unit with an id."""
    for unit in position.units:
        if unit.id == name:
            return unit
    return None


def units_in(position: FrontiersPosition, seat: int, frontier: int) -> list[Unit]:
    """The units of a player in a frontier."""
    return [unit for unit in position.units if unit.owner == seat and unit.frontier == frontier]


def damage_there(position: FrontiersPosition, seat: int, frontier: int) -> int:
    """F5.1: the damage of all units of a player in a frontier; exerted ones count."""
    return sum(position.cards[unit.kind].damage for unit in units_in(position, seat, frontier))


def something_to_assign(position: FrontiersPosition, seat: int, frontier: int) -> bool:
    """True if a player has damage in a frontier and an enemy unit there to deal it to."""
    return damage_there(position, seat, frontier) > 0 and bool(units_in(position, 1 - seat, frontier))


def occupies(position: FrontiersPosition, seat: int, frontier: int) -> bool:
    """True if a player has the occupying unit of a frontier."""
    return any(unit.occupying for unit in units_in(position, seat, frontier))


def purses(position: FrontiersPosition, seat: int) -> int:
    """F7.2: the number of settlements of a player that have not paid in this round."""
    pays = position.settings["supply"] == "villagers_and_settlements"
    return len(position.settlements[seat]) - position.spent[seat] if pays else 0


def ready_villagers(position: FrontiersPosition, seat: int) -> Counter[str]:
    """The ready villagers of a player by their kinds."""
    found = Counter[str]()
    for villager in position.villagers[seat]:
        found[villager.kind] += villager.ready
    return found


def triggers_of(position: FrontiersPosition, seat: int) -> dict[str, Card]:
    """F2.5: the triggers that a player has to resolve, by their source. When no triggers are being resolved: those that the
    cards of the player would have."""
    if position.triggers:
        return {each.source: position.cards[each.kind] for each in position.triggers if each.seat == seat}
    found = {unit.id: unit.kind for unit in position.units if unit.owner == seat}
    found |= {f"villager {villager.kind}": villager.kind for villager in position.villagers[seat]}
    found |= {f"settlement {settlement.frontier}": settlement.kind for settlement in position.settlements[seat]}
    cards = {source: position.cards[kind] for source, kind in found.items()}
    return {s: card for s, card in cards.items() if any(effect.kind == "trigger" for effect in card.effects)}


# ---------------------------------------------------------------------- the moment
def somebody_has_lost(position: FrontiersPosition, action: FrontiersAction) -> Answer:
    """F1.3: a player at 0 life or less has lost; both at once is a draw. Then the game is over."""
    return any(life <= 0 for life in position.life)


def settled_everywhere(position: FrontiersPosition) -> bool:
    """F7.2: a player with a settlement on every frontier wins at once. Then the game is over."""
    return any(len({s.frontier for s in own}) == position.settings["frontiers"] for own in position.settlements)


def in_turn(action: FrontiersAction) -> bool:
    """F2.2, F2.3: True for the kinds of actions that players take in turn."""
    return isinstance(action, (Play, Commit, Pass))


def strategy_phase(position: FrontiersPosition, action: FrontiersAction) -> Answer:
    """F2.2: what belongs to the strategy phase, and a settlement only once a round. (F3.1 and F4.1 say the same of villagers
    and of committing.)"""
    if isinstance(action, Commit):
        return position.phase != "strategy"
    if isinstance(action, Play) and action.type in IN_STRATEGY:
        again = action.type == "settlement" and "settlement" in position.done[seat_of(position, action)]
        return position.phase != "strategy" or again
    return False


def battle_phase(position: FrontiersPosition, action: FrontiersAction) -> Answer:
    """F2.3: a maneuver belongs to the battle phase. (F3.4 says the same of battle tactics.)"""
    return isinstance(action, Play) and action.type == "maneuver" and position.phase != "battle"


def turn(position: FrontiersPosition, action: FrontiersAction) -> Answer:
    """F2.4: players act in turn in the strategy phase and in the battle phase. In combat, in replenishment, and when the game is
    over, there are no turns."""
    if not in_turn(action):
        return False
    over = somebody_has_lost(position, action) or settled_everywhere(position)
    if over or position.phase not in ("strategy", "battle"):
        return None
    return seat_of(position, action) != position.acting


def replenishment(position: FrontiersPosition, action: FrontiersAction) -> Answer:
    """F2.5: in replenishment players resolve triggers, then choose draws, and do nothing else."""
    if isinstance(action, Resolve):
        return not position.triggers
    if isinstance(action, ChooseDraw):
        return position.phase != "draw"
    return position.phase in ("triggers", "draw")


def cards_come_from_the_hand(position: FrontiersPosition, action: FrontiersAction) -> Answer:
    """F2.6: a card comes from the player's hand. While cards are drawn from a deck, everything else waits."""
    absent = isinstance(action, Play) and action.card not in position.hands[seat_of(position, action)]
    return bool(position.draws) or absent


def triggers_in_order(position: FrontiersPosition, action: FrontiersAction) -> Answer:
    """F2.7: the player with the initiative resolves triggers first, each player resolves own ones."""
    if not isinstance(action, Resolve):
        return False
    seat = seat_of(position, action)
    waits = {each.seat for each in position.triggers}
    others_first = len(waits) == 2 and seat != position.initiative
    return others_first or action.source not in triggers_of(position, seat)


# ---------------------------------------------------------------------- cards
def one_villager(position: FrontiersPosition, action: FrontiersAction) -> Answer:
    """F3.1: one villager a round."""
    if not isinstance(action, Play) or action.type != "villager":
        return False
    return "villager" in position.done[seat_of(position, action)]


def badly_paid(position: FrontiersPosition, action: Play) -> bool:
    """F3.2: as many ready villagers are exerted as the card costs, less what settlements pay."""
    seat, cost = seat_of(position, action), position.cards[action.card].cost
    ready = ready_villagers(position, seat)
    if sum(ready.values()) + purses(position, seat) < cost:
        return True
    if action.payment is None:
        return False
    settlements, villagers = action.payment
    asked = Counter[str]()
    for kind, n in villagers:
        asked[kind] += n
    return settlements + sum(asked.values()) != cost or any(n > ready[kind] for kind, n in asked.items())


def supply(position: FrontiersPosition, action: FrontiersAction) -> Answer:
    """F3.2: the supply of a card that stays on the mat."""
    return isinstance(action, Play) and action.type in STAYS and badly_paid(position, action)


def tactics(position: FrontiersPosition, action: FrontiersAction) -> Answer:
    """F3.4: tactics are paid like units, and deployed in the battle phase only; stratagems and maneuvers may cost something."""
    if not isinstance(action, Play) or action.type in STAYS:
        return False
    return badly_paid(position, action) or (action.type == "tactic" and position.phase != "battle")


def aiming(effects: tuple[Effect, ...]) -> bool:
    """True if effects are directed at a unit."""
    return any(effect.kind in ("ready", "exert", "move") or effect.to == "target" for effect in effects)


def leading_out(effects: tuple[Effect, ...]) -> bool:
    """True if effects move a unit to a frontier."""
    return any(effect.kind == "move" and effect.to == "frontier" for effect in effects)


def fits(position: FrontiersPosition, seat: int, card: Card, effects: tuple[Effect, ...], unit: Unit) -> bool:
    """F8.1: True if a card of a player may be aimed at a unit. A unit that the card moves to a frontier needs one to go to, other
    than its own."""
    if card.target is None:
        return False
    own, home = unit.owner == seat, unit.frontier == 0
    whose = {"own": own, "enemy": not own, "any": True}[card.target.whose]
    where = {"heartland": home, "frontier": not home, "anywhere": True}[card.target.where]
    stuck = leading_out(effects) and all(frontier == unit.frontier for frontier in position.frontiers)
    return whose and where and not stuck


def badly_aimed(
    position: FrontiersPosition,
    seat: int,
    card: Card,
    effects: tuple[Effect, ...],
    action: Play | Resolve,
    optional: bool,
) -> bool:
    """F8.1: effects that are directed at a unit need a fitting one, and no others have one. The effects of a card that stays, and
    of a trigger, are lost where no unit fits (``optional``). A unit that is moved out goes to a frontier other than its own,
    which is named; where nobody is moved out, none is named."""
    possible = any(fits(position, seat, card, effects, unit) for unit in position.units)
    frontier = None if isinstance(action, Play) and action.type == "settlement" else action.frontier
    if not aiming(effects):
        return action.target is not None or frontier is not None
    if action.target is None:
        return possible or not optional
    unit = unit_named(position, action.target)
    if unit is None or not fits(position, seat, card, effects, unit):
        return True
    if leading_out(effects):
        return frontier is None or frontier == unit.frontier
    return frontier is not None


def targets(position: FrontiersPosition, action: FrontiersAction) -> Answer:
    """F8.1: the target of a card, or of a trigger."""
    seat = seat_of(position, action)
    if isinstance(action, Play):
        card = position.cards[action.card]
        played = tuple(effect for effect in card.effects if effect.kind != "trigger")
        return badly_aimed(position, seat, card, played, action, action.type in STAYS)
    if isinstance(action, Resolve):
        triggered = triggers_of(position, seat).get(action.source)
        if triggered is None:
            return None
        later = tuple(each for effect in triggered.effects if effect.kind == "trigger" for each in effect.then)
        return badly_aimed(position, seat, triggered, later, action, optional=True)
    return False


def settling(position: FrontiersPosition, action: FrontiersAction) -> Answer:
    """F7.1: a player settles a frontier that they occupy."""
    if not isinstance(action, Play) or action.type != "settlement":
        return False
    seat = seat_of(position, action)
    if action.frontier is None:
        return not any(occupies(position, seat, frontier) for frontier in position.frontiers)
    return not occupies(position, seat, action.frontier)


def settlements(position: FrontiersPosition, action: FrontiersAction) -> Answer:
    """F7.2: a settlement lies on a frontier without one of the player's; each settlement pays once a round; with one on every
    frontier the game is over."""
    if settled_everywhere(position):
        return True
    if not isinstance(action, Play):
        return False
    seat = seat_of(position, action)
    overdrawn = action.payment is not None and action.payment[0] > purses(position, seat)
    if action.type != "settlement":
        return overdrawn
    taken = any(settlement.frontier == action.frontier for settlement in position.settlements[seat])
    return overdrawn or action.frontier is None or taken


# ---------------------------------------------------------------------- units
def committing(position: FrontiersPosition, action: FrontiersAction) -> Answer:
    """F4.1: once a round, ready units go from the heartland; at least one unit moves or retreats."""
    if not isinstance(action, Commit):
        return False
    seat = seat_of(position, action)
    free = [unit.id for unit in units_in(position, seat, 0) if unit.ready]
    again = "commit" in position.done[seat]
    return again or not (action.moves or action.retreats) or any(unit not in free for unit, _ in action.moves)


def retreating(position: FrontiersPosition, action: FrontiersAction) -> Answer:
    """F4.2: an occupying unit may retreat, and is not committed in the same action."""
    if not isinstance(action, Commit):
        return False
    seat = seat_of(position, action)
    holding = [unit.id for unit in position.units if unit.owner == seat and unit.occupying]
    both = {unit for unit, _ in action.moves} & set(action.retreats)
    return bool(both) or any(unit not in holding for unit in action.retreats)


def combat(position: FrontiersPosition, action: FrontiersAction) -> Answer:
    """F5.1: in combat players assign damage to enemy units in a frontier, and do nothing else."""
    if not isinstance(action, Assign):
        return position.phase == "damage"
    seat = seat_of(position, action)
    enemies = [unit.id for unit in units_in(position, 1 - seat, action.frontier)]
    nothing = not something_to_assign(position, seat, action.frontier)
    return position.phase != "damage" or nothing or any(unit not in enemies for unit, _ in action.damage)


def splitting(position: FrontiersPosition, action: FrontiersAction) -> Answer:
    """F5.5: no more damage than there is, and all of it while some enemy unit there is given less than would kill it."""
    if not isinstance(action, Assign):
        return False
    seat = seat_of(position, action)
    if not something_to_assign(position, seat, action.frontier):
        return None
    total, dealt = damage_there(position, seat, action.frontier), dict(action.damage)
    enemies = units_in(position, 1 - seat, action.frontier)
    some_live = any(dealt.get(unit.id, 0) < position.cards[unit.kind].health - unit.damage for unit in enemies)
    said = sum(dealt.values())
    return said > total or (said < total and some_live)


def after_combat(position: FrontiersPosition, action: FrontiersAction) -> Answer:
    """F6.1: after combat the winners take positions, one player after the other. Players do nothing else then."""
    if not isinstance(action, Occupy):
        return position.phase == "after"
    return not position.wins or position.wins[0][0] != seat_of(position, action)


def occupier(position: FrontiersPosition, action: FrontiersAction) -> Answer:
    """F6.2: an own unit there becomes the occupying unit."""
    if not isinstance(action, Occupy) or action.unit is None:
        return False
    there = units_in(position, seat_of(position, action), action.frontier)
    return action.unit not in [unit.id for unit in there]


def winner(position: FrontiersPosition, action: FrontiersAction) -> Answer:
    """F6.3: only by winning the combat there. Before combat there is no winner."""
    if not isinstance(action, Occupy):
        return False
    return None if not position.wins else (seat_of(position, action), action.frontier) not in position.wins


CLAUSES: dict[str, Callable[[FrontiersPosition, FrontiersAction], Answer]] = {
    "F1.3": somebody_has_lost,
    "F2.2": strategy_phase,
    "F2.3": battle_phase,
    "F2.4": turn,
    "F2.5": replenishment,
    "F2.6": cards_come_from_the_hand,
    "F2.7": triggers_in_order,
    "F3.1": one_villager,
    "F3.2": supply,
    "F3.4": tactics,
    "F4.1": committing,
    "F4.2": retreating,
    "F5.1": combat,
    "F5.5": splitting,
    "F6.1": after_combat,
    "F6.2": occupier,
    "F6.3": winner,
    "F7.1": settling,
    "F7.2": settlements,
    "F8.1": targets,
}
"""Every clause that a finding may cite, with its judge."""
