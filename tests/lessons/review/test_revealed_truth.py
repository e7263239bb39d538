"""Reviews say where the truth was another than the player could know, as far as the player has been shown it since, and no secret beyond that."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any

import pytest

import hexwidget as hw
from examples.kuhn_poker import KuhnPosition
from hexwidget import rules
from hexwidget.geometry import HexMap
from hexwidget.lessons.review import Moment, Sentence, revealed_truth
from hexwidget.lessons.review.better_actions import lost_moment
from hexwidget.lessons.review.decisions import Decision
from hexwidget.lessons.review.revealed_truth import deeds_since, with_the_truth
from hexwidget.play import Session
from hexwidget.rules import Action, Deed, Position
from hexwidget.systems.frontiers.actions import Play
from tests.amounts import every, many
from tests.depletion.test_exploring import FRONTIER, frontier
from tests.lessons.review.reviewed import judged, reviewed_game
from tests.lessons.review.test_review import of_each_system_with_secrets, random_script
from tests.rules.test_secret import Declared, place_of_the_thief
from tests.secrets.twins import WITH_SECRETS, Script, game, replayed_twin, shown_alike, twin_game
from tests.systems.hideout import HIDEOUT, START, TERRAINS, Creep, Hideout, HideoutPosition, Walk

NOT_KNOWN = "You could not know"


# ---------------------------------------------------------------- every system
def learned(script: Script, player: str) -> list[Any]:
    """The things that a player has learned by the end of a game, for each decision of theirs."""
    if not script:
        return []
    end = script[-1][0].apply(script[-1][1]).position
    deeds = [
        Deed(before, done, after)
        for (before, done), after in zip(script, [*(at for at, _ in script[1:]), end], strict=True)
    ]
    return [
        deed.before.system.hindsight(deed.before, deeds[n:], player)
        for n, deed in enumerate(deeds)
        if isinstance(deed.done, Action) and deed.done.player == player
    ]


def check_learned_alike(script: Script, other: Script, player: str) -> int:
    """Check that twins teach a player the same, that fits what they saw; return the number of times that they have learned something."""
    script, other = shown_alike(script, other, player)
    own = [at for at, done in script if isinstance(done, Action) and done.player == player]
    found = learned(script, player)
    assert found == learned(other, player)
    for at, known in zip(own, found, strict=True):
        for world in () if known is None else known.worlds:
            assert world.observe(player).seen == at.observe(player).seen
        # Where all that could be hidden is listed, the truth is among it.
        if known is not None and all(secret.values for secret in at.system.secrets) and at.system.secrets:
            assert at in known.worlds
    return sum(each is not None for each in found)


@pytest.mark.parametrize("start", [each for each in of_each_system_with_secrets() if each.id != "depletion"])
def test_what_is_learned_later_follows_from_what_was_seen(start: Position) -> None:
    for seed in range(many(2, 100)):
        rng = Random(f"since {start.system.name} {seed}")
        script, player = random_script(start, rng), start.players[seed % len(start.players)]
        hidden = any(at.observe(player).seen != at for at, _ in script)
        other = replayed_twin(script, player, rng) if hidden else None
        if other is not None:
            check_learned_alike(script, other, player)


@pytest.mark.slow
@pytest.mark.parametrize("name", WITH_SECRETS[:: every(4)])
def test_twins_learn_the_same(name: str) -> None:
    for seed in range(many(1, 20)):
        script, rng = game(name, seed), Random(f"since {name} {seed}")
        for player in script[0][0].players:
            check_learned_alike(script, twin_game(script, player, rng), player)


# ---------------------------------------------------------------- said, and not said
def kuhn(cards: str, bets: str) -> Session[Any]:
    """A game of Kuhn poker."""
    session = Session(KuhnPosition(), rolls="ask")
    for card in cards.split():
        session.roll(card)
    for bet in bets.split():
        session.play(bet)
    return session


def test_cards_that_are_laid_open_are_told_and_others_are_not() -> None:
    shown = kuhn("jack queen", "pass pass")
    found = hw.review(shown, "ben", progress=False)
    assert f"{NOT_KNOWN}: ann's jack. Knowing that, your chance to win is 100 % after it" in str(found)
    assert judged(found, shown)
    folded = kuhn("jack queen", "pass pass").at(3).so_far()
    assert "jack" not in str(hw.review(folded, "ben", progress=False))


@pytest.mark.parametrize(
    ("proof", "told"),
    [
        ({"loses": True}, "In truth ann could not have won before you acted again."),
        ({"loses": False}, ""),
        ({"goal": {"at": "hand 1", "owner": "ann", "kind": "card"}, "odds": "1/2"}, "The true odds were 1 of 1 cases."),
        ({"goal": {"at": "hand 1", "owner": "ann", "kind": "card"}, "odds": "1"}, ""),
        ({"wins": True}, ""),
    ],
)
def test_outcomes_and_odds_are_put_right(proof: dict[str, Any], told: str) -> None:
    session = kuhn("jack queen", "pass pass")
    start = session.line[3].position
    said = Sentence("So it seemed.", "play", "", {"action": "pass", **proof})
    moment = Moment("unseen", 1, 3, "ben", start, start, "pass", "bet", "", (said,), 1.0)
    found = with_the_truth(Decision(1, 3, "ben", None, start), moment, deeds_since(session, 3))
    more = [each.text for each in found.sentences[1:]]
    assert more == ([f"{NOT_KNOWN}: ann's jack. {told}"] if told else [])


def test_odds_that_were_foretold_are_put_right(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(revealed_truth, "likely_of", lambda at, _: Fraction(1 if at.cards[0] == "jack" else 0))
    session = kuhn("jack queen", "pass pass")
    start = session.line[3].position
    said = Sentence("So it seemed.", "odds", "K3", {"action": "pass", "claims": []})
    moment = Moment("odds", 1, 3, "ben", start, start, "pass", "bet", "K3", (said,), 1.0)
    found = with_the_truth(Decision(1, 3, "ben", None, start), moment, deeds_since(session, 3))
    assert found.sentences[-1].text == f"{NOT_KNOWN}: ann's jack. Your true odds were 100 %."


def test_the_only_opponent_who_could_win_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Hideout, "now", HIDEOUT)
    start = replace(START, thief="0303")
    found = lost_moment(Decision(1, 0, "thief", Creep("thief", "0403"), start))
    assert found is not None
    lost, kept = (each.text for each in found.sentences)
    assert "guard could win before you acted again" in lost
    assert "guard could not win before your next action" in kept
    assert Decision(1, 0, "a", None, replace(start, players=("a", "b", "c"))).others_could(able=True) == "others could"
    review = hw.review(Session(start), "guard", progress=False)
    assert review.title == "Hideout: guard's game"


@pytest.mark.slow
def test_orders_that_are_revealed_are_told_and_others_are_not() -> None:
    session = reviewed_game(hw.scenario("plotted/archers-march").position, 4, 30)
    red, blue = (session.line[-n] for n in (2, 1))
    assert red.action is not None
    assert blue.action is not None
    session = session.at(red.parent).so_far()
    session.play(blue.action)
    assert NOT_KNOWN not in str(hw.review(session, "blue", progress=False))
    session.play(red.action)
    found = hw.review(session, "blue", progress=False)
    told = "red ordered the mounted archers to run from 0501 by 0401, 0501 and 0401 to 0301. Knowing that,"
    assert f"{NOT_KNOWN}: {told}" in str(found)
    assert judged(found, session)


class Dark(Declared):
    """The guard may not walk where the thief is; the place of the thief is shown after the last round."""

    secrets = (place_of_the_thief(open=lambda position: position.caught or position.round > 1),)

    @rules.bars("H1", "H2", "H3")
    def objections(self, position: Any, action: Any) -> Any:
        yield from super().objections(position, action)
        if isinstance(action, Walk) and action.to == position.thief:
            yield rules.Finding("H3", "thief", (action.to,), {}, "the thief is on {0}")


class Kept(Dark):
    """The place of the thief is never shown, unless the guard catches it."""

    secrets = (place_of_the_thief(),)


@pytest.mark.parametrize("system", [Dark(), Kept()])
def test_what_barred_a_try_is_told_once_it_is_shown(system: Dark, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Hideout, "now", system, raising=False)
    streets = HexMap.parse(". . .\n . . .\n. . .", TERRAINS)
    start = HideoutPosition(streets, thief="0202", guard="0203", turn=1, settings=rules.Settings({"rounds": 1}))
    session = Session(start)
    with pytest.raises(hw.IllegalAction):
        session.play("walk 0202")
    session.play("search")
    found = hw.review(session, "guard", progress=False)
    assert "something that you could not see barred it" in str(found)
    assert (f"{NOT_KNOWN}: thief on 0202. The thief is on 0202 (H3)." in str(found)) == (type(system) is Dark)
    assert judged(found, session)
    elsewhere = Session(replace(start, thief="0101"))
    assert elsewhere.position.check("walk 0202")


@pytest.mark.parametrize(("draft", "space"), [({}, "0402"), ({"walk": "0402"}, "")])
def test_a_click_is_judged_by_what_the_player_saw(
    draft: dict[str, str], space: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Hideout, "now", Kept(), raising=False)
    session = Session(replace(START, thief="0402", guard="0403", turn=1))
    session.note_try("guard", "", rules.Draft(draft), space)
    assert "H3" not in hw.review(session, "guard", progress=False).missed


def searched(start: Position, action: str, done: str, later: Session[Any]) -> str:
    """The moment of a search that was sure of an action at the start of a game, with what its player has been shown since."""
    proof = {"action": action, "done": done, "value": 0.99, "was": 0.01, "sure": 1.0}
    said = Sentence("A search was sure.", "search", "", proof)
    moment = Moment("unseen", 1, 0, "red", start, start, done, action, "", (said,), 1.0)
    return str(with_the_truth(Decision(1, 0, "red", None, start), moment, deeds_since(later, 0)))


def test_a_tile_that_is_laid_is_told_and_others_are_not() -> None:
    start = frontier(["~~~~~~~", "^*^....."], {"0202": "1 galley"}, map=FRONTIER.replace(".", "~"))
    session = Session(start, rolls="ask")
    session.play("0202-0302")
    assert NOT_KNOWN not in searched(start, "0202-0302", "pass", session)  # the tile is not turned yet
    session.roll("~~~~~~~")
    told = searched(start, "0202-0302", "pass", session)
    assert f"{NOT_KNOWN}: the next tile was 7 sea. Knowing that, your chance to win is" in told
    assert "forest" not in told
    known = start.system.hindsight(start, deeds_since(session, 0), "red")
    assert known is not None
    assert {world.exploration.tiles[0] for world in known.worlds} == {"~~~~~~~"}
    assert len({world.exploration.tiles[1] for world in known.worlds}) > 3


def test_a_card_that_was_played_is_told_and_others_are_not() -> None:
    session, rng = Session(hw.scenario("frontiers/opening").position, seed=2), Random(3)
    while session.position.to_act != {"red"}:
        session.play(session.position.legal_actions(sorted(session.position.to_act)[0]).sample(rng))
    start, played = session.fork(), list[Play]()
    session = Session(start.position, seed=2)
    actions = list(map(str, list(start.position.legal_actions("red"))[:2]))
    while not played:
        player = sorted(session.position.to_act)[0]
        legal = list(session.position.legal_actions(player))
        played = [each for each in legal if player == "blue" and isinstance(each, Play)]
        assert NOT_KNOWN not in searched(start.position, *actions, session)
        session.play(played[0] if played else rng.choice(legal))
    title = start.position.title_of(played[0].card)
    assert f"{NOT_KNOWN}: blue held {title}. Knowing that," in searched(start.position, *actions, session)
