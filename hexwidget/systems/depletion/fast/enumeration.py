"""The legal actions of a player, lazily."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from hexwidget.problems import InputError
from hexwidget.rules import Draft, LegalActions
from hexwidget.systems.depletion.actions import Attack, Corps, DepletionAction, Maneuver, NoAttack, Pass, Rotate
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


class DepletionActions(LegalActions[DepletionAction]):
    """One action for each position that can result: the maneuvers of each army (see `search`), plain and as marches, and the
    pass; or whatever is to be decided after a maneuver: how the tile lies, an attack on each target and none, what falls.

    A corps is a product of maneuvers: those that one begins with are listed ``within`` a draft.

    :param within: only those that a draft can still become: its ``army``, and ``march`` if it is set; with ``parts``, the
        corps of these and one more group
    """

    def __init__(self, position: DepletionPosition, player: str, within: Draft | None = None) -> None:
        self._position = position
        self._player = player
        self._within = within or Draft()
        seat = position.seat(player)
        self._acts = seat == position.acting and not is_over(position)

    def __iter__(self) -> Iterator[DepletionAction]:
        if not self._acts:
            return
        match self._position.stage:
            case "maneuver":
                yield from self._turn()
            case "attack":
                yield from self._attacks()
            case "rotation":
                yield from self._rotations()
            case "losses":
                side, damage = losing(self._position)
                for fallen in possible_losses(self._position, side, damage):
                    yield as_action(self._position, side, fallen)

    def _turn(self) -> Iterator[DepletionAction]:
        if self._within.get("pass"):
            yield Pass(self._player)
            return
        parts = parts_of(self._position, self._player, self._within)
        if parts:
            yield from self._corps(parts)
            return
        yield from self._maneuvers(Ground(self._position, self._position.turn))
        if "army" not in self._within:
            yield Pass(self._player)

    def _corps(self, parts: list[Maneuver]) -> Iterator[DepletionAction]:
        """The corps of some groups, and of these and one more."""
        position, player = self._position, self._player
        if "army" not in self._within:
            alone = whole(player, parts)
            if alone is not None and is_legal(position, alone):
                yield alone
        before = corps_plan(position, player, parts, position.turn)
        ground = Ground(before.board, position.turn, harbour_beside(before))
        for maneuver in self._maneuvers(ground):
            corps = Corps(player, (*parts, maneuver))
            if is_legal(position, corps):
                yield corps

    def _maneuvers(self, ground: Ground) -> Iterator[Maneuver]:
        board = ground.position
        only, marching = self._within.get("army"), self._within.get("march")
        for army in board.armies:
            if army.owner == board.turn and not army.cubes and only in (None, board.map.name(army.at)):
                for march in (False, True):
                    if marching in (None, march):
                        yield from search_for(ground, army, march)

    def pick(self, rng: Random) -> DepletionAction:
        """A pass or an army, all alike likely; of an army a maneuver or a march that a walk at random comes to (see
        `picking`)."""
        position = self._position
        if self._within or not self._acts or position.stage != "maneuver":
            return self.sample(rng)
        armies = [army for army in position.armies if army.owner == position.turn and not army.cubes]
        n = rng.randrange(len(armies) + 1)
        found = None
        if n < len(armies):
            found = pick(Ground(position, position.turn), armies[n], rng.random() < 0.5, rng)
        return found or Pass(self._player)

    def _attacks(self) -> Iterator[DepletionAction]:
        position, name = self._position, self._position.map.name
        chosen = self._within.get("attack")
        for at in targets(position, position.deciding) if position.deciding is not None else ():
            if chosen in (None, name(at)):
                yield Attack(self._player, name(at))
        if chosen in (None, "no"):
            yield NoAttack(self._player)

    def _rotations(self) -> Iterator[Rotate]:
        """The rotations that may be chosen; of those that lie alike one."""
        position, claim, found = self._position, self._position.claim, self._position.exploration
        assert claim is not None  # noqa: S101  (asked in the stage of rotation)
        province = found.provinces[province_hexes(position.map, found.shape, found.provinces)[claim.at]]
        tile, seen = tile_of(claim.tile), set[object]()
        placed = places_relic(found, tile, len(found.provinces) - 1)
        for way in rotations(position.map, found.shape, province, claim.tile):
            if way.lies is None:
                continue
            relic_at = way.lies[tile.relic] if tile.relic is not None and placed else None
            looks = (frozenset(zip(way.lies, tile.grounds, strict=True)), relic_at)
            action = Rotate(self._player, way.sixths)
            if looks not in seen and self._within.get("rotate") in (None, way.sixths) and is_legal(position, action):
                seen.add(looks)
                yield action

    def __contains__(self, action: object) -> bool:
        """Whether an action, or its text, is legal (whatever the draft); what cannot be read is not."""
        try:
            if isinstance(action, str):
                action = self._position.parse(action)
            return getattr(action, "player", None) == self._player and is_legal(self._position, action)  # type: ignore[arg-type]
        except InputError:
            return False

    def __bool__(self) -> bool:
        return next(iter(self), None) is not None

    def count(self) -> int:
        return sum(1 for _ in self)
