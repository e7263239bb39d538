"""The promises of everything that a player reads: sentences, remedies, the end of a game, and texts that fit."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

from hexwidget.problems import unknown
from hexwidget.rules import TERMINAL, Action, Finding, Position, Remedy, Stage
from hexwidget.rules.author import checked_stage
from hexwidget.rules.remedies import ends_behind, legal
from hexwidget.testing.claims import Promise, claim, promise
from hexwidget.testing.games import Played, all_of, sayable, some_of, steps_of, variants, well_formed

BARRED = 40
"""The number of actions of a player that are tried at a position, to find barred ones."""
FOLLOWED = 60
"""The most positions that are looked at behind a first step."""
LONGEST_STAGE = 110
"""The most characters of the stage of a game in the head of a board."""
MOST_SAID = 2_000
"""The most actions that the grammar can say of a position, of which some are tried."""


_KEPT: list[tuple[Played, list[tuple[Position, Action, Finding]]]] = []
"""The findings in the last game that was asked about: two promises look at them."""


def findings_against(played: Played, rng: Random) -> list[tuple[Position, Action, Finding]]:
    """Return findings against barred actions of a game, the first ones of each kind."""
    if not _KEPT or _KEPT[0][0] is not played:
        _KEPT[:] = [(played, list(_findings(played, rng)))]
    return _KEPT[0][1]


def _findings(played: Played, rng: Random) -> Iterator[tuple[Position, Action, Finding]]:
    seen = dict[tuple[str, str, str], int]()
    deeds = [done for _, done in played if isinstance(done, Action)]
    for position, _ in some_of(played, rng, 4):
        for player in position.players:
            known = sayable(position, player, rng, BARRED)
            like = variants(position, all_of(position.legal_actions(player), MOST_SAID), rng, BARRED)
            own = [deed for deed in deeds if deed.player == player]
            for asked in (own, known, like):
                for action, verdict in well_formed(position, asked, rng, BARRED).items():
                    for finding in verdict.findings:
                        kind = (finding.clause, finding.code, finding.wording)
                        seen[kind] = seen.get(kind, 0) + 1
                        if seen[kind] <= 2:
                            yield position, action, finding


@promise("objections", remedy="give each field of the wording a value; the subjects are {0}, {1} and so on")
def sentences_can_be_said(played: Played, rng: Random) -> None:
    """The sentences of findings, events, the stage, the outcome and what players are told can be formed, and say something."""
    for position, action, finding in findings_against(played, rng):
        _says(finding.text, f"the finding {finding.code!r} against {action}", position, "objections", finding.wording)
        claim(finding.clause in position.system.rulebook, f"{finding.clause!r} is no clause", position)
    for position, done in steps_of(played):
        system, transition = position.system, position.apply(done)
        for event in transition.events:
            _says(event.text, f"the event {event.kind!r}", position, "follow", event.wording)
        _says(position.system.status(position), "the stage", position, "stage")
        for player in (*position.players, None):
            told = system.told(position, done, player)
            if told is not None:
                _says(told, f"what {player or 'a spectator'} is told of {done}", position, "told")


def _says(text: object, what: str, position: Position, method: str, wording: str = "") -> None:
    """Claim that a sentence is a text that says something, and shows no object of Python."""
    fits = isinstance(text, str) and text.strip() and " object at 0x" not in text
    claim(fits, f"{what} is no sentence", position, method=method, wording=wording, said=repr(text))


@promise(
    "objections",
    remedy="try an action before you offer it: `hexwidget.rules.remedies` (`instead`, `first_do`, `likest`)",
)
def remedies_help(played: Played, rng: Random) -> None:
    """A remedy is a legal action of the same player. After a first step the barred action is legal, in every case if the remedy
    is certain."""
    for position, action, finding in findings_against(played, rng):
        remedy = finding.remedy
        if remedy is not None:
            _helps(position, action, remedy, finding.wording)
        nearest = position.check(action).nearest_remedy
        if nearest is not None:
            _helps(position, action, nearest, "")


def _helps(position: Position, asked: Action, remedy: Remedy, wording: str) -> None:
    """Claim that a remedy is what it says."""
    claim(remedy.text.strip(), f"the remedy of {asked} says nothing", position, wording=wording)
    step = remedy.action
    if step is None:
        return
    barred, offered = f"{asked.player}: {asked}", f"{step.player}: {step}"
    says: dict[str, Any] = {"barred": barred, "offered": offered, "wording": wording}
    claim(step.player == asked.player, f"the remedy of {asked} is another player's action", position, **says)
    if not legal(position, step):
        claim(False, f"the remedy of {asked} is barred itself", position, **says, check=position.check(step))
    if not remedy.first:
        return
    ends = list(islice(ends_behind(position.apply(step).position, asked.player), FOLLOWED))
    helped = [legal(end, asked) for end in ends]
    enough = all(helped) if remedy.certain else any(helped) or len(helped) >= FOLLOWED
    claim(enough, f"after its remedy, {asked} is still barred", position, **says)


@promise(
    "outcome", remedy='write the winners as a tuple of players, `("red",)`, and end the game where `to_act` is TERMINAL'
)
def outcomes_name_players(played: Played, rng: Random) -> None:
    """Winners are players, the clause of an outcome exists, and a game has an outcome exactly where nobody acts any more."""
    for position, _ in played:
        end = position.outcome
        over = position.to_act == TERMINAL
        words = "to_act and outcome differ on whether the game is over"
        claim((end is not None) == over, words, position, outcome=end, to_act=sorted(position.to_act))
        if end is not None:
            strange = [name for name in end.winners if name not in position.players]
            for name in strange:
                claim(False, unknown("player", name, position.players), position, winners=end.winners)
            words = f"the outcome cites {end.clause!r}, which is no clause"
            claim(end.clause in position.system.rulebook, words, position)


@promise("stage", "under_way", remedy="shorten it: the board's head shows it beside the title")
def texts_fit(played: Played, rng: Random) -> None:
    """The stage of the game fits into the head of a board."""
    for position, _ in played:
        stage: Stage = checked_stage(position.system, position)
        length = len(str(stage))
        words = f"the stage has {length} characters, and a board has room for {LONGEST_STAGE}"
        claim(length <= LONGEST_STAGE or position.to_act == TERMINAL, words, position, stage=stage)


SAID: tuple[Promise, ...] = (sentences_can_be_said, remedies_help, outcomes_name_players, texts_fit)
