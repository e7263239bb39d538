// Thumbnails: pieces, tokens and plates in a square from -1 to 1, for the legend, steppers and badges of a turn.

import type { Piece, StaticScene } from "../../kernel/types.gen";
import type { List } from "../display-list";
import type { Palette } from "../palette";
import { counter, type Shown, seatOf } from "./counter";
import { glyph, type Letters } from "./glyph";
import { plate } from "./plate";
import { structure } from "./structure";
import { type Kind, token } from "./tokens";

/** Pixels in a unit at which every part of a counter is drawn. */
const LARGE = 40;

/** The plate of a player: a badge of whose turn it is. */
export function badge(scene: StaticScene, seat: number, palette: Palette): List {
  const { shape, side } = seatOf(scene.players, seat, palette);
  const h = shape === "diamond" ? 0.68 : 0.78;
  return [{ d: plate(shape, 0, 0, h), fill: side[0], stroke: "markInk", w: 0.12 }];
}

/** A counter or structure as it stands on the board, without its number. */
export function pieceThumb(
  piece: Pick<Piece, "symbol" | "layer" | "owner"> & Partial<Shown>,
  scene: StaticScene,
  palette: Palette,
  letters?: Letters,
): List {
  const seat = seatOf(scene.players, piece.owner, palette);
  if (piece.layer === "structure") return structure(piece, seat, [0, -0.06], 0.74, letters);
  const shown = { turned: false, spent: false, pips: 0, lost: 0, ...piece, count: 1 };
  const h = seat.shape === "diamond" ? 0.62 : 0.76;
  return counter(shown, seat, palette, [0, -0.08], h, { px: LARGE, ...(letters ? { letters } : {}) });
}

/** A symbol by itself, in ink. */
export const symbolThumb = (name: string, letters?: Letters): List => [
  glyph(name, 0, 0, 0.94, "ink", letters ? { letters } : {}),
];

/** A spent counter without a drawing. */
export const spentThumb = (): List => [
  { d: plate("square", 0, 0, 0.72), fill: "soft", stroke: "ink", w: 0.11, dash: [0.24, 0.18] },
  { d: "M-.36 .46h.72", stroke: "ink", w: 0.14 },
];

/** A token. */
export const tokenThumb = (kind: Kind, palette: Palette): List => token(kind, 0, 0, 0.6, palette);
