"""The goals of exercises: conditions on the result of actions.

A goal is a list of conditions that must all hold. A place of the map may stand where a space is named, as in
``{"at": "the bridge"}``::

    {"at": "0503", "owner": "red", "kind": "knight"}    a piece stands there (owner and kind may be left out; without a kind, a unit)
    {"at": "frontier 1", "kind": "spearmen"}            an open card lies in that zone of a mat, by its title in small letters
    {"free": "0503", "owner": "blue"}                   no such piece stands there
    {"event": "D4.2", "about": "0302"}                  an event cites this clause (about may be left out)
    {"token": "cube", "at": "0302", "count": 2}         this number of small markers of a kind lies there
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Annotated, Any

from hexwidget.english import counted, is_plural, phrase, possessive, verb, with_article
from hexwidget.geometry import HexMap, MatMap, SpaceMap
from hexwidget.geometry.places import space_of
from hexwidget.problems import InputError, Problems, shown
from hexwidget.rules import Action, Event, Observation, Position, Rulebook, Transition
from hexwidget.rules.forecasting import MOST_RESULTS, Steps, TooManyResultsError, forced_facts
from hexwidget.rules.hints import PLAYER, SpaceOnMap
from hexwidget.rules.values import Known, entry_of
from hexwidget.scene import Piece, Scene

Condition = Mapping[str, Any]
Goal = Sequence[Condition]
KINDS = {where: {where, "owner", "kind"} for where in ("at", "free")}
KINDS |= {"event": {"event", "about"}, "token": {"token", "at", "count"}}
"""The parts that a condition may have, by the part that tells its kind."""
TYPES: dict[str, Any] = {
    **dict.fromkeys(("at", "free", "about"), SpaceOnMap),
    "owner": Annotated[str, PLAYER],
    "kind": str,
    "token": str,
    "count": int,
}
"""The type hints of these parts, but for clauses."""
_ASIDE = re.compile(r" \([^)]*\)")
"""The note in brackets behind a name."""
MOST_POSITIONS = 20_000
"""The most positions that are visited for the odds of a goal."""


def read_goal(given: object, position: Position, place: str, problems: Problems) -> Goal:
    """Return a goal, and note what is wrong with each of its conditions."""
    if not isinstance(given, (list, tuple)) or not given:
        problems.add(place, f"expected a list of conditions, not {shown(given)}")
        return ()
    given = [_with_spaces(each, position) if isinstance(each, Mapping) else each for each in given]
    for n, condition in enumerate(given):
        where = f"{place}/{n}"
        if not isinstance(condition, Mapping):
            problems.add(
                where, f"expected a condition such as {{'at': '0503', 'owner': 'red'}}, not {shown(condition)}"
            )
            continue
        kind = next((key for key in ("token", "event", "free", "at") if key in condition), None)
        if kind is None:
            problems.add(where, f"expected one of {', '.join(KINDS)} in it")
            continue
        for key, value in condition.items():
            if key not in KINDS[kind]:
                problems.unknown(f"{where}/{key}", "part", key, sorted(KINDS[kind]))
            elif key == "event":
                problems.note_unknown(f"{where}/event", "clause", value, position.system.rulebook)
            else:
                entry_of(TYPES[key]).read(f"{where}/{key}", value, Known(problems, position.map, position.players))
    return tuple(given)


def _with_spaces(condition: Condition, position: Position) -> Condition:
    """A condition that names spaces in place of places."""
    if not position.map.places:
        return condition
    named = [key for key in ("at", "free", "about") if isinstance(condition.get(key), str)]
    return {**condition, **{key: space_of(condition[key], position.map.places) for key in named}}


@lru_cache(maxsize=32)
def _scene(position: Position) -> Scene:
    """Return the scene of a whole position. Most of the results of dice are few positions, again and again."""
    return position.system.scene(Observation(None, position))


@dataclass(eq=False)
class Aftermath:
    """The result of one or more actions: the position, and all events on the way."""

    position: Position
    events: tuple[Event, ...] = ()

    @cached_property
    def scene(self) -> Scene:
        """The scene of the whole position."""
        return _scene(self.position)

    def after(self, transition: Transition[Any]) -> Aftermath:
        """Return the result of a further step."""
        return Aftermath(transition.position, self.events + transition.events)

    def misses(self, goal: Goal) -> list[str]:
        """Return the conditions that do not hold, in words."""
        rulebook = self.position.system.rulebook
        return [in_words(condition, rulebook, self.position.map) for condition in self.open(goal)]

    def open(self, goal: Goal) -> list[Condition]:
        """Return the conditions that do not hold."""
        return [condition for condition in goal if not self._holds(condition)]

    def count(self, player: str, kind: str = "", space: str = "") -> int:
        """Return the number of a player's units: of a kind and on a space, if these are given."""
        mine = (each for each in self.scene.pieces if self.scene.players[each.owner].name == player)
        units = [each for each in mine if each.layer == "unit" and kind in ("", each.kind)]
        return sum(each.count for each in units if space in ("", each.space))

    def _holds(self, condition: Condition) -> bool:
        condition = _with_spaces(condition, self.position)
        if "token" in condition:
            mine = [each for each in self.scene.tokens if each.kind == condition["token"]]
            found = sum(each.count for each in mine if each.space == condition.get("at", each.space))
            return found == int(condition.get("count", 1))
        if "event" in condition:
            about = condition.get("about")
            return any(e.clause == condition["event"] and about in (None, *e.subjects) for e in self.events)
        stands = any(
            space == condition.get("at", condition.get("free"))
            and condition.get("owner") in (None, self.scene.players[owner].name)
            and (is_unit if "kind" not in condition else condition["kind"] == kind)
            for space, owner, kind, is_unit in self._standing()
        )
        return stands if "at" in condition else not stands

    def _standing(self) -> Iterator[tuple[str, int, str, bool]]:
        """The space, the seat and the kind of each piece, and True for a unit; and of each open card of a mat."""
        yield from ((piece.space, piece.owner, piece.kind, piece.layer == "unit") for piece in self.scene.pieces)
        spaces = self.scene.map
        if isinstance(spaces, MatMap):
            for card in self.scene.cards:
                if card.face and not card.pile:
                    yield spaces.name(spaces.zone_of(spaces.index(card.space))), card.owner, card.title.lower(), True


