"""Write the pictures of the gallery's figures, light and dark: ``python -m tools.figure_pictures``.

Only a browser draws plotly's figures.
"""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from PIL import Image
from playwright.sync_api import sync_playwright
from plotly.offline import get_plotlyjs

from tests.browser.lab import launch
from tools.site.gallery import entries, value_of
from tools.site.thumbnails import HEIGHT, THEMES, WIDTH

DOCS = Path(__file__).parents[1] / "docs"
PAGES = {"light": "#ffffff", "dark": "#131416"}
"""The colour of the site's pages."""


def main() -> None:
    """Draw each figure on a page of its own."""
    folder = DOCS / "figures"
    folder.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        page = launch(playwright).new_page(viewport={"width": 736, "height": 460}, device_scale_factor=2)
        page.set_content("<!doctype html><body style='margin: 0'><div id='figure'></div>")
        page.add_script_tag(content=get_plotlyjs())
        for entry in entries(DOCS):
            if entry.get("kind") != "figure":
                continue
            drawn = json.loads(value_of(entry).to_json())
            drawn["layout"]["height"] = 460
            page.evaluate("({data, layout}) => Plotly.newPlot('figure', data, layout)", drawn)
            for theme in THEMES:
                page.evaluate("colour => { document.body.style.background = colour }", PAGES[theme])
                shot = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
                shot.resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS).save(
                    folder / f"{entry['name']}-{theme}.webp", "WEBP", quality=85
                )


if __name__ == "__main__":
    main()
