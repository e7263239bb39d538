"""A seat of a game, asked in words. It answers as that seat's board does: the same audience stands behind both."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import islice, zip_longest
from random import Random
from typing import Any

from hexwidget.asking.textboard import board_text
from hexwidget.english import capital
from hexwidget.explore import Chances, odds
from hexwidget.play import Step
from hexwidget.problems import InputError, Problem
from hexwidget.rules import Action, Choice, Draft, Forecast, Share, Status, Verdict
from hexwidget.rules.reach import Reach
from hexwidget.rules.secret import MOST_WORLDS, worlds_of
from hexwidget.widget.audience import Audience, visible_events

MOST_LISTED = 20
"""The most legal actions of an answer, unless it is asked for more."""
MOST_DRAWN = 10
"""The most actions that are all listed first, as a multiple of those asked for. Of more, some are drawn."""
MOST_READ = 5_000
"""The most legal actions among which words look for texts that begin so."""


@dataclass(frozen=True, slots=True)
class Listed:
    """Some legal actions.

    :param count: the number of all that were asked for, in words: "12", "at least 100,000"
    :param sampled: True if these are a random part of them, in which the kinds of actions take turns
    """

    actions: tuple[Action, ...]
    count: str
    sampled: bool


class Seat(Audience[Any]):
    """A player's seat of a session (``player``), or the referee's, who sees everything and acts for all.

    >>> import hexwidget as hw
    >>> seat = Seat(hw.Session("depletion/first-steps", seed=1), "red")
    >>> seat.check("0203-0303").status.value, seat.list_actions("0203", most=3).count
    ('legal', '2,224')
    """

    @property
    def acting(self) -> str:
        """The player who is asked: the seat's own, or for the referee the one to act."""
        return self.player or str(self.system.acting(self.seen))

    def board(self) -> str:
        """Return the board as text."""
        return board_text(self.observation)

    @property
    def prompt(self) -> str:
        """The task of the player who is asked, with the action that its choices begin with, if there is one. Empty if there is no
        task now."""
        if self.acting not in self.seen.to_act:
            return ""
        now = self.choices(Draft())
        return now.prompt if now.action is None else f"{now.prompt} That is: {now.action}"

    def read(self, text: str) -> Action:
        """Read the text of an action of the seat's player.

        :raises InputError: if it cannot be read
        """
        named = self.player is None or ":" in text
        action: Action = self.seen.parse(text if named else f"{self.player}: {text}")
        return action

    def check(self, text: str) -> Verdict:
        """Return the verdict on an action, as far as the seat can know.

        :raises InputError: if it cannot be read
        """
        return self.system.check(self.observation, self.read(text))

    # ------------------------------------------------------------------ choosing
    def draft_from(self, words: str | Mapping[str, Any]) -> Draft:
        """Return the draft that words choose, as clicks do: "0203" an army, "0203 march" a march of it.

        :param words: names of spaces, values or labels of choices, one after the other, or the slots of a draft
            What goes on comes before what begins anew.
        :raises InputError: if nothing of that name can be chosen
        """
        if not isinstance(words, str):
            return Draft(words)
        draft = Draft()
        for word in words_of(words):
            now = self.choices(draft)
            anew = self._beginnings() if draft else ()
            named = [option for option in now.options if word in _names(option)]
            option = _first_choosable(each for each in named if each.leads_to not in anew) or _first_choosable(named)
            if option is not None and option.findings:
                raise InputError("this cannot be chosen", [Problem(word, str(f)) for f in option.findings])
            if option is not None:
                draft = option.leads_to
            elif now.field is not None and self.seen.map.find(word) is not None:
                draft = now.draft.set(now.field.slot, self.seen.map.name(self.seen.map.index(word)))
            else:
                offered = ", ".join(_legal_words(now.options))
                raise InputError("nothing of that name can be chosen", f"there are: {offered or '-'}", word)
        return draft

    def _beginnings(self) -> set[Draft]:
        """The drafts that the first choices lead to."""
        return {option.leads_to for option in self.choices(Draft()).options}

    def onward(self, words: str | Mapping[str, Any] = "") -> list[str]:
        """Return the words that can follow words (see `draft_from`). Words that begin something else are left out."""
        try:
            options = self.choices(self.draft_from(words)).options
        except InputError:
            if not (begun := self._completions(words)):
                raise
            texts = [str(action).split()[len(words_of(str(words))) :] for action in begun]
            return list(dict.fromkeys(shlex.quote(text[0]) for text in texts if text))
        anew = self._beginnings() if words else ()
        return _legal_words(each for each in options if not each.chosen and each.leads_to not in anew)

    def list_actions(self, within: str | Mapping[str, Any] = "", most: int = MOST_LISTED) -> Listed:
        """Return legal actions of the player who is asked: all if there are at most ``most``, otherwise some of each kind.

        :param within: what they begin with: see `draft_from`, or the first words of their texts
        :raises InputError: if there is nothing of that name
        """
        enough = most * MOST_DRAWN
        try:
            actions = self.seen.legal_actions(self.acting, within=self.draft_from(within) if within else None)
            known, whole = actions.some(enough) if self.acting in self.seen.to_act else ([], True)
            number = str(len(known)) if whole else f"{actions.count():,}"
        except InputError:
            if not (known := self._completions(within)):
                raise
            whole, number = True, f"{len(known):,}"
        if whole and len(known) <= most:
            return Listed(tuple(known), number, False)
        rng = Random(f"{self.seen.key} {most}")
        found = dict.fromkeys(known if whole else (actions.sample(rng) for _ in range(3 * most)))
        return Listed(_of_each_kind(found, most, rng), number, True)

    def _completions(self, words: str | Mapping[str, Any]) -> list[Action]:
        """The legal actions whose texts begin with some words; none if there are too many to look through."""
        first = words_of(words.lower()) if isinstance(words, str) else []
        if not first or self.acting not in self.seen.to_act:
            return []
        every, whole = self.seen.legal_actions(self.acting).some(MOST_READ)
        return [a for a in every if whole and str(a).lower().split()[: len(first)] == first]

    def odds(self, text: str) -> tuple[Forecast, ...] | Chances:
        """Return the exact odds of an action whose result is decided by chance: the odds that a board shows, or each result with its
        probability if nothing is hidden from the seat, or else the odds of the first draw, if they are the same whatever is hidden.

        :raises InputError: if chance decides nothing in it, or the seat does not see enough
        :raises IllegalAction: if the rules bar it
        """
        action = self.read(text)
        found = self.forecasts(str(text))
        if found:
            return found
        whole = self.player is None or self.system.is_whole(self.seen)
        return (self.first_draw(action),) if not whole and self.check(text) else odds(self.seen, action)

    def first_draw(self, action: Action) -> Forecast:
        """Return the odds of the first draw after an action that is legal whatever is hidden.

        :raises InputError: if chance decides nothing then, or it is not the same draw in all positions that the seat may be in
        """
        hidden = [each for each in self.system.secrets if each.is_hidden(self.seen)]
        try:
            worlds = list(islice(worlds_of(self.seen, *hidden), MOST_WORLDS + 1)) if hidden else []
        except InputError:  # a secret lists no values
            worlds = []
        nodes = {self.system.chance(self.system.advance(world, action)) for world in worlds}
        node = nodes.pop() if len(nodes) == 1 else None
        if node is None or len(worlds) > MOST_WORLDS:
            may = "they depend on" if nodes else "they may depend on"
            nothing = not self.system.chancy or (worlds and not nodes)
            why = "chance decides nothing in it" if nothing else f"{may} things that cannot be seen here"
            raise InputError("no odds", why)
        shares = tuple(Share(node.in_words(value), float(part)) for value, part in node.outcomes)
        return Forecast(f"{capital(node.label)} (what it does may depend on hidden things)", shares)

    def forecasts(self, text: str) -> tuple[Forecast, ...]:
        """Return the odds that a board shows when an action is chosen on it."""
        draft = self.draft_of(text)
        return () if draft is None else self.choices(draft).forecasts

    # ------------------------------------------------------------------ spaces
    def reach(self, space: str) -> Reach:
        """Return the spaces that the piece on a space may go to, as far as the seat can see.

        :raises InputError: if nothing there moves
        """
        reach: Reach = self.seen.reach(space)
        return reach

    def why(self, words: str) -> Verdict:
        """Return the verdict on choosing a space, the last word; the words before it choose the piece that is to go there.

        :raises InputError: if nothing of that name can be chosen
        """
        *before, word = words_of(words) or [""]
        space, draft = self.seen.map.name(self.seen.map.index(word)), self.draft_from(shlex.join(before))
        option = _first_choosable(option for option in self.choices(draft).options if option.space == space)
        if option is None:
            return self.explain(draft, space)
        return Verdict(Status.LEGAL if option.legal else Status.ILLEGAL, option.findings, option.label)

    # ------------------------------------------------------------------ what happened
    def lines_since(self, since: Step[Any]) -> list[str]:
        """Return the lines for the seat about the steps after one, to the present: each deed, and below it its events."""
        steps, at = list[Step[Any]](), self.session.step
        while at.number != since.number and (before := self.session.before(at)) is not None:
            steps.append(at)
            at = before
        return [line for step in reversed(steps) for line in self._lines_about(step)]

    def _lines_about(self, step: Step[Any]) -> Iterable[str]:
        before = self.session.before(step)
        if before is None or step.done is None:
            yield step.text
            return
        told = step.text if self.player is None else self.guarded.told(before.position, step.done, self.player)
        if told:
            yield told
        yield from (f"  {event}" for event in visible_events(step.events, self.player))


