// The plate of a counter. Its shape tells sides apart where hues do not.

import type { Player } from "../../kernel/types.gen";
import { circle, hexagon, pt, rounded } from "../shapes";

export type PlateShape = Player["shape"];

/** A plate about a point, as a path; `h` is the half side of a square plate. */
export function plate(shape: PlateShape, x: number, y: number, h: number): string {
  switch (shape) {
    case "round":
      return circle(x, y, h * 1.06);
    case "diamond":
      return diamond(x, y, h * 1.32);
    case "hexagon":
      return hexagon(x, y, h * 1.15);
    default:
      return rounded(x - h, y - h, 2 * h, 2 * h, h * 0.26);
  }
}

/** A square that stands on a corner; its blunt corners are `d` away from its middle. */
export function diamond(x: number, y: number, d: number): string {
  const e = d * 0.14;
  const corners = [
    [0, -1],
    [1, 0],
    [0, 1],
    [-1, 0],
  ] as const;
  const bends = corners.map(([i, j]) => {
    const [cx, cy] = [x + i * d, y + j * d];
    // A bend begins on the side before the corner and ends on the side after it.
    const before = pt(cx - i * e + j * e, cy - j * e - i * e);
    const after = pt(cx - i * e - j * e, cy - j * e + i * e);
    return `${before}Q${pt(cx, cy)} ${after}`;
  });
  return `M${bends.join("L")}z`;
}
