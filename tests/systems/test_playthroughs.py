"""Golden playthroughs: a readable game of each system with its positions, legal actions, verdicts and events.

``python -m tests.systems.test_playthroughs`` writes them anew after an intended change; read the difference before committing it.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from pathlib import Path
from random import Random

import pytest

import hexwidget as hw
from hexwidget.rules import Event, Position

FOLDER = Path(__file__).parent / "playthroughs"
STEPS = 40
MOST_SHOWN = 12
GAMES = {
    "depletion": ("depletion/the-strait", 4),
    "frontiers": ("frontiers/three-frontiers", 11),
    "orders": ("orders/three-marches", 4),
    "plotted": ("plotted/the-ford", 3),
    "rondel": ("rondel/first-maneuver", 2),
    "toy": ("toy/first-post", 5),
}
"""For each system a scenario and the seed of the game."""


def playthrough(scenario: str, seed: int) -> str:
    """The text of a random game, step by step."""
    position: Position = hw.scenario(scenario).position
    rng = Random(seed)
    lines = [f"{scenario}, seed {seed}", ""]
    for step in range(STEPS):
        lines += [f"== step {step}", *str(position).splitlines(), f"key {position.key}", position.notation]
        for player in position.players:
            seen = position.observe(player)
            prompt = position.system.choices(seen, player, hw.Draft()).prompt
            lines.append(f"{player} sees: {prompt}")
            if seen.seen != position:
                lines += [f"   {line}" for line in str(seen.seen).splitlines()]
        if position.chance is not None:
            odds = ", ".join(f"{value} {p}" for value, p in position.chance.outcomes)
            outcome = position.chance.sample(rng)
            transition = position.apply(outcome)
            lines += [f"-- chance ({odds}): {outcome}", *(f"   {told(event)}" for event in transition.events)]
            position = transition.position
            continue
        if not position.to_act:
            lines.append(f"outcome: {position.outcome}")
            break
        actions = position.legal_actions(rng.choice(sorted(position.to_act)) if len(position.to_act) > 1 else None)
        count, listed = actions.count(), [str(action) for action in islice(actions, MOST_SHOWN)]
        lines.append(f"{count} legal actions: {', '.join(listed)}{', ...' if count > MOST_SHOWN else ''}")
        lines += ["barred, for instance:", *(f"  {line}" for line in barred(position, rng))]
        action = actions.sample(rng)
        transition = position.apply(action)
        lines += [f"-- {action.player} plays {action}", *(f"   {told(event)}" for event in transition.events)]
        position = transition.position
    return "\n".join(lines) + "\n"


def told(event: Event) -> str:
    return f"{event} -- to {', '.join(event.visible_to)} alone" if event.visible_to is not None else str(event)


def barred(position: Position, rng: Random) -> list[str]:
    """The verdict on an illegal action: out of turn, or to a hex out of reach of a piece."""
    others = [p for p in position.players if p not in position.to_act]
    pieces = [o.space for o in position.choices().options if o.kind == "piece" and o.legal and o.space]
    try:
        reach = position.reach(rng.choice(pieces))
    except (IndexError, hw.InputError):  # the space is empty, or holds a piece that does not move, such as a card
        theirs = position.legal_actions(sorted(position.to_act)[0]).sample(rng)
        return str(position.check(replace(theirs, player=rng.choice(others)))).splitlines() if others else []
    outside = [n for n in position.map.names() if n not in reach]
    return str(reach.why(rng.choice(outside))).splitlines() if outside else []


@pytest.mark.slow
@pytest.mark.parametrize("system", hw.system_names())
def test_a_game_goes_as_it_is_written(system: str) -> None:
    scenario, seed = GAMES[system]
    assert playthrough(scenario, seed) == (FOLDER / f"{system}.txt").read_text(encoding="utf-8")


if __name__ == "__main__":
    import conftest  # noqa: F401  (registers the toy)

    for name, (scenario, seed) in GAMES.items():
        (FOLDER / f"{name}.txt").write_text(playthrough(scenario, seed), encoding="utf-8")
