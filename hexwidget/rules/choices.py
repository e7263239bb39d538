"""Clicks become actions: a draft is an action in the making, and choices say what may be set next.

The board knows no rules. A system turns an observation and a draft into `Choices`. Each click, key or call sets a slot of the
draft, until the draft is a complete action that can be confirmed.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, cast

from hexwidget.english import capital, translated, worded
from hexwidget.frozen_mapping import FrozenMapping
from hexwidget.problems import InputError, unknown
from hexwidget.rules.chance import ChanceNode, ChanceOutcome
from hexwidget.rules.odds import percents
from hexwidget.rules.prompt import Part, Prompt
from hexwidget.rules.verdict import INCOMPLETE as INCOMPLETE
from hexwidget.rules.verdict import Finding, Status, Verdict
from hexwidget.scene import Arrow, Token

if TYPE_CHECKING:
    from hexwidget.rules.action import Action
    from hexwidget.rules.reach.reach import Reach

DRAFT_CANNOT_READ = "this draft cannot be read"
"""The first line of the error about a draft."""

Slot = str | bool | int
"""The value of a slot of a draft: a space, a name, a switch, a number, or a set of names in alphabetical order, separated
by blanks."""
Given = Slot | Collection[str]
"""A value that a slot may be given: `Draft` writes a set of names as one text."""


def _as_text(value: Collection[str]) -> Slot:
    """A set of names as a slot holds it. Anything else stays what it is: readers of drafts note it."""
    names = isinstance(value, (set, frozenset, tuple, list)) and all(isinstance(name, str) for name in value)
    return " ".join(sorted(value)) if names else cast("Slot", value)


class Draft(FrozenMapping[str, Slot]):
    """Named slots, some set. Immutable and hashable; the order in which slots were set does not count.

    >>> Draft(army="0202").set("march", True).clear("army")
    Draft(march=True)
    >>> Draft(units={"r2", "r1"})
    Draft(units='r1 r2')
    """

    __slots__ = ()

    def __init__(self, slots: Mapping[str, Given] | None = None, **named: Given) -> None:
        given = {**(slots or {}), **named}
        self._values = {slot: v if isinstance(v, (str, int)) else _as_text(v) for slot, v in given.items()}

    def set(self, slot: str, value: Given) -> Draft:
        """This draft with a slot set."""
        made = Draft.__new__(Draft)  # without a look at the other slots
        made._values = {**self._values, slot: value if isinstance(value, (str, int)) else _as_text(value)}
        return made

    def clear(self, slot: str) -> Draft:
        """This draft with a slot open again."""
        made = Draft.__new__(Draft)
        made._values = {k: v for k, v in self._values.items() if k != slot}
        return made

    def __repr__(self) -> str:
        return f"Draft({', '.join(f'{k}={v!r}' for k, v in self._values.items())})"


NOTHING_CHOSEN = Draft()


@dataclass(frozen=True, slots=True, weakref_slot=True)
class Choice:
    """One value that a slot may be given. ``slot`` and ``value`` name the choice. They keep their meaning in the drafts that
    follow, so that a click made before the answer to the last one still finds its choice.

    ``kind`` says how it is offered: "piece" and "space" by a click on ``space``, "mark" by a click that puts a mark
    there or takes it back, "button" in the action bar (and by further clicks on its ``space``, if it has one), "switch"
    on and off in the bar, "number" by buttons there that lower and raise ``value`` by one, "menu" in the menu of the
    board. The board shows ``label``, and screen readers read it aloud. Where the choice is barred, ``findings`` say why.
    ``leads_to`` is the draft after choosing it (or, if it is chosen, after taking that back). Of a number, ``fewer`` and
    ``more`` are the drafts after one less and one more, None at its bounds.
    """

    slot: str
    value: Slot
    label: str
    kind: Literal["piece", "space", "mark", "button", "switch", "number", "menu"]
    clause: str
    leads_to: Draft
    space: str | None = None
    chosen: bool = False
    findings: tuple[Finding, ...] = ()
    shortcut: str | None = None
    fewer: Draft | None = None
    more: Draft | None = None

    @property
    def legal(self) -> bool:
        """True if it may be chosen."""
        return not self.findings


def with_chosen(options: Iterable[Choice], chosen: object, back: Draft) -> list[Choice]:
    """Return the options, with the option of a given value marked as chosen.

    :param chosen: the value; None: nothing is chosen
    :param back: the draft after it is taken back
    """
    return [
        dataclasses.replace(option, chosen=True, leads_to=back) if option.value == chosen else option
        for option in options
    ]


@dataclass(frozen=True, slots=True, weakref_slot=True)
class Field:
    """One slot to be filled with one of many spaces: all of them at once, as a `Reach`.

    ``unit``: the unit of its costs, singular and plural. ``stay_label``: the meaning of choosing the space of origin, in words.
    ``completes``: True if the draft is complete once the slot is filled. ``lead``: the way to the origin of the field, the
    origin included, if something has been chosen before. ``onward``: True if the next choice goes on from there, as in a
    route that is drawn space by space, instead of taking its place. ``numbers``: True if the rest of the budget is written on
    the spaces. ``mover``: the piece that goes there, as the subject of a sentence. ``clause``: the clause that prices a step;
    ``free``: the clause by which a step costs nothing; ``on``: pairs of a ground and the clause that prices a step onto it
    instead of ``clause``.
    """

    slot: str
    label: str
    reach: Reach
    unit: tuple[str, str]
    stay_label: str
    completes: bool
    lead: tuple[str, ...] = ()
    onward: bool = False
    numbers: bool = True
    mover: str = "it"
    clause: str = ""
    free: str = ""
    on: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Table:
    """Figures to choose by, in rows, such as the odds of a battle."""

    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Share:
    """One result of chance: its ``part`` of all cases (0 to 1), and the player that it favours: others lose by it, and that player
    does not. None: it favours nobody, for example because nothing changes."""

    label: str
    part: float
    favours: str | None = None


@dataclass(frozen=True, slots=True)
class Fighter:
    """A side of a fight: a player's piece (a drawing of ``symbols.json``), its name, and the die or cubes that count for it."""

    player: str
    symbol: str
    name: str
    counts: str


