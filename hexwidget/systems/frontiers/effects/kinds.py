"""Each kind of effect of a card, once (F8.1)."""

from __future__ import annotations

from hexwidget.rules import Chronicle, changed
from hexwidget.systems.frontiers.cards import Effect
from hexwidget.systems.frontiers.position import Draw, FrontiersPosition, Unit


def do_effects(
    position: FrontiersPosition,
    seat: int,
    effects: tuple[Effect, ...],
    target: str | None,
    frontier: int | None,
    log: Chronicle,
) -> FrontiersPosition:
    """The position after the effects of a player's card on its target, one after another."""
    for effect in effects:
        unit = position.by_id.get(target) if target is not None else None
        if effect.aims and unit is None:
            continue  # An earlier effect has killed or sealed the target.
        position = _carry_out(position, seat, effect, unit, frontier, log)
    return position


def _carry_out(
    position: FrontiersPosition, seat: int, effect: Effect, unit: Unit | None, frontier: int | None, log: Chronicle
) -> FrontiersPosition:
    if effect.kind == "draw":
        return draw(position, seat, effect.deck, effect.amount, log)
    if effect.kind == "damage" and effect.to == "opponent":
        return lose_life(position, 1 - seat, effect.amount, "F8.1", log)
    if effect.kind == "heal" and effect.to == "self":
        life = position.life[seat] + effect.amount
        log.tell("life", "F8.1", "{player:gains} {amount} life: {life} in all", f"{position.players[seat]} heartland",
                 player=position.players[seat], amount=effect.amount, life=life)  # fmt: skip
        return position.with_player(seat, life=life)
    if effect.kind == "seal" and effect.to == "this":
        return position  # The card goes to the vault when it is spent.
    assert unit is not None  # noqa: S101  (all other effects aim at a unit)
    match effect.kind:
        case "damage":
            return _hurt(position, unit, effect.amount, log)
        case "heal":
            healed = min(effect.amount, unit.damage)
            log.tell("healed", "F8.1", "{amount} damage to {unit} is healed", unit.id, position.zone_of(unit),
                     unit=position.called(unit), amount=healed)  # fmt: skip
            return position.changing(unit, damage=unit.damage - healed)
        case "ready" | "exert":
            ready = effect.kind == "ready"
            log.tell(effect.kind, "F8.1", "the card {what} {unit}", unit.id, position.zone_of(unit), unit=position.called(unit),
                     what="readies" if ready else "exerts")  # fmt: skip
            return position.changing(unit, ready=ready)
        case "seal":
            log.tell("sealed_away", "F1.2", "the card seals {unit} away in the vault", unit.id, position.zone_of(unit),
                     f"{position.players[unit.owner]} vault", unit=position.called(unit))  # fmt: skip
            return position.without(unit.id).putting("vaults", unit.owner, unit.kind)
    return _move(position, unit, 0 if effect.to == "heartland" else frontier or 0, log)


def _move(position: FrontiersPosition, unit: Unit, frontier: int, log: Chronicle) -> FrontiersPosition:
    """A unit moves to its heartland (0), or advances on a frontier."""
    where = f"to advance on frontier {frontier}" if frontier else "to the heartland"
    log.tell("moved", "F8.1", "the card moves {unit} {where}", unit.id, position.zone_of(unit), position.zone(unit.owner, frontier),
             unit=position.called(unit), where=where)  # fmt: skip
    return position.changing(unit, frontier=frontier, occupying=False)


def _hurt(position: FrontiersPosition, unit: Unit, amount: int, log: Chronicle) -> FrontiersPosition:
    """F8.1: damage outside combat kills at once."""
    left = position.health(unit) - amount
    wording = "{amount} damage to {unit}"
    log.tell("damaged", "F8.1", wording, unit.id, position.zone_of(unit), unit=position.called(unit), amount=amount)
    return position.changing(unit, damage=unit.damage + amount) if left > 0 else kill(position, unit, log)


def spend(position: FrontiersPosition, seat: int, kind: str, clause: str, log: Chronicle) -> FrontiersPosition:
    """A spent card goes to the graveyard, or to the vault if it seals itself."""
    card, player = position.cards[kind], position.players[seat]
    where = "vault" if card.sealed else "graveyard"
    log.tell("spent", clause, "{card} goes to the {where}", f"{player} {where}", card=card.title, where=where)
    return position.putting(f"{where}s", seat, kind)


def kill(position: FrontiersPosition, unit: Unit, log: Chronicle) -> FrontiersPosition:
    """F1.2: a killed unit goes to its owner's graveyard."""
    log.tell("killed", "F1.2", "{player:loses} {unit}", unit.id, position.zone_of(unit),
             f"{position.players[unit.owner]} graveyard", player=position.players[unit.owner], unit=position.named(unit))  # fmt: skip
    return position.without(unit.id).putting("graveyards", unit.owner, unit.kind)


def lose_life(position: FrontiersPosition, seat: int, amount: int, clause: str, log: Chronicle) -> FrontiersPosition:
    """A player loses life."""
    life, player = position.life[seat] - amount, position.players[seat]
    wording = "{player:loses} {amount} life: {life} left"
    log.tell("life", clause, wording, f"{player} heartland", player=player, amount=amount, life=life)
    return position.with_player(seat, life=life)


def draw(position: FrontiersPosition, seat: int, deck: str, amount: int, log: Chronicle) -> FrontiersPosition:
    """The position with cards to be drawn, one after another. F1.3: a deck that is too short gives what it has."""
    waiting = sum(1 for each in position.draws if each == (seat, deck))
    left = len(position.deck(seat, deck)) - waiting
    drawn = max(0, min(amount, left))
    if drawn < amount:
        player = position.players[seat]
        wording = "{player:'s} {deck} deck holds only {left} of the {amount:card} to be drawn"
        log.tell("deck_short", "F1.3", wording, f"{player} {deck}", player=player, deck=deck, left=drawn, amount=amount)
    return changed(position, draws=(*position.draws, *[Draw(seat, deck)] * drawn))
