"""Colours and symbols, from the files that the front end uses, too."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

_HERE = Path(__file__).parent

PALETTES: dict[str, dict[str, Any]] = json.loads((_HERE / "palette.json").read_text(encoding="utf-8"))
"""The palettes "light" and "dark", and with more contrast "light-contrast" and "dark-contrast"."""

SYMBOLS: dict[str, str] = json.loads((_HERE / "symbols.json").read_text(encoding="utf-8"))
"""Drawings by name: SVG paths in a box of 24 by 24, filled by the even-odd rule."""
