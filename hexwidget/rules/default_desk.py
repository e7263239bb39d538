"""The desk of systems that bring no desk of their own: choices from the grammar and the legal actions."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import islice
from typing import Any, TypeVar

from hexwidget.english import capital, plural
from hexwidget.problems import InputError
from hexwidget.rules.action import Action
from hexwidget.rules.choices import Choice, Choices, Draft, Field, Slot
from hexwidget.rules.desk import Desk
from hexwidget.rules.kinds import MOST_IN_SETS, Ask, SetOf, SpaceName
from hexwidget.rules.position import Position
from hexwidget.rules.prompt import Prompt
from hexwidget.rules.verdict import Verdict

P = TypeVar("P", bound=Position)
A = TypeVar("A", bound=Action)

MOST_ACTIONS = 5_000
"""The most legal actions of a position that this desk offers."""
MOST_EXPLAINED = 20_000
"""The most actions that are looked through for one that a click may mean."""

Slots = dict[str, Slot]


class DefaultDesk(Desk[P, A]):
    """The slots of the grammar, one after another, with the values that some legal action has.

    The id of a piece is that piece, and so is a space in the first slot where a piece stands. Further spaces are clicked on the
    board; where they are the destinations of a piece in the system's `reach`, the board shows the points that are left, and padlocks.
    Everything else is a button. Of a set of names (`hexwidget.rules.kinds.SetOf`) a click adds or removes one. Of several
    pieces on a space, further clicks go through all sets of them, and each has a switch of its own. `Ask` gives a slot other words.
    """

    def choose(self) -> Choices:
        if self.player not in self.system.to_act(self.position):
            return self.closed(self.system.status(self.position))
        fits, options, chosen, alone, field = self._legal, list[Choice](), Slots(), False, None
        while True:
            base, offered = Draft(chosen), _next(fits, chosen)
            if len(offered) == 1 and self._takes(*offered[0]):
                alone, chosen = True, {**chosen, offered[0][0]: offered[0][1]}
                continue
            sets = next((slot for slot, _ in offered if self._is_set(slot)), None)
            field = self._field(fits, chosen, offered) or field
            apart = (sets, field.slot if field else None)
            options += [
                self._choice(slot, value, base, first=not chosen) for slot, value in offered if slot not in apart
            ]
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
        options = self.told_apart(options)
        if whole is not None:
            draft = Draft(chosen) if alone and self.draft.items() <= chosen.items() else None
            return self.made(self.question(whole), options, whole, field, draft=draft, forecasts=self.forecasts(whole))
        prompt = Prompt(self._task(fits, chosen), player=self.player, deed="Choose")
        return self.open(prompt, options, field, draft=Draft(chosen))

    def _field(self, fits: list[tuple[A, Slots]], chosen: Slots, offered: list[tuple[str, Slot]]) -> Field | None:
        """The destinations of a chosen piece, if they complete the draft: a click on another one would leave later slots as they were."""
        for slot in dict.fromkeys(slot for slot, _ in offered) if chosen else ():
            whole = [
                slots
                for _, slots in fits
                if slot in slots and next(name for name in slots if name not in chosen) == slot
            ]
            if all(len(slots) == len(chosen) + 1 for slots in whole):
                legal = {slots[slot] for slots in whole}
                if found := self.destinations(slot, chosen, legal, self._clause(slot, whole[0][slot])):
                    return found
        return None

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

        def choice(value: str, then: frozenset[str], label: str, kind: Any = "switch", **more: Any) -> Choice:
            leads_to = base.set(slot, then) if then else base
            return Choice(slot, value, capital(label), kind, self._clause(slot, value), leads_to, **more)

        def can_be(names: frozenset[str]) -> bool:
            return not names or any(names <= each for each in legal)

        spaces: dict[str, list[str]] = {}
        for name in names:
            piece = self.pieces.get(name)
            if piece is not None:
                spaces.setdefault(piece.space, []).append(name)
        for space, here in spaces.items():
            if len(here) > MOST_IN_SETS:
                continue  # clicks would take forever to go through their sets
            then = next((found for found in _after(here, now) if can_be(found)), now)
            labels = " and ".join(self.pieces[name].label for name in here)
            label = f"{labels} on {self.position.map.called([space])[0]}"
            yield choice(" ".join(here), then, label, kind="piece", space=space, chosen=bool(now & set(here)))
        for name in names:
            piece = self.pieces.get(name)
            if (piece is None or len(spaces[piece.space]) > 1) and can_be(now ^ {name}):
                yield choice(name, now ^ {name}, name if piece is None else piece.label, chosen=name in now)

    def _task(self, fits: list[tuple[A, Slots]], chosen: Slots) -> str:
        """Return the next choice, in words."""
        words = dict.fromkeys(self._words_for(slot, value, fits, chosen) for slot, value in _next(fits, chosen))
        return f"choose {' or '.join(words)}"

    def _words_for(self, slot: str, value: Slot, fits: list[tuple[A, Slots]], chosen: Slots) -> str:
        """Return the words for a choice of a slot: a piece, where it goes, a hex, an action, or the slot's own name."""
        ask = self.system.grammar.asks.get(slot, Ask())
        called = {name: self.pieces[of].label if of in self.pieces else str(of) for name, of in chosen.items()}
        if words := ask.asked(self.position, called):
            return words
        if slot == "do":
            return "an action"
        if self._is_set(slot):
            return "pieces" if str(value).split()[0] in self.pieces else slot
        mover = next((self.pieces[of].label for of in chosen.values() if of in self.pieces), "")
        match self._choice(slot, value, Draft(), first=not chosen).kind:
            case "space" if mover:
                form_of = self.system.grammar.form_of
                verbs = dict.fromkeys(form_of(action).verb for action, slots in fits if slots.get(slot) == value)
                return f"where {mover} {' or '.join(map(_third, filter(None, verbs))) or 'goes'}"
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
        return [self.pieces[name].space if name in self.pieces else name for name in names]

    @cached_property
    def _legal(self) -> list[tuple[A, Slots]]:
        """The legal actions, each with the slots of its draft.

        :raises InputError: if there are too many to offer one by one
        """
        found = list(islice(self.system.legal_actions(self.position, self.player).every(), MOST_ACTIONS + 1))
        if len(found) > MOST_ACTIONS:
            what = f"there are more than {MOST_ACTIONS:,} legal actions; write a `Desk`, which offers what its slots can hold"
            raise InputError(f"{self.system.name} needs a desk of its own", what, "desk")
        return [(action, slots) for action in found for slots in self.system.grammar.drafts(action)]

    def _choice(self, slot: str, value: Slot, base: Draft, *, first: bool) -> Choice:
        spaces, clause, ask = self.position.map, self._clause(slot, value), self.system.grammar.asks.get(slot, Ask())
        piece = self.pieces.get(value)
        standing = [piece] if piece is not None else self.standing(str(value)) if first and self._is_space(slot) else []
        if standing:
            space = standing[0].space
            label = ask.label(self.position, value, f"{standing[0].label} on {spaces.called([space])[0]}")
            return self.option(slot, value, capital(label), clause, base, kind="piece", space=space)
        if not self._is_space(slot) or not isinstance(value, str):
            label = ask.label(self.position, value, str(value), "" if slot == "do" else slot)
            return self.option(slot, value, capital(label), clause, base)
        label = capital(ask.label(self.position, value, spaces.called([value])[0], slot))
        return self.option(slot, value, label, clause, base, kind="space", space=value)

    def _is_space(self, slot: str) -> bool:
        return isinstance(self.system.grammar.slot_kind(slot), SpaceName)

    def _clause(self, slot: str, value: Slot) -> str:
        """The clause that allows an action with this value, or with a set that holds one of its names."""

        def has(found: Slot | None) -> bool:
            return found == value or (self._is_set(slot) and not set(str(found).split()).isdisjoint(str(value).split()))

        return next((self.clause_of(action) for action, slots in self._legal if has(slots.get(slot))), "")

    def clause_of(self, action: A) -> str:
        """The clause that allows an action, by default that of its form."""
        return self.system.grammar.form_of(action).clause


def _next(fits: list[tuple[Any, Slots]], chosen: Slots) -> list[tuple[str, Slot]]:
    """The next open slot of each action, with the value it has there; each pair once."""
    found: dict[tuple[str, Slot], None] = {}
    for _, slots in fits:
        slot = next((name for name in slots if name not in chosen), None)
        if slot is not None:
            found[slot, slots[slot]] = None
    return list(found)


def _third(verb: str) -> str:
    """A verb in the third person.

    >>> [_third(verb) for verb in ("retreat", "go", "march", "carry")]
    ['retreats', 'goes', 'marches', 'carries']
    """
    return f"{verb}es" if verb.endswith("o") else plural(verb)


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
