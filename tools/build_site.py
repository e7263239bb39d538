"""Builds the static site: the clickable rulebooks, and the API reference.

    python tools/build_site.py OUT

The site shows every clause of every system with its text, its readings and its examples, on boards that step without a
kernel, and it searches all clauses. It works from a server and from a folder, and contacts no other host. If its folder
``lab`` holds the notebooks as a JupyterLite site (``make lite``), the pages link to them; these need a file server.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import subprocess
import sys
from html import escape
from pathlib import Path

import hexwidget as hw
from hexwidget.files import Annotations
from hexwidget.rules import Clause, RuleSystem
from hexwidget.widget.drawings import Drawings
from hexwidget.widget.page import front_end, only, policy, recorded_board
from hexwidget.widget.recording import record

HERE = Path(__file__).parent
OWN = "'self' file:"
"""The source of the site's own files in its policy: its server, or the folder that it was opened from."""
KINDS = {
    "rule": "rule",
    "example": "example",
    "fact": "fact of the game",
    "ruling": "ruling: the rules leave this open",
}


def page(title: str, body: str, up: str) -> str:
    """A page of the site. ``up`` is the relative path to the first page."""
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        f"{policy(OWN, OWN)}"
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{escape(title)}</title>"
        f'<link rel="stylesheet" href="{up}assets/board.css"><link rel="stylesheet" href="{up}assets/site.css"></head>'
        f'<body data-up="{up}"><header><a href="{up}index.html">hexwidget</a>'
        '<label>Search the rulebooks <input type="search" id="search" autocomplete="off"></label></header>'
        f'<ol id="found" hidden></ol><main>{body}</main>'
        f'<script src="{up}assets/index.js"></script><script src="{up}assets/search.js"></script>'
        f'<script src="{up}assets/page.js"></script></body></html>\n'
    )


def clause(rules: RuleSystem, found: Clause) -> str:
    """One clause: its text, its open questions, its readings, its example."""
    parts = [
        f'<article id="{found.id}" class="{found.kind}">',
        f'<h3><a href="#{found.id}">{found.id}</a> {escape(found.title)} <small>{KINDS.get(found.kind, found.kind)}</small></h3>',
        f"<p>{escape(found.text)}</p>",
    ]
    if found.open:
        parts.append(f'<p class="open">{escape(found.open)}</p>')
    for option in rules.rulebook.options.values():
        if option.clause == found.id:
            values = ", ".join(f"<b>{escape(v)}</b>" if n == 0 else escape(v) for n, v in enumerate(option.values))
            own = "; each player may have a reading of their own" if option.each else ""
            parts.append(f"<p>Readings of <code>{escape(option.name)}</code>: {values} (bold: the usual one{own}).</p>")
    for parameter in rules.rulebook.parameters.values():
        if parameter.clause == found.id:
            parts.append(
                f"<p><code>{escape(parameter.name)}</code>: {escape(str(parameter.default))} unless a scenario says otherwise.</p>"
            )
    if found.scenario:
        session = hw.example(found.id)
        session.goto(0)
        recording = record(session, None, Drawings(Annotations()), "#")
        parts.append(f"<p><code>hw.Board(hw.example({found.id!r}))</code></p>".replace("'", '"'))
        parts.append(recorded_board(recording, session.position.to_svg(plain=True)))
    return "".join([*parts, "</article>"])


def rulebook(rules: RuleSystem) -> str:
    """A system's page: its clauses by section, then its scenarios."""
    book = rules.rulebook
    sections: dict[str, list[Clause]] = {}
    for found in book.values():
        sections.setdefault(found.id.partition(".")[0], []).append(found)
    contents = "".join(
        f"<li>{name}<ul>{''.join(f'<li><a href=#{c.id}>{c.id}</a> {escape(c.title)}</li>' for c in clauses)}</ul></li>"
        for name, clauses in sections.items()
    )
    body = [
        f"<h1>{escape(book.title)}</h1>",
        f"<details><summary>All {len(book)} clauses</summary><ul class=contents>{contents}</ul></details>",
    ]
    for name, clauses in sections.items():
        body += [f'<section id="{name}"><h2>{name}</h2>', *(clause(rules, found) for found in clauses), "</section>"]
    body.append(unsaid(rules))
    played = {found.scenario for found in book.values()}
    body.append("<h2>Scenarios</h2>")
    for name in hw.scenarios():
        if name.startswith(f"{rules.name}/") and name not in played:
            scenario = hw.scenario(name)
            recording = record(hw.Session(scenario.position, rolls="ask"), None, Drawings(scenario.annotations), "#")
            prose = "".join(f"<p>{escape(part)}</p>" for part in scenario.prose.split("\n\n"))
            board = recorded_board(recording, scenario.position.to_svg(plain=True))
            body.append(f"<article><h3>{escape(scenario.title)}</h3>{prose}<p><code>{name}</code></p>{board}</article>")
    return page(book.title, "".join(body), "../")


