"""Properties of every rule system, checked on random games from each bundled scenario.

A new system needs no entry here: it is found by its name, and its positions by its scenarios. Illegal actions are taken from
other moments of the same game, so that no system has to supply them.
"""

from __future__ import annotations

import json
import pickle
from collections.abc import Iterator
from dataclasses import fields, replace
from itertools import islice, pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

import hexwidget as hw
from hexwidget.rules import CHANCE, TERMINAL, Action, ChanceOutcome, IllegalAction, LegalActions, Position, Status
from hexwidget.rules.position import changed
from hexwidget.rules.prompt import LONGEST_DEED
from hexwidget.scene.parts import ChangingScene, StaticScene
from hexwidget.widget.encode import encode
from tests.amounts import many

GAMES = [(name, seed) for name in hw.scenarios() for seed in range(many(1, 2))]
STEPS = many(40, 40, quick=8)
MUCH = 2000
MOST_APPLIED = many(2000, 2000, quick=300)
"""The number of listed actions of a position that are carried out."""
CHECKED = 40
"""The number of listed actions of a position that are checked one by one."""
SAMPLED = many(2, 4)
"""The number of samples if there are too many actions to list. A sample may take as long as listing them, and
`tests/refusals/test_listings.py` holds samples against brute force."""
SHORT = 1_000
"""The most actions of a listing whose last action is played now and then."""
MOST_LISTED = 8_000
"""Positions with more actions than this are sampled."""

Done = Action | ChanceOutcome | None
Played = list[tuple[Position, Done]]


def choose(position: Position, rng: Random) -> Done:
    """The next action or outcome of a random game. None at its end."""
    if position.chance is not None:
        return position.chance.sample(rng)
    if not position.to_act:
        return None
    player = rng.choice(sorted(position.to_act))
    # Listings leave out some products, such as several armies at once, which only clicking finds.
    # In long listings clicking is also faster, as drawing from one goes through all of it.
    actions = position.legal_actions(player)
    often = 0.4 if position.system.name != "depletion" or sum(1 for _ in islice(actions, MUCH)) < MUCH else 0.95
    chosen = clicked(position, player, rng) if rng.random() < often else None
    return chosen or actions.sample(rng)


def clicked(position: Position, player: str, rng: Random) -> Action | None:
    """The action that random clicks on pieces, buttons and spaces lead to. None if they lead to none."""
    now = position.choices(player=player)
    for _ in range(12):
        offered: dict[str, list[hw.Draft]] = {}
        for option in now.options:
            if option.legal and not option.chosen and option.kind in ("piece", "space", "button"):
                offered.setdefault(option.kind, []).append(option.leads_to)
        if now.field is not None and now.field.reach:
            space = rng.choice(list(now.field.reach))
            offered["field"] = [now.draft.set(now.field.slot, space)]
        complete = isinstance(now.action, Action) and bool(now.verdict)
        if not offered or (complete and rng.random() < 0.25):
            break
        now = position.choices(rng.choice(offered[rng.choice(sorted(offered))]), player)
    return now.action if isinstance(now.action, Action) and now.verdict and now.action.player == player else None


def game(name: str, seed: int) -> Played:
    """The positions of a random game, each with the action or outcome there (None at the end)."""
    rng = Random(f"{name} {seed}")
    position: Position = hw.scenario(name).position
    found: Played = []
    while len(found) < STEPS and (done := choose(position, rng)) is not None:
        found.append((position, done))
        position = position.apply(done).position
    return [*found, (position, None)]


@pytest.fixture(scope="module", params=GAMES, ids=lambda p: f"{p[0]}-{p[1]}")
def played(request: pytest.FixtureRequest) -> Played:
    return game(*request.param)


def observers(position: Position) -> Iterator[str | None]:
    yield from position.players
    yield None


def all_of(actions: LegalActions[Any], most: int) -> list[Any]:
    """All actions of a listing; nothing if they are more than ``most``."""
    listed = list(islice(actions, most + 1))
    return listed if len(listed) <= most else []


