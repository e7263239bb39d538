// Tokens: wooden cubes, and small plates in the shape and colours of their kind, with a sign where there is one.

import type { Token } from "../../kernel/types.gen";
import type { Item } from "../display-list";
import { entryOf, type Palette } from "../palette";
import { circle, ellipse, f, polygon, pt, rounded, type XY } from "../shapes";
import { glyph } from "./glyph";
import { pill } from "./pill";
import { diamond } from "./plate";

/** More tokens of a kind than this are drawn as one, with their number. */
const MOST_APART = 3;
/** Half the side of a token, and of the smallest one in pixels. */
const HALF = 0.165;
const LEAST = 3.4;
/** The place of the first token; the others stand to its left. */
const FIRST: XY = [0.54, -0.54];

export type Kind = Pick<Token, "kind" | "shape">;

/** A token of half side `h` about a point. */
export function token({ kind, shape }: Kind, x: number, y: number, h: number, palette: Palette): Item[] {
  if (kind === "cube") return cube(x, y, h);
  const [fill = "markInk", edge = "mark"] = entryOf(palette.token, kind) ?? [];
  const d = plateOf(shape, x, y, h);
  return [
    { d: plateOf(shape, x + 0.1 * h, y + 0.22 * h, h), fill: "shadow", a: 0.3 },
    { d, fill, stroke: edge, w: h * 0.22 },
    ...sign(kind, x, y, h, edge),
  ];
}

function plateOf(shape: Token["shape"], x: number, y: number, h: number): string {
  if (shape === "round") return circle(x, y, h * 1.08);
  if (shape === "diamond") return diamond(x, y, h * 1.4);
  return rounded(x - h, y - h, 2 * h, 2 * h, h * 0.4);
}

/** The sign on a token. */
function sign(kind: string, x: number, y: number, h: number, ink: string): Item[] {
  if (kind === "guard") return [glyph("shield", x, y, h * 0.8, ink)];
  if (kind === "clash") return [{ d: crossed(x, y, h), stroke: ink, w: h * 0.2 }];
  if (kind !== "mark") return [];
  return [
    { d: `M${pt(x, y - 0.5 * h)}V${f(y + 0.1 * h)}M${pt(x, y + 0.5 * h)}v${f(0.02 * h)}`, stroke: ink, w: h * 0.26 },
  ];
}

/** Crossed swords in a circle of radius `s` about a point. */
export function crossed(x: number, y: number, s: number): string {
  const to = (i: number, j: number) => pt(x + i * s, y + j * s);
  return (
    `M${to(-0.48, -0.48)}L${to(0.42, 0.42)}M${to(0.48, -0.48)}L${to(-0.42, 0.42)}` +
    `M${to(-0.5, 0.2)}l${pt(0.3 * s, 0.3 * s)}M${to(0.5, 0.2)}l${pt(-0.3 * s, 0.3 * s)}`
  );
}

/** A wooden cube: three faces, each side as long as `s`. */
function cube(x: number, y: number, s: number): Item[] {
  const at = (i: number, j: number): XY => [x + i * s * 0.866, y + j * s * 0.5];
  const face = (fill: string, ...corners: XY[]): Item => ({ d: polygon(corners), fill });
  return [
    { d: ellipse(x + 0.2 * s, y + 0.95 * s, s, 0.32 * s), fill: "shadow", a: 0.3 },
    face("wood+", at(0, -2), at(1, -1), at(0, 0), at(-1, -1)),
    face("wood", at(-1, -1), at(0, 0), at(0, 2), at(-1, 1)),
    face("wood-", at(0, 0), at(1, -1), at(1, 1), at(0, 2)),
    { d: polygon([at(0, -2), at(1, -1), at(1, 1), at(0, 2), at(-1, 1), at(-1, -1)]), stroke: "pillInk", w: 0.14 * s },
  ];
}

/** The tokens of a space, in the order of the scene, about (0, 0), from its upper right to the left. */
export function tokenRow(tokens: readonly Token[], px: number, palette: Palette, [right, top]: XY = FIRST): Item[] {
  const h = Math.max(HALF, LEAST / px);
  const items: Item[] = [];
  let x = right;
  for (const each of tokens) {
    const shown = each.count > MOST_APART ? 1 : each.count;
    for (let k = 0; k < shown; k++) {
      items.push(...token(each, x, top, h, palette));
      x -= 2.15 * h;
    }
    if (shown < each.count)
      items.push(...pill(String(each.count), x + 3.2 * h, top + 1.3 * h, Math.max(0.26, 10 / px)));
  }
  return items;
}
