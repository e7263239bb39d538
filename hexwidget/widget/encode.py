"""Encode what travels to the browser: scenes (`hexwidget.scene.encode`), and beside them what rules are made of.

Actions travel as their texts. `Finding` and `Field` of the rules hold what no page can read: a message stands for each of
them (`hexwidget.widget.messages.STAND_INS`).
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
