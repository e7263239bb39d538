"""What travels in place of whole values: a page that applies the differences has what the kernel has."""

from __future__ import annotations

import json
from itertools import count
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import hexwidget as hw
from hexwidget.widget.connections.encode import difference
from hexwidget.widget.connections.messages import DATED, TRAITS
from tests import inside
from tests.amounts import examples
from tests.widget.page import sample
from tests.widget.test_messages import check

SCENARIOS = (
    "depletion/first-steps",
    "orders/three-marches",
    "plotted/the-ford",
    "rondel/inland-sea",
    "frontiers/combat",
    "toy/first-post",
)
STEPS = 40
COUNT = count(1)
# Slots of drafts hold numbers or truth values, never both: Python's 1 equals True.
LONG = st.text("ab. ", min_size=201, max_size=220)
LEAVES = st.one_of(LONG, st.none(), st.booleans(), st.integers(2, 4), st.text("ab", max_size=2))
VALUES = st.recursive(
    LEAVES,
    lambda inner: st.one_of(st.lists(inner, max_size=6), st.dictionaries(st.sampled_from("abc"), inner, max_size=3)),
    max_leaves=20,
)


def text(value: object) -> str:
    """A value as it travels."""
    return json.dumps(value, sort_keys=True)


def applied(old: Any, change: Any) -> Any:
    """Return the new value, given the old one and the difference. The page does the same (``js/src/kernel/differences.ts``)."""
    match change:
        case {"value": value}:
            return value
        case {"items": items}:
            found: list[Any] = []
            for item in items:
                if isinstance(item, list):
                    found += old[item[0] : item[0] + item[1]]
                else:
                    found.append(applied(found[-1] if found else None, item))
            return found
        case {"text": [head, middle, tail]}:
            return old[:head] + middle + old[len(old) - tail :]
    inner = {key: applied(old[key], each) for key, each in change.get("entries", {}).items()}
    return {**old, **change.get("set", {}), **inner}


@pytest.mark.slow
@examples(40)
@given(VALUES, VALUES)
def test_a_difference_leads_from_the_old_value_to_the_new_one(old: Any, new: Any) -> None:
    assert text(applied(old, json.loads(text(difference(old, new))))) == text(new)


