"""The pages of docs/how-to and the entries of docs/gallery.toml run, show what they promise, and are short."""

from __future__ import annotations

import contextlib
import io
import re
import shlex
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from plotly.graph_objects import Figure

import hexwidget as hw
from hexwidget.commands.cli import main
from hexwidget.rules import Position
from tools.site.cells import run as run_cell

DOCS = Path(__file__).parents[2] / "docs"
FOLDER = DOCS / "how-to"
PAGES = {path.stem: path for path in sorted(FOLDER.glob("*.md")) if path.stem != "index"}
FENCE = re.compile(r"^(```+)(\{\w+\}|\w*)(?: ([\w -]+))?$")
LINK = re.compile(r"\]\(([^)#]*)(?:#[^)]*)?\)")
OPTIONS = {"no-run", "hide-value"}
MOST_WORDS = 200
GALLERY = tomllib.loads((DOCS / "gallery.toml").read_text(encoding="utf-8"))["entry"]
MOST_LINES = 8
BUNDLED = ("depletion", "frontiers", "orders", "plotted", "rondel")


@dataclass
class Block:
    """A fenced block of a page: its kind (``{cell}``, ``sh``), the line of its first line of code, its options and its code."""

    kind: str
    line: int
    options: set[str] = field(default_factory=set)
    code: str = ""


def read(path: Path) -> tuple[list[Block], str]:
    """Return the fenced blocks of a page, and its words beside them."""
    blocks, words, fence = list[Block](), list[str](), ""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if fence:
            if line == fence:
                fence = ""
            else:
                if not blocks[-1].code.strip():
                    blocks[-1].line, blocks[-1].code = number, ""
                blocks[-1].code += f"{line}\n"
        elif begun := FENCE.match(line):
            fence = begun[1]
            blocks.append(Block(begun[2], number + 1, set((begun[3] or "").split())))
        else:
            words.append(line)
    assert not fence, f"{path.name}: a block that begins at line {blocks[-1].line} has no end"
    return blocks, "\n".join(words)


def place(error: BaseException, name: str, line: int) -> str:
    """Return the page and line where an error was raised."""
    lines = [getattr(error, "lineno", None) and line - 1 + error.lineno] if isinstance(error, SyntaxError) else []
    at = error.__traceback__
    while at is not None:
        if at.tb_frame.f_code.co_filename == name:
            lines.append(at.tb_lineno)
        at = at.tb_next
    return f"{name}:{lines[-1] if lines else line}"


def shown(printed: str, value: Any) -> str:
    """Return what a cell shows, as text: what it prints, and its value."""
    if value is None:
        return printed
    words = str(value) if hasattr(value, "_repr_html_") else repr(value)
    return f"{printed}{type(value).__name__} {words}"


SERVERS = ("serve", "class", "play", "mcp")
"""The commands that run until somebody ends them."""


def run(path: Path) -> list[str]:
    """Run the cells of a page in the present folder, as one program, and the lines of the shell that call ``hexwidget``.

    :return: what each of them shows
    """
    namespace: dict[str, Any] = {"__name__": "__main__"}
    answers = []
    for block in read(path)[0]:
        if "no-run" in block.options:
            continue
        if block.kind == "{cell}":
            try:
                answers.append(shown(*run_cell(block.code, namespace, Path.cwd(), path.name, block.line)))
            except Exception as error:
                pytest.fail(f"{place(error, path.name, block.line)}: {type(error).__name__}: {error}")
        for number, line in enumerate(block.code.splitlines() if block.kind == "sh" else []):
            command = shlex.split(line, comments=True)
            if command[:1] == ["hexwidget"]:
                assert command[1] not in SERVERS, (
                    f"{path.name}:{block.line + number}: a server never ends: mark it no-run"
                )
                said = io.StringIO()
                with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
                    code = main(command[1:])
                assert code < 2, f"{path.name}:{block.line + number}: {said.getvalue()}"
                answers.append(said.getvalue())
    return answers


