"""A system of an author with a secret, on provinces: choices, explanations, and errors about its fields and forms."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

import hexwidget as hw
from hexwidget import rules
from hexwidget.geometry import Border, Province, ProvinceMap
from hexwidget.rules.grammar import Form, Grammar
from hexwidget.rules.hints import SpaceOnMap
from hexwidget.rules.kinds import SpaceName
from hexwidget.scene import Ground, Piece, Scene, player_looks

BOOK = rules.Rulebook.parse("""
name = "chase"
title = "Chase"
clause = [
    { id = "C1", kind = "rule", title = "Hiding", text = "Only the fugitive hides, before the first round." },
    { id = "C2", kind = "rule", title = "Hunting", text = "From the first round on the hunter goes to a neighbouring place." },
]
""")


def place(n: int) -> Province:
    corners = ((2.0 * n, 0.0), (2.0 * n + 2, 0.0), (2.0 * n + 2, 2.0), (2.0 * n, 2.0))
    return Province("abcd"[n], "ABCD"[n], "town", corners, (2.0 * n + 1, 1.0))


TOWN = ProvinceMap(
    ("town",), map(place, range(4)), [Border("a", "b", "road"), Border("b", "c", "road"), Border("c", "d", "road")]
)


@dataclass(frozen=True)
class ChasePosition(rules.Position):
    """``hidden``: the place of the fugitive, empty before it hides and for the hunter."""

    players: tuple[str, ...] = ("fugitive", "hunter")
    hidden: str = ""
    hunter: SpaceOnMap = "a"
    round: int = 0
    map = TOWN
    settings = rules.Settings({})

    @property
    def system(self) -> Chase:
        return CHASE


@dataclass(frozen=True, slots=True, repr=False)
class Hide(rules.Action):
    """C1: the fugitive hides."""

    at: str


@dataclass(frozen=True, slots=True, repr=False)
class Go(rules.Action):
    """C2: the hunter goes."""

    at: str


GRAMMAR: Grammar[Hide | Go] = Grammar(
    Form(Hide, "hide {at}", {"at": SpaceName()}, {"hide": "{at}"}, clause="C1"),
    Form(Go, "go {at}", {"at": SpaceName()}, {"to": "{at}"}, clause="C2"),
    slots={"hide": SpaceName(), "to": SpaceName()},
)


class Chase(rules.RuleSystem[ChasePosition, Hide | Go]):
    """One hides, one seeks."""

    name, folder, rulebook = "chase", Path(__file__).parent, BOOK
    description, grammar = ChasePosition, GRAMMAR

    def to_act(self, position: ChasePosition) -> frozenset[str]:
        return frozenset({position.players[min(position.round, 1)]})

    @rules.bars("C1", "C2")
    def objections(self, position: ChasePosition, action: Hide | Go) -> Iterator[rules.Finding]:
        if isinstance(action, Hide):
            if position.round or action.player != "fugitive":
                yield rules.Finding("C1", "late", (), {}, "only the fugitive hides, before the first round")
            return
        if not position.round:
            yield rules.Finding("C2", "early", (), {}, "the fugitive hides first")
        spaces = position.map
        if spaces.index(action.at) not in spaces.neighbours(spaces.index(position.hunter)):
            yield rules.Finding("C2", "far", (action.at,), {}, "{0} is not next to the hunter")
        if action.player != "hunter":
            yield rules.Finding("C2", "who", (), {}, "only the hunter goes")

    def carry_out(
        self, position: ChasePosition, action: Hide | Go | rules.ChanceOutcome
    ) -> rules.Transition[ChasePosition]:
        if isinstance(action, Hide):
            hides = rules.Event("hides", (), {}, "C1", "the fugitive hides")
            return rules.Transition(replace(position, hidden=action.at, round=1), (hides,))
        assert isinstance(action, Go)
        goes = rules.Event("goes", (action.at,), {}, "C2", "the hunter goes to {0}")
        return rules.Transition(replace(position, hunter=action.at, round=position.round + 1), (goes,))

    def outcome(self, position: ChasePosition) -> rules.Outcome | None:
        return None

    def observe(self, position: ChasePosition, player: str | None) -> rules.Observation[ChasePosition]:
        return rules.Observation(player, position if player == "fugitive" else replace(position, hidden=""))

    def scene(self, observation: rules.Observation[ChasePosition]) -> Scene:
        seen = observation.seen
        standing = {seen.hidden: 0, seen.hunter: 1} if seen.hidden else {seen.hunter: 1}
        pieces = tuple(
            Piece(seen.players[owner], at, owner, "shield", "person", seen.players[owner])
            for at, owner in standing.items()
        )
        return Scene(seen.map, (Ground("town", "town", "plains", "none"),), player_looks(seen.players), pieces)


CHASE = Chase()


def test_the_choices_of_a_player_are_those_of_the_players_view() -> None:
    there, elsewhere = (ChasePosition(hidden=at, round=1, hunter="b") for at in "ac")
    mine, other = (each.choices(player="hunter") for each in (there, elsewhere))
    assert mine == other
    assert CHASE.choices(there, "hunter", rules.Draft()) == mine
    assert {(option.kind, option.space) for option in mine.options} == {("space", "a"), ("space", "c")}


def test_a_barred_click_is_explained_by_a_form_that_is_legal_now() -> None:
    """To hide has one reason against it, to go two; the hunter cannot hide at all."""
    position = ChasePosition(hidden="d", round=1, hunter="a")
    verdict = CHASE.explain(position.observe("hunter"), "hunter", rules.Draft(), "d")
    assert verdict.clauses == ("C2",)
    assert [finding.code for finding in verdict.findings] == ["far"]
    first = ChasePosition()
    assert [f.code for f in CHASE.explain(first.observe("fugitive"), "fugitive", rules.Draft(), "d").findings] == []


def test_a_click_of_a_player_who_is_not_to_act_is_explained_by_whose_turn_it_is() -> None:
    """No form is meant: neither the hiding that only the fugitive does, nor the going that comes later."""
    for position, player, turn in (
        (ChasePosition(), "hunter", "Fugitive to act"),
        (ChasePosition(hidden="d", round=1), "fugitive", "Hunter to act"),
    ):
        verdict = CHASE.explain(position.observe(player), player, rules.Draft(), "d")
        assert (verdict.findings, verdict.nearest) == ((), None)
        assert turn in str(verdict)


def test_a_map_of_provinces_among_the_fields_is_refused_with_the_way_out() -> None:
    @dataclass(frozen=True)
    class Described:
        map: ProvinceMap
        players: tuple[str, ...] = ("fugitive", "hunter")
        places: frozenset[str] = frozenset()

    class WithMap(Chase):
        description = Described

    with pytest.raises(hw.InputError) as refused:
        WithMap().position(map=TOWN)
    assert {p.place: p.message for p in refused.value.problems} == {
        "map": "no description holds a ProvinceMap; give the class of positions the map without a type hint: `map = ...`",
        "places": "no description holds a frozenset; a field is a text, a number, true or false, a tuple, a dict or a dataclass",
    }


def test_a_form_that_can_never_be_read_is_refused() -> None:
    at = SpaceName()
    with pytest.raises(hw.InputError) as refused:
        Grammar(Form(Hide, "hide {at}", {"at": at}), Form(Go, "{player} to {at}", {"player": at, "at": at}))
    (problem,) = refused.value.problems
    assert problem.place == "'{player} to {at}'"
    assert problem.message == (
        "no text is ever read so: its verb, 'to', is word 2, and that of 'hide {at}' is word 1; "
        "put the verbs of all forms at the same word"
    )


def test_forms_that_are_never_read_as_they_are_written_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Hide, "forms", Hide.forms)  # the last grammar gives the class other ones
    at = {"at": SpaceName()}
    hide, go = Form(Hide, "go {at}", at), Form(Go, "GO {at}", at)
    with pytest.raises(hw.InputError, match="no text is ever read so: the form of Hide has the same text"):
        Grammar(hide, go)
    with pytest.raises(
        hw.InputError, match="a part that may be left out stands before its verb, 'hides'; put it behind"
    ):
        Grammar(Form(Hide, "[{at}] hides", at))
    with pytest.raises(hw.InputError, match=r"nothing says its field 'at'; give it a part, .* or a value in .fixed"):
        Form(Hide, "go")
    assert Grammar(Form(Hide, "hide", fixed={"at": "a"}), go).verbs
