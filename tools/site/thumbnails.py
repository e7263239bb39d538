"""Small pictures of boards for cards, in light and dark."""

from __future__ import annotations

import io
from pathlib import Path

from PIL import Image
from sphinx.environment import BuildEnvironment

import hexwidget as hw

WIDTH, HEIGHT = 480, 300
THEMES = ("light", "dark")
SCALE = 0.6
"""Of the picture that is cut. A board's own picture is much larger than a card."""


def thumbnail(env: BuildEnvironment, board: hw.Board, name: str) -> str:
    """Write the pictures of a board, and return them as HTML. The page shows the one of its theme.

    :param name: of the files, without their endings
    """
    for theme in THEMES:
        picture = Image.open(io.BytesIO(board.to_png(theme=theme, scale=SCALE))).convert("RGB")
        _cut(picture).save(pictures(env) / f"{name}-{theme}.webp", "WEBP", quality=80)
    return images(env, name)


def pictures(env: BuildEnvironment) -> Path:
    """The folder of the site's pictures."""
    folder = Path(env.app.outdir) / "_images"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def images(env: BuildEnvironment, name: str) -> str:
    """The pictures of a card, as HTML."""
    place = f"{'../' * env.docname.count('/')}_images/{name}"
    return "".join(
        f'<img class="only-{theme}" src="{place}-{theme}.webp" alt="" loading="lazy" width="{WIDTH}" height="{HEIGHT}">'
        for theme in THEMES
    )


def _cut(picture: Image.Image) -> Image.Image:
    """The middle of a picture in the shape of a card."""
    scale = max(WIDTH / picture.width, HEIGHT / picture.height)
    size = (max(WIDTH, round(picture.width * scale)), max(HEIGHT, round(picture.height * scale)))
    left, top = (size[0] - WIDTH) // 2, (size[1] - HEIGHT) // 2
    return picture.resize(size, Image.Resampling.LANCZOS).crop((left, top, left + WIDTH, top + HEIGHT))
