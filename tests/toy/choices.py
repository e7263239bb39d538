"""Clicks become actions. Slots: ``courier``, ``to``, ``answer``."""

from __future__ import annotations

from hexwidget.problems import Problems, shown
from hexwidget.rules import Choice, Choices, Draft, Field, Finding, Status
from hexwidget.rules.reach import GraphReach
from tests.toy.actions import Answer, Seal
from tests.toy.ground import MAP
from tests.toy.position import ToyPosition


def reach(position: ToyPosition, seat: int, at: int) -> GraphReach:
    """Where a courier may be ordered to go, as far as its player can see."""
    player, here = position.players[seat], MAP.name(at)

    def verdict(there: int):
        way = (here,) if there == at else (here, MAP.name(there))
        return position.system.check(position, Seal(player, way))

    near = list(MAP.neighbours(at))
    barred: dict[str, list[int]] = {}
    for there in near:
        found = verdict(there)
        if found.status is Status.ILLEGAL:
            barred.setdefault(found.clauses[0], []).append(there)
    out = {there for places in barred.values() for there in places}
    free = [there for there in near if there not in out]
    label = f"{player}'s courier on {here}"
    ends = [at, *free] if verdict(at) else free
    return GraphReach(
        MAP, at, lambda place: [(t, 1) for t in free] if place == at else [], 1, ends, barred, verdict, label
    )


def choices(position: ToyPosition, player: str, draft: Draft) -> Choices:
    seat = position.players.index(player)
    _read(draft)
    end = position.system.outcome(position)
    if end is not None:
        return Choices(player, Draft(), f"The game is over: {end}.")
    if position.meetings:
        return _answer(position, player, seat, draft)
    if position.drawing:
        return Choices(player, Draft(), "Cards are drawn.")
    hand = ", ".join(position.hands[seat]) or "nothing"
    sealed = position.sealed[seat]
    pieces = []
    for at in position.couriers_of(seat):
        then = Draft(courier=MAP.name(at))
        pieces.append(Choice("courier", MAP.name(at), f"Courier on {MAP.label(at)}", "piece", "T2", then, MAP.name(at)))
    if "courier" not in draft or MAP.index(str(draft["courier"])) not in position.couriers_of(seat):
        done = f"Sealed: {'-'.join(sealed)}; it may be replaced. " if sealed else ""
        return Choices(player, Draft(), f"{done}{player}: choose a courier. In the hand: {hand}.", tuple(pieces))
    courier = str(draft["courier"])
    area = reach(position, seat, MAP.index(courier))
    field = Field("to", f"Where the courier on {courier} goes", area, ("border", "borders"), "stay", completes=True)
    if "to" not in draft:
        return Choices(player, draft, f"Choose where the courier on {courier} goes.", tuple(pieces), field)
    to = str(draft["to"])
    order = Seal(player, (courier,) if to == courier else (courier, to))
    verdict = position.system.check(position, order)
    if verdict.status is Status.ILLEGAL:
        return Choices(player, draft, f"{to} is barred.", tuple(pieces), field, None, verdict)
    sure = "" if verdict else " Whether it can be entered is not seen from here."
    return Choices(player, draft, f"Seal {courier} to {to}?{sure}", tuple(pieces), field, order, verdict)


def _answer(position: ToyPosition, player: str, seat: int, draft: Draft) -> Choices:
    here = MAP.name(position.meetings[0])
    if seat != position.decider:
        return Choices(player, Draft(), f"{position.players[position.decider]} decides about the meeting on {here}.")
    options = []
    for word in ("withdraw", "bribe"):
        found: tuple[Finding, ...] = position.system.check(position, Answer(player, word == "bribe")).findings
        then = Draft() if draft.get("answer") == word else Draft(answer=word)
        options.append(
            Choice("answer", word, word.capitalize(), "button", "T6", then, None, draft.get("answer") == word, found)
        )
    prompt = f"{player}: couriers meet on {here}. Withdraw, or bribe?"
    if "answer" not in draft:
        return Choices(player, Draft(), prompt, tuple(options))
    action = Answer(player, draft["answer"] == "bribe")
    return Choices(player, draft, prompt, tuple(options), None, action, position.system.check(position, action))


def _read(draft: Draft) -> None:
    problems = Problems()
    for slot, value in draft.items():
        if slot in ("courier", "to"):
            if MAP.find(value) is None:
                problems.add(f"draft/{slot}", MAP.explain_unknown(value))
        elif slot != "answer":
            problems.unknown(f"draft/{slot}", "slot", slot, ["courier", "to", "answer"])
        elif value not in ("bribe", "withdraw"):
            problems.add("draft/answer", f"expected bribe or withdraw, not {shown(value)}")
    problems.raise_any("this draft cannot be read")
