"""A player's board with its view, and a log of its messages."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Any

from comm.base_comm import BaseComm

import hexwidget as hw
from hexwidget.rules import Action, ChanceOutcome
from hexwidget.widget.connections.notebook import loader_place
from hexwidget.widget.traits import Traits
from tests import inside
from tests.secrets.questions import asked


def without_code(state: Mapping[str, Any]) -> dict[str, Any]:
    """A board's traits without the code of the front end, which is the same on all boards."""
    return {name: value for name, value in state.items() if name not in ("_esm", "_css", "_front_end")}


class Line(BaseComm):
    """A comm that records its messages in one log with the other comms of the same board."""

    sent: list[str] = []  # noqa: RUF012  (that of the board that is being made)

    def __init__(self, *args: Any, **keywords: Any) -> None:
        self.kept = Line.sent
        super().__init__(*args, **keywords)

    def publish_msg(
        self, msg_type: str, data: Any = None, metadata: Any = None, buffers: Any = None, **keys: Any
    ) -> None:
        if msg_type == "comm_open" or (data and data.get("method") == "update"):
            data = {**data, "state": without_code(data["state"])}
        text = json.dumps([msg_type, data, metadata], sort_keys=False, default=str)
        self.kept.append(text + "".join(bytes(b).hex() for b in buffers or ()))


