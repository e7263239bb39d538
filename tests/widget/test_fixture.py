"""What the kernel sends, kept as a file that the front end's tests read: both sides are held to the same messages.

``python -m tests.widget.test_fixture`` writes it anew after an intended change.
"""

from __future__ import annotations

import base64
import json
from pathlib import Path

import hexwidget as hw

FIXTURE = Path(__file__).parents[2] / "js" / "test" / "fixtures" / "first-steps.json"
TRAITS = ("_scene", "_state", "_choices", "_current", "_timeline", "_status")


def sent() -> str:
    """All state of a board on the first scenario, and what the map's numbering is, as text; bytes in base 64."""
    board = hw.Board(hw.scenario("depletion/first-steps"))
    position = board.position
    reach = position.reach("0203")
    facts = {
        "indices": {name: position.map.index(name) for name in position.map.names()},
        "neighbours": {
            n: [position.map.name(i) for i in position.map.neighbours(position.map.index(n))]
            for n in position.map.names()
        },
        "costs": reach.costs(),
        "paths": {name: list(reach.path(name)) for name in reach},
        "rim": reach.rim,
    }
    state = {name: getattr(board, name) for name in TRAITS}
    return json.dumps(
        {"state": state, "facts": facts},
        default=lambda data: {"bytes": base64.b64encode(data).decode()},
        ensure_ascii=False,
        indent=1,
    )


def test_the_front_end_is_tested_with_what_is_sent_today() -> None:
    assert FIXTURE.read_text(encoding="utf-8") == sent() + "\n"


if __name__ == "__main__":
    FIXTURE.write_text(sent() + "\n", encoding="utf-8")
