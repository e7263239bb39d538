"""The rules of good English that a computer can check, each with an example that breaks it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from hexwidget.english import is_plural
from tests.words.collecting import SENTENCE, Text

SINGULAR = (
    ["point", "unit", "card", "hex", "army", "step", "turn", "round", "action", "hit", "cube", "tile", "player", "piece", "city", "castle", "temple", "settlement", "villager", "draw", "legion", "galley", "peasant", "spearman", "swordsman", "archer", "catapult", "trebuchet", "seat", "vessel", "province", "group", "pair", "coin", "token", "courier", "fort", "relic", "capital", "hand", "space", "order", "charge", "battle", "frontier", "minute", "die", "reason", "result", "way"]
)  # fmt: skip
"""Nouns that are counted in sentences."""
IRREGULAR = {
    "city": "cities",
    "army": "armies",
    "hex": "hexes",
    "spearman": "spearmen",
    "swordsman": "swordsmen",
    "die": "dice",
}

FOR_ONE = ["has", "is", "was", "does", "moves", "passes", "attacks", "loses", "lays", "draws", "decides", "says", "stands", "wins", "puts", "takes", "pays", "plays", "commits", "chooses"]  # fmt: skip
"""Forms of verbs that do not go with a name for many."""
FOR_MANY = ["have", "are", "were", "do", "move", "attack", "lose", "lay", "decide", "say", "stand", "win", "put", "take", "pay", "commit"]  # fmt: skip
"""Forms of verbs that do not go with a name for one."""


@dataclass(frozen=True)
class Setting:
    """The names that the rules compare texts with."""

    players: tuple[str, ...]
    labels: Mapping[str, str]
    """The printed labels of spaces by name."""


Rule = Callable[[Text, Setting], bool]
RULES: dict[str, Rule] = {}
"""The rules by their names. A rule is True of a text that breaks it."""


def rule(broken: Rule) -> Rule:
    RULES[broken.__name__.replace("_", " ")] = broken
    return broken


def found(pattern: str, text: str, flags: int = 0) -> bool:
    return re.search(pattern, text, flags) is not None


# ---------------------------------------------------------------------- letters and marks
@rule
def a_sentence_begins_with_a_capital(text: Text, setting: Setting) -> bool:
    return text.form == SENTENCE and text.text[:1].islower()


@rule
def a_prompt_ends_with_a_mark(text: Text, setting: Setting) -> bool:
    return text.place in ("prompt", "description") and text.text[-1:] not in tuple(".?!")


@rule
def a_part_of_a_sentence_ends_without_a_mark(text: Text, setting: Setting) -> bool:
    return text.place in ("finding", "remedy", "event", "outcome") and text.text[-1:] in tuple(".,;:!")


@rule
def blanks_are_single(text: Text, setting: Setting) -> bool:
    return text.text != text.text.strip() or found(r"  |\t|\n", text.text)


@rule
def no_blank_stands_before_a_mark(text: Text, setting: Setting) -> bool:
    return found(r" [,.;?!)\]](?!\d)", text.text) or (text.place != "cell" and found(r" :", text.text))


@rule
def no_mark_is_doubled(text: Text, setting: Setting) -> bool:
    return found(r"[,.;:?!] ?[,.;:?!]|\( |\(\)", text.text)


@rule
def brackets_are_closed(text: Text, setting: Setting) -> bool:
    return any(text.text.count(a) != text.text.count(b) for a, b in ("()", "[]", "{}")) or text.text.count('"') % 2 == 1


@rule
def no_word_is_doubled(text: Text, setting: Setting) -> bool:
    return found(r"\b([a-z]+) \1\b", text.text, re.IGNORECASE)


# ---------------------------------------------------------------------- numbers, articles and verbs
@rule
def one_thing_is_no_plural(text: Text, setting: Setting) -> bool:
    words = re.findall(r"(?<![\w.,+-])(?:1|an?) ([a-z]+)(?: ([a-z]+))?", text.text)
    plurals = {IRREGULAR.get(noun, f"{noun}s") for noun in SINGULAR}
    return any(
        first in plurals or (second in plurals and first not in plurals | set(SINGULAR)) for first, second in words
    )


@rule
def several_things_are_a_plural(text: Text, setting: Setting) -> bool:
    words = re.findall(
        r"(?<![\w.,+/-])(?:0|[2-9]|[1-9]\d{1,2}) (?:movement |depletion |event |hit |army |upright |city )?([a-z]+)\b(?! \d)",
        text.text,
    )
    return any(noun in SINGULAR for noun in words)


@rule
def a_verb_agrees_with_its_number(text: Text, setting: Setting) -> bool:
    one = rf"(?<![\w.,+-])1 (?:{'|'.join(SINGULAR)}) (?:{'|'.join(FOR_MANY)})\b"
    many = rf"(?<!of )(?<![\w.,+/-])(?:0|[2-9]|[1-9]\d) (?:{'|'.join(IRREGULAR.get(n, f'{n}s') for n in SINGULAR)}) (?:has|is|was|does|stands|falls)\b"
    return found(one, text.text) or found(many, text.text)


@rule
def a_verb_agrees_with_its_player(text: Text, setting: Setting) -> bool:
    for name in setting.players:
        wrong = FOR_ONE if is_plural(name) else FOR_MANY
        # Of "red and blue have" and "does blue move" nothing follows.
        alone = rf"(?<!and )(?<!, )(?<!does )(?<!do )(?<!let )(?<!of )\b{re.escape(name)} (?:{'|'.join(wrong)})\b"
        if found(alone, text.text, re.IGNORECASE):
            return True
    return False


@rule
def a_possessive_is_formed_rightly(text: Text, setting: Setting) -> bool:
    plural = [re.escape(name) for name in setting.players if name.endswith("s") and is_plural(name)]
    return bool(plural) and found(rf"\b(?:{'|'.join(plural)})'s\b", text.text, re.IGNORECASE)


@rule
def articles_fit_their_words(text: Text, setting: Setting) -> bool:
    a = r"\ba (?:[aeio](?!ne\b)|u(?!n[ai]|s)|8|11\b|18\b)"
    an = r"\ban (?![aeiou]|ho(?:ur|nest)|8|11\b|18\b)"
    return found(a, text.text, re.IGNORECASE) or found(an, text.text, re.IGNORECASE)


@rule
def lists_begin_alike(text: Text, setting: Setting) -> bool:
    """Names at the start of a sentence: "Romans and greeks", the first with a capital, the second without."""
    names = [name for name in setting.players if name[:1].islower()]
    starts = "|".join(re.escape(name[:1].upper() + name[1:]) for name in names)
    others = "|".join(map(re.escape, names))
    return bool(names) and found(rf"^(?:{starts})(?:, (?:{others}))* and (?:{others})\b", text.text)


# ---------------------------------------------------------------------- names for people
@rule
def spaces_are_called_as_on_the_map(text: Text, setting: Setting) -> bool:
    names = [re.escape(name) for name, label in setting.labels.items() if " " not in name and label != name]
    return bool(names) and found(rf"\b(?:{'|'.join(names)})\b", text.text)


@rule
def no_name_of_the_program(text: Text, setting: Setting) -> bool:
    return found(
        r"[a-z]_[a-z]|\b(?!nobody)[a-z]{3,}\d+\b|\b[A-Z][a-z]+[A-Z]\w*\b|\b(?:None|True|False|nan)\b|<\w+|\w=\W?\w|0x[0-9a-f]{4}",
        text.text,
    )


@rule
def no_field_is_open(text: Text, setting: Setting) -> bool:
    return found(r"[{}]|%[sd]\b|\bundefined\b|\[\]", text.text)


@rule
def nothing_is_counted_out_of_nothing(text: Text, setting: Setting) -> bool:
    return found(r"\b0 of 0\b|\b0 of the 0\b", text.text)


BROKEN: dict[str, tuple[str, str]] = {
    "a sentence begins with a capital": ("prompt", "choose an army."),
    "a prompt ends with a mark": ("prompt", "Choose an army"),
    "a part of a sentence ends without a mark": ("finding", "the game is over."),
    "blanks are single": ("event", "Red  passes"),
    "no blank stands before a mark": ("event", "Red passes , and blue draws"),
    "no mark is doubled": ("prompt", "Choose an army.."),
    "brackets are closed": ("event", "Red passes (D1.16"),
    "no word is doubled": ("event", "Red moves to to 0203"),
    "one thing is no plural": ("event", "Red spends 1 movement points"),
    "several things are a plural": ("event", "Red spends 2 movement point"),
    "a verb agrees with its number": ("event", "1 archer have fallen"),
    "a verb agrees with its player": ("event", "Romans has passed"),
    "a possessive is formed rightly": ("event", "It is romans's turn"),
    "articles fit their words": ("event", "A army attacks"),
    "lists begin alike": ("event", "Romans and greeks lose a legion each"),
    "spaces are called as on the map": ("event", "A legion moves to roma"),
    "no name of the program": ("event", "Red commits riders1"),
    "no field is open": ("event", "{player} passes"),
    "nothing is counted out of nothing": ("prompt", "0 of 0 movement points."),
}
"""For each rule the place and the words of a text that breaks it."""


def complaints(texts: Iterable[Text], setting: Setting) -> Iterator[tuple[str, Text]]:
    """The texts that break a rule, each with the name of the rule."""
    for text in texts:
        if text.text:
            for name, broken in RULES.items():
                if broken(text, setting):
                    yield name, text
