"""A game in progress, with a draft for each player: the shared part of both environments, in plain Python."""

from __future__ import annotations

from collections import Counter
from operator import index
from random import Random
from typing import TYPE_CHECKING, Any

from hexwidget.environments.encoding import BUTTONS, CONFIRM, WAIT, Click, Clicks
from hexwidget.explore.objectives import Objective, objective_of, value_of
from hexwidget.files import Scenario, scenario
from hexwidget.files.replay import SEEDS
from hexwidget.play import Session
from hexwidget.problems import InputError, mismatch, shown
from hexwidget.rules import Action, Choices, Draft, IllegalAction, Observation, Position, Status

if TYPE_CHECKING:
    from hexwidget.rules import ChanceOutcome

MAX_STEPS = 10_000
MOST_KEPT = 256
"""The most drafts of a position whose choices are kept."""
_WAIT = Click(("Wait",), None)


class Game:
    """A game from its start to its end, or to a maximal number of clicks.

    :param max_steps: the most clicks of all players together; then the game is broken off
    :param objective: the value of a position for a player; each change of it is a reward, beside that for the result
    :raises InputError: if the objective is neither a name nor a function, or a number is out of range
    """

    def __init__(
        self,
        start: str | Scenario | Position,
        *,
        max_steps: int = MAX_STEPS,
        buttons: int = BUTTONS,
        objective: str | Objective | None = None,
    ) -> None:
        for name, value in (("max_steps", max_steps), ("buttons", buttons)):
            if type(value) is not int or value < 1:
                raise mismatch("this environment cannot be made", "a whole number from 1", value, name)
        self.start: Position = _position(start)
        self.players: tuple[str, ...] = self.start.players
        self.clicks: Clicks = Clicks(self.start.map, buttons)
        self.max_steps = max_steps
        self.objective: Objective | None = None if objective is None else objective_of(objective, self.start.system)
        self._seeds = Random()
        self._acting: tuple[Position | None, tuple[str, ...]] = (None, ())
        self.reset(0)
        self._seeds = Random()

    def reset(self, seed: int | None = None) -> None:
        """Begin a new game. Without a seed, the next seed follows from the last given one, or is random.

        :raises InputError: if the seed is out of range, or there is nothing to decide at the start
        """
        if seed is not None:
            if not 0 <= self.number(seed) < SEEDS:
                raise mismatch("no such seed", f"a whole number from 0 to {SEEDS - 1}", seed, "seed")
            self._seeds = Random(self.number(seed))
        self.seed: int = self._seeds.getrandbits(32) if seed is None else self.number(seed)
        self.position: Position = self.start
        self.done: list[Action | ChanceOutcome] = []
        self.steps: int = 0
        self._drawn: Counter[str] = Counter()
        self.drafts: dict[str, Draft] = dict.fromkeys(self.players, Draft())
        self._seen: dict[str, Observation[Any]] = {}
        self._now: dict[tuple[str, Draft], Choices] = {}
        self._offers: dict[tuple[str, Draft], dict[int, Click]] = {}
        self.rewards: dict[str, float] = dict.fromkeys(self.players, 0.0)
        self.let_chance_decide()
        if self.over:
            raise InputError("this cannot be played", "the game is over from its start")
        self._worth = {player: self._worth_of(player) for player in self.players}

    def __getstate__(self) -> dict[str, Any]:
        # The offers may hold functions, which cannot be pickled. They are computed again on demand.
        return self.__dict__ | {"_now": {}, "_offers": {}}

    # ------------------------------------------------------------------ the game now
    @property
    def to_act(self) -> tuple[str, ...]:
        """The players who must decide now, by seat."""
        if self._acting[0] is not self.position:
            acting = self.position.to_act
            self._acting = self.position, tuple(player for player in self.players if player in acting)
        return self._acting[1]

    @property
    def over(self) -> bool:
        """True if the game has ended by the rules."""
        return not self.to_act

    @property
    def broken_off(self) -> bool:
        """True if the game was broken off before its end, after ``max_steps`` clicks."""
        return self.steps >= self.max_steps and not self.over

    def seen(self, player: str) -> Observation[Any]:
        """Return a player's observation: the same object until the game changes."""
        if player not in self._seen:
            self._seen[player] = self.position.observe(player)
        return self._seen[player]

    def choices(self, player: str) -> Choices:
        """Return a player's next choices. Empty for a player with nothing to decide."""
        key = player, self.drafts[player]  # a learner who explores comes back to the same drafts
        now = self._now.get(key)
        if now is None:
            if len(self._now) == MOST_KEPT:
                self._now.clear()
            seen, acts = self.seen(player), player in self.to_act
            now = seen.seen.system.choices(seen, *key) if acts else Choices(player, Draft(), "")
            self._now[key] = now
        return now

    def offered(self, player: str) -> dict[int, Click]:
        """Return the meaning of each number now, including barred ones.

        :raises InputError: if more is offered than there are numbers
        """
        key = player, self.drafts[player]
        offers = self._offers.get(key)
        if offers is None:
            if len(self._offers) == MOST_KEPT:
                self._offers.clear()
            acts = player in self.to_act
            offers = self._offers[key] = self.clicks.of(self.choices(player)) if acts else {WAIT: _WAIT}
        return offers

    def legal(self, player: str) -> list[int]:
        """Return the numbers that a player may choose, ascending."""
        return sorted([number for number, click in self.offered(player).items() if not click.findings])

    def why(self, player: str, number: int) -> str:
        """Return why a player may not choose a number now, with the clauses. Empty if the number is legal."""
        click = self.offered(player).get(number)
        if click is not None:
            return " ".join(map(str, click.findings))
        now = self.choices(player)
        space = self.clicks.space(number)
        if number == WAIT:
            return "there is something to decide"
        if player not in self.to_act:
            return f"{player} has nothing to decide now and waits: {WAIT}"
        if number == CONFIRM:
            return " ".join(map(str, now.verdict.findings)) or f"nothing can be confirmed yet: {now.prompt}"
        if space is not None and now.field is not None:
            seen = self.seen(player)
            verdict = seen.seen.system.explain(seen, player, now.draft, space)
            return " ".join(map(str, verdict.findings)) or f"{space} cannot be chosen: {now.prompt}"
        return f"it is not offered: {now.prompt}"

    # ------------------------------------------------------------------ actions
    def check(self, player: str, action: object) -> str:
        """Return why an action of an environment is refused, as a sentence. Empty if it is legal."""
        if not 0 <= self.number(action) < self.clicks.size:
            return f"{player}: expected an action from 0 to {self.clicks.size - 1}, not {shown(action)}"
        why = self.why(player, self.number(action))
        return f"{player} may not take action {action}: {why}" if why else ""

    @staticmethod
    def number(action: Any) -> int:
        """Return an action as a number. -1 for anything else."""
        try:
            return index(action)
        except TypeError:  # no number, or an array of several
            return -1

    def click(self, player: str, number: int) -> str:
        """Make the click of a legal number. A confirmed action is carried out, with all rolls that follow.

        :returns: why the referee refused a confirmed action, for a reason that the player could not see; else ""
        """
        self.waste()
        click = self.offered(player)[number]
        if number == CONFIRM:
            return self._confirm(player)
        if click.leads_to is not None:
            self.drafts[player] = click.leads_to
        return ""

    def waste(self) -> None:
        """Count a step that changes nothing."""
        self.steps += 1
        self.rewards = dict.fromkeys(self.players, 0.0)

    def _confirm(self, player: str) -> str:
        now, before = self.choices(player), {each: self.seen(each) for each in self.players}
        assert now.action is not None  # noqa: S101  (only then it is offered)
        self.drafts[player] = Draft()
        try:
            self.position = self.position.apply(now.action).position
        except IllegalAction:
            if now.verdict.status is not Status.UNKNOWN:
                raise
            # The player is told no more than they can see.
            return str(now.verdict)
        self.done.append(now.action)
        self.let_chance_decide()
        self._seen, self._now, self._offers = {}, {}, {}
        for each in self.players:
            if self.seen(each) != before[each]:  # the draft belongs to the earlier observation
                self.drafts[each] = Draft()
        self._reward()
        return ""

    def let_chance_decide(self) -> None:
        # The rolls are those of a session with this seed: they depend on seed, source and the number of draws.
        while (node := self.position.chance) is not None:
            outcome = node.propose(self.seed, self._drawn[node.source])
            self._drawn[node.source] += 1
            self.position = self.position.system.advance(self.position, outcome)
            self.done.append(outcome)

    # ------------------------------------------------------------------ rewards
    def _worth_of(self, player: str) -> float:
        return value_of(self.objective, self.seen(player).seen, player) if self.objective else 0.0

    def _reward(self) -> None:
        for player in self.players:
            worth = self._worth_of(player)
            self.rewards[player] = worth - self._worth[player]
            self._worth[player] = worth
        outcome = self.position.outcome if self.over else None
        if outcome is not None and outcome.winners:
            for player in self.players:
                self.rewards[player] += 1.0 if player in outcome.winners else -1.0

    def session(self) -> Session:
        """Return the game so far as a session: to show, step through, save and continue."""
        session = Session(self.start, seed=self.seed)
        for done in self.done:
            if isinstance(done, Action):
                session.play(done)  # the seed makes the same rolls
            elif session.position.chance is not None:
                session.roll(done.value)
        return session


def _position(start: str | Scenario | Position) -> Position:
    if isinstance(start, Position):
        return start
    found = scenario(start) if isinstance(start, str) else start
    if not isinstance(found, Scenario) or not isinstance(found.position, Position):
        raise mismatch("this cannot be played", "the name of a scenario, a scenario or a position", start, "start")
    return found.position
