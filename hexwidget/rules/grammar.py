"""The grammar of a system's actions: each action is declared once, as a `Form`.

The form gives the action its text, the reading of that text with every error, its drafts, and the check for malformed
values::

    Form(Cast, "{unit} cast {spell} [{owner...}] {target}",
         {"unit": SPACE, "spell": SPELL, "target": SPACE, "owner": PLAYER},
         {"unit": "{unit}", "spell": "{spell}", "at": "{owner} {target}"})

A `Kind` says what a part can hold: a space, a name, a number, or something of the system's own. A `Grammar` holds all forms
of a system, and what the slots of its drafts can hold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from functools import cached_property
from itertools import islice
from math import prod
from typing import Any, Generic, TypeVar

from hexwidget.english import as_phrase, phrase
from hexwidget.geometry.places import names_replaced
from hexwidget.problems import InputError, Problems, expectation, is_whole, mismatch, shown, sure
from hexwidget.rules.action import Action
from hexwidget.rules.choices import DRAFT_CANNOT_READ, Draft, Slot
from hexwidget.rules.forms import ITEM, Form, Part
from hexwidget.rules.kinds import Ask, Kind, Reading, SetOf
from hexwidget.rules.reading import read_player

__all__ = ["Form", "Grammar", "Part"]

A = TypeVar("A", bound=Action)
CANNOT_MAKE = "this grammar cannot be made"


class Grammar(Generic[A]):
    """All actions of a system, as they are written, drafted and checked.

    :param forms: in the order in which errors list their verbs
    :param slots: what slots of drafts can hold. By default a slot holds what the part with its fields does. A form without a draft has
        one with a slot for each part, and its verb, if it has one, in the slot "do"
    :param noun: the word for an action of this system, such as "order"
    :param called: the words for an action in the error about a value of another class; by default the noun with its article
    :param examples: texts of actions, for the errors
    :param longest: the most characters of a text; a longer one is refused unread
    :param title: the first line of an error
    :param completes: adds to an action that was read what its text may leave out, and notes what is ambiguous
    :param otherwise: reads the texts that have no verb, instead of the forms without one
    :param mismatched: notes in the system's own words a text that has a verb and is of no form; True if it has done so
    :param drafted: notes what does not go together in a draft; each slot is read by its kind
    :param any_case: True if all words of the patterns may be in capitals; False if only the verbs may
    :param asks: the words of slots in which they are asked for (`hexwidget.rules.default_desk`)
    """

    def __init__(
        self,
        *forms: Form[Any],
        slots: Mapping[str, Kind] | None = None,
        noun: str = "action",
        called: str = "",
        examples: str = "",
        longest: int = 500,
        title: str = "",
        completes: Callable[[Any, Any, Problems], Any] | None = None,
        otherwise: Callable[[Any, str, str, Problems], Any] | None = None,
        mismatched: Callable[[Any, list[str], Problems], bool] | None = None,
        drafted: Callable[[Any, Mapping[str, Slot], Problems], None] | None = None,
        any_case: bool = True,
        asks: Mapping[str, Ask] | None = None,
    ) -> None:
        self.forms: tuple[Form[Any], ...] = tuple(map(copy, forms))  # another grammar may have them, too
        self.noun = noun
        self.title: str = title or f"this {noun} cannot be read"
        article = "an" if noun[0] in "aeiou" else "a"
        self.a_noun: str = noun if noun.endswith("s") else f"{article} {noun}"
        self.called: str = called or self.a_noun
        self.examples: str = examples or ", ".join(form.text for form in self.forms)
        what, example = as_phrase(self.a_noun), as_phrase(self.examples)
        self.example: str = phrase("{what} such as {example}", what=what, example=example)
        self.longest = longest
        self.completes = completes
        self.otherwise = otherwise
        self.mismatched = mismatched
        self.drafted = drafted
        self.slots: dict[str, Kind] = {**self._own_slots(every=slots is None), **(slots or {})}
        self._by_class: dict[type[Action], list[Form[Any]]] = {}
        for form in self.forms:
            self._by_class.setdefault(form.action, []).append(form)
        for several in self._by_class.values():
            several.sort(key=lambda form: not form.fixed)
        self._any_case = any_case
        for form in self.forms:
            form.set_case(any_case=any_case)
        self._check_verbs()
        self._literal = {form.text.lower(): form for form in self.forms if form.literal}
        self._verb_at = next((form.verb_at for form in self.forms if form.verb and not form.literal), 0)
        self._most_literal = max((len(text.split()) for text in self._literal), default=0)
        self._by_verb: dict[str, list[Form[Any]]] = {}
        for form in self.forms:
            if not form.literal or not self._verb_at:
                self._by_verb.setdefault(form.verb, []).append(form)
        said = (form.text if form.literal and self._verb_at else form.verb for form in self.forms)
        self.verbs: tuple[str, ...] = tuple(dict.fromkeys(said))
        self._verbs_with_colon = frozenset(form.verb for form in self.forms if ":" in form.text)
        self._constants: dict[str, tuple[str, ...]] = {}
        for form in self.forms:
            for slot, text in form.draft.items():
                if isinstance(text, str) and "{" not in text:
                    self._constants[slot] = tuple(dict.fromkeys((*self._constants.get(slot, ()), text)))
        for action, several in self._by_class.items():
            if _writing(several) != _writing(action.forms):
                action.forms = tuple(several)
        self.asks: dict[str, Ask] = dict(asks or {})
        self._check_asks()

    def _check_asks(self) -> None:
        """Check that the slots exist which have words.

        :raises InputError: naming each that does not, with the nearest one
        """
        problems = Problems()
        for slot in self.asks:
            if self.slot_kind(slot) is None and slot not in self._constants:
                problems.unknown("asks", "slot", slot, [*self.slots, *self._constants])
        problems.raise_any(CANNOT_MAKE)

    def _check_verbs(self) -> None:
        """Check that every form can be read: the verb of a text is looked for at one word only.

        :raises InputError: naming each form whose verb stands at another word
        """
        problems = Problems()
        spoken = [form for form in self.forms if form.verb and not form.literal]
        for form in spoken:
            if form.verb_at != spoken[0].verb_at:
                problems.add(
                    repr(form.text),
                    f"no text is ever read so: its verb, {form.verb!r}, is word {form.verb_at + 1}, and that of "
                    f"{spoken[0].text!r} is word {spoken[0].verb_at + 1}; put the verbs of all forms at the same word",
                )
            if any(item.startswith("[") for item in ITEM.findall(form.text)[: form.verb_at]):
                what = f"a part that may be left out stands before its verb, {form.verb!r}; put it behind"
                problems.add(repr(form.text), what)
        for n, form in enumerate(self.forms):
            earlier = next((each for each in self.forms[:n] if each.text.lower() == form.text.lower()), None)
            if earlier is not None:
                what = f"no text is ever read so: the form of {earlier.action.__name__} has the same text; give one another verb"
                problems.add(repr(form.text), what)
        problems.raise_any(CANNOT_MAKE)

    def _own_slots(self, *, every: bool) -> dict[str, Kind]:
        """The kinds of the slots that have the fields of a part.

        :param every: True if forms that make their drafts themselves have one with a slot for each part, too
        """
        found: dict[str, Kind] = {}
        for form in self.forms:
            kind = type(form)
            if not form.draft and (every or (kind.drafts is Form.drafts and kind.from_draft is Form.from_draft)):
                verb = form.text if form.literal else form.verb
                form.set_draft({**({"do": verb} if verb else {}), **{name: f"{{{name}}}" for name in form.parts}})
                found |= {name: part.kind for name, part in form.parts.items()}
            found |= form.slots_of_parts
        return found

    def form_of(self, action: A) -> Form[Any]:
        """The form of an action. Systems that share a class of actions may give it forms with other clauses."""
        several = self._by_class[type(action)]
        return next((form for form in several if form.writes(action)), several[-1])

    def keeps_texts_of(self, base: Grammar[Any]) -> None:
        """Check that it writes the actions that it shares with another grammar as that one does. An action has one text.

        :raises InputError: naming each class of actions that it writes otherwise; they are then written as before
        """
        problems = Problems()
        for action, several in base._by_class.items():
            if action in self._by_class and _writing(self._by_class[action]) != _writing(several):
                texts = [" or ".join(repr(form.text) for form in each) for each in (self._by_class[action], several)]
                what = f"expected the text {texts[1]} that it has in the system derived from, not {texts[0]}; for another text"
                own = f"`class Own{action.__name__}({action.__name__})`"
                problems.add(action.__name__, f"{what} derive a class from it: {own}")
                action.forms = tuple(several)
        problems.raise_any(CANNOT_MAKE)

    # ------------------------------------------------------------------ text
    def parse(self, position: Any, text: str, player: str) -> A:
        """Read the text of an action. If it names no player in front, the action is one of ``player``.

        Where it cannot be read as it is, the names of places stand for their spaces: so no name hides a word of the grammar.

        :raises InputError: listing everything that cannot be read or is ambiguous, each with its place
        """
        try:
            return self._parse(position, text, player)
        except InputError:
            named = names_replaced(text, position.map.places) if isinstance(text, str) else text
            if named == text:
                raise
        return self._parse(position, named, player)

    def _parse(self, position: Any, text: str, player: str) -> A:
        problems = Problems()
        if self._has_own_colon(text):
            if len(text) > self.longest or not is_whole(text):
                problems.expected("", f"a text of at most {self.longest} characters", text)
                problems.raise_any(self.title)
        else:
            player, text = read_player(text, position.players, player, self.example, self.longest, self.title, problems)
        action = self.read(position, player, text, problems)
        problems.raise_any(self.title)
        return sure(action)  # raise_any has raised otherwise

    def _has_own_colon(self, text: object) -> bool:
        """True if the only colon of a text belongs to its form, so that it names no player."""
        if not isinstance(text, str) or text.count(":") != 1:
            return False
        verb, blank, _ = text.strip().partition(" ")
        return bool(blank) and verb.lower() in self._verbs_with_colon

    def read(self, position: Any, player: str, text: str, problems: Problems) -> A | None:
        """Read the text of an action of a player, and note what is wrong with it."""
        words = text.split()
        reading = Reading(position, problems)
        literal = self._literal_form(words)
        if literal is not None:
            action: A = literal.made(player, {})
            return action
        spoken = words[self._verb_at].lower() if len(words) > self._verb_at else ""
        forms = self._by_verb.get(spoken, ())
        if not forms and self.otherwise is None:
            forms = self._by_verb.get("", ())
        if not forms and self.otherwise is not None:
            without_verb: A | None = self.otherwise(position, player, text, problems)
            return without_verb
        if not forms:
            self._note_no_verb(words, problems)
            return None
        said = " ".join(words)
        for form in forms:
            if form.literal:
                continue
            found: A | None = form.read(player, said, reading)
            if found is not None:
                if self.completes is not None:
                    found = self.completes(position, found, problems)
                return found
        forms[0].read_before_verb(words, reading)
        if self.mismatched is None or not self.mismatched(position, words, problems):
            told = expectation(self.example, said)
            if forms[0].lacks:
                told = phrase(
                    "{problem}; {verb} says {lacks}", problem=told, verb=spoken, lacks=as_phrase(forms[0].lacks)
                )
            problems.add("", told)
        return None

    def _literal_form(self, words: list[str]) -> Form[Any] | None:
        """The form of a text that has no parts."""
        if len(words) > self._most_literal:
            return None
        lowered = words if self._any_case else words[: self._verb_at + 1]
        return self._literal.get(" ".join([*map(str.lower, lowered), *words[len(lowered) :]]))

    def _note_no_verb(self, words: list[str], problems: Problems) -> None:
        """Note that a text has no verb of an action."""
        if len(words) <= self._verb_at:
            problems.expected("", self.example, " ".join(words))
        else:
            problems.unknown(phrase("word {n}", n=self._verb_at + 1), self.noun, words[self._verb_at], self.verbs)

    # ------------------------------------------------------------------ malformed actions
    def check(self, position: Any, action: Any) -> int:
        """The seat of an action's player.

        :raises InputError: if the action is malformed; with the field of each problem
        """
        several = self._by_class.get(type(action))
        if several is None:
            raise mismatch(self.title, self.called, action)
        problems = Problems()
        if action.player not in position.players:
            problems.unknown("player", "player", action.player, position.players)
        form = several[0] if len(several) == 1 else next((form for form in several if form.writes(action)), None)
        if form is not None:
            form.check(action, Reading(position, problems))
        else:
            for field in several[0].fixed:
                expected = " or ".join(map(shown, [form.fixed[field] for form in several]))
                problems.expected(field, expected, getattr(action, field))
        problems.raise_any(self.title)
        seat: int = position.players.index(action.player)
        return seat

    # ------------------------------------------------------------------ drafts
    def read_draft(self, position: Any, draft: Mapping[str, Slot]) -> None:
        """Check that the slots of a draft can be read.

        :raises InputError: listing those that cannot
        """
        problems = Problems()
        for slot, value in draft.items():
            at = Reading(position, problems, f"draft/{slot}")
            kind = self.slot_kind(slot)
            if kind is not None:
                kind.check_slot(value, at)
            elif slot not in self._constants or not isinstance(slot, str):
                names = dict.fromkeys((*self.slots, *self._constants))
                at.unknown("slot", slot, [f"{name}..." if name.endswith("/") else name for name in names])
            elif not isinstance(value, str):
                at.expected("a text", value)
            elif value not in self._constants[slot]:
                at.unknown(self.noun, value, self._constants[slot])
        if self.drafted is not None:
            self.drafted(position, draft, problems)
        problems.raise_any(DRAFT_CANNOT_READ)

    def slot_kind(self, slot: object) -> Kind | None:
        """The kind of a slot; "to/spearmen1" is one of the slots called "to/". None for a slot of constants only."""
        if not isinstance(slot, str):
            return None
        head, slash, rest = slot.partition("/")
        return None if slash and not rest else self.slots.get(f"{head}/" if slash else slot)

    def drafts(self, action: A) -> Iterator[dict[str, Slot]]:
        """The drafts that mean an action."""
        return self.form_of(action).drafts(action, self.slots)

    def can_become(self, draft: Mapping[str, Slot], action: A) -> bool:
        """True if a draft can still become an action by setting further slots, and adding further names to sets."""
        return any(
            all(slot in whole and self._grows(slot, value, whole[slot]) for slot, value in draft.items())
            for whole in self.drafts(action)
        )

    def _grows(self, slot: str, value: Slot, whole: Slot) -> bool:
        """True if a slot's value equals the whole value, or is a set of which the whole value holds every name."""
        is_set = isinstance(self.slot_kind(slot), SetOf)
        return value == whole or (is_set and set(str(value).split()) <= set(str(whole).split()))

    def from_draft(self, position: Any, draft: Draft, player: str) -> A | None:
        """The action that a draft means; None while something is open, and for a form that is not in question. The draft must have
        passed `read_draft`."""
        reading = Reading(position, Problems())
        for form in self.in_question(position, player):
            found: A | None = form.from_draft(draft, player, self.slots, reading)
            if found is not None:
                return found
        return None

    # ------------------------------------------------------------------ all that can be said
    def in_question(self, position: Any, player: str) -> tuple[Form[Any], ...]:
        """The forms that are in question for a player (`Form.when`)."""
        return tuple([form for form in self.forms if form.when is None or form.when(position, player)])

    def every(self, position: Any, player: str, forms: Sequence[Form[Any]] | None = None) -> Sayable[A]:
        """Every action that can be said of a position, legal or not, for systems whose actions are few.

        :param forms: only those of these forms
        """
        return Sayable(self.forms if forms is None else forms, position, player)

    def first(self, position: Any, player: str, most: int, forms: Sequence[Form[Any]] | None = None) -> list[A]:
        """The first actions that can be said of a position; none where they have no end."""
        try:
            return list(islice(self.every(position, player, forms), most))
        except NotImplementedError:
            return []


