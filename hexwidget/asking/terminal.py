"""A game in a terminal or a pipe: ``hexwidget play --text``. A line is an action or a question, and the answer is text.

A loop that prints needs no library for screens: it works in a pipe, with a screen reader, and in a log.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from difflib import get_close_matches
from typing import IO, Any

from hexwidget.asking.answer_data import clauses_of
from hexwidget.asking.seat import Seat, words_of
from hexwidget.asking.textboard import colour, wrap
from hexwidget.explore import Opponents, PolicyError
from hexwidget.files import Scenario
from hexwidget.play import Session
from hexwidget.problems import InputError, visible
from hexwidget.rules import IllegalAction, Status

QUESTIONS = {
    "list": ("[WORDS]", "legal actions; with WORDS those that begin so: list 0203"),
    "check": ("ACTION", "every clause that bars an action, and what would be legal"),
    "odds": ("ACTION", "the exact odds of an action"),
    "reach": ("SPACE", "the spaces that the piece there may go to, with costs"),
    "why": ("[PIECE] SPACE", "why the space cannot be chosen, for the piece on PIECE"),
    "clause": ("ID", "the text of a clause, or of all of a section: clause D1"),
    "board": ("", "the board again"),
    "log": ("", "what has happened so far"),
    "undo": ("", "takes the last step back"),
    "redo": ("", "plays it again"),
    "save": ("FILE", "keeps the game in a file from now on"),
    "help": ("", "this list"),
    "quit": ("", "ends the game here"),
}
"""The questions, each with the words that follow it (in brackets: or none) and its meaning."""
_LINES = [f"  {name} {words}".ljust(22) + told for name, (words, told) in QUESTIONS.items()]
HELP = "\n".join(["An action, as the list writes it, is played. Else ask:", *_LINES])
ENDS = ("quit", "exit")


class Terminal:
    """A seat of a game at a terminal.

    :param seat: the seat
    :param out: the stream that answers go to
    :param colour: True to colour them
    :param wrap: True to break long lines at the width of the terminal
    """

    def __init__(self, seat: Seat, out: IO[str], *, colour: bool = False, wrap: bool = False) -> None:
        self.seat = seat
        self._out, self._colour, self._wrap = out, colour, wrap
        self.commands: dict[str, Callable[[str], str]] = {
            "board": lambda _: self._board(),
            "check": lambda text: str(seat.check(text)),
            "clause": lambda name: "\n".join(map(str, clauses_of(seat.system.rulebook, name))),
            "help": lambda _: HELP,
            "list": self._list,
            "log": lambda _: "\n".join(seat.lines_since(seat.session.steps[0])) or "Nothing has happened yet.",
            "odds": self._odds,
            "reach": self._reach,
            "redo": lambda _: self._went(seat.as_referee().redo),
            "save": self._save,
            "undo": lambda _: self._went(seat.as_referee().undo),
            "why": self._why,
        }

    def run(self, lines: Iterator[str]) -> None:
        """Show the board, and answer lines until they end or one says "quit"."""
        self._say(self._board())
        journal = self.seat.session.journal
        kept = f"this game is kept in {journal.name}" if journal else "save FILE keeps this game"
        self._say(f"(help lists what you can ask; {kept})")
        for line in lines:
            text = line.strip()
            if text.lower() in ENDS:
                return
            if text:
                self._say(self.answer(text))

    def answer(self, text: str) -> str:
        """Return the answer to a line."""
        word, _, rest = text.partition(" ")
        asked = self.commands.get(word.lower())
        try:
            if asked is None:
                return self._play(text)
            _expect(word.lower(), rest.strip())
            return asked(rest.strip())
        except InputError as error:
            near = get_close_matches(word.lower(), QUESTIONS, 1) if asked is None else ()
            return "\n".join([str(error), *(f"  or did you mean the question {each!r}?" for each in near)])
        except (IllegalAction, PolicyError, OSError) as error:
            return str(error)

    # ------------------------------------------------------------------ the answers
    def _board(self) -> str:
        """Return the board, and below it the task. The stage of the game, which ends a position's text, says who has won."""
        return f"\n{self.seat.board()}\n{self.seat.prompt}".rstrip()

    def _play(self, text: str) -> str:
        return self._went(lambda: self.seat.play(self.seat.player, text))

    def _went(self, change: Callable[[], object]) -> str:
        session = self.seat.session
        before = session.step
        try:
            change()
        except PolicyError as error:  # what was played before stands
            return "\n".join([*self.seat.lines_since(before), str(error), self._board()])
        if session.step is before:
            return "There is no step to go to."
        told = self.seat.lines_since(before) if session.change == "played" else []
        return "\n".join([*told, self._board()])

    def _list(self, words: str) -> str:
        listed = self.seat.list_actions(words)
        if not listed.actions:
            return "There is no legal action."
        head = f"{len(listed.actions)} of {listed.count} legal actions:" if listed.sampled else "Legal actions:"
        onward = self.seat.onward(words) if listed.sampled else []
        more = [f"Or list {f'{words} '.lstrip()}WORD, with one of {', '.join(onward)}"] if onward else []
        return "\n".join([head, *(f"  {action}" for action in listed.actions), *more])

    def _odds(self, text: str) -> str:
        found = self.seat.odds(text)
        if not isinstance(found, tuple):
            return str(found)
        return "\n".join(
            f"{each.title}: " + ", ".join(f"{s.label} {figure}" for s, figure in zip(each.shares, each.figures, strict=True))
            for each in found
        )  # fmt: skip

    def _reach(self, space: str) -> str:
        reach = self.seat.reach(" ".join(words_of(space)))
        by_cost: dict[int, list[str]] = {}
        for name, cost in sorted(reach.costs().items()):
            by_cost.setdefault(cost, []).append(name)
        rows = [f"  for {cost}: {', '.join(names)}" for cost, names in sorted(by_cost.items())]
        barred = ", ".join(f"{name} ({clause})" for name, clause in reach.rim.items())
        ends = rows or ["  nowhere; ask why SPACE or check ACTION"]
        return "\n".join([f"The reach of {reach.label}", *ends, *([f"  barred: {barred}"] if barred else [])])

    def _why(self, words: str) -> str:
        verdict = self.seat.why(words)
        if verdict.findings or verdict.status is Status.UNKNOWN:
            return str(verdict)
        return f"It can be chosen: {verdict.subject}" if verdict else f"It is no choice now. {verdict.subject}"

    def _save(self, file: str) -> str:
        self.seat.session.keep(file)
        return f"The game is kept in {file} from now on."

    def _say(self, text: str) -> None:
        told = visible(text)
        if self._wrap:
            told = wrap(told, shutil.get_terminal_size().columns)
        print(colour(told, self.seat.seen.players) if self._colour else told, file=self._out, flush=True)


