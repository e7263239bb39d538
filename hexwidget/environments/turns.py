"""The two environments: players act in turn, or all at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv

from hexwidget.asking.textboard import board_text
from hexwidget.environments.encoding import BUTTONS, MOST, Encoder, Vector
from hexwidget.environments.game import MAX_STEPS, Game
from hexwidget.explore.objectives import Objective
from hexwidget.files import Scenario
from hexwidget.name_suggestions import GuessedNames
from hexwidget.play import Session
from hexwidget.problems import InputError, Problems, check_name, mismatch, shown
from hexwidget.rules import Choices, Observation, Position

Seen = dict[str, Any]
"""The observation of an agent: ``observation``, an array, and ``action_mask``, with 1 for each legal action."""
Encode = Callable[[Observation[Any], Choices], np.ndarray[Any, Any]]
RENDER_MODES = ("human", "ansi")
ILLEGAL = ("raise", "ignore")
"""The effects of an action that the mask bars."""


class _Draft(GuessedNames):
    """The shared part of both environments. Agents are the players' names; actions are clicks
    (`hexwidget.environments.encoding`).

    :param start: the name of a bundled scenario, a scenario, or a position that is not over
    :param max_steps: the most clicks of all players together; then the game is broken off (truncated). In `parallel` each step
        is a click of every player, of those who wait, too.
    :param buttons: the number of actions for buttons; if more are offered at once, an `InputError` is raised
    :param objective: the value of a position for a player: a name of `hexwidget.explore.objectives`, or a function of the
        visible position and the player's name. Each change of it is a reward. At the end, a winner also gets 1 and the others
        -1; in a draw all get 0.
    :param illegal: the effect of an action that the mask bars: "raise" an `InputError`, the default of `aec`, or "ignore" the
        action, the default of `parallel`; ``infos`` then has the reason under ``refused``
    :param encode: a function of an observation and the choices that returns an array of a fixed shape; defaults to an `Encoder`
    :param render_mode: "human" prints the board after `reset` and each step, "ansi" returns it from `render`, None does nothing

    :raises InputError: if there is no such scenario, there is nothing to decide in it, or a setting is wrong
    """

    def __init__(
        self,
        start: str | Scenario | Position,
        *,
        max_steps: int = MAX_STEPS,
        buttons: int = BUTTONS,
        objective: str | Objective | None = None,
        illegal: str = "raise",
        encode: Encode | None = None,
        render_mode: str | None = None,
    ) -> None:
        problems = Problems()
        if render_mode is not None and render_mode not in RENDER_MODES:
            problems.unknown("render_mode", "mode", render_mode, RENDER_MODES)
        if encode is not None and not callable(encode):
            problems.add("encode", f"expected a function of an observation and the choices, not {shown(encode)}")
        problems.note_unknown("illegal", "way", illegal, ILLEGAL)
        problems.raise_any("this environment cannot be made")
        self.game: Game = Game(start, max_steps=max_steps, buttons=buttons, objective=objective)
        self.illegal: str = illegal
        self._whole = Encoder(self.game.start, self.game.clicks)
        self.encode: Encode = self._whole if encode is None else encode
        self.render_mode = render_mode
        name = f"hexwidget_{self.game.start.system.name}_v0"
        self.metadata: dict[str, Any] = {"name": name, "render_modes": list(RENDER_MODES), "is_parallelizable": False}
        self.possible_agents: list[str] = list(self.game.players)
        self.agents: list[str] = []
        size = self.game.clicks.size
        self.observation_spaces: dict[str, Any] = {player: self._space(player) for player in self.possible_agents}
        self.action_spaces: dict[str, Any] = {player: spaces.Discrete(size) for player in self.possible_agents}
        self.state_space: Any = _box(self.state(), self._whole)

    def _space(self, agent: str) -> spaces.Dict:
        seen, mask = self.observe(agent), spaces.Box(0, 1, (self.game.clicks.size,), np.int8)
        return spaces.Dict({"observation": _box(seen["observation"], self.encode), "action_mask": mask})

    def observation_space(self, agent: str) -> Any:
        """Return the space of an agent's observations: always the same object."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the space of an agent's actions: always the same object."""
        return self.action_spaces[agent]

    def observe(self, agent: str) -> Seen:
        """Return the observation of any agent now, also of one with nothing to decide."""
        mask = np.zeros(self.game.clicks.size, np.int8)
        mask[self.game.legal(agent)] = 1
        return {"observation": self.encode(self.game.seen(agent), self.game.choices(agent)), "action_mask": mask}

    def state(self) -> Vector:
        """Return the whole game as a vector: everything that is hidden, and each player's draft, too. For a critic that learns from
        all players at once; agents must not see it. Its shape is that of the default observation, also with an ``encode``."""
        return self._whole.state(self.game.position, self.game.drafts)

    # ------------------------------------------------------------------ for people
    def choices(self, agent: str) -> Choices:
        """Return the next choices of an agent, as a board offers them."""
        return self.game.choices(agent)

    def describe(self, agent: str, action: int) -> str:
        """Return the meaning of an action now, in words. For a barred action, also why, with the clauses."""
        return self.game.check(agent, action) or self.game.offered(agent)[Game.number(action)].label

    def session(self) -> Session:
        """The game so far as a session: to show on a board, step through, save and continue."""
        return self.game.session()

    def close(self) -> None:
        """Do nothing: an environment holds no resources."""

    # ------------------------------------------------------------------ one click
    def _begin(self) -> None:
        if not self.agents:
            raise InputError("no game is on", "it has not begun, or is over: call reset()")

    def _refusal(self, agent: str, action: object) -> str:
        """Return why an action is ignored. Empty if it is legal.

        :raises InputError: if it is illegal, and illegal actions are not ignored
        """
        why = self.game.check(agent, action)
        if why and self.illegal == "raise":
            raise InputError("this action is not allowed: take one that the mask allows", why)
        return why

    def _text(self, agent: str) -> str:
        return f"{board_text(self.game.seen(agent))}\n{self.game.choices(agent).prompt}".rstrip()

    def _render(self, text: str) -> str | None:
        if self.render_mode == "human":
            print(text, end="\n\n")
        return text if self.render_mode == "ansi" else None


class DraftEnvironment(_Draft, AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """Players act in turn. Players who decide at once, sealed, are asked in order of seats, and see nothing of each other."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game. The same seed gives the same dice and cards.

        :raises InputError: if the seed is out of range
        """
        self.game.reset(seed)
        self.agents: list[str] = list(self.possible_agents)
        self.rewards: dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations: dict[str, bool] = dict.fromkeys(self.agents, False)
        self.truncations: dict[str, bool] = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection: str = self.game.to_act[0]
        if self.render_mode == "human":
            self.render()

    def step(self, action: int | None) -> None:
        """Take an action for the selected agent (None for an agent whose game is over).

        :raises InputError: if it is illegal, unless illegal actions are ignored
        """
        self._begin()
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        why = self._refusal(agent, action)
        self._cumulative_rewards[agent] = 0.0
        if why:
            self.game.waste()
        else:
            why = self.game.click(agent, Game.number(action))
        self.rewards = dict(self.game.rewards)
        self.infos = {each: {} for each in self.agents}
        if why:
            self.infos[agent]["refused"] = why
        over, broken_off = self.game.over, self.game.broken_off
        self.terminations = dict.fromkeys(self.agents, over)
        self.truncations = dict.fromkeys(self.agents, broken_off)
        self._accumulate_rewards()
        if over or broken_off:
            self._deads_step_first()
        elif self.agent_selection not in self.game.to_act:
            self.agent_selection = self.game.to_act[0]
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """Print the board that the selected agent sees, and its task, or return them, as ``render_mode`` says."""
        return self._render(self._text(self.agent_selection))


class ParallelDraftEnvironment(_Draft, ParallelEnv):  # type: ignore[misc]  # PettingZoo has no types
    """All players act at once. A player with nothing to decide, or with sealed orders, waits (action 0).

    An action may be dropped because another player has acted first. Illegal ones are dropped alike, unless ``illegal="raise"``.
    """

    def __init__(self, start: str | Scenario | Position, *, illegal: str = "ignore", **settings: Any) -> None:
        super().__init__(start, illegal=illegal, **settings)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Seen], dict[str, dict[str, Any]]]:
        """Begin a new game. The same seed gives the same dice and cards.

        :raises InputError: if the seed is out of range
        """
        self.game.reset(seed)
        self.agents = list(self.possible_agents)
        if self.render_mode == "human":
            self.render()
        return {agent: self.observe(agent) for agent in self.agents}, {agent: {} for agent in self.agents}

    def step(
        self, actions: Mapping[str, int]
    ) -> tuple[dict[str, Seen], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """Take an action for each agent. All are checked first, and then taken in order of seats. If an action changes what
        another agent may choose, that agent's action is not taken, and ``infos`` says so.

        :raises InputError: if an agent is unknown, or with ``illegal="raise"`` if an action is illegal or missing
        """
        self._begin()
        agents = list(self.agents)
        for name in actions:
            check_name("no such agent", "agent", name, agents, "actions")
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in agents}
        refused = {agent: self._refusal(agent, actions.get(agent)) for agent in agents}
        rewards = dict.fromkeys(agents, 0.0)
        asked, before = self.game.to_act, self.game.steps
        offered = {agent: self.game.offered(agent) for agent in asked}
        for agent in agents:
            why = refused[agent]
            if not why and agent in asked:
                if self.game.offered(agent) != offered[agent]:
                    why = "another player acted first, and the choices have changed"
                else:
                    why = self.game.click(agent, Game.number(actions[agent]))
                    rewards = {each: rewards[each] + self.game.rewards[each] for each in agents}
            if why:
                infos[agent]["refused"] = why
        # Waiting counts as a click. Otherwise the end would tell who has sealed and waits.
        self.game.steps = before + len(agents)
        ended = dict.fromkeys(agents, self.game.over), dict.fromkeys(agents, self.game.broken_off)
        seen = {agent: self.observe(agent) for agent in agents}
        if self.game.over or self.game.broken_off:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return seen, rewards, *ended, infos

    def render(self) -> str | None:
        """Print the boards that all agents see, and their tasks, or return them, as ``render_mode`` says."""
        return self._render("\n\n".join(f"{agent}\n{self._text(agent)}" for agent in self.possible_agents))


def _box(example: object, encode: object) -> spaces.Box:
    """Return the space of an encoder's arrays, from an example.

    :raises InputError: if it is not an array of numbers
    """
    if not isinstance(example, np.ndarray) or example.dtype.kind not in "fiub" or example.size == 0:
        raise mismatch("this environment cannot be made", "it to return an array of numbers", example, "encode")
    if isinstance(encode, Encoder):
        return spaces.Box(-MOST, MOST, example.shape, np.float32)
    if example.dtype.kind == "f":
        return spaces.Box(-np.inf, np.inf, example.shape, example.dtype.type)
    limits = np.iinfo(example.dtype) if example.dtype.kind in "iu" else None
    return spaces.Box(limits.min if limits else 0, limits.max if limits else 1, example.shape, example.dtype.type)
