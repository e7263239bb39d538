"""The choices of the wheel: moving the marker, the actions of each wedge, founding, and the end of the turn."""

from __future__ import annotations

from collections.abc import Iterator

from hexwidget.english import counted
from hexwidget.rules import Choice, Choices, Desk, Draft, Prompt, Reading, Verdict, fitting
from hexwidget.rules.choices import with_chosen
from hexwidget.rules.position import of_the_last
from hexwidget.systems.rondel import goods
from hexwidget.systems.rondel.actions import GRAMMAR, Arm, Build, EndTurn, Found, Obtain, RondelAction, Wheel
from hexwidget.systems.rondel.atlas import GOODS, WHEEL, wedge_after, wedge_name
from hexwidget.systems.rondel.phrases import GOODS_PAID
from hexwidget.systems.rondel.position import KNOW_HOW, RondelPosition, Store
from hexwidget.systems.rondel.words import DEEDS, goods_in_words, legions_and_galleys


class WheelDesk(Desk[RondelPosition, RondelAction]):
    """The wheel's half of an action while a player chooses it."""

    # ------------------------------------------------------------------ the marker
    def turn_the_wheel(self) -> Choices:
        """R5.1, R5.4: the choices of a nation that must move its marker, with the goods that pay for it."""
        position, draft = self.position, self.draft
        options = with_chosen(_wedges(position, self.seat), draft.get("wheel"), Draft())
        if "wheel" not in draft:
            task = f"choose a wedge; the marker is on {wedge_name(position.markers[self.seat])}"
            return self.open(Prompt(task, player=self.player, deed="Choose a wedge"), options, draft=Draft())
        n, base = int(draft["wheel"]), draft.clear("paying")
        ways = goods.payments(position.store(self.seat), goods.price_of_wedges(n))
        for paid in ways[1:]:
            label = f"Pay {goods_in_words(paid)}"
            options.append(self.option("paying", GOODS_PAID.write(paid), label, "R5.4", base))
        named = GOODS_PAID.unslot(draft["paying"], Reading(position)) if "paying" in draft else None
        wedge = wedge_name(wedge_after(position.markers[self.seat], n))
        if position.whole:
            paid = named or next(iter(ways), Store())
            cost = f" for {goods_in_words(paid)}" if paid.goods else ""
            more = f"{cost}; it yields {goods.harvest(position, self.seat, wedge).goods}" if wedge in GOODS else cost
        else:
            more = "" if wedge == "maneuver" else ", which passes the turn"
        task = f"move the marker on {counted(n, 'wedge')} to {wedge}{more}"
        prompt = Prompt(task, player=self.player, confirm=True, deed=fitting(self._wedge_label(n)))
        return self.made(prompt, options, Wheel(self.player, n, named), back=base if named else Draft())

    def wedges(self) -> Iterator[Choice]:
        """R5.1: the wedges, each with its price."""
        for n in range(1, len(WHEEL) + 1):
            price = goods.price_of_wedges(n) if self.position.whole else 0
            label = f"{n}: {self._wedge_label(n)}" + (f", costs {counted(price, 'good')}" if price else "")
            yield self.option("wheel", n, label, "R5.1", Draft(), barred=Wheel(self.player, n))

    def _wedge_label(self, n: int) -> str:
        """A wedge some steps on; with the whole wheel, also the yield of a good's wedge."""
        wedge = wedge_name(wedge_after(self.position.markers[self.seat], n))
        if not self.position.whole or wedge not in GOODS:
            return wedge
        return f"{wedge} +{goods.harvest(self.position, self.seat, wedge).goods}"

    # ------------------------------------------------------------------ the wedges
    def act_on_the_wedge(self) -> Choices:
        """The choices on a wedge with actions of its own, and for founding at the end of a turn."""
        position, draft = self.position, self.draft
        own = list(self._of_wedge()) if position.phase == "wedge" else []
        options = self.of_one_slot([*own, *self.foundings()], "temple", "arm", "found")
        meant = self.meant(options)
        if meant is not None:
            return meant
        if "arm" in draft:
            return self._arms(str(draft["arm"]), options)
        deeds = [DEEDS[position.wedge]] if any(option.legal for option in own) else []
        deeds += ["found a city"] if any(option.legal and option.slot == "found" for option in options) else []
        can = ", ".join([*deeds, "or end the turn"]) if deeds else "nothing else can be done now, so end the turn"
        prompt = Prompt(can, player=self.player, deed=fitting(*deeds[:1] or ["end the turn"]))
        return self.open(prompt, self.with_end(options), draft=Draft())

    def _of_wedge(self) -> Iterator[Choice]:
        """R6.2 to R6.4: the player's cities, those without a temple first, or the know-how that the nation does not have. The units
        of a city are still to be chosen."""
        position, player = self.position, self.player
        own = [(city, position.map.name(city.at)) for city in position.cities_of(self.seat)]
        match position.wedge:
            case "temple":
                price = position.settings["temple_price"]
                for _, name in sorted(own, key=lambda each: each[0].temple):
                    label = f"Build a temple in {self._label(name)}, {price} marble"
                    yield self._place("temple", label, Build(player, name))
            case "arming":
                for city, name in own:
                    room = f"at most {goods.room_to_arm(position, city)} more in this turn"
                    yield self._place("arm", f"Set up units in {self._label(name)}, {room}", Arm(player, name, 1, 0))
            case _:
                for name in KNOW_HOW:
                    if name not in position.know_how[self.seat]:
                        label = f"{name}, {goods.price_of_know_how(position, name)} gold"
                        yield self.option("know_how", name, label, "R6.4", Draft(), barred=Obtain(player, name))

    def _place(self, slot: str, label: str, action: Build | Arm | Found) -> Choice:
        """The option of a province for an action."""
        clause, space = GRAMMAR.form_of(action).clause, action.at
        return self.option(slot, space, label, clause, Draft(), kind="space", space=space, barred=action)

    def _arms(self, name: str, options: list[Choice]) -> Choices:
        """R6.3: the legions and galleys that a city sets up."""
        position, draft = self.position, self.draft
        city = position.city_at.get(position.map.index(name))
        most = goods.can_arm(position, city) if city is not None and city.owner == self.seat else 0
        legions = min(most, int(draft.get("legions", 0 if "galleys" in draft else 1)))
        galleys = min(most - legions, int(draft.get("galleys", 0)))
        if city is not None and most:
            base = draft.set("legions", legions).set("galleys", galleys)
            options.append(self.number("legions", "Legions", "R6.3", legions, 0, most - galleys, base))
            if goods.launches_galleys(position, city.at):
                options.append(self.number("galleys", "Galleys", "R6.3", galleys, 0, most - legions, base))
        if most and not legions + galleys:
            prompt = Prompt("choose the number", about=f"Units for {self._label(name)}", deed="Choose the number")
            return self.open(prompt, self.with_end(options), back=Draft())
        price = goods_in_words(Store(iron=(legions + galleys) * position.settings["unit_price"]))
        deed = fitting(f"set up units in {self._label(name)}", "set up units")
        task = f"Set up {legions_and_galleys(legions, galleys)} in {self._label(name)} for {price}"
        action = Arm(self.player, name, legions, galleys) if most else Arm(self.player, name, 1, 0)
        return self.made(Prompt(task, confirm=True, deed=deed), self.with_end(options), action)

    def explain_wedge(self, space: str) -> Verdict:
        """The verdict on choosing a province that is not an option: on the wedge's action there, or on founding."""
        of_wedge = {"temple": Build(self.player, space), "arming": Arm(self.player, space, 1, 0)}
        action = of_wedge.get(self.position.wedge) if self.position.phase == "wedge" else None
        return self.check(action or Found(self.player, space))

    # ------------------------------------------------------------------ the end of a turn
    def foundings(self) -> Iterator[Choice]:
        """R6.5: the land without a city where own units stand."""
        position = self.position
        for at in position.occupied if position.whole else ():
            name = position.map.name(at)
            free = position.map.terrain(at) == "land" and at not in position.city_at
            if free and position.groups(at, self.seat):
                label = f"Found a city in {self._label(name)}, {goods_in_words(goods.FOUNDING)}"
                yield self._place("found", label, Found(self.player, name))

    def meant(self, options: list[Choice]) -> Choices | None:
        """The choices of a draft that ends the turn, builds, obtains or founds; None for others."""
        position, over = self.position, list[str]()
        action = GRAMMAR.from_draft(position, self.draft, self.player)
        match action:
            case EndTurn():
                prompt = Prompt("end the turn", player=self.player, confirm=True, deed="End the turn")
                return self.made(prompt, self.with_end(options), action)
            case Build():
                price = Store(marble=position.settings["temple_price"])
                deeds = [f"Build a temple in {self._label(action.at)}", "build a temple"]
            case Obtain():
                price = Store(gold=goods.price_of_know_how(position, action.know_how))
                deeds = [f"Obtain {action.know_how}"]
            case Found():
                price, deeds = goods.FOUNDING, [f"Found a city in {self._label(action.at)}", "found a city"]
                ended = {"conquest": "conquests", "wedge": "wedge's actions"}.get(position.phase)
                over += [f"That ends the {ended} (R5.2)"] if ended else []
            case _:
                return None
        task, deed = f"{deeds[0]} for {goods_in_words(price)}", fitting(*deeds)
        return self.made(Prompt(task, after=tuple(over), confirm=True, deed=deed), self.with_end(options), action)

    def of_one_slot(self, options: list[Choice], *slots: str) -> list[Choice]:
        """The options, without the provinces of other slots once one is chosen: a second click on it then confirms."""
        chosen = next((slot for slot in slots if slot in self.draft), None)
        return [each for each in options if chosen is None or each.kind != "space" or each.slot == chosen]

    def with_end(self, options: list[Choice]) -> list[Choice]:
        """Options, and the end of the turn."""
        end = EndTurn(self.player)
        return [*options, self.option("do", "end turn", "End the turn", "R1.1", Draft(), barred=end, shortcut="e")]

    def _label(self, name: str) -> str:
        return self.position.map.label(self.position.map.index(name))


@of_the_last(1)
def _wedges(position: RondelPosition, seat: int) -> list[Choice]:
    """The wedges while none is chosen: all drafts of a position have them in common."""
    desk: WheelDesk = position.system.desk(position, position.players[seat], Draft())
    return list(desk.wedges())
