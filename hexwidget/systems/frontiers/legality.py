"""What bars an action. Each predicate is named after what its clause says."""

from __future__ import annotations

from collections.abc import Iterator
from functools import singledispatch

from hexwidget.problems import InputError, Problem, Problems, shown
from hexwidget.rules import Finding, Remedy, Rulebook, Status, Verdict
from hexwidget.systems.frontiers.actions import (
    Assign,
    ChooseDraw,
    Commit,
    FrontiersAction,
    Occupy,
    Pass,
    Play,
    Resolve,
)
from hexwidget.systems.frontiers.cards import DECKS, Card
from hexwidget.systems.frontiers.combat import must_assign, splits, total_damage
from hexwidget.systems.frontiers.means import hits, needs_target, settled_payment, targets, total
from hexwidget.systems.frontiers.position import FrontiersPosition, Unit

Findings = Iterator[Finding]
BARRING = frozenset(
    [
        *(
            "F1.3",
            "F2.2",
            "F2.3",
            "F2.4",
            "F2.5",
            "F2.6",
            "F2.7",
            "F3.1",
            "F3.2",
            "F3.4",
            "F4.1",
            "F4.2",
            "F5.1",
            "F5.5",
        ),
        *("F6.1", "F6.2", "F6.3", "F7.1", "F7.2", "F8.1"),
    ]
)
"""The clauses that a finding may cite."""
PHASE_OF = {
    "villager": ("strategy", "F2.2"),
    "settlement": ("strategy", "F2.2"),
    "stratagem": ("strategy", "F2.2"),
    "unit": ("strategy", "F2.2"),
    "tactic": ("battle", "F3.4"),
    "maneuver": ("battle", "F2.3"),
}
"""The phase in which a card is played, and the clause that says so."""
IN_WORDS = {
    "strategy": "the strategy phase",
    "battle": "the battle phase",
    "damage": "combat, and damage is assigned",
    "after": "after combat, and positions are taken",
    "triggers": "replenishment, and triggers are resolved",
    "draw": "replenishment, and it is chosen what to draw",
}
MOST = 999


def check(position: FrontiersPosition, action: FrontiersAction, rulebook: Rulebook) -> Verdict:
    """Whether an action may be done, and every clause that bars it.

    :raises InputError: if it is malformed
    """
    seat = _read(position, action)
    findings = tuple(the_moment(position, action, seat)) or tuple(bars(action, position, seat))
    if isinstance(action, Play) and not findings and action.card not in position.hands[seat]:
        return Verdict(Status.UNKNOWN, (not_seen(position, action.card, seat),), str(action), rulebook)
    return Verdict(Status.ILLEGAL if findings else Status.LEGAL, findings, str(action), rulebook)


def _read(position: FrontiersPosition, action: FrontiersAction) -> int:
    problems = Problems()
    if not isinstance(action, (Play, Commit, Assign, Occupy, Resolve, ChooseDraw, Pass)):
        raise InputError("this action cannot be read", [Problem("", f"expected an action, not {shown(action)}")])
    if action.player not in position.players:
        problems.unknown("player", "player", action.player, position.players)
    frontiers: list[object] = []
    if isinstance(action, Play):
        if action.card not in position.cards:
            problems.unknown("card", "card", action.card, position.cards)
        _read_payment(position, action.payment, problems)
        frontiers = [action.frontier] if action.frontier is not None else []
    elif isinstance(action, Commit):
        frontiers = [frontier for _, frontier in action.moves]
        named = [*(unit for unit, _ in action.moves), *action.retreats]
        for unit in {unit for unit in named if named.count(unit) > 1}:
            problems.add("commit", f"{unit} is named twice")
    elif isinstance(action, Assign):
        frontiers = [action.frontier]
        named = [unit for unit, _ in action.damage]
        for unit in {unit for unit in named if named.count(unit) > 1}:
            problems.add("assign", f"{unit} is named twice")
        for unit, n in action.damage:
            if type(n) is not int or not 0 <= n <= MOST:
                problems.add("assign", f"expected a whole number of damage for {unit}, not {shown(n)}")
    elif isinstance(action, Occupy) or (isinstance(action, Resolve) and action.frontier is not None):
        frontiers = [action.frontier]
    elif isinstance(action, ChooseDraw) and action.deck not in DECKS:
        problems.unknown("draw", "deck", action.deck, DECKS)
    for frontier in frontiers:
        if type(frontier) is not int or frontier not in position.frontiers:
            last = position.frontiers[-1]
            problems.add("frontier", f"expected the number of a frontier, from 1 to {last}, not {shown(frontier)}")
    problems.raise_any("this action cannot be read")
    return position.players.index(action.player)


