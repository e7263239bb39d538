"""A second judge of exercises, by brute force: it tries all legal actions of small positions and plays out their results, and knows nothing of
`hexwidget.lessons.kinds`. It says which answers are right."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from functools import cached_property
from typing import Any

from hexwidget.geometry import MatMap
from hexwidget.rules import IllegalAction, Observation, Position
from hexwidget.rules.action_routes import ways_of
from hexwidget.rules.odds import percent

MOST = 5_000
"""The most actions that are tried at a position."""


class TooManyError(Exception):
    """A position has more actions or results than the judge tries."""


def pieces(position: Position) -> list[tuple[str, str, str]]:
    """The units of a position: the space, the player, the kind."""
    scene = position.system.scene(Observation(None, position))
    return [(p.space, scene.players[p.owner].name, p.kind) for p in scene.pieces if p.layer == "unit"]


def holds(condition: dict[str, Any], position: Position, events: list[Any]) -> bool:
    """True if a condition holds, as docs/teaching.md says what it means."""
    scene = position.system.scene(Observation(None, position))
    if "event" in condition:
        about = condition.get("about")
        return any(e.clause == condition["event"] and (about is None or about in e.subjects) for e in events)
    if "token" in condition:
        there = [
            t.count for t in scene.tokens if t.kind == condition["token"] and condition.get("at", t.space) == t.space
        ]
        return sum(there) == condition.get("count", 1)
    space = condition.get("at", condition.get("free"))
    found = False
    for piece in scene.pieces:
        owned = "owner" not in condition or scene.players[piece.owner].name == condition["owner"]
        alike = piece.kind == condition["kind"] if "kind" in condition else piece.layer == "unit"
        found = found or (piece.space == space and owned and alike)
    for card in scene.cards if isinstance(scene.map, MatMap) else ():
        zone = scene.map.name(scene.map.zone_of(scene.map.index(card.space)))
        owned = "owner" not in condition or scene.players[card.owner].name == condition["owner"]
        alike = condition.get("kind", card.title.lower()) == card.title.lower()
        found = found or (bool(card.face) and not card.pile and zone == space and owned and alike)
    return found is ("at" in condition)


def meets(goal: Any, position: Position, events: list[Any]) -> bool:
    """True if all conditions hold."""
    return all(holds(each, position, events) for each in goal)


def listed(position: Position, player: str) -> list[Any]:
    """All legal actions of a player."""
    found = []
    for action in position.legal_actions(player):
        found.append(action)
        if len(found) > MOST:
            raise TooManyError
    return found


def after(position: Position, action: Any, others: dict[str, str]) -> tuple[Position, list[Any]]:
    """The position after an action, with its events, and after what the others are said to do."""
    now = position.apply(action)
    position, events, left = now.position, [*now.events], {**others}
    while position.chance is None:
        waiting = sorted(name for name in position.to_act if name in left and name != action.player)
        if not waiting:
            break
        text = left.pop(waiting[0])
        try:
            now = position.apply(position.parse(text if ":" in text else f"{waiting[0]}: {text}"))
        except IllegalAction:
            break
        position, events = now.position, [*events, *now.events]
    return position, events


def rolled(position: Position, events: list[Any], dice: str | None, share: Fraction = Fraction(1)) -> Iterator[Any]:
    """Each result of chance: its probability, the position, the events."""
    node = position.chance
    if node is None or (dice is not None and node.clause != dice):
        yield share, position, events
        return
    for value, probability in node.probabilities.items():
        now = position.apply(next(each for each in node if each.value == value))
        yield from rolled(now.position, [*events, *now.events], dice, share * probability)


def likelihood(position: Position, events: list[Any], goal: Any, dice: str | None) -> Fraction:
    """The probability of a goal."""
    return sum((p for p, there, all_ in rolled(position, events, dice) if meets(goal, there, all_)), Fraction(0))


def first_space(action: Any, position: Position) -> str:
    """The first space that the text of an action names."""
    return next(iter(spaces(str(action).partition(": ")[2] or str(action), position)), "")


def spaces(text: str, position: Position) -> list[str]:
    """The spaces that a text names."""
    return [word for word in re.findall(r"\w+", text) if position.map.find(word) is not None]


class Judge:
    """Says which answers to an exercise are right."""

    def __init__(self, kind: str, position: Position, ask: dict[str, Any], player: str) -> None:
        self.kind, self.position, self.ask, self.player = kind, position, ask, player

    def parsed(self, text: str) -> Any:
        return self.position.parse(text if ":" in text else f"{self.player}: {text}")

    def right(self, answer: str) -> bool:
        """True if an answer is right."""
        return bool(getattr(self, f"_{self.kind}")(answer))

    def _mark(self, answer: str) -> bool:
        marked = {each.strip() for each in answer.split(",") if each.strip()}
        return marked - {self.ask["piece"]} == self.reached

    @property
    def reached(self) -> set[str]:
        """The spaces whose reach has a cost, without the one of the piece."""
        conditions = {key: value for key, value in self.ask.items() if key != "piece"}
        return {*self.position.reach(self.ask["piece"], **conditions).costs()} - {self.ask["piece"]}

    def _legal(self, answer: str) -> bool:
        verdict = self.position.check(self.parsed(self.ask["action"]))
        return answer == "legal" if verdict else answer in {finding.clause for finding in verdict.findings}

    def _which(self, answer: str) -> bool:
        return answer != "legal" and self._legal(answer)

    def _find(self, answer: str) -> bool:
        return bool(self.position.check(self.parsed(answer)))

    def _do(self, answer: str) -> bool:
        position, events = self.position, list[Any]()
        for n, text in enumerate(answer.split(" then ")):
            action = position.parse(text if ":" in text else f"{self.player}: {text}")
            if not position.check(action) or (
                not n and first_space(action, position) != self.ask.get("piece", first_space(action, position))
            ):
                return False
            position, more = after(position, action, self.ask.get("others", {}))
            events += more
        return meets(self.ask["goal"], position, events)

    def value(self, action: Any) -> Fraction | None:
        """The value of an action in the eyes of a question for the best one."""
        position, events = after(self.position, action, self.ask.get("others", {}))
        if not meets(self.ask.get("goal", ()), position, events):
            return None
        if "chance" in self.ask:
            return likelihood(position, events, self.ask["chance"], self.ask.get("dice"))
        return Fraction(sum(event.clause == self.ask["events"] for event in events))

    def _best(self, answer: str) -> bool:
        action = self.parsed(answer)
        own = self.value(action) if self.position.check(action) and self.is_asked(action) else None
        best = max if self.ask.get("want", "most") == "most" else min
        return own is not None and own == best([own, *self.values])  # a listing leaves out detours, which are legal

    @cached_property
    def values(self) -> list[Fraction]:
        """The values of all listed actions that are in question."""
        rivals = [each for each in listed(self.position, self.player) if self.is_asked(each)]
        return [value for each in rivals if (value := self.value(each)) is not None]

    def is_asked(self, action: Any) -> bool:
        """True if an action is of the piece in question, or there is no such question."""
        return "piece" not in self.ask or first_space(action, self.position) == self.ask["piece"]

    def _predict(self, answer: str) -> bool:
        position, events = self.position, list[Any]()
        for text in self.ask["after"]:
            now = position.apply(position.parse(text))
            position, events = now.position, [*events, *now.events]
        if "goal" in self.ask:
            return answer == percent(likelihood(position, events, self.ask["goal"], self.ask.get("dice")))
        standing = pieces(position)
        if "at" in self.ask:
            owners = {owner for space, owner, _ in standing if space == self.ask["at"]}
            return answer in (owners or {"nobody"})
        kinds = {(owner, kind) for space, owner, kind in pieces(self.position) if space == self.ask["piece"]}
        ends = [{space for space, owner, kind in standing if (owner, kind) == each} for each in kinds]
        return any(answer in (each or {"nowhere"}) for each in ends)

    def _again(self, answer: str) -> bool:
        action = self.parsed(answer)
        if not self.position.check(action):
            return False
        if str(action) in {str(self.parsed(each)) for each in self.ask["better"]}:
            return True
        if not self.ask.get("refused"):
            return False
        named = first_space(action, self.position) == self.ask.get("piece", first_space(action, self.position))
        return named and ("to" not in self.ask or self.ask["to"] in self.ends(action))

    def ends(self, action: Any) -> set[str]:
        """The spaces that an action leads to: the ends of the ways that the board draws, or else the last space that it names."""
        drawn = {way[-1] for way in ways_of(self.position, action)}
        return drawn or {*spaces(str(action), self.position)[-1:]}
