"""``hexwidget mcp`` and the official TypeScript client, which calls every tool; ajv checks each answer against its schema."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("mcp", reason="hexwidget[mcp] is not installed")

import hexwidget as hw
from hexwidget.assistants.tools import TOOLS, Desk
from tests.secrets.questions import asked
from tests.share.managers import PACKAGES

SCRIPT = Path(__file__).with_name("mcp_client.mjs")
PATIENCE = 300
Call = tuple[str, dict[str, Any]]


def calls() -> list[Call]:
    """Calls of every tool: in a game of each system, at a player's seat and as everybody, and some that are refused."""
    found: list[Call] = [("scenarios", {})]
    firsts = {name.partition("/")[0]: name for name in hw.scenarios()}
    for name in (*firsts.values(), "depletion/first-steps"):
        player = hw.scenario(name).position.players[0]
        found.append(("position", {"source": name, "player": player, "opponents": "random", "seed": 1}))
        desk = Desk()
        desk.position(name, player=player, opponents="random", seed=1)
        listed = desk.legal_actions(most=2)["actions"]
        spaces = list(desk.seat.seen.map.names())
        space = next((each for each in spaces if "ends" in asked(partial(desk.reach, each))), spaces[0])
        found += [("legal_actions", {"most": 5}), ("reach", {"space": space}), ("reach", {"space": space, "to": space})]
        found += [(tool, {"action": each}) for each in (*listed, "nonsense") for tool in ("check", "odds")]
        found += [("play", {"action": each}) for each in listed] + [("position", {})]
        found.append(("clause", {"id": next(iter(desk.seat.system.rulebook))}))
    found.append(("review", {}))
    found += [("position", {"source": "orders/two-on-one", "seat": "red"}), ("position", {"plyer": "red"})]
    return [*found, ("legal_actions", {"limit": 2}), ("check", {"action": 7})]


def test_the_typescript_client_calls_every_tool(tmp_path: Path) -> None:
    made, file = calls(), tmp_path / "calls.json"
    file.write_text(json.dumps(made), encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(os.path.abspath, sys.path))}
    command = ["node", SCRIPT, PACKAGES, sys.executable, file]
    done = subprocess.run(
        command, capture_output=True, text=True, env=environment, cwd=tmp_path, timeout=PATIENCE, check=False
    )
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout)
    assert said["tools"] == list(TOOLS)
    assert set(said["capabilities"]) == {"tools"}
    answers = said["answers"]
    assert [each["wrong"] for each in answers] == [""] * len(made)
    assert {each["name"] for each in answers if not each["refused"]} == set(TOOLS)
    assert [each["name"] for each in answers if not each["fits"]] == ["position", "legal_actions", "check"]
    assert all(each["refused"] for each in answers if not each["fits"])
    assert "did you mean 'most'" in answers[-2]["text"]
    assert next(each["parts"] for each in answers if each["name"] == "review")[-1] == 1
