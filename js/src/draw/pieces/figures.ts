// The figures of a piece (attack, defence, movement): each a small drawing and a text beside it.

import type { Piece } from "../../kernel/types.gen";
import type { Item } from "../list";
import { glyph, type Letters } from "./glyph";
import { LETTER } from "./pill";

/** Figures in a row about a point; `size` is the height of their letters. */
export function figuresRow(figures: Piece["figures"], x: number, y: number, size: number, letters?: Letters): Item[] {
  const widths = figures.map(([, text]) => size * (1.15 + LETTER * text.length));
  const gap = 0.55 * size;
  const whole = widths.reduce((sum, width) => sum + width, gap * (figures.length - 1));
  let left = x - whole / 2;
  return figures.flatMap(([symbol, text], n) => {
    const from = left;
    left += (widths[n] ?? 0) + gap;
    return [
      glyph(symbol, from + size * 0.5, y, size * 0.5, "dim", letters ? { letters } : {}),
      { text, x: from + size * 1.15, y, size, fill: "ink", weight: 700, align: "left" as const },
    ];
  });
}
