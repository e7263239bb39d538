"""The promises of every rule system. Each has a check that looks at one played game."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from functools import lru_cache
from itertools import chain, islice
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from hexwidget import rules
from hexwidget.play import Session, load, verify
from hexwidget.problems import InputError
from hexwidget.rules.author import checked_acting
from hexwidget.rules.kinds import SetOf
from hexwidget.rules.listing import Listing
from hexwidget.rules.prompt import LONGEST_DEED
from hexwidget.scene import faults
from hexwidget.testing.claims import Promise, claim, promise
from hexwidget.testing.forecasts import FORETOLD
from hexwidget.testing.games import Played, all_of, choose, deeds_of, sayable, some_of, steps_of, telling, well_formed
from hexwidget.testing.listings import LISTED
from hexwidget.testing.secrets import HIDDEN
from hexwidget.testing.sentences import SAID

CHECKED = 40
"""The number of actions of a position that are checked one by one."""
MOST_POSITIONS = 8
"""The most positions of a game whose listings are gone through."""
SAMPLED = 2
"""The number of samples of a position's actions. A sample may take as long as listing them."""
SAMPLED_FROM_THE_LIST = (rules.LegalActions.sample, Listing.sample)
"""The methods that draw from what is listed."""
DRAWS = 60
"""The number of draws from a listing with a `sample` of its own."""
MOST_DRAWN_FROM = 2_000
"""The most actions of a listing that is drawn from so often."""
BY_CHANCE = 1e-10
"""A draw that is less likely does not count as one of chance."""
WORD = re.compile(r"[\w-]+")
MOST_LISTED = 8_000
"""Positions with more actions than this are sampled."""
MOST_SAID = 2_000
"""The most actions that the grammar can say of a position, of which some are checked."""
FURTHER = 5
"""The number of further actions, or outcomes of chance, of a position that are looked at."""
MOST_BRANCHES = 16
FEW_BRANCHES = 5
"""The most positions of chance, and of any kind, whose further actions and outcomes are looked at."""
MOST_WATCHED = 80
"""The most steps of whole games whose events are compared with what changes."""
MOST_APPLIED = 2_000
"""The most actions of a position that are carried out."""
LISTED_TEXTS = 12
"""The number of listed actions of a position whose texts are read."""
SHORT = 1_000
"""The most actions of a listing whose last action is played now and then."""
LONGEST_GAME = 5_000
"""A game that has not ended after this many steps counts as endless."""


# ---------------------------------------------------------------- legality
@promise(
    "listing",
    "objections",
    remedy="let the listing yield what `check` allows, and cite in each finding a clause that `@bars` names",
)
def enumeration_equals_checking(played: Played, rng: Random) -> None:
    """The listing and `check` agree, and only a player who is to act has legal actions. A `sample` of the system's own gives
    actions of all parts of the listing."""
    elsewhere = [done for _, done in played if isinstance(done, rules.Action)]
    for position, _ in rng.sample(played, min(MOST_POSITIONS, len(played))):
        for player in position.players:
            actions = position.legal_actions(player)
            listed = all_of(actions, MOST_LISTED)
            if listed or not actions:
                count = actions.count()
                fits = _fits(count, len(listed))
                claim(fits, f"count() says {count}, and {len(listed)} are listed", position)
                if 1 < count <= MOST_DRAWN_FROM and type(actions).sample not in SAMPLED_FROM_THE_LIST:
                    _draws_all(position, actions, listed, rng)
            else:
                listed = [*islice(actions, CHECKED), *(actions.sample(rng) for _ in range(SAMPLED))]
                claim(len(set(listed[:CHECKED])) == CHECKED, "the same action is listed twice", position)
            claim(listed or player not in position.to_act, f"{player} is to act and has no legal action", position)
            for action in (actions.pick(rng) for _ in range(SAMPLED if listed else 0)):
                claim(action in actions, f"pick() gives {action}, which is not among the legal actions", position)
            over = position.to_act in (rules.CHANCE, rules.TERMINAL)
            claim(not listed or not over, f"{player} has legal actions, and nobody is to act", position)
            early = listed and player not in position.to_act and not _is_sealed(position, player)
            words = f"{player} is not to act, and has legal actions, of which other players are told"
            claim(not early, words, position)
            for action in rng.sample(listed, min(CHECKED, len(listed))):
                claim(action.player == player, f"an action of {action.player} is listed for {player}", position)
                claim(action in actions, f"{action} is listed, and `in` denies it", position)
                verdict = position.check(action)
                if verdict.status is not rules.Status.LEGAL:
                    claim(False, f"{action} is listed, and check says {verdict}", position)
            first = position.system.grammar.first(position, player, MOST_SAID)
            for tried in (elsewhere, first):
                for action, verdict in well_formed(position, tried, rng, CHECKED).items():
                    _judge_alike(position, action, verdict)


