"""The face of the toy towards the protocol."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

from hexwidget.geometry import Space
from hexwidget.problems import InputError, Problem, Problems, shown
from hexwidget.rules import (
    CHANCE,
    TERMINAL,
    ChanceNode,
    ChanceOutcome,
    Choices,
    Draft,
    LegalActions,
    Observation,
    Outcome,
    RuleSystem,
    Status,
    Transition,
    Verdict,
)
from hexwidget.rules.position import seen
from hexwidget.rules.reach import Reach
from hexwidget.rules.settings import read_settings
from hexwidget.scene import Scene
from tests.toy import appearance, choices, effects, legality
from tests.toy.actions import Answer, Seal, parse
from tests.toy.ground import MAP
from tests.toy.position import ToyPosition

CARDS = ("ferry", "gold", "plain")


class ToyActions(LegalActions[Any]):
    """All orders, or the answers to a meeting."""

    def __init__(self, position: ToyPosition, player: str, within: Draft | None) -> None:
        self.position, self.player, self.within = position, player, within or Draft()

    def _all(self) -> Iterator[Any]:
        yield from (Answer(self.player, bribe) for bribe in (False, True))
        for at in self.position.couriers_of(self.position.players.index(self.player)):
            yield Seal(self.player, (MAP.name(at),))
            yield from (Seal(self.player, (MAP.name(at), MAP.name(there))) for there in MAP.neighbours(at))

    def __iter__(self) -> Iterator[Any]:
        courier = self.within.get("courier")
        for action in self._all():
            if courier in (None, getattr(action, "way", (None,))[0]) and action in self:
                yield action

    def __contains__(self, action: object) -> bool:
        try:
            action = self.position.parse(action) if isinstance(action, str) else action
            return getattr(action, "player", None) == self.player and bool(self.position.check(action))
        except InputError:
            return False

    def count(self) -> int:
        return sum(1 for _ in self)


class Toy(RuleSystem[ToyPosition, Any]):
    name = "toy"
    folder = Path(__file__).parent
    chancy = True
    barring = legality.BARRING

    # ------------------------------------------------------------------ making positions
    def from_json(self, data: Mapping[str, Any], *, strict: bool = True) -> ToyPosition:
        problems = Problems()
        given = dict(data)
        players = tuple(given.pop("players", ("red", "blue")))
        if len(players) != 2 or len(set(players)) != 2 or not all(isinstance(p, str) and ":" not in p for p in players):
            problems.add("players", f"expected two names, not {shown(players)}")
            problems.raise_any("this position cannot be read")

        def by_seat(key: str) -> list[Any]:
            found = given.pop(key, {})
            for player in found if isinstance(found, Mapping) else ():
                if player not in players:
                    problems.unknown(f"{key}/{player}", "player", player, players)
            return [found.get(player) for player in players] if isinstance(found, Mapping) else [None, None]

        def spaces(key: str) -> tuple[tuple[int, int], ...]:
            found = []
            for seat, names in enumerate(by_seat(key)):
                for n, name in enumerate(names or ()):
                    if MAP.find(name) is None:
                        problems.add(f"{key}/{players[seat]}/{n}", MAP.explain_unknown(name))
                    else:
                        found.append((MAP.index(name), seat))
            return tuple(sorted(found))

        def cards(key: str) -> tuple[tuple[str, ...], ...]:
            found = tuple(tuple(sorted(held or ())) for held in by_seat(key))
            for held in found:
                for card in held:
                    if card not in CARDS:
                        problems.unknown(key, "card", card, CARDS)
            return found

        made = {
            "couriers": spaces("couriers"),
            "forts": spaces("forts"),
            "hands": cards("hands"),
            "decks": cards("decks"),
            "sealed": tuple(tuple(way) if way else None for way in by_seat("sealed")),
            "meetings": tuple(MAP.index(name) for name in given.pop("meetings", ())),
            "drawing": tuple(players.index(p) for p in given.pop("drawing", ())),
            "initiative": players.index(given.pop("initiative", players[0])),
            "round": given.pop("round", 1),
        }
        given.pop("title", None)
        settings = read_settings(self.rulebook, given, problems, {}, {})
        problems.raise_any("this position cannot be read")
        return ToyPosition(players, settings, **made)

    def to_json(self, position: ToyPosition) -> dict[str, Any]:
        def by_player(things: Any) -> dict[str, Any]:
            return {player: things[seat] for seat, player in enumerate(position.players) if things[seat]}

        return {
            "players": list(position.players),
            "couriers": by_player([[MAP.name(at) for at in position.couriers_of(seat)] for seat in (0, 1)]),
            "forts": by_player([[MAP.name(at) for at, owner in position.forts if owner == seat] for seat in (0, 1)]),
            "hands": by_player([list(hand) for hand in position.hands]),
            "decks": by_player([list(deck) for deck in position.decks]),
            "sealed": by_player([list(way) if way else None for way in position.sealed]),
            "meetings": [MAP.name(at) for at in position.meetings],
            "drawing": [position.players[seat] for seat in position.drawing],
            "initiative": position.players[position.initiative],
            "round": position.round,
            **position.settings,
        }

    def check_position(self, position: ToyPosition) -> Verdict:
        return Verdict(Status.LEGAL, (), "position", self.rulebook)

    # ------------------------------------------------------------------ the course of a game
    def to_act(self, position: ToyPosition) -> frozenset[str]:
        if self.outcome(position) is not None:
            return TERMINAL
        if position.meetings:
            return frozenset({position.players[position.decider]})
        if position.drawing:
            return CHANCE
        return frozenset(p for p, way in zip(position.players, position.sealed, strict=True) if way is None)

    def chance(self, position: ToyPosition) -> ChanceNode | None:
        if not position.drawing or position.veil is not None or self.outcome(position) is not None:
            return None
        seat = position.drawing[0]
        deck = Counter(position.decks[seat])
        odds = tuple((card, Fraction(n, deck.total())) for card, n in sorted(deck.items()))
        return ChanceNode(f"{position.players[seat]}'s deck", odds, "T7")

    def legal_actions(
        self, position: ToyPosition, player: str | None = None, *, within: Draft | None = None
    ) -> ToyActions:
        return ToyActions(
            position, player or min(self.to_act(position) & {*position.players}, default=position.players[0]), within
        )

    def check(self, position: ToyPosition | Observation[ToyPosition], action: Any) -> Verdict:
        return legality.check(seen(position), action, self.rulebook)

    def carry_out(self, position: ToyPosition, action: Any) -> Transition[ToyPosition]:
        return effects.apply(position, action)

    def outcome(self, position: ToyPosition) -> Outcome | None:
        numbers = [len(position.couriers_of(seat)) for seat in (0, 1)]
        veiled = position.veil is not None and position.settings["fog"] == "on"
        over = position.round > position.settings["rounds"]
        if not over and (veiled or min(numbers) > 0):
            return None
        if veiled:
            return Outcome((), "the last round is over, and the referee counts", "T9")
        best = max(numbers)
        winners = tuple(p for p, n in zip(position.players, numbers, strict=True) if n == best)
        if len(winners) > 1:
            return Outcome((), "equal numbers of couriers: a draw", "T9")
        return Outcome(winners, f"{winners[0]} has more couriers", "T9")

    def status(self, position: ToyPosition) -> str:
        end = self.outcome(position)
        if end is not None:
            return f"The game is over: {end}"
        task = "orders are sealed"
        if position.meetings:
            task = f"{position.players[position.decider]} decides about a meeting"
        elif position.drawing:
            task = "cards are drawn"
        return f"Round {position.round} of {position.settings['rounds']}: {task}"

    # ------------------------------------------------------------------ what a player sees and may click
    def observe(self, position: ToyPosition, player: str | None) -> Observation[ToyPosition]:
        return Observation(player, position.seen_by(-1 if player is None else position.players.index(player)))

    def resample(self, position: ToyPosition, player: str | None, rng: Random) -> ToyPosition:
        seat = -1 if player is None else position.players.index(player)
        shown = position.seen_by(seat)
        dark = [n for n in range(len(MAP)) if seat >= 0 and n not in position.lit(seat)]
        if seat < 0 and position.settings["fog"] == "on":
            dark = list(range(len(MAP)))
        hands, decks = list(position.hands), list(position.decks)
        for k in (0, 1):
            if k != seat:
                cards = [*hands[k], *decks[k]]
                rng.shuffle(cards)
                hands[k], decks[k] = tuple(sorted(cards[: len(hands[k])])), tuple(sorted(cards[len(hands[k]) :]))
        couriers, forts = list(shown.couriers), list(shown.forts)
        for k in (0, 1):
            for hidden, known in ((position.couriers, couriers), (position.forts, forts)):
                for piece in hidden:
                    if piece[1] == k and piece not in (shown.couriers if hidden is position.couriers else shown.forts):
                        free = [n for n in dark if (n, k) not in known]
                        known.append((rng.choice(free), k))
        made = replace(
            position,
            couriers=tuple(sorted(couriers)),
            forts=tuple(sorted(forts)),
            hands=tuple(hands),
            decks=tuple(decks),
        )
        others = [k for k in (0, 1) if k != seat and not position.meetings and not position.drawing]
        sealed = list(position.sealed)
        for k in others:
            orders = [a for a in self.legal_actions(replace(made, sealed=(None, None)), position.players[k])
                      if isinstance(a, Seal)]  # fmt: skip
            free_to = all(sealed[j] is None for j in (0, 1) if j != k)
            sealed[k] = rng.choice(orders).way if orders and free_to and rng.random() < 0.5 else None
        return replace(made, sealed=tuple(sealed))

    def told(self, position: ToyPosition, done: Any, player: str | None) -> str | None:
        if isinstance(done, Seal) and done.player != player:
            return None
        if isinstance(done, ChanceOutcome) and done.source != f"{player}'s deck":
            return f"{done.source}: a card is drawn"
        return super().told(position, done, player)

    def choices(self, observation: ToyPosition | Observation[ToyPosition], player: str | None, draft: Draft) -> Choices:
        position = seen(observation)
        if player is None:
            player = min(self.to_act(position) & {*position.players}, default=position.players[0])
        elif player not in position.players:
            raise InputError("no such player", [Problem("", shown(player))])
        return choices.choices(position, player, draft)

    def explain(
        self, observation: ToyPosition | Observation[ToyPosition], player: str | None, draft: Draft, space: Space
    ) -> Verdict:
        now = self.choices(observation, player, draft)
        if now.field is not None:
            return now.field.reach.why(space)
        MAP.index(space)
        return Verdict(Status.INCOMPLETE, (), now.prompt, self.rulebook)

    def reach(self, observation: ToyPosition | Observation[ToyPosition], space: Space, **conditions: Any) -> Reach:
        position = seen(observation)
        at = MAP.index(space)
        owners = [owner for place, owner in position.couriers if place == at]
        if not owners or conditions:
            raise InputError("this reach cannot be computed", [Problem("", f"no courier on {space}, or a condition")])
        return choices.reach(position, owners[0], at)

    def scene(self, observation: Observation[ToyPosition]) -> Scene:
        return appearance.scene(observation, self.status(observation.seen))

    # ------------------------------------------------------------------ text
    def notation(self, position: ToyPosition) -> str:
        return json.dumps(self.to_json(position), ensure_ascii=False)

    def read(self, notation: str, *, strict: bool = True) -> ToyPosition:
        try:
            return self.from_json(json.loads(notation), strict=strict)
        except ValueError as error:
            raise InputError("this notation cannot be read", [Problem("", str(error))]) from None

    def parse(self, position: ToyPosition, text: str) -> Any:
        return parse(
            position.players, min(self.to_act(position) & {*position.players}, default=position.players[0]), text
        )

    def describe(self, position: ToyPosition) -> str:
        lines = [f"{player}: {', '.join(MAP.name(at) for at in position.couriers_of(seat)) or 'no courier'}; "
                 f"forts {', '.join(MAP.name(at) for at, owner in position.forts if owner == seat) or 'none'}; "
                 f"hand {', '.join(position.hands[seat]) or 'empty'}; deck of {len(position.decks[seat])}"
                 for seat, player in enumerate(position.players)]  # fmt: skip
        return "\n".join([*lines, self.status(position)])


TOY = Toy()
