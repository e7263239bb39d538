"""A class that a notebook's cell makes: a thread of the kernel serves it, and the learners' courses run in processes of their own."""

from __future__ import annotations

import multiprocessing
import os
from contextlib import ExitStack
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from hexwidget.classroom.storage import NO_CLASS, KeptClass, open_class, other_course
from hexwidget.classroom.workers import OneWorker, WorkerProcesses, Workers
from hexwidget.english import counted, listing
from hexwidget.lessons import Course
from hexwidget.lessons.courses.course import find_course, read_course
from hexwidget.lessons.learners.report import Report
from hexwidget.problems import InputError, shown
from hexwidget.serving.links import digest
from hexwidget.store.folder import Folder
from hexwidget.systems.registry import is_known_here_alone
from hexwidget.table.jupyter_files import reach_of
from hexwidget.table.kernel_server import PATIENCE, KernelServer, server_module
from hexwidget.widget.host import ON_BINDER

if TYPE_CHECKING:
    from hexwidget.classroom.channels import ClassChannels

CANNOT_BE_MADE = "this class cannot be made"


class Class(KernelServer, cannot=CANNOT_BE_MADE):
    """A class that plays a course: one link for all learners, who play in their browsers, and a wall for the teacher.

    It is the class of ``hexwidget class`` in the kernel of a notebook, and needs the extra: ``pip install "hexwidget[serve]"``. As the last
    line of a cell it shows the class's link, and who is here. Learners play while a cell computes.

    The folder keeps the class: ``Class(folder="my-class")`` goes on with it after a restart of the kernel, and so does ``hexwidget class
    my-class``. The class stays open until `close`, the end of a ``with`` block, or the end of the kernel. A class of the same folder again is the
    same class, and ``Class.all()`` are those that are open.

    If hexwidget is installed where the Jupyter server runs, that server hands learners on to the class, as to a `Table`. Else the links
    are for this machine only; ``host="0.0.0.0"`` serves all.

    A course of a rule system that only this kernel knows runs in the kernel itself.

    :param course: a course, a file that `hw.save` has written, or the name of a system, whose first game is played; None: the folder has one
    :param folder: where the class is kept; a missing folder is made
    :param host: the address to listen at; see `Table`
    :param port: the port to listen at; 0: that of the last time if it is free, else a free one
    :param origin: where a proxy or a hub stands before the server: the address in browsers, such as "https://games.example"
    :param workers: the processes that have the learners' courses; None: one for each processor, 2 to 8
    :param new_links: give the class and the teacher other links; those of learners stay
    :raises InputError: if the course is broken, the folder has another course or is served by another process, or nobody can be served
        there
    :raises ImportError: if the extra is not installed
    """

    def __new__(cls, course: object = None, folder: str | os.PathLike[str] = "class", **_: object) -> Class:
        return cls._open.get(_absolute(folder)) or super().__new__(cls)

    def __init__(
        self,
        course: Course | str | os.PathLike[str] | None = None,
        folder: str | os.PathLike[str] = "class",
        *,
        host: str | None = None,
        port: int = 0,
        origin: str | None = None,
        workers: int | None = None,
        new_links: bool = False,
    ) -> None:
        path, asked = _absolute(folder), (host, port, origin, workers)
        if path in self._open:
            self._check_asked(asked, "folder has a class", is_other=new_links)
            named = _find_course(course)
            if named is not None and named.document != self.course.document:
                raise other_course()
            return
        _check_process()
        server = server_module("a class")
        from hexwidget.classroom import serving

        serving.check_workers(workers)
        options = server.ServerOptions(host or server.LOCAL, port, origin)
        made = _check_course(course, path)
        self.folder: Path = path
        """The folder that keeps the class."""
        self._served, self._asked = path, asked
        with ExitStack() as until_closed:
            bound = until_closed.enter_context(serving.listening_again(path, options))
            store = until_closed.enter_context(Folder(path).hold(address=server.own_address(bound)))
            self._kept: KeptClass = open_class(store, made, new_links=new_links)
            if new_links:
                serving.renew_teachers_links(self._kept)
            self.course: Course = self._kept.course()
            """The course that the learners play."""
            own = is_known_here_alone(self.course.system.name)
            self._workers: Workers = OneWorker(self._kept) if own else WorkerProcesses(self._kept, workers)
            # The address stays the same after a restart of the kernel: learners come back by links of their own.
            self._find_way(bound, host, options, digest(str(path))[:16])
            if self._way is not None:
                until_closed.callback(self._way.close)
            remedy = f"{self._again[:-1]}, host='0.0.0.0')"
            self._channels: ClassChannels = serving.ClassChannels(self._kept, self._workers, self.address, remedy)
            site = serving.class_site(self._channels, origin, collects=False)
            self._until_closed: ExitStack = until_closed.pop_all()
        self._begin(self._channels, site, bound, server.BACK)

    @staticmethod
    def all() -> tuple[Class, ...]:
        """Return the classes that are open."""
        return tuple(Class._open.values())

    # ------------------------------------------------------------------ links
    @property
    def link(self) -> str:
        """The link for all learners. Each gives a name, and gets a link of their own to come back.

        :raises InputError: if the class is closed, or the link is not kept
        """
        return self._link("class")

    @property
    def wall(self) -> str:
        """The link to the wall, for the teacher alone: it opens all boards, and all that is kept of learners.

        :raises InputError: if the class is closed, or the link is not kept
        """
        return self._link("teacher")

    def _link(self, name: str) -> str:
        if self.closed:
            raise InputError("this class is closed", f"{self._again} opens it again")
        if name not in self._kept.tokens:
            what = "it works still, for those who have it; another class with `new_links=True` has other links"
            raise InputError("this link is not kept in the folder", what)
        return self._kept.links(self.address)[name]

    @property
    def _again(self) -> str:
        return f"hw.Class(folder={os.path.relpath(self.folder)!r})"

    # ------------------------------------------------------------------ learners
    @property
    def learners(self) -> tuple[str, ...]:
        """The names of the learners."""
        return tuple(sorted(each.name for each in list(self._kept.learners.values())))

    @property
    def here(self) -> tuple[str, ...]:
        """The names of the learners who have the course open now, or sit at a table."""
        at = {screen.learner for screen in list(self._channels.screens.values()) if screen.place}
        at |= {id for id in list(self._kept.learners) if self._channels.games.here(id)}
        learners = list(self._kept.learners.values())
        return tuple(() if self.closed else sorted(each.name for each in learners if each.id in at))

    def report(self) -> Report:
        """Return each learner's progress, and the clauses that the class does not understand yet; see `Course.report`.

        :raises InputError: if the folder is gone
        """
        return self.course.report(self.folder)

    # ------------------------------------------------------------------ the end
    def _end(self) -> None:
        """Close the class. The folder stays."""
        self._workers.wait(PATIENCE)
        self._until_closed.close()

    # ------------------------------------------------------------------ in a cell
    def __repr__(self) -> str:
        if self.closed:
            return f"<Class {self.course.title}: closed; {self._again} opens it again>"
        who = f"{counted(len(self.learners), 'learner')}, {len(self.here)} here" if self.learners else "no learner yet"
        return f"<Class {self.course.title} at {self.address}{self.reach}: {who}; `link` is for all, `wall` for you>"

    def _repr_html_(self) -> str:
        """Return the card of the class. A notebook is saved with what its cells show, so the card does not show the wall's link."""
        here, kept = self.here, escape(os.path.relpath(self.folder))
        away = [name for name in self.learners if name not in here]
        who = [f"Here: {escape(listing(list(here)))}."] if here else ["Nobody is here."]
        who += [f"Not here: {escape(listing(away))}."] if away else []
        if self.closed:
            lines = [f"The class is closed. <code>{escape(self._again)}</code> opens it again."]
        elif "class" in self._kept.tokens:
            link, reach = escape(self.link), reach_of(self.address)
            remedy = '; <code>host="0.0.0.0"</code> serves all' if reach and self._way is None else ""
            head = "The link for all learners" + (f" ({escape(reach)}{remedy})" if reach else "")
            lines = [f'{head}:<br><a href="{link}" target="_blank" rel="noopener">{link}</a>', " ".join(who)]
            code = self._kept.code
            lines += [f"The code: <b>{code}</b>, typed at {escape(self.address)}/."] if code else []
            lines += ["<code>wall</code> is the link to your wall, and <code>report()</code> says who needs help."]
        else:
            lines = ["The links that you gave before open it.", " ".join(who)]
        lines += [f"The class is kept in <code>{kept}</code>."]
        lines += ["A demo: Binder deletes all of it when the notebook rests."] if ON_BINDER else []
        body = "".join(f"<p>{line}</p>" for line in lines)
        return f'<div style="max-width:46em"><h4>{escape(self.course.title)}</h4>{body}</div>'


