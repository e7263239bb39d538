"""Values read and written by type hints: references, short forms, spaces, players, unions, blanks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal, NamedTuple

import pytest

import hexwidget as hw
from hexwidget.geometry import Terrain
from hexwidget.limits import Limits
from hexwidget.problems import Problems
from hexwidget.rules.description import Given, write_entries
from hexwidget.rules.hints import (
    OMITTED,
    UNIQUE,
    WRITTEN,
    Called,
    Example,
    Hex,
    Key,
    Line,
    MapText,
    Player,
    ReadBy,
    Ref,
    Seat,
    Short,
    Stagger,
)
from hexwidget.rules.values import Known, entry_of, read_value

GROUNDS = (Terrain("open", "open land", "."),)
RULEBOOK = hw.system("orders").rulebook


@dataclass
class Piece:
    """A piece. Its kind alone may stand for it."""

    kind: Annotated[str, Ref("kind of piece", lambda given: given.kinds)]
    size: Annotated[int, Limits(1, 9)] = 0
    mood: Annotated[Literal["", "glad", "sad"], Called("mood")] = ""
    from_: Hex | None = None
    name: Annotated[str, WRITTEN] = ""


def kinds_of(given: Any) -> tuple[str, ...]:
    """The kinds that a description names."""
    kinds: tuple[str, ...] = given.kinds
    return kinds


class Guard(NamedTuple):
    """A part of a position that is an entry as it is."""

    at: Annotated[Hex, Key("post")]
    seat: Annotated[Seat, Key("player")]
    ward: Annotated[str, Ref("kind of piece", lambda given: kinds_of(given))] = "cat"
    awake: bool = True


@dataclass
class Tree:
    """A dataclass that contains itself."""

    twigs: tuple[Tree, ...] = ()


@dataclass(kw_only=True)
class Everything:
    """A description with an entry of each sort."""

    map: MapText
    offset: Stagger = None
    players: Annotated[tuple[Player, ...], Limits(2, 2), UNIQUE]
    pieces: dict[
        Seat, dict[Hex, Annotated[Piece, Short(str, lambda kind: {"kind": kind} if kind else None), Example("a piece", "cat")]]
    ] = field(default_factory=dict)  # fmt: skip
    kinds: tuple[Line, ...] = ("cat",)
    ways: Annotated[tuple[Annotated[tuple[Hex, Hex], UNIQUE], ...], UNIQUE] = ()
    cost: Annotated[int, Limits(1)] | str | None = None
    turn: Seat = 1
    guards: tuple[Guard, ...] = ()
    tree: Tree = field(default_factory=Tree)
    even: Annotated[int, OMITTED, ReadBy(lambda where, given, known: _even(where, given, known), int)] = 0
    title: Line = ""


def _even(where: str, given: Any, known: Known) -> int:
    if type(given) is int and given % 2 == 0:
        return given
    known.problems.add(where, f"expected an even number, not {given}")
    return 0


def read(more: Mapping[str, Any]) -> tuple[Everything, list[str]]:
    """The description with some entries, and the problems."""
    given = Given(Everything, {"map": ". .\n . .", "players": ["red", "blue"], **more}, RULEBOOK, GROUNDS)
    return given.read(), list(map(str, given.problems.found))


def test_values_are_read_and_written_back() -> None:
    pieces = {
        "blue": {
            "0101": {"kind": "dog", "mood": "sad", "from": "0102", "name": ""},
            "0202": {"kind": "cat", "name": "Tom"},
        }
    }
    more = {
        "kinds": ["cat", "dog"],
        "pieces": pieces,
        "ways": [["0101", "0102"]],
        "turn": "blue",
        "guards": [
            {"post": "0102", "player": "blue", "ward": "dog", "awake": False},
            {"post": "0201", "player": "red"},
        ],
        "even": 4,
        "title": "All",
    }
    entries, wrong = read(more)
    assert not wrong
    at = entries.map.index
    assert entries.pieces == {1: {at("0101"): Piece("dog", 0, "sad", at("0102")), at("0202"): Piece("cat", name="Tom")}}
    assert (entries.ways, entries.turn, entries.kinds) == (((at("0101"), at("0102")),), 1, ("cat", "dog"))
    assert entries.guards == (Guard(at("0102"), 1, "dog", awake=False), Guard(at("0201"), 0))
    written = write_entries(entries, GROUNDS)
    assert next(iter(written)) == "title"
    assert {name: value for name, value in written.items() if name in more} == more
    assert "even" not in write_entries(read({})[0], GROUNDS)


def test_an_entry_that_is_left_out_has_its_default_as_it_is() -> None:
    entries, wrong = read({"pieces": {"red": {"0101": "cat"}}})
    assert not wrong
    assert (entries.turn, entries.kinds, entries.pieces[0][entries.map.index("0101")].size) == (1, ("cat",), 0)


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ({"pieces": {"red": {"0101": "cta"}}}, ["pieces/red/0101: unknown kind of piece 'cta'; did you mean 'cat'?"]),
        ({"pieces": {"red": {"0101": ""}}}, ["pieces/red/0101: expected a piece such as \"cat\", not ''"]),
        ({"pieces": {"red": {"0101": {}}}}, ["pieces/red/0101/kind: this entry is missing: expected a kind of piece"]),
        ({"pieces": {"red": {"0101": {"kind": [], "form": 1}}}}, ["pieces/red/0101/form: unknown entry 'form'; did you mean 'from'?", "pieces/red/0101/kind: unknown kind of piece []; expected one of: 'cat'"]),
        ({"pieces": {"red": {"0101": {"kind": "cat", "mood": "sda"}}}}, ["pieces/red/0101/mood: unknown mood 'sda'; did you mean 'sad'?"]),
        ({"pieces": {"red": {"0101": {"kind": "cat", "size": 0}}}}, ["pieces/red/0101/size: expected a whole number from 1 to 9, not 0"]),
        ({"pieces": {"red": {"0101": {"kind": "cat", "from": "0301"}}}}, ["pieces/red/0101/from: unknown hex '0301'; did you mean '0201'? (this map has 0101 to 0202)"]),
        ({"pieces": {"red": {"0101": "cat", (0, 0): "cat"}}}, ["pieces/red/(0, 0): this hex is named twice"]),
        ({"pieces": []}, ['pieces: expected a dict such as {"red": {"0203": "cat"}}, not []']),
        ({"ways": [["0101", "0102"], ["0101", "0102"]]}, ["ways/1: ['0101', '0102'] is given twice"]),
        ({"ways": [["0101", "0101"]]}, ["ways/0/1: '0101' is given twice"]),
        ({"ways": [["0101"]]}, ['ways/0: expected a list of 2 spaces such as ["0203", "0203"], not [\'0101\']']),
        ({"cost": True}, ["cost: expected nothing, a whole number from 1 or a text, not True"]),
        ({"kinds": ["a\nb"]}, ["kinds/0: expected a line of at most 200 printable characters, not 'a\\nb'"]),
        ({"guards": [{"at": "0102", "player": "blue"}]}, ["guards/0/at: unknown entry 'at'; expected one of: 'post', 'player', 'ward', 'awake'", 'guards/0/post: this entry is missing: expected a space such as "0203"']),
        ({"guards": [["0102", "blue"]]}, ['guards/0: expected a dict of \'post\', \'player\', \'ward\', \'awake\' such as {"post": "0203", "player": "red"}, not [\'0102\', \'blue\']']),
        ({"turn": None}, ["turn: unknown player None; expected one of: 'red', 'blue'"]),
        ({"even": 3, "turns": 1}, ["even: expected an even number, not 3", "turns: unknown keyword, option or parameter 'turns'; did you mean 'turn'?"]),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_with_its_place_and_what_would_be_right(
    more: dict[str, Any], expected: list[str]
) -> None:
    found = read(more)[1]
    assert len(found) == len(expected), found
    for line, beginning in zip(found, expected, strict=True):
        assert line.startswith(beginning)


def test_without_map_and_players_the_rest_is_read_all_the_same() -> None:
    more = {"map": 7, "players": [], "pieces": {"red": {"0101": "cat", "0102": 7}, "pink": {"9999": "cat"}}, "even": 1}
    places = [line.partition(":")[0] for line in read(more)[1]]
    assert places == ["map", "players", "pieces/red/0102", "even"]


def test_data_that_is_nested_too_deeply_is_refused_in_words() -> None:
    deep: dict[str, Any] = {}
    for _ in range(100_000):
        deep = {"twigs": [deep]}
    assert read({"tree": deep})[1] == ["tree: this is nested too deeply"]


HINTS: tuple[Any, ...] = (
    str,
    int,
    bool,
    list[int],
    tuple[str, ...],
    dict[str, int],
    tuple[int, str],
    Piece,
    Literal["a", "b"],
)


def test_a_blank_of_the_same_type_stands_for_what_is_wrong() -> None:
    for hint in HINTS:
        problems = Problems()
        blank = read_value("here", 0.5, hint, problems)
        assert problems.found, hint
        assert blank == entry_of(hint).blank()
        assert type(blank) is type(entry_of(hint).read("", EXAMPLES.get(hint, blank), Known(Problems())))


EXAMPLES: dict[Any, Any] = {Piece: {"kind": "cat"}, tuple[int, str]: [1, "a"]}
"""Plain data of the hints whose blanks are none."""
