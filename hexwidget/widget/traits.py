"""The traits of a board that cells observe, set and link, and that the page gets as JSON."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from traitlets import All, Bunch, Int, TraitType, Undefined

from hexwidget.play import JournalError
from hexwidget.play.game_lock import alone
from hexwidget.problems import InputError, shown, unknown
from hexwidget.rules import Action, Verdict
from hexwidget.rules.position import PositionT
from hexwidget.scene import Theme
from hexwidget.widget.connections.encode import encode
from hexwidget.widget.connections.notebook import ECHO, BoardWidget
from hexwidget.widget.drawings import Shown
from hexwidget.widget.host import from_page, log, to_page
from hexwidget.widget.observer_calls import observers_wait
from hexwidget.widget.observers import Observer, print_failure
from hexwidget.widget.showing import Frozen
from hexwidget.widget.work_queue import running_loop

if TYPE_CHECKING:
    from hexwidget.widget.cell_requests import Requests
    from hexwidget.widget.showing import Showing

G = TypeVar("G")
S = TypeVar("S")
SET_BY_PAGE = ("step", "selected", "theme", "overlays")
"""The traits that a page may set, in the order in which they are set: another step ends a choice."""


class AskingTrait(TraitType[G, S]):
    """A trait that asks the board when it is set. The board does what the value means, or refuses it: the trait has the true
    value at any time."""

    def __set__(self, obj: Any, value: S) -> None:
        obj._ask(self.name, value)


def _name(value: str | None, _widget: object) -> str:
    """A name for the page. The empty text is no name: a Text or Label there cannot hold null."""
    return value or ""


def _verdict(value: Verdict | None, widget: Any) -> Any:
    """A verdict for the page."""
    return to_page(None if value is None else encode(value, widget._audience.system.rulebook))


class Traits(BoardWidget, Generic[PositionT]):
    """The traits of a board. `Board` says what setting one means."""

    step: AskingTrait[int, int] = AskingTrait(
        0,
        help="The place of the present step on the line of play, as the board shows it (step 3 of 5); 0: the start. Setting it "
        "goes there. Without branches it is the number that `goto` takes. Where the board shows what a player sees, it counts "
        "what the player was told, and cannot be set.",
    ).tag(sync=True)
    last_step: Int[int, int] = Int(
        0, read_only=True, help="The place of the last step on the line of play: the ``max`` of a slider for `step`."
    ).tag(sync=True)
    player: AskingTrait[str | None, str | None] = AskingTrait(
        None,
        help="The player whose view the board shows; None: it shows everything; the empty text: what everybody may see, on a "
        "spectators' board. Setting it on the referee's board shows another view there.",
    ).tag(sync=True, to_json=_name)
    position: AskingTrait[PositionT, PositionT] = AskingTrait(
        None,
        help="The position that the board shows: on a player's board what that player sees. Setting it on the referee's board "
        "is an edit that can be undone.",
    )
    selected: AskingTrait[str | None, str | None] = AskingTrait(
        None,
        help="The name of the space of the chosen piece; None: no piece is chosen. Setting it chooses the piece on that space.",
    ).tag(sync=True, to_json=_name)
    hovered: TraitType[str | None, str | None] = TraitType(
        None,
        allow_none=True,
        read_only=True,
        help="The name of the space under the pointer, on a board with ``track_hover=True``; None: there is no such space.",
    ).tag(sync=True, to_json=_name)
    theme: AskingTrait[Theme, Theme] = AskingTrait(
        "auto",
        help='The theme of the board: "light" or "dark", with "-contrast" for more contrast; "auto": that of the page around it.',
    ).tag(sync=True)
    overlays: AskingTrait[dict[str, Any], Mapping[str, Shown]] = AskingTrait(
        Frozen(),
        help="The overlays by name, as JSON: ``spaces`` with their numbers, and the look (see `show`). Setting it replaces all of "
        'them: ``board.overlays = {"reach": position.reach("0102"), "mine": ["0101"]}``.',
    ).tag(sync=True)
    last_action: TraitType[Action | None, Action | None] = TraitType(
        None,
        allow_none=True,
        read_only=True,
        help="The last action on the way to the present step that the board's player was told of; None: there is no such action.",
    )
    last_verdict: TraitType[Verdict | None, Verdict | None] = TraitType(
        None,
        allow_none=True,
        read_only=True,
        help="The last verdict that this board was asked for (why a space cannot be chosen), or that refused an action here; None: "
        "no such verdict in this view.",
    ).tag(sync=True, to_json=_verdict)
    _showing: Showing
    _requests: Requests
    _observed = frozenset[str]()

    if not TYPE_CHECKING:  # for a type checker a class with this method has all attributes

        def __setattr__(self, name: str, value: object) -> None:
            if not name.startswith("_") and not hasattr(type(self), name):
                raise AttributeError(unknown("attribute", name, [*SETTABLE, "layout"]))
            super().__setattr__(name, value)

    # ------------------------------------------------------------------ observers
    def observe(self, handler: Callable[[Any], Any], names: Any = All, type: Any = "change") -> None:
        """Call a function when traits change, with the change: ``name``, ``old``, ``new``, ``owner``.

        All boards of the session show the change before. If the function fails, the board says so and the change stands.

        :param names: a name or a list of names; by default all
        """
        super().observe(Observer(self, handler), names, type)

    def unobserve(self, handler: Callable[[Any], Any], names: Any = All, type: Any = "change") -> None:
        """Call a function no longer."""
        super().unobserve(handler, names, type)
        if self._showing.state.failures.of(handler):
            self._showing.state.failures.forget(handler)
            self._showing.show_status()

    def _observer_called(self, observer: Observer, error: Exception | None) -> None:
        """Say under the board if an observer failed: once, until it succeeds."""
        before = self._showing.state.failures.of(observer)
        self._showing.state.failures.note(observer, error)
        if self._showing.state.failures.of(observer) != before:
            if error is not None:
                print_failure(observer, error)
            self._showing.show_status()

    # ------------------------------------------------------------------ what is set
    @alone
    def _ask(self, name: str, value: Any) -> None:
        """Carry out a new value of a trait.

        :raises InputError: if the board refuses it
        """
        with observers_wait():
            try:
                getattr(self._requests, f"set_{name}")(value)
            except InputError:
                if not self._put_back(name):
                    raise

    def _put_back(self, name: str) -> bool:
        """Set the widget that has just set a trait by a link back to the true value, when the link is at rest. A link to another
        board is left alone: that board shows the true step of its own game.

        :return: False if there is no such widget, or nothing runs later
        """
        notifiers = self._trait_notifiers.get(name, {}).get("change", [])
        observer = next((each for each in notifiers if isinstance(each, Observer) and each.sets(Traits)), None)
        loop = running_loop()
        if observer is None or loop is None:
            return False
        loop.call_soon(observer.wait, Bunch(name=name, owner=self, type="change", old=Undefined))
        return True

    def set_state(self, sync_data: Mapping[str, Any]) -> None:
        """Take state from a view: do what it means for the traits that a page may set, and refuse everything else."""
        theirs = {name: value for name, value in sync_data.items() if name not in SYNCED}
        if theirs:
            super().set_state(theirs)
        refused = [name for name in SYNCED if name in sync_data and name not in SET_BY_PAGE]
        if refused:
            log().warning("a view tried to set %s; refused", shown(refused))
            self.send_state(refused)
        for name in SET_BY_PAGE:
            if name in sync_data:
                self._take(name, from_page(sync_data[name]))

    def _take(self, name: str, value: Any) -> None:
        """Set a trait as a page wants it. If that cannot be, the page gets the true value. Nothing raises here."""
        try:
            with self._lock_property(**{name: value}):  # a slider that is dragged does not get its own values back
                self._showing.catch_up()
                self._ask(name, value)
        except (InputError, JournalError, KeyboardInterrupt):
            self.send_state(name)
        except Exception as error:
            log().error("a trait could not be set", exc_info=error)
            self.send_state(name)
        else:
            if ECHO:  # other pages of this kernel
                self._send({"method": "echo_update", "state": self.get_state(name), "buffer_paths": []})


Traits._observed = frozenset(Traits.class_own_traits())
SYNCED = Traits._of_cells = tuple(Traits.class_own_traits(sync=True))
SETTABLE = tuple(name for name, trait in Traits.class_own_traits().items() if isinstance(trait, AskingTrait))
