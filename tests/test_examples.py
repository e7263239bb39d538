"""The worked examples of the rulebooks as pictures: before, with the way that is gone, and after.

``python -m tests.test_examples`` draws them anew after an intended change; look at them before committing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import hexwidget as hw
from hexwidget.rules import ChanceOutcome
from hexwidget.scene import Arrow
from hexwidget.scene.svg import draw

FOLDER = Path(__file__).parents[1] / "docs" / "examples"
EXAMPLES = {
    "D3.3": ("depletion/two-of-four-ride-off", ["0202(2 cavalry)-0302"]),
    "D4.6": ("depletion/gathering-cavalry", ["0202-0302[+1 cavalry]-0402[+1 cavalry]-0502"]),
    "D5.4": (
        "depletion/three-armies",
        ["0102-0202[-1 spearman]-0302; 0104-0203; 0204-0304", "attack 0303"],
    ),
    "D6.2": ("depletion/five-hexes-of-water", ["0102-0202-0302-0402-0502-0602", "attack 0702"]),
    "D8.9": (
        "depletion/a-relic-before-a-forest",
        ["0202-0302", "tile stack: ..%.^..*", "rotate 4", "relics: crown", "event deck: a hard winter"],
    ),
    "O4.3": ("orders/two-on-one", ["0303+0402 attack blue 0302"]),
    "R2.3": (
        "rondel/three-borders",
        ["move legion sparta-corinth", "move legion corinth-thebes", "move legion thebes-athens"],
    ),
    "R2.5": ("rondel/third-action", ["move galley ionian-cretan", "move galley cretan-delos"]),
    "R3.3": (
        "rondel/three-galleys",
        [*["move galley aegean-athens", "let be"] * 2, "move galley aegean-athens", "fight"],
    ),
    "R4.7": ("rondel/strength-six", ["conquer athens with 4 legions 2 galleys"]),
    "R4.8": ("rondel/two-ways-to-pay", ["conquer ephesus with 1 legion 1 galley"]),
    "P1.4": ("plotted/archers-march", ["march 0202-0302-0402", "all rest"]),
    "P3.3": ("plotted/over-a-hex", ["march 0202-0302-0402", "march 0602-0502-0402"]),
    "P3.5": ("plotted/head-on", ["charge 0202-0302-0402-0502", "run 0502-0402-0302"]),
}
"""For each example clause its scenario, and the actions that it tells of; what chance says as "source: value"."""
_WAY = re.compile(r"\w+(?:[^\s\w-]*-\w+)+")


def ways(text: str) -> Iterator[Arrow]:
    """The ways from hex to hex that the text of an action names."""
    for found in _WAY.findall(re.sub(r"\([^()]*\)|\[[^\[\]]*\]", "", text)):
        yield Arrow(tuple(found.split("-")), text)


def pictures(clause: str) -> dict[str, str]:
    """File name -> SVG."""
    name, texts = EXAMPLES[clause]
    before = after = hw.scenario(name).position
    for text in texts:
        chance = text.partition(": ")
        done = ChanceOutcome(chance[0], chance[2]) if after.chance is not None else text
        after = after.apply(done).position
    arrows = dict.fromkeys(way for text in texts for way in ways(text))
    return {
        f"{clause}-before.svg": draw(before.scene().adding(arrows=arrows), radius=30),
        f"{clause}-after.svg": draw(after.scene(), radius=30),
    }


@pytest.mark.parametrize("clause", EXAMPLES)
def test_an_example_looks_as_it_is_drawn(clause: str) -> None:
    for name, picture in pictures(clause).items():
        assert (FOLDER / name).read_text(encoding="utf-8") == picture


def test_every_example_that_is_implemented_is_drawn_and_shown() -> None:
    page = (FOLDER / "README.md").read_text(encoding="utf-8")
    for name in hw.system_names():
        rules = hw.system(name)
        examples = {c for c in rules.implemented if rules.rulebook[c].kind == "example"}
        assert examples <= set(EXAMPLES)
        for clause in examples:
            assert str(rules.rulebook[clause].text) in page
            assert f"{clause}-before.svg" in page
            assert f"{clause}-after.svg" in page
            assert all(text in page for text in EXAMPLES[clause][1])


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    lines = [
        "# The worked examples",
        "",
        "Each is a scenario of the package: `hw.Board(hw.scenario(name))` plays it.",
        "",
    ]
    for each, (scenario, actions) in EXAMPLES.items():
        clause = hw.system(scenario.partition("/")[0]).rulebook[each]
        lines += [
            f"## {each} {clause.title}",
            "",
            clause.text,
            "",
            f"`{scenario}`: {', then '.join(f'`{action}`' for action in actions)}",
            "",
        ]
        lines += [f"![before]({each}-before.svg) ![after]({each}-after.svg)", ""]
        for file, picture in pictures(each).items():
            (FOLDER / file).write_text(picture, encoding="utf-8")
    (FOLDER / "README.md").write_text("\n".join(lines), encoding="utf-8")
