"""A game at a board, played by the messages that a page sends: the kernel's time for each, and the bytes that it sends back.

Two hundred actions, where a position is quick enough: a piece is chosen, then where it goes, and the action is confirmed; now and
then it is taken back, played again, or another step is shown. The messages come one after another, with time between them for
what the kernel does ahead. "Between" is the longest time that a message would have had to wait for that, and "pause" the same
while the recording for a saved notebook is written, both without the time of Python's garbage collector. "Collector" is the longest
time that it took at once; it may come at any time, in a message, too, and takes longer where a notebook holds more.
"""

from __future__ import annotations

import asyncio
import gc
import json
from base64 import b64decode
from collections import defaultdict
from random import Random
from time import perf_counter
from typing import Any
from unittest.mock import patch

import hexwidget as hw
from bench.results import Target
from bench.timing import machine
from hexwidget.geometry import HexMap, Offset
from hexwidget.rules import Position

TITLE = "How long does a person wait for the kernel, and what does it send?"
UNLIKE = (
    "Nothing stands beside it: of the peers none has a board in a notebook. The page's own time is not in it; see the click in a "
    "real JupyterLab."
)

ACTIONS = 200
SECONDS = 20.0
FEWEST = 12
"""A slow position is played for this many seconds only, but for at least these actions."""
QUIET = 0.03
CHOICES = 8
"""The most choices before an action is confirmed."""
LONGEST_PAUSE = 0.2
"""The next message comes when the kernel has been at rest for this many seconds, and not later than this."""
LONG_PAUSE = 2.0
"""The pause after the last action, in which the recording for a saved notebook is written."""
SHORTEST = 0.001
"""The shortest time that counts as work between messages."""
SIZES = ((10, 100), (40, 10_000), (200, 10_000), (200, 100_000), (1_000, 100_000))
"""Units and hexes of the positions that are made for this."""
LARGEST = "1000 units, 100,000 hexes"
SCENARIOS = ("rondel/inland-sea", "frontiers/opening")
"""Maps of provinces and mats have the sizes of their games."""
KINDS = {
    "depletion": ("1 archer", "2 cavalry", "1 spearman, 1 archer"),
    "orders": ("archer", "knight", "militia"),
    "plotted": ({"kind": "infantry", "strength": 3}, {"kind": "cavalry", "strength": 2}),
}
"""The units of the systems with hexes."""
GROUNDS = {"depletion": (80, 20), "orders": (1, 0), "plotted": (80, 20)}
"""The shares of the first two kinds of ground: plains and forests; in `orders` all is open."""
PLAYERS = ("red", "blue")
KINDS_OF_MESSAGES = ("select", "play", "undo", "redo", "goto")
STATES = ("_state", "_choices", "_timeline")


def position(system: str, units: int, hexes: int) -> Any:
    """A position on plains and forests, with the units of two players strewn over it."""
    rng = Random(hexes)
    side = round(hexes**0.5)
    rules: Any = hw.system(system)
    keys = rules.position(map=".", players=list(PLAYERS)).map.terrains
    hexmap = HexMap(side, side, Offset.ODD_R, keys, bytes(rng.choices([0, 1], GROUNDS[system], k=side * side)))
    places = [hexmap.name(index) for index in rng.sample(list(HexMap.members(hexmap.full)), units)]
    owned: dict[str, dict[str, Any]] = {player: {} for player in PLAYERS}
    for n, place in enumerate(places):
        owned[PLAYERS[n % 2]][place] = KINDS[system][n % len(KINDS[system])]
    pieces = {"armies" if system == "depletion" else "units": owned}
    return rules.position(map=hexmap, players=list(PLAYERS), **pieces)


class Collections:
    """The seconds that each collection of Python's garbage took."""

    def __init__(self) -> None:
        self.seconds: list[float] = []
        self._begun = 0.0

    def __call__(self, phase: str, _info: object) -> None:
        """Take note of a collection, as one of ``gc.callbacks``."""
        if phase == "start":
            self._begun = perf_counter()
        else:
            self.seconds.append(perf_counter() - self._begun)


