"""The promises of listings: they are complete, and what a piece can reach is what they list."""

from __future__ import annotations

from itertools import islice
from random import Random

from hexwidget.problems import InputError
from hexwidget.rules import CHANCE, Action, Position, RuleSystem, Status
from hexwidget.rules.candidate_desk import CandidateDesk
from hexwidget.rules.candidates import actions_of
from hexwidget.rules.choices import Choices, Draft, Field
from hexwidget.rules.default_desk import DefaultDesk
from hexwidget.rules.listing import ListedByChecking
from hexwidget.rules.reach import Reach
from hexwidget.testing.claims import Promise, claim, promise
from hexwidget.testing.games import Played, all_of, beside, sayable, some_of, variants, well_formed

FEW = 8
"""The positions of a game to each one that has its listings compared."""
MOST_COMPARED = 600
"""Listings with more actions than this are not compared."""
ENTERED = 8
"""The number of spaces within a reach, at its rim, and anywhere that are compared."""
CLICKED = 4
"""The number of listed actions of a position that are clicked together."""
MOST_DRAFTS = 40
"""The most drafts that are looked at on the way to an action."""
VARIED = 60
CLOSE = 30
"""The number of variations of listed actions, and of those with a space close to theirs, that are asked about at a position."""


@promise("listing", "objections", remedy="let the listing yield the action, or bar it in `objections`")
def the_listing_is_complete(played: Played, rng: Random) -> None:
    """A legal action is listed, or leads to the same position as a listed one. Actions are tried that the grammar can say and
    that resemble listed ones, also with spaces beside theirs, the candidates, and those that clicks have led to."""
    deeds = [done for _, done in played if isinstance(done, Action)]
    for position, done in some_of(played, rng, FEW):
        for player in position.players:
            actions = position.legal_actions(player)
            listed = all_of(actions, MOST_COMPARED)
            tried = [done] if isinstance(done, Action) and done.player == player else []
            tried += [deed for deed in deeds if deed.player == player] + variants(position, listed, rng, VARIED)
            if listed or not actions:
                _compare(position, listed, tried + sayable(position, player, rng, VARIED), rng, 2 * VARIED)
    system = played[0][0].system
    has_candidates = type(system).candidates is not RuleSystem.candidates
    has_candidates &= not issubclass(system.listing, ListedByChecking)  # which reads them
    for position, _ in some_of(played, rng, 2):
        for player in sorted(position.to_act - CHANCE):
            listed = all_of(position.legal_actions(player), MOST_COMPARED)
            _compare(position, listed, beside(position, listed, rng, CLOSE), rng, CLOSE)
            if has_candidates and listed:
                candidates = list(islice(actions_of(position.system.candidates(position, player)), MOST_COMPARED))
                _compare(position, listed, candidates, rng, MOST_COMPARED)


def _compare(position: Position, listed: list[Action], tried: list[Action], rng: Random, most: int) -> None:
    """Claim that the legal ones of some actions are listed, as they are or by the positions that they lead to.

    :param most: the most of them that are looked at
    """
    advance, known = position.system.advance, set(listed)
    new = [action for action in dict.fromkeys(tried) if action not in known]
    legal = [action for action, verdict in well_formed(position, new, rng, most).items() if verdict]
    results = {advance(position, action) for action in listed} if legal else set()
    for action in legal:
        words = f"{action} is legal, and no listed action leads to its position"
        some = ", ".join([*map(str, listed[:8]), *["..."][: len(listed) > 8]]) or "nothing"
        claim(advance(position, action) in results, words, position, player=action.player, listed=some)


@promise("desk", remedy="let the desk offer every choice that a listed action needs")
def what_is_listed_can_be_clicked(played: Played, rng: Random) -> None:
    """A desk that offers candidates, or the slots of the grammar, lets clicks lead to each listed action, or to one with the same
    result."""
    desk = played[0][0].system.desk
    for position, _ in some_of(played, rng, FEW) if issubclass(desk, (CandidateDesk, DefaultDesk)) else ():
        for player in sorted(position.to_act - CHANCE):
            listed = all_of(position.legal_actions(player), MOST_COMPARED)
            for action in rng.sample(listed, min(CLICKED, len(listed))):
                now = position.choices(player=player)
                offered = ", ".join(option.label for option in now.options if option.legal)
                reached = _clicks_lead_to(position, player, action, now, {now.draft})
                claim(reached, f"{action} is listed, and clicks do not lead to it", position, offered=offered)


def _clicks_lead_to(position: Position, player: str, action: Action, now: Choices, known: set[Draft]) -> bool:
    """True if clicks lead from some choices to an action.

    :param known: the drafts that have been looked at
    """
    system, advance = position.system, position.system.advance
    if now.action is not None and (
        now.action == action or (now.verdict and advance(position, now.action) == advance(position, action))
    ):
        return True
    offered = [option.leads_to for option in now.options if option.legal and not option.chosen]
    if now.field is not None:
        offered += [now.draft.set(now.field.slot, space) for space in now.field.reach]
    for draft in sorted(offered, key=len, reverse=True):  # a click may also take something back
        new = draft not in known and len(known) < MOST_DRAFTS
        if new and system.desk.can_become(system.grammar, draft, action):
            known.add(draft)
            if _clicks_lead_to(position, player, action, position.choices(draft, player), known):
                return True
    return False