SHOWN = {
    "ask-a-question-on-a-page": ["lake.html", "two.html"],
    "ask-whether-a-move-is-legal": ["0203-0303-0403-0503 is illegal", "bool True", "Board"],
    "ask-why-a-move-is-illegal": ["D1.2: This way takes 3 movement points", "needed 3 and has 2", "sets the pace"],
    "connect-an-assistant": ["0402 move 0503"],
    "compare-two-readings": ["minimum_move = one_hex", "Board", "D4.7 pace"],
    "draw-a-map-of-danger-and-support": ["Board", "0604 is in reach of ('1005',)", "Figure"],
    "draw-arrows-and-notes": ["Board", "Board <Board: The plan"],
    "explain-a-rule-with-a-worked-example": ["Gathering cavalry", "'D4.6'", "A forest on the way"],
    "find-the-best-move": ["corinth-thebes", "Figure", "romans: move legion(2) corinth-thebes"],
    "follow-a-board-from-my-widgets": ["chosen: 0203\nchosen: None\nplayed: 0203-0303\nBoard", "VBox", "Board"],
    "get-the-odds-of-a-battle": ["34.3 %", "0303+0402 attack 0302 destroys with", "381/400"],
    "give-a-course-to-a-class": ["", "may enter at most 2 by march", "('P1.3',)\nReport", "hw1."],
    "report-on-a-class-by-files": ["1 learner: 1 may need help", "1"],
    "review-a-game": ["D7.1", "'D7.1': 1", "again.html", "Progress", "D7.1"],
    "run-a-class-without-a-server": ["hw1."],
    "give-each-player-a-board": ["Board", "Board", "this is blue's board"],
    "play-with-others-from-a-notebook": ["Board"],
    "play-with-somebody-else": ["red: 0203-0303"],
    "serve-many-tables": ["anna-and-ben: Round 1 of 6: Red to act"],
    "serve-tables-in-a-jupyterhub": ["red: 0203-0303"],
    "import-a-tiled-map": ["'lava': 4", "{'lava': 4}", "Board"],
    "import-a-wesnoth-map": ["('2', ('0504',))", "Board", "isle-new.map"],
    "keep-tables-in-a-database": ["anna-and-ben: 0 steps played again"],
    "keep-a-journal": ["Board", "step 3 of 3", "'copy.jsonl'"],
    "make-a-lesson-by-mouse": ["Board"],
    "make-a-picture": ["int", "SVG", "int"],
    "make-your-own-binder": [".gitignore README.md course.json lesson.ipynb postBuild requirements.txt runtime.txt"],
    "make-an-exercise": ["Mark every hex", "Desk", "Not yet: 17 missing", "two-questions.html"],
    "open-a-bundled-scenario": ["Board", "depletion/", "First steps\nBoard"],
    "play-against-the-computer": ["Board", "Attack"],
    "play-by-link": ["Board", "Board"],
    "play-for-two-on-one-screen": ["Board", "(None, None)", "rolls 14"],
    "play-a-course-with-a-class": ["course.json"],
    "play-games-in-a-class": ["hills.json"],
    "play-in-a-terminal": ["Board"],
    "play-in-another-language": ["Die Furt"],
    "play-on-a-scanned-map": ["", "Board", "isle.json"],
    "play-on-my-provinces": ["Board", "west-east: blue", "west middle gulf east"],
    "practise-what-you-missed": [
        *("Not so: it is not legal", "Nothing is due", "From a game. ", "Nothing is due", "2026-12-01"),
    ],
    "print-a-handout": ["map.html", "questions.html"],
    "put-a-board-in-my-blog": ["game.html", ":::{anywidget} ./hexwidget.mjs"],
    "run-a-table": ["1 steps played again"],
    "send-a-board-as-a-file": ["page.html"],
    "save-a-game": ["game.jsonl", "Board", "True"],
    "send-a-position-as-a-link": ["bool True", "Board"],
    "shade-my-own-hexes": ["Board", "Board", "near-home.json"],
    "show-where-an-army-can-go": ["Board", "0403 costs 2", "0504 is ocean"],
    "sweep-a-question": ["asked 6 times", "Figure"],
    "train-an-agent": ["Board", "Knight on 0303"],
    "translate-the-texts": [],
    "undo-branch-and-step": ["Board", "2 after 0 red: 0203-0303-0403 march", "Session"],
    "use-the-command-line": [
        *("depletion/first-steps", "Round 1 of 6", "sets the pace"),
        *("0203-0303-0403-0503: illegal", "first-steps.svg\nfirst-steps.html"),
        *("game.jsonl", "3 steps played again", '"steps": 3'),
    ],
    "write-a-position-as-text": ["Board", "did you mean 'red'", "odd-r red,blue"],
    "write-my-own-card": ["Board", "Red deploys Dragon"],
    "write-my-own-rule-system": ["rulebook.toml", "Board <Board: My game", "0203 is a lake", ""],
    "write-my-own-unit": ["Board", "cannot build a keep, only a lair", "did you mean 'attack'"],
}
"""For each page a part of what each of its cells and shell lines shows; empty: it shows nothing."""


