"""Hostile names and texts, in every field that can be shown, at every place where it is shown.

A text is either refused with a documented error, or shown as text in a valid document. The tests check the result at each
place and not its implementation.
"""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

import hexwidget as hw
from hexwidget.commands import cli
from hexwidget.files import read_scenario, write_scenario
from hexwidget.lessons import Desk, exercise
from hexwidget.lessons.learners.records import Progress
from hexwidget.problems import InputError
from hexwidget.rules import Clause, Finding, IllegalAction, IllegalPosition, Rulebook, Status, Verdict
from tests import inside

DOCUMENTED = (InputError, IllegalPosition, IllegalAction)
MARK = "window.pwned=1"
HOSTILE = {
    "image": f"<img src=x onerror={MARK}>",
    "script": f"</script><script>{MARK}</script>",
    "style": f"</style><svg onload={MARK}>",
    "comment": "]]><!--",
    "quotes": "\"' onmouseover=x '",
    "link": "<a href='javascript:x'>x</a>",
    "plotly": '<span style="fill:url(//e.io/a)">',
    "override": "abc\u202edef",
    "isolate": "a\u2067b",
    "zero width": "a\u200bb",
    "zalgo": "Z" + "\u0301\u0489" * 15,
    "long": "x" * 100_000,
    "nul": "a\0b",
    "escape": "\x1b]0;x\x07\x1b[31m",
    "c1": "\x9b31m",
    "no character": "a\ufffeb",
    "half": "a\ud800b",
    "family": "\U0001f468\u200d\U0001f469",
    "lines": "a\nb",
    "separator": "a\u2028b",
    "braces": "{0.__class__} {} %s",
    "prototype": "__proto__",
    "constructor": "constructor",
    "python": '"""+open("x")+"""\\',
}
UNSHOWABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]")
texts = pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)


class Markup(HTMLParser):
    """The tags of a piece of HTML, and its attributes that run code or load something."""

    ALLOWED = frozenset(
        [
            "div",
            "h4",
            "p",
            "b",
            "i",
            "br",
            "span",
            "code",
            "table",
            "caption",
            "thead",
            "tbody",
            "tr",
            "td",
            "th",
            "ul",
            "li",
            "svg",
            "g",
            "path",
            "text",
            "title",
            "desc",
            "rect",
            "circle",
            "polygon",
            "defs",
            "lineargradient",
            "stop",
            "use",
            "clippath",
        ]
    )

    def __init__(self) -> None:
        super().__init__()
        self.strange: list[str] = []

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        if tag not in self.ALLOWED:
            self.strange.append(tag)
        self.strange += [
            f"{tag} {name}={value}"
            for name, value in attrs
            if name.startswith("on")
            # A picture refers to its own drawings only.
            or (name in ("href", "src", "xlink:href") and not (tag == "use" and str(value).startswith("#")))
        ]


def inert(html: str) -> None:
    found = Markup()
    found.feed(html)
    found.close()
    assert found.strange == []
    html.encode()


SMALL = {
    "map": [". . . .", " . . . .", ". . . .", " . . . ."],
    "players": ["red", "blue"],
    "armies": {"red": {"0203": "1 archer"}, "blue": {"0101": "1 archer"}},
}
"""A small position, so that its picture and page are made quickly."""


def document(**parts: Any) -> str:
    head = {"format": "hexwidget.scenario/2", "system": "depletion", "title": "", "prose": "", "position": SMALL}
    return json.dumps({**head, **parts})


def renamed(names: dict[str, str], scenario: str = "") -> Any:
    position = (hw.scenario(scenario) if scenario else read_scenario(document())).position

    def again(thing: Any) -> Any:
        if isinstance(thing, dict):
            return {names.get(key, key): again(value) for key, value in thing.items()}
        if isinstance(thing, list):
            return [again(entry) for entry in thing]
        return names.get(thing, thing) if isinstance(thing, str) else thing

    return position.system.from_json(again(json.loads(json.dumps(position.system.to_json(position)))))


def scenario_with(**parts: Any) -> hw.Board:
    return hw.Board(read_scenario(document(**parts)))


def noted(text: str) -> hw.Board:
    board = scenario_with()
    board.note("0303", text)
    return board


