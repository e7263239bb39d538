"""Random games, played as a person would: by actions from the listing, and by clicks on what is offered."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import MISSING, Field, fields, is_dataclass, replace
from functools import lru_cache
from itertools import count, islice
from pathlib import Path
from random import Random
from typing import Any

from hexwidget.geometry.spaces import SpaceMap
from hexwidget.problems import InputError, shown
from hexwidget.rules import Action, ChanceOutcome, Draft, LegalActions, Position, SpaceName, Verdict
from hexwidget.rules.author import checked_acting

MOST_CLICKS = 12
"""The most clicks for one action."""
LONGEST_SHOWN = 300
"""The most characters of a value in a message."""
FEWEST = 6
"""The fewest positions of a game that a check looks at."""
OFTEN = 0.4
"""The share of actions that are clicked together."""

MOST_GAMES = 2
"""The number of whole games whose steps are drawn from, unless they are long. In the second one, pieces crowd."""
MOST_LATER = 1_000
"""The most steps of a game that is played to its end."""
MOST_WORDS = 300
"""The most words and small numbers of a position by which it is told from others."""
SMALL = 10
DRAWN = 3
"""The number of further actions that are drawn where pieces crowd: the one with the most pieces about it is taken."""
OTHERS = 3
FORGOTTEN = 5
"""The number of steps after which it is seen anew where pieces are."""
MOST_SAID = 400
"""The most actions that the grammar can say of a position, from which some are drawn. Of more, each form is as likely."""
MOST_VALUES = 2_000
"""The most values of a part of an action that are tried."""

Done = Action | ChanceOutcome | None
Played = list[tuple[Position, Done]]
"""The positions of a game, each with what was done there; None at its end."""


class NoValueError(TypeError):
    """A position that is no value, in words."""


def text_of(position: Position) -> str:
    """Return a position on one line, or as Python shows it if it cannot be written. Defaults of its parts are left out, as far as the
    text is read as the same position."""
    try:
        system, told = position.system, position.notation
        head, brace, _ = told.partition("{")
        written = {
            key: _brief(getattr(position, key, None), value)
            for key, value in system.to_json(position).items()
            if key not in ("title", *(("map", "offset") if head else ()))
            and not (key in system.defaults and value == system.defaults[key])
        }
        short = head + json.dumps(written, ensure_ascii=False, separators=(",", ":")).replace(" ", "\\u0020")
        return short if brace and system.read(short, strict=False) == position else told
    except Exception:  # an error of the author's, which a check of its own tells
        return shown(position, LONGEST_SHOWN)


def _brief(value: Any, plain: Any) -> Any:
    """Return the plain data of a value without the fields of dataclasses in it that have their defaults."""
    if isinstance(plain, list) and isinstance(value, (list, tuple)) and len(plain) == len(value):
        return [_brief(*pair) for pair in zip(value, plain, strict=True)]
    if isinstance(plain, dict) and isinstance(value, Mapping):
        return {key: _brief(value.get(key), each) for key, each in plain.items()}
    if not (isinstance(plain, dict) and is_dataclass(value)):
        return plain
    usual = {each.name: each.default for each in fields(value)}
    return {
        key: _brief(getattr(value, key, None), each)
        for key, each in plain.items()
        if key not in usual or usual[key] is MISSING or getattr(value, key) != usual[key]
    }


def choose(position: Position, rng: Random, often: float = OFTEN) -> Done:
    """Return the next action or outcome of a random game. None at its end.

    :param often: the share of actions that are clicked together: listings may leave out some products, which only clicks find
    """
    if position.chance is not None:
        return position.chance.sample(rng)
    acting = checked_acting(position.system, position)
    if not acting:
        return None
    player = rng.choice(sorted(acting))
    chosen = clicked(position, player, rng) if rng.random() < often else None
    return chosen or position.legal_actions(player).sample(rng)


def clicked(position: Position, player: str, rng: Random) -> Action | None:
    """Return the action that random clicks on pieces, buttons and spaces lead to. None if they lead to none."""
    now = position.choices(player=player)
    for _ in range(MOST_CLICKS):
        offered: dict[str, list[Draft]] = {}
        for option in now.options:
            if option.legal and not option.chosen and option.kind in ("piece", "space", "button"):
                offered.setdefault(option.kind, []).append(option.leads_to)
        if now.field is not None and now.field.reach:
            offered["field"] = [now.draft.set(now.field.slot, rng.choice(list(now.field.reach)))]
        complete = isinstance(now.action, Action) and bool(now.verdict)
        if not offered or (complete and rng.random() < 0.25):
            break
        now = position.choices(rng.choice(offered[rng.choice(sorted(offered))]), player)
    return now.action if isinstance(now.action, Action) and now.verdict and now.action.player == player else None


def whole_games(position: Position, rng: Random, steps: int) -> tuple[Played, Played, Played]:
    """Return three lists: the first steps of one game in a row, as many telling steps of whole games, and all their steps. The last
    position of each is where a game ended or was cut off.

    :param steps: the number of steps; the first ones are played by clicks, too
    """
    first = game(position, rng, steps)
    found, at = first[:-1], first[-1][0]
    for n in range(MOST_GAMES):
        rest = game(position if n else at, rng, MOST_LATER, crowding() if n else pick)
        found, at = found + rest[:-1], rest[-1][0]
        if len(found) > MOST_LATER:
            break
    return first, [*telling(found, rng, steps), (at, None)], [*found, (at, None)]


def telling(played: Played, rng: Random, most: int) -> Played:
    """Return at most so many steps of games: the first, one of each kind and stage, then those with rare words, such as a piece on a
    space that few others have entered, and others at random."""
    kinds, words = dict[object, list[int]](), dict[object, list[int]]()
    for n, (position, done) in enumerate(played):
        kinds.setdefault((_kind(position, done), stages_of(position)), []).append(n)
        for word in _words(position):
            words.setdefault(word, []).append(n)
    chosen = {*range(min(1, len(played)))}
    for held in (*sorted(kinds.values(), key=len), *sorted(words.values(), key=len)):
        if len(chosen) < most and chosen.isdisjoint(held):
            chosen.add(rng.choice(held))
    left = [n for n in range(len(played)) if n not in chosen]
    chosen |= {*rng.sample(left, max(0, min(most - len(chosen), len(left))))}
    return [played[n] for n in sorted(chosen)]


@lru_cache(maxsize=4_096)  # of the steps of a game some are chosen several times
def _words(position: Position) -> frozenset[tuple[str, object]]:
    return frozenset(islice(words_of(position), MOST_WORDS))


def words_of(value: Any, name: str = "") -> Iterator[tuple[str, object]]:
    """Yield the words and small numbers in a position or an action, each with the name of its field."""
    if isinstance(value, str) or (isinstance(value, int) and 0 <= value < SMALL):
        yield name, value
    elif is_dataclass(value) and not isinstance(value, (type, SpaceMap)):
        for each in fields(value):
            yield from words_of(getattr(value, each.name, None), each.name)
    elif isinstance(value, (tuple, list, frozenset, Mapping)):
        for item in value.items() if isinstance(value, Mapping) else value:
            yield from words_of(item, name)


def crowding() -> Callable[[Position, Random], Done]:
    """Return a way to play that brings pieces together, as some rules are only met in a crowd: of a few legal actions, the one is taken
    whose spaces have the most pieces on and beside them, where those of others count more."""
    crowds, steps = dict[str, Counter[object]](), count()

    def decide(position: Position, rng: Random) -> Done:
        done = pick(position, rng)
        if not isinstance(done, Action):
            return done
        if next(steps) % FORGOTTEN == 0:
            crowds.clear()
        crowd = crowds.get(done.player) or crowds.setdefault(done.player, _about_pieces(position, done.player))
        listing = position.legal_actions(done.player)
        drawn: list[Action] = [done, *(listing.pick(rng) for _ in range(DRAWN))]
        return max(drawn, key=lambda each: sum(crowd[value] for _, value in words_of(each)))

    return decide


def _about_pieces(position: Position, player: str) -> Counter[object]:
    """Return the number of pieces on and beside each space; those of other players than one count `OTHERS` times."""
    spaces, found = position.map, Counter[object]()
    for piece in position.scene().pieces:
        at = spaces.find(piece.space)
        for name in () if at is None else (piece.space, *map(spaces.name, spaces.neighbours(at))):
            found[name] += 1 if position.players[piece.owner : piece.owner + 1] == (player,) else OTHERS
    return found


def pick(position: Position, rng: Random) -> Done:
    """Return the next action or outcome of a random game without clicks, for long games. None at its end."""
    if position.chance is not None:
        return position.chance.sample(rng)
    acting = checked_acting(position.system, position)
    return position.legal_actions(rng.choice(sorted(acting))).pick(rng) if acting else None


def stages_of(value: Any) -> tuple[tuple[str, str], ...]:
    """Return the words that the parts of a position are now, each with the name of its part, such as a phase."""
    found: list[tuple[str, str]] = []
    for each in fields(value) if is_dataclass(value) else ():
        part = getattr(value, each.name, None)
        if isinstance(part, str):
            found.append((each.name, part))
        elif is_dataclass(part) and not isinstance(part, type):
            found += stages_of(part)
    return tuple(found)


def game(position: Position, rng: Random, steps: int, decide: Callable[[Position, Random], Done] = choose) -> Played:
    """Play a random game from a position.

    :param steps: the most steps
    :param decide: the next action or outcome at a position
    :raises NoValueError: if a position cannot be hashed
    """
    _check_value(position)
    found: Played = []
    done: Done = None
    try:
        for viewer in (None, *position.players):
            position.observe(viewer)
        while len(found) < steps and (done := decide(position, rng)) is not None:
            found.append((position, done))
            position = position.apply(done).position
            _check_value(position)
            done = None
    except NoValueError:
        raise
    except Exception as error:
        error.add_note(f"at {text_of(position)}" + (f"\n  on {done}" if done is not None else ""))
        raise
    return [*found, (position, None)]


def _check_value(position: Position) -> None:
    """Check that a position is a value.

    :raises NoValueError: saying why it is not a value
    """
    try:
        hash(position)
    except TypeError as error:
        kind = type(position)
        parts: tuple[Field[Any], ...] = fields(position) if is_dataclass(position) else ()
        held = ((f.name, getattr(position, f.name)) for f in parts)
        found = next((f"its field {n!r} holds {shown(each)}" for n, each in held if not _has_hash(each)), str(error))
        if kind.__hash__ is None:
            found = "its class is no frozen dataclass"
        file = getattr(sys.modules.get(kind.__module__), "__file__", None) or "a cell of the notebook"
        raise NoValueError(
            f"{kind.__name__} cannot be hashed: {found}\n  in {Path(file).name}, class {kind.__name__}\n  remedy: write `@dataclass(frozen=True)`, "
            "a tuple instead of a list, and a `__hash__` of your own over the other fields where one is a dict"
        ) from None


def _has_hash(value: object) -> bool:
    try:
        hash(value)
    except TypeError:
        return False
    return True


def deeds_of(position: Position, rng: Random, most: int) -> list[Action | ChanceOutcome]:
    """Return some of the actions, or outcomes of chance, that may come next: first an action of each form."""
    if position.chance is not None:
        outcomes = list(islice(position.chance, MOST_VALUES))
        return [*rng.sample(outcomes, min(most, len(outcomes)))]
    found: list[Action | ChanceOutcome] = []
    for player in sorted(position.to_act):
        listed = all_of(position.legal_actions(player), MOST_VALUES)
        shuffled = rng.sample(listed, len(listed)) if listed else [position.legal_actions(player).pick(rng)]
        firsts = {position.system.grammar.form_of(each).text: each for each in shuffled}
        found += [*dict.fromkeys((*firsts.values(), *shuffled))][:most]
    return found


def some_of(played: Played, rng: Random, one_in: int) -> Played:
    """Return one in so many steps of a game, and at least `FEWEST`, the telling ones, and the last."""
    return [*telling(played[:-1], rng, max(FEWEST, len(played) // one_in) - 1), played[-1]]


def _kind(position: Position, done: Done) -> object:
    """Return the kind of a step: the form of its action, and its player; or that chance decides; or the end."""
    if isinstance(done, Action):
        return position.system.grammar.form_of(done).text, done.player
    return type(done)


def steps_of(played: Played) -> Iterator[tuple[Position, Action | ChanceOutcome]]:
    """Yield the positions at which something was done, each with what was done."""
    return ((position, done) for position, done in played if done is not None)


def all_of(actions: LegalActions[Any], most: int) -> list[Any]:
    """Return all actions of a listing; nothing if they are more than ``most``."""
    listed = list(islice(actions, most + 1))
    return listed if len(listed) <= most else []


def well_formed(position: Position, actions: list[Any], rng: Random, most: int) -> dict[Action, Verdict]:
    """Return the verdicts on some actions, those that are well-formed in a position: an action may name a piece that is not there."""
    found = {}
    for action in rng.sample(actions, min(most, len(actions))):
        with suppress(InputError):
            found[action] = position.check(action)
    return found


def sayable(position: Position, player: str, rng: Random, most: int) -> list[Any]:
    """Return some of the actions that the grammar can say of a position, of all its forms."""
    found = position.system.grammar.first(position, player, MOST_SAID)
    if len(found) < MOST_SAID:
        return rng.sample(found, min(most, len(found)))
    forms = [form for form in position.system.grammar.forms if form.parts or form is found[0].form]
    made, known = [], dict[int, list[Any]]()
    for form in rng.choices(forms, k=most):
        with suppress(NotImplementedError, IndexError):  # a part without an end of values, or without any
            for part in form.parts.values():
                if id(part) not in known:
                    known[id(part)] = list(part.kind.known(position))
            values = {name: rng.choice(known[id(part)]) for name, part in form.parts.items()}
            made.append(form.made(player, values))
    return made


def variants(position: Position, listed: list[Any], rng: Random, most: int) -> list[Any]:
    """Return actions like those of a listing, each with one part changed: to any value that the grammar knows, or to the value
    of another listed action.
    """
    grammar, known = position.system.grammar, dict[int, list[Any]]()
    found: list[Any] = []
    for _ in range(most if listed else 0):
        action, other = rng.choice(listed), rng.choice(listed)
        parts = [part for part in grammar.form_of(action).parts.values() if len(part.fields) == 1]
        if not parts:
            continue
        part = rng.choice(parts)
        if id(part) not in known:
            try:
                known[id(part)] = list(islice(part.kind.known(position), MOST_VALUES))
            except NotImplementedError:  # its values have no end
                known[id(part)] = []
        values = known[id(part)]
        (field,) = part.fields
        value = rng.choice(values) if values and rng.random() < 0.5 else getattr(other, field, None)
        if value is not None:
            found.append(replace(action, **{field: value}))
    return found


def beside(position: Position, listed: list[Any], rng: Random, most: int) -> list[Any]:
    """Return actions like those of a listing, each with a space in the place of another that no listed one has there, and that lies
    beside one which some have: the more of those, the likelier."""
    spaces, found = position.map, list[Any]()
    groups = dict[object, tuple[Action, str, set[str]]]()
    for action in listed:
        for name, part in position.system.grammar.form_of(action).parts.items():
            if isinstance(part.kind, SpaceName) and len(part.fields) == 1:
                (field,) = part.fields
                others = tuple(getattr(action, each.name) for each in fields(action) if each.name != field)
                groups.setdefault((type(action), name, others), (action, field, set()))[2].add(getattr(action, field))
    for action, field, held in groups.values():
        rim = [
            name for at in held for name in map(spaces.name, spaces.neighbours(spaces.index(at))) if name not in held
        ]
        found += [replace(action, **{field: name}) for name in sorted(rim)]
    return [*dict.fromkeys(rng.sample(found, len(found)))][:most]
