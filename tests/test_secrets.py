"""Hidden information makes no difference to the player from whom it is hidden: pairs of positions, and pairs of whole games.

For each system with hidden information the tests make a *twin* of a position or of a game, which the player cannot tell from
the original. They ask both everything that the player may ask, in Python and over the wire. The answers must be identical.
"""

from __future__ import annotations

import inspect
import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache, partial
from itertools import islice
from random import Random
from typing import Any

import comm
import pytest
from comm.base_comm import BaseComm

import hexwidget as hw
from hexwidget.rules import Action, ChanceOutcome, Draft, IllegalAction, Position, Status
from hexwidget.rules.editing import python_lines, settings_of
from hexwidget.widget import prefetch, recording
from hexwidget.widget.encode import encode
from tests.amounts import many

SOAK = many(1, 20)
"""The number of random games of each scenario."""
STEPS = 10 if SOAK == 1 else 30
EVERY = 5
"""A twin is made of one position in this many."""
LARGE = 60
"""Maps with more spaces get fewer questions outside a soak."""
LISTED = 12
"""The number of legal actions that are compared one by one."""

Done = Action | ChanceOutcome
Script = list[tuple[Position, Done]]
"""A game: each position with the action or outcome there."""


# ---------------------------------------------------------------- twins of each system
Surgery = Callable[[Position, str, Script, Random], dict[str, Any]]
"""A position's description with everything drawn anew that the player cannot see now and that the game does not reveal later."""


def orders_of_others(position: Position, player: str, script: Script, rng: Random) -> dict[str, Any]:
    """P1.9: remove the sealed orders of others; `hidden_deeds` seals other orders."""
    found = position.system.to_json(position)
    # Orders that are sealed at the start of a game are carried out later.
    found["sealed"] = {own: orders for own, orders in found["sealed"].items() if own == player or script}
    return dict(found)


def cards_of_others(position: Position, player: str, script: Script, rng: Random) -> dict[str, Any]:
    """F9.1: others hold other cards of the same decks, except the cards that they play later; nothing is sealed."""
    found = position.system.to_json(position)
    cards: Any = getattr(position, "cards")  # noqa: B009  (of this system only)
    plays = Counter(
        (done.player, done.card) for _, done in script if isinstance(done, Action) and hasattr(done, "card")
    )
    for other in position.players:
        if other == player:
            continue
        hand = Counter(found["hands"].get(other, {}))
        kept = Counter({card: min(n, plays[other, card]) for card, n in hand.items()})
        dealt = Counter(kept)
        for deck in ("civic", "army"):
            known = [card.name for card in cards.values() if card.deck == deck]
            held = sum(n for card, n in hand.items() if card in known and n) - sum(kept[card] for card in known)
            dealt.update(rng.choices(known, k=held))
            pile = Counter(found[deck].get(other, {}))
            drawn = Counter(
                {
                    card: min(n, plays[other, card] - kept[card])
                    for card, n in pile.items()
                    if plays[other, card] > kept[card]
                }
            )
            drawn.update(rng.choices(known, k=pile.total() - drawn.total()))
            found[deck][other] = dict(sorted(drawn.items()))
        found["hands"][other] = {card: n for card, n in sorted(dealt.items()) if n}
        if not script:
            found["sealed"].pop(other, None)
            found["chosen"].pop(other, None)
    found["hands"] = {own: held for own, held in found["hands"].items() if held}
    return dict(found)


def tiles_and_events(position: Position, player: str, script: Script, rng: Random) -> dict[str, Any]:
    """D8.2: the stacks hold other tiles and cards, except those that are drawn later; in a fixed stack these come first."""
    found = position.system.to_json(position)
    hidden = found.get("exploration")
    if hidden is None:
        return dict(found)
    for pile, source in (("tiles", "tile stack"), ("events", "event deck")):
        left, come = list(hidden[pile]), list[str]()
        for _, done in script:
            if isinstance(done, ChanceOutcome) and done.source == source:
                left.remove(done.value)
                come.append(done.value)
        if pile == "tiles":
            size = len([symbol for symbol in left[0] if symbol not in "*o"]) if left else 0
            other = ["".join(rng.choices(".%^&~", k=size)) + rng.choice(["", "*", "o"]) for _ in left]
        else:
            other = [f"{card} {rng.randrange(1000)}" for card in left]
        rng.shuffle(other)
        hidden[pile] = come + other
    return dict(found)


