"""The balance of an action: the units that it costs its player and the others, by exact odds, until the next action can begin.

Choices on the way, such as those of losses, leave bounds: the player's own ones are made for the best, those of others for the worst
and for the best.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from hexwidget.english import capital, translated, worded
from hexwidget.explore.objectives import WIN, objective_of
from hexwidget.lessons.proofs.claims import ForetoldClaim, TooManyError
from hexwidget.lessons.review.better_actions import is_blind
from hexwidget.lessons.review.decisions import Decision
from hexwidget.lessons.review.moments import Kind, Moment, Sentence
from hexwidget.problems import InputError
from hexwidget.rules import Action, Position
from hexwidget.rules.forecasting import forecasts_of

LEAST = Fraction(1, 4)
"""The least difference that is told, in units."""
MOST_ENDS = 700
"""The most positions that are visited for an action."""
MOST_VISITED = 6_000
"""The most positions that are visited for all actions of a decision."""
MOST_DEEP = 12
"""The most steps of a way to such a position: in some games a choice can be changed for ever."""
MOST_CHOICES = 60
"""The most choices at one decision on the way."""
HEAVY, PLAIN = 2.0, 0.15
"""The weights of the whole chance to win, as estimates tell it, and of a unit."""


@dataclass(frozen=True)
class Balance:
    """The average of the units that an action costs the others, less those that it costs its player.

    :param low: the balance if others choose what is worst for the player
    :param high: the balance if they choose what is best for the player
    :param rolled: True if chance decides
    :param own: True if it may cost its player units
    :param others: True if it may cost others units
    """

    low: Fraction
    high: Fraction
    rolled: bool
    own: bool
    others: bool


Measure = Callable[[Position], Fraction]


def bounds(
    position: Position, player: str, measure: Measure, left: list[int], deep: int = MOST_DEEP
) -> tuple[Fraction, Fraction]:
    """Return the bounds of the average of a measure where the next action can begin.

    :param left: the number of positions that may still be visited, as the only item
    :param deep: the number of steps that may follow one another
    :raises TooManyError: if they are too many, or several players decide at the same time
    """
    left[0] -= 1
    if left[0] < 0 or deep < 0:
        raise TooManyError
    node = position.chance
    if node is not None and not node.opening:
        if node.source in position.system.lookahead.idle:
            return bounds(_advance(position, next(iter(node))), player, measure, left, deep - 1)
        low = high = Fraction(0)
        for outcome in node:
            share = node.probability(outcome)
            found = bounds(_advance(position, outcome), player, measure, left, deep - 1)
            low, high = low + share * found[0], high + share * found[1]
        return low, high
    acting = position.to_act
    if node is not None or not acting or position.system.lookahead.calm(position):
        return (measure(position),) * 2
    if len(acting) > 1:
        raise TooManyError
    (actor,) = acting
    choices, whole = position.legal_actions(actor).some(MOST_CHOICES)
    if not whole:
        raise TooManyError
    ends = [bounds(_advance(position, each), player, measure, left, deep - 1) for each in choices]
    lows, highs = zip(*ends, strict=True)
    return (max if actor == player else min)(lows), max(highs)


def _advance(position: Position, done: object) -> Position:
    after: Position = position.system.advance(position, done)
    return after


@lru_cache(maxsize=32)  # most of the results of dice are few positions, again and again
def units_of(position: Position, player: str) -> tuple[int, int]:
    """Return the number of a player's units, and that of the others who are no allies."""
    seat, units = position.players.index(player), position.system.units(position)
    allies = next((seats for seats in position.system.teams.values() if seat in seats), (seat,))
    own = sum(each.count for each in units if each.owner == seat)
    return own, sum(each.count for each in units if each.owner not in allies)


def balance_of(at: Decision, action: Action, left: list[int]) -> Balance | None:
    """Return the balance of an action; None where it is not known, or differs by what is hidden.

    :param left: the number of positions that may still be visited for the decision, as the only item
    """
    found: Balance | None = None
    try:
        for world in at.worlds:
            before, found = found, _balance(world, action, left)
            if before not in (None, found):
                return None
    except (TooManyError, InputError):
        return None
    return found


def _balance(world: Position, action: Action, left: list[int]) -> Balance:
    player, after, lost = action.player, _advance(world, action), set[tuple[int, int]]()
    own, others = units_of(world, player)

    def measure(end: Position) -> Fraction:
        now = units_of(end, player)
        lost.add((own - now[0], others - now[1]))
        return Fraction((others - now[1]) - (own - now[0]))

    low, high = _within(left, after, player, measure)
    node = after.chance
    rolled = node is not None and not node.opening
    return Balance(low, high, rolled, any(each for each, _ in lost), any(each for _, each in lost))


def _within(left: list[int], position: Position, player: str, measure: Measure) -> tuple[Fraction, Fraction]:
    """As `bounds` of an action, within what is left for its decision."""
    most = min(MOST_ENDS, left[0])
    own = [most]
    try:
        return bounds(position, player, measure, own)
    finally:
        left[0] -= most - max(0, own[0])


def _chances(at: Decision, action: Action, left: list[int]) -> tuple[Fraction, Fraction]:
    """Return the bounds of the average of the estimated chance to win."""
    aim, after = objective_of(WIN, at.position.system), at.after(action)
    return _within(left, after, at.player, lambda end: Fraction(aim(end, at.player)).limit_denominator(10**6))


