"""Clicks become actions: what may be set next in a draft.

Slots: ``army`` (the hex of the army that maneuvers), ``march`` (switch), ``to`` (where it lands), ``pass`` (switch), and
after a landing ``attack`` (the target's hex, or "no").
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from hexwidget.problems import Problems, shown
from hexwidget.rules import Choice, Choices, Draft, Field, Status, Verdict
from hexwidget.rules.reach import Reach
from hexwidget.systems.depletion.actions import Attack, DepletionAction, Maneuver, NoAttack, Pass
from hexwidget.systems.depletion.attacks import targets
from hexwidget.systems.depletion.legality import MANEUVER_RULES, ManeuverPlan
from hexwidget.systems.depletion.movement import budget
from hexwidget.systems.depletion.outcome import outcome
from hexwidget.systems.depletion.position import Army, DepletionPosition, Landing

SLOTS = ("army", "march", "to", "attack", "pass")


def choices(
    position: DepletionPosition,
    player: str,
    draft: Draft,
    reach: Callable[[Army, bool], Reach],
    check: Callable[[DepletionAction], Verdict],
) -> Choices:
    """What a player may set next.

    :raises InputError: if the draft has slots or values that cannot be
    """
    position.seat(player)
    _read(position, draft)
    end = outcome(position)
    if end is not None:
        return Choices(player, Draft(), f"The game is over: {end}.")
    if position.players[position.turn] != player:
        return Choices(player, Draft(), f"It is {position.players[position.turn]}'s turn.")
    if position.deciding is not None:
        return _attack(position, player, position.deciding, draft, check)
    if draft.get("pass"):
        return _complete(player, draft, "Confirm to pass.", (_pass(chosen=True),), Pass(player), check)
    army = position.army_of(position.turn, position.map.index(str(draft["army"]))) if "army" in draft else None
    if army is None:
        return Choices(player, Draft(), f"{player}: choose an army, or pass.", (*_armies(position, player), _pass()))
    return _maneuver(position, player, army, draft, reach, check)


@lru_cache(maxsize=8)  # the same for every draft of a position
def _armies(position: DepletionPosition, player: str) -> tuple[Choice, ...]:
    found = []
    for army in position.armies:
        if army.owner == position.turn:
            space = position.map.name(army.at)
            stay = ManeuverPlan(position, Maneuver(player, (space,)), position.turn, (army.at,))
            barred = tuple(f for rule in MANEUVER_RULES for f in rule(stay))
            found.append(
                Choice(
                    "army",
                    space,
                    f"Army on {space}: {army}",
                    "piece",
                    "D1.1",
                    Draft(army=space),
                    space,
                    findings=barred,
                )
            )
    return tuple(found)


def _pass(chosen: bool = False) -> Choice:
    then = Draft() if chosen else Draft({"pass": True})
    return Choice("pass", True, "Pass", "button", "D1.16", then, chosen=chosen, shortcut="p")


def _maneuver(
    position: DepletionPosition,
    player: str,
    army: Army,
    draft: Draft,
    reach: Callable[[Army, bool], Reach],
    check: Callable[[DepletionAction], Verdict],
) -> Choices:
    march = bool(draft.get("march"))
    area = reach(army, march)
    space = position.map.name(army.at)
    draft = Draft({slot: draft[slot] for slot in ("army", "march", "to") if draft.get(slot)})
    switched = draft.clear("march") if march else draft.set("march", True)
    label = "March (+1 point, 2 cubes)"
    march_choice = Choice("march", True, label, "switch", "D2.1", switched, chosen=march, shortcut="m")
    options = (*_armies(position, player), march_choice)
    unit = ("movement point", "movement points")
    field = Field("to", f"Where {army} on {space} lands", area, unit, here="stay here", completes=True)
    if "to" not in draft:
        points = budget(army, march)
        prompt = f"{army} on {space}: choose where to go ({points} movement point{'s' if points > 1 else ''})."
        return Choices(player, draft, prompt, options, field)
    to = str(draft["to"])
    if to not in area:
        return Choices(player, draft, f"{to} cannot be reached.", options, field, None, area.why(to))
    maneuver = Maneuver(player, area.path(to), march)
    cost = area.cost(to)
    way = f"stay on {space}" if to == space else f"go to {to}"
    prompt = f"{army}: {way} for {cost} of {budget(army, march)} movement points. Confirm?"
    return _complete(player, draft, prompt, options, maneuver, check, field)


def _attack(
    position: DepletionPosition,
    player: str,
    landing: Landing,
    draft: Draft,
    check: Callable[[DepletionAction], Verdict],
) -> Choices:
    here = position.map.name(landing.at)
    chosen = draft.get("attack")
    options = []
    for at in targets(position, landing):
        space = position.map.name(at)
        there = " and ".join(position.objects_at(at, but=position.turn))
        then = Draft() if chosen == space else Draft(attack=space)
        label = f"Attack {there} on {space}"
        options.append(Choice("attack", space, label, "space", "D1.8", then, space, chosen == space))
    then = Draft() if chosen == "no" else Draft(attack="no")
    options.append(Choice("attack", "no", "No attack", "button", "D1.8", then, here, chosen == "no", shortcut="n"))
    if chosen is None:
        return Choices(
            player,
            Draft(),
            f"{player}: attack from {here}, or not? Choose a ringed enemy, or no attack.",
            tuple(options),
        )
    action = NoAttack(player) if chosen == "no" else Attack(player, str(chosen))
    prompt = f"No attack from {here}. Confirm?" if chosen == "no" else f"Attack {chosen} from {here}. Confirm?"
    return _complete(player, Draft(attack=chosen), prompt, tuple(options), action, check)


def _complete(
    player: str,
    draft: Draft,
    prompt: str,
    options: tuple[Choice, ...],
    action: DepletionAction,
    check: Callable[[DepletionAction], Verdict],
    field: Field | None = None,
) -> Choices:
    verdict = check(action)
    if verdict.status is not Status.LEGAL:
        prompt = f"{action}: {verdict.findings[0].text}."
    return Choices(player, draft, prompt, options, field, action, verdict)


def _read(position: DepletionPosition, draft: Draft) -> None:
    problems = Problems()
    for slot, value in draft.items():
        if slot not in SLOTS:
            problems.unknown(f"draft/{slot}", "slot", slot, SLOTS)
        elif slot in ("march", "pass"):
            if not isinstance(value, bool):
                problems.add(f"draft/{slot}", f"expected true or false, not {shown(value)}")
        elif not isinstance(value, str) or (position.map.find(value) is None and (slot, value) != ("attack", "no")):
            problems.add(f"draft/{slot}", position.map.explain_unknown(value))
    if "to" in draft and "army" not in draft:
        problems.add("draft/army", "expected the army that is to move, as a destination is given")
    problems.raise_any("this draft cannot be read")
