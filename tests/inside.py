"""The only module of the tests that reaches into private attributes: at most 60 names, each with its reason.

A test uses a public name where one serves. Each function here says why no public name does. ruff's SLF001 finds private attributes
in all other tests.
"""

from __future__ import annotations

from typing import Any

from ipywidgets.widgets.widget import _instances

INSTANCES = _instances
"""All models that live in this process: ipywidgets gives no list of them, and a test of leaks counts them."""


# ------------------------------------------------------------------ traits that a board sends to its page
# Only the page reads them, so they are private. A test without a browser reads what its page would show.
def scene(board: Any) -> Any:
    """The map, the players and the title."""
    return board._scene


def state(board: Any) -> Any:
    """The pieces, cards and marks of the position."""
    return board._state


def choices(board: Any) -> Any:
    """The choices that were sent ahead, from the root on."""
    return board._choices


def current(board: Any) -> Any:
    """The draft and its choices; None while they are among those that were sent ahead."""
    return board._current


def status(board: Any) -> Any:
    """The revision, the notice and the advice."""
    return board._status


def timeline(board: Any) -> Any:
    """The steps and their events."""
    return board._timeline


def recording(board: Any) -> Any:
    """The packed recording that a saved notebook keeps."""
    return board._recording


def editing(board: Any) -> Any:
    """The editor's findings and brushes; None while nobody edits."""
    return board._editing


# ------------------------------------------------------------------ messages of a page
# ipywidgets calls them when a message of a page arrives. A test without a page calls them itself.
def receive(board: Any, message: Any) -> None:
    """Let an intent of a page arrive."""
    board._handle_custom_msg(message, [])


def replace_receiver(board: Any, receiver: Any) -> None:
    """Let another function receive the intents."""
    board._handle_custom_msg = receiver


def handle_message(board: Any, message: Any) -> None:
    """Let a message of a connection arrive, as the kernel reads it."""
    board._handle_msg(message)


# ------------------------------------------------------------------ parts of a board
# A user has no use for a board's parts: `hw.Board` shows its session only.
def showing(board: Any) -> Any:
    """The part that holds what is shown, and sends it."""
    return board._showing


def activity(board: Any) -> Any:
    """The activity on the board: a game, an exercise, a stage, a review. It offers and takes choices."""
    return board._activity


def audience(board: Any) -> Any:
    """The role of the viewers, and the position as they may see it."""
    return board._audience


def sharing(board: Any) -> Any:
    """The part that makes pictures and recordings."""
    return board._sharing


def drawings(board: Any) -> Any:
    """The drawings on the board. `record` takes them, and has no other source."""
    return board._drawings


def conversation(board: Any) -> Any:
    """The replies that are kept for a page that asks again."""
    return board._conversation


def advice(board: Any) -> Any:
    """The search for advice: a test waits for it, or ends its process."""
    return board._advice


def editor(board: Any) -> Any:
    """The editor of exercises: a test fills it faster than by a thousand clicks."""
    return board._editor


def watchers(session: Any) -> Any:
    """The listeners of a session: a test of leaks counts them once a board is closed. Nothing public counts them."""
    return session._watchers


def steps_walked(reach: Any) -> Any:
    """The paths that a reach has walked. It drops them to free memory, which no answer shows."""
    return reach._walked


# ------------------------------------------------------------------ lessons
def guide(course: Any) -> Any:
    """The guide of a course, which its board asks. A test asks it without a board's messages."""
    return course._guide


def lesson(desk: Any) -> Any:
    """The activity of an exercise desk, for the same reason."""
    return desk._lesson


# ------------------------------------------------------------------ tables and classes
# A server shows its people only what they may see. These tests look at what it holds, or make it fail.
def lose_viewers(table: Any) -> None:
    """Let each beat of a table fail, as a fault of ours would."""
    table._viewers = None


def say_at_table(opponents: Any, text: str) -> None:
    """Let the table of an opponent say something, as a leak would."""
    opponents._on_failure.__self__._say(text)


def boards(table: Any) -> Any:
    """The boards of a table by their places. A table has one for each place only while somebody is there."""
    return table._boards


def new_board(table: Any, place: str | None) -> Any:
    """A further board of a place."""
    return table._board(place)


def agreements(table: Any) -> Any:
    """The request that the players have to agree on."""
    return table._agreements


def is_over(table: Any) -> bool:
    """True if a player has resigned, or the players have agreed on a draw. The session does not know it."""
    return bool(table._over)


def is_stopped(table: Any) -> bool:
    """True if a table waits for its players."""
    return bool(table._stopped())


def set_computers(table: Any, seats: dict[str, str]) -> None:
    """Seat computers in a game that is under way."""
    table._computers = seats


def table_viewers(table: Any) -> Any:
    """The viewers of a table, each with their place: what they do is done in their name."""
    return table._viewers


def opponents(table: Any) -> Any:
    """The opponents that think at a table."""
    return table._opponents


def task(worker: Any) -> Any:
    """The task in which an opponent or a review thinks. A test waits until it is done, without a timer."""
    return worker._task


def entry(tables: Any, name: str) -> Any:
    """The table of a name with its doors, as the server holds it."""
    return tables._entries[name]


def send_to_sleep(tables: Any, name: str) -> None:
    """Let a table sleep, as after five minutes without a viewer."""
    tables._let_sleep(tables._entry(name))


def limit_viewers(viewers: Any, most: int) -> None:
    """Set the most viewers of a channel; the real bound is too large for a test."""
    viewers._at_channel = most


def viewers_here(viewers: Any) -> Any:
    """The viewers that the server counts. It counts one less only some time after a page has gone."""
    return viewers._here


def forget_answers(login: Any) -> None:
    """Empty the hub's cache of answers about tokens, so that the next request asks the hub."""
    login._auth.cache.clear()


def longest_call(figures: Any) -> float:
    """The longest call of the loop so far, in seconds. The page of figures rounds it."""
    return float(figures._longest)


def users_of(pool: Any) -> Any:
    """The users of the pool of processes: the last one to leave ends it."""
    return pool._users


def executor_of(pool: Any) -> Any:
    """The executor of the pool; None once it has ended."""
    return pool._pool._executor


def kept_for_learners(channels: Any) -> list[Any]:
    """All that the server of a class keeps by learner. Nothing of it may be left of one who is forgotten."""
    return [channels._courses, channels._look_tokens, [*channels._looks.values(), *channels._doors.values()]]


def walls(wall: Any) -> Any:
    """The viewers of a wall."""
    return wall._walls


def worker_processes(channels: Any) -> Any:
    """The processes that a class has its learners in."""
    return channels._workers


def processes(workers: Any) -> Any:
    """The processes themselves, to kill one."""
    return workers._processes


def writers(workers: Any) -> Any:
    """The connections to processes. A lost one leaves none."""
    return workers._writers


def limit_tables(games: Any, most: int) -> None:
    """Set the most tables of a class; the real bound is too large for a test."""
    games._tables._most = most


def store_of(a_class: Any) -> Any:
    """The store of a class, which its processes get."""
    return a_class._kept.store


# ------------------------------------------------------------------ the rest
def refusal_card(error: Any) -> str:
    """The card of a refusal. A notebook shows it only where an error ends a cell."""
    return str(error._card())


def rewards_so_far(env: Any) -> Any:
    """The rewards since an agent acted last: PettingZoo's documents name this attribute of an AEC environment."""
    return env._cumulative_rewards


def click_callbacks(trace: Any) -> Any:
    """The functions that plotly calls at a click on a trace."""
    return trace._click_callbacks
