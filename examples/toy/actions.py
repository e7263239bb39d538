"""The actions of a player: ``seal mill-wood``, ``seal mill`` (stay), ``withdraw``, ``bribe``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from hexwidget.problems import shown
from hexwidget.rules import Action, Draft
from hexwidget.rules.choices import Slot
from hexwidget.rules.forms import Form
from hexwidget.rules.grammar import Grammar
from hexwidget.rules.kinds import Kind, Reading, SpaceName

from .ground import MAP


@dataclass(frozen=True, slots=True, repr=False)
class Seal(Action):
    """T2: an order: the province of a courier, and the province it goes to (without one, it stays)."""

    way: tuple[str, ...]


@dataclass(frozen=True, slots=True, repr=False)
class Answer(Action):
    """T6: the decision about a meeting."""

    bribe: bool


ToyAction = Seal | Answer
PROVINCE = SpaceName()


class Way(Kind):
    """One province, or two with a hyphen between."""

    def read(self, text: str, reading: Reading) -> tuple[str, ...]:
        return tuple(text.split("-"))

    def write(self, value: tuple[str, ...]) -> str:
        return "-".join(value)

    def check(self, value: Any, reading: Reading) -> None:
        if not isinstance(value, tuple) or not value:
            reading.add(f"expected one province or two, not {shown(value)}")
            return
        for n, space in enumerate(value, 1):
            PROVINCE.check(space, reading.part(f"province {n}") if reading.verb else reading)
        if len(value) > 2:
            reading.add("a courier goes one province a round")


class SealForm(Form[Seal]):
    """The form of an order. In a draft, the courier and its destination are slots of their own."""

    def drafts(self, action: Seal, slots: Mapping[str, Kind]) -> Iterator[dict[str, Slot]]:
        yield {"courier": action.way[0], "to": action.way[-1]}

    def from_draft(self, draft: Draft, player: str, slots: Mapping[str, Kind], reading: Reading) -> Seal | None:
        if "courier" not in draft or "to" not in draft:
            return None
        courier, to = str(draft["courier"]), str(draft["to"])
        return Seal(player, (courier,) if to == courier else (courier, to))


GRAMMAR: Grammar[ToyAction] = Grammar(
    SealForm(Seal, "seal {way}", {"way": Way()}, {"courier": "{way}", "to": "{way}"}),
    Form(Answer, "withdraw", draft={"answer": "withdraw"}, fixed={"bribe": False}, clause="T6"),
    Form(Answer, "bribe", draft={"answer": "bribe"}, fixed={"bribe": True}, clause="T6"),
    slots={"courier": PROVINCE, "to": PROVINCE},
    examples='"seal mill-wood", "seal mill", "bribe" or "withdraw"',
)


def candidates(player: str, couriers: list[int]) -> Iterator[ToyAction]:
    """The actions that a player might do: the answers, and an order to each courier."""
    yield from (Answer(player, bribe) for bribe in (False, True))
    for at in couriers:
        yield Seal(player, (MAP.name(at),))
        yield from (Seal(player, (MAP.name(at), MAP.name(there))) for there in MAP.neighbours(at))
