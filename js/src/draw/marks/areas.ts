// Areas: the zones of sides as toothed front lines, the overlays of authors as lines with a faint tint, regions of the map.

import { bytesOf, Plane } from "../../geometry/plane";
import type { SpaceMap } from "../../geometry/spaces";
import type { Overlay, Region } from "../../kernel/types.gen";
import type { Ink, Item } from "../display-list";
import { loops } from "../land/loops";
import { legible, type Sight, SMALLEST_WITH_DIGITS, visible } from "../observer-view";
import { sideOf } from "../palette";
import type { PlateShape } from "../pieces/plate";
import { polygon, pt, type XY } from "../shapes";
import { hueOf } from "./hues";
import { danger } from "./rings";

/** The distance of the front line from the sides, so that the lines of two sides lie beside each other. */
const INSET = 0.13;
/** The length of a line for each tooth, about. */
const PER_TOOTH = 0.72;
/** The tint of an author's overlay. */
const TINT = 0.06;
/** An overlay of more spaces is drawn for the part that is seen alone. */
export const MOST_SPACES = 20_000;

/** The spaces of a plane. */
export function spacesOf([skip, bytes]: readonly [number, string]): number[] {
  return [...new Plane(skip, bytesOf(bytes)).members()];
}

/** The spaces in rings without a fill: the aim of a stage, what a hint speaks of, or what an exercise asks about. */
export function ringed(overlays: readonly Overlay[]): number[] {
  return overlays
    .filter(({ fill }) => fill === 0)
    .flatMap(({ levels }) => levels.flatMap(([, plane]) => spacesOf(plane)));
}

type Levels = readonly (readonly [value: number, spaces: readonly number[]])[];

/** The levels of an overlay, with the spaces that `seen` holds where there are very many. */
function levelsOf(overlay: Overlay, seen: Iterable<number> | null): Levels {
  const all = overlay.levels.map(([value, plane]) => [value, spacesOf(plane)] as const);
  const number = all.reduce((sum, [, spaces]) => sum + spaces.length, 0);
  if (seen === null || number <= MOST_SPACES) return all;
  const near = new Set(seen);
  return all.map(([value, spaces]) => [value, spaces.filter((index) => near.has(index))] as const);
}

/** The seat whose zone an overlay is; -1 if it is nobody's. */
function sideIn(overlay: Overlay, { scene }: Sight): number {
  return scene.players.findIndex((player) => player.hue === overlay.hue);
}

/**
 * An overlay.
 *
 * @param seen the spaces that may be seen: an overlay of very many spaces is drawn for these alone
 */
export function overlay(of: Overlay, sight: Sight, seen: Iterable<number> | null = null): Item[] {
  const { map, palette, px, scene } = sight;
  const levels = levelsOf(of, seen);
  const set = new Set(levels.flatMap(([, spaces]) => spaces));
  const seat = sideIn(of, sight);
  const player = scene.players[seat];
  if (player) {
    const hue = sideOf(palette, player.hue)[0];
    return [...zone(map, set, player.shape, hue, palette.plain, px), ...numbers(of, levels, sight)];
  }
  const hue = hueOf(palette, of.hue);
  const lines = loops(map, (index) => set.has(index), set)
    .map(polygon)
    .join("");
  const shades = !of.numbers && levels.length > 1;
  const filled: Item[] = shades
    ? levels.map(([, spaces], n) => ({ d: outlines(map, spaces), fill: hue.ink, a: shade(of, n, levels.length - 1) }))
    : [{ d: lines, fill: hue.ink, a: TINT }];
  if (of.border === 0) return [...filled, ...numbers(of, levels, sight)];
  if (hue.tape) return [...filled, ...danger(lines, px), ...numbers(of, levels, sight)];
  const w = visible(px, 0.03 * of.border, 1.2);
  const dash = DASHES[of.stroke];
  return [
    ...filled,
    { d: lines, stroke: hue.casing, w: w * 2, a: 0.8, dash },
    { d: lines, stroke: hue.ink, w, dash },
    ...numbers(of, levels, sight),
  ];
}

const DASHES = { solid: null, dashed: [0.3, 0.2], dotted: [0.01, 0.2] } as const;

/** The opacity of a shade; the first level is the most opaque. */
export function shade(look: Pick<Overlay, "fill" | "darkening">, level: number, last: number): number {
  return look.fill * (1 - (look.darkening * level) / Math.max(1, last));
}

