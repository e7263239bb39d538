"""Compile the wordings that translators write: each ``words.de.po`` and ``page.de.po`` into the JSON beside it.

``python tools/translations.py`` compiles all; ``--check`` writes nothing and fails if one is stale or wrong.
``python tools/translations.py fr`` begins another language: the files of German without their translations.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

from babel.messages import Catalog
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).parents[1]
GRAMMAR = {"it", "its"}
"""The formats of English fields that another language has other words for: it may leave such a field out."""


def catalogue(path: Path) -> Catalog:
    """Read a file of translations."""
    with path.open("rb") as file:
        return read_po(file, locale=path.name.split(".")[1])


def flagged(text: str) -> list[str]:
    """The lines of a file of translations that say in which language of formats its texts are. A field such as ``{unit:dat}`` is in
    none that other tools know: they would refuse it.

    >>> flagged("#, python-format\\nmsgid \"\"")
    ['#, python-format']
    """
    return [line for line in text.splitlines() if line.startswith("#,") and "-format" in line]


def compiled(path: Path) -> str:
    """Return the JSON of a file of translations: its formula of plurals, and the forms by context and text."""
    read = catalogue(path)
    texts: dict[str, dict[str, list[str]]] = {"": {}}
    for message in read:
        forms = texts_of(message.string)
        if message.id and all(forms) and not message.fuzzy:
            texts.setdefault(message.context or "", {})[texts_of(message.id)[0]] = forms
    made = {"plural": read.plural_expr, "texts": texts}
    return json.dumps(made, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def texts_of(texts: str | tuple[str, ...] | list[str]) -> list[str]:
    """The forms of a text, which are one or several."""
    return [texts] if isinstance(texts, str) else list(texts)


def faults(path: Path) -> Iterator[str]:
    """The translations that do not use the fields of the English text."""
    for message in catalogue(path):
        english = texts_of(message.id)[-1]
        known = {name for name, _ in _fields(english)}
        needed = {name for name, spec in _fields(english) if spec not in GRAMMAR}
        for form in filter(None, texts_of(message.string) if message.id else []):
            used = {name for name, _ in _fields(form)}
            if not needed <= used <= known:
                yield f"{path.relative_to(ROOT)}: {form!r} should have the fields of {english!r}"


def _fields(text: str) -> list[tuple[str, str]]:
    return [(name, spec or "") for _, name, spec, _ in Formatter().parse(text) if name is not None]


def sources() -> list[Path]:
    """The files of translations."""
    return sorted(path for name in ("words", "page") for path in (ROOT / "hexwidget").rglob(f"{name}.*.po"))


def begin(code: str) -> None:
    """Write the files of a language without translations."""
    for path in sources():
        if path.name.split(".")[1] == "de":
            new = Catalog(locale=code)
            for message in catalogue(path):
                if message.id and not message.context:  # each language has cases of its own
                    new.add(message.id, auto_comments=message.auto_comments)
            for message in new:
                message.flags -= {"python-format", "python-brace-format"}  # Babel takes the fields for Python's
            with path.with_name(path.name.replace(".de.", f".{code}.")).open("wb") as file:
                write_po(file, new, width=120)


def main() -> int:
    """Compile the translations, or check them, or begin a language."""
    asked = sys.argv[1:]
    if asked and asked != ["--check"]:
        begin(asked[0])
        return 0
    found = [fault for path in sources() for fault in faults(path)]
    for path in sources():
        target, text = path.with_suffix(".json"), compiled(path)
        if target.exists() and target.read_text(encoding="utf-8") == text:
            continue
        if asked:
            found.append(f"{target.relative_to(ROOT)} is stale: run python tools/translations.py")
        else:
            target.write_text(text, encoding="utf-8")
    print("\n".join(found), file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
