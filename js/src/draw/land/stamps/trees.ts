// Trees: firs and round ones, as stamps about the middle of a hex.

import type { Shape } from "../../display-list";
import { blob, ellipse, hash, near, polygon, type XY } from "../../shapes";

function fir(x: number, y: number, size: number): Shape[] {
  const [w, h] = [0.15 * size, 0.4 * size];
  const tier = (top: number, wide: number): XY[] => [
    [x, y - h * top],
    [x + w * wide, y - h * (top - 0.42)],
    [x - w * wide, y - h * (top - 0.42)],
  ];
  const lit = (top: number, foot: number, wide: number): XY[] => [
    [x, y - h * top],
    [x, y - h * foot],
    [x - w * wide, y - h * foot],
  ];
  const trunk: XY[] = [
    [x - 0.02 * size, y + 0.02],
    [x + 0.02 * size, y + 0.02],
    [x + 0.02 * size, y - 0.1],
    [x - 0.02 * size, y - 0.1],
  ];
  return [
    { d: ellipse(x + 0.07 * size, y + 0.015, 0.15 * size, 0.055 * size), fill: "tree~", a: 0.35 },
    { d: polygon(trunk), fill: "trunk" },
    { d: [tier(0.62, 1), tier(0.82, 0.84), tier(1.04, 0.62)].map(polygon).join(""), fill: "tree-" },
    { d: [lit(0.62, 0.2, 1), lit(0.82, 0.42, 0.8), lit(1.04, 0.64, 0.58)].map(polygon).join(""), fill: "tree" },
  ];
}

function oak(x: number, y: number, size: number, i: number): Shape[] {
  const r = 0.18 * size;
  const top = y - r * 0.95;
  return [
    { d: ellipse(x + 0.06 * size, y + 0.01, r * 1.1, r * 0.42), fill: "tree~", a: 0.35 },
    { d: blob(x, top, r, r * 0.94, i, 3, 11, 8), fill: "tree-" },
    { d: blob(x - r * 0.12, top - r * 0.14, r * 0.8, r * 0.72, i, 5, 12, 8), fill: "tree" },
    { d: blob(x - r * 0.28, top - r * 0.34, r * 0.42, r * 0.34, i, 6, 13, 7), fill: "tree+" },
  ];
}

const WOOD: readonly XY[] = [
  [-0.5, -0.38],
  [-0.02, -0.56],
  [0.46, -0.4],
  [-0.7, 0.02],
  [-0.26, -0.1],
  [0.22, -0.14],
  [0.68, 0],
  [-0.46, 0.36],
  [0, 0.28],
  [0.46, 0.34],
  [-0.16, 0.66],
  [0.22, 0.7],
];
const COPSE: readonly XY[] = [
  [-0.1, -0.14],
  [0.12, 0],
  [-0.08, 0.16],
];

function trees(places: readonly XY[], variant: number, seed: number): Shape[] {
  return places
    .map(([x, y], k) => ({
      x: x + near(k, variant, seed) * 0.1,
      y: y + 0.12 + near(k, variant, seed + 1) * 0.08,
      size: 0.94 + near(k, variant, seed + 2) * 0.2,
      k,
    }))
    .sort((a, b) => a.y - b.y)
    .flatMap(({ x, y, size, k }) =>
      hash(k, variant, seed + 3) < 0.6 ? fir(x, y, size * 1.06) : oak(x, y, size, k + variant * 17),
    );
}

/** The trees of a hex. */
export const wood = (variant: number): Shape[] => trees(WOOD, variant, 21);
/** The trees on a side between two hexes of forest. */
export const copse = (variant: number): Shape[] => trees(COPSE, variant, 121);
