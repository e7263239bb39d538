"""The rule system `frontiers`: its answers to the protocol's questions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, ClassVar

from hexwidget.english import agree, possessive
from hexwidget.geometry import Space
from hexwidget.problems import InputError, shown
from hexwidget.rules import (
    CHANCE,
    TERMINAL,
    ChanceNode,
    ChanceOutcome,
    Deed,
    Hindsight,
    Observation,
    RuleSystem,
    Stage,
    draw,
    seen,
)
from hexwidget.rules.position import changed
from hexwidget.rules.reach import CANNOT_COMPUTE, Reach, conditions
from hexwidget.systems.frontiers import appearance, choices, editing, effects, legality, outcome, words
from hexwidget.systems.frontiers.actions import GRAMMAR, Assign, ChooseDraw, FrontiersAction, Play
from hexwidget.systems.frontiers.combat import still_to_assign
from hexwidget.systems.frontiers.description import FrontiersDescription, build, to_json
from hexwidget.systems.frontiers.fast.enumeration import FrontiersActions
from hexwidget.systems.frontiers.fast.lookahead import LOOKAHEAD
from hexwidget.systems.frontiers.position import HIDDEN, FrontiersPosition

SUPPOSED = 12
"""The positions that may be behind a view of which some cards are known."""


class Frontiers(RuleSystem[FrontiersPosition, FrontiersAction]):
    """Heartlands and frontiers. See ``rulebook.toml`` for the clauses."""

    name = "frontiers"
    chancy = True
    grammar = GRAMMAR
    silences = legality.SILENCES
    integrity = legality.INTEGRITY
    amended: ClassVar[Mapping[str, Any]] = {"supply": "villagers_and_settlements"}
    headlines: ClassVar[tuple[tuple[str, ...], ...]] = (("game_over",), ("occupied",), ("killed",), ("life", "won"))
    description: ClassVar[type | None] = FrontiersDescription
    listing = FrontiersActions
    desk = choices.FrontiersDesk
    build = staticmethod(build)
    to_json = staticmethod(to_json)
    check = staticmethod(legality.check)
    follow = staticmethod(effects.follow)
    outcome = staticmethod(outcome.outcome)
    brushes = staticmethod(editing.brushes)
    paint = staticmethod(editing.paint)
    scene = staticmethod(appearance.scene)
    describe = staticmethod(words.describe)
    in_words = staticmethod(words.in_words)
    lookahead = LOOKAHEAD

    # ------------------------------------------------------------------ making positions
    def position(self, *, strict: bool = True, **description: Any) -> FrontiersPosition:
        """A position from its description; without one the beginning of a game with the bundled cards.

        ``players`` (two names), ``cards`` (own cards, over the bundled ones: see `hexwidget.systems.frontiers.cards`),
        ``hands`` ({player: {card: number}}; by default the opening hands are drawn), ``civic`` and ``army`` (decks, likewise;
        by default those of the set), ``units`` ({player: {id: {"card": "spearmen", "at": "advancing 2", "ready": true}}}),
        ``villagers`` ({player: {"farmer": 2}}), ``settlements`` ({player: {"2": "hamlet"}}), ``life_now`` ({player: number}),
        ``initiative``, ``acting``, ``phase``, ``round``, ``title``, and any parameter of the rulebook.

        :raises InputError: listing everything that cannot be read
        :raises IllegalPosition: if it breaks clauses (not with ``strict=False``)

        >>> FRONTIERS.position().chance.source
        "red's civic deck"
        >>> FRONTIERS.position(hands={"red": {"farmer": 1}}).check("deploy farmer").status.value
        'legal'
        """
        return self.from_json(description, strict=strict)

    # ------------------------------------------------------------------ the course of a game
    def to_act(self, position: FrontiersPosition) -> frozenset[str]:
        if outcome.outcome(position) is not None:
            return TERMINAL
        if position.draws:
            return CHANCE
        names = position.players
        match position.phase:
            case "damage":
                return frozenset(names[seat] for seat in (0, 1) if still_to_assign(position, seat))
            case "after":
                return frozenset({names[position.wins[0][0]]})
            case "triggers":
                return frozenset({names[position.triggers[0].seat]})
            case "draw":
                return frozenset(name for name, deck in zip(names, position.chosen, strict=True) if not deck)
        return frozenset({names[position.acting]})

    def chance(self, position: FrontiersPosition) -> ChanceNode | None:
        """F2.5, F1.3: one card at a time, each card of the deck equally likely."""
        if not position.draws or position.veil is not None or outcome.outcome(position) is not None:
            return None
        seat, deck = position.draws[0]
        # Kept games name this deck, so its text stays as it is, whatever the player is called.
        source = f"{position.players[seat]}'s {deck} deck"
        label = f"{possessive(position.players[seat])} {deck} deck"
        return draw(source, position.deck(seat, deck), "F2.6", label, position.cards.titles.__getitem__)

    def under_way(self, position: FrontiersPosition) -> Stage:
        names = position.players
        life = ", ".join(f"{name} {n}" for name, n in zip(names, position.life, strict=True))
        phase, turn = f"{position.phase} phase", f"{names[position.acting]} to act"
        if position.draws:
            seat, deck = position.draws[0]
            phase, turn = "", f"{agree(names[seat], 'draws')} from the {deck} deck"
        elif position.phase == "damage":
            phase, turn = "combat", "players assign damage"
        elif position.phase == "after":
            phase, turn = "after combat", f"{agree(names[position.wins[0][0]], 'takes')} positions"
        elif position.phase == "triggers":
            phase, turn = "replenishment", f"{agree(names[position.triggers[0].seat], 'resolves')} triggers"
        elif position.phase == "draw":
            phase, turn = "replenishment", "both players choose what to draw"
        return Stage(turn, f"Round {position.round}", phase=phase, more=f"life: {life}")

    # ------------------------------------------------------------------ what a player sees and may click
    def observe(self, position: FrontiersPosition, player: str | None) -> Observation[FrontiersPosition]:
        """F9.1: hands, decks, and what others have sealed, are hidden."""
        seat = -1 if player is None else self.seat(position, player)
        return Observation(player, position.seen_by(seat))

    def resample(self, position: FrontiersPosition, player: str | None, rng: Random) -> FrontiersPosition:
        seat = -1 if player is None else self.seat(position, player)
        if position.veil is not None:
            position = position.guess(rng)
        for k in (0, 1):
            if k == seat:
                continue
            hand = list[str]()
            for deck in HIDDEN:
                mine = [kind for kind in position.hands[k] if position.cards[kind].deck == deck]
                pool = sorted([*mine, *position.deck(k, deck)])  # The cards in the hand make no difference.
                rng.shuffle(pool)
                hand += pool[: len(mine)]
                position = position.with_player(k, **{deck: tuple(sorted(pool[len(mine) :]))})
            # Other players do not see either if a player has sealed anything yet.
            position = position.with_player(k, hands=tuple(sorted(hand)), sealed=(), chosen="")
        return position

    def told(
        self, position: FrontiersPosition, done: FrontiersAction | ChanceOutcome, player: str | None
    ) -> str | None:
        if isinstance(done, (Assign, ChooseDraw)) and done.player != player:
            return None
        if isinstance(done, ChanceOutcome) and done.source not in [f"{player}'s {deck} deck" for deck in HIDDEN]:
            node = self.chance(position)
            return f"{done.source if node is None else node.label}: a card is drawn"
        return super().told(position, done, player)

    def hindsight(self, position: FrontiersPosition, since: Sequence[Deed], player: str) -> Hindsight | None:
        """F9.1: the cards that others played before they drew another one, and so had in the hand."""
        view, drew, told = position.seen_by(self.seat(position, player)), set[str](), list[str]()
        hands = [list(held) for held in view.hands]
        for _, done, _ in since:
            if isinstance(done, ChanceOutcome):
                drew.add(done.source.partition("'s ")[0])
            elif isinstance(done, Play) and done.player not in {player, *drew}:
                held, back = hands[position.players.index(done.player)], position.back(done.card)
                if back in held:
                    held[held.index(back)] = done.card
                    told.append(f"{done.player} held {position.title_of(done.card)}")
        known = changed(view, hands=tuple(tuple(sorted(held)) for held in hands))
        worlds = tuple(known.guess(Random(f"hindsight {n}")) for n in range(SUPPOSED))
        return Hindsight(tuple(told), worlds) if told else None

    @conditions
    def reach(self, observation: FrontiersPosition | Observation[FrontiersPosition], space: Space) -> Reach:
        """The zones that a unit may be committed or retreat to: see `FrontiersPosition.reach`."""
        position = seen(observation)
        if position.map.find(space) is None:
            raise InputError(CANNOT_COMPUTE, position.map.explain_unknown(space), "unit")
        if space not in position.by_id:
            units = ", ".join(position.by_id) or "none"
            raise InputError(CANNOT_COMPUTE, f"expected a unit, not {shown(space)}; there are {units}", "unit")
        unit = position.by_id[str(space)]
        if position.players[unit.owner] not in self.to_act(position):
            position = changed(position, phase="strategy", acting=unit.owner, draws=())
        return choices.reach(position, unit)

    # ------------------------------------------------------------------ text
    def acting(self, position: FrontiersPosition) -> str:
        """The player whose actions are meant by default: the first who must decide, else the one whose turn it is."""
        acting = self.to_act(position)
        return next((name for name in position.players if name in acting), position.players[position.acting])


FRONTIERS = Frontiers()
