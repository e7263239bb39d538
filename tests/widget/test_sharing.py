"""Pictures, pages and links: the forms in which a game leaves the notebook."""

from __future__ import annotations

import base64
import io
import re
from html import escape
from itertools import product
from pathlib import Path
from random import Random

import pytest
from PIL import Image

import hexwidget as hw
from hexwidget.scene.glyphs import outline_texts
from hexwidget.widget.pages import recording
from hexwidget.widget.pages.page import use_site
from tests import inside
from tests.amounts import every

ALL = hw.scenarios()
NAMES = re.compile(r"h[0-9a-f]+-")
"""The names of the parts of a drawing."""


@pytest.fixture
def board() -> hw.Board:
    return hw.Board(hw.scenario("depletion/first-steps"))


# ---------------------------------------------------------------------- pictures
def test_a_displayed_board_has_its_picture_beside_it(board: hw.Board) -> None:
    bundle = board._repr_mimebundle_()
    assert bundle is not None
    data, metadata = bundle
    assert set(data) == {"text/plain", "application/vnd.jupyter.widget-view+json", "image/png"}
    assert base64.b64decode(data["image/png"]).startswith(b"\x89PNG")
    assert metadata["image/png"]["width"] > 300
    assert metadata["image/png"]["alt"].startswith(f"{inside.scene(board)['title']}. ")


def wide(columns: int, rows: int, grounds: str) -> hw.Position:
    """A map of depletion on which the grounds vary from hex to hex, with up to 200 armies."""
    chance, digits = Random(1), max(2, len(str(columns)))
    lines = [" ".join(chance.choices(grounds, k=columns)) for _ in range(rows)]
    places = [(x, y) for y in range(rows) for x in range(columns) if lines[y][2 * x] in ".%"]
    land = [f"{x + 1:0{digits}}{y + 1:0{digits}}" for x, y in places[:200]]
    armies = {"red": dict.fromkeys(land[::2], "1 archer, 1 cavalry"), "blue": dict.fromkeys(land[1::2], "2 spearmen")}
    return hw.system("depletion").position(map="\n".join(lines), offset="odd-r", players=list(armies), armies=armies)


def beside(board: hw.Board) -> tuple[Image.Image, int]:
    """The picture beside a board, and the number of its bytes."""
    data, _ = board._repr_mimebundle_()
    png = base64.b64decode(data["image/png"])
    return Image.open(io.BytesIO(png)), len(png)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("theme", "grounds"), list(product(["light", "dark"], [".", "....%^&~=", ".%^&~=", "%"]))[:: every(5)]
)
def test_the_picture_beside_a_board_of_1000_hexes_is_small(theme: str, grounds: str) -> None:
    image, size = beside(hw.Board(wide(40, 25, grounds), theme=theme))
    assert image.mode == "P"  # few colours
    assert size < 80_000
    assert image.width > 700


@pytest.mark.slow
@pytest.mark.parametrize(("columns", "rows"), [(60, 50), (99, 99), (700, 8)])
def test_a_board_above_2500_hexes_has_a_picture_with_its_pieces(columns: int, rows: int) -> None:
    image, size = beside(hw.Board(wide(columns, rows, "...%%~=")))
    assert size < 80_000
    assert 600 < max(image.size) < 1300
    colours = [colour for _, colour in image.convert("RGB").getcolors()]
    assert any(r > 150 and g < 90 and b < 90 for r, g, b in colours)  # red
    assert any(r < 90 and g < 120 and b > 140 for r, g, b in colours)  # blue


