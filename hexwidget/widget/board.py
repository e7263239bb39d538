"""The board in the notebook."""

from __future__ import annotations

import logging
import os
import sys
from base64 import b64encode
from collections import OrderedDict
from collections.abc import Mapping
from functools import cache
from typing import Any, NoReturn

import traitlets

from hexwidget.explore.opponents import Opponents
from hexwidget.explore.policies import Policy, PolicyError
from hexwidget.files import Annotations, Scenario, link, read_words, write_scenario, write_whole
from hexwidget.geometry import Space
from hexwidget.play import JournalError, Session, Step
from hexwidget.play.alone import alone
from hexwidget.problems import InputError, Problem, Problems, shown, unknown
from hexwidget.rules import (
    Action,
    ChanceOutcome,
    Choices,
    Draft,
    IllegalAction,
    Observation,
    Position,
    Status,
    Transition,
)
from hexwidget.rules.choices import ROLL
from hexwidget.rules.editing import change, paint, python_lines
from hexwidget.rules.position import MOST_DRAWN, MOST_PICTURED
from hexwidget.scene import Scene
from hexwidget.scene.png import to_png
from hexwidget.widget import intents, nulls, wire
from hexwidget.widget.addresses import rulebook_address
from hexwidget.widget.asking import asked, observation
from hexwidget.widget.base import Widget
from hexwidget.widget.drawings import UNNAMED, Drawings, Hatch
from hexwidget.widget.intents import Intent, read_id, read_message
from hexwidget.widget.page import front_end, recorded_board, whole_page
from hexwidget.widget.pictures import Snapshot, picture
from hexwidget.widget.recording import record
from hexwidget.widget.shown import Shown

_SHOWN = ["_scene", "_state", "_choices", "_current", "_timeline", "_status", "_editing"]
"""What a view is told anew when it has missed something."""
_REMEMBERED_REPLIES = 256
"""How many answers are kept, so that a message sent twice is answered twice but carried out once."""


@cache
def _log() -> logging.Logger:
    """Tracebacks go to the kernel's own log and nowhere else. A kernel sends on to the notebook what is written to its
    stderr, in Python or below; it keeps the descriptor that it was started with aside."""
    log = logging.getLogger("hexwidget.widget")
    kept = getattr(sys.stderr, "_original_stdstream_copy", None)
    stream = os.fdopen(os.dup(kept), "w") if isinstance(kept, int) else sys.__stderr__
    log.addHandler(logging.StreamHandler(stream))
    log.propagate = False
    return log


def _without_kept(sent: dict[str, Any]) -> dict[str, Any]:
    """What is sent, but for whether the game is kept."""
    return {**sent, "_status": {**sent["_status"], "kept": None}}


NOT_TOLD = "failed; the referee can see why"
"""What a player's board says of somebody else's policy."""