def _absolute(folder: str | os.PathLike[str]) -> Path:
    if not isinstance(folder, str | os.PathLike):
        raise InputError(CANNOT_BE_MADE, f"expected the path of a folder, not {shown(folder)}", "folder")
    return Path(folder).resolve()


def _check_process() -> None:
    """Check that this is not a process of a class, which has run the script that makes the class.

    :raises InputError: if it is
    """
    # Then it imports the script; multiprocessing asks so, too.
    if getattr(multiprocessing.current_process(), "_inheriting", False):
        what = 'the processes of a class run your script, too: make the class below `if __name__ == "__main__":`'
        raise InputError(CANNOT_BE_MADE, what)


def _find_course(course: object) -> Course | None:
    """Return the course that somebody means.

    :raises InputError: if it is no course
    """
    if course is None or isinstance(course, Course):
        return course
    if isinstance(course, str | os.PathLike) and Path(course).is_dir():
        what = f"it is a folder: hw.Class(folder={os.fspath(course)!r}) goes on with the class in it"
        raise InputError(CANNOT_BE_MADE, what, "course")
    if isinstance(course, str | os.PathLike):
        return find_course(os.fspath(course))
    what = f"expected a course (`hexwidget.lessons.course`), a file of one, or a system's name, not {shown(course)}"
    raise InputError(CANNOT_BE_MADE, what, "course")


def _check_course(course: object, folder: Path) -> Course | None:
    """Return the course of a new class, whose exercises have answers: a class keeps it for good.

    :raises InputError: if it is broken, or missing
    """
    made, is_new = _find_course(course), not (folder / "class.json").exists()
    if made is None and is_new:
        raise InputError(NO_CLASS, f"name its course: hw.Class(course, {folder.name!r})", str(folder))
    return read_course(made.document, name=made.title) if made is not None and is_new else made
