"""Mutations of inputs. Random bytes get no further than the first `json.loads`, so JSON is mutated as JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from random import Random
from typing import Any

_RAW = {
    "@far": "1e400",
    "@digits": "7" * 5000,
    "@deep": "[" * 400 + "]" * 400,
    "@edge": "[" * 960 + "]" * 960,
    "@deepest": '{"a":' * 30_000 + "0" + "}" * 30_000,
}
"""Texts that `json.dumps` never writes, each under the word that stands for it."""
LARGE = {
    "@rows": "[" + '".",' * 1_000_000 + '"."]',
    "@empties": "[" + "[]," * 2_000_000 + "0]",
    "@objects": "[" + "{}," * 2_000_000 + "0]",
    "@lines": '"' + "\\n" * 3_000_000 + '"',
    "@blanks": '"' + " " * 6_000_000 + '"',
}
"""Small words for values that are large: what a link unpacks to is up to a thousand times as long as the link."""
ODD: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 2, 3, 99, 100, 254, 255, 256, 9999, 10_000, 10**6, 2**31, 2**63, 10**12, 10**30),
    *(10**400, -(10**18), 0.0, -0.0, 0.5, 1.5, 1e15, 1e-320, 1e308, -1e308, float("nan"), float("inf"), -float("inf")),
    *("", " ", "\0", "\n", "\t", "\ud800", "\udcff", "\u202e", "\u2028", "é", "²", "٣", "½", "\U0001f600", "'\"<&>]]>"),
    *(
        "0",
        "-1",
        "1e9",
        "0101",
        "0202",
        "9999",
        "red",
        "blue",
        "none",
        "?",
        "a" * 41,
        "a" * 5000,
        "x/y~z",
        "red:",
        "__",
    ),
    *([], {}, [[]], [{}], [None], {"": None}, ["0101"], {"red": {}}, {"red": 1}, {"0101": 1}, *_RAW),
)
LARGE_ONES = 0.01
"""The share of large values among the odd ones. More of them would take most of the time, and find the same limits."""
_LARGE = re.compile(f'"({"|".join(LARGE)})"')
_WORD = re.compile(r"\w+|\s+|.", re.DOTALL)
_STRETCH = 8


def unfolded(text: str) -> str:
    """Return a text with a large value in the place of the first small word that stands for one."""
    found = _LARGE.search(text)
    return text if found is None else text[: found.start()] + LARGE[found[1]] + text[found.end() :]


def mutated(data: bytes, rng: Random, words: Sequence[str], most: int) -> bytes:
    """Return a mutated input. JSON is mutated in place: a whole document, one line of it, or the document after a head line."""
    text = data.decode("utf-8", "surrogateescape")
    for _ in range(rng.choice((1, 1, 1, 2, 3, 6))):
        text = _changed(text, rng, words)
    return text.encode("utf-8", "surrogatepass" if _has_others(text) else "surrogateescape")[:most]


def _has_others(text: str) -> bool:
    """True if a text has halves of surrogate pairs that stand for no byte."""
    return any("\ud800" <= c <= "\udfff" and not "\udc80" <= c <= "\udcff" for c in text)


def _changed(text: str, rng: Random, words: Sequence[str]) -> str:
    if rng.random() < 0.9:
        value = _loaded(text)
        if value is not None:
            return _dumped(_edited(value, rng, words), rng)
        lines = text.split("\n")
        documents = [n for n, line in enumerate(lines) if line[:1] == "{"] if len(lines) > 1 else []
        if documents and rng.random() < 0.85:
            return "\n".join(_lines_edited(lines, rng.choice(documents), rng, words))
        start = text.find("{")
        value = _loaded(text[start:]) if start > 0 else None
        if value is not None and rng.random() < 0.75:
            return text[:start] + _dumped(_edited(value, rng, words), rng).replace(" ", "\\u0020")
    return _text_edited(text, rng, words)


def _loaded(text: str) -> Any:
    if text.lstrip()[:1] not in ("{", "["):
        return None
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _dumped(value: Any, rng: Random) -> str:
    try:
        text = json.dumps(value, ensure_ascii=rng.random() < 0.5)
    except (ValueError, RecursionError):  # too many digits, or nested too deeply
        return "[]"
    for word, raw in _RAW.items():
        text = text.replace(f'"{word}"', raw)
    return text


def _lines_edited(lines: list[str], n: int, rng: Random, words: Sequence[str]) -> list[str]:
    what = rng.randrange(5)
    if what == 0:
        return [*lines[:n], *lines[n + 1 :]]
    if what == 1:
        return [*lines[:n], lines[n], *lines[n:]]
    if what == 2:
        other = rng.randrange(len(lines))
        lines[n], lines[other] = lines[other], lines[n]
        return lines
    value = _loaded(lines[n])
    lines[n] = _text_edited(lines[n], rng, words) if value is None else _dumped(_edited(value, rng, words), rng)
    return lines


def _places(value: Any) -> list[tuple[Any, Any]]:
    """Every place in a document, as its container and its key there."""
    found: list[tuple[Any, Any]] = []
    todo = [value]
    while todo and len(found) < 20_000:
        holder = todo.pop()
        for key in list(holder) if isinstance(holder, dict) else range(len(holder)):
            found.append((holder, key))
            if isinstance(holder[key], (dict, list)):
                todo.append(holder[key])
    return found


def _edited(value: Any, rng: Random, words: Sequence[str]) -> Any:
    places = _places(value)
    if not places:
        return _odd(rng)
    # Some edits stay near the root. Otherwise long lists (of tiles, of corners) would take all of them.
    near = [place for place in places if place[0] is value]
    holder, key = rng.choice(near if rng.random() < 0.3 else places)
    what = rng.randrange(10)
    if what == 0:
        del holder[key]
    elif what == 1 and isinstance(holder, dict):
        name = rng.choice(words) if words and rng.random() < 0.7 else str(_odd(rng))[:50]
        holder[name] = holder[key] if rng.random() < 0.5 else holder.pop(key)
    elif what == 1:
        holder[key:key] = [holder[key]] * rng.choice((1, 1, 3, 50))
    elif what == 2:
        other, at = rng.choice(places)
        if at in other if isinstance(other, dict) else at < len(other):
            holder[key] = json.loads(json.dumps(other[at]))
    elif what == 3:
        holder[key] = [holder[key]]
    elif what <= 6:
        holder[key] = _turned(holder[key], rng, words)
    else:
        holder[key] = _odd(rng)
    return value


def _odd(rng: Random) -> Any:
    return rng.choice([*LARGE]) if rng.random() < LARGE_ONES else rng.choice(ODD)


def _turned(value: Any, rng: Random, words: Sequence[str]) -> Any:
    """Return another value of the same type."""
    if isinstance(value, bool) or value is None:
        return not value
    if isinstance(value, int) and abs(value) < 10**300:
        return rng.choice(
            (
                value + 1,
                value - 1,
                -value,
                value * 2,
                value * 1000,
                value + 0.5 if abs(value) < 1e9 else 0.5,
                repr(value)[:400],
            )
        )
    if isinstance(value, float):
        return rng.choice((value / 2, -value, value * 1e300, value * 1e-300, int(value) if abs(value) < 1e300 else 0))
    if isinstance(value, str):
        return rng.choice(words) if words and rng.random() < 0.3 else _text_edited(value, rng, words)
    return _odd(rng)


def _text_edited(text: str, rng: Random, words: Sequence[str]) -> str:
    pieces = _WORD.findall(text[:200_000])
    if not pieces:
        return rng.choice(words) if words else " "
    n = rng.randrange(len(pieces))
    end = min(len(pieces), n + rng.randrange(1, _STRETCH))
    what = rng.randrange(7)
    if what == 0:
        del pieces[n:end]
    elif what == 1:
        pieces[n:n] = pieces[n:end] * rng.choice((1, 1, 1, 2, 40, 2000))
    elif what == 2:
        other = rng.randrange(len(pieces))
        pieces[n], pieces[other] = pieces[other], pieces[n]
    elif what == 3:
        odd = _odd(rng)
        pieces[n] = _RAW.get(odd, odd) if isinstance(odd, str) else str(odd)[:400]
    elif what == 4 and words:
        pieces[n] = rng.choice(words)
    elif what == 5 and words:
        pieces.insert(n, rng.choice(words))
    else:
        at = rng.randrange(len(pieces[n]))
        pieces[n] = pieces[n][:at] + chr(rng.choice((rng.randrange(128), rng.randrange(0x3000)))) + pieces[n][at + 1 :]
    return "".join(pieces)
