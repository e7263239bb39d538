"""The legal actions of a player, lazily: an army may have thousands of maneuvers."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import islice
from random import Random

from hexwidget.rules import MOST_COUNTED, AtLeast, Draft
from hexwidget.rules.action import MOST_EVEN, drawn_evenly, drawn_of_few
from hexwidget.rules.choices import NOTHING_CHOSEN, Slot
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
from hexwidget.systems.depletion.battle.losses import as_action, losing, losses_at_random, possible_losses
from hexwidget.systems.depletion.choices.corps import parts_of
from hexwidget.systems.depletion.fast.corps import CorpsSearch
from hexwidget.systems.depletion.fast.ferry import search_for
from hexwidget.systems.depletion.fast.ground import Ground, TooMuchWork, Work
from hexwidget.systems.depletion.fast.picking import TRIES, pick, pick_action
from hexwidget.systems.depletion.fast.search import in_turns
from hexwidget.systems.depletion.legality import is_legal
from hexwidget.systems.depletion.legality.attacks import targets
from hexwidget.systems.depletion.legality.exploring import meeting_the_conditions, rotations_of_the_tile
from hexwidget.systems.depletion.maneuver.end import End
from hexwidget.systems.depletion.maneuver.plan import CorpsPlan, harbour_beside
from hexwidget.systems.depletion.outcome import outcome
from hexwidget.systems.depletion.position import Army, DepletionPosition
from hexwidget.systems.depletion.provinces import places_relic, tile_of

MOST_SAMPLED = 1_000
"""The most setups and legs that the search begins for a `sample` whose actions are all equally likely, or for `some`."""
MOST_BEGUN = 20_000
"""The most that it begins for a `count`, and for a `sample` of corps."""
MOST_PICKED = 100
"""The most choices of losses among which a `pick` draws evenly."""


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
        self._many = False
        """True once there were too many actions to draw evenly."""
        self._acts = self.seat == position.acting and outcome(position) is None

    def __iter__(self) -> Iterator[DepletionAction]:
        yield from self._every(Work())

    def _every(self, work: Work) -> Iterator[DepletionAction]:
        """Yield the actions.

        :raises TooMuchWork: if that is more work than the searches may do
        """
        if self._acts and self.position.stage == "maneuver":
            yield from self._maneuvers_and_pass(work)
        elif self._acts and self.position.stage == "losses":
            side, damage = losing(self.position)
            for fallen in possible_losses(self.position, side, damage):
                yield as_action(self.position, side, fallen)
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
        return []

    def keeps(self, action: DepletionAction) -> bool:
        slot = {Attack: "attack", NoAttack: "attack", Rotate: "rotate"}.get(type(action), "")
        return self.within.get(slot) in (None, next(GRAMMAR.drafts(action)).get(slot))

    def _maneuvers_and_pass(self, work: Work) -> Iterator[DepletionAction]:
        if self.within.get("pass"):
            yield Pass(self.player)
            return
        parts = parts_of(self.position, self.player, self.within)
        if parts:
            yield from self._corps(parts, work)
            return
        for end in self._ends(self._ground([], work)):
            yield Maneuver(*end.written)
        if "army" not in self.within:
            yield Pass(self.player)
        yield from self._corps_search(work) or ()

    def _corps(self, parts: list[Maneuver], work: Work) -> Iterator[DepletionAction]:
        """Yield the corps of some groups, and those of these groups and one more."""
        position, player = self.position, self.player
        if "army" not in self.within and is_legal(position, whole(player, parts)):
            yield whole(player, parts)
        for end in self._ends(self._ground(parts, work)):
            corps = Corps(player, (*parts, end.maneuver))
            if is_legal(position, corps):
                yield corps

    def _ends(self, ground: Ground) -> Iterator[End]:
        armies, marches, to = self._within_draft(ground)
        searches = (search_for(ground, army, march).paced() for army in armies for march in marches)
        for end in in_turns(searches):
            if end is not None and to in (None, ground.position.map.name(end.at)):
                yield end

    def _ground(self, parts: list[Maneuver], work: Work) -> Ground:
        """The ground that some groups of a corps leave."""
        position = self.position
        if not parts:
            return Ground(position, position.turn, work=work)
        before = CorpsPlan(position, self.player, parts, position.turn)
        return Ground(before.board, position.turn, harbour_beside(before), work=work)

    def _within_draft(self, ground: Ground) -> tuple[list[Army], list[bool], Slot | None]:
        """The armies that may go within the draft, whether they march, and the hex where they end; None for any."""
        board, only, marching = ground.position, self.within.get("army"), self.within.get("march")
        ready = [army for army in ground.own.values() if not army.cubes]
        armies = [army for army in ready if only in (None, board.map.name(army.at))]
        return armies, [march for march in (False, True) if marching in (None, march)], self.within.get("to")

    def pick(self, rng: Random) -> DepletionAction:
        """A pass or an army, all equally likely; for an army a maneuver or a march that a random walk comes to, now and then
        with more armies as a corps (see `picking`). Of more than `MOST_PICKED` losses those that fall in a random order."""
        stage = self.position.stage if self._acts else ""
        if stage == "losses":
            return drawn_of_few(self, rng, MOST_PICKED) or self._random_walk(rng)
        if stage != "maneuver" or self.within is not NOTHING_CHOSEN:
            return self.sample(rng)
        return pick_action(self.position, rng)

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

    def _corps_search(self, work: Work) -> CorpsSearch | None:
        """The search for corps; None where no corps can be, or where they are not listed."""
        if self.within or not self._acts or self.position.stage != "maneuver":
            return None
        found = CorpsSearch(self.position, Ground(self.position, self.position.turn, apart=True, work=work))
        return found if found.possible else None

    @cached_property
    def _corps_drawn_from(self) -> CorpsSearch | None:
        return self._corps_search(Work())

    def __bool__(self) -> bool:
        passes = self._acts and self.position.stage == "maneuver" and not self.within
        return passes or super().__bool__()

    def count(self) -> int:
        """The number of actions. It is `AtLeast` the number of those that were found, where the search begins `MOST_BEGUN` setups."""
        work, number = Work(MOST_BEGUN), 0
        corps, more = self._corps_search(work), self._every(work)
        try:
            if corps is not None:
                ends = list(islice(self._ends(self._ground([], work)), MOST_COUNTED))
                number, more = len(ends) + 1, iter(corps)  # the pass counts, too
                if number > MOST_COUNTED or corps.more_than(MOST_COUNTED - number, ends):
                    return AtLeast(MOST_COUNTED)
            for _ in islice(more, MOST_COUNTED + 1 - number):
                number += 1
        except TooMuchWork:
            return AtLeast(number)
        return number if number <= MOST_COUNTED else AtLeast(MOST_COUNTED)

    def some(self, most: int) -> tuple[list[DepletionAction], bool]:
        """The first actions, up to a number, and True if these are all. There are fewer where the search begins as many setups as that,
        or `MOST_SAMPLED` if that is more."""
        found = list[DepletionAction]()
        try:
            for action in self._every(Work(max(most, MOST_SAMPLED))):
                if len(found) == most:
                    return found, False
                found.append(action)
        except TooMuchWork:
            return found, False
        return found, True

    def sample(self, rng: Random) -> DepletionAction:
        """One of the actions, all equally likely. Where there are corps, the number of groups is drawn first, and then one
        group after the other, of all that can come next: a corps that can come about in several ways comes more often.

        There may be more than `MOST_EVEN` actions, or the search for them begins more than `MOST_SAMPLED` setups, or more than
        `MOST_BEGUN` where there are corps. Then the action is drawn as `pick` draws it: within a draft, one that walks come to. Where
        `TRIES` walks come to none, it is drawn evenly from the first `MOST_EVEN` actions, or those found while as many setups begin."""
        found: DepletionAction | None = None
        if not self._many:
            corps = self._corps_drawn_from
            try:
                if corps is not None:
                    corps.first.ground.work.left = MOST_BEGUN
                    return corps.sample(rng)
                found = drawn_of_few(self._every(Work(MOST_SAMPLED)), rng)
            except TooMuchWork:
                pass
            self._many = found is None
        return self._random_walk(rng) if found is None else found

    def _random_walk(self, rng: Random) -> DepletionAction:
        """An action at random, where there are many: see `sample`."""
        position, player = self.position, self.player
        if position.stage == "losses":
            side, damage = losing(position)
            return as_action(position, side, losses_at_random(position, side, damage, rng))
        if not self.within:
            return pick_action(position, rng)
        parts = parts_of(position, player, self.within)
        ground = self._ground(parts, Work())
        armies, marches, to = self._within_draft(ground)
        for _ in range(TRIES):
            army = rng.choice(armies if "army" in self.within else [*armies, None])  # None: nothing but the parts
            end = None if army is None else pick(ground, army, rng.choice(marches), rng)
            if army is not None and (end is None or to not in (None, position.map.name(end.at))):
                continue
            groups = [*parts, *([end.maneuver] if end is not None else [])]
            action = whole(player, groups) if groups else Pass(player)
            if not parts or is_legal(position, action):
                return action
        found, _ = self.some(MOST_EVEN)
        return drawn_evenly(found or islice(self, 1), rng)
