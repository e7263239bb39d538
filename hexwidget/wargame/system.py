"""A wargame as a rule system: its parts, declared once, give legality, the listing, reach, effects, the grammar and the scene."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, replace
from functools import cached_property, lru_cache
from itertools import groupby
from random import Random
from typing import Any, ClassVar, TypeVar

from hexwidget import rules
from hexwidget.english import capital, listing
from hexwidget.geometry import HexMap, Links, Space
from hexwidget.problems import InputError, Problem, Problems
from hexwidget.rules.description import Given
from hexwidget.rules.lookahead import list_actions
from hexwidget.rules.prompt import Part
from hexwidget.rules.reach import CANNOT_COMPUTE, Reach, conditions, one_step
from hexwidget.scene import Arrow, BorderLook, Ground, Ledger, Piece, Scene, Token, player_looks
from hexwidget.wargame.actions import DUE, Attack, Done, Lose, Move, WarListing, grammar_of
from hexwidget.wargame.arrivals import Arrivals
from hexwidget.wargame.base_classes import WargamePart, WarPosition, check_keys, next_to
from hexwidget.wargame.combat import Combat
from hexwidget.wargame.movement import Movement
from hexwidget.wargame.sequence import Sequence
from hexwidget.wargame.supply import Supply

P = TypeVar("P", bound=WarPosition)
PLIES = 10
"""The decisions that searches play on before they ask for `worth`: about two turns of a small game."""
QUIET = 3
"""The moves that change nothing but the place of a unit, and that a search tries."""
STRENGTH, WINNING, LITTLE = 36.0, 12.0, 6.0
"""The worth of all strength on the map, and of winning if the game ended now; a lead that means little."""


class WarDesk(rules.DefaultDesk[Any, Any]):
    """Clicks follow from the grammar. An attack shows its odds before it is confirmed, and a chosen unit the way of its supply
    that a hex cuts."""

    def forecasts(self, action: rules.Action) -> tuple[rules.Forecast, ...]:
        return self.position.system.combat.forecast(self.position, action) if isinstance(action, Attack) else ()

    def clause_of(self, action: rules.Action) -> str:
        position, system = self.position, self.position.system
        if isinstance(action, Move) and position.battle is not None:
            return str(system.combat.retreat if position.battle.stage == "retreat" else system.combat.advance)
        arrivals = system.waits(position.by_id[action.unit]) if isinstance(action, Move) else None
        return arrivals.clause if arrivals else super().clause_of(action)

    def choose(self) -> rules.Choices:
        found, supply = super().choose(), self.position.system.supply
        unit = self.position.by_id.get(found.draft.get("unit"))
        path, cut = supply.way(self.position, unit) if unit is not None and supply is not None else ((), "")
        if not cut:
            return found
        words, way = supply.in_words(unit, path, cut), path[: path.index(cut) + 1] if path else ()
        said: Part = ("about", f" {capital(words)} ({supply.clause}).")
        parts = (*(found.words or (("task", found.prompt),)), said)
        arrows = (*found.arrows, Arrow(way, words, "barred")) if len(way) > 1 else found.arrows
        return replace(found, prompt="".join([text for _, text in parts]), words=parts, arrows=arrows)


class Wargame(rules.RuleSystem[P, rules.Action]):
    """A wargame of declared parts.

    A game has at least a ``movement``, a ``combat``, a ``sequence`` and an `outcome`. What it adds to the rules of the parts goes to `objections`,
    `entered` and `phase_begins`, and into its looks.
    """

    movement: ClassVar[Movement]
    sequence: ClassVar[Sequence]
    combat: ClassVar[Combat]
    supply: ClassVar[Supply | None] = None
    arrivals: ClassVar[Arrivals | None] = None
    more_forms: ClassVar[tuple[rules.Form[Any], ...]] = ()
    """The forms of the author's own actions."""
    listing, desk, chancy = WarListing, WarDesk, True
    grounds: ClassVar[tuple[Ground, ...]] = ()
    borders: ClassVar[tuple[BorderLook, ...]] = ()
    """The looks of hexsides, roads and rails."""
    symbols: ClassVar[Mapping[str, str]] = {}
    """The drawing of each kind of unit."""
    figures: ClassVar[tuple[str, ...]] = ()
    """The attributes of units that counters show, in order."""

    @cached_property
    def moment(self) -> rules.Moment:  # type: ignore[override]  # elsewhere a class names it
        """The clauses of turns, of the end and of the die. A game may name others."""
        return rules.Moment(self.sequence.clause, self.sequence.over or self.sequence.clause, self.combat.table.clause)

    @cached_property
    def grammar(self) -> rules.Grammar[Any]:  # type: ignore[override]  # elsewhere a class names it
        """The grammar that follows from the parts."""
        return grammar_of(self.movement.clause, self.combat, self.sequence.clause, *self.more_forms)

    # ------------------------------------------------------------------ the declarations
    @cached_property
    def parts(self) -> dict[str, WargamePart]:
        """The parts of the game, those within others too, by their places."""
        found, named = dict[str, WargamePart](), ("movement", "combat", "supply", "arrivals", "sequence")
        queue: list[tuple[str, Any]] = [(name, getattr(self, name)) for name in named]
        for at, part in queue:
            if isinstance(part, WargamePart) and part not in found.values():
                found[at] = part
                queue += [(f"{at}/{each.name}", getattr(part, each.name)) for each in fields(part)]
            elif isinstance(part, tuple):
                queue += [(f"{at}/{n}", each) for n, each in enumerate(part)]
        return found

    @cached_property
    def all_links(self) -> tuple[tuple[str, Any], ...]:
        """The links of all parts, by their kinds. Of two parts with one kind the first decides."""
        found = [links.ways for part in self.parts.values() if (links := getattr(part, "links", None))]
        return (*{kind: pairs for ways in reversed(found) for kind, pairs in ways.items()}.items(),)

    @cached_property
    def barring(self) -> frozenset[str]:
        of = [clause for part in self.parts.values() for name, clause in part.clauses.items() if name in part.barring]
        return super().barring.union(of)

    def own_faults(self) -> list[Problem]:
        problems, known = Problems(), {"ground": [each.key for each in self.terrains], "kind of hexside": self.hexsides}
        for at, part in self.parts.items():
            for name, noun in part.names.items():
                given = getattr(part, name)
                check_keys(problems, f"{at}/{name}", noun, () if callable(given) else given, known[noun])
            for name, clause in part.clauses.items():
                check_keys(problems, f"{at}/{name}", "clause", [clause], self.rulebook)
        check_keys(problems, "combat/shifts", "clause", [shift.clause for shift in self.combat.shifts], self.rulebook)
        return problems.found

    def build(self, given: Given[Any]) -> P:
        position, problems = super().build(given), given.problems
        battle, phases = position.battle, [phase.name for phase in self.sequence.phases]
        names = [unit.id for unit in position.units]
        for n, name in enumerate(names):
            if name in names[:n]:
                problems.add(f"units/{n}/id", f"another unit is called {name}, too")
        if battle is not None and battle.column >= len(self.combat.table.columns):
            problems.expected("battle/column", f"less than {len(self.combat.table.columns)}", battle.column)
        for n, name in enumerate(battle.attackers if battle is not None and battle.stage == "advance" else ()):
            problems.note_unknown(f"battle/attackers/{n}", "unit", name, names)
        if position.phase:
            problems.note_unknown("phase", "phase", position.phase, phases)
        return rules.changed(position, phase=position.phase or phases[0])

    # ------------------------------------------------------------------ the author's own rules
    def entered(self, position: P, unit: Any, log: rules.Chronicle) -> P:
        """The position after a unit has come to its hex: a town may change hands."""
        return position

    def phase_begins(self, position: P, log: rules.Chronicle) -> P:
        """The position at the beginning of a phase."""
        return position

    def worth(self, position: P, seat: int) -> float:
        """The score of a seat for searches: its part of all strength by the `rank` of combat, and a third as much for winning if the
        game ended now. A game may have a better one, in which a lead of 6 means little."""
        rank, now = self.combat.rank, position
        if self.sequence.rounds is not None:
            now = rules.changed(position, round=self.sequence.rounds(position) + 1)
        end, strengths = self.outcome(now), [0.0] * len(position.players)
        for unit in position.units:
            strengths[unit.owner] += rank(unit, "attackers") + rank(unit, "defenders")
        wins = end is not None and position.players[seat] in end.winners
        return STRENGTH * strengths[seat] / (sum(strengths) or 1.0) + WINNING * wins

    # ------------------------------------------------------------------ who decides
    def to_act(self, position: P) -> frozenset[str]:
        if position.outcome is not None:
            return rules.TERMINAL
        if self.chance(position) is not None:
            return rules.CHANCE
        return frozenset((position.players[self.decider(position)],))

    def chance(self, position: P) -> rules.ChanceNode | None:
        due = position.battle is not None and position.battle.stage == "die" and position.outcome is None
        return self.combat.table.node if due else None

    def result_of(self, position: P, outcome: rules.ChanceOutcome) -> str:
        battle = position.battle
        return str(self.combat.table.result(outcome.value, battle.column)[0]) if battle else outcome.value

    def in_words(self, position: P, action: rules.Action) -> str:
        """An action with the names of its units."""
        units, words = position.by_id, super().in_words(position, action).split()
        runs = groupby(words, lambda word: word in units)
        return " ".join([listing([str(units[each]) for each in run]) if of else " ".join(run) for of, run in runs])

    def decider(self, position: P) -> int:
        """The seat that decides."""
        return self.combat.decider(position)

    # ------------------------------------------------------------------ reasons
    def ends(self, position: P, unit: Any) -> int:
        """The plane of the hexes where a unit may end its move, arrive, retreat or advance."""
        if position.battle is not None:
            return self.combat.ends(position, position.battle, unit)
        if (arrivals := self.waits(unit)) is None:
            return self.movement.ends(position, unit)
        return arrivals.entries(position, unit) & self.movement.free(position, unit)

    def waits(self, unit: Any) -> Arrivals | None:
        """The arrivals that bind a unit in a box; None for one on the map."""
        return self.arrivals if self.arrivals is not None and unit.at in self.arrivals.boxes else None

    def objections(self, position: P, action: rules.Action) -> Iterator[rules.Finding]:
        battle, combat, movement = position.battle, self.combat, self.movement
        stage = battle.stage if battle is not None else ""
        if battle is None:
            yield from self.sequence.objections(position, type(action))
        elif not isinstance(action, DUE[stage]):
            yield from combat.due(position)
        if isinstance(action, Move):
            unit = position.by_id[action.unit]
            strange = (position.players[unit.owner] != action.player) != (stage == "retreat" and combat.enemy_leads)
            case = (strange, "", "not_own", "{unit} is a unit of the other player", unit.at)
            yield from movement.findings(case, unit=str(unit))
            if battle is not None and stage == "retreat":
                yield from combat.against_retreat(position, battle, unit, action.to)
            elif battle is not None and stage == "advance":
                yield from combat.against_advance(position, battle, unit, action.to)
            elif (arrivals := self.waits(unit)) is not None:
                yield from arrivals.objections(position, unit, action.to)
                yield from movement.room(position, unit, action.to)
            else:
                yield from movement.objections(position, unit, action.to)
        elif isinstance(action, Lose):
            spared, words = battle is None or action.unit not in battle.losing, "{unit} is not among those that lose"
            yield from combat.findings((spared, "", "no_loss", words), unit=str(position.by_id[action.unit]))
        elif isinstance(action, Attack):
            yield from combat.objections(position, action)
        elif isinstance(action, Done) and battle is None:
            yield from self.idle(position, position.players.index(action.player))

    def idle(self, position: P, seat: int) -> Iterator[rules.Finding]:
        """The findings against the end of a phase."""
        return self.combat.idle(position, seat) if self.sequence.allows(position, Attack) else iter(())

    def check_position(self, position: P) -> rules.Verdict:
        found, stacking = [finding for each in self.integrity for finding in each(position)], self.movement.stacking
        for unit in [unit for unit in position.units if self.waits(unit) is None]:
            found += [each for each in self.movement.room(position, unit, unit.at) if each.code == "ground"]
        return rules.judged_as(position, "position", [*found, *(stacking.standing(position) if stacking else ())])

    # ------------------------------------------------------------------ effects
    def follow(self, position: P, action: rules.Action | rules.ChanceOutcome, log: rules.Chronicle) -> P:
        after: P = self._carry_out(position, action, log)
        if self.supply is not None:
            log.later(self.supply.tell_changes, position, after)
        return after

    def _carry_out(self, position: P, action: rules.Action | rules.ChanceOutcome, log: rules.Chronicle) -> Any:
        combat, battle = self.combat, position.battle
        if isinstance(action, rules.ChanceOutcome):
            return combat.roll(position, action, log)
        if isinstance(action, Attack):
            return combat.begin(position, action, log)
        if isinstance(action, Lose):
            return combat.lose(position, position.by_id[action.unit], log)
        if isinstance(action, Move):
            unit, arrivals = position.by_id[action.unit], self.waits(position.by_id[action.unit])
            done = unit.done or (battle is None and not (arrivals and arrivals.goes_on))
            now = replace(unit, at=action.to, done=done)
            if battle is not None:
                after: Any = self.entered(combat.went(position, unit, action.to, log), now, log)
                return combat.settle(after, after.battle, log)
            part: Movement | Arrivals = arrivals or self.movement.by(position, unit, action.to)
            kind, words = "moved", "{unit} moves from {0} to {1}"
            if arrivals:
                kind, words = "arrived", "{unit} arrives on {1}"
            part.tell(log, kind, part.clause, words, unit.at, action.to, unit=str(unit))
            return self.entered(position.with_units(now), now, log)
        if battle is None:
            return self.phase_begins(self.sequence.next(position, log), log)
        combat.tell(log, "stayed", combat.advance, "nobody advances to {0}", battle.target)
        return rules.changed(position, battle=None)

    def under_way(self, position: P) -> rules.Stage:
        player = position.players[self.decider(position)]
        return self.sequence.stage(position, "the die is rolled" if self.chance(position) else f"{player} to act")

    @property
    def lookahead(self) -> rules.Lookahead:
        estimates = rules.Estimates({"worth": self.worth}, self.worth, scale=lambda position: LITTLE)
        return rules.Lookahead(
            lambda position: position.battle is None, some=_worth_trying, sure=not self.hides, estimates=estimates, plies=PLIES
        )  # fmt: skip

    # ------------------------------------------------------------------ reach and looks
    @conditions
    def reach(self, observation: P | rules.Observation[P], space: Space, *, unit: str | None = None) -> Reach:
        """The hexes that a unit may move, retreat or advance to: the first one on a hex, or the one with an id."""
        position = rules.seen(observation)
        spaces, at = position.map, position.map.index(space)
        here = [each for each in position.on(spaces.name(at)) if unit in (None, each.id)]
        if not here:
            raise InputError(CANNOT_COMPUTE, f"no such unit stands on {space}", "unit")
        mover, battle = here[0], position.battle
        retreats = battle is not None and battle.stage == "retreat"
        player = position.players[self.decider(position) if retreats else mover.owner]

        def why(there: int) -> rules.Verdict:
            return self.check(position, Move(player, mover.id, spaces.name(there)))

        if battle is None and self.waits(mover) is None:
            return self.movement.reach(position, mover, why)
        near = spaces.neighbours(at) if battle is not None else spaces.members(self.ends(position, mover))
        return one_step(spaces, at, near, why, str(mover))

    def structures(self, position: P) -> tuple[Piece, ...]:
        """The pieces of a scene below the units, such as towns."""
        return ()

    def ledger(self, position: P) -> Ledger | None:
        """The belongings of the players, beside the board."""
        return None

    def piece(self, position: P, unit: Any) -> Piece:
        """The counter of a unit. In a scene its figures follow its label."""
        kind = getattr(unit, "kind", "unit")
        figures = tuple([("", str(getattr(unit, name)), name) for name in self.figures])
        lost = next(each.default for each in fields(unit) if each.name == "steps") - unit.steps
        look = (unit.owner, self.symbols.get(kind, kind), kind, str(unit))
        return Piece(unit.id, unit.at, *look, lost=max(0, lost), spent=unit.done, figures=figures)

    def scene(self, observation: rules.Observation[P]) -> Scene:
        position, supply = observation.seen, self.supply
        units = [self.piece(position, unit) for unit in position.units]
        figures = ["-".join([text for _, text, _ in each.figures]) for each in units]
        units = [replace(each, label=f"{each.label} {of}".rstrip()) for each, of in zip(units, figures, strict=True)]
        lacking = [unit.at for unit in position.units if supply and not supply.is_supplied(position, unit)]
        tokens = tuple([Token(at, "mark", "out of supply", "out of supply") for at in dict.fromkeys(lacking)])
        return Scene(
            position.map, self.grounds, player_looks(position.players), (*self.structures(position), *units), tokens, borders=self.borders, title=self.title,
            spent="has moved or fought", ledger=self.ledger(position), links=_links_on(position.map, self.all_links),
        )  # fmt: skip


def _worth_trying(position: Any, player: str, rng: Random, most: int) -> list[rules.Action]:
    """The actions that a search compares. Of the moves those that lead next to an enemy or change more than the unit, such as a town,
    and a few others."""
    listed = list_actions(position, player, rng, most)
    near, index = next_to(position.map, position.enemies[position.players.index(player)]), position.map.index
    found, others = list[rules.Action](), list[rules.Action]()
    for action in listed:
        quiet = isinstance(action, Move) and position.battle is None and not near >> index(action.to) & 1
        quiet = quiet and rules.changed(position.system.advance(position, action), units=position.units) == position
        (others if quiet else found).append(action)
    return found + rng.sample(others, min(QUIET, len(others)))


@lru_cache(maxsize=16)
def _links_on(spaces: HexMap, ways: Any) -> Links | None:
    """Links on the map of a position, which may have other hexsides than the map that an author has declared them on."""
    return Links(spaces, dict(ways)) if ways else None
