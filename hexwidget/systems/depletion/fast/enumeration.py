"""The legal actions of a player, lazily: an army may have thousands of maneuvers."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import chain, islice
from random import Random

from hexwidget.rules import MOST_COUNTED, AtLeast, Draft, LegalActions
from hexwidget.rules.action import counted
from hexwidget.rules.choices import NOTHING_CHOSEN
from hexwidget.rules.listing import Batch, Listing
from hexwidget.systems.depletion.actions import (
    GRAMMAR,
    Attack,
    Corps,
    DepletionAction,
    Maneuver,
    NoAttack,
    Pass,
    Rotate,
    whole,
)
from hexwidget.systems.depletion.battle.losses import as_action, losing, possible_losses
from hexwidget.systems.depletion.choices.corps import parts_of
from hexwidget.systems.depletion.fast.corps import CorpsSearch
from hexwidget.systems.depletion.fast.ferry import search_for
from hexwidget.systems.depletion.fast.ground import Ground
from hexwidget.systems.depletion.fast.picking import picked
from hexwidget.systems.depletion.legality import is_legal
from hexwidget.systems.depletion.legality.attacks import targets
from hexwidget.systems.depletion.legality.exploring import meeting_the_conditions, rotations_of_the_tile
from hexwidget.systems.depletion.maneuver.corps import CorpsPlan, harbour_beside
from hexwidget.systems.depletion.maneuver.end import End
from hexwidget.systems.depletion.outcome import outcome
from hexwidget.systems.depletion.position import DepletionPosition
from hexwidget.systems.depletion.provinces import places_relic, tile_of


class DepletionActions(Listing[DepletionAction]):
    """One action for each position that can result. In a turn: the maneuvers of each army (see `search`), plain and as marches,
    the pass, and the corps (see `corps`). After a maneuver: the rotations of the tile, an attack on each target and none, or
    the losses.

    Within a draft with ``parts``, the corps of these groups and one more are listed; within any other, the maneuvers of one army.
    """

    position: DepletionPosition

    def __init__(self, position: DepletionPosition, player: str, within: Draft | None = None) -> None:
        super().__init__(position, player, within)
        if self.seat < 0:
            position.seat(player)  # it says that there is no such player
        self._acts = self.seat == position.acting and outcome(position) is None

    def __iter__(self) -> Iterator[DepletionAction]:
        if self._acts and self.position.stage == "maneuver":
            yield from self._maneuvers_and_pass()
        elif self._acts:
            yield from super().__iter__()

    def batches(self) -> list[Batch]:
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
        for end in self._ends(Ground(self.position, self.position.turn)):
            yield Maneuver(*end.written)
        if "army" not in self.within:
            yield Pass(self.player)
        corps = self._corps_search
        if corps is not None:
            yield from corps

    def _corps(self, parts: list[Maneuver]) -> Iterator[DepletionAction]:
        """Yield the corps of some groups, and those of these groups and one more."""
        position, player = self.position, self.player
        if "army" not in self.within and is_legal(position, whole(player, parts)):
            yield whole(player, parts)
        before = CorpsPlan(position, player, parts, position.turn)
        ground = Ground(before.board, position.turn, harbour_beside(before))
        for end in self._ends(ground):
            corps = Corps(player, (*parts, end.maneuver))
            if is_legal(position, corps):
                yield corps

    def _ends(self, ground: Ground) -> Iterator[End]:
        board = ground.position
        only, marching, to = self.within.get("army"), self.within.get("march"), self.within.get("to")
        for army in board.armies:
            if army.owner == board.turn and not army.cubes and only in (None, board.map.name(army.at)):
                for march in (False, True):
                    if marching in (None, march):
                        ends = search_for(ground, army, march)
                        yield from ends if to is None else (end for end in ends if board.map.name(end.at) == to)

    def pick(self, rng: Random) -> DepletionAction:
        """A pass or an army, all equally likely; for an army a maneuver or a march that a random walk comes to, now and then
        with more armies as a corps (see `picking`)."""
        position = self.position
        if not self._acts or position.stage != "maneuver" or self.within is not NOTHING_CHOSEN:
            return self.sample(rng)
        return picked(position, rng)

    def _rotations(self) -> Iterator[int]:
        """Yield the sixths of the legal rotations; of several that make the tile lie alike, one."""
        found, (claim, every) = self.position.exploration, rotations_of_the_tile(self.position)
        tile, seen = tile_of(claim.tile), set[object]()
        placed = places_relic(found, tile, len(found.provinces) - 1)
        rotations = [rotation for rotation in every if rotation.lies is not None]
        for rotation in meeting_the_conditions(rotations)[1] if "sea" in tile.grounds else rotations:
            assert rotation.lies is not None  # noqa: S101  (those that do not cover the province are left out)
            relic_at = rotation.lies[tile.relic] if tile.relic is not None and placed else None
            looks = (frozenset(zip(rotation.lies, tile.grounds, strict=True)), relic_at)
            if looks not in seen and (not self.within or self.keeps(Rotate(self.player, rotation.sixths))):
                seen.add(looks)
                yield rotation.sixths

    @cached_property
    def _corps_search(self) -> CorpsSearch | None:
        """The search for corps; None where there can be none, or where they are not listed."""
        if self.within or not self._acts or self.position.stage != "maneuver":
            return None
        found = CorpsSearch(self.position)
        return found if found.possible else None

    def count(self) -> int:
        corps = self._corps_search
        if corps is None:
            return counted(self)
        ends = list(islice(self._ends(Ground(self.position, self.position.turn)), MOST_COUNTED))
        left = MOST_COUNTED - len(ends) - 1  # the pass counts, too
        if left < 0 or corps.more_than(left, ends):
            return AtLeast(MOST_COUNTED)
        return counted(chain(ends, [Pass(self.player)], corps))

    def sample(self, rng: Random) -> DepletionAction:
        """One of the actions, all equally likely. Where there are corps, the number of groups is drawn first, and then one
        group after the other, of all that can come next: a corps that can come about in several ways comes more often."""
        corps = self._corps_search
        if corps is not None:
            return corps.sample(rng)
        return LegalActions.sample(self, rng)
