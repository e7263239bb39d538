"""Keep a recording of the game in the board's state, so that a saved notebook can show it.

Hosts that store the state of widgets (JupyterLab with *Save Widget State*, nbclient, papermill) store it with the notebook.
When the notebook is opened again without a kernel, or exported, the front end plays the recording. `set_saves_boards` changes the
setting of JupyterLab and Notebook 7.

The recording is written when a cell has ended, and where somebody plays on the board, when they pause. It takes longer to
make than a step to play, so it is made in slices between messages.

Exporters such as nbconvert show widgets with code that they load from a network. So each cell that shows a board has a second
output: a short script, which plays the recordings of an exported page without loading anything. In a live notebook it does
nothing.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any
from weakref import WeakSet

from hexwidget.files import write_whole
from hexwidget.play import Session
from hexwidget.play.game_lock import alone
from hexwidget.problems import InputError
from hexwidget.refusals import present_shell
from hexwidget.widget.activity import Activity
from hexwidget.widget.frontend import front_end
from hexwidget.widget.host import log
from hexwidget.widget.pages.page import rulebook_address
from hexwidget.widget.pages.recording import Known, Work, packing, record_lately, run_to_end
from hexwidget.widget.prefetching import finish_soon
from hexwidget.widget.showing import Showing
from hexwidget.widget.work_queue import SLICE, Slices, advance

if TYPE_CHECKING:
    from hexwidget.widget.connections.notebook import BoardWidget

MOST_STEPS = 120
"""The most steps of a game that a notebook keeps; of a longer game the last ones."""
MOST_CHARACTERS = 2_000_000
"""The longest recording that a notebook keeps. A board with a longer one is kept as it looks now, without its steps."""
AT_THE_END = 0.05
"""The most seconds at the end of a cell in which choices are sent ahead: the next cell may keep the kernel from answering."""
PAUSE = 1.0
"""The seconds without a change on the board before the recording is made."""


class Saving:
    """Keeps the recording of a board up to date.

    :param widget: the board
    :param showing: its state
    :param activity: of the people at the board
    """

    def __init__(self, widget: BoardWidget, showing: Showing, activity: Activity) -> None:
        self._widget = widget
        self._activity = activity
        self._showing = showing
        self._known: Known = {}
        self._session: Session | None = None
        self._work: Iterator[object] = iter(())
        self._slices = Slices(self._go_on)
        widget.observe(self._changed, ["_scene", "_state", "_timeline", "theme"])

    def _changed(self, _change: object) -> None:
        boards_behind.add(self)
        _listen()
        self._work = self._writing()
        self._slices.schedule(PAUSE)

    def recording(self) -> str:
        """Return the recording of the game as it is now, packed.

        :raises InputError: if it cannot be made
        """
        return run_to_end(self._making())

    def _making(self) -> Work[str]:
        showing, audience = self._showing, self._showing.audience
        if audience.session is not self._session:
            self._session, self._known = audience.session, {}
        rulebook = rulebook_address(audience.system.name)
        drawings, looks = showing.state.drawings, showing.state.looks
        recording = yield from self._activity.for_page(drawings, looks, brief=True) or record_lately(
            audience.session, audience.player, drawings, rulebook, looks, steps=MOST_STEPS, known=self._known
        )
        text = yield from packing(recording, level=6, most=MOST_CHARACTERS)
        for frame in recording.get("frames", ()):  # to free the memory of all of them takes long
            frame.clear()
            yield
        return text if len(text) <= MOST_CHARACTERS else ""

    @alone
    def write(self) -> None:
        """Write the recording of the game as it is now."""
        self._slices.stop()
        with self._showing.audience.speaking():
            run_to_end(self._writing())

    def _writing(self) -> Work[None]:
        """Write the recording of the game as it is now, with pauses."""
        try:
            text = yield from self._making()
        except Exception:  # the game goes on; a notebook without the recording keeps the board as it looks
            log().exception("the recording for a saved notebook could not be made")
            text = ""
        boards_behind.discard(self)
        self._widget._recording = text

    def _go_on(self) -> bool:
        with self._showing.audience.speaking():
            return advance(self._work, SLICE)[1]


boards_behind: WeakSet[Saving] = WeakSet()
"""The boards that have changed since their recording was written."""
_listening: list[Callable[..., None]] = []


def _listen() -> None:
    """Write recordings at the end of each cell, from now on. Without IPython there are no cells."""
    shell = present_shell()
    if not _listening and hasattr(shell, "kernel"):  # a terminal shows no boards
        _listening.append(at_the_end_of_a_cell)
        shell.events.register("post_run_cell", at_the_end_of_a_cell)


@alone
def at_the_end_of_a_cell(*_result: object) -> None:
    finish_soon(AT_THE_END)
    for each in list(boards_behind):
        each.write()
    if _shown:
        _shown.clear()
        data = {"application/javascript": beside(), "text/html": "", "text/markdown": "", "text/plain": ""}
        present_shell().display_pub.publish(data=data, metadata={})


def beside() -> str:
    """Return the script that stands beside boards.

    It is no HTML, as programs that strip or escape scripts would show its code. Its first line is a comment in a notebook. In an
    exported page that line ends the script element that the exporter has begun: in nbconvert's classic template that element
    needs jQuery, and fails without a network.
    """
    return f"//</script><script>\n{front_end('kept.js')}"


_shown: list[object] = []
"""The boards that the present cell has shown."""


def is_shown(board: object) -> None:
    """Note that the present cell shows a board. Without IPython there are no cells."""
    _listen()
    if _listening:
        _shown.append(board)


PLUGIN = "@jupyter-widgets/jupyterlab-manager:plugin"
_CANNOT = "the setting cannot be changed"


def overrides(prefix: str = "") -> Path:
    """Return the file with the settings that an environment has for all its users.

    :param prefix: the folder of the environment; empty: the one of this Python
    """
    return Path(prefix or sys.prefix) / "share" / "jupyter" / "lab" / "settings" / "overrides.json"


def saves_boards(path: Path) -> bool:
    """True if these settings save boards in notebooks.

    :raises InputError: if the file cannot be read
    """
    return _read(path).get(PLUGIN, {}).get("saveState") is True


def set_saves_boards(path: Path, on: bool) -> None:
    """Save boards in notebooks from now on, or do not. Other settings stay as they are.

    :raises InputError: if the file cannot be read or written
    """
    settings = _read(path)
    plugin = {key: value for key, value in settings.get(PLUGIN, {}).items() if key != "saveState"}
    settings.pop(PLUGIN, None)
    if on or plugin:
        settings[PLUGIN] = plugin | ({"saveState": True} if on else {})
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, json.dumps(settings, indent=2) + "\n")
    except OSError as error:
        what = f"{error.strerror}; in JupyterLab the setting is *Settings > Save Widget State Automatically*"
        raise InputError(_CANNOT, what, str(path)) from error


def _read(path: Path) -> dict[str, Any]:
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise InputError(_CANNOT, f"it cannot be read: {error}; mend or remove it", str(path)) from error
    if not isinstance(found, dict) or not isinstance(found.get(PLUGIN, {}), dict):
        raise InputError(_CANNOT, "expected settings by plugin; mend or remove it", str(path))
    return found
