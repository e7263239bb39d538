"""The published schema of messages: it allows every message of a board, and refuses the messages that a board refuses."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

import hexwidget as hw
from hexwidget.files import Annotations
from hexwidget.widget import connections
from hexwidget.widget.answers import Answers
from hexwidget.widget.connections.intents import INTENTS, MOST_NUMBER, arguments, read_message
from hexwidget.widget.connections.messages import TRAITS
from hexwidget.widget.drawings import Drawings
from hexwidget.widget.pages.recording import recording_of, run_to_end
from tests import inside
from tests.amounts import SOAK, examples, many, of_each_system

SCHEMA = json.loads((Path(connections.__file__).parent / "messages.schema.json").read_text(encoding="utf-8"))


@cache
def validator(part: str) -> Draft202012Validator:
    return Draft202012Validator({"$ref": f"#/$defs/{part}", "$defs": SCHEMA["$defs"]})


FORMS = [SCHEMA["$defs"][each["$ref"].rpartition("/")[2]] for each in SCHEMA["$defs"]["Message"]["oneOf"]]
INTENT = validator("Message")
OF_INTENT = {
    form["properties"]["intent"]["const"]: Draft202012Validator({**form, "$defs": SCHEMA["$defs"]}) for form in FORMS
}
"""For each intent the one form of a message that has it: to try all the others takes ten times as long."""


@cache
def check(part: str, text: str) -> None:
    """Check JSON against a part of the schema, once: boards of one game send much alike."""
    validator(part).validate(json.loads(text))


REFEREED = hw.scenarios() if SOAK else [*{name.partition("/")[0]: name for name in hw.scenarios()}.values()]
"""The games whose boards show a referee everything: in a daily run one of each system."""
GAMES = [*((name, True) for name in REFEREED), *((name, False) for name in of_each_system(hw.scenarios(), 3))]
ROUNDS = many(2, 40, quick=1)
"""The number of times that each board of a game is asked about everything."""


class Checked:
    """A board, and a check of all its messages against the schema."""

    def __init__(self, board: hw.Board) -> None:
        self.board = board
        self.count = 0
        self.replies: list[Any] = []
        self.valid: dict[str, Any] = {}
        """The traits that were found valid. A trait is checked again when it is set anew."""
        board.send = lambda content, buffers=None: self.replies.append(content)

    def ask(self, intent: str, **args: Any) -> Any:
        self.count += 1
        message = {
            "id": f"m{self.count}",
            "revision": inside.status(self.board)["revision"],
            "intent": intent,
            "args": args,
        }
        OF_INTENT[intent].validate(message)
        return self.raw(message)

    def raw(self, message: Any) -> Any:
        inside.receive(self.board, message)
        check("Reply", json.dumps(self.replies[-1]))
        assert self.replies[-1]["ok"] or self.replies[-1]["error"]
        for trait in TRAITS:
            value = getattr(self.board, trait)
            if self.valid.get(trait, self) is not value:
                check(f"BoardState/properties/{trait}", json.dumps(value))
                self.valid[trait] = value
        return self.replies[-1]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "referee"), GAMES)
def test_everything_sent_in_a_game_is_valid(name: str, referee: bool) -> None:
    rng = Random(name)
    rulebook = hw.scenario(name).position.system.rulebook
    session = hw.Session(hw.scenario(name).position, seed=1, rolls="ask")
    boards = [Checked(hw.Board(session, player=None if referee else p)) for p in session.position.players]
    for _ in range(ROUNDS):
        for checked in boards:
            checked.ask("hello")
            board = checked.board
            for _ in range(3):
                now = inside.current(board) or inside.choices(board)["root"]
                drafts = [o["leadsTo"] for o in now["options"] if not o["findings"]]
                drafts += [d for o in now["options"] for d in (o["fewer"], o["more"]) if d]
                if not drafts:
                    break
                checked.ask("choose", draft=rng.choice(drafts))
            draft = inside.current(board)["draft"] if inside.current(board) else {}
            space = rng.choice(list(session.position.map.names()))
            checked.ask("explain", draft=draft, space=space, clicked=rng.random() < 0.5)
            checked.ask("confirm", draft=draft, at_once=True)
            assert checked.ask("read_clause", clause=rng.choice(list(rulebook)))["clause"]["text"]
        position = session.position
        if position.chance is not None:
            session.roll()
        elif position.to_act:
            session.play(position.legal_actions(rng.choice(sorted(position.to_act))).sample(rng))
    if referee:
        for intent in ("undo", "redo", "undo"):
            assert boards[0].ask(intent)["ok"]
        boards[0].ask("goto", step=0)
        assert boards[0].ask("list_events", step=1)["events"]
        for player in (*session.position.players, None):
            assert boards[0].ask("view", player=player)["ok"]
            assert inside.status(boards[0].board)["seenBy"] == player
        boards[0].board.show([next(iter(session.position.map.names()))], "mine")
        boards[0].ask("hello")
        assert boards[0].ask("edit", on=True)["ok"]
        brushes = inside.editing(boards[0].board)["brushes"]
        for brush in rng.sample(brushes, min(3, len(brushes))):
            spaces = rng.sample(list(session.position.map.names()), 1)
            boards[0].ask("paint", brush=brush["key"], spaces=spaces, player=session.position.players[0])
        for setting in inside.editing(boards[0].board)["settings"][:2]:
            assert boards[0].ask("change", setting=setting["name"], value=setting["now"])["ok"]
        first = next(iter(session.position.map.names()))
        for brush in ("note", "shade"):
            assert boards[0].ask("draw", brush=brush, spaces=[first], text="words", hue="mark")["ok"]
        assert boards[0].ask("write", part="prose", text="Words.")["ok"]
        for about, text in (("kind", "mark"), ("sentence", "Where to?")):
            assert boards[0].ask("ask", about=about, text=text, spaces=[])["ok"]
        boards[0].ask("show", what="action")
        boards[0].ask("edit", on=True)
        boards[0].ask("ask", about="kind", text="", spaces=[])
        assert "hw.system" in boards[0].ask("export", form="python")["text"]
        made = boards[0].ask("export", form="scenario")
        assert made["ok"] != bool(inside.editing(boards[0].board)["findings"])
        boards[0].ask("edit", on=False)
    for checked in boards:
        assert checked.ask("picture", theme="dark")["svg"].startswith("<svg")
        checked.board.close()


@pytest.mark.slow
@pytest.mark.parametrize("name", ["depletion/first-steps", "plotted/the-ford", "frontiers/combat"])
@pytest.mark.parametrize("referee", [True, False])
def test_a_recording_is_valid(name: str, referee: bool) -> None:
    rng = Random(name)
    session = hw.Session(hw.scenario(name).position, seed=1)
    for _ in range(6):
        if session.position.to_act:
            player = rng.choice(sorted(session.position.to_act))
            session.play(session.position.legal_actions(player).sample(rng))
    recording = run_to_end(
        recording_of(session, None if referee else session.position.players[0], Drawings(Annotations()))
    )
    validator("Recording").validate(recording)


@pytest.mark.slow
def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(SCHEMA)


def test_all_intents_have_an_answer() -> None:
    answers = {name.removeprefix("_answer_") for name in vars(Answers) if name.startswith("_answer_")}
    assert answers == set(INTENTS)


def test_the_schema_names_all_intents() -> None:
    named = {form["properties"]["intent"]["const"]: form["properties"]["args"]["required"] for form in FORMS}
    assert named == {name: list(arguments(intent)) for name, intent in INTENTS.items()}


TEXTS = st.text(max_size=200)
DRAFTS = st.dictionaries(
    TEXTS, st.one_of(st.text(max_size=2000), st.booleans(), st.integers(-MOST_NUMBER, MOST_NUMBER)), max_size=6
)
VALUES = {
    "draft": DRAFTS,
    "to": DRAFTS,
    "step": st.integers(0, MOST_NUMBER),
    "by_hand": st.booleans(),
    "at_once": st.booleans(),
    "space": TEXTS,
    "player": st.one_of(TEXTS, st.none()),
    "clause": TEXTS,
    "action": st.text(max_size=4000),
    "theme": st.sampled_from(["light", "dark"]),
    "on": st.booleans(),
    "clicked": st.booleans(),
    "brush": TEXTS,
    "spaces": st.lists(TEXTS, min_size=1, max_size=5),
    "setting": TEXTS,
    "image": TEXTS,
    "x": st.integers(-MOST_NUMBER, MOST_NUMBER),
    "y": st.integers(-MOST_NUMBER, MOST_NUMBER),
    "value": st.one_of(TEXTS, st.integers(-MOST_NUMBER, MOST_NUMBER)),
    "form": st.sampled_from(["python", "scenario", "page", "address"]),
    "text": st.text(max_size=200),
    "hue": TEXTS,
    "part": st.sampled_from(["title", "prose"]),
    "edge": st.sampled_from(["top", "left"]),
    "by": st.integers(-1, 1),
    "columns": st.integers(1, 9999),
    "rows": st.integers(1, 9999),
    "called": TEXTS,
    "about": st.sampled_from(["kind", "way"]),
    "colour": TEXTS,
    "what": st.sampled_from(["action", "question"]),
}


@st.composite
def intents(draw: st.DrawFn) -> dict[str, Any]:
    name = draw(st.sampled_from(sorted(INTENTS)))
    values = {**VALUES, "player": TEXTS} if name == "colour" else VALUES  # nobody has no colour
    args = {each: draw(values[each]) for each in arguments(INTENTS[name])}
    at = draw(st.text(min_size=1, max_size=200))
    return {"id": at, "revision": draw(st.integers(0, MOST_NUMBER)), "intent": name, "args": args}


@pytest.mark.slow
@examples(40)
@given(intents(), st.data())
def test_messages_that_the_schema_allows_are_read_and_others_are_refused(
    intent: dict[str, Any], data: st.DataObject
) -> None:
    INTENT.validate(intent)
    read_message(intent)
    wrong = data.draw(
        st.sampled_from(
            [
                {**intent, "intent": "run"},
                {**intent, "more": 1},
                {**intent, "args": {**intent["args"], "more": 1}},
                {**intent, "args": {**intent["args"], "draft": {"x": 1.5}}},
                {**intent, "args": {**intent["args"], "draft": {"x": "y" * 2001}}},
                {**intent, "revision": -1},
                {**intent, "id": ""},
                {key: value for key, value in intent.items() if key != "id"},
                [intent],
            ]
        )
    )
    assert list(INTENT.iter_errors(wrong))
    with pytest.raises(hw.InputError):
        read_message(wrong)
