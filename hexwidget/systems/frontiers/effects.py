"""What an action or a draw does, with its events."""

from __future__ import annotations

from functools import singledispatch

from hexwidget.rules import ChanceOutcome, Chronicle, Outcome, Transition
from hexwidget.rules.position import changed
from hexwidget.systems.frontiers.actions import (
    Assign,
    ChooseDraw,
    Commit,
    FrontiersAction,
    Occupy,
    Pass,
    Payment,
    Play,
    Resolve,
    paid_in_words,
)
from hexwidget.systems.frontiers.combat import fight, splits, still_to_assign
from hexwidget.systems.frontiers.deeds import carry_out, draw, kill, lose_life, zone
from hexwidget.systems.frontiers.means import needs_target, settled_payment
from hexwidget.systems.frontiers.outcome import outcome
from hexwidget.systems.frontiers.position import Assignment, FrontiersPosition, Settlement, Trigger, Unit, Villager

DRAWN = {"army": 1, "civic": 2}
"""F2.5: how many cards are drawn from which deck."""


def apply(position: FrontiersPosition, done: FrontiersAction | ChanceOutcome) -> Transition[FrontiersPosition]:
    """What follows from an action that is legal, or from a card that is drawn."""
    log = Chronicle()
    return Transition(follow(position, done, log), log)


def follow(position: FrontiersPosition, done: FrontiersAction | ChanceOutcome, log: Chronicle) -> FrontiersPosition:
    """The position that follows; what happens on the way is told to ``log``."""
    if isinstance(done, ChanceOutcome):
        after = _drawn(position, done.value, log)
    else:
        after = do(done, position, position.players.index(done.player), log)
    after, end = _onward(after, log)
    if end is not None:
        log.tell("game_over", end.clause, "{result}", result=end.text)
    return after


@singledispatch
def do(action: FrontiersAction, position: FrontiersPosition, seat: int, log: Chronicle) -> FrontiersPosition:
    """The position after an action, before what follows of itself."""
    raise NotImplementedError(action)


# ---------------------------------------------------------------------- turns
def _next(position: FrontiersPosition, *, passed: bool = False) -> FrontiersPosition:
    """F2.4: the other player's turn."""
    return changed(position, acting=1 - position.acting, passed=passed)


@do.register
def _pass(action: Pass, position: FrontiersPosition, seat: int, log: Chronicle) -> FrontiersPosition:
    log.tell("passed", "F2.4", "{player} passes", player=action.player)
    if not position.passed:
        return _next(position, passed=True)
    over = {"strategy": "strategy", "battle": "battle"}[position.phase]
    log.tell("phase_over", "F2.4", "the {phase} phase is over", phase=over)
    to = {"strategy": "battle", "battle": "damage"}[position.phase]
    return changed(position, phase=to, acting=position.initiative, passed=False)


def _onward(position: FrontiersPosition, log: Chronicle) -> tuple[FrontiersPosition, Outcome | None]:
    """What follows of itself: combat when all damage is assigned, triggers, draws, the next round. And the end, if it is."""
    while (end := outcome(position)) is None and not position.draws:
        after = _step(position, log)
        if after is position:
            break
        position = after
    return position, end


def _step(position: FrontiersPosition, log: Chronicle) -> FrontiersPosition:
    match position.phase:
        case "damage" if not still_to_assign(position, 0) and not still_to_assign(position, 1):
            return _combat(position, log)
        case "after" if not position.wins:
            return _begin_replenishment(position, log)
        case "triggers" if position.triggers:
            return _forced_trigger(position, log)
        case "triggers":
            return _reset(position, log)
        case "draw" if all(position.chosen):
            return _drawing(position, log)
    return position


# ---------------------------------------------------------------------- cards
@do.register
def _play(action: Play, position: FrontiersPosition, seat: int, log: Chronicle) -> FrontiersPosition:
    card, player = position.cards[action.card], action.player
    payment = settled_payment(position, seat, card.cost, action.payment)
    log.later(_tell_of_play, position, action, payment)
    after = _paid(position.taking("hands", seat, action.card), seat, payment)
    if payment != (0, ()):
        log.tell("paid", "F3.2", "{player} pays {cost}", f"{player} villagers", player=player, cost=card.cost)
    after = _put(after, seat, action, log)
    after = carry_out(after, seat, card.deeds, action.target, action.frontier, log)
    return _next(after)


