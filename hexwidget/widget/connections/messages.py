"""The messages that travel down to the page, a dataclass each. Their names, types and docstrings define them completely.

Scenes and choices travel as the dataclasses that painters and rules have already. Here are the messages that have no
dataclass elsewhere; `hexwidget.scene.scene_messages` and `hexwidget.widget.connections.encode` hold the others. `tools/generate.py` makes
``messages.schema.json`` and the types of the front end from them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Annotated, Any, Literal, TypeVar

from hexwidget.english import capital, listing, translated, worded
from hexwidget.limits import MAY_LACK, Limits
from hexwidget.rules import ChanceNode, Choices, Draft, Event, Finding, Position, Rulebook, Stage, Verdict
from hexwidget.rules.editing import Brush, Setting, settings_of
from hexwidget.rules.position import of_the_last
from hexwidget.scene.scene_messages import ChangingScene, StaticScene
from hexwidget.widget.connections.intents import MOST_NUMBER

T = TypeVar("T")
WITH_REVISION = "with its revision"
Dated = Annotated[T, WITH_REVISION]
"""A message that carries the revision of the board that it belongs to, beside its own entries."""
Maybe = Annotated[T | None, MAY_LACK]
"""An entry that is left out of its message while it is None."""
ANY_VALUE = "any value"
AnyValue = Annotated[str, ANY_VALUE]
"""A value of any kind, as it travels."""
Count = Annotated[int, Limits(0)]
Revision = Annotated[int, Limits(0, MOST_NUMBER)]
"""The number of a state of a board. Each visible change of the board counts it up."""
Number = Count
"""The number of a step of the session."""


@dataclass(frozen=True, slots=True)
class ChoicesState:
    """The options for the first choice, and the choices behind some of them: sent ahead of the click."""

    root: Choices
    branches: tuple[Choices, ...]
    """Choices behind a piece of the root. The pieces themselves stand in the root only."""


@dataclass(frozen=True, slots=True, weakref_slot=True)
class Sentence:
    """A sentence with the clause that it cites and the spaces concerned."""

    text: str
    clause: str
    subjects: tuple[str, ...]
    kind: Maybe[str] = None
    """The kind of the event that it tells, such as "moved"."""

    @classmethod
    def of(cls, event: Event) -> Sentence:
        """The sentence of an event. The boards of all seats show the same object."""
        return _sentence(event)


@of_the_last(1000)
def _sentence(event: Event) -> Sentence:
    return Sentence(event.text, event.clause, event.subjects, event.kind)


@dataclass(frozen=True, slots=True)
class Branch:
    """A step of another way. The steps that were taken from there follow it, each a depth further on."""

    number: Number
    depth: Count
    text: str


@dataclass(frozen=True, slots=True)
class LineStep:
    """A step of the line of play, with the other ways that have been gone from it. They are a flat list: a way of many steps
    would be nested too deeply."""

    number: Number
    depth: Count
    text: str
    branches: tuple[Branch, ...]


@dataclass(frozen=True, slots=True)
class Drawn:
    """A result of chance, for drawing: a die, cubes from a bag, or a value in words."""

    label: str
    value: str
    faces: Count
    """The number of faces of the die; 0: it is no die."""
    cubes: tuple[tuple[str, Count], ...]
    """The cubes that came out, by player; empty: it is no bag."""
    spaces: tuple[str, ...]
    """The spaces that it concerns."""

    @classmethod
    def of(cls, node: ChanceNode, value: str, players: Collection[str], spaces: tuple[str, ...]) -> Drawn:
        """The result of a chance node."""
        values = [value for value, _ in node.outcomes]
        faces = len(values) if values == [str(n) for n in range(1, len(values) + 1)] else 0
        parts = [part.rpartition(" ") for part in value.split(", ")]
        cubes = tuple((name, int(n)) for name, _, n in parts if name in players and n.isdecimal())
        return cls(translated(node.label), translated(value), faces, cubes if len(cubes) == len(parts) else (), spaces)


@dataclass(frozen=True, slots=True, kw_only=True)
class Timeline:
    """The course of the game, and the present step in it."""

    current: Number
    depth: Count
    length: Count
    game: Count = 0
    """Another number means another game or another view of it: its steps of the same numbers are other steps."""
    round_began: Count = 0
    """The depth at which the present round began; of a long round, a later one."""
    can_undo: bool = False
    can_redo: bool = False
    can_goto: bool = False
    rolls: Literal["auto", "ask"] | None = None
    """The way chance is decided: rolled at once, or set by hand; null: this board has no say in it."""
    notice: str = ""
    """A sentence that is good to know, such as what chance has shown in steps that were taken back; or empty."""
    warning: str = ""
    """A sentence on a thing that is wrong with the position; or empty."""
    steps: tuple[LineStep, ...] = ()
    events: tuple[Sentence, ...] = ()
    """The events since the last decision: the player's own, or on the referee's board that of a person."""
    own: Count = 0
    """The number of events at their head that came of the decision itself. The others are replies."""
    outcome: Count = 0
    """The place among them of the event that a headline tells."""
    drawn: tuple[Drawn, ...] = ()
    """The results of chance in the decision, or in the replies where the headline is of them."""


@dataclass(frozen=True, slots=True)
class Said:
    """Sentences beside the board: a question, or the reply to an answer."""

    heading: str
    tone: Literal["question", "right", "wrong"]
    lines: tuple[Sentence, ...]
    dots: str = ""
    """A row of marks under the heading, and what they count, in words; empty: none."""
    counted: str = ""

    @classmethod
    def of(cls, heading: str, tone: Literal["question", "right", "wrong"], lines: Iterable[Any]) -> Said:
        """Sentences about lines that have a text, a clause and spaces."""
        said = (Sentence(translated(line.text), line.clause, tuple(line.spaces)) for line in lines)
        return cls(heading, tone, tuple(said))


@dataclass(frozen=True, slots=True)
class Called:
    """A callout that stands on the board: it introduces a clause."""

    title: str
    text: str
    clause: str
    space: str
    """The space that it points at; empty: none."""


@dataclass(frozen=True, slots=True)
class Kept:
    """The file that the game is kept in, and why its last step could not be saved; empty where there is neither."""

    file: str = ""
    problem: str = ""


def whose_board(player: str) -> str:
    """The words for the board of a player; empty: of spectators."""
    return worded("{player:'s} board", player=player) if player else translated("the spectators' board")


@dataclass(frozen=True, slots=True)
class Status:
    """The state of the game in words, and what this board may do with it."""

    text: str
    stage: Stage
    """The parts of the text."""
    thinking: str
    """A sentence about the opponents whose policies are looking for their next action; or empty."""
    whose: str
    """The words for a board that shows one player's view only; or empty."""
    to_act: tuple[str, ...]
    """The players who may act now."""
    seen_by: str | None
    """The player whose view this is; empty: that of spectators; null: everything is seen."""
    any_view: bool
    """True if this board may show any player's view."""
    recorded: bool = False
    """True of a recording, without a kernel: to be stepped through, not played."""
    asked: Maybe[Literal[True]] = None
    """True of an exercise on a page without a kernel: it is answered by what the page holds."""
    said: tuple[Said, ...] = ()
    kept: Kept = Kept()
    advice: Literal["none", "offered", "sought"] = "none"
    """The board can suggest an action to the player who has to decide, looks for one, or neither."""
    called: Maybe[Called] = None
    taught: Maybe[Literal["plain", "full"]] = None
    """A tutor teaches at this board: it hides what a beginner does not need ("plain"), or shows all of itself ("full")."""

    @classmethod
    def of(
        cls,
        stage: Stage,
        to_act: tuple[str, ...],
        player: str | None,
        *,
        any_view: bool,
        thinking: tuple[str, ...] = (),
        turn: str = "",
    ) -> Status:
        """The status of a board that has nothing else to say.

        :param player: the player whose view it is; empty: that of spectators; None: everything is seen
        :param thinking: the opponents whose policies are looking for their next action
        :param turn: words in place of whose turn it is; empty: the game's own
        """
        if turn:
            stage, to_act = replace(stage, turn=turn), ()
        thoughts = capital(worded("{players:is} thinking", players=listing(thinking))) if thinking else ""
        whose = "" if player is None or any_view else capital(whose_board(player))
        return cls(str(stage), stage.translated(), thoughts, whose, to_act, player, any_view)


