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

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields, replace
from itertools import product
from typing import Any, Generic, TypeVar

from hexwidget.problems import InputError, Problem, Problems, is_whole, shown
from hexwidget.rules.action import Action
from hexwidget.rules.choices import DRAFT_CANNOT_READ, Draft, Slot
from hexwidget.rules.kinds import Kind, Reading
from hexwidget.rules.reading import read_player

A = TypeVar("A", bound=Action)

_ITEM = re.compile(r"\[[^\]]*\]|[^\s\[\]]+")
_PART = re.compile(r"\{(\w+)(\.\.\.)?\}")


@dataclass(frozen=True, slots=True)
class Part:
    """One part of an action.

    :param fields: the fields of the action that it fills, if they are not the one of its own name
    :param where: its place in errors about a malformed action; by default its name
    :param word: its place in errors about a text; by default "word 3", counted in the text's pattern
    """

    kind: Kind
    fields: tuple[str, ...] = ()
    where: str = ""
    word: str = ""


class Form(Generic[A]):
    """The form of an action class.

    :param text: the pattern of its text. ``{name}`` stands for a word that the part of that name reads, ``{name...}`` for
        several words; ``[...]`` may be left out; ``on|to`` reads either word and writes the first
    :param parts: by name, in the order in which their problems are noted
    :param draft: the draft that means the action. By slot the fields that its value holds, in braces, or a constant
    :param fixed: values of fields that this form always has; a class may have a form for some value of a field
    :param lacks: what is missing in a text of this form that is too short, for the error
    :param clause: the clause that allows the action
    """

    def __init__(
        self,
        action: type[A],
        text: str,
        parts: Mapping[str, Kind | Part] | None = None,
        draft: Mapping[str, str] | None = None,
        *,
        fixed: Mapping[str, Any] | None = None,
        lacks: str = "",
        clause: str = "",
    ) -> None:
        self.action = action
        self.text = text
        self.fixed = dict(fixed or {})
        self.lacks = lacks
        self.clause = clause
        self.parts: dict[str, Part] = {}
        for name, given in (parts or {}).items():
            part = given if isinstance(given, Part) else Part(given)
            self.parts[name] = replace(part, fields=part.fields or (name,), where=part.where or name)
        self.draft = dict(draft or {})
        self._slots = {slot: tuple(name for name, _ in _PART.findall(text)) for slot, text in self.draft.items()}
        self._defaults = {f.name: f.default for f in fields(action) if f.default is not MISSING}
        items = _ITEM.findall(text)
        self.literal = not _PART.search(text)
        self.verb_at = next((n for n, item in enumerate(items) if "{" not in item), 0)
        self.verb = items[self.verb_at].lower() if items and "{" not in items[self.verb_at] else ""
        self.before_verb = tuple(name for item in items[: self.verb_at] for name, _ in _PART.findall(item))
        self._items = tuple(items)
        self._match = self.matcher(any_case=True)
        self._words = _words(items)
        self._steps = tuple(self._step(item, n) for n, item in enumerate(items))

    # ------------------------------------------------------------------ text
    def _step(self, item: str, n: int) -> Callable[[A], str]:
        """A function that writes one item of the pattern for an action, with the blank before it."""
        optional = item.startswith("[")
        inner = item.strip("[]").split("|")[0] if "{" not in item else item.strip("[]")
        names = [name for name, _ in _PART.findall(inner)]
        blank = " " if n else ""
        if not names:
            return lambda action: blank + inner
        template = blank + _PART.sub(lambda found: f"{{{found[1]}}}", inner)
        if len(names) == 1 and template == f"{blank}{{{names[0]}}}":
            (name,) = names
            write, value = self.parts[name].kind.write, self._getter(name)
            if not optional:
                return lambda action: blank + write(value(action))

        def written(action: A) -> str:
            values = {name: self._getter(name)(action) for name in names}
            if optional and all(value is None for value in values.values()):
                return ""
            return template.format(**{name: self.parts[name].kind.write(value) for name, value in values.items()})

        return written

    def _getter(self, name: str) -> Callable[[A], Any]:
        names = self.parts[name].fields
        if len(names) == 1:
            (field,) = names
            return lambda action: getattr(action, field)
        return lambda action: tuple(getattr(action, field) for field in names)

    def matcher(self, *, any_case: bool) -> Callable[[str], re.Match[str] | None]:
        """The function that matches texts of this form.

        :param any_case: True if all words of the pattern may be in capitals; False if only the verb may
        """
        items = enumerate(self._items)
        found = "".join(_expression(item, n, any_case or n == self.verb_at) for n, item in items)
        return re.compile(found + r"\Z").match

    def write(self, action: A) -> str:
        """The text of an action."""
        return "".join([step(action) for step in self._steps])

    def writes(self, action: A) -> bool:
        """True if this is the form of an action, whose class may have several."""
        return all(getattr(action, field) == value for field, value in self.fixed.items())

    def read(self, player: str, text: str, reading: Reading) -> A | None:
        """The action that a text means; None if the text is not of this form."""
        found = self._match(text)
        if found is None:
            return None
        said = {name: words for name, words in found.groupdict().items() if words is not None}
        values: dict[str, Any] = {}
        for name, part in self.parts.items():
            if name in said:
                at = replace(reading, where=part.word or self._words.get(name, ""), verb=self.verb)
                values[name] = part.kind.read(said[name], at)
                part.kind.check(values[name], at)
        return self.made(player, values)

    def read_before_verb(self, words: Sequence[str], reading: Reading) -> None:
        """Note the problems of the words before the verb, where the rest is not of this form."""
        for n, name in enumerate(self.before_verb):
            kind, at = self.parts[name].kind, replace(reading, where=f"word {n + 1}", verb=self.verb)
            kind.check(kind.read(words[n], at), at)

    def made(self, player: str, values: Mapping[str, Any]) -> A:
        """An action from the values of its parts; a part that is left out has the default of its field."""
        given = dict(self.fixed)
        for name, value in values.items():
            names = self.parts[name].fields
            given.update({names[0]: value} if len(names) == 1 else zip(names, value, strict=True))
        return self.action(player, **given)

    # ------------------------------------------------------------------ malformed actions
    def check(self, action: A, reading: Reading) -> None:
        """Note what is malformed in an action, with the field that holds it."""
        for name, part in self.parts.items():
            value = self._getter(name)(action)
            if not (len(part.fields) == 1 and value is None and self._defaults.get(part.fields[0], ...) is None):
                part.kind.check(value, replace(reading, where=part.where))

    # ------------------------------------------------------------------ drafts
    def drafts(self, action: A, slots: Mapping[str, Kind]) -> Iterator[dict[str, Slot]]:
        """The drafts that mean an action: the values of their slots."""
        found: dict[str, Slot] = {}
        for slot, constant in self.draft.items():
            names = self._slots[slot]
            if not names:
                found[slot] = constant
                continue
            value = tuple(getattr(action, name) for name in names)
            if any(each is not None for each in value) or not any(name in self._defaults for name in names):
                found[slot] = slots[slot].slot(value[0] if len(names) == 1 else value)
        yield found

    def from_draft(self, draft: Draft, player: str, slots: Mapping[str, Kind], reading: Reading) -> A | None:
        """The action that a draft means; None if it means none of this form, or not yet."""
        given = dict(self.fixed)
        for slot, constant in self.draft.items():
            names = self._slots[slot]
            if slot not in draft:
                if not names or any(name not in self._defaults for name in names):
                    return None
            elif not names:
                if draft[slot] != constant:
                    return None
            else:
                value = slots[slot].unslot(draft[slot], reading)
                given.update({names[0]: value} if len(names) == 1 else zip(names, value, strict=True))
        return self.action(player, **given)

    # ------------------------------------------------------------------ all that can be said
    def every(self, position: Any, player: str) -> Iterator[A]:
        """Every action of this form that can be said of a position, legal or not.

        :raises NotImplementedError: if a part has no end of values
        """
        values = []
        for part in self.parts.values():
            unset = [None] if len(part.fields) == 1 and self._defaults.get(part.fields[0], ...) is None else []
            values.append([*unset, *part.kind.known(position)])
        for chosen in product(*values):
            named = zip(self.parts, chosen, strict=True)
            yield self.made(player, {name: value for name, value in named if value is not None})


