"""The state of a board, made from the session. Making it changes nothing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Literal

from hexwidget.english import translated
from hexwidget.explore.opponents import Opponents
from hexwidget.rules import Choices, Draft
from hexwidget.scene import Arrow, Scene
from hexwidget.scene.encode import Wire
from hexwidget.scene.scene_messages import ChangingScene, StaticScene
from hexwidget.widget.activity import Activity
from hexwidget.widget.audience import SPECTATORS, Audience
from hexwidget.widget.connections.encode import encode
from hexwidget.widget.connections.messages import Said, Status
from hexwidget.widget.drawings import Drawings
from hexwidget.widget.editing import Editor
from hexwidget.widget.looks import Looks
from hexwidget.widget.observer_calls import Failures
from hexwidget.widget.pages.page import rulebook_address
from hexwidget.widget.timeline import Memory, bare_timeline, notices, timeline


@dataclass(frozen=True, slots=True)
class Advised:
    """The message of a search: while it is under way ("sought"), and when it has found an action ("given").

    :param said: sentences beside the board
    :param arrows: the actions that it expects
    :param draft: the suggested action, as it is chosen on the board
    """

    state: Literal["sought", "given"]
    said: tuple[Said, ...]
    arrows: tuple[Arrow, ...] = ()
    draft: Draft | None = None


@dataclass(frozen=True, slots=True)
class States:
    """The state of each trait at a step, as it travels.

    :param scene: the static scene
    :param root: the first choices
    :param traits: the states of the other traits by their names
    """

    scene: Wire
    root: Choices
    traits: dict[str, Wire]


def game_of(traits: Mapping[str, Wire]) -> dict[str, Wire]:
    """Return the states of traits without the file that the game is kept in."""
    return {**traits, "_status": {**traits["_status"], "kept": None}}


class State:
    """The state of a board: all that it shows of its session. The methods only look; `Showing` sets the attributes.

    :param looks: the theme of the board, and the players' own colours
    :param track_hover: True if views report the space under the pointer
    """

    def __init__(
        self, activity: Activity, drawings: Drawings, editor: Editor, looks: Looks, *, track_hover: bool = False
    ) -> None:
        self.audience: Audience[Any] = activity.audience
        self.drawings = drawings
        self.looks: Looks = looks
        self.track_hover = track_hover
        self.opponents: Opponents | None = None
        self.draft: Draft = Draft()
        """The choice so far at the present step."""
        self.advised: Advised | None = None
        self.failures: Failures = Failures()
        """The observers that failed."""
        self.memory: Memory = Memory()
        """Results of earlier timelines of the session."""
        self._activity = activity
        self._editor = editor
        self._first_theme = looks.theme
        self._static_before: tuple[StaticScene, Wire] | None = None
        """The static scene made last, and its encoded form."""

    def states(self) -> States:
        """Return all that follows from the present step."""
        audience, guarded = self.audience, self.audience.guarded
        to_act = guarded.to_act(audience.seen)  # first: where this fails, much else does
        scene = self._bare_scene()
        root = self.root
        opponents = self.opponents.players if self.opponents else ()
        told = guarded.attempt(
            "stage",
            lambda: timeline(audience.session, audience.player, opponents, self.memory, guarded),
            lambda: bare_timeline(audience.session, audience.player),
        )
        state = encode(ChangingScene.of(self._draw_on(scene)))
        choices = {"root": encode(root, audience.system.rulebook), "branches": []}
        more = {"_timeline": encode(told), "_status": self._status(to_act)}
        return States(self._static(scene), root, {"_state": state, "_choices": choices, **more})

    def step_name(self, states: States) -> list[Any]:
        """Return data that names a step for its audience, in this process and after a restart: where the line of play is, the
        position, and what may be chosen. Steps that the audience was not told of leave no trace in it."""
        audience, traits = self.audience, game_of(states.traits)
        told = {**traits["_timeline"], "notice": ""}  # of a journal that was torn, once
        key = audience.guarded.attempt("key", lambda: audience.seen.key, lambda: "")
        return [audience.player, key, told, traits["_choices"]["root"], traits["_status"]]

    # ------------------------------------------------------------------ the scene
    @property
    def scene(self) -> Scene:
        """The scene with the drawings on it, and what a search expects."""
        found = self._draw_on(self._bare_scene())
        return found if self.advised is None else found.adding(arrows=self.advised.arrows)

    @property
    def drawn(self) -> tuple[Wire, Wire]:
        """The changing part of the scene with the drawings: without and with what a search expects."""
        plain = encode(ChangingScene.of(self._draw_on(self._bare_scene())))
        return plain, plain if self.advised is None else encode(ChangingScene.of(self.scene))

    def _bare_scene(self) -> Scene:
        scene = self.looks.on(self.audience.guarded.scene(self.audience.observation))
        return self.drawings.coloured(Drawings(self._activity.present.drawn()).coloured(scene))

    def _draw_on(self, scene: Scene) -> Scene:
        """The scene with what the activity draws, and the drawings on it."""
        return self.drawings.on(Drawings(self._activity.present.drawn()).on(scene))

    def _static(self, scene: Scene) -> Wire:
        prose = translated(self.drawings.content.prose)
        more: dict[str, Any] = {"prose": prose, "track_hover": self.track_hover, "theme": self._first_theme}

        rulebook = rulebook_address(self.audience.system.name)
        static = StaticScene.of(scene, rulebook, title=self._activity.present.title(scene), **more)
        if self._static_before is None or self._static_before[0] != static:
            self._static_before = static, _share(static)
        return self._static_before[1]

    # ------------------------------------------------------------------ choices
    @property
    def root(self) -> Choices:
        """The first choices."""
        return self._activity.choices(Draft())

    @property
    def advisable(self) -> str | None:
        """The player that a search can advise on this board: a person who has to decide. None: there is no such player, or
        the search would use what the board's player does not know."""
        audience, opponents = self.audience, self.opponents
        if not self._activity.advises or self._activity.present is not self._activity or audience.player == SPECTATORS:
            return None
        position = audience.session.position
        to_act = audience.guarded.to_act(position)
        player = audience.player or next((each for each in position.players if each in to_act), None)
        decides = player in to_act and (opponents is None or player not in opponents.players)
        system = audience.system
        fair = audience.player is None or system.resamples_fairly or system.is_whole(audience.seen)
        return player if decides and fair else None

    # ------------------------------------------------------------------ words
    @property
    def status(self) -> Wire:
        """The words about the game, without those of `with_remarks`."""
        return self._status(self.audience.guarded.to_act(self.audience.seen))

    def _status(self, to_act: tuple[str, ...]) -> Wire:
        audience, activity, guarded = self.audience, self._activity, self.audience.guarded
        stage = guarded.stage(audience.seen)
        more: dict[str, Any] = {"thinking": self._thinking(), "turn": activity.present.turn()}
        status = Status.of(stage, to_act, audience.player, any_view=activity.any_view, **more)
        said = (*activity.present.said(), *guarded.said(audience.player))
        more = {"advice": "none" if self.advisable is None else "offered", "kept": audience.kept}
        return encode(replace(status, said=said, called=activity.called(), taught=activity.taught, **more))

    def _thinking(self) -> tuple[str, ...]:
        """The opponents who think. After a step that a player does not notice they are not told that somebody answers it."""
        audience, opponents = self.audience, self.opponents
        if opponents is None or not opponents.turn:
            return ()
        player, session = audience.player, audience.session
        if player is not None and not notices(session, player, session.step, self.memory, audience.guarded):
            return ()
        return opponents.turn

    def with_remarks(self, status: Wire) -> Wire:
        """A status with what a search has to say, and with the observers that failed."""
        more = self.failures.said(self.audience.player)
        if self.advised is not None:
            more = (*self.advised.said, *more)
            status = {**status, "advice": "sought"} if self.advised.state == "sought" else status
        return {**status, "said": [*status["said"], *(encode(each) for each in more)]} if more else status

    @property
    def editing(self) -> Wire | None:
        """The editor; None: it is closed."""
        return self.audience.guarded.attempt("brushes", self._editor.state, lambda: None)


@lru_cache(maxsize=16)
def _share(static: StaticScene) -> Wire:
    """A static scene as it travels. The boards of all seats of a table, and of a class, share it: it can be the largest thing of a
    board."""
    return encode(static)