@dataclass(frozen=True, slots=True)
class Forecast:
    """The exact odds of an action that chance decides. The shares add up to 1; ``figures`` gives them in percent and
    adds up to 100."""

    title: str
    shares: tuple[Share, ...]
    fighters: tuple[Fighter, ...] = ()
    figures: tuple[str, ...] = dataclasses.field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "figures", percents(share.part for share in self.shares))


@dataclass(frozen=True, slots=True)
class Preview:
    """The board as it would look: pairs of a space and its new ground (a key of the scene's), and new tokens."""

    grounds: tuple[tuple[str, str], ...]
    tokens: tuple[Token, ...] = ()


@dataclass(frozen=True, slots=True)
class Choices:
    """The choices of a player, given a draft.

    :param prompt: the task as a sentence for the player
    :param options: the values that may be set or changed one by one
    :param field: a slot to be filled with one of many spaces
    :param action: the action that the draft means, if it is complete
    :param verdict: the verdict on that action; INCOMPLETE while something is open
    :param arrows: the parts of the draft that are drawn on the board
    :param back: the draft one step back, if that is not the empty one
    :param preview: the board as it would look after the action, where its ground would change
    :param table: figures to choose by
    :param forecasts: the odds of the decisions of chance that follow if the action is confirmed
    :param explains: the verdict on choosing a space that is not an option; None where the prompt explains it
    :param words: the prompt in parts; empty: all of it is the task
    :param deed: the words for the button that confirms; while something is missing, for what is missing. Empty: plain ones
    """

    player: str | None
    draft: Draft
    prompt: str
    options: tuple[Choice, ...] = ()
    field: Field | None = None
    action: Action | ChanceOutcome | None = None
    verdict: Verdict = INCOMPLETE
    arrows: tuple[Arrow, ...] = ()
    back: Draft = NOTHING_CHOSEN
    preview: Preview | None = None
    table: Table | None = None
    forecasts: tuple[Forecast, ...] = ()
    explains: Callable[[str], Verdict | None] | None = dataclasses.field(default=None, compare=False, repr=False)
    words: tuple[Part, ...] = ()
    deed: str = ""


ROLL = "?"
"""The value of a chance outcome that is left to be rolled."""


def chance_choices(node: ChanceNode, draft: Draft) -> Choices:
    """The choices of a referee at a chance node: to roll, or to set the outcome.

    :raises InputError: if the draft sets something that cannot come
    """
    chosen = draft.get("chance")
    values = [value for value, _ in node.outcomes]
    if set(draft) - {"chance"} or (chosen is not None and chosen not in values):
        raise InputError(DRAFT_CANNOT_READ, unknown("outcome", chosen, values), "draft/chance")
    options = tuple(
        Choice(
            slot="chance",
            value=value,
            label=f"{capital(translated(node.in_words(value)))} ({probability})",
            kind="button",
            clause=node.clause,
            leads_to=Draft() if chosen == value else Draft(chance=value),
            chosen=chosen == value,
        )
        for value, probability in node.outcomes
    )
    label, task = translated(node.label), translated("confirm to leave it to chance, or choose the result by hand")
    prompt = Prompt(task, about=label, deed=translated("Roll"))
    if chosen is not None:
        task = worded("{outcome}, chosen by hand", outcome=node.in_words(str(chosen)))
        prompt = Prompt(task, about=label, confirm=True, deed=translated("Set it so"))
    outcome = ChanceOutcome(node.source, ROLL if chosen is None else str(chosen))
    legal = Verdict(Status.LEGAL)
    return Choices(None, draft, prompt.text, options, None, outcome, legal, words=prompt.parts, deed=prompt.deed)
