"""The conversation of a board with a view: intents, replies and errors."""

from __future__ import annotations

import json
from base64 import b64decode
from gzip import decompress
from itertools import islice
from typing import Any

import pytest

import hexwidget as hw
from hexwidget.widget.connections.intents import read_message
from tests import inside
from tests.widget.page import Page, sample


@pytest.fixture
def page() -> Page:
    return Page(hw.Board(sample()))


def test_a_click_by_click_maneuver(page: Page) -> None:
    board = page.board
    assert page.ask("choose", draft={"army": "0102"})["ok"]
    assert board.selected == "0102"
    assert page.ask("choose", draft={"army": "0102", "to": "0302"})["ok"]
    assert inside.current(board)["action"] == "0102-0202-0302"
    assert page.ask("confirm", draft={"army": "0102", "to": "0302"})["ok"]
    assert str(board.last_action) == "0102-0202-0302"
    assert board.selected is None
    assert inside.choices(board)["root"]["prompt"].startswith("Red: choose an enemy to attack from 0302")
    assert page.ask("confirm", draft={"attack": "no"})["ok"]
    assert page.ask("undo")["ok"]
    assert page.ask("redo")["ok"]
    assert page.ask("goto", step=0)["ok"]
    assert board.position == sample()


def test_why_is_answered_with_all_findings(page: Page) -> None:
    reply = page.ask("explain", draft={"army": "0102"}, space="0502")
    assert reply["ok"]
    (finding,) = reply["verdict"]["findings"]
    assert (finding["clause"], finding["title"]) == ("D1.1", "A maneuver moves one army")
    assert finding["rule"] == page.board.position.system.rulebook["D1.1"].text
    depleted = page.ask("explain", draft={}, space="0104")["verdict"]["findings"]
    assert [f["clause"] for f in depleted] == ["D1.7"]


def test_an_action_is_told_as_the_draft_that_shows_it(page: Page) -> None:
    reply = page.ask("compose", action="0102-0202-0302")
    assert reply["ok"]
    assert page.ask("choose", draft=reply["draft"])["ok"]
    assert inside.current(page.board)["action"] == "0102-0202-0302"
    assert "draft" not in page.ask("compose", action="0102-0602")
    assert not page.ask("compose", action="nonsense")["ok"]


@pytest.mark.parametrize("name", [n for n in hw.scenarios() if hw.scenario(n).position.chance is None])
def test_legal_actions_have_drafts_that_show_them(name: str) -> None:
    board = hw.Board(hw.scenario(name))
    for action in islice(board.position.legal_actions(), 12):
        reply = Page(board).ask("compose", action=f"{action.player}: {action}")
        shown = board.position.choices(hw.Draft(reply["draft"]), action.player)
        assert shown.action == action


def test_what_the_rules_bar_is_refused_with_the_verdict_and_changes_nothing(page: Page) -> None:
    reply = page.ask("confirm", draft={"army": "0102", "to": "0602"})
    assert not reply["ok"]
    assert reply["verdict"]["findings"][0]["clause"] == "D1.1"
    assert not page.ask("confirm", draft={})["ok"]
    assert not page.ask("undo")["ok"]
    assert not page.ask("goto", step=99)["ok"]
    assert inside.status(page.board)["revision"] == 1


def test_a_message_sent_twice_is_carried_out_once(page: Page) -> None:
    message = {"id": "x", "revision": 1, "intent": "confirm", "args": {"draft": {"army": "0102", "to": "0202"}}}
    first = page.raw(message)
    assert first["ok"]
    assert page.raw(message) == first
    assert len(page.board.session.steps) == 2


def test_a_stale_message_is_answered_with_the_present_state(page: Page) -> None:
    page.board.play("0102-0202")
    reply = page.ask("confirm", revision=1, draft={"army": "0102", "to": "0202"})
    assert (reply["ok"], reply["stale"], reply["revision"]) == (False, True, 2)
    assert page.states_sent == 1
    assert len(page.board.session.steps) == 2


def test_hello_of_a_returning_view_is_answered_with_the_state(page: Page) -> None:
    assert page.ask("hello")["ok"]
    assert page.states_sent == 0
    assert page.ask("hello", revision=0)["ok"]
    assert page.states_sent == 1


