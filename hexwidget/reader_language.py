"""The choice of the language that people read."""

from __future__ import annotations

from hexwidget.languages import languages, set_language
from hexwidget.problems import check_name


def use_language(code: str) -> None:
    """Say everything in a language from now on: verdicts and events, and boards and exercises that are made from now on.

    All about a system that is not translated stays English. `Board(..., language="de")` is one board in German.

    :param code: "en" or "de"
    :raises InputError: if there are no texts of that language

    >>> import hexwidget as hw
    >>> ford = hw.scenario("plotted/the-ford").position
    >>> hw.use_language("de")
    >>> print(ford.check("red: march 0402-0401"))
    march 0402-0401: nicht erlaubt
      P1.5: Der Weg kostet 2, und Infanterie hat mit Marsch die Bewegungsweite 1. Mit Eilmarsch erlaubt: 2: `run 0402-0401` (P1.3).
    >>> hw.use_language("en")
    """
    check_name("no such language", "language", code, languages(), "language")
    set_language(code)