def _fits(count: int, number: int) -> bool:
    """True if a count says how many there are, or gives a bound."""
    return count == number or (isinstance(count, rules.AtLeast) and count < number)


def _draws_all(
    position: rules.Position, actions: rules.LegalActions[Any], listed: list[rules.Action], rng: Random
) -> None:
    """Claim that draws come from all parts of a listing: what many actions have in their text is in one of the drawn ones."""
    half = len(listed) // 2
    halves = {action: "first" if n < half else "second" for n, action in enumerate(listed)}
    says = {action: {f"say {word!r}" for word in WORD.findall(str(action))} for action in listed}
    parts = {action: {*words, f"are of the {halves[action]} half"} for action, words in says.items()}
    drawn = set[str]().union(*(parts.get(actions.sample(rng), ()) for _ in range(DRAWS)))
    for part, n in Counter(chain.from_iterable(parts.values())).items():
        likely = (1 - n / len(listed)) ** DRAWS < BY_CHANCE
        words = f"{n} of {len(listed)} legal actions {part}, and `sample` gives none of them in {DRAWS} draws"
        remedy = "let `sample` draw any listed action"
        claim(part in drawn or not likely, words, position, method="listing", remedy=remedy)


def _judge_alike(position: rules.Position, action: rules.Action, verdict: rules.Verdict) -> None:
    """Compare the judgements of an action: those of check, of the listing and of apply."""
    listed = action in position.legal_actions(action.player)
    if listed != bool(verdict):  # to put a verdict into words takes time
        claim(False, f"{action}: the listing says {listed}, and check says {verdict}", position)
    if bool(verdict) != (not verdict.findings):
        claim(False, f"{action} is {verdict.status.value} with findings {verdict}", position)
    if not verdict:
        try:
            position.apply(action)
        except rules.IllegalAction:
            pass
        else:
            claim(False, f"{action} is barred, and apply carries it out", position)
    strange = sorted({*verdict.clauses} - position.system.barring)
    claim(not strange, f"a finding cites {', '.join(strange)}, which no predicate is marked with (@bars)", position)
    strange = sorted(position.system.barring - position.system.implemented)
    claim(not strange, f"predicates bar by {', '.join(strange)}, which `implemented` leaves out", position)


@promise(
    "listing",
    "follow",
    remedy="list one action for each position that can result, or keep in the position what makes them differ, such as which was "
    "done, if leaving one out would tell a secret",
)
def canonical_actions_lead_to_different_positions(played: Played, rng: Random) -> None:
    """No two listed actions have the same result. The last sealed action of several is left out: all are carried out at once
    with it, which can undo a difference, such as damage that is reset after a combat."""
    for position, _ in some_of(played, rng, 8):
        for player in sorted(position.to_act - rules.CHANCE):
            results: dict[rules.Position, rules.Action] = {}
            if position.to_act == {player} and _is_sealed(position, player):
                continue
            for action in islice(position.legal_actions(player), MOST_APPLIED):
                other = results.setdefault(position.apply(action).position, action)
                claim(other is action, f"{other} and {action} lead to the same position, and both are listed", position)


def _is_sealed(position: rules.Position, player: str) -> bool:
    """True if the other players are not told of the player's actions."""
    first = next(iter(position.legal_actions(player)), None)
    others = [other for other in position.players if other != player]
    return first is not None and any(position.system.told(position, first, other) is None for other in others)


