// The figures of a piece (attack, defence, movement): each a small drawing and a text beside it.

import type { Piece } from "../../kernel/types.gen";
import type { Ink, Item } from "../list";
import { glyph, type Letters } from "./glyph";
import { LETTER } from "./pill";

/** The room between two figures, and between a drawing and its text, as parts of the height of the letters. */
const GAP = 0.55;
const TEXT_AT = 1.15;

const widthOf = ([, text]: Piece["figures"][number]) => TEXT_AT + LETTER * text.length;

/** The width of a row of figures, as a multiple of the height of its letters. */
export function rowWidth(figures: Piece["figures"]): number {
  return figures.reduce((sum, figure) => sum + widthOf(figure), GAP * (figures.length - 1));
}

/** Figures in a row about a point; `size` is the height of their letters. */
export function figuresRow(
  figures: Piece["figures"],
  x: number,
  y: number,
  size: number,
  { letters, ink }: { letters?: Letters; ink?: Ink } = {},
): Item[] {
  let left = x - (rowWidth(figures) * size) / 2;
  return figures.flatMap((figure) => {
    const [symbol, text] = figure;
    const from = left;
    left += (widthOf(figure) + GAP) * size;
    return [
      glyph(symbol, from + size * 0.5, y, size * 0.5, ink ?? "dim", letters ? { letters } : {}),
      { text, x: from + size * TEXT_AT, y, size, fill: ink ?? "ink", weight: 700, align: "left" as const },
    ];
  });
}
