"""Remedies that are actions: each is tried before it is offered."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import cache, partial
from itertools import islice
from math import inf
from typing import Any

from hexwidget.english import worded
from hexwidget.geometry import HexMap, SpaceMap
from hexwidget.problems import InputError, shown
from hexwidget.rules.action import Action
from hexwidget.rules.candidates import actions_of
from hexwidget.rules.chance import CHANCE, TERMINAL
from hexwidget.rules.choices import Draft, Slot
from hexwidget.rules.kinds import Reading
from hexwidget.rules.position import Position, of_the_last
from hexwidget.rules.rulebook import Rulebook
from hexwidget.rules.verdict import Finding, Remedy, Status, Verdict

MOST_FOLLOWED = 400
"""The most positions that are looked at behind a first step. Where there are more, the remedy says "may"."""
MOST_RANKED = 2_000
"""The most actions that are ranked by likeness."""
MISSING = 1.5
"""The distance of a slot that only one of two drafts has."""
MOST_COMPARED = 200
"""The most legal actions that are compared with one that is barred, for each thing in which they may differ."""


Plain = Callable[[Any, Any], Any]
"""A position and an action -> the shortest form of the action."""


def judged(position: Position, action: Action, findings: Iterable[Finding], rulebook: Rulebook) -> Verdict:
    """The verdict with some findings: legal without findings. A verdict on a barred action offers the nearest legal one.

    :raises TypeError: if one of them is no finding
    """
    try:
        against = tuple([finding.on(position.map) for finding in findings])
    except AttributeError as error:
        if isinstance(error.obj, Finding) or error.name != "on":
            raise
        raise TypeError(f"expected findings against {action}, not {shown(error.obj)}") from None
    if not against:
        return Verdict(Status.LEGAL, (), str(action), rulebook)
    if len(against) > 1:
        against = _one_clause_an_action(against)
    return Verdict(Status.ILLEGAL, against, str(action), rulebook, partial(position.system.nearest, position, action))


def _one_clause_an_action(findings: tuple[Finding, ...]) -> tuple[Finding, ...]:
    """Findings whose remedies name one clause for an action: that of the first finding that offers it. Each is looked for once."""

    @cache
    def own(n: int) -> Remedy | None:
        return findings[n].remedy

    def offer(n: int) -> Remedy | None:
        found = own(n)
        if found is None or found.action is None:
            return found
        others = (other for other in map(own, range(n)) if other is not None)
        same = (other for other in others if (other.action, other.first) == (found.action, found.first))
        return replace(found, clause=next(same, found).clause)

    return tuple(replace(f, offer=partial(offer, n)) if f.offer else f for n, f in enumerate(findings))


def judged_as(position: Position, subject: str, findings: Iterable[Finding]) -> Verdict:
    """The verdict on anything but an action, such as a part of one or the position itself: legal if there are no findings."""
    against = tuple([finding.on(position.map) for finding in findings])
    return Verdict(Status.ILLEGAL if against else Status.LEGAL, against, subject, position.system.rulebook)


def legal(position: Position, action: Action | str) -> bool:
    """True if an action is legal; False if it is barred, malformed, or depends on hidden information."""
    try:
        return bool(position.check(action))
    except InputError:
        return False


def instead(position: Position, actions: Iterable[Action], words: str, clause: str) -> Remedy | None:
    """Offer the first of some actions that is legal, to be done instead. The nearest come first.

    :param words: the remedy in words; ``{action}`` stands for the action
    :param clause: the clause that allows the action
    :return: None if no action is legal
    """
    found = next((action for action in actions if legal(position, action)), None)
    if found is None:
        return None
    return Remedy(words.replace("{action}", position.system.in_words(position, found)), clause, found)


def first_do(position: Position, step: Action, asked: Action, words: str, clause: str) -> Remedy | None:
    """Offer a step after which the action that was asked for is legal.

    The step is followed through every outcome of chance and every answer of other players, until the player who asks acts
    again. If the action is legal on some of these ways only, the remedy says "may". A system with hidden information offers
    a step only if no other player answers in between, because an answer may depend on that information.

    :param words: the remedy in words: the step, its cost, and whether the rules let it be taken back
    :param clause: the clause that allows the step
    :return: None if the step is barred, or if the action stays barred after it
    """
    if not legal(position, step):
        return None
    helps = [legal(end, asked) for end in ends_behind(position.apply(step).position, asked.player)]
    if not any(helps):
        return None
    offered = Remedy(words, clause, step, first=True)
    if all(helps) and len(helps) < MOST_FOLLOWED:
        return offered
    return replace(offered, text=worded("{words}; it may be legal then", words=words), certain=False)


def ends_behind(start: Position, player: str) -> Iterator[Position]:
    """The positions behind a step in which a player acts again, or the game is over: at most `MOST_FOLLOWED` of them.

    A way on which the player does not act again within the bound is an end as it is.
    """
    waiting, seen = [iter((start,))], 0
    while waiting:
        position = next(waiting[-1], None)
        if position is None:
            waiting.pop()
            continue
        seen += 1
        if seen >= MOST_FOLLOWED:
            yield position
            return
        if player in position.to_act or position.to_act == TERMINAL:
            yield position
        elif position.to_act == CHANCE:
            waiting.append(_behind(position, position.chance or ()))
        else:
            waiting.append(_behind(position, position.legal_actions(min(position.to_act))))


def _behind(position: Position, steps: Iterable[Any]) -> Iterator[Position]:
    """The positions behind some steps, one by one: there may be many."""
    return (position.apply(step).position for step in steps)


# ---------------------------------------------------------------- the nearest legal action
def itself(position: Position, action: Action) -> Action:
    """The action as it is listed."""
    return action


@of_the_last(1)
def pool(
    position: Position, player: str, plain: Plain, barred: bool
) -> list[tuple[Action, Action, list[dict[str, Slot]]]]:
    """The first legal actions of a player, each with its plain form and the drafts of both.

    :param barred: True if they are taken from the candidates, barred ones with them
    """
    system = position.system
    listed = actions_of(system.candidates(position, player)) if barred else position.legal_actions(player).every()
    pairs = ((action, plain(position, action)) for action in islice(listed, MOST_RANKED))
    return [
        (action, short, [draft for each in dict.fromkeys((short, action)) for draft in system.grammar.drafts(each)])
        for action, short in pairs
    ]


STEPS = of_the_last(1)(SpaceMap.steps_from)
"""The steps from one space: it is compared with many others."""


def likest(
    position: Position,
    asked: Action,
    words: str,
    clause: str,
    suits: Callable[[Any], bool] = lambda action: True,
    *,
    slot: str = "",
    plain: Plain = itself,
    of: type[Action] | None = None,
) -> Remedy | None:
    """Offer the legal action that is most like a barred one: as few slots of their drafts as possible differ, and as little as
    possible.

    :param words: the remedy in words; ``{action}`` stands for the action
    :param clause: the clause that allows the action
    :param suits: False for actions that are not to be offered
    :param slot: the only slot that differs: another unit, another target. The action is one of the system's candidates
    :param plain: makes the shortest form of an action, without what it need not name
    :param of: the class of the actions, if it is not that of the barred one
    """
    wanted = list(position.system.grammar.drafts(asked))
    found = list[tuple[tuple[int, float], int, Action]]()
    for n, (action, short, drafts) in enumerate(pool(position, asked.player, plain, bool(slot))):
        if type(action) is (of or type(asked)) and suits(action):
            unlike = [_unlike(position, one, other, slot) for one in wanted for other in drafts]
            found += [(each, n, short) for each in unlike if each is not None]
    return instead(position, (action for *_, action in sorted(found, key=lambda each: each[:2])), words, clause)


def _unlike(position: Position, asked: dict[str, Slot], other: dict[str, Slot], slot: str) -> tuple[int, float] | None:
    """The number of slots in which two drafts differ, and their distance in these; None if others than ``slot`` differ."""
    differ = [name for name in asked | other if asked.get(name) != other.get(name)]
    if slot and (differ != [slot] or asked.keys() != other.keys()):
        return None
    far = [_distance(position, name, asked[name], other.get(name)) for name in differ if name in asked]
    return len(differ), sum(MISSING if each is None else each for each in far if each != inf)


def nearest_legal(position: Position, asked: Action) -> Remedy | None:
    """Offer the legal action that is nearest to one that is barred.

    It is of the same form and differs in one thing only: a space, a number, a name. Of several the nearest space and number
    come first. An action that says one thing only has no near one, unless that thing is a number.
    """
    best: tuple[float, Action] | None = None
    form_of = position.system.grammar.form_of
    for draft in position.system.grammar.drafts(asked):
        for slot in reversed(draft):
            rest = Draft({name: value for name, value in draft.items() if name != slot})
            if not rest and not isinstance(draft[slot], int):
                continue
            for action in position.legal_actions(asked.player, within=rest).some(MOST_COMPARED)[0]:
                if form_of(action) is not form_of(asked):
                    continue
                other = next((each[slot] for each in position.system.grammar.drafts(action) if slot in each), None)
                far = _distance(position, slot, draft[slot], other)
                if far is not None and (best is None or far < best[0]):
                    best = (far, action)
    if best is None:
        return None
    _, action = best
    clause = form_of(action).clause
    words = worded("nearest legal action: {action}", action=position.system.in_words(position, action))
    return Remedy(words, clause, action)


def _distance(position: Position, slot: str, asked: Slot, other: Slot | None) -> float | None:
    """The distance of two values of a slot: of spaces in steps, of numbers their difference, of others 1. None if there is no
    other."""
    if other is None:
        return None
    spaces, kind = position.map, position.system.grammar.slot_kind(slot)
    apart = None if kind is None else kind.apart(asked, other, Reading(position))
    if apart is not None:
        return apart
    if isinstance(asked, int) and isinstance(other, int):
        return abs(asked - other)
    here, there = (spaces.find((kind and kind.space(value)) or value) for value in (asked, other))
    if here is None or there is None:
        return 1
    return spaces.distance(here, there) if isinstance(spaces, HexMap) else STEPS(spaces, here).get(there, inf)