SECRETS: dict[str, Surgery] = {
    "plotted": orders_of_others,
    "frontiers": cards_of_others,
    "depletion": tiles_and_events,
}


def hides(name: str) -> bool:
    """True if a scenario hides something, now or later."""
    system, _, _ = name.partition("/")
    return system in SECRETS and (system != "depletion" or bool(hw.scenario(name).position.exploration.tiles))


WITH_SECRETS = [name for name in hw.scenarios() if hides(name)]
WITHOUT = [name for name in hw.scenarios() if name not in WITH_SECRETS and not name.startswith("toy/")]
"""The scenarios without hidden information. (The toy hides information in a way of its own.)"""


def hidden_deed(position: Position, done: Done, player: str) -> bool:
    """True if a player sees nothing of an action or outcome."""
    after = position.apply(done)
    told = position.system.told(position, done, player)
    seen = [event for event in after.events if event.visible_to is None or player in event.visible_to]
    return told is None and not seen and position.observe(player) == after.position.observe(player)


def hidden_deeds(position: Position, player: str, rng: Random) -> Iterator[Action]:
    """The actions of others here that the player does not notice."""
    if position.system.name == "depletion":  # no action is secret there
        return
    for other in position.players:
        if other == player or not position.to_act or position.chance is not None:
            continue
        try:
            action = position.legal_actions(other).sample(rng)
        except LookupError:  # this player has no decision now
            continue
        if hidden_deed(position, action, player):
            yield action


def twin(position: Position, player: str, rng: Random) -> Position:
    """Another position that looks the same to a player."""
    system = position.system
    made: Position = system.from_json(SECRETS[system.name](position, player, [], rng), strict=False)
    for _ in range(rng.randrange(3)):
        for action in islice(hidden_deeds(made, player, rng), 1):
            made = made.apply(action).position
    return made


def looking(position: Position, rng: Random) -> list[str]:
    """The players for whom twins are made: all in a soak, otherwise one of them."""
    return list(position.players) if SOAK > 1 else [rng.choice(position.players)]


def brief(position: Position) -> bool:
    """True if only some questions are asked."""
    return SOAK == 1 and len(position.map) > LARGE


# ---------------------------------------------------------------- random games
CLICKED = {"depletion": 1.0}
"""The share of actions that are made by clicks instead of samples."""


def clicked(position: Position, player: str, rng: Random) -> Action | None:
    """The action that random clicks lead to. None if they lead to none."""
    now = position.choices(player=player)
    for _ in range(12):
        offered = [option.leads_to for option in now.options if option.legal and not option.chosen]
        if now.field is not None and now.field.reach:
            spaces = list(now.field.reach)
            unknown = [space for space in spaces if position.map.terrain(position.map.index(space)) == "unexplored"]
            offered = [now.draft.set(now.field.slot, rng.choice(unknown or spaces))]
        if not offered or (now.action is not None and now.verdict and rng.random() < 0.5):
            break
        now = position.choices(rng.choice(offered), player)
    return now.action if isinstance(now.action, Action) and now.verdict and now.action.player == player else None


@cache
def game(name: str, seed: int, steps: int = STEPS) -> Script:
    rng = Random(f"{name} {seed} secrets")
    position: Position = hw.scenario(name).position
    found: Script = []
    while len(found) < steps and position.to_act:
        done: Done
        if position.chance is not None:
            done = position.chance.sample(rng)
        else:
            player = rng.choice(sorted(position.to_act))
            # Clicking is fast where sampling takes long.
            clicks = clicked(position, player, rng) if rng.random() < CLICKED.get(position.system.name, 0.3) else None
            done = clicks or position.legal_actions(player).sample(rng)
        found.append((position, done))
        position = position.apply(done).position
    return found


