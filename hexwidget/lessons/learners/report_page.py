"""The report on a class as a page in one file, to read and to print."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from hexwidget.english import translated, worded
from hexwidget.languages import in_its_language
from hexwidget.lessons.learners.records import Record, counts, result, time_of
from hexwidget.widget.pages.page import document

if TYPE_CHECKING:
    from hexwidget.lessons.learners.report import Report

_STYLE = Path(__file__).with_name("report_page.css").read_text(encoding="utf-8")


@in_its_language
def page(report: Report) -> str:
    """Return a report as a page: who may need help, what to explain again, and what each learner has done."""
    heading = worded("{title}: report on the class", title=report.title)
    head = f"<h1>{escape(heading)}</h1><p>{escape(report.summary)}.</p>"
    body = [_help(report), _clauses(report), _missing(report), _parts(report)]
    return document(heading, _STYLE, f"<main>{head}{''.join(body)}</main>")


def _help(report: Report) -> str:
    if not report.to_help:
        nobody = "Nobody who has sent a file: all that was begun is solved, and no rule is missed."
        return _section("Who may need help", translated(nobody))
    rows = []
    for name, _ in report.to_help:
        begun = ((part.name, counts(report.record(name, part))) for part in report.unsolved(name))
        unsolved = [_item(part, count or translated("begun")) for part, count in begun]
        missed = (_item(report.rulebook[clause].title, clause) for clause in report.misses(name))
        rows.append([escape(name), _list(unsolved), _list(missed)])
    words = "Learners with the most open questions come first. A rule is missed if the learner broke it, or answered wrongly, and has not used it since."
    head = ["Learner", "Begun, not solved", "Rules missed"]
    return _section("Who may need help", translated(words), head, rows, "people")


def _clauses(report: Report) -> str:
    rows = []
    for clause in report.not_understood:
        rule, names = report.rulebook[clause], report.missed_by(clause)
        share = worded("{n} of {all}", n=str(len(names)), all=str(len(report.learners)))
        text = f"{escape(translated(rule.title))} <small>{escape(clause)}: {escape(translated(rule.text))}</small>"
        rows.append([text, f"{share}<small>{escape(', '.join(names))}</small>"])
    new = len(report.rulebook) - len(report.met)
    wording = "The rules that most learners miss come first. {n} of {all} rules have come up for nobody yet."
    words = worded(wording, n=str(new), all=str(len(report.rulebook)))
    return _section("Rules to explain again", words, ["Rule", "Missed by"], rows, "people")


def _missing(report: Report) -> str:
    rows = [[escape(name), translated("No file has come.")] for name in report.absent]
    broken = translated("The file cannot be read. Ask for it again.")
    rows += [[escape(name), f"{broken} <small>{escape(error)}</small>"] for name, error in report.broken.items()]
    idle = translated("The file has come; nothing is begun.")
    rows += [[escape(name), idle] for name in report.learners if not report.has_begun(name)]
    return _section("Who is missing", "", ["Learner", "Why"], rows, "people") if rows else ""


def _parts(report: Report) -> str:
    if not report.parts or not report.learners:
        return ""
    records = {name: [report.record(name, part) for part in report.parts] for name in sorted(report.learners)}
    rows = [[escape(name), *map(_cell, found)] for name, found in records.items()]
    words = "✓ solved, ✗ begun and not solved, · not begun. The day (UTC) is that of the solution, or of the last try."
    solved = [sum(report.record(name, part).solved for name in report.learners) for part in report.parts]
    all_ = str(len(report.learners))
    head = [
        f"{escape(translated(part.name))}<small>{worded('solved by {n} of {all}', n=str(n), all=all_)}</small>"
        for part, n in zip(report.parts, solved, strict=True)
    ]
    words = " ".join([translated(words), *report.rough])
    return _section("What each learner has done", words, ["Learner", *head], rows, "parts")


def _cell(record: Record) -> str:
    told, day = result(record), time_of(record)[:10]
    colour = {"✓": "good", "✗": "bad"}.get(told[0], "soft")
    spoken = {"✓": "solved", "✗": "not solved", "·": "not begun"}[told[0]]
    return f'<span class="{colour}" role="img" aria-label="{translated(spoken)}">{told[0]}</span>{escape(told[1:])}<small>{day}</small>'


def _item(text: str, more: str) -> str:
    return f'<li>{escape(translated(text))} <span class="soft">({escape(more)})</span></li>'


def _list(items: Iterable[str]) -> str:
    listed = "".join(items)
    return f"<ul>{listed}</ul>" if listed else "–"


def _section(title: str, words: str, head: Iterable[str] = (), rows: Iterable[list[str]] = (), kind: str = "") -> str:
    """A heading, a sentence, and a table of cells that are HTML."""
    title, named = translated(title), list(map(translated, head))
    heads = "".join(f'<th scope="col">{cell}</th>' for cell in named)
    body = "".join(_tr(named, row) for row in rows)
    table = f'<table class="{kind}"><thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table>' if body else ""
    scroll = f'<div class="scroll" role="region" aria-label="{title}" tabindex="0">{table}</div>' if table else ""
    return f"<section><h2>{title}</h2>{f'<p class=soft>{escape(words)}</p>' if words else ''}{scroll}</section>"


def _tr(head: list[str], row: list[str]) -> str:
    """A row, whose cells say their column where a narrow screen has no head."""
    columns = zip(head[1:], row[1:], strict=True)
    cells = (f'<td data-head="{title.partition("<")[0]}">{cell}</td>' for title, cell in columns)
    return f'<tr><th scope="row">{row[0]}</th>{"".join(cells)}</tr>'
