"""Plain ways to answer the rulings, to compare assistants with."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from hexwidget.assistants.tools import Desk
from hexwidget.rules import Rulebook
from hexwidget.rulings.scoring import Ruling
from hexwidget.systems.registry import system

Answer = dict[str, Any]
WORD = re.compile(r"[a-z]{3,}")


def always_legal(ruling: Ruling) -> Answer:
    """Answer that everything is legal."""
    return {"id": ruling.id, "legal": True, "clauses": []}


def word_search(ruling: Ruling) -> Answer:
    """Answer that nothing is legal, with the first clause that shares most words with the action."""
    words = set(WORD.findall(ruling.action.lower()))
    return {"id": ruling.id, "legal": False, "clauses": [_likeliest_clause(system(ruling.system).rulebook, words)]}


def _likeliest_clause(rulebook: Rulebook, asked: set[str]) -> str:
    def shared(clause: str) -> int:
        return len(set(WORD.findall(f"{rulebook[clause].title} {rulebook[clause].text}".lower())) & asked)

    return max(rulebook, key=shared)


def tools(ruling: Ruling) -> Answer:
    """Answer with the tools of an assistant: open the position, and check the action."""
    desk = Desk()
    desk.position(f"{ruling.system} {ruling.position}")
    verdict = desk.check(f"{ruling.player}: {ruling.action}")
    clauses = sorted({finding["clause"] for finding in verdict["findings"]})
    return {"id": ruling.id, "legal": verdict["status"] == "legal", "clauses": clauses}


Baseline = Callable[[Ruling], Answer]
BASELINES: Mapping[str, Baseline] = {"always-legal": always_legal, "word-search": word_search, "tools": tools}
