"""Drafts of actions, and the choices that a player has next.

The slots of a draft:

- of the wheel: ``wheel``, the number of wedges;
- of movement: ``at``, a province with own units; ``unit``, the one that is meant, such as "legion 2" (2 actions left);
  ``to``, a neighbouring province; ``do``, one of "lay", "end movement" and "end turn";
- of battles: ``battle``, such as "galley greeks"; ``pairs``, a number; ``losing``, the units that fall by their actions
  left, such as "0 1"; ``answer``, one of "fight" and "let be";
- of conquests: ``city``, a province; ``legions``, the number of legions that are paid (galleys are the rest); ``giving``, an
  own city.
"""

from __future__ import annotations

from collections.abc import Iterator

from hexwidget.geometry import Space
from hexwidget.problems import Problems, shown
from hexwidget.rules import Choice, Choices, Draft, Field, Status, Verdict
from hexwidget.scene import Arrow
from hexwidget.systems.rondel.actions import (
    Answer,
    Battle,
    Conquer,
    EndMovement,
    EndTurn,
    Lay,
    Lose,
    Move,
    RondelAction,
    Wheel,
)
from hexwidget.systems.rondel.atlas import WHEEL, wedge_name
from hexwidget.systems.rondel.battle import defence, losses, most_pairs
from hexwidget.systems.rondel.legality.conquest import enough_upright_units, not_the_last_city
from hexwidget.systems.rondel.legality.movement import own_units_only
from hexwidget.systems.rondel.position import KINDS, City, Group, RondelPosition
from hexwidget.systems.rondel.reach import Check, next_step
from hexwidget.systems.rondel.words import counted, legions_and_galleys

SLOTS = {
    **dict.fromkeys(("at", "to", "city", "giving"), "province"),
    **dict.fromkeys(("wheel", "pairs", "legions"), "number"),
    **dict.fromkeys(("unit", "do", "battle", "losing", "answer"), "text"),
}


def choices(position: RondelPosition, player: str, draft: Draft, check: Check) -> Choices:
    """The choices that a player has next.

    :param check: the verdict on an action
    :raises InputError: if the draft has slots or values that cannot be
    """
    refuse_malformed(position, draft)
    end = position.system.outcome(position)
    if end is not None:
        return Choices(player, Draft(), f"The game is over: {end}.")
    acting = next(iter(position.to_act))
    if player != acting:
        return Choices(player, Draft(), f"{position.system.status(position)}.")
    return _Command(position, player, draft, check).choices()


def explain(position: RondelPosition, player: str, draft: Draft, space: Space, check: Check) -> Verdict:
    """The reasons why a province can or cannot be chosen next."""
    name = position.map.name(position.map.index(space))
    now = choices(position, player, draft, check)
    rulebook = position.system.rulebook
    if now.field is not None:
        return now.field.reach.why(name)
    acts = position.to_act == {player}
    if position.phase == "conquest" and acts:
        return check(Conquer(player, name, 0, 0))
    seat, at = position.players.index(player), position.map.index(space)
    if position.phase == "movement" and acts and not position.groups(at, seat):
        return Verdict(Status.ILLEGAL, tuple(own_units_only(position, seat, KINDS[0], at)), name, rulebook)
    return Verdict(Status.INCOMPLETE, (), now.prompt, rulebook)


