"""The promises of hidden information: a player learns nothing that the player's own view does not show."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from itertools import chain, islice
from random import Random
from typing import Any

from hexwidget.files import scenario
from hexwidget.files.scenario import scenarios_of
from hexwidget.play import Session
from hexwidget.play.links import hides
from hexwidget.problems import InputError
from hexwidget.rules import CHANCE, Action, ChanceOutcome, IllegalAction, Position, RuleSystem, Status, Transition
from hexwidget.rules.position import changed
from hexwidget.rules.secret import Secret
from hexwidget.testing.claims import Promise, claim, promise
from hexwidget.testing.games import Played, deeds_of, sayable, some_of, steps_of
from hexwidget.widget import Board

DEEDS = 12
"""The number of actions or outcomes of a position that are compared."""
TWINS = 2
"""The number of positions that look the same to a player, for each comparison of verdicts."""

REACHES = 3
"""The number of pieces of a position whose reach is compared for each player."""

Deed = Action | ChanceOutcome


def _name(player: str | None) -> str:
    return player or "a spectator"


Made = Transition[Any]


def _learn(
    position: Position, deed: Deed, player: str | None, made: Made | None = None
) -> tuple[Position, Position, list[Any]]:
    """Return the position after an action or outcome, as it is and as a player sees it, and everything that the player is told.

    :param made: its transition, if it is known: to carry it out takes time
    """
    transition = position.apply(deed) if made is None else made
    events = [e for e in transition.events if e.visible_to is None or player in e.visible_to]
    told = position.system.told(position, deed, player)
    said = [f"{e.kind}: {e.text} ({e.clause}) {dict(e.data)}" for e in events]
    return transition.position, transition.position.observe(player).seen, [told, *said]


def _for_each_viewer(
    position: Position, done: Deed | None, rng: Random
) -> Iterator[tuple[str | None, list[tuple[Deed, Made]]]]:
    """Yield each player, and None for a spectator, with some of the deeds that may come next and their transitions."""
    made = [(deed, position.apply(deed)) for deed in (deeds_of(position, rng, DEEDS) if done is not None else [])]
    return ((viewer, made) for viewer in (*position.players, None))


def _viewers(position: Position) -> Iterator[str | None]:
    """Yield the players, and None for a spectator, whose views hide something."""
    return (player for player in (*position.players, None) if position.observe(player).seen != position)


@promise(
    "told",
    "follow",
    remedy="let `told` say it without the secret, and tell the event with `seen=` the players who know it",
)
def equal_views_get_equal_words(played: Played, rng: Random) -> None:
    """Of two actions, or outcomes of chance, after which another player sees the same, that player is told the same, and sees the
    same events."""
    for position, done in some_of(played, rng, 2) if played[0][0].system.hides else ():
        for viewer, deeds in _for_each_viewer(position, done, rng):
            known: dict[Position, tuple[Deed, Position, list[Any]]] = {}
            for deed, made in deeds:
                if isinstance(deed, Action) and deed.player == viewer:
                    continue
                after, seen, heard = _learn(position, deed, viewer, made)
                other, then, said = known.setdefault(seen, (deed, after, heard))
                if then == after or said == heard:
                    continue
                _alike(position, f"{_name(viewer)} sees the same after {other} and after {deed}", said, heard)


def _alike(position: Position, words: str, one: list[Any], other: list[Any]) -> None:
    """Claim that a player is told the same and sees the same events."""
    told, or_told = repr(one[0]), repr(other[0])
    claim(one[0] == other[0], f"{words}, and is told which", position, method="told", told=told, or_told=or_told)
    only = [each for each in other if each not in one] or other[len(one) :] or other
    missing = [each for each in one if each not in other] or one
    words = f"{words}, and the events tell which"
    events, or_events = "; ".join(map(str, missing)), "; ".join(map(str, only))
    claim(one == other, words, position, method="follow", events=events, or_events=or_events)


@promise("observe", "told", remedy="let `observe` take out what the player is not told")
def equal_words_mean_equal_views(played: Played, rng: Random) -> None:
    """Outcomes of chance that a player is told in the same words, with the same events, look the same to that player. So do
    actions that are told in other words than to the player who does them."""
    system = played[0][0].system
    secret = bool(system.secrets) or type(system).told is not RuleSystem.told
    for position, done in some_of(played, rng, 2) if secret else ():
        for viewer, deeds in _for_each_viewer(position, done, rng):
            known: dict[str, tuple[Deed, Position]] = {}
            for deed, made in deeds:
                _, seen, heard = _learn(position, deed, viewer, made)
                if isinstance(deed, Action) and heard[0] in (None, position.system.told(position, deed, deed.player)):
                    continue
                other, then = known.setdefault(repr(heard), (deed, seen))
                words = f"{_name(viewer)} is told the same of {other} and of {deed}, and sees which it is"
                claim(then == seen, words, position, told=heard[0])


@promise("observe", "told", remedy="tell the player, show an event, or let `observe` hide the change")
def what_a_player_is_not_told_changes_nothing(played: Played, rng: Random) -> None:
    """A player who is not told of a step, and sees no event of it, sees the same position as before."""
    for position, done in steps_of(played) if played[0][0].system.hides else ():
        made = position.apply(done)
        for viewer in (*position.players, None):
            _, seen, heard = _learn(position, done, viewer, made)
            if heard == [None]:
                before = position.observe(viewer).seen
                claim(seen == before, f"{_name(viewer)} is not told of {done}, and sees another position", position)


@promise("resample", remedy="write `resample(position, player, rng)`, which draws anew what `observe` takes out")
def hidden_things_can_be_drawn_anew(played: Played, rng: Random) -> None:
    """A system whose `observe` hides something has a `resample`, which draws it anew. The values that a `Secret` may have are those
    that a player cannot rule out, the true one among them."""
    system, still, drawn = played[0][0].system, 0, False
    for position, _ in played:
        for viewer in _viewers(position):
            words = f"something is hidden from {_name(viewer)}, and the system has no `resample`"
            claim(system.resamples, words, position)
            _true_values_fit(position, viewer)
            still += 1
            drawn = drawn or position.system.resample(position, viewer, rng) != position
    claim(drawn or still < 2 * DEEDS, f"`resample` drew {still} times, and nothing was ever another", played[0][0])


@promise("observe", remedy="let `observe` take out what is hidden, or leave it and `secrets` out")
def something_is_hidden_by_what_hides(played: Played, rng: Random) -> None:
    """An `observe` of the system's own hides something from somebody, and so does each `Secret` whose value changes in a game, or may
    be another one by its `values` or `draw`."""
    system = played[0][0].system
    own = type(system).observe is not RuleSystem.observe
    for secret in system.secrets:
        closed = [position for position, _ in played if not secret.is_open(position)]
        unseen = any(
            secret.of(position.observe(v).seen) != secret.of(position)
            for position in closed
            for v in (*position.players, None)
        )
        words = f"nobody is kept from {secret.words}: in {len(closed)} positions all players and spectators see its true value"
        claim(
            unseen or not any(_may_differ(secret, position, closed[0], rng) for position in closed),
            words,
            played[0][0],
            remedy=f"let `unseen` of the secret at {secret.at} be another value than the true one",
        )
    starts = (scenario(name).position for name in scenarios_of(system.name))  # the game of one may hide nothing
    hidden = not own or any(map(hides, chain((position for position, _ in played), starts)))
    words = f"the system has an `observe`, and in {len(played)} positions it hides nothing from anybody"
    claim(hidden, words, played[0][0])


def _may_differ(secret: Secret, position: Any, first: Position, rng: Random) -> bool:
    """True if a secret has another value than at first, or may have one, for what a spectator knows."""
    true = secret.of(position)
    if true != secret.of(first) or not (secret.values or secret.draw):
        return bool(true != secret.of(first))
    seen = position.observe(None).seen
    return any(each != true for each in (secret.values(seen) if secret.values else [secret.drawn(seen, None, rng)]))


def _true_values_fit(position: Position, viewer: str | None) -> None:
    """Claim that a player does not rule out what is true of a secret."""
    world: Any = position.observe(viewer).seen
    for secret in position.system.secrets:
        true = secret.of(position)
        if secret.values is not None and secret.is_hidden(world) and secret.of(world) != true:
            words = f"{_name(viewer)} rules out by `values` what is true of {secret.name}"
            remedy = f"let `values` of the secret at {secret.at} leave out only what the player knows to be wrong"
            claim(true in secret.fits(world), words, position, remedy=remedy, true=true, values=secret.fits(world))
        world = changed(world, **{secret.name: true})


@promise("check", remedy="return `Status.UNKNOWN` where the verdict depends on what the player cannot see")
def a_player_is_told_the_same_or_that_it_is_unknown(played: Played, rng: Random) -> None:
    """The verdict on what a player sees is the true one, or that it cannot be known. It tells no reason that is not true. The same holds
    for the verdicts of a reach, of own pieces and of others'."""
    elsewhere = [done for _, done in played if isinstance(done, Action)]
    for position, _ in some_of(played, rng, 3) if played[0][0].system.hides else ():
        for player in sorted(position.to_act - CHANCE):
            own = list(islice(position.legal_actions(player), 200))
            tried = rng.sample(own, min(10, len(own))) + [a for a in elsewhere if a.player == player][:10]
            tried += sayable(position, player, rng, 10)
            for action in tried:
                _knowledge_claim(position, [position], player, action)
        for viewer in _viewers(position):
            _reach_claim(position, viewer, rng)