class Grammar(Generic[A]):
    """All actions of a system, as they are written, drafted and checked.

    :param forms: in the order in which errors list their verbs
    :param slots: what each slot of a draft can hold, in the order in which errors list them; by default, the kinds of the
        parts that have the slots' names
    :param noun: the word for an action of this system, such as "order"
    :param examples: texts of actions, for the errors
    :param longest: the number of characters from which on a text is refused unread
    :param title: the first line of an error
    :param completes: adds to an action that was read what its text may leave out, and notes what is ambiguous
    :param otherwise: reads the texts that have no verb
    :param mismatched: notes in the system's own words a text that has a verb and is of no form; True if it has done so
    :param any_case: True if all words of the patterns may be in capitals; False if only the verbs may
    """

    def __init__(
        self,
        *forms: Form[Any],
        slots: Mapping[str, Kind] | None = None,
        noun: str = "action",
        examples: str = "",
        longest: int = 500,
        title: str = "",
        completes: Callable[[Any, Any, Problems], Any] | None = None,
        otherwise: Callable[[Any, str, str, Problems], Any] | None = None,
        mismatched: Callable[[Any, list[str], Problems], bool] | None = None,
        any_case: bool = True,
    ) -> None:
        self.forms = forms
        self.noun = noun
        self.title = title or f"this {noun} cannot be read"
        article = "an" if noun[0] in "aeiou" else "a"
        self.a_noun = f"{article} {noun}"
        self.examples = examples or ", ".join(form.text for form in forms)
        self.example = f"{self.a_noun} such as {self.examples}"
        self.longest = longest
        self.completes, self.otherwise, self.mismatched = completes, otherwise, mismatched
        self.slots = dict(slots) if slots is not None else self._own_slots()
        self._by_class: dict[type[Action], list[Form[Any]]] = {}
        for form in forms:
            self._by_class.setdefault(form.action, []).append(form)
        for action, several in self._by_class.items():
            several.sort(key=lambda form: not form.fixed)
            action.forms = tuple(several)
        self._any_case = any_case
        for form in forms:
            form._match = form.matcher(any_case=any_case)
        self._literal = {form.text.lower(): form for form in forms if form.literal}
        self._verb_at = next((form.verb_at for form in forms if not form.literal), 0)
        said = (form.text if form.literal and self._verb_at else form.verb for form in forms)
        self.verbs = tuple(dict.fromkeys(said))
        self._constants: dict[str, tuple[str, ...]] = {}
        for form in forms:
            for slot, text in form.draft.items():
                if "{" not in text:
                    self._constants[slot] = tuple(dict.fromkeys((*self._constants.get(slot, ()), text)))

    def _own_slots(self) -> dict[str, Kind]:
        found: dict[str, Kind] = {}
        for form in self.forms:
            form.draft = form.draft or {
                "do": form.text if form.literal else form.verb,
                **{name: f"{{{name}}}" for name in form.parts},
            }
            form._slots = {slot: tuple(name for name, _ in _PART.findall(text)) for slot, text in form.draft.items()}
            found.update({name: part.kind for name, part in form.parts.items()})
        return found

    # ------------------------------------------------------------------ text
    def parse(self, position: Any, text: str, player: str) -> A:
        """Read the text of an action. If it names no player in front, the action is one of ``player``.

        :raises InputError: listing everything that cannot be read or is ambiguous, each with its place
        """
        problems = Problems()
        if self._has_own_colon(text):
            if len(text) > self.longest or not is_whole(text):
                problems.add("", f"expected a text of at most {self.longest} characters, not {shown(text)}")
                problems.raise_any(self.title)
        else:
            player, text = read_player(text, position.players, player, self.example, self.longest, self.title, problems)
        action = self.read(position, player, text, problems)
        problems.raise_any(self.title)
        assert action is not None  # noqa: S101  (raise_any has raised otherwise)
        return action

    def _has_own_colon(self, text: object) -> bool:
        """True if the only colon of a text belongs to its form, so that it names no player."""
        if not isinstance(text, str) or text.count(":") != 1:
            return False
        verb, blank, _ = text.strip().partition(" ")
        return bool(blank) and any(":" in form.text and form.verb == verb.lower() for form in self.forms)

    def read(self, position: Any, player: str, text: str, problems: Problems) -> A | None:
        """Read the text of an action of a player, and note what is wrong with it."""
        words = text.split()
        reading = Reading(position, problems)
        lowered = words if self._any_case else words[: self._verb_at + 1]
        form = self._literal.get(" ".join([*map(str.lower, lowered), *words[len(lowered) :]]))
        if form is not None:
            action: A = form.made(player, {})
            return action
        spoken = words[self._verb_at].lower() if len(words) > self._verb_at else ""
        forms = [form for form in self.forms if form.verb == spoken and (not form.literal or not self._verb_at)]
        forms = forms or [form for form in self.forms if not form.verb]
        if not forms:
            self._note_no_verb(position, player, text, words, problems)
            spoken_otherwise: A | None = None
            if self.otherwise is not None:
                spoken_otherwise = self.otherwise(position, player, text, problems)
            return spoken_otherwise
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
            lacks = f"; {spoken} says {forms[0].lacks}" if forms[0].lacks else ""
            problems.add("", f"expected {self.example}, not {shown(said)}{lacks}")
        return None

    def _note_no_verb(self, position: Any, player: str, text: str, words: list[str], problems: Problems) -> None:
        if self.otherwise is not None:
            return
        if len(words) <= self._verb_at:
            problems.add("", f"expected {self.example}, not {shown(' '.join(words))}")
        else:
            problems.unknown(f"word {self._verb_at + 1}", self.noun, words[self._verb_at], self.verbs)

    # ------------------------------------------------------------------ malformed actions
    def check(self, position: Any, action: Any) -> int:
        """The seat of an action's player.

        :raises InputError: if the action is malformed; with the field of each problem
        """
        several = self._by_class.get(type(action))
        if several is None:
            raise InputError(self.title, [Problem("", f"expected {self.a_noun}, not {shown(action)}")])
        problems = Problems()
        if action.player not in position.players:
            problems.unknown("player", "player", action.player, position.players)
        form = next((form for form in several if form.writes(action)), several[-1])
        form.check(action, Reading(position, problems))
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
                at.unknown("slot", slot, self._named_slots())
            elif not isinstance(value, str):
                at.add(f"expected a text, not {shown(value)}")
            elif value not in self._constants[slot]:
                at.unknown(self.noun, value, self._constants[slot])
        problems.raise_any(DRAFT_CANNOT_READ)

    def _named_slots(self) -> list[str]:
        """The slots that errors list: all but those whose name goes on behind a slash."""
        return [slot for slot in dict.fromkeys((*self.slots, *self._constants)) if not slot.endswith("/")]

    def slot_kind(self, slot: object) -> Kind | None:
        """What a slot can hold; "to/spearmen1" is a slot of those called "to/". None for one that holds constants only."""
        if not isinstance(slot, str):
            return None
        head, slash, rest = slot.partition("/")
        if slash and not rest:
            return None
        return self.slots.get(f"{head}/" if slash else slot)

    def drafts(self, action: A) -> Iterator[dict[str, Slot]]:
        """The drafts that mean an action."""
        several = self._by_class[type(action)]
        form = next((form for form in several if form.writes(action)), several[-1])
        return form.drafts(action, self.slots)

    def can_become(self, draft: Mapping[str, Slot], action: A) -> bool:
        """True if a draft can still become an action by setting further slots."""
        return any(draft.items() <= whole.items() for whole in self.drafts(action))

    def from_draft(self, position: Any, draft: Draft, player: str) -> A | None:
        """The action that a draft means; None while something is open. The draft must have passed `read_draft`."""
        reading = Reading(position, Problems())
        for form in self.forms:
            found: A | None = form.from_draft(draft, player, self.slots, reading)
            if found is not None:
                return found
        return None

    # ------------------------------------------------------------------ all that can be said
    def every(self, position: Any, player: str) -> Iterator[A]:
        """Every action that can be said of a position, legal or not, for systems whose actions are few."""
        for form in self.forms:
            yield from form.every(position, player)


