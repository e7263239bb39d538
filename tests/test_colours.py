"""Colours for all readers: hues that simulated colour-blind eyes tell apart, and enough contrast for text."""

from __future__ import annotations

from itertools import combinations

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
FIRST_SEATS = 4
"""The shapes of the counters, by seat."""


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


@pytest.mark.parametrize("eye", EYES)
@pytest.mark.parametrize("theme", PALETTES)
def test_the_players_hues_are_told_apart(theme: str, eye: str) -> None:
    hues = {name: fill for name, (fill, *_) in PALETTES[theme]["owner"].items()}
    for one, other in combinations(hues, 2):
        assert difference(hues[one], hues[other], eye) > 10, (one, other)


@pytest.mark.parametrize("eye", EYES)
@pytest.mark.parametrize("theme", PALETTES)
def test_the_hues_of_overlays_are_told_apart(theme: str, eye: str) -> None:
    hues = {name: hue for name, hue in PALETTES[theme]["overlay"].items() if name not in ("focus", "path")}
    for one, other in combinations(hues, 2):
        # Barred hexes are hatched and show their clause, attacked ones have a dashed frame, so those two hues may be near.
        if {one, other} != {"barred", "attack"}:
            assert difference(hues[one], hues[other], eye) > 10, (one, other)


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


@pytest.mark.parametrize("theme", PALETTES)
def test_what_is_read_has_contrast(theme: str) -> None:
    palette = PALETTES[theme]
    least = 7 if theme.endswith("contrast") else 4.5
    for fill, _ in palette["ground"].values():
        assert contrast(palette["number"], fill) > least
    for fill, ink, _ in palette["owner"].values():
        assert contrast(fill, ink) > 3  # large drawings
    for name in ("reach", "barred", "attack", "mark"):
        assert contrast(palette["overlay"][name], palette["board"]) > 4.5
