"""A small game with a secret, in which faults are planted: a thief creeps unseen, and a guard looks for it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, ClassVar

from hexwidget import rules
from hexwidget.geometry import HexMap, Space, Terrain
from hexwidget.rules.hints import SpaceOnMap
from hexwidget.rules.position import seen
from hexwidget.rules.reach import GraphReach, Reach
from hexwidget.rules.remedies import likest
from hexwidget.scene import Ground, Piece, Scene, player_looks

TERRAINS = (Terrain("street", "street", "."), Terrain("wall", "wall", "^"))
BOOK = rules.Rulebook.parse("""
name = "hideout"
title = "Hideout"
clause = [
  { id = "H1", kind = "rule", title = "Turns", text = "The thief and the guard move in turn, to a neighbouring hex or not at all. The thief moves unseen." },
  { id = "H2", kind = "rule", title = "Walls", text = "Nobody enters a wall." },
  { id = "H3", kind = "rule", title = "The catch", text = "The guard searches the hex it stands on, and catches the thief there. After the last round the thief is away.", parameters = [{ name = "rounds", type = "int", default = 6, min = 1, max = 20 }] },
]
""")


@dataclass(frozen=True, slots=True, repr=False)
class Creep(rules.Action):
    """H1: the thief moves."""

    to: str


@dataclass(frozen=True, slots=True, repr=False)
class Walk(rules.Action):
    """H1: the guard moves."""

    to: str


@dataclass(frozen=True, slots=True, repr=False)
class Search(rules.Action):
    """H3: the guard searches its hex."""


GRAMMAR: rules.Grammar[Any] = rules.Grammar(
    rules.Form(Creep, "creep {to}", {"to": rules.SpaceName()}, {"creep": "{to}"}, clause="H1"),
    rules.Form(Walk, "walk {to}", {"to": rules.SpaceName()}, {"walk": "{to}"}, clause="H1"),
    rules.Form(Search, "search", draft={"do": "search"}, clause="H3"),
    slots={"creep": rules.SpaceName(), "walk": rules.SpaceName()},
)
HIDDEN = ""
SETTINGS = rules.Settings({"rounds": 6})


@dataclass(frozen=True)
class HideoutPosition(rules.Position):
    """``thief``: its hex, empty for those who do not see it; ``searches``: the number of the guard's searches."""

    map: HexMap
    players: tuple[str, ...] = ("thief", "guard")
    thief: str = "0101"
    guard: SpaceOnMap = "0403"
    turn: int = 0
    round: int = 1
    searches: int = 0
    caught: bool = False
    settings: rules.Settings = SETTINGS

    @property
    def system(self) -> Hideout:
        return Hideout.now

    def beside(self, space: str) -> list[str]:
        """The hexes that a move from a hex may lead to: itself and its neighbours."""
        return [space, *(self.map.name(n) for n in self.map.neighbours(self.map.index(space)))]