class Sayable(Sequence[A]):
    """Every action of some forms that can be said of a position, form by form. Each is made when it is taken: of a hundred thousand,
    one costs no more than of ten.

    :raises NotImplementedError: when one is taken, or they are counted, if a part has no end of values
    """

    def __init__(self, forms: Sequence[Form[Any]], position: Any, player: str) -> None:
        self._forms, self._position, self._player = forms, position, player

    @cached_property
    def _values(self) -> list[list[Sequence[Any]]]:
        """The values of each part of each form."""
        return [form.values(self._position) for form in self._forms]

    @cached_property
    def _numbers(self) -> list[int]:
        """The number of actions of each form."""
        return [prod(map(len, values)) for values in self._values]

    def __iter__(self) -> Iterator[A]:
        for form in self._forms:
            yield from form.every(self._position, self._player)

    def __len__(self) -> int:
        return sum(self._numbers)

    def __getitem__(self, n: Any) -> Any:
        if isinstance(n, slice):
            return [self[each] for each in range(*n.indices(len(self)))]
        at = range(len(self))[n]
        for form, values, number in zip(self._forms, self._values, self._numbers, strict=True):
            if at < number:
                chosen = []
                for several in reversed(values):
                    at, which = divmod(at, len(several))
                    chosen.append(several[which])
                return form.chosen(self._player, reversed(chosen))
            at -= number
        raise AssertionError  # pragma: no cover  (it is less than all of them)


def _writing(forms: Iterable[Form[Any]]) -> list[tuple[Any, ...]]:
    """Everything that the texts of forms depend on: patterns, fixed fields, and the functions that write the parts."""
    return [(form.text, form.fixed, [type(part.kind).write for part in form.parts.values()]) for form in forms]
