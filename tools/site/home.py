"""The directives of the first page: ``{first-board}`` and ``{systems}``, the cards of the rule systems."""

from __future__ import annotations

from html import escape
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

import hexwidget as hw
from tools.site.boards import recorded
from tools.site.thumbnails import thumbnail

SYSTEMS = {
    "depletion": ("depletion/the-strait", "Armies march, split, join and ferry, and pay with depletion."),
    "plotted": ("plotted/the-ford", "Everybody writes routes in secret, and all move at once."),
    "orders": ("orders/three-marches", "Two orders a turn, dice for the initiative, magic and walls."),
    "rondel": ("rondel/inland-sea-whole-wheel", "Legions and galleys on provinces, cities, and a wheel of actions."),
    "frontiers": ("frontiers/combat", "Cards in supply, committed to frontiers that fight all at once."),
}
"""The scenario that a card shows, and one sentence."""


class FirstBoard(SphinxDirective):
    """``{first-board} SCENARIO``: a short game, an action a line, as a board that steps at once. With the notebooks in the site, buttons
    above it open a first game, and the scenario to be played."""

    required_arguments = 1
    has_content = True
    option_spec: ClassVar[dict[str, Any]] = {"seed": directives.nonnegative_int}

    def run(self) -> list[nodes.Node]:
        session = hw.Session(self.arguments[0], seed=self.options.get("seed", 0))
        for action in self.content:
            session.play(action)
        session.goto(0)
        html = recorded(hw.Board(session), self.env)
        if self.config.hexwidget_lab:
            buttons = (
                (f"learn/{self.arguments[0].partition('/')[0]}", "Play a first game"),
                (self.arguments[0], "Play this board"),
            )
            links = " ".join(f'<a href="lab/play.html#{name}">{label}</a>' for name, label in buttons)
            html = f'<p class="hexwidget-play">{links}</p>{html}'
        return [nodes.raw("", f'<div class="first">{html}</div>', format="html")]


class Systems(SphinxDirective):
    """A card for each rule system. It leads to the first game; without the notebooks in the site, to the rulebook."""

    def run(self) -> list[nodes.Node]:
        cards = []
        for name, (scenario, sentence) in SYSTEMS.items():
            picture = thumbnail(self.env, hw.Board(scenario), f"system-{name}")
            there = f"lab/play.html#learn/{name}" if self.config.hexwidget_lab else f"rulebook/{name}.html"
            cards.append(
                f'<a class="card" href="{there}">{picture}<b>{escape(hw.system(name).title)}</b>'
                f"<span>{escape(sentence)}</span></a>"
            )
        return [nodes.raw("", f'<div class="cards">{"".join(cards)}</div>', format="html")]


def setup(app: Sphinx) -> None:
    app.add_config_value("hexwidget_lab", default=False, rebuild="env", types=(bool,))
    app.add_directive("first-board", FirstBoard)
    app.add_directive("systems", Systems)
