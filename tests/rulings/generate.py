"""Make hexwidget/rulings/rulings.json: ``python -m tests.rulings.generate``.

The answers are those of the naive references of the tests (`tests.refusals.material`), which import nothing of the engine's judging.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from random import Random

import hexwidget as hw
from hexwidget.rules import Action, Position
from hexwidget.rulings.scoring import FILE, Ruling
from tests.refusals.material import material

SYSTEMS = ("depletion", "frontiers", "orders", "plotted", "rondel")
LEGAL, ILLEGAL = 40, 60
"""The rulings of each kind for a system."""
POSITIONS, ACTIONS = 900, 6
"""The random positions that are looked at, and the random actions at each."""
LONGEST = 2_000
PLAIN = 4
"""The most legal rulings about the same bare words, such as "pass"."""
WORD = re.compile(r"[a-z]+")


def bars(system: str, position: Position, action: Action) -> tuple[str, ...]:
    """The clauses that bar an action, by the reference."""
    return tuple(sorted(name for name, judge in material(system).clauses.items() if judge(position, action) is True))


def candidates(system: str) -> Iterator[Ruling]:
    """Questions about random positions, with the answers of the reference."""
    of = material(system)
    for number in range(POSITIONS):
        rng = Random(f"rulings {system} {number}")
        position = of.random_position(rng)
        if not set(position.to_act) & set(position.players) or not same(position):
            continue
        actions = [of.random_action(position, rng) for _ in range(ACTIONS)]
        with suppress(LookupError):
            actions.append(position.legal_actions().pick(rng))
        for action in actions:
            try:
                read = position.parse(f"{action.player}: {action}")
                position.check(read)  # a malformed action is no question of rules
            except hw.InputError:
                continue
            if read == action:
                clauses = bars(system, position, action)
                yield Ruling("", system, position.notation, action.player, str(action), not clauses, clauses)


def same(position: Position) -> bool:
    """True if a position can be read from its line again, and has a short one."""
    try:
        return len(position.notation) <= LONGEST and position.system.read(position.notation) == position
    except (hw.InputError, hw.IllegalPosition):
        return False


def chosen(system: str) -> list[Ruling]:
    """The rulings of a system: of barred actions those whose clauses are the rarest so far, every other with several clauses."""
    found = list({(each.position, each.action): each for each in candidates(system)}.values())
    taken, clauses, kinds = list[Ruling](), Counter[str](), Counter[str]()
    while len(taken) < ILLEGAL:
        several = len(taken) % 2 == 1
        left = [each for each in found if each.clauses and each not in taken and (len(each.clauses) > 1) is several]
        best = min(
            left, key=lambda each: (sum(clauses[c] for c in each.clauses) / len(each.clauses), len(each.position))
        )
        taken.append(best)
        clauses.update(best.clauses)
    for each in found:
        plain = " ".join(WORD.findall(each.action))
        if (
            each.legal
            and len(taken) < ILLEGAL + LEGAL
            and kinds[plain] < (PLAIN if plain == each.action else LEGAL // 4)
        ):
            kinds[plain] += 1
            taken.append(each)
    Random(system).shuffle(taken)
    assert len(taken) == LEGAL + ILLEGAL, (system, len(taken))
    return taken


def text() -> str:
    """The text of the file: a ruling a line."""
    rows = []
    for system in SYSTEMS:
        for number, each in enumerate(chosen(system), 1):
            facts = {"id": f"{system}-{number}", "system": system, "position": each.position, "player": each.player}
            facts |= {"action": each.action, "legal": each.legal, "clauses": list(each.clauses)}
            rows.append(json.dumps(facts, ensure_ascii=False))
        print(system, file=sys.stderr)
    return "[\n" + ",\n".join(rows) + "\n]\n"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