def test_no_picture_is_made_where_it_would_be_drawn_hex_by_hex(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hexwidget.scene.cell.is_plain", lambda: True)
    monkeypatch.setattr("hexwidget.scene.cell.MOST_PLAIN", 5)
    assert hw.Board(wide(3, 2, "."))._repr_mimebundle_()[0].keys().isdisjoint({"image/png"})


@pytest.mark.slow
def test_a_snapshot_stays_when_the_board_goes_on(board: hw.Board) -> None:
    before = board.snapshot()
    board.play("0203-0303-0304")
    after = board.snapshot()
    assert before.svg != after.svg
    assert board.undo() is not None
    again = (
        board.snapshot()
    )  # its menu has a review of what was taken back; the names of parts depend on all that is shown
    assert (again.description, NAMES.sub("", again.svg)) == (before.description, NAMES.sub("", before.svg))
    assert board.to_png().startswith(b"\x89PNG")
    with pytest.raises(hw.InputError, match="did you mean 'dark'"):
        board.snapshot("dork")


@pytest.mark.parametrize("name", ALL)
def test_pictures_do_not_depend_on_fonts(name: str) -> None:
    assert "<text" not in outline_texts(hw.scenario(name).position.to_svg())


def test_a_text_whose_letters_have_no_outline_stays_a_text() -> None:
    text = '<text x="1" y="2" font-size="9">城 1</text>'
    assert outline_texts(text) == text


# ---------------------------------------------------------------------- links
@pytest.mark.parametrize("name", ALL)
def test_a_position_goes_through_a_link(name: str) -> None:
    position = hw.scenario(name).position
    text = hw.link(position)
    assert hw.open_link(text) == position
    assert hw.open_link(f"  https://rules.example/a?b#{text}\n") == position
    assert all(c.isalnum() or c in "-_." for c in text)


def test_a_scenario_goes_through_a_link_with_what_is_drawn_on_it(board: hw.Board) -> None:
    board.note("0303", "home")
    scenario = board.scenario("A title", "Some words")
    assert hw.open_link(hw.link(scenario)) == scenario


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", ["depletion/first-steps", "orders/three-marches", "plotted/the-ford", "frontiers/three-frontiers"]
)
def test_a_game_goes_through_a_link_with_its_branches(name: str) -> None:
    session, rng = hw.Session(hw.scenario(name).position, seed=3), Random(1)
    for number in range(12):
        player = sorted(session.position.to_act)[0]
        session.play(session.position.legal_actions(player).sample(rng))
        if number % 5 == 4:
            session.undo()
    opened = hw.open_link("https://rules.example/play.html#" + hw.link(session))
    assert isinstance(opened, hw.Session)
    assert opened.to_replay() == session.to_replay()
    assert opened.step.number == session.step.number
    assert hw.Board(opened).position == session.position
    assert hw.link(hw.Board(session)) == hw.link(session)


def test_a_game_that_does_not_fit_in_a_link_says_how_long_it_is(
    monkeypatch: pytest.MonkeyPatch, board: hw.Board
) -> None:
    board.play("0203-0303-0304")
    text = hw.link(board.session)
    monkeypatch.setattr("hexwidget.play.links.LONGEST_GAME", len(text))
    assert isinstance(hw.open_link(text), hw.Session)
    monkeypatch.setattr("hexwidget.play.links.LONGEST_GAME", len(text) - 1)
    with pytest.raises(hw.InputError, match=rf"link to its 1 steps has {len(text):,} characters.*`hw.save`"):
        hw.link(board.session)
    with pytest.raises(hw.InputError, match="at most"):
        hw.open_link(text)


@pytest.mark.slow
def test_every_link_that_is_made_can_be_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    position = wide(1000, 1000, "...%^&~=")
    text = hw.link(position)
    assert hw.open_link(text) == position
    monkeypatch.setattr("hexwidget.files.links.LONGEST", 1_000_000)
    with pytest.raises(hw.InputError, match=r"its line has [\d,]+ characters, and 1,000,000 are read; `hw.save`"):
        hw.link(position)
    monkeypatch.setattr("hexwidget.files.links.LONGEST", 2_000_000)
    monkeypatch.setattr("hexwidget.files.links.MOST_CHARACTERS", 1_000_000)
    with pytest.raises(hw.InputError, match=r"a link holds 1,000,000; `hw\.save`"):
        hw.link(position)
    loose = hw.system("depletion").position(
        map=". .", players=["red"], armies={"red": {"0101": "9 cavalry"}}, strict=False
    )
    with pytest.raises(hw.IllegalPosition):
        hw.link(loose)


