"""A maneuver in the making: one group with its way-points, seats and switches, alone or as a part of a corps."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from hexwidget.english import agree, counted, verb
from hexwidget.problems import InputError, Problem
from hexwidget.rules import Choice, Choices, Draft, Field, Finding, Prompt, Slot, Status, Verdict
from hexwidget.rules.choices import DRAFT_CANNOT_READ, INCOMPLETE
from hexwidget.rules.position import of_the_last
from hexwidget.rules.reach import Reach
from hexwidget.systems.depletion.actions import Maneuver
from hexwidget.systems.depletion.choices.corps import CorpsDraft, army_choices
from hexwidget.systems.depletion.counts import afloat, by_place, moving, vessels_of
from hexwidget.systems.depletion.language import MOST_WAY_POINTS, UNIT_BY_KEY, Seats
from hexwidget.systems.depletion.legality.exploring import nobody_goes_on_from_a_claim
from hexwidget.systems.depletion.legality.landing import explained_reach
from hexwidget.systems.depletion.legality.maneuvers import points_suffice
from hexwidget.systems.depletion.legality.water import seats_for_those_who_cross
from hexwidget.systems.depletion.maneuver.crossing import Harbour
from hexwidget.systems.depletion.maneuver.plan import ManeuverPlan, plan_of
from hexwidget.systems.depletion.maneuver.reach import going_on, journey, path_to
from hexwidget.systems.depletion.position import Army, DepletionPosition
from hexwidget.systems.depletion.units import (
    GALLEY,
    NO_UNITS,
    PACKED,
    PEASANTS,
    UNEXPLORED,
    UNITS,
    UNPACKED,
    WATER,
    Counts,
    group_in_words,
    in_words,
)


@of_the_last(64)
def beginning(position: DepletionPosition, seat: int, action: Maneuver, harbour: Harbour) -> tuple[ManeuverPlan, Reach]:
    """A maneuver that has begun, and the hexes where it may end, which the drafts of a position have in common."""
    so_far = journey(position, seat, action, harbour)
    return so_far, explained_reach(so_far)


class ManeuverDraft:
    """A draft of a maneuver: the maneuver that it means, and what may be changed in it."""

    def __init__(self, corps: CorpsDraft, army: Army) -> None:
        self.corps = corps
        self.position = position = corps.board
        self.player = player = corps.player
        self.harbour = corps.harbour
        self.army = army
        self.draft = draft = corps.draft
        self._number_of = partial(corps.desk.number, base=draft, default=0)
        self.via: list[str] = str(self.draft.get("via", "")).split()
        self.usual: Counts = vessels_of(army.units) if army.units[GALLEY] else army.units
        """The units that set out by default: all, or of vessels and land units on one hex the vessels (D7.5)."""
        self.taken: Counts = tuple(int(draft.get(f"take/{UNITS[t].key}", n)) for t, n in enumerate(self.usual))
        if not any(self.taken):
            raise InputError(DRAFT_CANNOT_READ, [Problem("draft/take", "at least one unit must set out")])
        units = None if self.taken == army.units else self.taken
        self.number: dict[str, int] = {name: int(self.draft.get(name, 0)) for name in ("pack", "unpack")}
        # Under per_unit only the trebuchets that are unpacked pay for it: the verdict says so, the reach does not.
        kept = self.number["unpack"] if position.settings["pace"] == "strict" else 0
        first = Maneuver(player, (position.map.name(army.at),), bool(draft.get("march")), units=units, unpack=kept)
        so_far, area = beginning(position, army.owner, first, self.harbour)
        self.stages: list[ManeuverPlan] = [so_far]
        """The maneuver as it begins, then as it goes on from each way-point."""
        for k, space in enumerate(self.via, 1):
            so_far, area = beginning(
                position, army.owner, self._go_to(so_far, area, position.map.index(space), k), self.harbour
            )
            self.stages.append(so_far)
        self.area: Reach = area

    def _go_to(self, so_far: ManeuverPlan, area: Reach, goal: int, k: int) -> Maneuver:
        """The maneuver gone on to the k-th way-point, with the units that join and leave there.

        :param area: the hexes where it may end, given how it begins
        """
        name = self.position.map.name(goal)
        if name in area:
            path: list[int] | None = list(map(self.position.map.index, area.path(name)))
        else:
            group = moving(so_far.landing)
            path = path_to(self.position, so_far.seat, group, so_far.path[-1], goal, self.harbour, past_bars=False)
        maneuver = going_on(so_far, path or [so_far.path[-1], goal])
        here = len(maneuver.path) - 1
        pickups, drops = self._changes("pick", k), self._changes("drop", k)
        joining, leaving = ([(here, units)] if any(units) else [] for units in (pickups, drops))
        return replace(maneuver, pickups=(*maneuver.pickups, *joining), drops=(*maneuver.drops, *leaving))

    def _changes(self, what: str, k: int) -> Counts:
        return tuple(int(self.draft.get(f"{what}/{k}/{unit.key}", 0)) for unit in UNITS)

    # ------------------------------------------------------------------ the maneuver
    def choices(self) -> Choices:
        """The choices, and the maneuver if the draft means one."""
        now, draft, player, name = self.stages[-1], self.draft, self.player, self.position.map.name
        group, here = group_in_words(now.landing), name(now.path[-1])
        unit, on = ("movement point", "movement points"), self._on_water()
        lead = tuple(map(name, now.path))
        alone = sum(now.landing) == 1
        where = f"Where {'the ' if alone else ''}{group} on {here} {'goes' if alone else 'go'}"
        mover = f"the {group}" if alone else "the army"
        field = Field(
            "to", where, self.area, unit, "stay here", True, lead, mover=mover, clause="D1.3", free="D1.4", on=on
        )
        options = [*army_choices(self.position, player, self.corps.kept), *self._options()]
        if "to" not in draft:
            return self._open_choices(*self._where_to(f"{group} on {here}"), options, field)
        to = str(draft["to"])
        if to not in self.area:
            return self._open_choices(Prompt(f"{to} cannot be reached"), self.area.why(to), options, field)
        path = list(map(self.position.map.index, self.area.path(to)))
        maneuver = replace(going_on(now, path), unpack=self.number["unpack"], ferries=self._seats())
        if not maneuver.moves:
            maneuver = replace(maneuver, pack=self.number["pack"])
        if self.corps.parts or maneuver.pickups:
            plan = journey(self.position, self.army.owner, maneuver, self.harbour)
        else:
            plan = plan_of(self.position, maneuver, self.army.owner)
        options += [*self._seat_choices(plan), *self.corps.part_choices(maneuver), *self.corps.adding(maneuver)]
        costs = plan.costs()
        deed = f"claim {to}" if plan.claims else f"go to {to}" if maneuver.moves else f"stay on {to}"
        price = (
            f" for {costs.total} of {counted(costs.budget, 'movement point')}" if maneuver.moves or costs.total else ""
        )
        prompt = Prompt(f"{deed}{price}{self._riding(plan)}", about=group, confirm=True)
        return self.corps.complete(maneuver, prompt, options, field, self._back)

    def _where_to(self, who: str) -> tuple[Prompt, Verdict]:
        """The prompt and the verdict while no destination is chosen: the findings say why the group cannot go on at all.

        :param who: the group and its hex
        """
        now = self.stages[-1]
        findings: tuple[Finding, ...] = ()
        prompt = Prompt(f"choose where to go ({counted(self.area.budget, 'movement point')})", about=who)
        if now.claims:
            findings = tuple(nobody_goes_on_from_a_claim(now))
            prompt = Prompt(findings[0].text)
        elif now.crossing.seats is None:
            findings = tuple(seats_for_those_who_cross(now))
            prompt = Prompt("Take something back", about=who, before=("this is too far over the water",))
        elif len(self.area) == 0 and now.costs().who is not None:
            findings = tuple(points_suffice(now))
            prompt = Prompt("Take something back, or march", about=who, before=("too few points to go on",))
        return prompt, Verdict(Status.ILLEGAL, findings) if findings else INCOMPLETE

    def _on_water(self) -> tuple[tuple[str, str], ...]:
        """The clauses that price the water for land units: those that ride, or peasants that wade where no vessel is."""
        if self.stages[-1].landing[GALLEY]:
            return ()
        return tuple((ground, "D7.4") for ground in sorted(WATER)) if self.harbour else (("sea", "D6.3"),)

    def _open_choices(self, prompt: Prompt, verdict: Verdict, options: list[Choice], field: Field) -> Choices:
        """The choices while the maneuver is not complete."""
        every, arrows = (*options, *self.corps.part_choices()), self.corps.arrows()
        return self.corps.desk.open(
            prompt, every, field, draft=self.draft, verdict=verdict, arrows=arrows, back=self._back
        )

    @property
    def _back(self) -> Draft:
        """The draft one step back: from the destination to the last way-point, then to the one before, then to the corps."""
        if not self.via:
            return self.corps.back
        if "to" in self.draft:
            return self.draft.clear("to")
        return self._without(len(self.via)).set("to", self.via[-1])

    def _riding(self, plan: ManeuverPlan) -> str:
        """The units that ride with vessels, and those that wade, in words."""
        name = self.position.map.name
        words = [f"{agree(in_words(units), 'rides')} with the vessel on {name(at)}" for at, units in plan.seats()]
        wading = sum(p.wades for p in plan.crossing.passages)
        words += [f"{counted(wading, 'peasant')} {verb('wades', wading)}"] if wading else []
        return "".join(f"; {each}" for each in words)

    def _seats(self) -> Seats:
        """The seats that the draft names."""
        named = [(slot.split("/"), int(n)) for slot, n in self.draft.items() if slot.startswith("seat/") and n]
        return tuple(sorted(by_place((space, UNIT_BY_KEY[key], number) for (_, space, key), number in named).items()))

    def _seat_choices(self, plan: ManeuverPlan) -> Iterator[Choice]:
        """The choices of seats on vessels, where there is more than one way to ride."""
        crossing, name = plan.crossing, self.position.map.name
        seats = dict(plan.seats())
        near: dict[int, set[int]] = {}
        for *_, p in plan.ways if crossing.passages else ():
            for n, at in enumerate(self.harbour.hexes):
                if p.rides >= 0 and p.rides >> n & 1:
                    near.setdefault(at, set()).add(p.unit)
        peasants = any(p.unit == PEASANTS for p in crossing.passages)
        for at in sorted(near if len(near) > 1 or peasants else ()):
            for unit in sorted(near[at]):
                slot, there = f"seat/{name(at)}/{UNITS[unit].key}", seats.get(at, NO_UNITS)[unit]
                named = int(self.draft.get(slot, 0))
                label = f"{UNITS[unit].plural.capitalize()} with the vessel on {name(at)}"
                now = max(named, there)
                more = self.draft.set(slot, now + 1) if now < plan.moved[unit] else None
                fewer = (self.draft.set(slot, named - 1) if named > 1 else self.draft.clear(slot)) if named else None
                yield Choice(slot, now, label, "number", "D7.4", more or fewer or self.draft, fewer=fewer, more=more)

    # ------------------------------------------------------------------ changes to it
    def _options(self) -> Iterator[Choice]:
        draft = self.draft
        march = bool(draft.get("march"))
        switched = draft.clear("march") if march else draft.set("march", True)
        yield Choice("march", True, "March (+1 point, 2 cubes)", "switch", "D2.1", switched, chosen=march, shortcut="m")
        yield from self._units_that_set_out()
        for k, space in enumerate(self.via, 1):
            # Choosing a way-point again takes it out.
            yield Choice(f"via/{k}", space, f"Via {space}", "button", "D1.1", self._without(k), chosen=True)
            yield from self._joining_and_leaving(k, space)
        to = draft.get("to")
        if (
            to is not None
            and to != self.position.map.name(self.stages[-1].path[-1])
            and self.position.map.terrain(str(to)) != UNEXPLORED
            and len(self.via) < MOST_WAY_POINTS
        ):
            then = draft.clear("to").set("via", " ".join([*self.via, str(to)]))
            yield Choice("via", str(to), f"Go on from {to}", "button", "D1.1", then, shortcut="w")
        yield from self._switching()

    def _units_that_set_out(self) -> Iterator[Choice]:
        """The choices of units that set out."""
        if self.army.size == 1:
            return
        for unit, there, now, usual in zip(UNITS, self.army.units, self.taken, self.usual, strict=True):
            if there:
                slot, low = f"take/{unit.key}", 1 if sum(self.taken) == now else 0
                yield self._number_of(slot, f"Take {unit.plural}", "D3.1", now, low, there, default=usual)

    def _without(self, k: int) -> Draft:
        """The draft without a way-point and the units that join and leave there."""
        kept: dict[int, int] = {}  # the old and the new numbers of the way-points that are left
        left: list[str] = []
        for n, other in enumerate(self.via, 1):
            # A way-point on the hex where the group would be already is taken out, too.
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
        return Draft(slots).set("via", " ".join(left)) if left else Draft(slots).clear("via")

    def _joining_and_leaving(self, k: int, space: str) -> Iterator[Choice]:
        """The choices of units that are picked up and dropped on a way-point."""
        before, at = self.stages[k - 1], self.position.map.index(space)
        army = self.position.army_of(self.army.owner, at)
        there = before.standing(at)
        pickups = self._changes("pick", k)
        for unit, number, now in zip(UNITS, there, pickups, strict=True):
            if now or (
                number
                and army is not None
                and not army.cubes
                and at not in before.dropped
                and unit != UNITS[UNPACKED]
                and (unit == UNITS[GALLEY]) == afloat(before.landing)
            ):
                label = f"Pick up {unit.plural} on {space}"
                yield self._number_of(f"pick/{k}/{unit.key}", label, "D4.2", now, 0, max(now, number))
        group = [a + b for a, b in zip(moving(before.landing), pickups, strict=True)]
        drops = self._changes("drop", k)
        for unit, number, picked, now in zip(UNITS, group, pickups, drops, strict=True):
            if now or (number and not picked and sum(group) > 1):
                high = max(now, min(number, now + sum(group) - sum(drops) - 1))
                label = f"Drop {unit.plural} on {space}"
                yield self._number_of(f"drop/{k}/{unit.key}", label, "D3.2", now, 0, high)

    def _switching(self) -> Iterator[Choice]:
        taken, now = self.stages[0].taken, self.stages[-1].landing
        moves = "to" in self.draft and (self.via or self.draft["to"] != self.draft["army"])
        if taken[UNPACKED] and not moves:
            yield self._number_of("pack", "Pack trebuchets", "D1.13", self.number["pack"], 0, taken[UNPACKED])
        trebuchets = now[PACKED] + now[UNPACKED] if moves else taken[PACKED]
        wanted = self.number["unpack"]
        if trebuchets or wanted:
            most = max(wanted, trebuchets)
            yield self._number_of("unpack", "Unpack trebuchets at the end", "D1.13", wanted, 0, most)
