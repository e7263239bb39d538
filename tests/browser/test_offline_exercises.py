"""Exercises on a page without a kernel: the page says, offers and draws what a desk does."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

import hexwidget as hw
from hexwidget.files import Annotations
from hexwidget.lessons import Desk, Exercise, load
from hexwidget.lessons.exercises.offline_answers import exercises_for_page
from hexwidget.widget.drawings import Drawings
from hexwidget.widget.looks import Looks
from hexwidget.widget.pages.recording import run_to_end
from tests import inside
from tests.amounts import chances, many
from tests.browser.direct import STATIC, lent_page
from tests.widget.page import ask
from tests.widget.test_differences import applied

TALK = """async ([front, code, held, messages]) => {
  const loaded = (text) => import(URL.createObjectURL(new Blob([text], { type: "text/javascript" })));
  const [{ mapOf }, { OfflineExercisesModel }] = [await loaded(front), await loaded(code)];
  const model = new OfflineExercisesModel(JSON.parse(held), mapOf);
  const replies = [];
  for (const message of [{ intent: "hello", args: {} }, ...JSON.parse(messages)]) {
    const { ok, verdict } = await new Promise((done) => {
      const take = (reply) => { model.off("msg:custom", take); done(reply); };
      model.on("msg:custom", take);
      model.send({ id: "1", ...message });
    });
    const shown = Object.fromEntries(["_choices", "_current", "_state", "_status", "_timeline"].map((n) => [n, model.get(n)]));
    replies.push(JSON.stringify({ ok, verdict, ...shown }));
  }
  return replies;
}"""
"""Talk with the model of a page; returns what it shows after each message."""


class Talk:
    """A talk with a desk: the messages, and what the desk shows after each.

    :param held: the exercise as a page holds it
    """

    def __init__(self, exercise: Exercise, held: dict[str, Any], rng: Random) -> None:
        self.desk, self.rng = Desk(exercise), rng
        self.variant = held["exercises"][0]["variants"][0]
        self.messages: list[dict[str, Any]] = []
        self.shown = [self._shown({"ok": True})]
        self.frame = 0
        """The frame that a page shows: a desk numbers its steps as they are played."""

    def say(self, intent: str, **args: Any) -> None:
        """Send the desk a message."""
        reply = ask(self.desk.board, intent, **args)
        self.messages.append({"intent": intent, "args": args})
        self.shown.append(self._shown(reply))

    def _shown(self, reply: dict[str, Any]) -> dict[str, Any]:
        board = self.desk.board
        shown = {name: getattr(board, name) for name in ("_choices", "_current", "_state", "_status", "_timeline")}
        text = json.dumps({"ok": reply["ok"], "verdict": reply.get("verdict"), **shown})
        found: dict[str, Any] = json.loads(text)
        return found

    def answer(self) -> None:
        """Give some answer: choose it, then confirm it."""
        draft = self._some_answer()
        self.say("choose", draft=draft)
        self.say("confirm", draft=draft, at_once=True)
        if self.variant["by"] == "action":
            self.frame = next(held.get("to", 0) for each, held in held_at(self.variant, self.frame) if each == draft)

    def _some_answer(self) -> dict[str, Any]:
        match self.variant["by"]:
            case "spaces":
                right = self.desk.exercise.key.split(", ")
                others = [name for name in self.desk.position.map.names() if name not in right]
                wrong = self.rng.sample(others, min(len(others), self.rng.choice([0, 0, 1, 2, 7])))
                missed = self.rng.choice([0, 0, 1, 3])
                marked = [*self.rng.sample(right, max(0, len(right) - missed)), *wrong] or [right[0]]
                return {f"answer/{name}": True for name in marked}
            case "action":
                return self.rng.choice([draft for draft, held in held_at(self.variant, self.frame) if "reply" in held])
            case _:
                options = inside.choices(self.desk.board)["root"]["options"]
                return dict(self.rng.choice([o["leadsTo"] for o in options if o["slot"] == "answer"]))

    def press(self, wish: str) -> None:
        """Press a button of the desk, if it is there."""
        for option in inside.choices(self.desk.board)["root"]["options"]:
            if option["slot"].startswith("desk") and option["value"] == wish:
                self.say("choose", draft=option["leadsTo"])
                return

    def had(self) -> None:
        """Talk at random."""
        for _ in range(self.rng.randint(3, 9)):
            match self.rng.choice(["answer"] * 6 + ["hint", "tell", "undo", "why"]):
                case "answer":
                    if self.variant["by"] != "action" or any(
                        "reply" in held for _, held in held_at(self.variant, self.frame)
                    ):
                        self.answer()
                case "hint":
                    self.press("hint")
                case "tell":
                    self.press("answer")
                case "undo" if self.desk.session.step.depth:
                    self.say("goto", step=0)
                    self.frame = 0
                case "why" if self.frame == 0:
                    self.say(
                        "explain", draft={}, space=self.rng.choice([*self.desk.position.map.names()]), clicked=False
                    )


def held_at(variant: dict[str, Any], frame: int) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """The drafts that a page holds at a frame, each with what it holds of it."""
    drafts: list[dict[str, Any]] = []
    for held in variant["frames"][frame]["held"]:
        drafts.append(applied(drafts[held["like"]] if held["like"] < len(drafts) else None, held["choices"]))
        yield drafts[-1]["draft"], held


def plain(shown: dict[str, Any]) -> dict[str, Any]:
    """The parts of what is shown that a page and a desk have in common."""
    state = {key: value for key, value in shown["_state"].items() if key not in ("revision", "version")}
    current = shown["_current"] and {key: value for key, value in shown["_current"].items() if key != "revision"}
    timeline = {key: shown["_timeline"][key] for key in ("depth", "events", "own", "outcome", "drawn", "canUndo")}
    verdict = shown.get("verdict") and {**shown["verdict"], "nearest": None}
    words = {"said": shown["_status"]["said"], "text": shown["_status"]["text"]}
    return {
        "ok": shown["ok"],
        "verdict": verdict,
        "root": shown["_choices"]["root"],
        "current": current,
        "state": state,
        **words,
        **timeline,
    }


def as_held(live: Any, mine: Any) -> Any:
    """The choices of a desk without those that a page leaves out."""
    if live is None or mine is None:
        return live
    held = {json.dumps([each["slot"], each["value"]]): each for each in mine["options"]}
    found = [(each, held.get(json.dumps([each["slot"], each["value"]]))) for each in live["options"]]
    left = [{**each, **{part: same[part] and each[part] for part in ("fewer", "more")}} for each, same in found if same]
    return {**live, "options": left, "field": mine["field"] and live["field"]}


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    with lent_page(browser) as lent:
        yield lent


@pytest.fixture(scope="module")
def code() -> list[str]:
    return [(STATIC / name).read_text(encoding="utf-8") for name in ("board.js", "recorded.js")]


@pytest.mark.parametrize("system", hw.system_names())
def test_a_page_says_and_draws_what_a_desk_does(system: str, page: Page, code: list[str]) -> None:
    listed = load(system)
    rng = chances(system)
    for exercise in rng.sample(listed, min(len(listed), many(12, 60, 4))):
        seed = rng.choice([0, 1, 2]) if exercise.vary else 0
        each = exercise.variant(seed)
        held = run_to_end(exercises_for_page([each], 0, Drawings(Annotations()), Looks(), variants=1, most=150))
        for _ in range(many(1, 10)):
            talk = Talk(each, held, rng)
            with closing(talk.desk):
                talk.had()
            told = page.evaluate(TALK, [*code, json.dumps(held), json.dumps(talk.messages)])
            for message, page_shows, desk_shows in zip([{}, *talk.messages], told, talk.shown, strict=True):
                mine, live = plain(json.loads(page_shows)), plain(desk_shows)
                if talk.variant["beyond"]:
                    live |= {part: as_held(live[part], mine[part]) for part in ("root", "current")}
                for part in live:
                    assert mine[part] == live[part], (each.id, seed, part, message)


def test_a_kept_desk_counts_the_exercises_that_there_are(
    page: Page, code: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hexwidget.lessons.exercises.activity.MOST_KEPT", 2)
    with closing(Desk("orders")) as desk:
        desk.next()
        kept = run_to_end(inside.lesson(desk).for_page(Drawings(Annotations()), Looks(), brief=True))
        live = inside.status(desk.board)["said"][0]
    (told,) = page.evaluate(TALK, [*code, json.dumps(kept), "[]"])
    said = json.loads(told)["_status"]["said"][0]
    assert said["heading"] == live["heading"]
    assert said["heading"].startswith(f"2 of {len(load('orders'))}: ")
    assert (said["dots"], said["counted"]) == ("● ○", "0 of these 2 solved")
