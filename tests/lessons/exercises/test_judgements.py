"""The judgement of answers: a second judge, by brute force, agrees with each kind of exercise, on positions of every system.

`python -m tests.lessons.exercises.test_judgements orders 500` judges so many questions of a system and counts them by kind.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from random import Random
from typing import Any

import pytest

import hexwidget as hw
from hexwidget.lessons import Desk, Exercise, Progress, exercise, load, stage
from hexwidget.lessons.exercises import goals
from hexwidget.lessons.kinds import KINDS, NOWHERE
from hexwidget.problems import InputError, Problems
from hexwidget.rules import Observation, Position
from hexwidget.rules.action_routes import ways_of
from tests.amounts import chances, many
from tests.lessons.exercises import brute
from tests.lessons.exercises.brute import Judge, TooManyError, first_space
from tests.systems.extremes import EXTREME

SUBJECTS = ("depletion", "frontiers", "orders", "plotted", "rondel", "toy", "counters", "one_file", "template")
JUDGED = many(20, 30, 4)
"""The questions of a system in each part."""
PARTS = many(1, 40)
ANSWERS = 5
MOST_RIVALS = many(200, 5_000)
"""The most actions of a player that are all tried."""
MOST_RESULTS = many(100, 2_000)
"""The most results of chance that a question counts."""
MOST_POSITIONS = 60
"""The positions that are tried in vain, in a row, for a question."""


def positions(system: str, rng: Random) -> Iterator[Position]:
    """Random positions at which a player decides: crowded ones, and those of random games from bundled scenarios."""
    starts = [name for name in hw.scenarios() if name.startswith(f"{system}/")]
    while True:
        position: Position = EXTREME[system](rng)
        if starts and rng.random() < 0.6:
            position = hw.scenario(rng.choice(starts)).position
        for _ in range(rng.choice((0, 1, 3, 8))):
            node = position.chance
            if not position.to_act:
                break
            action = node.sample(rng) if node is not None else position.legal_actions(min(position.to_act)).pick(rng)
            position = position.apply(action).position
        if position.chance is None and position.to_act:
            yield position


class Asker:
    """Makes questions about a position.

    :param player: the one who acts
    """

    def __init__(self, position: Position, rng: Random) -> None:
        self.position, self.rng = position, rng
        self.player = min(position.to_act)
        self.clauses = [*position.system.rulebook]

    def picked(self) -> Any:
        return self.position.legal_actions(self.player).pick(self.rng)

    def text(self, action: Any) -> str:
        return f"{action.player}: {action}"

    def odd(self) -> str:
        """The text of an action that may be barred: a legal one with another space in it."""
        names = list(self.position.map.names())
        words = str(self.picked()).replace("-", " - ").split(" ")
        spaces = [n for n, word in enumerate(words) if self.position.map.find(word) is not None]
        if spaces:
            words[self.rng.choice(spaces)] = self.rng.choice(names)
        return f"{self.player}: {' '.join(words).replace(' - ', '-')}"

    def _mark(self) -> Any:
        spaces = [space for space, owner, _ in brute.pieces(self.position) if owner == self.player]
        return {"piece": self.rng.choice(spaces)} if spaces else None

    def _legal(self) -> Any:
        return {"action": self.rng.choice((self.odd, lambda: self.text(self.picked())))()}

    def _which(self) -> Any:
        return {"action": self.odd()}

    def _find(self) -> Any:
        return {"actions": [*dict.fromkeys([self.text(self.picked()), *(self.odd() for _ in range(4))])][:5]}

    def goal(self, action: Any) -> Any:
        """Conditions that an action brings about, or may."""
        after = self.position.apply(action)
        before, then = set(brute.pieces(self.position)), set(brute.pieces(after.position))
        found: list[dict[str, Any]] = [{"event": event.clause} for event in after.events]
        for space, owner, kind in sorted(then - before):
            found += [{"at": space}, {"at": space, "owner": owner}, {"at": space, "owner": owner, "kind": kind}]
        for space, owner, _ in sorted(before - then):
            found += [{"free": space}, {"free": space, "owner": owner}]
        names = list(self.position.map.names())
        found += [{"at": self.rng.choice(names)}, {"free": self.rng.choice(names)}]
        return self.rng.sample(found, min(len(found), self.rng.choice((1, 1, 2))))

    def pieced(self, action: Any) -> dict[str, Any]:
        space = first_space(action, self.position)
        return {"piece": space} if space and self.rng.random() < 0.5 else {}

    @property
    def are_few(self) -> bool:
        return len([*islice(self.position.legal_actions(self.player), MOST_RIVALS + 1)]) <= MOST_RIVALS

    def _do(self) -> Any:
        action = self.picked()
        return self.are_few and {"goal": self.goal(action), **self.pieced(action)}

    def _best(self) -> Any:
        action = self.picked()
        what = {"events": self.rng.choice([e.clause for e in self.position.apply(action).events] or self.clauses)}
        if self.rng.random() < 0.4:
            what = {"chance": self.goal(action)}
        goal = {"goal": self.goal(action)} if self.rng.random() < 0.3 else {}
        return self.are_few and {
            "of": "number",
            "want": self.rng.choice(("most", "least")),
            **what,
            **goal,
            **self.pieced(action),
        }

    def _predict(self) -> Any:
        action, rng = self.picked(), self.rng
        then = self.position.apply(action).position
        names = list(self.position.map.names())
        standing = [space for space, *_ in brute.pieces(self.position)] or names
        moved = [space for space, *_ in brute.pieces(then)] or names
        what = rng.choice(
            (
                {"at": rng.choice(moved + standing + names[:1])},
                {"piece": rng.choice(standing)},
                {"goal": self.goal(action)},
            )
        )
        return {"after": [self.text(action)], **what}

    def _again(self) -> Any:
        better = self.picked()
        to = {way[-1] for way in ways_of(self.position, better)}
        wanted = {"to": min(to)} if to and self.rng.random() < 0.6 else {}
        return {"better": [self.text(better)], "refused": self.rng.random() < 0.7, **wanted, **self.pieced(better)}

    def ask(self, kind: str) -> Exercise | None:
        """A question of a kind that can be asked; None if this try made none."""
        ask = getattr(self, f"_{kind}")()
        if not ask:
            return None
        problems = Problems()
        KINDS[kind].read(ask, self.position, problems)
        clauses = (self.clauses[0],)
        if kind == "which":
            with suppress(InputError):
                clauses = self.position.check(self.position.parse(ask["action"])).clauses[:1]
        made = Exercise("x", "", kind, self.position, ask, clauses)
        if not problems.found:
            with suppress(InputError):
                made.check()
                return made
        return None

    def answers(self, made: Exercise) -> list[str]:
        """Answers to a question, right and wrong ones."""
        rng, task = self.rng, made.task
        found = [made.key, *(answer for answer, _ in made.options)]
        if made.kind == "mark":
            right, names = sorted(task.spaces), list(self.position.map.names())  # type: ignore[attr-defined]
            found += [", ".join(right[1:]) or names[0], ", ".join({*right, rng.choice(names)})]
        elif made.kind == "predict" and "piece" in made.ask:
            found += [NOWHERE, *rng.sample(list(self.position.map.names()), 2), made.ask["piece"]]
        elif made.kind in ("do", "best", "again"):
            found += [self.text(self.picked()) for _ in range(ANSWERS)]
            found += [self.text(each) for each in islice(self.position.legal_actions(self.player), 3)]
        elif made.kind in ("legal", "which"):
            found += [*self.position.check(self.position.parse(made.ask["action"])).clauses]
        return [*dict.fromkeys(found)]


def judged(system: str, number: int, rng: Random) -> Iterator[tuple[str, Exercise, str, bool, bool]]:
    """Ask so many questions of a system. Yield each answer to them: the kind, the question, the answer, the verdicts of both judges."""
    kinds, left, vain = list(KINDS), number, 0
    for position in positions(system, rng):
        asker = Asker(position, rng)
        rng.shuffle(kinds)
        vain += 1
        for kind in kinds[:3]:
            try:
                made = asker.ask(kind)
                if made is None:
                    continue
                judge = Judge(kind, position, dict(made.ask), made.task.player)
                for answer in asker.answers(made):
                    try:
                        given = bool(made.answer(answer))
                    except InputError:  # it is no answer
                        continue
                    yield kind, made, answer, given, judge.right(answer)
            except TooManyError:
                continue
            left, vain = left - 1, 0
        if left <= 0 or vain > MOST_POSITIONS:
            return


@pytest.mark.slow
@pytest.mark.parametrize("system", SUBJECTS)
@pytest.mark.parametrize("part", range(PARTS))
def test_a_second_judge_agrees(part: int, system: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(goals, "MOST_POSITIONS", MOST_RESULTS)
    for kind, made, answer, given, right in judged(system, JUDGED, chances("judged", system, part)):
        assert given is right, (kind, made.ask, answer, made.position.key)


# ------------------------------------------------------------------ each by itself
LINE = hw.system("depletion").position(
    map=". . . .\n . . . .",
    players=["red", "blue"],
    armies={"red": {"0101": "1 archer", "0401": "1 cavalry"}, "blue": {"0402": "1 peasant"}},
)
STEPS = hw.scenario("depletion/first-steps").position


def test_an_action_of_another_piece_is_no_answer_where_a_piece_is_asked_for() -> None:
    each = exercise("do", LINE, goal=[{"event": "D1.1"}], piece="0401", clauses=["D1.1"], id="x")
    assert each.answer("0401-0301")
    assert not each.answer("0101-0201")
    desk = Desk(each, progress=Progress())
    desk.play("0101-0201")
    assert (desk.session.step.depth, desk.progress["x"].solved) == (0, False)
    desk.play("0401-0301")
    assert desk.progress["x"].solved


def test_each_player_who_stands_there_is_right() -> None:
    for name in [each for each in hw.scenarios() if each.startswith("rondel/")]:
        position = hw.scenario(name).position
        for action in position.legal_actions().some(20)[0]:
            standing = brute.pieces(position.apply(action).position)
            owners = {space: {owner for at, owner, _ in standing if at == space} for space, *_ in standing}
            both = [space for space, found in owners.items() if len(found) > 1]
            if both:
                each = exercise("predict", position, after=[f"{action.player}: {action}"], at=both[0], clauses=["R1.1"])
                assert {player for player, _ in each.options if each.answer(player)} == owners[both[0]]
                assert each.task.several
                return
    pytest.fail("no scenario has two players on a space")


def test_an_action_that_only_passes_a_space_does_not_lead_there() -> None:
    ask = {"better": ["0101-0201"], "refused": True, "to": "0201"}
    each = Exercise("x", "", "again", LINE, ask, ("D1.1",))
    assert each.answer("0101-0201")
    assert not each.answer("0401-0301-0201-0202")


def test_a_condition_without_a_kind_is_about_units() -> None:
    name, space = next(
        (name, piece.space)
        for name in hw.scenarios()
        for position in [hw.scenario(name).position]
        for piece in position.system.scene(Observation(None, position)).pieces
        if piece.layer != "unit" and all(at != piece.space for at, *_ in brute.pieces(position))
    )
    made = stage(name, "Go there.", goal=[{"at": space}])
    assert made.goal


def test_an_aim_that_holds_already_is_refused() -> None:
    with pytest.raises(InputError, match="it is so already, before anything is done"):
        stage(LINE, "Stay.", goal=[{"at": "0101", "owner": "red"}])
    assert stage(LINE, "Stay, and march.", goal=[{"at": "0101", "owner": "red"}], uses=["D2.1"]).uses


@pytest.mark.slow
@pytest.mark.parametrize("system", ["depletion", "frontiers", "orders", "plotted", "rondel"])
def test_a_seed_gives_the_same_exercise_from_every_variant(system: str) -> None:
    for each in load(system):
        if each.vary:
            found = [each.variant(seed) for seed in (1, 2, 3)]
            assert [variant.variant(3) for variant in found] == [each.variant(3)] * 3
            assert found[2].variant(0) == each


@pytest.mark.slow
@pytest.mark.parametrize("system", ["depletion", "frontiers", "orders", "plotted", "rondel"])
def test_another_asks_each_other_question_before_one_comes_again(system: str) -> None:
    for each in load(system):
        values = each.vary.get("ask", {})
        if values and "ground" not in each.vary:
            number = 1
            for part in values.values():
                number *= len([*{str(value): value for value in part}])
            asked = [str(each.variant(seed).ask) for seed in range(1, number)]
            assert len({*asked}) == number - 1, each.id
            assert str(dict(each.ask)) not in asked, each.id


def test_a_course_with_a_variant_is_written_and_read_as_it_is() -> None:
    each = next(each for each in load("depletion") if "ground" in each.vary)
    own = hw.lessons.course([each.variant(2)], "Variants")
    again = hw.open_link(hw.link(own))
    assert again.parts[0] == each.variant(2)
    assert again.parts[0].variant(3) == each.variant(3)


if __name__ == "__main__":
    goals.MOST_POSITIONS = MOST_RESULTS
    questions, answers, wrong = set[int](), Counter[str](), list[Any]()
    kept = []
    for kind, made, answer, given, right in judged(sys.argv[1], int(sys.argv[2]), chances("judged", *sys.argv[1:])):
        questions.add(id(made))
        kept.append(made)
        answers[kind] += 1
        if given is not right:
            wrong.append((kind, made.ask, answer, given, right))
    print(
        sys.argv[1],
        len(questions),
        "questions",
        answers.total(),
        "answers",
        dict(answers),
        len(wrong),
        "wrong",
        wrong[:6],
    )
