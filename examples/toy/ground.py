"""The map: six provinces, with roads and rivers as their borders."""

from hexwidget.geometry import Border, Province, ProvinceMap

CORNERS = {
    "a": (0, 0), "b": (30, 4), "c": (62, 0), "d": (96, 6),
    "e": (2, 30), "f": (28, 34), "g": (50, 24), "h": (70, 36), "i": (98, 32),
    "j": (0, 62), "k": (34, 66), "l": (64, 62), "m": (96, 66),
}  # fmt: skip
PROVINCES = {
    "mill": ("Mill", "plains", "abfe", (15, 18)),
    "wood": ("Deep Wood", "forest", "bcgf", (42, 14)),
    "tower": ("Tower", "plains", "cdihg", (78, 17)),
    "abbey": ("Abbey", "plains", "efkj", (16, 49)),
    "ford": ("Ford", "forest", "fghlk", (50, 47)),
    "quay": ("Quay", "plains", "himl", (83, 50)),
}
BORDERS = {
    ("mill", "wood"): "road", ("mill", "abbey"): "river", ("wood", "tower"): "road", ("wood", "ford"): "river",
    ("abbey", "ford"): "road", ("ford", "tower"): "road", ("ford", "quay"): "river", ("tower", "quay"): "road",
}  # fmt: skip


def _point(corner: str) -> tuple[float, float]:
    x, y = CORNERS[corner]
    return (float(x), float(y))


MAP = ProvinceMap(
    ("plains", "forest"),
    [Province(n, label, ground, tuple(map(_point, at)), spot) for n, (label, ground, at, spot) in PROVINCES.items()],
    [Border(a, b, kind) for (a, b), kind in BORDERS.items()],
)
