"""English for the sentences that players read: numbers of things, possessives, verbs that agree, lists, capitals.

A sentence of an event or a finding is a *wording*: a text with fields, which `say` fills in. The format of a field is English:

- ``{player:has}`` is a name with a verb that agrees with it: "blue has", "romans have". Verbs stand in the form for one.
- ``{player:'s}`` is a possessive: "blue's", "romans'"; ``{player:its}`` is the word that stands for it: "its", "their".
- ``{n:movement point}`` is a number of things: "1 movement point", "2 movement points".

In another language `say` looks up the wording, and what it is filled in with: nouns, and names that are a `Phrase`. There the format of
a field may name the context in which its value is looked up, such as a case: ``{unit:dat}``, ``{n:hex, dat}``; ``{unit:verb has}`` is
the verb alone.

Names of players are given by people. A name counts as plural if it ends in "s" or "men", but not in "ss", "us" or "is": Greeks
and Norsemen, not Boss, Brutus or Iris. So do several things: "2 cavalry", "archer and cavalry". Names stay as they were given,
but for a capital at the start of a sentence.

Imports only `hexwidget.languages` and `hexwidget.name_suggestions` of the package.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from string import Formatter
from typing import Any

from hexwidget.languages import Catalogue, catalogue_now
from hexwidget.name_suggestions import did_you_mean, nearest_first

_ONE_S = ("ss", "us", "is")
"""The ends of names in "s" that are singular."""
_IRREGULAR = {"has": "have", "is": "are", "was": "were", "does": "do", "goes": "go"}
"""The forms of verbs for many, by the form for one."""
_PRONOUNS = {"it": "they", "its": "their"}
"""The pronouns for one, each with the one for many."""
_HISSES = ("ss", "x", "ch", "sh", "z")
"""The ends of words that take "es"."""
_ALIKE = ("cavalry", "infantry", "marble", "iron", "gold")
"""Nouns that are the same for one and many."""
MOST_NAMES = 60
"""The most known names that the sentence for an unknown one lists as a whole."""


def capital(text: str) -> str:
    """A text with a capital first.

    >>> capital("the romans are asked")
    'The romans are asked'
    """
    return text[:1].upper() + text[1:]


class Phrase(str):
    """A part of a sentence in English that other sentences are filled in with. It can be said again in another language.

    :param values: the values of its fields; None: its wording joins a list, the subjects
    """

    __slots__ = ("subjects", "values", "wording")
    wording: str
    subjects: Sequence[str]
    values: Mapping[str, Any] | None

    def __reduce__(self) -> tuple[Any, ...]:
        return _as_phrase, (str(self), self.wording, self.subjects, self.values)


def _as_phrase(text: str, wording: str, subjects: Sequence[str], values: Mapping[str, Any] | None) -> Phrase:
    made = Phrase(text)
    made.wording, made.subjects, made.values = wording, subjects, values
    return made


def phrase(wording: str, /, *subjects: str, **values: Any) -> Phrase:
    """A phrase: the sentence of a wording in English, which `say` and `translated` say in the language of the reader.

    >>> phrase("{owner:'s} {kind}", owner="blue", kind="cavalry")
    "blue's cavalry"
    """
    return _as_phrase(_in_english(wording, subjects, values), wording, subjects, values)


def translated(text: str) -> str:
    """A phrase, or a text that stands in data, in the language of the reader."""
    found = catalogue_now()
    return str(text) if found is None else _again(found, text)


def as_phrase(text: str) -> str:
    """A text as a phrase without fields: a sentence with it is translated only if it is translated, too."""
    return text if isinstance(text, Phrase) else phrase(text.replace("{", "{{").replace("}", "}}"))


def as_name(text: str) -> Phrase:
    """The name of a person as a phrase: it is the same in every language, even if a text of the catalogue reads so."""
    return _as_phrase(text, "", (), {})


def translated_as_whole(texts: Sequence[str]) -> list[str]:
    """Texts in the language of the reader; in English if one of them, or a phrase in one, has no translation."""
    found = catalogue_now()
    whole = found is not None and all(_is_translated(found, text) for text in texts if text)
    return [_again(found, text) if found and whole else str(text) for text in texts]


def worded(wording: str, /, *subjects: str, **values: Any) -> str:
    """The sentence of a wording, with its fields by their names: see `say`.

    >>> worded("{0} has {n:legion}", "Sparta", n=2)
    'Sparta has 2 legions'
    """
    return say(wording, subjects, values)


def words_of_class(name: str, between: str = " ") -> str:
    """The words of a class's name, in small letters.

    >>> words_of_class("NamedPlace"), words_of_class("OpenPart", "_")
    ('named place', 'open_part')
    """
    return re.sub(r"(?<=[a-z])(?=[A-Z])", between, name).lower()


def listing(words: Sequence[str], last: str = "and") -> str:
    """Words as a list in a sentence.

    >>> listing(["0101", "0102", "0103"])
    '0101, 0102 and 0103'
    """
    if len(words) < 2:
        return words[0] if words else ""
    return _as_phrase(f" {last} ".join([", ".join(words[:-1]), words[-1]]), last, words, None)


def is_plural(name: str) -> bool:
    """True if a name stands for many. A note in brackets behind the name does not count.

    >>> is_plural("romans"), is_plural("blue"), is_plural("Brutus"), is_plural("blue's pikes (2)")
    (True, False, False, True)
    >>> is_plural("2 cavalry"), is_plural("1 cavalry"), is_plural("1 archer and 1 cavalry")
    (True, False, True)
    """
    name = name.partition(" (")[0]
    number, _, things = name.partition(" ")
    if " and " in name or (things and number.isdecimal() and int(number) > 1):
        return True
    return name.endswith(("s", "men")) and not name.endswith(_ONE_S)


def possessive(name: str) -> str:
    """The possessive of a name.

    >>> possessive("romans"), possessive("blue"), possessive("Brutus")
    ("romans'", "blue's", "Brutus's")
    """
    return f"{name}'" if is_plural(name) and name.endswith("s") else f"{name}'s"


def pronoun(name: str, one: str = "it", many: str = "they") -> str:
    """The word that stands for a name: "it" or "they", or another pair.

    >>> pronoun("cavalry"), pronoun("pikes"), pronoun("pikes", "its", "their")
    ('it', 'they', 'their')
    """
    return many if is_plural(name) else one


def verb(one: str, number: int = 2) -> str:
    """A verb as it goes with a number of things.

    :param one: the verb in the form for one: "has", "conquers"

    >>> [verb(one) for one in ("has", "conquers", "passes", "carries", "lies")], verb("has", 1)
    (['have', 'conquer', 'pass', 'carry', 'lie'], 'has')
    """
    if number == 1:
        return one
    if one in _IRREGULAR:
        return _IRREGULAR[one]
    if one.endswith("ies") and len(one) > 4:
        return f"{one[:-3]}y"
    if one.endswith("es") and one[:-2].endswith(_HISSES):
        return one[:-2]
    return one.removesuffix("s")


def agree(name: str, one: str) -> str:
    """A name with a verb that agrees with it.

    >>> agree("romans", "has"), agree("blue", "has")
    ('romans have', 'blue has')
    """
    return f"{name} {verb(one, 2 if is_plural(name) else 1)}"


def plural(noun: str) -> str:
    """The plural of a noun.

    >>> [plural(noun) for noun in ("hex", "city", "galley", "swordsman", "cavalry", "movement point")]
    ['hexes', 'cities', 'galleys', 'swordsmen', 'cavalry', 'movement points']
    """
    if noun.endswith(_ALIKE):
        return noun
    if noun.endswith("man"):
        return f"{noun[:-3]}men"
    if noun.endswith("y") and noun[-2:-1] not in "aeiou":
        return f"{noun[:-1]}ies"
    return f"{noun}es" if noun.endswith((*_HISSES, "s")) else f"{noun}s"


def with_article(noun: str) -> str:
    """A noun with its article.

    >>> with_article("engineer"), with_article("knight")
    ('an engineer', 'a knight')
    """
    return f"{'an' if noun[:1].lower() in 'aeiou' else 'a'} {noun}"


def counted(number: int, noun: str, *, none: str | None = None) -> str:
    """A number of things.

    :param none: the word for the number 0, such as "no"

    >>> counted(3, "hex"), counted(1, "hex"), counted(0, "hex"), counted(0, "hex", none="no")
    ('3 hexes', '1 hex', '0 hexes', 'no hexes')
    """
    return f"{none if number == 0 and none is not None else number} {noun if number == 1 else plural(noun)}"


def shown(value: object, limit: int = 60) -> str:
    """Return the ``repr`` of a value from outside, cut so that a message stays readable."""
    try:
        text = repr(value[: limit + 1]) if isinstance(value, str) else repr(value)
    except ValueError:  # an integer too long to be written out
        text = f"a {type(value).__name__} of too many digits"
    except RecursionError:
        text = f"a {type(value).__name__} nested too deeply"
    return text if len(text) <= limit + 2 else text[:limit] + "…" + text[0] * (text[0] in "'\"")


def unknown(what: str, word: object, known: Iterable[str]) -> str:
    """Return the sentence for an unknown name: the name that is meant, if a slip is clear, else all names that are known, the nearest first.

    >>> unknown("unit", "cavlary", ["cavalry", "archer"])
    "unknown unit 'cavlary'; did you mean 'cavalry'?"
    >>> unknown("player", "green", ["red", "blue"])
    "unknown player 'green'; expected one of: 'red', 'blue'"
    >>> unknown("province", "ostia", ["roma", "corsica", "sicilia"])
    "unknown province 'ostia'; expected one of: 'corsica', 'sicilia', 'roma'"
    """
    names, wording = list(known), "unknown {what} {word}"
    values = {"what": as_phrase(what), "word": shown(word)}
    if close := did_you_mean(word, names):
        return phrase(wording + "; did you mean {close}?", close=shown(close), **values)
    if not names:
        return phrase(wording, **values)
    most = len(names) if len(names) <= MOST_NAMES else 12
    wording += "; expected one of: {names}" + (" and {n} more" if len(names) > most else "")
    listed = ", ".join(map(shown, nearest_first(word, names)[:most]))
    return phrase(wording, names=listed, n=len(names) - most, **values)


class WordingError(KeyError):
    """A wording has a field without a value: its author has misnamed it. Its arguments are the wording and the problem."""


class _Wording(Formatter):
    """Formats the fields of a wording: see this module's text."""

    def format_field(self, value: Any, format_spec: str) -> str:
        if not format_spec:
            return str(value)
        if isinstance(value, int):
            return counted(value, format_spec)
        name = str(value)
        if format_spec in _PRONOUNS:
            return pronoun(name, format_spec, _PRONOUNS[format_spec])
        return possessive(name) if format_spec == "'s" else agree(name, format_spec)


