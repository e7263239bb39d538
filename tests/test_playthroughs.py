"""Golden playthroughs: a game of each system as a person can read it: positions, legal actions, verdicts, events.

``python -m tests.test_playthroughs`` writes them anew after an intended change; read the difference before committing it.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import hexwidget as hw
from hexwidget.rules import Position

FOLDER = Path(__file__).parent / "playthroughs"
STEPS = 40
MOST_SHOWN = 12
GAMES = {"depletion": ("depletion/first-steps", 7)}
"""For each system a scenario and the seed of the game that is played on it."""


def playthrough(scenario: str, seed: int) -> str:
    """A random game, told step by step."""
    position: Position = hw.scenario(scenario).position
    rng = Random(seed)
    lines = [f"{scenario}, seed {seed}", ""]
    for step in range(STEPS):
        lines += [f"== step {step}", *str(position).splitlines(), f"key {position.key}", position.notation]
        for player in position.players:
            prompt = position.choices(player=player).prompt
            lines.append(f"{player} sees: {prompt}")
        if not position.to_act:
            lines.append(f"outcome: {position.outcome}")
            break
        actions = position.legal_actions()
        listed = [str(action) for action in actions]
        lines.append(
            f"{len(listed)} legal actions: {', '.join(listed[:MOST_SHOWN])}{', ...' if len(listed) > MOST_SHOWN else ''}"
        )
        lines += ["barred, for instance:", *(f"  {line}" for line in barred(position, rng))]
        action = actions.sample(rng)
        transition = position.apply(action)
        lines += [f"-- {action.player} plays {action}", *(f"   {event}" for event in transition.events)]
        position = transition.position
    return "\n".join(lines) + "\n"


def barred(position: Position, rng: Random) -> list[str]:
    """The verdict on something illegal: another player's turn, or a hex out of reach of a piece."""
    other = rng.choice([p for p in position.players if p not in position.to_act])
    pieces = [o.space for o in position.choices().options if o.kind == "piece" and o.legal and o.space]
    if not pieces:
        return str(position.check(f"{other}: pass")).splitlines()
    reach = position.reach(rng.choice(pieces))
    outside = [n for n in position.map.names() if n not in reach]
    return str(reach.why(rng.choice(outside))).splitlines() if outside else []


@pytest.mark.parametrize("system", hw.system_names())
def test_a_game_goes_as_it_is_written(system: str) -> None:
    scenario, seed = GAMES[system]
    assert playthrough(scenario, seed) == (FOLDER / f"{system}.txt").read_text(encoding="utf-8")


if __name__ == "__main__":
    for name, (scenario, seed) in GAMES.items():
        (FOLDER / f"{name}.txt").write_text(playthrough(scenario, seed), encoding="utf-8")