@dataclass(frozen=True, slots=True)
class Posed:
    """The question that an editor makes."""

    kind: str
    sentence: str
    piece: str
    place: str
    actions: tuple[str, ...]
    clause: str
    missing: str
    """The thing to be shown next, as a sentence; empty: the question can be asked."""
    clauses: tuple[tuple[str, str], ...]
    """The clauses that it may teach, each with its title."""


@dataclass(frozen=True, slots=True)
class Editing:
    """The brushes and settings of an editor, and what is wrong with the position as it is."""

    brushes: tuple[Brush, ...]
    settings: tuple[Setting, ...]
    findings: tuple[Finding, ...]
    posed: Maybe[Posed] = None
    """The question; null: none is asked."""

    @classmethod
    def of(cls, position: Position, more: tuple[Brush, ...] = (), posed: Posed | None = None) -> Editing:
        """The message about a position that is edited.

        :param more: brushes beside those of the system
        :param posed: the question that is made
        """
        system = position.system
        findings = system.check_position(position).findings
        brushes = [replace(brush, label=translated(brush.label)) for brush in (*system.brushes(position), *more)]
        return cls(tuple(brushes), tuple(settings_of(position)), findings, posed)


@dataclass(frozen=True, slots=True)
class Difference:
    """The way from a value to the one that follows it: a new value, or what changes in an object, a list or a text."""

    value: Maybe[AnyValue] = None
    """The value that follows."""
    set: Maybe[Mapping[str, AnyValue]] = None
    """The entries of an object that get new values."""
    entries: Maybe[Mapping[str, Difference]] = None
    """The entries of an object in which something changes."""
    items: Maybe[tuple[tuple[Count, Count] | Difference, ...]] = None
    """The items of the list that follows: runs of the old list (the first item, the number of items), and new items, a value each
    or what differs from the item before."""
    text: Maybe[tuple[Count, str, Count]] = None
    """The text that follows: the number of letters that stay in front, what comes between, the number that stay behind."""


