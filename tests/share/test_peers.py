"""Other people's tools on what this package makes: OpenSpiel's trees of two games, and nbval on a notebook with a board. PettingZoo's own tests
run in tests/environments, jupytext in `test_travelling`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import nbformat
import pyspiel
import pytest
from nbclient import NotebookClient
from nbformat.v4 import new_code_cell, new_notebook
from open_spiel.python.games import kuhn_poker, tic_tac_toe  # noqa: F401  (they register themselves)

from bench.openspiel import same_trees

CHECKED = "# NBVAL_CHECK_OUTPUT\nprint(board.session.position.check('0203-0901'))"


@pytest.mark.parametrize(("name", "nodes"), [("kuhn_poker", 58), ("tic_tac_toe", 549_946)])
def test_a_game_has_the_tree_of_openspiel(name: str, nodes: int) -> None:
    found, _, _ = same_trees(name, pyspiel.load_game(f"python_{name}"))
    assert found == nodes


@pytest.mark.parametrize("changed", [False, True])
def test_nbval_runs_a_notebook_with_a_board_again(tmp_path: Path, changed: bool) -> None:
    cells = ["import hexwidget as hw\nboard = hw.Board('depletion/first-steps')\nboard", CHECKED]
    notebook = new_notebook(cells=[new_code_cell(cell) for cell in cells])
    NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    if changed:
        notebook.cells[1].outputs[0].text += "Another line.\n"
    nbformat.write(notebook, tmp_path / "board.ipynb")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--nbval-lax", "board.ipynb"]
    found = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (found.returncode != 0) is changed, found.stdout
    assert ("1 failed, 1 passed" if changed else "2 passed") in found.stdout
