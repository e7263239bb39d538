"""What is decided after a maneuver: an attack, the rotation of a tile, losses."""

from __future__ import annotations

from fractions import Fraction

from hexwidget.rules import Choice, Choices, Draft, Preview, Status, Table
from hexwidget.rules.odds import percent
from hexwidget.rules.verdict import listing
from hexwidget.scene import Token
from hexwidget.systems.depletion.actions import Attack, DepletionAction, Lose, NoAttack, Rotate
from hexwidget.systems.depletion.battle.declared import battle_at
from hexwidget.systems.depletion.battle.losses import default_losses, losing, things
from hexwidget.systems.depletion.battle.odds import BattleOdds
from hexwidget.systems.depletion.choices.slots import Check
from hexwidget.systems.depletion.legality.attacks import attackers, targets
from hexwidget.systems.depletion.position import DepletionPosition, Landing
from hexwidget.systems.depletion.provinces import province_hexes, rotations, tile_of
from hexwidget.systems.depletion.units import GALLEY, NO_UNITS, UNITS, WATER
from hexwidget.systems.depletion.words import tile_in_words

RELIC_LOOKS = {True: ("relic", "solid relic symbol"), False: ("symbol", "outlined relic symbol")}


def attack_choices(position: DepletionPosition, player: str, landing: Landing, draft: Draft, check: Check) -> Choices:
    name = position.map.name
    here = listing([name(spot.at) for spot in landing.spots])
    fought, chosen = position.settings["battle"] == "bag", draft.get("attack")
    options = []
    for at in targets(position, landing):
        space = name(at)
        there = " and ".join(position.objects_at(at, but=position.turn))
        then = Draft() if chosen == space else Draft(attack=space)
        label = f"Attack {there} on {space}"
        options.append(Choice("attack", space, label, "space", "D1.8", then, space, chosen == space))
    then = Draft() if chosen == "no" else Draft(attack="no")
    first = name(landing.spots[0].at) if len(landing.spots) == 1 else None
    options.append(Choice("attack", "no", "No attack", "button", "D1.8", then, first, chosen == "no", shortcut="n"))
    if chosen is None:
        prompt = f"{player}: attack from {here}, or not? Choose a ringed enemy, or no attack."
        return Choices(player, Draft(), prompt, tuple(options))
    if chosen == "no":
        prompt = f"No attack from {here}. Confirm?"
        return complete(player, Draft(attack=chosen), prompt, tuple(options), NoAttack(player), check)
    at = position.map.index(str(chosen))
    by = attackers(position, landing, at)
    prompt = f"Attack {chosen} from {listing(list(map(name, by or [spot.at for spot in landing.spots])))}. Confirm?"
    table = None
    if fought and by:
        odds = BattleOdds(position, battle_at(position, at))
        table = Table(
            f"The battle: {odds.drawn} of {sum(map(sum, odds.bag))} cubes drawn",
            odds.header,
            tuple(odds.rows()),
        )
        lose = sum((p for hits, p in odds.items() if odds.falls(hits)[0] != "nothing"), start=Fraction())
        win = sum((p for hits, p in odds.items() if odds.falls(hits)[1] != "nothing"), start=Fraction())
        chances = f"they lose something with {percent(win)}, you with {percent(lose)}"
        prompt = prompt.replace(". Confirm?", f": {chances}. Confirm?")
    return complete(
        player, Draft(attack=chosen), prompt, tuple(options), Attack(player, str(chosen)), check, table=table
    )


