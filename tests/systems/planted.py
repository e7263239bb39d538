"""Faults that are planted in a small game, each with the promise that it breaks. The page "How the judge works" shows them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

from hexwidget import rules
from hexwidget.rules import Observation, RuleSystem
from hexwidget.rules.choices import Field
from hexwidget.rules.position import seen
from hexwidget.rules.reach import GraphReach
from hexwidget.scene import Row, Scene
from hexwidget.systems import registry
from hexwidget.testing import CHECKS
from hexwidget.testing.conformance import STEPS, failures
from tests.systems.hideout import BOOK, START, Creep, Hideout, HideoutPosition, Search, Walk


@dataclass(frozen=True)
class Fault:
    """A planted fault.

    :param promise: the title of the promise that finds it
    :param system: the class of the system that has it; its docstring says what is wrong
    :param says: a part of the message
    """

    promise: str
    system: type[Hideout]
    says: str

    @property
    def words(self) -> str:
        """The fault in words."""
        return " ".join((self.system.__doc__ or "").split())


FAULTS: list[Fault] = []


def planted(promise: str, says: str) -> Callable[[type[Hideout]], type[Hideout]]:
    """Plant a class as a system with a fault."""

    def plant(system: type[Hideout]) -> type[Hideout]:
        FAULTS.append(Fault(promise, system, says))
        return system

    return plant


@cache
def found(system: type[Hideout], until: str = "") -> dict[str, str]:
    """The messages of the judge about a system, by the titles of the promises, up to the promise ``until``."""
    was = Hideout.now
    Hideout.now = made = system()
    messages: dict[str, str] = {}
    try:
        registry.register(made)
        for title, words, _ in failures(made, {"position 1": START}, games=2, steps=STEPS, seed=0):
            messages.setdefault(title, words)
            if title == until:
                break
    finally:
        Hideout.now = was
    return messages


# ---------------------------------------------------------------- secrets
@planted("equal views get equal words", "guard sees the same after creep")
class EventForAll(Hideout):
    """The event of a secret move is shown to everybody."""

    def tell_creep(self, position: HideoutPosition, action: Creep, log: rules.Chronicle) -> None:
        log.tell("crept", "H1", "{player:creeps} from {0} to {1}", position.thief, action.to, player=action.player)


@planted("equal views get equal words", "and is told which")
class Gossip(Hideout):
    """`told` tells everybody of a secret move."""

    told = RuleSystem.told


@planted("what depends on hidden things is unknown", "guard is told that creep")
class SureOfTheUnseen(Hideout):
    """The guard's view judges a secret move, though nobody but the thief knows if it is legal."""

    def check(self, position: Any, action: Any) -> rules.Verdict:
        whole = seen(position)
        if isinstance(action, Creep) and not whole.thief:
            whole = replace(whole, thief=action.to)
        return RuleSystem.check(self, whole, action)


@planted("a player is told the same or that it is unknown", "thief is told that creep")
class Hopeful(Hideout):
    """What a player sees is judged by other rules than the whole position."""

    def check(self, position: Any, action: Any) -> rules.Verdict:
        if (
            isinstance(position, Observation)
            and isinstance(action, Creep)
            and action.to not in position.seen.beside(position.seen.thief)
        ):
            return rules.Verdict(rules.Status.LEGAL, (), str(action), BOOK)
        return super().check(position, action)


@planted("something is hidden by what hides", "it hides nothing from anybody")
class OpenBook(Hideout):
    """`observe` hides nothing."""

    def observe(self, position: HideoutPosition, player: str | None) -> rules.Observation[HideoutPosition]:
        return rules.Observation(player, position)


@planted("hidden things can be drawn anew", "the system has no `resample`")
class NoResample(Hideout):
    """The system hides something and has no `resample`."""

    resample = RuleSystem.resample


@planted("what is hidden makes no difference", "by the observation")
class Glimpse(Hideout):
    """`observe` shows the thief next to the guard, and `resample` does not know that."""

    def observe(self, position: HideoutPosition, player: str | None) -> rules.Observation[HideoutPosition]:
        if position.thief in position.beside(position.guard):
            return rules.Observation(player, position)
        return super().observe(position, player)

    def resample(self, position: HideoutPosition, player: str | None, rng: Any) -> HideoutPosition:
        free = [name for name in position.map.names() if position.map.terrain(name) != "wall"]
        return position if player == "thief" else replace(position, thief=rng.choice(free))


@planted("what a player is not told changes nothing", "guard is not told of creep")
class Silent(Hideout):
    """Nobody is told that the thief has moved, and all see that it is the guard's turn."""

    def tell_creep(self, position: HideoutPosition, action: Creep, log: rules.Chronicle) -> None:
        log.tell("crept_to", "H1", "from {0} to {1}", position.thief, action.to, seen=(action.player,))

    def told(self, position: HideoutPosition, done: Any, player: str | None) -> str | None:
        return None if isinstance(done, Creep) and player != done.player else super().told(position, done, player)