@promise("desk", "listing", remedy="offer a piece only if a legal action comes of it")
def within_a_draft_there_is_what_it_can_become(played: Played, rng: Random) -> None:
    """The legal actions within a draft are legal, and counted. Further clicks lead to no others."""
    for position, _ in some_of(played, rng, 8):
        for player in sorted(position.to_act - rules.CHANCE):
            pieces = [o for o in position.choices(player=player).options if o.kind == "piece" and o.legal]
            if not pieces:
                continue
            piece = rng.choice(pieces)
            draft = piece.leads_to
            within = list(position.legal_actions(player, within=draft))
            claim(within, f"{draft} can be chosen, and no legal action comes of it", position)
            for action in rng.sample(within, min(9, len(within))):
                legal = action in position.legal_actions(player)
                claim(legal, f"{action} comes of {draft}, and is not legal", position)
            further = next(islice(position.legal_actions(player), len(within), None), None)
            # Every action may need the same name in its set.
            alone = len(pieces) == 1 or isinstance(position.system.grammar.slot_kind(piece.slot), SetOf)
            claim(alone or further is not None, f"all actions come of {draft}, one piece of several", position)
            count = position.legal_actions(player, within=draft).count()
            words = f"within {draft}, count() says {count}, and {len(within)} are listed"
            claim(_fits(count, len(within)), words, position)
            then = position.choices(draft, player)
            clicks = [o.leads_to for o in then.options if o.legal and {*draft.items()} < {*o.leads_to.items()}]
            for more in rng.sample(clicks, min(CHECKED, len(clicks))):
                later = islice(position.legal_actions(player, within=more), MOST_APPLIED)
                _all_come_of(position, draft, within, list(later))


def _all_come_of(
    position: rules.Position, draft: rules.Draft, within: list[rules.Action], later: list[rules.Action]
) -> None:
    """Claim that the actions of a draft with more slots are those of a draft, or lead to the same positions."""
    missing, advance = {*later} - {*within}, position.system.advance
    results = {advance(position, action) for action in within} if missing else set()
    for action in later:
        known = action not in missing or advance(position, action) in results
        claim(known, f"{action} comes of a click after {draft}, and is not listed within it", position)


# ---------------------------------------------------------------- events
@promise(
    "follow",
    remedy="change nothing in place: return a new position (`dataclasses.replace`), and draw no random numbers",
)
def apply_is_pure_and_repeatable(played: Played, rng: Random) -> None:
    """A position stays as it is, the same action has the same result, and events cite clauses."""
    for position, done in steps_of(played):
        before = (position.key, hash(position), position.notation)
        transition = position.apply(done)
        claim((position.key, hash(position), position.notation) == before, f"{done} changes the old position", position)
        claim(transition == position.apply(done), f"{done} has another result the second time", position)
        same = position.system.advance(position, done) == transition.position
        claim(same, f"advance and apply differ after {done}", position)
        for n, event in enumerate(transition.events):
            known = event.clause in position.system.rulebook
            words, remedy = f"the event {event.kind!r} cites {event.clause!r}, which is no clause", "cite a clause"
            claim(known, words, position, remedy=remedy)
            claim(event.text, f"the event {event.kind!r} says nothing", position)
            earlier = event.cause is None or 0 <= event.cause < n
            claim(earlier, f"the cause of the event {event.kind!r} comes after it", position)


@promise("follow", remedy="tell an event whose subjects name every space that looks different", of="whole")
def events_account_for_every_change(played: Played, rng: Random) -> None:
    """An event names every space that looks different afterwards, and nothing changes without an event."""
    closely = {id(position) for position, _ in telling(played, rng, CHECKED)}
    steps = [*steps_of(telling(played, rng, MOST_WATCHED)), *branches_of(played, rng, MOST_BRANCHES)]
    for position, done in steps:
        transition = position.apply(done)
        claim(transition.events or transition.position == position, f"{done} changes things without an event", position)
        named = {space for event in transition.events for space in event.subjects}
        silent = sorted(changed_spaces(position, transition.position) - named)
        claim(not silent, f"after {done}, {', '.join(silent)} look different, and no event names them", position)
        for seat, player in enumerate(position.players) if id(position) in closely else ():
            known = {space for event in transition.events if event.is_seen_by(player) for space in event.subjects}
            silent = sorted(changed_spaces(position, transition.position, seat) - known)
            words = f"after {done}, the pieces of {player} on {', '.join(silent)} look different to {player}"
            claim(not silent, f"{words}, who sees no event that names them", position)


