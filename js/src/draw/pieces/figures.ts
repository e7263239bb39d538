// The figures of a piece (attack, defence, movement): each a small drawing and a text beside it, or texts in one row.

import type { Piece } from "../../kernel/types.gen";
import type { Ink, Item } from "../display-list";
import { glyph, type Letters } from "./glyph";
import { LETTER } from "./pill";

/** The room between two figures, and between a drawing and its text, as parts of the height of the letters. */
const GAP = 0.55;
const TEXT_AT = 1.15;

/** The width of a text: strokes and points between figures are narrow. */
const textWidth = (text: string) => [...text].reduce((sum, letter) => sum + (/[-./]/.test(letter) ? 0.36 : LETTER), 0);

const widthOf = ([symbol, text]: Piece["figures"][number]) => (symbol ? TEXT_AT : 0) + textWidth(text);

/** Figures without drawings are one text: "4-4-4". */
export function written(figures: Piece["figures"]): Piece["figures"] {
  const bare = figures.flatMap(([symbol, text]) => (symbol ? [] : [text]));
  const drawn = figures.filter(([symbol]) => symbol);
  return bare.length > 0 ? [...drawn, ["", bare.join("-"), ""]] : drawn;
}

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
  const row = written(figures);
  let left = x - (rowWidth(row) * size) / 2;
  return row.flatMap((figure) => {
    const [symbol, text] = figure;
    const from = left;
    left += (widthOf(figure) + GAP) * size;
    const bare: Item = { text, x: from + (widthOf(figure) / 2) * size, y, size, fill: ink ?? "ink", weight: 700 };
    if (!symbol) return [bare];
    return [
      glyph(symbol, from + size * 0.5, y, size * 0.5, ink ?? "dim", letters ? { letters } : {}),
      { ...bare, x: from + size * TEXT_AT, align: "left" as const },
    ];
  });
}
