"""The desk at which a player chooses an action: the half of `choices` that all systems share.

A system derives its own desk from `Desk` and says in `choose` what may be set next. The desk reads the draft, makes options,
judges the action that a draft means, and puts what bars it into words.
"""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import replace
from functools import cache, cached_property, partial
from inspect import Parameter, signature
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypedDict, TypeVar, Unpack

from hexwidget.english import capital, translated
from hexwidget.problems import InputError
from hexwidget.rules.action import Action
from hexwidget.rules.choices import NOTHING_CHOSEN, Choice, Choices, Draft, Field, Forecast, Preview, Slot, Table
from hexwidget.rules.forecasting import foretold
from hexwidget.rules.grammar import Grammar
from hexwidget.rules.kinds import SpaceName
from hexwidget.rules.position import Observation, Position, of_the_last
from hexwidget.rules.prompt import Prompt, fitting
from hexwidget.rules.verdict import INCOMPLETE, Finding, Verdict
from hexwidget.scene import Arrow, Piece

if TYPE_CHECKING:
    from hexwidget.rules.system import RuleSystem


@cache
def _conditions(reach: Callable[..., object]) -> frozenset[str]:
    """The names of the conditions of a `reach` method."""
    return frozenset(each.name for each in signature(reach).parameters.values() if each.kind is Parameter.KEYWORD_ONLY)


@of_the_last(64)
def _verdict(position: Position, action: Action) -> Verdict:
    """The verdict on an action, which the drafts of a position have in common."""
    return position.system.check(position, action)


P = TypeVar("P", bound=Position)
A = TypeVar("A", bound=Action)


def reasons(findings: Iterable[Finding]) -> Prompt:
    """Findings as a prompt, each a sentence with its clause."""
    first, *others = [f"{capital(f.text)} ({f.clause})" for f in findings] or [""]
    return Prompt(first, after=tuple(others))


class Beside(TypedDict, total=False):
    """The keywords of `Desk.open` that `Desk.made` passes on."""

    draft: Draft | None
    arrows: Iterable[Arrow]
    back: Draft
    preview: Preview | None
    table: Table | None
    forecasts: Iterable[Forecast]


