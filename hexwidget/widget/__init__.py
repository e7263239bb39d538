"""The board: an anywidget that sends state down and takes intents up.

May import every floor below. `board` is the widget, `wire` what travels, `intents` what is understood.
"""

from hexwidget.widget.board import Board

__all__ = ["Board"]