def _tell_of_play(log: Chronicle, position: FrontiersPosition, action: Play, payment: Payment) -> None:
    card, player = position.cards[action.card], action.player
    verb = "activates" if card.type in ("stratagem", "maneuver") else "deploys"
    at = ""
    if action.target is not None:
        at = f" at {position.called(position.by_id[action.target])} ({action.target})"
    subjects = [f"{player} hand"] + ([action.target] if action.target else [])
    clause = {"villager": "F3.1", "settlement": "F7.2", "unit": "F3.3", "tactic": "F3.4"}.get(card.type, "F2.6")
    log.tell("played", clause, "{player} {verb} {card}{at}{paid}", *subjects, player=player, verb=verb, card=card.title,
             at=at, paid=paid_in_words(payment))  # fmt: skip


def _paid(position: FrontiersPosition, seat: int, payment: Payment) -> FrontiersPosition:
    """F3.2, F7.2: villagers are exerted, settlements have paid."""
    settlements, exerted = payment
    if payment == (0, ()):
        return position
    owed = dict(exerted)
    villagers = tuple(
        Villager(v.kind, v.ready - owed.get(v.kind, 0), v.exerted + owed.get(v.kind, 0))
        for v in position.villagers[seat]
    )
    return position.with_player(seat, villagers=villagers, spent=position.spent[seat] + settlements)


def _put(position: FrontiersPosition, seat: int, action: Play, log: Chronicle) -> FrontiersPosition:
    """Where a card goes that is played."""
    card, player = position.cards[action.card], action.player
    done = tuple(sorted({*position.done[seat], card.type} if card.type in ("villager", "settlement") else position.done[seat]))  # fmt: skip
    match card.type:
        case "villager":
            old = {v.kind: v for v in position.villagers[seat]}
            now = old.get(card.name, Villager(card.name, 0, 0))
            old[card.name] = now._replace(ready=now.ready + 1)
            log.tell("villager", "F3.1", "{card} enters the heartland ready", f"{player} villagers", card=card.title)
            return position.with_player(seat, villagers=tuple(sorted(old.values())), done=done)
        case "settlement":
            made = Settlement(action.frontier or 0, card.name)
            log.tell("settled", "F7.2", "{player} settles frontier {frontier}", f"frontier {made.frontier}",
                     f"{player} advancing {made.frontier}", player=player, frontier=made.frontier)  # fmt: skip
            return position.with_player(seat, settlements=tuple(sorted([*position.settlements[seat], made])), done=done)
        case "unit":
            unit = Unit(position.new_id(card.name), seat, card.name)
            log.tell("unit", "F3.3", "{player} has {card} in the heartland, exerted, as {0}", unit.id, f"{player} heartland",
                     card=card.title, player=player)  # fmt: skip
            return position.with_units([*position.units, unit])
        case "tactic":
            return position.putting("tactics", seat, card.name)
    where = "vault" if card.sealed else "graveyard"
    log.tell("spent", "F1.2", "{card} goes to the {where}", f"{player} {where}", card=card.title, where=where)
    return position.putting(f"{where}s", seat, card.name)


def _drawn(position: FrontiersPosition, kind: str, log: Chronicle) -> FrontiersPosition:
    """A card comes from a deck to the hand; only its player sees which."""
    (seat, deck), rest = position.draws[0], position.draws[1:]
    log.later(_tell_of_draw, position, seat, deck, kind)
    left = list(position.deck(seat, deck))
    left.remove(kind)
    hand = tuple(sorted([*position.hands[seat], kind]))
    return changed(position.with_player(seat, hands=hand, **{deck: tuple(left)}), draws=rest)


def _tell_of_draw(log: Chronicle, position: FrontiersPosition, seat: int, deck: str, kind: str) -> None:
    player = position.players[seat]
    log.tell("drew", "F2.6", "{player} draws a card from the {deck} deck", f"{player} {deck}", f"{player} hand",
             player=player, deck=deck)  # fmt: skip
    log.tell("drew_this", "F9.1", "it is {card}", f"{player} hand", seen=(player,), card=position.title_of(kind))


# ---------------------------------------------------------------------- commit
@do.register
def _commit(action: Commit, position: FrontiersPosition, seat: int, log: Chronicle) -> FrontiersPosition:
    after = position
    for name, frontier in action.moves:
        unit = after.by_id[name]
        to = unit._replace(frontier=frontier)
        log.tell("committed", "F4.1", "{player} commits {unit} ({0}) to frontier {frontier}", name, zone(after, unit),
                 zone(after, to), player=action.player, unit=position.card(unit).title, frontier=frontier)  # fmt: skip
        after = after.changing(unit, frontier=frontier)
    for name in action.retreats:
        unit = after.by_id[name]
        log.tell("retreated", "F4.2", "{player} calls {unit} ({0}) back from frontier {frontier}, exerted", name, zone(after, unit),
                 zone(after, unit._replace(frontier=0)), player=action.player, unit=position.card(unit).title,
                 frontier=unit.frontier)  # fmt: skip
        after = after.changing(unit, frontier=0, occupying=False, ready=False)
    return _next(after.with_player(seat, done=tuple(sorted({*after.done[seat], "commit"}))))