@pytest.mark.parametrize(
    "content",
    [
        None,
        7,
        "confirm",
        [],
        {},
        {"id": "a"},
        {"id": "a", "revision": 1, "intent": "launch"},
        {"id": "a", "revision": 1, "intent": ["confirm"]},
        {"id": "a", "revision": -1, "intent": "undo"},
        {"id": "a", "revision": True, "intent": "undo"},
        {"id": "", "revision": 1, "intent": "undo"},
        {"id": "a" * 300, "revision": 1, "intent": "undo"},
        {"id": "a", "revision": 1, "intent": "undo", "args": []},
        {"id": "a", "revision": 1, "intent": "undo", "args": {"x": 1}},
        {"id": "a", "revision": 1, "intent": "undo", "more": 1},
        {"id": "a", "revision": 1, "intent": "choose"},
        {"id": "a", "revision": 1, "intent": "choose", "args": {"draft": {"army": "9999"}}},
        {"id": "a", "revision": 1, "intent": "choose", "args": {"draft": {"army": 7}}},
        {"id": "a", "revision": 1, "intent": "choose", "args": {"draft": {"foe": "0102"}}},
        {"id": "a", "revision": 1, "intent": "choose", "args": {"draft": {"to": "0102"}}},
        {"id": "a", "revision": 1, "intent": "choose", "args": {"draft": {f"s{n}": "x" for n in range(99)}}},
        {"id": "a", "revision": 1, "intent": "confirm", "args": {"draft": None}},
        {"id": "a", "revision": 1, "intent": "goto", "args": {"step": "0"}},
        {"id": "a", "revision": 1, "intent": "explain", "args": {"draft": {}, "space": None}},
        {"id": "a", "revision": 1, "intent": "explain", "args": {"draft": {}, "space": "x" * 10_000}},
    ],
)
def test_nonsense_is_refused_in_words_and_changes_nothing(page: Page, content: Any) -> None:
    reply = page.raw(content)
    if isinstance(content, dict) and content.get("intent") == "choose" and content.get("args") is None:
        assert reply["ok"]  # an empty draft: nothing is chosen
        return
    assert not reply["ok"]
    assert reply["error"]
    assert "Traceback" not in reply["error"]
    assert (inside.status(page.board)["revision"], len(page.board.session.steps)) == (1, 1)


