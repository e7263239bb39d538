"""Clicks become actions: the choices that a player has next (`hexwidget.systems.rondel.actions.GRAMMAR`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from hexwidget.english import agree, capital, counted, listing, plural, verb
from hexwidget.rules import Choice, Choices, Draft, Field, Prompt, Status, Verdict, fitting
from hexwidget.rules.lazy_sequences import first_and, number_of
from hexwidget.systems.rondel.actions import Answer, Battle, Conquer, EndMovement, Lay, Lose, Move
from hexwidget.systems.rondel.battle import can_be_lost, defence, fights, losses, most_pairs
from hexwidget.systems.rondel.legality.conquest import enough_upright_units, not_the_last_city
from hexwidget.systems.rondel.legality.movement import own_units_only
from hexwidget.systems.rondel.position import KINDS, Ask, City, Group, Toll
from hexwidget.systems.rondel.reach import next_step
from hexwidget.systems.rondel.wheel_choices import WheelDesk
from hexwidget.systems.rondel.words import legions_and_galleys


class RondelDesk(WheelDesk):
    """An action while a player chooses it."""

    def choose(self) -> Choices:
        position = self.position
        if self.seat != position.acting:
            return self.closed(f"{self.system.status(position)}.")
        if position.toll is not None:
            return self._toll(position.toll)
        if position.asks:
            return self._question(position.asks[0])
        if position.phase == "wheel":
            return self.turn_the_wheel()
        if position.phase in ("wedge", "founding"):
            return self.act_on_the_wedge()
        return self._movement() if position.phase == "movement" else self._conquest()

    def explain(self, draft: Draft, space: str) -> Verdict | None:
        """The verdict on a city as a conquest, on a province without own units, or on own units before the marker has
        moved."""
        position = self.position
        if position.to_act != {self.player}:
            return None
        at = position.map.index(space)
        if position.phase == "conquest" and (at in position.city_at or not position.whole):
            return self.check(Conquer(self.player, space, 0, 0))
        if position.phase in ("conquest", "wedge", "founding"):
            return self.explain_wedge(space)
        own = position.groups(at, self.seat)
        if position.phase == "movement" and not own:
            kind = next((group.kind for group in position.units if group.at == at), KINDS[0])
            missing = own_units_only(position, Lay(self.player, kind, space), self.seat)
            findings = tuple([finding.on(position.map) for finding in missing])
            return Verdict(Status.ILLEGAL, findings, space, self.system.rulebook)
        if position.phase == "wheel" and own:
            return self.check(Lay(self.player, own[-1].kind, space))
        return None

    # ------------------------------------------------------------------ movement
    def _movement(self) -> Choices:
        draft, position = self.draft, self.position
        action = EndMovement(self.player)
        end = self.option("do", "end movement", "End the movement", "R1.1", Draft(), barred=action, shortcut="e")
        pieces = list(self._pieces())
        if draft.get("do") == "end movement":
            final = ("By the rules that is final (R1.1)",)
            task = "end the movement phase"
            prompt = Prompt(f"{task}?", player=self.player, after=final, confirm=True, deed=fitting(task))
            return self.made(prompt, [*pieces, end], action)
        if "at" not in draft:
            task = "choose units to move, or end the movement"
            return self.open(Prompt(task, player=self.player, deed="Choose units"), [*pieces, end], draft=Draft())
        at = position.map.index(str(draft["at"]))
        groups = position.groups(at, self.seat)
        here = position.map.label(at)
        if not groups:
            verdict = self.check(Lay(self.player, KINDS[0], str(draft["at"])))
            return self.open(f"None of your units stand in {here}.", [*pieces, end], verdict=verdict)
        group = self._unit(groups)
        base = Draft(at=str(draft["at"]))
        options = [*pieces, *self._units(groups, group, base)]
        if group.left:
            lay = Lay(self.player, group.kind, str(draft["at"]), group.left)
            mine = base.set("unit", f"{group.kind} {group.left}")
            label = f"Lay the {group.kind} down"
            options.append(self.option("do", "lay", label, "R2.4", mine, barred=lay, shortcut="l"))
        options += self._battles(at, base)
        if "battle" in draft:
            return self._battle(at, [*options, end])
        return self._unit_of(group, base, [*options, end])

    def _unit_of(self, group: Group, base: Draft, options: list[Choice]) -> Choices:
        """The choices for one unit of a group: laying it down, or a movement."""
        draft, position, name = self.draft, self.position, str(base["at"])
        here = position.map.label(group.at)
        unit = f"{group.kind.capitalize()} in {here}"
        # A draft that names only the kind means a unit with the most actions left, as such a text does.
        meant = None if draft.get("unit") == group.kind else group.left
        mine = base.set("unit", f"{group.kind} {group.left}") if "unit" in draft else base
        if draft.get("do") == "lay":
            lay = Lay(self.player, group.kind, name, meant)
            prompt = Prompt("lay it on its side", about=unit, confirm=True, deed=f"Lay the {group.kind} down")
            return self.made(prompt, options, lay, back=mine)
        field = None
        if group.left:
            label, area = f"Where the {group.kind} in {here} goes", next_step(position, group)
            unit_of_cost, stands, mover = ("action", "actions"), "the unit stands here", f"the {group.kind}"
            field = Field("to", label, area, unit_of_cost, stands, completes=True, mover=mover, clause="R2.2")
        if "to" not in draft:
            left = f"{counted(group.left, 'action')} left" if group.left else "lying"
            task = "choose where it goes, or another unit" if group.left else "choose another unit"
            return self.open(Prompt(task, about=f"{unit}, {left}", deed="Choose another unit"), options, field)
        move = Move(self.player, group.kind, name, str(draft["to"]), meant)
        to = position.map.index(move.to)
        meets = [position.players[s] for s in position.strangers(to, self.seat)]
        asked = (f"{capital(listing(meets))} may ask for battle (R3.6)",) if meets else ()
        prompt = Prompt(f"go to {position.map.label(to)}", about=unit, after=asked, confirm=True)
        return self.made(prompt, options, move, field, back=mine)

    def _unit(self, groups: list[Group]) -> Group:
        """The units that the draft names, else the first with actions left."""
        kind, _, left = str(self.draft.get("unit", "")).partition(" ")
        ranked = sorted(groups, key=lambda g: (KINDS.index(g.kind), -g.left))
        named = [g for g in ranked if g.kind == kind and left in ("", str(g.left))]
        return next(iter(named + [g for g in ranked if g.left] + ranked))

    def _pieces(self) -> Iterator[Choice]:
        position = self.position
        for at, groups in position.standing(self.seat).items():
            name = position.map.name(at)
            count = [sum([g.size for g in groups if g.kind == kind]) for kind in KINDS]
            group = self._unit(groups)
            able = any(g.left for g in groups) or any(True for _ in fights(position, at))
            findings = () if able else self.check(Lay(self.player, group.kind, name)).findings
            label = f"{legions_and_galleys(*count)} in {position.map.label(at)}"
            yield self.option("at", name, label, "R2.1", Draft(), kind="piece", space=name, barred=findings)

    def _units(self, groups: list[Group], now: Group, base: Draft) -> Iterator[Choice]:
        """The groups of units in the chosen province, if there is more than one."""
        if len(groups) < 2:
            return
        for g in sorted(groups, key=lambda g: (KINDS.index(g.kind), -g.left)):
            value = f"{g.kind} {g.left}"
            state = "lying" if g.left == 0 else f"{g.left} left"
            label = f"{counted(g.size, g.kind)}, {state}"
            at = str(base["at"])
            findings = () if g.left else self.check(Lay(self.player, g.kind, at, 0)).findings
            yield Choice("unit", value, label, "button", "R2.1", base.set("unit", value), at, g == now, findings)

    def _battles(self, at: int, base: Draft) -> Iterator[Choice]:
        for enemy, kind, most in fights(self.position, at):
            player = self.position.players[enemy]
            label = f"Battle with {player}: {counted(most, kind)} each"
            action = Battle(self.player, str(base["at"]), player, kind)
            yield self.option("battle", f"{kind} {player}", label, "R3.4", base, barred=action)

    def _battle(self, at: int, options: list[Choice]) -> Choices:
        position, draft = self.position, self.draft
        kind, _, enemy = str(draft["battle"]).partition(" ")
        name = position.map.name(at)
        most = most_pairs(position, at, position.players.index(enemy), kind)
        every = position.settings["battle_size"] == "all"
        pairs = None if every else int(draft.get("pairs", most))
        size = most if pairs is None else pairs
        if not every and most:
            again = draft.clear("losing")  # other pairs, other units that fall
            options.append(self.number("pairs", "Pairs that fall", "R3.5", size, 1, most, again))
        ways = losses(position, at, kind, size)
        losing = None
        if number_of(ways) > 1:
            named = self._losing()
            losing = named if can_be_lost(position.groups(at, position.active, kind), size, named) else ways[0]
            options += self._ways(ways, losing)
        action = Battle(self.player, name, enemy, kind, pairs, losing)
        fight = f"Battle with {enemy}"
        loses, where = f"each side loses {counted(size, kind)}", f"{fight} in {position.map.label(at)}"
        prompt = Prompt(loses, about=where, confirm=True, deed=fitting(fight, "battle"))
        return self.made(prompt, options, action, back=Draft(at=name))

    def _losing(self) -> tuple[int, ...]:
        return tuple(sorted(map(int, str(self.draft.get("losing", "")).split())))

    def _ways(self, ways: Sequence[tuple[int, ...]], now: tuple[int, ...] | None) -> Iterator[Choice]:
        """R3.5: the ways to lose units; where they are very many, the first of them and the one that is chosen."""
        for way in first_and(ways, now):
            value = " ".join(map(str, way))
            fallen = [
                f"{n} that {verb('has', n)} {left} left" if left else f"{n} that {verb('lies', n)}"
                for left, n in Counter(way).items()
            ]
            label = f"Lose {listing(fallen)}"
            yield Choice("losing", value, label, "button", "R3.5", self.draft.set("losing", value), None, way == now)

    # ------------------------------------------------------------------ questions
    def _question(self, ask: Ask) -> Choices:
        position, draft = self.position, self.draft
        where = position.map.label(ask.at)
        most = most_pairs(position, ask.at, ask.seat, ask.kind)
        enemy = position.players[position.active]
        options = [
            self.option("answer", "fight", "Fight", "R3.6", Draft(), shortcut="f"),
            self.option("answer", "let be", "Let it be", "R3.6", Draft(), shortcut="l"),
        ]
        mine, theirs = (position.count(ask.at, seat, ask.kind) for seat in (ask.seat, position.active))
        if "answer" not in draft:
            stand = (f"{agree(enemy, 'has')} {counted(theirs, ask.kind)} in {where}, you have {mine}",)
            lost, deed = (f"Each side would lose {counted(most, ask.kind)}",), "Fight, or let it be"
            question = Prompt("Ask for battle?", player=self.player, before=stand, after=lost, deed=deed)
            return self.open(question, options, draft=Draft())
        if draft["answer"] == "let be":
            peace = Prompt(f"let it be in {where}", player=self.player, confirm=True, deed="Let it be")
            return self.made(peace, options, Answer(self.player, 0))
        pairs = None
        if position.settings["battle_size"] == "chosen":
            pairs = int(draft.get("pairs", most))
            options.append(self.number("pairs", "Pairs that fall", "R3.5", pairs, 1, most))
        falls = counted(most if pairs is None else pairs, ask.kind)
        task = f"fight in {where}; each side loses {falls}"
        fight = Prompt(task, player=self.player, confirm=True, deed="Fight")
        return self.made(fight, options, Answer(self.player, pairs))

    def _toll(self, toll: Toll) -> Choices:
        ways = losses(self.position, toll.at, toll.kind, toll.pairs)
        now = self._losing() if "losing" in self.draft else None
        where = self.position.map.label(toll.at)
        units = f"the {toll.kind} that falls" if toll.pairs == 1 else f"the {plural(toll.kind)} that fall"
        task = f"choose {units} in {where}{f', {toll.pairs} of them' if toll.pairs > 1 else ''}"
        prompt = Prompt(task, player=self.player, confirm=now is not None)
        options = list(self._ways(ways, now))
        if now is None:
            return self.open(replace(prompt, deed="Choose units"), options, draft=Draft())
        return self.made(replace(prompt, deed="Lose these units"), options, Lose(self.player, now))

    # ------------------------------------------------------------------ conquest
    def _conquest(self) -> Choices:
        position, draft = self.position, self.draft
        targets = [c for c in position.cities if c.owner != self.seat and position.count(c.at, self.seat)]
        options = self.of_one_slot([*map(self._target, targets), *self.foundings()], "city", "found")
        if "city" not in draft:
            meant = self.meant(options)
            if meant is not None:
                return meant
            legal = {option.slot for option in options if option.legal}
            can = ["choose a city to conquer"] if "city" in legal else []
            can += ["found a city"] if "found" in legal else []
            task = ", ".join([*can, "or end the turn"]) if can else "end the turn"
            task = task if "city" in legal else f"no city can be conquered now; {task}"
            deed = "choose a city" if "city" in legal else [*can, "end the turn"][0]
            prompt = Prompt(task, player=self.player, deed=fitting(deed))
            return self.open(prompt, self.with_end(options), draft=Draft())
        at = position.map.index(str(draft["city"]))
        city = position.city_at.get(at)
        if city is None:
            return self.made("", self.with_end(options), Conquer(self.player, str(draft["city"]), 0, 0))
        price = defence(position, city)
        legions, galleys = (position.upright(at, self.seat, kind) for kind in KINDS)
        low, high = max(0, price.strength - galleys), min(price.strength, legions)
        paid = max(low, min(high, int(draft.get("legions", high))))
        if low < high:
            options.append(self.number("legions", "Legions paid", "R4.5", paid, low, high))
        own = position.cities_of(self.seat)
        for given in own if len(own) >= position.settings["city_tokens"] else ():  # R4.6: one must be given up
            name, label = position.map.name(given.at), f"Give up {position.map.label(given.at)}"
            options.append(self.option("giving", name, label, "R4.6", draft.clear("giving")))
        giving = str(draft["giving"]) if "giving" in draft else None
        action = Conquer(self.player, str(draft["city"]), paid, max(0, price.strength - paid), giving)
        task = f"It costs {legions_and_galleys(action.legions, action.galleys)}"
        conquer, strength = f"Conquer {position.map.label(at)}", (f"defence strength {price}",)
        prompt = Prompt(task, about=conquer, before=strength, confirm=True, deed=fitting(conquer, "conquer"))
        return self.made(prompt, self.with_end(options), action)

    def _target(self, city: City) -> Choice:
        position = self.position
        name = position.map.name(city.at)
        price = defence(position, city)
        # The payment and the city to be given up are still to be chosen.
        findings = (*enough_upright_units(position, city, self.seat), *not_the_last_city(position, city))
        label = f"Conquer {position.map.label(city.at)}, defence strength {price}"
        return self.option("city", name, label, "R4.5", Draft(), kind="space", space=name, barred=findings)