def changed_spaces(before: rules.Position, after: rules.Position, seat: int | None = None) -> set[str]:
    """Return the spaces whose pieces and tokens look different to a spectator, or whose own pieces do to a seat."""
    return {space for space, *_ in _looks(before.system, before, seat) ^ _looks(after.system, after, seat)}


@lru_cache(maxsize=4)  # the position after a step is most often the one before the next
def _looks(
    system: rules.RuleSystem[Any, Any], position: rules.Position, seat: int | None
) -> frozenset[tuple[Any, ...]]:
    """Return the pieces and tokens of a position as a spectator sees them, or the own ones of a seat."""
    scene = position.scene(None if seat is None else position.players[seat])
    own = [piece for piece in scene.pieces if seat in (None, piece.owner)]
    pieces = {(p.space, p.owner, p.label, p.count, p.spent, p.lost, p.figures) for p in own}
    return frozenset(pieces | {(t.space, t.label, t.count) for t in scene.tokens if seat is None})


@promise("chance", remedy="give each outcome its probability as a `Fraction`, and set `chancy = True`")
def chance_has_exact_odds(played: Played, rng: Random) -> None:
    """Probabilities add up to one, and what cannot come is refused."""
    for position, done in played:
        node = position.chance
        same = (node is not None) == (position.to_act == rules.CHANCE)
        claim(same, "to_act and chance differ on whether chance is due", position)
        if node is None:
            _expect_refusal(position, rules.ChanceOutcome("die", "6"), "nothing is left to chance")
            continue
        claim(position.system.chancy, "chance is due, and the system does not say `chancy = True`", position)
        total = sum(node.probability(outcome) for outcome in node)
        claim(total == 1, f"the probabilities of {node.source} add up to {total}", position)
        claim(done is None or done in node, f"{done} came of {node.source}, which cannot come to it", position)
        _expect_refusal(position, rules.ChanceOutcome(node.source, "what never comes"), "expected")


def _expect_refusal(position: rules.Position, outcome: rules.ChanceOutcome, words: str) -> None:
    try:
        position.apply(outcome)
    except InputError as error:
        claim(words in str(error), f"{outcome} is refused in other words: {error}", position)
    else:
        claim(False, f"{outcome} cannot come, and apply takes it", position)


def branches_of(
    played: Played, rng: Random, most: int
) -> Iterator[tuple[rules.Position, rules.Action | rules.ChanceOutcome]]:
    """Yield further outcomes of chance, and further actions, at telling positions of games: those of chance first."""
    chances = [step for step in played if step[0].chance is not None]
    for position, _ in (*telling(chances, rng, most), *telling(played, rng, FEW_BRANCHES)):
        yield from ((position, deed) for deed in deeds_of(position, rng, FURTHER))


@promise("outcome", remedy="let `outcome` end the game at last, for instance after a number of rounds", of="whole")
def games_end(played: Played, rng: Random) -> None:
    """Every game ends by its rules if players now and then take the last listed action (in short listings of most systems, a
    pass) and otherwise a random one. Then nothing is legal any more, and what bars it is said. Until then, a player who is to act has a
    legal action, whatever chance and the others do."""
    for position, deed in branches_of(played, rng, MOST_BRANCHES):
        after = position.system.advance(position, deed)
        for player in sorted(after.to_act - rules.CHANCE):
            words = f"after {deed}, {player} is to act and has no legal action"
            able = next(iter(after.legal_actions(player)), None) is not None
            remedy = "let the listing yield what they may do, or let `outcome` end the game"
            claim(able, words, position, method="listing", remedy=remedy, after=after.notation)
    position = played[0][0]
    for _ in range(LONGEST_GAME):
        if position.to_act == rules.TERMINAL:
            break
        acting = () if position.chance is not None else checked_acting(position.system, position)
        last = bool(acting) and rng.random() < 0.7
        listed = all_of(position.legal_actions(rng.choice(sorted(acting))), SHORT) if last else None
        done = listed[-1] if listed else choose(position, rng)
        if done is None:
            break
        position = position.apply(done).position
    end = position.outcome
    words = f"the game has no outcome after {LONGEST_GAME:,} steps, or nobody is to act before it"
    claim(end is not None, words, position)
    for player in position.players:
        more = [*islice(position.legal_actions(player), 1), *sayable(position, player, rng, CHECKED)]
        for action, verdict in well_formed(position, more, rng, len(more)).items():
            claim(not verdict, f"the game is over, and {player} may still {action}", position)
            with enumeration_equals_checking.within():
                _judge_alike(position, action, verdict)
    for check in SAID:
        with check.within():
            check.check([(position, None)], rng)


