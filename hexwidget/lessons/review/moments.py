"""The moments of a review, and their sentences. Each sentence holds what proves it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from hexwidget.english import listing, translated, worded
from hexwidget.languages import ENGLISH, language
from hexwidget.rules.action_routes import spaces_in

Basis = Literal["legality", "odds", "play", "search", "count"]
"""The proof of a sentence: a verdict, exact odds, all results played out, a search with its certainty, or what was counted."""
LISTED = 4
"""The most steps that a sentence lists."""
Kind = Literal["missed", "unseen", "odds", "cost"]
TITLES: dict[Kind, str] = {
    "missed": "A rule said no",
    "unseen": "A better action was there",
    "odds": "The odds could be better",
    "cost": "You paid more than you had to",
}


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a review.

    :param clause: the clause that it cites; empty: none
    :param proof: the facts that it states, by their names: actions as texts, numbers, fractions as texts
    :param spaces: the spaces that it names, beside those of its proof
    """

    text: str
    basis: Basis
    clause: str = ""
    proof: Mapping[str, Any] = field(default_factory=dict, hash=False)
    spaces: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.text.removesuffix('.')} ({self.clause})." if self.clause else self.text


@dataclass(frozen=True)
class Moment:
    """A moment that mattered in a game: the position, what its player did or tried, what they could have done, and why.

    :param kind: "missed": a clause barred what was tried; "unseen": a better action; "odds": an attack with better odds; "cost": an
        action that costs more units than another one
    :param number: the decision of the player, from 1
    :param step: the number of the session's step at which the player decided
    :param position: the position as the player saw it; in a referee's review the whole of it
    :param world: a whole position that looks the same to the player; None if what they saw allows no such position
    :param did: the action that was played, or tried in vain; empty for a choice that a board refused
    :param could: an action that was legal instead; empty: none is named
    :param clause: the clause that was missed; for odds, the clause of the chance. Empty: none
    :param weight: how much it mattered, as far as moments are compared
    :param depth: the number of the step by which the board shows the position
    """

    kind: Kind
    number: int
    step: int
    player: str
    position: Any = field(repr=False)
    world: Any = field(repr=False)
    did: str
    could: str
    clause: str
    sentences: tuple[Sentence, ...]
    weight: float
    depth: int = 0

    @property
    def title(self) -> str:
        """The kind of moment in words, with its place in the game."""
        return f"{translated(TITLES[self.kind])}, {self.when}"

    @property
    def when(self) -> str:
        """The round, if the system has rounds, and the step at which the board shows the position."""
        small = f"{self.round[:1].lower()}{self.round[1:]}" if language() == ENGLISH else self.round
        return worded("in {round} at step {n}" if small else "at step {n}", round=small, n=str(self.depth))

    @property
    def round(self) -> str:
        """The round in words; empty if the system has none."""
        return translated(self.position.system.stage(self.position).round)

    def spaces(self, sentence: Sentence) -> tuple[str, ...]:
        """Return the spaces that a sentence of the moment is about."""
        proof, spaces = sentence.proof, self.position.map
        drafted = [*proof.get("draft", {}).values(), proof.get("space"), proof.get("goal", {}).get("free")]
        named = [*spaces_in(proof.get("action", ""), spaces), *drafted, *sentence.spaces]
        return tuple(dict.fromkeys(each for each in named if isinstance(each, str) and spaces.find(each) is not None))

    def to_json(self) -> dict[str, Any]:
        """Return the moment as plain data. The position is a text on one line."""
        told = [{"text": str(each), "clause": each.clause, "basis": each.basis} for each in self.sentences]
        where = {"decision": self.number, "round": self.round, "step": self.depth}
        what = {"did": self.did, "could": self.could, "clause": self.clause, "position": self.position.notation}
        return {"kind": self.kind, "title": self.title, **where, **what, "sentences": told}

    def __str__(self) -> str:
        return "\n  ".join([f"{self.title}.", *map(str, self.sentences)])


@dataclass(frozen=True, slots=True)
class ReviewWork:
    """The work behind a review.

    :param weighed: the decisions whose odds and losses were compared with those of other actions
    :param searched: the decisions that were searched
    :param cut: the decisions at which not all choices were weighed
    """

    weighed: int = 0
    searched: int = 0
    cut: int = 0

    @property
    def nothing(self) -> str:
        """The sentence that no moment of play was found, and how they were looked for."""
        ways = [worded("the odds of {n:choice}", n=self.weighed)] if self.weighed else []
        ways += [worded("a search of {n:decision}", n=self.searched)] if self.searched else []
        if not ways:
            return translated("No moment of play was found: nothing in it could be weighed or searched.")
        return worded("No moment of play was found: {ways} found nothing clearly better.", ways=listing(ways))

    @property
    def unweighed(self) -> str:
        """The sentence that not all choices were weighed; empty if they were."""
        if not self.cut:
            return ""
        wording = "At {n:decision} some choices were not weighed: they can come out in too many ways."
        return worded(wording, n=self.cut)


def listed_steps(steps: Sequence[int]) -> str:
    """Return steps in order as a sentence lists them.

    >>> listed_steps([3]), listed_steps([3, 16, 40]), listed_steps([1, 2, 3, 5, 8, 13])
    ('step 3', 'steps 3, 16 and 40', '6 steps from 1 to 13')
    """
    if len(steps) > LISTED:
        return worded("{n} steps from {first} to {last}", n=str(len(steps)), first=str(steps[0]), last=str(steps[-1]))
    return worded("steps {steps}" if len(steps) > 1 else "step {steps}", steps=listing(list(map(str, steps))))