def _read_payment(position: FrontiersPosition, payment: object, problems: Problems) -> None:
    if payment is None:
        return
    settlements, villagers = payment if isinstance(payment, tuple) and len(payment) == 2 else (None, None)
    if type(settlements) is not int or not isinstance(villagers, tuple):
        problems.add("paying", f"expected settlements and villagers, not {shown(payment)}")
        return
    for kind, n in villagers:
        if kind not in position.cards or position.cards[kind].type != "villager":
            known = [card.name for card in position.cards.values() if card.type == "villager"]
            problems.unknown("paying", "villager", kind, known)
        if type(n) is not int or not 1 <= n <= MOST:
            problems.add("paying", f"expected a whole number of {kind}, not {shown(n)}")


# ---------------------------------------------------------------------- the moment
def the_moment(position: FrontiersPosition, action: FrontiersAction, seat: int) -> Findings:
    """F1.3, F7.2, F2.4 to F2.7, F5.1, F6.1: whether it is time for this."""
    end = position.system.outcome(position)
    phase = IN_WORDS[position.phase]
    if end is not None:
        yield Finding(end.clause, "over", (), {"result": end.text}, "the game is over: {result}")
    elif position.draws:
        yield Finding("F2.6", "draws_first", (), {}, "first the cards are drawn")
    elif isinstance(action, (Play, Commit, Pass)):
        if position.phase not in ("strategy", "battle"):
            clause = {"damage": "F5.1", "after": "F6.1"}.get(position.phase, "F2.5")
            yield Finding(clause, "other_phase", (), {"phase": phase}, "not now: it is {phase}")
        elif seat != position.acting:
            numbers = {"player": position.players[position.acting], "other": position.players[seat]}
            yield Finding("F2.4", "not_your_turn", (), numbers, "it is {player}'s turn to act, not {other}'s")
    elif isinstance(action, Assign):
        if position.phase != "damage":
            yield Finding("F5.1", "no_combat", (), {"phase": phase}, "damage is assigned in combat: it is {phase}")
    elif isinstance(action, Occupy):
        if position.phase != "after":
            yield Finding("F6.1", "no_win", (), {"phase": phase}, "positions are taken after combat: it is {phase}")
    elif isinstance(action, Resolve):
        if position.phase != "triggers":
            yield Finding(
                "F2.5", "no_triggers", (), {"phase": phase}, "triggers are resolved in replenishment: it is {phase}"
            )
        elif seat != position.triggers[0].seat:
            numbers = {"player": position.players[position.triggers[0].seat]}
            yield Finding("F2.7", "others_triggers", (), numbers, "first {player} resolves triggers")
    elif position.phase != "draw":
        yield Finding("F2.5", "no_draw", (), {"phase": phase}, "draws are chosen in replenishment: it is {phase}")


# ---------------------------------------------------------------------- actions
@singledispatch
def bars(action: FrontiersAction, position: FrontiersPosition, seat: int) -> Findings:
    """The clauses that bar an action at its time."""
    return iter(())


