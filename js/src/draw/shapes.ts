// Paths, as texts, and the hash that stands in for chance: equal scenes give equal pictures.

import type { Point } from "../geometry/spaces";

export type XY = readonly [x: number, y: number];

/** A number from 0 to 1 (without 1) for three integers, by 32-bit integer arithmetic only. */
export function hash(a: number, b: number, seed = 0): number {
  let h = Math.imul(a + 40503, 0x85ebca6b) ^ Math.imul(b + 31153, 0xc2b2ae35) ^ Math.imul(seed + 1, 0x27d4eb2f);
  h ^= h >>> 15;
  h = Math.imul(h, 0x2c1b3c6d);
  h ^= h >>> 12;
  h = Math.imul(h, 0x297a2d39);
  h ^= h >>> 15;
  return (h >>> 0) / 4294967296;
}

/** A number from -1 to 1 for three integers. */
export const near = (a: number, b: number, seed = 0): number => hash(a, b, seed) * 2 - 1;

/** A number as it stands in a path: at most three decimals. */
export const f = (n: number): string => String(Math.round(n * 1000) / 1000);
/** A point as it stands in a path. */
export const pt = (x: number, y: number): string => `${f(x)} ${f(y)}`;
export const xy = ({ x, y }: Point): XY => [x, y];

/** Straight lines through points. */
export function line(points: readonly XY[]): string {
  return `M${points.map(([x, y]) => pt(x, y)).join("L")}`;
}

export function polygon(points: readonly XY[]): string {
  return `${line(points)}z`;
}

/** A closed curve that has the points as its handles. */
export function smooth(points: readonly XY[]): string {
  const middle = (a: XY, b: XY): XY => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  const last = points.at(-1);
  if (!last || !points[0]) return "";
  let d = `M${pt(...middle(last, points[0]))}`;
  points.forEach((p, k) => {
    d += `Q${pt(...p)} ${pt(...middle(p, points[(k + 1) % points.length] ?? p))}`;
  });
  return `${d}z`;
}

/** An uneven round blob with half axes `rx` and `ry`; (i, j, seed) make it the one that it is. */
export function blob(x: number, y: number, rx: number, ry: number, i: number, j: number, seed: number, n = 9): string {
  const points: XY[] = [];
  for (let k = 0; k < n; k++) {
    const angle = (2 * Math.PI * k) / n;
    const w = 1 + near(i + k, j, seed) * 0.22;
    points.push([x + rx * w * Math.cos(angle), y + ry * w * Math.sin(angle)]);
  }
  return smooth(points);
}

export function ellipse(x: number, y: number, a: number, b: number): string {
  return `M${pt(x - a, y)}a${pt(a, b)} 0 1 0 ${f(2 * a)} 0a${pt(a, b)} 0 1 0 ${f(-2 * a)} 0z`;
}

export const circle = (x: number, y: number, r: number): string => ellipse(x, y, r, r);

export const rectangle = (x: number, y: number, w: number, h: number): string =>
  `M${pt(x, y)}h${f(w)}v${f(h)}h${f(-w)}z`;

/** A rectangle with round corners. */
export function rounded(x: number, y: number, w: number, h: number, r: number): string {
  const corner = (dx: number, dy: number) => `a${pt(r, r)} 0 0 1 ${pt(dx, dy)}`;
  return (
    `M${pt(x + r, y)}h${f(w - 2 * r)}${corner(r, r)}v${f(h - 2 * r)}${corner(-r, r)}` +
    `h${f(2 * r - w)}${corner(-r, -r)}v${f(2 * r - h)}${corner(r, -r)}z`
  );
}

/** A hexagon about a point, with a corner at the right. */
export function hexagon(x: number, y: number, r: number): string {
  const corners = [0, 1, 2, 3, 4, 5].map((k) => (Math.PI / 3) * k);
  return polygon(corners.map((angle) => [x + r * Math.cos(angle), y + r * Math.sin(angle)]));
}

/** The shackle of a padlock of radius `s` around a point. */
export const shackle = (x: number, y: number, s: number): string =>
  `M${pt(x - s * 0.26, y - s * 0.1)}v${f(-s * 0.16)}a${pt(s * 0.26, s * 0.26)} 0 0 1 ${f(s * 0.52)} 0v${f(s * 0.16)}`;
