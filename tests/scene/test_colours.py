"""Colours for all readers: every pair of hues is told apart, by hue or by a second mark; and enough contrast for what is read."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest

import hexwidget as hw
from hexwidget.scene.palette import PALETTES

Colour = tuple[float, float, float]

# Machado, Oliveira and Fernandes (2009), severity 1, on linear RGB.
EYES: dict[str, tuple[Colour, Colour, Colour]] = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
FAR = 10.0
"""The least distance (CIE76) at which hues are told apart by themselves."""
FIRST_SEATS = 4
"""The shapes of the counters, by seat."""

MARKS = {"reach": "lit", "ink": "litEdge", "strike": "act", "danger": "tape"}
"""The hues of highlights, each with its meaning."""
GROUNDS = {
    "plains": "tufts", "forest": "trees", "hills": "domes", "mountain": "peaks", "swamp": "pools and reeds", "sea": "waves",
    "ocean": "many waves", "crag": "blocks", "mist": "clouds", "atlas": "its name",
}  # fmt: skip
"""The grounds, each with the drawing that tells it apart: no ground is told by its tone alone."""
SECOND_MARKS = {
    ("side yellow", "danger"): "tape is broken amber and black, a zone is whole and toothed",
    (
        "side green",
        "strike",
    ): "a strike is cased in ivory and lies above the counters; brackets and swords about its target",
    (
        "side red",
        "strike",
    ): "a strike is cased in ivory and lies above the counters; brackets and swords about its target",
    (
        "side black",
        "strike",
    ): "a strike is cased in ivory and lies above the counters; brackets and swords about its target",
    ("side green", "plains"): "counters have an ivory rim, a dark outline, a wall and a shape",
    ("side red", "hills"): "counters have an ivory rim, a dark outline, a wall and a shape",
    ("reach", "plains"): "the line is cased in ink, and all else is under the veil",
    ("reach", "atlas"): "the line is cased in ink, and all else is under the veil",
}
"""The pairs of hues that are near each other for some eye in some theme, with what tells them apart besides."""


def linear(colour: str) -> Colour:
    channels = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return r, g, b


def lab(colour: str, eye: str) -> Colour:
    """The CIE L*a*b* values of a colour for a simulated eye."""
    rgb = linear(colour)
    r, g, b = (min(1.0, max(0.0, sum(m * c for m, c in zip(row, rgb, strict=True)))) for row in EYES[eye])
    x = (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047
    y = 0.2126 * r + 0.7152 * g + 0.0722 * b
    z = (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883
    fx, fy, fz = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def difference(one: str, other: str, eye: str) -> float:
    return float(sum((a - b) ** 2 for a, b in zip(lab(one, eye), lab(other, eye), strict=True)) ** 0.5)


def contrast(one: str, other: str) -> float:
    """The contrast ratio of WCAG 2."""
    light, dark = sorted((0.2126 * r + 0.7152 * g + 0.0722 * b for r, g, b in map(linear, (one, other))), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def veiled(colour: str, palette: dict[str, Any]) -> str:
    """A ground under the veil."""
    opacity = palette["veilA"] * (1 if palette["plain"] else 0.92)
    parts = [(int(palette["veil"][k : k + 2], 16), int(colour[k : k + 2], 16)) for k in (1, 3, 5)]
    return "#" + "".join(f"{round(a * opacity + b * (1 - opacity)):02x}" for a, b in parts)


def hues(theme: str) -> dict[str, str]:
    """All hues of a board by name: sides, highlights, grounds."""
    palette = PALETTES[theme]
    sides = {f"side {name}": face for name, (face, *_) in palette["owner"].items()}
    return {
        **sides,
        **{name: palette[at] for name, at in MARKS.items()},
        **{ground: palette[ground] for ground in GROUNDS},
    }


def near_pairs(theme: str) -> Iterator[tuple[str, str]]:
    """The pairs of hues that some eye cannot tell apart."""
    found = hues(theme)
    for one, other in combinations(found, 2):
        if min(difference(found[one], found[other], eye) for eye in EYES) < FAR:
            yield one, other


@pytest.mark.parametrize("theme", PALETTES)
def test_pairs_of_hues_are_told_apart_or_have_a_second_mark(theme: str) -> None:
    for one, other in near_pairs(theme):
        if one in GROUNDS and other in GROUNDS:
            assert GROUNDS[one] != GROUNDS[other]
        else:
            assert (one, other) in SECOND_MARKS


def test_no_second_mark_is_listed_for_hues_that_are_far_apart() -> None:
    assert set(SECOND_MARKS) <= {pair for theme in PALETTES for pair in near_pairs(theme)}


@pytest.mark.parametrize("eye", EYES)
@pytest.mark.parametrize("theme", PALETTES)
def test_highlights_are_far_from_each_other_and_from_all_grounds(theme: str, eye: str) -> None:
    found = hues(theme)
    for one, other in combinations(MARKS, 2):
        assert difference(found[one], found[other], eye) > 14, (one, other)
    palette = PALETTES[theme]
    for ground in GROUNDS:
        # A line of a highlight has two colours: one of them stands out, also on veiled ground.
        for tone in (palette[ground], veiled(palette[ground], palette)):
            assert max(contrast(palette["lit"], tone), contrast(palette["litEdge"], tone)) > 3, ground
            assert max(contrast(palette["tape"], tone), contrast(palette["tapeInk"], tone)) > 3, ground


@pytest.mark.parametrize("name", hw.scenarios())
def test_nothing_is_told_by_hue_alone(name: str) -> None:
    scene = hw.scenario(name).position.scene()
    marks = [(ground.hue, ground.pattern) for ground in scene.grounds]
    if not scene.cards:  # each zone of a mat shows its name
        assert len({pattern for _, pattern in marks}) == len(marks)
    assert len({look.shape for look in scene.players[:FIRST_SEATS]}) == len(scene.players[:FIRST_SEATS])
    strokes = [look.stroke for look in scene.borders]
    assert len(set(strokes)) == len(strokes)
    for space in {token.space for token in scene.tokens}:
        shapes = {(token.kind, token.shape) for token in scene.tokens if token.space == space}
        assert len({shape for _, shape in shapes}) == len(shapes)


READ = (
    ("ink", "page"), ("dim", "page"), ("dim", "soft"), ("dim", "stage"), ("yes", "page"), ("no", "page"), ("onAccent", "accent"),
    ("actInk", "act"), ("pillInk", "pill"), ("label", "atlas"), ("seaLabel", "sea"),  ("lit", "litEdge"),
    ("mark", "markInk"), ("tape", "tapeInk"),
)  # fmt: skip
"""What is read or drawn, and what it lies on."""


@pytest.mark.parametrize("theme", PALETTES)
def test_what_is_read_has_contrast(theme: str) -> None:
    palette = PALETTES[theme]
    least = 7 if palette["plain"] else 4.5
    for over, under in READ:
        assert contrast(palette[over], palette[under]) >= least, (over, under)
    digit = "lit" if palette["dark"] else "litEdge"
    for ground in GROUNDS:
        assert contrast(palette[digit], palette[ground]) >= least, ground
    for side, (face, figure, _) in palette["owner"].items():
        assert contrast(face, figure) >= least, side
    for token, (fill, edge) in palette["token"].items():
        assert contrast(fill, edge) >= 3, token