@pytest.mark.parametrize("torn", ["", "hw1.", "hw1.äö", "hw1.AAAA", "https://rules.example/#nothing", None, 5])
def test_what_is_no_link_is_refused(torn: object) -> None:
    with pytest.raises(hw.InputError, match="this link cannot be opened"):
        hw.open_link(torn)  # refused at run time


def test_a_link_that_was_cut_off_is_refused_wherever_it_was_cut(board: hw.Board) -> None:
    text = hw.link(board.position)
    for length in range(5, len(text) - 1, 7):
        with pytest.raises(hw.InputError):
            hw.open_link(text[:length])


def test_a_link_that_unpacks_to_very_much_is_refused() -> None:
    import zlib

    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    data = packer.compress(b"[" * 20_000_000) + packer.flush()
    with pytest.raises(hw.InputError, match="more than"):
        hw.open_link("hw1." + base64.urlsafe_b64encode(data).decode().rstrip("="))


# ---------------------------------------------------------------------- pages
@pytest.mark.slow
def test_a_page_asks_no_host_and_is_the_same_each_time(board: hw.Board) -> None:
    page = board.to_html()
    assert page == board.to_html()
    assert "default-src 'none'" in page
    addresses = {word for word in page.replace('"', " ").split() if word.startswith(("http:", "https:"))}
    assert addresses <= {"http://www.w3.org/2000/svg"}


