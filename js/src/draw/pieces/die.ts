// Dice and cubes as lists in a square from -1 to 1, for what chance decides.

import { mix } from "../colours";
import type { Item, List } from "../display-list";
import type { Side } from "../palette";
import { hexagon, line, polygon, rounded, type XY } from "../shapes";

/** A die with more faces than a cube is drawn as one of twenty. */
const CUBE = 6;

/** A die that shows a text. */
export function die(text: string, faces: number): List {
  const size = text.length > 2 ? 0.42 : text.length > 1 ? 0.5 : 0.6;
  const written: Item = { text, x: 0, y: faces > CUBE ? 0.06 : 0, size, weight: 800, fill: "pillInk" };
  if (faces <= CUBE) {
    const d = rounded(-0.68, -0.68, 1.36, 1.36, 0.26);
    return [
      { d, fill: "shadow", a: 0.25, at: [0.06, 0.1, 1] },
      { d, fill: "pill", stroke: "pillInk", w: 0.07 },
      written,
    ];
  }
  const corner = (k: number, far = 0.9): XY => [far * Math.sin((Math.PI / 3) * k), -far * Math.cos((Math.PI / 3) * k)];
  const hull = polygon([0, 1, 2, 3, 4, 5].map((k) => corner(k)));
  const face: [XY, XY, XY] = [corner(0, 0.58), corner(2, 0.58), corner(4, 0.58)];
  const edges = [0, 1, 1, 2, 3, 3, 4, 5, 5].map((k, n) =>
    line([corner(k), face[[0, 0, 1, 1, 1, 2, 2, 2, 0][n] ?? 0] as XY]),
  );
  return [
    { d: hull, fill: "shadow", a: 0.25, at: [0.06, 0.1, 1] },
    { d: hull, fill: "pill", stroke: "pillInk", w: 0.07 },
    { d: polygon([corner(2), corner(3), corner(4), face[2], face[1]]), fill: "shadow", a: 0.16 },
    { d: polygon([corner(1), corner(2), face[1], face[0]]), fill: "shadow", a: 0.08 },
    { d: polygon(face) + edges.join(""), stroke: "pillInk", w: 0.04, a: 0.7 },
    written,
  ];
}

/** A cube in the hue of a side, as it comes out of a bag. */
export function sideCube([face, , wall]: Side): List {
  const at = (i: number, j: number): XY => [i * 0.78, j * 0.45];
  const [top, left, right] = [mix(face, "#ffffff", 0.3), face, wall];
  return [
    { d: hexagon(0.06, 0.12, 0.9), fill: "shadow", a: 0.2 },
    { d: polygon([at(0, -2), at(1, -1), at(0, 0), at(-1, -1)]), fill: top },
    { d: polygon([at(-1, -1), at(0, 0), at(0, 2), at(-1, 1)]), fill: left },
    { d: polygon([at(0, 0), at(1, -1), at(1, 1), at(0, 2)]), fill: right },
    { d: polygon([at(0, -2), at(1, -1), at(1, 1), at(0, 2), at(-1, 1), at(-1, -1)]), stroke: "markInk", w: 0.1 },
  ];
}
