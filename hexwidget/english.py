"""English for the sentences that players read: numbers of things, possessives, verbs that agree, lists, capitals.

A sentence of an event or a finding is a *wording*: a text with fields, which `say` fills in. The format of a field is English:

- ``{player:has}`` is a name with a verb that agrees with it: "blue has", "romans have". Verbs stand in the form for one.
- ``{player:'s}`` is a possessive: "blue's", "romans'"; ``{player:its}`` is the word that stands for it: "its", "their".
- ``{n:movement point}`` is a number of things: "1 movement point", "2 movement points".

Names of players are given by people. A name counts as plural if it ends in "s" or "men", but not in "ss", "us" or "is": Greeks
and Norsemen, not Boss, Brutus or Iris. So do several things: "2 cavalry", "archer and cavalry". Names stay as they were given,
but for a capital at the start of a sentence.

Imports only `hexwidget.problems` of the package.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from string import Formatter
from typing import Any

from hexwidget.problems import Problem, UnknownName, unknown

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


def capital(text: str) -> str:
    """A text with a capital first.

    >>> capital("the romans are asked")
    'The romans are asked'
    """
    return text[:1].upper() + text[1:]


def listing(words: Sequence[str], last: str = "and") -> str:
    """Words as a list in a sentence.

    >>> listing(["0101", "0102", "0103"])
    '0101, 0102 and 0103'
    """
    return f" {last} ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else list(words))


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


class WordingError(UnknownName):
    """A wording has a field without a value: its author has misnamed it."""


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
    """The sentence of a wording.

    :param subjects: the values of the numbered fields
    :raises WordingError: if the wording has a field without a value

    >>> say("{player:conquers} {0} for {n:legion}", ["Sparta"], {"player": "romans", "n": 2})
    'romans conquer Sparta for 2 legions'
    """
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
        problem = Problem(wording, unknown("field", field, known))
        raise WordingError("this sentence cannot be formed", [problem]) from None