# ---------------------------------------------------------------- legality
def test_enumeration_equals_checking(played: Played) -> None:
    rng = Random(1)
    elsewhere = [done for _, done in played if isinstance(done, Action)]
    for position, _ in played[::3]:
        for player in position.players:
            actions = position.legal_actions(player)
            listed = all_of(actions, MOST_LISTED)
            if listed or not actions:
                assert len(listed) == actions.count()
            else:
                listed = [*islice(actions, CHECKED), *(actions.sample(rng) for _ in range(SAMPLED))]
                assert len(set(listed[:CHECKED])) == CHECKED
            assert listed or player not in position.to_act
            assert not listed or all(actions.pick(rng) in actions for _ in range(SAMPLED))
            assert not listed or position.to_act not in (CHANCE, TERMINAL)
            for action in rng.sample(listed, min(CHECKED, len(listed))):
                assert action.player == player
                assert action in actions
                assert position.check(action).status is Status.LEGAL
            for action in rng.sample(elsewhere, min(CHECKED, len(elsewhere))):
                verdict = position.check(action)
                assert (action in position.legal_actions(action.player)) == bool(verdict) == (not verdict.findings)
                if not verdict:
                    with pytest.raises(IllegalAction):
                        position.apply(action)
                assert set(verdict.clauses) <= position.system.barring <= position.system.implemented


def test_a_copy_keeps_look_ups_of_unchanged_fields_only(played: Played) -> None:
    """A look-up names the fields that it is computed from. If one were missing here, games would go on with stale ones."""
    for (before, _), (after, _) in pairwise(played):
        look_ups = type(before).look_ups
        for name in look_ups:
            getattr(before, name)
        differing = {f.name: now for f in fields(after) if (now := getattr(after, f.name)) != getattr(before, f.name)}
        copy = changed(before, **differing)
        assert copy == after
        assert {*vars(copy)} == {
            *(f.name for f in fields(after)),
            *(name for name, of in look_ups.items() if of.isdisjoint(differing)),
        }
        fresh = replace(after)
        assert {name: getattr(copy, name) for name in look_ups} == {name: getattr(fresh, name) for name in look_ups}


def test_canonical_actions_lead_to_different_positions(played: Played) -> None:
    for position, _ in played[::8]:
        for player in sorted(position.to_act - CHANCE):
            listed = list(islice(position.legal_actions(player), MOST_APPLIED))
            assert len({position.apply(action).position for action in listed}) == len(listed)


def test_within_a_draft_there_is_what_the_draft_can_become(played: Played) -> None:
    rng = Random(4)
    for position, _ in played[::8]:
        for player in sorted(position.to_act - CHANCE):
            pieces = [o for o in position.choices(player=player).options if o.kind == "piece" and o.legal]
            if not pieces:
                continue
            draft = rng.choice(pieces).leads_to
            within = list(position.legal_actions(player, within=draft))
            assert within
            assert all(action in position.legal_actions(player) for action in rng.sample(within, min(9, len(within))))
            assert len(pieces) == 1 or next(islice(position.legal_actions(player), len(within), None), None) is not None
            assert position.legal_actions(player, within=draft).count() == len(within)


# ---------------------------------------------------------------- events
def test_applying_changes_nothing_that_was(played: Played) -> None:
    for position, done in played[:-1]:
        before = (position.key, hash(position), position.notation)
        transition = position.apply(done)
        assert (position.key, hash(position), position.notation) == before
        assert transition == position.apply(done)
        assert position.system.advance(position, done) == transition.position
        for n, event in enumerate(transition.events):
            assert event.clause in position.system.rulebook
            assert event.text
            assert event.cause is None or 0 <= event.cause < n


def test_events_account_for_every_change(played: Played) -> None:
    """An event names every space that looks different afterwards, and nothing changes without an event."""
    for position, done in played[:-1]:
        transition = position.apply(done)
        assert transition.events or transition.position == position
        named = {space for event in transition.events for space in event.subjects}
        assert changed_spaces(position, transition.position) <= named, transition


