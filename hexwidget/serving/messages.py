"""The messages that servers of tables and of classes send to pages, a dataclass each, beside those of the boards.

A message is ``{method, ...}``: ``method`` is the word for its class, the others are the fields of that class. `tools/generate.py` makes
``messages.schema.json`` and the types of the front end from them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal, dataclass_transform

from hexwidget.scene.scene_messages import ChangingScene, StaticScene
from hexwidget.widget.connections import line
from hexwidget.widget.connections.encode import encode
from hexwidget.widget.connections.messages import AnyValue, Count, Maybe, Reply


@dataclass(frozen=True, slots=True)
class Encoded:
    """Marks an entry that its message holds as it travels, by the type that it had before."""

    of: type


Ground = Annotated[Mapping[str, AnyValue], Encoded(StaticScene)]
"""The part of a board's scene that stays."""
Drawing = Annotated[Mapping[str, AnyValue], Encoded(ChangingScene)]
"""The part of a board's scene that changes."""


@dataclass_transform(frozen_default=True)
class PageMessage:
    """A message of a server to a page. A subclass is a dataclass of its entries."""

    method: ClassVar[str]
    """The word for it in a message."""

    def __init_subclass__(cls, *, method: str) -> None:
        cls.method = method
        dataclass(frozen=True)(cls)

    def packed(self) -> str:
        """Return the message as JSON text.

        >>> Remark("A new game begins.").packed()
        '{"method":"said","text":"A new game begins."}'
        """
        return line.json_text(self.method, **encode(self))


# ---------------------------------------------------------------------- to all pages
class Beat(PageMessage, method="beat"):
    """The connection holds."""


class Refused(PageMessage, method="refused"):
    """Nobody is let in now. The server ends the connection."""

    text: str


class Leaving(PageMessage, method="leaving"):
    """The server ends, and is back in a moment."""

    text: str


class Answered(PageMessage, method="custom"):
    """The answer to an intent of a board."""

    content: Reply


class Remark(PageMessage, method="said"):
    """A sentence for those in front of the page."""

    text: str


class TeachersNote(PageMessage, method="note"):
    """A sentence of the teacher."""

    text: str


class ShownBoard(PageMessage, method="eyes"):
    """A position that the teacher shows to all."""

    scene: Ground | None
    """Null: the teacher shows nothing more."""
    pieces: Drawing | None
    text: str


class Download(PageMessage, method="file"):
    """A file for the page to save."""

    name: str
    """The name without its ending."""
    kind: Literal["html", "json", "jsonl"]
    text: str


# ---------------------------------------------------------------------- to tables
@dataclass(frozen=True, slots=True)
class Occupancy:
    """A place at a table, and the number of its viewers who are there."""

    name: str
    seat: str | None
    """The name of its player; empty: spectators; null: the referee."""
    here: Count
    you: bool


@dataclass(frozen=True, slots=True)
class HomeLink:
    """The way from a table of a class: back, and on to the next table that waits for the person."""

    to: Literal["", "wall"]
    """The page to go back to, if the tab has not come from one; empty: the learners'."""
    waits: Count
    """The number of other tables that wait for this person."""
    next: str
    """The link of the next one; empty: none waits."""
    who: str
    """The people who play there."""


@dataclass(frozen=True, slots=True)
class OpenRequest:
    """A request that waits for answers."""

    number: Count
    text: str


TableWish = Literal["back", "rematch", "open", "agree", "refuse", "resign", "replay", "file"]
"""A wish of somebody at a table, beside what they do on their board."""


class TablePresent(PageMessage, method="present"):
    """The people at a table, and what the place of the page may do there."""

    text: str
    """The places as a sentence."""
    places: tuple[Occupancy, ...] = ()
    over: str = ""
    """A sentence about the end of the game; empty: it goes on."""
    opened: bool = False
    """All may see the whole game."""
    game: Count = 1
    """The number of the game: a rematch is the next one."""
    may: tuple[TableWish, ...] = ()
    """The wishes that this place may have now."""
    home: Maybe[HomeLink] = None
    request: Maybe[OpenRequest] = None


class GameRecording(PageMessage, method="replay"):
    """The game so far, to step through."""

    recording: str


# ---------------------------------------------------------------------- to learners
class CoursePresent(PageMessage, method="present"):
    """The learner of a course."""

    looks: bool
    """True for the teacher, who looks on."""
    name: str
    course: str
    screens: Count
    """The screens at which the learner is."""
    over: bool


@dataclass(frozen=True, slots=True)
class OwnGame:
    """A game of a learner, as the learner is told of it."""

    title: str
    you: str
    against: str
    stage: str
    acts: bool
    link: str
    over: bool


