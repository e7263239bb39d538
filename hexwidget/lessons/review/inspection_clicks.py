"""Clicks that are no missed rules: a player looks at an army of their own, or at an enemy that they then move up to and attack; and the
findings that bar the space of a click, without those on the ways to it.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from itertools import islice, pairwise
from typing import Any

from hexwidget.files.replay import Tried
from hexwidget.lessons.proofs.claims import spaces_of
from hexwidget.play import Session
from hexwidget.rules import Finding, Position

SOON = 2
"""The next actions of a player that may be what an earlier click was meant for: to move up, and to attack."""


def is_look(session: Session[Any], tried: Tried, position: Position) -> bool:
    """True if a refused click was no try.

    :param position: the position as the player saw it
    """
    if not tried.space or tried.action:
        return False
    scene = position.scene(tried.player)
    owners = {scene.players[p.owner].name for p in scene.pieces if p.space == tried.space and p.layer == "unit"}
    if tried.player in owners:
        return not tried.draft
    return bool(owners) and tried.space in _spaces_ahead(session, tried)


def _spaces_ahead(session: Session[Any], tried: Tried) -> set[str]:
    """The spaces that the player's next actions on the line of play name."""
    step = session.steps[tried.at]
    line = session.line[step.depth :] if step in session.line else ()
    own = ((at.position, after.action) for at, after in pairwise(line))
    done = islice(((at, each) for at, each in own if each is not None and each.player == tried.player), SOON)
    return {space for at, action in done for space in spaces_of(at, action)}


def bars_of(tried: Tried, findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """Return the findings on what was tried itself: of a click those on its space, or on what was chosen before. Others are about ways
    there; they count where nothing else bars it."""
    if not tried.space or tried.action:
        return tuple(findings)
    about = {tried.space, *(each for each in tried.draft.values() if isinstance(each, str))}
    return tuple(each for each in findings if _is_about(each, about)) or tuple(findings)


def _is_about(finding: Finding, spaces: Set[str]) -> bool:
    named = (*finding.subjects, *(each for each in finding.numbers.values() if isinstance(each, str)))
    return not finding.subjects or any(each in spaces for each in named)
