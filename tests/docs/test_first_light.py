"""The lines of a first session: the code of the start notebook runs as it stands."""

from pathlib import Path
from typing import Any

import nbformat
import pytest

import hexwidget as hw

NOTEBOOK = Path(__file__).parents[2] / "notebooks" / "00-start-here.ipynb"
CODE = '''
import hexwidget as hw

scenario = hw.scenario("depletion/first-steps")          # .position, .title, .prose; hw.scenarios() lists them
position = hw.system("depletion").position(               # or script one
    map="""
       .  .  ^  .  .
         .  %  .  .  .
       .  .  .  ~  .
         .  .  ^  .  .
    """,                                                  # text form of maps: symbols and stagger are documented
    players=["red", "blue"],
    armies={"red": {"0202": "2 cavalry, 1 archer"}, "blue": {"0401": "1 spearman"}},
    cities={"red": ["0304"]},
)
board = hw.Board(position)
board                                                     # displays; click away

reach = position.reach("0202")                            # of the army there; march=True for a march
"0302" in reach, len(reach), reach.cost("0302"), reach.path("0302"), reach.rim
reach.why("0401")                                         # a verdict: every reason why not
board.show(reach, name="reach")                           # as an overlay; the same name replaces it
hw.plots.reach(reach)                                     # a plotly figure of the same

maneuver = position.parse("0202-0302-0303 march")         # text form of an action; str(maneuver) gives it back
verdict = position.check(maneuver)                        # .status, .findings; each finding: .clause, .numbers, .remedy
verdict                                                   # reads well as text and as HTML
maneuver in position.legal_actions(), position.legal_actions().count()
next_position = position.apply(maneuver).position         # raises hw.IllegalAction, whose .verdict says all of it
board.play("0202-0302-0303 march"); board.undo(); board.redo(); board.goto(0)
board.position, board.selected, board.session
board.observe(lambda change: None, "selected")
position.put("red", "0503", "1 swordsman").remove("blue", "0401")   # immutable edits; nonsense is refused with the reasons
'''


@pytest.fixture(scope="module")
def names() -> dict[str, Any]:
    """The variables after some code has run."""
    found: dict[str, Any] = {}
    exec(compile(CODE, "first light", "exec"), found)  # noqa: S102  (our own code, shown to users as it is)
    return found


def test_it_runs_as_it_stands(names: dict[str, Any]) -> None:
    assert isinstance(names["board"], hw.Board)


def test_every_line_is_in_the_start_notebook() -> None:
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    shown = {line.strip() for cell in notebook.cells if cell.cell_type == "code" for line in cell.source.splitlines()}
    missing = [line for line in map(str.strip, CODE.splitlines()) if line and line not in shown]
    # The notebook has the scenario's line without its comment, as its text says the same.
    assert missing == [
        'scenario = hw.scenario("depletion/first-steps")          # .position, .title, .prose; hw.scenarios() lists them'
    ]


def test_what_the_lines_answer(names: dict[str, Any]) -> None:
    position, reach = names["position"], names["reach"]
    assert ("0302" in reach, len(reach), reach.cost("0302"), reach.path("0302")) == (True, 14, 1, ("0202", "0302"))
    assert reach.rim["0401"] == "D1.6"
    assert reach.rim["0403"] == "D7.1"
    assert reach.why("0401").clauses == ("D1.6",)
    assert str(names["maneuver"]) == "0202-0302-0303 march"
    assert names["maneuver"] in position.legal_actions()
    verdict = names["verdict"]
    assert verdict.status is hw.Status.LEGAL
    assert "legal" in verdict._repr_html_()
    board = names["board"]
    assert board.position == position
    assert board.selected is None
    assert len(board.session.steps) == 2


def test_the_readme_example_runs() -> None:
    readme = (NOTEBOOK.parent.parent / "README.md").read_text(encoding="utf-8")
    code = readme.split("```python\n", 1)[1].split("```", 1)[0]
    assert len(code.strip().splitlines()) <= 14
    exec(compile(code, "README", "exec"), {})  # noqa: S102  (our own code)
