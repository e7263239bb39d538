// Mountains, hills and crags, as stamps about the middle of a hex. Light falls from the left.

import type { Shape } from "../../display-list";
import { ellipse, line, near, polygon, pt, type XY } from "../../shapes";

/** A peak with its foot at a height: half width, height, variant, and its number in the variant. */
function peak(x: number, y: number, w: number, h: number, variant: number, k: number): Shape[] {
  const tip: XY = [x + near(variant, k, 31) * 0.06, y - h];
  const [left, right]: XY[] = [
    [x - w, y],
    [x + w, y + 0.02],
  ] as const;
  const a: XY = [x - w * 0.5 + near(variant, k, 32) * 0.03, y - h * 0.46];
  const b: XY = [x + w * 0.56, y - h * 0.42 + near(variant, k, 33) * 0.04];
  const at = (across: number, up: number): XY => [x + w * across, y - h * up];
  const outline = [left, a, tip, b, right] as XY[];
  const spine = [tip, at(0.1, 0.62), at(-0.08, 0.36), at(0.14, 0)];
  const shadow: XY[] = [
    [x + w * 0.2, y - 0.01],
    [x + w * 1.35, y + 0.05],
    [x + w * 0.3, y + 0.09],
    [x - w * 0.7, y + 0.06],
  ];
  const found: Shape[] = [
    { d: polygon(shadow), fill: "rock~", a: 0.22 },
    { d: polygon(outline), fill: "rock-" },
    { d: polygon([left as XY, a, ...spine]), fill: "rock+" },
    { d: polygon([at(-0.08, 0.36), at(-0.3, 0.16), at(-0.22, 0), at(0.14, 0)]), fill: "rock", a: 0.75 },
    { d: polygon([b, at(0.36, 0.2), [x + w * 0.6, y + 0.01], right as XY]), fill: "rock~", a: 0.3 },
  ];
  if (h > 0.52) {
    const edge = [at(0.27, 0.7), at(0.12, 0.66), at(0.06, 0.54)];
    found.push(
      { d: polygon([tip, ...edge, at(-0.1, 0.66), at(-0.25, 0.62)]), fill: "snow" },
      { d: polygon([tip, ...edge, at(0.02, 0.72)]), fill: "rock", a: 0.5 },
    );
  }
  found.push({ d: line(outline), stroke: "rock~", w: 0.022, a: 0.55 });
  return found;
}

/** The peaks of a hex: three, and two crumbs. */
export function range(variant: number): Shape[] {
  const by = (k: number, most: number) => near(variant, k, 40) * most;
  return [
    ...peak(-0.36 + by(1, 0.06), 0.06, 0.36, 0.6 + by(2, 0.07), variant, 1),
    ...peak(0.38 + by(3, 0.06), 0.1, 0.34, 0.52 + by(4, 0.07), variant, 2),
    ...peak(0.03 + by(5, 0.08), 0.5, 0.46, 0.84 + by(6, 0.08), variant, 3),
    ...peak(-0.46, 0.58, 0.24, 0.3, variant, 4),
    ...peak(0.5, 0.6, 0.22, 0.26, variant, 5),
  ];
}

/** The peak on a side between two hexes of mountain. */
export const spur = (variant: number): Shape[] => peak(0, 0.3, 0.4, 0.56 + near(variant, 6, 41) * 0.12, variant, 9);

function dome(x: number, y: number, w: number, h: number): Shape[] {
  const at = (across: number, up: number) => pt(x + w * across, y - h * up);
  const top = `M${at(-1, 0)}C${at(-0.62, 1.18)} ${at(0.4, 1.3)} ${at(1, 0)}`;
  const shade =
    `M${at(0.05, 0.92)}C${at(0.5, 0.96)} ${at(0.8, 0.4)} ${at(1, 0)}` +
    `L${at(0.2, 0)}C${at(0.5, 0.3)} ${at(0.3, 0.7)} ${at(0.05, 0.92)}z`;
  const blades = `M${at(-0.45, 0.3)}l.03 -.09M${at(-0.2, 0.55)}l.04 -.08M${at(-0.15, 0.22)}l.03 -.08`;
  return [
    { d: ellipse(x + w * 0.16, y + 0.01, w * 1.06, 0.07), fill: "hills~", a: 0.28 },
    { d: `${top}z`, fill: "hills+" },
    { d: shade, fill: "hills-", a: 0.7 },
    { d: top, stroke: "hills~", w: 0.022, a: 0.5 },
    { d: blades, stroke: "hills~", w: 0.022, a: 0.5 },
  ];
}

/** The hills of a hex. */
export function downs(variant: number): Shape[] {
  const by = (k: number, most: number) => near(variant, k, 50) * most;
  return [
    ...dome(-0.32 + by(1, 0.06), -0.14, 0.4, 0.34),
    ...dome(0.38 + by(2, 0.06), -0.02, 0.38, 0.3),
    ...dome(-0.2 + by(3, 0.08), 0.46, 0.46, 0.4),
    ...dome(0.46, 0.58, 0.32, 0.24),
  ];
}

const BLOCKS = [
  [-0.34, 0, 0.3, 0.5],
  [0.36, 0.08, 0.3, 0.46],
  [0, 0.5, 0.38, 0.56],
  [-0.5, 0.56, 0.24, 0.34],
  [0.52, 0.56, 0.2, 0.3],
] as const;

/** The rocks of an impassable hex. */
export function crags(variant: number): Shape[] {
  return BLOCKS.flatMap(([x, y, w, h], k): Shape[] => {
    const top = y - h - near(variant, k + 1, 90) * 0.06;
    const lit: XY[] = [
      [x - w, y],
      [x - w * 0.78, top + 0.12],
      [x - w * 0.1, top],
    ];
    const whole: XY[] = [...lit, [x + w * 0.7, top + 0.08], [x + w, y]];
    return [
      { d: polygon(whole), fill: "crag-" },
      { d: polygon([...lit, [x + w * 0.06, y]]), fill: "crag+" },
      { d: line(whole), stroke: "crag~", w: 0.024, a: 0.7 },
    ];
  });
}
