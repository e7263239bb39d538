"""A table: a game, a board for each place, and the people there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import replace
from functools import partial
from time import monotonic
from typing import Any, ClassVar

from hexwidget.english import as_phrase, capital, phrase, translated, worded
from hexwidget.files import Scenario
from hexwidget.languages import in_its_language, speaking_of
from hexwidget.play import JournalError, Session
from hexwidget.play.game_lock import alone
from hexwidget.problems import InputError
from hexwidget.rules import Choices, Draft, Position
from hexwidget.serving import messages
from hexwidget.serving.links import Place, role_of
from hexwidget.serving.pool import Pool, leave_pool, shared_pool
from hexwidget.table.agreements import Agreements, Request, asked, ended, is_behind, outcome
from hexwidget.table.presence import persons, present, you_are
from hexwidget.table.recordings import Records, file_of, page_of
from hexwidget.table.storage import OpenTable, TableState, called, places, turned
from hexwidget.table.thinking import ThinkingOpponents
from hexwidget.table.wishes import Wish, WishError, is_wish, read_wish
from hexwidget.widget.activity import Activity, GameActivity
from hexwidget.widget.audience import NOT_SAVED, Audience
from hexwidget.widget.connections.intents import Confirm, Intent, Load, Play
from hexwidget.widget.connections.line import LineBoard, Viewer
from hexwidget.widget.host import log
from hexwidget.widget.work_queue import running_loop

RECORDS = 2.0
"""The seconds between two recordings or files of a viewer. Each may have some megabytes."""
MOVES = ("undone", "redone", "went")
"""The changes of a session that play nothing."""


class Seated(GameActivity):
    """The game at a place of a table, without a notebook.

    :param stopped: returns why nobody may act, as a phrase; empty: they may
    :param note_review: takes note that a review on the board is begun (True) or closed
    """

    kept = False

    def __init__(self, audience: Audience, stopped: Callable[[], str], note_review: Callable[[bool], None]) -> None:
        super().__init__(audience)
        self._stopped, self._note_review = stopped, note_review

    def turn(self) -> str:
        """Return why nobody may act."""
        return translated(self._stopped())

    def play_choices(self, draft: Draft) -> Choices:
        """Return the choices; none where nobody may act."""
        over = self._stopped()
        return Choices(None, Draft(), capital(translated(over))) if over else super().play_choices(draft)

    def note_review(self, *, begun: bool) -> None:
        """Let the table take note."""
        self._note_review(begun)

    def is_reviewed(self) -> bool:
        """True if the game can be reviewed now: for the referee always, for players at its end."""
        return self.audience.player is None or super().is_reviewed()

    def may_act(self) -> bool:
        """True if the game goes on, as far as its audience sees."""
        return not self._stopped() and super().may_act()

    def allow(self, intent: Intent) -> None:
        """Refuse actions where nobody may act, and the code of the front end: a table's page has it."""
        super().allow(intent)
        if self.guest is None and isinstance(intent, Confirm | Play) and (over := self._stopped()):
            raise WishError(over)
        if isinstance(intent, Load):
            raise WishError("nobody at a table may ask for it")

    @property
    def shown(self) -> tuple[int, int]:
        """The revision and the place of the step that the board shows, as its audience counts steps."""
        return self._showing.sending.revision, self._showing.step

    def show_again(self) -> None:
        """Show the present step anew."""
        self._showing.follow()