def unsaid(rules: RuleSystem) -> str:
    """The findings that keep other clauses unsaid, and why."""

    def linked(name: str) -> str:
        return f'<a href="#{name}" title="{escape(rules.rulebook[name].title)}">{name}</a>'

    every = "A refusal names every clause that bars the action, as if it were this player's turn and phase."
    if not rules.silences:
        return f'<section id="unsaid"><h2>What a refusal leaves unsaid</h2><p>{every} Nothing is left unsaid.</p></section>'
    rows = "".join(
        f"<tr><td>{linked(silence.finding)} <code>{escape(silence.code)}</code></td>"
        f"<td>{', '.join(map(linked, silence.unsaid))}</td><td>{escape(silence.because)}</td></tr>"
        for silence in rules.silences
    )
    return (
        f'<section id="unsaid"><h2>What a refusal leaves unsaid</h2><p>{every} A clause stays unsaid only if the thing that it '
        "speaks of does not exist:</p><table><thead><tr><th>this finding</th><th>keeps these clauses unsaid</th><th>because</th>"
        f"</tr></thead><tbody>{rows}</tbody></table></section>"
    )


def start(lite: str | None) -> str:
    """The first page."""
    rows = []
    for name in hw.system_names():
        book = hw.system(name).rulebook
        rows.append(f'<li><a href="rulebook/{name}.html">{escape(book.title)}</a>: {len(book)} clauses</li>')
    notebooks = (
        f'<p><a href="{escape(lite)}">The notebooks, in your browser</a>: engine and boards run without a server of ours.</p>'
        '<p><a href="lab/play.html#depletion/first-steps">A board to play on</a>; behind the # any link text will do.</p>'
        if lite
        else ""
    )
    body = (
        "<h1>A rulebook you can click</h1>"
        "<p>Five systems of maneuver rules, clause by clause. The examples are boards: step through them, click a piece to see "
        "where it could go, and a barred space to read which clause says no.</p>"
        f'<ul>{"".join(rows)}</ul>{notebooks}<p><a href="api/hexwidget.html">The API reference</a></p>'
    )
    return page("hexwidget: a rulebook you can click", body, "")


def index() -> str:
    """The search index as a script, as a page that was opened from a folder may load scripts but no data."""
    found = [
        [f"rulebook/{name}.html#{c.id}", c.id, c.title, c.text, hw.system(name).title]
        for name in hw.system_names()
        for c in hw.system(name).rulebook.values()
    ]
    return f"window.hexwidgetIndex = {json.dumps(found, ensure_ascii=False)};\n"


def reference(out: Path) -> None:
    """Write the API reference with pdoc."""
    modules = [
        "hexwidget",
        *(
            f"hexwidget.{name}"
            for name in ("rules", "geometry", "files", "play", "cli", "lessons.desk", "lessons.kinds", "lessons.goals")
        ),
    ]
    command = [
        sys.executable,
        "-m",
        "pdoc",
        "--docformat",
        "restructuredtext",
        "--no-show-source",
        "-o",
        str(out),
        *modules,
    ]
    subprocess.run(command, check=True)
    for path in out.rglob("*.html"):
        path.write_text(guarded(path.read_text(encoding="utf-8")), encoding="utf-8")


def guarded(html: str) -> str:
    """Return a page with a policy that allows only the scripts and styles in it. The search of pdoc writes markup."""
    html = re.sub(r'(<[a-z]+\b[^>]*) style="[^"]*"', r"\1", html)
    scripts, styles = (re.findall(rf"<{tag}\b[^>]*>(.*?)</{tag}>", html, re.DOTALL) for tag in ("script", "style"))
    head = policy(" ".join([OWN, *map(only, scripts)]), " ".join(map(only, styles)), markup=True)
    return html.replace("<head>", f"<head>{head}", 1)


def build(out: Path) -> None:
    made = out.with_name(f".{out.name}.new")
    shutil.rmtree(made, ignore_errors=True)
    (made / "assets").mkdir(parents=True)
    (made / "rulebook").mkdir()
    for name in ("page.js", "board.css"):
        (made / "assets" / name).write_text(front_end(name), encoding="utf-8")
    for file in (HERE / "site").iterdir():
        shutil.copy(file, made / "assets")
    (made / "assets" / "index.js").write_text(index(), encoding="utf-8")
    lite = "lab/lab/index.html?path=00-start-here.ipynb" if (out / "lab").is_dir() else None
    (made / "index.html").write_text(start(lite), encoding="utf-8")
    for name in hw.system_names():
        (made / "rulebook" / f"{name}.html").write_text(rulebook(hw.system(name)), encoding="utf-8")
    reference(made / "api")
    # The old site is replaced once the new one is complete. A JupyterLite site in it stays.
    if (out / "lab").is_dir():
        (out / "lab").rename(made / "lab")
    shutil.rmtree(out, ignore_errors=True)
    made.rename(out)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    given = parser.parse_args()
    build(given.out.resolve())
    files = [f for f in given.out.rglob("*") if f.is_file()]
    print(f"{given.out}: {len(files)} files, {sum(f.stat().st_size for f in files) / 1e6:.1f} MB")
