"""Clicks become actions: what may be set next in a draft.

Slots of a maneuver: ``army`` (the hex of the army), ``march`` (switch), ``take/cavalry`` (how many set out; all if it is not
set), ``via`` (way-points, "0302 0402"), ``pick/1/cavalry`` and ``drop/1/cavalry`` (how many join and leave on the first
way-point), ``to`` (where it lands), ``pack`` and ``unpack`` (how many trebuchets). Others: ``pass`` (switch), and after a
landing ``attack`` (the target's hex, or "no"). All of them may be set and changed in any order: what does not go together
is said by the verdict.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache

from hexwidget.problems import Problems, shown
from hexwidget.rules import Choice, Choices, Draft, Field, Status, Verdict
from hexwidget.rules.choices import Slot
from hexwidget.rules.reach import Reach
from hexwidget.systems.depletion.actions import Attack, DepletionAction, Maneuver, NoAttack, Pass
from hexwidget.systems.depletion.attacks import targets
from hexwidget.systems.depletion.maneuvers import MANEUVER_RULES, points_suffice
from hexwidget.systems.depletion.movement import going_on, journey, way_to
from hexwidget.systems.depletion.outcome import outcome
from hexwidget.systems.depletion.plan import ManeuverPlan, plan_of
from hexwidget.systems.depletion.position import Army, DepletionPosition, Landing
from hexwidget.systems.depletion.units import (
    MOST_OF_A_KIND,
    NO_UNITS,
    PACKED,
    UNITS,
    UNPACKED,
    Counts,
    moving,
    write_units,
)

SLOTS = ("army", "march", "via", "to", "pack", "unpack", "attack", "pass")
NUMBERED = ("take", "pick", "drop")
"""Slots that end with a unit type; those of way-points have their number in between."""
MOST_WAY_POINTS = 30
_BY_KEY = {unit.key: n for n, unit in enumerate(UNITS)}


def choices(
    position: DepletionPosition,
    player: str,
    draft: Draft,
    reach: Callable[[ManeuverPlan], Reach],
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
    return _ManeuverDraft(position, player, army, draft, reach).choices(check)


@lru_cache(maxsize=8)  # the same for every draft of a position
def _armies(position: DepletionPosition, player: str) -> tuple[Choice, ...]:
    found = []
    for army in position.armies:
        if army.owner == position.turn:
            space = position.map.name(army.at)
            stay = plan_of(position, Maneuver(player, (space,)), position.turn, (army.at,))
            barred = tuple(f for rule in MANEUVER_RULES for f in rule(stay))
            then = Draft(army=space)
            label = f"Army on {space}: {army}"
            found.append(Choice("army", space, label, "piece", "D1.1", then, space, findings=barred))
    return tuple(found)


def _pass(chosen: bool = False) -> Choice:
    then = Draft() if chosen else Draft({"pass": True})
    return Choice("pass", True, "Pass", "button", "D1.16", then, chosen=chosen, shortcut="p")


class _ManeuverDraft:
    """A draft of a maneuver: what it amounts to, and what may be changed in it."""

    def __init__(
        self,
        position: DepletionPosition,
        player: str,
        army: Army,
        draft: Draft,
        reach: Callable[[ManeuverPlan], Reach],
    ) -> None:
        self.position = position
        self.player = player
        self.army = army
        self.draft = Draft(
            {slot: value for slot, value in draft.items() if slot != "pass" and value is not False and value != ""}
        )
        self.via = str(self.draft.get("via", "")).split()
        taken = tuple(int(self.draft.get(f"take/{u.key}", n)) for u, n in zip(UNITS, army.units, strict=True))
        if not any(taken):
            problems = Problems()
            problems.add("draft/take", "at least one unit must set out")
            problems.raise_any("this draft cannot be read")
        units = None if taken == army.units else taken
        self.number = {name: int(self.draft.get(name, 0)) for name in ("pack", "unpack")}
        # Under per_unit only those that are unpacked pay for it: that the verdict says, the reach does not.
        kept = self.number["unpack"] if position.settings["pace"] == "strict" else 0
        here = (position.map.name(army.at),)
        begun = Maneuver(player, here, bool(draft.get("march")), units=units, unpack=kept)
        self.stages = [journey(position, army.owner, begun)]
        """The maneuver as it begins, then as it goes on from each way-point."""
        for k, space in enumerate(self.via, 1):
            self.stages.append(self._gone_to(self.stages[-1], position.map.index(space), k, reach(self.stages[-1])))
        self.area = reach(self.stages[-1])

    def _gone_to(self, so_far: ManeuverPlan, goal: int, k: int, area: Reach) -> ManeuverPlan:
        """The maneuver gone on to a way-point, with who joins and leaves there."""
        name = self.position.map.name(goal)
        if name in area:
            way: list[int] | None = list(map(self.position.map.index, area.path(name)))
        else:
            group = moving(so_far.landing)
            way = way_to(self.position, so_far.seat, group, so_far.path[-1], goal, past_bars=False)
        maneuver = going_on(so_far, way or [so_far.path[-1], goal])
        here = len(maneuver.path) - 1
        pickups, drops = self._changes("pick", k), self._changes("drop", k)
        maneuver = replace(
            maneuver,
            pickups=(*maneuver.pickups, *([(here, pickups)] if any(pickups) else [])),
            drops=(*maneuver.drops, *([(here, drops)] if any(drops) else [])),
        )
        return journey(self.position, self.army.owner, maneuver)

    def _changes(self, what: str, k: int) -> Counts:
        return tuple(int(self.draft.get(f"{what}/{k}/{unit.key}", 0)) for unit in UNITS)

    # ------------------------------------------------------------------ what it amounts to
    def choices(self, check: Callable[[DepletionAction], Verdict]) -> Choices:
        now, draft, player, name = self.stages[-1], self.draft, self.player, self.position.map.name
        group, here = write_units(now.landing) or "nobody", name(now.path[-1])
        unit = ("movement point", "movement points")
        lead = tuple(map(name, now.path))
        field = Field("to", f"Where {group} on {here} lands", self.area, unit, "stay here", completes=True, lead=lead)
        options = (*_armies(self.position, player), *self._options())
        if "to" not in draft:
            points = self.area.budget
            if len(self.area) == 0 and now.costs().who is not None:
                findings = tuple(points_suffice(now))
                prompt = f"{group} on {here}: too few points to go on. Take something back, or march."
                return Choices(player, draft, prompt, options, field, None, Verdict(Status.ILLEGAL, findings))
            prompt = f"{group} on {here}: choose where to go ({points} movement point{'' if points == 1 else 's'})."
            return Choices(player, draft, prompt, options, field)
        to = str(draft["to"])
        if to not in self.area:
            return Choices(player, draft, f"{to} cannot be reached.", options, field, None, self.area.why(to))
        way = list(map(self.position.map.index, self.area.path(to)))
        maneuver = replace(going_on(now, way), unpack=self.number["unpack"])
        if not maneuver.moves:
            maneuver = replace(maneuver, pack=self.number["pack"])
        costs = journey(self.position, self.army.owner, maneuver).costs()
        deed = f"go to {to}" if maneuver.moves else f"stay on {to}"
        prompt = f"{group}: {deed} for {costs.total} of {costs.budget} movement points. Confirm?"
        return _complete(player, draft, prompt, options, maneuver, check, field)

    # ------------------------------------------------------------------ what may be changed
    def _options(self) -> Iterator[Choice]:
        draft = self.draft
        march = bool(draft.get("march"))
        switched = draft.clear("march") if march else draft.set("march", True)
        label = "March (+1 point, 2 cubes)"
        yield Choice("march", True, label, "switch", "D2.1", switched, chosen=march, shortcut="m")
        yield from self._who_sets_out()
        for k, space in enumerate(self.via, 1):
            yield self._way_point(k, space)
            yield from self._who_changes(k, space)
        to = draft.get("to")
        if (
            to is not None
            and to != self.position.map.name(self.stages[-1].path[-1])
            and len(self.via) < MOST_WAY_POINTS
        ):
            then = draft.clear("to").set("via", " ".join([*self.via, str(to)]))
            yield Choice("via", str(to), f"Go on from {to}", "button", "D1.1", then, shortcut="w")
        yield from self._who_switches()

    def _who_sets_out(self) -> Iterator[Choice]:
        taken = [int(self.draft.get(f"take/{u.key}", n)) for u, n in zip(UNITS, self.army.units, strict=True)]
        if self.army.size == 1:
            return
        for unit, there, now in zip(UNITS, self.army.units, taken, strict=True):
            if there:
                low = 1 if sum(taken) == now else 0
                yield self._number(f"take/{unit.key}", f"Take {unit.plural}", "D3.1", now, low, there, of=there)

    def _way_point(self, k: int, space: str) -> Choice:
        """A way-point, chosen: choosing it again takes it out, with what happens there."""
        kept: dict[int, int] = {}  # the way-points that are left, by their numbers: what they become
        left: list[str] = []
        for n, other in enumerate(self.via, 1):
            # Taken out too is one that would then be where the group is already.
            if n != k and other != (left[-1] if left else self.draft["army"]):
                left.append(other)
                kept[n] = len(left)
        slots: dict[str, Slot] = {}
        for slot, value in self.draft.items():
            what, _, rest = slot.partition("/")
            number, _, unit = rest.partition("/")
            if what not in ("pick", "drop"):
                slots[slot] = value
            elif int(number) in kept:
                slots[f"{what}/{kept[int(number)]}/{unit}"] = value
        then = Draft(slots).set("via", " ".join(left)) if left else Draft(slots).clear("via")
        return Choice(f"via/{k}", space, f"Via {space}", "button", "D1.1", then, chosen=True)

    def _who_changes(self, k: int, space: str) -> Iterator[Choice]:
        """Who is picked up and dropped on a way-point."""
        before, at = self.stages[k - 1], self.position.map.index(space)
        army = self.position.army_of(self.army.owner, at)
        there = before.there.get(at, army.units if army else NO_UNITS)
        pickups = self._changes("pick", k)
        for unit, number, now in zip(UNITS, there, pickups, strict=True):
            if now or (
                number and army is not None and not army.cubes and at not in before.dropped and unit != UNITS[UNPACKED]
            ):
                label = f"Pick up {unit.plural} on {space}"
                yield self._number(f"pick/{k}/{unit.key}", label, "D4.2", now, 0, max(now, number), of=number)
        group = [a + b for a, b in zip(moving(before.landing), pickups, strict=True)]
        drops = self._changes("drop", k)
        for unit, number, picked, now in zip(UNITS, group, pickups, drops, strict=True):
            if now or (number and not picked and sum(group) > 1):
                high = max(now, min(number, now + sum(group) - sum(drops) - 1))
                label = f"Drop {unit.plural} on {space}"
                yield self._number(f"drop/{k}/{unit.key}", label, "D3.2", now, 0, high, of=number)

    def _who_switches(self) -> Iterator[Choice]:
        taken, now = self.stages[0].taken, self.stages[-1].landing
        moves = "to" in self.draft and (self.via or self.draft["to"] != self.draft["army"])
        if taken[UNPACKED] and not moves:
            yield self._number(
                "pack", "Pack trebuchets", "D1.13", self.number["pack"], 0, taken[UNPACKED], of=taken[UNPACKED]
            )
        trebuchets = now[PACKED] + now[UNPACKED] if moves else taken[PACKED]
        wanted = self.number["unpack"]
        if trebuchets or wanted:
            high = max(wanted, trebuchets)
            yield self._number("unpack", "Unpack trebuchets at the end", "D1.13", wanted, 0, high, of=trebuchets)

    def _number(self, slot: str, label: str, clause: str, now: int, low: int, high: int, of: int) -> Choice:
        kept = 0 if not slot.startswith("take/") else of

        def then(number: int) -> Draft | None:
            if not low <= number <= high:
                return None
            return self.draft.clear(slot) if number == kept else self.draft.set(slot, number)

        fewer, more = then(now - 1), then(now + 1)
        return Choice(slot, now, label, "number", clause, more or fewer or self.draft, fewer=fewer, more=more)


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
        what, _, rest = slot.partition("/")
        if what in NUMBERED and rest:
            _read_numbered(slot, what, rest, value, problems)
        elif slot not in SLOTS:
            problems.unknown(f"draft/{slot}", "slot", slot, SLOTS)
        elif slot in ("march", "pass"):
            if not isinstance(value, bool):
                problems.add(f"draft/{slot}", f"expected true or false, not {shown(value)}")
        elif slot in ("pack", "unpack"):
            _read_number(slot, value, problems)
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


def _read_numbered(slot: str, what: str, rest: str, value: Slot, problems: Problems) -> None:
    number, _, key = rest.rpartition("/")
    if key not in _BY_KEY:
        problems.unknown(f"draft/{slot}", "unit", key, _BY_KEY)
    fine = number == "" if what == "take" else number in map(str, range(1, MOST_WAY_POINTS + 1))
    if not fine:
        problems.unknown(f"draft/{slot}", "slot", slot, ["take/cavalry", "pick/1/cavalry", "drop/1/cavalry"])
    _read_number(slot, value, problems)


def _read_number(slot: str, value: Slot, problems: Problems) -> None:
    if type(value) is not int or not 0 <= value <= MOST_OF_A_KIND:
        problems.add(f"draft/{slot}", f"expected a whole number from 0 to {MOST_OF_A_KIND}, not {shown(value)}")
