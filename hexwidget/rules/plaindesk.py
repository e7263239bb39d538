"""The desk of systems that bring no desk of their own: choices from the grammar and the legal actions."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import islice
from typing import Any, TypeVar

from hexwidget.english import capital
from hexwidget.problems import InputError, Problem
from hexwidget.rules.action import Action
from hexwidget.rules.choices import Choice, Choices, Draft, Slot
from hexwidget.rules.desk import Desk
from hexwidget.rules.kinds import MOST_IN_SETS, Ask, SetOf, SpaceName
from hexwidget.rules.position import Observation, Position
from hexwidget.rules.prompt import Prompt
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
    board. Everything else is a button. Of a set of names (`hexwidget.rules.kinds.SetOf`) a click adds or removes one. Of several
    pieces on a space, further clicks go through all sets of them, and each has a switch of its own. `Ask` gives a slot other words.
    """

    def choose(self) -> Choices:
        if self.player not in self.system.to_act(self.position):
            return self.closed(self.system.status(self.position))
        fits, options, chosen, alone = self._legal, list[Choice](), Slots(), False
        while True:
            base, offered = Draft(chosen), _next(fits, chosen)
            if len(offered) == 1 and self._takes(*offered[0]):
                alone, chosen = True, {**chosen, offered[0][0]: offered[0][1]}
                continue
            sets = next((slot for slot, _ in offered if self._is_set(slot)), None)
            options += [self._choice(slot, value, base, first=not chosen) for slot, value in offered if slot != sets]
            if sets is not None:
                options += self._members(sets, fits, base)
            values = {(slot, value) for slot, value in offered}
            taken = next((slot for slot, _ in offered if (slot, self.draft.get(slot)) in values), None)
            if taken is None:
                break
            chosen = {**chosen, taken: self.draft[taken]}
            fits = [(action, draft) for action, draft in fits if chosen.items() <= draft.items()]
        if sets is not None and sets in self.draft:
            chosen = {**chosen, sets: self.draft[sets]}  # a part of a set
        whole = next((action for action, draft in fits if draft == chosen), None)
        if whole is None or self.draft.items() - chosen.items():
            # The action of the draft may be barred: then the prompt says why.
            whole = self.system.grammar.from_draft(self.position, self.draft, self.player)
        if whole is not None:
            draft = Draft(chosen) if alone and self.draft.items() <= chosen.items() else None
            return self.made(self.question(whole), options, whole, draft=draft, forecasts=self.forecasts(whole))
        prompt = Prompt(self._task(fits, chosen), player=self.player, deed="Choose")
        return self.open(prompt, options, draft=Draft(chosen))

    def _takes(self, slot: str, value: Slot) -> bool:
        """True if the only value of a slot is taken unasked."""
        ask = self.system.grammar.asks.get(slot)
        return ask is not None and ask.alone and self.draft.get(slot, value) == value

    def _is_set(self, slot: str) -> bool:
        return isinstance(self.system.grammar.slot_kind(slot), SetOf)

    def _members(self, slot: str, fits: list[tuple[A, Slots]], base: Draft) -> Iterator[Choice]:
        """The choices that add a name to a set or remove one."""
        legal = [frozenset(str(slots[slot]).split()) for _, slots in fits if slot in slots]
        now = frozenset(str(self.draft.get(slot, "")).split())
        names = sorted({name for each in legal for name in each})

        def choice(value: str, then: frozenset[str], label: str, **more: Any) -> Choice:
            leads_to = base.set(slot, then) if then else base
            return Choice(
                slot, value, capital(label), more.pop("kind", "switch"), self._clause(slot, value), leads_to, **more
            )

        def can_be(names: frozenset[str]) -> bool:
            return not names or any(names <= each for each in legal)

        spaces: dict[str, list[str]] = {}
        for name in names:
            piece = self._pieces.get(name)
            if piece is not None:
                spaces.setdefault(piece.space, []).append(name)
        for space, here in spaces.items():
            if len(here) > MOST_IN_SETS:
                continue  # clicks would take forever to go through their sets
            then = next((found for found in _after(here, now) if can_be(found)), now)
            labels = " and ".join(self._pieces[name].label for name in here)
            label = f"{labels} on {self.position.map.called([space])[0]}"
            yield choice(" ".join(here), then, label, kind="piece", space=space, chosen=bool(now & set(here)))
        for name in names:
            piece = self._pieces.get(name)
            if (piece is None or len(spaces[piece.space]) > 1) and can_be(now ^ {name}):
                yield choice(name, now ^ {name}, name if piece is None else piece.label, chosen=name in now)

    def _task(self, fits: list[tuple[A, Slots]], chosen: Slots) -> str:
        """Return the next choice, in words."""
        words = dict.fromkeys(self._called(slot, value, first=not chosen) for slot, value in _next(fits, chosen))
        return f"choose {' or '.join(words)}"

    def _called(self, slot: str, value: Slot, *, first: bool) -> str:
        """Return the word for a choice of a slot: a piece, a hex, an action, or the slot's own name."""
        ask = self.system.grammar.asks.get(slot)
        if ask is not None and ask.what:
            return ask.what
        if slot == "do":
            return "an action"
        if self._is_set(slot):
            return "pieces" if str(value).split()[0] in self._pieces else slot
        match self._choice(slot, value, Draft(), first=first).kind:
            case "piece":
                return "a piece"
            case "space":
                return f"a {self.position.map.word}"
        return slot

    def explain(self, draft: Draft, space: str) -> Verdict | None:
        """The verdict on the action that a click on a space would lead to. Of several, those of a form that has a legal action now
        come first, then those with the fewest reasons against them. A form that is not in question explains nothing. None for a
        player who is not to act: the prompt says it."""
        if self.player not in self.system.to_act(self.position):
            return None
        best: Verdict | None = None
        least: tuple[bool, int] = (True, 0)
        open_now = {self.system.grammar.form_of(action) for action, _ in self._legal}
        forms = self.system.grammar.in_question(self.position, self.player)
        for action in self.system.grammar.first(self.position, self.player, MOST_EXPLAINED, forms):
            for slots in self.system.grammar.drafts(action):
                named = next((slot for slot in slots if slot not in draft), None)
                if named is None or not draft.items() <= slots.items():
                    continue
                if space not in self._spaces(named, slots[named]):
                    continue
                verdict = self.check(action)
                found = (self.system.grammar.form_of(action) not in open_now, len(verdict.findings))
                if best is None or found < least:
                    best, least = verdict, found
        return best

    def _spaces(self, slot: str, value: Slot) -> list[Slot]:
        """The spaces that a value of a slot means: those of its pieces, or itself."""
        names = str(value).split() if self._is_set(slot) else [value]
        return [self._pieces[name].space if name in self._pieces else name for name in names]

    @cached_property
    def _legal(self) -> list[tuple[A, Slots]]:
        """The legal actions, each with the slots of its draft.

        :raises InputError: if there are too many to offer one by one
        """
        found = list(islice(self.system.legal_actions(self.position, self.player).every(), MOST_ACTIONS + 1))
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

    def _standing(self, space: str) -> list[Piece]:
        """The units on a space, without the structures there."""
        return [piece for piece in self._scene.pieces if piece.space == space and piece.layer == "unit"]

    def _choice(self, slot: str, value: Slot, base: Draft, *, first: bool) -> Choice:
        spaces, clause, ask = self.position.map, self._clause(slot, value), self.system.grammar.asks.get(slot, Ask())
        piece = self._pieces.get(value)
        standing = [piece] if piece else self._standing(str(value)) if first and self._is_space(slot) else []
        if standing:
            space = standing[0].space
            label = ask.label(f"{standing[0].label} on {spaces.called([space])[0]}")
            return self.option(slot, value, capital(label), clause, base, kind="piece", space=space)
        if not self._is_space(slot) or not isinstance(value, str):
            label = ask.label(str(value), "" if slot == "do" else slot)
            return self.option(slot, value, capital(label), clause, base)
        label = capital(ask.label(spaces.called([value])[0], slot))
        return self.option(slot, value, label, clause, base, kind="space", space=value)

    def _is_space(self, slot: str) -> bool:
        return isinstance(self.system.grammar.slot_kind(slot), SpaceName)

    def _clause(self, slot: str, value: Slot) -> str:
        """The clause that allows an action with this value, or with a set that holds one of its names."""

        def has(found: Slot | None) -> bool:
            return found == value or (self._is_set(slot) and not set(str(found).split()).isdisjoint(str(value).split()))

        form_of = self.system.grammar.form_of
        return next((form_of(action).clause for action, slots in self._legal if has(slots.get(slot))), "")


def _next(fits: list[tuple[Any, Slots]], chosen: Slots) -> list[tuple[str, Slot]]:
    """The next open slot of each action, with the value it has there; each pair once."""
    found: dict[tuple[str, Slot], None] = {}
    for _, slots in fits:
        slot = next((name for name in slots if name not in chosen), None)
        if slot is not None:
            found[slot, slots[slot]] = None
    return list(found)


def _after(names: list[str], now: frozenset[str]) -> Iterator[frozenset[str]]:
    """Yield the sets after one as a Gray code goes through all sets of some names, the set itself last. Others in it stay.

    >>> sets = _after(["a", "b"], frozenset())
    >>> [" ".join(sorted(found)) for found in sets]
    ['a', 'a b', 'b', '']
    """
    bits = sum(1 << k for k, name in enumerate(names) if name in now)
    number = next(n for n in range(1 << len(names)) if n ^ n >> 1 == bits)
    for step in range(1, (1 << len(names)) + 1):
        n = (number + step) % (1 << len(names))
        code = n ^ n >> 1
        yield (now - set(names)) | {name for k, name in enumerate(names) if code >> k & 1}
