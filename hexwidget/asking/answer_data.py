"""Answers as plain data, for programs: verdicts with the texts of their clauses, odds, reach."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from hexwidget.explore.chances import Chances
from hexwidget.rules import Clause, Forecast, Remedy, Rulebook, Verdict
from hexwidget.rules.reach import Reach


def clauses_of(rulebook: Rulebook, name: str) -> list[Clause]:
    """Return the clauses of a section ("D1"), or the one of an id ("D1.2").

    :raises InputError: if there is neither
    """
    return [clause for clause in rulebook.values() if clause.section == name] or [rulebook[name]]


def clauses_data(clauses: Iterable[Clause]) -> list[dict[str, Any]]:
    """Return clauses with their texts."""
    return [{"id": c.id, "kind": c.kind, "title": c.title, "text": c.text, "open": c.open} for c in clauses]


def verdict_data(asked: str, verdict: Verdict, rulebook: Rulebook) -> dict[str, Any]:
    """Return a verdict: each finding with its remedy, all remedies, and the cited clauses.

    :param asked: the action as it was asked about
    """

    def told(remedy: Remedy | None) -> dict[str, Any] | None:
        if remedy is None:
            return None
        action = None if remedy.action is None else str(remedy.action)
        return {"text": remedy.text, "clause": remedy.clause, "action": action}

    findings = [
        {"clause": f.clause, "code": f.code, "text": f.text, "subjects": list(f.subjects), "remedy": told(f.remedy)}
        for f in verdict.findings
    ]
    data: dict[str, Any] = {"action": asked, "status": verdict.status.value, "findings": findings}
    data["remedies"] = list(map(told, verdict.remedies))
    data["nearest"] = told(verdict.nearest_remedy)
    cited = (*verdict.clauses, *(remedy.clause for remedy in verdict.remedies if remedy.clause))
    return {**data, "clauses": clauses_data(map(rulebook.__getitem__, dict.fromkeys(cited)))}


def odds_data(found: tuple[Forecast, ...] | Chances) -> list[dict[str, Any]]:
    """Return odds: for each thing that chance decides its results with their probabilities."""
    if isinstance(found, Chances):
        results = [{"result": str(row["result"]), "probability": row["exact"]} for row in found]
        return [{"title": "all results", "results": results}]
    told = []
    for each in found:
        shares = zip(each.shares, each.figures, strict=True)
        results = [{"result": one.label, "probability": figure, "favours": one.favours} for one, figure in shares]
        told.append({"title": each.title, "results": results})
    return told


def reach_data(reach: Reach) -> dict[str, Any]:
    """Return a reach: its ends with their costs, and the clauses that bar the spaces at its rim."""
    return {"of": reach.label, "points": reach.budget, "ends": dict(sorted(reach.costs().items())), "barred": reach.rim}
