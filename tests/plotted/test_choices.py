"""Routes drawn hex by hex, and the secrecy of sealed orders."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

import hexwidget as hw
from hexwidget.rules import Choices, Status
from hexwidget.systems.plotted.position import PlottedPosition
from tests import inside
from tests.plotted.positions import HILLY, scripted


class Pencil:
    """A player who clicks, with a draft."""

    def __init__(self, position: PlottedPosition, player: str) -> None:
        self.position, self.player = position, player
        self.now: Choices = position.choices(player=player)

    def click(self, label: str) -> Pencil:
        found = [o for o in self.now.options if o.label.startswith(label)]
        assert found, (label, [o.label for o in self.now.options])
        return self.goto(found[0].leads_to)

    def to(self, space: str) -> Pencil:
        assert self.now.field is not None
        return self.goto(self.now.draft.set(self.now.field.slot, space))

    def goto(self, draft: hw.Draft) -> Pencil:
        self.now = self.position.choices(draft, self.player)
        return self


def test_the_question_says_how_many_units_would_rest() -> None:
    pencil = Pencil(
        scripted({"0202": "cavalry 3", "0404": "infantry 4", "0505": "infantry 4"}, {"0707": "infantry 4"}), "red"
    )
    pencil.click("Cavalry").to("0302").to("0402")
    assert pencil.now.prompt.endswith("Seal 1 order; the other 2 rest?")
    pencil.click("Infantry on 0404").click("All-around")
    assert pencil.now.prompt.endswith("Seal 2 orders; the other rests?")


def test_a_route_is_drawn_taken_back_and_drawn_on() -> None:
    pencil = Pencil(scripted({"0202": "cavalry 3"}, {"0707": "infantry 4"}), "red")
    pencil.click("Cavalry on 0202")
    assert pencil.now.prompt == "Cavalry on 0202, march: 2 of 2 movement points left; draw the route."
    pencil.to("0302").to("0402")
    assert str(pencil.now.action) == "march 0202-0302-0402"
    assert pencil.now.prompt == "Cavalry on 0202, march: 0 of 2 movement points left. Seal 1 order?"
    assert pencil.now.field is not None
    assert pencil.now.field.lead == ("0202", "0302", "0402")
    assert not pencil.now.field.reach
    pencil.click("Back from 0402")
    assert str(pencil.now.action) == "march 0202-0302"
    pencil.click("Run").to("0403").to("0302")
    assert str(pencil.now.action) == "run 0202-0302-0403-0302"
    pencil.click("Back").click("Back").click("Back")
    assert pencil.now.action is None
    assert pencil.now.verdict.status is Status.INCOMPLETE


def test_the_cheapest_way_leads_to_a_hex_further_on() -> None:
    pencil = Pencil(scripted({"0202": "cavalry 3"}, {"0101": "infantry 4"}, map=HILLY), "red")
    pencil.click("Cavalry").click("Run").to("0403")
    assert str(pencil.now.action) == "run 0202-0302-0403"


def test_an_own_unit_is_chosen_by_a_click_and_its_hex_gone_on_to_by_a_button() -> None:
    position = scripted({"0202": "cavalry 3", "0302": "infantry 4"}, {"0707": "infantry 4"})
    pencil = Pencil(position, "red").click("Cavalry")
    assert pencil.now.field is not None
    assert "0302" not in pencil.now.field.reach
    assert "0402" in pencil.now.field.reach  # behind it
    pencil.click("On to 0302 (infantry)")
    assert str(pencil.now.action) == "march 0202-0302"
    assert "0302" in position.reach("0202")


def test_a_barred_step_cites_its_clause() -> None:
    position = scripted({"0402": "cavalry 3"}, {"0101": "infantry 4"}, map=HILLY)
    pencil = Pencil(position, "red").click("Cavalry")
    assert pencil.now.field is not None
    assert pencil.now.field.reach.rim["0501"] == "P1.5"
    why = position.system.explain(position, "red", pencil.now.draft, "0501")
    assert why.clauses == ("P1.5",)
    barred = Pencil(position, "red").click("Cavalry").to("0501").now
    assert barred.verdict.clauses == ("P1.5",)
    assert barred.action is None
    far = position.system.explain(position, "red", pencil.now.draft, "0102")
    assert far.clauses == ("P1.3",)
    # Before anything is chosen, the owner of the units is the reason.
    nobody = position.system.explain(position, "red", hw.Draft(), "0101")
    assert [f.code for f in nobody.findings] == ["others_unit"]


def test_a_hex_round_a_corner_is_explained_by_the_way_round_it() -> None:
    field = ".   .   .   .\n  .   ~   .   .\n.   .   .   ."
    position = scripted({"0102": "cavalry 3"}, {"0401": "infantry 4"}, map=field)
    draft = hw.Draft({"unit": "0102", "order/0102": "run"})
    assert position.system.explain(position, "red", draft, "0302")
    assert position.system.explain(position, "red", draft, "0202").clauses == ("P1.5",)
    drawn = draft.set("route/0102", "0101")
    assert position.system.explain(position, "red", drawn, "0101").status is Status.INCOMPLETE
    # Within a draft only the actions that it can become are listed.
    assert not list(position.legal_actions("red", within=draft.set("to", "0202")))
    assert all("0102-0201" in str(a) for a in position.legal_actions("red", within=draft.set("to", "0201")))


@pytest.mark.clause("P1.8")
def test_a_single_hex_that_is_too_dear_leaves_no_points() -> None:
    position = scripted({"0101": "infantry 4"}, {"0501": "infantry 4"}, map=". % . . .", minimum_move="one_hex")
    drawn = hw.Draft({"unit": "0101", "order/0101": "march", "route/0101": "0201"})
    assert "0 of 1 movement point left" in position.choices(drawn, "red").prompt


def test_orders_of_every_kind_for_several_units() -> None:
    position = scripted({"0202": "cavalry 3", "0404": "infantry 4", "0505": "infantry 4"}, {"0707": "infantry 4"})
    pencil = Pencil(position, "red")
    pencil.click("Cavalry").to("0302").click("Infantry on 0404").click("Defend")
    assert pencil.now.action is None
    assert "choose the side to face" in pencil.now.prompt
    assert [a.spaces for a in pencil.now.arrows] == [("0202", "0302")]
    beyond = {o.value: o.space for o in pencil.now.options if o.slot == "facing"}
    assert beyond == {"E": "0504", "SE": "0505", "SW": "0405", "W": "0304", "NW": "0403", "NE": "0503"}
    pencil.click("Face NE").click("Infantry on 0505").click("All-around")
    assert str(pencil.now.action) == "march 0202-0302; defend 0404 facing NE; all-around defence 0505"
    assert pencil.now.prompt.endswith("Seal 3 orders?")
    pencil.click("No order")
    assert str(pencil.now.action) == "march 0202-0302; defend 0404 facing NE"
    within = list(position.legal_actions("red", within=pencil.now.draft))
    assert all(str(a).startswith("march 0202-0302; defend 0404 facing NE") for a in within)
    assert len(within) > 50
    # Before a unit is chosen a draft can become the orders that it has, once they are whole.
    written = {name: value for name, value in pencil.now.draft.items() if name != "unit"}
    assert list(map(str, position.legal_actions("red", within=hw.Draft(written)))) == [
        "march 0202-0302; defend 0404 facing NE"
    ]
    assert list(map(str, position.legal_actions("red", within=hw.Draft(rest=True)))) == ["all rest"]
    assert not list(position.legal_actions("red", within=hw.Draft({"order/0404": "defend"})))


def test_an_order_is_kept_while_others_are_tried_and_an_empty_route_is_no_order() -> None:
    position = scripted({"0202": "cavalry 3", "0404": "infantry 4"}, {"0707": "infantry 4"})
    pencil = Pencil(position, "red").click("Cavalry").click("Run").to("0302").to("0402")
    pencil.click("Run")  # this order is chosen already
    assert str(pencil.now.action) == "run 0202-0302-0402"
    pencil.click("All-around").click("Charge")
    assert str(pencil.now.action) == "charge 0202-0302-0402"
    # One step back unselects the unit and keeps its order.
    assert str(pencil.goto(pencil.now.back).now.action) == "charge 0202-0302-0402"
    assert pencil.now.back == hw.Draft()
    pencil.click("Cavalry").click("Back").click("Back").click("Infantry").to("0304")
    assert str(pencil.now.action) == "march 0404-0304"


def test_sealed_orders_can_be_changed_and_added_to() -> None:
    position = scripted({"0202": "cavalry 3", "0404": "infantry 4"}, {"0707": "infantry 4"})
    sealed = position.apply("red: march 0202-0302; ambush 0404 facing W").position
    pencil = Pencil(sealed, "red")
    assert pencil.now.prompt.startswith("Red: 2 orders sealed. You may change that")
    pencil.click("Cavalry on 0202").to("0402")
    assert str(pencil.now.action) == "march 0202-0302-0402; ambush 0404 facing W"
    assert [a.spaces for a in sealed.scene("red").arrows] == [("0202", "0302"), ("0404", "0304")]  # a route, a side
    assert [t.label for t in sealed.scene("red").tokens] == ["ambush 0404 facing W"]
    assert sealed.scene("blue").arrows == ()
    nothing = Pencil(sealed, "red").click("No orders").now
    assert str(nothing.action) == "all rest"


def test_an_engaged_unit_is_offered_a_retreat_and_other_moves_with_their_reason() -> None:
    position = scripted({"0303": "cavalry 3"}, {"0403": "infantry 4"}, engaged=[["0303", "0403"]])
    pencil = Pencil(position, "red").click("Cavalry")
    barred = {o.value: [f.clause for f in o.findings] for o in pencil.now.options if o.slot == "order"}
    assert {kind for kind, clauses in barred.items() if clauses} == {"march", "run", "charge"}
    assert set(map(tuple, filter(None, barred.values()))) == {("P4.6",)}
    pencil.to("0203")
    assert str(pencil.now.action) == "retreat 0303-0203"


def test_errors_of_a_draft_name_their_slot() -> None:
    position = scripted({"0202": "cavalry 3"}, {"0707": "infantry 4"})
    for draft, place in {
        hw.Draft(unit="9999"): "draft/unit",
        hw.Draft({"order/0202": "fly"}): "draft/order/0202",
        hw.Draft({"order/9999": "run"}): "draft/order/9999",
        hw.Draft({"route/0202": "0303 x"}): "draft/route/0202",
        hw.Draft({"facing/0202": "up"}): "draft/facing/0202",
        hw.Draft(rest=1): "draft/rest",
        hw.Draft(path="0203"): "draft/path",
        hw.Draft({"order/0202": 3}): "draft/order/0202",
    }.items():
        with pytest.raises(hw.InputError) as error:
            position.choices(draft, "red")
        assert error.value.problems[0].place == place
    others = position.choices(hw.Draft(unit="0707"), "red")
    assert others.verdict.clauses == ("P1.7",)


# ---------------------------------------------------------------- secrecy
SENT = ("_scene", "_state", "_choices", "_current", "_timeline", "_status")


def all_that_is_sent(board: hw.Board) -> str:
    return json.dumps([getattr(board, trait) for trait in SENT], default=lambda b: b.hex())


def heard_by(board: hw.Board) -> list[Any]:
    """The list that collects everything a board sends from now on: state and messages."""
    heard: list[Any] = []
    board.send = lambda content, buffers=None: heard.append(content)
    board.observe(lambda change: heard.append(change["name"]), list(SENT))
    return heard


def test_nothing_of_an_unrevealed_order_reaches_the_other_board() -> None:
    for seed in range(3):
        rng = Random(seed)
        session = hw.Session("plotted/the-ford", seed=seed)
        red, blue = hw.Board(session, player="red"), hw.Board(session, player="blue")
        before, heard = all_that_is_sent(blue), heard_by(blue)
        for _ in range(3):  # blue does not learn that red has sealed and replaced orders
            red.play(session.position.legal_actions("red").sample(rng))
        assert heard == []
        assert all_that_is_sent(blue) == before
        mine = [e["text"] for e in inside.timeline(red)["events"] if e["kind"] == "sealed"][-1]
        assert mine in all_that_is_sent(red)
        # Blue's board answers every question as if nothing were sealed.
        twin = hw.Board(hw.Session("plotted/the-ford", seed=seed), player="blue")
        told = heard_by(twin)
        for space in ("0301", "0307", "0402", "0606"):
            for intent, args in (
                ("choose", {"draft": {"unit": "0307"}}),
                ("explain", {"draft": {}, "space": space}),
                ("explain", {"draft": {"unit": "0307"}, "space": space}),
                ("confirm", {"draft": {"unit": "0301", "order/0301": "run", "route/0301": "0302"}}),
            ):
                for board in (blue, twin):
                    message = {"id": f"{space} {intent} {len(args)}", "revision": inside.status(board)["revision"]}
                    inside.receive(board, {**message, "intent": intent, "args": args})
        assert [h for h in heard if isinstance(h, dict)] == [h for h in told if isinstance(h, dict)]
        assert blue.observation.seen.sealed == (None, None)
        assert repr(blue.position) == repr(twin.position)
        # After the reveal both players read all orders.
        blue.play("all rest")
        assert mine.replace("sealed", "revealed") in [e["text"] for e in inside.timeline(blue)["events"]]
        for board in (red, blue, twin):
            board.close()