def _expression(item: str, n: int, any_case: bool) -> str:
    """The regular expression of the n-th item of a pattern, with the blank before it."""
    blank = " " if n else ""
    if item.startswith("["):
        words = item.strip("[]").split()
        inner = "".join(" " * bool(k) + _expression_of_word(word, any_case) for k, word in enumerate(words))
        return f"(?:{blank}{inner})?"
    return blank + _expression_of_word(item, any_case)


def _expression_of_word(word: str, any_case: bool) -> str:
    if "{" not in word:
        return f"(?{'i' * any_case}:{'|'.join(re.escape(each) for each in word.split('|'))})"
    marks = re.escape(_PART.sub("", word))
    single = f"[^\\s{marks}]*" if marks else r"\S+"
    found, end = "", 0
    for part in _PART.finditer(word):
        found += re.escape(word[end : part.start()])
        found += f"(?P<{part[1]}>{'.+?' if part[2] else single})"
        end = part.end()
    return found + re.escape(word[end:])


def _words(items: Iterable[str]) -> dict[str, str]:
    """The places of a pattern's parts, as errors name them: "word 3", or "last word" behind a part of several words."""
    found: dict[str, str] = {}
    sure = True
    for n, item in enumerate(items, 1):
        sure = sure and not item.startswith("[")
        for name, _ in _PART.findall(item):
            found[name] = f"word {n}" if sure else "last word"
    return found
