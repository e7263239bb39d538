"""The worked examples of the rulebooks as pictures: the position before, with the way of the move, and after.

``python -m tests.docs.test_examples`` draws them anew after an intended change; look at them before committing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import hexwidget as hw
from hexwidget.scene import Arrow
from hexwidget.scene.drawing import draw

FOLDER = Path(__file__).parents[2] / "docs" / "examples"
EXAMPLES = {
    clause.id: (clause.scenario, clause.actions)
    for name in ("depletion", "orders", "rondel", "plotted")
    for clause in hw.system(name).rulebook.values()
    if clause.scenario
}
"""For each clause with an example its scenario and its actions. Outcomes of chance stand as "source: value"."""
_WAY = re.compile(r"\w+(?:[^\s\w-]*-\w+)+")


def ways(text: str) -> Iterator[Arrow]:
    """The ways from hex to hex in the text of an action."""
    for found in _WAY.findall(re.sub(r"\([^()]*\)|\[[^\[\]]*\]", "", text)):
        yield Arrow(tuple(found.split("-")), text)


def pictures(clause: str) -> dict[str, str]:
    """The pictures by file name."""
    texts = EXAMPLES[clause][1]
    session = hw.example(clause)
    before, after = session.steps[0].position, session.steps[-1].position
    arrows = dict.fromkeys(way for text in texts for way in ways(text))
    return {
        f"{clause}-before.svg": draw(before.scene().adding(arrows=arrows), radius=30),
        f"{clause}-after.svg": draw(after.scene(), radius=30),
    }


@pytest.mark.parametrize("clause", EXAMPLES)
def test_an_example_looks_as_it_is_drawn(clause: str) -> None:
    for name, picture in pictures(clause).items():
        assert (FOLDER / name).read_text(encoding="utf-8") == picture


ENDS = {
    "D3.3": ("1 archer and 1 cavalry stay behind on 0202", "Red's archer and cavalry move from 0202 to 0203"),
    "D4.6": ("2 cavalry move from 0202 over 0302 and 0402 to 0502", "The army on 0502 may attack now"),
    "D5.4": ("The armies on 0302, 0203 and 0304 attack blue's spearman and city on 0303",),
    "D6.2": ("The army on 0602 attacks blue's swordsman on 0702",),
    "D8.9": ("A relic is placed on 0302: crown", 'Red puts a voting cube on "a hard winter"'),
    "O4.3": ("Blue's militia on 0302 rolls 14 + 2 (DEFEND) = 16", "15 against 16: red's archer on 0402 is destroyed"),
    "P1.4": ("Red's mounted archers came to the end of their route on 0402",),
    "P3.3": ("Red's cavalry stopped on 0302", "Blue's cavalry stopped on 0502"),
    "P3.5": ("Red's cavalry on 0302 and blue's cavalry on 0402 fight",),
    "R2.3": ("from Thebes to Athens; it lies now",),
    "R2.5": ("from Cretan to Delos; it has 1 action left",),
    "R3.3": ("In Athens romans and greeks lose 1 galley each",),
    "R4.7": ("3 (temple) + 2 (units) + 1 (MONARCHY) = 6, paid with 4 legions and 2 galleys",),
    "R4.8": ("1 (city) + 1 (unit) = 2, paid with 1 legion and 1 galley",),
    "R6.6": ("Greeks set up 2 legions and 1 galley in Athens for 3 iron",),
}
"""Events of each worked example, in their order; the last is where its clause ends."""


@pytest.mark.parametrize("clause", EXAMPLES)
def test_a_worked_example_runs_to_its_end(clause: str) -> None:
    session = hw.example(clause)
    assert len(session.steps) == 1 + len(EXAMPLES[clause][1])
    told = "\n".join(event.text for step in session.steps[1:] for event in step.events)
    places = [told.find(end) for end in ENDS[clause]]
    assert -1 not in places, told
    assert places == sorted(places), told


def test_an_example_is_a_game_that_begins_at_its_start() -> None:
    session = hw.example("D8.9")
    assert session.step.number == 0
    assert len(session.steps) == 1 + len(hw.system("depletion").rulebook["D8.9"].actions)
    with pytest.raises(hw.InputError, match="no example"):
        hw.example("D1.2")
    with pytest.raises(hw.InputError, match="no example"):
        hw.example("X9.9")


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