class Board(Widget):
    """A position that can be clicked.

    ``Board(position)``, ``Board(session)`` or ``Board(scenario)``. The last expression of a cell displays it. Boards of one
    session show the same game.

    To observe: ``position``, ``selected`` (name of the space of the piece that is chosen), ``hovered`` (with
    ``track_hover=True``), ``last_action``. `position` may be set: an edit that can be undone. `selected` may be set, too: it
    chooses the piece there.

    :param player: whose board it is: it shows what that player sees and plays for nobody else; its ``position`` is what they
        see, too, and cannot be set. None: the referee's, which plays for whoever is to act, and rolls for chance. (Boards of
        one kernel share a process: players who do not trust each other need a kernel each.)
    :param track_hover: whether views report the space under the pointer
    :param opponents: who is no person, and how they play: ``{"blue": "search"}`` (or "random", "greedy", or a policy of
        yours: see `hexwidget.explore.policies`). They act as soon as it is their turn, and undo goes back past what they did.
    :raises InputError: if it is given something else, or an unknown keyword
    """

    # Written by Python only, each with the revision it belongs to.
    _scene = traitlets.Dict().tag(sync=True, to_json=nulls.down)
    _state = traitlets.Dict().tag(sync=True, to_json=nulls.down)
    _choices = traitlets.Dict().tag(sync=True, to_json=nulls.down)
    _current = traitlets.Any(None, allow_none=True).tag(sync=True, to_json=nulls.down)
    _timeline = traitlets.Dict().tag(sync=True, to_json=nulls.down)
    _status = traitlets.Dict().tag(sync=True, to_json=nulls.down)
    _editing = traitlets.Any(None, allow_none=True).tag(sync=True, to_json=nulls.down)
    _front_end = traitlets.Unicode().tag(sync=True)

    position = traitlets.Any()
    selected = traitlets.Unicode(None, allow_none=True)
    hovered = traitlets.Unicode(None, allow_none=True, read_only=True)
    last_action = traitlets.Any(None, allow_none=True, read_only=True)

    def __init__(
        self,
        game: Position | Session | Scenario,
        *,
        player: str | None = None,
        track_hover: bool = False,
        opponents: Mapping[str, str | Policy] | None = None,
        **keywords: Any,
    ) -> None:
        if keywords:
            found = [Problem("", unknown("keyword", word, ["player", "track_hover", "opponents"])) for word in keywords]
            raise InputError("this board cannot be made", found)
        annotations = game.annotations if isinstance(game, Scenario) else Annotations()
        if isinstance(game, Scenario):
            game = game.position
        if not isinstance(game, (Position, Session)):
            what = f"expected a position, a session or a scenario, not {shown(game)}"
            raise InputError("this board cannot be made", [Problem("", what)])
        self._esm = front_end("loader.js")
        self._front_end = front_end("board.js")
        self._css = front_end("board.css")
        self.session: Session = game if isinstance(game, Session) else Session(game)
        if player is not None and player not in self.session.position.players:
            what = unknown("player", player, self.session.position.players)
            raise InputError("this board cannot be made", [Problem("player", what)])
        self.player = player
        self._bound = player is not None
        self._revision = 0
        self._draft = Draft()
        self._drawings = Drawings(annotations)
        self._is_edited = False
        self._drafts: dict[tuple[int, str | None], Draft] = {}
        self._telling = False
        self._behind = False
        self._replies: OrderedDict[str, dict[str, Any]] = OrderedDict()
        self._track_hover = track_hover
        self._root: Choices | None = None
        self._sent: dict[str, Any] = {}
        # Beside others in an HBox a board of no stated width would be as narrow as its buttons.
        super().__init__(layout={"width": "100%"})
        self._own_layout = self.layout
        # The board watches first: what was played is shown before its opponents think about it.
        self._stop_watching = self.session.watch(self._on_session)
        self.opponents: Opponents | None = None
        self.on_msg(self._on_message)
        failed = ""
        try:
            if opponents is not None:
                if isinstance(opponents, Mapping) and player in opponents:
                    what = f"this is {player}'s own board: a person plays there"
                    raise InputError("no such opponents", [Problem(f"opponents/{player}", what)])
                self.opponents = Opponents(self.session, opponents)
                self._stop_thinking = self.session.watch(self._on_opponents)
            self._on_session()
            if self.opponents is not None:
                self.opponents.act()
        except PolicyError as error:
            if not self._bound:
                self.close()
                raise
            failed = error.player
        except BaseException:
            self.close()
            raise
        if failed:
            self.close()
            raise PolicyError("of an opponent", failed, "not told", NOT_TOLD)

    # ------------------------------------------------------------------ from cells
    @property
    def observation(self) -> Observation[Any]:
        """What the board's player sees of the position; the whole of it on the referee's board."""
        return observation(self.session.position, self.player)

    @alone
    def play(self, action: Action | str) -> Transition[Any]:
        """Play an action (or its text) as if it had been clicked. On a player's board it is the player's own, and what it
        has led to is as they see it.

        :raises IllegalAction: if the rules bar it; the board stays as it was
        :raises InputError: if the text cannot be read, or it is another player's
        """
        return self._play_as(self.player if self._bound else None, action)

    def _play_as(self, player: str | None, action: Action | str) -> Transition[Any]:
        if player is None:
            return self.session.play(action)
        if isinstance(action, str):
            action = self._seen.parse(action if ":" in action else f"{player}: {action}")
        if isinstance(action, ChanceOutcome):
            self._not_here("dice are set on the referee's board or in a cell")
        if getattr(action, "player", player) != player:
            self._not_here("others play on boards of their own, on the referee's board or in a cell")
        before, transition, unsaved, failed = self.session.step, None, False, ""
        try:
            transition = self.session.play(action)
        except JournalError:
            unsaved = True
        except PolicyError as error:
            failed = error.player
        except IllegalAction:
            if self.session.step is not before:  # it was a watcher's
                raise
        # Raised here, so that what was refused for, what could not be saved and where, and what a policy saw, is not in its
        # context.
        if failed:
            raise PolicyError("of an opponent", failed, "not told", NOT_TOLD)
        if unsaved:
            played = self.session.step is not before
            what = "it was played, and what follows was not" if played else "nothing was played"
            raise JournalError(what, [Problem("", "the game could not be saved; the referee can see why")])
        if transition is None:
            raise IllegalAction(self._seen.check(action))
        visible = tuple(e for e in transition.events if e.visible_to is None or player in e.visible_to)
        return Transition(self._seen, visible)

    def _referees(self) -> Session:
        """The session, for what only a referee may do; a referee's board stays one while it shows a player's view."""
        if self._bound:
            self._not_here("steps are taken back and dice set on the referee's board or in a cell")
        return self.session

    def _not_here(self, why: str) -> NoReturn:
        raise InputError("not here", [Problem("", f"this is {self.player}'s board; {why}")])

    @alone
    def roll(self, value: str | None = None) -> Transition[Any]:
        """Roll for chance, or set what comes by hand: see `Session.roll`."""
        return self._referees().roll(value)

    @alone
    def undo(self) -> Any:
        """Go back to the last decision; returns the position there."""
        return self._referees().undo()

    @alone
    def redo(self) -> Any:
        """Go on to the next decision that was undone; returns the position there."""
        return self._referees().redo()

    @alone
    def goto(self, number: int) -> Any:
        """Go to a step by its number (0: the start); returns the position there."""
        return self._referees().goto(number)

    @alone
    def select(self, space: Space | None) -> None:
        """Choose the piece on a space, as a click does; None: nothing.

        :raises InputError: if there is nothing to choose
        """
        if space is None:
            self._set_draft(Draft())
            return
        name = self._seen.map.name(self._seen.map.index(space))
        root = self._ask(Draft())
        piece = next((o for o in root.options if o.kind == "piece" and o.space == name), None)
        if piece is None:
            spaces = ", ".join(str(o.space) for o in root.options if o.kind == "piece") or "nowhere"
            raise InputError("nothing to choose", [Problem("", f"{root.player} may choose on {spaces}, not on {name}")])
        if piece.findings:
            raise InputError("nothing to choose", [Problem("", f"{f.text} ({f.clause})") for f in piece.findings])
        self._set_draft(piece.leads_to)

    @alone
    def click(self, space: Space) -> None:
        """What a click on a space does before anything is confirmed: choose the piece there, or go there with what is chosen.

        :raises InputError: if the map has no such space, or nothing can be chosen there; the reasons are in it
        """
        name = self._seen.map.name(self._seen.map.index(space))
        now = self._ask(self._draft)
        if now.field is not None and name in now.field.reach:
            self._set_draft(now.draft.set(now.field.slot, name))
            return
        options = [o for o in (*now.options, *self._ask(Draft()).options) if o.space == name]
        chosen = next((o for o in options if o.legal), None)
        if chosen is None:
            found = [f for o in options for f in o.findings]
            found = found or list(self._seen.system.explain(self.observation, self.player, self._draft, name).findings)
            why = [Problem("", f"{f.text} ({f.clause})") for f in found]
            raise InputError("nothing to choose", why or [Problem("", f"nothing can be chosen on {name} now")])
        self._set_draft(chosen.leads_to)

    @alone
    def show(
        self,
        what: Shown,
        name: str = UNNAMED,
        *,
        hue: str = "mark",
        fill: float = 0.45,
        darkening: float = 0.5,
        border: float = 2.0,
        numbers: bool | None = None,
        hatch: Hatch = "none",
    ) -> None:
        """Show an overlay: a reach, a dict of spaces and numbers (such as a danger map), spaces, or an array of numbers, a row
        for each row of the map; or a comparison of readings, which has an overlay for each, with names and looks of its own.
        The same name replaces it.

        :param hue: "reach", "barred", "attack", "path" or "mark"
        :param fill: how opaque, 0 to 1; ``darkening``: how much paler the last number is than the first, 0 to 1
        :param border: width of the outline in pixels
        :param numbers: whether to write the numbers on the spaces; by default where there are not too many different ones
        :param hatch: lines across the spaces: "none", "rising", "falling", "level" or "upright"
        :raises InputError: if there is something else in it, a space that the map lacks, or a setting that cannot be
        """
        look: dict[str, Any] = {"hue": hue, "fill": fill, "darkening": darkening, "border": border}
        self._drawings.show(what, name, self._seen.map, **look, numbers=numbers, hatch=hatch)
        self._send_state()

    @alone
    def note(self, space: Space, text: str, *, hue: str = "mark") -> None:
        """Write a few words at a space; an empty text takes those away that stand there.

        :param hue: "reach", "barred", "attack", "path" or "mark"
        :raises InputError: if the map has no such space, or it is no text
        """
        self._drawings.note(space, text, hue, self._seen.map)
        self._send_state()

    @alone
    def arrow(self, *spaces: Space, label: str = "", hue: str = "mark") -> None:
        """Draw an arrow over two or more spaces.

        :param hue: "reach", "barred", "attack", "path" or "mark"
        :raises InputError: if there are fewer, or the map lacks one
        """
        self._drawings.arrow(spaces, label, hue, self._seen.map)
        self._send_state()

    @alone
    def erase(self) -> None:
        """Take all notes and arrows away; overlays stay (see `hide`)."""
        self._drawings.erase()
        self._send_state()

    def scenario(self, title: str | None = None, prose: str = "") -> Scenario:
        """The position shown, with the overlays, arrows and notes on it: to be saved, and shown again as it is.

        :raises InputError: on a player's board, which does not know all of the position
        """
        position = self._referees().position
        shown = self._seen.system.scene(self.observation).title if title is None else title
        problems = Problems()
        read_words(shown, prose, problems)
        problems.raise_any("this scenario cannot be made")
        return Scenario(position.system.name, shown, prose, position, self._drawings.annotations)

    def to_svg(self, theme: str = "light", *, radius: float = 34.0) -> str:
        """The picture of the board as it is now, with its overlays and what is being chosen, as the text of an SVG document.

        :param theme: "light" or "dark", with "-contrast" for more of it
        :param radius: of a hex, in pixels
        :raises InputError: if there is no such theme
        """
        if len(self._seen.map) > MOST_DRAWN:
            what = f"it has {len(self._seen.map):,} spaces, and a picture holds {MOST_DRAWN:,}"
            raise InputError("this map cannot be drawn as a picture", [Problem("", what)])
        return picture(self._scene_now(), self._ask(self._draft), theme, radius)

    def to_png(self, theme: str = "light", *, scale: float = 2.0) -> bytes:
        """The same picture as PNG.

        :param scale: pixels of the picture for each of the SVG's
        :raises ImportError: if resvg is missing: ``pip install "hexwidget[png]"``
        """
        return to_png(self.to_svg(theme), scale)

    def snapshot(self, theme: str = "light") -> Snapshot:
        """The picture of the board as it is now, for a cell: it stays as it is when the board goes on.

        :raises InputError: if there is no such theme
        """
        return Snapshot(self.to_svg(theme), self._described())

    def to_html(self, path: str | os.PathLike[str] | None = None, *, title: str | None = None, prose: str = "") -> Any:
        """The game as a page in one file that needs no kernel and asks no host: it steps through all that was played, shows
        where pieces could go at each step, and why not further. On a player's board it holds what that player was told.

        :param path: where to write it; None: the page is returned as text
        :param title: by default that of the position
        :param prose: plain text above the board, paragraphs between blank lines
        :return: the path, or the text
        :raises InputError: if it cannot be written (nothing is, then), or the game is too long for a page
        """
        problems = Problems()
        read_words("" if title is None else title, prose, problems)
        problems.raise_any("this page cannot be made")
        heading = self._seen.system.scene(self.observation).title if title is None else title
        rulebook = rulebook_address(self.session.position.system.name)
        recording = record(self.session, self.player, self._drawings, rulebook)
        # What a player sees of a position is no whole position, to be opened elsewhere.
        copied = link(self.session.position) if self.player is None else ""
        text = whole_page(heading, prose, recorded_board(recording, self.to_svg()), copied)
        return text if path is None else write_whole(path, text)

    def _described(self) -> str:
        scene = self._seen.system.scene(self.observation)
        return f"{scene.title}. {scene.description}"

    def _repr_mimebundle_(self, **keywords: Any) -> tuple[dict[str, Any], dict[str, Any]] | None:
        """The live board, and beside it its picture as PNG, for wherever there is no kernel. Neither SVG nor HTML: either
        would be preferred, or break other formats, where notebooks are converted."""
        bundle = super()._repr_mimebundle_(**keywords)
        picture = None if len(self._seen.map) > MOST_PICTURED else self.snapshot()._repr_png_()
        if bundle is None or picture is None:
            return bundle
        data, metadata = bundle if isinstance(bundle, tuple) else (bundle, {})
        png, size = picture
        return {**data, "image/png": b64encode(png).decode()}, {**metadata, "image/png": size}

    @alone
    def edit(self, on: bool = True) -> None:
        """Edit the position by hand: ground, pieces, owners, options and parameters, each a step that can be undone; what is
        wrong with it is told with its clauses. The result is `position`, `scenario`, or the Python that makes it
        (`python_lines`).

        :raises InputError: on a player's board
        """
        self._referees()
        self._is_edited = bool(on)
        self._editing = self._edited()

    def python_lines(self) -> str:
        """The Python that makes the position.

        :raises InputError: on a player's board
        """
        return python_lines(self._referees().position)

    def _edited(self) -> dict[str, Any] | None:
        if not self._is_edited or self.player is not None:
            return None
        return {"revision": self._revision, **wire.editing(self.session.position)}

    @alone
    def hide(self, name: str | None = None) -> None:
        """Take an overlay away; without a name all of them.

        :raises InputError: if there is none of that name
        """
        self._drawings.hide(name)
        self._send_state()

    def __repr__(self) -> str:
        return f"<Board: {self._seen.system.scene(self.observation).title}, {self._seen.system.status(self._seen)}>"

    @alone
    def close(self) -> None:
        """Take the board off the page and out of the kernel. The session stays."""
        if "_stop_watching" in self.__dict__:  # not so if it could not be made in the first place
            self._stop_watching()
            if self.opponents is not None:
                self.opponents.stop()
                self._stop_thinking()
            self.on_msg(self._on_message, remove=True)
            self._own_layout.close()
        super().close()

    # ------------------------------------------------------------------ state down
    @property
    def _seen(self) -> Any:
        """The position as the board's player sees it."""
        return self.observation.seen

    @traitlets.observe("position")
    @alone
    def _on_position_set(self, change: Any) -> None:
        if self._telling or (self.player is None and change["new"] is self.session.position):
            return
        try:
            if self._bound:
                self._not_here("positions are set on the referee's board or in a cell")
            self.session.edit(change["new"])
        except InputError:
            self._tell("position", self.session.position if self.player is None else self._seen)
            raise

    @traitlets.observe("selected")
    @alone
    def _on_selected_set(self, change: Any) -> None:
        if self._telling:
            return
        try:
            self.select(change["new"])
        except InputError:
            self._tell("selected", self._chosen())
            raise

    def _tell(self, trait: str, value: Any) -> None:
        """Set a trait that others observe, which is no wish of theirs."""
        self._telling = True
        try:
            self.set_trait(trait, value)
        finally:
            self._telling = False

    @alone
    def _on_session(self) -> None:
        """The game has gone on. Interrupted while it is shown, it is shown all the same: a board that stands elsewhere than its
        game would offer what cannot be played."""
        try:
            self._show_step()
        except KeyboardInterrupt:
            if self._behind:
                self._show_step()
            raise

    @alone
    def _on_opponents(self) -> None:
        """They have acted, or failed to: nobody thinks any more."""
        now = self._status_now()
        if now["thinking"] != self._status["thinking"]:
            self._sent["_status"] = now
            self._status = {"revision": self._revision, **now}

    def _show_step(self) -> None:
        """Everything that follows from the step is made first, then sent in one message. Where this board's player sees no
        difference there is none: nothing is sent, and no revision counted."""
        behind, self._behind = self._behind, True
        session, step = self.session, self.session.step
        seen, system = self._seen, self.session.position.system
        scene = system.scene(self.observation)
        static = {
            **wire.static_scene(scene, rulebook_address(system.name)),
            "title": self._title(scene),
            "trackHover": self._track_hover,
        }
        # The planes of overlays are numbered by the map that they were made for.
        if self._scene and wire.other_map(static, self._scene):
            self._drawings.renumber()
        root = self._ask(Draft())
        fresh = {
            "_state": wire.changing_scene(self._drawings.on(scene)),
            "_choices": wire.choices_state(root, self._ask, system.rulebook),
            "_timeline": wire.timeline(session, self.player, self.opponents.players if self.opponents else ()),
            "_status": self._status_now(),
        }
        if not behind and (static, fresh) == (self._scene, self._sent):
            self._behind = False
            return
        if not behind and self._sent and static == self._scene and _without_kept(fresh) == _without_kept(self._sent):
            # The same game, but whether it is kept: what is being chosen stays.
            self._sent = fresh
            self._status = {"revision": self._revision, **fresh["_status"]}
            self._behind = False
            return
        self._revision, self._root, self._draft = self._revision + 1, root, Draft()
        self._sent = fresh
        with self.hold_sync():
            if static != self._scene:
                self._scene = static
            for trait, value in fresh.items():
                setattr(self, trait, {"revision": self._revision, **value})
            self._current = None
            self._editing = self._edited()
        self._behind = False
        # The position last, so that who observes it finds the rest in place. An observer may play on: what it came to
        # then stands already, and is not to be overwritten.
        shown = session.position if self.player is None else seen
        traits: tuple[tuple[str, Any], ...] = (
            ("selected", None),
            ("last_action", self._last_action_at(step)),
            ("position", shown),
        )
        for name, value in traits:
            if self.session.step is not step:
                return
            self._tell(name, value)

    def _title(self, scene: Scene) -> str:
        return scene.title

    def _status_now(self) -> wire.Wire:
        kept = wire.kept(self.session, self.player)
        thinking = () if self.opponents is None else self.opponents.turn
        return wire.status(self._seen, self.player, any_view=not self._bound, kept=kept, thinking=thinking)

    def _last_action_at(self, step: Step) -> Action | None:
        """The last action on the way to a step that the board's player was told of, unless the referee has set a position
        since."""
        while step.parent is not None and step.done is not None:
            before = self.session.steps[step.parent]
            if step.action is not None and (
                self.player is None
                or before.position.system.told(before.position, step.action, self.player) is not None
            ):
                return step.action
            step = before
        return None

    def _send_state(self) -> None:
        self._sent["_state"] = wire.changing_scene(self._scene_now())
        self._state = {"revision": self._revision, **self._sent["_state"]}

    def _scene_now(self) -> Scene:
        return self._drawings.on(self._seen.system.scene(self.observation))

    def _ask(self, draft: Draft) -> Choices:
        return asked(self.session.position, self.player, draft)

    def _set_draft(self, draft: Draft) -> None:
        now = self._ask(draft)
        self._draft = now.draft
        encoded = wire.choices(now, self.session.position.system.rulebook) if now.draft else None
        self._current = encoded and {"revision": self._revision, **encoded}
        self._tell("selected", self._chosen())

    def _chosen(self) -> str | None:
        """The space of the piece that is chosen."""
        root = self._root.options if self._root else ()
        return next((o.space for o in root if o.kind == "piece" and self._draft.get(o.slot) == o.value), None)

    # ------------------------------------------------------------------ intents up
    def _handle_msg(self, msg: Any) -> None:
        """Take a message of a view as it comes off the wire: an intent, a wish for the state, or nothing that is understood."""
        content = msg.get("content") if isinstance(msg, Mapping) else None
        data = content.get("data") if isinstance(content, Mapping) else None
        match data:
            case {"method": "custom", "content": asked_for}:
                self._handle_custom_msg(asked_for, [])
            case {"method": "request_state"}:
                self.send_state()
            case {"method": "update", "state": Mapping() as state}:
                self.set_state(state)
            case _:
                _log().warning("a view sent what is no message; left out")

    def set_state(self, sync_data: Mapping[str, Any]) -> None:
        """Refuse state from a view: views send intents. They are told what is so."""
        _log().warning("a view tried to set %s; refused", shown(sorted(map(str, sync_data))))
        self.send_state([*_SHOWN, *(name for name in sync_data if name in self.keys and name not in _SHOWN)])

    @alone
    def _on_message(self, _widget: Any, content: Any, _buffers: Any) -> None:
        """Answer every message. Nothing that a view sends raises here, and nothing of a failure but words travels."""
        content = nulls.up(content)
        at = read_id(content)
        if at is not None and at in self._replies:
            self.send(nulls.down(self._replies[at]))
            return
        before = (self.session.step, self._draft)
        keep = True
        try:
            if self._behind:
                self._show_step()
            message = read_message(content)
            keep = message.intent.lasting
            reply = {"ok": True, **self._carry_out(message.intent, message.revision)}
        except KeyboardInterrupt:
            reply = {"ok": False, "error": "The kernel was interrupted while it worked on this."}
        except Exception as error:
            reply = self._reply_to(error, done=(self.session.step, self._draft) != before)
        # What cannot be written as UTF-8 (half a surrogate pair in a name) is spelt out.
        if "error" in reply:
            reply["error"] = str(reply["error"]).encode("utf-8", "backslashreplace").decode()
        reply |= {"id": at, "revision": self._revision}
        if at is not None and keep:
            self._replies[at] = reply
            while len(self._replies) > _REMEMBERED_REPLIES:
                self._replies.popitem(last=False)
        self.send(nulls.down(reply))

    def _reply_to(self, error: Exception, *, done: bool) -> dict[str, Any]:
        """What is answered after a failure: in words, and on a player's board none that are another's.

        :param done: whether what was asked for has been done all the same: then what failed was a function that watches,
            or what came after it
        """
        if isinstance(error, JournalError):
            told = str(error) if self.player is None else "The game could not be saved; the referee can see why."
            return {"ok": done, "error": f"It was done, but what follows was not: {told}" if done else told}
        if isinstance(error, PolicyError):
            # What it has seen of the position is not for a player's board.
            told = str(error) if self.player is None else f"{error.player}'s policy failed; the referee can see why."
            return {"ok": True, "error": f"It was done, but {told} (`board.opponents.act()` lets it try again.)"}
        if done:
            _log().error("a function that watches the board failed", exc_info=error)
            what = "It was done, but a function that watches the board failed; the kernel's log says what."
            return {"ok": True, "error": what}
        if isinstance(error, IllegalAction):
            rulebook = self.session.position.system.rulebook
            return {"ok": False, "error": str(error), "verdict": wire.verdict(error.verdict, rulebook)}
        if isinstance(error, InputError):
            return {"ok": False, "error": str(error)}
        _log().error("an intent failed", exc_info=error)
        return {"ok": False, "error": "Something went wrong in the kernel; the kernel's log says what."}

    def _carry_out(self, intent: Intent, revision: int) -> dict[str, Any]:
        if revision != self._revision and not intent.timeless:
            self.send_state(_SHOWN)
            return {"ok": False, "stale": True, "error": "The board had moved on; it is up to date again now."}
        if self.player is not None and intent.referees:
            what = (
                f"this is {self.player}'s board; steps are taken back and dice set on the referee's board or in a cell"
            )
            raise InputError("not here", [Problem("", what)])
        match intent:
            case intents.Hello():
                if revision != self._revision:
                    self.send_state(_SHOWN)
            case intents.Choose():
                self._set_draft(intent.draft)
            case intents.Confirm():
                self._commit(intent.draft)
            case intents.Undo():
                self._referees().undo()
            case intents.Redo():
                self._referees().redo()
            case intents.GoTo():
                self._referees().goto(intent.step)
            case intents.SetRolls():
                self._referees().set_rolls("ask" if intent.by_hand else "auto")
            case intents.Explain():
                return {"verdict": self._explain(intent)}
            case intents.View():
                self._see(intent.player)
            case intents.Play():
                self._play_as(self.player, intent.action)
            case intents.ReadClause():
                return {"clause": wire.clause(intent.clause, self._seen)}
            case intents.ListEvents():
                return {"events": self._events_at(intent.step)}
            case intents.Edit():
                self.edit(intent.on)
            case intents.Paint():
                self._edit(paint(self.session.position, intent.brush, intent.spaces, intent.player))
            case intents.Change():
                self._edit(change(self.session.position, intent.setting, intent.value))
            case intents.Export():
                return {"text": self._exported(intent.form)}
            case intents.Picture():
                return {"svg": self.to_svg(intent.theme)}
            case intents.Hover():
                self._hover(intent.space)
        return {}

    def _see(self, player: str | None) -> None:
        """Show what a player sees, or with None everything: on a board that is nobody's own."""
        if self._bound:
            self._not_here("it shows nobody else's view")
        players = self.session.position.players
        if player is not None and player not in players:
            raise InputError("no such view", [Problem("args/player", unknown("player", player, players))])
        if player == self.player:
            return
        self._replies.clear()  # what one was told is not told to another
        self._drafts[self.session.step.number, self.player] = self._draft
        self.player = player
        self._on_session()
        # Whoever comes back finds what they had begun.
        self._set_draft(self._drafts.get((self.session.step.number, player), Draft()))

    def _edit(self, position: Position) -> None:
        """Take up an edited position, if all that the board says of a position can be said of it."""
        system = position.system
        seen: Observation[Any] = Observation(None, position)
        wire.changing_scene(system.scene(seen))
        if position.chance is None:

            def ask(draft: Draft) -> Choices:
                found: Choices = system.choices(seen, None, draft)
                return found

            wire.branches(ask(Draft()), ask, system.rulebook)
        self.session.edit(position)

    def _exported(self, form: str) -> str:
        if form == "python":
            return self.python_lines()
        findings = self.session.position.system.check_position(self.session.position).findings
        if findings:
            what = f"a scenario breaks no clause, and this breaks {findings[0].clause}: mend it, or take it as Python"
            raise InputError("this is no scenario", [Problem("", what)])
        return write_scenario(self.scenario())

    def _events_at(self, number: int) -> list[dict[str, Any]]:
        steps = self._referees().steps
        if number >= len(steps):
            raise InputError("no such step", [Problem("args/step", f"there are steps 0 to {len(steps) - 1}")])
        return wire.events(steps[number], None)

    def _commit(self, draft: Draft) -> None:
        now = self._ask(draft)
        if now.action is None:
            if now.verdict.status is Status.ILLEGAL:
                raise IllegalAction(now.verdict)
            raise InputError("nothing to confirm yet", [Problem("", now.prompt)])
        if isinstance(now.action, ChanceOutcome):
            self.session.roll(None if now.action.value == ROLL else now.action.value)
            return
        revision = self._revision
        try:
            self.session.play(now.action)
            if (
                self._revision == revision
            ):  # nothing that this player sees has changed: what was chosen is done all the same
                self._set_draft(Draft())
        except IllegalAction as refused:
            # A player learns that it is barred, and no more of why than they can see.
            raise (refused if self.player is None else IllegalAction(now.verdict)) from None

    def _explain(self, intent: intents.Explain) -> dict[str, Any]:
        position = self.session.position
        verdict = position.system.explain(self.observation, self.player, intent.draft, intent.space)
        return wire.verdict(verdict, position.system.rulebook)

    def _hover(self, space: str | None) -> None:
        if self._track_hover:
            spaces = self._seen.map
            self.set_trait("hovered", None if space is None else spaces.name(spaces.index(space)))
