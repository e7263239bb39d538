"""Replays, played again step by step."""

from __future__ import annotations

from typing import Any

from hexwidget.files.replay import Edited, Played, Replay, Rolled, WentTo
from hexwidget.play.tree import Step, Tree
from hexwidget.problems import InputError, Problem
from hexwidget.rules import Action, ChanceOutcome, Event, IllegalAction, IllegalPosition


def follow(replay: Replay, tree: Tree[Any], salvage: bool = False) -> None:
    """Play the entries of a replay in a tree that holds its start. Compare the key of every position.

    :param salvage: stop at the first step that does not lead where the replay says, instead of refusing the replay
    :raises InputError: naming that step
    """
    visits = [0]
    for entry in replay.entries:
        if isinstance(entry, WentTo):
            visits.append(entry.at)
            continue
        try:
            tree.steps.append(_step_of(entry, tree))
        except (InputError, IllegalAction, IllegalPosition) as error:
            if salvage:
                break
            why = "; ".join(map(str, error.problems)) if isinstance(error, InputError) else str(error)
            saved = f"the {len(tree.steps) - 1} steps before it are sound; hw.load(..., salvage=True) loads those"
            found = [Problem(f"step {entry.step}", why), Problem("", saved)]
            raise InputError("this replay does not hold together", found) from None
        visits.append(entry.step)
    tree.visit(visits)  # once for all: going to each step would take a time in proportion to the way there


def _step_of(entry: Played | Rolled | Edited, tree: Tree[Any]) -> Step[Any]:
    """Return the next step of a tree."""
    before = tree.steps[entry.parent].position
    done: Action | ChanceOutcome | None = None
    events: tuple[Event, ...] = ()
    if isinstance(entry, Edited):
        after = before.system.from_json(entry.edit, strict=False)
    else:
        done = entry.outcome if isinstance(entry, Rolled) else before.parse(f"{entry.player}: {entry.action}")
        transition = before.apply(done)
        after, events = transition.position, transition.events
    if after.key != entry.key:
        raise InputError("", [Problem("", "the position that it leads to is not the one that was saved")])
    by_hand = isinstance(entry, Rolled) and entry.by_hand
    return tree.next_step(entry.parent, after, done, events, by_hand)