_WORDING = _Wording()


@lru_cache(maxsize=2048)
def _parts_of(wording: str) -> tuple[tuple[str, int | str | None, str], ...] | None:
    """The parts of a wording: a literal text, then the number or the name of a field and its format, if there is one. None if a
    field has more than that, which is left to Python's formatter."""
    found: list[tuple[str, int | str | None, str]] = []
    for literal, name, spec, conversion in _WORDING.parse(wording):
        if name is None:
            found.append((literal, None, ""))
        elif conversion or "{" in (spec or "") or not (name.isidentifier() or (name.isascii() and name.isdigit())):
            return None
        else:
            found.append((literal, int(name) if name.isdigit() else name, spec or ""))
    return tuple(found)


def calls_spaces(wording: str) -> bool:
    """True if a wording has numbered fields, which are spaces.

    >>> calls_spaces("{player:conquers} {0}"), calls_spaces("{player:passes}")
    (True, False)
    """
    parts = _parts_of(wording)
    return parts is None or any(isinstance(field, int) for _, field, _ in parts)


def say(wording: str, subjects: Sequence[str] = (), values: Mapping[str, Any] | None = None) -> str:
    """The sentence of a wording, in the language of the reader.

    :param subjects: the values of the numbered fields
    :raises WordingError: if the wording has a field without a value

    >>> say("{player:conquers} {0} for {n:legion}", ["Sparta"], {"player": "romans", "n": 2})
    'romans conquer Sparta for 2 legions'
    """
    found = catalogue_now()
    other = "" if found is None else _elsewhere(found, wording, subjects, values or {})
    return other or _in_english(wording, subjects, values)