@planted("equal words mean equal views", "and sees which it is")
class OpenSecret(Hideout):
    """`observe` hides nothing, though `told` keeps the moves of the thief secret."""

    observe = RuleSystem.observe


# ---------------------------------------------------------------- sentences, remedies, winners, texts
@planted("sentences can be said", "unknown field '1'")
class Speechless(Hideout):
    """A sentence has a field without a value, so it raises when it is formed."""

    @rules.bars("H1", "H2", "H3")
    def objections(self, position: HideoutPosition, action: Any) -> Iterator[rules.Finding]:
        for finding in super().objections(position, action):
            far = finding.code == "far"
            yield replace(finding, wording="{0} is not next to {1}") if far else finding


@planted("remedies help", "is barred itself")
class NoHelp(Hideout):
    """A remedy offers an action that is barred."""

    def way_out(self, position: HideoutPosition, action: Any) -> rules.Remedy | None:
        return rules.Remedy("Go into the wall", "H2", action)


@planted("outcomes name players", "unknown player 'gaurd'; did you mean 'guard'?")
class Stranger(Hideout):
    """A winner is no player."""

    def outcome(self, position: HideoutPosition) -> rules.Outcome | None:
        over = super().outcome(position)
        return over and replace(over, winners=("gaurd",))


@planted("texts fit", "a board has room for")
class LongWinded(Hideout):
    """The stage is too long for the head of a board."""

    def under_way(self, position: HideoutPosition) -> rules.Stage:
        return replace(super().under_way(position), more="the thief is somewhere, and the guard looks for it, " * 3)


@planted("scenes can be drawn", "row/length: expected 1 to 8 cards in a row")
class WideRow(Hideout):
    """The scene has a row of forty cards, and the panel writes one letter of each a line."""

    def scene(self, observation: rules.Observation[HideoutPosition]) -> Scene:
        return replace(super().scene(observation), row=Row("Clues", (("a glove", ()),), 40))


# ---------------------------------------------------------------- listings and reach
@planted("the listing is complete", "is legal, and no listed action leads to its position")
class CutShort(Hideout):
    """The listing lacks legal actions."""

    def candidates(self, position: HideoutPosition, player: str) -> Iterator[Any]:
        yield from list(super().candidates(position, player))[:2]


@planted("reach is what may be entered", "holds")
class TooFar(Hideout):
    """`reach` holds walls, which `objections` bars."""

    def reach(self, observation: Any, space: Any, *args: Any, **conditions: Any) -> Any:
        position = seen(observation)
        why, spaces = super().reach(observation, space).find_why, position.map
        every = [spaces.index(name) for name in position.beside(str(space))]
        return GraphReach(spaces, every[0], lambda at: ((n, 1) for n in every), 1, every, {}, why, "it")


@planted("reach is what is listed", "other spaces are offered than legal actions name")
class WideField(TooFar):
    """The desk offers the spaces of that reach."""

    class desk(rules.DefaultDesk[Any, Any]):  # noqa: N801  (it is the attribute of the protocol)
        def choose(self) -> rules.Choices:
            now, here = super().choose(), self.position.guard
            if dict(self.draft) != {"walk": here}:
                return now
            field = Field("walk", "to", self.system.reach(self.position, here), ("step", "steps"), "stay", True)
            return replace(now, field=field)


# ---------------------------------------------------------------- what conform has always found
@planted("enumeration equals checking", "which no predicate is marked with (@bars)")
class Unmarked(Hideout):
    """A finding cites a clause that no `@bars` names."""

    def objections(self, position: HideoutPosition, action: Any) -> Iterator[rules.Finding]:
        for finding in super().objections(position, action):
            yield replace(finding, clause="H9") if finding.code == "far" else finding


