"""The answer to "may I?": every reason why not, each with its clause, the numbers and the nearest remedy."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from html import escape
from re import sub
from typing import Any

from hexwidget.english import capital, listing, say, translated
from hexwidget.geometry import SpaceMap
from hexwidget.languages import in_its_language
from hexwidget.name_suggestions import GuessedNames
from hexwidget.refusals import Refusal
from hexwidget.rules.action import Action
from hexwidget.rules.rulebook import Rulebook


class Status(Enum):
    """LEGAL, ILLEGAL, INCOMPLETE (nothing is wrong yet, something must still be chosen) or UNKNOWN (depends on what this
    player cannot see)."""

    LEGAL = "legal"
    ILLEGAL = "illegal"
    INCOMPLETE = "incomplete"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Remedy:
    """A way out: in words, with the clause that allows it (empty if the rulebook names none), and as an action where there is
    one.

    The action is legal in the position of the verdict. It replaces the barred action or, with ``first``, precedes it.
    """

    text: str
    clause: str
    action: Action | None = None
    first: bool = False
    """True if the action is a step after which the action that was asked for is legal."""
    certain: bool = True
    """False if that depends on chance, on other players, or on things that are not seen; the text says "may"."""

    def __str__(self) -> str:
        return f"{self.text} ({self.clause})" if self.clause else self.text

    def in_code(self) -> str:
        """Return the remedy for a reader who has no button: with the text of its action, unless the words hold that text."""
        if self.action is None or str(self.action) in self.text:
            return str(self)
        return str(replace(self, text=f"{self.text}: `{self.action}`"))


@dataclass(frozen=True, slots=True)
class Finding:
    """One clause that an action violates.

    ``code`` names the kind of violation (stable, for programs), ``subjects`` the spaces concerned, ``numbers`` the values
    compared. The sentence is made of ``wording`` (`hexwidget.english`) when it is read.
    """

    clause: str
    code: str
    subjects: tuple[str, ...]
    numbers: Mapping[str, Any] = field(hash=False)
    wording: str
    offer: Remedy | Callable[[], Remedy | None] | None = field(default=None, compare=False, repr=False)
    """The remedy, or a function that finds it when it is read."""
    called: tuple[str, ...] | None = field(default=None, compare=False, repr=False)
    """The subjects as the map prints them; None: as they are."""

    @property
    def remedy(self) -> Remedy | None:
        """The way out, if there is one."""
        return self.offer() if callable(self.offer) else self.offer

    def __reduce__(self) -> tuple[Any, ...]:
        # A remedy is looked for before the finding travels: the function that looks for it may not be able to.
        return Finding, (self.clause, self.code, self.subjects, self.numbers, self.wording, self.remedy, self.called)

    @property
    def text(self) -> str:
        """The sentence, without clause and remedy. It begins without a capital, as it often follows a colon."""
        called = self.subjects if self.called is None else self.called
        return say(self.wording, called, {"spaces": listing(called), **self.numbers})

    def on(self, spaces: SpaceMap) -> Finding:
        """This finding on a map: its sentence calls the spaces by their printed labels."""
        return replace(self, called=spaces.called(self.subjects)) if spaces.labels else self

    def __str__(self) -> str:
        remedy = self.remedy
        tail = f" {capital(remedy.in_code())}." if remedy else ""
        return f"{self.clause}: {capital(self.text)}.{tail}"


@dataclass(frozen=True, slots=True)
class Verdict(GuessedNames):
    """The answer of the rules, with every reason against. True in a condition if the answer is "legal".

    ``subject`` is the question in words; it does not count in comparisons.
    """

    status: Status
    findings: tuple[Finding, ...] = ()
    subject: str = field(default="", compare=False)
    rulebook: Rulebook | None = field(default=None, compare=False, repr=False)
    nearest: Remedy | Callable[[], Remedy | None] | None = field(default=None, compare=False, repr=False)
    """The nearest legal action, for an action whose findings offer none, or a function that finds it when it is read."""

    def __bool__(self) -> bool:
        return self.status is Status.LEGAL

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses cited, each once, in order."""
        return tuple(dict.fromkeys(f.clause for f in self.findings))

    @property
    def remedies(self) -> tuple[Remedy, ...]:
        """The remedies of all findings, each once: actions come before words. If no finding offers an action, the nearest legal
        action is the last."""
        offered = dict.fromkeys(remedy for f in self.findings if (remedy := f.remedy) is not None)
        found = sorted(offered, key=lambda remedy: remedy.action is None)
        nearest = self.nearest_remedy
        return (*found, nearest) if nearest is not None else tuple(found)

    @property
    def nearest_remedy(self) -> Remedy | None:
        """The nearest legal action; None if a finding offers an action itself, or if there is no such action."""
        if self.nearest is None or any(f.remedy is not None and f.remedy.action is not None for f in self.findings):
            return None
        return self.nearest() if callable(self.nearest) else self.nearest

    def __reduce__(self) -> tuple[Any, ...]:
        return Verdict, (self.status, self.findings, self.subject, self.rulebook, self.nearest_remedy)

    @in_its_language
    def __str__(self) -> str:
        status = translated(self.status.value)
        head = f"{self.subject}: {status}" if self.subject else status
        nearest = self._nearest_in_words()
        return "\n".join([head, *(f"  {f}" for f in self.findings), *([f"  {nearest}"] if nearest else [])])

    def _nearest_in_words(self) -> str:
        """Return a sentence that names the nearest legal action and the text to type; "" without such an action."""
        nearest = self.nearest_remedy
        if nearest is None:
            return ""
        if nearest.action is not None and str(nearest.action) not in nearest.text:
            nearest = replace(nearest, text=f"{nearest.text}: {nearest.action}")
        return f"{capital(str(nearest))}."

    __repr__ = __str__

    @in_its_language
    def _repr_html_(self) -> str:
        """The verdict for a notebook: plain markup with inline styles that suit light and dark themes."""
        mark, colour = {
            Status.LEGAL: ("✓", "#2e8b57"),
            Status.ILLEGAL: ("✗", "#c0392b"),
            Status.INCOMPLETE: ("…", "#b8860b"),
            Status.UNKNOWN: ("?", "#6c7a89"),
        }[self.status]
        head = (
            f'<div style="border-left:3px solid {colour};padding:2px 10px;margin:2px 0">'
            f'<b style="color:{colour}">{mark} {translated(self.status.value)}</b> <code>{escape(self.subject)}</code>'
        )
        rows = []
        for f in self.findings:
            clause = self.rulebook[f.clause] if self.rulebook else None
            title = f"<i>{escape(translated(clause.title))}.</i> " if clause else ""
            hover = f' title="{escape(translated(clause.text))}"' if clause else ""
            helps = f.remedy
            remedy = f'<br><span style="opacity:.8">→ {_with_code(capital(helps.in_code()))}.</span>' if helps else ""
            rows.append(f"<div><b{hover}>{escape(f.clause)}</b> {title}{escape(capital(f.text))}.{remedy}</div>")
        nearest = self._nearest_in_words()
        if nearest:
            rows.append(f'<div style="opacity:.8">→ {_with_code(nearest)}</div>')
        # Half of a surrogate pair, which only words of a user's own system can have, could not be sent to the notebook.
        return (head + "".join(rows) + "</div>").encode("utf-8", "backslashreplace").decode()


INCOMPLETE = Verdict(Status.INCOMPLETE)


def _with_code(text: str) -> str:
    """A text as HTML, with what stands between backticks as code."""
    return sub("`([^`]*)`", r"<code>\1</code>", escape(text))


class _Against(Refusal, ValueError):  # noqa: N818  (a base class that is never raised itself)
    """A refusal by the rules. ``verdict`` has all findings."""

    def __init__(self, verdict: Verdict) -> None:
        self.verdict = verdict
        super().__init__(verdict)

    def _card(self) -> str:
        return self.verdict._repr_html_()


class IllegalAction(_Against):
    """An action that the rules bar. ``verdict`` has all findings."""


class IllegalPosition(_Against):
    """A position that breaks clauses. ``verdict`` has all findings; ``strict=False`` makes the position all the same."""
