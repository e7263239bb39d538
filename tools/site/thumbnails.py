"""Small pictures of boards for cards, in light and dark."""

from __future__ import annotations

import io
from pathlib import Path

from PIL import Image
from sphinx.environment import BuildEnvironment

import hexwidget as hw

WIDTH, HEIGHT = 480, 300
SCALE = 0.6
"""Of the picture that is cut. A board's own picture is much larger than a card."""


def thumbnail(env: BuildEnvironment, board: hw.Board, name: str) -> str:
    """Write the pictures of a board, and return them as HTML. The page shows the one of its theme.

    :param name: of the files, without their endings
    """
    folder = Path(env.app.outdir) / "_images"
    folder.mkdir(parents=True, exist_ok=True)
    found = []
    for theme in ("light", "dark"):
        file = f"{name}-{theme}.webp"
        picture = Image.open(io.BytesIO(board.to_png(theme=theme, scale=SCALE))).convert("RGB")
        _cut(picture).save(folder / file, "WEBP", quality=80)
        found.append(
            f'<img class="only-{theme}" src="{"../" * env.docname.count("/")}_images/{file}" alt="" loading="lazy" '
            f'width="{WIDTH}" height="{HEIGHT}">'
        )
    return "".join(found)


def _cut(picture: Image.Image) -> Image.Image:
    """The middle of a picture in the shape of a card."""
    scale = max(WIDTH / picture.width, HEIGHT / picture.height)
    size = (max(WIDTH, round(picture.width * scale)), max(HEIGHT, round(picture.height * scale)))
    left, top = (size[0] - WIDTH) // 2, (size[1] - HEIGHT) // 2
    return picture.resize(size, Image.Resampling.LANCZOS).crop((left, top, left + WIDTH, top + HEIGHT))
