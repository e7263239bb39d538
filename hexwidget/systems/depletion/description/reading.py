"""Armies, structures, and what is under way, read from a description."""

from __future__ import annotations

from collections.abc import Mapping

from hexwidget.english import counted
from hexwidget.geometry import HexMap
from hexwidget.problems import place, shown
from hexwidget.rules.reading import Reader
from hexwidget.systems.depletion.description.entries import (
    MOST_CUBES,
    MOST_CUBES_OF_A_CLAIM,
    ClaimGiven,
    DeclaredGiven,
    FightGiven,
    LandingGiven,
    SpotGiven,
    keys_of,
)
from hexwidget.systems.depletion.description.exploring import check_tile
from hexwidget.systems.depletion.position import (
    STRUCTURE_KEYS,
    Army,
    Battle,
    Claim,
    DeclaredAttack,
    Landing,
    Spot,
    Structure,
)
from hexwidget.systems.depletion.provinces import Exploration, province_hexes
from hexwidget.systems.depletion.units import NO_UNITS, read_units

OBJECTIVES = ("most_units", "eliminate", "hold")
CLAIM_STAGES = ("tile", "rotation", "relic", "event")


class DepletionReader(Reader):
    """Reads armies, structures, and what is under way."""

    def armies(self, given: object, cubes: object) -> list[Army]:
        """The armies, with the depletion cubes on their hexes."""
        found = {
            (at, seat): Army(at, seat, read_units(units, where, self.problems))
            for where, at, seat, units in self.by_space("armies", given, '"1 archer"')
        }
        seen: set[int] = set()
        for space, number in self.table("cubes", cubes, 'a dict such as {"0101": 1}').items():
            where = place("cubes", space)
            at, count = self.space(where, space), self.whole(where, number, 0, MOST_CUBES)
            there = [key for key in ((at, seat) for seat in range(len(self.players))) if key in found]
            if at >= 0 and not there:
                self.problems.add(where, "no army is there, and only armies carry cubes")
            if at in seen:
                self.problems.add(where, "this hex is named twice, by its number and as (q, r)")
            seen |= {at} if at >= 0 else set()
            for key in there:
                found[key] = found[key]._replace(cubes=count)
        return list(found.values())

    def structures(self, given: Mapping[str, object]) -> list[Structure]:
        """The structures, from their descriptions by kind."""
        found: list[Structure] = []
        seen: set[Structure] = set()
        for kind, owners in given.items():
            key = STRUCTURE_KEYS[kind]
            for player, spaces in self.table(key, owners, 'a dict such as {"red": ["0101"]}').items():
                where = place(key, player)
                seat = self.player(where, player)
                if not isinstance(spaces, (list, tuple)):
                    self.problems.add(where, f'expected a list of hexes such as ["0101"], not {shown(spaces)}')
                    continue
                for n, space in enumerate(spaces):
                    structure = Structure(self.space(place(key, player, n), space), seat, kind)
                    if structure.at >= 0 and structure in seen:
                        self.problems.add(place(key, player, n), f"this {kind} is named twice")
                    seen.add(structure)
                    found.append(structure)
        return found

    def spaces(self, where: str, given: object) -> tuple[int, ...]:
        """The numbers of some hexes."""
        if not isinstance(given, (list, tuple)):
            self.problems.add(where, f'expected a list of hexes such as ["0101"], not {shown(given)}')
            return ()
        return tuple(self.space(f"{where}/{n}", space) for n, space in enumerate(given))

    def landing(self, given: object, armies: list[Army], turn: int) -> Landing | None:
        """The landing of the last maneuver, on hexes where that player's armies have the maneuver's cubes."""
        record = self.record("landing", given, *keys_of(LandingGiven))
        if record is None:
            return None
        owner = self.player("landing/player", record["player"])
        if type(record["open"]) is not bool:
            self.problems.add("landing/open", f"expected true or false, not {shown(record['open'])}")
        elif record["open"] and owner != turn:
            self.problems.add("landing/player", "only the player whose turn it is can have an attack to decide about")
        spots = []
        if not isinstance(record["armies"], (list, tuple)):
            self.problems.add("landing/armies", f"expected a list, not {shown(record['armies'])}")
        for n, entry in enumerate(record["armies"] if isinstance(record["armies"], (list, tuple)) else ()):
            where = f"landing/armies/{n}"
            spot = self.record(where, entry, *keys_of(SpotGiven))
            if spot is None:
                continue
            at, before = self.space(f"{where}/hex", spot["hex"]), spot["cubes_before"]
            before = self.whole(f"{where}/cubes_before", before, 0, MOST_CUBES)
            spots.append(Spot(at, before, self.truth(f"{where}/claim_failed", spot["claim_failed"])))
            if at >= 0 and not any((army.at, army.owner) == (at, owner) and army.cubes > before for army in armies):
                self.problems.add(
                    f"{where}/hex", f"that player has no army there with more than {counted(before, 'cube')}"
                )
        return Landing(owner, tuple(spots), bool(record["open"]))

    def declared(self, given: object) -> DeclaredAttack | None:
        """The attack declared last."""
        record = self.record("declared", given, *keys_of(DeclaredGiven))
        if record is None:
            return None
        return DeclaredAttack(self.spaces("declared/from", record["from"]), self.space("declared/to", record["to"]))

    def claim(self, given: object, exploration: Exploration) -> Claim | None:
        """The claim that is being carried out, which fits the things that are left to explore."""
        record = self.record("claim", given, *keys_of(ClaimGiven))
        if record is None:
            return None
        stage, tile, problems = record["stage"], record["tile"], self.problems
        if stage not in CLAIM_STAGES:
            problems.unknown("claim/stage", "stage", stage, CLAIM_STAGES)
        before = stage in ("tile", "rotation")  # the tile does not lie yet
        # While a relic is drawn the army may have landed already, as it did before D8.9 had its order.
        to_come = before or (stage == "relic" and record["units"])
        units = read_units(record["units"], "claim/units", problems) if to_come else NO_UNITS
        stand = tuple(
            sorted(
                (
                    self.space(f"claim/stand/{place(space)}", space),
                    read_units(there, f"claim/stand/{place(space)}", problems) if there else NO_UNITS,
                )
                for space, there in self.table("claim/stand", record["stand"], '{"0202": {"archers": 1}}').items()
            )
        )
        at = self.space("claim/to", record["to"])
        if isinstance(self.map, HexMap) and at >= 0 and before:
            if at not in province_hexes(self.map, exploration.shape, exploration.provinces):
                problems.add("claim/to", "expected an unexplored hex of a province")
            elif stage == "tile" and not exploration.tiles:
                problems.add("claim/stage", "no tile is left to be turned over")
        if stage == "relic" and not exploration.relics:
            problems.add("claim/stage", "no relic is left to be placed")
        if stage == "event" and not exploration.deck:
            problems.add("claim/stage", "no event card is left to be laid open")
        if stage == "rotation":
            check_tile("claim/tile", tile if isinstance(tile, str) else "", exploration.shape, problems)
        relic = record["relic_at"]
        return Claim(
            self.space("claim/from", record["from"]),
            at,
            self.whole("claim/cubes", record["cubes"], 0, MOST_CUBES_OF_A_CLAIM),
            units,
            stand,
            tuple(sorted(self.spaces("claim/dropped", record["dropped"]))),
            str(stage),
            str(tile),
            -1 if relic is None else self.space("claim/relic_at", relic),
        )

    def battle(self, given: object, armies: list[Army], structures: list[Structure], turn: int) -> Battle | None:
        """The battle that is being fought, between sides that are on the map."""
        record = self.record("fight", given, *keys_of(FightGiven))
        if record is None:
            return None
        problems, hits, losers = self.problems, record["hits"], record["losers"]
        origins, target = self.spaces("fight/from", record["from"]), self.space("fight/to", record["to"])
        defender = self.player("fight/defender", record["defender"])
        fine = (
            isinstance(hits, (list, tuple)) and len(hits) == 2 and all(type(h) is int and 0 <= h < 1000 for h in hits)
        )
        if hits is not None and not fine:
            problems.add("fight/hits", f"expected two numbers, of attacker and defender, not {shown(hits)}")
        if not isinstance(losers, (list, tuple)) or bool(losers) != (hits is not None):
            problems.add("fight/losers", "expected the players who choose their losses, once the cubes are drawn")
            losers = ()
        seats = tuple(self.player(f"fight/losers/{n}", loser) for n, loser in enumerate(losers))
        if not set(seats) <= {turn, defender}:
            problems.add("fight/losers", "expected attacker or defender")
        # Once the cubes are drawn, all things of a side that has nothing to choose may have fallen.
        held = {(a.at, a.owner) for a in armies}
        whole = hits is None or turn in seats
        if not origins or (whole and not {(at, turn) for at in origins} <= held):
            problems.add("fight/from", "expected hexes with armies of the player whose turn it is")
        held |= {(s.at, s.owner) for s in structures}
        if (hits is None or defender in seats) and (target, defender) not in held:
            problems.add("fight/to", "expected a hex with something of the defender's")
        return Battle(origins, target, defender, tuple(hits) if fine else None, seats)
