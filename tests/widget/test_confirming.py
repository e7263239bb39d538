"""The choices that were asked for last are kept: a confirmed action is judged once, when its draft was chosen."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

import hexwidget as hw
from hexwidget.rules import Action, Position
from hexwidget.widget.connections.encode import encode
from tests import inside
from tests.widget.page import Page

SCENARIOS = {name.partition("/")[0]: name for name in reversed(hw.scenarios())}


@pytest.mark.parametrize("system", sorted(SCENARIOS))
def test_a_confirmed_action_is_judged_once(system: str, monkeypatch: pytest.MonkeyPatch) -> None:
    session = hw.Session(hw.scenario(SCENARIOS[system]).position, seed=1, rolls="auto")
    board, rng = hw.Board(session), Random(2)
    page, rules = Page(board), session.position.system
    judged: Counter[tuple[int, Action]] = Counter()
    check = rules.check

    def counted(self: Any, position: Position, action: Action) -> Any:
        judged[id(position), action] += 1
        return check(position, action)

    monkeypatch.setattr(type(rules), "check", counted)
    confirmed = 0
    for _ in range(200):
        before = session.position
        now = rules.choices(before, None, hw.Draft((inside.current(board) or {}).get("draft", {})))
        if now.action is not None and now.verdict:
            judged.clear()
            assert page.ask("confirm", draft=dict(now.draft))["ok"]
            assert not judged[id(before), now.action]
            confirmed += 1
            if confirmed == 3:
                break
            continue
        spaces = [now.draft.set(now.field.slot, space) for space in now.field.reach] if now.field else []
        drafts = [*(option.leads_to for option in now.options if option.legal and not option.chosen), *spaces]
        page.ask("choose", draft=dict(rng.choice(drafts)))
    assert confirmed
    board.close()


def test_the_choices_under_a_draft_do_not_depend_on_those_asked_for_before() -> None:
    """At a battle the empty draft is completed with hits; given with the hits, it has other options."""
    session = hw.Session("frontiers/combat", seed=1)
    position, rules = session.position, session.position.system
    complete = rules.choices(position, None, hw.Draft()).draft
    assert complete
    board = hw.Board(session)
    Page(board).ask("choose", draft=dict(complete))
    shown = {**inside.current(board)}
    del shown["revision"]
    assert shown == encode(rules.choices(position, None, complete), rules.rulebook)
    board.close()


def test_the_verdict_on_another_action_says_nothing() -> None:
    session = hw.Session("depletion/first-steps")
    position = session.position
    legal = next(action for action in position.legal_actions() if str(action) != "pass")
    barred = f"{legal.origin}-{legal.origin}"
    assert not position.check(barred)
    with pytest.raises(hw.IllegalAction):
        session.play(barred, verdict=position.check(legal))