class OwnGames(PageMessage, method="games"):
    """The games of a learner."""

    games: tuple[OwnGame, ...]


class OwnLink(PageMessage, method="link"):
    """Another link of a learner, for another device."""

    token: str


# ---------------------------------------------------------------------- to walls
@dataclass(frozen=True, slots=True)
class CoursePart:
    """A part of a course."""

    name: str
    asks: bool
    """True if it is an exercise."""


class ClassState(PageMessage, method="class"):
    """The class, as the wall shows it."""

    title: str
    parts: tuple[CoursePart, ...]
    learners: tuple[str, ...]
    """The ids of all learners."""
    clauses: tuple[tuple[str, str], ...]
    """The clauses of the rulebook, each with its title."""
    words: tuple[str, ...]
    """The states of a clause, the best first."""
    link: str
    """The token of the class's link; empty if it is not kept."""
    code: str
    """The code by which learners come in; empty: the door is closed."""
    base: str
    """The address of the pages, as far as the server knows it."""
    remedy: str
    """The way to let others than this machine open them."""
    over: bool
    shows: bool
    """True while a position is shown to all."""
    starts: tuple[tuple[str, str, tuple[str, ...]], ...]
    """The positions that games can begin from, each with its title and its players."""


@dataclass(frozen=True, slots=True)
class PartProgress:
    """The work of a learner in a part of the course."""

    solved: bool
    begun: bool
    tries: Count
    hints: Count
    shown: Count
    """The number of times that the part was played for them to its end, or its answer shown."""
    seconds: Count


class LearnerState(PageMessage, method="learner"):
    """A learner, as the wall shows them. The last entries are missing before the learner's worker has told them."""

    id: str
    name: str
    look: str
    """The token by which the teacher looks on."""
    here: Count
    """The screens at which they are."""
    plays: Count
    """The screens among them at which they sit at a table."""
    stuck: str
    """The reason why they seem to be stuck; empty: they do not."""
    part: Maybe[Count] = None
    done: Maybe[tuple[PartProgress, ...]] = None
    clauses: Maybe[Mapping[str, str]] = None
    """The state of each clause that is not new to them."""
    refused: Maybe[tuple[str, ...]] = None
    """The clauses of each of their last refusals since they last got on, with blanks between."""
    stands: Maybe[Literal["playing", "done", "lost"]] = None
    left: Maybe[tuple[str, ...]] = None


class LearnerGone(PageMessage, method="gone"):
    """A learner was deleted."""

    learner: str


class BoardGround(PageMessage, method="static"):
    """The part of scenes that stays, under a key."""

    key: str
    scene: Ground


class BoardDrawing(PageMessage, method="scene"):
    """The scene of a learner's board: the key of the part that stays, and the part that changes."""

    learner: str
    key: str
    scene: Drawing


@dataclass(frozen=True, slots=True)
class GameSeat:
    """A seat of a game in a class, and the person who has it."""

    seat: str
    who: str
    acts: bool


@dataclass(frozen=True, slots=True)
class ClassGame:
    """A game of learners, as the wall shows it."""

    name: str
    title: str
    stage: str
    over: bool
    seats: tuple[GameSeat, ...]
    plays: bool
    """The teacher plays."""
    waits: bool
    """It is the teacher's turn."""
    link: str
    """The teacher's seat; where others play, the referee's desk."""


class ClassGames(PageMessage, method="games"):
    """The games of a class."""

    games: tuple[ClassGame, ...]


class CodePicture(PageMessage, method="picture"):
    """The QR code of an address that a wall has asked for."""

    address: str
    image: str
    """Its ``data:`` address."""


class LearnersLink(PageMessage, method="link"):
    """The new link of a learner, for the teacher to give."""

    name: str
    token: str


LineMessage = Beat | Refused | Leaving | Answered
"""The messages to every page, which its connection takes."""
TableMessage = TablePresent | Remark | TeachersNote | ShownBoard | GameRecording | Download
"""The messages to the page of a table."""
CourseMessage = CoursePresent | OwnGames | Remark | TeachersNote | ShownBoard | Download | OwnLink
"""The messages to the page of a learner."""
WallMessage = (
    ClassState
    | LearnerState
    | LearnerGone
    | BoardGround
    | BoardDrawing
    | ClassGames
    | Remark
    | CodePicture
    | LearnersLink
    | Download
)
"""The messages to the wall."""
WISH_FAILED = "That failed. The server's log says why."
"""The words for a person whose wish or request has failed by a fault of the server."""
PAGES = ("LineMessage", "TableMessage", "CourseMessage", "WallMessage")
"""The names of these unions."""