def twin_game(script: Script, player: str, rng: Random) -> Script:
    """A game that looks the same to a player: with other hidden information at the start, and other cards drawn by others."""
    system = script[0][0].system
    position: Position = system.from_json(SECRETS[system.name](script[0][0], player, script, rng), strict=False)
    found: Script = []
    for n, (before, done) in enumerate(script):
        now = done
        if isinstance(done, ChanceOutcome) and position.chance is not None:
            owner = done.source.partition("'s ")[0]
            if system.name == "frontiers" and owner != player:
                now = _another_draw(position, done, owner, script[n:], rng)
        assert before.observe(player) == position.observe(player)
        found.append((position, now))
        position = position.apply(now).position
    return found


def _another_draw(position: Any, done: ChanceOutcome, owner: str, ahead: Script, rng: Random) -> ChanceOutcome:
    """A card that can be drawn unseen, except those that are played later."""
    plays = Counter(d.card for _, d in ahead if isinstance(d, Action) and d.player == owner and hasattr(d, "card"))
    hand = Counter(position.hands[position.players.index(owner)])
    wanted = plays - hand
    if wanted[done.value]:
        return done
    deck = Counter(position.deck(position.draws[0][0], position.draws[0][1])) - wanted
    return ChanceOutcome(done.source, rng.choice(sorted(deck))) if deck else done


# ---------------------------------------------------------------- questions about a position
def letters(value: object) -> str:
    """A value as text, without the addresses of objects."""
    return re.sub(r" at 0x[0-9a-f]+", "", value if isinstance(value, str) else repr(value))


EXPECTED = (hw.InputError, IllegalAction, hw.IllegalPosition, NotImplementedError)


def asked(of: Callable[[], object]) -> str:
    """The answer to a question, or the text of its error."""
    try:
        return letters(of())
    except EXPECTED as error:
        return f"{type(error).__name__}: {error}"


def in_python(position: Position, player: str, elsewhere: list[Action], rng: Random) -> dict[str, str]:
    """The answers to all public questions about a player's observation."""
    observation = position.observe(player)
    seen, system = observation.seen, position.system
    found: dict[str, Callable[[], object]] = {}
    for name in dir(seen):
        if not name.startswith("_") and not callable(inspect.getattr_static(type(seen), name, None)):
            found[f"seen.{name}"] = partial(getattr, seen, name)
    for name in dir(system):
        method = getattr(system, name)
        if name.startswith("_") or not inspect.ismethod(method) or name in ("position", "read", "from_json"):
            continue
        required = [p for p in inspect.signature(method).parameters.values() if p.default is p.empty and p.kind < 2]
        if len(required) == 1:
            found[f"system.{name}"] = partial(method, observation if "observation" in required[0].name else seen)
    found |= {"repr": lambda: observation, "hash": lambda: hash(seen), "json": lambda: json.dumps(system.to_json(seen))}
    found |= {"settings": lambda: settings_of(seen), "link": lambda: hw.link(seen)}
    if not brief(position):
        found["lines"] = lambda: python_lines(seen)
    spaces = list(seen.map.names())
    for who in position.players:
        found[f"choices {who}"] = partial(_choices, seen, who)
        found[f"svg {who}"] = partial(seen.to_svg, who)
        found[f"actions {who}"] = partial(_actions, seen, who)
    for space in rng.sample(spaces, min(4, len(spaces))):
        found[f"reach {space}"] = partial(_reach, seen, space)
        for who in position.players:
            found[f"explain {who} {space}"] = partial(system.explain, observation, who, Draft(), space)
    for action in elsewhere:
        found[f"check {action!r}"] = partial(system.check, observation, action)
        found[f"apply {action!r}"] = partial(_after, seen, action)
    found["unread"] = lambda: seen.parse("what is this")
    found["chance"] = lambda: seen.apply(ChanceOutcome("die", "6"))
    return {name: asked(question) for name, question in found.items()}


def _after(seen: Position, action: Action) -> str:
    transition = seen.apply(action)
    return f"{transition} {transition.position!r} {transition.position.key}"


