"""Options and parameters of a scenario: the values that they take, and the errors about others."""

from __future__ import annotations

import pytest

from hexwidget.problems import InputError, Problems
from hexwidget.rules import Rulebook
from hexwidget.rules.rulebook import read_settings

BOOK = """
name = "weather"
title = "Weather"

[[clause]]
id = "W1.1"
kind = "rule"
title = "Weather"
text = "The weather has a temperature, a calm and a depth of snow."
parameters = [
    { name = "temperature", type = "int", default = -3 },
    { name = "calm", type = "int", default = 0, max = 0 },
    { name = "snow", type = "int", default = 1, min = 1, max = 9 },
]
"""


def read(**given: object) -> dict[str, object]:
    """The settings of the book, with some values given."""
    problems = Problems()
    settings = read_settings(Rulebook.parse(BOOK), given, problems, lambda _, value: value)
    problems.raise_any("these settings cannot be read")
    return dict(settings)


def test_a_parameter_takes_every_whole_number_within_the_bounds_that_it_has() -> None:
    assert read() == {"temperature": -3, "calm": 0, "snow": 1}
    assert read(temperature=-40, calm=-1, snow=9) == {"temperature": -40, "calm": -1, "snow": 9}


@pytest.mark.parametrize(
    ("given", "wrong"),
    [
        ({"temperature": "cold"}, "temperature: expected a whole number (W1.1), not 'cold'"),
        ({"calm": 1}, "calm: expected a whole number up to 0 (W1.1), not 1"),
        ({"snow": 0}, "snow: expected a whole number from 1 to 9 (W1.1), not 0"),
        ({"snow": True}, "snow: expected a whole number from 1 to 9 (W1.1), not True"),
    ],
)
def test_another_value_is_refused_with_the_bounds(given: dict[str, object], wrong: str) -> None:
    with pytest.raises(InputError, match="these settings") as refused:
        read(**given)
    assert wrong in str(refused.value)
