"""Authors of rule systems are told what is wrong, where, and what the nearest name is."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from importlib import import_module
from inspect import getsourcelines
from pathlib import Path
from traceback import format_exception
from typing import Any

import pytest

import hexwidget as hw
from hexwidget.english import WordingError, say
from hexwidget.geometry import HexMap
from hexwidget.rules import Action, Event, Finding, Position, Rulebook, RuleSystem, Settings, Silence, bars
from hexwidget.rules.author import faults as faults_of
from hexwidget.rules.grammar import Form, Grammar
from hexwidget.rules.hints import SpaceOnMap
from hexwidget.scaffold import make
from hexwidget.scene import Arrow, Ground, Note, Overlay, Piece, Player, Scene, Token, faults
from hexwidget.scene.drawing import ENCODING as ENCODING
from hexwidget.scene.scene import HIDDEN
from hexwidget.scene.scene_messages import ChangingScene
from hexwidget.systems import registry
from tests.systems.hideout import Walk

BOOK = """
name = "own"
title = "Own"
clause = [{ id = "Q1", kind = "rule", title = "One", text = "One." }]
"""


def problems(text: str) -> list[str]:
    """What is wrong with a rulebook."""
    with pytest.raises(hw.InputError) as refused:
        Rulebook.parse(text)
    return list(map(str, refused.value.problems))


# ---------------------------------------------------------------- rulebooks
@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("x = ", "it is not TOML: "),
        ('name = "own"', "title: is missing"),
        (BOOK.replace("kind", "kidn"), "clause Q1/kidn: unknown part 'kidn'; did you mean 'kind'?"),
        (BOOK.replace('"rule"', '"rul"'), "clause Q1/kind: unknown kind of clause 'rul'; did you mean 'rule'?"),
        (BOOK.replace('"One."', "1"), "clause Q1/text: expected a text, not 1"),
        (BOOK.replace("clause = [", "clause = [7, "), "clause/0: expected a table, not 7"),
        (
            BOOK.replace("}]", '}, { id = "Q1", kind = "rule", title = "Two", text = "Two." }]'),
            "clause Q1: another clause",
        ),
        (BOOK.replace(" }]", ', option = { name = "fog", values = [] } }]'), "clause Q1/option/values: expected texts"),
        ("sections = { Q2 = 'Two' }\n" + BOOK, "sections/Q2: unknown section 'Q2'"),
        ("sections = { Q1 = 1 }\n" + BOOK, "sections/Q1: expected a text, not 1"),
        ("sections = 1\n" + BOOK, "sections: expected a table, not 1"),
        (
            BOOK.replace(" }]", ', parameters = [{ name = "n", type = "in", default = 1 }] }]'),
            "clause Q1/parameters/0/type: unknown type of parameter 'in'; did you mean 'int'?",
        ),
        (
            BOOK.replace(" }]", ', parameters = [{ name = "n", type = "int", default = 9, max = 5 }] }]'),
            "clause Q1/parameters/0/default: expected a whole number from min to max, not 9",
        ),
        (BOOK.replace(" }]", ", remark = 1 }]"), "clause Q1/remark: expected a text, not 1"),
        (BOOK.replace(" }]", ', after = "Q1" }]'), "clause Q1/after: expected a list, not 'Q1'"),
        (BOOK.replace(" }]", ', after = ["Q2"] }]'), "clause Q1/after: unknown clause 'Q2'; expected one of: 'Q1'"),
        (BOOK.replace(" }]", ", after = [[]] }]"), "clause Q1/after: unknown clause []"),
        (
            BOOK.replace(" }]", ', after = ["Q1"] }]'),
            "clause Q1/after: expected clauses without a circle, not Q1 after Q1",
        ),
        (
            BOOK.replace(
                "}]", ', after = ["Q2"] }, { id = "Q2", kind = "rule", title = "Two", text = "Two.", after = ["Q1"] }]'
            ),
            "expected clauses without a circle, not Q1 after Q2 after Q1",
        ),
    ],
)
def test_a_rulebook_that_cannot_be_read_says_where(text: str, wrong: str) -> None:
    assert any(wrong in problem for problem in problems(text)), problems(text)


def test_a_clause_may_have_a_remark_and_come_after_others() -> None:
    second = '}, { id = "Q2", kind = "rule", title = "Two", text = "Two.", remark = "Cited first.", after = ["Q1"] }]'
    book = Rulebook.parse(BOOK.replace("}]", second))
    assert (book["Q2"].remark, book["Q2"].after) == ("Cited first.", ("Q1",))
    assert (book["Q1"].remark, book["Q1"].after) == ("", ())


def test_a_rulebook_may_name_its_sections() -> None:
    assert Rulebook.parse("sections = { Q1 = 'Steps' }\n" + BOOK).sections == {"Q1": "Steps"}
    assert Rulebook.parse(BOOK).sections == {}
    for name in hw.system_names():
        book = hw.system(name).rulebook
        assert not book.sections or {clause.section for clause in book.values()} == set(book.sections)


def test_all_problems_of_a_rulebook_are_listed_and_its_file_is_named(tmp_path: Path) -> None:
    path = tmp_path / "rulebook.toml"
    path.write_text(BOOK.replace("kind", "kidn").replace('title = "Own"', ""))
    with pytest.raises(hw.InputError, match=r"rulebook\.toml") as refused:
        Rulebook.load(path)
    assert len(refused.value.problems) == 3
    with pytest.raises(hw.InputError, match="No such file"):
        Rulebook.load(tmp_path / "none.toml")


# ---------------------------------------------------------------- systems
@dataclass(frozen=True, slots=True, repr=False)
class Step(Action):
    """Q1: to step."""


@dataclass(frozen=True)
class OwnPosition(Position):
    """A map of hexes, and pieces by the names of their hexes."""

    map: HexMap
    players: tuple[str, ...] = ("red", "blue")
    pieces: tuple[tuple[SpaceOnMap, ...], ...] = ()
    camps: dict[SpaceOnMap, int] | None = None
    settings = Settings({})

    @property
    def system(self) -> Own:
        return OWN


class Own(RuleSystem[OwnPosition, Step]):
    """A system with as little as there can be."""

    name, rulebook, description = "own", Rulebook.parse(BOOK), OwnPosition
    terrains = hw.system("depletion").terrains
    grammar = Grammar(Form(Step, "step", clause="Q1"))

    def to_act(self, position: OwnPosition) -> frozenset[str]:
        return frozenset({"red"})

    @bars("Q1")
    def objections(self, position: OwnPosition, action: Step) -> Iterator[Finding]:
        yield from ()

    def carry_out(self, position: OwnPosition, action: Any) -> Any:
        raise NotImplementedError

    def outcome(self, position: OwnPosition) -> None:
        return None

    def scene(self, observation: Any) -> Scene:
        return SCENE


OWN = Own()
MAP = HexMap.parse(". . ^", OWN.terrains)
SCENE = replace(hw.system("depletion").position(map=". . ^", players=["red", "blue"]).scene(), pieces=())


@pytest.mark.slow
def test_a_good_system_has_no_faults() -> None:
    assert faults_of(OWN) == []
    for name in hw.system_names():
        assert faults_of(hw.system(name)) == []


class Misnamed(Own):
    name = "other"


class Misquoting(Own):
    grammar = Grammar(Form(Step, "step", clause="Q2"))
    silences = (Silence("Q7", "none", ("Q1",), "there is none"),)


FORM = getsourcelines(Misquoting)[1] + 1
"""The line of the form that cites no clause."""


class Homeless(RuleSystem[OwnPosition, Step]):
    """It has no folder."""

    name, grammar = "homeless", Own.grammar
    to_act, carry_out, outcome, scene = Own.to_act, Own.carry_out, Own.outcome, Own.scene


class Idle(Own):
    """A system without effects."""

    carry_out = RuleSystem.carry_out


@pytest.mark.parametrize(
    ("system", "wrong"),
    [
        (7, "expected a rule system, not 7"),
        (Idle(), "follow: expected the effects of its actions: `def follow(self, position, action, log)`"),
        (Misnamed(), "rulebook.toml/name: expected the system's name, 'other', not 'own'"),
        (Misquoting(), f"grammar: step (test_author.py, line {FORM}): unknown clause 'Q2'"),
        (Misquoting(), "silences/0: unknown clause 'Q7'"),
        (Homeless(), "folder: expected the folder of rulebook.toml"),
    ],
)
def test_register_refuses_and_says_where(system: Any, wrong: str) -> None:
    with pytest.raises(hw.InputError, match="cannot be registered") as refused:
        hw.register(system)
    assert any(wrong in str(problem) for problem in refused.value.problems), refused.value


def test_a_clause_that_no_rulebook_has_is_named_with_its_predicate(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Own, "rulebook", Rulebook.parse(BOOK.replace('"Q1"', '"Q3"')))
    found = list(map(str, faults_of(Own())))  # a new one, as a system caches what its rulebook implements
    line = Own.objections.__code__.co_firstlineno
    place = f"@bars of {__name__}.Own.objections (test_author.py, line {line}): unknown clause 'Q1'"
    assert any(each.startswith(place) for each in found), found


# ---------------------------------------------------------------- installed systems
def test_a_name_that_nobody_knows_says_how_to_make_it_known() -> None:
    with pytest.raises(hw.InputError, match=r"hw\.register") as refused:
        hw.system("skirmish")
    assert "entry point" in str(refused.value)


class Entry:
    """An entry point of an installed package."""

    value = "own_game:OWN"

    def __init__(self, loaded: object) -> None:
        self.loaded = loaded

    def load(self) -> object:
        if isinstance(self.loaded, Exception):
            raise self.loaded
        return self.loaded


@pytest.mark.parametrize(
    ("loaded", "wrong"),
    [
        (
            ImportError("no module named own_game"),
            "own_game:OWN of the installed package cannot be loaded: ImportError",
        ),
        (OWN, "its package names it 'own_game', and it calls itself 'own'"),
        (7, "expected a rule system, not 7"),
    ],
)
def test_an_installed_system_that_cannot_be_used_says_why(
    loaded: object, wrong: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "installed_systems", lambda: {"own_game": Entry(loaded)})
    assert "own_game" in hw.system_names()
    with pytest.raises(hw.InputError) as refused:
        hw.system("own_game")
    assert wrong in str(refused.value)


# ---------------------------------------------------------------- wordings
@pytest.mark.parametrize(
    ("wording", "wrong"),
    [
        ("{player:has} {1}", "unknown field '1'; expected one of: '0', 'player'"),
        ("{palyer:has} {0}", "unknown field 'palyer'; did you mean 'player'?"),
    ],
)
def test_a_wording_names_the_field_that_has_no_value(wording: str, wrong: str) -> None:
    finding = Finding("Q1", "own", ("0101",), {"player": "red"}, wording)
    event = Event("own", ("0101",), {"player": "red"}, "Q1", wording)
    for sentence in (lambda: finding.text, lambda: event.text, lambda: say(wording, ["0101"], {"player": "red"})):
        with pytest.raises(WordingError) as refused:
            sentence()
        assert wording in str(refused.value)
    assert "unknown field" in str(refused.value)


# ---------------------------------------------------------------- scenes
RIDER = Piece("rider", "0101", 0, "horse", "rider", "red's rider")


@pytest.mark.parametrize(
    ("change", "wrong"),
    [
        ({"grounds": SCENE.grounds[1:]}, "grounds: expected a look for each ground of the map"),
        ({"grounds": (Ground("plains", "plains", "steppe", "none"), *SCENE.grounds[1:])}, "grounds/0/hue: unknown hue 'steppe'"),
        ({"grounds": (Ground("plains", "plains", "plains", "tree"), *SCENE.grounds[1:])}, "grounds/0/pattern: unknown pattern 'tree'; did you mean 'trees'?"),
        ({"players": (Player("red", "crimson", "square"), *SCENE.players[1:])}, "players/0/hue: unknown hue 'crimson'"),
        ({"players": (Player("red", "#aa0000", "sqare"), *SCENE.players[1:])}, "players/0/shape: unknown shape 'sqare'; did you mean 'square'?"),
        ({"pieces": (replace(RIDER, space="9999"),)}, "pieces/0/space: unknown hex '9999'"),
        ({"pieces": (replace(RIDER, owner=2),)}, "pieces/0/owner: expected the seat of a player, 0 to 1, not 2"),
        ({"pieces": (RIDER, replace(RIDER, space="0201"))}, "pieces: 2 pieces have the id 'rider'"),
        ({"pieces": (replace(RIDER, layer="peice"),)}, "pieces/0/layer: unknown layer 'peice'"),
        ({"pieces": (replace(RIDER, count=0),)}, "pieces/0/count: expected a whole number from 1, not 0"),
        ({"pieces": (replace(RIDER, image="rider.png"),)}, "pieces/0/image: expected a picture that `hexwidget.scene.piece_image` has read"),
        ({"pieces": (replace(RIDER, lost=-1),)}, "pieces/0/lost: expected a whole number from 0, not -1"),
        ({"pieces": (replace(RIDER, facing=6),)}, "pieces/0/facing: expected the number of a direction, 0 to 5, or None, not 6"),
        ({"pieces": (replace(RIDER, figures=("4", "4")),)}, "pieces/0/figures/0: expected a drawing, a text and a meaning"),
        ({"pieces": (replace(RIDER, figures=(("swrd", "4", "attack"),)),)}, "pieces/0/figures/0: unknown drawing 'swrd'; did you mean 'sword'?"),
        ({"tokens": (Token("0101", "cub", "cube", "1 cube"),)}, "tokens/0/kind: unknown kind of token 'cub'; did you mean 'cube'?"),
        ({"overlays": (Overlay("fog", "fog", ((1, 1),), hue="fog"),)}, "overlays/0/hue: unknown hue 'fog'"),
        ({"overlays": (Overlay("fog", "fog", ((1, 1 << 9),)),)}, "overlays/0/levels: a plane holds spaces that the map does not have"),
        ({"arrows": (Arrow(("0101", "0909")),)}, "arrows/0/spaces/1: unknown hex '0909'"),
        ({"notes": (Note("0101", "here", "pink"),)}, "notes/0/hue: unknown hue 'pink'"),
        ({"tokens": (Overlay("fog", "fog", ()),)}, "tokens/0: expected the class Token, not Overlay"),
        ({"pieces": [RIDER]}, "pieces: expected a tuple of the class Piece, not [Piece("),
    ],
)  # fmt: skip
def test_a_scene_names_what_cannot_be_drawn(change: dict[str, Any], wrong: str) -> None:
    assert faults(replace(SCENE, pieces=(RIDER,))) == []
    found = [str(problem) for problem in faults(replace(SCENE, **change))]
    assert any(wrong in line for line in found), found


def test_a_scene_holds_nothing_of_hidden_pieces_but_their_spaces_and_owners() -> None:
    guard = Piece("guard", "0201", 0, "spear", "guard", "red's guard", figures=(("", "4", "attack"),), facing=2, lost=1)
    secret = replace(guard, id="spy", owner=1, symbol="mask", kind="spy", label="blue's spy", count=3, hidden=True)
    scene = replace(SCENE, pieces=(secret, replace(RIDER, hidden=True), guard))
    assert [piece.label for piece in scene.pieces] == ["red's guard", HIDDEN, HIDDEN]
    assert [(piece.space, piece.owner) for piece in scene.pieces[1:]] == [("0101", 0), ("0201", 1)]
    # Neither the order of the pieces nor what stands on them makes a difference.
    other = replace(SCENE, pieces=(replace(RIDER, id="x", spent=True, hidden=True), guard, replace(secret, count=1)))
    assert other == scene
    assert faults(scene) == []
    sent = str(ENCODING.encode(ChangingScene.of(scene)))
    assert "spy" not in sent
    assert "mask" not in sent
    assert replace(scene, title="again").pieces == scene.pieces


def test_the_label_that_travels_says_the_steps_lost_and_the_side_that_is_faced() -> None:
    worn = replace(RIDER, lost=2, facing=0)
    said = [piece.label for piece in ChangingScene.of(replace(SCENE, pieces=(worn, replace(RIDER, id="other")))).pieces]
    assert said == ["red's rider, facing E, 2 steps lost", "red's rider"]


def test_a_board_refuses_a_scene_that_cannot_be_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    position = OWN.position(map=". . ^")
    drawn = replace(SCENE, pieces=(replace(RIDER, space="9999"),))
    monkeypatch.setattr(Own, "scene", lambda self, observation: drawn)
    with pytest.raises(hw.InputError, match="the scene that own makes of this position cannot be drawn") as refused:
        hw.Board(position)
    assert "pieces/0/space: unknown hex '9999'" in str(refused.value)


# ---------------------------------------------------------------- positions by their type hints
def test_a_position_with_a_map_is_read_and_written_by_its_hints() -> None:
    position = OWN.position(map=". . ^", pieces=[["0101"], ["0201"]], camps={"0301": 2})
    assert position == OwnPosition(MAP, pieces=(("0101",), ("0201",)), camps={"0301": 2})
    assert OWN.from_json(OWN.to_json(position)) == position
    assert OWN.read(position.notation) == position


@pytest.mark.parametrize(
    ("given", "wrong"),
    [
        ({"map": ". x"}, "map"),
        ({"map": ". . ^", "pieces": [["0101"], ["0901"]]}, "pieces/1/0: unknown hex '0901'"),
        ({"map": ". . ^", "camps": {"0801": 1}}, "camps/0801: unknown hex '0801'"),
        (
            {"map": ". . ^", "peices": []},
            "peices: unknown keyword, option or parameter 'peices'; did you mean 'pieces'?",
        ),
    ],
)
def test_what_cannot_be_read_is_named_with_its_place(given: dict[str, Any], wrong: str) -> None:
    with pytest.raises(hw.InputError) as refused:
        OWN.position(**given)
    assert wrong in str(refused.value)


# ---------------------------------------------------------------- broken promises
@pytest.mark.parametrize(
    ("was", "becomes", "broken"),
    [
        ('yield rules.Finding("M2", "lake"', 'yield rules.Finding("M9", "lake"', "enumeration equals checking"),
        ('"M1", "{player} rides', '"M8", "{player} rides', "apply is pure and repeatable"),
        ("ride.rider, ride.to, player=", "ride.rider, player=", "events account for every change"),
        ('at, seat, "horse"', '"0999", seat, "horse"', "scenes can be drawn"),
        ("elif not position.is_free(ride.to):", "else:", "a game goes on: a player is to act and has no legal action"),
    ],
)
@pytest.mark.slow
def test_conform_names_the_promise_that_is_broken(folder: Path, was: str, becomes: str, broken: str) -> None:
    make(folder / "broken")
    rules = folder / "broken" / "broken" / "rules.py"
    text = rules.read_text(encoding="utf-8")
    assert was in text
    rules.write_text(text.replace(was, becomes), encoding="utf-8")
    sys.path.insert(0, str(folder / "broken"))
    with pytest.raises(AssertionError) as failed:
        hw.testing.conform(import_module("broken").BROKEN, games=1, steps=12)
    said = "".join(format_exception(failed.value))
    assert broken in said
    assert "in a game from broken/first" in said


def test_a_part_that_is_no_kind_is_refused() -> None:
    with pytest.raises(hw.InputError, match=r"expected a kind such as SpaceName\(\) for the part 'to', not 'space'"):
        Form(Walk, "walk {to}", {"to": "space"})  # type: ignore[dict-item]


@pytest.mark.slow
def test_a_text_that_names_no_part_of_its_action_is_refused(folder: Path) -> None:
    make(folder / "misspelt")
    rules = folder / "misspelt" / "misspelt" / "rules.py"
    rules.write_text(rules.read_text(encoding="utf-8").replace('"{rider}-{to}"', '"{ridr}-{to}"'), encoding="utf-8")
    sys.path.insert(0, str(folder / "misspelt"))
    with pytest.raises(hw.InputError) as refused:
        import_module("misspelt")
    assert "the form of Ride cannot be made" in str(refused.value)
    assert "unknown part 'ridr'; did you mean 'rider'?" in str(refused.value)