def _knowledge_claim(position: Position, twins: list[Position], player: str | None, action: Action) -> None:
    """Claim that a player, or a spectator, is told of an action what is true of all twins, or that it cannot be known."""
    try:
        true = [twin.check(action) for twin in twins]
        seen = position.system.check(position.observe(player), action)
    except InputError:  # it names a piece that is not there
        return
    if seen.status is Status.UNKNOWN:
        return
    if any(each.status is not seen.status for each in true):
        other = next(each for each in true if each.status is not seen.status)
        where = twins[true.index(other)]
        words = f"{_name(player)} is told that {action} of {action.player} is {seen.status.value}, and it may be {other.status.value}"
        claim(False, words, position, seen=seen, in_truth=other, where=where.notation)
    elif len(twins) == 1:
        words = f"{_name(player)} is told other reasons against {action}"
        only = [each for each in seen.findings if each.code != "hidden" and each not in true[0].findings]
        claim(not only, words, position, seen=seen, in_truth=true[0])


def _reach_claim(position: Position, viewer: str | None, rng: Random) -> None:
    """Claim that the reach of some pieces, as a player or a spectator sees them, holds no space that is truly barred, and lacks none that
    is truly open, unless it says that it is unknown."""
    seen, system = position.observe(viewer), position.system
    spaces = sorted({piece.space for piece in position.scene(viewer).pieces})
    for space in rng.sample(spaces, min(REACHES, len(spaces))):
        try:
            shown, true = system.reach(seen, space), system.reach(position, space)
        except InputError:  # nothing there moves
            continue
        names = list(dict.fromkeys((*shown, *shown.rim, *true, *true.rim)))
        for name in rng.sample(names, min(DEEDS, len(names))):
            told, is_so = shown.why(name).status, true.why(name).status
            words = f"the reach of the piece on {space} tells {_name(viewer)} that {name} is {told.value}, and in truth it is {is_so.value}"
            claim(told in (is_so, Status.UNKNOWN), words, position, method="reach", why=true.why(name))


