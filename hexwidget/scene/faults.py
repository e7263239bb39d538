"""The faults of a scene that its system's author has made: unknown hues, patterns, spaces and seats.

Painters take a scene as it is. A wrong name causes an error there, far from its cause, or nothing is drawn at all.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import cache
from typing import get_args, get_origin, get_type_hints

from hexwidget.geometry import HexMap
from hexwidget.geometry.images import Image
from hexwidget.problems import Problem, Problems, shown
from hexwidget.scene.palette import PALETTES, SYMBOLS
from hexwidget.scene.scene import HUES, BorderLook, Card, Ground, Overlay, Piece, Player, Scene, Tally, Token

_DIRECTIONS = 6
"""A hex has this many sides, and this many directions."""
MOST_IN_ROW = 8
"""The most cards in a row for which the panel beside the board has room."""
_OWN_COLOUR = re.compile("#[0-9a-fA-F]{6}")


def faults(scene: Scene, hexsides: Iterable[str] = ()) -> list[Problem]:
    """Return the errors of a scene, each with its place: ``pieces/3/space``. Empty: it can be drawn.

    :param hexsides: the kinds of hexsides that its system knows. They may have a look where the map has none of them

    >>> import hexwidget as hw
    >>> faults(hw.scenario("depletion/first-steps").position.scene())
    []
    """
    problems = Problems()
    _kinds(scene, problems)
    if problems.found:
        return problems.found
    _looks(scene, problems)
    _looks_of_sides(scene, (*hexsides,), problems)
    _things(scene, problems)
    _looks_of_things(scene, problems)
    _drawings(scene, problems)
    return problems.found


@cache
def _literals(of: type, part: str) -> tuple[str, ...]:
    """The words that a part of a dataclass may be."""
    return get_args(get_type_hints(of)[part])


@cache
def _parts() -> dict[str, type]:
    """The parts of a scene that are tuples, each with the class of its things."""
    hints = {name: get_args(hint) for name, hint in get_type_hints(Scene).items() if get_origin(hint) is tuple}
    return {name: of for name, (of, *_) in hints.items()}


def _kinds(scene: Scene, problems: Problems) -> None:
    """The classes of the things in each part of a scene."""
    for name, of in _parts().items():
        things = getattr(scene, name)
        if not isinstance(things, tuple):
            problems.expected(name, f"a tuple of the class {of.__name__}", things)
            continue
        for n, thing in enumerate(things):
            if not isinstance(thing, of):
                problems.add(f"{name}/{n}", f"expected the class {of.__name__}, not {type(thing).__name__}")


def _looks(scene: Scene, problems: Problems) -> None:
    """The looks of the grounds, the players and the borders."""
    light = PALETTES["light"]
    keys, wanted = [ground.key for ground in scene.grounds], list(scene.map.terrains)
    if keys != wanted:
        problems.add("grounds", f"expected a look for each ground of the map in its order, {wanted}, not {keys}")
    for n, ground in enumerate(scene.grounds):
        problems.note_unknown(f"grounds/{n}/hue", "hue", ground.hue, light["ground"])
        problems.note_unknown(f"grounds/{n}/pattern", "pattern", ground.pattern, _literals(Ground, "pattern"))
    for n, player in enumerate(scene.players):
        if not (isinstance(player.hue, str) and _OWN_COLOUR.fullmatch(player.hue)):
            problems.note_unknown(f"players/{n}/hue", "hue", player.hue, light["owner"])
        problems.note_unknown(f"players/{n}/shape", "shape", player.shape, _literals(Player, "shape"))
    for n, border in enumerate(scene.borders):
        problems.note_unknown(f"borders/{n}/hue", "hue", border.hue, light["border"])
        problems.note_unknown(f"borders/{n}/stroke", "stroke", border.stroke, _literals(BorderLook, "stroke"))
    if scene.links is not None and scene.links.map != scene.map:
        problems.add("links", "they are those of another map")


def _looks_of_sides(scene: Scene, known: tuple[str, ...], problems: Problems) -> None:
    """The kinds of links and hexsides have looks, and on hexes each look has something to draw."""
    looks, ways = [border.key for border in scene.borders], [*scene.links.ways] if scene.links else []
    sides = [each.kind for each in scene.map.hexsides]
    for where, kinds in (("links", ways), ("borders", sides)):
        for kind in kinds:
            problems.note_unknown(where, "look of a border", kind, looks)
    for n, key in enumerate(looks if isinstance(scene.map, HexMap) else ()):
        if key not in (*ways, *sides, *known):
            what = (
                f"nothing is drawn with the look {shown(key)}: the map has no such hexsides and the scene no such links"
            )
            problems.add(f"borders/{n}", f"{what}; give the map some (`HexMap.with_hexsides`), or leave the look out")


def _things(scene: Scene, problems: Problems) -> None:
    """The pieces, tokens, cards and tallies."""
    seats = range(len(scene.players))
    things: dict[str, tuple[Piece | Token | Card | Tally, ...]] = {"pieces": scene.pieces, "tokens": scene.tokens}
    things |= {"cards": scene.cards, "tallies": scene.tallies}
    for kind, several in things.items():
        for n, thing in enumerate(several):
            if not isinstance(thing, Tally):
                _space(scene, problems, f"{kind}/{n}/space", thing.space)
            if not isinstance(thing, Token) and thing.owner not in seats:
                problems.expected(f"{kind}/{n}/owner", f"the seat of a player, 0 to {len(seats) - 1}", thing.owner)
    for name, times in Counter(piece.id for piece in scene.pieces).items():
        if times > 1:
            problems.add("pieces", f"{times} pieces have the id {shown(name)}: a click would mean any of them")


def _looks_of_things(scene: Scene, problems: Problems) -> None:
    """The looks of pieces and tokens."""
    for n, piece in enumerate(scene.pieces):
        problems.note_unknown(f"pieces/{n}/layer", "layer", piece.layer, _literals(Piece, "layer"))
        if type(piece.count) is not int or piece.count < 1:
            problems.expected(f"pieces/{n}/count", "a whole number from 1", piece.count)
        if type(piece.lost) is not int or piece.lost < 0:
            problems.expected(f"pieces/{n}/lost", "a whole number from 0", piece.lost)
        if piece.facing is not None and piece.facing not in range(_DIRECTIONS):
            what = f"the number of a direction, 0 to {_DIRECTIONS - 1}, or None"
            problems.expected(f"pieces/{n}/facing", what, piece.facing)
        if piece.image is not None and not isinstance(piece.image, Image):
            problems.expected(f"pieces/{n}/image", "a picture that `hexwidget.scene.piece_image` has read", piece.image)
        for k, figure in enumerate(piece.figures):
            if not (isinstance(figure, tuple) and len(figure) == 3 and all(isinstance(part, str) for part in figure)):
                what = 'a drawing, a text and a meaning, such as ("", "4", "attack")'
                problems.expected(f"pieces/{n}/figures/{k}", what, figure)
            elif figure[0]:
                problems.note_unknown(f"pieces/{n}/figures/{k}", "drawing", figure[0], SYMBOLS)
    for n, token in enumerate(scene.tokens):
        problems.note_unknown(f"tokens/{n}/kind", "kind of token", token.kind, PALETTES["light"]["token"])
        problems.note_unknown(f"tokens/{n}/shape", "shape", token.shape, _literals(Token, "shape"))


def _drawings(scene: Scene, problems: Problems) -> None:
    """The overlays, arrows, notes, and what stands beside the board."""
    _ledgers(scene, problems)
    if scene.row is not None and scene.row.length not in range(1, MOST_IN_ROW + 1):
        what = f"1 to {MOST_IN_ROW} cards in a row, for which the panel has room"
        problems.expected("row/length", what, scene.row.length)
    hues = [*HUES, *(player.hue for player in scene.players)]
    everywhere = scene.map.full
    for n, overlay in enumerate(scene.overlays):
        problems.note_unknown(f"overlays/{n}/hue", "hue", overlay.hue, hues)
        problems.note_unknown(f"overlays/{n}/stroke", "stroke", overlay.stroke, _literals(Overlay, "stroke"))
        if any(plane & ~everywhere for _, plane in overlay.levels):
            problems.add(f"overlays/{n}/levels", "a plane holds spaces that the map does not have")
    for name, times in Counter(overlay.name for overlay in scene.overlays).items():
        if times > 1:
            problems.add("overlays", f"{times} overlays have the name {shown(name)}")
    for n, arrow in enumerate(scene.arrows):
        problems.note_unknown(f"arrows/{n}/hue", "hue", arrow.hue, hues)
        for k, space in enumerate(arrow.spaces):
            _space(scene, problems, f"arrows/{n}/spaces/{k}", space)
    for n, note in enumerate(scene.notes):
        problems.note_unknown(f"notes/{n}/hue", "hue", note.hue, hues)
        _space(scene, problems, f"notes/{n}/space", note.space)


def _ledgers(scene: Scene, problems: Problems) -> None:
    """The belongings of the players: a row for each, with a cell for each heading."""
    below = scene.wheel.ledger if scene.wheel is not None else None
    if scene.ledger is not None and below is not None:
        problems.add("ledger", "the wheel has a ledger already; a board shows one")
    for where, ledger in (("ledger", scene.ledger), ("wheel/ledger", below)):
        if ledger is None:
            continue
        if len(ledger.rows) > len(scene.players):
            problems.add(
                f"{where}/rows", f"expected a row for each of {len(scene.players)} players, not {len(ledger.rows)}"
            )
        for n, row in enumerate(ledger.rows):
            if len(row) != len(ledger.header):
                what = f"expected a cell for each of {len(ledger.header)} headings, not {len(row)}"
                problems.add(f"{where}/rows/{n}", what)


def _space(scene: Scene, problems: Problems, place: str, space: object) -> None:
    if not isinstance(space, str) or scene.map.find(space) is None:
        problems.add(place, scene.map.explain_unknown(space))
