"""The tools of an assistant, in plain Python: each answers about the present game as plain data.

`tools.schema.json` describes them. `python tools/generate.py` writes it: arguments from the hints and docstrings here, answers from
`tools/generating/answers.py`.

At a player's seat they answer as that player's board does. A desk that is bound to a seat opens no other game.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from inspect import signature
from pathlib import Path
from typing import Annotated, Any, cast

from hexwidget.asking.answer_data import clauses_data, clauses_of, odds_data, reach_data, verdict_data
from hexwidget.asking.game_files import open_game
from hexwidget.asking.seat import MOST_LISTED, Seat
from hexwidget.asking.terminal import seat_of
from hexwidget.explore.policies import PolicyError
from hexwidget.files import Scenario
from hexwidget.files.scenario import scenarios_of
from hexwidget.lessons.review import Reviewing
from hexwidget.limits import MAY_LACK
from hexwidget.play import Session
from hexwidget.problems import InputError, Problems, shown, unknown
from hexwidget.rules import IllegalAction
from hexwidget.rules.values import read_value
from hexwidget.systems.registry import system, system_names

Answer = dict[str, Any]
TOOLS = ("scenarios", "position", "legal_actions", "check", "reach", "odds", "play", "clause", "review")
"""The methods of a `Desk` that an assistant may call."""
MOST_AT_ONCE = 200
"""The most legal actions of an answer."""
MEANT = {
    **dict.fromkeys(("limit", "max", "count", "number"), "most"),
    **dict.fromkeys(("scenario", "file", "game", "link"), "source"),
    **dict.fromkeys(("move", "text", "order"), "action"),
    **dict.fromkeys(("hex", "piece", "unit", "from"), "space"),
    **dict.fromkeys(("seat", "side"), "player"),
}
"""The arguments that other words often mean."""


class Desk:
    """The tools of one assistant, who asks about one game at a time.

    :param seat: the game that it begins with; None: the assistant opens one
    :param bound: True if the assistant stays at this seat
    :param folder: files are opened in this folder and below it

    >>> from hexwidget.asking.seat import Seat
    >>> desk = Desk(Seat(Session("depletion/first-steps", seed=1), "red"))
    >>> desk.check("0203-0303-0403-0503")["findings"][0]["clause"]
    'D7.1'
    """

    def __init__(self, seat: Seat | None = None, *, bound: bool = False, folder: str | os.PathLike[str] = ".") -> None:
        self._seat, self._bound, self._folder = seat, bound, Path(folder).resolve()
        self._report: Callable[[float], object] | None = None

    def call(self, tool: str, given: Mapping[str, Any], report: Callable[[float], object] | None = None) -> Answer:
        """Call a tool with arguments from outside.

        :param report: takes the part of a long answer that is done, 0 to 1
        :raises InputError: if there is no such tool, or an argument is unknown, missing or of a wrong type
        """
        if tool not in TOOLS:
            raise InputError("no such tool", unknown("tool", tool, TOOLS))
        method, self._report = getattr(self, tool), report
        known, problems, found = signature(method, eval_str=True).parameters, Problems(), {}
        for name, value in given.items():
            if name not in known:
                meant = f"unknown argument {shown(name)}; did you mean {MEANT.get(name)!r}?"
                problems.add(name, meant if MEANT.get(name) in known else unknown("argument", name, known))
            else:
                found[name] = read_value(name, value, known[name].annotation, problems)
        for name, parameter in known.items():
            if name not in given and parameter.default is parameter.empty:
                problems.add(name, "this argument is missing")
        problems.raise_any(f"{tool} cannot be called so")
        return cast("Answer", method(**found))

    @property
    def seat(self) -> Seat:
        """The seat at the present game.

        :raises InputError: if no game is open
        """
        if self._seat is None:
            raise InputError("no game is open", "open one: position(source='depletion/first-steps')")
        return self._seat

    # ------------------------------------------------------------------ games
    def scenarios(self) -> Answer:
        """List the rule systems and the names of their scenarios, which `position` opens."""
        return {name: {"title": system(name).title, "scenarios": scenarios_of(name)} for name in system_names()}

    def position(
        self,
        source: str = "",
        player: str = "",
        opponents: str = "",
        seed: Annotated[int | None, MAY_LACK] = None,
        seat: str = "",
    ) -> Answer:
        """Show the board of the present game as text, with the task of the player to act. With a source, open that game first.

        :param source: the name of a scenario, a link, a file, a position on one line after its system's name, or a scenario as JSON
        :param player: the player whose view and actions are yours; empty: you see everything and act for all
        :param opponents: "random", "greedy" or "search" plays the other players; empty: greedy for a player, otherwise nobody does
        :param seed: of dice and cards
        :param seat: the former name of player
        """
        if seat:
            if player not in ("", seat):
                raise InputError("which player?", "it is called player now, and another one is given", "seat")
            return {**self.position(source, seat, opponents, seed), "note": "the argument seat is called player now"}
        if source:
            if self._bound:
                raise InputError("not here", f"this is the game of {self.seat.player}; it stays open", "source")
            self._seat = self._open(source, player, opponents, seed)
        elif player or opponents or seed is not None:
            raise InputError("not here", "player, opponents and seed are chosen with a game", "source")
        return self._board()

    def _open(self, source: str, player: str, opponents: str, seed: int | None) -> Seat:
        if os.path.exists(source) and not Path(source).resolve().is_relative_to(self._folder):
            raise InputError("this file is not opened", "name one in the folder of the server", "source")
        found = open_game(source)
        if not isinstance(found, (Scenario, Session)):
            raise InputError("which position?", "it is a course, which has many positions", "source")
        players = found.position.players
        if player and player not in players:
            raise InputError("no such player", unknown("player", player, players), "player")
        others = {each: opponents for each in players if each != (player or players[0])} if opponents else {}
        return seat_of(found, player or None, others, seed=seed)

    def _board(self) -> Answer:
        seat = self.seat
        end = seat.seen.outcome
        return {
            "system": seat.system.name,
            "player": seat.player or "everybody",
            "players": list(seat.seen.players),
            "to_act": sorted(seat.seen.to_act),
            "board": seat.board(),
            "prompt": seat.prompt,
            "over": None if end is None else {"winners": list(end.winners), "text": str(end)},
        }

    # ------------------------------------------------------------------ the rules
    def legal_actions(self, within: str = "", most: int = MOST_LISTED) -> Answer:
        """List legal actions as texts that `check` and `play` read; a random sample where there are more than ``most``.

        :param within: words that the actions begin with, such as the name of a space: "0203"; "onward" has words that can follow
        :param most: the most actions, up to 200
        """
        found = self.seat.list_actions(within, max(1, min(most, MOST_AT_ONCE)))
        actions = [str(action) for action in found.actions]
        return {"actions": actions, "count": found.count, "sampled": found.sampled, "onward": self.seat.onward(within)}

    def check(self, action: str) -> Answer:
        """Judge an action without playing it: every clause that bars it, with its text, and remedies: actions that are legal."""
        return verdict_data(action, self.seat.check(action), self.seat.system.rulebook)

    def reach(self, space: str, to: str = "") -> Answer:
        """Tell the reach of the piece on a space: ends with costs, and the clause that bars each space at the rim.

        :param to: a space: the answer has a cheapest path to it, or every reason why the piece cannot go there
        """
        reach = self.seat.reach(space)
        data = reach_data(reach)
        if to:
            data["path"] = list(reach.path(to)) if to in reach else None
            data["why"] = verdict_data(to, reach.why(to), self.seat.system.rulebook)
        return data

    def odds(self, action: str) -> Answer:
        """Return the exact odds of an action whose result is decided by chance. The action is not played."""
        return {"action": action, "odds": odds_data(self.seat.odds(action))}

    def clause(self, id: str, of: str = "") -> Answer:
        """Give the text of a clause, or of all clauses of a section ("D1").

        :param of: the name of the system; empty: that of the present game
        """
        rulebook = (system(of) if of else self.seat.system).rulebook
        return {"rulebook": rulebook.title, "clauses": clauses_data(clauses_of(rulebook, id))}

    # ------------------------------------------------------------------ playing
    def play(self, action: str) -> Answer:
        """Play an action. The answer has what happened, also the opponents' actions, and the board; for an illegal action it has
        the verdict instead, and nothing is played."""
        seat = self.seat
        before = seat.session.step
        failed = ""
        try:
            seat.play(seat.player, action)
        except IllegalAction as error:
            return {"played": False, "verdict": verdict_data(action, error.verdict, seat.system.rulebook)}
        except PolicyError as error:  # what was played before stands
            failed = str(error)
        told = [*seat.lines_since(before), *([failed] if failed else [])]
        return {"played": True, "happened": told, **self._board()}

    def review(self, player: str = "") -> Answer:
        """Review the game so far for a player: the moments that mattered most, what was legal instead, and why.

        :param player: at a seat its own player; otherwise the player whose game it is
        """
        own = self.seat.player
        if own and player not in ("", own):
            raise InputError("not here", f"this seat reviews the game of {own}", "player")
        under_way = Reviewing(self.seat.session, own or player or None)
        for part in under_way:
            if self._report is not None:
                self._report(part)
        found = under_way.result()
        return {**found.to_json(), "text": str(found)}