@promise("check", remedy="return `Status.UNKNOWN` where the verdict depends on what the player cannot see")
def what_depends_on_hidden_things_is_unknown(played: Played, rng: Random) -> None:
    """A player, or a spectator, is told no verdict on any player's action that differs between positions which look the same."""
    elsewhere = [done for _, done in played if isinstance(done, Action)]
    for position, _ in some_of(played, rng, 4):
        for viewer in _viewers(position):
            twins = [position, *(position.system.resample(position, viewer, rng) for _ in range(TWINS))]
            tried = rng.sample(elsewhere, min(4, len(elsewhere)))
            for twin in twins:
                tried += [deed for deed in deeds_of(twin, rng, DEEDS) if isinstance(deed, Action)]
            for action in dict.fromkeys(tried):
                _knowledge_claim(position, twins, viewer, action)


@promise(
    "scene", "observe",
    remedy="make the scene from the observation, and let `observe` take out everything that `resample` draws anew",
)  # fmt: skip
def what_is_hidden_makes_no_difference(played: Played, rng: Random) -> None:
    """Positions that differ only in what a player cannot see look the same to that player, offer the same choices, and are told
    the same about whatever happens next. So does the player's board, and its page."""
    for position, _ in some_of(played, rng, 3) if played[0][0].system.hides else ():
        for player in (*position.players, None):
            other = position.system.resample(position, player, rng)
            words = f"{_name(player)} can tell this position from one with other hidden things"
            twin = {"other": other.notation}
            same = position.observe(player) == other.observe(player)
            claim(same, f"{words} by the observation", position, method="observe", **twin)
            same = position.scene(player) == other.scene(player)
            claim(same, f"{words} by the scene", position, method="scene", **twin)
            if player is not None:
                same = position.choices(player=player) == other.choices(player=player)
                claim(same, f"{words} by the choices", position, method="desk", **twin)
            if position != other:
                _lead_alike(position, other, player, rng)
    _boards_alike(played, rng)