def refuse_malformed(position: RondelPosition, draft: Draft) -> None:
    """Refuse a draft that cannot become an action.

    :raises InputError: listing every slot and value that cannot be
    """
    problems = Problems()
    for slot, value in draft.items():
        where = f"draft/{slot}"
        kind = SLOTS.get(slot) if isinstance(slot, str) else None
        if kind is None:
            problems.unknown(where, "slot", slot, SLOTS)
        elif kind == "number" and (type(value) is not int or not 0 <= value <= 999):
            problems.add(where, f"expected a whole number, not {shown(value)}")
        elif kind == "province" and position.map.find(value) is None:
            problems.add(where, position.map.explain_unknown(value) if isinstance(value, str) else "expected a name")
        elif kind == "text" and not isinstance(value, str):
            problems.add(where, f"expected a text, not {shown(value)}")
        elif slot in ("unit", "battle") and str(value).partition(" ")[0] not in KINDS:
            problems.unknown(where, "unit", value, KINDS)
        elif slot == "battle" and str(value).partition(" ")[2] not in position.players:
            problems.unknown(where, "player", str(value).partition(" ")[2], position.players)
        elif slot == "unit" and not (" " in str(value) and str(value).partition(" ")[2] in "0123"):
            problems.add(where, f'expected a unit such as "legion 2", not {shown(value)}')
        elif slot == "do" and value not in ("lay", "end movement", "end turn"):
            problems.unknown(where, "action", value, ("lay", "end movement", "end turn"))
        elif slot == "answer" and value not in ("fight", "let be"):
            problems.unknown(where, "answer", value, ("fight", "let be"))
        elif slot == "losing" and not all(word in "0123" for word in str(value).split()):
            problems.add(where, f'expected actions left such as "0 1", not {shown(value)}')
    problems.raise_any("this draft cannot be read")


