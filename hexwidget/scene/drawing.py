"""Pictures of scenes, as the text of SVG documents. Nothing is drawn here: the front end's own code draws, as on the board.

This module alone runs code that is not Python: our bundle ``widget/static/draw.js``, and nothing else. QuickJS runs it
(``quickjs-ng``), in Pyodide the page or worker about it. It gets a scene as JSON and gives back a text; it has no files, no
network and no way into Python, and a limit of time and memory. It is loaded with the first picture.
"""

from __future__ import annotations

import json
import re
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from html import escape as _escape
from pathlib import Path
from typing import Any
from zlib import crc32

from hexwidget.geometry import MatMap, SpaceMap
from hexwidget.problems import check_name
from hexwidget.scene.encode import Encoding
from hexwidget.scene.palette import PALETTES
from hexwidget.scene.paper import PAPER, in_grey, on_paper
from hexwidget.scene.scene import Scene
from hexwidget.scene.scene_messages import ChangingScene, StaticScene

MOST_SECONDS = 30.0
"""The most seconds of a processor that a picture may take."""
MOST_BYTES = 1_000_000_000
"""The most memory that a picture may take."""
_STACK_BYTES = 200_000
"""Less than the stack of any thread."""
BUNDLE = Path(__file__).parent.parent / "widget" / "static" / "draw.js"
FUNCTION = "hexwidgetPicture"
"""The function that the bundle defines: from a request as JSON to a picture."""
ENCODING = Encoding()
_SIZE = re.compile(r'<svg [^>]*?width="([\d.]+)" height="([\d.]+)"')
per_thread = threading.local()
Run = Callable[[str], str]


class DrawingError(RuntimeError):
    """A picture that could not be drawn: it took too much time or memory, or its code has a fault."""


def draw(
    scene: Scene,
    *,
    theme: str = "light",
    radius: float = 34.0,
    width: float | None = None,
    most: float | None = None,
    plain: bool = False,
    far: bool = False,
    caption: str = "",
    numbered: bool = False,
    choices: Mapping[str, Any] | None = None,
) -> str:
    """Return the picture of a scene, as the text of an SVG document. ``<title>`` and ``<desc>`` describe it in words.

    Without the library (quickjs-ng) the picture is a plain one, and says so.

    :param theme: "light" or "dark", or either with "-contrast" for more contrast; "print" for paper, in black and white
    :param radius: the radius of a hex, in pixels
    :param width: the width in pixels that the map fits, or that a mat is laid out for, in place of a radius
    :param most: the most pixels of a map of hexes or provinces: a larger map has a smaller radius
    :param plain: True: a plainer landscape, which makes the picture smaller and is drawn faster
    :param far: True: the ground has no drawings
    :param caption: a line below the picture
    :param numbered: True: notes have numbers in place of flags, and their words are left out
    :param choices: the choices that are being made, encoded as for the board: they are marked as there
    :raises InputError: if there is no such theme
    :raises DrawingError: if it takes too much time or memory
    """
    options = {"width": width, "most": most, "plain": plain, "far": far, "caption": caption, "choices": choices}
    if numbered:
        options["numbered"] = True
    return _picture_of(scene, theme, radius, options)


@dataclass(frozen=True, slots=True)
class GroundPicture:
    """A picture of ground and pieces that ends where the map ends. Its sides are given in the map's units."""

    svg: str
    left: float
    top: float
    right: float
    bottom: float


def ground_picture(scene: Scene, theme: str = "light", radius: float = 34.0) -> GroundPicture:
    """Return the ground and the pieces of a scene without margins and without anything beside the map.

    The point (x, y) of the map, as `SpaceMap.centre` of the map that is `drawn_map` gives it, lies ``(x - left) * radius`` pixels to the right and
    ``(y - top) * radius`` pixels below the corner of the picture.

    :param radius: the radius of a hex, in pixels
    """
    svg = _picture_of(scene, theme, radius, {"bare": True})
    if isinstance(scene.map, MatMap):
        size = [float(side) / radius for side in _SIZE.findall(svg)[0]]
        return GroundPicture(svg, 0.0, 0.0, *size)
    corners = [corner for index in SpaceMap.members(scene.map.full) for corner in scene.map.outline(index)]
    (left, top), (right, bottom) = ([edge(at[axis] for at in corners) for axis in (0, 1)] for edge in (min, max))
    return GroundPicture(svg, left, top, right, bottom)


