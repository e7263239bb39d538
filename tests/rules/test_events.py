"""Events: those that are told at once, and those that are told only when somebody reads them."""

import pickle
from random import Random

import hexwidget as hw
from examples.kuhn_poker import KUHN_POKER
from examples.toy import TOY
from hexwidget.rules import UNWRITTEN, Chronicle, Transition


def test_what_is_told_later_keeps_its_place_and_is_told_once() -> None:
    asked = []

    def tell(log: Chronicle, space: str) -> None:
        asked.append(space)
        log.tell("second", "D1.1", "{0}", space)
        log.later(lambda log: log.tell("third", "D1.1", "nested"))

    log = Chronicle()
    log.tell("first", "D1.1", "before")
    log.later(tell, "0203")
    log.tell("fourth", "D1.1", "after")
    assert asked == []
    transition = Transition(hw.scenario("plotted/head-on").position, log)
    for _ in range(2):
        assert [event.kind for event in transition.events] == ["first", "second", "third", "fourth"]
    assert asked == ["0203"]


def test_a_number_names_the_event_also_when_it_is_told_later() -> None:
    log = Chronicle()
    log.later(lambda log: log.tell("moved", "D1.1", "a"))
    numbers: list[int] = []
    log.later(lambda log: numbers.append(log.tell("landed", "D1.1", "b")))
    events = log.events
    assert [events[n].kind for n in numbers] == ["landed"]


def test_a_transition_compares_and_pickles_by_what_happened() -> None:
    position = hw.scenario("plotted/head-on").position
    action = position.legal_actions("red").sample(Random(1))
    one, other = position.apply(action), position.apply(action)
    assert one == other
    assert pickle.loads(pickle.dumps(one)) == other
    assert one != Transition(one.position, ())


def test_where_nobody_listens_nothing_is_kept_or_worked_out() -> None:
    UNWRITTEN.tell("moved", "D1.1", "{0}", "0203")
    UNWRITTEN.later(lambda log: 1 / 0)
    assert UNWRITTEN.events == ()


def test_a_system_says_its_effects_with_follow_or_with_carry_out() -> None:
    """Kuhn poker has a `carry_out`, and the toy a `follow`. Both have the other one, and `advance`."""
    hw.register(TOY)
    rng = Random(3)
    for system, position in ((KUHN_POKER, KUHN_POKER.position()), (TOY, hw.scenario("toy/first-post").position)):
        while system.to_act(position):
            node = system.chance(position)
            done = node.sample(rng) if node else system.legal_actions(position).sample(rng)
            log = Chronicle()
            after = system.follow(position, done, log)
            assert Transition(after, log) == system.carry_out(position, done)
            assert after == system.advance(position, done)
            position = after