class Desk(Generic[P, A]):
    """An action while a player chooses it.

    :param draft: the slots that are set. The system's grammar reads them when the choices are asked for.
    """

    def __init__(self, position: P, player: str, draft: Draft) -> None:
        self.position = position
        self.player = player
        self.draft = draft
        self.system: RuleSystem[Any, Any] = position.system
        self.seat: int = position.players.index(player)

    shows_barred: ClassVar[bool] = False
    """True if an action that is barred is drawn like a legal one: it may lack only a further part."""

    # ------------------------------------------------------------------ a system's own half
    @abstractmethod
    def choose(self) -> Choices:
        """The choices in a game that goes on."""

    def explain(self, draft: Draft, space: str) -> Verdict | None:
        """The verdict on choosing a space, given the draft of the choices. None: the prompt explains it. Spaces of a field need no
        verdict, as the field's reach explains them."""
        return None

    def question(self, action: A) -> Prompt:
        """The prompt for an action that can be confirmed."""
        words = self.words(action)
        return Prompt(words, confirm=True, deed=fitting(words, translated("Confirm")))

    def words(self, action: A) -> str:
        """An action as its option and its prompt name it, whatever else the draft holds."""
        return self.system.in_words(self.position, action)

    def forecasts(self, action: A) -> Iterable[Forecast]:
        """The exact odds of an action, shown before it is confirmed. By default the odds of the changes of pieces, by the rules."""
        return foretold(self.position, action, self.words(action))

    @staticmethod
    def can_become(grammar: Grammar[Any], draft: Draft, action: Action) -> bool:
        """True if a draft can still become an action."""
        return grammar.can_become(draft, action)

    def read_draft(self) -> None:
        """Read the draft. By default the grammar checks its slots.

        :raises InputError: if the draft has slots or values that cannot be
        """
        self.system.grammar.read_draft(self.position, self.draft)

    # ------------------------------------------------------------------ the shared half
    def choices(self) -> Choices:
        """The choices of the player.

        :raises InputError: if the draft has slots or values that cannot be
        """
        self.read_draft()
        end = self.system.outcome(self.position)
        if end is not None:
            return self.closed(Prompt(str(end), about=translated("The game is over")))
        return self.choose()

    def check(self, action: Action) -> Verdict:
        """The verdict on an action."""
        return _verdict(self.position, action)

    @cached_property
    def pieces(self) -> Mapping[Slot, Piece]:
        """The pieces that the player sees, by their ids."""
        return {piece.id: piece for piece in self.system.scene(Observation(self.player, self.position)).pieces}

    def standing(self, space: str) -> list[Piece]:
        """The units on a space, without the structures there."""
        return [piece for piece in self.pieces.values() if piece.space == space and piece.layer == "unit"]

    def destinations(self, slot: str, chosen: Mapping[str, Slot], legal: Set[Slot], clause: str) -> Field | None:
        """The field of a slot that holds where a chosen piece goes: the system's `reach` of that piece, with the points that are left. None
        if the slot holds no space, if no piece is chosen, or if the piece can reach other spaces than may be chosen.

        :param chosen: the slots that are filled. The system's `reach` gets those that are conditions of it
        :param legal: the spaces that may be chosen
        """
        reach_of = type(self.system).reach
        own = reach_of.__module__ != "hexwidget.rules.system"  # the default: nothing moves
        if not (own and legal and chosen and isinstance(self.system.grammar.slot_kind(slot), SpaceName)):
            return None
        movers = (piece for of in chosen.values() for piece in (self.pieces.get(of), *self.standing(str(of))) if piece)
        mover = next(movers, None)
        if mover is None:
            return None
        known = _conditions(reach_of)
        given = {name: value for name, value in chosen.items() if name in known}
        try:
            reach = self.system.reach(Observation(self.player, self.position), mover.space, **given)
        except InputError:  # it goes another way now, such as in a retreat
            return None
        if set(reach) != legal:
            return None
        who, units = reach.label, ("movement point", "movement points")
        where, stay, clause = f"Where {who} goes", f"{who} stands here", "" if reach.budgets else clause  # or several
        return Field(slot, where, reach, units, stay, True, numbers=reach.priced, mover=who, clause=clause)

    @staticmethod
    def told_apart(options: Iterable[Choice]) -> list[Choice]:
        """Options of one slot with the same label, such as two equal units on a hex, have their values in brackets."""
        listed = [*options]
        labelled = Counter([(option.slot, option.label) for option in listed])
        if len(labelled) == len(listed):
            return listed
        alike = {key for key, many in labelled.items() if many > 1}
        return [
            replace(option, label=f"{option.label} ({option.value})")
            if (option.slot, option.label) in alike
            else option
            for option in listed
        ]

    def closed(self, prompt: str | Prompt) -> Choices:
        """Choices that offer nothing; the prompt says why."""
        return self.open(prompt, draft=NOTHING_CHOSEN)

    def open(
        self,
        prompt: str | Prompt,
        options: Iterable[Choice] = (),
        field: Field | None = None,
        *,
        action: A | None = None,
        draft: Draft | None = None,
        verdict: Verdict = INCOMPLETE,
        arrows: Iterable[Arrow] = (),
        back: Draft = NOTHING_CHOSEN,
        preview: Preview | None = None,
        table: Table | None = None,
        forecasts: Iterable[Forecast] = (),
    ) -> Choices:
        """Choices at this desk, by default while something is still open.

        :param prompt: a sentence, or a prompt in parts
        :param action: the action that the draft means, if it is complete; `made` judges it
        """
        said = prompt if isinstance(prompt, Prompt) else Prompt(prompt)
        draft, parts = self.draft if draft is None else draft, said.parts
        text = "".join([words for _, words in parts])
        chosen = (self.player, draft, text, tuple(options), field, action, verdict, tuple(arrows), back)
        return Choices(*chosen, preview, table, tuple(forecasts), partial(self.explain, draft), parts, said.deed)

    def why_not(self, action: A, findings: Sequence[Finding]) -> str | Prompt:
        """The prompt for an action that is barred: by default, all reasons."""
        return reasons(findings)

    def made(
        self,
        prompt: str | Prompt,
        options: Iterable[Choice],
        action: A,
        field: Field | None = None,
        **beside: Unpack[Beside],
    ) -> Choices:
        """Choices whose draft means an action. A legal action can be confirmed; of a barred one the prompt says why it is barred.

        :param beside: the other keywords of `open`
        """
        verdict = self.check(action)
        if verdict.findings:
            prompt = self.why_not(action, verdict.findings)
            if not self.shows_barred:
                draft, back = beside.get("draft"), beside.get("back", NOTHING_CHOSEN)
                return self.open(prompt, options, field, verdict=verdict, draft=draft, back=back)
        return self.open(prompt, options, field, action=action, verdict=verdict, **beside)

    # ------------------------------------------------------------------ options
    def option(
        self,
        slot: str,
        value: Slot,
        label: str,
        clause: str,
        base: Draft,
        *,
        kind: Any = "button",
        space: str | None = None,
        barred: A | Sequence[Finding] = (),
        shortcut: str | None = None,
        chosen: bool | None = None,
    ) -> Choice:
        """A value that a slot may be given; if it is chosen, choosing it again takes it back.

        :param base: the draft without this slot
        :param barred: the findings that bar the option, or an action whose findings do
        :param chosen: True if the draft has the value; by default the draft is looked up
        """
        taken = self.draft.get(slot) == value if chosen is None else chosen
        findings = (
            self.check(barred).findings
            if isinstance(barred, Action)
            else tuple([finding.on(self.position.map) for finding in barred])
        )
        then = base if taken else base.set(slot, value)
        return Choice(slot, value, label, kind, clause, then, space, taken, findings, shortcut)

    def number(
        self,
        slot: str,
        label: str,
        clause: str,
        now: int,
        low: int,
        high: int,
        base: Draft | None = None,
        default: int | None = None,
    ) -> Choice:
        """A number between two bounds, which goes up and down by one.

        :param base: the draft in which the number changes, if that takes other slots back
        :param default: the number whose slot is clear
        """
        base = self.draft if base is None else base

        def then(number: int) -> Draft | None:
            if not low <= number <= high:
                return None
            return base.clear(slot) if number == default else base.set(slot, number)

        fewer, more = then(now - 1), then(now + 1)
        return Choice(slot, now, label, "number", clause, more or fewer or base, fewer=fewer, more=more)
