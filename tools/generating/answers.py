"""The parts of the answers of assistants' tools: their schemas follow, and a client checks each answer by them."""

from __future__ import annotations

from typing import Any, TypedDict


class ClauseData(TypedDict):
    """A clause of a rulebook."""

    id: str
    kind: str
    title: str
    text: str
    open: str
    """The question that the rules leave open; empty: none."""


class RemedyData(TypedDict):
    """A way out."""

    text: str
    clause: str | None
    action: str | None
    """A legal action; null: the remedy is no single action."""


class FindingData(TypedDict):
    """A clause that bars an action."""

    clause: str
    code: str
    text: str
    subjects: list[str]
    """The spaces and pieces that it is about."""
    remedy: RemedyData | None


class VerdictData(TypedDict):
    """A verdict on an action."""

    action: str
    status: str
    """ "legal", "illegal", "incomplete", or "unknown": it depends on what is hidden."""
    findings: list[FindingData]
    remedies: list[RemedyData]
    nearest: RemedyData | None
    """The remedy that is most like the action."""
    clauses: list[ClauseData]
    """The clauses that are cited."""


class ShareData(TypedDict):
    """A result of chance."""

    result: str
    probability: str


class FavouringData(ShareData, total=False):
    """A result of chance, and the player that it favours."""

    favours: str | None


class OddsData(TypedDict):
    """The results of one thing that chance decides."""

    title: str
    results: list[FavouringData]


class ReachData(TypedDict):
    """The spaces that a piece may go to."""

    of: str
    points: int | None
    ends: dict[str, int]
    """The cost of each end."""
    barred: dict[str, str]
    """The clause that bars each space at the rim."""


class SystemData(TypedDict):
    """A rule system."""

    title: str
    scenarios: list[str]


class EndData(TypedDict):
    """The end of a game."""

    winners: list[str]
    text: str


class BoardData(TypedDict):
    """The present game."""

    system: str
    player: str
    """The player whose view and actions are yours, or "everybody"."""
    players: list[str]
    to_act: list[str]
    board: str
    """The board as text."""
    prompt: str
    """The task of the player to act; empty: no player acts now."""
    over: EndData | None
    """The end; null: the game goes on."""


class OpenedData(BoardData, total=False):
    """The present game."""

    note: str
    """A remark on the call."""


class ActionsData(TypedDict):
    """Some legal actions."""

    actions: list[str]
    count: str
    """The number of all, in words."""
    sampled: bool
    """True if these are a random part of them."""
    onward: list[str]
    """The words that can follow `within`."""


class WayData(ReachData, total=False):
    """The spaces that a piece may go to, and the way to one of them."""

    path: list[str] | None
    why: VerdictData


class ActionOddsData(TypedDict):
    """The exact odds of an action."""

    action: str
    odds: list[OddsData]


class ClausesData(TypedDict):
    """Clauses with their texts."""

    rulebook: str
    clauses: list[ClauseData]


class PlayedData(TypedDict):
    """True if an action was played."""

    played: bool


class PlayData(PlayedData, total=False):
    """The result of a played action with the board after it, or the verdict on one that was refused."""

    verdict: VerdictData
    happened: list[str]
    system: str
    player: str
    players: list[str]
    to_act: list[str]
    board: str
    prompt: str
    over: EndData | None


class LookedData(TypedDict):
    """The decisions that were looked at."""

    weighed: int
    searched: int


class SentenceData(TypedDict):
    """A proven sentence."""

    text: str
    clause: str
    basis: str


class MomentData(TypedDict):
    """A moment of a game."""

    kind: str
    title: str
    decision: int
    round: str
    step: int
    did: str
    could: str
    clause: str
    position: str
    sentences: list[SentenceData]


class PatternData(TypedDict):
    """A pattern over several decisions."""

    kind: str
    clause: str
    decisions: list[int]
    steps: list[int]
    text: str


class ReviewData(TypedDict):
    """A review of a game."""

    system: str
    player: str
    referee: bool
    decisions: int
    looked: LookedData
    note: str
    untried: list[str]
    moments: list[MomentData]
    misconceptions: list[PatternData]
    missed: dict[str, int]
    """The number of tries that each clause barred."""
    text: str


ANSWERS: dict[str, Any] = {
    "scenarios": dict[str, SystemData],
    "position": OpenedData,
    "legal_actions": ActionsData,
    "check": VerdictData,
    "reach": WayData,
    "odds": ActionOddsData,
    "play": PlayData,
    "clause": ClausesData,
    "review": ReviewData,
}
"""The answer of each tool."""
