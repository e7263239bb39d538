"""Desks that follow from the grammar: destinations with the points that are left, prompts by form, and labels that tell pieces apart."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import pytest

from hexwidget import InputError, rules
from hexwidget.geometry import HexMap, Terrain
from hexwidget.rules import Ask, Draft, Field, Form, Grammar, OneOf, SpaceName
from hexwidget.rules.reach import HexReach, Reach, conditions
from hexwidget.scene import Ground, Piece, Scene, player_looks

TERRAINS = (Terrain("plains", "plains", "."),)
BOOK = rules.Rulebook.parse("""
name = "scouts"
title = "Scouts"
clause = [
  { id = "S1", kind = "rule", title = "Marching", text = "In daylight a scout marches up to two hexes; a river costs a point more." },
  { id = "S2", kind = "rule", title = "Fleeing", text = "At night a scout flees to the next hex." },
  { id = "S3", kind = "rule", title = "Resting", text = "A scout rests, also one that is not on the map yet." },
]
""")


@dataclass(frozen=True, slots=True, repr=False)
class March(rules.Action):
    """S1: a scout marches."""

    scout: str
    to: str


@dataclass(frozen=True, slots=True, repr=False)
class Flee(rules.Action):
    """S2: a scout flees."""

    scout: str
    to: str


@dataclass(frozen=True, slots=True, repr=False)
class Rest(rules.Action):
    """S3: a scout rests."""

    who: str


SCOUT, HEX = OneOf("scout", ("a", "b", "c")), SpaceName()
PARTS: dict[str, Any] = {"scout": SCOUT, "to": HEX}


@dataclass(frozen=True)
class Night(rules.Position):
    """``at``: where the scouts stand; one that is not on the map stands nowhere."""

    map: HexMap
    players: tuple[str, ...] = ("ann",)
    at: tuple[tuple[str, str], ...] = (("a", "0101"), ("b", "0101"))
    night: bool = False
    settings = rules.Settings({})

    @property
    def system(self) -> Scouts:
        return SCOUTS


class Orders(rules.ListedByChecking[Any]):
    """Every action that can be said."""

    position: Night

    def candidates(self) -> Iterator[rules.Action]:
        return iter(SCOUTS.grammar.every(self.position, self.player))


class Scouts(rules.RuleSystem[Night, Any]):
    name, rulebook, terrains, description = "scouts", BOOK, TERRAINS, Night
    hexsides, listing = ("river",), Orders
    grammar: ClassVar[Grammar[Any]] = Grammar(
        Form(March, "march {scout} to {to}", PARTS, {"scout": "{scout}", "to": "{to}"}, clause="S1", when=lambda at, _: not at.night),
        Form(Flee, "flee {scout} to {to}", PARTS, {"scout": "{scout}", "to": "{to}"}, clause="S2", when=lambda at, _: at.night),
        Form(Rest, "rest {who}", {"who": SCOUT}, {"who": "{who}"}, clause="S3"),
    )  # fmt: skip

    def to_act(self, position: Night) -> frozenset[str]:
        return frozenset(position.players)

    @rules.bars("S1", "S2", "S3")
    def objections(self, position: Night, action: Any) -> Iterator[rules.Finding]:
        if isinstance(action, Rest):
            return
        if position.night != isinstance(action, Flee):
            yield rules.Finding("S1", "night", (), {}, "scouts march by day, and flee at night")
        there = dict(position.at).get(action.scout)
        near = there is not None and self.way(position, there, action.scout).costs().get(action.to)
        if not near or (position.night and near != 1):
            yield rules.Finding("S1", "far", (action.to,), {}, "{0} is too far")

    def way(self, position: Night, at: str, scout: str) -> HexReach:
        m, verb = position.map, Flee if position.night else March
        why = lambda there: self.check(position, verb("ann", scout, m.name(there)))  # noqa: E731
        points = 1 if position.night else 2
        return HexReach(m, m.index(at), {"plains": 1}, points, why, f"scout {scout}", across={"river": 1})

    @conditions
    def reach(self, observation: Any, space: Any, *, scout: str = "a") -> Reach:
        return self.way(rules.position.seen(observation), str(space), scout)

    def follow(self, position: Night, action: Any, log: rules.Chronicle) -> Night:
        return position

    def outcome(self, position: Night) -> None:
        return None

    def scene(self, observation: rules.Observation[Night]) -> Scene:
        seen = observation.seen
        pieces = tuple(Piece(name, at, 0, "boot", "scout", "the scout") for name, at in seen.at)
        return Scene(seen.map, (Ground("plains", "plains", "plains", "none"),), player_looks(seen.players), pieces)


SCOUTS = Scouts()
START = Night(HexMap.parse(". . . .\n . . . .", TERRAINS).with_hexsides({"river": ["0101-0201"]}))
DARK = replace(START, night=True)


def test_a_destination_shows_the_points_that_are_left_and_the_clauses_at_the_rim() -> None:
    now = START.choices(Draft(scout="b"))
    assert isinstance(now.field, Field)
    assert (now.field.slot, now.field.label, now.field.completes) == ("to", "Where scout b goes", True)
    assert now.field.reach.costs() == {"0102": 1, "0201": 2, "0202": 2}
    assert now.field.reach.rim["0301"] == "S1"
    assert not [option for option in now.options if option.slot == "to"]
    done = START.choices(Draft(scout="b", to="0201"))
    assert (done.action, bool(done.verdict)) == (March("ann", "b", "0201"), True)
    assert done.field == replace(now.field, reach=done.field.reach)  # type: ignore[union-attr]  # it is there


def test_where_reach_and_rules_differ_the_desk_offers_what_the_rules_allow(monkeypatch: pytest.MonkeyPatch) -> None:
    short = lambda self, observation, space, *, scout="a": self.way(DARK, str(space), scout)  # noqa: E731
    monkeypatch.setattr(Scouts, "reach", conditions(short))
    now = START.choices(Draft(scout="a"))
    assert now.field is None
    assert {option.value for option in now.options if option.slot == "to"} == {"0102", "0201", "0202"}


def test_the_prompt_says_what_the_piece_does_by_the_verb_of_the_form() -> None:
    assert START.choices(Draft(scout="a")).prompt == "Ann: choose where the scout marches."
    assert DARK.choices(Draft(scout="a")).prompt == "Ann: choose where the scout flees."


def test_a_form_that_is_not_in_question_is_not_what_a_draft_means() -> None:
    assert DARK.choices(Draft(scout="a", to="0102")).action == Flee("ann", "a", "0102")
    assert SCOUTS.grammar.from_draft(START, Draft(scout="a", to="0102"), "ann") == March("ann", "a", "0102")


def test_two_units_of_one_hex_are_told_apart() -> None:
    labels = [option.label for option in START.choices(Draft()).options if option.slot == "scout"]
    assert labels == ["The scout on 0101 (a)", "The scout on 0101 (b)"]


def test_words_of_a_slot_may_depend_on_the_position_and_name_a_unit_off_the_map(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    says = lambda position, who: f"let {who} rest" + ("" if who in dict(position.at) else " off the map")  # noqa: E731
    what = lambda position: "where {scout} hides" if position.night else ""  # noqa: E731
    asks = {"who": Ask(says=says), "to": Ask(what)}
    monkeypatch.setattr(Scouts, "grammar", Grammar(*SCOUTS.grammar.forms, asks=asks))
    labels = [option.label for option in START.choices(Draft()).options if option.slot == "who"]
    assert labels == ["Let a rest", "Let b rest", "Let c rest off the map"]
    assert DARK.choices(Draft(scout="a")).prompt == "Ann: choose where the scout hides."
    assert START.choices(Draft(scout="a")).prompt == "Ann: choose where the scout marches."


def test_candidates_have_destinations_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Scouts, "desk", rules.CandidateDesk)
    monkeypatch.setattr(Scouts, "candidates", lambda self, position, player: iter(self.grammar.every(position, player)))
    now = START.choices(Draft(scout="a"))
    assert now.field is not None
    assert now.field.reach.costs() == {"0102": 1, "0201": 2, "0202": 2}
    assert [option.slot for option in now.options] == ["who"] * 3


def test_choices_take_what_a_draft_takes() -> None:
    assert START.choices({"scout": "b"}).draft == Draft(scout="b")
    assert START.choices(draft={"scout": "a", "to": "0102"}).action == March("ann", "a", "0102")
    assert [*START.legal_actions(within={"scout": "b"})] == [March("ann", "b", "0201")]
    with pytest.raises(InputError, match="draft/scuot: unknown slot 'scuot'; did you mean 'scout'"):
        START.choices({"scuot": "a"})
