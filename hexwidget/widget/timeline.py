"""The course of a game as a board tells it.

The referee gets the whole line of play with its branches. A player gets what they were told up to now, counted on its own:
no number says what they were not told.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import pairwise

from hexwidget.play import Session, Step
from hexwidget.widget.audience import visible_events
from hexwidget.widget.messages import Branch, Drawn, LineStep, Sentence, Timeline

LOG_STEPS = 200
"""The most steps of the current line that a timeline holds, about the present one."""
LONGEST_ROUND = 30
"""The most steps back that are looked at for the beginning of the round."""
MOST_FORESEEN = 3
"""The most outcomes that are told which are known from steps taken back."""


def timeline(session: Session, player: str | None, opponents: Collection[str] = ()) -> Timeline:
    """The timeline of a session.

    :param player: the player who is told; None: the referee
    :param opponents: the players who are no persons: their actions belong to the events since a person decided
    """
    if player is None:
        return _timeline_of_referee(session, opponents)
    return _timeline_of_player(session, player, opponents)


def _timeline_of_referee(session: Session, opponents: Collection[str]) -> Timeline:
    line = session.line
    place = session.step.depth
    # Of a long game the steps about the present one travel: as many ahead as there are, then those before.
    first = max(0, min(place - LOG_STEPS // 2, len(line) - LOG_STEPS))
    branches = _branches(session, {step.number for step in line})
    since = _since_the_decision(session, opponents)
    happened = tuple(event for step in since for event in events(step, None))
    return Timeline(
        current=session.step.number,
        depth=place,
        length=len(line) - 1,
        round_began=_round_began(line[: place + 1]),
        can_undo=session.can_undo,
        can_redo=session.can_redo,
        can_goto=True,
        rolls=session.rolls if session.position.system.chancy else None,
        notice="; ".join(filter(None, [session.notice, _taken_back(session)])),
        warning=_broken(session),
        steps=tuple(
            LineStep(step.number, step.depth, _in_words(session, step), branches.get(step.number, ()))
            for step in line[first : first + LOG_STEPS]
        ),
        events=happened,
        outcome=_outcome(session, happened),
        drawn=tuple(
            _drawn(session.steps[step.parent], step) for step in since if step.chance and step.parent is not None
        ),
    )


def _in_words(session: Session, step: Step) -> str:
    """A step as a line for lists, with the names that people read."""
    if step.done is None or step.parent is None:
        return step.text
    before = session.steps[step.parent].position
    if step.action is not None:
        return f"{step.action.player}: {before.system.in_words(before, step.action)}"
    node, chance = before.chance, step.chance
    if node is None or chance is None:
        return step.text
    return f"{node.label}: {node.in_words(chance.value)}{' (set by hand)' if step.by_hand else ''}"


def _branches(session: Session, on_line: set[int]) -> dict[int, tuple[Branch, ...]]:
    """The branches from each step of the line, each with the steps that followed in it; the newest as far as there is room."""
    others = [step for step in session.steps if step.number not in on_line][-LOG_STEPS:]
    following: dict[int, list[Branch]] = {}
    # A step is older than those that follow from it.
    for step in reversed(others):
        if step.parent is not None:
            branch = Branch(step.number, _in_words(session, step), tuple(reversed(following.pop(step.number, []))))
            following.setdefault(step.parent, []).append(branch)
    return {number: tuple(reversed(found)) for number, found in following.items()}


def _broken(session: Session) -> str:
    """The first clause that a position set by hand breaks, as a sentence; empty if it breaks none."""
    if session.step.done is not None or session.step.parent is None:
        return ""
    findings = session.position.system.check_position(session.position).findings
    return f"the position as it was set breaks {findings[0].clause}: {findings[0].text}" if findings else ""


def _taken_back(session: Session) -> str:
    """A sentence if steps were taken back after chance had decided in them: its outcomes are known now."""
    known = list(dict.fromkeys(_in_words(session, step) for step in session.foreseen_steps))
    if not known:
        return ""
    more = f" and {len(known) - MOST_FORESEEN} more" if len(known) > MOST_FORESEEN else ""
    told = ", ".join(known[:MOST_FORESEEN])
    return f"if you play on from here, chance decides as before ({told}{more})"


def _timeline_of_player(session: Session, player: str, opponents: Collection[str]) -> Timeline:
    known, happened, drawn = ["start"], tuple[Sentence, ...](), tuple[Drawn, ...]()
    line = session.line[: session.step.depth + 1]
    began, round_began = _round_began(line), 0
    for before, step in pairwise(line):
        told = "the referee set the position" if step.done is None else None
        if step.done is not None:
            told = before.position.system.told(before.position, step.done, player)
        if told is not None:
            known.append(told)
        if step.depth <= began:
            round_began = len(known) - 1
        here = events(step, player)
        # A player may be told that a card was drawn without being told which.
        came = (_drawn(before, step),) if step.chance is not None and told == str(step.chance) else ()
        if _follows(step, opponents):
            happened, drawn = (*happened, *here), (*drawn, *came)
        elif here:
            happened, drawn = here, came
    last = len(known) - 1
    shown = list(enumerate(known))[-LOG_STEPS:]
    return Timeline(
        current=last,
        depth=last,
        length=last,
        round_began=round_began,
        can_undo=False,
        can_redo=False,
        can_goto=False,
        rolls=None,
        notice="",
        warning="",
        steps=tuple(LineStep(number, number, text, ()) for number, text in shown),
        events=happened,
        outcome=_outcome(session, happened),
        drawn=drawn,
    )


def _outcome(session: Session, happened: Sequence[Sentence]) -> int:
    """The place of the event that a headline tells: the last of the weightiest ones, else the first of all."""
    for kinds in session.position.system.headlines:
        found = [n for n, event in enumerate(happened) if event.kind in kinds]
        if found:
            return found[-1]
    return 0


def _round_began(line: Sequence[Step]) -> int:
    """The depth of the first step of a line that stands in the same round as its last one. The last one, if the game has no
    rounds."""
    *earlier, now = line
    system, began = now.position.system, now
    number = system.stage(now.position).round
    for step in reversed(earlier[-LONGEST_ROUND:] if number else []):
        if system.stage(step.position).round != number:
            break
        began = step
    return began.depth


def _drawn(before: Step, step: Step) -> Drawn:
    """What chance decided in a step."""
    node, outcome = before.position.chance, step.chance
    assert node is not None  # noqa: S101  (chance decides at a chance node only)
    assert outcome is not None  # noqa: S101  (the callers ask for such steps)
    spaces = tuple(dict.fromkeys(space for event in step.events[:1] for space in event.subjects))
    return Drawn.of(node, outcome.value, before.position.players, spaces)


def _follows(step: Step, opponents: Collection[str]) -> bool:
    """True if a step followed from another by itself: dice, or an opponent who is no person."""
    return step.chance is not None or (step.action is not None and step.action.player in opponents)


def _since_the_decision(session: Session, opponents: Collection[str]) -> list[Step]:
    """The steps since the last decision of a person, that decision included: dice that follow from it belong to it."""
    steps = [session.step]
    while _follows(steps[0], opponents) and steps[0].parent is not None:
        steps.insert(0, session.steps[steps[0].parent])
    return steps


def events(step: Step, player: str | None) -> tuple[Sentence, ...]:
    """The events of a step, as far as a player (None: the referee) sees them."""
    return tuple(Sentence.of(event) for event in visible_events(step.events, player))