def test_a_failure_inside_is_answered_without_its_traceback(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> None:
        raise RuntimeError("secret detail")

    monkeypatch.setattr(page.board.session, "undo", broken)
    reply = page.ask("undo")
    assert not reply["ok"]
    assert "secret" not in reply["error"]


def test_an_interrupt_inside_is_answered_too(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(page.board.session, "undo", interrupted)
    assert "interrupted" in page.ask("undo")["error"]


def test_a_function_that_fails_does_not_hide_that_the_step_was_played(page: Page) -> None:
    def broken(_: object) -> None:
        raise RuntimeError("secret detail")

    page.board.session.watch(lambda: broken(None))
    reply = page.ask("confirm", draft={"army": "0102", "to": "0202"})
    assert reply["ok"]
    assert "It was done, but" in reply["error"]
    assert len(page.board.session.steps) == 2
    assert inside.status(page.board)["revision"] == reply["revision"] == 2


@pytest.mark.slow
def test_tracebacks_do_not_travel_from_a_real_kernel() -> None:
    from jupyter_client.manager import start_new_kernel

    manager, client = start_new_kernel()
    heard: list[str] = []
    try:
        code = """
import hexwidget as hw
board = hw.Board(hw.scenario("depletion/first-steps"))
def broken(): raise RuntimeError("secret " + "detail")
board.session.undo = broken
board._handle_custom_msg({"id": "a", "revision": 1, "intent": "undo", "args": {}}, [])
print("done")
"""
        client.execute_interactive(code, timeout=60, output_hook=lambda m: heard.append(str(m["content"])))
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)
    assert "done" in "".join(heard)
    assert "secret detail" not in "".join(heard)
    assert "Traceback" not in "".join(heard)


def test_state_from_a_view_is_refused(page: Page) -> None:
    before = inside.status(page.board)
    inside.handle_message(
        page.board, {"content": {"data": {"method": "update", "state": {"_status": {"text": "won"}}}}, "buffers": []}
    )
    assert inside.status(page.board) == before
    assert page.states_sent == 1


def test_the_code_of_the_front_end_travels_in_the_reply_alone() -> None:
    page = Page(hw.Board(sample(), player="red"))
    before = page.board.get_state()
    reply = page.raw({"id": "code", "revision": 0, "intent": "load", "args": {}})
    code = json.loads(decompress(b64decode(reply["text"])))
    assert code.keys() == {"board", "recorded", "style"}
    assert page.board.get_state() == before
    assert not inside.conversation(page.board).replies


def test_hovering_reaches_python_only_if_asked_for() -> None:
    silent, tracking = Page(hw.Board(sample())), Page(hw.Board(sample(), track_hover=True))
    for page in (silent, tracking):
        assert page.ask("hover", space="0202")["ok"]
    assert (silent.board.hovered, tracking.board.hovered) == (None, "0202")
    assert tracking.ask("hover", space=None)["ok"]
    assert tracking.board.hovered is None
    assert not tracking.ask("hover", space="9999")["ok"]


def test_observers_of_hovered_may_choose() -> None:
    page = Page(hw.Board(sample(), track_hover=True))

    def choose(change: dict[str, Any]) -> None:
        page.board.selected = change["new"]

    page.board.observe(choose, "hovered")
    assert page.ask("hover", space="0102")["ok"]
    assert inside.current(page.board)["draft"] == {"army": "0102"}


@pytest.mark.parametrize(
    ("intent", "args", "words"),
    [
        ("goto", {"step": -1}, "args/step: expected the number of a step, not -1"),
        ("goto", {"stpe": 1}, "args: unknown argument 'stpe'; did you mean 'step'?"),
        ("set_rolls", {}, "args/by_hand: expected true or false, not None"),
        (
            "explain",
            {"draft": {"army": 1.5}, "space": 7},
            "args/draft/army: expected a text, a whole number, true or false, not 1.5",
        ),
        ("explain", {"draft": {}, "space": 7}, "args/space: expected the name of a space, not 7"),
        ("view", {"player": 7}, "args/player: expected nothing or the name of a player, not 7"),
        ("play", {"action": "x" * 4001}, "args/action: expected the text of an action"),
        ("picture", {"theme": "drak"}, "args/theme: unknown theme 'drak'; did you mean 'dark'?"),
        ("paint", {"brush": "forest", "spaces": [], "player": None}, "args/spaces: expected 1 to 1000 names of spaces"),
        ("change", {"setting": "rounds", "value": 1.5}, "args/value: expected a text or a whole number, not 1.5"),
        ("export", {"form": 7}, "args/form: unknown form 7"),
    ],
)
def test_an_error_in_a_message_names_its_place(intent: str, args: dict[str, Any], words: str) -> None:
    with pytest.raises(hw.InputError) as refused:
        read_message({"id": "1", "revision": 0, "intent": intent, "args": args})
    assert words in str(refused.value)


@pytest.mark.parametrize(
    "message",
    [
        {"id": "\ud800", "revision": 1, "intent": "hello", "args": {}},
        {"id": "x", "revision": 1, "intent": "choose", "args": {"draft": {"\ud800": 1.5}}},
        {"id": "x", "revision": 1, "intent": "choose", "args": {"draft": {"\ud800": 1}}},
        {"id": "x", "revision": 1, "intent": "explain", "args": {"draft": {}, "space": "\udfff"}},
        {"id": "x", "revision": 1, "intent": "\ud800", "args": {}},
        {"id": "x", "revision": 1, "intent": "hello", "args": {"\ud800": 1}},
    ],
)
def test_half_letters_are_refused_with_an_answer_that_can_be_sent(page: Page, message: Any) -> None:
    reply = page.raw(message)
    assert not reply["ok"]
    json.dumps(reply, ensure_ascii=False).encode("utf-8")


@pytest.mark.slow
def test_what_a_page_sends_again_after_a_busy_minute_is_not_done_again(page: Page) -> None:
    first = page.ask("choose", draft={"army": "0102"})
    page.ask("choose", draft={"army": "0102", "to": "0302"})
    for _ in range(500):  # the pointer passes over spaces
        page.ask("explain", draft={"army": "0102"}, space="0502")
    assert inside.current(page.board)["draft"] == {"army": "0102", "to": "0302"}
    assert (
        page.raw(
            {"id": first["id"], "revision": first["revision"], "intent": "choose", "args": {"draft": {"army": "0102"}}}
        )
        == first
    )
    assert inside.current(page.board)["draft"] == {"army": "0102", "to": "0302"}
