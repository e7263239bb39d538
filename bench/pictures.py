"""Plots of cost by size: one SVG a question, both axes logarithmic."""

from __future__ import annotations

from pathlib import Path

from bench.results import Result, Section

UNITS = {"s": "seconds", "bytes": "bytes", "/s": "a second"}
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#8a6d00", "#56b4e9", "#444444", "#b30000")
"""Hues that colour-blind readers tell apart. Each line also has its own mark."""
MARKS = "osD^vPX*<>dhp"
MOST_LINES = len(MARKS)


def lines(section: Section) -> dict[str, list[Result]]:
    """The results of each candidate, by size."""
    found: dict[str, list[Result]] = {}
    for result in section.results:
        found.setdefault(result.candidate, []).append(result)
    return {name: sorted(some, key=lambda r: r.size) for name, some in found.items()}


def has_growth(section: Section) -> bool:
    """True if there are results of several sizes."""
    return any(len(some) > 1 for some in lines(section).values())


def draw(section: Section, folder: Path) -> Path | None:
    """Write the plot of a section. None if it has only one size.

    :raises ImportError: if matplotlib is missing
    """
    if not has_growth(section):
        return None
    import matplotlib as mpl
    from matplotlib.figure import Figure

    # Texts stay texts, and the same figures give the same file.
    with mpl.rc_context({"svg.fonttype": "none", "svg.hashsalt": "hexwidget", "font.size": 9}):
        figure = Figure(figsize=(8.2, 4.2), layout="constrained")
        axes = figure.subplots()
        for n, (name, some) in enumerate(lines(section).items()):
            axes.plot(
                [r.size for r in some],
                [r.value for r in some],
                marker=MARKS[n % len(MARKS)],
                color=COLOURS[n % len(COLOURS)],
                linewidth=2.4 if n == 0 else 1.2,
                linestyle="-" if n < len(COLOURS) else "--",
                label=name,
            )
        axes.set_xscale("log")
        axes.set_yscale("log")
        axes.set_xlabel(section.per)
        axes.set_ylabel(UNITS.get(section.results[0].unit, section.results[0].unit))
        axes.grid(visible=True, which="major", color="#dddddd", linewidth=0.6)
        axes.set_axisbelow(True)
        figure.legend(loc="outside right upper", fontsize=7, frameon=False)
        path = folder / f"{section.name}.svg"
        folder.mkdir(parents=True, exist_ok=True)
        figure.savefig(path, metadata={"Date": None})
    text = path.read_text(encoding="utf-8")
    path.write_text("\n".join(line.rstrip() for line in text.splitlines()) + "\n", encoding="utf-8")
    return path
