"""The rule system `toy`: its answers to the protocol's questions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

from hexwidget import rules
from hexwidget.english import agree, possessive
from hexwidget.geometry import Space
from hexwidget.problems import InputError, Problem
from hexwidget.rules.position import seen
from hexwidget.rules.reach import Reach
from hexwidget.scene import Scene

from . import appearance, choices, effects, legality
from .actions import GRAMMAR, Seal, ToyAction, candidates
from .description import ToyDescription, build, to_json
from .ground import MAP
from .position import ToyPosition


class Toy(rules.RuleSystem[ToyPosition, ToyAction]):
    """Couriers and forts: see ``rulebook.toml``."""

    name = "toy"
    chancy = True
    description = ToyDescription
    grammar = GRAMMAR
    desk = choices.ToyDesk
    build = staticmethod(build)
    to_json = staticmethod(to_json)

    # ------------------------------------------------------------------ the course of a game
    def to_act(self, position: ToyPosition) -> frozenset[str]:
        if self.outcome(position) is not None:
            return rules.TERMINAL
        if position.meetings:
            return frozenset({position.players[position.decider]})
        if position.drawing:
            return rules.CHANCE
        return frozenset(p for p, way in zip(position.players, position.sealed, strict=True) if way is None)

    def chance(self, position: ToyPosition) -> rules.ChanceNode | None:
        if not position.drawing or position.veil is not None or self.outcome(position) is not None:
            return None
        seat = position.drawing[0]
        label = f"{possessive(position.players[seat])} deck"
        return rules.draw(f"{position.players[seat]}'s deck", tuple(position.decks[seat]), "T7", label)

    def candidates(self, position: ToyPosition, player: str) -> Iterator[ToyAction]:
        return candidates(player, position.couriers_of(position.players.index(player)))

    def check(self, position: ToyPosition | rules.Observation[ToyPosition], action: ToyAction) -> rules.Verdict:
        return legality.check(seen(position), action, self.rulebook)

    def follow(
        self, position: ToyPosition, action: ToyAction | rules.ChanceOutcome, log: rules.Chronicle
    ) -> ToyPosition:
        return effects.follow(position, action, log)

    def outcome(self, position: ToyPosition) -> rules.Outcome | None:
        numbers = [len(position.couriers_of(seat)) for seat in (0, 1)]
        veiled = position.veil is not None and position.settings["fog"] == "on"
        over = position.round > position.settings["rounds"]
        if not over and (veiled or min(numbers) > 0):
            return None
        if veiled:
            return rules.Outcome((), "the last round is over, and the referee counts", "T9")
        best = max(numbers)
        winners = tuple(p for p, n in zip(position.players, numbers, strict=True) if n == best)
        if len(winners) > 1:
            return rules.Outcome((), "equal numbers of couriers: a draw", "T9")
        return rules.Outcome(winners, f"{agree(winners[0], 'has')} more couriers", "T9")

    def under_way(self, position: ToyPosition) -> rules.Stage:
        task = "orders are sealed"
        if position.meetings:
            task = f"{agree(position.players[position.decider], 'decides')} about a meeting"
        elif position.drawing:
            task = "cards are drawn"
        return rules.Stage(task, f"Round {position.round}", f"of {position.settings['rounds']}")

    # ------------------------------------------------------------------ what a player sees and may click
    def observe(self, position: ToyPosition, player: str | None) -> rules.Observation[ToyPosition]:
        return rules.Observation(player, position.seen_by(-1 if player is None else position.players.index(player)))

    def resample(self, position: ToyPosition, player: str | None, rng: Random) -> ToyPosition:
        seat = -1 if player is None else position.players.index(player)
        shown = position.seen_by(seat)
        dark = [n for n in range(len(MAP)) if seat >= 0 and n not in position.lit(seat)]
        if seat < 0 and position.settings["fog"] == "on":
            dark = list(range(len(MAP)))
        hands, decks = list(position.hands), list(position.decks)
        for k in (0, 1):
            if k != seat:
                cards = sorted([*hands[k], *decks[k]])  # the cards in the hand make no difference
                rng.shuffle(cards)
                hands[k], decks[k] = tuple(sorted(cards[: len(hands[k])])), tuple(sorted(cards[len(hands[k]) :]))
        couriers, forts = list(shown.couriers), list(shown.forts)
        for k in (0, 1):
            for hidden, known in ((position.couriers, couriers), (position.forts, forts)):
                for piece in hidden:
                    if piece[1] == k and piece not in (shown.couriers if hidden is position.couriers else shown.forts):
                        free = [n for n in dark if (n, k) not in known]
                        known.append((rng.choice(free), k))
        made = replace(position, couriers=tuple(sorted(couriers)), forts=tuple(sorted(forts)))
        made = replace(made, hands=tuple(hands), decks=tuple(decks))
        others = [k for k in (0, 1) if k != seat and not position.meetings and not position.drawing]
        sealed = list(position.sealed)
        for k in others:
            orders = [a for a in self.legal_actions(replace(made, sealed=(None, None)), position.players[k])
                      if isinstance(a, Seal)]  # fmt: skip
            free_to = all(sealed[j] is None for j in (0, 1) if j != k)
            sealed[k] = rng.choice(orders).way if orders and free_to and rng.random() < 0.5 else None
        return replace(made, sealed=tuple(sealed))

    def told(self, position: ToyPosition, done: ToyAction | rules.ChanceOutcome, player: str | None) -> str | None:
        if isinstance(done, Seal) and done.player != player:
            return None
        if isinstance(done, rules.ChanceOutcome) and done.source != f"{player}'s deck":
            node = self.chance(position)
            return f"{done.source if node is None else node.label}: a card is drawn"
        return super().told(position, done, player)

    def reach(
        self, observation: ToyPosition | rules.Observation[ToyPosition], space: Space, **conditions: Any
    ) -> Reach:
        position = seen(observation)
        at = MAP.index(space)
        owners = [owner for place, owner in position.couriers if place == at]
        if not owners or conditions:
            raise InputError("this reach cannot be computed", [Problem("", f"no courier on {space}, or a condition")])
        return choices.reach(position, owners[0], at)

    def scene(self, observation: rules.Observation[ToyPosition]) -> Scene:
        return appearance.scene(observation, self.status(observation.seen))

    # ------------------------------------------------------------------ text
    def acting(self, position: ToyPosition) -> str:
        return min(self.to_act(position) & {*position.players}, default=position.players[0])

    def describe(self, position: ToyPosition) -> str:
        lines = [f"{player}: {', '.join(MAP.name(at) for at in position.couriers_of(seat)) or 'no courier'}; "
                 f"forts {', '.join(MAP.name(at) for at, owner in position.forts if owner == seat) or 'none'}; "
                 f"hand {', '.join(position.hands[seat]) or 'empty'}; deck of {len(position.decks[seat])}"
                 for seat, player in enumerate(position.players)]  # fmt: skip
        return "\n".join([*lines, self.status(position)])


TOY = Toy()
