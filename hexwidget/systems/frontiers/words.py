"""Positions, and their parts, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from hexwidget.english import capital, counted, listing, possessive
from hexwidget.systems.frontiers.actions import Assign, ChooseDraw, Commit, FrontiersAction, Occupy, Play, Resolve
from hexwidget.systems.frontiers.cards import DRAWN
from hexwidget.systems.frontiers.payments import NOTHING, Payment
from hexwidget.systems.frontiers.phrases import ACTIVATED
from hexwidget.systems.frontiers.position import HIDDEN, FrontiersPosition, Trigger, Unit


def describe(position: FrontiersPosition) -> Iterator[str]:
    """A position for a terminal: the cards of each player, and the frontiers."""
    for seat, player in enumerate(position.players):
        notes = ["initiative"] if seat == position.initiative else []
        notes += ["; ".join(position.tactics[seat])] if position.tactics[seat] else []
        note = f" ({', '.join(notes)})" if notes else ""
        yield f"{capital(player)}, life {position.life[seat]}{note}"
        yield f"  hand: {held_in_words(position, position.hands[seat]) or 'empty'}"
        yield f"  villagers: {villagers_in_words(position, seat) or 'none'}"
        yield f"  heartland: {', '.join(unit_in_words(position, u) for u in position.at(0, seat)) or 'no unit'}"
        yield "  " + ", ".join(f"{name} {len(pile)}" for name, pile in position.piles(seat).items())
    for frontier in position.frontiers:
        yield f"Frontier {frontier}: {frontier_in_words(position, frontier) or 'empty'}"


def held_in_words(position: FrontiersPosition, kinds: tuple[str, ...]) -> str:
    """Cards with their numbers; a hidden card shows only its deck."""
    back = {hidden: f"{deck} card" for deck, hidden in HIDDEN.items()}
    counts = Counter(back.get(kind) or position.title_of(kind) for kind in kinds)
    return ", ".join(counted(n, kind) if kind in back.values() else f"{n} {kind}" for kind, n in sorted(counts.items()))


def villagers_in_words(position: FrontiersPosition, seat: int) -> str:
    """Villagers, with the number of ready ones."""
    return ", ".join(
        f"{counted(v.ready + v.exerted, position.title_of(v.kind))} ({v.ready} ready)" for v in position.villagers[seat]
    )


def unit_in_words(position: FrontiersPosition, unit: Unit) -> str:
    """A unit with its figures and state."""
    card = position.card(unit)
    notes = [f"damage {card.damage}", f"health {position.health(unit)}", "ready" if unit.ready else "exerted"]
    if unit.damage:
        notes.append(f"{unit.damage} damage taken")
    return f"{position.named(unit)} ({', '.join(notes)})"


def frontier_in_words(position: FrontiersPosition, frontier: int) -> str:
    """The units and settlements in a frontier."""
    parts = []
    for seat, player in enumerate(position.players):
        for unit in position.at(frontier, seat):
            does = "occupying" if unit.occupying else "advancing"
            parts.append(f"{possessive(player)} {unit_in_words(position, unit)}, {does}")
        titles = [position.title_of(s.kind) for s in position.settlements[seat] if s.frontier == frontier]
        parts += [f"{possessive(player)} {title}" for title in titles]
    return "; ".join(parts)


# ---------------------------------------------------------------------- actions
def payment_in_words(position: FrontiersPosition, payment: Payment) -> str:
    """A payment: "1 settlement and 2 Farmers", or "nothing"."""
    settlements, villagers = payment
    parts = [counted(settlements, "settlement")] if settlements else []
    parts += [counted(n, position.title_of(kind)) for kind, n in villagers]
    return listing(parts) or "nothing"


def trigger_in_words(position: FrontiersPosition, trigger: Trigger) -> str:
    """A trigger by its card: "Scribe", "Watchtower on frontier 2", "Sappers (2)"."""
    unit = position.by_id.get(trigger.source)
    if unit is not None:
        return position.named(unit)
    what, _, where = trigger.source.partition(" ")
    return f"{position.title_of(trigger.kind)}{f' on frontier {where}' if what == 'settlement' else ''}"


def commit_in_words(position: FrontiersPosition, action: Commit) -> str:
    """Units that go out, and units that are called back: "commit Riders to frontier 1 and call Militia back"."""
    named = {unit.id: position.named(unit) for unit in position.units}
    out = [f"{named.get(unit, unit)} to frontier {frontier}" for unit, frontier in action.moves]
    back = [named.get(unit, unit) for unit in action.retreats]
    parts = [f"commit {listing(out)}"] if out else []
    parts += [f"call {listing(back)} back"] if back else []
    return " and ".join(parts) or "commit nobody"


def in_words(position: FrontiersPosition, action: FrontiersAction) -> str:
    """An action in words. An action that names something that does not exist stays as its text has it."""
    match action:
        case Play(card=name, target=target, frontier=frontier):
            at = "" if target is None else f" at {position.all_called([target])}"
            of = "on" if action.type == "settlement" else "to"
            to = "" if frontier is None else f" {of} frontier {frontier}"
            cost = "" if action.payment in (None, NOTHING) else f" for {payment_in_words(position, action.payment)}"
            verb = "activate" if action.type in ACTIVATED else "deploy"
            return f"{verb} {position.title_of(name)}{at}{to}{cost}"
        case Commit():
            return commit_in_words(position, action)
        case Assign(frontier=frontier, damage=damage):
            given = [f"{n} to {position.all_called([unit])}" for unit, n in damage]
            return f"assign damage in frontier {frontier}: {', '.join(given)}"
        case Occupy(frontier=frontier, unit=holder):
            unit = None if holder is None else position.by_id.get(holder)
            if unit is None:
                return f"leave frontier {frontier}"
            return f"occupy frontier {frontier} with {position.named(unit)}"
        case Resolve(source=source, target=target, frontier=frontier):
            trigger = next((t for t in position.triggers if t.source == source), None)
            what = source if trigger is None else trigger_in_words(position, trigger)
            at = "" if target is None else f" at {position.all_called([target])}"
            return f"resolve the trigger of {what}{at}" + ("" if frontier is None else f" to frontier {frontier}")
        case ChooseDraw(deck=deck):
            return f"draw {counted(DRAWN[deck], f'{deck} card')}"
    return str(action)
