"""The desk that offers the candidates of a system (`hexwidget.rules.candidates`), barred ones with their findings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any, ClassVar, TypeVar

from hexwidget.english import capital
from hexwidget.rules.action import Action
from hexwidget.rules.candidates import Candidate, Offered, Under
from hexwidget.rules.choices import NOTHING_CHOSEN, Choice, Choices, Draft, Field, Slot
from hexwidget.rules.desk import Desk
from hexwidget.rules.position import Position, of_the_last
from hexwidget.rules.prompt import Prompt
from hexwidget.scene import Arrow

P = TypeVar("P", bound=Position)
A = TypeVar("A", bound=Action)


@dataclass
class LazyOption:
    """An option as it is while it is not taken, made when it is first shown.

    :param base: the draft without it
    :param needs: the slots that are filled before, with their values
    :param under: the choice, if it comes before others
    """

    slot: str
    value: Slot
    base: Draft
    make: Callable[[], Choice]
    needs: Sequence[tuple[str, Slot]] = ()
    only_legal: bool = False
    under: Under | None = None

    @cached_property
    def choice(self) -> Choice:
        """The option."""
        return self.make()


@of_the_last(1)
def _kept_entries(_position: Position, _player: str) -> dict[Draft, list[LazyOption]]:
    """The options of the last position, by what is chosen before: a board asks for the choices of one position many times."""
    return {}


class CandidateDesk(Desk[P, A]):
    """The candidates of a system as options, one slot after another.

    A system says what the desk asks: `task` while something is open, `question` once the draft means an action. ``kinds`` has the
    slots that are offered otherwise than by a click on their space, or by a button.
    """

    kinds: ClassVar[Mapping[str, str]] = {}

    # ------------------------------------------------------------------ what a system says
    def task(self) -> Prompt:
        """The prompt while something is still to be chosen."""
        return Prompt("choose what to do", player=self.player, deed="Choose")

    def label(self, action: Any, slot: str) -> str:
        """The label of the option that completes an action by a slot."""
        return capital(self.words(action))

    def field(self) -> Field | None:
        """The slot that is filled with one of many spaces. By default the last slot, if it holds the destinations of a chosen piece."""
        return None

    def arrows(self, action: A) -> Iterable[Arrow]:
        """The arrows of an action on the board. By default none."""
        return ()

    # ------------------------------------------------------------------ the choices
    def choose(self) -> Choices:
        if self.player not in self.system.to_act(self.position):
            return self.closed(self.system.status(self.position))
        return self.offer()

    def offer(self, base: Draft = NOTHING_CHOSEN, draft: Draft | None = None) -> Choices:
        """The candidates as choices.

        :param base: the part of the draft that is given, and not taken back
        :param draft: the draft that means the action, if it is another than the player's
        """
        options, field = self.told_apart(self.options(base)), self.field()
        meant = self.draft if draft is None else draft
        if field is None and type(self).field is CandidateDesk.field:
            field = self._destinations(options, meant)
            options = [option for option in options if field is None or option.slot != field.slot]
        action: A | None = self.system.grammar.from_draft(self.position, meant, self.player)
        if action is None:
            return self.open(self.task(), options, field, draft=meant)
        arrows, forecasts = self.arrows(action), self.forecasts(action)
        return self.made(self.question(action), options, action, field, arrows=arrows, forecasts=forecasts)

    def _destinations(self, options: list[Choice], meant: Draft) -> Field | None:
        """The field of the spaces among some options, if they are the destinations of a piece that is chosen."""
        spaces = [option for option in options if option.kind == "space"]
        if len({option.slot for option in spaces}) != 1:
            return None
        slot = spaces[0].slot
        chosen = {name: value for name, value in meant.items() if name != slot}
        return self.destinations(slot, chosen, {option.value for option in spaces if option.legal}, spaces[0].clause)

    def options(self, base: Draft = NOTHING_CHOSEN, candidates: Iterable[Candidate] | None = None) -> list[Choice]:
        """The options of some candidates: by default, of those of the system. Options under a choice that is taken stand behind it.

        :param base: the part of the draft that they have in common
        """
        known = _kept_entries(self.position, self.player)
        if base not in known:
            listed = self.system.candidates(self.position, self.player) if candidates is None else candidates
            known[base] = [entry for candidate in listed for entry in self._entries(candidate, base)]
        found: list[Choice] = []
        alone: tuple[str, list[Choice]] | None = None
        chosen = self.draft.as_dict
        for entry in known[base]:
            if entry.needs and any(chosen.get(slot) != value for slot, value in entry.needs):
                continue
            taken = chosen.get(entry.slot) == entry.value
            if taken or not entry.only_legal or entry.choice.legal:
                found.append(replace(entry.choice, chosen=True, leads_to=entry.base) if taken else entry.choice)
            if taken and entry.under is not None:
                below = self.options(entry.base.set(entry.slot, entry.value), entry.under.below)
                if entry.under.alone:
                    alone = entry.slot, below
                else:
                    found += below
        if alone is None:
            return found
        slot, below = alone
        return [*(option for option in found if option.slot == slot), *below]

    def _entries(self, candidate: Candidate, base: Draft) -> Iterator[LazyOption]:
        """The options of a candidate: of a choice, or for the last slot of each action."""
        if isinstance(candidate, Under):
            before = partial(self._before, candidate, base)
            yield LazyOption(candidate.slot, candidate.value, base, before, under=candidate)
            return
        offered = Offered((candidate,)) if isinstance(candidate, Action) else candidate
        for action in offered.actions if offered.which != "none" else ():
            drafts = list(self.system.grammar.drafts(action))
            draft = next((draft for draft in drafts if base.items() <= draft.items()), drafts[0])
            slot, value = draft.popitem()
            needs = [item for item in draft.items() if item[0] not in base]
            last = partial(self._last, action, offered.clause, slot, value, Draft(draft))
            yield LazyOption(slot, value, Draft(draft), last, needs, offered.which == "legal")

    def _before(self, choice: Under, base: Draft) -> Choice:
        """The option for a choice that comes before others."""
        return self._option(choice.slot, choice.value, choice.label, choice.clause, base, tuple(choice.barred()))

    def _last(self, action: Any, clause: str, slot: str, value: Slot, base: Draft) -> Choice:
        """The option for the last slot of an action."""
        form = self.system.grammar.form_of(action)
        return self._option(slot, value, self.label(action, slot), clause or form.clause, base, action, form.shortcut)

    def _option(
        self, slot: str, value: Slot, label: str, clause: str, base: Draft, barred: Any, shortcut: str | None = None
    ) -> Choice:
        of = self.system.grammar.slot_kind(slot)
        space = None if of is None else of.space(value)
        kind: Any = self.kinds.get(slot, "button" if space is None else "space")
        at = space if kind in ("space", "piece", "mark") else None
        return self.option(
            slot, value, label, clause, base, kind=kind, space=at, barred=barred, shortcut=shortcut, chosen=False
        )