@dataclass(frozen=True, slots=True)
class TraitChange:
    """The change of a trait since a version of it that has travelled."""

    since: Count
    """The version that it changes."""
    version: Count
    """The version that follows."""
    set: Maybe[Mapping[str, AnyValue]] = None
    entries: Maybe[Mapping[str, Difference]] = None


Patch = Mapping[str, TraitChange]
"""The changes of traits, by their names. A view with another version of a trait has missed a change, and asks for all state as a new
view does."""


@dataclass(frozen=True, slots=True)
class BoardState:
    """The synced traits of a board, each written by the kernel only."""

    _scene: StaticScene
    _state: Dated[ChangingScene]
    _choices: Dated[ChoicesState]
    _current: Dated[Choices] | None
    """The choices under the draft that the kernel holds; null without a draft."""
    _timeline: Dated[Timeline]
    _status: Dated[Status]
    _editing: Dated[Editing] | None
    """Null while the position is not edited."""
    _patch: Patch | None
    """The last change that has travelled in place of whole values; null: no change has."""


TRAITS = tuple(entry.name for entry in fields(BoardState) if entry.name != "_patch")
DATED = ("_state", "_choices", "_timeline", "_status")
"""The traits whose changes travel as differences."""


@dataclass(frozen=True, slots=True)
class ClauseReading:
    """A reading that a clause leaves open: the name of the option, its values, and the value that holds in this game."""

    name: str
    values: tuple[str, ...]
    now: str


@dataclass(frozen=True, slots=True)
class ClauseExample:
    """An example in the section of a clause."""

    id: str
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class ClauseText:
    """A clause of the rulebook to be read, the readings that it leaves open, and the examples of its section."""

    id: str
    kind: str
    title: str
    text: str
    open: str
    readings: tuple[ClauseReading, ...]
    examples: tuple[ClauseExample, ...]

    @classmethod
    def of(cls, wanted: str, position: Position) -> ClauseText:
        """A clause by its id, with the readings that hold in a position.

        :raises UnknownName: if the rulebook has no such clause
        """
        rulebook: Rulebook = position.system.rulebook
        found, settings = rulebook[wanted], position.settings
        options = [option for option in rulebook.options.values() if option.clause == wanted]
        readings = (ClauseReading(each.name, each.values, str(settings.get(each.name, ""))) for each in options)
        near = [each for each in rulebook.values() if each.section == found.section and each.id != wanted]
        others = (each for each in near if each.kind == "example")
        examples = (ClauseExample(each.id, translated(each.title), translated(each.text)) for each in others)
        title, text, left_open = map(translated, (found.title, found.text, found.open))
        return cls(found.id, found.kind, title, text, left_open, tuple(readings), tuple(examples))


@dataclass(frozen=True, slots=True)
class Reply:
    """The answer to an intent. A reply that is not ok has an error."""

    id: str | None
    ok: bool
    revision: Revision
    error: Maybe[str] = None
    stale: Maybe[Literal[True]] = None
    """True if the intent was composed at another revision than the board's."""
    verdict: Maybe[Verdict] = None
    clause: Maybe[ClauseText] = None
    events: Maybe[tuple[Sentence, ...]] = None
    svg: Maybe[str] = None
    text: Maybe[str] = None
    draft: Maybe[Draft] = None
    """The draft that means an action, if there is one."""
