"""The actions of a player, each declared once.

``deploy farmer``, ``deploy spearmen paying 2 farmer`` (``paying 1 settlement 1 farmer``), ``deploy hamlet on 2``, ``activate
feint at spearmen1``, ``activate flanking at spearmen1 to 3``, ``deploy volley at archers1 paying 1 farmer``, ``commit
spearmen1 to 2, militia1 to 1, retreat archers1``, ``assign 2: spearmen1 3, militia1 1`` (the damage in frontier 2), ``occupy 2
with spearmen1``, ``occupy 2 with nobody``, ``resolve villager scribe``, ``resolve settlement 2 at militia1``, ``draw army``,
``draw civic``, ``pass``. Units are named by their ids on the mat, frontiers by their number.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from hexwidget.rules import Action, Anything, Draft, Form, Grammar, Kind, OneOf, Part, Reading, Slot, Switch
from hexwidget.systems.frontiers import phrases
from hexwidget.systems.frontiers.cards import DECKS
from hexwidget.systems.frontiers.payments import NOTHING, Payment
from hexwidget.systems.frontiers.position import Damage


@dataclass(frozen=True, slots=True, repr=False)
class Play(Action):
    """F2.2, F2.3, F2.6: deploy or activate a card from the hand. ``frontier`` is the place of a settlement; for other cards
    the frontier that the target moves to. ``payment`` None means settlements first, then villagers by name."""

    card: str
    type: str
    target: str | None = None
    frontier: int | None = None
    payment: Payment | None = NOTHING


@dataclass(frozen=True, slots=True, repr=False)
class Commit(Action):
    """F4.1, F4.2: units go from the heartland to frontiers, and occupying units retreat; each in the order of their ids."""

    moves: tuple[tuple[str, int], ...]
    retreats: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, repr=False)
class Assign(Action):
    """F5.1: assign damage in a frontier: the points for each enemy unit there, in the order of their ids."""

    frontier: int
    damage: Damage


@dataclass(frozen=True, slots=True, repr=False)
class Occupy(Action):
    """F6.1, F6.2: after a combat that the player won, one unit may take (or keep) the occupying position; the others return."""

    frontier: int
    unit: str | None


@dataclass(frozen=True, slots=True, repr=False)
class Resolve(Action):
    """F2.5, F2.7: resolve a trigger."""

    source: str
    target: str | None = None
    frontier: int | None = None


@dataclass(frozen=True, slots=True, repr=False)
class ChooseDraw(Action):
    """F2.5: draw 1 army card or 2 civic cards."""

    deck: str


@dataclass(frozen=True, slots=True, repr=False)
class Pass(Action):
    """F2.4: do nothing."""


FrontiersAction = Play | Commit | Assign | Occupy | Resolve | ChooseDraw | Pass


# ---------------------------------------------------------------------- how they are written
LONGEST = 2000
"""A text of more characters is refused unread."""


class PlayForm(Form[Play]):
    """A card that is deployed, or one that is activated: its type says which.

    :param verb: "deploy" or "activate"
    """

    def __init__(self, verb: str) -> None:
        part = Part(phrases.PlayPhrase(), fields=("card", "type", "target", "frontier", "payment"))
        draft = {"card": "{card}", "target": "{target}", "frontier": "{frontier}", "pay": "{payment}"}
        super().__init__(Play, f"{verb} {{card...}}", {"card": part}, draft, clause="F2.6")

    def writes(self, action: Play) -> bool:
        return (action.type in phrases.ACTIVATED) == (self.verb == "activate")

    def from_draft(self, draft: Draft, player: str, slots: Mapping[str, Kind], reading: Reading) -> Play | None:
        card = reading.position.cards.get(draft.get("card"))
        if card is None:
            return None
        given = {slot: slots[slot].unslot(draft[slot], reading) for slot in self.draft if slot in draft}
        payment = given.get("pay") if card.cost else NOTHING
        made = Play(player, card.name, card.type, given.get("target"), given.get("frontier"), payment)
        return made if self.writes(made) else None


class CommitForm(Form[Commit]):
    """Units that are committed and called back. A draft has a slot for each, and may have one for the last unit chosen."""

    def drafts(self, action: Commit, slots: Mapping[str, Kind]) -> Iterator[dict[str, Slot]]:
        placed: dict[str, Slot] = {f"to/{unit}": frontier for unit, frontier in action.moves}
        placed |= {f"retreat/{unit}": True for unit in action.retreats}
        yield placed
        for unit in (*(unit for unit, _ in action.moves), *action.retreats):
            yield {**placed, "unit": unit}

    def from_draft(self, draft: Draft, player: str, slots: Mapping[str, Kind], reading: Reading) -> Commit | None:
        moves = sorted((unit, int(frontier)) for unit, frontier in by_unit(draft, "to/") if frontier)
        retreats = sorted(unit for unit, retreats in by_unit(draft, "retreat/") if retreats)
        return Commit(player, tuple(moves), tuple(retreats)) if moves or retreats else None


class AssignForm(Form[Assign]):
    """Damage in a frontier. A draft has a slot for each unit."""

    def drafts(self, action: Assign, slots: Mapping[str, Kind]) -> Iterator[dict[str, Slot]]:
        yield {"assign": action.frontier, **{f"hit/{unit}": n for unit, n in action.damage}}

    def from_draft(self, draft: Draft, player: str, slots: Mapping[str, Kind], reading: Reading) -> Assign | None:
        damage = sorted((unit, int(n)) for unit, n in by_unit(draft, "hit/"))
        return Assign(player, int(draft["assign"]), tuple(damage)) if damage and "assign" in draft else None


def by_unit(draft: Draft, slots: str) -> Iterator[tuple[str, Slot]]:
    """The units in the slots of a draft that begin alike, each with its value.

    >>> list(by_unit(Draft({"to/militia1": 2, "retreat/riders1": True}), "to/"))
    [('militia1', 2)]
    """
    return ((slot.removeprefix(slots), value) for slot, value in draft.items() if slot.startswith(slots))


DECK = OneOf("deck", DECKS)
ANYTHING = Anything()
GRAMMAR: Grammar[FrontiersAction] = Grammar(
    PlayForm("deploy"),
    PlayForm("activate"),
    CommitForm(
        Commit,
        "commit {units...}",
        {"units": Part(phrases.CommitPhrase(), fields=("moves", "retreats"), where="commit", word="commit")},
        clause="F4.1",
    ),
    AssignForm(
        Assign,
        "assign {frontier}: {damage...}",
        {"damage": Part(phrases.DamagePhrase(), where="assign", word="assign"), "frontier": phrases.FRONTIER},
        clause="F5.1",
    ),
    Form(
        Occupy,
        "occupy {frontier} with {unit}",
        {"frontier": phrases.FRONTIER, "unit": phrases.Holder()},
        {"win": "{frontier}", "holder": "{unit}"},
        clause="F6.2",
    ),
    Form(
        Resolve,
        "resolve {trigger...}",
        {"trigger": Part(phrases.TriggerPhrase(), fields=("source", "target", "frontier"))},
        {"trigger": "{source}", "target": "{target}", "frontier": "{frontier}"},
        clause="F2.7",
    ),
    Form(ChooseDraw, "draw {deck}", {"deck": Part(DECK, where="draw")}, {"draw": "{deck}"}, clause="F2.5"),
    Form(Pass, "pass", draft={"do": "pass"}, clause="F2.4"),
    slots={
        "frontier": phrases.FRONTIER,
        "assign": phrases.FRONTIER,
        "card": phrases.CARD,
        "target": ANYTHING,
        "pay": phrases.PAYMENT,
        "unit": ANYTHING,
        "trigger": ANYTHING,
        "to/": phrases.WHOLE,
        "retreat/": Switch("true"),
        "hit/": phrases.WHOLE,
    },
    examples='"deploy spearmen paying 2 farmer", "deploy hamlet on 2", "activate feint at spearmen1", "commit spearmen1 to 2, '
    'retreat archers1", "assign 2: spearmen1 3", "occupy 2 with spearmen1", "resolve villager scribe", "draw army" or "pass"',
    longest=LONGEST,
    any_case=False,
)
"""The forms of the actions.

The slots of a draft: ``card`` (a card of the hand), ``target`` (the id of a unit), ``frontier`` (a number), ``pay`` ("1
settlement 2 farmer"); ``unit`` (the unit that is being committed), ``to/spearmen1`` (a frontier), ``retreat/spearmen1`` (true);
``assign`` (the frontier where damage is assigned), ``hit/spearmen1`` (the damage); ``win`` (a frontier), ``holder`` (a unit, or
"nobody"); ``trigger`` (the source of a trigger); ``draw`` (a deck); ``do`` ("pass").
"""