class Table:
    """A game that several people play, each place at one board that all its viewers share.

    >>> class Ear:
    ...     def put(self, text):
    ...         print(text[:60])
    >>> table, ear = Table(Session("depletion/first-steps")), Ear()
    >>> board = table.enter("red", ear)
    {"method":"update","state":{"_patch":null,"theme":"auto","_s
    {"method":"present","text":"You are red. Blue is not here.",

    A link gives its place in the first game; after a rematch it gives the next player's seat. In a running event loop, slow work is done in
    other processes from the first viewer on.

    :param about: the scenario, whose words and drawings the boards show
    :param kept: the files of the table, and its opponents; None: nothing is kept
    :param opponents: the names of the policies that play seats in the first game, by their players; of a table without files
    :param shut: why nobody may act; empty: they may
    :raises InputError: if there cannot be such opponents
    """

    rematches: ClassVar[bool] = True
    """False where the session is somebody else's, who goes on with it."""

    def __init__(
        self,
        session: Session[Any],
        about: Scenario[Any] | None = None,
        kept: OpenTable | None = None,
        *,
        opponents: Mapping[str, str] | None = None,
        shut: str = "",
    ) -> None:
        self.session: Session[Any] = session
        self._shut = shut
        self._computers: Mapping[str, str] = (kept.opponents if kept else opponents) or {}
        """The policies that play seats, by the places of the seats' links. They agree to all."""
        self._pool: Pool | None = None
        self.course: TableState = kept.course if kept else TableState()
        self._kept = kept
        self._about = about
        self._boards: dict[Place, LineBoard[Any]] = {}
        self._games: dict[Place, Seated] = {}
        self._names: Mapping[Place, str] = {}
        """The names of people by the places of their links."""
        self._homes: Mapping[Place, messages.HomeLink] = {}
        self._viewers: dict[Viewer, Place] = {}
        """The viewers, each with the place of their link."""
        self._told: dict[Place, str] = {}
        """The words about the table that the viewers of each seat were told last."""
        self._agreements = Agreements()
        self._records = Records(about)
        self._handed: dict[Viewer, float] = {}
        """The moments at which viewers asked for a recording or file last."""
        self._opponents = self._seated()
        self._stop = session.watch(self._tell_present, kind="board")

    def speaking(self) -> AbstractContextManager[None]:
        """Say everything within a block in the language of the game."""
        return speaking_of(self.session)

    # ------------------------------------------------------------------ viewers
    def seat(self, link: Place) -> Place:
        """Return the seat that the link of a place gives in the present game."""
        return turned(link, self._start.players, self.course.number)

    @property
    def _start(self) -> Position:
        start: Position = self.session.tree.steps[0].position
        return start

    @property
    def here(self) -> Counter[Place]:
        """The number of viewers by the place of their link."""
        return Counter(self._viewers.values())

    @alone
    @in_its_language
    def enter(self, link: Place, viewer: Viewer) -> LineBoard[Any]:
        """Show a viewer the board of a link's seat, and tell everybody. A board stays when its viewers leave: it knows what it has answered.

        :param link: the place of the viewer's link
        """
        self._begin()
        board = self._board(link)
        board.line.enter(viewer)
        self._viewers[viewer] = link
        self._told.pop(self.seat(link), None)  # one who comes is told
        self._tell_present()
        return board

    @alone
    @in_its_language
    def leave(self, link: Place, viewer: Viewer) -> None:
        """Show a viewer nothing more, and tell the others. The request of somebody who has gone is gone."""
        if viewer not in self._viewers:
            return  # they were shown out
        del self._viewers[viewer]
        self._handed.pop(viewer, None)
        seat, request = self.seat(link), self._agreements.request
        self._boards[seat].leave(viewer)
        if request is not None and request.by == seat and link not in self._viewers.values():
            self._agreements.request = None
            self._say(capital(worded("{player:has} gone, and so has the request.", player=request.by)))
        self._tell_present()

    def handle(self, content: object, viewer: Viewer) -> bool:
        """Answer a message of a viewer, to their board or to the table. Return True if it has played an action."""
        if viewer not in self._viewers:
            return False  # they were shown out
        link, session = self._viewers[viewer], self.session
        step, shown = session.step, {seat: game.shown for seat, game in self._games.items()}
        steps = len(session.tree.steps)
        with self.speaking():
            if is_wish(content):
                self._hear(content, self.seat(link), viewer)
                return False
            self._board(link).answer(content, viewer)
            if link is None and session.step is not step and session.change in MOVES:
                self._tell_moved(shown)
        return len(session.tree.steps) > steps

    @alone
    def show_out(self, link: Place) -> None:
        """Show the viewers of a link nothing more, and answer none of their messages: the link opens nothing any more."""
        for viewer in [viewer for viewer, by in self._viewers.items() if by == link]:
            self.leave(link, viewer)

    @property
    def title(self) -> str:
        """The title of the scenario, or the name of the rule system."""
        return self._about.title if self._about else self.session.position.system.name

    @alone
    def call_people(self, names: Mapping[Place, str], homes: Mapping[Place, messages.HomeLink] | None = None) -> None:
        """Tell everybody the names of people, and each place the page to which theirs leads back.

        :param names: by the places of their links
        :param homes: by the places of links
        """
        self._names, self._homes = dict(names), dict(homes or {})
        self._tell_present()

    def close(self) -> None:
        """Close the boards, and the journal. The opponents leave their seats."""
        self._end_game()
        leave_pool(self)

    def _end_game(self) -> None:
        self._stop()
        if self._opponents is not None:
            self._opponents.stop()
        for board in self._boards.values():
            board.close()
        self.session.close()

    def _board(self, link: Place) -> LineBoard[Any]:
        seat = self.seat(link)
        if seat not in self._boards:
            game = self._at(seat)
            if isinstance(game, Seated):
                self._games[seat] = game
            self._boards[seat] = LineBoard(game, about=self._about, opponents=self._opponents, elsewhere=self._pool)
            if isinstance(game, GameActivity) and game.hindsight is not None and seat in self.course.reviewed:
                game.hindsight.do("begin")  # a board shows again what it has shown
        return self._boards[seat]

    def _note_review(self, seat: Place, begun: bool) -> None:
        """Take note that the review on a board is begun or closed."""
        if begun == (seat in self.course.reviewed):
            return
        others = tuple(each for each in self.course.reviewed if each != seat)
        course = replace(self.course, reviewed=(*others, seat) if begun and seat else others)
        try:
            if self._kept:
                self._kept.files.write_course(course)
        except InputError as error:  # it names the file: players read other words
            raise JournalError(error.title, error.problems) from None
        self.course = course

    def _at(self, seat: Place) -> Activity:
        """Return the activity at a seat."""
        return Seated(Audience(self.session, seat), self._stopped, partial(self._note_review, seat))

    # ------------------------------------------------------------------ the computer
    def _seated(self) -> ThinkingOpponents | None:
        """Seat the opponents of the present game."""
        names = {str(self.seat(link)): policy for link, policy in self._computers.items()}
        if not names or self.course.resigned or self._shut:
            return None
        seated = ThinkingOpponents(self.session, names, self._tell_present)
        if self._pool is not None:
            seated.think_in(self._pool)
        return seated

    def _begin(self) -> None:
        """Begin to use other processes."""
        if self._pool is None and running_loop() is not None:
            self._pool = shared_pool(self)
            if self._opponents is not None:
                self._opponents.think_in(self._pool)

    # ------------------------------------------------------------------ what is told
    def _stopped(self) -> str:
        """Return why nobody may act, as a phrase: somebody has resigned, or the table is shut."""
        resigned = self.course.resigned
        return as_phrase(self._shut) or (phrase("{player:has} resigned", player=resigned) if resigned else "")

    @property
    def _over(self) -> str:
        return outcome(self.session, self.course) or (f"{capital(translated(self._shut))}." if self._shut else "")

    def _tell_present(self) -> None:
        """Tell the viewers of each seat who is there and what they may wish, where that has changed."""
        with self.speaking():
            here, over = Counter(self.seat(link) for link in self._viewers.values()), self._over
            for seat, board in self._boards.items():
                text = self._present(here, seat, over).packed()
                if board.line.viewers and self._told.get(seat) != text:
                    self._told[seat] = text
                    for viewer in list(board.line.viewers):
                        viewer.put(text)

    def _present(self, here: Counter[Place], seat: Place, over: str) -> messages.TablePresent:
        at, request = places(self.session.position), self._agreements.request
        computers = self._opponents.said if self._opponents else {}
        names = {self.seat(link): name for link, name in self._names.items()}
        homes = {self.seat(link): home for link, home in self._homes.items()}
        waits = None
        if request is not None:
            words = asked(request, self.session.position.players, self.course.number, seat)
            waits = messages.OpenRequest(request.number, words)
        who, course, may = (at, here, seat, computers, names), self.course, self._may(seat, over)
        return messages.TablePresent(
            present(*who), persons(*who), over, course.opened, course.number, may, homes.get(seat), waits
        )

    def _may(self, seat: Place, over: str) -> tuple[messages.TableWish, ...]:
        found = self._agreements.may(seat, self.session, self.course, over=bool(over))
        barred = {"rematch", "back"} if self._shut else set() if self.rematches else {"rematch"}
        return tuple(name for name in found if name not in barred)

    def _tell_moved(self, before: Mapping[Place, tuple[int, int]]) -> None:
        """Tell those who see a difference that the referee has gone to another step. Others must not know."""
        for seat, (last, was) in before.items():
            revision, place = self._games[seat].shown
            if seat is not None and revision != last:
                back, other = "The referee has taken the game back.", "The referee has gone to another step."
                told = messages.Remark(translated(back if place < was else other)).packed()
                for viewer in list(self._boards[seat].line.viewers):
                    viewer.put(told)

    def _say(self, text: str) -> None:
        """Say a sentence to all."""
        self._tell(lambda _: messages.Remark(text).packed())

    def _tell(self, text_for: Callable[[Place], str]) -> None:
        for viewer, link in list(self._viewers.items()):
            viewer.put(text_for(self.seat(link)))

    # ------------------------------------------------------------------ wishes
    @alone
    def _hear(self, content: object, seat: Place, viewer: Viewer) -> None:
        """Carry out a wish. Nothing that a viewer sends raises here."""
        try:
            wish = read_wish(content, role_of(seat))
            if wish.name not in self._may(seat, self._over):
                raise WishError("that cannot be asked for now")
            self._carry_out(wish, seat, viewer)
        except JournalError:
            viewer.put(messages.Remark(f"{capital(translated(NOT_SAVED))}.").packed())  # the error names the file
        except WishError as error:
            viewer.put(messages.Remark(f"{capital(error.said[1][0].message)}.").packed())
        except Exception:
            log().exception("a wish at a table failed")
            viewer.put(messages.Remark(translated(messages.WISH_FAILED)).packed())
        self._tell_present()

    def _carry_out(self, wish: Wish, seat: Place, viewer: Viewer) -> None:
        if wish.name in ("replay", "file"):
            self._hand_over(wish.name, seat, viewer)
            return
        player = str(seat)
        if wish.name == "resign":
            self._set(replace(self.course, resigned=player))
            if self._opponents is not None:
                self._opponents.stop()
            self._agreements.request = None
        elif wish.name == "refuse":
            self._say(ended(self._agreements.refuse(wish.to), player, granted=False))
        elif wish.name == "agree":
            self._grant(self._agreements.agree(player, wish.to), player)
        else:
            computers = {str(self.seat(each)) for each in self._computers}
            self._grant(self._agreements.ask(wish.name, player, self.session, computers), player)

    def _grant(self, request: Request, player: str) -> None:
        """Carry out an agreed request."""
        if request.waits:
            return
        if request.what == "back":
            if not is_behind(self.session, request.step):
                raise WishError("the game has gone elsewhere since then")
            self.session.goto(self.session.steps[request.step].parent or 0)
        elif request.what == "open":
            self._set(replace(self.course, opened=True))
        else:
            self._play_again()
            return
        self._say(ended(request, player, granted=True))

    def _set(self, course: TableState) -> None:
        """Keep the agreed state, then show it."""
        if self._kept:
            self._kept.files.write_course(course)
        self.course = course
        for game in self._games.values():
            game.show_again()

    def _play_again(self) -> None:
        """Begin another game from the same start. The old one stays in its journal."""
        course = TableState(self.course.number + 1)
        journal = self._kept.files.journal(course.number) if self._kept else None
        session = Session(self._start, journal, rolls=self.session.rolls)
        try:
            if self._kept:
                self._kept.files.write_course(course)
        except BaseException:
            session.close()
            raise
        self._end_game()
        self.session, self.course, self._boards, self._games, self._told = session, course, {}, {}, {}
        self._opponents = self._seated()
        self._stop = session.watch(self._tell_present, kind="board")
        for viewer, link in self._viewers.items():
            self._board(link).line.enter(viewer)
        self._tell(lambda seat: messages.Remark(f"{translated('A new game begins.')} {you_are(seat)}").packed())

    def _hand_over(self, what: str, seat: Place, viewer: Viewer) -> None:
        """Send a viewer the recording of the game, or its file, as their place knows it."""
        if monotonic() < self._handed.get(viewer, 0.0):
            raise WishError("you got the game just now; try again in a moment")
        self._handed[viewer] = monotonic() + RECORDS
        about, name, title = self._about, called(seat), self.title

        def send(recording: str | None) -> None:
            if recording is None:
                failed = "The recording could not be made. The server's log says why."
                viewer.put(messages.Remark(translated(failed)).packed())
            elif what == "replay":
                viewer.put(messages.GameRecording(recording).packed())
            else:
                page = page_of(recording, title, seat, about.prose if about else "")
                viewer.put(messages.Download(f"{title} {name}", "html", page).packed())

        opened = self.course.opened and bool(self._over)
        text = file_of(self.session, seat, opened=opened) if what == "file" else None
        if text is not None:
            viewer.put(messages.Download(f"{title} {name}", "jsonl", text).packed())
        else:
            try:
                self._records.ask(self.session, None if opened else seat, send)
            except InputError:
                raise WishError("the game is too long to be recorded") from None
