"""Other people's tools for learning programs and for marking: TorchRL's check, training by MaskablePPO, and Otter."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("torchrl", reason="`make test-hosts` installs PyTorch in an environment of its own")

import gymnasium
import nbformat
from nbclient import NotebookClient
from nbformat.v4 import new_code_cell, new_notebook
from sb3_contrib import MaskablePPO
from torchrl.envs.libs.pettingzoo import PettingZooWrapper
from torchrl.envs.utils import check_env_specs

import hexwidget as hw

NAMES = ("orders/two-on-one", "depletion/first-steps", "frontiers/combat", "rondel/first-maneuver", "plotted/head-on")
QUESTION = """OK_FORMAT = True
case = {{"code": ">>> print(answer)\\n{expected}", "hidden": False, "locked": False}}
test = {{"name": "q1", "points": 1, "suites": [{{"cases": [case], "scored": True, "setup": "", "teardown": "", "type": "doctest"}}]}}
"""


@pytest.mark.filterwarnings("ignore:PettingZoo in TorchRL")
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("kind", ["aec", "parallel"])
def test_torchrl_finds_that_specifications_and_values_agree(name: str, kind: str) -> None:
    made = getattr(hw.environments, kind)(name, max_steps=40)
    check_env_specs(PettingZooWrapper(made, use_mask=kind == "aec", categorical_actions=True))


class OneLearner(gymnasium.Env[Any, Any]):
    """A game as an environment of one player; the others choose at random."""

    def __init__(self, name: str, player: str) -> None:
        self.game, self.player = hw.environments.aec(name, max_steps=200), player
        self.observation_space = self.game.observation_space(player)["observation"]
        self.action_space = self.game.action_space(player)
        self.rng = np.random.default_rng(1)

    def action_masks(self) -> Any:
        return self.game.observe(self.player)["action_mask"].astype(bool)

    def reset(self, *, seed: int | None = None, options: Any = None) -> tuple[Any, dict[str, Any]]:
        self.game.reset(seed=seed or int(self.rng.integers(1 << 30)))
        return self.seen(), {}

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        self.game.step(int(action))
        seen = self.seen()
        over, cut = (each.get(self.player, True) for each in (self.game.terminations, self.game.truncations))
        return seen, float(self.game.rewards.get(self.player, 0)), over, cut, {}

    def seen(self) -> Any:
        """Let the others act, and return what the player sees then."""
        while self.game.agents and (agent := self.game.agent_selection) != self.player:
            over = self.game.terminations[agent] or self.game.truncations[agent]
            free = np.flatnonzero(self.game.observe(agent)["action_mask"])
            self.game.step(None if over else int(self.rng.choice(free)))
        return self.game.observe(self.player)["observation"]


def test_maskable_ppo_trains_and_then_plays_legal_actions() -> None:
    learner = OneLearner("orders/two-on-one", "red")
    model = MaskablePPO("MlpPolicy", learner, n_steps=256, batch_size=64, seed=1, device="cpu").learn(512)
    assert model.num_timesteps == 512
    seen, _ = learner.reset(seed=7)
    for _ in range(20):
        action, _ = model.predict(seen, action_masks=learner.action_masks())
        assert learner.action_masks()[int(action)]
        seen, _, over, cut, _ = learner.step(action)
        if over or cut:
            seen, _ = learner.reset(seed=8)


@pytest.mark.parametrize("expected", [False, True])
def test_otter_marks_a_notebook_with_a_board(tmp_path: Path, expected: bool) -> None:
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "q1.py").write_text(QUESTION.format(expected=expected), encoding="utf-8")
    cells = (
        "import otter\ngrader = otter.Notebook(tests_dir='tests')",
        "import hexwidget as hw\nboard = hw.Board('depletion/first-steps')\nboard",
        "answer = bool(board.session.position.check('0203-0901'))",
        "grader.check('q1')",
    )
    notebook = new_notebook(cells=[new_code_cell(cell) for cell in cells])
    resources = {"metadata": {"path": str(tmp_path)}}
    NotebookClient(notebook, timeout=120, kernel_name="python3", resources=resources).execute()
    shown = notebook.cells[-1].outputs[0].data["text/plain"]
    assert ("All test cases passed!" in shown) is not expected
    nbformat.write(notebook, tmp_path / "board.ipynb")
    command = [sys.executable, "-m", "otter", "check", "board.ipynb", "-t", "tests"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert ("All tests passed!" in done.stdout) is not expected, done.stdout + done.stderr
