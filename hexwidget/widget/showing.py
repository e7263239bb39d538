"""The state that a board shows: made from the session, written to the traits that travel to the views."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from itertools import count
from typing import Any, Literal

from hexwidget.explore.opponents import Opponents
from hexwidget.play import Session
from hexwidget.play.alone import alone
from hexwidget.play.interrupts import uninterrupted
from hexwidget.rules import Choices, Draft, Stage, Verdict
from hexwidget.scene import Arrow, Overlay, Scene, Theme
from hexwidget.scene.encode import Wire
from hexwidget.scene.parts import ChangingScene, StaticScene, other_map
from hexwidget.systems.author import check_acting, checked_scene, checked_stage
from hexwidget.systems.registry import is_bundled
from hexwidget.widget.activity import Activity
from hexwidget.widget.ahead import Ahead
from hexwidget.widget.audience import Audience
from hexwidget.widget.authors import bare_scene
from hexwidget.widget.connection import Connection
from hexwidget.widget.drawings import Drawings
from hexwidget.widget.editing import Editor
from hexwidget.widget.encode import encode
from hexwidget.widget.looks import Looks
from hexwidget.widget.messages import DATED, TRAITS, Said, Status
from hexwidget.widget.observing import Failures, follow, observers_wait
from hexwidget.widget.page import rulebook_address
from hexwidget.widget.timeline import Memory, bare_timeline, notices, timeline
from hexwidget.widget.traits import SYNCED, Frozen

UNKNOWN_STAGE = "the stage of the game cannot be said"


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


class Showing:
    """The traits of a widget, kept in step with a session.

    ``revision`` counts the states that were shown; ``draft`` is what has been chosen in the present one.

    :param widget: the widget whose traits they are
    :param looks: the theme of the board, and the players' own colours
    :param track_hover: True if views report the space under the pointer
    """

    def __init__(
        self,
        widget: Connection,
        activity: Activity,
        drawings: Drawings,
        editor: Editor,
        looks: Looks,
        *,
        track_hover: bool = False,
    ) -> None:
        self.audience: Audience[Any] = activity.audience
        self.drawings = drawings
        self.looks: Looks = looks
        self.track_hover = track_hover
        self._first_theme = looks.theme
        self.opponents: Opponents | None = None
        self.revision: int = 0
        self.draft: Draft = Draft()
        self.advised: Advised | None = None
        self.prose: str = ""
        """A few words about the scenario that is shown."""
        self.failures: Failures = Failures()
        """The observers that failed."""
        self._widget = widget
        self._activity = activity
        self._editor = editor
        self._behind = False
        self._scene: Wire = {}
        self._sent: dict[str, Wire] = {}
        self._root: Choices | None = None
        self._told: tuple[Overlay, ...] = ()
        """The overlays that cells were told of."""
        self._branches: list[Wire] = []
        """The choices behind the first ones that the views have already."""
        self._memory = Memory(authors=self.audience.authors)
        self._last_scene: Scene | None = None
        """The last scene that its system could make."""
        self._authors_said: int = 0
        """The number of errors of the system's author that the board says."""
        self._seen: object = None
        """The observation that is shown."""
        self._versions = count(1)
        """The numbers of the values that travel."""
        self.ahead = Ahead(activity.choices, self._send_ahead)
        """Sends what may be clicked next."""
        self._drafts: dict[tuple[int, str | None], Draft] = {}
        self._stops: list[Callable[[], None]] = []

    # ------------------------------------------------------------------ which session is shown
    def watch(self) -> None:
        """Show every step of the session from now on."""
        self._stops.append(follow(self.audience.session, self.follow))

    def seat(self, opponents: Opponents) -> None:
        """Show which opponents think, from now on."""
        self.opponents = opponents
        self._stops += [opponents.stop, self.audience.session.watch(self._show_thinking, kind="opponents")]

    def stop(self) -> None:
        """Show no further steps; the opponents leave their seats."""
        self.ahead.stop()
        while self._stops:
            self._stops.pop(0)()

    def open(self, session: Session) -> None:
        """Show another session, without the drawings of the one before."""
        self.stop()
        self.drawings.clear()
        self._drafts.clear()
        self.prose = ""
        self._memory = Memory(authors=self.audience.authors)
        self.audience.session = session
        self.tell("last_verdict", None)
        self.watch()
        self.follow()

    def see_as(self, player: str | None) -> None:
        """Show the view of a player; None: everything. A player who comes back finds the draft that they began.

        :raises InputError: if this audience may not see it, or the game has no such player
        """
        audience, step, before = self.audience, self.audience.session.step, self.audience.player
        with uninterrupted():
            audience.see_as(player)
            if player == before:
                return
            self._drafts[step.number, before] = self.draft
            self.tell("last_verdict", None)  # it was told to somebody else
            self.follow()
            self.choose(self._drafts.get((audience.session.step.number, player), Draft()))

    # ------------------------------------------------------------------ whole states
    @alone
    def follow(self) -> None:
        """Show the present step."""
        with uninterrupted():
            self._show_step()

    def catch_up(self) -> None:
        """Show the present step, if a failure kept it from being shown."""
        if self._behind:
            self._show_step()

    def _show_step(self) -> None:
        """Make everything that follows from the step, then send it in one message. Nothing is sent, and no revision counted,
        where the audience sees no difference."""
        behind, self._behind = self._behind, True
        scene, root, states = self._made()
        same_scene = not behind and scene == self._scene
        if same_scene and states == self._sent:
            if self.audience.observation != self._seen:
                self._begin_ahead(root)
        elif same_scene and self._sent and _game(states) == _game(self._sent):
            self._send_status(states["_status"])  # the draft stays
        else:
            with observers_wait():
                last, before = states["_timeline"]["length"], self._sent["_timeline"]["length"] if self._sent else 0
                with self._widget.hold_sync():
                    self._send_step(scene, root, states)
                    # A slider grows before it is set, and is set before it shrinks: it would set the step to its new end.
                    if last > before:
                        self.tell("last_step", last)
                    self._tell_cells(states)
                self.tell("last_step", last)
        self._behind = False

    def _made(self) -> tuple[Wire, Choices, dict[str, Wire]]:
        """The static scene, the first choices, and the state of each other trait."""
        audience, activity = self.audience, self._activity
        system = audience.system
        audience.authors.begin()
        if not is_bundled(system.name):
            audience.authors.make(system, "to_act", lambda: check_acting(system, audience.seen), lambda: None)
        scene = self._bare_scene()
        rulebook, title = rulebook_address(system.name), activity.title(scene)
        more: dict[str, Any] = {"prose": self.prose, "track_hover": self.track_hover, "theme": self._first_theme}
        static = encode(StaticScene.of(scene, rulebook, title=title, **more))
        if self._scene and other_map(static, self._scene):
            self.drawings.renumber()
        root = activity.choices(Draft())
        opponents = self.opponents.players if self.opponents else ()
        states = {
            "_state": encode(ChangingScene.of(self._drawn_on(scene))),
            "_choices": {"root": encode(root, system.rulebook), "branches": []},
            "_timeline": encode(
                audience.authors.make(
                    system,
                    "stage",
                    lambda: timeline(audience.session, audience.player, opponents, self._memory),
                    lambda: bare_timeline(audience.session, audience.player),
                )
            ),
            "_status": self._status(),
        }
        return static, root, states

    def _send_step(self, scene: Wire, root: Choices, states: dict[str, Wire]) -> None:
        self.revision, self._root, self.draft, self.advised = self.revision + 1, root, Draft(), None
        self._sent = states
        if scene != self._scene:
            self._widget._scene = scene
            self._scene = scene  # after the trait: a scene that could not be set is set next time
        self._branches = []
        for trait, state in states.items():
            self._send(trait, self._with_remarks(state) if trait == "_status" else state)
        self._send("_current", None)
        self.show_editing()
        self._begin_ahead(root)

    def _begin_ahead(self, root: Choices) -> None:
        """Send what may be clicked next from now on, after everything else."""
        self._seen = self.audience.observation
        if self._branches:
            self._branches = []
            self._send_choices()
        self.ahead.begin(root, self.audience.seen.map, self.audience.system.rulebook)

    def _send_ahead(self, branches: list[Wire]) -> None:
        """Send choices that follow from the first ones."""
        if not self._behind:
            self._branches = [*self._branches, *branches]
            self._send_choices()

    def _send_choices(self) -> None:
        self._send("_choices", {**self._sent["_choices"], "branches": self._branches})

    def _tell_cells(self, states: Mapping[str, Wire]) -> None:
        """Set the traits that cells observe. Observers are called in this order: what depends on all of it comes last."""
        audience = self.audience
        self.tell("player", audience.player)
        self.tell("step", states["_timeline"]["depth"])
        self.tell("selected", None)
        made = (audience.system, "told", lambda: audience.last_action(audience.session.step), lambda: None)
        self.tell("last_action", audience.authors.make(*made))
        self.tell_overlays()
        self.tell("position", audience.position)

    # ------------------------------------------------------------------ parts of a state
    def choose(self, draft: Draft) -> None:
        """Show the choices under a draft."""
        now = self._activity.choices(draft)
        spaces = self.audience.seen.map
        self.ahead.near = next(
            (slot for slot in now.draft.values() if isinstance(slot, str) and spaces.find(slot) is not None),
            self.ahead.near,
        )
        with observers_wait(), self._widget.hold_sync():
            self.draft = now.draft
            if self.advised is not None and self.advised.draft != now.draft:
                self.advise(None)
            self._send("_current", encode(now, self.audience.system.rulebook) if now.draft else None)
            self.tell("selected", self.selected)
            self.say_authors()

    @property
    def step(self) -> int:
        """The place of the present step, as the audience counts steps."""
        place: int = self._sent["_timeline"]["depth"]
        return place

    @property
    def selected(self) -> str | None:
        """The space of the piece that is chosen."""
        root = self._root.options if self._root else ()
        return next((o.space for o in root if o.kind == "piece" and self.draft.get(o.slot) == o.value), None)

    @property
    def scene(self) -> Scene:
        """The scene with the drawings on it, and what a search expects."""
        found = self._drawn_on(self._bare_scene())
        return found if self.advised is None else found.adding(arrows=self.advised.arrows)

    def _bare_scene(self) -> Scene:
        audience, system = self.audience, self.audience.system
        if is_bundled(system.name):
            return self.looks.on(system.scene(audience.observation))
        found = audience.authors.make(
            system,
            "scene",
            lambda: checked_scene(system, audience.observation),
            lambda: bare_scene(audience.seen, self._last_scene),
        )
        self._last_scene = found
        return self.looks.on(found)

    def _drawn_on(self, scene: Scene) -> Scene:
        """The scene with what the activity draws, and the drawings on it."""
        return self.drawings.on(Drawings(self._activity.drawn()).on(scene))

    def show_drawings(self) -> None:
        """Show the drawings as they are now."""
        self._sent["_state"] = encode(ChangingScene.of(self._drawn_on(self._bare_scene())))
        self._send("_state", encode(ChangingScene.of(self.scene)))
        self.tell_overlays()

    def tell_overlays(self) -> None:
        """Set the trait of the overlays."""
        overlays = self.drawings.annotations.overlays
        if overlays != self._told:
            self._told = overlays
            self.tell("overlays", Frozen(self.drawings.as_json(self.audience.seen.map)))

    def set_theme(self, theme: Theme) -> None:
        """Show the board in another theme; views that have chosen one of their own keep that."""
        self.looks = replace(self.looks, theme=theme)
        self.tell("theme", theme)

    def judged(self, verdict: Verdict) -> None:
        """Tell cells a verdict that the audience gets."""
        self.tell("last_verdict", verdict)

    def advise(self, advised: Advised | None) -> None:
        """Show what a search has to say; None: nothing. It stays until something else is chosen, or the position changes."""
        before, self.advised = self.advised, advised
        if advised == before:
            return
        self.show_status()
        if (before.arrows if before else ()) != (advised.arrows if advised else ()):
            self.show_drawings()

    @property
    def advisable(self) -> str | None:
        """The player whom a search can advise on this board: a person who has to decide. None: there is no such player, or
        the search would use what the board's player does not know."""
        audience = self.audience
        position = audience.session.position
        player = audience.player or position.system.acting(position)
        decides = player in position.to_act and (self.opponents is None or player not in self.opponents.players)
        fair = audience.player is None or position.system.resamples_fairly or audience.seen == position
        return player if decides and fair and self._activity.advises else None

    def show_status(self) -> None:
        """Show the words about the game as they are now."""
        self._send_status(self._status())

    @alone
    def _show_thinking(self) -> None:
        """Show which opponents think, if that has changed."""
        status = self._status()
        if status["thinking"] != self._sent["_status"]["thinking"]:
            self._send_status(status)

    def show_root(self) -> None:
        """Show the first choices as they are now."""
        self._root = self._activity.choices(Draft())
        root = encode(self._root, self.audience.system.rulebook)
        self._sent["_choices"] = {**self._sent["_choices"], "root": root}
        self._send_choices()

    def hover(self, space: str | None) -> None:
        """Take note of the space under the pointer, and tell cells on a board that tracks it."""
        self.ahead.near = space or self.ahead.near
        if self.track_hover:
            spaces = self.audience.seen.map
            self.tell("hovered", None if space is None else spaces.name(spaces.index(space)))

    def show_editing(self) -> None:
        """Show the editor, or hide it."""
        make, system = self.audience.authors.make, self.audience.system
        self._send("_editing", make(system, "brushes", self._editor.state, lambda: None))

    def _status(self) -> Wire:
        audience, activity = self.audience, self._activity
        called = activity.called()  # before what is said: what has happened since may end a stage
        system = audience.system
        stage, to_act = audience.authors.make(
            system,
            "stage",
            lambda: (checked_stage(system, audience.seen), tuple(sorted(audience.seen.to_act))),
            lambda: (Stage(UNKNOWN_STAGE), ()),
        )
        advised = audience.authors.make(system, "to_act", lambda: self.advisable, lambda: None)
        said = (*activity.said(), *audience.authors.said(system, audience.player))
        self._authors_said = len(audience.authors.found)
        status = Status.of(
            stage,
            to_act,
            audience.player,
            any_view=activity.any_view,
            thinking=self._thinking(),
            said=said,
            advice="none" if advised is None else "offered",
            kept=audience.kept,
            called=called,
            taught=activity.taught,
            turn=activity.turn(),
        )
        return encode(status)

    def _thinking(self) -> tuple[str, ...]:
        """The opponents who think. After a step that a player does not notice they are not told that somebody answers it."""
        audience, opponents = self.audience, self.opponents
        if opponents is None or not opponents.turn:
            return ()
        player, session = audience.player, audience.session
        if player is not None and not notices(session, player, session.step, self._memory):
            return ()
        return opponents.turn

    def say_authors(self) -> None:
        """Say the errors of the system's author that have come up since the status was sent."""
        if len(self.audience.authors.found) != self._authors_said:
            self.show_status()

    def _send_status(self, status: Wire) -> None:
        self._sent["_status"] = status
        self._send("_status", self._with_remarks(status))

    def _with_remarks(self, status: Wire) -> Wire:
        """A status with what a search has to say, and with the observers that failed."""
        more = self.failures.said(self.audience.player)
        if self.advised is not None:
            more = (*self.advised.said, *more)
            status = {**status, "advice": "sought"} if self.advised.state == "sought" else status
        return {**status, "said": [*status["said"], *(encode(each) for each in more)]} if more else status

    def _send(self, trait: str, state: Wire | None) -> None:
        """Set a trait that travels, with its revision."""
        dated = {"revision": self.revision, "version": next(self._versions)}
        setattr(self._widget, trait, state and {**(dated if trait in DATED else {"revision": self.revision}), **state})

    def greet(self) -> None:
        """Take note that a view looks on."""
        self._widget._greeted = True
        self.ahead.watch()

    def send_again(self) -> None:
        """Send all state to a view that has missed something."""
        self._widget.send_state([*TRAITS, *SYNCED])

    def tell(self, trait: str, value: Any) -> None:
        """Set a trait that cells observe to its true value."""
        self._widget.set_trait(trait, value)


def _game(states: Mapping[str, Wire]) -> Mapping[str, Wire]:
    """The states without the file that the game is kept in."""
    return {**states, "_status": {**states["_status"], "kept": None}}
