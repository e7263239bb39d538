#!/bin/sh
# PettingZoo 1.27.0: `TerminateIllegalWrapper` about an environment that `parallel_to_aec` has converted works until somebody makes an illegal
# move. Then it warns that the game ends, and raises an AttributeError; the game goes on. The wrapper writes the end of the game to
# `env.unwrapped`, and that of a converted environment is the parallel one inside, which has none of these attributes. The same wrapper
# ends the game about an environment that was written for turns. Legal moves never show the difference.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env
env/bin/pip install --quiet --disable-pip-version-check pettingzoo==1.27.0
cat >try.py <<'PY'
from importlib.metadata import version

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils.conversions import parallel_to_aec
from pettingzoo.utils.wrappers import TerminateIllegalWrapper

AGENTS = ["red", "blue"]


class Rules:
    """Two agents, of whose two actions the first alone is legal."""

    metadata = {"name": "two"}
    render_mode = None
    possible_agents = AGENTS

    def observation_space(self, agent):
        return Dict(observation=Box(0, 1, (1,)), action_mask=Box(0, 1, (2,), np.int8))

    def action_space(self, agent):
        return Discrete(2)

    def observe(self, agent):
        return {"observation": np.zeros(1, np.float32), "action_mask": np.array([1, 0], np.int8)}

    def each(self, value):
        return {agent: value() for agent in AGENTS}


class AtOnce(Rules, ParallelEnv):
    def reset(self, seed=None, options=None):
        self.agents = list(AGENTS)
        return {agent: self.observe(agent) for agent in AGENTS}, self.each(dict)

    def step(self, actions):
        seen = {agent: self.observe(agent) for agent in AGENTS}
        return seen, self.each(int), self.each(bool), self.each(bool), self.each(dict)


class InTurn(Rules, AECEnv):
    def reset(self, seed=None, options=None):
        self.agents, self.agent_selection = list(AGENTS), "red"
        self.rewards, self._cumulative_rewards, self.infos = self.each(int), self.each(int), self.each(dict)
        self.terminations, self.truncations = self.each(bool), self.each(bool)

    def step(self, action):
        if self.terminations[self.agent_selection]:
            return self._was_dead_step(action)
        self.agent_selection = AGENTS[1 - AGENTS.index(self.agent_selection)]


print("PettingZoo", version("pettingzoo"))
for name, env in {"written for turns": InTurn(), "converted": parallel_to_aec(AtOnce())}.items():
    env = TerminateIllegalWrapper(env, illegal_reward=-1)
    env.reset()
    try:
        for action in (0, 0, 1):  # the third is illegal
            env.last()
            env.step(action)
    except AttributeError as error:
        print(f"{name}: {error!r}")
    print(f"{name}: ended: {env.terminations}; rewards: {env.rewards}")
PY
env/bin/python try.py | sed "s/ *$//" | tee said
test "$(cat said)" = "PettingZoo 1.27.0
[WARNING]: Illegal move made, game terminating with current player losing.
obs['action_mask'] contains a mask of all legal moves that can be chosen.
written for turns: ended: {'red': True, 'blue': True}; rewards: {'red': -1.0, 'blue': 0}
[WARNING]: Illegal move made, game terminating with current player losing.
obs['action_mask'] contains a mask of all legal moves that can be chosen.
converted: AttributeError(\"'AtOnce' object has no attribute '_cumulative_rewards'\")
converted: ended: {'red': False, 'blue': False}; rewards: {'red': 0, 'blue': 0}"
# seen on 2026-11-30:
#   PettingZoo 1.27.0
#   [WARNING]: Illegal move made, game terminating with current player losing.
#   obs['action_mask'] contains a mask of all legal moves that can be chosen.
#   written for turns: ended: {'red': True, 'blue': True}; rewards: {'red': -1.0, 'blue': 0}
#   [WARNING]: Illegal move made, game terminating with current player losing.
#   obs['action_mask'] contains a mask of all legal moves that can be chosen.
#   converted: AttributeError("'AtOnce' object has no attribute '_cumulative_rewards'")
#   converted: ended: {'red': False, 'blue': False}; rewards: {'red': 0, 'blue': 0}
