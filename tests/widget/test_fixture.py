"""The messages of the kernel as files that the front end's tests read: both sides are held to the same messages.

``python -m tests.widget.test_fixture`` writes it anew after an intended change.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import hexwidget as hw
from hexwidget.widget.connections.messages import TRAITS
from tests import inside

FOLDER = Path(__file__).parents[2] / "js" / "test" / "fixtures"


def choose(board: hw.Board, draft: hw.Draft) -> None:
    """Choose as a view does."""
    message = {
        "id": "1",
        "revision": inside.status(board)["revision"],
        "intent": "choose",
        "args": {"draft": dict(draft)},
    }
    inside.receive(board, message)


def first_steps() -> dict[str, Any]:
    """All state of a board on the first scenario, and the numbering of its map."""
    board = hw.Board(hw.scenario("depletion/first-steps"))
    position = board.position
    reach = position.reach("0203")
    facts = {
        "indices": {name: position.map.index(name) for name in position.map.names()},
        "neighbours": {
            n: [position.map.name(i) for i in position.map.neighbours(position.map.index(n))]
            for n in position.map.names()
        },
        "costs": dict(sorted(reach.costs().items(), key=lambda each: (each[1], position.map.index(each[0])))),
        "paths": {name: list(reach.path(name)) for name in reach},
        "rim": reach.rim,
    }
    return {"state": state(board), "facts": facts}


def gathering() -> dict[str, Any]:
    """A draft with a way-point, units that are picked up there, and the way to it."""
    board = hw.Board(hw.scenario("depletion/gathering-cavalry"))
    choose(board, hw.Draft({"army": "0202", "via": "0302", "pick/1/cavalry": 1, "to": "0402"}))
    return {"state": state(board)}


def first_post() -> dict[str, Any]:
    """A map of provinces, seen by one player, with one of their couriers chosen."""
    board = hw.Board(hw.Session("toy/first-post", seed=1), player="red")
    board.select("ford")
    return {"state": state(board)}


def dice() -> dict[str, Any]:
    """A referee's board where a card is to be drawn."""
    session = hw.Session("toy/first-post", seed=1, rolls="ask")
    session.play("red: seal mill")
    session.play("blue: seal quay")
    return {"state": state(hw.Board(session))}


def ford() -> dict[str, Any]:
    """A player's board while orders are written: one route in the making, one complete, and layers by player."""
    board = hw.Board(hw.Session("plotted/the-ford", seed=1), player="red")
    choose(board, hw.Draft({"unit": "0601", "order/0402": "march", "route/0402": "0403", "to": "0502"}))
    return {"state": state(board)}


def duel() -> dict[str, Any]:
    """A unit chosen whose attack can be joined by another."""
    board = hw.Board(hw.scenario("orders/two-on-one"))
    choose(board, hw.Draft(unit="0303", target="blue 0302"))
    return {"state": state(board)}


def wheel() -> dict[str, Any]:
    """A map of provinces with a wheel beside it, on which a marker is to be moved."""
    return {"state": state(hw.Board(hw.scenario("rondel/inland-sea")))}


def mat() -> dict[str, Any]:
    """A player's mat: cards in the hand, and some that are hidden."""
    board = hw.Board(hw.Session("frontiers/three-frontiers", seed=1), player="red")
    return {"state": state(board)}


FIXTURES = {
    "first-steps": first_steps,
    "gathering": gathering,
    "first-post": first_post,
    "dice": dice,
    "ford": ford,
    "duel": duel,
    "wheel": wheel,
    "mat": mat,
}


def state(board: hw.Board) -> dict[str, Any]:
    inside.showing(board).ahead.finish()
    return {name: whole(getattr(board, name)) for name in TRAITS}


def whole(value: dict[str, Any] | None) -> dict[str, Any] | None:
    """A trait without the number of its version, which counts what has travelled."""
    return value and {key: entry for key, entry in value.items() if key != "version"}


def written(name: str) -> str:
    """A fixture as text."""
    return json.dumps(FIXTURES[name](), ensure_ascii=False, indent=1) + "\n"


@pytest.mark.parametrize("name", FIXTURES)
def test_the_front_end_is_tested_with_the_messages_of_the_kernel(name: str) -> None:
    assert (FOLDER / f"{name}.json").read_text(encoding="utf-8") == written(name)


if __name__ == "__main__":
    import conftest  # noqa: F401  (registers the toy)

    for each in FIXTURES:
        (FOLDER / f"{each}.json").write_text(written(each), encoding="utf-8")
