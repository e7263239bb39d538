"""A game of the whole wheel, from the first turn of the marker to the winner, on the board by mouse.

Of each kind of action, a daily run makes a few by mouse and the others from Python; a soak makes all of them by mouse.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from playwright.sync_api import expect

import hexwidget as hw
from hexwidget.rules import Action, Draft
from hexwidget.systems.rondel.actions import Battle, EndMovement, EndTurn, Found, Lay, Move, Wheel
from hexwidget.systems.rondel.atlas import WHEEL, ways
from hexwidget.systems.rondel.battle import defence
from hexwidget.systems.rondel.position import RondelPosition
from tests.amounts import many
from tests.browser.direct import DirectCells
from tests.browser.lab import point
from tests.browser.pictures import picture

SCENARIO = "rondel/inland-sea-whole-wheel-for-two"
ROUNDS = 12
SEED = 28
"""A seed with which the policy below does something of every kind."""
EVERY_KIND = {"Wheel", "Move", "Answer", "EndMovement", "Conquer", "Build", "Arm", "Obtain", "Found", "EndTurn"}
BY_MOUSE = many(4, 1_000)
"""The number of actions of each kind that are made by mouse."""
Click = tuple[str, str]
"""A click on a "space", a "wedge" (by its number) or a "button" (by its key)."""


def opening() -> dict[str, Any]:
    """The scenario for two nations, with fewer rounds."""
    position = hw.scenario(SCENARIO).position
    described: dict[str, Any] = position.system.to_json(position)
    return described | {"rounds": ROUNDS}


def game(position: RondelPosition) -> list[Action]:
    """All actions of a game, played by a lively policy."""
    actions, seen, rng = list[Action](), Counter[str](), Random(SEED)
    while not position.outcome:
        actions.append(lively(position, seen, rng))
        seen[type(actions[-1]).__name__] += 1
        position = position.apply(actions[-1]).position
    return actions


def lively(position: RondelPosition, seen: Counter[str], rng: Random) -> Action:
    """The action that is played: a deed before the end of a phase, and of several kinds the rarest so far. All units march on the
    same foreign city."""
    actions = list(position.legal_actions())
    ends = [action for action in actions if isinstance(action, EndMovement | EndTurn)]
    deeds = [action for action in actions if action not in ends and not isinstance(action, Lay | Battle)]
    if position.phase == "movement" and ends:
        deeds = [*marches(position, deeds)]
    if not deeds:
        return ends[0]
    if isinstance(deeds[0], Wheel):
        return turn(position, deeds, seen)
    rarest = min({type(action).__name__ for action in deeds}, key=lambda kind: (seen[kind], kind))
    return rng.choice([action for action in deeds if type(action).__name__ == rarest])


def turn(position: RondelPosition, moves: list[Action], seen: Counter[str]) -> Action:
    """The move of the marker to the wedge that has been rare, and that has something to be done; for free, if there is one."""

    def rank(move: Any) -> tuple[bool, int, int]:
        wedge = f"{move.player} on {WHEEL[(position.markers[position.active] - 1 + move.wedges) % len(WHEEL)]}"
        after = position.apply(move).position
        idle = after.phase == "wedge" and all(isinstance(a, EndTurn | Found) for a in after.legal_actions())
        return idle, max(0, move.wedges - 3), seen[wedge]

    found: Any = min(moves, key=rank)
    seen[f"{found.player} on {WHEEL[(position.markers[position.active] - 1 + found.wedges) % len(WHEEL)]}"] += 1
    return found


def marches(position: RondelPosition, moves: list[Action]) -> Iterator[Action]:
    """The moves that bring a unit nearer to the weakest foreign city."""
    owners = Counter(city.owner for city in position.cities)
    targets = [city for city in position.cities if city.owner != position.active and owners[city.owner] > 1]
    if not targets:
        return
    target = min(targets, key=lambda city: (defence(position, city).strength, city.at))
    for move in moves:
        if isinstance(move, Move):
            borders = far(position, move.kind, target.at)
            origin, to = (borders.get(position.map.index(name), 99) for name in (move.origin, move.to))
            if to < origin:
                yield move


def far(position: RondelPosition, kind: str, goal: int) -> dict[int, int]:
    """The borders that units of a kind cross to a province, from everywhere."""
    found, waiting = {goal: 0}, [goal]
    for at in waiting:
        for there in ways(position.map, kind)[at]:
            if there not in found:
                found[there] = found[at] + 1
                waiting.append(there)
    return found


def next_clicks(position: RondelPosition, draft: Draft) -> Iterator[tuple[Click, Draft]]:
    """The clicks on the board that change a draft."""
    choices = position.choices(draft)
    field = choices.field
    inside = set(field.reach) if field is not None else set()
    if field is not None:
        yield from ((("space", name), draft.set(field.slot, name)) for name in field.reach)
    taken = set(inside)
    for option in choices.options:
        if not option.legal or option.chosen:
            continue
        if option.space is not None:
            if option.space not in taken:
                yield ("space", option.space), option.leads_to
            taken.add(option.space)
        elif option.kind == "number":
            for way in ("fewer", "more"):
                to = getattr(option, way)
                if to is not None:
                    yield ("button", f"{option.slot} {way}"), to
        elif option.slot == "wheel":
            marker = position.markers[position.active]
            yield ("wedge", str((marker - 1 + int(option.value)) % 8)), option.leads_to
        else:
            yield ("button", f"{option.slot}={option.value}"), option.leads_to


def clicks(position: RondelPosition, action: Action) -> list[tuple[Click, Draft]]:
    """The fewest clicks that make an action, or one with the same result, each with the draft after it."""
    goal = position.apply(action).position
    ways: dict[Draft, list[tuple[Click, Draft]]] = {Draft(): []}
    waiting = [Draft()]
    for draft in waiting:
        choices = position.choices(draft)
        if choices.action is not None and choices.verdict and position.apply(choices.action).position == goal:
            return ways[draft]
        for click, after in next_clicks(position, draft):
            if after not in ways:
                ways[after] = [*ways[draft], (click, after)]
                waiting.append(after)
    raise AssertionError(f"no clicks make {action}")


class Hand:
    """A player's mouse on the board."""

    def __init__(self, cells: DirectCells, position: RondelPosition) -> None:
        self.cells, self.board, self.position = cells, cells.board(), position

    def waits_for(self, prompt: str) -> None:
        """Wait until the board shows a prompt."""
        self.cells.page.wait_for_function(
            "text => document.querySelector('.hexwidget-prompt').textContent === text", arg=prompt
        )

    def click(self, where: str, name: str) -> None:
        page = self.cells.page
        if where == "space":
            page.mouse.click(*point(self.board, self.position.map, name))
        elif where == "wedge":
            self.board.locator(".hexwidget-wheel path").nth(int(name)).click()
        else:
            self.board.locator(f'[data-key="{name}"]').click()

    def plays(self, action: Action) -> None:
        """Make an action by clicks, and confirm it. The board says at each click what the desk says."""
        for (where, name), draft in clicks(self.position, action):
            self.click(where, name)
            self.waits_for(self.position.choices(draft).prompt)
        self.click("button", "confirm")
        self.sees(action)

    def sees(self, action: Action) -> None:
        """Wait until the board shows that an action has been done."""
        self.position = self.position.apply(action).position
        if not self.position.outcome:
            self.waits_for(self.position.choices().prompt)


@pytest.mark.slow
def test_a_game_of_the_whole_wheel_is_played_by_mouse(cells: DirectCells) -> None:
    described = opening()
    start = hw.system("rondel").from_json(described)
    actions = game(start)
    assert {type(action).__name__ for action in actions} >= EVERY_KIND, "another seed has actions of every kind"
    cells.open_cells(
        f"import hexwidget as hw\nboard = hw.Board(hw.system('rondel').from_json({described!r}))\nboard",
    )
    hand, pictures, made = Hand(cells, start), set[str](), Counter[type[Action]]()
    for action in actions:
        phase = hand.position.phase
        if phase not in pictures:
            picture(cells.page, f"whole-wheel-{phase}.png")
        pictures.add(phase)
        made[type(action)] += 1
        if made[type(action)] <= BY_MOUSE:
            hand.plays(action)
        else:
            cells.python(f"board.play({str(action)!r})")
            hand.sees(action)
    expect(hand.board.locator(".hexwidget-status")).to_have_text(
        hand.position.system.status(hand.position), ignore_case=True
    )
    picture(cells.page, "whole-wheel-is-over.png")
    assert cells.python("print(board.session.position.key)") == hand.position.key
