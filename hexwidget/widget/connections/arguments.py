"""The arguments of intents: type hints with limits, and with the words for such a value in an error.

`hexwidget.rules.values` reads what was sent by them, and the schema of messages is made of them.
"""

from __future__ import annotations

from typing import Annotated, Any

from hexwidget.limits import Limits
from hexwidget.rules import Draft
from hexwidget.rules.hints import Example, Matching, ReadBy
from hexwidget.rules.values import Known, entry_of

LONGEST_TEXT = 200
LONGEST_VALUE = 2_000
"""The most characters of the value of a slot, which may be a set of names."""
MOST_NUMBER = (1 << 53) - 1
"""The largest whole number that every reader of JSON takes as it is."""
MOST_SLOTS = 100
SENT_ON = Matching("^[^\ud800-\udfff]*$")
"""Marks a text that can be sent on: it has no half of a surrogate pair."""

Text = Annotated[str, Limits(most=LONGEST_TEXT), SENT_ON]
Number = Annotated[int, Limits(-MOST_NUMBER, MOST_NUMBER)]
Setting = Annotated[Text | Number, Example("a text or a whole number")]
"""The value of a setting."""
Value = Annotated[
    Annotated[str, Limits(most=LONGEST_VALUE), SENT_ON] | bool | Number,
    Example("a text, a whole number, true or false"),
]
"""The value of a slot."""
Slots = Annotated[
    dict[Annotated[Text, Example("the name of a slot")], Value],
    Limits(most=MOST_SLOTS),
    Example(f"an object of at most {MOST_SLOTS} slots"),
]
_SLOTS = entry_of(Slots)


def _draft(where: str, given: Any, known: Known) -> Draft:
    return Draft(_SLOTS.read(where, given, known))


ADraft = Annotated[Draft, ReadBy(_draft, Slots)]
"""A draft: an object of slots and their values."""
