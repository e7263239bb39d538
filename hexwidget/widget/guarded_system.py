"""Rule systems as boards ask them. An error of a system's author in mid-game is said on the board, which shows what it can, and
the game goes on.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import Any, TypeVar

from hexwidget import rules
from hexwidget.english import capital
from hexwidget.geometry import MatMap, SpaceMap
from hexwidget.problems import InputError, Problem
from hexwidget.rules.author import REMEDY, AuthorsError, authors_error, checked_acting, checked_scene, checked_stage
from hexwidget.rules.choices import DRAFT_CANNOT_READ
from hexwidget.scene import BorderLook, Ground, Scene, faults, player_looks
from hexwidget.systems.registry import is_bundled
from hexwidget.widget.connections.messages import Said, Sentence
from hexwidget.widget.host import log

T = TypeVar("T")
UNSAID = "the reason cannot be said"
CANNOT_SAY = "why, cannot be said"
UNKNOWN_STAGE = "the stage of the game cannot be said"
MOST_SAID = 3
"""The most errors that the board says."""


class BareDesk(rules.DefaultDesk[Any, Any]):
    """The choices of a system whose own desk or scene fails: spaces and buttons, without pieces and forecasts."""

    pieces = MappingProxyType[Any, Any]({})  # no scene is asked for

    def words(self, action: Any) -> str:
        return str(action)

    def why_not(self, action: Any, findings: Any) -> str:
        return "The rules bar it"


class GuardedSystem:
    """A rule system as a board asks it. If its author's code fails, the error is noted, and something stands in for the answer.

    ``errors`` are those that came up since the present step was shown, each once. Bundled systems are asked as they are: an
    error of theirs is ours.
    """

    def __init__(self, system: rules.RuleSystem[Any, Any]) -> None:
        self.system = system
        self.errors: dict[AuthorsError, None] = {}
        self.bundled = is_bundled(system.name)
        self._last_scene: Scene | None = None
        """The last scene that the system could make."""

    def forget_errors(self) -> None:
        """Forget the errors of the step before."""
        self.errors = {}

    def attempt(self, method: str, make: Callable[[], T], otherwise: Callable[[], T]) -> T:
        """Return the system's result; if that fails, note the error, and return something else.

        :param method: the method of the protocol that is asked
        """
        if self.bundled:
            return make()
        try:
            return make()
        except Exception as error:
            if isinstance(error, InputError) and error.title == DRAFT_CANNOT_READ:
                raise  # a view has sent it
            self._note(method, error)
            return otherwise()

    def _note(self, method: str, error: Exception) -> None:
        """Note an error. Its traceback goes to the log."""
        found = authors_error(self.system, method, error)
        if found not in self.errors:
            self.errors[found] = None
            log().error("an error of the author of %s, in %s", self.system.name, method, exc_info=error)

    def failed(self, error: Exception) -> str:
        """Return the words for a failure that nobody has foreseen: of a system of somebody's own, its author's error."""
        if self.bundled:
            log().error("an intent failed", exc_info=error)
            # `play.html` loads files as it needs them, and names the one that did not come.
            return f"{error}." if isinstance(error, ImportError) else "Something went wrong; the log says what."
        self._note("check", error)
        return f"The system {self.system.title} has failed; the board says where."

    def said(self, player: str | None) -> tuple[Said, ...]:
        """Return the sentences beside the board.

        :param player: the player who looks on: an error may tell what they must not know. None: everything is said.
        """
        if not self.errors:
            return ()
        lines = [f"At {each if player is None else each.place}" for each in list(self.errors)[:MOST_SAID]]
        if len(self.errors) > MOST_SAID:
            lines.append(f"And {len(self.errors) - MOST_SAID} more.")
        shown = (line.encode("utf-8", "backslashreplace").decode() for line in (*lines, REMEDY))
        told = tuple(Sentence(line, "", ()) for line in shown)
        return (Said(f"An error of the author of {self.system.title}", "wrong", told),)

    # ------------------------------------------------------------------ the protocol
    def check_scene(self, observation: rules.Observation[Any]) -> None:
        """Refuse a first scene that cannot be drawn: there is nothing yet that could stand in.

        :raises SceneError: naming the hues, patterns, spaces and seats that do not exist
        """
        if not self.bundled:
            checked_scene(self.system, observation)

    def scene(self, observation: rules.Observation[Any]) -> Scene:
        """Return the scene of an observation, else the last one."""
        if self.bundled:
            return self.system.scene(observation)
        self._last_scene = self.attempt(
            "scene",
            lambda: checked_scene(self.system, observation),
            lambda: bare_scene(observation.seen, self._last_scene),
        )
        return self._last_scene

    def to_act(self, position: rules.Position) -> tuple[str, ...]:
        """Return the players who may act, in alphabetical order; nobody, if that cannot be said."""
        return self.attempt("to_act", lambda: tuple(sorted(checked_acting(self.system, position))), tuple)

    def stage(self, position: rules.Position) -> rules.Stage:
        """Return the stage of the game, else words that it cannot be said."""
        return self.attempt("stage", lambda: checked_stage(self.system, position), lambda: rules.Stage(UNKNOWN_STAGE))

    def told(self, before: rules.Position, done: rules.Action | rules.ChanceOutcome, player: str | None) -> str | None:
        """Return the words for a player or spectator about an action or outcome; None: no words, or they fail."""
        return self.attempt("told", lambda: self.system.told(before, done, player or None), lambda: None)

    def explain(
        self, observation: rules.Observation[Any], player: str | None, draft: rules.Draft, space: str
    ) -> rules.Verdict:
        """Return why a space cannot be chosen, else words that this cannot be said."""

        def explained() -> rules.Verdict:
            return self.verdict(self.system.explain(observation, player, draft, space), observation.seen)

        return self.attempt("explain", explained, lambda: rules.Verdict(rules.Status.INCOMPLETE, (), CANNOT_SAY))

    def choices(
        self, position: rules.Position, player: str | None, draft: rules.Draft, make: Callable[[], rules.Choices]
    ) -> rules.Choices:
        """Return choices that can be shown: those of the system, else plain ones, else none."""
        if self.bundled:
            return make()

        def checked(made: rules.Choices) -> rules.Choices:
            if not isinstance(made, rules.Choices):
                raise TypeError(f"expected choices, not {type(made).__name__}")
            return self._sayable(made, position)

        def plain() -> rules.Choices:
            acting = self.system.acting(position) if player is None else player
            return checked(BareDesk(position, acting, draft).choices())

        def none() -> rules.Choices:
            return rules.Choices(player, rules.Draft(), "What may be chosen cannot be shown")

        return self.attempt("choices", lambda: checked(make()), lambda: self.attempt("legal_actions", plain, none))

    def _sayable(self, made: rules.Choices, position: rules.Position) -> rules.Choices:
        """Return choices whose options lie on the map, with reasons that can be said."""
        spaces, options = position.map, list[rules.Choice]()
        for option in made.options:
            if option.space is not None and spaces.find(option.space) is None:
                problem = Problem(f"option {option.slot} {option.value}", spaces.explain_unknown(option.space))
                self._note("choices", InputError("this choice cannot be shown", [problem]))
            else:
                options.append(replace(option, findings=self._findings(option.findings, position)))
        arrows = made.arrows
        found = faults(bare_scene(position, None).adding(arrows=arrows)) if arrows else []
        if found:
            self._note("choices", InputError("these arrows cannot be drawn", found))
            arrows = ()
        return replace(made, options=tuple(options), arrows=arrows, verdict=self.verdict(made.verdict, position))

    def verdict(self, verdict: rules.Verdict, position: rules.Position) -> rules.Verdict:
        """Return a verdict whose reasons can be said."""
        if self.bundled or not verdict.findings:
            return verdict
        return replace(verdict, findings=self._findings(verdict.findings, position))

    def _findings(self, findings: tuple[rules.Finding, ...], position: rules.Position) -> tuple[rules.Finding, ...]:
        """Return findings that can be said: others keep their clause, if there is such a clause."""
        rulebook = self.system.rulebook

        def say(each: rules.Finding) -> rules.Finding:
            rulebook[each.clause]
            _check_subjects(each.subjects, position.map, f"finding {each.code}")
            assert each.text is not None  # noqa: S101  (asking for it forms the sentence)
            return each

        def unsaid(each: rules.Finding) -> rules.Finding:
            clause = each.clause if each.clause in rulebook else next(iter(rulebook))
            return rules.Finding(clause, each.code, (), {}, UNSAID)

        return tuple(self.attempt("objections", partial(say, each), partial(unsaid, each)) for each in findings)

    def sentence(self, event: rules.Event, position: rules.Position) -> Sentence:
        """Return the sentence of an event; of one that cannot be formed, its kind.

        :param position: the position after it
        """

        def said() -> Sentence:
            _check_subjects(event.subjects, position.map, f"event {event.kind}")
            return Sentence.of(event)

        def unsaid() -> Sentence:
            return Sentence(capital(str(event.kind).replace("_", " ")), event.clause, (), event.kind)

        follows = type(self.system).carry_out is rules.RuleSystem.carry_out
        return self.attempt("follow" if follows else "carry_out", said, unsaid)


def bare_scene(position: rules.Position, last: Scene | None) -> Scene:
    """Return the scene that stands in for one that cannot be made: the last one of the same map, else the empty map."""
    if last is not None and last.map == position.map:
        return last
    grounds = tuple(Ground(key, key, "plains", "none") for key in position.map.terrains)
    sides = tuple(BorderLook(each.kind, each.kind, "river", "solid") for each in position.map.hexsides)
    return Scene(position.map, grounds, player_looks(position.players), borders=sides, title=position.system.title)


def _check_subjects(subjects: tuple[str, ...], spaces: SpaceMap, place: str) -> None:
    """Refuse subjects off the map. The cards of a mat are spaces that come and go.

    :raises InputError: naming the nearest spaces
    """
    lost = [] if isinstance(spaces, MatMap) else [space for space in subjects if spaces.find(space) is None]
    if lost:
        raise InputError("this cannot be shown", [Problem(place, spaces.explain_unknown(space)) for space in lost])
