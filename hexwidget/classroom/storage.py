"""The things that are kept of a class, under keys of a store, and what changes them.

``class.json`` has the digests of the class's two links, and if it is over; ``links.json`` the links' tokens, and ``entrance.json`` the code by which
learners come in, for the owner of the server only;
``course.json`` the course. Each learner has ``learners/ID/learner.json`` (the name, and the digests of the learner's links), ``progress.json``
beside it (see `hexwidget.lessons.Progress`) and ``log.jsonl`` (see `hexwidget.classroom.logbook`). To delete a learner is to delete these, and
the learner's games below ``tables/`` (see `hexwidget.classroom.games`): nothing else in the class holds anything of a learner.

Versions before sums in logs wrote ``hexwidget.class/1``, and refuse a class once this one has opened it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass, field, replace
from secrets import token_hex, token_urlsafe
from typing import Annotated, Any

from hexwidget.english import phrase
from hexwidget.extras import extra
from hexwidget.files.entries import entries_text, read_entries
from hexwidget.files.scenario import MOST_CHARACTERS
from hexwidget.jsontext import parse_json
from hexwidget.lessons import Course, Progress
from hexwidget.lessons.courses.course import read_course
from hexwidget.problems import InputError, told_apart
from hexwidget.rules.hints import Key
from hexwidget.serving.entry_codes import KeptEntrance, checked_name, new_code
from hexwidget.serving.links import TOKEN, digest
from hexwidget.serving.messages import OwnGame
from hexwidget.store import copying
from hexwidget.store.store import Lines, Store
from hexwidget.widget.host import log

FORMAT, OLDER = "hexwidget.class/2", "hexwidget.class/1"
CLASS, LINKS, COURSE, TABLES = "class.json", "links.json", "course.json", "tables/"
ENTRANCE = "entrance.json"
LEARNERS, LEARNER, PROGRESS, LOG = "learners/", "learner.json", "progress.json", "log.jsonl"
_ID = re.compile("[0-9a-f]{12}")
MOST_LEARNERS = 100
MOST_DOORS = 4
"""The most links of a learner: a further one takes the place of the oldest."""
LARGEST = 4 * MOST_CHARACTERS
"""The most bytes of a course, or of a learner's progress and log."""
PATHS = {"class": "/#join=", "teacher": "/wall#"}
"""The ends of the addresses of the two links of a class, before their tokens."""
CANNOT_OPEN = "this class cannot be opened"
NO_CLASS = "there is no class yet"
TAKEN = "If that is you, open your own link, or ask your teacher for a new one. If not, add a letter to your name"
IN_DATABASE = "a class in a database"


@dataclass(frozen=True)
class Learner:
    """A learner of a class.

    :param id: twelve hexadecimal digits
    :param name: as the learner has given it
    :param doors: the digests of the tokens of the learner's links, the oldest first
    :param user: the name of the learner's account in a hub; empty: they have come by a link
    """

    id: str
    name: str
    doors: tuple[str, ...] = ()
    user: str = ""


@dataclass(frozen=True)
class _About:
    """The entries of ``learner.json``."""

    name: str
    doors: tuple[str, ...]
    user: str = ""


@dataclass(frozen=True)
class _Pair:
    """A text for each of the two links of a class: a token, or its digest."""

    of_class: Annotated[str, Key("class")]
    teacher: str


@dataclass(frozen=True)
class _Class(_Pair):
    """The digests of the tokens of the two links, and if the class is over."""

    over: bool


