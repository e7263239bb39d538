"""Handouts: boards on paper, in black and white, with questions and room to answer. The answers stand on the last page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

from hexwidget.english import translated
from hexwidget.scene import Scene
from hexwidget.scene.cell import MOST_PIXELS
from hexwidget.scene.drawing import draw
from hexwidget.scene.glyphs import outline_texts
from hexwidget.scene.paper import PAPER, key
from hexwidget.widget.pages.page import document, notes_of, paragraphs

LINES = 4
"""The number of empty lines for an answer in words."""
_WIDTH = 680.0
"""The width of paper that a mat is laid out for, in pixels."""
_STYLE = Path(__file__).with_name("handout.css").read_text(encoding="utf-8")


@dataclass(frozen=True, slots=True)
class Sheet:
    """A board on paper.

    :param heading: "": none
    :param scene: the board; None: no board
    :param question: below the board; "": none
    :param options: answers to choose from, each with a box to tick; without them a question has empty lines
    :param answer: lines for the last page
    """

    heading: str
    scene: Scene | None = None
    question: str = ""
    options: Sequence[str] = ()
    answer: Sequence[str] = ()


def handout(title: str, sheets: Iterable[Sheet], prose: str = "") -> str:
    """Return a page for the printer: boards with their questions, and the answers on the last page.

    :param prose: plain text above all, with blank lines between paragraphs
    """
    listed = [*sheets]
    # An exercise without a title is called by its question.
    head = "" if [sheet.question for sheet in listed] == [title] else _heading(title, 1)
    boards = "".join(f"<section>{_sheet(sheet)}</section>" for sheet in listed)
    answers = "".join(f"{_heading(each.heading, 2)}{_lines(each.answer)}" for each in listed if each.answer)
    foot = f'<section class="hexwidget-answers"><h1>{translated("Answers")}</h1>{answers}</section>' if answers else ""
    return document(title, _STYLE, f"<main>{head}{paragraphs(prose)}{boards}{foot}</main>")


def _sheet(sheet: Sheet) -> str:
    parts = [_heading(sheet.heading, 2)]
    if sheet.scene is not None:
        parts.append(_figure(sheet.scene))
    if sheet.question:
        boxes = "".join(f"<li>{escape(option)}</li>" for option in sheet.options)
        lines = f'<div class="hexwidget-lines">{"<div></div>" * LINES}</div>'
        parts.append(f'<p class="hexwidget-question">{escape(sheet.question)}</p>')
        parts.append(f'<ul class="hexwidget-options">{boxes}</ul>' if boxes else lines)
    return "".join(parts)


def _heading(text: str, level: int) -> str:
    return f"<h{level}>{escape(text)}</h{level}>" if text else ""


def _lines(texts: Iterable[str]) -> str:
    return "".join(f"<p>{escape(text)}</p>" for text in texts)


def _figure(scene: Scene) -> str:
    """A board, a key to it, and its notes, which have their numbers on the board."""
    width = _WIDTH if scene.cards else None
    picture = outline_texts(draw(scene, theme=PAPER, width=width, most=MOST_PIXELS, numbered=True))
    return f"<figure>{picture}<figcaption>{escape(' '.join(key(scene)))}</figcaption></figure>{notes_of(scene, numbered=True)}"
