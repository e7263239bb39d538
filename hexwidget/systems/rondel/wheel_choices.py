"""The choices of the wheel: moving the marker, the actions of each wedge, founding, and the end of the turn."""

from __future__ import annotations

from collections.abc import Iterator

from hexwidget.english import counted
from hexwidget.rules import Choice, Choices, Draft, Verdict
from hexwidget.rules.desk import Desk
from hexwidget.rules.kinds import Reading
from hexwidget.rules.prompt import Prompt, fitting
from hexwidget.systems.rondel.actions import Arm, Build, EndTurn, Found, Obtain, RondelAction, Wheel
from hexwidget.systems.rondel.atlas import GOODS, WHEEL, wedge_after, wedge_name
from hexwidget.systems.rondel.goods import (
    FOUNDING,
    default_payment,
    harvest,
    launches_galleys,
    payments,
    price_of_know_how,
    price_of_wedges,
    room_to_arm,
)
from hexwidget.systems.rondel.phrases import GOODS_PAID
from hexwidget.systems.rondel.position import KNOW_HOW, City, RondelPosition, Store
from hexwidget.systems.rondel.words import DEEDS, goods_in_words, legions_and_galleys


class WheelDesk(Desk[RondelPosition, RondelAction]):
    """The wheel's half of an action while a player chooses it."""

    # ------------------------------------------------------------------ the marker
    def turn_the_wheel(self) -> Choices:
        """The choices of a nation that must move its marker."""
        position, draft = self.position, self.draft
        options = []
        for n in range(1, len(WHEEL) + 1):
            label = f"{n}: {self._wedge(n)}"
            options.append(self.option("wheel", n, label, "R5.1", Draft(), barred=Wheel(self.player, n)))
        if "wheel" not in draft:
            stands = wedge_name(position.markers[self.seat])
            task = f"choose a wedge; the marker is on {stands}"
            return self.open(Prompt(task, player=self.player, deed="Choose a wedge"), options, draft=Draft())
        n = int(draft["wheel"])
        if position.whole:
            return self._paid(n, options)
        to = self._wedge(n)
        passes = "" if to == "maneuver" else ", which passes the turn"
        task = f"move the marker on {counted(n, 'wedge')} to {to}{passes}"
        prompt = Prompt(task, player=self.player, confirm=True, deed=fitting(to))
        return self.made(prompt, options, Wheel(self.player, n))

    def _wedge(self, n: int) -> str:
        """The label of a wedge some steps on. With the whole wheel, it also names the yield of a good's wedge and the price of a far one."""
        price = price_of_wedges(n) if self.position.whole else 0
        return f"{self._brought(n)}, costs {counted(price, 'good')}" if price else self._brought(n)

    def _brought(self, n: int) -> str:
        """A wedge some steps on; with the whole wheel, also the yield of a good's wedge."""
        wedge = wedge_name(wedge_after(self.position.markers[self.seat], n))
        if not self.position.whole or wedge not in GOODS:
            return wedge
        return f"{wedge} +{harvest(self.position, self.seat, wedge).goods}"

    def _paid(self, n: int, options: list[Choice]) -> Choices:
        """R5.4: a move of the marker, with the goods that pay for it."""
        price, store = price_of_wedges(n), self.position.store(self.seat)
        base = self.draft.clear("paying")
        ways = payments(store, price)
        for paid in ways[1:]:
            label = f"Pay {goods_in_words(paid)}"
            options.append(self.option("paying", GOODS_PAID.write(paid), label, "R5.4", base))
        named = self._named() if "paying" in self.draft else None
        paid = named or default_payment(store, price)
        cost = f" for {goods_in_words(paid)}" if price else ""
        wedge = wedge_name(wedge_after(self.position.markers[self.seat], n))
        brings = f"; it yields {harvest(self.position, self.seat, wedge).goods}" if wedge in GOODS else ""
        task = f"move the marker on {counted(n, 'wedge')} to {wedge}{cost}{brings}"
        prompt = Prompt(task, player=self.player, confirm=True, deed=fitting(self._brought(n)))
        return self.made(prompt, options, Wheel(self.player, n, named), back=base if named else Draft())

    def _named(self) -> Store:
        found: Store = GOODS_PAID.read(str(self.draft["paying"]), Reading(self.position))
        return found

    # ------------------------------------------------------------------ the wedges
    def act_on_the_wedge(self) -> Choices:
        """The choices on a wedge with actions of its own, and for founding at the end of a turn."""
        position, draft = self.position, self.draft
        own: list[Choice] = []
        if position.phase == "wedge":
            own += {"temple": self._temples, "arming": self._arming, "know-how": self._know_how}[position.wedge]()
        options = self.of_one_slot([*own, *self.foundings()], "temple", "arm", "found")
        decided = self.decided(options)
        if decided is not None:
            return decided
        if "temple" in draft:
            temple = Build(self.player, str(draft["temple"]))
            price = goods_in_words(Store(marble=position.settings["temple_price"]))
            build = f"Build a temple in {self._label(temple.at)}"
            prompt = Prompt(f"{build} for {price}", confirm=True, deed=fitting(build, "build a temple"))
            return self.made(prompt, self.with_end(options), temple)
        if "know_how" in draft:
            know_how = Obtain(self.player, str(draft["know_how"]).upper())
            price = goods_in_words(Store(gold=price_of_know_how(position, know_how.know_how)))
            obtain = f"Obtain {know_how.know_how}"
            prompt = Prompt(f"{obtain} for {price}", confirm=True, deed=fitting(obtain))
            return self.made(prompt, self.with_end(options), know_how)
        if "arm" in draft:
            return self._armed(str(draft["arm"]), options)
        deeds = [DEEDS[position.wedge]] if any(option.legal for option in own) else []
        deeds += ["found a city"] if any(option.legal and option.slot == "found" for option in options) else []
        can = ", ".join([*deeds, "or end the turn"]) if deeds else "nothing else can be done now, so end the turn"
        prompt = Prompt(can, player=self.player, deed=fitting(*deeds[:1] or ["end the turn"]))
        return self.open(prompt, self.with_end(options), draft=Draft())

    def _temples(self) -> Iterator[Choice]:
        """R6.2: the player's cities, those without a temple first."""
        price = self.position.settings["temple_price"]
        for city in sorted(self.position.cities_of(self.seat), key=lambda city: city.temple):
            name = self.position.map.name(city.at)
            label = f"Build a temple in {self._label(name)}, {price} marble"
            barred = Build(self.player, name)
            yield self.option("temple", name, label, "R6.2", Draft(), kind="space", space=name, barred=barred)

    def _know_how(self) -> Iterator[Choice]:
        """R6.4: the know-how that the nation does not have."""
        for name in KNOW_HOW:
            if name not in self.position.know_how[self.seat]:
                label = f"{name}, {price_of_know_how(self.position, name)} gold"
                barred = Obtain(self.player, name)
                yield self.option("know_how", name, label, "R6.4", Draft(), barred=barred)

    def _arming(self) -> Iterator[Choice]:
        """R6.3: the player's cities. The units are still to be chosen."""
        for city in self.position.cities_of(self.seat):
            name = self.position.map.name(city.at)
            room = room_to_arm(self.position, city)
            label = f"Set up units in {self._label(name)}, at most {room} more in this turn"
            barred = Arm(self.player, name, 1, 0)
            yield self.option("arm", name, label, "R6.3", Draft(), kind="space", space=name, barred=barred)

    def _armed(self, name: str, options: list[Choice]) -> Choices:
        """R6.3: the legions and galleys that a city sets up."""
        position, draft = self.position, self.draft
        city = position.city_at.get(position.map.index(name))
        most = self._most(city)
        legions = min(most, int(draft.get("legions", 0 if "galleys" in draft else 1)))
        galleys = min(most - legions, int(draft.get("galleys", 0)))
        if city is not None and city.owner == self.seat and most:
            base = draft.set("legions", legions).set("galleys", galleys)
            options.append(self.number("legions", "Legions", "R6.3", legions, 0, most - galleys, base))
            if launches_galleys(position, city.at):
                options.append(self.number("galleys", "Galleys", "R6.3", galleys, 0, most - legions, base))
        price = goods_in_words(Store(iron=(legions + galleys) * position.settings["unit_price"]))
        if most and not legions + galleys:
            prompt = Prompt("choose the number", about=f"Units for {self._label(name)}", deed="Choose the number")
            return self.open(prompt, self.with_end(options), back=Draft())
        units = legions_and_galleys(legions, galleys)
        deed = fitting(f"set up units in {self._label(name)}", "set up units")
        prompt = Prompt(f"Set up {units} in {self._label(name)} for {price}", confirm=True, deed=deed)
        action = Arm(self.player, name, legions, galleys) if most else Arm(self.player, name, 1, 0)
        return self.made(prompt, self.with_end(options), action)

    def _most(self, city: City | None) -> int:
        """The number of units that a city can set up now, and that can be paid."""
        if city is None or city.owner != self.seat:
            return 0
        price = self.position.settings["unit_price"]
        room = room_to_arm(self.position, city)
        return min(room, self.position.store(self.seat).iron // price) if price else room

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
                barred = Found(self.player, name)
                label = f"Found a city in {self._label(name)}, {goods_in_words(FOUNDING)}"
                yield self.option("found", name, label, "R6.5", Draft(), kind="space", space=name, barred=barred)

    def decided(self, options: list[Choice]) -> Choices | None:
        """The choices of a draft that ends the turn, or founds a city; None for others."""
        if self.draft.get("do") == "end turn":
            prompt = Prompt("end the turn", player=self.player, confirm=True, deed="End the turn")
            return self.made(prompt, self.with_end(options), EndTurn(self.player))
        if "found" not in self.draft or not self.position.whole:
            return None
        name = str(self.draft["found"])
        over = {
            "conquest": ("That ends the conquests (R5.2)",),
            "wedge": ("That ends the wedge's actions (R5.2)",),
        }.get(self.position.phase, ())
        found = f"Found a city in {self._label(name)}"
        deed = fitting(found, "found a city")
        prompt = Prompt(f"{found} for {goods_in_words(FOUNDING)}", after=over, confirm=True, deed=deed)
        return self.made(prompt, self.with_end(options), Found(self.player, name))

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