def space_name(space: str, spaces: SpaceMap | None) -> str:
    """Return a space as sentences name it: by its printed label, but a zone of a mat by its name, as labels of zones repeat."""
    index = None if spaces is None else spaces.find(space)
    if spaces is None or index is None or (isinstance(spaces, MatMap) and spaces.zone_of(index) == index):
        return space
    return spaces.label(index)


def where(space: str, spaces: SpaceMap | None) -> str:
    """Return a space with its preposition: "on 0302", "in Athens"."""
    return phrase("on {0}" if spaces is None or isinstance(spaces, HexMap) else "in {0}", space_name(space, spaces))


def piece_name(piece: Piece, player: str) -> str:
    """Return a piece as somebody's: "2 cavalry", from a label such as "Red's 2 cavalry (spent)".

    :param player: its owner, whose name the label may begin with
    """
    return re.sub(rf"^{re.escape(possessive(player))} |^{re.escape(player)}: (?:1 )?", "", _ASIDE.sub("", piece.label))


def in_words(condition: Condition, rulebook: Rulebook, spaces: SpaceMap | None = None) -> str:
    """Return a condition in words, with the titles of clauses as the rulebook has them.

    :param spaces: the map, whose printed labels stand for the names of spaces
    """
    at = where(condition.get("at", condition.get("free", "")), spaces)
    if "token" in condition:
        return f"{counted(condition.get('count', 1), condition['token'])}{f' {at}' if 'at' in condition else ''}"
    if "event" in condition:
        clause = rulebook[condition["event"]]
        wording = "the rule “{title}” ({clause}) is used" + (" at {0}" if "about" in condition else "")
        return phrase(wording, space_name(condition.get("about", ""), spaces), title=clause.title, clause=clause.id)
    there = phrase(" {where}", where=at)
    return stands(of_a_player(condition.get("kind", "piece"), condition.get("owner")), there, condition)