def _choices(seen: Position, who: str) -> object:
    root = seen.choices(player=who)
    rulebook = seen.system.rulebook
    return encode(root, rulebook), prefetch.branches(root, lambda draft: seen.choices(draft, who), rulebook)


def _actions(seen: Position, who: str) -> object:
    actions = seen.legal_actions(who)
    listed = list(islice(actions, LISTED))
    if not listed or brief(seen):
        return listed
    return listed, actions.count(), actions.sample(Random(1))


def _reach(seen: Position, space: str) -> object:
    reach = seen.reach(space)
    return reach.costs(), reach.rim, [str(reach.why(there)) for there in list(reach.rim)[:3]], reach.to_bytes()


# ---------------------------------------------------------------- messages
class Line(BaseComm):
    """A comm that records its messages in one log with the other comms of the same board."""

    sent: list[str] = []  # noqa: RUF012  (that of the board that is being made)

    def __init__(self, *args: Any, **keywords: Any) -> None:
        self.kept = Line.sent
        super().__init__(*args, **keywords)

    def publish_msg(
        self, msg_type: str, data: Any = None, metadata: Any = None, buffers: Any = None, **keys: Any
    ) -> None:
        if data and data.get("method") == "update" and "_esm" in data.get("state", {}):
            data = {
                **data,
                "state": {k: v for k, v in data["state"].items() if k not in ("_esm", "_css", "_front_end")},
            }
        if msg_type == "comm_open":
            state = {k: v for k, v in data["state"].items() if k not in ("_esm", "_css", "_front_end")}
            data = {**data, "state": state}
        text = json.dumps([msg_type, data, metadata], sort_keys=False, default=str)
        self.kept.append(text + "".join(bytes(b).hex() for b in buffers or ()))


@pytest.fixture
def line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(comm, "create_comm", Line)


@dataclass
class Seat:
    """A player's board with its view, and a log of its messages and of the results of cells."""

    board: hw.Board
    sent: list[str]
    ids: dict[str, str] = field(default_factory=dict)
    count: int = 0
    said: list[str] = field(default_factory=list)

    @classmethod
    def at(cls, session: hw.Session, player: str | None) -> Seat:
        Line.sent = []
        sent = Line.sent
        board = hw.Board(session, player=player)
        return cls(board, sent, {board.model_id: "board", board.layout.model_id: "layout"})

    @property
    def log(self) -> list[str]:
        """The whole log. Ids of models, which differ by board, are replaced."""
        return [re.sub("|".join(self.ids), lambda id_: self.ids[id_[0]], text) for text in (*self.sent, *self.said)]

    def receive(self, method: str, **data: Any) -> None:
        self.board._handle_msg({"content": {"data": {"method": method, **data}}, "buffers": []})

    def ask(self, intent: str, revision: int | None = None, at: str = "", **args: Any) -> None:
        self.count += 1
        known = self.board._choices["revision"] if revision is None else revision
        message = {"id": at or f"m{self.count}", "revision": known, "intent": intent, "args": args}
        self.receive("custom", content=message)

    def drafts(self, rng: Random, clicks: int = 3) -> None:
        """Send a few clicks, and ask for the explanation of a space after them."""
        for _ in range(clicks):
            now = self.board._current or self.board._choices["root"]
            offered = [option["leadsTo"] for option in now["options"]]
            if not offered:
                break
            self.ask("draft", draft=rng.choice(offered))
        draft = (self.board._current or {"draft": {}})["draft"]
        spaces = list(self.board.position.map.names())
        self.ask("explain", draft=draft, space=rng.choice(spaces))

    def everything(self, rng: Random) -> None:
        """Send all intents, valid and invalid."""
        board = self.board
        players = [*board.position.players, None]
        self.drafts(rng)
        self.ask("hello")
        self.ask("hello", revision=0)
        self.ask("draft", revision=board._status["revision"] + 1, draft={})
        self.ask("draft", draft={"nothing": "of the kind"})
        self.ask("clause", clause=rng.choice(list(board.position.system.rulebook)))
        self.ask("hover", space=rng.choice(list(board.position.map.names())))
        if board._choices["root"]["action"] is None:
            self.ask("commit", draft={})
        if rng.random() < 0.2:
            self.ask("picture", theme="dark")
        if board.player is not None:
            for player in players:
                self.ask("view", player=player)
            for intent in ("undo", "redo"):
                self.ask(intent)
            for step in (0, 1, 1000):
                self.ask("goto", step=step)
                self.ask("events", step=step)
            self.ask("rolls", by_hand=True)
            self.ask("editing", on=True)
            self.ask("paint", brush="forest", spaces=["0101"], player="red")
            self.ask("change", setting="turn", value="red")
            self.ask("export", form="python")
            for other in players[:-1]:
                self.ask("play", action=f"{other}: what is this")
        self.ask("say", at="m1")
        self.receive("custom", content=[1])
        self.receive("request_state")
        self.receive("update", state={"_status": {"text": "mine"}})

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
            "traits": lambda: (board.selected, board.hovered, board.last_action),
            "state": lambda: {k: v for k, v in board.get_state().items() if k not in ("_esm", "_css", "_front_end")},
            "svg": board.to_svg,
            "snapshot": lambda: board.snapshot().description,
            "scenario": board.scenario,
            "lines": board.python_lines,
            "roll": board.roll,
            "undo": board.undo,
            "goto": lambda: board.goto(1),
            "edit": board.edit,
            "select": lambda: board.select(space),
            "click": lambda: board.click(space),
            "set": lambda: setattr(board, "position", hw.scenario("depletion/first-steps").position),
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