class Player:
    """A page that plays at a board, and notes the time and the bytes of each message."""

    def __init__(self, position: Position) -> None:
        self.rng = Random(1)
        self.board = hw.Board(hw.Session(position, seed=1))
        self.seconds: dict[str, list[float]] = defaultdict(list)
        self.sent: dict[str, list[int]] = defaultdict(list)
        """The bytes after each action, in all and of each trait."""
        self.collections = Collections()
        self.between: list[float] = []
        self.ahead: list[int] = []
        """The bytes that were sent between two messages."""
        self._count = 0
        self._under_way: dict[str, int] = defaultdict(int)

    def note(self, message: dict[str, Any], *_: object, **__: object) -> None:
        """Count the bytes of a message to the page."""
        for name, value in message.get("state", message).items():
            self._under_way[name] += len(json.dumps(value, ensure_ascii=False).encode())

    async def ask(self, kind: str, intent: str, rest: bool = True, **args: Any) -> None:
        """Send a message, and let the kernel do what it does between messages."""
        self._count += 1
        message = {"id": f"m{self._count}", "revision": self.board._status["revision"], "intent": intent, "args": args}
        self._under_way.clear()
        begun = perf_counter()
        self.board._handle_msg({"content": {"data": {"method": "custom", "content": message}}, "buffers": []})
        self.seconds[kind].append(perf_counter() - begun)
        if kind != "select":
            self.sent["in all"].append(sum(self._under_way.values()))
            for name in (*STATES, "_patch"):
                self.sent[name].append(self._under_way[name])
        self._under_way.clear()
        if rest:
            await self._rest()

    async def _rest(self, quiet: float = QUIET, most: float = LONGEST_PAUSE) -> None:
        begun = last = busy = perf_counter()
        longest, collected = 0.0, self.collections.seconds
        while last - busy < quiet and last - begun < most:
            before = len(collected)
            await asyncio.sleep(0)
            now = perf_counter()
            if now - last > SHORTEST:
                longest, busy = max(longest, now - last - sum(collected[before:])), now
            last = now
        self.between.append(longest)
        self.ahead.append(sum(self._under_way.values()))

    async def act(self) -> None:
        """Choose and confirm an action. A game that is over begins again, on a branch."""
        board, rng = self.board, self.rng
        if not board.session.position.to_act:
            await self.ask("goto", "goto", step=0)
        for n in range(CHOICES):
            now = board._current or board._choices["root"]
            if n == CHOICES - 2:  # it is a long order: take what completes an action at once, such as a pass
                now = {**board._choices["root"], "options": _buttons(board._choices["root"])}
            if now["action"] is not None and now["verdict"]["status"] in ("legal", "unknown") and now["draft"]:
                break
            drafts = _drafts(now, board._scene, rng)
            if not drafts:
                break
            await self.ask("select", "choose", draft=rng.choice(drafts))
        draft = board._current["draft"] if board._current else {}
        await self.ask("play", "confirm", draft=draft, at_once=True)

    async def play(self, actions: int, seconds: float) -> None:
        """Play a game."""
        await self.ask("select", "hello")
        begun = perf_counter()
        for n in range(actions):
            if n >= FEWEST and perf_counter() - begun > seconds:
                break
            await self.act()
            if n % 4 == 3:
                await self.ask("undo", "undo")
                await self.ask("redo", "redo")
            if n % 8 == 7:
                here = self.board.session.step.number
                await self.ask("goto", "goto", step=self.rng.randrange(here + 1))
                await self.ask("goto", "goto", step=here)
        await self._rest(LONG_PAUSE, LONG_PAUSE)

    async def pass_on(self, steps: int) -> None:
        """Pass this many times. When the game is over, it begins again by hand."""
        await self.ask("select", "hello")
        session = self.board.session
        first = session.position
        for _ in range(steps):
            if not session.position.to_act:
                session.edit(first)
            await self.ask("play", "confirm", draft={"pass": True}, at_once=True, rest=False)


def _drafts(now: dict[str, Any], scene: dict[str, Any], rng: Random) -> list[dict[str, Any]]:
    """The drafts that a person may choose next; of a piece's ways one at random."""
    drafts = [o["leadsTo"] for o in now["options"] if not o["findings"] and not o["chosen"]]
    field = now["field"]
    if field is None or not field["levels"] or field["slot"] in now["draft"]:
        return drafts
    skip, coded = rng.choice(field["levels"])[1]
    bits = int.from_bytes(b64decode(coded), "little") << 8 * skip
    if scene["columns"] == 0 or bits == 0:
        return drafts
    index = rng.choice([n for n in range(bits.bit_length()) if bits >> n & 1])
    return [{**now["draft"], field["slot"]: _name(index, scene)}]


def _buttons(choices: dict[str, Any]) -> list[dict[str, Any]]:
    return [option for option in choices["options"] if option["kind"] == "button"]


def _name(index: int, scene: dict[str, Any]) -> str:
    hexmap = HexMap(
        scene["columns"], scene["rows"], Offset(scene["offset"]), ("a",), bytes(scene["columns"] * scene["rows"])
    )
    return hexmap.name(index)