@bars.register
def from_the_hand_in_its_phase(action: Play, position: FrontiersPosition, seat: int) -> Findings:
    """F2.6, F2.2, F2.3, F3.1, F3.2, F3.4, F7.1, F7.2, F8.1."""
    card, player = position.cards[action.card], position.players[seat]
    about = {"card": card.title, "player": player}
    if action.card not in position.hands[seat] and position.back(action.card) not in position.hands[seat]:
        yield Finding("F2.6", "not_in_hand", (f"{player} hand",), about, "{player} has no {card} in the hand")
    phase, clause = PHASE_OF[card.type]
    if position.phase != phase:
        numbers = {**about, "type": card.type, "phase": phase, "now": position.phase}
        yield Finding(clause, "phase", (), numbers, "a {type} is played in the {phase} phase: it is the {now} phase")
    if card.type in position.done[seat]:
        once = "F3.1" if card.type == "villager" else "F2.2"
        numbers = {**about, "type": card.type}
        yield Finding(once, "once_a_round", (), numbers, "{player} has deployed a {type} in this round")
    yield from affordable(action, card, position, seat)
    if card.type == "settlement":
        yield from on_an_occupied_frontier(action, position, seat)
    yield from aimed(position, seat, card, action.target, action.frontier, trigger=False)


def not_seen(position: FrontiersPosition, kind: str, seat: int) -> Finding:
    """F9.1: whether another player holds a card is not to be seen."""
    player = position.players[seat]
    numbers = {"card": position.title_of(kind), "player": player}
    return Finding(
        "F9.1", "hidden_hand", (f"{player} hand",), numbers, "whether {player} has {card} in the hand is hidden"
    )


def affordable(action: Play, card: Card, position: FrontiersPosition, seat: int) -> Findings:
    """F3.2, F3.4, F7.2: villagers and settlements suffice, and pay exactly the cost."""
    ready, purses = position.ready_villagers(seat), position.purses(seat)
    clause = "F3.4" if card.type == "tactic" else "F3.2"
    numbers = {"card": card.title, "cost": card.cost, "ready": ready, "purses": purses}
    where = (f"{position.players[seat]} villagers",)
    if ready + purses < card.cost:
        wording = "{card} costs {cost}: ready villagers {ready}, settlements that can pay {purses}"
        exerted = sum(villager.exerted for villager in position.villagers[seat])
        offer = Remedy("villagers are readied at replenishment", "F2.5") if exerted else None
        yield Finding(clause, "too_few_villagers", where, numbers, wording, offer)
        return
    payment = settled_payment(position, seat, card.cost, action.payment)
    if total(payment) != card.cost:
        numbers["paid"] = total(payment)
        yield Finding(clause, "price", where, numbers, "{card} costs {cost}, and what is named pays {paid}")
    if payment[0] > purses:
        numbers["asked"] = payment[0]
        yield Finding(
            "F7.2", "purses", where, numbers, "settlements that are to pay {asked}, that can pay in this round {purses}"
        )
    have = {v.kind: v.ready for v in position.villagers[seat]}
    for kind, n in payment[1]:
        if n > have.get(kind, 0):
            data = {"n": n, "kind": position.title_of(kind), "have": have.get(kind, 0)}
            yield Finding(clause, "not_ready", where, data, "{kind}: {n} to be exerted, {have} ready")


def on_an_occupied_frontier(action: Play, position: FrontiersPosition, seat: int) -> Findings:
    """F7.1, F7.2."""
    if action.frontier is None:
        yield Finding(
            "F7.2", "which", (), {}, "the frontier is to be named that the settlement is put on, such as: on 2"
        )
        return
    holder = position.occupier(action.frontier)
    numbers = {"frontier": action.frontier, "player": position.players[seat]}
    where = (f"frontier {action.frontier}",)
    if holder is None or holder.owner != seat:
        offer = Remedy("win the combat there and occupy it", "F6.2")
        yield Finding("F7.1", "not_occupied", where, numbers, "{player} does not occupy frontier {frontier}", offer)
    if position.settled(seat, action.frontier):
        yield Finding("F7.2", "settled", where, numbers, "{player} has a settlement on frontier {frontier} already")


