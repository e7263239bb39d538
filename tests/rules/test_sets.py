"""Sets in drafts: several units act together, and a click adds or removes one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

import hexwidget as hw
from hexwidget.geometry import HexMap, Terrain
from hexwidget.rules import (
    TERMINAL,
    Action,
    ChanceOutcome,
    Choice,
    Choices,
    Draft,
    Event,
    Finding,
    Observation,
    Outcome,
    Position,
    Rulebook,
    RuleSystem,
    Settings,
    Transition,
    bars,
)
from hexwidget.rules.default_desk import DefaultDesk
from hexwidget.rules.grammar import Form, Grammar
from hexwidget.rules.hints import SpaceOnMap
from hexwidget.rules.kinds import OneOf, Reading, SetOf
from hexwidget.scene import Ground, Piece, Scene, player_looks
from hexwidget.systems import registry
from hexwidget.testing import NotConforming
from tests.amounts import many

BOOK = """
name = "salvo"
title = "Salvo"
clause = [
    { id = "S1", kind = "rule", title = "Salvos", text = "Units next to a target shoot together: two or more, each once a game." },
    { id = "S2", kind = "rule", title = "End", text = "Who cannot shoot has lost." },
]
"""


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit of a seat; ``shot``: it has shot."""

    at: SpaceOnMap
    owner: int
    shot: bool = False


@dataclass(frozen=True)
class SalvoPosition(Position):
    """The units by their names."""

    map: HexMap
    players: tuple[str, ...]
    units: dict[str, Unit]
    turn: int = 0
    settings = Settings({})

    def __hash__(self) -> int:
        return hash((frozenset(self.units.items()), self.turn))

    @property
    def system(self) -> Salvo:
        return SALVO


@dataclass(frozen=True, slots=True, repr=False)
class Shoot(Action):
    """S1: units shoot together at another one."""

    units: tuple[str, ...]
    target: str


UNIT = OneOf("unit", lambda position: tuple(position.units))
GRAMMAR: Grammar[Shoot] = Grammar(
    Form(
        Shoot,
        "shoot {target} with {units...}",
        {"units": SetOf(UNIT, least=2), "target": UNIT},
        {"units": "{units}", "target": "{target}"},
        clause="S1",
    ),
    slots={"units": SetOf(UNIT, least=2), "target": UNIT},
    examples='"shoot b1 with a1 a2"',
)


class Salvo(RuleSystem[SalvoPosition, Shoot]):
    """Units shoot together."""

    name = "salvo"
    folder = Path(__file__).parent
    rulebook = Rulebook.parse(BOOK)
    terrains = (Terrain("plains", "plains", "."),)
    description = SalvoPosition
    grammar = GRAMMAR

    def to_act(self, position: SalvoPosition) -> frozenset[str]:
        return TERMINAL if self.outcome(position) else frozenset({position.players[position.turn]})

    @bars("S1", "S2")
    def objections(self, position: SalvoPosition, action: Shoot) -> Iterator[Finding]:
        seat, spaces = position.players.index(action.player), position.map
        target = position.units[action.target]
        if self.outcome(position):
            yield Finding("S2", "over", (), {}, "the game is over")
        elif seat != position.turn:
            yield Finding("S1", "turn", (), {}, "it is the other player's turn")
        if target.owner == seat:
            yield Finding("S1", "own", (target.at,), {"unit": action.target}, "{unit} is one of their own")
        for name in action.units:
            unit = position.units[name]
            if unit.owner != seat or unit.shot:
                yield Finding("S1", "not_ready", (unit.at,), {"unit": name}, "{unit} may not shoot")
            if target.at not in [spaces.name(n) for n in spaces.neighbours(spaces.index(unit.at))]:
                yield Finding("S1", "far", (unit.at, target.at), {"unit": name}, "{unit} is not next to {1}")

    def carry_out(self, position: SalvoPosition, action: Shoot | ChanceOutcome) -> Transition[SalvoPosition]:
        assert isinstance(action, Shoot)
        units = {
            name: replace(unit, shot=unit.shot or name in action.units)
            for name, unit in position.units.items()
            if name != action.target
        }
        spaces = dict.fromkeys(position.units[name].at for name in (action.target, *action.units))
        event = Event("hit", tuple(spaces), {"unit": action.target}, "S1", "{unit} is hit")
        return Transition(replace(position, units=units, turn=1 - position.turn), (event,))

    def outcome(self, position: SalvoPosition) -> Outcome | None:
        spaces = position.map
        ready = [unit.at for unit in position.units.values() if unit.owner == position.turn and not unit.shot]
        near = [{spaces.name(n) for n in spaces.neighbours(spaces.index(at))} for at in ready]
        others = [unit.at for unit in position.units.values() if unit.owner != position.turn]
        if any(sum(at in each for each in near) > 1 for at in others):
            return None
        return Outcome((position.players[1 - position.turn],), f"{position.players[position.turn]} cannot shoot", "S2")

    def scene(self, observation: Observation[SalvoPosition]) -> Scene:
        position = observation.seen
        pieces = tuple(
            Piece(name, unit.at, unit.owner, "bow", "archer", name, spent=unit.shot)
            for name, unit in position.units.items()
        )
        grounds = (Ground("plains", "plains", "plains", "none"),)
        return Scene(position.map, grounds, player_looks(position.players), pieces, title=self.title)


SALVO = Salvo()
START: SalvoPosition = SALVO.position(
    map=". . .\n . . .\n. . .",
    players=["red", "blue"],
    units={
        "a1": {"at": "0101", "owner": 0},
        "a2": {"at": "0101", "owner": 0},
        "a3": {"at": "0202", "owner": 0},
        "b1": {"at": "0201", "owner": 1},
        "b2": {"at": "0102", "owner": 1},
        "b3": {"at": "0303", "owner": 1},
    },
)