@dataclass
class Seat:
    """A player's board with its view, and a log of its messages and of the results of cells."""

    board: hw.Board
    sent: list[str]
    ids: dict[str, str] = field(default_factory=dict)
    count: int = 0
    said: list[str] = field(default_factory=list)

    @classmethod
    def at(cls, session: hw.Session, player: str | None, **settings: Any) -> Seat:
        loader_place()  # all boards share it, so it is no message of this one
        Line.sent = []
        sent = Line.sent
        board = hw.Board(session, player=player, **settings)
        return cls(board, sent, {board.model_id: "board", board.layout.model_id: "layout"})

    @property
    def log(self) -> list[str]:
        """The whole log. Ids of models, which differ by board, are replaced."""
        return [re.sub("|".join(self.ids), lambda id_: self.ids[id_[0]], text) for text in (*self.sent, *self.said)]

    def receive(self, method: str, **data: Any) -> None:
        inside.handle_message(self.board, {"content": {"data": {"method": method, **data}}, "buffers": []})

    def ask(self, intent: str, revision: int | None = None, at: str = "", **args: Any) -> None:
        self.count += 1
        known = inside.choices(self.board)["revision"] if revision is None else revision
        message = {"id": at or f"m{self.count}", "revision": known, "intent": intent, "args": args}
        self.receive("custom", content=message)

    def drafts(self, rng: Random, clicks: int = 3) -> None:
        """Send a few clicks, and ask for the explanation of a space after them."""
        for _ in range(clicks):
            now = inside.current(self.board) or inside.choices(self.board)["root"]
            offered = [option["leadsTo"] for option in now["options"]]
            if not offered:
                break
            self.ask("choose", draft=rng.choice(offered))
        draft = (inside.current(self.board) or {"draft": {}})["draft"]
        spaces = list(self.board.position.map.names())
        self.ask("explain", draft=draft, space=rng.choice(spaces))

    def everything(self, rng: Random) -> None:
        """Send all intents, valid and invalid."""
        board = self.board
        players = [*board.position.players, None]
        self.drafts(rng)
        self.ask("hello")
        self.ask("hello", revision=0)
        self.ask("choose", revision=inside.status(board)["revision"] + 1, draft={})
        self.ask("choose", draft={"nothing": "of the kind"})
        self.ask("read_clause", clause=rng.choice(list(board.position.system.rulebook)))
        self.ask("hover", space=rng.choice(list(board.position.map.names())))
        if inside.choices(board)["root"]["action"] is None:
            self.ask("confirm", draft={})
        if rng.random() < 0.2:
            self.ask("picture", theme="dark")
        if board.player is not None:
            for player in players:
                self.ask("view", player=player)
            for intent in ("undo", "redo"):
                self.ask(intent)
            for step in (0, 1, 1000):
                self.ask("goto", step=step)
                self.ask("list_events", step=step)
            self.ask("set_rolls", by_hand=True)
            self.ask("edit", on=True)
            self.ask("paint", brush="forest", spaces=["0101"], player="red")
            self.ask("change", setting="turn", value="red")
            self.ask("export", form="python")
            for other in players[:-1]:
                self.ask("play", action=f"{other}: what is this")
        self.ask("say", at="m1")
        self.receive("custom", content=[1])
        self.receive("request_state")
        self.receive("update", state={"_status": {"text": "mine"}})
        self.traits(rng)

    def traits(self, rng: Random) -> None:
        """Set traits as a page does, whether it may or not."""
        space = rng.choice(list(self.board.position.map.names()))
        wishes: list[tuple[str, object]] = [
            ("selected", space),
            ("overlays", {"mine": {"spaces": {space: 1}}}),
            ("theme", rng.choice(("dark", "light", "none"))),
            ("hovered", space),
            ("last_verdict", None),
        ]
        if self.board.player is not None:
            wishes += [("player", player) for player in ("", *self.board.position.players)]
            wishes += [(name, number) for name in ("step", "last_step") for number in (0, 1, 1000)]
        for name, value in wishes:
            self.receive("update", state={name: value})
        self.receive("update", state={"overlays": {}})

    def cells(self, rng: Random, elsewhere: list[Action]) -> None:
        """Record what a cell gets from the board, with all errors."""
        board, player = self.board, self.board.player
        play: Callable[[Any], object] = board.play
        spaces = list(board.position.map.names())
        space = rng.choice(spaces)
        questions: dict[str, Callable[[], object]] = {
            "observation": lambda: board.observation,
            "position": lambda: (board.position, board.position.key, hash(board.position)),
            "repr": lambda: board,
            "traits": lambda: {name: getattr(board, name) for name in sorted(Traits.class_own_traits())},
            "state": lambda: without_code(board.get_state()),
            "svg": board.to_svg,
            "suggest": lambda: board.suggest(seconds=None, trials=4),
            "snapshot": lambda: (board.snapshot().description, board.snapshot().recording),
            "scenario": board.scenario,
            "lines": board.python_lines,
            "roll": board.roll,
            "undo": board.undo,
            "goto": lambda: board.goto(1),
            "edit": board.edit,
            "select": lambda: board.select(space),
            "click": lambda: board.click(space),
            "set": lambda: setattr(board, "position", hw.scenario("depletion/first-steps").position),
            "step": lambda: setattr(board, "step", 1),
            "player": lambda: setattr(board, "player", None),
            "selected": lambda: setattr(board, "selected", space),
            "overlays": lambda: setattr(board, "overlays", {"mine": [space]}),
            "chance": partial(play, ChanceOutcome("die", "6")),
            "card": partial(play, ChanceOutcome(f"{player}'s civic deck", "nothing")),
        }
        for action in elsewhere:
            if action.player != player:
                questions[f"play {action!r}"] = partial(play, action)
            elif not board.position.check(action):
                questions[f"play {action!r}"] = partial(play, action)
                questions[f"text {action!r}"] = partial(play, str(action))
        self.said += [f"{name}: {asked(question)}" for name, question in questions.items()]


def same(one: list[str], other: list[str]) -> None:
    """Check that two logs are identical. A failure shows the first difference."""
    for n, (a, b) in enumerate(zip(one, other, strict=False)):
        if a != b:
            at = next((k for k, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))
            raise AssertionError(
                f"message {n} differs: ...{a[max(0, at - 200) : at + 120]} | {b[max(0, at - 200) : at + 120]}"
            )
    assert len(one) == len(other)
