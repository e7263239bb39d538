// Small canvases for rows and buttons beside the board: counters, badges of players, symbols.

import type { List } from "../draw/display-list";
import type { Palette } from "../draw/palette";
import { Layer } from "./canvas";
import { View } from "./view";

/** A canvas of `size` by `size` pixels with a list that lies in a square from -1 to 1. */
export function smallCanvas(
  owner: Document,
  list: List,
  size: number,
  palette: Palette,
  name = "swatch",
): HTMLCanvasElement {
  const layer = new Layer(owner, name);
  const view = new View(size, size, size / 2, size / 2, size / 2);
  if (layer.clear(view)) layer.draw(view, list, palette);
  layer.canvas.setAttribute("aria-hidden", "true");
  return layer.canvas;
}