def aimed(
    position: FrontiersPosition, seat: int, card: Card, target: str | None, frontier: int | None, *, trigger: bool
) -> Findings:
    """F8.1: a card that aims has a target that it may be aimed at, and no other has."""
    about = {"card": card.title, "target": str(card.target or "")}
    if not card.aims(trigger=trigger):
        if target is not None:
            yield Finding("F8.1", "no_aim", (target,), about, "{card} is aimed at nobody")
        if frontier is not None and (card.type != "settlement" or trigger):
            yield Finding("F8.1", "no_way", (), about, "no frontier is to be named for {card}")
        return
    possible = targets(position, seat, card, trigger=trigger)
    unit = position.by_id.get(target) if target is not None else None
    if target is None:
        if needs_target(position, seat, card, trigger=trigger):
            names = f", one of {', '.join(each.id for each in possible)}" if possible else ", and there is none"
            wording = f"{{card}} needs {{target}}{names}"
            yield Finding("F8.1", "target", (), about, wording)
        return
    if unit is None:
        units = ", ".join(each.id for each in position.units) or "none"
        yield Finding("F8.1", "no_unit", (), {**about, "named": target, "units": units}, "there is no unit {named}: there are {units}")  # fmt: skip
        return
    assert card.target is not None  # noqa: S101  (it aims)
    if not hits(card.target, seat, unit):
        place = f"in frontier {unit.frontier}" if unit.frontier else "in its heartland"
        data = {**about, "unit": position.called(unit), "place": place}
        yield Finding(
            "F8.1", "wrong_target", (unit.id,), data, "{card} needs {target}: {unit}, {place}, is not such a one"
        )
    if card.leads_out(trigger=trigger):
        if frontier is None:
            yield Finding(
                "F8.1", "which_frontier", (unit.id,), about, "{card} needs the number of the frontier that {0} moves to"
            )
        elif frontier == unit.frontier:
            yield Finding("F8.1", "there_already", (unit.id,), {**about, "frontier": frontier}, "unit {0} is in frontier {frontier} already")  # fmt: skip
    elif frontier is not None and (trigger or card.type != "settlement"):
        yield Finding("F8.1", "no_way", (), about, "no frontier is to be named for {card}")


@bars.register
def once_a_round_and_ready(action: Commit, position: FrontiersPosition, seat: int) -> Findings:
    """F2.2, F4.1, F4.2."""
    player = position.players[seat]
    if position.phase != "strategy":
        yield Finding("F2.2", "phase", (), {}, "units are committed in the strategy phase")
    if "commit" in position.done[seat]:
        yield Finding("F4.1", "once_a_round", (), {"player": player}, "{player} has committed units in this round")
    if not action.moves and not action.retreats:
        yield Finding("F4.1", "nobody", (), {}, "at least one unit moves or retreats")
    for name, _ in action.moves:
        yield from _committed(position, seat, name)
    for name in action.retreats:
        unit = position.by_id.get(name)
        if unit is None or unit.owner != seat:
            yield Finding("F4.2", "not_own", (), {"player": player, "unit": name}, "{player} has no unit {unit}")
        elif not unit.occupying:
            what = "advances" if unit.frontier else "is in the heartland"
            yield Finding(
                "F4.2", "not_occupying", (name,), {"what": what}, "unit {0} {what}: only occupying units retreat"
            )


def _committed(position: FrontiersPosition, seat: int, name: str) -> Findings:
    unit = position.by_id.get(name)
    player = position.players[seat]
    if unit is None or unit.owner != seat:
        yield Finding("F4.1", "not_own", (), {"player": player, "unit": name}, "{player} has no unit {unit}")
        return
    if unit.frontier:
        yield Finding("F4.1", "not_at_home", (name,), {"frontier": unit.frontier}, "unit {0} is in frontier {frontier}, not in the heartland")  # fmt: skip
    if not unit.ready:
        offer = Remedy("units are readied at replenishment", "F2.5")
        yield Finding("F4.1", "exerted", (name,), {}, "unit {0} is exerted: only ready units are committed", offer)