def offered(**slots: Any) -> dict[tuple[str, str], Choice]:
    """The choices by their kind and value."""
    choices = START.choices(Draft(slots))
    return {(option.kind, str(option.value)): option for option in choices.options if option.slot == "units"}


def clicked(space: str, draft: Draft) -> Draft:
    """The draft after a click on the pieces of a space."""
    (option,) = (
        o for o in START.choices(draft).options if o.space == space and o.slot == "units" and o.kind == "piece"
    )
    return option.leads_to


@pytest.fixture(autouse=True)
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "SYSTEMS", {"salvo": SALVO})


@pytest.mark.slow
def test_it_conforms() -> None:
    hw.testing.conform(SALVO, positions=[START], games=many(2, 3), steps=many(12, 40))


def test_a_set_is_one_slot_and_one_part_of_the_text() -> None:
    action = START.parse("shoot b1 with a2, a1")
    assert action.units == ("a1", "a2")
    assert str(action) == "shoot b1 with a1 a2"
    assert next(iter(GRAMMAR.drafts(action))) == {"units": "a1 a2", "target": "b1"}
    assert Draft(units={"a2", "a1"}, target="b1") == Draft(units="a1 a2", target="b1")
    assert START.choices(Draft(units={"a2", "a1"}, target="b1")).action == action
    assert START.check(Shoot("red", ("a2", "a1"), "b1"))


@pytest.mark.parametrize(
    ("units", "wrong"),
    [
        (("a1", "a9"), "units: unknown unit 'a9'; expected one of"),
        (("a1", "a1"), "units: 'a1' is given 2 times"),
        (("a1",), "units: expected at least 2 names, not 1"),
        ("a1 a2", "units: expected a tuple of names"),
    ],
)
def test_a_malformed_set_is_named(units: Any, wrong: str) -> None:
    with pytest.raises(hw.InputError) as refused:
        START.check(Shoot("red", units, "b1"))
    assert wrong in str(refused.value)


def test_clicks_on_a_space_go_through_the_sets_of_its_pieces_and_back_to_none() -> None:
    draft, seen = Draft(), []
    for _ in range(5):
        draft = clicked("0101", draft)
        seen.append(draft.get("units"))
    assert seen == ["a1", "a1 a2", "a2", None, "a1"]
    both = clicked("0202", Draft(units={"a1", "a2"}))
    assert both == Draft(units="a1 a2 a3")
    assert clicked("0202", both) == Draft(units="a1 a2")


def test_each_of_several_pieces_on_a_space_has_a_switch() -> None:
    assert set(offered()) == {("piece", "a1 a2"), ("piece", "a3"), ("switch", "a1"), ("switch", "a2")}
    half = offered(units="a1")
    assert [half["switch", "a1"].chosen, half["switch", "a2"].chosen, half["piece", "a1 a2"].chosen] == [
        True,
        False,
        True,
    ]
    assert half["switch", "a2"].leads_to == Draft(units="a1 a2")
    assert half["switch", "a1"].leads_to == Draft()


def test_a_part_of_a_set_stays_in_the_draft_until_it_is_enough() -> None:
    part = START.choices(Draft(units="a3"))
    assert (part.draft, part.action) == (Draft(units="a3"), None)
    assert {o.slot for o in part.options} == {"units"}
    assert START.choices(Draft(units="a3", target="b1")).action is None
    enough = START.choices(Draft(units="a1 a3"))
    assert {o.value for o in enough.options if o.slot == "target"} == {"b1", "b2"}
    whole = enough.draft.set("target", "b1")
    assert str(START.choices(whole).action) == "shoot b1 with a1 a3"


def test_within_a_part_of_a_set_are_the_sets_that_hold_it() -> None:
    within = [action.units for action in START.legal_actions("red", within=Draft(units="a3"))]
    assert within
    assert all("a3" in units for units in within)


def test_too_many_sets_are_not_listed() -> None:
    many = OneOf("unit", tuple(f"u{n}" for n in range(20)))
    assert len(list(SetOf(OneOf("unit", ("a", "b", "c"))).known(START))) == 7
    with pytest.raises(NotImplementedError, match="20 names have too many sets"):
        SetOf(many).known(START)


def test_a_slot_of_names_that_do_not_exist_is_refused() -> None:
    with pytest.raises(hw.InputError, match="unknown unit 'zz'"):
        START.choices(Draft(units="a1 zz"))
    reading = Reading(START)
    SetOf(UNIT).check_slot(7, reading)
    assert "expected a text, not 7" in str(reading.problems.found[0])


@pytest.mark.parametrize("value", [[1], ["a1", None], {"a1": 1}, None, 1.5])
def test_a_slot_of_anything_else_is_refused_in_words(value: Any) -> None:
    with pytest.raises(hw.InputError, match="draft/units: expected a text"):
        START.choices(Draft(units=value))


@pytest.mark.slow
def test_conform_finds_sets_that_lead_nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    class Stuck(DefaultDesk[SalvoPosition, Shoot]):
        """Every click on a set takes all units, also those of the other player."""

        def choose(self) -> Choices:
            now = super().choose()
            options = [replace(o, leads_to=Draft(units={"a1", "b3"})) if o.slot == "units" else o for o in now.options]
            return replace(now, options=tuple(options))

    monkeypatch.setattr(Salvo, "desk", Stuck)
    with pytest.raises(NotConforming, match="no legal action comes of it"):
        hw.testing.conform(SALVO, positions=[START], games=1)