BOARDS: dict[str, Callable[[str], hw.Board]] = {
    "title": lambda t: scenario_with(title=t),
    "prose": lambda t: scenario_with(prose=t),
    "note": lambda t: scenario_with(notes=[{"space": "0303", "text": t}]),
    "own note": noted,
    "arrow": lambda t: scenario_with(arrows=[{"spaces": ["0203", "0304"], "label": t}]),
    "overlay": lambda t: scenario_with(overlays=[{"name": t, "spaces": {"0203": 1}}]),
    "overlay label": lambda t: scenario_with(overlays=[{"name": "a", "label": t, "spaces": {"0203": 1}}]),
    "player": lambda t: hw.Board(renamed({"red": t})),
    "player of orders": lambda t: hw.Board(renamed({"red": t}, "orders/two-on-one")),
    "an entry": lambda t: scenario_with(**{t: 1}),
    "space of a note": lambda t: scenario_with(notes=[{"space": t, "text": "x"}]),
    "space of an overlay": lambda t: scenario_with(overlays=[{"name": "a", "spaces": {t: 1}}]),
}


def told(error: Exception) -> None:
    """The text of an error can be written anywhere and be read."""
    said = str(error)
    assert not UNSHOWABLE.search(said), ascii(said[:200])
    assert len(said) < 10_000
    said.encode()


@pytest.mark.slow
@texts
@pytest.mark.parametrize("field", BOARDS)
def test_a_board_shows_it_as_text_or_refuses_it(field: str, text: str) -> None:
    try:
        board = BOARDS[field](text)
    except DOCUMENTED as error:
        told(error)
        return
    svg = board.to_svg()
    ET.fromstring(svg)
    inert(svg)
    board._repr_mimebundle_()
    for trait in ("_scene", "_state", "_choices", "_timeline", "_status"):
        json.dumps(getattr(board, trait), ensure_ascii=False, default=repr).encode()
    page = board.to_html(prose=text)
    assert page.count("<script") == 2  # the recording, and the script that shows it
    assert MARK not in re.sub(r"<script.*?</script>", "", page, flags=re.S) or "&lt;" in page
    assert "unsafe-inline" not in page
    hw.link(board.scenario())
    read_scenario(write_scenario(board.scenario()))
    namespace: dict[str, Any] = {}
    exec(board.python_lines(), namespace)  # noqa: S102  (that a name becomes no code is what is tested)
    assert namespace["position"].key == board.session.position.key
    board.close()


@texts
@pytest.mark.parametrize("part", ["title", "question", "hints"])
def test_an_exercise_shows_it_as_text_or_refuses_it(part: str, text: str) -> None:
    try:
        found = exercise(
            "mark", hw.scenario("depletion/first-steps"), piece="0203", clauses=["D1.2"],
            **{part: [text] if part == "hints" else text},
        )  # fmt: skip
    except DOCUMENTED as error:
        told(error)
        return
    inert(found._repr_html_())
    desk = Desk([found])
    desk.hint()
    json.dumps(
        [inside.scene(desk.board), inside.status(desk.board), inside.choices(desk.board)],
        ensure_ascii=False,
        default=repr,
    ).encode()
    desk.close()


@texts
def test_progress_shows_it_as_text_or_refuses_it(text: str, tmp_path: Path) -> None:
    path = tmp_path / "progress.json"
    record = {"tries": 1, "hints": 0, "solved": False}
    path.write_text(json.dumps({"format": "hexwidget.progress/1", "exercises": {text: record}}))
    try:
        found = Progress(path)
    except DOCUMENTED as error:
        told(error)
        return
    inert(found._repr_html_())
    found.tried("another", right=True)


@texts
def test_a_verdict_shows_all_that_is_a_rulebooks_as_text(text: str) -> None:
    book = Rulebook("own", text, {text: Clause(text, "rule", text, text, text)}, {}, {})
    found = Finding(text, "code", (text,), {"n": text}, "{0} {n}")
    inert(Verdict(Status.ILLEGAL, (found,), text, book)._repr_html_())


