// A number or a few words on a rounded plate.

import type { Ink, Item } from "../display-list";
import { rounded } from "../shapes";

/** The width of a digit or letter, as a part of its height: fonts are not measured. */
export const LETTER = 0.6;

/** A pill about a point; `size` is the height of its letters, `wide` the width of its text as a multiple of that. */
export function pill(
  text: string,
  x: number,
  y: number,
  size: number,
  edge: Ink = "pillInk",
  wide = LETTER * text.length,
): Item[] {
  const height = size * 1.16;
  const width = Math.max(height, size * (wide + 0.52));
  return [
    { d: rounded(x - width / 2, y - height / 2, width, height, height / 2), fill: "pill", stroke: edge, w: size * 0.1 },
    { text, x, y, size, weight: 800, fill: "pillInk" },
  ];
}