def changed_spaces(before: Position, after: Position) -> set[str]:
    def looks(position: Position) -> set[tuple[str, str, int, bool]]:
        scene = position.system.scene(position.system.observe(position, None))
        pieces = {(p.space, f"{p.owner} {p.label}", p.count, p.spent) for p in scene.pieces}
        return pieces | {(t.space, t.label, t.count, False) for t in scene.tokens}

    return {space for space, *_ in looks(before) ^ looks(after)}


def test_chance_is_asked_with_exact_odds(played: Played) -> None:
    for position, done in played:
        node = position.chance
        assert (node is not None) == (position.to_act == CHANCE)
        assert (node is not None) <= position.system.chancy
        if node is None:
            with pytest.raises(hw.InputError, match="nothing is left to chance"):
                position.apply(ChanceOutcome("die", "6"))
            continue
        assert sum(node.probability(outcome) for outcome in node) == 1
        assert done is None or done in node  # the random game may stop early
        with pytest.raises(hw.InputError, match="expected"):
            position.apply(ChanceOutcome(node.source, "what never comes"))


@pytest.mark.slow
def test_games_end(played: Played) -> None:
    """Every game ends by its rules if players now and then take the last listed action (in short listings of most systems, a
    pass) and otherwise a random one."""
    position, rng = played[0][0], Random(3)
    for _ in range(5000):
        if position.to_act == TERMINAL:
            break
        done = choose(position, rng)
        if isinstance(done, Action) and rng.random() < 0.7:
            listed = all_of(position.legal_actions(done.player), SHORT)
            done = listed[-1] if listed else done
        position = position.apply(done).position
    assert position.outcome is not None
    assert position.outcome.clause in position.system.rulebook


# ---------------------------------------------------------------- forms
def test_every_form_of_an_action_and_a_position_comes_back(played: Played) -> None:
    for position, done in played:
        system = position.system
        if isinstance(done, Action):
            assert position.parse(f"{done.player}: {done}") == done
            if position.to_act == {done.player}:
                assert position.parse(str(done)) == done
        text = json.dumps(system.to_json(position), ensure_ascii=False)
        assert json.dumps(system.to_json(system.from_json(json.loads(text))), ensure_ascii=False) == text
        for again in (
            system.from_json(json.loads(text)),
            system.read(position.notation),
            pickle.loads(pickle.dumps(position)),
        ):
            assert again == position
            assert (hash(again), again.key) == (hash(position), position.key)


