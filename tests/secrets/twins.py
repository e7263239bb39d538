"""Twins: positions and games that a player cannot tell from the originals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import islice
from random import Random
from typing import Any

import hexwidget as hw
from fuzz.tally import tried
from hexwidget.rules import Action, ChanceOutcome, Position
from tests.amounts import chances, many

SOAK = many(1, 20)
"""The number of random games of each scenario."""
STEPS = 10 if SOAK == 1 else 30
EVERY = 5
"""A twin is made of one position in this many."""
LARGE = 60
"""Maps with more spaces get fewer questions outside a soak."""
LISTED = 12
"""The number of legal actions that are compared one by one."""

Done = Action | ChanceOutcome
Script = list[tuple[Position, Done]]
"""A game: each position with the action or outcome there."""


Surgery = Callable[[Position, str | None, Script, Random], dict[str, Any]]
"""A position's description with everything drawn anew that the player (None: a spectator) cannot see now and that the game does not reveal later."""


def orders_of_others(position: Position, player: str | None, script: Script, rng: Random) -> dict[str, Any]:
    """P1.9: remove the sealed orders of others; `hidden_deeds` seals other orders."""
    found = position.system.to_json(position)
    # Orders that are sealed at the start of a game are carried out later.
    found["sealed"] = {own: orders for own, orders in found["sealed"].items() if own == player or script}
    return dict(found)


def cards_of_others(position: Position, player: str | None, script: Script, rng: Random) -> dict[str, Any]:
    """F9.1: others hold other cards of the same decks, except the cards that they play later; nothing is sealed."""
    found = position.system.to_json(position)
    cards: Any = getattr(position, "cards")  # noqa: B009  (of this system only)
    plays = Counter(
        (done.player, done.card) for _, done in script if isinstance(done, Action) and hasattr(done, "card")
    )
    for other in position.players:
        if other == player:
            continue
        hand = Counter(found["hands"].get(other, {}))
        kept = Counter({card: min(n, plays[other, card]) for card, n in hand.items()})
        dealt = Counter(kept)
        for deck in ("civic", "army"):
            known = [card.name for card in cards.values() if card.deck == deck]
            held = sum(n for card, n in hand.items() if card in known and n) - sum(kept[card] for card in known)
            dealt.update(rng.choices(known, k=held))
            pile = Counter(found[deck].get(other, {}))
            drawn = Counter(
                {
                    card: min(n, plays[other, card] - kept[card])
                    for card, n in pile.items()
                    if plays[other, card] > kept[card]
                }
            )
            drawn.update(rng.choices(known, k=pile.total() - drawn.total()))
            found[deck][other] = dict(sorted(drawn.items()))
        found["hands"][other] = {card: n for card, n in sorted(dealt.items()) if n}
        if not script:
            found["sealed"].pop(other, None)
            found["chosen"].pop(other, None)
    found["hands"] = {own: held for own, held in found["hands"].items() if held}
    return dict(found)


def tiles_and_events(position: Position, player: str | None, script: Script, rng: Random) -> dict[str, Any]:
    """D8.2: the stacks hold other tiles and cards, except those that are drawn later; in a fixed stack these come first."""
    found = position.system.to_json(position)
    hidden = found.get("exploration")
    if hidden is None:
        return dict(found)
    for pile, source in (("tiles", "tile stack"), ("events", "event deck")):
        left, come = list(hidden[pile]), list[str]()
        for _, done in script:
            if isinstance(done, ChanceOutcome) and done.source == source:
                left.remove(done.value)
                come.append(done.value)
        if pile == "tiles":
            size = len([symbol for symbol in left[0] if symbol not in "*o"]) if left else 0
            other = ["".join(rng.choices(".%^&~", k=size)) + rng.choice(["", "*", "o"]) for _ in left]
        else:
            other = [f"{card} {rng.randrange(1000)}" for card in left]
        rng.shuffle(other)
        hidden[pile] = come + other
    return dict(found)


SECRETS: dict[str, Surgery] = {
    "plotted": orders_of_others,
    "frontiers": cards_of_others,
    "depletion": tiles_and_events,
}


def hides(name: str) -> bool:
    """True if a scenario hides something, now or later."""
    system, _, _ = name.partition("/")
    return system in SECRETS and (system != "depletion" or bool(hw.scenario(name).position.exploration.tiles))


WITH_SECRETS = [name for name in hw.scenarios() if hides(name)]
WITHOUT = [name for name in hw.scenarios() if name not in WITH_SECRETS and not name.startswith("toy/")]
"""The scenarios without hidden information. (The toy hides information in a way of its own.)"""


def hidden_deed(position: Position, done: Done, player: str | None) -> bool:
    """True if a player sees nothing of an action or outcome."""
    after = position.apply(done)
    told = position.system.told(position, done, player)
    seen = [event for event in after.events if event.visible_to is None or player in event.visible_to]
    return told is None and not seen and position.observe(player) == after.position.observe(player)


def hidden_deeds(position: Position, player: str | None, rng: Random) -> Iterator[Action]:
    """The actions of others here that the player does not notice."""
    if position.system.name == "depletion":  # no action is secret there
        return
    for other in position.players:
        if other == player or not position.to_act or position.chance is not None:
            continue
        try:
            action = position.legal_actions(other).sample(rng)
        except LookupError:  # this player has no decision now
            continue
        if hidden_deed(position, action, player):
            yield action


def twin(position: Position, player: str, rng: Random) -> Position:
    """Another position that looks the same to a player."""
    system = position.system
    made: Position = system.from_json(SECRETS[system.name](position, player, [], rng), strict=False)
    for _ in range(rng.randrange(3)):
        for action in islice(hidden_deeds(made, player, rng), 1):
            made = made.apply(action).position
    return made