def _expect(name: str, given: str) -> None:
    """Check the words that follow the name of a question.

    :raises InputError: if the question needs words and has none, or takes none and has some
    """
    words, told = QUESTIONS[name]
    if bool(given) is not bool(words) and not words.startswith("[WORDS"):
        raise InputError("this question cannot be read", f"expected {f'{name} {words}'.rstrip()}: {told}")


# ---------------------------------------------------------------------- the command
def seat_of(
    found: Scenario[Any] | Session[Any],
    player: str | None,
    opponents: dict[str, str],
    *,
    seed: int | None,
    file: str = "",
) -> Seat:
    """Return a seat of a game that begins or goes on, against opponents.

    :param player: the seat; the engine plays all others. None: the referee's, who plays all that nobody plays
    :param opponents: the policies by player
    :param seed: of a game that begins
    :param file: the replay that keeps the game already; empty: none does
    :raises InputError: if there is no such player or policy, or the file cannot keep the game
    """  # fmt: skip
    if isinstance(found, Session):
        session: Session[Any] = Session(found.steps[0].position, file) if file else found
    else:
        session = Session(found, file or None, seed=seed)
    seat = Seat(session, player)
    others = {each: "greedy" for each in session.position.players if player is not None and each != player}
    policies = {**others, **opponents}
    if policies:
        Opponents(session, policies).act()
    return seat


def play_in_text(seat: Seat, *, plain: bool) -> None:
    """Play at standard input and output, until the input ends.

    :param plain: True for neither colours nor a line editor
    """
    shown = sys.stdout.isatty()
    if shown and sys.stdin.isatty() and not plain:
        with suppress(ImportError):  # Windows has none
            import readline  # noqa: F401  (gives `input` a history)
    colour = shown and not plain and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    terminal = Terminal(seat, sys.stdout, colour=colour, wrap=shown)
    try:
        terminal.run(_typed_lines() if sys.stdin.isatty() else _piped_lines())
    except KeyboardInterrupt:
        print()


def _typed_lines() -> Iterator[str]:
    """The lines that a person types."""
    try:
        while True:
            yield input("> ")
    except EOFError:
        print()  # the shell's prompt begins a line


def _piped_lines() -> Iterator[str]:
    """The lines of a pipe, each repeated before its answer, so that the output can be read alone."""
    for line in sys.stdin:
        print(visible(f"> {line.rstrip()}"), flush=True)
        yield line