def of_a_player(kind: str, owner: str | None) -> str:
    """Return a piece by its kind and owner: "red's archers", "an archer"."""
    if owner:
        return phrase("{owner:'s} {kind}", owner=owner, kind=kind)
    article = with_article(kind).partition(" ")[0]
    return kind if is_plural(kind) else phrase(f"{article} {{kind}}", kind=kind)


def stands(piece: str, there: str, condition: Condition) -> str:
    """Return the sentence that a piece stands somewhere, or no longer does."""
    longer = "" if "at" in condition else "no longer "
    wording = f"{{piece}} {longer}{verb('stands', 2 if is_plural(piece) else 1)}{{there}}"
    return phrase(wording, piece=piece, there=there)


def next_of_others(position: Position, player: str, left: dict[str, str]) -> Action | None:
    """Return the next action of other players while it is their turn and not chance's; None without one, or if another of their
    decisions comes first.

    :param left: the actions of players who have not acted yet; that of the next player is taken out
    """
    if position.chance is not None:
        return None
    acting = next((name for name in sorted(position.to_act) if name != player and name in left), None)
    if acting is None:
        return None
    text = left.pop(acting)
    action = position.parse(text if ":" in text else f"{acting}: {text}")
    return action if position.check(action) else None


def carried_on(start: Aftermath, player: str, others: Mapping[str, str]) -> Aftermath:
    """Return the result after the actions of other players: each acts once."""
    found, left = start, dict(others)
    while (action := next_of_others(found.position, player, left)) is not None:
        found = found.after(found.position.apply(action))
    return found


def done_by(start: Aftermath, action: Action | str, player: str, others: Mapping[str, str]) -> Aftermath:
    """Return the result of an action and of the actions of other players after it.

    :raises IllegalAction: if the rules bar it
    """
    return carried_on(start.after(start.position.apply(action)), player, others)


def chances(start: Aftermath, dice: str | None = None) -> Iterable[tuple[Fraction, Aftermath]]:
    """Yield each result of chance up to the next decision of a player, with its probability.

    :param dice: the clause of the chance that is resolved, other chance is left open; None: all of it
    :raises InputError: if there are too many positions
    """
    open_ = [(Fraction(1), start)]
    looked = 0
    while open_:
        share, at = open_.pop()
        node = at.position.chance
        if node is None or dice not in (None, node.clause):
            yield share, at
            continue
        for outcome in node:
            looked += 1
            if looked > MOST_POSITIONS:
                what = f"chance can come to more than {MOST_POSITIONS:,} positions from there"
                raise InputError("these odds cannot be counted", what)
            open_.append((share * node.probabilities[outcome.value], at.after(at.position.apply(outcome))))


def whatever_follows(at: Aftermath, goal: Goal) -> bool | str:
    """Return True if a goal holds after all decisions that a result forces, and False if it holds after none of them; else the player on
    whose decision it depends: see `forced_facts`."""

    def holds(position: Position, steps: Steps) -> frozenset[bool]:
        end = Aftermath(position, sum((each.events for each in steps), at.events))
        return frozenset() if end.open(goal) else frozenset({True})

    try:
        sure, depends = forced_facts(at.position, holds, [MOST_RESULTS])
    except TooManyResultsError:
        return not at.open(goal)
    return depends.get(True, bool(sure))


def likelihood(start: Aftermath, goal: Goal, dice: str | None = None) -> Fraction:
    """Return the probability that a goal holds after chance. ``dice`` is as in `chances`."""
    return sum((share for share, at in chances(start, dice) if whatever_follows(at, goal) is True), Fraction(0))