# ---------------------------------------------------------------- forms
@promise("from_json", "to_json", remedy="give each field of the position a type hint by which it is read and written")
def text_json_and_copies_round_trip(played: Played, rng: Random) -> None:
    """The text of an action, and the JSON, the notation and a copy of a position, give the same back."""
    for position, done in some_of(played, rng, 2):
        system = position.system
        if isinstance(done, rules.Action):
            said = f"{done.player}: {done}"
            claim(position.parse(said) == done, f"'{said}' is read as another action", position)
            if position.to_act == {done.player}:
                claim(position.parse(str(done)) == done, f"'{done}' is read as another action", position)
        for player in sorted(position.to_act - rules.CHANCE):
            for action in islice(position.legal_actions(player), LISTED_TEXTS):
                words = f"'{player}: {action}' is listed, and its text is read as another action"
                remedy = "list what texts are read as: of a `SetOf`, the names in alphabetical order"
                same = position.parse(f"{player}: {action}") == action
                claim(same, words, position, method="listing", remedy=remedy)
        text = json.dumps(system.to_json(position), ensure_ascii=False)
        again = json.dumps(system.to_json(system.from_json(json.loads(text))), ensure_ascii=False)
        claim(again == text, f"from_json reads the position, and to_json then writes another text: {again}", position)
        copies = {"from_json": system.from_json(json.loads(text)), "read": system.read(position.notation)}
        copies |= {"deepcopy": deepcopy(position)}
        for form, other in copies.items():
            claim(other == position, f"{form} gives another position back", position)
            same = (hash(other), other.key) == (hash(position), position.key)
            claim(same, f"{form} gives an equal position with another hash or key", position)