def test_there_are_thirty_pages_and_the_index_names_each_once() -> None:
    index = (FOLDER / "index.md").read_text(encoding="utf-8")
    listed = [name for line in index.splitlines() if line.startswith("- ") for name in LINK.findall(line)]
    assert len(PAGES) >= 30
    assert sorted(listed) == sorted(f"{name}.md" for name in PAGES)
    toctree = index.partition("```{toctree}\n:hidden:\n\n")[2].partition("\n```")[0]
    assert [f"{name}.md" for name in toctree.splitlines()] == listed


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_one_screen(name: str) -> None:
    blocks, words = read(PAGES[name])
    assert any(block.kind == "{cell}" for block in blocks)
    assert {block.kind for block in blocks} <= {"{cell}", "sh", "html"}
    assert {option for block in blocks for option in block.options} <= OPTIONS
    assert len(words.split()) <= MOST_WORDS
    lines = [line for line in words.splitlines() if line]
    assert lines[0].startswith("# "), "the title comes first"
    assert lines[-1].startswith("See also: "), "the last line leads on"
    index = (FOLDER / "index.md").read_text(encoding="utf-8")
    assert f"[{lines[0].removeprefix('# ')}]({name}.md)" in index


@pytest.mark.parametrize(
    "path", [*PAGES.values(), FOLDER / "index.md", DOCS / "gallery.md"], ids=lambda path: path.stem
)
def test_the_links_of_a_page_lead_to_pages(path: Path) -> None:
    targets = LINK.findall(read(path)[1])
    assert targets
    assert [target for target in targets if not (path.parent / target).is_file()] == []


@pytest.mark.slow
@pytest.mark.parametrize("name", PAGES)
def test_a_page_runs_and_shows_what_it_promises(name: str, folder: Path) -> None:
    answers = run(PAGES[name])
    assert len(answers) == len(SHOWN[name])
    for answer, part in zip(answers, SHOWN[name], strict=True):
        assert part in answer
        assert bool(part) == bool(answer)


def test_an_error_names_the_page_and_its_line(folder: Path) -> None:
    page = folder / "page.md"
    page.write_text("# Page\n\n```{cell} hide-value\nfine = 1\n\n\ndef fails():\n    return 1 / 0\n\n\nfails()\n```\n")
    with pytest.raises(pytest.fail.Exception, match=r"page\.md:8: ZeroDivisionError"):
        run(page)
    page.write_text("# Page\n\n```{cell}\nfine = 1\n1 fine\n```\n")
    with pytest.raises(pytest.fail.Exception, match=r"page\.md:5: SyntaxError"):
        run(page)


def test_the_gallery_has_twenty_boards_and_figures_with_pictures() -> None:
    assert len({entry["title"] for entry in GALLERY}) == len(GALLERY)
    assert sum(entry.get("kind") is None for entry in GALLERY) == 20
    page = (DOCS / "gallery.md").read_text(encoding="utf-8")
    assert "```{gallery}\n```\n" in page
    assert "```{gallery} figure\n```\n" in page
    names = {re.sub(r"\W+", "-", entry["title"].lower()) for entry in GALLERY if entry.get("kind") == "figure"}
    pictures = {path.stem for path in (DOCS / "figures").glob("*.webp")}
    assert pictures == {f"{name}-{theme}" for name in names for theme in ("light", "dark")}


@pytest.mark.slow
@pytest.mark.parametrize("entry", GALLERY, ids=lambda entry: entry["title"])
def test_an_entry_of_the_gallery_is_a_board_or_figure_of_few_lines(entry: dict[str, str], folder: Path) -> None:
    assert set(entry) - {"kind"} == {"title", "sentence", "code"}
    assert entry["sentence"].endswith((".", "?"))
    assert len(entry["sentence"].split()) <= 25
    lines = entry["code"].strip().splitlines()
    assert len(lines) <= MOST_LINES
    assert max(map(len, lines)) <= 120
    printed, value = run_cell(entry["code"], {"__name__": "__main__"}, Path.cwd(), entry["title"])
    assert printed == ""
    kinds = Figure if entry.get("kind") == "figure" else hw.Board | hw.Session | hw.Scenario | Position
    assert isinstance(value, kinds)


@pytest.mark.parametrize("system", BUNDLED)
def test_the_gallery_shows_each_system(system: str) -> None:
    examples = [f'hw.example("{clause}")' for clause in hw.system(system).rulebook]
    marks = [f'"{system}/', f'hw.system("{system}")', *examples]
    assert sum(any(mark in entry["code"] for mark in marks) for entry in GALLERY) >= 2
