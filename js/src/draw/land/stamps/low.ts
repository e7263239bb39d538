// Low drawings: meadows and tufts, marshes, waves, and the mist over what nobody has explored, as stamps about the middle of a hex.

import type { Ink, Shape } from "../../display-list";
import { blob, circle, ellipse, f, hash, near, pt, type XY } from "../../shapes";

/** A lighter or darker part of the plains, larger than a hex. */
export function field(variant: number, fill: Ink, seed: number): Shape[] {
  const [a, b] = [0.8 + hash(variant, 1, seed) * 0.55, 0.44 + hash(variant, 2, seed) * 0.3];
  return [{ d: blob(0, 0, a, b, variant * 31, variant * 17, seed + 3, 10), fill, a: 0.55 }];
}

function tuft(x: number, y: number, size: number): Shape {
  const blade = (across: number, up: number, foot: number) =>
    `M${pt(x + across * size, y - up * size)}L${pt(x + foot * size, y)}`;
  const d = `${blade(-0.05, 0.06, -0.015)}M${pt(x, y - 0.1 * size)}V${f(y)}${blade(0.055, 0.07, 0.015)}`;
  return { d, stroke: "tuft", w: 0.024, a: 0.85 };
}

/** Tufts of grass, and flowers in some variants. */
export function meadow(variant: number): Shape[] {
  const found: Shape[] = [];
  for (let k = 0; k < 5; k++) {
    const [angle, far] = [hash(k, variant, 60) * 6.28, 0.2 + 0.6 * Math.sqrt(hash(k, variant, 61))];
    found.push(tuft(far * Math.cos(angle), far * Math.sin(angle), 0.9 + 0.5 * hash(k, variant, 62)));
  }
  if (variant % 2 === 0) return found;
  const [x, y] = [0.3 * near(variant, 3, 63), 0.4 * near(variant, 4, 63)];
  for (let k = 0; k < 4; k++) {
    const at = circle(x + near(k, variant, 64) * 0.18, y + near(k, variant, 65) * 0.14, 0.02);
    found.push({ d: at, fill: "flower" });
  }
  return found;
}

const POOLS = [
  [-0.34, -0.22, 0.3, 0.15],
  [0.36, 0.02, 0.28, 0.15],
  [-0.12, 0.44, 0.34, 0.15],
  [0.14, -0.52, 0.2, 0.1],
] as const;
const REEDS: readonly XY[] = [
  [-0.58, -0.1],
  [-0.08, -0.06],
  [0.12, 0.28],
  [0.6, 0.2],
  [-0.4, 0.6],
  [0.3, 0.6],
  [0.4, -0.34],
  [-0.2, -0.5],
];

/** Pools and reeds. */
export function marsh(variant: number): Shape[] {
  const pools = POOLS.flatMap(([x, y, a, b], n): Shape[] => {
    const k = n + 1;
    const [px, py] = [x + near(k, variant, 70) * 0.08, y + near(k, variant, 71) * 0.06];
    return [
      { d: blob(px, py, a, b, k, variant, 72), fill: "pool" },
      { d: blob(px - 0.03, py + 0.02, a * 0.7, b * 0.6, k, variant, 73), fill: "pool+", a: 0.6 },
    ];
  });
  const reeds = REEDS.flatMap(([x, y]): Shape[] => {
    const px = x + near(Math.round(x * 50), variant, 74) * 0.06;
    const py = y + near(Math.round(y * 50), variant, 75) * 0.06;
    const blades =
      `M${pt(px - 0.09, py - 0.12)}L${pt(px - 0.03, py)}M${pt(px, py - 0.2)}V${f(py)}` +
      `M${pt(px + 0.09, py - 0.14)}L${pt(px + 0.03, py)}`;
    return [
      { d: blades, stroke: "reed", w: 0.034 },
      { d: ellipse(px, py - 0.2, 0.02, 0.05), fill: "reed" },
    ];
  });
  return [...pools, ...reeds];
}

const SHALLOW: readonly XY[] = [
  [-0.28, -0.18],
  [0.3, 0.16],
  [-0.2, 0.46],
];
const DEEP: readonly XY[] = [
  [-0.34, -0.24],
  [0.32, -0.3],
  [0.02, 0.1],
  [-0.36, 0.42],
  [0.4, 0.4],
];

/** A wave: its left end, its half length, and the height of its bend. */
export function wave(x: number, y: number, half: number, bend = 0.07): string {
  return `M${pt(x, y)}q${pt(half / 2, -bend)} ${pt(half, 0)}q${pt(half / 2, bend - 0.01)} ${pt(half, -0.01)}`;
}

/** Waves: up to three on the sea, five on the ocean. */
export function swell(variant: number, deep: boolean): Shape[] {
  return (deep ? DEEP : SHALLOW).flatMap(([x, y], k): Shape[] => {
    if (!deep && hash(k, variant, 80) < 0.3) return [];
    const half = deep ? 0.11 : 0.13;
    const d = wave(x + near(k, variant, 81) * 0.12 - half, y + near(k, variant, 82) * 0.1, half);
    return [{ d, stroke: deep ? "deep" : "wave", w: 0.028, a: deep ? 0.55 : 0.6 }];
  });
}

const PUFFS: readonly XY[] = [
  [-0.3, -0.3],
  [0.36, -0.12],
  [-0.2, 0.34],
  [0.4, 0.5],
];

/** Clouds over what nobody has explored. */
export function puffs(variant: number): Shape[] {
  return PUFFS.flatMap(([x, y], n): Shape[] => {
    const start = `M${pt(x + near(n + 1, variant, 95) * 0.1 - 0.24, y + near(n + 1, variant, 96) * 0.08)}`;
    const top = "a.11 .11 0 0 1 .1 -.15a.15 .15 0 0 1 .27 -.02a.1 .1 0 0 1 .09 .17z";
    return [
      { d: start + top, fill: "mist+", a: 0.9 },
      { d: `${start}h.46`, stroke: "mist-", w: 0.03, a: 0.8 },
    ];
  });
}
