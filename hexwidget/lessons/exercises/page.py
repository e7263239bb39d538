"""Exercises on a page in one file, each on a board of its own, without a kernel."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import overload

from hexwidget.english import translated, worded
from hexwidget.files import read_words, write_whole
from hexwidget.files.disk import AnyPath
from hexwidget.lessons.exercises.desk import CANNOT_MAKE, Desk
from hexwidget.lessons.exercises.exercise import Exercises
from hexwidget.problems import Problems
from hexwidget.widget.pages.page import checked, course_page


@overload
def page(
    exercises: Exercises, path: None = None, *, title: str = "Exercises", play: str = "", print: bool = False
) -> str: ...
@overload
def page(
    exercises: Exercises, path: AnyPath, *, title: str = "Exercises", play: str = "", print: bool = False
) -> Path: ...
def page(
    exercises: Exercises, path: AnyPath | None = None, *, title: str = "Exercises", play: str = "", print: bool = False
) -> str | Path:
    """Return exercises as a page in one file that needs no kernel and asks no host, one below the other. The page judges each
    answer as a desk does. `Desk.to_html` has one board instead, with a button *Next*.

    :param exercises: an exercise, several, or a name, as `Desk` takes them
    :param path: the file to write; None: the page is returned as text
    :param title: the heading of the page
    :param play: the address of ``play.html`` (see docs/sharing.md): a button *Play it* below each board opens the position there
    :param print: True: a handout for the printer in black and white, with the answers on its last page
    :return: the path, or the text
    :raises InputError: if there is no exercise, or the page cannot be written

    >>> text = page("rondel/pay-with-a-galley")
    >>> "conquer" in text  # the answers cannot be read in the source
    False
    """
    problems = Problems()
    read_words(title, "", problems)
    problems.raise_any(CANNOT_MAKE)
    checked(play)
    with closing(Desk(exercises)) as all_of_them:
        if print:
            return all_of_them.board.to_html(path, title=title, play=play, print=True)
        listed = all_of_them.exercises
    parts: list[tuple[str, list[str], str]] = []
    for n, exercise in enumerate(listed, start=1):
        with closing(Desk(exercise)) as desk:
            board = desk.board._sharing.recorded(play)
        heading = f"{n}. {translated(exercise.title)}" if exercise.title else worded("Question {n}", n=n)
        parts.append((heading, [], board))
    text = course_page(title, parts)
    return text if path is None else write_whole(path, text)