@promise("follow", remedy="let a position depend on nothing but the one before it and the action", of="row")
def undo_redo_goto_and_replay_agree(played: Played, rng: Random) -> None:
    """Undo, redo, goto and the replay's file lead to the positions of the game."""
    with TemporaryDirectory() as folder:
        journal = Path(folder) / "game.jsonl"
        session: Session[Any] = Session(played[0][0], journal=journal, rolls="ask")
        for _, done in steps_of(played):
            session.roll(done.value) if isinstance(done, rules.ChanceOutcome) else session.play(done)
        line = [position for position, _ in played]
        claim([step.position for step in session.line] == line, "a session leads to other positions", line[0])
        decisions = [position for position in line if position.chance is None or position is line[0]]
        end = [] if line[-1].chance is None else [line[-1]]
        for position in reversed(decisions if end else decisions[:-1]):
            claim(session.undo() == position, "undo leads to another position", position)
        claim(not session.can_undo, "undo goes back beyond the first position", line[0])
        for position in [*decisions[1:], *end]:
            claim(session.redo() == position, "redo leads to another position", position)
        for step in session.line[:: max(1, len(line) // 5)]:
            claim(session.goto(step.number) == step.position, "goto leads to another position", step.position)
        session.close()
        again = load(journal)
        same = isinstance(again, Session) and (again.steps, again.step) == (session.steps, session.step)
        claim(same, "the replay holds other steps", line[0])
        claim(verify(journal), "the replay cannot be played again", line[0])


# ---------------------------------------------------------------- choices, scenes, hidden things
@promise("desk", remedy="offer as legal only what leads to a legal action, and say so in a prompt")
def what_is_offered_can_be_chosen_and_confirmed(played: Played, rng: Random) -> None:
    """Random clicks lead to legal actions, and never to a dead end."""
    for position, _ in played:
        for player in position.players:
            seen = position.observe(player)
            now = position.system.choices(seen, player, rules.Draft())
            claim(now.prompt, f"the choices of {player} have no prompt", position)
            for _ in range(6):
                claim("".join(words for _, words in now.words) == now.prompt, "the prompt's words are others", position)
                claim(len(now.deed) <= LONGEST_DEED, f"the button has no room for {now.deed!r}", position)
                offered = [o.leads_to for o in now.options if o.legal]
                if now.field is not None and now.field.reach:
                    offered.append(now.draft.set(now.field.slot, rng.choice(list(now.field.reach))))
                if not offered:
                    break
                now = position.system.choices(seen, player, rng.choice(offered))
                if now.action is not None and now.verdict:
                    legal = now.action in position.legal_actions(player)
                    claim(legal, f"clicks lead to {now.action}, which is not legal", position)
            claim(offered or now.action is None, f"the draft {now.draft} is a dead end", position)


@promise("desk", remedy="let a click on a space mean one choice")
def every_choice_can_be_clicked(played: Played, rng: Random) -> None:
    """Clicks on a space go through the pieces there, so these are values of one slot; other spaces mean one choice each. Clicks on
    sets of names lead on."""
    for position, _ in some_of(played, rng, 3):
        for player in position.players:
            now = position.choices(player=player)
            for _ in range(3):
                clicked = [o for o in now.options if o.legal and not o.chosen and o.space is not None]
                for space in sorted({str(o.space) for o in clicked}):
                    here = [o for o in clicked if o.space == space]
                    slots = {o.slot for o in here if o.kind == "piece"}
                    claim(len(slots) <= 1, f"pieces on {space} are choices of the slots {sorted(slots)}", position)
                    spaces = [o.label for o in here if o.kind == "space"]
                    claim(len(spaces) <= 1, f"a click on {space} may mean {' or '.join(sorted(spaces))}", position)
                _sets_lead_on(position, player, now, rng)
                if not clicked:
                    break
                now = position.choices(rng.choice(clicked).leads_to, player)


def _sets_lead_on(position: rules.Position, player: str, now: rules.Choices, rng: Random) -> None:
    """Hold the choices of a set of names to their promise: a click changes the set, and a legal action can come of the new one."""
    kind_of = position.system.grammar.slot_kind
    sets = [o for o in now.options if o.legal and isinstance(kind_of(o.slot), SetOf)]
    if not sets:
        return
    then = rng.choice(sets).leads_to
    claim(then != now.draft, f"a click on a set of {now.draft} leads back to it", position)
    further = next(iter(position.legal_actions(player, within=then)), None)
    claim(further is not None, f"{then} can be chosen, and no legal action comes of it", position)


@promise("scene", remedy='take the names of docs/writing-a-system.md, "Names that a scene uses"')
def scenes_can_be_drawn(played: Played, rng: Random) -> None:
    """Hues, patterns, spaces and seats of a scene exist."""
    for position, _ in some_of(played, rng, 5):
        for player in (*position.players, None):
            found = faults(position.scene(player), position.system.hexsides)
            claim(not found, "; ".join(map(str, found[:5])), position)


CHECKS: dict[str, Promise] = {
    each.name: each
    for each in (
        enumeration_equals_checking,
        canonical_actions_lead_to_different_positions,
        within_a_draft_there_is_what_it_can_become,
        apply_is_pure_and_repeatable,
        events_account_for_every_change,
        chance_has_exact_odds,
        games_end,
        text_json_and_copies_round_trip,
        undo_redo_goto_and_replay_agree,
        what_is_offered_can_be_chosen_and_confirmed,
        every_choice_can_be_clicked,
        scenes_can_be_drawn,
        *LISTED,
        *FORETOLD,
        *SAID,
        *HIDDEN,
    )
}
"""The checks by their names: a game that was played, and a source of random numbers."""
