"""A player's action in the making: the shared half of all choices."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from hexwidget.rules import Choice, Choices, Draft, Finding, Verdict
from hexwidget.systems.frontiers.actions import FrontiersAction
from hexwidget.systems.frontiers.position import FrontiersPosition

Check = Callable[[FrontiersAction], Verdict]


@dataclass(frozen=True)
class Desk:
    """A player's draft at a position. ``check`` gives the verdict on an action."""

    position: FrontiersPosition
    player: str
    seat: int
    draft: Draft
    check: Check

    def chosen(self, slot: str) -> str | None:
        """The text in a slot of the draft."""
        return str(self.draft[slot]) if slot in self.draft else None

    def number(self, slot: str) -> int | None:
        """The number in a slot of the draft."""
        return int(self.draft[slot]) if slot in self.draft else None

    def closed(self, prompt: str) -> Choices:
        """No choices: this player has nothing to decide."""
        return Choices(self.player, Draft(), prompt)

    def open(self, prompt: str, options: Iterable[Choice], draft: Draft | None = None) -> Choices:
        """Choices that do not amount to an action yet."""
        return Choices(self.player, Draft() if draft is None else draft, prompt, tuple(options))

    def made(
        self, prompt: str, options: Iterable[Choice], action: FrontiersAction, *, back: Draft | None = None
    ) -> Choices:
        """Choices that amount to an action, or the findings that bar it."""
        verdict, back = self.check(action), Draft() if back is None else back
        if verdict.findings:
            prompt = why(verdict.findings)
            return Choices(self.player, self.draft, prompt, tuple(options), None, None, verdict, back=back)
        return Choices(self.player, self.draft, prompt, tuple(options), None, action, verdict, back=back)


def why(findings: tuple[Finding, ...]) -> str:
    """The findings as sentences, each with its clause."""
    return " ".join(f"{f.text[0].upper()}{f.text[1:]} ({f.clause})." for f in findings)