def _in_english(wording: str, subjects: Sequence[str], values: Mapping[str, Any] | None) -> str:
    """The sentence of a wording in English."""
    parts = _parts_of(wording)
    try:
        if parts is None:
            return _WORDING.vformat(wording, subjects, values or {})
        said: list[str] = []
        for literal, field, spec in parts:
            said.append(literal)
            if field is not None:
                value = subjects[field] if isinstance(field, int) else (values or {})[field]
                said.append(_WORDING.format_field(value, spec))
        return "".join(said)
    except (KeyError, IndexError) as error:
        known = [*map(str, range(len(subjects))), *(values or {})]
        numbers = (name for _, name, _, _ in _WORDING.parse(wording) if name and name.isdigit())
        too_high = next((name for name in numbers if int(name) >= len(subjects)), "")
        field = str(error.args[0]) if isinstance(error, KeyError) else too_high
        raise WordingError(wording, unknown("field", field, known)) from None


# ---------------------------------------------------------------------- other languages
_VERB = "verb "
_NUMBER = re.compile(r"\d[\d.,]*( %)?")
"""A number as it is written in English, maybe in percent."""


def _elsewhere(
    found: Catalogue, wording: str, subjects: Sequence[str], values: Mapping[str, Any], context: str = ""
) -> str:
    """The sentence of a wording in another language; empty if it has none. A wording of fields alone needs none."""
    text = found.text(wording, context) or ("" if any(map(str.isalpha, _literals(wording))) else wording)
    said = []
    for literal, name, spec, _ in _WORDING.parse(text):
        said.append(literal)
        if name is not None:
            said.append(_field(found, subjects[int(name)] if name.isdigit() else values[name], spec or "", context))
    return "".join(said)


