"""Show a session on a board: follow its steps, and bring what the board shows to the views and to cells.

`State` makes what the board shows, `Sending` brings it to the views. `Showing` knows when, and tells cells: it sets the traits
that they observe.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, NoReturn

from hexwidget.explore.opponents import Opponents
from hexwidget.explore.policies import Policy, PolicyError
from hexwidget.languages import in_its_language
from hexwidget.play import Session
from hexwidget.play.game_lock import alone
from hexwidget.play.interrupts import hold_interrupts
from hexwidget.problems import InputError
from hexwidget.rules import Choices, Draft
from hexwidget.scene import Overlay, Theme
from hexwidget.scene.encode import Wire
from hexwidget.scene.scene_messages import other_map
from hexwidget.widget.activity import Activity
from hexwidget.widget.audience import SPECTATORS, Audience, BoardPart, policy_error_for_players
from hexwidget.widget.connections.connection import Connection, Sending
from hexwidget.widget.connections.encode import encode
from hexwidget.widget.drawings import Drawings
from hexwidget.widget.observer_calls import follow, observers_wait
from hexwidget.widget.prefetching import Ahead
from hexwidget.widget.state import Advised, State, States, game_of
from hexwidget.widget.timeline import Memory


class Frozen(dict[str, Any]):
    """A dict that is replaced as a whole: the board does not notice a change of an entry."""

    def __setitem__(self, name: str, value: object) -> NoReturn:
        raise TypeError(f"set all of them, `board.overlays = {{**board.overlays, {name!r}: ...}}`, or use `board.show`")

    def __delitem__(self, name: str) -> NoReturn:
        raise TypeError(f"use `board.hide({name!r})`")


class Showing(BoardPart):
    """Keeps what views and cells have of a board in step with a session.

    :param connection: the way to them
    """

    def __init__(self, connection: Connection, activity: Activity, state: State) -> None:
        self.audience: Audience[Any] = activity.audience
        self.state = state
        self.sending: Sending = Sending(connection)
        self.ahead: Ahead = Ahead(activity.choices, self._send_ahead, connection.loop, self.audience.speaking)
        """Sends what may be clicked next."""
        self._connection = connection
        self._activity = activity
        self.behind = False
        self._root: Choices | None = None
        """The first choices that the views have."""
        self._seen: object = None
        """The observation that is shown."""
        self._told: tuple[Overlay, ...] = ()
        """The overlays that cells were told of."""
        self._errors_said: int = 0
        """The number of errors of the system's author that the board says."""
        self._drafts: dict[tuple[int, str | None], Draft] = {}
        self._stops: list[Callable[[], None]] = []
        self._own: Opponents | None = None
        """The opponents that play on this board alone."""

    # ------------------------------------------------------------------ which session is shown
    def begin(self, opponents: Mapping[str, str | Policy] | Opponents | None, pause: float) -> None:
        """Show the present step, and let opponents act if it is their turn.

        :param opponents: the policy of each player that a policy plays; `Opponents` act by themselves, and outlast the board
        :param pause: seconds before they answer a person at a view
        :raises InputError: if there cannot be such opponents
        :raises PolicyError: if a policy fails
        """
        audience, failed = self.audience, ""
        self._watch()  # before the opponents do: the board shows each action before they think about it
        try:
            if isinstance(opponents, Opponents):
                self.state.opponents = opponents
            elif opponents is not None:
                if isinstance(opponents, Mapping) and audience.player in opponents:
                    what = f"this is {audience.player}'s own board: a person plays there"
                    raise InputError("no such opponents", what, f"opponents/{audience.player}")
                self._seat(opponents, pause)
            self.follow()
            if self.state.opponents not in (None, opponents):
                self.state.opponents.act()
        except PolicyError as error:
            if not audience.bound:
                raise
            failed = error.player
        if failed:  # raised here: the context of the error would hold what the policy saw
            raise policy_error_for_players(failed)

    def _seat(self, policies: Mapping[str, str | Policy], pause: float) -> None:
        """Let policies play on this board until another session is opened."""
        session = self.audience.session
        self._own = self.state.opponents = Opponents(session, policies, pause=pause)
        self._stops += [self._own.stop, session.watch(self._show_thinking, kind="opponents")]

    def _watch(self) -> None:
        """Show every step of the session from now on."""
        own = self.audience.player if self.audience.bound else None
        self._stops.append(follow(self.audience.session, self.follow, own))

    def stop(self) -> None:
        """Show no further steps; the opponents leave their seats."""
        self.ahead.stop()
        while self._stops:
            self._stops.pop(0)()

    def open(self, session: Session, drawings: Drawings | None = None) -> None:
        """Show another session, with other drawings; None: with none. The opponents of this board wait until their session is opened
        again; those of a server outlast its boards."""
        self.stop()
        if self._own is not None:
            self.state.opponents = None
        if drawings is None:
            self.state.drawings.clear()
        else:
            self.state.drawings = drawings
        self._drafts.clear()
        self.state.memory = Memory(self.state.memory.game + 1)
        self.audience.session = session
        self.send_to_cells("last_verdict", None)
        self._watch()
        if self._own is not None and self._own.session is session:
            self._seat(self._own.policies, self._own.pause)
        self.follow()

    @in_its_language
    def see_as(self, player: str | None) -> None:
        """Show the view of a player; None: everything. A player who comes back finds the draft that they began.

        :raises InputError: if this audience may not see it, or the game has no such player
        """
        audience, step, before = self.audience, self.audience.session.step, self.audience.player
        with hold_interrupts():
            audience.see_as(player)
            if player == before:
                return
            self._drafts[step.number, before] = self.state.draft
            self.send_to_cells("last_verdict", None)  # it was told to somebody else
            self.follow()
            self.choose(self._drafts.get((audience.session.step.number, player), Draft()))

    # ------------------------------------------------------------------ whole states
    @alone
    def follow(self) -> None:
        """Show the present step."""
        with self.speaking(), hold_interrupts():
            self.show_step()

    def catch_up(self) -> None:
        """Show the present step, if a failure kept it from being shown."""
        if self.behind:
            self.show_step()

    def show_step(self) -> None:
        """Make everything that follows from the step, then send it in one message. Nothing is sent, and no revision counted,
        where the audience sees no difference."""
        behind, self.behind = self.behind, True
        self.audience.guarded.forget_errors()
        self._activity.look()
        drawings, audience = self.state.drawings, self.audience
        if audience.player not in (None, SPECTATORS, *audience.session.position.players):
            audience.player = None  # the editor has changed the players; it does so on a referee's only board
        drawn = drawings.follow(audience.session)
        states, sent = self.state.states(), self.sending.traits
        if sent and not drawn and other_map(states.scene, self.sending.scene) and drawings.renumber():
            states = self.state.states()
        same_scene = not behind and states.scene == self.sending.scene
        if same_scene and states.traits == sent:
            if self.audience.observation != self._seen:
                self._begin_ahead(states.root)
        elif same_scene and sent and game_of(states.traits) == game_of(sent):
            self._send_status(states.traits["_status"])  # the draft stays
        else:
            with observers_wait():
                last, before = states.traits["_timeline"]["length"], sent["_timeline"]["length"] if sent else 0
                with self._connection.hold_sync():
                    self._send_step(states)
                    # A slider grows before it is set, and is set before it shrinks: it would set the step to its new end.
                    if last > before:
                        self.send_to_cells("last_step", last)
                    self._tell_step(states.traits["_timeline"]["depth"])
                self.send_to_cells("last_step", last)
        self.behind = False

    def _send_step(self, states: States) -> None:
        self._root, self.state.draft, self.state.advised = states.root, Draft(), None
        self.sending.send_step(states.scene, states.traits, lambda: self.state.step_name(states))
        self._send_status(states.traits["_status"])
        self.sending.send("_current", None)
        self.show_editing()
        self._begin_ahead(states.root)

    def _begin_ahead(self, root: Choices) -> None:
        """Send the next choices from now on, after everything else."""
        self._seen = self.audience.observation
        self.sending.drop_branches()
        self.ahead.send_behind(root, self.audience.seen.map, self.audience.system.rulebook)

    def _send_ahead(self, branches: list[Wire]) -> None:
        """Send choices that follow from the first ones."""
        if not self.behind:
            self.sending.send_branches(branches)

    # ------------------------------------------------------------------ parts of a state
    @in_its_language
    def choose(self, draft: Draft) -> None:
        """Show the choices under a draft."""
        now = self._activity.choices(draft)
        spaces = self.audience.seen.map
        at = (slot for slot in now.draft.values() if isinstance(slot, str) and spaces.find(slot) is not None)
        self.ahead.near = next(at, self.ahead.near)
        with observers_wait(), self._connection.hold_sync():
            self.state.draft = now.draft
            if self.state.advised is not None and self.state.advised.draft != now.draft:
                self.advise(None)
            self.sending.send("_current", encode(now, self.audience.system.rulebook) if now.draft else None)
            self.send_to_cells("selected", self.selected)
            self.say_authors()

    @property
    def step(self) -> int:
        """The place of the present step, as the audience counts steps."""
        place: int = self.sending.traits["_timeline"]["depth"]
        return place

    @property
    def selected(self) -> str | None:
        """The space of the piece that is chosen."""
        root = self._root.options if self._root else ()
        return next((o.space for o in root if o.kind == "piece" and self.state.draft.get(o.slot) == o.value), None)

    @in_its_language
    def show_root(self) -> None:
        """Show the first choices as they are now."""
        self._root = self.state.root
        self.sending.send_root(encode(self._root, self.audience.system.rulebook))

    @in_its_language
    def show_drawings(self) -> None:
        """Show the drawings as they are now."""
        plain, advised = self.state.drawn
        self.sending.traits["_state"] = plain
        self.sending.send("_state", advised)
        self._tell_overlays()

    @in_its_language
    def show_editing(self) -> None:
        """Show the editor, or hide it."""
        self.sending.send("_editing", self.state.editing)

    def set_theme(self, theme: Theme) -> None:
        """Show the board in another theme; views that have chosen one of their own keep that."""
        self.state.looks = replace(self.state.looks, theme=theme)
        self.send_to_cells("theme", theme)

    def hover(self, space: str | None) -> None:
        """Take note of the space under the pointer, and tell cells on a board that tracks it."""
        self.ahead.near = space or self.ahead.near
        if self.state.track_hover:
            spaces = self.audience.seen.map
            self.send_to_cells("hovered", None if space is None else spaces.name(spaces.index(space)))

    # ------------------------------------------------------------------ for cells
    def send_to_cells(self, trait: str, value: Any) -> None:
        """Set a trait that cells observe to its true value."""
        self._connection.send_to_cells(trait, value)

    def _tell_step(self, place: int) -> None:
        """Tell another step. Observers are called in this order: what depends on all of it comes last.

        :param place: the place of the step, as the audience counts steps
        """
        audience = self.audience
        self.send_to_cells("player", audience.player)
        self.send_to_cells("step", place)
        self.send_to_cells("selected", None)
        self.send_to_cells("last_action", audience.last_action(audience.session.step))
        self._tell_overlays()
        self.send_to_cells("position", audience.position)

    def _tell_overlays(self) -> None:
        """Tell the overlays, if they have changed."""
        overlays = self.state.drawings.annotations.overlays
        if overlays != self._told:
            self._told = overlays
            self.send_to_cells("overlays", Frozen(self.state.drawings.as_json(self.audience.seen.map)))

    # ------------------------------------------------------------------ words
    @in_its_language
    def show_status(self) -> None:
        """Show the words about the game as they are now."""
        self._send_status(self.state.status)

    def _send_status(self, status: Wire) -> None:
        self._errors_said = len(self.audience.guarded.errors)
        self.sending.traits["_status"] = status
        self.sending.send("_status", self.state.with_remarks(status))

    @alone
    @in_its_language
    def _show_thinking(self) -> None:
        """Show which opponents think, if that has changed."""
        status = self.state.status
        if status["thinking"] != self.sending.traits["_status"]["thinking"]:
            self._send_status(status)

    def say_authors(self) -> None:
        """Say the errors of the system's author that have come up since the status was sent."""
        if len(self.audience.guarded.errors) != self._errors_said:
            self.show_status()

    @in_its_language
    def advise(self, advised: Advised | None) -> None:
        """Show the advice of a search; None: no advice. It stays until something else is chosen, or the position changes."""
        before, self.state.advised = self.state.advised, advised
        if advised == before:
            return
        self.show_status()
        if (before.arrows if before else ()) != (advised.arrows if advised else ()):
            self.show_drawings()
