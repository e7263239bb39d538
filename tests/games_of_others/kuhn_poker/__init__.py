"""Kuhn poker: three cards, two players, hidden hands. `KUHN_POKER` is the system."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from hexwidget.geometry import MatMap, Place
from hexwidget.problems import Problems
from hexwidget.rules import (
    CHANCE,
    TERMINAL,
    Action,
    ChanceNode,
    ChanceOutcome,
    Event,
    Finding,
    Observation,
    Outcome,
    Position,
    Settings,
    Status,
    Transition,
    Verdict,
)
from hexwidget.rules.position import changed, seen
from hexwidget.scene import Piece
from tests.games_of_others.small import SmallGame

CARDS = ("jack", "queen", "king")
HIDDEN = "?"
WORDS = ("pass", "bet")
ENDS = frozenset({"pp", "bp", "bb", "pbp", "pbb"})
"""K2: the bets, by their first letters, that end the game."""
TABLE = MatMap(("table",), [Place(f"hand {n}", f"Hand {n}", "table", (4 * n, 0, 3, 4)) for n in (1, 2)])
_NO_SETTINGS = Settings({})


@dataclass(frozen=True, slots=True, repr=False)
class Bid(Action):
    """K2: to pass or to bet."""

    word: str

    def __str__(self) -> str:
        return self.word


@dataclass(frozen=True)
class KuhnPosition(Position):
    """``cards``: those dealt so far, by seat; ``bets``: what was done, by its first letters (``pb``)."""

    players: tuple[str, ...] = ("ann", "ben")
    cards: tuple[str, ...] = ()
    bets: str = ""
    settings: Settings = _NO_SETTINGS

    map = TABLE

    @property
    def system(self) -> KuhnPoker:
        return KUHN_POKER

    @property
    def pot(self) -> tuple[int, int]:
        """What each has put in."""
        return 1 + self.bets[::2].count("b"), 1 + self.bets[1::2].count("b")

    @property
    def returns(self) -> tuple[int, int]:
        """What each wins or loses by the end; 0 before it."""
        if self.bets not in ENDS:
            return 0, 0
        first, second = self.pot
        ahead = first > second if first != second else CARDS.index(self.cards[0]) > CARDS.index(self.cards[1])
        stake = min(first, second)
        return (stake, -stake) if ahead else (-stake, stake)

    def __str__(self) -> str:
        held = ", ".join(f"{p} {c}" for p, c in zip(self.players, self.cards, strict=False))
        return f"{held or 'nothing dealt'}; {self.bets or 'no bets'}. {self.system.status(self)}"


@cache
def _deal(dealt: tuple[str, ...]) -> ChanceNode:
    left = [card for card in CARDS if card not in dealt]
    return ChanceNode("deck", tuple((card, Fraction(1, len(left))) for card in left), "K1")


@cache
def _bids(player: str) -> tuple[Bid, ...]:
    return tuple(Bid(player, word) for word in WORDS)


class KuhnPoker(SmallGame[KuhnPosition, Bid]):
    name = "kuhn_poker"
    folder = Path(__file__).parent
    chancy = True
    barring = frozenset({"K1", "K2"})

    # ------------------------------------------------------------------ making positions
    def from_json(self, data: Mapping[str, Any], *, strict: bool = True) -> KuhnPosition:
        problems, given = Problems(), dict(data)
        players, cards, bets = given.get("players", ["ann", "ben"]), given.get("cards", []), given.get("bets", "")
        for name in given:
            if name not in ("players", "cards", "bets"):
                problems.unknown(name, "part", name, ["players", "cards", "bets"])
        if len(set(players)) != 2 or not all(isinstance(player, str) for player in players):
            problems.add("players", "expected two names")
        if len(set(cards)) < len(cards) or len(cards) > 2:
            problems.add("cards", "expected two different cards, or fewer")
        for card in cards:
            if card not in CARDS:
                problems.unknown("cards", "card", card, CARDS)
        if not any(end.startswith(bets) for end in ENDS) or (bets and len(cards) < 2):
            problems.add("bets", "expected some of 'pbb', after both cards were dealt")
        problems.raise_any("this position cannot be read")
        return KuhnPosition(tuple(players), tuple(cards), bets)

    def to_json(self, position: KuhnPosition) -> dict[str, Any]:
        return {"players": list(position.players), "cards": list(position.cards), "bets": position.bets}

    # ------------------------------------------------------------------ the course of a game
    def to_act(self, position: KuhnPosition) -> frozenset[str]:
        if len(position.cards) < 2:
            return CHANCE
        if position.bets in ENDS:
            return TERMINAL
        return frozenset((position.players[len(position.bets) & 1],))

    def chance(self, position: KuhnPosition) -> ChanceNode | None:
        return _deal(position.cards) if len(position.cards) < 2 else None

    def actions(self, position: KuhnPosition, player: str) -> tuple[Bid, ...]:
        return _bids(player)

    def clause_of(self, action: Bid) -> str:
        return "K2"

    def check(self, position: KuhnPosition | Observation[KuhnPosition], action: Bid) -> Verdict:
        position = seen(position)
        self.seat(position, action.player)
        problems = Problems()
        if action.word not in WORDS:
            problems.unknown("", "action", action.word, WORDS)
        problems.raise_any("this action cannot be read")
        found: tuple[Finding, ...] = ()
        if len(position.cards) < 2:
            found = (Finding("K1", "not_dealt", (), {}, "first the cards are dealt"),)
        elif position.bets in ENDS:
            found = (Finding("K2", "over", (), {}, "the game is over"),)
        elif action.player not in self.to_act(position):
            found = (Finding("K2", "others_turn", (), {}, "it is the other player's turn"),)
        return Verdict(Status.ILLEGAL if found else Status.LEGAL, found, str(action), self.rulebook)

    def carry_out(self, position: KuhnPosition, done: Bid | ChanceOutcome) -> Transition[KuhnPosition]:
        if isinstance(done, ChanceOutcome):
            player = position.players[len(position.cards)]
            told = Event("dealt", (), {"player": player}, "K1", "{player} is dealt a card")
            return Transition(changed(position, cards=(*position.cards, done.value)), (told,))
        bets = position.bets + done.word[0]
        told = Event(done.word, (), {"player": done.player, "word": done.word}, "K2", "{player}: {word}")
        after = changed(position, bets=bets)
        if bets not in ENDS:
            return Transition(after, (told,))
        end = Event("game_over", (), {"returns": after.returns}, "K3", "the pot is won: {returns}", 0)
        return Transition(after, (told, end))

    def outcome(self, position: KuhnPosition) -> Outcome | None:
        if position.bets not in ENDS:
            return None
        if HIDDEN in position.cards and position.pot[0] == position.pot[1]:
            return Outcome((), "the cards are laid open", "K3")
        winner = position.players[position.returns[0] < 0]
        return Outcome((winner,), f"{winner} wins {max(position.returns)}", "K3")

    def status(self, position: KuhnPosition) -> str:
        end = self.outcome(position)
        if end is not None:
            return f"The game is over: {end}"
        return "The cards are dealt" if len(position.cards) < 2 else f"{min(self.to_act(position))} passes or bets"

    # ------------------------------------------------------------------ what a player sees
    def observe(self, position: KuhnPosition, player: str | None) -> Observation[KuhnPosition]:
        seat = -1 if player is None else self.seat(position, player)
        cards = tuple(card if n == seat else HIDDEN for n, card in enumerate(position.cards))
        return Observation(player, changed(position, cards=cards))

    def resample(self, position: KuhnPosition, player: str | None, rng: Random) -> KuhnPosition:
        seat = -1 if player is None else self.seat(position, player)
        own = position.cards[seat : seat + 1] if seat >= 0 else ()
        others = rng.sample([card for card in CARDS if card not in own], 2)
        return replace(position, cards=tuple(c if n == seat else others[n] for n, c in enumerate(position.cards)))

    def told(self, position: KuhnPosition, done: Bid | ChanceOutcome, player: str | None) -> str | None:
        if isinstance(done, ChanceOutcome) and position.players[len(position.cards)] != player:
            return "a card is dealt"
        return super().told(position, done, player)

    def pieces(self, position: KuhnPosition) -> tuple[Piece, ...]:
        return tuple(
            Piece(f"card {n}", f"hand {n + 1}", n, card, "card", f"{position.players[n]}'s card: {card}")
            for n, card in enumerate(position.cards)
        )

    def parse(self, position: KuhnPosition, text: str) -> Bid:
        player, word = self.split(position, text)
        problems = Problems()
        if word not in WORDS:
            problems.unknown("", "action", word, WORDS)
        problems.raise_any("this action cannot be read")
        return Bid(player, word)


KUHN_POKER = KuhnPoker()
