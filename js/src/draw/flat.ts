// The ground without a landscape: a tone for each kind of ground, the sides of the spaces, borders, and the printed names.

import type { List } from "./list";
import { nameSize } from "./marks/names";
import { line, polygon, xy } from "./shapes";
import type { Sight } from "./sight";

const CASING = 0.13;
const BORDER = 0.085;
/** The least pixels in a radius at which names are printed. */
const SMALLEST_WITH_NAMES = 16;

/** The tones of the spaces, and the lines between them. */
export function flatGround({ map, scene, palette, px }: Sight): List {
  const paths = scene.grounds.map((): string[] => []);
  for (const index of map.all()) paths[map.ground(index)]?.push(polygon(map.outline(index).map(xy)));
  const list: List = [];
  scene.grounds.forEach(({ hue }, n) => {
    const d = paths[n]?.join("") ?? "";
    const a = palette.gridA;
    const grid = { d, stroke: "grid", w: Math.max(0.03, 0.7 / px), a };
    if (d) list.push({ d, fill: palette.ground[hue]?.[0] ?? "plains" }, grid);
  });
  return [...list, ...borders({ map, scene, palette, px })];
}

/** Kinds of borders differ in hue and stroke. A light casing makes them visible on every ground. */
function borders({ map, scene, palette }: Pick<Sight, "map" | "scene" | "palette" | "px">): List {
  const dashes = { solid: null, dashed: [0.27, 0.18], dotted: [0, 0.18] };
  const drawn = map.borders.flatMap(({ kind, line: points }) => {
    const look = scene.borders.find(({ key }) => key === kind);
    return look ? [{ look, d: line(points.map(xy)) }] : [];
  });
  return [
    ...drawn.map(({ d }) => ({ d, stroke: "halo", w: CASING })),
    ...drawn.map(({ look, d }) => {
      const cap = look.stroke === "dotted" ? ("round" as const) : ("butt" as const);
      return { d, stroke: palette.border[look.hue] ?? "ink", w: BORDER, dash: dashes[look.stroke], cap };
    }),
  ];
}

/** The printed names of the spaces, where there is room for them. */
export function flatNames({ map, px }: Sight): List {
  if (px < SMALLEST_WITH_NAMES) return [];
  return [...map.all()].flatMap((index) => {
    if (map.labelRoom(index) === 0) return [];
    const { x, y } = map.centre(index);
    const wide = map.labelRoom(index) < Number.POSITIVE_INFINITY;
    const size = wide ? nameSize(map, index, px) : Math.max(9 / px, 0.24);
    return [{ text: map.label(index), x, y: y - map.nameUp, size, weight: 500, fill: "ink", a: wide ? 1 : 0.7 }];
  });
}