@lru_cache(maxsize=2048)
def _literals(wording: str) -> str:
    """The text between the fields of a wording."""
    return "".join(literal for literal, *_ in _WORDING.parse(wording))


def _field(found: Catalogue, value: Any, spec: str, context: str) -> str:
    """A value of a field in another language.

    :param spec: a noun, for a number; a verb or a context, for a name. A context may follow a noun: "hex, dat". "verb has" is the
        verb alone
    :param context: that of the whole, for a field without one
    """
    if isinstance(value, int) and spec:
        noun, _, case = spec.partition(", ")
        return f"{value} {found.form(noun, value, case) or (noun if value == 1 else plural(noun))}"
    name = value if isinstance(value, str) else str(value)
    verb_form = found.form(spec.removeprefix(_VERB), 2 if is_plural(name) else 1) if spec else ""
    if spec.startswith(_VERB):
        return verb_form
    return f"{_again(found, name)} {verb_form}" if verb_form else _again(found, name, spec or context)


def _is_translated(found: Catalogue, text: str) -> bool:
    """True if a text is translated: a phrase with the phrases in it, which may be a list or fields alone."""
    if not isinstance(text, Phrase):
        return bool(found.text(text))
    parts = (*text.subjects, *(text.values or {}).values())
    bare = text.values is None or not any(map(str.isalpha, _literals(text.wording)))
    whole = all(_is_translated(found, each) for each in parts if isinstance(each, Phrase))
    return whole and (bare or bool(found.text(text.wording)))


def _again(found: Catalogue, text: str, context: str = "") -> str:
    """A phrase or a text in another language; as it is if that has none."""
    if not isinstance(text, Phrase):
        if _NUMBER.fullmatch(text):
            return "".join(found.text(sign) or sign if sign in ".," else sign for sign in text)
        return found.text(text, context) or text
    if text.values is None:
        *first, last = (_again(found, word, context) for word in text.subjects)
        return f" {found.text(text.wording) or text.wording} ".join([", ".join(first), last])
    return _elsewhere(found, text.wording, text.subjects, text.values, context) or str(text)
