// The parts that cards and zones are drawn with. Lengths are pixels at the usual scale.

import type { Size } from "../../geometry/mat/measures";
import type { Item } from "../display-list";
import { glyph, type Letters } from "../pieces/glyph";
import { circle, polygon, rounded, shackle } from "../shapes";

/** A rounded box about the origin, grown by so much. */
export function boxed({ w, h }: Size, round: number, grown = 0): string {
  return rounded(-w / 2 - grown, -h / 2 - grown, w + 2 * grown, h + 2 * grown, Math.max(2, round + grown));
}

/** The shadow of a thing on the table; a lifted one is further away. */
export function shadow(d: string, a: number, lift = 0): Item[] {
  return [
    { d, fill: "shadow", a: a * 0.6, at: [lift * 0.3, 5 + lift * 0.7, 1] },
    { d, fill: "shadow", a, at: [0, 2 + lift * 0.3, 1] },
  ];
}

/** The ring about what is chosen or may be chosen. */
export function ring(d: string, ink: string, w: number): Item[] {
  return [
    { d, stroke: "litEdge", w: w * 1.85 },
    { d, stroke: ink, w },
  ];
}

/** The cost of a card, on a hexagon that stands on a corner. */
export function gem(cost: number, x: number, y: number, r: number): Item[] {
  const corners = [0, 1, 2, 3, 4, 5].map((k) => (Math.PI / 3) * k);
  const d = polygon(corners.map((angle) => [x + r * Math.sin(angle), y + r * Math.cos(angle)]));
  const text = String(cost);
  const size = text.length > 1 ? r * 1.05 : r * 1.25;
  return [
    { d, fill: "tape", stroke: "tapeInk", w: 1.2 },
    { text, x, y, size, weight: 800, fill: "tapeInk" },
  ];
}

/** A figure: a small drawing and a text beside it, from a point to the right. */
export function figure(
  [name, text]: readonly [string, string],
  x: number,
  y: number,
  size: number,
  ink: string,
): Item[] {
  return [
    glyph(name, x + size * 0.5, y, size * 0.5, ink),
    { text, x: x + size * 1.24, y, size, weight: 800, fill: ink, align: "left" },
  ];
}

/** A drawing with its shade. */
export function drawing(symbol: string, x: number, y: number, half: number, ink: string, letters: Letters): Item[] {
  return [
    { ...glyph(symbol, x + half / 16, y + half / 11, half, "shadow", { letters }), a: 0.2 },
    glyph(symbol, x, y, half, ink, { letters }),
  ];
}

/** A small padlock. */
export function padlock(x: number, y: number, s: number): Item[] {
  return [
    { d: circle(x, y, s), fill: "markInk", stroke: "mark", w: s * 0.12 },
    { d: rounded(x - s * 0.44, y - s * 0.12, s * 0.88, s * 0.62, s * 0.1), fill: "mark" },
    { d: shackle(x, y, s), stroke: "mark", w: s * 0.16 },
  ];
}
