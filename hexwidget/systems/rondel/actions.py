"""The actions of a nation, with their texts.

- ``wheel 2`` moves the marker, ``wheel 5 paying 1 iron 1 gold`` names the goods that are paid (R5.4).
- ``move legion roma-capua`` moves the unit with the most actions left, ``move legion(1) roma-capua`` one with one left.
- ``lay legion roma`` lays a unit on its side.
- ``battle athens greeks galley`` asks for battle; ``battle athens greeks galley 2 losing 1 1`` for two pairs, with the units
  that fall by their actions left.
- ``fight``, ``fight 2`` and ``let be`` are the answers of a nation that is asked.
- ``lose 1 0`` names the units that fall, by their actions left.
- ``conquer athens with 1 legion 1 galley`` conquers a city, ``... giving roma`` gives up an own one for it.
- ``build temple athens`` builds a temple, ``arm athens with 2 legions 1 galley`` sets up units, ``obtain WHEEL`` obtains
  know-how, and ``found corinth`` founds a city.
- ``end movement`` and ``end turn`` end the phases.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hexwidget.problems import Problems
from hexwidget.rules import Action, Form, Grammar, OneOf, Part, Reading
from hexwidget.systems.rondel import phrases
from hexwidget.systems.rondel.position import Store


@dataclass(frozen=True, slots=True, repr=False)
class Wheel(Action):
    """R5.1: the marker goes on by some wedges. ``paying`` names the goods that are paid (R5.4); None means those of the largest
    store first."""

    wedges: int
    paying: Store | None = None


@dataclass(frozen=True, slots=True, repr=False)
class Move(Action):
    """R2.2: a unit crosses a border. ``left`` tells which unit is meant, by its actions left; None means one with the
    most."""

    kind: str
    origin: str
    to: str
    left: int | None = None


@dataclass(frozen=True, slots=True, repr=False)
class Lay(Action):
    """R2.4: a unit is laid on its side early. ``left`` is that of `Move`."""

    kind: str
    at: str
    left: int | None = None


@dataclass(frozen=True, slots=True, repr=False)
class Battle(Action):
    """R3.1, R3.4: the active nation asks for battle. ``pairs`` None means as many as there can be. ``losing`` names its units
    that fall, by their actions left, ascending; None means those with the fewest."""

    at: str
    enemy: str
    kind: str
    pairs: int | None = None
    losing: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True, repr=False)
class Answer(Action):
    """R3.6: a nation that is asked fights or lets it be. ``pairs`` None means as many as there can be, 0 lets it be."""

    pairs: int | None = None


@dataclass(frozen=True, slots=True, repr=False)
class Lose(Action):
    """R3.5: the active nation names its units that fall, by their actions left, ascending."""

    losing: tuple[int, ...]


@dataclass(frozen=True, slots=True, repr=False)
class EndMovement(Action):
    """R1.1: the movement phase ends."""


@dataclass(frozen=True, slots=True, repr=False)
class Conquer(Action):
    """R4.5: a city is conquered for some legions and galleys. ``giving`` is the own city that is given up for it (R4.6)."""

    at: str
    legions: int
    galleys: int
    giving: str | None = None


@dataclass(frozen=True, slots=True, repr=False)
class EndTurn(Action):
    """The last phase of a turn ends, and with it the turn."""


@dataclass(frozen=True, slots=True, repr=False)
class Build(Action):
    """R6.2: a temple is built in an own city."""

    at: str


@dataclass(frozen=True, slots=True, repr=False)
class Arm(Action):
    """R6.3: legions and galleys are set up in the province of an own city."""

    at: str
    legions: int
    galleys: int


@dataclass(frozen=True, slots=True, repr=False)
class Obtain(Action):
    """R6.4: a know-how is obtained."""

    know_how: str


@dataclass(frozen=True, slots=True, repr=False)
class Found(Action):
    """R6.5: a city is founded."""

    at: str


Maneuver = Move | Lay | Battle | EndMovement
OfWedge = Build | Arm | Obtain
"""The actions that have a wedge of their own (R6.2 to R6.4)."""
RondelAction = Wheel | Maneuver | Answer | Lose | Conquer | OfWedge | Found | EndTurn


# ---------------------------------------------------------------------- how they are written
LONGEST = 500
"""The most characters that a text may have. A longer text is refused unread."""
UNIT = Part(phrases.UnitMeant(), fields=("kind", "left"))


class BattleForm(Form[Battle]):
    """The form of a battle: at least a province, an enemy and a kind of units."""

    def read(self, player: str, text: str, reading: Reading) -> Battle | None:
        return super().read(player, text, reading) if len(text.split()) > 3 else None


def _mismatch(position: Any, words: list[str], problems: Problems) -> bool:
    """Note the errors in ``end``, in a conquest that names no payment, and in arming that names no units."""
    match [words[0].lower(), *words[1:]]:
        case ["end", word]:
            problems.unknown("word 2", "phase to be ended", word, ("movement", "turn"))
        case ["conquer" | "arm" as verb, space, "with"]:
            (phrases.PAYMENT if verb == "conquer" else phrases.ARMED).read("", Reading(position, problems))
            phrases.PROVINCE.check(space, Reading(position, problems, "word 2"))
        case _:
            return False
    return True


GRAMMAR: Grammar[RondelAction] = Grammar(
    Form(
        Wheel,
        "wheel {wedges} [paying {paying...}]",
        {"wedges": phrases.NUMBER, "paying": Part(phrases.GOODS_PAID, word="paying")},
        {"wheel": "{wedges}", "paying": "{paying}"},
        clause="R5.1",
    ),
    Form(
        Move,
        "move {unit} {origin}-{to}",
        {"unit": UNIT, "origin": phrases.PROVINCE, "to": phrases.PROVINCE},
        {"at": "{origin}", "unit": "{kind} {left}", "to": "{to}"},
        clause="R2.2",
    ),
    Form(
        Lay,
        "lay {unit} {at}",
        {"unit": UNIT, "at": phrases.PROVINCE},
        {"at": "{at}", "unit": "{kind} {left}", "do": "lay"},
        clause="R2.4",
    ),
    BattleForm(
        Battle,
        "battle {at} {fight...}",
        {"fight": Part(phrases.Fight(), fields=("enemy", "kind", "pairs", "losing")), "at": phrases.PROVINCE},
        {"at": "{at}", "battle": "{kind} {enemy}", "pairs": "{pairs}", "losing": "{losing}"},
        clause="R3.4",
    ),
    Form(
        Answer,
        "fight [{pairs}]",
        {"pairs": Part(phrases.PAIRS, word="word 2")},
        {"answer": "fight", "pairs": "{pairs}"},
        clause="R3.6",
    ),
    Form(Answer, "let be", {"pairs": phrases.PAIRS}, {"answer": "let be"}, fixed={"pairs": 0}, clause="R3.6"),
    Form(
        Lose,
        "lose {losing...}",
        {"losing": Part(phrases.ACTIONS_LEFT, word="losing")},
        {"losing": "{losing}"},
        clause="R3.5",
    ),
    Form(EndMovement, "end movement", draft={"do": "end movement"}, clause="R1.1"),
    Form(EndTurn, "end turn", draft={"do": "end turn"}, clause="R1.1"),
    Form(
        Conquer,
        "conquer {at} with {payment...}",
        {"payment": Part(phrases.PAYMENT, fields=("legions", "galleys", "giving")), "at": phrases.PROVINCE},
        {"city": "{at}", "legions": "{legions}", "giving": "{giving}"},
        clause="R4.5",
    ),
    Form(Build, "build temple {at}", {"at": phrases.PROVINCE}, {"temple": "{at}"}, clause="R6.2"),
    Form(
        Arm,
        "arm {at} with {units...}",
        {"units": Part(phrases.ARMED, fields=("legions", "galleys")), "at": phrases.PROVINCE},
        {"arm": "{at}", "legions": "{legions}", "galleys": "{galleys}"},
        clause="R6.3",
    ),
    Form(Obtain, "obtain {know_how}", {"know_how": phrases.KNOWLEDGE}, {"know_how": "{know_how}"}, clause="R6.4"),
    Form(Found, "found {at}", {"at": phrases.PROVINCE}, {"found": "{at}"}, clause="R6.5"),
    slots={
        "giving": phrases.PROVINCE,
        **dict.fromkeys(("pairs", "legions", "galleys"), phrases.NUMBER),
        "battle": phrases.FightSlot(),
        "answer": OneOf("answer", ("fight", "let be")),
    },
    examples=(
        '"wheel 2", "move legion roma-capua", "lay galley ostia", "battle athens greeks galley", "fight", "let be", '
        '"lose 1 0", "end movement", "conquer athens with 1 legion 1 galley" or "end turn"'
    ),
    longest=LONGEST,
    mismatched=_mismatch,
    any_case=False,
)
"""The actions, each declared once.

The slots of a draft:

- of the wheel: ``wheel``, the number of wedges; ``paying``, the goods that are paid, such as "1 iron 1 gold";
- of movement: ``at``, a province with own units; ``unit``, the one that is meant, such as "legion 2" (2 actions left);
  ``to``, a neighbouring province; ``do``, one of "lay", "end movement" and "end turn";
- of battles: ``battle``, such as "galley greeks"; ``pairs``, a number; ``losing``, the units that fall by their actions
  left, such as "0 1"; ``answer``, one of "fight" and "let be";
- of conquests: ``city``, a province; ``legions``, the number of legions that are paid (galleys are the rest); ``giving``, an
  own city;
- of the other wedges: ``temple``, ``arm`` and ``found``, a province; ``legions`` and ``galleys``, the numbers that are set up;
  ``know_how``, the name of one.
"""
