"""A board in a terminal: the position as text, and how to see the board."""

from __future__ import annotations

from hexwidget.rules import Position

MOST_SPACES = 400
"""The text of a larger map is left out, as it fills the screen."""
MOST_LINES = 30
MOST_COLUMNS = 120
HINT = 'A notebook shows this board to click; board.to_html("board.html") writes it as a page for a browser.'


def as_text(seen: Position, title: str, status: str) -> str:
    """Return a board as text: its title and status, the small map and the pieces that its player sees, and a hint."""
    head = f"<Board: {title}, {status}>"
    if len(seen.map) > MOST_SPACES:
        return f"{head}\n{seen.map!r}\n{HINT}"
    lines = [line for line in str(seen).splitlines() if line not in (title, status)]
    if len(lines) > MOST_LINES:
        lines[MOST_LINES:] = ["…"]
    short = [line if len(line) <= MOST_COLUMNS else f"{line[: MOST_COLUMNS - 1]}…" for line in lines]
    return "\n".join([head, *short, HINT])
