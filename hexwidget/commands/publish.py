"""``hexwidget publish``: a page, a picture and a file for a static host. `hexwidget.commands.cli` runs it; its modules load on demand."""

from __future__ import annotations

import argparse
import json
import re
from html import escape
from typing import Any

from hexwidget.asking.game_files import open_game
from hexwidget.commands.answers import WELL, Answer, file_name
from hexwidget.files import Scenario, write_whole
from hexwidget.play import Session, link
from hexwidget.play.links import hides, play_page
from hexwidget.problems import InputError

WIDTH, HEIGHT = 1200, 630
"""The size of the picture beside a link, in pixels: other sites ask for it."""
PLAYER = "play.html"
MOST = 200_000
"""The most characters of the preview in the file."""
_SIZE = re.compile(r'<svg ([^>]*?) width="\d+" height="\d+"')


def run(given: argparse.Namespace) -> Answer:
    """Write the files. Return the exit code, their names as data, and as text.

    :raises InputError: if the file cannot be read, is a game under way that hides things, or does not fit in a link
    """
    from hexwidget.scene.png import to_png
    from hexwidget.widget import Board
    from hexwidget.widget.pages.page import checked, play_button
    from hexwidget.widget.pages.preview import public_preview

    found = open_game(given.file)
    if isinstance(found, Session) and found.position.to_act and hides(found.position):
        what = "it hides things from players, and the page shows them to everybody: publish it when it is over"
        raise InputError("this game cannot be published", what)
    if isinstance(found, (Scenario, Session)):
        board = Board(found)
        title = getattr(found, "title", "") or board._showing.state.scene.title
        page = str(board.to_html())
    else:
        board, title, page = found.board, found.title, str(found.to_html())
    name, folder, text = file_name(given.file, title) or "board", given.folder, link(found)
    play = checked(given.play) or ("./" + PLAYER if (folder / PLAYER).exists() else "")
    beside = f"{name}.play.json"
    button = ""
    if play:
        address = f"{play}#at={beside}" if play == f"./{PLAYER}" else play_page(play, text)
        button = play_button(*address.split("#", 1))
    address = given.address and f"{checked(given.address).rstrip('/')}/"
    card = _card(title, f"{board._showing.state.scene.description}", f"{address}{name}.png")
    page = page.replace("<title>", f"{card}<title>", 1).replace("</h1>", f"</h1>{button}", 1)
    size = rf'<svg \1 width="{WIDTH}" height="{HEIGHT}" preserveAspectRatio="xMidYMid slice"'
    picture = to_png(_SIZE.sub(size, board.to_svg(), count=1), 1)
    held: dict[str, Any] = {"link": text, "preview": public_preview(found, MOST)}
    kept = json.dumps(held, ensure_ascii=False, separators=(",", ":"))
    made: dict[str, str | bytes] = {f"{name}.html": page, f"{name}.png": picture, beside: kept}
    folder.mkdir(parents=True, exist_ok=True)
    written = [str(write_whole(folder / file, content)) for file, content in made.items()]
    told = "" if play else f"\nThe page shows and asks; to play on, put {PLAYER} beside it, or name one with --play."
    return WELL, {"title": title, "written": written, "play": play}, "\n".join(written) + told


def _card(title: str, description: str, picture: str) -> str:
    """Return the tags by which other sites show a link to the page."""
    tags = {"title": title, "description": description, "type": "website", "image": picture}
    sizes = {"image:width": f"{WIDTH}", "image:height": f"{HEIGHT}"}
    made = [f'<meta property="og:{name}" content="{escape(text)}">' for name, text in (tags | sizes).items()]
    return "".join(made) + '<meta name="twitter:card" content="summary_large_image">'