class KeptProgress(Progress):
    """The progress of a learner in a store, which this object alone writes. Changes within `waiting` are written together.

    Beside it stands the sum of the last line of the learner's log that it counts.
    """

    def __init__(self, kept: KeptClass, learner: str) -> None:
        self._class, self._learner = kept, learner
        self._store, self._key = kept.store, kept.key(learner, PROGRESS)
        self._waits = False
        self._text: str | None = None
        """The text that waits to be written."""
        self.deeds: list[tuple[str, dict[str, Any]]] = []
        """The deeds since these were last forgotten, as a log has them."""
        self._is_read = False
        super().__init__()
        self.counted: str | None = self._log
        """The sum of the last line of the log that the progress counts; None: it was written before logs had sums."""

    def note(self, deed: str, **entries: Any) -> None:
        """Take note of a deed, for the log."""
        self.deeds.append((deed, entries))

    def _called(self) -> str:
        return self._store.called(self._key)

    def _kept(self) -> str | None:
        was_read, self._is_read = self._is_read, True
        return None if was_read else self._store.read(self._key, LARGEST)

    def _write(self, text: str) -> None:
        self._text = text
        if not self._waits:
            try:
                self.write(self.counted)
            finally:
                self._text = None

    @property
    def has_changed(self) -> bool:
        """True if a change waits to be written."""
        return self._text is not None

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """Let changes within a block wait for `write`."""
        self._waits = True
        try:
            yield
        finally:
            self._waits = False

    def write(self, counted: str | None) -> None:
        """Write the progress.

        :param counted: the sum of the last line of the log; None: there is no such line
        :raises InputError: if that fails, or the learner was deleted
        """
        if self._learner not in self._class.learners:
            raise InputError(f"{self._called()} cannot be written", "the learner was deleted")
        text = self._text or self.text
        if counted is not None:
            text = text.removesuffix("\n}\n") + f',\n  "log": {json.dumps(counted)}\n}}\n'
        self._store.write(self._key, text)
        self._text, self.counted = None, counted


