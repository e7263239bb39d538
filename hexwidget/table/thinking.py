"""Opponents at a table: they think in other processes, and play on the event loop's thread."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from random import Random
from typing import Any

from hexwidget.english import capital, worded
from hexwidget.explore.opponents import PAUSED_AT_ONCE, Opponents
from hexwidget.explore.policies import decide
from hexwidget.play import Session, Step
from hexwidget.play.game_lock import alone
from hexwidget.rules import Position
from hexwidget.serving.pool import Pool
from hexwidget.widget.board_parts import PAUSE
from hexwidget.widget.host import log


class ThinkingOpponents(Opponents):
    """Players of a session that policies play, as `Opponents` do. From `begin` on they think in other processes, and act if the game is
    still at the step that they thought about. A thought about a step that was left is dropped: where they alone are to act after an undo or
    a redo, or at the end of a line that the referee goes to, they think anew.

    Boards are not told who thinks: when a thought ends may depend on what is hidden.

    :param policies: for each opponent the name of a policy
    :param on_failure: called when an opponent has failed, and when one that had failed may try again
    """

    def __init__(self, session: Session[Any], policies: Mapping[str, str], on_failure: Callable[[], None]) -> None:
        super().__init__(session, policies, pause=PAUSE)
        self.names: Mapping[str, str] = dict(policies)
        """The names of the policies by their players."""
        self.failed: str = ""
        """The opponent who has failed at the present step; empty: none has."""
        self._on_failure = on_failure
        self._pool: Pool | None = None
        self._loop: asyncio.AbstractEventLoop
        self._acted = Counter[str]()
        """The number of actions of each since a person decided."""
        self._task: asyncio.Task[None] | None = None

    def think_in(self, pool: Pool) -> None:
        """Think in a pool from now on, and play in the running event loop; act if it is an opponent's turn."""
        self._pool, self._loop = pool, asyncio.get_running_loop()
        self.act()

    def stop(self) -> None:
        """Stop playing, and free the seats."""
        super().stop()
        self._pool = None  # what the loop was asked for before begins no thought any more
        if self._task is not None:
            self._task.cancel()

    @property
    def turn(self) -> tuple[str, ...]:
        """Nobody: boards are not told who thinks."""
        return ()

    @property
    def said(self) -> dict[str, str]:
        """A sentence about each opponent."""
        return {player: self.words_of(player) for player in self.names}

    def words_of(self, player: str) -> str:
        if player == self.failed:
            wording = "{player:'s} opponent has failed; the referee can play for {player}, or take a step back."
        else:
            wording = "{player:is} played by the computer ({policy})."
        return capital(worded(wording, player=player, policy=self.names[player]))

    def _on_session(self) -> None:
        super()._on_session()
        moved, to_act = self.session.change, self.session.position.to_act
        is_left = moved in ("undone", "redone") or (moved == "went" and not self.session.can_redo)
        if is_left and not self._acting and to_act <= self.policies.keys():
            self.act()

    def act(self) -> None:
        """Let opponents act until a person has to decide; see `Opponents.act`."""
        if self._pool is None:
            super().act()
            return
        with suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(self._go_on, True)

    @alone
    def _go_on(self, decided: bool) -> None:
        """Let the next opponent think, unless a person has to decide.

        :param decided: True if a person has just decided
        """
        if decided:
            self._acted.clear()
            self._say_failed("")
        if self._task is not None and decided:
            self._task.cancel()
        player, pool = self._next(self._acted), self._pool
        self._task = None
        if player is not None and pool is not None:
            self._task = self._loop.create_task(self._decide(pool, player, self.session.step))

    async def _decide(self, pool: Pool, player: str, step: Step[Any]) -> None:
        """Let an opponent think about a step, and act."""
        ready = self._loop.time() + (self.pause if self._acted.total() < PAUSED_AT_ONCE else 0.0)
        try:
            text = await pool.submit(decision, self.names[player], step.position, player, self._chance(player, step))
            await asyncio.sleep(ready - self._loop.time())
            acted = self.play_action(player, step, text)
        except Exception as error:
            log().error("%s's opponent has failed", player, exc_info=error)
            acted = self.session.step is not step  # else what watches the game has failed
            if not acted:
                self._say_failed(player)
        if acted:
            self._go_on(False)

    @alone
    def play_action(self, player: str, step: Step[Any], text: str) -> bool:
        """Play an action, if the game is still at the step that it was chosen for. Return True if it is played."""
        if self.session.step is not step:
            return False
        self._acting = True
        self._acted[player] += 1
        try:
            self.session.play(f"{player}: {text}")
        finally:
            self._before, self._acting = self.session.step, False
        return True

    def _say_failed(self, player: str) -> None:
        before, self.failed = self.failed, player
        if player != before:
            self._on_failure()


def decision(policy: str, position: Position, player: str, chance: str) -> str:
    """Return the text of the action that a policy chooses, in a process of the pool.

    :param chance: the seed of its random numbers
    """
    return str(decide(policy, position, player, Random(chance)))