@bars.register
def whole_points_to_units_there(action: Assign, position: FrontiersPosition, seat: int) -> Findings:
    """F5.1, F5.5."""
    frontier = action.frontier
    about = {"frontier": frontier, "player": position.players[seat]}
    if frontier not in must_assign(position, seat):
        what = "no enemy unit is there" if not position.at(frontier, 1 - seat) else "there is no damage to deal"
        yield Finding("F5.1", "nothing", (f"frontier {frontier}",), {**about, "what": what}, "{player} assigns nothing in frontier {frontier}: {what}")  # fmt: skip
        return
    enemies = {unit.id: unit for unit in position.at(frontier, 1 - seat)}
    elsewhere = [name for name, n in action.damage if name not in enemies]
    for name in elsewhere:
        there = ", ".join(enemies)
        yield Finding("F5.1", "elsewhere", (name,) if name in position.by_id else (), {**about, "unit": name, "there": there}, "unit {unit} is no enemy in frontier {frontier}: there stand {there}")  # fmt: skip
    if elsewhere:
        return
    given = dict(action.damage)
    split = tuple(given.get(name, 0) for name in enemies)
    possible = splits(position, seat, frontier)
    if possible.may_be(split):
        return
    have, dealt = total_damage(position, seat, frontier), sum(split)
    data = {**about, "have": have, "dealt": dealt}
    if dealt > have:
        yield Finding(
            "F5.5",
            "too_much",
            (),
            data,
            "{dealt} damage is assigned in frontier {frontier}, and there is {have} to assign",
        )
    else:
        alive = [name for name, unit in enemies.items() if given.get(name, 0) < position.health(unit)]
        data["alive"] = " and ".join(alive)
        data["left"] = have - dealt
        wording = "{left} of {have} damage is left over, and {alive} would live: all must be assigned"
        yield Finding("F5.5", "left_over", tuple(alive), data, wording)


@bars.register
def who_has_won_takes_positions(action: Occupy, position: FrontiersPosition, seat: int) -> Findings:
    """F6.1, F6.2, F6.3, F2.4."""
    frontier = action.frontier
    about = {"frontier": frontier, "player": position.players[seat]}
    where = (f"frontier {frontier}",)
    if (seat, frontier) not in position.wins:
        yield Finding("F6.3", "not_won", where, about, "{player} has no position to take in frontier {frontier}: it has not won a combat there")  # fmt: skip
    elif position.wins[0][0] != seat:
        numbers = {"player": position.players[position.wins[0][0]]}
        yield Finding("F6.1", "others_first", where, numbers, "first {player} takes positions")
    if action.unit is not None:
        unit: Unit | None = position.by_id.get(action.unit)
        if unit is None or (unit.owner, unit.frontier) != (seat, frontier):
            there = ", ".join(each.id for each in position.at(frontier, seat)) or "none"
            data = {**about, "unit": action.unit, "there": there}
            yield Finding("F6.2", "not_there", where, data, "unit {unit} is none of {player} in frontier {frontier}: there stand {there}")  # fmt: skip


@bars.register
def own_triggers(action: Resolve, position: FrontiersPosition, seat: int) -> Findings:
    """F2.7, F8.1."""
    trigger = next((t for t in position.triggers if (t.seat, t.source) == (seat, action.source)), None)
    if trigger is None:
        pending = ", ".join(dict.fromkeys(t.source for t in position.triggers if t.seat == seat))
        data = {"source": action.source, "pending": pending}
        yield Finding(
            "F2.7", "no_such_trigger", (), data, "no trigger of {source} is to be resolved: there remain {pending}"
        )
        return
    yield from aimed(position, seat, position.cards[trigger.kind], action.target, action.frontier, trigger=True)