# ------------------------------------------------------------------ the moment
def is_weighed(at: Decision) -> bool:
    """True if the balance of a decision is looked at: an attack that was begun or could be, or losses to name."""
    return at.done is not None and any(_actions_compared(at))


def _actions_compared(at: Decision) -> Iterator[Action]:
    """The legal actions that are compared with the chosen one, if that begins or ends something that costs units."""
    if at.done is None or not at.worlds or len(at.position.to_act) > 1 or not at.is_legal(at.done):
        return
    if not any(units_of(at.worlds[0], at.player)):  # there is nothing to lose
        return
    is_open = not at.position.system.lookahead.calm(at.worlds[0])
    begins = _begins(at, at.done)
    for each in at.options:
        if each != at.done and (is_open or begins or _begins(at, each)):
            yield each


def _begins(at: Decision, action: Action) -> bool:
    """True if chance decides an action."""
    node = at.after(action).chance
    return node is not None and not node.opening


def cost_moment(at: Decision, left: list[int]) -> Moment | None:
    """Return the moment if another action has a better balance than the chosen one, and no estimate says that it is worse.

    :param left: as in `balance_of`. Of 0 not all actions are compared
    """
    others, better = list(_actions_compared(at)), list[tuple[Balance, Action, Balance]]()
    for many in sorted({1, len(at.worlds)}):  # most actions are no better in one world, and need no look at the others
        known = at.knowing(at.worlds[:many])
        own = balance_of(known, at.done, left) if others and at.done is not None else None
        if own is None:
            return None
        found = [
            (each, balance) for each in others if left[0] and (balance := balance_of(known, each, left)) is not None
        ]
        better = [(own, each, balance) for each, balance in found if balance.low - own.high >= LEAST]
        others = [each for _, each, _ in better]
    # Of equal ones that which costs nothing is the plainest.
    for own, action, balance in sorted(better, key=lambda each: (-each[2].low, each[2].own)):
        gain = _gain(at, action, balance.low - own.high, left)
        if gain is not None and at.done is not None:
            return _balance_words(at, (at.done, own), (action, balance), gain)
    return None


def _gain(at: Decision, action: Action, units: Fraction, left: list[int]) -> float | None:
    """Return the weight of the difference; None where the estimates do not agree."""
    if is_blind(at) or at.done is None:
        return PLAIN * float(units)
    try:
        more = _chances(at, action, left)[0] - _chances(at, at.done, left)[1]
    except TooManyError:
        return None
    return HEAVY * float(more) + PLAIN * float(units) if more > 0 else None


def _balance_words(at: Decision, own: tuple[Action, Balance], other: tuple[Action, Balance], gain: float) -> Moment:
    (done, worse), (better, less) = own, other
    nodes = [at.after(action).chance for action in (done, better)]
    clause = next((node.clause for node in nodes if node is not None and not node.opening), "")
    sentences = []
    for action, balance, is_own in ((done, worse, True), (better, less, False)):
        deed, cost = at.chose(action) if is_own else at.could(action), _cost(at, balance, is_own=is_own)
        claims = [ForetoldClaim(each) for each in forecasts_of(at.position, action)] if balance.rolled else []
        if claims:
            text = f"{deed}. {' '.join(each.text for each in claims)}"
            sentences.append(Sentence(text, "odds", clause, {"action": str(action), "claims": claims}))
            deed = ""
        told = worded("{deed}: {cost}.", deed=deed, cost=cost) if deed else f"{capital(cost)}."
        units = {"low": str(balance.low), "high": str(balance.high), "own": balance.own, "others": balance.others}
        sentences.append(Sentence(told, "odds" if balance.rolled else "play", "", {"action": str(action), **units}))
    kind: Kind = "cost" if worse.high < 0 else "unseen"
    return at.moment(kind, better, tuple(sentences), gain, clause)


def _cost(at: Decision, balance: Balance, *, is_own: bool) -> str:
    """The balance in words: of the chosen action the best for the player, of another one the worst."""
    if not balance.own and not balance.others:
        return translated("that costs nobody a unit")
    average = translated(" on average") if balance.rolled else ""
    number, sure = balance.high if is_own else balance.low, balance.low == balance.high
    enemies = [name for name in at.position.players if name != at.player]
    them = enemies[0] if len(enemies) == 1 else "the others"
    figure = f"{abs(float(number)):.2f}".rstrip("0").rstrip(".")
    many = worded("{n} unit" if figure == "1" else "{n} units", n=figure)
    if not sure:
        many = worded("at least {n}" if is_own == (number < 0) else "at most {n}", n=many)
    both = balance.own and balance.others
    if not number and sure:
        wording = "that costs you{average} as many units as {them}"
    elif not number and is_own:
        wording = "that costs you{average} no fewer units than {them}"
    elif not number:
        wording = "that costs you{average} no more units than {them}"
    elif number > 0:
        wording = "that costs {them}{average} {many}" + (" more than you" if both else ", and you none")
    else:
        wording = "that costs you{average} {many}" + (" more than {them}" if both else "")
    return worded(wording, average=average, them=them, many=many)
