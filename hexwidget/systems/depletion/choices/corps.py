"""The groups of a corps that a draft holds already, and the place among them of the one in the making (D5.5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from hexwidget.geometry import HexMap
from hexwidget.rules import Choice, Choices, Draft, Field, Prompt, Settings
from hexwidget.rules.position import of_the_last
from hexwidget.scene import Arrow
from hexwidget.systems.depletion.actions import GRAMMAR, Corps, DepletionAction, Maneuver, whole
from hexwidget.systems.depletion.choices.decisions import Decisions
from hexwidget.systems.depletion.legality.corps import another_army_may_join
from hexwidget.systems.depletion.legality.maneuvers import of_the_maneuver
from hexwidget.systems.depletion.maneuver.crossing import Harbour
from hexwidget.systems.depletion.maneuver.plan import CorpsPlan, ManeuverPlan, harbour_beside
from hexwidget.systems.depletion.position import Army, DepletionPosition
from hexwidget.systems.depletion.units import Counts, in_words


def parts_of(position: DepletionPosition, player: str, draft: Draft) -> list[Maneuver]:
    """The groups that a draft holds, in their order.

    :raises InputError: if they cannot be read
    """
    text = str(draft.get("parts", ""))
    if not text:
        return []
    found: DepletionAction = position.system.parse(position, f"{player}: {text}")
    if isinstance(found, Corps):
        return list(found.groups)
    return [found] if isinstance(found, Maneuver) else []


@of_the_last(16)
def beside(
    position: DepletionPosition, player: str, parts: tuple[Maneuver, ...], place: int
) -> tuple[DepletionPosition, Harbour]:
    """The board that the groups of a corps before a place leave, and the vessels that all its groups leave."""
    seat = position.turn
    board = CorpsPlan(position, player, parts[:place], seat).board if place else position
    return board, harbour_beside(CorpsPlan(position, player, parts, seat))


@lru_cache(maxsize=16)  # the same for every draft of a position
def army_choices(position: DepletionPosition, player: str, kept: Draft) -> tuple[Choice, ...]:
    """The armies of a player, each with the findings that bar it from being chosen.

    :param kept: the draft that holds the other groups
    """
    found, harbour = [], position.harbour(position.turn)
    unbarred = unbarred_armies(position.map, position.settings, harbour)
    if len(unbarred) > MOST_UNBARRED:
        unbarred.clear()
    for army in position.armies:
        if army.owner == position.turn:
            space = position.map.name(army.at)
            choice = _army_choice(space, army.units, kept)
            if army not in unbarred:
                stay = ManeuverPlan(position, Maneuver(player, (space,)), position.turn, harbour=harbour)
                barred = tuple(of_the_maneuver(stay))
                if barred:
                    choice = replace(choice, findings=barred)
                else:
                    unbarred.add(army)
            found.append(choice)
    return tuple(found)


MOST_UNBARRED = 5000
"""The most armies of a map that `unbarred_armies` remembers."""


@lru_cache(maxsize=16)
def unbarred_armies(_map: HexMap, _settings: Settings, _harbour: Harbour) -> set[Army]:
    """Return the armies that are known to be free to move. That depends on the army, its ground, the settings and the vessels near
    it, and from step to step most armies stay as they were."""
    return set()


@lru_cache(maxsize=5000)
def _army_choice(space: str, units: Counts, kept: Draft) -> Choice:
    label = f"Army on {space}: {in_words(units)}"
    return Choice("army", space, label, "piece", "D1.1", kept.set("army", space), space)


class CorpsDraft:
    """The groups of a corps that are chosen already, and the place among them of the group in the making (D5.5)."""

    def __init__(self, desk: Decisions) -> None:
        self.desk = desk
        position, player, draft = desk.position, desk.player, desk.draft
        self.position: DepletionPosition = position
        self.player: str = player
        self.draft: Draft = Draft(
            {slot: value for slot, value in draft.items() if slot != "pass" and value is not False and value != ""}
        )
        self.parts: list[Maneuver] = parts_of(position, player, draft)
        self.place: int = min(int(draft.get("part", len(self.parts) + 1)) - 1, len(self.parts))
        self.kept: Draft = self._with(self.parts, self.place)
        self.board: DepletionPosition = position
        self.harbour: Harbour = position.harbour(position.turn)
        if self.parts:
            self.board, self.harbour = beside(position, player, tuple(self.parts), self.place)

    def _with(self, parts: list[Maneuver], place: int | None = None) -> Draft:
        """The draft that holds only these groups. The next group comes at a place, or last."""
        if not parts:
            return Draft()
        kept = Draft(parts="; ".join(map(str, parts)))
        return kept if place is None or place >= len(parts) else kept.set("part", place + 1)

    def groups(self, *made: Maneuver) -> list[Maneuver]:
        """All groups, the one in the making included."""
        return [*self.parts[: self.place], *made, *self.parts[self.place :]]

    def arrows(self) -> tuple[Arrow, ...]:
        """The ways of the groups that are chosen already."""
        return tuple(Arrow(m.path, f"{n}. {m}", hue="path") for n, m in enumerate(self.parts, 1) if m.moves)

    # ------------------------------------------------------------------ choices
    def choices(self) -> Choices:
        """The choices between two groups."""
        action, number = whole(self.player, self.parts), len(self.parts)
        prompt = Prompt("choose another army for the corps, or confirm", about=f"Maneuver {action}")
        if number > 1:
            prompt = Prompt("Choose another army, or confirm", about=f"Corps of {number} armies", before=(str(action),))
        options = (*army_choices(self.board, self.player, self.kept), *self.part_choices())
        back = self._revision(self.parts[:-1], number - 1, self.parts[-1]).clear("was")
        return self.desk.made(prompt, options, action, draft=self.kept, arrows=self.arrows(), back=back)

    def part_choices(self, making: Maneuver | None = None) -> Iterator[Choice]:
        """The choices with the groups that are chosen: each may be revised, taken out, or moved to the front.

        :param making: the group in the making, if it is complete: it is kept as it is
        """
        if not self.parts:
            return
        groups = self.groups() if making is None else self.groups(making)
        plan = CorpsPlan(self.position, self.player, groups, self.position.turn)
        for k, (maneuver, group) in enumerate(zip(groups, plan.groups, strict=True)):
            if making is not None and k == self.place:
                continue
            n = k + 1 if making is not None or k < self.place or "army" not in self.draft else k + 2
            barring = ", ".join(dict.fromkeys(finding.clause for finding in of_the_maneuver(group)))
            judged = f"barred by {barring}" if barring else "legal"
            others = [*groups[:k], *groups[k + 1 :]]
            label = f"Revise {n}: {maneuver} ({judged})"
            yield Choice(f"revise/{n}", str(maneuver), label, "button", "D5.5", self._revision(others, k, maneuver))
            without = self._keeping(others, self.place - (k < self.place), making)
            yield Choice(f"out/{n}", str(maneuver), f"Take out {n}", "button", "D5.5", without)
            if k:
                ahead = [*groups[: k - 1], maneuver, groups[k - 1], *groups[k + 1 :]]
                place = self.place + (k - 1 == self.place)
                then = self._keeping([m for m in ahead if m is not making], place, making)
                yield Choice(f"ahead/{n}", str(maneuver), f"Move {n} ahead of {n - 1}", "button", "D5.5", then)

    def _revision(self, others: list[Maneuver], place: int, maneuver: Maneuver) -> Draft:
        """The draft in which a group is in the making again. Its text is kept, to go back to."""
        return Draft({**self._with(others, place), "was": str(maneuver), **next(GRAMMAR.drafts(maneuver))})

    def _keeping(self, groups: list[Maneuver], place: int, making: Maneuver | None) -> Draft:
        """The draft with other groups, and with the group in the making as it is."""
        if making is None:
            return self._with(groups)
        others = self._with([m for m in groups if m is not making], place)
        kept = {slot: value for slot, value in self.draft.items() if slot not in ("parts", "part")}
        return Draft({**kept, **others})

    @property
    def back(self) -> Draft:
        """The draft one step back: a group that is revised is what it was; else the group in the making is begun anew."""
        was = str(self.draft.get("was", ""))
        if not was:
            return self.kept
        return self._with(self.groups(*parts_of(self.position, self.player, Draft(parts=was))))

    def adding(self, maneuver: Maneuver) -> Iterator[Choice]:
        """The choice to have another army join the maneuver (D5.1)."""
        groups, seat = self.groups(maneuver), self.position.turn
        limit = self.position.corps_limit(seat)
        findings = tuple(another_army_may_join(self.position, seat, len(groups)))
        origin = self.board.map.index(maneuver.origin)
        others = any(army.owner == seat and not army.cubes and army.at != origin for army in self.board.armies)
        if limit > 1 and (others or self.parts):
            then = self._with(groups)
            label = "Add another army (corps)"
            yield Choice("add", str(maneuver), label, "button", "D5.1", then, findings=findings, shortcut="c")

    def complete(
        self, maneuver: Maneuver, prompt: Prompt, options: Sequence[Choice], field: Field, back: Draft
    ) -> Choices:
        """The choices once the group in the making is complete: it can be confirmed with all others."""
        action = whole(self.player, self.groups(maneuver))
        if isinstance(action, Corps):
            prompt = replace(prompt, about=f"Corps of {len(action.groups)} armies; {prompt.about}")
        return self.desk.made(prompt, options, action, field, draft=self.draft, arrows=self.arrows(), back=back)
