"""Replays, played again step by step."""

from __future__ import annotations

from typing import Any

from hexwidget.files.replay import Edited, Played, Replay, Rolled, WentTo
from hexwidget.play.tree import Step, Tree
from hexwidget.problems import InputError, Problem
from hexwidget.rules import Action, ChanceOutcome, Event, IllegalAction, IllegalPosition


def follow(replay: Replay, tree: Tree[Any], salvage: bool = False, checked: int = 0) -> None:
    """Play the entries of a replay in a tree that holds its start. Compare the key of every position.

    :param salvage: stop at the first step that does not lead where the replay says, instead of refusing the replay
    :param checked: the number of the first steps that these rules have checked before
    :raises InputError: naming that step
    """
    visits = [0]
    _repeat(replay, tree, checked)
    for entry in replay.entries:
        if isinstance(entry, WentTo):
            visits.append(entry.at)
            continue
        try:
            if entry.step == len(tree.steps):
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


def _repeat(replay: Replay, tree: Tree[Any], checked: int) -> None:
    """Play the first steps of a replay without a look at their legality, and compare the key at the end of each branch. If that fails, no
    step is left in the tree: a replay that checks them says what is wrong.

    :param checked: the number of these steps
    """
    steps = [entry for entry in replay.entries if not isinstance(entry, WentTo)][:checked]
    played_from = {entry.parent for entry in steps if not isinstance(entry, Edited)}
    try:
        for entry in steps:
            tree.steps.append(_step_of(entry, tree, checked=True, compare=entry.step not in played_from))
    except Exception:
        del tree.steps[1:]


def _step_of(
    entry: Played | Rolled | Edited, tree: Tree[Any], *, checked: bool = False, compare: bool = True
) -> Step[Any]:
    """Return the next step of a tree.

    :param checked: True if it is known that the step may be taken
    :param compare: True if the key of its position is compared
    """
    before = tree.steps[entry.parent].position
    done: Action | ChanceOutcome | None = None
    events: tuple[Event, ...] = ()
    if isinstance(entry, Edited):
        system = before.system
        after = system.from_json(entry.edit, strict=False)
        if after.key != entry.key:  # it may have been written before a clause was amended
            after = system.from_json(system.as_before(entry.edit), strict=False)
    else:
        done = entry.outcome if isinstance(entry, Rolled) else before.parse(f"{entry.player}: {entry.action}")
        transition = before.system.carry_out(before, done) if checked else before.apply(done)
        after, events = transition.position, transition.events
    if compare and after.key != entry.key:
        raise InputError("", "the position that it leads to is not the one that was saved")
    return tree.next_step(entry.parent, after, done, events, isinstance(entry, Rolled) and entry.by_hand)
