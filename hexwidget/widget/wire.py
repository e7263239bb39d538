"""What travels to the browser, made of scenes, choices and verdicts."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Any, Literal

from hexwidget.play import Session, Step
from hexwidget.rules import Choices, Draft, Position, Rulebook, Verdict
from hexwidget.scene import Scene
from hexwidget.widget import prefetch
from hexwidget.widget import timeline as course
from hexwidget.widget.encode import Wire, encode
from hexwidget.widget.messages import ChangingScene, Editing, Kept, Said, Status
from hexwidget.widget.replies import ClauseText
from hexwidget.widget.static_scene import StaticScene, other_map

__all__ = ["Wire", "other_map"]


def static_scene(scene: Scene, rulebook: str = "") -> Wire:
    """The part of a scene that does not change in a game."""
    return encode(StaticScene.of(scene, rulebook))


def changing_scene(scene: Scene) -> Wire:
    """The part of a scene that changes."""
    return encode(ChangingScene.of(scene))


def verdict(v: Verdict, rulebook: Rulebook) -> Wire:
    """A verdict with all its findings."""
    return encode(v, rulebook)


def choices(c: Choices, rulebook: Rulebook) -> Wire:
    """The options under a draft."""
    return encode(c, rulebook)


def choices_state(root: Choices, ask: Callable[[Draft], Choices], rulebook: Rulebook, most: int | None = None) -> Wire:
    """The options for the first choice, and the choices behind them as far as there is room."""
    return prefetch.choices_state(root, ask, rulebook, most)


def branches(root: Choices, ask: Callable[[Draft], Choices], rulebook: Rulebook, most: int | None = None) -> list[Wire]:
    """The choices behind each piece."""
    return prefetch.branches(root, ask, rulebook, most)


def status(
    seen: Position,
    player: str | None,
    *,
    any_view: bool,
    recorded: bool = False,
    kept: Wire | None = None,
    thinking: tuple[str, ...] = (),
) -> Wire:
    """The state of the game in words."""
    made = Status(
        seen.system.status(seen),
        thinking,
        tuple(sorted(seen.to_act)),
        player,
        any_view,
        recorded,
        (),
        Kept(**kept or {}),
    )
    return encode(made)


def kept(session: Session[Any], player: str | None) -> Wire:
    """The name of the file that a game is kept in, and why its last step could not be saved; a player is told no more than
    that it could not."""
    problem = session.unsaved
    if player is not None:
        return {"file": "", "problem": problem and "the game could not be saved; the referee can see why"}
    return {"file": session.journal.name if session.journal else "", "problem": problem}


def said(heading: str, tone: Literal["question", "right", "wrong"], lines: Iterable[Any]) -> Wire:
    """Sentences beside the board."""
    return encode(Said.of(heading, tone, lines))


def timeline(session: Session[Any], player: str | None, opponents: Collection[str] = ()) -> Wire:
    """The course of the game."""
    return encode(course.timeline(session, player, opponents))


def events(step: Step, player: str | None) -> list[Wire]:
    """The events of a step, as far as a player sees them."""
    return [encode(event) for event in course.events(step, player)]


def editing(position: Position) -> Wire:
    """The brushes and settings of an editor."""
    return encode(Editing.of(position), position.system.rulebook)


def clause(wanted: str, position: Position) -> Wire:
    """A clause to be read."""
    return encode(ClauseText.of(wanted, position))