@texts
@pytest.mark.parametrize("way", ["text", "json"])
def test_the_command_writes_nothing_that_a_terminal_obeys(
    way: str, text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for number, parts in enumerate(({text: 1}, {"title": text}, {"prose": text}, {"system": text})):
        path = tmp_path / f"{number}.json"
        path.write_text(document(**parts))
        cli.main(["show", str(path), *(["--json"] if way == "json" else [])])
    cli.main(["check", "depletion/first-steps", text])
    shown = "".join(capsys.readouterr())
    assert not UNSHOWABLE.search(shown), ascii(shown[:300])


@texts
def test_codes_of_a_map_are_listed_as_they_can_be_read(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tileset = {
        "firstgid": 1,
        "name": "t",
        "tiles": [{"id": 0, "type": text}],
        "tilecount": 1,
        "columns": 1,
        "tilewidth": 9,
        "tileheight": 9,
    }
    layer = {"type": "tilelayer", "name": "l", "width": 1, "height": 1, "data": [1]}
    data = {
        "type": "map", "orientation": "hexagonal", "width": 1, "height": 1, "tilewidth": 9, "tileheight": 9, "hexsidelength": 5,
        "staggeraxis": "y", "staggerindex": "odd", "infinite": False, "layers": [layer], "tilesets": [tileset],
    }  # fmt: skip
    path = tmp_path / "map.tmj"
    path.write_text(json.dumps(data))
    for way in ([], ["--json"]):
        cli.main(["convert", str(path), *way])
    assert not UNSHOWABLE.search("".join(capsys.readouterr()))


OF_TIMELINE = "step %{x}: %{text}<br>%{fullData.name}: %{y}<extra></extra>"


# plotly takes tags for markup, and in templates also %{...}.
@pytest.mark.slow
@pytest.mark.parametrize("text", [HOSTILE["plotly"], "<b>x</b>", "<a href='https://e.io'>x</a>", "%{y}"])
def test_plots_show_it_as_text(text: str) -> None:
    plots = pytest.importorskip("hexwidget.plots")
    pytest.importorskip("plotly")
    data = json.loads(write_scenario(hw.scenario("plotted/the-ford")))
    for units in data["position"]["units"].values():
        for unit in units.values() if isinstance(units, dict) else units:
            unit["name"] = text
    position = read_scenario(json.dumps(data)).position
    space = next(piece.space for piece in position.scene().pieces)
    figures = [
        plots.reach(position.reach(space)),
        plots.odds({text: 1.0}, title=text),
        plots.spaces(position, {space: 1}, title=text, unit=text),
    ]
    if "'" not in text and ":" not in text:
        figures.append(plots.timeline(hw.Session(renamed({"red": text}))))
    for figure in figures:
        assert "<" not in text or text not in strings(figure.to_plotly_json())
        # Templates are ours; names do not change them.
        templates = {getattr(trace, "hovertemplate", None) for trace in figure.data}
        assert templates <= {None, "%{text}<extra></extra>", "%{customdata}<extra></extra>", OF_TIMELINE}


def strings(thing: Any) -> str:
    if isinstance(thing, dict):
        return "\n".join(map(strings, thing.values()))
    if isinstance(thing, (list, tuple)):
        return "\n".join(map(strings, thing))
    return thing if isinstance(thing, str) else ""


@pytest.mark.parametrize("slot", [HOSTILE["escape"], HOSTILE["override"], "x" * 200])
def test_an_answer_to_a_message_can_be_read(slot: str) -> None:
    board, sent = hw.Board(hw.scenario("depletion/first-steps")), []
    board.send = lambda message, buffers=None: sent.append(message)
    inside.receive(
        board,
        {"id": "1", "revision": inside.status(board)["revision"], "intent": "choose", "args": {"draft": {slot: 1.5}}},
    )
    assert not UNSHOWABLE.search(sent[-1]["error"])
    board.close()


# ---------------------------------------------------------------- names
def named(*players: str) -> hw.Scenario[Any]:
    position = {"map": ". .", "players": list(players), "armies": {players[0]: {"0101": "1 archer"}}}
    return read_scenario(json.dumps({"format": "hexwidget.scenario/2", "system": "depletion", "position": position}))


@pytest.mark.parametrize("other", ["r\u0435d", "re\u200dd", "\uff52\uff45\uff44"])
def test_two_players_whose_names_look_alike_are_refused(other: str) -> None:
    with pytest.raises(InputError, match="looks like the name of another player"):
        named("red", other)
    assert named("blue", other).position.players == ("blue", other)


def test_joiners_are_allowed_within_words_and_nowhere_else() -> None:
    family, persian = "\U0001f468\u200d\U0001f469", "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"
    assert named(family, persian).position.players == (family, persian)
    for title in ("\u200dred", "red\u200d", "a \u200d b", "a\u200bb"):
        with pytest.raises(InputError):
            named(title, "blue")
