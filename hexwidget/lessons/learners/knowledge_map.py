"""A map of a rulebook that shows which clauses a learner has met, used, missed and mastered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from html import escape
from typing import Any

from hexwidget.english import translated, worded
from hexwidget.languages import in_its_language
from hexwidget.lessons.exercises.exercise import Exercise
from hexwidget.lessons.exercises.loading import load
from hexwidget.lessons.learners.records import Knowledge, Progress
from hexwidget.problems import InputError
from hexwidget.rules import Rulebook
from hexwidget.systems.registry import system as system_of

WORDS = ("mastered", "used", "missed", "met", "new")
"""The states of a clause for a learner; "new" was not introduced yet."""
_SIGNS = {
    "mastered": ("●", "#2e8b57"),
    "used": ("◐", "#3b7dd8"),
    "missed": ("✗", "#c0392b"),
    "met": ("○", "#8a6d1f"),
    "new": ("·", "#767676"),
}
_HERE = Progress()
"""The progress of learners who name none: it lasts as long as the kernel."""


def here() -> Progress:
    """Return the progress that first games and `progress` share if no other is named."""
    return _HERE


class KnowledgeMap(Mapping[str, str]):
    """A learner's knowledge of a rulebook: one word for each clause. A cell shows it as a map.

    >>> known = progress("plotted", Progress())
    >>> known["P1.1"], len(known), known.count("new")
    ('new', 27, 27)
    """

    def __init__(self, rulebook: Rulebook, knowledge: Knowledge, done: Progress) -> None:
        self.rulebook = rulebook
        self._knowledge = knowledge
        self.done = done
        """The learner's record."""

    def __getitem__(self, clause: str) -> str:
        mark = self._knowledge.met.get(clause)
        # Looking up an unknown clause raises `UnknownName`.
        return "new" if mark is None and clause in self.rulebook else mark.word if mark else self.rulebook[clause].id

    def __iter__(self) -> Any:
        return iter(self.rulebook)

    def __len__(self) -> int:
        return len(self.rulebook)

    def is_rough(self, clause: str) -> bool:
        """True if an earlier version has counted the uses of a clause: there may have been fewer."""
        return clause in self._knowledge.met and self._knowledge.met[clause].rough

    def count(self, word: str) -> int:
        """Return the number of clauses in a state: "mastered", "used", "missed", "met" or "new"."""
        return Counter(self.values())[word]

    @property
    def next(self) -> tuple[Exercise, ...]:
        """The exercises that come next: those about missed clauses first, then those about clauses that the learner has only
        met, then those about new ones. Solved exercises are left out."""
        try:
            listed = load(self.rulebook.name)
        except InputError:  # a system of one's own has none
            return ()
        urgent = {"missed": 0, "met": 1, "new": 2, "used": 3, "mastered": 4}
        open_ = [each for each in listed if not self.done[each.id].solved]
        return tuple(sorted(open_, key=lambda each: min(urgent[self[clause]] for clause in each.clauses)))

    @property
    @in_its_language
    def summary(self) -> str:
        """The number of clauses in each state, in words."""
        return ", ".join(f"{self.count(word)} {translated(word)}" for word in WORDS)

    @in_its_language
    def __str__(self) -> str:
        titles = ((word, clause, translated(self.rulebook[clause].title)) for clause, word in self.items())
        rows = [f"  {_SIGNS[word][0]} {clause} {title}: {translated(word)}" for word, clause, title in titles]
        return "\n".join([f"{translated(self.rulebook.title)}: {self.summary}", *rows])

    __repr__ = __str__

    @in_its_language
    def _repr_html_(self) -> str:
        cells = "".join(
            f'<span style="display:inline-block;width:15em;margin:1px 6px;white-space:nowrap;overflow:hidden;'
            f'text-overflow:ellipsis" title="{escape(translated(self.rulebook[clause].text))}">'
            f'<b style="color:{_SIGNS[word][1]}" title="{translated(word)}">{_SIGNS[word][0]}</b> {escape(clause)} '
            f"{escape(translated(self.rulebook[clause].title))}</span>"
            for clause, word in self.items()
        )
        soon = "; ".join(translated(each.name) for each in self.next[:3])
        following = f"<p>{escape(worded('Next exercises: {names}.', names=soon))}</p>" if soon else ""
        title = escape(translated(self.rulebook.title))
        return f"<div><b>{title}</b>: {self.summary}<div>{cells}</div>{following}</div>"


def progress(system: str, of: Progress | None = None) -> KnowledgeMap:
    """Return a learner's knowledge of a system's rulebook.

    :param of: the learner's progress; None: that of the first games in this kernel
    :raises UnknownName: if there is no such system
    """
    done = here() if of is None else of
    return KnowledgeMap(system_of(system).rulebook, done.knowledge(system), done)
