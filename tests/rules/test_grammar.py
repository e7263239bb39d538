"""The grammars of two systems that share classes of actions: neither changes the other."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

import hexwidget as hw
from hexwidget.rules import Action, Draft, RuleSystem, Switch
from hexwidget.rules.grammar import Form, Grammar
from hexwidget.rules.kinds import SpaceName
from hexwidget.systems.depletion.actions import GRAMMAR, Attack, Maneuver


@dataclass(frozen=True, slots=True, repr=False)
class Go(Action):
    to: str


@dataclass(frozen=True, slots=True, repr=False)
class Rest(Action):
    """Nothing is done."""


AT = SpaceName()
GO, REST = Form(Go, "go {to}", {"to": AT}, clause="W1"), Form(Rest, "rest", clause="W2", shortcut="r")


class Walk(RuleSystem):
    grammar = Grammar(GO, REST, any_case=True)


def test_a_derived_system_leaves_the_actions_of_the_other_as_they_are() -> None:
    before = (Go.forms, Rest("red").clause, Walk.grammar.from_draft(None, hw.rules.Draft(do="rest"), "red"))

    class Run(Walk):
        further = Form(Go, "go {to}", {"to": AT}, {"far": "{to}"}, clause="N1")
        grammar = Grammar(further, REST, slots={"far": AT}, any_case=False)

    assert (Go.forms, Rest("red").clause, Walk.grammar.from_draft(None, hw.rules.Draft(do="rest"), "red")) == before
    assert Go("red", "a").clause == "W1"
    there = Go("red", "a")
    assert [each.grammar.form_of(there).clause for each in (Walk, Run)] == ["W1", "N1"]
    assert [list(each.grammar.drafts(there)) for each in (Walk, Run)] == [[{"do": "go", "to": "a"}], [{"far": "a"}]]


def test_capitals_are_those_of_each_grammar() -> None:
    position = hw.system("depletion").position(map=". .", players=["red"], armies={"red": {"0101": "1 archer"}})

    @dataclass(frozen=True, slots=True, repr=False)
    class Walks(Action):
        to: str

    form = Form(Walks, "go on|to {to}", {"to": AT})
    either, verb_only = Grammar(form), Grammar(form, any_case=False)
    assert either.parse(position, "go ON 0201", "red").to == "0201"
    with pytest.raises(hw.InputError):
        verb_only.parse(position, "go ON 0201", "red")


def test_a_slot_holds_what_the_part_with_its_fields_does() -> None:
    position = hw.system("depletion").position(map=". .", players=["red"])
    grammar = Grammar(
        Form(Go, "go {to}", {"to": AT}, {"far": "{to}"}), Form(Rest, "rest", draft={"rest": True}), slots={"rest": Switch()}
    )  # fmt: skip
    assert grammar.slots == {"far": AT, "rest": grammar.slots["rest"]}
    assert grammar.from_draft(position, Draft(far="0201"), "red") == Go("red", "0201")
    grammar.read_draft(position, Draft(rest=True))
    with pytest.raises(hw.InputError, match=r"draft/far: unknown hex '0301'"):
        grammar.read_draft(position, Draft(far="0301"))
    with pytest.raises(hw.InputError, match=r"draft/to: unknown slot"):
        grammar.read_draft(position, Draft(to="0201"))
    assert list(grammar.drafts(Rest("red"))) == [{"rest": True}]
    assert grammar.from_draft(position, Draft(rest=True), "red") == Rest("red")
    assert grammar.from_draft(position, Draft(rest=False), "red") is None


def test_a_form_without_a_draft_has_a_slot_for_each_part_beside_forms_with_one() -> None:
    position = hw.system("depletion").position(map=". .", players=["red"])
    grammar = Grammar(Form(Go, "{to}", {"to": AT}), Form(Rest, "rest", draft={"rest": True}), slots={"rest": Switch()})
    assert [form.draft for form in grammar.forms] == [{"to": "{to}"}, {"rest": True}]
    assert grammar.from_draft(position, Draft(), "red") is None
    assert grammar.from_draft(position, Draft(to="0201"), "red") == Go("red", "0201")
    plain = Grammar(Form(Go, "{to}", {"to": AT}), Form(Rest, "rest"), slots={"to": AT})
    assert list(plain.drafts(Rest("red"))) == [{"do": "rest"}]


def test_an_action_has_one_text_in_a_system_and_in_those_derived_from_it() -> None:
    other = Grammar(Form(Go, "run {to}", {"to": AT}), REST)
    with pytest.raises(hw.InputError) as refused:

        class Run(Walk):
            grammar = other

    (problem,) = refused.value.problems
    assert problem.place == "Go"
    assert problem.message == (
        "expected the text 'go {to}' that it has in the system derived from, not 'run {to}'; for another text derive a class from "
        "it: `class OwnGo(Go)`"
    )
    assert str(Go("red", "a")) == "go a"

    class Running(Go):
        __slots__ = ()

    class Runs(Walk):
        grammar = Grammar(Form(Running, "run {to}", {"to": AT}), REST)

    assert (str(Running("red", "a")), str(Go("red", "a"))) == ("run a", "go a")


def test_a_grammar_that_is_refused_changes_nothing() -> None:
    with pytest.raises(hw.InputError):
        Grammar(Form(Go, "go to {to}", {"to": AT}), Form(Attack, "{target} is attacked", {"target": AT}))
    assert (str(Go("red", "a")), str(Attack("red", "b"))) == ("go a", "attack b")


def test_a_cell_that_runs_again_with_another_text_changes_the_action() -> None:
    @dataclass(frozen=True, slots=True, repr=False)
    class Halt(Action):
        pass

    for text in ("halt", "stop"):
        Grammar(Form(Halt, text))
        assert str(Halt("red")) == text


def test_the_forms_of_a_bundled_system_stay_its_own() -> None:
    Grammar(*GRAMMAR.forms, any_case=False, otherwise=None)
    assert GRAMMAR.form_of(Maneuver("red", ("0101",))) in Maneuver.forms
