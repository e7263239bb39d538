"""The rule system `depletion`: its answers to the protocol's questions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from random import Random
from typing import Any, ClassVar

from hexwidget.english import agree, pronoun
from hexwidget.geometry import Space
from hexwidget.languages import in_its_language
from hexwidget.problems import InputError, Problems, shown
from hexwidget.rules import (
    CHANCE,
    TERMINAL,
    ChanceNode,
    ChanceOutcome,
    Deed,
    Hindsight,
    Observation,
    Remedy,
    RuleSystem,
    Stage,
    draw,
)
from hexwidget.rules.position import changed, seen
from hexwidget.rules.reach import CANNOT_COMPUTE, Reach, check_piece, conditions
from hexwidget.systems.depletion import appearance, editing, effects, legality, outcome, words
from hexwidget.systems.depletion.actions import GRAMMAR, DepletionAction, Maneuver
from hexwidget.systems.depletion.battle.declaration import odds_of
from hexwidget.systems.depletion.battle.odds import BAG
from hexwidget.systems.depletion.choices import DepletionDesk
from hexwidget.systems.depletion.counts import minus
from hexwidget.systems.depletion.description import DepletionDescription, build, line, to_json
from hexwidget.systems.depletion.effects.exploring import as_named
from hexwidget.systems.depletion.effects.turns import pass_on_turn
from hexwidget.systems.depletion.fast.danger import coverage
from hexwidget.systems.depletion.fast.enumeration import DepletionActions
from hexwidget.systems.depletion.fast.lookahead import LOOKAHEAD
from hexwidget.systems.depletion.legality.landing import explained_reach
from hexwidget.systems.depletion.legality.remedies import nearest_maneuver
from hexwidget.systems.depletion.maneuver.outset import first_on, outset
from hexwidget.systems.depletion.maneuver.reach import journey
from hexwidget.systems.depletion.position import Army, DepletionPosition
from hexwidget.systems.depletion.provinces import HIDDEN_CARD
from hexwidget.systems.depletion.units import TERRAINS, Counts, read_units, write_units

SUPPOSED = 12
"""The positions that may be behind a view of which some tiles and cards are known."""
OTHER = " too"
"""The mark of an event card that was drawn anew, beside the one that it stands for."""


class Depletion(RuleSystem[DepletionPosition, DepletionAction]):
    """Maneuvers with depletion. See ``rulebook.toml`` for the clauses."""

    name = "depletion"
    terrains = TERRAINS
    chancy = True
    description: ClassVar[type | None] = DepletionDescription
    grammar = GRAMMAR
    listing = DepletionActions
    silences = legality.SILENCES
    integrity = legality.INTEGRITY
    amended: ClassVar[Mapping[str, Any]] = {"free_entry": "group"}
    headlines: ClassVar[tuple[tuple[str, ...], ...]] = (
        ("game_over",),
        ("destroyed", "fallen", "nothing_fell"),
        ("attack_declared", "no_attack", "may_attack", "cannot_attack", "battle_left_open"),
    )
    desk = DepletionDesk
    objections = staticmethod(legality.objections)
    build = staticmethod(build)
    to_json = staticmethod(to_json)
    follow = staticmethod(effects.follow)
    outcome = staticmethod(outcome.outcome)
    battle_odds = staticmethod(odds_of)
    coverage = staticmethod(coverage)
    brushes = staticmethod(editing.brushes)
    paint = staticmethod(editing.paint)
    scene = staticmethod(appearance.scene)
    units = staticmethod(appearance.units)
    describe = staticmethod(words.describe)
    in_words = staticmethod(words.in_words)
    pass_on_turn: ClassVar[staticmethod[[DepletionPosition], DepletionPosition]] = staticmethod(pass_on_turn)
    lookahead = LOOKAHEAD

    # ------------------------------------------------------------------ making positions
    def position(self, *, strict: bool = True, **described: Any) -> DepletionPosition:
        """A position from its description.

        ``map`` (text, see `hexwidget.geometry.maptext`; symbols ``. % ^ & ~ = ?`` for plains, forest, mountain, swamp, sea,
        ocean, unexplored), ``players`` (names in seating order), ``armies`` ({player: {hex: "2 cavalry, 1 archer"}}),
        ``cities``, ``castles`` and ``capitals`` ({player: [hex, ...]}), ``cubes`` ({hex: number}), ``turn`` (player), ``round``,
        ``title``, ``offset`` (stagger), ``exploration`` (``provinces``: the middle hex of each; ``tiles``, see
        `hexwidget.systems.depletion.provinces`; ``stack``: "shuffled" or "fixed"; ``relics``, ``events``), and any option or
        parameter of the rulebook (``rounds=6``).

        :raises InputError: listing everything that cannot be read
        :raises IllegalPosition: if it breaks clauses (not with ``strict=False``)

        >>> position = DEPLETION.position(map=". ^ .", players=["red"], armies={"red": {"0101": "1 archer"}})
        >>> list(position.reach("0101", march=True))
        ['0101', '0201', '0301']
        """
        return self.from_json(described, strict=strict)

    # ------------------------------------------------------------------ the course of a game
    def to_act(self, position: DepletionPosition) -> frozenset[str]:
        if (position.claim is not None or position.battle is not None) and position.stage in words.WAITS:
            return CHANCE
        return TERMINAL if outcome.outcome(position) is not None else frozenset((position.players[position.acting],))

    def chance(self, position: DepletionPosition) -> ChanceNode | None:
        """D8.2, D8.7, D8.8, D9.1: the tile, relic or card that comes, or the cubes drawn from the bag."""
        if position.claim is None and position.battle is None:  # so in most positions
            return None
        found = position.exploration
        match position.stage:
            case "tile" if "?" not in "".join(found.tiles):  # an observer sees backs only
                return draw("tile stack", found.next_of(found.tiles), "D8.2", in_words=words.tile_in_words)
            case "relic":
                return draw("relics", found.relics, "D8.7", "battle bag")
            case "event" if HIDDEN_CARD not in found.deck:
                return draw("event deck", found.next_of(found.deck), "D8.8")
            case "bag":
                odds = position.battle_odds()
                return ChanceNode(BAG, tuple((odds.text(hits), p) for hits, p in odds.items()), "D9.1")
        return None

    def ways(self, position: DepletionPosition, outcome: ChanceOutcome) -> str:
        return position.battle_odds().ways(outcome.value) if position.stage == "bag" else ""

    def acting(self, position: DepletionPosition) -> str:
        return position.players[position.acting]

    def nearest(self, position: DepletionPosition, action: DepletionAction) -> Remedy | None:
        return nearest_maneuver(position, action) if isinstance(action, Maneuver) else super().nearest(position, action)

    def key(self, position: DepletionPosition) -> str:
        return super().key(as_named(position))

    def under_way(self, position: DepletionPosition) -> Stage:
        player, stage, claim = position.players[position.acting], position.stage, position.claim
        task = {
            "maneuver": f"{player} to act",
            "attack": f"{agree(player, 'decides')} whether to attack",
            "rotation": f"{agree(player, 'lays')} the tile",
            "losses": f"{agree(player, 'chooses')} {pronoun(player, 'its', 'their')} losses",
            **words.WAITS,
        }[stage]
        more = ""
        if claim is not None and stage == "tile":
            task, more = f"{agree(player, 'has')} claimed {position.map.name(claim.at)}", task
        return Stage(task, f"Round {position.round}", f"of {position.settings['rounds']}", more=more)

    # ------------------------------------------------------------------ what a player sees and may click
    def observe(self, position: DepletionPosition, player: str | None) -> Observation[DepletionPosition]:
        """D8.2: no player sees which tiles and event cards are left, and in which order."""
        if player is not None:
            self.seat(position, player)
        if self.is_whole(position):
            return Observation(player, position)
        return Observation(player, changed(position, exploration=position.exploration.hidden()))

    def is_whole(self, seen: DepletionPosition) -> bool:
        """D8.2: the stacks alone are hidden, as long as something is in them."""
        return not seen.exploration.tiles and not seen.exploration.deck

    def resample(self, position: DepletionPosition, player: str | None, rng: Random) -> DepletionPosition:
        found = position.exploration.guess(rng)
        # In a fixed order first, so that the places of the hidden tiles make no difference to those drawn.
        tiles = tuple(_redraw(text, rng) for text in rng.sample(sorted(map(_grounds, found.tiles)), len(found.tiles)))
        cards = sorted(card.removesuffix(OTHER) for card in found.deck)
        deck = tuple(card + OTHER * (rng.random() < 0.5) for card in rng.sample(cards, len(cards)))
        if found.shuffled:
            tiles, deck = tuple(sorted(tiles)), tuple(sorted(deck))
        return changed(position, exploration=found._replace(tiles=tiles, deck=deck))

    def hindsight(self, position: DepletionPosition, since: Sequence[Deed], player: str) -> Hindsight | None:
        """D8.2, D8.8: the tiles and event cards that have come off stacks in a fixed order."""
        found, came = position.exploration, {"tile stack": list[str](), "event deck": list[str]()}
        for _, done, _ in since:
            if isinstance(done, ChanceOutcome) and done.source in came:
                came[done.source].append(done.value)
        tiles, cards = came.values()
        if found.shuffled or not (tiles or cards):
            return None
        told = [f"the next tile was {words.tile_in_words(tiles[0])}"] if tiles else []
        told += [f"the next event card was {cards[0]}"] if cards else []
        back = found.hidden()
        known = back._replace(tiles=(*tiles, *back.tiles[len(tiles) :]), deck=(*cards, *back.deck[len(cards) :]))
        some = (known.guess(Random(f"hindsight {n}")) for n in range(SUPPOSED))
        return Hindsight(tuple(told), tuple([changed(position, exploration=each) for each in dict.fromkeys(some)]))

    @conditions
    def reach(
        self,
        observation: DepletionPosition | Observation[DepletionPosition],
        space: Space,
        *,
        march: bool = False,
        units: str | Mapping[str, int] | None = None,
    ) -> Reach:
        """The hexes where an army may go in one maneuver: see `DepletionPosition.reach`."""
        return self.reach_from(seen(observation), space, march, units)

    def reach_from(
        self, position: DepletionPosition, space: Space, march: bool, units: str | Mapping[str, int] | None
    ) -> Reach:
        """As `reach`, of a position, and with all conditions."""
        at, taken = position.map.find(space), None
        army = None if at is None else first_on(position.armies, at)
        if army is None or units is not None or type(march) is not bool:
            army, taken = self._reach_asked(position, space, march, units)
        return outset(position, army, march, taken, reach_by_plan)

    @in_its_language
    def _reach_asked(
        self, position: DepletionPosition, space: Space, march: bool, units: str | Mapping[str, int] | None
    ) -> tuple[Army, Counts | None]:
        """The army on a hex, and the units that set out.

        :raises InputError: listing everything that is wrong
        """
        problems = Problems()
        if type(march) is not bool:
            problems.add("march", f"expected True or False, not {shown(march)}")
        check_piece(position.map, space, position.by_hex, "army armies", problems)
        taken = None if units is None else read_units(units, "units", problems)
        problems.raise_any(CANNOT_COMPUTE)
        army = position.by_hex[position.map.index(space)][0]
        if taken is not None and min(minus(army.units, taken)) < 0:
            raise InputError(CANNOT_COMPUTE, f"there is only {army} on {space}, not {write_units(taken)}", "units")
        return army, taken

    # ------------------------------------------------------------------ text
    def notation(self, position: DepletionPosition) -> str:
        return line.write(position, self._line_defaults)

    @in_its_language
    def read(self, notation: str, *, strict: bool = True) -> DepletionPosition:
        return self.from_json(line.read(notation, self._line_defaults), strict=strict)

    @cached_property
    def _line_defaults(self) -> dict[str, Any]:
        """The entries that the one-line form writes by name, with the values that it leaves out."""
        names = ("round", "passes", *self.rulebook.options, *self.rulebook.parameters)
        return {name: self.defaults[name] for name in names}


def reach_by_plan(position: DepletionPosition, army: Army, march: bool, taken: Counts | None) -> Reach:
    """The reach of an army that sets out, by a plan: it can be any army. ``taken``: the units that set out; None: all."""
    maneuver = Maneuver(position.players[army.owner], (position.map.name(army.at),), march, units=taken)
    return explained_reach(journey(position, army.owner, maneuver)).on(position)


def _redraw(text: str, rng: Random) -> str:
    """A tile that looks the same from behind: its grounds in another order."""
    grounds = [*text]
    rng.shuffle(grounds)
    return "".join(grounds)


def _grounds(text: str) -> str:
    """The grounds of a tile in a fixed order, without its relic symbol."""
    return "".join(sorted(symbol for symbol in text if symbol not in "*o"))


DEPLETION = Depletion()
