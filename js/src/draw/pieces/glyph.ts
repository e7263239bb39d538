// The drawing on a counter: a symbol, or letters where there is no symbol or where letters are wanted.

import type { Piece } from "../../kernel/types.gen";
import type { Ink, Item, Shape, Text } from "../display-list";
import { entryOf, SYMBOLS } from "../palette";

/** The letters that stand in place of each symbol. */
export type Letters = ReadonlyMap<string, string>;
export const NO_LETTERS: Letters = new Map();

/** For each symbol on the board the first letter of its name, or two letters, so that all differ. */
export function lettersOf(pieces: readonly Pick<Piece, "symbol" | "kind">[]): Letters {
  const names = new Map(pieces.map((p) => [p.symbol, p.kind || p.symbol]));
  const taken = new Set<string>();
  const found = new Map<string, string>();
  for (const [symbol, name] of [...names].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const [first = "?", ...rest] = name.trim();
    const tries = [first, ...rest.map((letter) => first + letter), name];
    const written = tries.find((t) => !taken.has(t.toUpperCase())) ?? first;
    taken.add(written.toUpperCase());
    found.set(symbol, written.charAt(0).toUpperCase() + written.slice(1));
  }
  return found;
}

/** Outlines in place of a name: what is stroked, "|", what is filled. */
const OUTLINES = /^([\w., +-]+)\|([\w., +-]*)$/;
/** The width of their strokes, in the box of a drawing. */
const STROKE = 1.5;
/** The factor by which they are larger: they are wider than high. */
const WIDER = 1.22;

interface Look {
  letters?: Letters;
  /** A line about the drawing, with its width as a part of the half side. */
  edge?: Ink;
  edgeWidth?: number;
  /** True if it lies on its side. */
  turned?: boolean;
}

/** A symbol in a square about a point; `size` is half its side. */
export function glyph(name: string, x: number, y: number, size: number, fill: Ink, look: Look = {}): Item {
  let half = size;
  const { letters = NO_LETTERS, edge, edgeWidth = 0.18, turned = false } = look;
  if (name.startsWith("image:") && !letters.has(name))
    return { image: name, x: x - half, y: y - half, w: 2 * half, h: 2 * half };
  const own = OUTLINES.exec(name);
  if (own) half *= WIDER;
  const d = own?.[1] ?? entryOf(SYMBOLS, name);
  const letter = letters.get(name) ?? (d === undefined ? name.slice(0, 1).toUpperCase() : null);
  if (letter !== null || d === undefined) return written(letter ?? "", x, y, half, fill, look);
  // A box of 24 by 24, turned about its middle.
  const at = turned ? ([x + half, y - half, half / 12] as const) : ([x - half, y - half, half / 12] as const);
  const shape: Shape = { d, fill, even: true, at };
  if (turned) shape.turn = Math.PI / 2;
  if (own) {
    Object.assign(shape, { fill: null, stroke: fill, w: STROKE, join: "miter", cap: "butt" });
    return { items: own[2] ? [shape, { d: own[2], fill, at }] : [shape] };
  }
  return edge ? { ...shape, stroke: edge, w: edgeWidth * 12 } : shape;
}

function written(letter: string, x: number, y: number, half: number, fill: Ink, look: Look): Item {
  const size = half * (letter.length > 1 ? 1.3 : 1.65);
  const text: Text = { text: letter, x, y, size, weight: 800, fill };
  if (look.edge) Object.assign(text, { halo: look.edge, haloWidth: half * (look.edgeWidth ?? 0.18) });
  if (!look.turned) return text;
  return { items: [{ ...text, x: 0, y: 0 }], x, y, turn: Math.PI / 2 };
}
