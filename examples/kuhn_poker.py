"""Kuhn poker, an example to read and to play: three cards, two players, hidden hands. `KUHN_POKER` is the system.

It has a mat in place of a map, cards that chance deals, and hands that are a `Secret`. It is not registered:
``hw.register(KUHN_POKER)``, then ``hw.Board(hw.Session(KuhnPosition(), seed=1), player="ann")``.

>>> position = KUHN_POKER.position(cards=["king", "jack"], bets="p")
>>> print(position.check("ann: bet"))
bet: illegal
  K2: It is not ann's turn, but ben's.
>>> position.observe("ben").seen.cards
('?', 'jack')
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import permutations
from typing import Annotated, Literal

from hexwidget import rules
from hexwidget.geometry import MatMap, Zone
from hexwidget.limits import Limits
from hexwidget.rules.grammar import Form, Grammar
from hexwidget.rules.hints import UNIQUE, Player
from hexwidget.rules.listing import Batch, Listing
from hexwidget.rules.position import changed
from hexwidget.scene import Ground, Piece, Scene, player_looks

Card = Literal["jack", "queen", "king"]
CARDS: tuple[Card, ...] = ("jack", "queen", "king")
ENDS = frozenset({"pp", "bp", "bb", "pbp", "pbb"})
"""K2: the bets, by their first letters, that end the game."""
RULEBOOK = rules.Rulebook.parse("""
name = "kuhn_poker"
title = "Kuhn poker"
clause = [
  { id = "K1", kind = "rule", title = "The deal", text = "Each player puts 1 into the pot and is dealt one of three cards: jack, queen, king. Nobody sees the other's." },
  { id = "K2", kind = "rule", title = "Passing and betting", text = "The players act in turn. A bet puts 1 more into the pot. Two passes, two bets, and a pass after a bet end the game." },
  { id = "K3", kind = "rule", title = "The pot", text = "A pass after a bet loses; else both cards are laid open, and the higher one wins." },
]
""")


@dataclass(frozen=True, slots=True, repr=False)
class Bid(rules.Action):
    """K2: to pass or to bet."""

    word: str


GRAMMAR = Grammar[Bid](*(Form(Bid, word, fixed={"word": word}, clause="K2") for word in ("pass", "bet")))


@dataclass(frozen=True)
class KuhnPosition(rules.Position):
    """``cards``: those dealt so far, by seat; ``bets``: the bids so far, by their first letters (``pb``)."""

    players: Annotated[tuple[Player, ...], Limits(2, 2), UNIQUE] = ("ann", "ben")
    cards: Annotated[tuple[Card, ...], Limits(most=2), UNIQUE] = ()
    bets: Literal["", "p", "b", "pb", "pp", "bp", "bb", "pbp", "pbb"] = ""
    map = MatMap(("table",), [Zone(f"hand {n}", f"Hand {n}", "table", "cell", n - 1) for n in (1, 2)])
    settings = rules.Settings({})

    @property
    def system(self) -> KuhnPoker:
        return KUHN_POKER

    @property
    def pot(self) -> tuple[int, int]:
        """The stakes of the two players."""
        return 1 + self.bets[::2].count("b"), 1 + self.bets[1::2].count("b")

    @property
    def returns(self) -> tuple[int, int]:
        """The amounts that the players win or lose by the end; 0 before it."""
        if self.bets not in ENDS:
            return 0, 0
        first, second = self.pot
        ahead = first > second if first != second else CARDS.index(self.cards[0]) > CARDS.index(self.cards[1])
        stake = min(first, second)
        return (stake, -stake) if ahead else (-stake, stake)


class Bids(Listing[Bid]):
    def batches(self) -> list[Batch]:
        return [(Bid, (self.player,), GRAMMAR.verbs)] if self.player in KUHN_POKER.to_act(self.position) else []


@cache
def deal(dealt: tuple[str, ...]) -> rules.ChanceNode:
    left = [card for card in CARDS if card not in dealt]
    return rules.ChanceNode("deck", tuple((card, Fraction(1, len(left))) for card in left), "K1")


class KuhnPoker(rules.RuleSystem[KuhnPosition, Bid]):
    name, chancy, rulebook = "kuhn_poker", True, RULEBOOK
    description, grammar, listing = KuhnPosition, GRAMMAR, Bids
    moment = rules.Moment(turn="K2", over="K2", chance="K1")
    secrets = (
        rules.Secret(
            "cards", "K1", unseen="?", values=lambda seen: permutations(CARDS, len(seen.cards)),
            open=lambda position: position.bets in ENDS and position.pot[0] == position.pot[1],
            told={"deck": "a card is dealt"},
        ),
    )  # fmt: skip

    def to_act(self, position: KuhnPosition) -> frozenset[str]:
        if len(position.cards) < 2:
            return rules.CHANCE
        return rules.TERMINAL if position.bets in ENDS else frozenset((position.players[len(position.bets) & 1],))

    def chance(self, position: KuhnPosition) -> rules.ChanceNode | None:
        return deal(position.cards) if len(position.cards) < 2 else None

    def follow(self, position: KuhnPosition, done: Bid | rules.ChanceOutcome, log: rules.Chronicle) -> KuhnPosition:
        if isinstance(done, rules.ChanceOutcome):
            seat = len(position.cards)
            log.tell("dealt", "K1", "{player} is dealt a card", f"hand {seat + 1}", player=position.players[seat])
            return changed(position, cards=(*position.cards, done.value))
        log.tell(done.word, "K2", "{player}: {word}", player=done.player, word=done.word)
        after = changed(position, bets=position.bets + done.word[0])
        if after.bets in ENDS:
            log.later(_tell_end, after)
        return after

    def outcome(self, position: KuhnPosition) -> rules.Outcome | None:
        if position.bets not in ENDS:
            return None
        winner = position.players[position.returns[0] < 0]
        return rules.Outcome((winner,), f"{winner} wins {max(position.returns)}", "K3")

    def scene(self, observation: rules.Observation[KuhnPosition]) -> Scene:
        table, players = observation.seen.map, observation.seen.players
        held = enumerate(zip(players, observation.seen.cards, strict=False))
        cards = tuple(Piece(f"card {n}", f"hand {n + 1}", n, card, "card", f"{o}'s {card}") for n, (o, card) in held)
        return Scene(table, (Ground("table", "table", "plains", "none"),), player_looks(players), cards)


def _tell_end(log: rules.Chronicle, end: KuhnPosition) -> None:
    shown = ("hand 1", "hand 2") if end.pot[0] == end.pot[1] else ()
    log.tell("game_over", "K3", "the pot is won: {returns}", *shown, cause=0, returns=end.returns)


KUHN_POKER = KuhnPoker()
