"""Advice: a search looks for a good action in short slices, between which the kernel answers. The board then chooses the action, which
draws it like any other choice and lets *Confirm* play it. The words beside the board say what the search expects.

The search uses nothing that the board's player does not know (`State.advisable`). Any change of the board ends it. In a server the search is made in another process.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from time import perf_counter
from typing import Any

from hexwidget.english import translated, worded
from hexwidget.explore.suggesting import SECONDS, Expected, Suggesting, Suggestion
from hexwidget.play import Session
from hexwidget.play.game_lock import alone
from hexwidget.problems import InputError
from hexwidget.progress import progress_bar
from hexwidget.rules import Action, Draft, Position, Status
from hexwidget.rules.action_routes import spaces_of, ways_of
from hexwidget.scene import Arrow, Scene
from hexwidget.widget.activity import Activity
from hexwidget.widget.audience import Audience
from hexwidget.widget.connections.messages import Said, Sentence
from hexwidget.widget.host import log
from hexwidget.widget.other_processes import Elsewhere
from hexwidget.widget.showing import Showing
from hexwidget.widget.state import Advised
from hexwidget.widget.work_queue import advance, running_loop

SLICE = 0.05
"""The seconds of a slice: a click waits no longer for its answer."""
TOLD_EVERY = 0.25
"""The seconds between two words on how far the search is."""
NOBODY_DECIDES = "no player of this board has to decide, or this is an exercise"


class Advice:
    """Suggests actions on a board.

    :param elsewhere: other processes, for searches that views ask for
    """

    def __init__(self, activity: Activity, showing: Showing, elsewhere: Elsewhere | None = None) -> None:
        self._activity = activity
        self._audience = activity.audience
        self._showing = showing
        self._search: Suggesting | None = None
        """The search under way here, for a view."""
        self._parts: Iterator[float] = iter(())
        self._told = 0.0
        """The time at which the board last said how far it is."""
        self._elsewhere = elsewhere
        self.search: asyncio.Future[Suggestion] | None = None
        """The search under way elsewhere."""

    # ------------------------------------------------------------------ for views
    def seek(self) -> None:
        """Begin to look for an action. Where nothing else runs in the kernel's thread, look for it here and now.

        :raises InputError: if there is nothing to suggest
        """
        self.stop()
        if self._elsewhere is not None:
            asked = self._audience.session.position, self._audience.player, self._advised_player()
            self.search = self._elsewhere.submit(suggestion_for, *asked)
            self._showing.advise(Advised("sought", (_answer(translated("The search tries actions.")),)))
            self.search.add_done_callback(self._show)
            return
        self._search = search = self._suggesting(SECONDS, None)
        self._parts, self._told = iter(search), perf_counter()
        loop = running_loop()
        if loop is None:
            for _ in self._parts:
                pass
            self._give(search.result())
            return
        self._tell(0.0)
        loop.call_soon(self._slice, search)

    def stop(self) -> None:
        """End the search, and take its words off the board."""
        self._search = None
        if self.search is not None:
            self.search.cancel()
        self._showing.advise(None)

    @alone
    def _show(self, sought: asyncio.Future[Suggestion]) -> None:
        """Show a suggestion that was found elsewhere."""
        if self.search is sought and not sought.cancelled() and self._showing.state.advised is not None:
            self._say_failures(lambda: self._give(sought.result()))

    @alone
    def _slice(self, search: Suggesting) -> None:
        """Search for a moment, then let others do their work."""
        if self._search is not search or self._showing.state.advised is None:  # it was ended, or the board has changed
            return
        self._say_failures(lambda: self._go_on(search))

    def _go_on(self, search: Suggesting) -> None:
        parts, more = advance(self._parts, SLICE)
        if not more:
            self._give(search.result())
            return
        if perf_counter() - self._told >= TOLD_EVERY:
            self._told = perf_counter()
            self._tell(parts[-1])
        asyncio.get_running_loop().call_soon(self._slice, search)

    def _say_failures(self, act: Callable[[], None]) -> None:
        """Do something, and say on the board if it fails."""
        try:
            act()
        except InputError as error:
            self._showing.advise(Advised("given", (_answer(str(error)),)))
        except Exception as error:  # a system of one's own may fail in any way
            log().error("a suggestion failed", exc_info=error)
            self._showing.advise(Advised("given", (_answer(translated("The search failed; the log says why.")),)))

    def _tell(self, part: float) -> None:
        """Say how far the search is."""
        said = _answer(worded("The search tries actions: {part} %.", part=round(part * 100)))
        self._showing.advise(Advised("sought", (said,)))

    # ------------------------------------------------------------------ for cells
    def now(self, seconds: float | None, trials: int | None) -> Suggestion:
        """Look for an action, show it, and return it; see `Board.suggest`."""
        self.stop()
        suggesting, shown = self._suggesting(seconds, trials), 0
        revision = self._showing.sending.revision
        with suppress(KeyboardInterrupt), progress_bar(True, 100, "percent") as bar:  # the best so far is good enough
            for part in suggesting:
                bar.update(int(part * 100) - shown)
                shown = int(part * 100)
        found = suggesting.result()
        if self._showing.sending.revision == revision:  # else somebody has played meanwhile, on a view
            self._give(found)
        return found

    # ------------------------------------------------------------------ what is searched and shown
    def _suggesting(self, seconds: float | None, trials: int | None) -> Suggesting:
        position, player = self._audience.session.position, self._advised_player()
        allowed = partial(may_be_chosen, self._audience)
        return Suggesting(position, player, seconds=seconds, trials=trials, allowed=allowed)

    def _advised_player(self) -> str:
        player = self._showing.state.advisable
        if player is None:
            hidden = self._audience.player in self._audience.seen.to_act
            what = "the search would use what is hidden; the referee's board suggests" if hidden else NOBODY_DECIDES
            raise InputError("nothing can be suggested now", what)
        return player

    @alone
    def _give(self, found: Suggestion) -> None:
        """Choose the suggested action on the board, and say what is expected."""
        self._search = None
        self._showing.advise(None)
        self._activity.choose(self._audience.draft_of(str(found.action)) or Draft())
        seen = self._audience.seen
        about = ((text, () if action is None else spaces_of(seen, action)) for text, action in found.sentences)
        lines = tuple(Sentence(text, "", spaces) for text, spaces in about)
        said = Said(worded("Suggested: {action}", action=found.action), "question", lines)
        arrows = tuple(arrow for each in found.following for arrow in self._arrows(each))
        self._showing.advise(Advised("given", (said,), arrows, self._showing.state.draft))

    def _arrows(self, expected: Expected) -> Iterator[Arrow]:
        """The ways of an action that is expected, in the hue of its player."""
        position, action = expected.position, expected.action
        state = self._showing.state
        scene: Scene = position.system.scene(position.system.observe(position, action.player))
        scene = state.drawings.coloured(state.looks.on(scene))
        hue = next((player.hue for player in scene.players if player.name == action.player), "mark")
        for way in ways_of(position, action):
            yield Arrow(way, worded("then {player}", player=action.player), hue)


def suggestion_for(position: Position, watching: str | None, player: str) -> Suggestion:
    """Return a suggestion, in another process.

    :param watching: the audience of the board; see `Audience`
    :param player: the player who is advised
    :raises InputError: if no action can be suggested
    """
    audience = Audience(Session(position, rolls="ask"), watching)
    found = Suggesting(position, player, allowed=partial(may_be_chosen, audience))
    for _ in found:
        pass
    return found.result()


def may_be_chosen(audience: Audience[Any], action: Action) -> bool:
    """True if a board offers an action: as far as its player sees, nothing bars it."""
    draft = audience.draft_of(str(action))
    return draft is not None and audience.choices(draft).verdict.status is not Status.ILLEGAL


def _answer(text: str) -> Said:
    return Said(translated("Suggest a move"), "question", (Sentence(text, "", ()),))