# ---------------------------------------------------------------------- combat
@do.register
def _assign(action: Assign, position: FrontiersPosition, seat: int, log: Chronicle) -> FrontiersPosition:
    words = ", ".join(f"{n} to {unit}" for unit, n in action.damage)
    log.tell("assigned", "F5.1", "{player} assigns in frontier {frontier}: {words}", f"frontier {action.frontier}",
             seen=(action.player,), player=action.player, frontier=action.frontier, words=words)  # fmt: skip
    given = dict(action.damage)
    enemies = position.at(action.frontier, 1 - seat)
    split = tuple(given.get(unit.id, 0) for unit in enemies)
    dealt = splits(position, seat, action.frontier).canonical(split)
    damage = tuple((unit.id, n) for unit, n in zip(enemies, dealt, strict=True))
    kept = [sealed for sealed in position.sealed[seat] if sealed[0] != action.frontier]
    made: tuple[Assignment, ...] = tuple(sorted([*kept, (action.frontier, damage)]))
    return position.with_player(seat, sealed=made)


def _combat(position: FrontiersPosition, log: Chronicle) -> FrontiersPosition:
    """F5.2: all frontiers from one position; then units die, life is lost, tactics go, and units return."""
    fights = [fight(position, frontier) for frontier in position.frontiers]
    after = changed(position, phase="after", sealed=((), ()), acting=position.initiative)
    for seat in (0, 1):
        for kind in position.tactics[seat]:
            to = "vault" if position.cards[kind].sealed else "graveyard"
            after = after.taking("tactics", seat, kind).putting(f"{to}s", seat, kind)
            player = position.players[seat]
            log.tell("spent", "F3.4", "{card} goes to the {to}", f"{player} {to}", f"{player} hand",
                     card=position.title_of(kind), to=to)  # fmt: skip
    wins = []
    for fought in fights:
        for name, n in fought.dealt:
            unit = after.by_id[name]
            if n:
                log.tell("damaged", "F5.1", "{n} damage to {unit} ({0}) in frontier {frontier}", name,
                         zone(after, unit), unit=position.called(unit), n=n, frontier=fought.frontier)  # fmt: skip
                after = after.changing(unit, damage=unit.damage + n)
        for unit in fought.killed:
            after = kill(after, after.by_id[unit.id], log)
        for seat in (0, 1):
            if fought.excess[seat]:
                after = lose_life(after, 1 - seat, fought.excess[seat], "F5.3", log)
        if fought.won is not None:
            player = position.players[fought.won]
            log.tell("won", "F5.4", "{player} has won the combat in frontier {frontier}", f"frontier {fought.frontier}",
                     player=player, frontier=fought.frontier)  # fmt: skip
            wins.append((fought.won, fought.frontier))
        else:
            # F6.1, F6.3: who advances returns, who occupies stays.
            for unit in [u for seat in (0, 1) for u in after.at(fought.frontier, seat) if not u.occupying]:
                after = _returned(after, unit, log)
    order = {position.initiative: 0, 1 - position.initiative: 1}
    return changed(after, wins=tuple(sorted(wins, key=lambda win: (order[win[0]], win[1]))))


def _returned(position: FrontiersPosition, unit: Unit, log: Chronicle) -> FrontiersPosition:
    """F6.3: units keep their readiness."""
    log.tell("returned", "F6.1", "back to the heartland: {unit} ({0})", unit.id, zone(position, unit),
             zone(position, unit._replace(frontier=0)), unit=position.called(unit))  # fmt: skip
    return position.changing(unit, frontier=0, occupying=False)


@do.register
def _occupy(action: Occupy, position: FrontiersPosition, seat: int, log: Chronicle) -> FrontiersPosition:
    after = changed(position, wins=tuple(win for win in position.wins if win != (seat, action.frontier)))
    for unit in position.at(action.frontier, seat):
        if unit.id == action.unit:
            to = unit._replace(occupying=True)
            doing = "keeps" if unit.occupying else "occupies"
            wording = f"{{player}} {doing} frontier {{frontier}} with {{unit}} ({{0}})"
            log.tell("occupied", "F6.2", wording, unit.id, zone(position, unit), zone(position, to), player=action.player,
                     unit=position.card(unit).title, frontier=action.frontier)  # fmt: skip
            after = after.changing(unit, occupying=True)
        else:
            after = _returned(after, unit, log)
    return after