def words_of(text: str) -> list[str]:
    """Return the words of a text; quotation marks hold a name of several words together."""
    try:
        return shlex.split(text)
    except ValueError:  # a quotation mark without another
        return text.split()


def _of_each_kind(actions: Iterable[Action], most: int, rng: Random) -> tuple[Action, ...]:
    """Return some actions, in the order of their texts: one of each class in turn, so that none hides the others."""
    kinds: dict[type[Action], list[Action]] = {}
    for action in actions:
        kinds.setdefault(type(action), []).append(action)
    turns = zip_longest(*(rng.sample(each, len(each)) for each in kinds.values()))
    return tuple(sorted(islice((action for turn in turns for action in turn if action is not None), most), key=str))


def _first_choosable(options: Iterable[Choice]) -> Choice | None:
    """Return the first option that may be chosen, or else the first option. None: there is no option."""
    found = list(options)
    return next((option for option in found if option.legal), found[0] if found else None)


def _legal_words(options: Iterable[Choice]) -> list[str]:
    """Return the words that choose options first of all, for those that may be chosen. Numbers, which are raised and lowered,
    have none."""
    named = (each for each in options if each.legal and each.kind != "number")
    words = (each.space or (each.slot if each.value is True else each.value) for each in named)
    return list(dict.fromkeys(shlex.quote(str(word)) for word in words))


def _names(option: Choice) -> set[str]:
    """Return the words that choose an option."""
    by_slot = [option.slot] if option.value is True else []
    return {str(option.value), option.label, option.space or option.label, *by_slot}