function outlines(map: SpaceMap, spaces: readonly number[]): string {
  return spaces.map((index) => polygon(map.outline(index).map(({ x, y }): XY => [x, y]))).join("");
}

/** The values of an overlay, as digits. */
function numbers(of: Overlay, levels: Levels, { map, palette, px }: Sight): Item[] {
  if (!of.numbers || px < SMALLEST_WITH_DIGITS) return [];
  const size = legible(px, 0.27);
  const [fill, halo] = palette.dark ? ["lit", "litEdge"] : ["litEdge", "lit"];
  return levels.flatMap(([value, spaces]) => {
    const text = String(Number(value.toPrecision(6)));
    return spaces.map((index) => {
      const { x, y } = map.centre(index);
      return { text, x, y: y + map.badgeDown, size, weight: 700, fill, halo, haloWidth: size * 0.42 };
    });
  });
}

/** A zone: a front line just inside its border, with teeth of its side's own shape. */
function zone(
  map: SpaceMap,
  set: ReadonlySet<number>,
  shape: PlateShape,
  hue: Ink,
  plain: boolean,
  px: number,
): Item[] {
  return loops(map, (index) => set.has(index), set).flatMap((loop) => {
    const inner = insetOf(loop);
    const d = polygon(inner);
    return [
      { d, fill: hue, a: plain ? 0.08 : 0.04 },
      { d, stroke: "mark", w: visible(px, 0.11, 2.2), a: 0.75, join: "round" as const },
      { d, stroke: hue, w: visible(px, 0.055, 1.2), join: "round" as const },
      { d: teeth(inner, shape), fill: hue, stroke: "mark", w: 0.025 },
    ];
  });
}

/** The normal of a side, to its right: into the area. */
function normal([ax, ay]: XY, [bx, by]: XY): XY {
  const length = Math.hypot(bx - ax, by - ay) || 1;
  return [-(by - ay) / length, (bx - ax) / length];
}

/** A loop made smaller by the inset. */
function insetOf(loop: readonly XY[]): XY[] {
  return loop.map((corner, k) => {
    const before = loop[(k + loop.length - 1) % loop.length] ?? corner;
    const after = loop[(k + 1) % loop.length] ?? corner;
    const [p, q] = [normal(before, corner), normal(corner, after)];
    // At a sharp corner the exact point would lie far away.
    const s = Math.max(0.4, 1 + p[0] * q[0] + p[1] * q[1]);
    return [corner[0] + ((p[0] + q[0]) / s) * INSET, corner[1] + ((p[1] + q[1]) / s) * INSET];
  });
}

function teeth(loop: readonly XY[], shape: PlateShape): string {
  let [d, far] = ["", PER_TOOTH];
  loop.forEach((a, k) => {
    const b = loop[(k + 1) % loop.length] ?? a;
    const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
    far += length;
    if (far < PER_TOOTH || length < 0.25) return;
    far = 0;
    d += tooth(a, b, length, shape);
  });
  return d;
}

function tooth(a: XY, b: XY, length: number, shape: PlateShape): string {
  const [mx, my] = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  const [tx, ty] = [(b[0] - a[0]) / length, (b[1] - a[1]) / length];
  const [nx, ny] = normal(a, b);
  const at = (u: number, v: number): XY => [mx + tx * u + nx * v, my + ty * u + ny * v];
  if (shape === "round") return `M${pt(...at(-0.12, 0))}A.12 .12 0 0 0 ${pt(...at(0.12, 0))}z`;
  if (shape === "diamond") return polygon([at(-0.13, 0), at(0, 0.17), at(0.13, 0)]);
  if (shape === "hexagon") return polygon([at(-0.14, 0), at(-0.07, 0.12), at(0.07, 0.12), at(0.14, 0)]);
  return polygon([at(-0.09, 0), at(-0.09, 0.15), at(0.09, 0.15), at(0.09, 0)]);
}

/** The outline of spaces that belong together: a quiet line with long gaps. */
export function region({ plane }: Region, { map, px }: Sight): Item[] {
  const set = new Set(spacesOf(plane));
  const d = loops(map, (index) => set.has(index), set)
    .map(polygon)
    .join("");
  const w = visible(px, 0.05, 1.2);
  return [
    { d, stroke: "mark", w: w * 2, a: 0.55 },
    { d, stroke: "markInk", w, dash: [0.34, 0.12, 0.02, 0.12] },
  ];
}
