"""A form says when it is in question, and a slot the words in which it is asked for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import pytest

from hexwidget import rules
from hexwidget.geometry import HexMap, Terrain
from hexwidget.problems import InputError
from hexwidget.rules import Ask, Draft, Form, Grammar, OneOf, SpaceName
from hexwidget.rules.candidates import actions_of
from hexwidget.scene import Ground, Piece, Scene, player_looks
from hexwidget.testing import NotConforming, conform

TERRAINS = (Terrain("street", "street", "."),)
BOOK = rules.Rulebook.parse("""
name = "fares"
title = "Fares"
clause = [
  { id = "F1", kind = "rule", title = "Paying", text = "The walker pays on the first street, and never again." },
  { id = "F2", kind = "rule", title = "Going", text = "Then the walker goes to a neighbouring hex, by a ticket that is left, or rests for good. Without one the walk is over." },
]
""")


@dataclass(frozen=True, slots=True, repr=False)
class Pay(rules.Action):
    """F1: the walker pays on a hex."""

    at: str


@dataclass(frozen=True, slots=True, repr=False)
class Go(rules.Action):
    """F2: the walker goes."""

    to: str
    ticket: str


@dataclass(frozen=True, slots=True, repr=False)
class Rest(rules.Action):
    """F2: the walker goes no further."""


HEX, TICKET = SpaceName(), OneOf("ticket", ("taxi", "bus"))
PARTS: dict[str, Any] = {"to": HEX, "ticket": TICKET}


def grammar(goes: Any = lambda position, _: position.paid, **ask: Any) -> Grammar[Any]:
    """The grammar, with these words for a ticket."""
    return Grammar(
        Form(Pay, "pay {at}", {"at": HEX}, {"at": "{at}"}, clause="F1", when=lambda position, _: not position.paid),
        Form(Go, "go {to} by {ticket}", PARTS, {"to": "{to}", "by": "{ticket}"}, clause="F2", when=goes),
        Form(Rest, "rest", draft={"do": "rest"}, clause="F2"),
        slots={"at": HEX, "to": HEX, "by": TICKET},
        asks={"by": Ask(**ask)} if ask else {},
    )  # fmt: skip


@dataclass(frozen=True)
class FaresPosition(rules.Position):
    """``tickets``: those that are left; a walk that is over has none."""

    map: HexMap
    players: tuple[str, ...] = ("walker",)
    at: str = "0101"
    paid: bool = False
    tickets: tuple[str, ...] = ("bus", "taxi")
    settings = rules.Settings({})

    @property
    def system(self) -> Fares:
        return Fares.now


class Fares(rules.RuleSystem[FaresPosition, Any]):
    name, rulebook, terrains, description, grammar = "fares", BOOK, TERRAINS, FaresPosition, grammar()
    now: ClassVar[Fares]

    def to_act(self, position: FaresPosition) -> frozenset[str]:
        return frozenset(position.players) if position.tickets else rules.TERMINAL

    @rules.bars("F1", "F2")
    def objections(self, position: FaresPosition, action: Any) -> Iterator[rules.Finding]:
        if not position.tickets:
            yield rules.Finding("F2", "over", (), {}, "the walk is over")
        if isinstance(action, Pay):
            if position.paid:
                yield rules.Finding("F1", "paid", (), {}, "the walker has paid")
            if action.at != position.at:
                yield rules.Finding("F1", "elsewhere", (action.at,), {}, "the walker is not on {0}")
            return
        if not position.paid:
            yield rules.Finding("F1", "first", (), {}, "the walker pays first")
        if isinstance(action, Rest):
            return
        if action.ticket not in position.tickets:
            yield rules.Finding("F2", "ticket", (), {"ticket": action.ticket}, "no {ticket} ticket is left")
        if position.map.distance(position.map.index(position.at), position.map.index(action.to)) != 1:
            yield rules.Finding("F2", "far", (action.to,), {}, "{0} is not a neighbouring hex")

    def follow(self, position: FaresPosition, action: Any, log: rules.Chronicle) -> FaresPosition:
        if isinstance(action, Pay):
            log.tell("paid", "F1", "{player:pays} on {0}", action.at, player=action.player)
            return replace(position, paid=True)
        if isinstance(action, Rest):
            log.tell("rested", "F2", "{player:rests} on {0}", position.at, player=action.player)
            return replace(position, tickets=())
        words = "{player:goes} from {0} to {1} by {ticket}"
        log.tell("went", "F2", words, position.at, action.to, player=action.player, ticket=action.ticket)
        left = tuple(ticket for ticket in position.tickets if ticket != action.ticket)
        return replace(position, at=action.to, tickets=left)

    def outcome(self, position: FaresPosition) -> rules.Outcome | None:
        return None if position.tickets else rules.Outcome(position.players, "the walk is over", "F2")

    def scene(self, observation: rules.Observation[FaresPosition]) -> Scene:
        seen = observation.seen
        pieces = (Piece("walker", seen.at, 0, "boot", "walker", "the walker"),)
        grounds = (Ground("street", "street", "plains", "none"),)
        return Scene(seen.map, grounds, player_looks(seen.players), pieces, title="Fares")


Fares.now = FARES = Fares()
START = FaresPosition(HexMap.parse(". . .\n . . .", TERRAINS))
PAID = replace(START, paid=True)


def with_words(monkeypatch: pytest.MonkeyPatch, **ask: Any) -> None:
    """Let the ticket have words."""
    monkeypatch.setattr(Fares, "grammar", grammar(**ask))


# ---------------------------------------------------------------- when
def test_a_form_that_is_out_of_the_question_is_not_asked_about() -> None:
    assert {type(action) for action in actions_of(FARES.candidates(START, "walker"))} == {Pay, Rest}
    assert {type(action) for action in actions_of(FARES.candidates(PAID, "walker"))} == {Go, Rest}
    assert {type(action) for action in FARES.grammar.every(PAID, "walker")} == {Pay, Go, Rest}
    assert FARES.check(PAID, Pay("walker", "0101")).clauses == ("F1",)


def test_a_form_that_is_out_of_the_question_explains_no_click(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = set[type]()
    check = Fares.check
    monkeypatch.setattr(Fares, "check", lambda self, at, action: asked.add(type(action)) or check(self, at, action))
    assert [f.code for f in FARES.explain(PAID, "walker", Draft(), "0302").findings] == ["far"]
    assert asked == {Go, Rest}


def test_conform_finds_a_form_that_is_called_out_of_the_question_and_is_legal(monkeypatch: pytest.MonkeyPatch) -> None:
    conform(FARES, positions=[START])
    monkeypatch.setattr(Fares, "grammar", grammar(goes=lambda position, _: position.at == "0201"))
    with pytest.raises(NotConforming, match="the listing is complete: "):
        conform(FARES, positions=[PAID])


# ---------------------------------------------------------------- words
def test_a_slot_is_asked_for_by_its_name() -> None:
    now = PAID.choices(Draft(to="0201"))
    assert "choose by" in now.prompt
    assert [option.label for option in now.options if option.slot == "by"] == ["By taxi", "By bus"]


def test_a_slot_is_asked_for_in_its_own_words(monkeypatch: pytest.MonkeyPatch) -> None:
    with_words(monkeypatch, what="a ticket", says="take the {value}")
    now = PAID.choices(Draft(to="0201"))
    assert "choose a ticket" in now.prompt
    assert [option.label for option in now.options if option.slot == "by"] == ["Take the taxi", "Take the bus"]


def test_the_only_value_of_a_slot_is_asked_for_or_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    last, to = replace(PAID, tickets=("bus",)), Draft(to="0201")
    assert last.choices(to).action is None
    with_words(monkeypatch, what="a ticket", alone=True)
    assert str(last.choices(to).action) == "go 0201 by bus"
    assert last.choices(to).draft == Draft(to="0201", by="bus")
    assert PAID.choices(to).action is None  # two are left
    assert last.choices(Draft(to="0201", by="taxi")).verdict.clauses == ("F2",)


@pytest.mark.parametrize("ask", [{}, {"what": "a ticket", "says": "by {value}", "alone": True}, {"alone": True}])
def test_a_game_whose_slots_have_words_conforms(monkeypatch: pytest.MonkeyPatch, ask: dict[str, Any]) -> None:
    with_words(monkeypatch, **ask)
    conform(FARES, positions=[START])


def test_words_of_a_slot_that_does_not_exist_are_refused() -> None:
    with pytest.raises(InputError, match="asks: unknown slot 'tikcet'; did you mean 'ticket'"):
        Grammar(Form(Go, "go {to} by {ticket}", PARTS), asks={"tikcet": Ask("a ticket")})