@pytest.mark.slow
@examples(40)
@given(st.lists(VALUES, max_size=12), st.randoms(use_true_random=False))
def test_a_list_in_another_order_travels_as_runs(old: list[Any], rng: Random) -> None:
    new = [*rng.sample(old, len(old) // 2), "new", *old[1:]]
    assert text(applied(old, json.loads(text(difference(old, new))))) == text(new)


def test_of_many_pieces_the_one_that_moves_travels() -> None:
    pieces = [{"space": str(n), "unit": "archer"} for n in range(200)]
    moved = [{**piece, "space": "moved"} if n == 70 else piece for n, piece in enumerate(pieces) if n != 150]
    assert difference(pieces, moved) == {"items": [[0, 70], {"set": {"space": "moved"}}, [71, 79], [151, 49]]}


def test_many_items_that_come_again_are_runs() -> None:
    mine, theirs = ([{"unit": f"{player} {n}", "chosen": False} for n in range(200)] for player in ("red", "blue"))
    for _ in range(2):
        assert difference(["a", *mine], [*theirs, *[dict(each) for each in mine]])["items"][-1] == [1, 200]


class Page:
    """A page without a browser. It has what has travelled, and applies patches as the front end does."""

    def __init__(self, board: hw.Board) -> None:
        self.board = board
        self.now: dict[str, Any] = json.loads(text(board.get_state()))
        self.missed = False
        board.comm.pages = [*getattr(board.comm, "pages", []), self]

    def arrive(self, message: Any) -> None:
        """Take a message of the kernel."""
        if message.get("method") != "update":
            return
        state = json.loads(text(message["state"]))
        self.now |= state
        if "_patch" in state:
            check("BoardState/properties/_patch", text(state["_patch"]))
        for name, change in (state.get("_patch") or {}).items():
            held = self.now[name]
            if held["version"] == change["since"]:
                self.now[name] = {**applied(held, change), "version": change["version"]}
            elif held["version"] < change["version"]:
                self.missed = True

    def greet(self) -> None:
        """Greet the board as a view does that has missed something."""
        message = {"id": str(next(COUNT)), "revision": 0, "intent": "hello", "args": {}}
        inside.receive(self.board, message)
        self.missed = False

    def is_right(self) -> None:
        """Check that the page has the whole state."""
        right = self.board.get_state(TRAITS)
        for name in TRAITS:
            assert text(self.now[name]) == text(right[name]), name


class Wire:
    """The line from a board to its pages. It loses a message now and then."""

    def __init__(self, board: hw.Board, rng: Random) -> None:
        self.board, self.rng = board, rng
        self.pages: list[Page] = []
        self.losing = False
        board.comm.publish_msg = self.publish

    def publish(self, _kind: str, data: Any = None, **_: Any) -> None:
        for page in self.pages:
            if not (self.losing and self.rng.random() < 0.2):
                page.arrive(data)

    def open(self) -> None:
        """Open a page."""
        self.pages.append(Page(self.board))
        self.pages[-1].greet()

    def check(self) -> None:
        """Let pages that have missed something ask for it, and check what all have."""
        if self.losing:
            self.losing = False
            inside.showing(self.board).behind = True  # as after a failure: the board shows its step again
            inside.showing(self.board).follow()
        for page in self.pages:
            if page.missed:
                page.greet()
            page.is_right()


def act(session: hw.Session, boards: list[hw.Board], rng: Random) -> None:
    """Do something with a game, as players, a referee or cells do."""
    position, board = session.position, rng.choice(boards)
    match rng.choice(["play"] * 4 + ["undo", "redo", "goto", "edit", "choose", "draw", "ahead", "view"]):
        case "play" if position.chance is not None:
            session.roll()
        case "play" if position.to_act:
            session.play(position.legal_actions(rng.choice(sorted(position.to_act))).sample(rng))
        case "undo" if session.can_undo:
            session.undo()
        case "redo" if session.can_redo:
            session.redo()
        case "goto":
            session.goto(rng.randrange(len(session.steps)))
        case "edit":
            session.edit(session.steps[rng.randrange(len(session.steps))].position)
        case "choose":
            drafts = [o["leadsTo"] for o in inside.choices(board)["root"]["options"] if not o["findings"]]
            inside.activity(board).choose(hw.Draft(rng.choice(drafts) if drafts else {}))
        case "draw":
            board.show([rng.choice(list(board.observation.seen.map.names()))], "mine")
        case "ahead":
            inside.showing(board).ahead.go_on(0.0)
        case "view" if board.player is None or not inside.audience(board).bound:
            board.player = rng.choice([None, *position.players])


@pytest.mark.slow
@pytest.mark.parametrize("name", SCENARIOS)
@pytest.mark.parametrize("losing", [False, True])
def test_pages_that_apply_differences_have_the_whole_state(name: str, losing: bool) -> None:
    rng = Random(f"{name} {losing}")
    position = hw.scenario(name).position
    session = hw.Session(position, seed=1, rolls="ask")
    boards = [hw.Board(session), hw.Board(session, player=position.players[0])]
    wires = [Wire(board, rng) for board in boards]
    patches = 0
    for n in range(STEPS):
        if n % 15 == 0:
            for wire in wires:
                wire.open()
        for wire in wires:
            wire.losing = losing
        act(session, boards, rng)
        patches += sum(board.get_state("_patch")["_patch"] is not None for board in boards)
        if not losing or n % 5 == 4:
            for wire in wires:
                wire.check()
    assert patches > STEPS
    for board in boards:
        board.close()


def sizes(session: hw.Session, moves: list[str]) -> list[int]:
    """The bytes that a board sends for each move."""
    board = hw.Board(session)
    found = [0]
    inside.receive(board, {"id": "hello", "revision": 1, "intent": "hello", "args": {}})

    def publish(_kind: str, data: Any = None, **_: Any) -> None:
        found[-1] += len(text(data))

    board.comm.publish_msg = publish
    for move in moves:
        found.append(0)
        board.play(move)
    board.close()
    return found


@pytest.mark.slow
def test_the_last_step_of_a_long_game_sends_no_more_than_the_first() -> None:
    session = hw.Session(hw.system("depletion").position(
        map=". . .", players=["red", "blue"], rounds=999, armies={"red": {"0101": "1 archer"}, "blue": {"0301": "1 archer"}},
        ))  # fmt: skip
    found = sizes(session, ["pass"] * 500)
    assert max(found[-20:]) <= 1.2 * max(found[:20])


def test_the_state_that_a_notebook_saves_is_whole() -> None:
    board = hw.Board(sample())
    board.play("0102-0101")
    state = board.get_state()
    for name in DATED:
        assert state[name] == getattr(board, name)
    assert board.get_manager_state(widgets=[board])["state"][board.model_id]["state"]["_choices"]["branches"]
