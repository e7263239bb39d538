"""The bill of materials of the wheel: what it holds of others, and what it needs, as CycloneDX 1.6."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import hexwidget

ROOT = Path(__file__).parents[2]
SCENE = "hexwidget/scene"
OWN = "BSD-3-Clause"
HELD = (
    ("milsymbol", "3.0.4", "MIT", "pkg:npm/milsymbol@3.0.4", f"{SCENE}/army.json", "outlines of army symbols"),
    ("DejaVu Sans", "2.37", "Bitstream-Vera", None, f"{SCENE}/glyphs.json", "outlines of letters and figures"),
)
"""Material of others in the wheel: the name, the version, the licence, the package address, the file with it, and what it is."""


def bill_of_materials() -> str:
    """The text of the bill. The components that are needed are named without versions: pip chooses them."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    name, version = project["name"], hexwidget.__version__
    needed = sorted({re.split(r"[<>=;\[ ]", each, maxsplit=1)[0] for each in project["dependencies"]})
    itself = {"type": "library", "bom-ref": name, "name": name, "version": version, **_licence(OWN)}
    bill = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": {**itself, "purl": f"pkg:pypi/{name}@{version}"}},
        "components": [*map(_held, HELD), *map(_needed, needed)],
        "dependencies": [{"ref": name, "dependsOn": [*(each[0] for each in HELD), *needed]}],
    }
    return json.dumps(bill, ensure_ascii=False, indent=2) + "\n"


def _licence(name: str) -> dict[str, Any]:
    return {"licenses": [{"license": {"id": name}}]}


def _held(part: tuple[str, str, str, str | None, str, str]) -> dict[str, Any]:
    name, version, licence, address, file, what = part
    made = {
        "type": "library",
        "bom-ref": name,
        "name": name,
        "version": version,
        "description": f"{what}, in {file}",
        **_licence(licence),
    }
    return made if address is None else {**made, "purl": address}


def _needed(name: str) -> dict[str, Any]:
    return {"type": "library", "bom-ref": name, "name": name, "scope": "required", "purl": f"pkg:pypi/{name}"}
