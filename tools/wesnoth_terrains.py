"""Write hexwidget/files/maps/wesnoth.json from the terrain tables of installed versions of Wesnoth.

``python tools/wesnoth_terrains.py 1.16.9=.../1.16/data/core/terrain.cfg 1.18.5=.../1.18/data/core/terrain.cfg``, the oldest
version first. Only facts are taken: the movement types of each code, and whether the best or the worst of them counts.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

OUT = Path(__file__).parents[1] / "hexwidget" / "files" / "maps" / "wesnoth.json"
GROUNDS = {
    **dict.fromkeys(["village", "castle", "rails", "flat", "sand", "cave", "frozen"], "plains"),
    "hills": "hills",
    "fungus": "forest",
    "forest": "forest",
    "swamp": "swamp",
    "mountains": "mountain",
    "coastal reef": "sea",
    "shallow water": "sea",
    "deep water": "ocean",
    "shroud": "unexplored",
    "unwalkable": "impassable",
    "impassable": "impassable",
    "void": "none",
}
"""The closest ground to each movement type, the easiest first for those who walk. Sand, caves and ice come before every ground of
another look, so that a forest on snow is a forest."""
LESS = ["village", "castle", "rails", "sand", "cave", "frozen", "fungus", "coastal reef"]
"""The types that are more than their ground says."""
OWN = {"_off^_usr": "void", "^_fme": "void", "_f": "void", "Xv": "void", "_s": "shroud", "^_s": "shroud"}
"""The codes that are no ground: they are their own movement types, or, for the void, impassable."""
ABOUT = (
    "For each version of Wesnoth, the codes of its data/core/terrain.cfg by their movement types. 'or': the best of them counts,"
    " 'and': the worst. 'base': the types of the code below an overlay. Later versions list only what is new."
    " Written by tools/wesnoth_terrains.py."
)


def rows_of(text: str) -> list[dict[str, str]]:
    """The terrains of a table, each with its keys and values."""
    parts = re.findall(r"^\[terrain_type\]\n(.*?)^\[/", text, re.MULTILINE | re.DOTALL)
    return [dict(re.findall(r"^ *(\w+) *= *(.*?) *(?:#.*)?$", part, re.MULTILINE)) for part in parts]


def types_of(row: dict[str, str], names: dict[str, str]) -> str:
    """The movement types of a terrain, in words."""
    if row["string"] in OWN:
        return OWN[row["string"]]
    listed = [each.strip() for each in (row.get("mvt_alias") or row.get("aliasof") or row["string"]).split(",")]
    worst = listed[0] == "-"
    words = ["base" if each == "_bas" else names[each] for each in listed[worst:]]
    return (" and " if worst else " or ").join(words)


def main() -> None:
    """Write the table."""
    known: dict[str, str] = {}
    found: dict[str, dict[str, list[str]]] = {}
    for version, path in (each.split("=", 1) for each in sys.argv[1:]):
        rows = rows_of(Path(path).read_text(encoding="utf-8"))
        names = {row["string"]: re.sub(r'_ *"(.*)"', r"\1", row.get("name", "")).lower() for row in rows}
        of = found.setdefault(version, {})
        for row in rows:
            types = types_of(row, names)
            if known.get(row["string"]) != types:
                known[row["string"]] = types
                of.setdefault(types, []).append(row["string"])
    codes = {version: {types: " ".join(each) for types, each in of.items()} for version, of in found.items()}
    data = {"about": ABOUT, "grounds": GROUNDS, "less": LESS, "codes": codes}
    OUT.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
