"""The notebooks run after somebody has played on their boards. Stored outputs have pictures and no widget state.

Each notebook also runs as it is, from top to bottom, and the outputs are those that are stored: some in JupyterLab
(`tests.browser.test_systems`), the others here.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nbformat
import pytest
from jupyter_client.provisioning import local_provisioner
from nbclient import NotebookClient
from nbformat.v4 import new_code_cell, new_notebook

from tests.amounts import IN_A_PAGE, every
from tests.forking import FORKED, launch_kernel, offer
from tools.run_notebooks import FIGURE, LIVE, stored

ROOT = Path(__file__).parents[2]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
SYSTEMS = {"01": "plotted", "02": "orders", "03": "rondel", "04": "frontiers", "05": "depletion"}


def texts(notebook: Any) -> list[list[str]]:
    """The words of each cell's output, without the cells whose output varies from machine to machine."""
    found = []
    for cell in notebook.cells:
        if cell.cell_type != "code" or "varies" in cell.metadata.get("tags", []):
            continue
        said = [o.get("text") or o.get("data", {}).get("text/plain", "") for o in cell.outputs]
        # Printed text may come in one piece or in several, and differ in its line ends.
        found.append("".join(text for text in said if "FigureWidget" not in text and "VBox" not in text).split())
    return found


def check_outputs(path: Path, after: Any) -> None:
    """Check that the outputs stored in a notebook are those of a run."""
    before, after = nbformat.read(path, as_version=4), stored(after)
    assert texts(after) == texts(before), "run tools/run_notebooks.py, and look at what has changed"
    for old, new in zip(before.cells, after.cells, strict=True):
        kinds = [sorted(o["data"]) for o in old.get("outputs", []) if "data" in o]
        assert kinds == [sorted(o["data"]) for o in new.get("outputs", []) if "data" in o]


@pytest.fixture(scope="module")
def _forks(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    folder = tmp_path_factory.mktemp("kernels")
    offer(folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("JUPYTER_PATH", str(folder))
        patch.setattr(local_provisioner, "launch_kernel", launch_kernel)
        yield


def run(notebook: Any, kernel: str = FORKED) -> None:
    """Run the cells of a notebook in a kernel of its own, and keep their outputs. A cell that fails is an error."""
    folder = {"metadata": {"path": str(ROOT / "notebooks")}}
    NotebookClient(notebook, timeout=300, kernel_name=kernel, resources=folder).execute()


@pytest.mark.slow
@pytest.mark.usefixtures("_forks")
@pytest.mark.parametrize("path", [p for p in NOTEBOOKS if p.name not in IN_A_PAGE], ids=lambda p: p.stem)
def test_a_notebook_runs_from_top_to_bottom_and_says_what_is_stored_in_it(path: Path) -> None:
    after = nbformat.read(path, as_version=4)
    run(after, "python3" if path == NOTEBOOKS[-1] else FORKED)  # one kernel is as Jupyter starts it
    check_outputs(path, after)


@pytest.mark.slow
@pytest.mark.usefixtures("_forks")
@pytest.mark.parametrize("path", NOTEBOOKS[:: every(6)], ids=lambda p: p.stem)
def test_all_cells_run_after_every_board_has_been_played_on_by_hand(path: Path) -> None:
    # This stands in place of a browser test: the boards get the messages that clicks send (tests/docs/hands.py).
    before = nbformat.read(path, as_version=4)
    begin = f"import sys; sys.path.insert(0, {str(ROOT)!r}); import random; from tests.docs.hands import play as _play"
    cells = [new_code_cell(f"{begin}; _rng, _played = random.Random(1), 0")]
    for cell in before.cells:
        if cell.cell_type == "code":
            cells += [cell, new_code_cell("_played += _play(globals(), _rng)")]
    after = new_notebook(cells=[*cells, new_code_cell("print(_played)")])
    run(after)
    assert int(after.cells[-1].outputs[0].text) > 3


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda p: p.stem)
def test_what_is_stored_has_pictures_and_no_widget_state(path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)
    assert "widgets" not in notebook.metadata
    shown = [o.get("data", {}) for cell in notebook.cells if cell.cell_type == "code" for o in cell.outputs]
    assert not any(LIVE in data for data in shown)
    assert any("image/png" in data for data in shown)
    assert all("image/png" in data or FIGURE in data or "text/plain" in data for data in shown if data)
    assert path.stat().st_size < 3_000_000
    assert all(len(cell.source.splitlines()) <= 45 for cell in notebook.cells if cell.cell_type == "code")


@pytest.mark.parametrize(("number", "system"), SYSTEMS.items())
def test_each_tutorial_has_its_systems_exercises_and_examples(number: str, system: str) -> None:
    import hexwidget as hw

    (path,) = (p for p in NOTEBOOKS if p.stem.startswith(number))
    source = "\n".join(cell.source for cell in nbformat.read(path, as_version=4).cells)
    assert f'hw.lessons.Desk("{system}")' in source
    assert len(hw.lessons.load(system)) >= 8
    examples = [c.id for c in hw.system(system).rulebook.values() if c.scenario]
    assert [c for c in examples if f'hw.example("{c}")' not in source] == []
