"""Refusals in IPython: cards without stack frames, with tracebacks for those who ask for them."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

import hexwidget as hw
from hexwidget.problems import InputError, Problem
from hexwidget.refusals import HINT
from tests import inside

BEGIN = """
import hexwidget as hw
position = hw.scenario("depletion/first-steps").position
def inner(): return position.apply("0203-0803")
def outer(): return inner()
"""
REFUSED = "0203-0803: illegal"
FRAME = "in inner()"
pytestmark = pytest.mark.slow


class Kernel:
    """A real kernel, in which cells are run."""

    def __init__(self, client: Any) -> None:
        self._client = client

    def run(self, code: str, answer: str = "q") -> dict[str, Any]:
        """Run a cell. Return its ``status``, the ``error`` as text, the ``html``, and the ``printed`` text.

        :param answer: the answer when the cell asks for input
        """
        found: dict[str, Any] = {"error": "", "html": "", "printed": "", "names": []}

        def hear(message: Any) -> None:
            content = message["content"]
            match message["msg_type"]:
                case "error":
                    found["error"] += "\n".join(content["traceback"])
                    found["names"].append(content["ename"])
                case "display_data":
                    found["html"] += content["data"].get("text/html", "")
                case "stream":
                    found["printed"] += content["text"]

        reply = self._client.execute_interactive(
            code, timeout=120, output_hook=hear, allow_stdin=True, stdin_hook=lambda _: self._client.input(answer)
        )
        return {**found, "status": reply["content"]["status"]}


@pytest.fixture(scope="module")
def kernel() -> Iterator[Kernel]:
    from jupyter_client.manager import start_new_kernel

    manager, client = start_new_kernel()
    try:
        found = Kernel(client)
        assert found.run(BEGIN)["status"] == "ok"
        yield found
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)


def is_card(shown: dict[str, Any]) -> bool:
    """True if a cell has failed with a card, and the same in words."""
    assert shown["status"] == "error"
    assert len(shown["names"]) == 1
    return "hexwidget-refusal" in shown["html"] and HINT in shown["error"] and FRAME not in shown["error"]


def test_a_slip_in_a_name_is_answered_below_its_traceback(kernel: Kernel) -> None:
    shown = kernel.run("position.legal_action")
    assert "has no attribute 'legal_action'" in shown["error"]
    assert shown["printed"] == "unknown attribute 'legal_action'; did you mean 'legal_actions'?\n"


def test_an_illegal_action_is_the_card_of_its_verdict(kernel: Kernel) -> None:
    shown = kernel.run("outer()")
    assert is_card(shown)
    assert shown["names"] == ["IllegalAction"]
    verdict = hw.scenario("depletion/first-steps").position.check("0203-0803")
    assert verdict._repr_html_() in shown["html"]
    assert shown["error"] == f"IllegalAction: {verdict}\n{HINT}"


def test_an_illegal_position_is_the_card_of_its_verdict(kernel: Kernel) -> None:
    armies = '{"red": {"0101": "9 cavalry"}}'
    shown = kernel.run(f'hw.system("depletion").position(map="~ .", players=["red"], armies={armies})')
    assert is_card(shown)
    assert shown["names"] == ["IllegalPosition"]
    assert {"D4.4", "D7.2"} <= set(re.findall(r"D\d\.\d+", shown["html"]))
    assert "D4.4" in shown["error"]


def test_an_input_error_lists_its_problems_as_text(kernel: Kernel) -> None:
    shown = kernel.run('hw.system("depletion").position(map=". <b>x</b>", armies={"red": {"0101": "1 cavlary"}})')
    assert is_card(shown)
    assert shown["names"] == ["InputError"]
    with pytest.raises(InputError) as found:
        hw.system("depletion").position(map=". <b>x</b>", armies={"red": {"0101": "1 cavlary"}})
    assert shown["error"] == f"InputError: {found.value}\n{HINT}"
    assert "&lt;b&gt;" in shown["html"]
    assert all(problem.place in shown["html"] for problem in found.value.problems)


def test_a_refused_name_keeps_its_own_name(kernel: Kernel) -> None:
    shown = kernel.run('hw.system("depletion").rulebook["D99"]')
    assert is_card(shown)
    assert shown["names"] == ["UnknownName"]


def test_a_card_of_very_many_problems_says_how_many_more() -> None:
    error = InputError("nothing fits", [Problem(f"row {n}", "is wrong") for n in range(50)])
    assert "row 39" in inside.refusal_card(error)
    assert "row 40" not in inside.refusal_card(error)
    assert "... and 10 more" in inside.refusal_card(error)
    assert "... and 10 more" in str(error)


@pytest.mark.parametrize("mode", ["Verbose", "Plain"])
def test_a_mode_that_somebody_sets_shows_tracebacks(kernel: Kernel, mode: str) -> None:
    kernel.run(f"%xmode {mode}")
    shown = kernel.run("outer()")
    kernel.run("%xmode Context")
    assert "inner()" in shown["error"]
    assert REFUSED in shown["error"]
    assert not shown["html"]
    assert is_card(kernel.run("outer()"))


def test_tracebacks_are_switched_on_and_off(kernel: Kernel) -> None:
    kernel.run("hw.use_tracebacks()")
    shown = kernel.run("outer()")
    kernel.run("hw.use_tracebacks(False)")
    assert FRAME in shown["error"].replace("\x1b[36m", "").replace("\x1b[39m", "").replace("\x1b[34m", "")
    assert not shown["html"]
    assert is_card(kernel.run("outer()"))


def test_debuggers_find_the_traceback(kernel: Kernel) -> None:
    assert is_card(kernel.run("outer()"))
    assert "inner()" in kernel.run("%tb Verbose")["error"]
    assert "hexwidget/rules/system.py" in kernel.run("%debug")["printed"]
    kernel.run("%pdb on")
    shown = kernel.run("outer()")
    kernel.run("%pdb off")
    assert "hexwidget/rules/system.py" in shown["printed"]
    assert is_card(shown)


# ---------------------------------------------------------------- nested
def test_a_card_names_the_error_before_it(kernel: Kernel) -> None:
    handled = kernel.run("try: {}['x']\nexcept KeyError: outer()")
    assert is_card(handled)
    assert "It was raised while this was handled: KeyError: 'x'" in handled["error"]
    caused = kernel.run("try: {}['x']\nexcept KeyError as e: raise hw.InputError('no such piece', []) from e")
    assert is_card(caused)
    assert "Its cause: KeyError: 'x'" in caused["error"]
    assert "Its cause: KeyError: &#x27;x&#x27;" in caused["html"]
    noted = kernel.run("try: outer()\nexcept hw.IllegalAction as e:\n  e.add_note('in game 7')\n  raise")
    assert is_card(noted)
    assert "in game 7" in noted["error"]
    assert "in game 7" in noted["html"]


def test_other_errors_stay_as_they_are(kernel: Kernel) -> None:
    caused = kernel.run("try: outer()\nexcept hw.IllegalAction as e: raise RuntimeError('no move') from e")
    assert caused["names"] == ["RuntimeError"]
    assert REFUSED in caused["error"]
    assert "inner()" in caused["error"]
    assert not caused["html"]
    assert not kernel.run("1 / 0")["html"]


def test_a_group_of_errors_stays_as_it_is(kernel: Kernel) -> None:
    shown = kernel.run(
        "try: outer()\nexcept Exception as e: raise ExceptionGroup('two', [e, ValueError('x')]) from None"
    )
    assert shown["status"] == "error"
    assert "ExceptionGroup: two" in shown["printed"]
    assert REFUSED in shown["printed"]
    assert not shown["html"]


def test_an_observer_that_is_refused_is_told_as_before(kernel: Kernel) -> None:
    shown = kernel.run(
        "board = hw.Board(position)\nboard.observe(lambda change: outer(), 'position')\nboard.play('0203-0303')"
    )
    assert shown["status"] == "ok"
    assert "An observer of a board failed" in shown["printed"]
    assert REFUSED in shown["printed"]
    assert not shown["html"]


# ---------------------------------------------------------------- other hosts
def test_a_run_of_the_notebook_stops_and_names_the_error() -> None:
    import nbclient
    import nbformat

    cells = [nbformat.v4.new_code_cell(code) for code in (BEGIN, "outer()", "after = 1")]
    notebook = nbformat.v4.new_notebook(cells=cells)
    with pytest.raises(nbclient.exceptions.CellExecutionError) as failed:
        nbclient.NotebookClient(notebook, timeout=120).execute()
    assert failed.value.ename == "IllegalAction"
    assert f"IllegalAction: {REFUSED}" in str(failed.value)
    assert cells[1].outputs[0].output_type == "error"
    assert not cells[2].outputs
    assert cells[2].execution_count is None


def test_a_terminal_shows_words_and_no_html() -> None:
    code = f"{BEGIN}\nouter()"
    done = subprocess.run(
        [sys.executable, "-m", "IPython", "--simple-prompt", "--no-banner", "--colors=nocolor", "-c", code],
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert f"IllegalAction: {REFUSED}" in done.stdout
    assert HINT in done.stdout
    assert "inner()" not in done.stdout
    assert "HTML" not in done.stdout
    assert done.returncode == 1


def test_without_ipython_nothing_changes() -> None:
    done = subprocess.run([sys.executable, "-c", f"{BEGIN}\nouter()"], capture_output=True, text=True, check=False)
    assert "in inner" in done.stderr
    assert f"IllegalAction: {REFUSED}" in done.stderr