class Hideout(rules.RuleSystem[HideoutPosition, Any]):
    name, folder, rulebook = "hideout", Path(__file__).parent, BOOK
    terrains, description, grammar = TERRAINS, HideoutPosition, GRAMMAR
    resamples_fairly = True
    now: ClassVar[Hideout]
    """The system that positions belong to: this one, or the one with a planted fault."""

    def to_act(self, position: HideoutPosition) -> frozenset[str]:
        return rules.TERMINAL if self.outcome(position) else frozenset({position.players[position.turn]})

    def candidates(self, position: HideoutPosition, player: str) -> Iterator[Any]:
        if player == position.players[0]:
            yield from (Creep(player, to) for to in position.beside(position.thief) if position.thief)
        else:
            yield from (Walk(player, to) for to in position.beside(position.guard))
            yield Search(player)

    def check(self, position: Any, action: Any) -> rules.Verdict:
        whole = seen(position)
        if isinstance(action, Creep) and not whole.thief:
            self.grammar.check(whole, action)
            unseen = rules.Finding("H1", "unseen", (), {}, "nobody sees where the thief is")
            return rules.Verdict(rules.Status.UNKNOWN, (unseen,), str(action), self.rulebook)
        return super().check(position, action)

    @rules.bars("H1", "H2", "H3")
    def objections(self, position: HideoutPosition, action: Any) -> Iterator[rules.Finding]:
        seat = position.players.index(action.player)
        if self.outcome(position):
            yield rules.Finding("H3", "over", (), {}, "the game is over")
        elif seat != position.turn:
            yield rules.Finding("H1", "turn", (), {"player": action.player}, "it is not {player:'s} turn")
        if (seat == 0) != isinstance(action, Creep):
            yield rules.Finding("H1", "who", (), {}, "the thief creeps, the guard walks and searches")
        if isinstance(action, Search):
            return
        here = position.thief if isinstance(action, Creep) else position.guard
        if action.to not in position.beside(here):
            yield rules.Finding("H1", "far", (action.to,), {}, "{0} is not a neighbouring hex")
        if position.map.terrain(action.to) == "wall":
            yield rules.Finding(
                "H2", "wall", (action.to,), {}, "{0} is a wall", partial(self.way_out, position, action)
            )

    def way_out(self, position: HideoutPosition, action: Any) -> rules.Remedy | None:
        """A move that leads into no wall."""
        return likest(position, action, "Go elsewhere: {action}", "H2")

    def follow(self, position: HideoutPosition, action: Any, log: rules.Chronicle) -> HideoutPosition:
        if isinstance(action, Creep):
            self.tell_creep(position, action, log)
            return replace(position, thief=action.to, turn=1)
        after = replace(position, turn=0, round=position.round + 1)
        if isinstance(action, Walk):
            words = "{player:walks} from {0} to {1}"
            log.tell("walked", "H1", words, position.guard, action.to, player=action.player)
            return replace(after, guard=action.to)
        log.tell("searched", "H3", "{player:searches} {0}", position.guard, player=action.player)
        found = position.thief == position.guard
        if found:
            log.tell("caught", "H3", "the thief is caught on {0}", position.guard)
        return replace(after, searches=position.searches + 1, caught=found)

    def tell_creep(self, position: HideoutPosition, action: Creep, log: rules.Chronicle) -> None:
        """Tell that the thief has moved, and to the thief where."""
        log.tell("crept", "H1", "{player:creeps}", player=action.player)
        log.tell("crept_to", "H1", "from {0} to {1}", position.thief, action.to, seen=(action.player,))

    def outcome(self, position: HideoutPosition) -> rules.Outcome | None:
        if position.caught:
            return rules.Outcome((position.players[1],), "the thief is caught", "H3")
        if position.round > position.settings["rounds"]:
            return rules.Outcome((position.players[0],), "the thief is away", "H3")
        return None

    def under_way(self, position: HideoutPosition) -> rules.Stage:
        return rules.Stage(f"{position.players[position.turn]} to act", f"Round {position.round}")

    def observe(self, position: HideoutPosition, player: str | None) -> rules.Observation[HideoutPosition]:
        knows = player == position.players[0] or position.caught
        return rules.Observation(player, position if knows else replace(position, thief=HIDDEN))

    def resample(self, position: HideoutPosition, player: str | None, rng: Random) -> HideoutPosition:
        if self.observe(position, player).seen == position:
            return position
        free = [name for name in position.map.names() if position.map.terrain(name) != "wall"]
        return replace(position, thief=rng.choice(free))

    def told(self, position: HideoutPosition, done: Any, player: str | None) -> str | None:
        if isinstance(done, Creep) and player != done.player:
            return f"{done.player} creeps"
        return super().told(position, done, player)

    def reach(self, observation: Any, space: Space, *args: Any, **conditions: Any) -> Reach:
        position = seen(observation)
        spaces, here = position.map, position.map.index(space)
        free = [n for n in spaces.neighbours(here) if spaces.terrain(n) != "wall"]
        walls = [n for n in spaces.neighbours(here) if n not in free]
        walk = Walk if space == position.guard else Creep
        seat = position.players[walk is Walk]

        def why(at: int) -> rules.Verdict:
            return self.check(position, walk(seat, spaces.name(at)))

        def steps(at: int) -> Iterator[tuple[int, int]]:
            return ((n, 1) for n in free if at == here)

        return GraphReach(spaces, here, steps, 1, [here, *free], {"H2": walls}, why, seat)

    def scene(self, observation: rules.Observation[HideoutPosition]) -> Scene:
        position = observation.seen
        grounds = (Ground("street", "street", "plains", "none"), Ground("wall", "wall", "rock", "none"))
        looks = ((position.thief, 0, "mask", "thief"), (position.guard, 1, "shield", "guard"))
        pieces = tuple(Piece(name, at, seat, symbol, name, name) for at, seat, symbol, name in looks if at)
        return Scene(position.map, grounds, player_looks(position.players), pieces, title="Hideout")


HIDEOUT = Hideout.now = Hideout()
START = HideoutPosition(HexMap.parse(". . . .\n . ^ ^ .\n. . . .", TERRAINS))
