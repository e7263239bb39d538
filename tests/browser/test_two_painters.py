"""The browser's painting and Python's SVG agree. Both draw the same scene, and the pixels are compared."""

from __future__ import annotations

import base64

import pytest
from playwright.sync_api import expect

from tests.browser.lab import Lab

COMPARE = """async ([shot, svg, [scale, left, top], [width, height]]) => {
  const load = async url => { const i = new Image(); i.src = url; await i.decode(); return i; };
  const draw = (image, dx, dy) => {
    const c = document.createElement('canvas'); c.width = width; c.height = height;
    const pen = c.getContext('2d', { willReadFrequently: true });
    pen.drawImage(image, dx, dy); return pen.getImageData(0, 0, width, height).data; };
  const one = draw(await load('data:image/png;base64,' + shot), 10 - left, 10 - top);
  const other = draw(await load(URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }))), 0, 0);
  // Compared in squares of 6 pixels: letters and edges are drawn a little differently, what they show is not.
  const side = 6; let differ = 0, all = 0;
  for (let y = 10; y + side < height - 10; y += side) for (let x = 10; x + side < width - 10; x += side) {
    const sums = [0, 0, 0, 0, 0, 0];
    for (let j = 0; j < side; j++) for (let i = 0; i < side; i++) for (let k = 0; k < 3; k++) {
      const at = 4 * ((y + j) * width + x + i) + k; sums[k] += one[at]; sums[3 + k] += other[at]; }
    const far = Math.max(...[0, 1, 2].map(k => Math.abs(sums[k] - sums[3 + k]))) / side ** 2;
    all++; if (far > 48) differ++;
  }
  return differ / all;
}"""


@pytest.mark.parametrize(
    ("scenario", "more"),
    [
        ("depletion/the-strait", "board.show(board.position.danger('red')); board.arrow('0102', '0202', '0303')"),
        ("depletion/first-steps", "board.select('0203')"),
        ("orders/three-marches", ""),
        ("plotted/the-ford", "board.note('0404', 'The one ford')"),
        ("rondel/first-maneuver", ""),
        ("rondel/inland-sea-whole-wheel", ""),
        ("frontiers/combat", ""),
    ],
)
def test_both_painters_draw_the_same(lab: Lab, scenario: str, more: str) -> None:
    lab.open_cells("painters.ipynb", f"import hexwidget as hw\nboard = hw.Board(hw.scenario('{scenario}'))\nboard")
    board = lab.board()
    lab.page.evaluate("jupyterapp.commands.execute('apputils:change-theme', {theme: 'JupyterLab Light'})")
    expect(board).to_have_attribute("data-theme", "light")
    lab.python(more)
    lab.page.mouse.move(2, 2)
    lab.page.wait_for_timeout(400)
    # The controls and the frames around cards with a choice are removed, as only the browser shows them.
    unseen = ".hexwidget-zoom, .hexwidget-mat .hexwidget-top { visibility: hidden }"
    lab.page.add_style_tag(content=unseen)
    layers = board.locator(".hexwidget-layers")
    layers.scroll_into_view_if_needed()
    scale, left, top = map(float, (layers.get_attribute("data-view") or "").split())
    svg = lab.python(f"print(board.to_svg(radius={scale}))")
    width, height = (float(svg.split(f'{side}="')[1].split('"')[0]) for side in ("width", "height"))
    box = layers.bounding_box()
    assert box is not None
    # The view shows the whole map in the middle; a wheel may be drawn beside it.
    room = [int(min(width, box["width"] - 2 * (left - 10))), int(min(height, box["height"] - 2 * (top - 10)))]
    shot = base64.b64encode(layers.screenshot()).decode()
    differ = lab.page.evaluate(COMPARE, [shot, svg, [scale, left, top], room])
    assert differ < 0.03, f"{100 * differ:.1f} % of the squares differ"
