// Rings about spaces: selection, hover, the keyboard's focus, targets, and what the user has marked. Each is two lines, a light
// one and a dark one, so that it shows on every ground.

import type { Point } from "../../geometry/spaces";
import type { Item } from "../display-list";
import { visible } from "../observer-view";
import { crossed } from "../pieces/tokens";
import { circle, f, line, polygon, pt, shackle, type XY } from "../shapes";

/** The outline of a space, drawn in towards its middle. */
export function inward(corners: readonly Point[], { x, y }: Point, k: number): XY[] {
  return corners.map((corner) => [x + (corner.x - x) * k, y + (corner.y - y) * k]);
}

/** The ring of the chosen space; the ground within is lightened. */
export function selection(outline: string, px: number): Item[] {
  return [
    { d: outline, fill: "lit", a: 0.16 },
    { d: outline, stroke: "litEdge", w: visible(px, 0.2, 4) },
    { d: outline, stroke: "lit", w: visible(px, 0.115, 2) },
  ];
}

/** The broken ring of the space under the pointer. */
export function hover(outline: string, px: number): Item[] {
  const dash = [0.26, 0.16];
  return [
    { d: outline, stroke: "litEdge", w: visible(px, 0.13, 3), a: 0.9, dash },
    { d: outline, stroke: "lit", w: visible(px, 0.06, 1.4), dash },
  ];
}

/** The whole ring of the space with the keyboard: three lines. */
export function focusRing(outline: string, px: number): Item[] {
  return [
    { d: outline, stroke: "litEdge", w: visible(px, 0.19, 5) },
    { d: outline, stroke: "lit", w: visible(px, 0.09, 3) },
    { d: outline, stroke: "act", w: visible(px, 0.055, 1.6) },
  ];
}

/** The part of a side that a bracket takes, from each corner. */
const BRACKET = 0.26;
/** Shorter sides are passed over: provinces have many of them. */
const SHORTEST_SIDE = 0.35;

/** Brackets at the corners of a target; those of a chosen one are magenta. */
export function target(corners: readonly XY[], chosen: boolean, px: number): Item[] {
  const ends = prominent(corners);
  const d = ends
    .map((corner, k) => {
      const [before, after] = [ends[(k + ends.length - 1) % ends.length], ends[(k + 1) % ends.length]];
      return line([part(corner, before ?? corner), corner, part(corner, after ?? corner)]);
    })
    .join("");
  return [
    { d, stroke: "litEdge", w: visible(px, 0.22, 4), join: "miter" },
    { d, stroke: chosen ? "act" : "lit", w: visible(px, 0.12, 2), join: "miter" },
  ];
}

function part([x, y]: XY, [tx, ty]: XY): XY {
  const length = Math.hypot(tx - x, ty - y) || 1;
  const k = Math.min(0.5, (BRACKET * Math.min(length, 1)) / length);
  return [x + (tx - x) * k, y + (ty - y) * k];
}

/** Six of the corners of an outline, those that stick out most; all of them if they are no more. */
function prominent(corners: readonly XY[]): readonly XY[] {
  if (corners.length <= 6) return corners;
  const [cx, cy] = [0, 1].map((k) => corners.reduce((sum, c) => sum + (c[k] ?? 0), 0) / corners.length) as [
    number,
    number,
  ];
  const found: XY[] = [];
  for (let k = 0; k < 6; k++) {
    const angle = (Math.PI / 3) * k + Math.PI / 6;
    const far = ([x, y]: XY) => (x - cx) * Math.cos(angle) + (y - cy) * Math.sin(angle);
    const best = corners.reduce((a, b) => (far(b) > far(a) ? b : a));
    if (found.every(([x, y]) => Math.hypot(x - best[0], y - best[1]) > SHORTEST_SIDE)) found.push(best);
  }
  return found;
}

/** Crossed swords on a round badge: what is about to be struck. */
export function swords(x: number, y: number, s: number): Item[] {
  return [
    { d: circle(x, y, s), fill: "act", stroke: "lit", w: s * 0.16 },
    { d: crossed(x, y, s), stroke: "actInk", w: s * 0.15 },
  ];
}

/** Danger: hazard tape along a line. */
export function danger(outline: string, px: number): Item[] {
  return [
    { d: outline, stroke: "tapeInk", w: visible(px, 0.17, 3.5), join: "miter", cap: "butt" },
    { d: outline, stroke: "tape", w: visible(px, 0.115, 2), dash: [0.16, 0.14], cap: "butt", join: "miter" },
  ];
}

/** A small padlock of radius `s`. */
export function lock(x: number, y: number, s: number): Item[] {
  const body = polygon([
    [x - s * 0.44, y - s * 0.12],
    [x + s * 0.44, y - s * 0.12],
    [x + s * 0.44, y + s * 0.5],
    [x - s * 0.44, y + s * 0.5],
  ]);
  return [
    { d: circle(x, y, s), fill: "markInk", a: 0.82 },
    { d: body, fill: "mark", stroke: "mark", w: s * 0.1 },
    { d: shackle(x, y, s), stroke: "mark", w: s * 0.16 },
  ];
}

/** A pennant on a pole whose foot is at a point; `s` is the height of the pole. */
export function flag(x: number, y: number, s: number, fill: string): Item[] {
  const top = y - s;
  const cloth = polygon([
    [x, top],
    [x + s * 0.62, top + s * 0.2],
    [x, top + s * 0.42],
  ]);
  return [
    { d: `M${pt(x, y)}V${f(top)}`, stroke: "mark", w: s * 0.24 },
    { d: cloth, fill: "mark", stroke: "mark", w: s * 0.2 },
    { d: `M${pt(x, y)}V${f(top)}`, stroke: "markInk", w: s * 0.1 },
    { d: cloth, fill, stroke: "markInk", w: s * 0.07 },
  ];
}

/** A mark of the user's own: a ring with a flag, in magenta: ivory and ink are the board's. */
export function ownMark(outline: string, x: number, y: number, px: number): Item[] {
  return [
    { d: outline, stroke: "mark", w: visible(px, 0.17, 3.5) },
    { d: outline, stroke: "act", w: visible(px, 0.085, 1.8) },
    ...flag(x, y, 0.5, "act"),
  ];
}
