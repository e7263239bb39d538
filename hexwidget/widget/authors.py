"""The errors of a system's author in mid-game: the board says them, shows what it can, and the game goes on.

Bundled systems are not guarded: an error of theirs is ours.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeVar

from hexwidget.english import capital
from hexwidget.geometry import MatMap, SpaceMap
from hexwidget.problems import InputError, Problem
from hexwidget.rules import Choice, Choices, Draft, Event, Finding, PlainDesk, Position, RuleSystem, Verdict
from hexwidget.rules.choices import DRAFT_CANNOT_READ
from hexwidget.scene import Ground, Scene, faults, player_looks
from hexwidget.systems.author import REMEDY, AuthorsError, authors_error
from hexwidget.systems.registry import is_bundled
from hexwidget.widget.host import log
from hexwidget.widget.messages import Said, Sentence

T = TypeVar("T")
UNSAID = "the reason cannot be said"
MOST_SAID = 3
"""The most errors that the board says."""


class BareDesk(PlainDesk[Any, Any]):
    """The choices of a system whose own desk or scene fails: spaces and buttons, without pieces and forecasts."""

    @property
    def _pieces(self) -> dict[Any, Any]:
        return {}

    def _standing(self, space: str) -> list[Any]:
        return []

    def _words(self, action: Any) -> str:
        return str(action)

    def why_not(self, action: Any, findings: Any) -> str:
        return "The rules bar it"


class Authors:
    """The errors that came up since the present step was shown, each once."""

    def __init__(self) -> None:
        self.found: dict[AuthorsError, None] = {}

    def begin(self) -> None:
        """Forget the errors of the step before."""
        self.found = {}

    def make(self, system: RuleSystem[Any, Any], method: str, make: Callable[[], T], otherwise: Callable[[], T]) -> T:
        """Return what a method of a system makes; if that fails, note the error, and return something else."""
        if is_bundled(system.name):
            return make()
        try:
            return make()
        except Exception as error:
            if isinstance(error, InputError) and error.title == DRAFT_CANNOT_READ:
                raise  # a view has sent it
            self.note(system, method, error)
            return otherwise()

    def note(self, system: RuleSystem[Any, Any], method: str, error: Exception) -> None:
        """Note an error. Its traceback goes to the kernel's log."""
        found = authors_error(system, method, error)
        if found not in self.found:
            self.found[found] = None
            log().error("an error of the author of %s, in %s", system.name, method, exc_info=error)

    def said(self, system: RuleSystem[Any, Any], player: str | None) -> tuple[Said, ...]:
        """Return the sentences beside the board.

        :param player: the player who looks on: an error may tell what they must not know. None: everything is said.
        """
        if not self.found:
            return ()
        lines = [f"At {each if player is None else each.place}" for each in list(self.found)[:MOST_SAID]]
        if len(self.found) > MOST_SAID:
            lines.append(f"And {len(self.found) - MOST_SAID} more.")
        told = tuple(Sentence(_visible(line), "", ()) for line in (*lines, REMEDY))
        return (Said(f"An error of the author of {system.title}", "wrong", told),)

    # ------------------------------------------------------------------ what stands in
    def choices(self, position: Position, player: str | None, draft: Draft, make: Callable[[], Choices]) -> Choices:
        """Return choices that can be shown: those of the system, else plain ones, else none."""
        system = position.system
        if is_bundled(system.name):
            return make()

        def checked(made: Choices) -> Choices:
            if not isinstance(made, Choices):
                raise TypeError(f"expected choices, not {type(made).__name__}")
            return self._sayable(made, position)

        def bare() -> Choices:
            def plain() -> Choices:
                acting = system.acting(position) if player is None else player
                return checked(BareDesk(position, acting, draft).choices())

            return self.make(
                system,
                "legal_actions",
                plain,
                lambda: Choices(player, Draft(), "What may be chosen cannot be shown"),
            )

        return self.make(system, "choices", lambda: checked(make()), bare)

    def _sayable(self, made: Choices, position: Position) -> Choices:
        """Return choices whose options lie on the map, with reasons that can be said."""
        spaces, options = position.map, list[Choice]()
        for option in made.options:
            if option.space is not None and spaces.find(option.space) is None:
                self.note(position.system, "choices", _off_the_map(option, spaces))
            else:
                options.append(replace(option, findings=self.findings(option.findings, position)))
        arrows = made.arrows
        found = faults(bare_scene(position, None).adding(arrows=arrows)) if arrows else []
        if found:
            self.note(position.system, "choices", InputError("these arrows cannot be drawn", found))
            arrows = ()
        return replace(made, options=tuple(options), arrows=arrows, verdict=self.verdict(made.verdict, position))

    def verdict(self, verdict: Verdict, position: Position) -> Verdict:
        """Return a verdict whose reasons can be said."""
        if is_bundled(position.system.name) or not verdict.findings:
            return verdict
        return replace(verdict, findings=self.findings(verdict.findings, position))

    def findings(self, findings: tuple[Finding, ...], position: Position) -> tuple[Finding, ...]:
        """Return findings that can be said: others keep their clause, if there is such a clause."""
        system, found = position.system, list[Finding]()
        for each in findings:

            def say(each: Finding = each) -> Finding:
                system.rulebook[each.clause]
                _check_subjects(each.subjects, position.map, f"finding {each.code}")
                assert each.text is not None  # noqa: S101  (asking for it forms the sentence)
                return each

            def unsaid(each: Finding = each) -> Finding:
                clause = each.clause if each.clause in system.rulebook else next(iter(system.rulebook))
                return Finding(clause, each.code, (), {}, UNSAID)

            found.append(self.make(system, "objections", say, unsaid))
        return tuple(found)

    def sentence(self, event: Event, position: Position) -> Sentence:
        """Return the sentence of an event; of one that cannot be formed, its kind.

        :param position: the position after it
        """
        kind, spaces = str(event.kind).replace("_", " "), position.map

        def said() -> Sentence:
            _check_subjects(event.subjects, spaces, f"event {event.kind}")
            return Sentence.of(event)

        def unsaid() -> Sentence:
            return Sentence(capital(kind), event.clause, (), event.kind)

        return self.make(position.system, "carry_out", said, unsaid)


def bare_scene(position: Position, last: Scene | None) -> Scene:
    """Return the scene that stands in for one that cannot be made: the last one of the same map, else the empty map."""
    if last is not None and last.map == position.map:
        return last
    grounds = tuple(Ground(key, key, "plains", "none") for key in position.map.terrains)
    return Scene(position.map, grounds, player_looks(position.players), title=position.system.title)


def _check_subjects(subjects: tuple[str, ...], spaces: SpaceMap, place: str) -> None:
    """Refuse subjects off the map. The cards of a mat are spaces that come and go.

    :raises InputError: naming the nearest spaces
    """
    lost = [] if isinstance(spaces, MatMap) else [space for space in subjects if spaces.find(space) is None]
    if lost:
        raise InputError("this cannot be shown", [Problem(place, spaces.explain_unknown(space)) for space in lost])


def _off_the_map(option: Choice, spaces: SpaceMap) -> InputError:
    problem = Problem(f"option {option.slot} {option.value}", spaces.explain_unknown(option.space))
    return InputError("this choice cannot be shown", [problem])


def _visible(text: str) -> str:
    return text.encode("utf-8", "backslashreplace").decode()