@planted("enumeration equals checking", "and `sample` gives none of them in 60 draws")
class HalfDrawn(Hideout):
    """`sample` draws from the first half of the listing."""

    class listing(rules.ListedByChecking[Any]):  # noqa: N801  (it is the attribute of the protocol)
        def sample(self, rng: Any) -> Any:
            every = list(self)
            return rng.choice(every[: (len(every) + 1) // 2])


@planted("canonical actions lead to different positions", "lead to the same position, and both are listed")
@planted("canonical actions lead to different positions", "if leaving one out would tell a secret")
class Twice(Hideout):
    """Two listed actions lead to the same position."""

    def follow(self, position: HideoutPosition, action: Any, log: rules.Chronicle) -> HideoutPosition:
        after = super().follow(position, action, log)
        return replace(after, guard=position.guard) if isinstance(action, Walk) else after


@planted("within a draft there is what it can become", "can be chosen, and no legal action comes of it")
class Stuck(Hideout):
    """The listing knows no draft."""

    class listing(rules.ListedByChecking[Any]):  # noqa: N801  (it is the attribute of the protocol)
        def keeps(self, action: Any) -> bool:
            return not self.within


@planted("apply is pure and repeatable", "has another result the second time")
class Restless(Hideout):
    """An effect depends on more than the position and the action."""

    def __init__(self) -> None:
        self.clock = count()

    def follow(self, position: HideoutPosition, action: Any, log: rules.Chronicle) -> HideoutPosition:
        after = super().follow(position, action, log)
        return replace(after, searches=next(self.clock))


@planted("undo redo goto and replay agree", "a session leads to other positions")
class Drifting(Restless):
    """A game that is played again goes on otherwise."""


@planted("events account for every change", "changes things without an event")
class Quiet(Hideout):
    """The guard walks, and no event says so."""

    def follow(self, position: HideoutPosition, action: Any, log: rules.Chronicle) -> HideoutPosition:
        return super().follow(position, action, rules.Chronicle() if isinstance(action, Walk) else log)


@planted("chance has exact odds", "to_act and chance differ on whether chance is due")
class EagerDie(Hideout):
    """A die is due, and a player is to act."""

    def chance(self, position: HideoutPosition) -> rules.ChanceNode | None:
        return rules.die("the die", 6, "H3") if position.round == 3 else None

    def follow(self, position: HideoutPosition, action: Any, log: rules.Chronicle) -> HideoutPosition:
        if isinstance(action, rules.ChanceOutcome):
            log.tell("rolled", "H3", "the die shows {face}", face=action.value)
            return replace(position, round=4)
        return super().follow(position, action, log)


@planted("forecasts are those of the game", "foretells “a noise” in 0.3333 of all cases, and in the game it is 0.1667")
class LoadedDie(Hideout):
    """The desk counts a face of the die twice."""

    chancy = True

    class desk(rules.DefaultDesk[Any, Any]):  # noqa: N801  (it is the attribute of the protocol)
        def forecasts(self, action: Any) -> tuple[rules.Forecast, ...]:
            shares = (rules.Share("a noise", 1 / 3, "guard"), rules.Share("silence", 2 / 3))
            return (rules.Forecast("the step", shares),) if isinstance(action, Creep) else ()

    def to_act(self, position: HideoutPosition) -> frozenset[str]:
        return rules.CHANCE if self.chance(position) else super().to_act(position)

    def chance(self, position: HideoutPosition) -> rules.ChanceNode | None:
        return rules.die("the die", 6, "H1") if position.turn == 2 else None

    def follow(self, position: HideoutPosition, action: Any, log: rules.Chronicle) -> HideoutPosition:
        if isinstance(action, rules.ChanceOutcome):
            heard = "a noise" if action.value == "6" else "silence"
            log.tell("heard", "H1", "{what} is heard", position.guard, what=heard)
            return replace(position, turn=1)
        after = super().follow(position, action, log)
        return replace(after, turn=2) if isinstance(action, Creep) else after

    def under_way(self, position: HideoutPosition) -> rules.Stage:
        return rules.Stage("the die is rolled") if position.turn == 2 else super().under_way(position)


@planted("games end", "the game has no outcome after 5,000 steps")
class Endless(Hideout):
    """The game goes on for ever."""

    def outcome(self, position: HideoutPosition) -> rules.Outcome | None:
        return None


@planted("text json and copies round trip", "from_json gives another position back")
class LosesTheRound(Hideout):
    """`to_json` leaves out a field."""

    def to_json(self, position: HideoutPosition) -> dict[str, Any]:
        return {name: value for name, value in super().to_json(position).items() if name != "round"}


@planted("what is offered can be chosen and confirmed", "have no prompt")
class Mute(Hideout):
    """The desk asks nothing."""

    class desk(rules.DefaultDesk[Any, Any]):  # noqa: N801  (it is the attribute of the protocol)
        def choose(self) -> rules.Choices:
            return replace(super().choose(), prompt="", words=())


@planted("what is listed can be clicked", "is listed, and clicks do not lead to it")
class LeavesOut(Hideout):
    """The desk leaves out a legal choice."""

    class desk(rules.DefaultDesk[Any, Any]):  # noqa: N801  (it is the attribute of the protocol)
        def choose(self) -> rules.Choices:
            now = super().choose()
            return replace(now, options=tuple(each for each in now.options if each.value != "search"))


@planted("every choice can be clicked", "may mean")
class Ambiguous(Hideout):
    """A click on a space may mean two choices."""

    class desk(rules.DefaultDesk[Any, Any]):  # noqa: N801  (it is the attribute of the protocol)
        def choose(self) -> rules.Choices:
            now = super().choose()
            again = [replace(each, label="Run there", value="run") for each in now.options if each.kind == "space"]
            return replace(now, options=(*now.options, *again))


# ---------------------------------------------------------------- errors in a method
@planted("a game goes on", "expected a Transition, which holds the position and its events")
class BareResult(Hideout):
    """`carry_out` returns the position alone."""

    def carry_out(self, position: HideoutPosition, action: Any) -> Any:
        return super().carry_out(position, action).position


@planted("a game goes on", "expected an Observation, which holds what a spectator sees")
class BarePosition(Hideout):
    """`observe` returns a position."""

    def observe(self, position: HideoutPosition, player: str | None) -> Any:
        return super().observe(position, player).seen


@planted("a game goes on", "write frozenset({'guard'})")
class OneName(Hideout):
    """`to_act` returns a name."""

    def to_act(self, position: HideoutPosition) -> Any:
        return super().to_act(position) if position.turn == 0 else "guard"


@planted("a game goes on", "expected a tuple of players as winners, such as ('guard',), not 'guard'")
class BareWinner(Hideout):
    """`winners` is a name instead of a tuple."""

    def outcome(self, position: HideoutPosition) -> rules.Outcome | None:
        return rules.Outcome("guard", "nobody is here", "H3") if position.round > 2 else None  # type: ignore[arg-type]


@planted("a game goes on", "unknown option or parameter 'ruonds'; did you mean 'rounds'?")
class Misspelt(Hideout):
    """A setting that no clause declares."""

    def outcome(self, position: HideoutPosition) -> rules.Outcome | None:
        return rules.Outcome((), "", "H3") if position.round > position.settings["ruonds"] else None


@planted("a game goes on", "ZeroDivisionError")
class Crash(Hideout):
    """`follow` raises an error."""

    def follow(self, position: HideoutPosition, action: Any, log: rules.Chronicle) -> HideoutPosition:
        return super().follow(position, action, log) if isinstance(action, Search) else replace(position, round=1 // 0)


# ---------------------------------------------------------------- spectators
@planted("what depends on hidden things is unknown", "a spectator is told that walk")
class SureOfTheGuard(Hideout):
    """A spectator, who does not see the guard either, is told what would be legal if it stood in the first corner."""

    def observe(self, position: HideoutPosition, player: str | None) -> Observation[HideoutPosition]:
        shown = super().observe(position, player)
        return shown if player else replace(shown, seen=replace(shown.seen, guard="0101"))

    def resample(self, position: HideoutPosition, player: str | None, rng: Any) -> HideoutPosition:
        drawn = super().resample(position, player, rng)
        free = [name for name in position.map.names() if position.map.terrain(name) != "wall"]
        return drawn if player else replace(drawn, guard=rng.choice(free))


# ---------------------------------------------------------------- the page
PAGE = Path(__file__).parents[2] / "docs" / "how-the-judge-works.md"
MUTANTS = Path(__file__).with_name("mutants.md")
"""The section on mutants, whose figures were measured by `tests.systems.mutants`."""
HEAD = """# How the judge works

`hw.testing.conform(MY_GAME)` plays random games of a rule system, from each of its scenarios, by actions from the listing and by clicks. Each
check below then looks at the played game. It needs no entry of yours: illegal actions come from the grammar, from other moments of the
games, and from legal actions with one part changed.

A check that fails names its promise, the file and line of your method, the position on one line, the two values that differ, and a remedy.
This page plants one fault for each promise in a small game, `tests/systems/hideout.py`: a thief creeps unseen, and a guard looks for it. The
messages are those that `conform` gives. `python -m tests.systems.planted` writes this page.

`conform` holds a system against itself, not against your rulebook. `hw.testing.mutate` shows how far that goes: it plants faults in your code
one by one, and names those that neither `conform` nor your own tests find.
"""


def section(fault: Fault) -> str:
    """The part of the page on a fault."""
    return f"*Planted:* {fault.words}\n\n```text\n{fault.promise}: {found(fault.system, fault.promise)[fault.promise]}\n```\n"


def sections() -> Iterator[str | Fault]:
    """The parts of the page that shows each promise, a fault that breaks it, and the message."""
    yield HEAD
    words = {each.title: each.words for each in CHECKS.values()}
    for title in dict.fromkeys([*words, *(fault.promise for fault in FAULTS)]):
        yield f"## {title.capitalize()}\n"
        if title in words:
            yield f"{words[title]}\n"
        yield from [fault for fault in FAULTS if fault.promise == title][: 1 if title in words else None]
    yield MUTANTS.read_text(encoding="utf-8")


SHOWN = [part for part in sections() if isinstance(part, Fault)]
"""The faults that the page shows."""


if __name__ == "__main__":
    parts = [part if isinstance(part, str) else section(part) for part in sections()]
    PAGE.write_text("\n".join(parts), encoding="utf-8")
