"""The directive ``{rulebook} NAME``: all clauses of a system by section, with their readings, and their examples as boards."""

from __future__ import annotations

from contextlib import closing
from html import escape
from itertools import groupby

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

import hexwidget as hw
from hexwidget.lessons import Exercise
from hexwidget.rules import Clause, RuleSystem
from tools.site.boards import play, recorded

KINDS = {
    "rule": "",
    "example": "Worked example",
    "fact": "Fact of the game",
    "ruling": "Our ruling: the rules leave this open",
}
EVERY = "A refusal names every clause that bars the action, as if it were this player's turn and phase."


def exercise_for(example: Clause, rules: RuleSystem) -> Exercise:
    """The exercise that teaches the clause of a worked example, else the first on its position."""
    position = hw.scenario(example.scenario).position
    listed = hw.lessons.load(rules.name)
    same = (each for each in listed if each.position == position)
    return next((each for each in listed if example.id in each.clauses), None) or next(same)


class Rulebook(SphinxDirective):
    """The sections of a rulebook."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        rules: RuleSystem = hw.system(self.arguments[0])
        self.env.note_dependency(rules.folder / "rulebook.toml")
        book = rules.rulebook
        found = [
            self.section(number, book.sections.get(number, number), [self.clause(rules, each) for each in clauses])
            for number, clauses in groupby(book.values(), key=lambda each: each.section)
        ]
        return [*found, self.unsaid(rules), self.scenarios(rules)]

    def section(self, name: str, title: str, content: list[nodes.Node], small: str = "") -> nodes.section:
        """A section. Its id is a selector, as the search needs one, and links lead to an anchor with the number as it is written."""
        made = nodes.section(ids=[name.replace(".", "-")], names=[nodes.fully_normalize_name(name)])
        heading = nodes.title(title, title)
        if small:
            heading += [nodes.Text(" "), nodes.inline(small, small, classes=["number"])]
        anchor = self.html(f'<span class="anchor" id="{name}"></span>') if "." in name else []
        made += [heading, *anchor, *content]
        if small:
            self.state.document.note_explicit_target(made)
            # The search finds a clause by its number.
            made.insert(1, addnodes.index(entries=[("single", small, made["ids"][0], "main", None)]))
        return made

    def html(self, *parts: str) -> list[nodes.Node]:
        return [nodes.raw("", part, format="html") for part in parts if part]

    def paragraph(self, text: str, kind: str = "") -> nodes.paragraph:
        return nodes.paragraph(text, text, classes=[kind] if kind else [])

    def clause(self, rules: RuleSystem, found: Clause) -> nodes.section:
        """One clause: its text, what it leaves open, its readings, its remark, its example."""
        content: list[nodes.Node] = []
        if KINDS[found.kind]:
            content.append(self.paragraph(KINDS[found.kind], "kind"))
        content.append(self.paragraph(found.text))
        if found.open:
            content.append(self.paragraph(found.open, "open"))
        for option in rules.rulebook.options.values():
            if option.clause == found.id:
                values = ", ".join(f"<b>{escape(v)}</b>" if n == 0 else escape(v) for n, v in enumerate(option.values))
                each = " Each player may have a reading of their own." if option.each else ""
                content += self.html(
                    f"<p>Readings of <code>{escape(option.name)}</code>: {values}. The first is the default.{each}</p>"
                )
        for parameter in rules.rulebook.parameters.values():
            if parameter.clause == found.id:
                value = escape(str(parameter.default))
                content += self.html(
                    f"<p><code>{escape(parameter.name)}</code> is {value} unless a scenario sets it.</p>"
                )
        if found.remark:
            remark = escape(found.remark)
            content += self.html(
                f'<details class="remark"><summary>For implementers</summary><p>{remark}</p></details>'
            )
        if found.scenario:
            session = hw.example(found.id)
            session.goto(0)
            code = f'hw.Board(hw.example("{found.id}"))'
            content += [nodes.literal_block(code, code, language="python"), self.board(session)]
            content += self.html(self.question(exercise_for(found, rules)))
        return self.section(found.id, found.title, content, found.id)

    def board(self, session: hw.Session) -> nodes.raw:
        """A game as a board beside the text."""
        button = play(hw.link(session.position), self.env.docname) if self.config.hexwidget_lab else ""
        html = f'<div class="beside">{recorded(hw.Board(session), self.env)}{button}</div>'
        return nodes.raw("", html, format="html")

    def question(self, exercise: Exercise) -> str:
        """An exercise, folded: it is answered on a board of its own."""
        with closing(hw.lessons.Desk(exercise)) as desk:
            board = recorded(desk.board, self.env, still=False)
        return f'<details class="question"><summary>{escape(exercise.question)}</summary>{board}</details>'

    def unsaid(self, rules: RuleSystem) -> nodes.section:
        """The findings that keep other clauses unsaid, and why."""

        def linked(name: str) -> str:
            return f'<a href="#{name}">{escape(rules.rulebook[name].title)} ({name})</a>'

        if not rules.silences:
            return self.section(
                "unsaid", "What a refusal leaves unsaid", [self.paragraph(f"{EVERY} Nothing is left unsaid.")]
            )
        rows = "".join(
            f"<tr><td>{linked(silence.finding)} <code>{escape(silence.code)}</code></td>"
            f"<td>{', '.join(map(linked, silence.unsaid))}</td><td>{escape(silence.because)}</td></tr>"
            for silence in rules.silences
        )
        table = (
            '<div class="table-wrapper"><table class="docutils"><thead><tr><th>this finding</th><th>keeps these clauses unsaid'
            f"</th><th>because</th></tr></thead><tbody>{rows}</tbody></table></div>"
        )
        said = f"{EVERY} A clause stays unsaid only if the thing that it speaks of does not exist:"
        return self.section("unsaid", "What a refusal leaves unsaid", [self.paragraph(said), *self.html(table)])

    def scenarios(self, rules: RuleSystem) -> nodes.section:
        """The scenarios that are no worked examples."""
        played = {found.scenario for found in rules.rulebook.values()}
        content = []
        for name in hw.scenarios():
            if name.startswith(f"{rules.name}/") and name not in played:
                scenario = hw.scenario(name)
                code = f'hw.Board("{name}")'
                content.append(
                    self.section(
                        name.replace("/", "-"),
                        scenario.title,
                        [
                            *(self.paragraph(part) for part in scenario.prose.split("\n\n")),
                            nodes.literal_block(code, code, language="python"),
                            self.board(hw.Session(scenario.position, rolls="ask")),
                        ],
                    )
                )
        return self.section("scenarios", "Scenarios", content)


def setup(app: Sphinx) -> None:
    app.add_directive("rulebook", Rulebook)
