"""The worked examples of the rulebooks as pictures: before, with the way that is gone, and after.

``python -m tests.test_examples`` draws them anew after an intended change; look at them before committing.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import hexwidget as hw
from hexwidget.scene import Arrow
from hexwidget.scene.svg import draw

FOLDER = Path(__file__).parents[1] / "docs" / "examples"
EXAMPLES = {
    "D3.3": ("depletion/two-of-four-ride-off", "0202(2 cavalry)-0302"),
    "D4.6": ("depletion/gathering-cavalry", "0202-0302[+1 cavalry]-0402[+1 cavalry]-0502"),
}
"""For each example clause its scenario, and the action that it tells of."""


def pictures(clause: str) -> dict[str, str]:
    """File name -> SVG."""
    name, text = EXAMPLES[clause]
    before = hw.scenario(name).position
    action = before.parse(text)
    after = before.apply(action).position
    way = Arrow(action.path, str(action))
    return {
        f"{clause}-before.svg": draw(before.scene().adding(arrows=[way]), radius=30),
        f"{clause}-after.svg": draw(after.scene(), radius=30),
    }


@pytest.mark.parametrize("clause", EXAMPLES)
def test_an_example_looks_as_it_is_drawn(clause: str) -> None:
    for name, picture in pictures(clause).items():
        assert (FOLDER / name).read_text(encoding="utf-8") == picture


def test_every_example_that_is_implemented_is_drawn_and_shown() -> None:
    page = (FOLDER / "README.md").read_text(encoding="utf-8")
    for name in ("depletion",):
        rules = hw.system(name)
        examples = {c for c in rules.implemented if rules.rulebook[c].kind == "example"}
        assert examples <= set(EXAMPLES)
        for clause in examples:
            assert str(rules.rulebook[clause].text) in page
            assert f"{clause}-before.svg" in page
            assert f"{clause}-after.svg" in page
            assert EXAMPLES[clause][1] in page


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    lines = [
        "# The worked examples",
        "",
        "Each is a scenario of the package: `hw.Board(hw.scenario(name))` plays it.",
        "",
    ]
    for each, (scenario, action) in EXAMPLES.items():
        clause = hw.system(scenario.partition("/")[0]).rulebook[each]
        lines += [f"## {each} {clause.title}", "", clause.text, "", f"`{scenario}`: `{action}`", ""]
        lines += [f"![before]({each}-before.svg) ![after]({each}-after.svg)", ""]
        for file, picture in pictures(each).items():
            (FOLDER / file).write_text(picture, encoding="utf-8")
    (FOLDER / "README.md").write_text("\n".join(lines), encoding="utf-8")
