// Rivers, ridges and other lines along the sides between spaces, and bridges across them.

import type { Border } from "../../geometry/spaces";
import type { BorderLook } from "../../kernel/types.gen";
import type { Item } from "../display-list";
import { entryOf, type Palette } from "../palette";
import { hash, line, near, pt, type XY, xy } from "../shapes";

const DASHES: Record<string, readonly number[]> = { dashed: [0.2, 0.13], dotted: [0, 0.15] };
/** The order of strokes, from below to above. */
const RANKS = ["river", "ridge", "solid", "dashed", "dotted", "bridge"];
/** Half the length of a bridge. */
const SPAN = 0.27;

/** The lines along the sides of a map, by the looks of their kinds. A kind without a look is not drawn. */
export function sideLines(borders: readonly Border[], looks: readonly BorderLook[], palette: Palette): Item[] {
  const sorted = [...looks].sort((a, b) => RANKS.indexOf(a.stroke) - RANKS.indexOf(b.stroke));
  return sorted.flatMap((look): Item[] => {
    const lines = borders.filter(({ kind }) => kind === look.key).map((border) => border.line.map(xy));
    return lines.length > 0 ? [{ items: sideItems(lines, look, palette), title: look.label }] : [];
  });
}

/** Lines with the look of a kind. */
export function sideItems(lines: readonly (readonly XY[])[], look: BorderLook | undefined, palette: Palette): Item[] {
  const ink = entryOf(palette.border, look?.hue) ?? "ink";
  switch (look?.stroke) {
    case "river":
      return river(lines, ink, palette.plain);
    case "ridge":
      return ridge(lines, ink, palette.plain);
    case "bridge":
      return lines.flatMap((points) => pairs(points).flatMap(([a, b]) => bridge(a, b)));
  }
  const dotted = look?.stroke === "dotted";
  const d = lines.map(line).join("");
  return [
    { d, stroke: "halo", w: 0.15, a: 0.5, cap: "butt" },
    {
      d,
      stroke: ink,
      w: dotted ? 0.1 : 0.07,
      dash: DASHES[look?.stroke ?? ""] ?? null,
      cap: dotted ? "round" : "butt",
    },
  ];
}

/** Water that bends at the corners, as coasts do, and wanders a little. */
function river(lines: readonly (readonly XY[])[], ink: string, plain: boolean | undefined): Item[] {
  const d = lines.map((points) => bent(points.map(plain ? (at) => at : wandering))).join("");
  if (plain) return [{ d, stroke: ink, w: 0.16, cap: "round", join: "round" }];
  return [
    { d, stroke: "sand~", w: 0.36, a: 0.55, cap: "butt", join: "round" },
    { d, stroke: ink, w: 0.22, a: 0.8, cap: "butt", join: "round" },
    { d, stroke: "sea++", w: 0.16, cap: "round", join: "round" },
    { d, stroke: "surf", w: 0.03, a: 0.7, dash: [0.3, 0.5], cap: "round" },
  ];
}

/** A corner, moved a little. All lines that meet there are moved alike. */
function wandering([x, y]: XY): XY {
  const [i, j] = [Math.round(x * 8), Math.round(y * 8)];
  return [x + near(i, j, 401) * 0.05, y + near(i, j, 402) * 0.05];
}

/** A line through the middles of its sides, with its corners as handles. */
function bent(points: readonly XY[]): string {
  const [first = [0, 0], last = first] = [points[0], points.at(-1)];
  const closed = points.length > 2 && Math.hypot(first[0] - last[0], first[1] - last[1]) < 0.01;
  const middle = ([a, b]: XY, [c, d]: XY) => pt((a + c) / 2, (b + d) / 2);
  const bends = points.slice(1, -1).map((at, k) => `Q${pt(...at)} ${middle(at, points[k + 2] ?? at)}`);
  const start = middle(first, points[1] ?? first);
  if (closed) return `M${start}${bends.join("")}Q${pt(...first)} ${start}z`;
  return `M${pt(...first)}L${start}${bends.join("")}L${pt(...last)}`;
}

/** A row of rocks, each lit from the left; in plain themes a line with teeth. */
function ridge(lines: readonly (readonly XY[])[], ink: string, plain: boolean | undefined): Item[] {
  const d = lines.map(line).join("");
  const foot = { d, stroke: ink, w: plain ? 0.09 : 0.16, a: plain ? 1 : 0.75, cap: "round", join: "round" } as const;
  const rocks = lines.flatMap((points) => pairs(points).flatMap(rocksAlong)).sort((a, b) => a[1] - b[1]);
  if (plain) {
    const teeth = rocks.map(([x, y, h]) => `M${pt(x - h / 3, y)}l${pt(h / 3, -h)} ${pt(h / 3, h)}z`);
    return [foot, { d: teeth.join(""), fill: ink }];
  }
  return [foot, ...rocks.flatMap(rock)];
}

/** A rock by its foot and its height. */
function rock([x, y, h]: readonly [x: number, y: number, h: number]): Item[] {
  const [left, top, right] = [pt(x - h * 0.62, y + h * 0.3), pt(x, y - h * 0.75), pt(x + h * 0.66, y + h * 0.3)];
  const front = pt(x + h * 0.08, y + h * 0.36);
  return [
    { d: `M${left}L${top}L${right}L${front}z`, stroke: "rock~", w: 0.035, join: "round" },
    { d: `M${left}L${top}L${front}z`, fill: "rock+" },
    { d: `M${top}L${right}L${front}z`, fill: "rock-" },
  ];
}

/** The rocks along a side: the foot of each, and its height. */
function rocksAlong([[ax, ay], [bx, by]]: readonly [XY, XY]): [x: number, y: number, h: number][] {
  const [i, j] = [Math.round((ax + bx) * 8), Math.round((ay + by) * 8)];
  return [1, 3, 5].map((k) => {
    const t = k / 6 + near(i, j, k) * 0.04;
    return [
      ax + (bx - ax) * t + near(i, j, k + 6) * 0.03,
      ay + (by - ay) * t + near(i, j, k + 12) * 0.03,
      0.2 + 0.1 * hash(i, j, k + 18),
    ];
  });
}

/** Planks across the middle of a side. */
function bridge([ax, ay]: XY, [bx, by]: XY): Item[] {
  const far = Math.hypot(bx - ax, by - ay) || 1;
  const [x, y, dx, dy] = [(ax + bx) / 2, (ay + by) / 2, ((by - ay) / far) * SPAN, ((ax - bx) / far) * SPAN];
  return planks(`M${pt(x - dx, y - dy)}L${pt(x + dx, y + dy)}`);
}

/** A bridge along a line. */
export function planks(d: string): Item[] {
  const cap = "butt";
  return [
    { d, stroke: "wood-", w: 0.4, cap },
    { d, stroke: "wood+", w: 0.3, cap },
    { d, stroke: "wood", w: 0.3, dash: [0.035, 0.1], cap },
  ];
}

const pairs = (points: readonly XY[]): [XY, XY][] => points.slice(1).map((at, k) => [points[k] ?? at, at]);
