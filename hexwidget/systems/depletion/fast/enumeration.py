"""The legal actions of a player, lazily: an army may have thousands of maneuvers."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from hexwidget.rules import Draft, LegalActions
from hexwidget.rules.listing import Listing, Way
from hexwidget.systems.depletion.actions import (
    GRAMMAR,
    Attack,
    Corps,
    DepletionAction,
    Maneuver,
    NoAttack,
    Pass,
    Rotate,
)
from hexwidget.systems.depletion.battle.losses import as_action, losing, possible_losses
from hexwidget.systems.depletion.choices.parts import parts_of, whole
from hexwidget.systems.depletion.fast.ferry import search_for
from hexwidget.systems.depletion.fast.ground import Ground
from hexwidget.systems.depletion.fast.picking import pick
from hexwidget.systems.depletion.legality import is_legal
from hexwidget.systems.depletion.legality.attacks import targets
from hexwidget.systems.depletion.maneuver.corps import corps_plan, harbour_beside
from hexwidget.systems.depletion.outcome import is_over
from hexwidget.systems.depletion.position import DepletionPosition
from hexwidget.systems.depletion.provinces import places_relic, province_hexes, rotations, tile_of


class DepletionActions(Listing[DepletionAction]):
    """One action for each position that can result. In a turn: the maneuvers of each army (see `search`), plain and as marches,
    and the pass. After a maneuver: the rotations of the tile, an attack on each target and none, or the losses.

    A corps is a product of maneuvers. Those that begin with some groups are listed ``within`` a draft with these ``parts``.
    """

    position: DepletionPosition

    def __init__(self, position: DepletionPosition, player: str, within: Draft | None = None) -> None:
        super().__init__(position, player, within)
        self._acts = position.seat(player) == position.acting and not is_over(position)

    def __iter__(self) -> Iterator[DepletionAction]:
        if self._acts and self.position.stage == "maneuver":
            yield from self._maneuvers_and_pass()
        elif self._acts:
            yield from super().__iter__()

    def ways(self) -> list[Way]:
        """The decisions after a maneuver."""
        position, player = self.position, self.player
        match position.stage:
            case "attack" if position.deciding is not None:
                attacked = map(position.map.name, targets(position, position.deciding))
                return [(Attack, (player,), list(attacked)), (NoAttack, (), [player])]
            case "rotation":
                return [(Rotate, (player,), list(self._rotations()))]
            case "losses":
                side, damage = losing(position)
                return [(as_action, (position, side), possible_losses(position, side, damage))]
        return []

    def keeps(self, action: DepletionAction) -> bool:
        slot = {Attack: "attack", NoAttack: "attack", Rotate: "rotate"}.get(type(action), "")
        return self.within.get(slot) in (None, next(GRAMMAR.drafts(action)).get(slot))

    def _maneuvers_and_pass(self) -> Iterator[DepletionAction]:
        if self.within.get("pass"):
            yield Pass(self.player)
            return
        parts = parts_of(self.position, self.player, self.within)
        if parts:
            yield from self._corps(parts)
            return
        yield from self._maneuvers(Ground(self.position, self.position.turn))
        if "army" not in self.within:
            yield Pass(self.player)

    def _corps(self, parts: list[Maneuver]) -> Iterator[DepletionAction]:
        """Yield the corps of some groups, and those of these groups and one more."""
        position, player = self.position, self.player
        if "army" not in self.within and is_legal(position, whole(player, parts)):
            yield whole(player, parts)
        before = corps_plan(position, player, parts, position.turn)
        ground = Ground(before.board, position.turn, harbour_beside(before))
        for maneuver in self._maneuvers(ground):
            corps = Corps(player, (*parts, maneuver))
            if is_legal(position, corps):
                yield corps

    def _maneuvers(self, ground: Ground) -> Iterator[Maneuver]:
        board = ground.position
        only, marching = self.within.get("army"), self.within.get("march")
        for army in board.armies:
            if army.owner == board.turn and not army.cubes and only in (None, board.map.name(army.at)):
                for march in (False, True):
                    if marching in (None, march):
                        yield from search_for(ground, army, march)

    def pick(self, rng: Random) -> DepletionAction:
        """A pass or an army, all equally likely; for an army a maneuver or a march that a random walk comes to (see
        `picking`)."""
        position = self.position
        if self.within or not self._acts or position.stage != "maneuver":
            return self.sample(rng)
        armies = [army for army in position.armies if army.owner == position.turn and not army.cubes]
        n = rng.randrange(len(armies) + 1)
        found = None
        if n < len(armies):
            found = pick(Ground(position, position.turn), armies[n], rng.random() < 0.5, rng)
        return found or Pass(self.player)

    def _rotations(self) -> Iterator[int]:
        """Yield the sixths of the legal rotations; of several that make the tile lie alike, one."""
        position, claim, found = self.position, self.position.claim, self.position.exploration
        assert claim is not None  # noqa: S101  (asked in the stage of rotation)
        province = found.provinces[province_hexes(position.map, found.shape, found.provinces)[claim.at]]
        tile, seen = tile_of(claim.tile), set[object]()
        placed = places_relic(found, tile, len(found.provinces) - 1)
        for way in rotations(position.map, found.shape, province, claim.tile):
            if way.lies is None:
                continue
            relic_at = way.lies[tile.relic] if tile.relic is not None and placed else None
            looks = (frozenset(zip(way.lies, tile.grounds, strict=True)), relic_at)
            action = Rotate(self.player, way.sixths)
            if looks not in seen and self.keeps(action) and is_legal(position, action):
                seen.add(looks)
                yield way.sixths

    def count(self) -> int:
        return sum(1 for _ in self)

    def sample(self, rng: Random) -> DepletionAction:
        return LegalActions.sample(self, rng)

    def __bool__(self) -> bool:
        return next(iter(self), None) is not None
