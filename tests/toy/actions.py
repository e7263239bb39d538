"""What a player may do: ``seal mill-wood``, ``seal mill`` (stay), ``withdraw``, ``bribe``."""

from __future__ import annotations

from dataclasses import dataclass

from hexwidget.problems import Problems, shown
from hexwidget.rules import Action
from tests.toy.ground import MAP


@dataclass(frozen=True, slots=True, repr=False)
class Seal(Action):
    """T2: an order: the province of a courier, and where it goes (nowhere: it stays)."""

    way: tuple[str, ...]

    def __str__(self) -> str:
        return f"seal {'-'.join(self.way)}"


@dataclass(frozen=True, slots=True, repr=False)
class Answer(Action):
    """T6: what is decided about a meeting."""

    bribe: bool

    def __str__(self) -> str:
        return "bribe" if self.bribe else "withdraw"


def parse(players: tuple[str, ...], default: str, text: str) -> Seal | Answer:
    problems = Problems()
    name, colon, rest = text.partition(":") if isinstance(text, str) else ("", "", "")
    player, words = (name.strip(), rest.split()) if colon else (default, str(text).split())
    if player not in players:
        problems.unknown("player", "player", player, players)
    way = tuple(words[1].split("-")) if len(words) == 2 and words[0] == "seal" else ()
    if not way and words not in (["bribe"], ["withdraw"]):
        problems.add("", f'expected "seal mill-wood", "seal mill", "bribe" or "withdraw", not {shown(text)}')
    for n, space in enumerate(way, 1):
        if MAP.find(space) is None:
            problems.add(f"word 2, province {n}", MAP.explain_unknown(space))
    if len(way) > 2:
        problems.add("word 2", "a courier goes one province a round")
    problems.raise_any("this action cannot be read")
    return Seal(player, way) if way else Answer(player, words == ["bribe"])