def anew(position: Position) -> Position:
    """The same position, of which nothing has been computed yet."""
    made: Position = position.system.from_json(position.system.to_json(position), strict=False)
    return made


def looking(position: Position, rng: Random) -> list[str]:
    """The players for whom twins are made: all in a soak, otherwise one of them."""
    return list(position.players) if SOAK > 1 else [rng.choice(position.players)]


def brief(position: Position) -> bool:
    """True if only some questions are asked."""
    return SOAK == 1 and len(position.map) > LARGE


# ---------------------------------------------------------------- random games
CLICKED = {"depletion": 1.0}
"""The share of actions that are made by clicks instead of samples."""


def clicked(position: Position, player: str, rng: Random) -> Action | None:
    """The action that random clicks lead to. None if they lead to none."""
    now = position.choices(player=player)
    for _ in range(12):
        offered = [option.leads_to for option in now.options if option.legal and not option.chosen]
        if now.field is not None and now.field.reach:
            spaces = list(now.field.reach)
            unknown = [space for space in spaces if position.map.terrain(position.map.index(space)) == "unexplored"]
            offered = [now.draft.set(now.field.slot, rng.choice(unknown or spaces))]
        if not offered or (now.action is not None and now.verdict and rng.random() < 0.5):
            break
        now = position.choices(rng.choice(offered), player)
    return now.action if isinstance(now.action, Action) and now.verdict and now.action.player == player else None


@cache
def game(name: str, seed: int, steps: int = STEPS) -> Script:
    rng = chances(name, seed, "secrets")
    position: Position = hw.scenario(name).position
    found: Script = []
    while len(found) < steps and position.to_act:
        done: Done
        if position.chance is not None:
            done = position.chance.sample(rng)
        else:
            player = rng.choice(sorted(position.to_act))
            # Clicking is fast where sampling takes long.
            clicks = clicked(position, player, rng) if rng.random() < CLICKED.get(position.system.name, 0.3) else None
            done = clicks or position.legal_actions(player).sample(rng)
        found.append((position, done))
        position = position.apply(done).position
    return found


def twin_game(script: Script, player: str | None, rng: Random) -> Script:
    """A game that looks the same to a player: with other hidden information at the start, and other cards drawn by others."""
    system = script[0][0].system
    position: Position = system.from_json(SECRETS[system.name](script[0][0], player, script, rng), strict=False)
    found: Script = []
    for n, (before, done) in enumerate(script):
        now = done
        if isinstance(done, ChanceOutcome) and position.chance is not None:
            owner = done.source.partition("'s ")[0]
            if system.name == "frontiers" and owner != player:
                now = _another_draw(position, done, owner, script[n:], rng)
        assert before.observe(player) == position.observe(player)
        found.append((position, now))
        position = position.apply(now).position
    return found


def replayed_twin(script: Script, player: str, rng: Random, tries: int = 20) -> Script | None:
    """A game of any system that looks the same to a player: with hidden things drawn anew at the start, and other outcomes of chance that
    the player does not see. None if none of some tries has led to one."""
    for _ in range(tries):
        found = _replayed(script, player, rng)
        if found is not None and [at for at, _ in found] != [at for at, _ in script]:
            return found
    return None


def _replayed(script: Script, player: str, rng: Random) -> Script | None:
    position: Position = script[0][0].system.resample(script[0][0], player, rng)
    seen = [at.observe(player) for at, _ in script]
    found: Script = []
    for n, (_, done) in enumerate(script):
        if position.observe(player) != seen[n]:
            return None
        now, node = done, position.chance
        if isinstance(done, ChanceOutcome) and node is not None:
            ways = [
                each
                for each in node
                if n + 1 == len(seen) or position.apply(each).position.observe(player) == seen[n + 1]
            ]
            if not ways:
                return None
            now = rng.choice(ways)
        elif isinstance(done, Action) and (not position.to_act or not position.check(done)):
            return None
        found.append((position, now))
        position = position.apply(now).position
    return found


def shown_alike(script: Script, other: Script, player: str) -> tuple[Script, Script]:
    """Twins without their last steps, if these show the player that the games differ."""
    (before, done), (twin, other_done) = script[-1], other[-1]
    views = [at.apply(deed).position.observe(player) for at, deed in ((before, done), (twin, other_done))]
    told = [at.system.told(at, deed, player) for at, deed in ((before, done), (twin, other_done))]
    alike = views[0] == views[1] and told[0] == told[1]
    return (script, other) if alike else (script[:-1], other[:-1])


def _another_draw(position: Any, done: ChanceOutcome, owner: str, ahead: Script, rng: Random) -> ChanceOutcome:
    """A card that can be drawn unseen, except those that are played later."""
    plays = Counter(d.card for _, d in ahead if isinstance(d, Action) and d.player == owner and hasattr(d, "card"))
    hand = Counter(position.hands[position.players.index(owner)])
    wanted = plays - hand
    if wanted[done.value]:
        return done
    deck = Counter(position.deck(position.draws[0][0], position.draws[0][1])) - wanted
    return ChanceOutcome(done.source, rng.choice(sorted(deck))) if deck else done


def check_told_alike(
    name: str, seed: int, steps: int, told: Callable[[Script, str, str], list[str]], tally: str
) -> None:
    """Check that a game and its twin tell each player the same texts.

    :param told: returns all that a player is told in a game; the last argument is a seed
    :param tally: the name of the sum of texts
    """
    script = game(name, seed)[:steps]
    for player in script[0][0].players:
        other = twin_game(script, player, chances(name, seed, player, tally)) if hides(name) else script
        mine, theirs = told(script, player, name), told(other, player, name)
        for one, twin_text in zip(mine, theirs, strict=True):
            assert one == twin_text
        tried(tally, len(mine))
