"""The form of an action: its text, the reading of that text, its drafts, and the check for malformed values."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields, replace
from itertools import product
from operator import attrgetter
from typing import Any, Generic, TypeVar

from hexwidget.english import as_phrase, phrase
from hexwidget.problems import Problems, UnknownName, mismatch
from hexwidget.rules.action import Action
from hexwidget.rules.choices import Draft, Slot
from hexwidget.rules.kinds import STILL_OPEN, Kind, Reading

A = TypeVar("A", bound=Action)

ITEM = re.compile(r"\[[^\]]*\]|[^\s\[\]]+")
PART = re.compile(r"\{(\w+)(\.\.\.)?\}")


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
        several words; ``[...]`` may be left out; ``on|to`` reads either word and writes the first. The first fixed word is the
        verb; the verbs of all forms of a grammar stand at the same word
    :param parts: by name, in the order in which their problems are noted
    :param draft: the draft that means the action. By slot the fields that its value holds, in braces, or a constant; True
        for a switch. None: a slot for each part, and the verb as the constant of the slot "do": "pass" has ``{"do": "pass"}``
    :param fixed: values of fields that this form always has; a class may have a form for some value of a field
    :param lacks: what is missing in a text of this form that is too short, for the error
    :param clause: the clause that allows the action
    :param shortcut: the key of its button
    :param when: tells of a position and a player if the action is in question. Elsewhere a clause bars it, listings do not ask
        about it, and it explains no click
    """

    def __init__(
        self,
        action: type[A],
        text: str,
        parts: Mapping[str, Kind | Part] | None = None,
        draft: Mapping[str, str | bool] | None = None,
        *,
        fixed: Mapping[str, Any] | None = None,
        lacks: str = "",
        clause: str = "",
        shortcut: str | None = None,
        when: Callable[[Any, str], object] | None = None,
    ) -> None:
        self.action = action
        self.when = when
        self.text = text
        self.fixed: dict[str, Any] = dict(fixed or {})
        self._said = tuple(self.fixed.items())
        self.lacks = lacks
        self.clause = clause
        self.shortcut = shortcut
        self.parts: dict[str, Part] = {}
        for name, given in (parts or {}).items():
            part = given if isinstance(given, Part) else Part(given)
            if not isinstance(part.kind, Kind):
                what = f"a kind such as SpaceName() for the part {name!r}"
                raise mismatch(f"the form of {action.__name__} cannot be made", what, part.kind, repr(text))
            self.parts[name] = replace(part, fields=part.fields or (name,), where=part.where or name)
        self._check_names()
        self.set_draft(draft or {})
        self._defaults = {f.name: f.default for f in fields(action) if f.default is not MISSING}
        items = ITEM.findall(text)
        self.literal: bool = not PART.search(text)
        self.verb_at: int = next((n for n, item in enumerate(items) if "{" not in item), 0)
        self.verb = items[self.verb_at].lower() if items and "{" not in items[self.verb_at] else ""
        self.before_verb: tuple[str, ...] = tuple(
            name for item in items[: self.verb_at] for name, _ in PART.findall(item)
        )
        self._items = tuple(items)
        self.set_case(any_case=True)
        self._words = _words(items)
        self._get = {name: attrgetter(*part.fields) for name, part in self.parts.items()}
        self._checked = tuple(
            (self._get[name], part.kind.check, part.where, self._may_lack(part)) for name, part in self.parts.items()
        )
        self.write: Callable[[A], str] = self._writer()
        """Return the text of an action."""

    def _check_names(self) -> None:
        """Check that the form has every part that its text names, and says every field that the action must have.

        :raises UnknownName: if it lacks one; with the nearest part
        :raises InputError: if nothing says a field that the action must have
        """
        problems = Problems()
        for name, _ in PART.findall(self.text):
            problems.note_unknown(repr(self.text), "part", name, self.parts)
        title = f"the form of {self.action.__name__} cannot be made"
        if problems.found:
            raise UnknownName(title, problems.found)
        given = {"player", *self.fixed, *(name for part in self.parts.values() for name in part.fields)}
        for field in fields(self.action):
            if field.name not in given and field.default is MISSING and field.default_factory is MISSING:
                what = (
                    f"nothing says its field {field.name!r}; give it a part, `{{{field.name}}}`, or a value in `fixed`"
                )
                problems.add(repr(self.text), what)
        problems.raise_any(title)

    # ------------------------------------------------------------------ text
    def _writer(self) -> Callable[[A], str]:
        """The function that writes an action. It is composed once, as actions are written often."""
        template, written = "", list[Callable[[A], Any]]()
        for n, item in enumerate(self._items):
            inner = item.strip("[]") if "{" in item else item.strip("[]").split("|")[0]
            names = [found[1] for found in PART.finditer(inner)]
            pattern = " " * bool(n) + PART.sub("%s", inner.replace("%", "%%"))
            if names and item.startswith("["):
                template += "%s"
                written.append(self._optional_writer(pattern, names))
            else:
                template += pattern
                written += [self._part_writer(name) for name in names]
        if not written:
            return lambda action: template
        if template == "%s":
            return written[0]
        return lambda action: template % tuple([write(action) for write in written])

    def _part_writer(self, name: str) -> Callable[[A], Any]:
        """The function that writes a part of an action, or gives a part that is a text already."""
        get, write = self._get[name], self.parts[name].kind.write
        plain = len(self.parts[name].fields) == 1 and type(self.parts[name].kind).write is Kind.write
        return get if plain else lambda action: write(get(action))

    def _optional_writer(self, pattern: str, names: Sequence[str]) -> Callable[[A], str]:
        """The function that writes an item which may be left out: nothing if all its parts are None."""
        parts = [(self._get[name], self.parts[name].kind.write) for name in names]

        def written(action: A) -> str:
            values = [get(action) for get, _ in parts]
            if all(value is None for value in values):
                return ""
            return pattern % tuple(write(value) for value, (_, write) in zip(values, parts, strict=True))

        return written

    def set_case(self, *, any_case: bool) -> None:
        """Set the capitals that texts of this form may have.

        :param any_case: True if all words of the pattern may be in capitals; False if only the verb may
        """
        found = "".join(_expression(item, n, any_case or n == self.verb_at) for n, item in enumerate(self._items))
        self._match = re.compile(found + r"\Z").match

    def set_draft(self, draft: Mapping[str, str | bool]) -> None:
        """Set the draft that means the action."""
        self.draft: dict[str, str | bool] = dict(draft)
        self._slots = {slot: tuple(name for name, _ in PART.findall(str(text))) for slot, text in draft.items()}

    @property
    def slots_of_parts(self) -> dict[str, Kind]:
        """The slots that have the fields of a part, with what they hold."""
        kinds = {part.fields: part.kind for part in self.parts.values()}
        return {slot: kinds[names] for slot, names in self._slots.items() if names in kinds}

    def writes(self, action: A) -> bool:
        """True if this is the form of an action, whose class may have several."""
        for field, value in self._said:  # noqa: SIM110  (`all` takes three times as long)
            if getattr(action, field) != value:
                return False
        return True

    def read(self, player: str, text: str, reading: Reading) -> A | None:
        """The action that a text means; None if the text is not of this form."""
        found = self._match(text)
        if found is None:
            return None
        said = {name: words for name, words in found.groupdict().items() if words is not None}
        values: dict[str, Any] = {}
        for name, part in self.parts.items():
            if name in said:
                where = part.word or self._words.get(name, "")
                at = Reading(reading.position, reading.problems, where, self.verb or self.text)
                values[name] = part.kind.read(said[name], at)
                part.kind.check(values[name], at)
        return self.made(player, values)

    def read_before_verb(self, words: Sequence[str], reading: Reading) -> None:
        """Note the problems of the words before the verb, where the rest is not of this form."""
        for n, name in enumerate(self.before_verb):
            kind, at = self.parts[name].kind, replace(reading, where=phrase("word {n}", n=n + 1), verb=self.verb)
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
        """Note the malformed parts of an action, each with its field."""
        for get, check, where, may_lack in self._checked:
            value = get(action)
            if value is not None or not may_lack:
                check(value, Reading(reading.position, reading.problems, where))

    def _may_lack(self, part: Part) -> bool:
        """True if a part may be None."""
        return len(part.fields) == 1 and self._defaults.get(part.fields[0], ...) is None

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
                if value is STILL_OPEN:
                    return None
                given.update({names[0]: value} if len(names) == 1 else zip(names, value, strict=True))
        return self.action(player, **given)

    # ------------------------------------------------------------------ all that can be said
    def every(self, position: Any, player: str) -> Iterator[A]:
        """Every action of this form that can be said of a position, legal or not.

        :raises NotImplementedError: if a part has no end of values
        """
        for values in product(*self.values(position)):
            yield self.chosen(player, values)

    def values(self, position: Any) -> list[Sequence[Any]]:
        """All values of each part in a position; None stands for a part that is left out.

        :raises NotImplementedError: if a part has no end of values
        """
        found: list[Sequence[Any]] = []
        for part in self.parts.values():
            known = part.kind.known(position)
            if self._may_lack(part):
                known = [None, *known]
            found.append(known if isinstance(known, Sequence) else [*known])
        return found

    def chosen(self, player: str, values: Iterable[Any]) -> A:
        """An action from a value for each part."""
        named = zip(self.parts, values, strict=True)
        return self.made(player, {name: value for name, value in named if value is not None})


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
    marks = re.escape(PART.sub("", word))
    single = f"[^\\s{marks}]*" if marks else r"\S+"
    found, end = "", 0
    for part in PART.finditer(word):
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
        for name, _ in PART.findall(item):
            found[name] = phrase("word {n}", n=n) if sure else as_phrase("last word")
    return found
