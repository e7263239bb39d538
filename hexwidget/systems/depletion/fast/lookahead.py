"""Looking ahead in `depletion`: rules of thumb, which are no part of the rulebook."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache, partial
from math import comb
from random import Random

from hexwidget.problems import sure
from hexwidget.rules import Action, Estimates, Lookahead
from hexwidget.rules.lookahead import FAR, list_actions, nearness, random_action
from hexwidget.systems.depletion.actions import Attack, Corps, Maneuver, NoAttack, Pass, whole
from hexwidget.systems.depletion.battle.declaration import battle_at
from hexwidget.systems.depletion.battle.odds import bag_of, cubes_of
from hexwidget.systems.depletion.counts import attack_distances, classes_of, counts_of, slowest
from hexwidget.systems.depletion.legality import is_legal
from hexwidget.systems.depletion.legality.attacks import targets
from hexwidget.systems.depletion.maneuver.plan import CorpsPlan
from hexwidget.systems.depletion.outcome import units_of
from hexwidget.systems.depletion.position import Army, DepletionPosition
from hexwidget.systems.depletion.units import GALLEY, PEASANTS, UNITS, Counts

JOINING = 0.2
"""The probability that a second army joins a random maneuver, where it may."""
NEAR = 2
"""Most units attack from no further (D1.9)."""
LONGEST_RANGE = max(unit.attack_range[1] for unit in UNITS if unit.attack_range)
"""No unit attacks from further (D1.9)."""


# ------------------------------------------------------------------ what might be done
def _draw(position: DepletionPosition, player: str, rng: Random) -> Action:
    """A random action. One army goes somewhere, or a part of it does: listing all that may be dropped on the way would
    take long."""
    if position.stage == "attack":
        return _attack(position, player)
    if position.stage != "maneuver":
        return random_action(position, player, rng)
    ready = _ready(position)
    for _ in range(6 if ready else 0):
        army = rng.choice(ready)
        units = _part(army, rng) if rng.random() < 0.15 else None
        maneuver = _to_somewhere(position, player, army, rng.random() < 0.3, units, rng)
        if maneuver is not None:
            if position.corps_limit(position.turn) > 1 and rng.random() < JOINING:
                return _with_another(position, maneuver, rng) or maneuver
            return maneuver
    return Pass(player)


def _with_another(position: DepletionPosition, begun: Maneuver | Corps, rng: Random) -> Corps | None:
    """A maneuver or a corps, and one more army that goes somewhere; None if no army can join."""
    groups = (begun,) if isinstance(begun, Maneuver) else begun.groups
    plan = CorpsPlan(position, begun.player, groups, position.turn)
    ready = _ready(plan.board)
    if not ready or len(groups) == position.corps_limit(position.turn) or plan.groups[-1].claims:
        return None
    other = _to_somewhere(plan.board, begun.player, rng.choice(ready), rng.random() < 0.3, None, rng)
    made = None if other is None else Corps(begun.player, (*groups, other))
    return made if made is not None and is_legal(position, made) else None


def _variant(position: DepletionPosition, action: Action, other: Action, rng: Random) -> Action:
    """An action that another army joins, or joins in place of one; the same action if no army can."""
    if isinstance(action, Maneuver):
        return _with_another(position, action, rng) or action
    if isinstance(action, Corps):
        kept = list(action.groups)
        if len(kept) == position.corps_limit(position.turn) or rng.random() < 0.5:
            kept.pop(rng.randrange(len(kept)))
        begun = whole(action.player, kept)
        # Without one group, the others may not be legal any more.
        return (_with_another(position, begun, rng) if is_legal(position, begun) else None) or action
    return action


@lru_cache(maxsize=16)  # trials ask at the same positions again and again
def _attack(position: DepletionPosition, player: str) -> Action:
    """The attack that on average costs the enemy most units and the attacker least; no attack if it costs the attacker
    more."""
    best: tuple[Fraction, Action] = (Fraction(0), NoAttack(player))
    for target in targets(position, sure(position.landing)):  # the player decides on an attack
        there = sum(army.size for army in position.by_hex.get(target, ()))
        # The hits of each side are looked at alone, as the results of a large battle are very many.
        (ours, theirs), drawn = bag_of(position, battle_at(position, target))
        total = sum(ours) + sum(theirs)
        misses = total - ours.attack
        hits = sum([min(n, there) * comb(ours.attack, n) * comb(misses, drawn - n) for n in range(drawn + 1)])
        gain = Fraction(hits, comb(total, drawn)) - Fraction(drawn * theirs.attack, total)
        best = max(best, (gain, Attack(player, position.map.name(target))), key=lambda each: each[0])
    return best[1]


def _ready(position: DepletionPosition) -> list[Army]:
    return [army for army in position.armies if army.owner == position.turn and not army.cubes]


def _part(army: Army, rng: Random) -> Counts | None:
    """A part of an army: some of its units, and not all."""
    if army.size < 2:
        return None
    units = [kind for kind, n in enumerate(army.units) for _ in range(n)]
    return counts_of(rng.sample(units, rng.randint(1, army.size - 1)))


def _to_somewhere(
    position: DepletionPosition, player: str, army: Army, march: bool, units: Counts | None, rng: Random
) -> Maneuver | None:
    told = None if units is None else {UNITS[kind].key: n for kind, n in enumerate(units) if n}
    reach = position.system.reach(position, position.map.name(army.at), march=march, units=told)
    ends = list(reach)
    if not ends:
        return None
    made = Maneuver(player, reach.path(rng.choice(ends)), march, units=units)
    return made if is_legal(position, made) else None


def _apart(position: DepletionPosition, maneuver: Maneuver, enemies: list[int]) -> int:
    """The distance from the end of a maneuver to the closest enemy."""
    end = position.map.index(maneuver.destination)
    return min((position.map.distance(end, at) for at in enemies), default=NEAR + 1)


def _some(position: DepletionPosition, player: str, rng: Random, most: int) -> list[Action]:
    """The actions to consider: every army to every hex that it can reach, as a march only where it takes one; then
    parts of armies; to pass; and, where the corps size limit allows, some of these maneuvers with a second army. Units
    dropped and picked up on the way are left out."""
    if position.stage != "maneuver":
        return list_actions(position, player, rng, most)
    found: list[Maneuver] = []
    for army in _ready(position):
        here, plain = position.map.name(army.at), set[str]()
        for march in (False, True):
            reach = position.system.reach(position, here, march=march)
            for end in reach:
                if end not in plain:
                    found.append(Maneuver(player, reach.path(end), march))
            plain.update(reach)
    wanted = most // 8 if position.corps_limit(position.turn) > 1 and len(_ready(position)) > 1 else 0
    joined = [_with_another(position, rng.choice(found), rng) for _ in range(wanted if found else 0)]
    corps = [action for action in joined if action is not None]
    most -= len(corps)
    if len(found) > most - 1:
        # Maneuvers that end beside an enemy come first, as an attack may follow.
        enemies = [army.at for army in position.armies if army.owner != position.turn]
        rng.shuffle(found)
        found = sorted(found, key=lambda maneuver: _apart(position, maneuver, enemies) > NEAR)[: most - 1]
    parts = [_draw(position, player, rng) for _ in range(min(most - 1 - len(found), len(found) // 4))]
    legal = (maneuver for maneuver in found if is_legal(position, maneuver))
    return list(dict.fromkeys([*legal, *corps, *parts, Pass(player)]))


# ------------------------------------------------------------------ how good it looks
def material(position: DepletionPosition, seat: int) -> float:
    """The number of units of all types (D1.16 counts them so), and half a unit for a city, castle or capital."""
    return units_of(position)[seat] + 0.5 * sum(s.owner == seat for s in position.structures)


def ground(position: DepletionPosition, seat: int) -> float:
    """The nearness of the armies to their goal: the hexes to be held, or else the closest enemy; from 0 to 1 each."""
    words, distance = position.settings["objective"].split(), position.map.distance
    own = [army for army in position.armies if army.owner == seat and not army.peasants_only]
    if words[0] == "hold":
        return nearness([position.map.index(word) for word in words[1:]], [army.at for army in own], distance)
    enemies = [army.at for army in position.armies if army.owner != seat]
    if not enemies:
        return 0.0
    return sum(1 - min(FAR, *(distance(army.at, at) for at in enemies)) / FAR for army in own)


def threat(position: DepletionPosition, seat: int) -> float:
    """The harm that the armies may do to others before the rounds are over. For each army it is the best exchange with
    an enemy (`exchange`). It counts less for each maneuver that it takes to get there, and for half a maneuver more
    while the army is depleted. 0 where battles cost no units (option ``battle``)."""
    if position.settings["battle"] == "none":
        return 0.0
    left: int = position.settings["rounds"] - position.round
    cubes: int = position.settings["cubes_drawn"]
    enemies = [army for army in position.armies if army.owner != seat]
    found = 0.0
    for army in position.armies:
        if army.owner != seat or army.peasants_only or (army.cubes and left < 1):
            continue
        points, best = slowest(army.units), 0.0
        for enemy in enemies:
            gain, attack_range = exchange(army.units, enemy.units, cubes)
            if gain > best:
                far = position.map.distance(army.at, enemy.at)
                maneuvers = max(0, -(-(far - attack_range - points) // points)) + 0.5 * bool(army.cubes)
                if maneuvers <= left:
                    best = max(best, gain * 0.7**maneuvers * (1 - 0.01 * far))
        found += best
    return found


@lru_cache(maxsize=4096)
def exchange(units: Counts, enemies: Counts, cubes: int = 0) -> tuple[float, int]:
    """The average number of units that an attack costs the enemy, less 0.8 of those that it costs the attacker: from
    the best range, in hexes, and at least 0. Structures, and the cubes that a march costs, are left out.

    :param cubes: the number of cubes drawn (D9.2); 0: as many as there are military units

    >>> exchange((0, 0, 0, 0, 2, 0, 0, 0, 0), (1, 0, 0, 0, 0, 0, 0, 0, 0))  # 4 cubes and 1; 2 are drawn
    (1.0, 1)
    >>> exchange((0, 0, 0, 0, 2, 0, 0, 0, 0), (0, 0, 0, 0, 0, 0, 0, 0, 1))  # a galley takes two hits
    (0.0, 1)
    """
    best = (0.0, 1)
    for far in range(1, LONGEST_RANGE + 1):
        if far not in attack_distances(units):
            continue
        hits, misses = cubes_of(units, classes_of(enemies), (far,), defends=False)
        struck, held = cubes_of(enemies, classes_of(units), (far,), defends=True)
        total = hits + misses + max(1, struck + held)  # D9.2: a side never has less than one cube
        from_bag = min(total, cubes or sum(units) - units[PEASANTS])
        gain = _fall(enemies, hits, total, from_bag) - 0.8 * _fall(units, struck, total, from_bag)
        best = max(best, (gain, far))
    return best


def _fall(units: Counts, hits: int, total: int, from_bag: int) -> float:
    """The average number of units that fall, where some of all cubes are hits, and some cubes are drawn (D9.1). Units
    of fewest hit points fall first (D9.2)."""
    galleys = units[GALLEY]
    soft = sum(units) - galleys
    fallen = 0
    for n in range(1, min(hits, from_bag) + 1):
        lost = min(soft, n) + min(galleys, max(0, n - soft) // UNITS[GALLEY].hit_points)
        fallen += lost * comb(hits, n) * comb(total - hits, from_bag - n)
    return fallen / comb(total, from_bag)


def _worth(position: DepletionPosition, seat: int, weight: float = 0.4) -> float:
    """Return how much a player's units, ground and threats are worth.

    :param weight: how much a threat counts
    """
    # Structures win no game (D1.16), and attacking them costs units.
    if position.settings["objective"].startswith("hold"):
        return units_of(position)[seat] + 3 * ground(position, seat)
    return units_of(position)[seat] + weight * threat(position, seat)


_worth_of_others = partial(_worth, weight=0.1)
"""A player weighs the threats of others less: one who fears every attack makes none."""


def _scale(position: DepletionPosition) -> float:
    left: int = max(0, min(6, position.settings["rounds"] - position.round))
    return 0.7 + 0.35 * left


LOOKAHEAD = Lookahead(
    calm=lambda position: position.stage == "maneuver",
    draw=_draw,
    some=_some,
    vary=_variant,
    sure=True,
    idle=frozenset({"event deck"}),  # D8.8: the text of a card is not played
    estimates=Estimates({"material": material, "ground": ground, "threat": threat}, _worth, _worth_of_others, _scale),
)
