"""Encode the values that travel to the browser: those of scenes (`hexwidget.scene.encode`), and those of the rules.

Actions travel as their texts. `Finding`, `Field` and `Verdict` of the rules hold objects that no page can read: a message
takes the place of each (`hexwidget.widget.messages.STAND_INS`).
"""

from __future__ import annotations

from typing import Any

from hexwidget.rules import Action, ChanceOutcome, Rulebook
from hexwidget.rules.reach import Reach
from hexwidget.scene.encode import Encoding, Wire
from hexwidget.widget.messages import STAND_INS

ENCODING = Encoding((Action, ChanceOutcome), STAND_INS, {"Action": Action, "Reach": Reach})


def encode(value: Any, rulebook: Rulebook | None = None) -> Wire:
    """A dataclass as it travels.

    :param rulebook: the rulebook whose clauses the value cites; only needed where it holds findings or fields
    """
    return ENCODING.encode(value, rulebook)
