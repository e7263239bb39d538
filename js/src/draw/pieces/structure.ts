// A structure: its silhouette in its side's hue, with an ivory edge, standing on the ground.

import type { Item } from "../display-list";
import { ellipse, type XY } from "../shapes";
import type { Seat } from "./counter";
import { glyph, type Letters, NO_LETTERS } from "./glyph";

/** A structure in a square of half side `h` about a point; `ready`: it may be chosen. */
export function structure(
  { symbol }: { symbol: string },
  { side: [face, , wall] }: Seat,
  [x, y]: XY,
  h: number,
  letters: Letters = NO_LETTERS,
  ready = false,
): Item[] {
  const items: Item[] = [{ d: ellipse(x + 0.14 * h, y + 0.84 * h, 1.16 * h, 0.3 * h), fill: "shadow", a: 0.28 }];
  if (ready)
    items.push(
      glyph(symbol, x, y, h, "litEdge", { letters, edge: "litEdge", edgeWidth: 0.52 }),
      glyph(symbol, x, y, h, "lit", { letters, edge: "lit", edgeWidth: 0.44 }),
    );
  items.push(
    glyph(symbol, x + 0.03 * h, y + 0.07 * h, h, wall, { letters, edge: wall, edgeWidth: 0.23 }),
    glyph(symbol, x, y, h, face, { letters, edge: "ivory", edgeWidth: 0.175 }),
    glyph(symbol, x, y, h, face, { letters }),
  );
  return items;
}