def drawn_map(m: SpaceMap, scene: Scene) -> SpaceMap:
    """Return a map whose spaces lie where the pictures of a scene show them: a mat has no places of its own."""
    if not isinstance(m, MatMap) or is_plain():
        return m
    return m.placed(json.loads(_picture_of(scene, "light", 34.0, {"places": True})))


def is_plain() -> bool:
    """Return True if the library that draws the landscape is missing: pictures are plain ones."""
    return _function() is None


def _picture_of(scene: Scene, theme: str, radius: float, options: Mapping[str, Any]) -> str:
    if theme == PAPER:
        return in_grey(_picture_of(on_paper(scene), "light-contrast", radius, options))
    check_name("this cannot be drawn", "theme", theme, [*PALETTES, PAPER], "theme")
    run = _function()
    if run is None:
        return plain_picture(scene, theme, radius)
    static, changing = ENCODING.encode(StaticScene.of(scene)), ENCODING.encode(ChangingScene.of(scene))
    request = {"scene": static, "state": changing, "theme": theme, "radius": radius, **options}
    text = json.dumps(request, separators=(",", ":"))
    # Equal scenes have equal pictures; on one page the names in different pictures must differ.
    return run(f'{text[:-1]},"prefix":"h{crc32(text.encode()):x}-"}}')


# ---------------------------------------------------------------------- the code that draws
@cache
def bundle() -> str:
    try:
        return BUNDLE.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise RuntimeError(
            "the front end, which draws pictures, has not been built; in a source tree run 'make build', else install the wheel"
        ) from None


def _function() -> Run | None:
    """Return the function that draws; None if nothing is here to run it. QuickJS belongs to a thread: each has its own."""
    found: Run | None = getattr(per_thread, "function", None)
    if found is None:
        found = per_thread.function = _of_page() if sys.platform == "emscripten" else of_quickjs(bundle())
    return found


def _of_page() -> Run:
    """The function in Pyodide, of the page or worker that Python runs in."""
    from pyodide.code import run_js

    run_js(bundle())
    function: Run = run_js(FUNCTION)
    return function


def of_quickjs(code: str, seconds: float = MOST_SECONDS, memory: int = MOST_BYTES) -> Run | None:
    """The function in QuickJS, with its limits; None without the library."""
    try:
        import quickjs
    except ImportError:
        return None
    context = quickjs.Context()
    context.set_time_limit(seconds)
    context.set_memory_limit(memory)
    context.set_max_stack_size(_STACK_BYTES)
    context.eval(code)
    function = context.get(FUNCTION)

    def run(request: str) -> str:
        began = time.thread_time()
        while True:
            try:
                picture: str = function(request)
            except quickjs.JSException as error:
                # The limit counts the processor time of all threads: what others have used does not count here.
                if "interrupted" in str(error) and time.thread_time() - began < seconds:
                    continue
                per_thread.function = None  # its memory may be full
                raise DrawingError(_reason(str(error), seconds, memory)) from None
            return picture

    return run


def _reason(error: str, seconds: float, memory: int) -> str:
    first = error.partition("\n")[0]
    if "interrupted" in first:
        return f"the picture was given up: it took more than {seconds:g} seconds"
    if "out of memory" in first or first == "null":
        return f"the picture was given up: it took more than {memory / 1e6:,.0f} MB"
    return f"the picture could not be drawn: {first}"


Palette = Mapping[str, Any]
CAPTION = "Plain picture: install quickjs-ng for the landscape"
_MARGIN, _FOOT = 10.0, 20.0
_LETTER = 0.6
"""The approximate width of a letter, in font sizes."""
_NO_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def escape(text: str) -> str:
    """Escape a text for XML."""
    return _escape(_NO_XML.sub("\ufffd", text))


