"""Statements of xAPI 1.0.3 on a class."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote, urlsplit
from uuid import NAMESPACE_URL, uuid5

from hexwidget.lessons.learners.records import Record, time_of
from hexwidget.lessons.learners.report import Report
from hexwidget.problems import Problems, shown

VERSION = "1.0.3"
_VERBS = "http://adlnet.gov/expapi/verbs/"
_ACTIVITIES = "http://adlnet.gov/expapi/activities/"
CANNOT_MAKE = "these statements cannot be made"


def statements(report: Report, home: str, ids: Mapping[str, str] | None = None) -> list[dict[str, Any]]:
    """Return a report on a course as statements of xAPI 1.0.3: "answered" for each part that a learner has tried, with the tries,
    hints and the clauses missed, and "completed" for each learner who has solved all parts. The same work makes the same ids, so
    that a store which gets it again keeps it once.

    :param report: of a course (`Course.report`)
    :param home: the address of the school or site that knows the learners, such as "https://school.example". An actor is an account
        there, and has no mail address
    :param ids: the account of each learner, in place of the name
    :raises InputError: if the address is wrong, a learner has no account in ``ids``, or a name is a mail address
    """
    problems, parts = Problems(), urlsplit(home if isinstance(home, str) else "")
    if parts.scheme not in ("http", "https") or not parts.netloc or "@" in parts.netloc or " " in home:
        problems.add("home", f'expected an address such as "https://school.example", not {shown(home)}')
    for name in report.learners:
        account = name if ids is None else ids.get(name)
        if not isinstance(account, str) or not account:
            problems.add("ids", f"{shown(name)} has no account")
        elif "@" in account:
            problems.add("ids", f"{shown(account)} looks like a mail address: name the learner by an id")
    problems.raise_any(CANNOT_MAKE)
    made = [_of_learner(report, home.rstrip("/"), name, name if ids is None else ids[name]) for name in report.learners]
    return [statement for each in made for statement in each]


def _of_learner(report: Report, home: str, learner: str, account: str) -> list[dict[str, Any]]:
    course = f"{home}/courses/{report.course or quote(report.title, safe='')}"
    misses = set(report.misses(learner))
    whole = {"objectType": "Activity", "id": course, "definition": _definition(report.title, "course")}
    found = []
    for part in report.parts:
        r = report.record(learner, part)
        if not r.tries:
            continue
        clauses = list(dict.fromkeys(clause.partition(" ")[0] for clause in part.clauses))
        definition = _definition(part.name, "cmi.interaction" if hasattr(part, "kind") else "lesson")
        if "interaction" in definition["type"]:
            definition |= {"interactionType": "other"}
        definition["extensions"] = {f"{home}/xapi/clauses": [report.clause(clause) for clause in clauses]}
        target = {"objectType": "Activity", "id": f"{course}/{quote(part.record, safe='/')}", "definition": definition}
        counts: dict[str, Any] = {f"{home}/xapi/tries": r.tries, f"{home}/xapi/hints": r.hints}
        counts |= {f"{home}/xapi/at-most": True} if r.rough else {}  # an earlier version has counted the tries
        counts |= {f"{home}/xapi/missed": [report.clause(each) for each in clauses if each in misses]}
        result = {"success": r.solved, "completion": r.solved, "extensions": counts}
        context = {"contextActivities": {"parent": [whole]}}
        found.append(_statement(home, account, "answered", target, r, result=result, context=context))
    if report.parts and report.is_done(learner):
        last = max((report.record(learner, part) for part in report.parts), key=lambda r: r.at)
        found.append(_statement(home, account, "completed", whole, last, result={"success": True, "completion": True}))
    return found


def _definition(name: str, kind: str) -> dict[str, Any]:
    return {"name": {"en": name}, "type": f"{_ACTIVITIES}{kind}"}


def _statement(home: str, account: str, verb: str, target: Any, record: Record, **more: Any) -> dict[str, Any]:
    actor = {"objectType": "Agent", "account": {"homePage": home, "name": account}}
    said = {"actor": actor, "verb": {"id": f"{_VERBS}{verb}", "display": {"en": verb}}, "object": target, **more}
    if record.at:
        said["timestamp"] = time_of(record)
    return {"id": str(uuid5(NAMESPACE_URL, json.dumps(said, sort_keys=True))), "version": VERSION, **said}
