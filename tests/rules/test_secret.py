"""A `Secret` says what a player sees, may be told and cannot know, as a system that does it by hand does."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from importlib import import_module
from random import Random
from typing import Any

import pytest

import hexwidget as hw
from examples.kuhn_poker import KUHN_POKER, KuhnPoker, KuhnPosition
from hexwidget import rules
from hexwidget.english import say
from hexwidget.files.scenario import scenario, scenarios_of
from hexwidget.problems import InputError
from hexwidget.rules import Position, RuleSystem, Secret, Status
from hexwidget.rules import secret as secrets_of_rules
from hexwidget.rules.author import faults
from hexwidget.systems.registry import system_names
from hexwidget.testing.games import game, sayable
from tests.systems.hideout import HIDDEN, HIDEOUT, START, Creep, Hideout, HideoutPosition, Walk
from tests.systems.planted import found


def streets(seen: HideoutPosition) -> list[str]:
    """The hexes where the thief may be."""
    return [name for name in seen.map.names() if seen.map.terrain(name) != "wall"]


def place_of_the_thief(**other: Any) -> Secret:
    """The secret of the hideout, or one with something else in it."""
    given: dict[str, Any] = {
        "known_to": 0, "unseen": HIDDEN, "values": streets, "open": lambda position: position.caught,
        "told": {Creep: "{player} creeps"}, "what": "where the thief is",
    }  # fmt: skip
    return Secret(other.pop("name", "thief"), other.pop("clause", "H1"), **{**given, **other})


class Declared(Hideout):
    """The hideout, whose secret is declared."""

    secrets = (place_of_the_thief(),)
    check = RuleSystem.check
    observe = RuleSystem.observe
    resample = RuleSystem.resample
    told = RuleSystem.told


class Named(Declared):
    """An event for all names the secret, so that only the thief sees it."""

    def tell_creep(self, position: HideoutPosition, action: Creep, log: rules.Chronicle) -> None:
        words, ways = "{player:creeps} from {0} to {1}", (position.thief, action.to)
        log.tell("crept", "H1", words, *ways, player=action.player, thief=action.to)


DECLARED = Declared()
PLAYED = [step for seed in range(4) for step in game(START, Random(seed), 20)]


@pytest.mark.parametrize("player", ["thief", "guard", None])
def test_what_is_seen_drawn_and_told_is_what_a_system_does_by_hand(player: str | None) -> None:
    for position, done in PLAYED:
        assert DECLARED.observe(position, player) == HIDEOUT.observe(position, player)
        assert DECLARED.resample(position, player, Random(1)) == HIDEOUT.resample(position, player, Random(1))
        if done is not None:
            assert DECLARED.told(position, done, player) == HIDEOUT.told(position, done, player)
    assert DECLARED.resamples_fairly
    assert DECLARED.hides


@pytest.mark.slow
def test_a_verdict_is_known_exactly_where_the_secret_decides_nothing() -> None:
    unknown = 0
    for position, _ in PLAYED[::3]:
        view = DECLARED.observe(position, "guard")
        for player in position.players:
            for action in DECLARED.grammar.first(position, player, 100):
                worlds = [position] if position.caught else [replace(position, thief=at) for at in streets(position)]
                true = [tuple(HIDEOUT.objections(world, action)) for world in worlds]
                verdict = DECLARED.check(view, action)
                expected = Status.ILLEGAL if all(true) else Status.UNKNOWN if any(true) else Status.LEGAL
                assert verdict.status is expected
                if expected is Status.ILLEGAL:
                    common = [each for each in true[0] if all(each in found for found in true)]
                    assert [each.code for each in verdict.findings] == ([each.code for each in common] or ["hidden"])
                unknown += expected is Status.UNKNOWN
    assert unknown


class OtherReasons(Declared):
    """A secret move is barred wherever the thief is, by one clause or another."""

    @rules.bars("H1", "H2")
    def objections(self, position: HideoutPosition, action: Any) -> Iterator[rules.Finding]:
        clause = "H1" if position.thief == "0101" else "H2"
        yield rules.Finding(clause, "so", (), {}, "so it is")


def test_an_action_that_is_barred_by_one_clause_or_another_is_illegal() -> None:
    verdict = OtherReasons().check(OtherReasons().observe(START, "guard"), Creep("thief", "0201"))
    assert verdict.status is Status.ILLEGAL
    (finding,) = verdict.findings
    assert finding.text == "creep 0201 is barred, and what bars it depends on what is hidden: where the thief is"


def test_a_remedy_is_offered_only_if_it_is_one_whatever_is_hidden() -> None:
    view = DECLARED.observe(START, "guard")
    verdict = DECLARED.check(
        view, Creep("thief", "0202")
    )  # a wall; where the thief may go instead depends on where it is
    assert verdict.clauses == ("H2",)
    assert verdict.findings[0].remedy is None


def test_an_unknown_verdict_says_what_it_depends_on() -> None:
    verdict = DECLARED.check(DECLARED.observe(START, "guard"), Creep("thief", "0201"))
    (finding,) = verdict.findings
    assert (finding.clause, finding.code) == ("H1", "hidden")
    assert finding.text == "whether creep 0201 is legal depends on what is hidden: where the thief is"
    assert verdict.subject == "creep 0201"


def test_a_secret_that_may_be_too_much_is_unknown_where_it_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(secrets_of_rules, "MOST_WORLDS", 3)
    seen = replace(DECLARED.observe(START, "guard").seen, round=2)  # a position that nothing has been asked of
    assert DECLARED.check(seen, Creep("thief", "0201")).status is Status.UNKNOWN
    assert DECLARED.check(seen, Walk("guard", "0303")).status is Status.ILLEGAL  # the thief's turn, whatever is hidden


def test_an_event_that_names_the_secret_is_seen_by_those_who_know_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Hideout, "now", Named())
    (event,) = START.apply("thief: creep 0102").events
    assert (event.visible_to, event.text) == (("thief",), "Thief creeps from 0101 to 0102")


@pytest.mark.slow
@pytest.mark.parametrize("system", [Declared, Named])
def test_a_declared_secret_conforms(system: type[Hideout]) -> None:
    assert found(system) == {}


class ToldWhere(Declared):
    """The words for the guard say where the thief goes."""

    secrets = (place_of_the_thief(told={Creep: "{player} creeps to {to}"}),)


class ToldAll(Declared):
    """The secret has no words for what is done."""

    secrets = (place_of_the_thief(told={}),)


class RulesOutTheTruth(Declared):
    """The thief is never looked for in the first column."""

    secrets = (place_of_the_thief(values=lambda seen: [name for name in streets(seen) if name[:2] != "01"]),)


class OpenToAll(Declared):
    """The last hex of the thief is told, and the event names it."""

    def tell_creep(self, position: HideoutPosition, action: Creep, log: rules.Chronicle) -> None:
        log.tell("crept", "H1", "{player:creeps} to {0}", action.to, player=action.player)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("system", "promise", "says"),
    [
        (ToldWhere, "equal views get equal words", "and is told which"),
        (ToldAll, "equal views get equal words", "and is told which"),
        (RulesOutTheTruth, "hidden things can be drawn anew", "rules out by `values` what is true of thief"),
        (OpenToAll, "equal views get equal words", "and the events tell which"),
    ],
)
def test_conform_finds_a_declared_secret_that_leaks(system: type[Hideout], promise: str, says: str) -> None:
    assert says in found(system)[promise]


# ---------------------------------------------------------------- an entry for each seat
def test_each_player_knows_the_own_entry() -> None:
    position = KuhnPosition(cards=("king", "jack"), bets="p")
    assert [KUHN_POKER.observe(position, who).seen.cards for who in ("ann", "ben", None)] == [
        ("king", "?"), ("?", "jack"), ("?", "?"),
    ]  # fmt: skip
    drawn = {KUHN_POKER.resample(position, "ann", Random(n)).cards for n in range(20)}
    assert drawn == {("king", "jack"), ("king", "queen")}
    assert KUHN_POKER.check(KUHN_POKER.observe(position, "ann"), position.parse("ben: bet"))


class OwnCard(KuhnPoker):
    """Kuhn poker in which nobody bets with a jack."""

    def objections(self, position: KuhnPosition, action: Any) -> Iterator[rules.Finding]:
        if action.word == "bet" and position.cards[position.players.index(action.player)] == "jack":
            yield rules.Finding("K2", "jack", (), {}, "nobody bets with a jack")


def test_only_entries_that_are_hidden_and_read_vary(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(secrets_of_rules, "MOST_WORLDS", 0)  # nothing may vary
    system, position = OwnCard(), KuhnPosition(cards=("king", "jack"), bets="p")
    bet = position.parse("ben: bet")
    verdicts = [system.check(system.observe(position, who), bet).status for who in ("ben", "ann", None)]
    assert verdicts == [Status.ILLEGAL, Status.UNKNOWN, Status.UNKNOWN]


def test_only_the_player_who_is_dealt_a_card_is_told_which() -> None:
    position = KuhnPosition(cards=("king",))
    assert position.chance is not None
    jack = next(outcome for outcome in position.chance if outcome.value == "jack")
    told = [KUHN_POKER.told(position, jack, who) for who in ("ann", "ben", None)]
    assert told == ["a card is dealt", "deck: jack", "a card is dealt"]


# ---------------------------------------------------------------- every system with secrets
def _starts_with_secrets() -> dict[str, Position]:
    """A position of each system that declares secrets, and of the game of `hexwidget new --one-file`."""
    names = [name for name in system_names() if hw.system(name).secrets]
    scaffold = import_module("hexwidget.scaffold.one_file.my_game").START  # its module registers it
    found = {"my_game": scaffold, "kuhn_poker": KuhnPosition()}
    return found | {name: scenario(scenarios_of(name)[0]).position for name in names}


STARTS = _starts_with_secrets()


def test_a_bundled_system_declares_secrets() -> None:
    assert {"my_game", "kuhn_poker", "plotted"} <= STARTS.keys()


@pytest.mark.parametrize("name", STARTS)
def test_a_view_is_judged_legal_or_illegal_only_if_it_is_so_in_every_world(name: str) -> None:
    rng, statuses = Random(1), set[Status]()
    played = game(STARTS[name], Random(3), 20)
    actions = [done for _, done in played if isinstance(done, rules.Action)]
    for position, _ in rng.sample(played, min(6, len(played))):
        asked = [action for player in position.players for action in sayable(position, player, rng, 4)] + actions[:4]
        for viewer in (*position.players, None):
            seen = position.observe(viewer).seen
            worlds = [position, *(position.system.resample(position, viewer, rng) for _ in range(12))]
            for action in asked:
                true = {world.check(action).status for world in worlds}
                verdict = seen.check(action)
                assert verdict.status is Status.UNKNOWN or {verdict.status} == true, (viewer, str(verdict), true)
                statuses.add(verdict.status)
    assert statuses >= {Status.LEGAL, Status.ILLEGAL}


# ---------------------------------------------------------------- errors for authors
def _faults(secret: Secret) -> Iterator[str]:
    class Wrong(Hideout):
        secrets = (secret,)

    return map(str, faults(Wrong()))


@dataclass(frozen=True, slots=True, repr=False)
class Fly(rules.Action):
    """An action that the hideout does not have."""


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"name": "theif"}, "unknown field 'theif'; did you mean 'thief'?"),
        ({"clause": "H7"}, "unknown clause 'H7'; expected one of: 'H1'"),
        ({"told": {Fly: "{player} flies"}}, "unknown action 'Fly'; expected one of: "),
        ({"told": {Creep: "{player} creeps by {tickt}"}}, "unknown field 'tickt'; "),
        ({"values": None}, "expected the values that thief may have: `values=lambda seen: [...]`, or `draw`"),
    ],
)
def test_a_secret_that_cannot_be_is_named_with_its_place(given: dict[str, Any], says: str) -> None:
    (problem,) = _faults(place_of_the_thief(**given))
    assert "test_secret.py, line " in problem
    assert says in problem, problem


def test_a_field_that_a_position_does_not_have_is_named() -> None:
    with pytest.raises(InputError, match=r"test_secret.py, line \d+: unknown field 'theif'; did you mean 'thief'"):
        place_of_the_thief(name="theif").seen_by(START, 1)


def test_a_secret_that_is_made_of_another_has_its_own_place() -> None:
    assert replace(place_of_the_thief(), clause="H2").at.startswith("test_secret.py, line ")


def test_values_that_no_player_may_see_are_named() -> None:
    none = place_of_the_thief(values=lambda seen: [])
    with pytest.raises(InputError, match="`values` gives no value of thief that a player may see as ''"):
        none.fits(DECLARED.observe(START, "guard").seen)


def test_the_words_of_an_action_are_those_of_a_sentence() -> None:
    assert place_of_the_thief(told={Creep: "{player:creeps} away"}).said(START, Creep("guards", "0101")) == say(
        "{player:creeps} away", (), {"player": "guards"}
    )