# ---------------------------------------------------------------- tests
@pytest.mark.parametrize("name", WITHOUT)
def test_a_system_that_is_not_listed_here_hides_nothing(name: str) -> None:
    for position, _ in game(name, 0, 4):
        for player in (*position.players, None):
            assert position.observe(player).seen == position


@pytest.mark.parametrize("seed", range(SOAK))
@pytest.mark.parametrize("name", WITH_SECRETS)
def test_twin_positions_answer_alike(name: str, seed: int) -> None:
    script = game(name, seed)
    rng = Random(f"{name} {seed}")
    elsewhere = [done for _, done in script if isinstance(done, Action)]
    for position, _ in script[rng.randrange(EVERY) :: EVERY]:
        for player in looking(position, rng):
            other = twin(position, player, rng)
            tried = rng.sample(elsewhere, min(4, len(elsewhere)))
            state = rng.getstate()
            mine = in_python(position, player, tried, rng)
            rng.setstate(state)
            assert mine == in_python(other, player, tried, rng)


@pytest.mark.slow
@pytest.mark.usefixtures("line")
@pytest.mark.parametrize("seed", range(SOAK))
@pytest.mark.parametrize("name", WITH_SECRETS)
def test_twin_games_send_the_same_letters(name: str, seed: int) -> None:
    """The same visible game is played twice: once unchanged; once with other cards and other orders sealed before, while
    other players click, seal and undo."""
    script = game(name, seed)
    for player in looking(script[0][0], Random(f"{name} {seed}")):
        rng = Random(f"{name} {seed} {player}")
        other = twin_game(script, player, rng)
        logs = [played(script, player, None, seed).log, played(other, player, rng, seed).log]
        same(*logs)


def played(script: Script, player: str, noise: Random | None, seed: int) -> Seat:
    """Play a game on boards, with ``noise`` around everything that is hidden from a player. Return the player's seat."""
    rng = Random(f"intents {seed} {player}")
    session = hw.Session(script[0][0], seed=1 if noise is None else 2, rolls="ask")
    seat = Seat.at(session, player)
    elsewhere = [done for _, done in script if isinstance(done, Action)]
    names = () if noise is None else (*session.position.players, None)
    others = [Seat.at(session, name) for name in names if name != player]
    numbers = []
    for n, (position, done) in enumerate(script):
        assert session.position == position
        numbers.append(session.step.number)
        if n % EVERY == 1:
            seat.everything(rng)
            seat.cells(rng, rng.sample(elsewhere, min(3, len(elsewhere))))
        if (
            n % EVERY == 3 and rng.random() < 0.5 and not brief(position)
        ):  # the referee goes back, which the player sees
            session.goto(rng.choice(numbers))
            session.goto(numbers[-1])
        if noise is not None:
            disturb(session, others, seat, done, noise)
        if isinstance(done, ChanceOutcome):
            session.roll(done.value)
        elif done.player == player:
            seat.ask("play", action=f"{player}: {done}")
        else:
            session.play(done)
        seat.sent.append(f"step {n}")
    seat.everything(rng)
    if not brief(script[0][0]):
        seat.said.append(seat.board.to_html())
    for each in (seat, *others):
        each.board.close()
    return seat


