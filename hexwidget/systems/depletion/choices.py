"""Clicks become actions: what may be set next in a draft.

Slots of a maneuver: ``army`` (the hex of the army), ``march`` (switch), ``take/cavalry`` (how many set out; all if it is not
set), ``via`` (way-points, "0302 0402"), ``pick/1/cavalry`` and ``drop/1/cavalry`` (how many join and leave on the first
way-point), ``to`` (where it lands), ``pack`` and ``unpack`` (how many trebuchets), ``seat/0403/archers`` (how many ride with
the vessel there). Of a corps: ``parts`` (the groups that are chosen already, as texts), ``part`` (which of them the one in
the making is to be), ``was`` (what it was before it was revised). Others: ``pass`` (switch), ``attack`` (the target's hex, or "no"), ``rotate`` (sixths of a turn),
``lose/0403/archers`` (how many fall). All of them may be set and changed in any order: what does not go together is said by
the verdict.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from hexwidget.problems import Problems, shown
from hexwidget.rules import Choice, Choices, Draft, Preview, Status, Table
from hexwidget.rules.choices import Slot
from hexwidget.rules.odds import percent
from hexwidget.rules.reach import Reach
from hexwidget.rules.verdict import listing
from hexwidget.scene import Token
from hexwidget.systems.depletion.actions import Attack, DepletionAction, Lose, NoAttack, Pass, Rotate
from hexwidget.systems.depletion.attacks import attackers, targets
from hexwidget.systems.depletion.battle import (
    BattleOdds,
    battle_at,
    default_losses,
    losing,
    things,
)
from hexwidget.systems.depletion.drafting import (
    MOST_WAY_POINTS,
    UNIT_BY_KEY,
    Check,
    CorpsDraft,
    ManeuverDraft,
    army_choices,
)
from hexwidget.systems.depletion.effects import tile_in_words
from hexwidget.systems.depletion.outcome import outcome
from hexwidget.systems.depletion.plan import ManeuverPlan
from hexwidget.systems.depletion.position import DepletionPosition, Landing
from hexwidget.systems.depletion.provinces import province_hexes, rotations, tile_of
from hexwidget.systems.depletion.setup import STRUCTURE_KEYS
from hexwidget.systems.depletion.units import GALLEY, MOST_OF_A_KIND, NO_UNITS, UNITS, WATER

SLOTS = ("army", "march", "via", "to", "pack", "unpack", "parts", "part", "was", "attack", "rotate", "pass")
NUMBERED = ("take", "pick", "drop", "seat", "lose")
"""Slots that end with a unit type; those of way-points have their number in between, those of hexes the hex."""
RELIC_LOOKS = {True: ("relic", "solid relic symbol"), False: ("symbol", "outlined relic symbol")}


def choices(
    position: DepletionPosition,
    player: str,
    draft: Draft,
    reach: Callable[[ManeuverPlan], Reach],
    check: Check,
) -> Choices:
    """What a player may set next.

    :raises InputError: if the draft has slots or values that cannot be
    """
    position.seat(player)
    _read(position, draft)
    end = outcome(position)
    if end is not None:
        return Choices(player, Draft(), f"The game is over: {end}.")
    waits = {
        "tile": "a tile is turned over",
        "relic": "a relic is drawn",
        "event": "an event card is drawn",
        "bag": "cubes are drawn from the bag",
    }.get(position.stage)
    if waits is not None:
        return Choices(player, Draft(), f"Wait: {waits}.")
    if position.players[position.acting] != player:
        return Choices(player, Draft(), f"It is {position.players[position.acting]}'s turn.")
    if position.stage == "rotation":
        return _rotation(position, player, draft, check)
    if position.stage == "losses":
        return _losses(position, player, draft, check)
    if position.deciding is not None:
        return _attack(position, player, position.deciding, draft, check)
    if draft.get("pass"):
        return _complete(player, draft, "Confirm to pass.", (_pass(chosen=True),), Pass(player), check)
    corps = CorpsDraft(position, player, draft)
    board = corps.board
    army = board.army_of(position.turn, board.map.index(str(draft["army"]))) if "army" in draft else None
    if army is not None:
        return ManeuverDraft(corps, army, reach).choices(check)
    if corps.parts:
        return corps.choices(check)
    options = (*army_choices(position, player, Draft()), _pass())
    return Choices(player, Draft(), f"{player}: choose an army, or pass.", options)


def _pass(chosen: bool = False) -> Choice:
    then = Draft() if chosen else Draft({"pass": True})
    return Choice("pass", True, "Pass", "button", "D1.16", then, chosen=chosen, shortcut="p")


def _attack(position: DepletionPosition, player: str, landing: Landing, draft: Draft, check: Check) -> Choices:
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
        return _complete(player, Draft(attack=chosen), prompt, tuple(options), NoAttack(player), check)
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
    return _complete(
        player, Draft(attack=chosen), prompt, tuple(options), Attack(player, str(chosen)), check, table=table
    )


def _rotation(position: DepletionPosition, player: str, draft: Draft, check: Check) -> Choices:
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
    return _complete(player, Draft(rotate=chosen), prompt, tuple(options), action, check, preview=preview)


def _losses(position: DepletionPosition, player: str, draft: Draft, check: Check) -> Choices:
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
    return _complete(player, kept, prompt, tuple(options), action, check)


def _complete(
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


def _read(position: DepletionPosition, draft: Draft) -> None:
    problems = Problems()
    for slot, value in draft.items():
        what, _, rest = slot.partition("/")
        if what in NUMBERED and rest:
            _read_numbered(position, slot, what, rest, value, problems)
        elif slot not in SLOTS:
            problems.unknown(f"draft/{slot}", "slot", slot, SLOTS)
        elif slot in ("march", "pass"):
            if not isinstance(value, bool):
                problems.add(f"draft/{slot}", f"expected true or false, not {shown(value)}")
        elif slot in ("pack", "unpack", "part", "rotate"):
            _read_number(slot, value, problems)
        elif slot in ("parts", "was"):
            if not isinstance(value, str):
                problems.add(f"draft/{slot}", f'expected maneuvers such as "0202-0303; 0405-0404", not {shown(value)}')
        elif slot == "via":
            spaces = value.split() if isinstance(value, str) else [value]
            if len(spaces) > MOST_WAY_POINTS:
                problems.add("draft/via", f"expected at most {MOST_WAY_POINTS} way-points, not {len(spaces)}")
            for before, space in zip([draft.get("army"), *spaces], spaces, strict=False):
                if position.map.find(space) is None:
                    problems.add("draft/via", position.map.explain_unknown(space))
                elif space == before:
                    problems.add("draft/via", f"the group is on {space} already; a way-point is another hex")
        elif not isinstance(value, str) or (position.map.find(value) is None and (slot, value) != ("attack", "no")):
            problems.add(f"draft/{slot}", position.map.explain_unknown(value))
    for slot in ("to", "via"):
        if slot in draft and "army" not in draft:
            problems.add("draft/army", f"expected the army that is to move, as {slot!r} is given")
    problems.raise_any("this draft cannot be read")


def _read_numbered(
    position: DepletionPosition, slot: str, what: str, rest: str, value: Slot, problems: Problems
) -> None:
    """``take/cavalry``, ``pick/1/cavalry``, ``drop/1/cavalry``, ``seat/0403/archers``, ``lose/0403/archers``."""
    number, _, key = rest.rpartition("/")
    if key not in UNIT_BY_KEY and not (what == "lose" and key in STRUCTURE_KEYS):
        problems.unknown(f"draft/{slot}", "unit", key, UNIT_BY_KEY)
    fine = {
        "take": number == "",
        "seat": position.map.find(number) is not None,
        "lose": position.map.find(number) is not None,
    }.get(what, number in map(str, range(1, MOST_WAY_POINTS + 1)))
    if not fine:
        problems.unknown(f"draft/{slot}", "slot", slot, ["take/cavalry", "pick/1/cavalry", "seat/0403/cavalry"])
    _read_number(slot, value, problems)


def _read_number(slot: str, value: Slot, problems: Problems) -> None:
    if type(value) is not int or not 0 <= value <= MOST_OF_A_KIND:
        problems.add(f"draft/{slot}", f"expected a whole number from 0 to {MOST_OF_A_KIND}, not {shown(value)}")
