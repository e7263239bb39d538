"""The clauses of `depletion` that bar actions, read naively from the rulebook.

Each function answers for an action: True if the clause bars it on the position, False if not, and None if the thing that the
clause speaks of does not exist. Nothing here imports the engine's own judging.

- `group`: a group of units on its way, step by step
- `groups`: the groups of an action on their boards
- `maneuvers`, `ferries`, `decisions`: the clauses
"""

from __future__ import annotations

from collections.abc import Callable

from hexwidget.systems.depletion.actions import DepletionAction
from hexwidget.systems.depletion.position import DepletionPosition
from tests.depletion.reference.decisions import (
    attack_is_another_decision,
    attacks_packed,
    cannot_attack_that,
    claim_has_failed,
    cubes_are_drawn_first,
    does_not_cover,
    fails_the_conditions,
    landed_on_cubes,
    losses,
    not_the_players_turn,
    tile_comes_first,
)
from tests.depletion.reference.ferries import ferried
from tests.depletion.reference.groups import Answer, each, never
from tests.depletion.reference.maneuvers import (
    all_vessels_or_none,
    claim_of_a_corps,
    corps_too_large,
    dear_by,
    depleted,
    enemy_objects_block,
    fault,
    free_entries_of_a_corps,
    no_such_army_or_way,
    peasants_do_not_explore,
    peasants_stay_out_of_the_ocean,
    size_limit,
    soldiers_end_on_land,
    switches_others,
    vessels_keep_to_water,
)

CLAUSES: dict[str, Callable[[DepletionPosition, DepletionAction], Answer]] = {
    "D1.1": no_such_army_or_way,
    "D1.2": dear_by("D1.2", lambda group: True),
    "D1.6": each(enemy_objects_block),
    "D1.7": each(depleted),
    "D1.8": attack_is_another_decision,
    "D1.10": attacks_packed,
    "D1.11": free_entries_of_a_corps,
    "D1.13": each(switches_others),
    "D1.16": not_the_players_turn,
    "D3.2": each(fault("D3.2")),
    "D3.5": each(fault("D3.5")),
    "D4.2": each(fault("D4.2")),
    "D4.3": dear_by("D4.3", lambda group: bool(group.action.pickups)),
    "D4.4": each(size_limit),
    "D4.5": landed_on_cubes,
    "D4.10": each(fault("D4.10")),
    "D5.1": corps_too_large,
    "D5.3": cannot_attack_that,
    "D5.5": claim_of_a_corps,
    "D6.1": each(vessels_keep_to_water),
    "D6.3": each(peasants_stay_out_of_the_ocean),
    "D7.1": ferried("D7.1"),
    "D7.2": each(soldiers_end_on_land),
    "D7.3": ferried("D7.3"),
    "D7.4": ferried("D7.4"),
    "D7.5": each(all_vessels_or_none),
    "D8.1": each(peasants_do_not_explore),
    "D8.2": tile_comes_first,
    "D8.3": fails_the_conditions,
    "D8.4": does_not_cover,
    "D8.6": claim_has_failed,
    "D8.7": never,
    "D8.10": never,
    "D8.11": never,
    "D9.1": cubes_are_drawn_first,
    "D9.2": losses,
}