@pytest.mark.slow
def test_a_page_that_cannot_be_written_leaves_nothing(board: hw.Board, tmp_path: Path) -> None:
    with pytest.raises(hw.InputError, match="make it first"):
        board.to_html(tmp_path / "nowhere" / "game.html")
    with pytest.raises(hw.InputError, match="cannot be written"):
        board.to_html(tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_the_words_of_a_scenario_stand_on_its_page(board: hw.Board) -> None:
    words = hw.scenario("depletion/first-steps").prose.split("\n\n")[0]
    assert f"<p>{escape(words)}</p>" in board.to_html()
    assert escape(words) not in board.to_html(prose="")
    assert escape(words) not in board.to_html(embed=True)
    assert escape(words) in board.to_html(print=True)


def test_a_handout_has_the_board_with_numbered_notes_and_no_script(board: hw.Board, tmp_path: Path) -> None:
    board.note("0303", "<b>home</b>")
    board.note("0803", "away")
    page = board.to_html(tmp_path / "handout.html", title="A <title>", prose="Which?\n\nSay.", print=True).read_text()
    assert "<script" not in page
    assert "script-src 'none'" in page
    assert "<h1>A &lt;title&gt;</h1><p>Which?</p><p>Say.</p><section><figure><svg" in page
    assert (
        '<ol class="hexwidget-notes"><li><b>0303</b> &lt;b&gt;home&lt;/b&gt;</li><li><b>0803</b> away</li></ol>' in page
    )
    with pytest.raises(hw.InputError, match="paper has neither a frame nor a button"):
        board.to_html(print=True, embed=True)


def test_titles_and_words_of_a_page_are_text(board: hw.Board) -> None:
    page = board.to_html(title="<script>alert(1)</script>", prose="<img src=x>")
    assert "<script>alert" not in page
    assert "<img src=x>" not in page


@pytest.mark.slow
def test_a_page_for_a_frame_has_its_board_and_nothing_else(board: hw.Board) -> None:
    framed, whole = board.to_html(embed=True), board.to_html()
    for part in ("<h1>", "<footer>", "The position as a link text"):
        assert part in whole
        assert part not in framed
    assert "Play it" not in framed
    with pytest.raises(hw.InputError, match="write it on the page about the frame"):
        board.to_html(embed=True, prose="A few words.")


@pytest.mark.slow
@pytest.mark.parametrize("embed", [False, True])
def test_a_page_plays_on_at_the_address_that_is_given(board: hw.Board, embed: bool) -> None:
    board.play("0203-0303-0304")
    page = board.to_html(embed=embed, play="https://rules.example/a&b/play.html")
    href = page.split('href="https://rules.example/a&amp;b/play.html#', 1)[1].partition('"')[0]
    assert href.startswith("preview=")
    assert hw.open_link(href) == board.position
    for address in ("javascript:alert(1)", " javascript:alert(1)", "data:text/html,x", "play.html", None):
        with pytest.raises(hw.InputError, match="no address of a"):
            board.to_html(embed=embed, play=address)  # refused at run time
    blue = hw.Board(board.session, player="blue")
    with pytest.raises(hw.InputError, match="player's view"):
        blue.to_html(embed=embed, play="https://rules.example/play.html")


@pytest.mark.slow
def test_a_recording_has_a_frame_a_step_and_leads_as_the_session_does(board: hw.Board) -> None:
    board.play("0203-0303-0304")
    board.undo()
    board.play("0203-0303")
    made = recording.run_to_end(recording.recording_of(board.session, None, inside.drawings(board)))
    assert len(made["frames"]) == len(board.session.steps) == 3
    assert [frame["undo"] for frame in made["frames"]] == [None, 0, 0]
    assert [frame["redo"] for frame in made["frames"]] == [2, None, None]
    assert made["at"] == 2
    assert board.session.step.number == 2  # nothing has moved


def test_a_game_that_is_too_long_for_a_page_is_refused(board: hw.Board, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recording, "MOST_FRAMES", 1)
    board.play("0203-0303-0304")
    with pytest.raises(hw.InputError, match="fork the session"):
        board.to_html()


# ---------------------------------------------------------------------- addresses
def test_clauses_link_to_the_site_that_is_set() -> None:
    use_site("https://rules.example/hexwidget/")
    try:
        board = hw.Board(hw.scenario("depletion/first-steps"))
        assert inside.scene(board)["rulebook"] == "https://rules.example/hexwidget/rulebook/depletion.html#"
    finally:
        use_site("")
    assert inside.scene(hw.Board(hw.scenario("depletion/first-steps")))["rulebook"] == ""
    with pytest.raises(hw.InputError):
        use_site("javascript:alert(1)")


def test_a_players_recording_tells_each_step_as_the_player_was_told() -> None:
    session = hw.Session("depletion/first-steps")
    for text in ("0203-0303-0304", "0804-0704", "0306-0406"):
        session.play(text)
    made = recording.run_to_end(recording.recording_of(session, "blue", inside.drawings(hw.Board(session))))
    steps = [step["text"] for step in made["frames"][0]["_timeline"]["steps"]]
    assert steps[:2] == ["start", "red: move the archer and 2 cavalry from 0203 to 0304"]
    assert [text.partition(": ")[2].split()[-3:] for text in steps[2:]] == [
        ["0804", "to", "0704"],
        ["0306", "to", "0406"],
    ]
    ways = [frame["events"][0]["subjects"] for frame in made["frames"][1:]]
    assert [(way[0], way[-1]) for way in ways] == [("0203", "0304"), ("0804", "0704"), ("0306", "0406")]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["plotted/the-ford", "frontiers/three-frontiers", "depletion/the-strait"])
def test_what_a_player_cannot_see_does_not_change_a_letter_of_their_page(name: str) -> None:
    position = hw.scenario(name).position
    pages = set()
    for seed in range(3):
        same = position.system.resample(position, "red", Random(seed))
        pages.add(hw.Board(hw.Session(same, seed=1, rolls="ask"), player="red").to_html())
    assert len(pages) == 1