# ---------------------------------------------------------------------- replenishment
def _begin_replenishment(position: FrontiersPosition, log: Chronicle) -> FrontiersPosition:
    """F2.5, F2.7: the triggers, those of the player with the initiative first."""
    log.tell("replenishment", "F2.5", "replenishment begins")
    found: list[Trigger] = []
    for seat in (position.initiative, 1 - position.initiative):
        for villager in position.villagers[seat]:
            count = villager.ready + villager.exerted
            found += [Trigger(seat, f"villager {villager.kind}", villager.kind)] * count
        found += [Trigger(seat, f"settlement {s.frontier}", s.kind) for s in position.settlements[seat]]
        found += [Trigger(seat, unit.id, unit.kind) for unit in position.units if unit.owner == seat]
    pending = tuple(trigger for trigger in found if position.cards[trigger.kind].trigger)
    return changed(position, phase="triggers", triggers=pending)


def _forced_trigger(position: FrontiersPosition, log: Chronicle) -> FrontiersPosition:
    """Triggers about which there is nothing to choose are resolved at once: all of a player's are alike, and aim at nothing."""
    seat = position.triggers[0].seat
    mine = {trigger for trigger in position.triggers if trigger.seat == seat}
    (first, *others) = sorted(mine)
    card = position.cards[first.kind]
    if others or needs_target(position, seat, card, trigger=True):
        return position
    return _resolved(position, first, None, None, log)


def _resolved(
    position: FrontiersPosition, trigger: Trigger, target: str | None, frontier: int | None, log: Chronicle
) -> FrontiersPosition:
    card, player = position.cards[trigger.kind], position.players[trigger.seat]
    nobody = "" if target is not None or not card.aims(trigger=True) else ", and finds nobody to aim at"
    log.tell("triggered", "F2.5", "{player}'s {card} is triggered{nobody}", *([target] if target else []), player=player,
             card=card.title, nobody=nobody)  # fmt: skip
    left = list(position.triggers)
    left.remove(trigger)
    return carry_out(changed(position, triggers=tuple(left)), trigger.seat, card.trigger, target, frontier, log)


@do.register
def _resolve(action: Resolve, position: FrontiersPosition, seat: int, log: Chronicle) -> FrontiersPosition:
    trigger = next(t for t in position.triggers if (t.seat, t.source) == (seat, action.source))
    return _resolved(position, trigger, action.target, action.frontier, log)


def _reset(position: FrontiersPosition, log: Chronicle) -> FrontiersPosition:
    """F2.5, F2.7: damage, effects and readiness, in frontiers too; then both choose what to draw."""
    units = [unit._replace(ready=True, damage=0) for unit in position.units]
    other = [unit for unit, now in zip(position.units, units, strict=True) if unit != now]
    zones = sorted({name for unit in other for name in (unit.id, zone(position, unit))})
    zones += [f"{player} villagers" for player in position.players]
    log.tell("reset", "F2.5", "damage is reset, units and villagers are readied", *zones)
    villagers = tuple(tuple(Villager(v.kind, v.ready + v.exerted, 0) for v in own) for own in position.villagers)
    return changed(
        position, units=tuple(units), villagers=villagers, spent=(0, 0), done=((), ()), phase="draw", chosen=("", "")
    )


@do.register
def _choose_draw(action: ChooseDraw, position: FrontiersPosition, seat: int, log: Chronicle) -> FrontiersPosition:
    log.tell("chose", "F2.7", "{player} chooses to draw {amount} {deck}", f"{action.player} {action.deck}",
             seen=(action.player,), player=action.player, amount=DRAWN[action.deck], deck=action.deck)  # fmt: skip
    return position.with_player(seat, chosen=action.deck)


def _drawing(position: FrontiersPosition, log: Chronicle) -> FrontiersPosition:
    """F2.5: both draw, the player with the initiative first; then the initiative moves on, and a round begins."""
    chosen = position.chosen
    first = position.initiative
    after = changed(position, phase="strategy", chosen=("", ""), initiative=1 - first, acting=1 - first, passed=False,
                    round=position.round + 1)  # fmt: skip
    for seat in (first, 1 - first):
        log.tell("draws", "F2.5", "{player} draws {amount} {deck}", f"{position.players[seat]} {chosen[seat]}",
                 player=position.players[seat], amount=DRAWN[chosen[seat]], deck=chosen[seat])  # fmt: skip
        after = draw(after, seat, chosen[seat], DRAWN[chosen[seat]], log)
    log.tell("round", "F2.5", "round {round} begins: the initiative is with {player}", round=after.round,
             player=position.players[1 - first])  # fmt: skip
    return after