def _lead_alike(position: Position, other: Position, viewer: str | None, rng: Random) -> None:
    """Claim that the same action, or outcome, in both of two twins is told alike if it leads to what looks the same."""
    for deed in deeds_of(position, rng, DEEDS)[:4]:
        if isinstance(deed, ChanceOutcome):
            both = other.chance is not None and deed in other.chance
        else:
            both = deed.player in other.to_act and bool(other.check(deed))
        if not both:
            continue
        (one, seen, heard), (two, also, said) = _learn(position, deed, viewer), _learn(other, deed, viewer)
        # The result of a game is told to all, even to those whose view does not show it.
        if seen == also and one.outcome is None and two.outcome is None:
            words = f"{_name(viewer)} sees the same before and after {deed}, whatever is hidden"
            _alike(position, words, heard, said)


def _boards_alike(played: Played, rng: Random) -> None:
    """Claim that the boards and pages of twins are alike, after one step of a game."""
    position, done = rng.choice([*steps_of(played)] or [(played[0][0], None)])
    for viewer in _viewers(position):
        other = position.system.resample(position, viewer, rng)
        with suppress(InputError, IllegalAction):
            if done is None or _learn(position, done, viewer)[1] != _learn(other, done, viewer)[1]:
                continue
            one, two = (_messages_sent(each, done, viewer) for each in (position, other))
            differ = enumerate(zip(one, two, strict=False)) if one != two else ()
            at = next((n for n, pair in differ if pair[0] != pair[1]), 0)
            part = slice(max(0, at - 40), at + 80)
            words = f"{_name(viewer)} can tell by the board or its page what is hidden, after {done}"
            claim(one == two, words, position, method="scene", one=one[part], other=two[part])


def _messages_sent(position: Position, done: Deed, viewer: str | None) -> str:
    """Return the messages of a player's board after an action or outcome, and its page."""
    session: Session[Any] = Session(position, seed=1, rolls="ask")
    session.roll(done.value) if isinstance(done, ChanceOutcome) else session.play(done)
    board = Board(session, player=viewer, spectator=viewer is None)
    sent = [getattr(board, name) for name in ("_scene", "_state", "_choices", "_timeline", "_status")]
    page = board.to_html()
    board.close()
    return json.dumps(sent, default=bytes.hex) + page


HIDDEN: tuple[Promise, ...] = (
    something_is_hidden_by_what_hides,
    a_player_is_told_the_same_or_that_it_is_unknown,
    what_depends_on_hidden_things_is_unknown,
    hidden_things_can_be_drawn_anew,
    equal_views_get_equal_words,
    equal_words_mean_equal_views,
    what_a_player_is_not_told_changes_nothing,
    what_is_hidden_makes_no_difference,
)
