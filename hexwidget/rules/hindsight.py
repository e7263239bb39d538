"""Hindsight: the things that were hidden from a player at a position, and that have been shown to them since.

The answer follows from the player's view alone: what they saw then, and each action, event and position that they were shown later.
So it never tells a secret, and games that look the same to the player get the same answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

from hexwidget.geometry import HexMap
from hexwidget.problems import InputError
from hexwidget.rules.action import Action
from hexwidget.rules.chance import ChanceOutcome
from hexwidget.rules.position import Observation
from hexwidget.rules.secret import MOST_WORLDS, worlds_of

if TYPE_CHECKING:
    from hexwidget.rules.system import RuleSystem

MOST_TRIED = 2000
"""The most actions and outcomes that are carried out in supposed positions. After them, nothing more is ruled out."""


class Deed(NamedTuple):
    """An action or an outcome of chance in a game, with the positions before and after it."""

    before: Any
    done: Action | ChanceOutcome
    after: Any


class Hindsight(NamedTuple):
    """The knowledge of a player about an earlier position.

    :param words: the things that they know by now, each as sentences name it: "ben's king"
    :param worlds: positions that fit all that they have been shown: all that do, or some of them
    """

    words: tuple[str, ...]
    worlds: tuple[Any, ...]


def by_secrets(system: RuleSystem[Any, Any], position: Any, since: Sequence[Deed], player: str) -> Hindsight | None:
    """Return what a player has learned about the `secrets` of a position whose `values` are known: each position that they could be in
    is played on, and ruled out where the player would have been shown something else. None: nothing is ruled out."""
    if any(secret.values is None or None in secret.told.values() for secret in system.secrets):
        return None  # players do not know how often something was done that they are not told
    view = system.observe(position, player).seen
    hidden = [secret for secret in system.secrets if secret.is_hidden(view)]
    try:
        some = list(islice(worlds_of(view, *hidden), MOST_WORLDS + 1)) if hidden else []
    except InputError:
        return None
    found = [each for each in dict.fromkeys(some) if system.observe(each, player).seen == view]
    if len(some) > MOST_WORLDS:
        return None
    fitting = _fitting(system, found, since, player)
    if not fitting or len(fitting) == len(found):
        return None
    return Hindsight(_pieces(system, view, fitting, player), tuple(fitting))


def _fitting(system: RuleSystem[Any, Any], found: list[Any], since: Sequence[Deed], player: str) -> list[Any]:
    """The positions from which play could go on as the player was shown."""
    ways, left = [(each, each) for each in found], MOST_TRIED
    for before, done, _ in since:
        shown = _shown(system, before, done, player)
        secret = any(each.hides(before, done, player) for each in system.secrets)
        nexts = list[tuple[Any, Any]]()
        for first, world in ways:
            for deed in _alternatives(system, world, done) if secret else (done,):
                left -= 1
                made = _shown(system, world, deed, player) if left >= 0 and _may_be(system, world, deed) else None
                if made is not None and made[1:] == shown[1:]:
                    nexts.append((first, made[0]))
        if left < 0:
            break
        ways = list(dict.fromkeys(nexts))
    return list(dict.fromkeys(first for first, _ in ways))


def _shown(system: RuleSystem[Any, Any], position: Any, done: Any, player: str) -> tuple[Any, ...]:
    """The position after an action or outcome, and all that a player is shown of it."""
    made = system.carry_out(position, done)
    events = [(each.kind, each.subjects, dict(each.data)) for each in made.events if each.is_seen_by(player)]
    return made.position, system.observe(made.position, player).seen, system.told(position, done, player), events


def _alternatives(system: RuleSystem[Any, Any], world: Any, done: Any) -> Iterator[Any]:
    """The actions or outcomes that may stand behind one that was done in secret."""
    if isinstance(done, ChanceOutcome):
        return iter(system.chance(world) or ())
    return islice(system.legal_actions(world, done.player), MOST_WORLDS)


def _may_be(system: RuleSystem[Any, Any], world: Any, done: Any) -> bool:
    if isinstance(done, ChanceOutcome):
        node = system.chance(world)
        return node is not None and done in node
    return done.player in system.to_act(world) and bool(system.check(world, done))


def _pieces(system: RuleSystem[Any, Any], view: Any, worlds: Sequence[Any], player: str) -> tuple[str, ...]:
    """The pieces that are the same in all positions, and that the player did not see."""
    before = set(system.scene(Observation(player, view)).pieces)
    scenes = [system.scene(Observation(player, each)).pieces for each in worlds]
    new = [each for each in scenes[0] if each not in before and all(each in scene for scene in scenes)]
    places = view.map.called([each.space for each in new])
    known = zip(new, places, strict=True)
    return tuple(f"{each.label} on {place}" if isinstance(view.map, HexMap) else each.label for each, place in known)
