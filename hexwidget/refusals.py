"""Refusals in IPython: an error that its own words explain is shown as a card, without stack frames.

IPython asks an exception for its lines (`_render_traceback_`). They are the text of the error output, which a saved notebook,
nbclient, papermill and a terminal keep. A page gets the same as HTML after the cell has run, and its style hides the text.

Imports nothing of the package but `hexwidget.name_suggestions`, and IPython only where it runs already.
"""

from __future__ import annotations

import sys
import traceback
from collections.abc import Iterable
from html import escape
from typing import Any

from hexwidget.name_suggestions import suggestion

SHOWN_MODE = "Context"
"""The default mode of IPython's tracebacks (``%xmode``)."""
HINT = "%tb Verbose shows where it was raised."
# Hides the error output right before the card. Where styles or these classes are unknown, both are shown.
_STYLE = (
    "<style>.jp-OutputArea-child:has([data-mime-type$='jupyter.stderr'],[data-mime-type$='jupyter.error'])"
    ":has(+ .jp-OutputArea-child .hexwidget-refusal){display:none}</style>"
)
_usual = False


def use_tracebacks(on: bool = True) -> None:
    """Show `IllegalAction`, `IllegalPosition` and `InputError` with the usual tracebacks in IPython; False: as cards without stack frames.

    IPython's ``%xmode`` does the same: cards are shown in its mode ``Context``, the default.
    """
    global _usual
    _usual = bool(on)


class Refusal(Exception):  # noqa: N818  (a base class that is never raised itself)
    """An exception that its own words explain."""

    def _card(self) -> str:
        """The exception as HTML that suits light and dark pages."""
        raise NotImplementedError

    def _render_traceback_(self) -> list[str]:
        """The lines that IPython shows."""
        shell = present_shell()
        if shell is not None and _is_usual(shell):
            lines: list[str] = shell.InteractiveTB.structured_traceback(type(self), self, self.__traceback__)
            return lines
        if shell is not None:
            shell.events.register("post_run_cell", _show_card)  # registering it twice has no effect
        return [f"{type(self).__name__}: {self}", *self._remarks()]

    def _remarks(self) -> list[str]:
        """The notes on this exception, the exception before it, and the hint how to see more."""
        notes = [str(note) for note in getattr(self, "__notes__", ())]
        before = self.__cause__ or (None if self.__suppress_context__ else self.__context__)
        if before is not None:
            told = "".join(traceback.format_exception_only(type(before), before)).strip()
            notes.append(f"{'Its cause' if self.__cause__ else 'It was raised while this was handled'}: {told}")
        return [*notes, HINT]


def present_shell() -> Any:
    """The IPython shell that runs, which has a ``kernel`` in a notebook and none in a terminal. None outside IPython."""
    ipython = sys.modules.get("IPython")
    return None if ipython is None else ipython.get_ipython()


def _is_usual(shell: Any) -> bool:
    return _usual or getattr(getattr(shell, "InteractiveTB", None), "mode", SHOWN_MODE) != SHOWN_MODE


def _show_card(result: Any) -> None:
    """Show the card of the exception that ended a cell. In a terminal, IPython shows nothing of HTML. An unknown attribute or keyword
    is answered with the nearest one below the traceback."""
    error, shell = result.error_in_exec, present_shell()
    if isinstance(error, AttributeError | TypeError) and (told := suggestion(error)):
        print(told)
    if isinstance(error, Refusal) and shell is not None and not _is_usual(shell):
        lines = "".join(f'<div style="opacity:.8;padding-left:13px">{escape(line)}</div>' for line in error._remarks())
        card = f'{_STYLE}<div class="hexwidget-refusal">{error._card()}{lines}</div>'
        shell.display_pub.publish({"text/html": card.encode("utf-8", "backslashreplace").decode()})


def card(head: str, rows: Iterable[str], *, right: bool = False) -> str:
    """A card in the look of a verdict.

    :param head: plain text
    :param rows: HTML
    :param right: True for the card of an answer that is right
    """
    mark, colour = ("✓", "#2e8b57") if right else ("✗", "#c0392b")
    return (
        f'<div style="border-left:3px solid {colour};padding:2px 10px;margin:2px 0">'
        f'<b style="color:{colour}">{mark} {escape(head)}</b>{"".join(f"<div>{row}</div>" for row in rows)}</div>'
    )


if _shell := present_shell():
    _shell.events.register("post_run_cell", _show_card)