def test_undo_redo_goto_and_replay_give_the_same_positions(played: Played, tmp_path: Path) -> None:
    session = hw.Session(played[0][0], journal=tmp_path / "game.jsonl", rolls="ask")
    for _, done in played[:-1]:
        session.roll(done.value) if isinstance(done, ChanceOutcome) else session.play(done)
    line = [position for position, _ in played]
    assert [step.position for step in session.line] == line
    decisions = [position for position in line if position.chance is None or position is line[0]]
    end = [] if line[-1].chance is None else [line[-1]]
    for position in reversed(decisions if end else decisions[:-1]):
        assert session.undo() == position
    assert not session.can_undo
    for position in [*decisions[1:], *end]:
        assert session.redo() == position
    for step in session.line[:: max(1, len(line) // 5)]:
        assert session.goto(step.number) == step.position
    session.close()
    again = hw.load(tmp_path / "game.jsonl")
    assert (again.steps, again.step) == (session.steps, session.step)
    assert hw.verify(tmp_path / "game.jsonl")


# ---------------------------------------------------------------- hidden information
def test_what_is_offered_can_be_chosen_and_confirmed(played: Played) -> None:
    rng = Random(2)
    for position, _ in played:
        for player in position.players:
            seen = position.observe(player)
            now = position.system.choices(seen, player, hw.Draft())
            assert now.prompt
            for _ in range(6):  # a few random clicks
                assert "".join(words for _, words in now.words) == now.prompt
                assert len(now.deed) <= LONGEST_DEED, "the button has no room for it"
                offered = [o.leads_to for o in now.options if o.legal]
                if now.field is not None and now.field.reach:
                    offered.append(now.draft.set(now.field.slot, rng.choice(list(now.field.reach))))
                if not offered:
                    break
                now = position.system.choices(seen, player, rng.choice(offered))
                if now.action is not None and now.verdict:
                    assert now.action in position.legal_actions(player)
            assert offered or now.action is None


def test_a_player_who_sees_less_is_told_the_same_or_that_it_is_unknown(played: Played) -> None:
    rng = Random(5)
    elsewhere = [done for _, done in played if isinstance(done, Action)]
    for position, _ in played[::3]:
        for player in sorted(position.to_act - CHANCE):
            own = list(islice(position.legal_actions(player), 200))
            tried = rng.sample(own, min(10, len(own))) + [a for a in elsewhere if a.player == player][:10]
            for action in tried:
                seen = position.system.check(position.observe(player), action)
                assert seen.status is Status.UNKNOWN or seen == position.check(action)


def test_what_is_hidden_makes_no_difference(played: Played) -> None:
    """Positions that differ only in what a player cannot see are equal for that player, also on the wire."""
    rng = Random(6)
    for position, _ in played[::3]:
        for player in observers(position):
            other = position.system.resample(position, player, rng)
            assert position.observe(player) == other.observe(player)
            if player is None:
                assert position.scene(None) == other.scene(None)
                continue
            boards = [hw.Board(hw.Session(each, seed=1, rolls="ask"), player=player) for each in (position, other)]
            mine, theirs = ([getattr(b, t) for t in SENT] for b in boards)
            assert bytes_of(mine) == bytes_of(theirs)
            draft = next((o["leadsTo"] for o in mine[2]["root"]["options"] if o["kind"] == "piece"), {})
            for intent, args in (
                ("draft", {"draft": draft}),
                ("explain", {"draft": draft, "space": next(position.map.names())}),
            ):
                assert bytes_of(ask(boards[0], intent, args)) == bytes_of(ask(boards[1], intent, args))
            for board in boards:
                board.close()


def test_what_a_player_is_not_told_sends_nothing(played: Played) -> None:
    """A board that is bound to a player counts a revision only for events that this player sees."""
    for player in played[0][0].players:
        session = hw.Session(played[0][0], seed=1, rolls="ask")
        board = hw.Board(session, player=player)
        for (before, done), (after, _) in pairwise(played[:14]):
            was = board._status["revision"]
            transition = session.roll(done.value) if isinstance(done, ChanceOutcome) else session.play(done)
            told = before.system.told(before, done, player)
            visible = [e for e in transition.events if e.visible_to is None or player in e.visible_to]
            if told is None and not visible and before.observe(player) == after.observe(player):
                assert board._status["revision"] == was
            # The board shows all events since the last decision, with the dice.
            assert not visible or [e["text"] for e in board._timeline["events"]][-len(visible) :] == [
                e.text for e in visible
            ]
        board.close()


SENT = ("_scene", "_state", "_choices", "_timeline", "_status")


def ask(board: hw.Board, intent: str, args: dict[str, Any]) -> list[Any]:
    """The replies of a board, and its state afterwards."""
    answers: list[Any] = []
    board.send = lambda content, buffers=None: answers.append(content)  # type: ignore[method-assign]
    board._handle_custom_msg({"id": "1", "revision": board._status["revision"], "intent": intent, "args": args}, [])
    return [answers, board._current]


def bytes_of(value: Any) -> str:
    def plain(found: Any) -> str:
        assert isinstance(found, bytes)
        return found.hex()

    return json.dumps(value, default=plain)


def test_what_travels_is_plain_data(played: Played) -> None:
    for position, _ in played[::5]:
        rulebook = position.system.rulebook
        bytes_of(encode(StaticScene.of(position.scene())))
        bytes_of(encode(ChangingScene.of(position.scene())))
        bytes_of(encode(position.choices(), rulebook))
        assert position.to_svg().startswith("<svg")
