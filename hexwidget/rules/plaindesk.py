"""The desk of systems that bring none of their own: choices from the grammar and the legal actions."""

from __future__ import annotations

from functools import cached_property
from itertools import islice
from typing import Any, TypeVar

from hexwidget.english import capital
from hexwidget.problems import InputError, Problem
from hexwidget.rules.action import Action
from hexwidget.rules.choices import Choice, Choices, Draft, Forecast, Slot
from hexwidget.rules.desk import Desk
from hexwidget.rules.kinds import SpaceName
from hexwidget.rules.position import Observation, Position
from hexwidget.rules.prompt import Prompt, fitting
from hexwidget.rules.verdict import Verdict
from hexwidget.scene import Piece, Scene

P = TypeVar("P", bound=Position)
A = TypeVar("A", bound=Action)

MOST_ACTIONS = 5_000
"""The most legal actions of a position that this desk offers."""
MOST_EXPLAINED = 20_000
"""The most actions that are looked through for one that a click may mean."""

Slots = dict[str, Slot]


class PlainDesk(Desk[P, A]):
    """The slots of the grammar, one after another, with the values that some legal action has.

    The id of a piece is that piece, and so is a space in the first slot where a piece stands. Further spaces are clicked on the
    board. Everything else is a button.
    """

    def forecasts(self, action: A) -> tuple[Forecast, ...]:
        """The exact odds of an action, shown before it is confirmed. By default none."""
        return ()

    def choose(self) -> Choices:
        if self.player not in self.system.to_act(self.position):
            return self.closed(self.system.status(self.position))
        fits, options, chosen = self._legal, list[Choice](), Slots()
        while True:
            base, offered = Draft(chosen), _next(fits, chosen)
            options += [self._choice(slot, value, base, first=not chosen) for slot, value in offered]
            taken = next((each for each in offered if each[0] in self.draft and self.draft[each[0]] == each[1]), None)
            if taken is None:
                break
            chosen = {**chosen, taken[0]: taken[1]}
            fits = [(action, draft) for action, draft in fits if chosen.items() <= draft.items()]
        whole = next((action for action, draft in fits if draft == chosen), None)
        if whole is None or self.draft.items() - chosen.items():
            # What the draft means may be barred: then the prompt says why.
            whole = self.system.grammar.from_draft(self.position, self.draft, self.player)
        if whole is not None:
            words = self.system.in_words(self.position, whole)
            prompt = Prompt(words, confirm=True, deed=fitting(words, "Confirm"))
            return self.made(prompt, options, whole, forecasts=self.forecasts(whole))
        return self.open(
            Prompt(self._task(fits, chosen), player=self.player, deed="Choose"), options, draft=Draft(chosen)
        )

    def _task(self, fits: list[tuple[A, Slots]], chosen: Slots) -> str:
        """Return what is to be chosen next, in words."""
        words = dict.fromkeys(self._called(slot, value, first=not chosen) for slot, value in _next(fits, chosen))
        return f"choose {' or '.join(words)}"

    def _called(self, slot: str, value: Slot, *, first: bool) -> str:
        """Return the word for a choice of a slot: a piece, a hex, an action, or the slot's own name."""
        if slot == "do":
            return "an action"
        match self._choice(slot, value, Draft(), first=first).kind:
            case "piece":
                return "a piece"
            case "space":
                return f"a {self.position.map.word}"
        return slot

    def explain(self, draft: Draft, space: str) -> Verdict | None:
        """The verdict on the action that a click on a space would lead to: of several, the one with the fewest reasons against."""
        best: Verdict | None = None
        for action in self.system.grammar.first(self.position, self.player, MOST_EXPLAINED):
            for slots in self.system.grammar.drafts(action):
                named = next((slot for slot in slots if slot not in draft), None)
                if named is None or not draft.items() <= slots.items():
                    continue
                piece = self._pieces.get(slots[named])
                if space != (slots[named] if piece is None else piece.space):
                    continue
                verdict = self.check(action)
                if best is None or len(verdict.findings) < len(best.findings):
                    best = verdict
        return best

    @cached_property
    def _legal(self) -> list[tuple[A, Slots]]:
        """The legal actions, each with the slots of its draft.

        :raises InputError: if there are too many to offer one by one
        """
        found = list(islice(self.system.legal_actions(self.position, self.player), MOST_ACTIONS + 1))
        if len(found) > MOST_ACTIONS:
            what = f"there are more than {MOST_ACTIONS:,} legal actions; write a `Desk`, which offers what its slots can hold"
            raise InputError(f"{self.system.name} needs a desk of its own", [Problem("desk", what)])
        return [(action, slots) for action in found for slots in self.system.grammar.drafts(action)]

    @cached_property
    def _scene(self) -> Scene:
        return self.system.scene(Observation(self.player, self.position))

    @cached_property
    def _pieces(self) -> dict[Slot, Piece]:
        """The pieces by their ids."""
        return {piece.id: piece for piece in self._scene.pieces}

    def _choice(self, slot: str, value: Slot, base: Draft, *, first: bool) -> Choice:
        spaces, clause = self.position.map, self._clause(slot, value)
        piece = self._pieces.get(value)
        if piece is not None:
            label = capital(f"{piece.label} on {spaces.called([piece.space])[0]}")
            return self.option(slot, value, label, clause, base, kind="piece", space=piece.space)
        if not isinstance(self.system.grammar.slot_kind(slot), SpaceName) or not isinstance(value, str):
            label = str(value) if slot == "do" else f"{slot} {value}"
            return self.option(slot, value, capital(label), clause, base)
        printed = spaces.called([value])[0]
        standing = [piece for piece in self._scene.pieces if piece.space == value and piece.layer == "unit"]
        if first and standing:
            label = capital(f"{standing[0].label} on {printed}")
            return self.option(slot, value, label, clause, base, kind="piece", space=value)
        return self.option(slot, value, capital(f"{slot} {printed}"), clause, base, kind="space", space=value)

    def _clause(self, slot: str, value: Slot) -> str:
        """The clause that allows an action with this value."""
        return next((action.clause for action, slots in self._legal if slots.get(slot) == value), "")


def _next(fits: list[tuple[Any, Slots]], chosen: Slots) -> list[tuple[str, Slot]]:
    """The next open slot of each action, with the value it has there; each pair once."""
    found: dict[tuple[str, Slot], None] = {}
    for _, slots in fits:
        slot = next((name for name in slots if name not in chosen), None)
        if slot is not None:
            found[slot, slots[slot]] = None
    return list(found)