def disturb(session: hw.Session, others: list[Seat], seat: Seat, done: Done, noise: Random) -> None:
    """Act as the other players and the referee in ways that the player must not notice."""
    position, here, was = session.position, session.step.number, len(seat.sent)
    player = str(seat.board.player)
    for other in noise.sample(others, 1):
        other.drafts(noise, 2)
    for action in hidden_deeds(position, player, noise):
        for _ in range(noise.randrange(3)):
            session.play(action)
    after = session.position
    # Sealed orders stay if the others seal again what the game continues with.
    kept = isinstance(done, Action) and bool(after.check(done)) and after.apply(done) == position.apply(done)
    if not kept:
        session.goto(here)
    assert seat.sent[was:] == []


@pytest.mark.parametrize("name", WITH_SECRETS)
def test_what_depends_on_hidden_things_is_unknown(name: str) -> None:
    """If twins disagree about an action, its verdict for the player is unknown."""
    rng = Random(name)
    script = game(name, 0)
    elsewhere = [done for _, done in script if isinstance(done, Action)]
    for position, _ in script[:: EVERY - 2]:
        for player in position.players:
            twins = [position, *(twin(position, player, rng) for _ in range(2))]
            tried = rng.sample(elsewhere, min(4, len(elsewhere)))
            for each in twins:
                for other in sorted(each.to_act) if each.chance is None else ():
                    own = (clicked(each, other, rng) for _ in range(3))
                    tried += [action for action in own if action is not None]
            for action in tried:
                found = {each.check(action).status for each in twins}
                seen = position.system.check(position.observe(player), action).status
                assert seen is Status.UNKNOWN or found == {seen}, f"{player} sees {action!r}: {seen}, and it is {found}"


@pytest.mark.usefixtures("line")
def test_a_page_does_not_say_how_often_others_have_sealed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither the number of frames in a page nor its refusal depends on the hidden steps."""
    monkeypatch.setattr(recording, "BYTES_AHEAD", 40_000)
    monkeypatch.setattr(recording, "MOST_FRAMES", 5)
    pages = []
    for times in (0, 2, 6):
        session = hw.Session(hw.scenario("plotted/the-ford").position, seed=1)
        for _ in range(times):
            session.play("blue: all rest")
        pages.append(asked(hw.Board(session, player="red").to_html))
    assert len(set(pages)) == 1


def test_a_player_decides_nothing_for_chance() -> None:
    """A player's board does not let cards be drawn by hand and does not list the decks."""
    told = set()
    for card in ("farmer", "miller"):
        piles = {"red": {card: 9, "levy": 3}}
        session = hw.Session(hw.system("frontiers").position(civic=piles), seed=1, rolls="ask")
        board = hw.Board(session, player="blue")
        play: Callable[[Any], object] = board.play
        told |= {asked(partial(play, ChanceOutcome("red's civic deck", value))) for value in ("levy", "-")}
        assert session.step.number == 0
    assert len(told) == 1


def test_a_name_that_begins_with_anothers_tells_that_one_nothing() -> None:
    told = set()
    for seed in range(3):
        position = hw.system("frontiers").position(players=["ann", "ann's brother"])
        session = hw.Session(position, seed=seed)
        for step in session.steps[1:]:
            before = session.steps[step.parent or 0].position
            if step.chance is not None and step.chance.source.startswith("ann's brother's "):
                told.add(position.system.told(before, step.chance, "ann"))
    assert told == {f"ann's brother's {deck} deck: a card is drawn" for deck in ("civic", "army")}
