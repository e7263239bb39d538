"""The rules of my game: positions, actions, what is legal, what an action does, and how it looks.

What clicks mean follows from the grammar and from what is legal; a `Desk` of your own says it in other words.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product

from hexwidget import rules
from hexwidget.geometry import HexMap, Terrain
from hexwidget.scene import Ground, Piece, Scene, player_looks

TERRAINS = (Terrain("plains", "plains", "."), Terrain("lake", "lake", "~"))
"""The kinds of ground: key, name, and symbol in map texts."""
UNSEEN = -1


# ---------------------------------------------------------------- positions: values that never change
@dataclass(frozen=True)
class MyPosition(rules.Position):
    """``riders``: the hexes of each player's riders, in seating order; ``letters``: the number of the rider with the letter, for
    each player, or `UNSEEN`; ``turn``: the seat of the player to move."""

    map: HexMap
    players: tuple[str, ...]
    riders: tuple[tuple[rules.SpaceOnMap, ...], ...]
    letters: tuple[int, ...]
    turn: int = 0
    settings = rules.Settings({})

    @property
    def system(self) -> MyGame:
        return MY_GAME

    def is_free(self, space: str) -> bool:
        """True if a rider may enter a hex (M2)."""
        return self.map.terrain(space) != "lake" and not any(space in own for own in self.riders)

    def is_across(self, space: str) -> bool:
        """True for a hex of the last column (M3)."""
        return self.map.column_row(self.map.index(space))[0] == self.map.columns - 1

    def beside(self, space: str) -> list[str]:
        """The neighbours of a hex."""
        return [self.map.name(n) for n in self.map.neighbours(self.map.index(space))]

    def letters_that_fit(self) -> Iterator[tuple[int, ...]]:
        """M4: the riders that may have the letters: one who is across had none."""
        return product(*([n for n, at in enumerate(own) if not self.is_across(at)] for own in self.riders))

    @cached_property
    def end(self) -> rules.Outcome | None:
        """M3: the winner and the reason; None while the game goes on. It is found once a position."""
        for player, own, letter in zip(self.players, self.riders, self.letters, strict=True):
            if letter != UNSEEN and self.is_across(own[letter]):
                return rules.Outcome((player,), f"{player}'s letter is across", "M3")
        ways = [there for at in self.riders[self.turn] for there in self.beside(at)]
        if not any(map(self.is_free, ways)):
            return rules.Outcome((self.players[1 - self.turn],), f"{self.players[self.turn]} cannot move", "M3")
        return None


# ---------------------------------------------------------------- actions: declared once
@dataclass(frozen=True, slots=True, repr=False)
class Ride(rules.Action):
    """M1: to move a rider to a neighbouring hex."""

    rider: str
    to: str


GRAMMAR: rules.Grammar[Ride] = rules.Grammar(
    rules.Form(Ride, "{rider}-{to}", {"rider": rules.SpaceName(), "to": rules.SpaceName()}, clause="M1"),
    examples='"0101-0201"',
)


# ---------------------------------------------------------------- the system: who acts, what is legal, what happens, who wins
class MyGame(rules.RuleSystem[MyPosition, Ride]):
    """My game: see ``rulebook.toml``."""

    name = "my_game"
    terrains = TERRAINS
    description = MyPosition
    grammar = GRAMMAR
    moment = rules.Moment(turn="M1", over="M3")
    secrets = (
        rules.Secret(
            "letters", "M4", unseen=UNSEEN, values=MyPosition.letters_that_fit, open=lambda position: position.end
        ),
    )

    def to_act(self, position: MyPosition) -> frozenset[str]:
        return rules.TERMINAL if self.outcome(position) else frozenset({position.players[position.turn]})

    def candidates(self, position: MyPosition, player: str) -> Iterator[Ride]:
        """The rides to check. Without this method every pair of hexes is checked."""
        for rider in position.riders[position.players.index(player)]:
            yield from (Ride(player, rider, to) for to in position.beside(rider))

    @rules.bars("M1", "M2")
    def objections(self, position: MyPosition, ride: Ride) -> Iterator[rules.Finding]:
        """Every reason against a ride at its moment, each with its clause."""
        seat = position.players.index(ride.player)
        if ride.rider not in position.riders[seat]:
            yield rules.Finding(
                "M1", "no_rider", (ride.rider,), {"player": ride.player}, "{player:has} no rider on {0}"
            )
        if ride.to not in position.beside(ride.rider):
            yield rules.Finding("M1", "far", (ride.rider, ride.to), {}, "{0} and {1} are not neighbours")
        if position.map.terrain(ride.to) == "lake":
            yield rules.Finding("M2", "lake", (ride.to,), {}, "{0} is a lake")
        elif not position.is_free(ride.to):
            yield rules.Finding("M2", "taken", (ride.to,), {}, "a rider stands on {0}")

    def follow(self, position: MyPosition, ride: Ride | rules.ChanceOutcome, log: rules.Chronicle) -> MyPosition:
        assert isinstance(ride, Ride)  # nothing is left to chance
        riders = tuple(tuple(ride.to if at == ride.rider else at for at in own) for own in position.riders)
        log.tell("rode", "M1", "{player} rides from {0} to {1}", ride.rider, ride.to, player=ride.player)
        after = replace(position, riders=riders, turn=1 - position.turn)
        if end := after.end:
            with_letters = (own[letter] for own, letter in zip(riders, position.letters, strict=True))
            log.tell("game_over", end.clause, "{end}; the letters are on {0} and {1}", *with_letters, end=end.text)
        return after

    def outcome(self, position: MyPosition) -> rules.Outcome | None:
        return position.end

    def scene(self, observation: rules.Observation[MyPosition]) -> Scene:
        position = observation.seen
        grounds = (Ground("plains", "plains", "plains", "none"), Ground("lake", "lake", "sea", "waves"))
        pieces = []
        for seat, own in enumerate(position.riders):
            label = f"{position.players[seat]}'s rider"
            for n, at in enumerate(own):
                letter = (("", "L", "with the letter"),) if n == position.letters[seat] else ()
                pieces.append(Piece(f"{seat}-{n}", at, seat, "horse", "rider", label, figures=letter))
        return Scene(position.map, grounds, player_looks(position.players), tuple(pieces), title=self.title)


MY_GAME = MyGame()
