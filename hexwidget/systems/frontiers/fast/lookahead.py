"""Looking ahead in `frontiers`: rules of thumb, which are no part of the rulebook."""

from __future__ import annotations

from random import Random

from hexwidget.rules import Action, Estimates, Lookahead
from hexwidget.rules.lookahead import list_actions, random_action
from hexwidget.systems.frontiers.actions import Assign, Occupy
from hexwidget.systems.frontiers.position import FrontiersPosition


# ------------------------------------------------------------------ candidates
def _open(position: FrontiersPosition, actions: list[Action]) -> list[Action]:
    """The actions without assignments that replace a sealed one: those could go on for ever."""
    sealed = [{frontier for frontier, _ in assigned} for assigned in position.sealed]
    seat_of = position.players.index
    new = [a for a in actions if not (isinstance(a, Assign) and a.frontier in sealed[seat_of(a.player)])]
    return new or actions


def _draw(position: FrontiersPosition, player: str, rng: Random) -> Action:
    """A random action; but damage is dealt so that it kills, and a frontier that was won is occupied."""
    if position.phase not in ("damage", "after"):
        return random_action(position, player, rng)
    if position.phase == "after":
        every = list(position.system.legal_actions(position, player))
        return rng.choice([a for a in every if isinstance(a, Occupy) and a.unit is not None] or every)
    some = _open(position, [random_action(position, player, rng) for _ in range(4)])
    return max(some, key=lambda action: _deaths(position, action))


def _deaths(position: FrontiersPosition, action: Action) -> int:
    damage = action.damage if isinstance(action, Assign) else ()
    return sum(n >= position.health(position.by_id[unit]) for unit, n in damage)


def _some(position: FrontiersPosition, player: str, rng: Random, most: int) -> list[Action]:
    return _open(position, list_actions(position, player, rng, most))


# ------------------------------------------------------------------ estimates
def life(position: FrontiersPosition, seat: int) -> float:
    """The life of a player."""
    return position.life[seat]


def material(position: FrontiersPosition, seat: int) -> float:
    """The damage that units deal, plus the health that they have left."""
    return sum(position.card(unit).damage + position.health(unit) for unit in position.units if unit.owner == seat)


def treasury(position: FrontiersPosition, seat: int) -> float:
    """The villagers and settlements, which pay once a round."""
    return sum(v.ready + v.exerted for v in position.villagers[seat]) + position.paying(seat)


def ground(position: FrontiersPosition, seat: int) -> float:
    """The number of occupied frontiers, plus twice the number of settlements."""
    held = sum(unit.owner == seat and unit.occupying for unit in position.units)
    return held + 2 * len(position.settlements[seat])


def _worth(position: FrontiersPosition, seat: int) -> float:
    has = 0.12 * life(position, seat) + 0.12 * material(position, seat) + 0.2 * treasury(position, seat)
    return has + 0.35 * ground(position, seat) + 0.08 * len(position.hands[seat])


LOOKAHEAD = Lookahead(
    calm=lambda position: position.phase == "strategy" and not position.draws,
    draw=_draw,
    some=_some,
    plies=8,
    sure=True,
    estimates=Estimates(
        {"material": material, "ground": ground, "life": life, "treasury": treasury}, _worth, scale=lambda position: 2.0
    ),
)