def rotation_choices(position: DepletionPosition, player: str, draft: Draft, check: Check) -> Choices:
    """How the tile may lie, each rotation with what bars it; what is chosen is shown on the board."""
    claim, found = position.claim, position.exploration
    assert claim is not None  # noqa: S101  (asked in the stage of rotation)
    province = found.provinces[province_hexes(position.map, found.shape, found.provinces)[claim.at]]
    chosen, tile, name = draft.get("rotate"), tile_of(claim.tile), position.map.name
    options, preview, warning = [], None, ""
    for way in rotations(position.map, found.shape, province, claim.tile):
        if way.lies is None and way.sixths not in found.shape.rotations:
            continue
        then = Draft() if chosen == way.sixths else Draft(rotate=way.sixths)
        ground = "" if way.lies is None else tile.grounds[way.lies.index(claim.at)]
        fails = bool(ground) and (ground in WATER) != bool(claim.units[GALLEY])
        label = f"Turn by {60 * way.sixths}°: {ground} on {name(claim.at)}{', the claim fails' if fails else ''}"
        barred = check(Rotate(player, way.sixths)).findings
        options.append(
            Choice(
                "rotate", way.sixths, label, "button", "D8.2", then, None, chosen == way.sixths, barred, str(way.sixths)
            )
        )
        if chosen == way.sixths and fails:
            warning = f" The army cannot stand on {ground}: it stays on {name(claim.origin)}, depleted (D8.5)."
        if chosen == way.sixths and way.lies is not None:
            tokens: tuple[Token, ...] = ()
            if tile.relic is not None:
                kind, label = RELIC_LOOKS[tile.solid]
                tokens = (Token(name(way.lies[tile.relic]), kind, label, label, shape="diamond"),)
            preview = Preview(
                tuple((name(at), ground) for at, ground in zip(way.lies, tile.grounds, strict=True)), tokens
            )
    what = tile_in_words(claim.tile)
    if chosen is None:
        return Choices(player, Draft(), f"{player}: lay the tile ({what}); choose how it is turned.", tuple(options))
    action = Rotate(player, int(chosen))
    prompt = f"Lay the tile turned by {60 * int(chosen)}°.{warning} Confirm?"
    return complete(player, Draft(rotate=chosen), prompt, tuple(options), action, check, preview=preview)


def loss_choices(position: DepletionPosition, player: str, draft: Draft, check: Check) -> Choices:
    """What falls: as the rule says, or as the loser says."""
    side, damage = losing(position)
    name, usual = position.map.name, dict(default_losses(position, side, damage))
    slots = {slot: value for slot, value in draft.items() if slot.startswith("lose/")}
    kept, options = Draft(slots), []
    units: dict[str, list[int]] = {}
    structures = []
    for thing in things(position, side):
        space, unit = name(thing.at), UNITS[thing.unit]
        key = unit.key if thing.unit >= 0 else thing.kind
        slot, default = f"lose/{space}/{key}", usual.get(thing, 0)
        now = int(draft.get(slot, default))
        label = (
            f"{(unit.plural if thing.unit >= 0 else thing.kind).capitalize()} on {space} ({thing.points} hit points)"
        )

        def then(number: int, slot: str = slot, default: int = default, most: int = thing.number) -> Draft | None:
            if not 0 <= number <= most:
                return None
            return kept.clear(slot) if number == default else kept.set(slot, number)

        fewer, more = then(now - 1), then(now + 1)
        options.append(Choice(slot, now, label, "number", "D9.2", more or fewer or kept, fewer=fewer, more=more))
        if now and thing.unit >= 0:
            units.setdefault(space, [*NO_UNITS])[thing.unit] += now
        elif now:
            structures.append((space, thing.kind))
    action = Lose(player, tuple((space, tuple(counts)) for space, counts in units.items()), tuple(structures))
    hit = f"{damage} hit{'' if damage == 1 else 's'}"
    prompt = f"{player} takes {hit}: {action}. Confirm?"
    return complete(player, kept, prompt, tuple(options), action, check)


def complete(
    player: str,
    draft: Draft,
    prompt: str,
    options: tuple[Choice, ...],
    action: DepletionAction,
    check: Check,
    *,
    preview: Preview | None = None,
    table: Table | None = None,
) -> Choices:
    verdict = check(action)
    if verdict.status is not Status.LEGAL:
        prompt = f"{action}: {verdict.findings[0].text} ({verdict.findings[0].clause})."
    return Choices(player, draft, prompt, options, None, action, verdict, preview=preview, table=table)
