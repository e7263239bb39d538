// Ways over the map: where their lines run, and how they are drawn. A ribbon is a way that is gone or planned.

import { HexMap } from "../../geometry/hexmap";
import type { SpaceMap } from "../../geometry/spaces";
import type { Ink, Item } from "../display-list";
import { pill } from "../pieces/pill";
import { roomOf } from "../pieces/stack";
import { f, line, polygon, pt, type XY, xy } from "../shapes";

/** True if the spaces of a map are provinces and not hexes. */
export const isRooms = (map: SpaceMap): boolean => !(map instanceof HexMap);

/** The points of a way from space to space: the middles of hexes; in provinces the pieces, and the borders between. */
export function wayPoints(map: SpaceMap, spaces: readonly number[]): XY[] {
  const { down } = roomOf(map);
  const middle = (index: number): XY => {
    const { x, y } = map.centre(index);
    return [x, y + down * 0.7];
  };
  const found: XY[] = [];
  spaces.forEach((index, k) => {
    const before = spaces[k - 1];
    if (index < 0 || index === before) return;
    const gate = isRooms(map) && before !== undefined && before >= 0 ? gateway(map, before, index) : null;
    if (gate) found.push(gate);
    found.push(middle(index));
  });
  return found;
}

/** The middle of the border between two provinces. */
function gateway(map: SpaceMap, from: number, to: number): XY | null {
  const corners = map.outline(from);
  const shared = map.beyond(from).flatMap((there, k) => (there === to ? [k] : []));
  const k = shared[Math.floor(shared.length / 2)];
  const [a, b] = k === undefined ? [] : [corners[k], corners[(k + 1) % corners.length]];
  return a && b ? [(a.x + b.x) / 2, (a.y + b.y) / 2] : null;
}

/** The point that lies `t` from `a` on the way to `b`. */
export function toward([x, y]: XY, [bx, by]: XY, t: number): XY {
  const length = Math.hypot(bx - x, by - y) || 1;
  return [x + ((bx - x) / length) * t, y + ((by - y) / length) * t];
}

interface RibbonLook {
  width?: number;
  /** The distance of the head's end before the last point. */
  stop?: number;
  /** True for a way that is only planned: its hue is broken. */
  plan?: boolean;
}

/** A ribbon of some hue along points: cased in ink and ivory, rounded where it bends, with a head at its end. */
export function ribbon(
  points: readonly XY[],
  hue: Ink,
  { width = 0.2, stop = 0.12, plan = false }: RibbonLook = {},
): Item[] {
  const first = points[0];
  const second = points[1];
  const last = points.at(-1);
  const beforeLast = points[points.length - 2];
  if (!first || !second || !last || !beforeLast) return [];
  // It begins beside the piece that moves, not on it.
  const start = toward(first, second, Math.min(0.46, 0.3 * Math.hypot(second[0] - first[0], second[1] - first[1])));
  const end = toward(last, beforeLast, stop);
  const neck = toward(last, beforeLast, stop + 0.38);
  const d = `M${pt(...start)}${bends(points)}L${pt(...neck)}`;
  const head = arrowHead(end, neck, width);
  const line = { d, join: "round" as const };
  return [
    { ...line, stroke: "shadow", w: width * 1.75, a: 0.28, at: [0.05, 0.09, 1] },
    { d: head, fill: "shadow", stroke: "shadow", w: width * 0.7, a: 0.28, at: [0.05, 0.09, 1] },
    { ...line, stroke: "markInk", w: width * 1.62 },
    { d: head, fill: "markInk", stroke: "markInk", w: width * 0.72 },
    { ...line, stroke: "mark", w: width * 1.3 },
    { d: head, fill: "mark", stroke: "mark", w: width * 0.4 },
    {
      ...line,
      stroke: hue,
      w: width * 0.72,
      ...(plan ? { dash: [width * 1.3, width * 0.9], cap: "butt" as const } : {}),
    },
    { d: head, fill: hue },
  ];
}

/** The bends at the points between the first and the last. */
function bends(points: readonly XY[]): string {
  let d = "";
  for (let k = 1; k < points.length - 1; k++) {
    const [a, b, c] = [points[k - 1], points[k], points[k + 1]];
    if (!a || !b || !c) continue;
    const room = (p: XY) => Math.min(0.4, 0.45 * Math.hypot(p[0] - b[0], p[1] - b[1]));
    d += `L${pt(...toward(b, a, room(a)))}Q${pt(...b)} ${pt(...toward(b, c, room(c)))}`;
  }
  return d;
}

function arrowHead(end: XY, neck: XY, width: number): string {
  const angle = Math.atan2(end[1] - neck[1], end[0] - neck[0]);
  const wing = (turn: number, far: number): XY => [
    neck[0] + Math.cos(angle + turn) * far,
    neck[1] + Math.sin(angle + turn) * far,
  ];
  return polygon([end, wing(2.1, width * 1.55), wing(Math.PI, width * 0.15), wing(-2.1, width * 1.55)]);
}

/** The costs of the steps of a way, each on its step; the last one would lie under the head. */
export function stepCosts(
  map: SpaceMap,
  spaces: readonly number[],
  costs: readonly (number | null)[],
  size: number,
): Item[] {
  return costs.slice(0, spaces.length - 2).flatMap((cost, k) => {
    const [a, b] = [spaces[k], spaces[k + 1]];
    if (cost === null || a === undefined || b === undefined || a < 0 || b < 0) return [];
    const points = wayPoints(map, [a, b]);
    const [from, to] = [points[0], points.at(-1)];
    if (!from || !to) return [];
    // The first lies further on, beyond the piece that moves.
    const t = k === 0 ? 0.68 : 0.5;
    const at =
      points.length > 2 ? points[1] : ([from[0] + (to[0] - from[0]) * t, from[1] + (to[1] - from[1]) * t] as XY);
    return at ? pill(String(cost), at[0], at[1], size) : [];
  });
}

/** The way that a piece has come: a dotted line in its side's hue, from a dot. */
export function trail(points: readonly XY[], hue: Ink): Item[] {
  const start = points[0];
  if (!start || points.length < 2) return [];
  const [x, y] = start;
  const path = { d: line(points), dash: [0, 0.2], cap: "round" as const };
  return [
    { ...path, stroke: "mark", w: 0.13, a: 0.7 },
    { ...path, stroke: hue, w: 0.08 },
    { d: `M${pt(x - 0.1, y)}a.1 .1 0 1 0 ${f(0.2)} 0a.1 .1 0 1 0 -.2 0z`, fill: hue, stroke: "mark", w: 0.03 },
  ];
}

/** The words of an arrow, on a pill at the middle of its way. */
export function wayLabel(points: readonly XY[], text: string, size: number): Item[] {
  if (text === "" || points.length < 2) return [];
  const k = Math.floor((points.length - 1) / 2);
  const [a, b] = [points[k], points[k + 1]];
  if (!a || !b) return [];
  const t = points.length === 2 ? 0.45 : 0.5;
  return pill(text, a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t - size * 0.2, size);
}

/** A measured line from a space to another, with the number of its steps. */
export function ruler(map: SpaceMap, spaces: readonly number[], size: number): Item[] {
  const points = spaces.filter((index) => index >= 0).map((index) => xy(map.centre(index)));
  const last = points.at(-1);
  if (!last || points.length < 2) return [];
  const d = line(points);
  return [
    { d, stroke: "mark", w: 0.16, dash: [0, 0.24] },
    { d, stroke: "markInk", w: 0.09, dash: [0, 0.24] },
    ...pill(String(points.length - 1), last[0], last[1] - 0.62, size),
  ];
}