def plain_picture(scene: Scene, theme: str, radius: float) -> str:
    """Return the spaces of a scene in the tone of their ground, with letters for pieces and cards, as an SVG document."""
    colours, spaces = PALETTES[theme], scene.map
    corners = [corner for index in SpaceMap.members(spaces.full) for corner in spaces.outline(index)] or [(0.0, 0.0)]
    left, top = (min(corner[axis] for corner in corners) * radius - _MARGIN for axis in (0, 1))
    right, foot = (max(corner[axis] for corner in corners) * radius + _MARGIN for axis in (0, 1))
    width, height = right - left, foot - top + _FOOT
    drawn = "".join([*_spaces(scene, colours, radius), *_pieces(scene, colours, radius)])
    caption = _text(CAPTION, _MARGIN, height - _FOOT / 2 - 2, 11, colours["dim"], "start")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
        f'viewBox="0 0 {width:.1f} {height:.1f}" role="img" font-family="sans-serif">'
        f"<title>{escape(scene.title)}</title><desc>{escape(scene.description)}</desc>"
        f'<rect width="100%" height="100%" fill="{colours["stage"]}"/>'
        f'<g transform="translate({-left:.1f} {-top:.1f})">{drawn}</g>{caption}</svg>\n'
    )


def _spaces(scene: Scene, colours: Palette, r: float) -> Iterator[str]:
    """Draw the spaces of each ground, and above them the names that have room."""
    spaces = scene.map
    for key, ground in zip(spaces.terrains, scene.grounds, strict=True):
        outlines = (spaces.outline(index) for index in SpaceMap.members(spaces.plane(key)))
        path = "".join("M" + "L".join(f"{x * r:.1f} {y * r:.1f}" for x, y in corners) + "z" for corners in outlines)
        if path:
            yield f'<path d="{path}" fill="{colours["ground"][ground.hue][0]}" stroke="{colours["dim"]}"/>'
    for index in SpaceMap.members(spaces.full):
        room, label = spaces.label_room(index), spaces.label(index)
        if room and label:
            x, y = spaces.centre(index)
            size = min(11.0, 0.27 * r, room * r / (_LETTER * len(label)))
            yield _text(label, x * r, (y - spaces.name_up) * r, size, colours["ink"])
    for place in scene.places:
        x, y = spaces.centre(spaces.index(place.spaces[len(place.spaces) // 2]))
        yield _text(place.name, x * r, (y + spaces.name_up) * r, min(11.0, 0.27 * r), colours["ink"])


def _pieces(scene: Scene, colours: Palette, r: float) -> Iterator[str]:
    """Write the content of each space: the number and the first letter of pieces, the titles of cards."""
    lines: dict[str, list[tuple[str, int]]] = {}
    for piece in scene.pieces:
        count = str(piece.count) if piece.count > 1 else ""
        lines.setdefault(piece.space, []).append((f"{count}{(piece.kind or piece.symbol)[:1].upper()}", piece.owner))
    for card in scene.cards:
        lines.setdefault(card.space, []).append((str(card.count) if card.pile else card.title, card.owner))
    for space, written in lines.items():
        x, y = scene.map.centre(scene.map.index(space))
        high = 0.46 * r
        for n, (text, owner) in enumerate(written):
            down = (n - (len(written) - 1) / 2) * high
            hue = scene.players[owner].hue
            yield _text(text, x * r, y * r + down, high, colours["owner"].get(hue, [hue])[0], weight=700)


def _text(text: str, x: float, y: float, size: float, fill: str, anchor: str = "middle", weight: int = 500) -> str:
    return (
        f'<text x="{x:.1f}" y="{y + 0.36 * size:.1f}" font-size="{size:.1f}" font-weight="{weight}" '
        f'text-anchor="{anchor}" fill="{escape(fill)}">{escape(text)}</text>'
    )