@dataclass
class KeptClass:
    """A class that is open.

    ``door`` and ``teacher`` are the digests of the tokens of the class's link and of the teacher's, ``tokens`` the tokens themselves; empty if
    they are not kept. ``code`` lets learners in who are new; empty: nobody new comes in.
    """

    store: Store
    door: str = ""
    teacher: str = ""
    tokens: dict[str, str] = field(default_factory=dict)
    over: bool = False
    code: str = ""
    learners: dict[str, Learner] = field(default_factory=dict)

    @property
    def tables(self) -> Store:
        """The place of the games of the class."""
        return self.store.below(TABLES)

    # ------------------------------------------------------------------ the class
    def course(self, *, checked: bool = False) -> Course:
        """Read the course.

        :param checked: True to check that each exercise has an answer
        :raises InputError: listing everything wrong with it
        """
        return read_course(self.store.read(COURSE, LARGEST) or "", name=COURSE, checked=checked)

    def links(self, base: str) -> dict[str, str]:
        """Return the links whose tokens are kept: "class" and "teacher".

        :param base: the address of the server
        """
        return {name: f"{base}{PATHS[name]}{token}" for name, token in self.tokens.items()}

    def end(self, *, over: bool) -> None:
        """Note that the class is over, or goes on. With it the door closes, or opens.

        :raises InputError: if that cannot be written
        """
        self.store.write(CLASS, entries_text(_Class(self.door, self.teacher, over), FORMAT))
        self.over = over
        self.turn_entrance(is_open=not over)

    def turn_entrance(self, *, is_open: bool) -> None:
        """Open the door for learners who are new, by another code, or close it.

        :raises InputError: if that cannot be written
        """
        made = KeptEntrance(new_code() if is_open else "")
        self.store.write(ENTRANCE, entries_text(made, FORMAT))
        self.code = made.code

    # ------------------------------------------------------------------ learners
    def key(self, learner: str, name: str) -> str:
        """Return the key of a text of a learner.

        :param name: of its file, such as "progress.json"
        """
        return f"{LEARNERS}{learner}/{name}"

    def ids(self) -> list[str]:
        """Return the learners who are kept."""
        keys = (key.split("/") for key in self.store.names(LEARNERS))
        return [parts[1] for parts in keys if len(parts) == 3 and parts[2] == LEARNER and _ID.fullmatch(parts[1])]

    def log(self, learner: str) -> Lines:
        """Return the lines of a learner's log, not open yet."""
        return self.store.lines(self.key(learner, LOG))

    def progress(self, learner: str) -> KeptProgress:
        """Return the progress of a learner.

        :raises InputError: if it cannot be read
        """
        return KeptProgress(self, learner)

    def admit(self, name: object, user: str = "") -> tuple[Learner, str]:
        """Let a learner in who is new. Return the learner, and the token of their link.

        :param name: the name that they give
        :param user: the name of their account in a hub, which gives them no link
        :raises InputError: in words for the learner, if the name is unfit or taken, or the class is full
        """
        words = checked_name(name, (each.name for each in self.learners.values()), TAKEN)
        if len(self.learners) >= MOST_LEARNERS:
            raise InputError("the class is full", phrase("it has its {n:learner}", n=MOST_LEARNERS))
        token = token_urlsafe(TOKEN)
        learner = Learner(token_hex(6), words, () if user else (digest(token),), user)
        self._keep(learner)
        return learner, token

    def renew(self, learner: str, *, alone: bool) -> str:
        """Give a learner another link, and return its token.

        :param alone: True: the links before open nothing any more
        :raises InputError: if that cannot be written
        """
        token, known = token_urlsafe(TOKEN), self.learners[learner]
        kept = () if alone else known.doors[1 - MOST_DOORS :]
        self._keep(replace(known, doors=(*kept, digest(token))))
        return token

    def forget(self, learner: str) -> None:
        """Delete everything that is kept of a learner.

        :raises InputError: if a file cannot be deleted; the learner's links open nothing then, and the next start deletes the rest
        """
        self.learners.pop(learner, None)
        self.store.remove(self.key(learner, LEARNER))  # first: without it the rest is nobody's
        self.store.below(self.key(learner, "")).clear()

    def text_of(self, learner: str, games: Sequence[OwnGame] = ()) -> str:
        """Return everything that is kept of a learner, as a text in JSON. The digests of the links are left out.

        :param games: the learner's games, as the learner is told of them
        :raises InputError: if a text cannot be read
        """
        from hexwidget.classroom.logbook import lines_of  # it keeps logs of classes

        progress = self.progress(learner)
        played = [{key: getattr(game, key) for key in ("title", "you", "against", "stage")} for game in games]
        found = {"name": self.learners[learner].name, "progress": parse_json(progress.text)}
        found |= {"log": lines_of(self.log(learner), progress.counted), "games": played}
        return json.dumps(found, ensure_ascii=False, indent=1)

    def _keep(self, learner: Learner) -> None:
        about = _About(learner.name, learner.doors, learner.user)
        try:
            self.store.write(self.key(learner.id, LEARNER), entries_text(about, FORMAT))
        except InputError as error:  # it names the file, and learners read what is raised here
            log().error("%s", error)
            raise InputError("this cannot be kept now", "the server's log says why") from None
        self.learners[learner.id] = learner

    # ------------------------------------------------------------------ opening
    def _read(self, form: Any, key: str) -> Any:
        """Return a small text as an object of a dataclass.

        :raises InputError: with everything that is wrong
        """
        return read_entries(form, self.store.read(key) or "", f"{self.store.called(key)} cannot be read", FORMAT, OLDER)

    def open(self) -> None:
        """Read the class. A learner whose text cannot be read cannot come in, and all others go on.

        :raises InputError: if the class's own text cannot be read
        """
        found = self._read(_Class, CLASS)
        self.door, self.teacher, self.over = found.of_class, found.teacher, found.over
        with suppress(InputError):
            kept = self._read(_Pair, LINKS)
            pairs = ("class", kept.of_class, self.door), ("teacher", kept.teacher, self.teacher)
            self.tokens = {name: token for name, token, known in pairs if digest(token) == known}
        try:
            self.code = self._read(KeptEntrance, ENTRANCE).code
        except InputError:  # a class of an earlier version has none
            self.turn_entrance(is_open=not self.over)
        known = self.ids()
        for id in {key.split("/")[1] for key in self.store.names(LEARNERS)} - {*known}:
            if _ID.fullmatch(id):  # a deletion that a kill has cut short, and nothing of anybody else
                try:
                    self.store.below(self.key(id, "")).clear()
                except InputError as error:
                    log().error("what is left of a learner cannot be deleted: %s", error)
        for id in known:
            try:
                about = self._read(_About, self.key(id, LEARNER))
            except InputError as error:
                log().error("a learner cannot come in: %s", error)
            else:
                name = told_apart(about.name, id, (each.name for each in self.learners.values()))
                self.learners[id] = Learner(id, name, about.doors, about.user)

    def renew_links(self) -> None:
        """Give the class and the teacher links that are new.

        :raises InputError: if they cannot be written
        """
        self.tokens = {each: token_urlsafe(TOKEN) for each in PATHS}
        self.door, self.teacher = (digest(self.tokens[each]) for each in ("class", "teacher"))
        pair = _Pair(self.tokens["class"], self.tokens["teacher"])
        with self.store.undone(LINKS):
            self.store.write(LINKS, entries_text(pair, FORMAT))
            self.end(over=self.over)