def percentile(values: list[float], part: float) -> float:
    """The quantile of some values."""
    return sorted(values)[min(len(values) - 1, int(part * len(values)))] if values else 0.0


def measured(position: Position, actions: int, seconds: float) -> Player:
    """The player after a game."""
    player = Player(position)
    gc.callbacks.append(player.collections)
    try:
        with patch.object(type(player.board), "_send", lambda _, message, *__, **___: player.note(message)):
            asyncio.run(player.play(actions, seconds))
    finally:
        gc.callbacks.remove(player.collections)
    player.board.close()
    return player


LONG_GAME = (20, 200, 2_000, 10_000)
"""The steps of a long game that are measured: the last few of each number."""
FEW = 10


def long_game(steps: tuple[int, ...] = LONG_GAME) -> None:
    """Print the time and the bytes of steps of a game that goes on and on."""
    board = """. . .
 . . ."""
    position: Any = hw.system("depletion").position(
        map=board, players=list(PLAYERS), rounds=999, armies={"red": {"0101": "1 archer"}, "blue": {"0302": "1 archer"}}
    )
    player = Player(position)
    with patch.object(type(player.board), "_send", lambda _, message, *__, **___: player.note(message)):
        asyncio.run(player.pass_on(steps[-1]))
    player.board.close()
    times, sent = player.seconds["play"], player.sent["in all"]
    for step in steps:
        time, size = (
            percentile(times[step - FEW : step], 0.5),
            percentile([float(each) for each in sent[step - FEW : step]], 0.5),
        )
        print(f"  step {step:>6,} of a long game: {1e3 * time:.1f} ms, {size / 1e3:.1f} kB")


MOST_TO_PLAY = 20.0
"""The target: the milliseconds of an action at the largest positions, in the median."""
MOST_PAUSE = 8.0
"""The target: the milliseconds by which the recording for a saved notebook delays a message, anywhere."""


def run(quick: bool = False) -> list[Target]:
    """Print a line for each kind of message at each position, and for steps of a long game."""
    sizes = [(10, 100)] if quick else SIZES
    games: dict[str, Any] = {
        f"{system}, {units} units, {hexes:,} hexes": lambda system=system, units=units, hexes=hexes: position(
            system, units, hexes
        )
        for system in KINDS
        for units, hexes in sizes
    }
    games |= {name: lambda name=name: hw.scenario(name).position for name in SCENARIOS[: 1 if quick else None]}
    print(f"\nA game at a board ({machine()}); ms: p50 / p95; kB: median, first and last actions")
    kinds = "".join(f"{word:>16}" for word in KINDS_OF_MESSAGES)
    rest = "".join(f"{word:>10}" for word in ("between", "pause", "collector", "kB", "first", "last", "ahead"))
    print(f"  {'':38}{'steps':>6}{kinds}{rest}")
    targets, pauses = [], []
    for name, make in games.items():
        player = measured(make(), 8 if quick else ACTIONS, 2 if quick else SECONDS)
        print(f"  {name:38}{line(player)}", flush=True)
        pauses.append(1e3 * player.between[-1])
        if name.endswith(LARGEST):
            played = 1e3 * percentile(player.seconds["play"], 0.5)
            targets.append(Target(f"ms of an action, {name}", MOST_TO_PLAY, played, at_most=True))
    long_game((20, 40) if quick else LONG_GAME)
    words = "ms that a recording delays a message, at most"
    return [*targets, Target(words, MOST_PAUSE, max(pauses), at_most=True)]


def line(player: Player) -> str:
    """The figures of a game as a line."""
    cells = [
        f"{1e3 * percentile(taken, 0.5):.1f} / {1e3 * percentile(taken, 0.95):.1f}"
        for taken in (player.seconds[kind] for kind in KINDS_OF_MESSAGES)
    ]
    sent = [float(size) for size in player.sent["in all"]]
    few = max(1, len(sent) // 10)
    sizes = [percentile(part, 0.5) / 1e3 for part in (sent, sent[:few], sent[-few:], [float(a) for a in player.ahead])]
    waits = [
        1e3 * each
        for each in (max(player.between[:-1]), player.between[-1], max(player.collections.seconds, default=0.0))
    ]
    steps = len(player.board.session.steps) - 1
    return (
        f"{steps:>6}" + "".join(f"{cell:>16}" for cell in cells) + "".join(f"{each:>10.1f}" for each in waits + sizes)
    )