@promise("desk", "reach", remedy="compute the reach from the same conditions as `objections`")
def reach_is_what_is_listed(played: Played, rng: Random) -> None:
    """Once a piece is chosen, the spaces that can be chosen next are those that legal actions name. Where something else can be
    chosen, such as another piece there, they are some of them."""
    for position, _ in some_of(played, rng, 4):
        for player in sorted(position.to_act - CHANCE):
            seen = position.observe(player).seen
            now = position.choices(player=player)
            pieces = [o for o in now.options if o.legal and o.kind == "piece" and o.space is not None]
            for option in rng.sample(pieces, min(2, len(pieces))):
                then = position.choices(option.leads_to, player)
                if then.field is not None and not then.field.onward:
                    _same_spaces(seen, player, then, then.field)


def _same_spaces(position: Position, player: str, now: Choices, field: Field) -> None:
    """Claim that a field, with the options beside it, and the listing within its draft name the same spaces."""
    system, slot = position.system, field.slot
    before = Draft({name: value for name, value in now.draft.items() if name != slot})
    within = all_of(position.legal_actions(player, within=before), MOST_COMPARED)
    listed = {str(whole[slot]) for each in within for whole in system.grammar.drafts(each) if slot in whole}
    spaces = set(position.map.names())
    if not within or not listed <= spaces:
        return
    reached = {space for space in field.reach if field.reach.why(space).status is not Status.UNKNOWN}
    offered = {*reached, *(str(option.value) for option in now.options if option.slot == slot and option.legal)}
    other = any(option.legal and option.slot != slot and not option.chosen for option in now.options)
    same = offered & spaces <= listed if other else offered & spaces == listed
    words = f"after {before}, other spaces are offered than legal actions name"
    more, fewer = (", ".join(sorted(only)) or "none" for only in (offered - listed, listed - offered))
    claim(same, words, position, only_offered=more, only_listed=fewer)


@promise("reach", remedy="compute the reach, and its reasons, from the same conditions as `objections`")
def reach_is_what_may_be_entered(played: Played, rng: Random) -> None:
    """The reach of a piece of the player to act holds a space exactly if the reach's own verdict on that space is legal. At its rim
    it names a clause of that verdict."""
    own = type(played[0][0].system).reach is not RuleSystem.reach
    for position, _ in some_of(played, rng, 4) if own else ():
        pieces = (piece for piece in position.scene().pieces if piece.owner < len(position.players))
        owned = [(piece.space, position.players[piece.owner]) for piece in pieces]
        spaces = [space for space, player in dict.fromkeys(owned) if player in position.to_act]
        for space in rng.sample(spaces, min(2, len(spaces))):
            try:
                reach = position.reach(space)
            except InputError:  # nothing there moves
                continue
            names = rng.sample(list(reach), min(ENTERED, len(reach)))
            if not any(map(reach.why, names)):  # it may not move now
                continue
            names += list(reach.rim)[:ENTERED]
            names += rng.sample(list(position.map.names()), min(4 * ENTERED, len(position.map)))
            _enter_claim(position, space, reach, names)
            _ways_claim(position, space, reach)


def _enter_claim(position: Position, space: str, reach: Reach, names: list[str]) -> None:
    """Claim that a reach holds some spaces exactly if it calls them legal, and names a clause that bars them at its rim."""
    rim = reach.rim
    for name in names:
        verdict = reach.why(name)
        if name == space or verdict.status in (Status.UNKNOWN, Status.INCOMPLETE):
            continue
        said = "holds" if name in reach else "lacks"
        words = f"the reach of the piece on {space} {said} {name}"
        claim(bool(verdict) == (name in reach), words, position, reach=", ".join(list(reach)[:20]), why=verdict)
        words = f"at the rim of the reach of the piece on {space}, {name} is barred by {rim.get(name)}"
        claim(name not in rim or rim[name] in verdict.clauses, words, position, why=verdict)


def _ways_claim(position: Position, space: str, reach: Reach) -> None:
    """Claim that a reach has the costs of its ways: each leads to its space, costs at most the budget, and no less than a way to a space
    on it; and that no reason against a space names a cost that the piece has points for."""
    costs, budget = reach.costs(), reach.budget
    words = f"the reach of the piece on {space}"
    for there, cost in costs.items():
        way = reach.path(there)
        told = f"{words} has no way to {there} for its {budget} points"
        claim(way[-1] == there and cost <= budget, told, position, way=" ".join(way))
        dear = [at for at in way[:-1] if costs.get(at, 0) > cost]
        told = f"{words} costs {cost} to {there}, and more to {', '.join(dear)} on the way there"
        claim(not dear, told, position, way=" ".join(way))
    for there in list(reach.rim)[:ENTERED]:
        for finding in reach.why(there).findings:
            price = finding.numbers.get("cost")
            if isinstance(price, int) and finding.clause == reach.rim[there]:
                has = finding.numbers.get("points", budget)
                told = f"{words} bars {there} for its cost of {price}, and the piece has {budget} points"
                claim(price > budget or price > has, told, position)


LISTED: tuple[Promise, ...] = (
    the_listing_is_complete,
    what_is_listed_can_be_clicked,
    reach_is_what_is_listed,
    reach_is_what_may_be_entered,
)
