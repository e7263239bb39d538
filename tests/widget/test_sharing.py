"""Pictures, pages and links: the forms in which a game leaves the notebook."""

from __future__ import annotations

import base64
from pathlib import Path

import pytest

import hexwidget as hw
from hexwidget.scene.glyphs import outlined
from hexwidget.widget import recording
from hexwidget.widget.addresses import use_site

ALL = hw.scenarios()


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


def test_a_very_large_board_has_no_picture_beside_it() -> None:
    rows = "\n".join(("  " if k % 2 else "") + ". " * 60 for k in range(60))
    large = hw.Board(hw.system("depletion").position(map=rows, players=["red"], armies={"red": {"0101": "1 archer"}}))
    bundle = large._repr_mimebundle_()
    assert bundle is not None
    data = bundle[0] if isinstance(bundle, tuple) else bundle
    assert "image/png" not in data


def test_a_snapshot_stays_when_the_board_goes_on(board: hw.Board) -> None:
    before = board.snapshot()
    board.play("0203-0303-0304")
    after = board.snapshot()
    assert before.svg != after.svg
    assert board.undo() is not None
    assert board.snapshot() == before
    assert board.to_png().startswith(b"\x89PNG")
    with pytest.raises(hw.InputError, match="did you mean 'dark'"):
        board.snapshot("dork")


@pytest.mark.parametrize("name", ALL)
def test_pictures_do_not_depend_on_fonts(name: str) -> None:
    assert "<text" not in outlined(hw.scenario(name).position.to_svg())


def test_a_text_whose_letters_have_no_outline_stays_a_text() -> None:
    text = '<text x="1" y="2" font-size="9">城 1</text>'
    assert outlined(text) == text


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


@pytest.mark.parametrize("torn", ["", "hw1.", "hw1.äö", "hw1.AAAA", "https://rules.example/#nothing", None, 5])
def test_what_is_no_link_is_refused(torn: object) -> None:
    with pytest.raises(hw.InputError, match="this link cannot be opened"):
        hw.open_link(torn)  # type: ignore[arg-type]  # refused at run time


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
def test_a_page_asks_no_host_and_is_the_same_each_time(board: hw.Board) -> None:
    page = board.to_html()
    assert page == board.to_html()
    assert "default-src 'none'" in page
    addresses = {word for word in page.replace('"', " ").split() if word.startswith(("http:", "https:"))}
    assert addresses <= {"http://www.w3.org/2000/svg"}


def test_a_page_that_cannot_be_written_leaves_nothing(board: hw.Board, tmp_path: Path) -> None:
    with pytest.raises(hw.InputError, match="make it first"):
        board.to_html(tmp_path / "nowhere" / "game.html")
    with pytest.raises(hw.InputError, match="cannot be written"):
        board.to_html(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_titles_and_words_of_a_page_are_text(board: hw.Board) -> None:
    page = board.to_html(title="<script>alert(1)</script>", prose="<img src=x>")
    assert "<script>alert" not in page
    assert "<img src=x>" not in page


def test_a_recording_has_a_frame_a_step_and_leads_as_the_session_does(board: hw.Board) -> None:
    board.play("0203-0303-0304")
    board.undo()
    board.play("0203-0303")
    made = recording.record(board.session, None, board._drawings)
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
def test_clauses_link_to_the_site_that_is_said() -> None:
    use_site("https://rules.example/hexwidget/")
    try:
        board = hw.Board(hw.scenario("depletion/first-steps"))
        assert board._scene["rulebook"] == "https://rules.example/hexwidget/rulebook/depletion.html#"
    finally:
        use_site("")
    assert hw.Board(hw.scenario("depletion/first-steps"))._scene["rulebook"] == ""
    with pytest.raises(hw.InputError):
        use_site("javascript:alert(1)")


def test_a_players_recording_tells_each_step_as_the_player_was_told() -> None:
    session = hw.Session(hw.scenario("depletion/first-steps").position)
    for text in ("0203-0303-0304", "0804-0704", "0306-0406"):
        session.play(text)
    made = recording.record(session, "blue", hw.Board(session)._drawings)
    steps = [step["text"] for step in made["frames"][0]["_timeline"]["steps"]]
    assert steps == ["start", "red: 0203-0303-0304", "blue: 0804-0704", "red: 0306-0406"]
    ways = [frame["events"][0]["subjects"] for frame in made["frames"][1:]]
    assert [(way[0], way[-1]) for way in ways] == [("0203", "0304"), ("0804", "0704"), ("0306", "0406")]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["plotted/the-ford", "frontiers/three-frontiers", "depletion/the-strait"])
def test_what_a_player_cannot_see_does_not_change_a_letter_of_their_page(name: str) -> None:
    from random import Random

    position = hw.scenario(name).position
    pages = set()
    for seed in range(3):
        same = position.system.resample(position, "red", Random(seed))
        pages.add(hw.Board(hw.Session(same, seed=1, rolls="ask"), player="red").to_html())
    assert len(pages) == 1
