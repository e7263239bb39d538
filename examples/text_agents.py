"""Two agents that do not know the rules, in a text environment: one reads the remedies of refusals, the other reads nothing.

``python examples/text_agents.py`` prints the share of their tries that are valid, for a scenario of each system.

Both write as somebody who knows how actions look, and not which are legal: they take the text of an action, and exchange one word for
another of the same kind that they have seen, such as a space for a space. After a refusal, one plays the first remedy. The other
guesses again.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from random import Random

import hexwidget as hw

SCENARIOS = {
    "depletion/first-steps": "red",
    "frontiers/three-frontiers": "red",
    "orders/two-on-one": "red",
    "plotted/the-ford": "red",
    "rondel/inland-sea": "romans",
}
DECISIONS = 60
EXAMPLES, MODELS = 40, 8
"""The actions whose words the agents know, and those that a guess is made of."""
WORD = re.compile(r"\w+")


@dataclass
class Score:
    """The decisions of an agent: all, those valid at the first try, and those valid at the first or second."""

    decisions: int = 0
    first: int = 0
    second: int = 0

    def __str__(self) -> str:
        return f"{self.first / self.decisions:4.0%} at the first try, {self.second / self.decisions:4.0%} by the second"


def kind(word: str) -> str:
    """Return the kind of a word, as far as its letters tell: "0" for numbers, "0000" for hexes, "a" for names."""
    return "0" * len(word) if word.isdigit() else "a"


def guess(examples: list[str], words: list[str], rng: Random) -> str:
    """Return an action that looks like the examples: one of its words is exchanged."""
    text = rng.choice(examples)
    place = rng.choice(list(WORD.finditer(text)))
    like = [word for word in words if kind(word) == kind(place[0])]
    return text[: place.start()] + rng.choice(like or [place[0]]) + text[place.end() :]


def measure(scenario: str, seat: str, *, reads: bool, decisions: int = DECISIONS) -> Score:
    """Return the score of an agent in games of a scenario.

    :param reads: True for the agent that reads remedies
    """
    score, rng = Score(), Random(scenario)
    env = hw.environments.text(scenario, player=seat)
    env.reset(seed=1)
    words = sorted({word for text in env.legal_actions(most=EXAMPLES) for word in WORD.findall(text)})
    games = 1
    while score.decisions < decisions:
        if env.over or env.seat.player not in env.session.position.to_act:
            games += 1
            env.reset(seed=games)
        score.decisions += 1
        examples = env.legal_actions(most=MODELS)
        reply = env.step(guess(examples, words, rng))
        if reply.played:
            score.first += 1
            score.second += 1
            continue
        again = reply.remedies[0] if reads and reply.remedies else guess(examples, words, rng)
        if env.step(again).played:
            score.second += 1
        else:  # the game goes on with any legal action
            env.step(rng.choice(examples))
    return score


def table(decisions: int = DECISIONS) -> str:
    """Return the scores of both agents as a table."""
    rows = ["| scenario | agent | valid at the first try | by the second |", "|---|---|---|---|"]
    for scenario, seat in SCENARIOS.items():
        for reads, name in ((False, "reads nothing"), (True, "reads remedies")):
            score = measure(scenario, seat, reads=reads, decisions=decisions)
            first, second = (f"{part / score.decisions:.0%}" for part in (score.first, score.second))
            rows.append(f"| {scenario} | {name} | {first} | {second} |")
    return "\n".join(rows)


if __name__ == "__main__":
    print(table())