class _Command:
    """The choices of one player with one draft."""

    def __init__(self, position: RondelPosition, player: str, draft: Draft, check: Check) -> None:
        self.position = position
        self.player = player
        self.seat = position.players.index(player)
        self.draft = draft
        self.check = check

    def choices(self) -> Choices:
        position = self.position
        if position.toll is not None:
            return self._toll()
        if position.asks:
            return self._asked()
        if position.phase == "wheel":
            return self._wheel()
        return self._movement() if position.phase == "movement" else self._conquest()

    # ------------------------------------------------------------------ the wheel
    def _wheel(self) -> Choices:
        position, draft = self.position, self.draft
        options = []
        for n in range(1, len(WHEEL) + 1):
            wedge = (position.markers[self.seat] - 1 + n) % len(WHEEL) + 1
            findings = self.check(Wheel(self.player, n)).findings
            then = Draft() if draft.get("wheel") == n else Draft(wheel=n)
            label = f"{n}: {wedge_name(wedge)}"
            options.append(Choice("wheel", n, label, "button", "R5.1", then, None, draft.get("wheel") == n, findings))
        if "wheel" in draft:
            n = int(draft["wheel"])
            to = wedge_name((position.markers[self.seat] - 1 + n) % len(WHEEL) + 1)
            what = "a maneuver" if to == "maneuver" else "which passes the turn"
            return self._made(f"{self.player}: {n} on to {to}, {what}. Confirm?", options, Wheel(self.player, n))
        stands = wedge_name(position.markers[self.seat])
        return Choices(self.player, Draft(), f"{self.player}: move the marker on from {stands}.", tuple(options))

    # ------------------------------------------------------------------ movement
    def _movement(self) -> Choices:
        draft, position = self.draft, self.position
        end = self._button("do", "end movement", "End the movement", "R1.1", Draft(), EndMovement(self.player), "e")
        pieces = list(self._pieces())
        if draft.get("do") == "end movement":
            prompt = f"{self.player}: end the movement phase? By the rules that is final (R1.1). Confirm?"
            return self._made(prompt, [*pieces, end], EndMovement(self.player))
        if "at" not in draft:
            prompt = f"{self.player}: choose units to move, or end the movement."
            return Choices(self.player, Draft(), prompt, (*pieces, end))
        at = position.map.index(str(draft["at"]))
        groups = position.groups(at, self.seat)
        here = position.map.label(at)
        if not groups:
            verdict = self.check(Lay(self.player, KINDS[0], str(draft["at"])))
            return Choices(self.player, draft, f"No own units stand on {here}.", (*pieces, end), verdict=verdict)
        group = self._unit(groups)
        base = Draft(at=str(draft["at"]))
        options = [*pieces, *self._units(groups, group, base), *self._deeds(group, base), *self._battles(at, base)]
        if "battle" in draft:
            return self._battle(at, [*options, end])
        unit = f"{group.kind.capitalize()} on {here}"
        mine = base.set("unit", f"{group.kind} {group.left}") if "unit" in draft else base
        if draft.get("do") == "lay":
            action = Lay(self.player, group.kind, str(draft["at"]), group.left)
            return self._made(f"{unit}: lay it on its side. Confirm?", [*options, end], action, back=mine)
        field = None
        if group.left:
            area = next_step(position, group, self.check)
            field = Field("to", f"Where the {group.kind} on {here} goes", area, ("action", "actions"), "where it stands",
                          completes=True)  # fmt: skip
        if "to" not in draft:
            left = "it lies" if group.left == 0 else f"{counted(group.left, 'action')} left"
            prompt = f"{unit}, {left}: choose where it goes, or another unit."
            return Choices(self.player, draft, prompt, (*options, end), field)
        move = Move(self.player, group.kind, str(draft["at"]), str(draft["to"]), group.left)
        to = position.map.index(move.to)
        meets = [position.players[s] for s in position.strangers(to, self.seat)]
        note = f" {' and '.join(meets)} may ask for battle (R3.6)." if meets else ""
        prompt = f"{unit}: go to {position.map.label(to)}.{note} Confirm?"
        return self._made(prompt, [*options, end], move, field=field, back=mine)

    def _unit(self, groups: list[Group]) -> Group:
        """The units that the draft names, else the first with actions left."""
        kind, _, left = str(self.draft.get("unit", "")).partition(" ")
        named = [g for g in groups if (g.kind, str(g.left)) == (kind, left)]
        ranked = sorted(groups, key=lambda g: (KINDS.index(g.kind), -g.left))
        return next(iter(named + [g for g in ranked if g.left] + ranked))

    def _pieces(self) -> Iterator[Choice]:
        position = self.position
        for at in position.occupied:
            groups = position.groups(at, self.seat)
            if not groups:
                continue
            name = position.map.name(at)
            count = [position.count(at, self.seat, kind) for kind in KINDS]
            chosen = self.draft.get("at") == name
            then = Draft() if chosen else Draft(at=name)
            group = self._unit(groups)
            able = any(g.left for g in groups) or any(True for _ in self._pairs(at))
            findings = () if able else self.check(Lay(self.player, group.kind, name)).findings
            label = f"{legions_and_galleys(*count)} on {position.map.label(at)}"
            yield Choice("at", name, label, "piece", "R2.1", then, name, chosen, findings)

    def _units(self, groups: list[Group], now: Group, base: Draft) -> Iterator[Choice]:
        """The groups of units in the chosen province, if there is more than one."""
        if len(groups) < 2:
            return
        for g in sorted(groups, key=lambda g: (KINDS.index(g.kind), -g.left)):
            value = f"{g.kind} {g.left}"
            state = "lying" if g.left == 0 else f"{g.left} left"
            label = f"{counted(g.size, g.kind)}, {state}"
            findings = () if g.left else self.check(Lay(self.player, g.kind, str(base["at"]), 0)).findings
            yield Choice("unit", value, label, "button", "R2.1", base.set("unit", value), None, g == now, findings)

    def _deeds(self, group: Group, base: Draft) -> Iterator[Choice]:
        if group.left:
            action = Lay(self.player, group.kind, str(base["at"]), group.left)
            mine = base.set("unit", f"{group.kind} {group.left}")
            yield self._button("do", "lay", f"Lay the {group.kind} down", "R2.4", mine, action, "l")

    def _pairs(self, at: int) -> Iterator[tuple[int, str, int]]:
        """R3.4: the battles that there may be: the enemy's seat, the kind of units, and the most pairs."""
        for enemy in self.position.strangers(at, self.seat):
            for kind in KINDS:
                most = most_pairs(self.position, at, enemy, kind)
                if most:
                    yield enemy, kind, most

    def _battles(self, at: int, base: Draft) -> Iterator[Choice]:
        for enemy, kind, most in self._pairs(at):
            player = self.position.players[enemy]
            label = f"Battle with {player}: {counted(most, kind)} each"
            action = Battle(self.player, str(base["at"]), player, kind)
            yield self._button("battle", f"{kind} {player}", label, "R3.4", base, action)

    def _battle(self, at: int, options: list[Choice]) -> Choices:
        position, draft = self.position, self.draft
        kind, _, enemy = str(draft["battle"]).partition(" ")
        name = position.map.name(at)
        most = most_pairs(position, at, position.players.index(enemy), kind)
        every = position.settings["battle_size"] == "all"
        pairs = None if every else int(draft.get("pairs", most))
        size = most if pairs is None else pairs
        if not every and most:
            options.append(self._number("pairs", "Pairs that fall", "R3.5", size, 1, most))
        ways = list(losses(position, at, kind, size))
        losing = None
        if len(ways) > 1:
            losing = self._losing() if self._losing() in ways else ways[0]
            options += self._ways(ways, losing)
        action = Battle(self.player, name, enemy, kind, pairs, losing)
        prompt = f"Battle with {enemy} on {position.map.label(at)}: {counted(size, kind)} of each fall. Confirm?"
        return self._made(prompt, options, action, back=Draft(at=name))

    def _losing(self) -> tuple[int, ...]:
        return tuple(sorted(map(int, str(self.draft.get("losing", "")).split())))

    def _ways(self, ways: list[tuple[int, ...]], now: tuple[int, ...] | None) -> Iterator[Choice]:
        """R3.5: the ways to lose units."""
        for way in ways:
            value = " ".join(map(str, way))
            label = "Lose those with " + ", ".join(f"{n} left" if n else "none left" for n in way)
            yield Choice("losing", value, label, "button", "R3.5", self.draft.set("losing", value), None, way == now)

    # ------------------------------------------------------------------ what is to be decided
    def _asked(self) -> Choices:
        position, draft = self.position, self.draft
        ask = position.asks[0]
        where = position.map.label(ask.at)
        most = most_pairs(position, ask.at, ask.seat, ask.kind)
        enemy = position.players[position.active]
        options = [
            Choice("answer", value, label, "button", "R3.6", Draft() if draft.get("answer") == value else Draft(answer=value),
                   None, draft.get("answer") == value, (), key)
            for value, label, key in (("fight", "Fight", "f"), ("let be", "Let it be", "l"))
        ]  # fmt: skip
        mine, theirs = (position.count(ask.at, seat, ask.kind) for seat in (ask.seat, position.active))
        prompt = (
            f"{self.player}: {enemy} has {counted(theirs, ask.kind)} on {where}, you have {mine}. "
            f"Ask for battle? {counted(most, ask.kind)} of each would fall."
        )
        if "answer" not in draft:
            return Choices(self.player, Draft(), prompt, tuple(options))
        if draft["answer"] == "let be":
            return self._made(f"{self.player}: let it be on {where}. Confirm?", options, Answer(self.player, 0))
        pairs = None
        if position.settings["battle_size"] == "chosen":
            pairs = int(draft.get("pairs", most))
            options.append(self._number("pairs", "Pairs that fall", "R3.5", pairs, 1, most))
        falls = counted(most if pairs is None else pairs, ask.kind)
        prompt = f"{self.player}: fight on {where}, {falls} of each fall. Confirm?"
        return self._made(prompt, options, Answer(self.player, pairs))

    def _toll(self) -> Choices:
        toll = self.position.toll
        assert toll is not None  # noqa: S101  (asked for it only then)
        ways = list(losses(self.position, toll.at, toll.kind, toll.pairs))
        now = self._losing() if "losing" in self.draft else None
        where = self.position.map.label(toll.at)
        prompt = f"{self.player}: {counted(toll.pairs, toll.kind)} fall on {where}. Which of them?"
        options = list(self._ways(ways, now))
        if now is None:
            return Choices(self.player, Draft(), prompt, tuple(options))
        return self._made(f"{prompt} Confirm?", options, Lose(self.player, now))

    # ------------------------------------------------------------------ conquest
    def _conquest(self) -> Choices:
        position, draft = self.position, self.draft
        end = self._button("do", "end turn", "End the turn", "R1.1", Draft(), EndTurn(self.player), "e")
        targets = [c for c in position.cities if c.owner != self.seat and position.count(c.at, self.seat)]
        options = [self._target(city) for city in targets]
        if draft.get("do") == "end turn":
            return self._made(f"{self.player}: end the turn. Confirm?", [*options, end], EndTurn(self.player))
        if "city" not in draft:
            some = any(option.legal for option in options)
            can = "choose a city to conquer, or end the turn" if some else "no city can be conquered now: end the turn"
            return Choices(self.player, Draft(), f"{self.player}: {can}.", (*options, end))
        at = position.map.index(str(draft["city"]))
        city = position.city_at.get(at)
        if city is None:
            return self._made("", [*options, end], Conquer(self.player, str(draft["city"]), 0, 0))
        price = defence(position, city)
        legions, galleys = (position.upright(at, self.seat, kind) for kind in KINDS)
        low, high = max(0, price.strength - galleys), min(price.strength, legions)
        paid = max(low, min(high, int(draft.get("legions", high))))
        if low < high:
            options.append(self._number("legions", "Legions paid", "R4.5", paid, low, high))
        options += self._giving()
        giving = str(draft["giving"]) if "giving" in draft else None
        action = Conquer(self.player, str(draft["city"]), paid, max(0, price.strength - paid), giving)
        cost = legions_and_galleys(action.legions, action.galleys)
        prompt = f"Conquer {position.map.label(at)}: defence strength {price}. It costs {cost}. Confirm?"
        return self._made(prompt, [*options, end], action)

    def _target(self, city: City) -> Choice:
        position = self.position
        name = position.map.name(city.at)
        price = defence(position, city)
        # The payment and the city to be given up are still to be chosen.
        findings = (*enough_upright_units(position, city, self.seat), *not_the_last_city(position, city))
        chosen = self.draft.get("city") == name
        label = f"Conquer {position.map.label(city.at)}, defence strength {price}"
        then = Draft() if chosen else Draft(city=name)
        return Choice("city", name, label, "space", "R4.5", then, name, chosen, findings)

    def _giving(self) -> Iterator[Choice]:
        """R4.6: the own cities that may be given up, where one must be."""
        position = self.position
        own = position.cities_of(self.seat)
        if len(own) < position.settings["city_tokens"]:
            return
        for city in own:
            name = position.map.name(city.at)
            chosen = self.draft.get("giving") == name
            then = self.draft.clear("giving") if chosen else self.draft.set("giving", name)
            yield Choice("giving", name, f"Give up {position.map.label(city.at)}", "button", "R4.6", then, None, chosen)

    # ------------------------------------------------------------------ what it amounts to
    def _button(
        self, slot: str, value: str, label: str, clause: str, base: Draft, action: RondelAction, key: str | None = None
    ) -> Choice:
        chosen = self.draft.get(slot) == value
        then = base if chosen else base.set(slot, value)
        return Choice(slot, value, label, "button", clause, then, None, chosen, self.check(action).findings, key)

    def _number(self, slot: str, label: str, clause: str, value: int, low: int, high: int) -> Choice:
        fewer = self.draft.set(slot, value - 1).clear("losing") if value > low else None
        more = self.draft.set(slot, value + 1).clear("losing") if value < high else None
        return Choice(slot, value, label, "number", clause, self.draft, None, False, (), None, fewer, more)

    def _made(
        self,
        prompt: str,
        options: list[Choice],
        action: RondelAction,
        *,
        field: Field | None = None,
        back: Draft | None = None,
    ) -> Choices:
        verdict, draft = self.check(action), self.draft
        back = Draft() if back is None else back
        if verdict.findings:
            why = " ".join(f"{f.text[0].upper()}{f.text[1:]} ({f.clause})." for f in verdict.findings)
            return Choices(self.player, draft, why, tuple(options), field, None, verdict, back=back)
        arrows = (Arrow((action.origin, action.to), str(action)),) if isinstance(action, Move) and field is None else ()
        return Choices(self.player, draft, prompt, tuple(options), field, action, verdict, arrows, back)