def open_class(store: Store, course: Course | None = None, *, new_links: bool = False) -> KeptClass:
    """Open a class, or make one. Return it.

    :param course: of a new class; a class that is there has its own
    :param new_links: give the class and the teacher other links; those of learners stay
    :raises InputError: if a text cannot be read or written, there is no class and no course, or the class has another course
    """
    kept, before = KeptClass(store), store.read(CLASS)
    if before is None and course is None:
        raise InputError(NO_CLASS, "name its course: --course course.json, or --course plotted", str(store))
    text = "" if course is None else course.document
    if before is None:
        store.write(COURSE, text)
    else:
        kept.open()
        if text and kept.course().document != text:
            raise other_course()
        if f'"{OLDER}"' in before:
            kept.end(over=kept.over)
    if before is None or new_links:
        kept.renew_links()
    return kept


def other_course() -> InputError:
    """Return the error for a class that has another course."""
    what = "the class has another course: leave the course out, or name another folder"
    return InputError(CANNOT_OPEN, what, "course")


# ---------------------------------------------------------------------- classes in a database
def _prefix(name: str) -> str:
    """Return the beginning of the keys of a class in a database."""
    return f"classes/{name.replace('%', '%25').replace('/', '%2F')}/"


def in_database(dsn: str, name: str) -> AbstractContextManager[Store]:
    """Return a block that gives the place of a class in a database, and keeps other servers out of it.

    :raises ImportError: if the extra is not installed
    """
    with extra("postgres", IN_DATABASE):
        from hexwidget.store.postgres.database import own
    return own(dsn, _prefix(name), f"the class {name!r}")


@contextmanager
def snapshot(dsn: str, name: str) -> Iterator[Store]:
    """Give a class in a database as it is at one moment, to read: its server goes on.

    :raises InputError: if the database has no such class
    """
    with extra("postgres", IN_DATABASE):
        from hexwidget.store.postgres.database import snapshot
    with snapshot(dsn, _prefix(name)) as store:
        if store.read(CLASS) is None:
            raise InputError(NO_CLASS, f"{store} has no class of this name", name)
        yield store


def copy_class(source: str, target: str, name: str) -> str:
    """Copy a class from a folder to a database, or back. Return the result in words.

    :param name: of the class in the database
    :raises InputError: if there is no such class, nobody can write the target, or it has a class
    """
    copying.copy(
        source, target, "a class is", lambda dsn: snapshot(dsn, name), lambda dsn: in_database(dsn, name), CLASS
    )
    return "the class is copied; the first place still has it"
