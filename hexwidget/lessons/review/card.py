"""A review as a card in a cell and as a page: each moment with its picture, for light and dark."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from hexwidget.english import translated
from hexwidget.languages import in_its_language
from hexwidget.lessons.review.moments import Moment, Sentence
from hexwidget.problems import InputError
from hexwidget.rules import Observation, Position, Rulebook
from hexwidget.rules.action_routes import ways_of
from hexwidget.scene import Arrow, Scene
from hexwidget.scene.cell import MOST_PLAIN, for_a_cell
from hexwidget.scene.drawing import draw

if TYPE_CHECKING:
    from hexwidget.lessons.review.reviewer import Review

RADIUS = 22.0
"""The largest radius of a hex, in pixels."""
_LOOK = Path(__file__).with_name("card.css").read_text(encoding="utf-8")
_PAGE = Path(__file__).with_name("page.css").read_text(encoding="utf-8")
Paint = Callable[[Scene, str], str]
"""A scene and a theme -> its picture as HTML; empty: it cannot be made."""


def card(review: Review) -> str:
    """Return a review as HTML for a cell."""
    return f"<style>{_LOOK}</style>{_body(review, _image, 'b')}"


@in_its_language
def page(review: Review) -> str:
    """Return a review as a page in one file."""
    from hexwidget.widget.pages.page import document

    return document(review.title, f"{_PAGE}{_LOOK}", f"<main>{_body(review, _draw, 'h1')}</main>")


def _body(review: Review, paint: Paint, head: str) -> str:
    told = [f"<{head}>{escape(review.title)}</{head}><p>{escape(review.summary)}. {escape(review.note)}</p>"]
    told += [_section(each, paint) for each in review.moments]
    patterns = "".join(f"<li>{escape(str(each))}</li>" for each in review.misconceptions)
    told += [f"<section><h3>{translated('What comes up again')}</h3><ul>{patterns}</ul></section>"] if patterns else []
    told += [f"<p>{escape(each)}</p>" for each in review.untried]
    return f'<div class="hexwidget-review">{"".join(told)}</div>'


def _section(moment: Moment, paint: Paint) -> str:
    rulebook: Rulebook = moment.position.system.rulebook
    lines = "".join(_line(each, rulebook) for each in moment.sentences)
    scene = moment_scene(moment)
    hosts = ("light", ""), ("dark", ' style="display:none"')
    pictures = "".join(f'<div class="{theme}"{hidden}>{paint(scene, theme)}</div>' for theme, hidden in hosts)
    return f'<section class="{moment.kind}"><h3>{escape(moment.title)}</h3>{pictures}{lines}</section>'


def _line(sentence: Sentence, rulebook: Rulebook) -> str:
    if sentence.clause not in rulebook:
        return f"<p>{escape(str(sentence))}</p>"
    rule = rulebook[sentence.clause]
    cited = f'<b title="{escape(translated(rule.text))}">{escape(rule.id)}</b>'
    return f"<p>{escape(sentence.text.removesuffix('.'))} ({cited} <i>{escape(translated(rule.title))}</i>).</p>"


def moment_scene(moment: Moment) -> Scene:
    """Return the scene of a moment, as its player saw it, with arrows along what was done and what could have been done."""
    position: Position = moment.position
    scene: Scene = position.system.scene(Observation(moment.player, position))
    return scene.adding(arrows=[*_arrows(moment, moment.did, "attack"), *_arrows(moment, moment.could, "path")])


def _arrows(moment: Moment, text: str, hue: str) -> list[Arrow]:
    try:
        bare = text.removeprefix(f"{moment.player}: ")
        action = moment.position.parse(f"{moment.player}: {bare}") if text else None
    except InputError:  # it names what is not there
        return []
    label = "done" if hue == "attack" else "possible"
    ways = [] if action is None else ways_of(moment.position, action)
    find = moment.position.map.find
    return [Arrow(way, translated(label), hue) for way in ways if all(find(at) is not None for at in way)]


def _image(scene: Scene, theme: str) -> str:
    made = for_a_cell(scene, radius=RADIUS, plain=True, theme=theme)
    if made is None:
        return ""
    png, size = made
    at = f'width="{size["width"]}" height="{size["height"]}" alt="{escape(scene.description or scene.title)}"'
    return f'<img {at} src="data:image/png;base64,{b64encode(png).decode()}">'


def _draw(scene: Scene, theme: str) -> str:
    return draw(scene, theme=theme, radius=RADIUS, plain=True) if len(scene.map) <= MOST_PLAIN else ""
