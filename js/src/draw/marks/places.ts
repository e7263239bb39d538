// Places: what the author of a map has named, drawn as part of the land: below the pieces, and beside them where they stand.

import type { SpaceMap } from "../../geometry/spaces";
import type { NamedPlace, StaticScene } from "../../kernel/types.gen";
import { isSea } from "../land/labels";
import type { Item } from "../list";
import { circle, line, pt, rectangle, type XY, xy } from "../shapes";
import type { Sight } from "../sight";
import { inward } from "./rings";

/** From so many pixels a radius on places are drawn. */
const SMALLEST = 10;
/** The houses of a village: those in the middle are seen while nothing stands there. */
const HOUSES: readonly XY[] = [
  [0.22, -0.12],
  [-0.68, 0.06],
  [0.66, 0.1],
  [-0.16, 0.12],
  [-0.5, 0.44],
  [0.24, 0.34],
  [0.52, 0.5],
];
const HOUSE = 0.13;
/** The wall of a fort: its half width, its top and its foot. */
const FORT = { half: 0.62, top: -0.42, foot: 0.46 };

/** The places of a map, roads first. */
export function places({ map, scene, px }: Sight): Item[] {
  if (px < SMALLEST) return [];
  const all = [...(scene.places ?? [])].sort((a, b) => Number(b.kind === "road") - Number(a.kind === "road"));
  return all.map((place) => ({ items: glyph(place, map, scene), title: place.name }));
}

/** The names of the places on a space; empty if it has none. */
export function placesOn({ places = [] }: StaticScene, space: string): string {
  return places.flatMap(({ name, spaces }) => (spaces.includes(space) ? [name] : [])).join(", ");
}

function glyph({ kind, spaces }: NamedPlace, map: SpaceMap, scene: StaticScene): Item[] {
  const middles = spaces.map((space) => xy(map.centre(map.find(space))));
  const [x, y] = middles[0] ?? [0, 0];
  switch (kind) {
    case "road":
      return road(middles);
    case "bridge":
      return bridge(map.find(spaces[0] ?? ""), map, scene);
    case "village":
      return HOUSES.flatMap(([dx, dy]) => house(x + dx, y + dy));
    case "fort":
      return fort(x, y);
    default:
      return [];
  }
}

function road(points: readonly XY[]): Item[] {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return [];
  let d = `M${pt(...first)}`;
  points.slice(1).forEach(([x, y], k) => {
    const [a, b] = points[k] ?? first;
    d += `Q${pt(a, b)} ${pt((a + x) / 2, (b + y) / 2)}`;
  });
  d += `L${pt(...last)}`;
  return [
    { d, stroke: "sand~", w: 0.2, a: 0.8, cap: "round" },
    { d, stroke: "sand", w: 0.13, cap: "round" },
  ];
}

/** A bridge from side to side, where both lead to land if that can be, over a stream that joins the water at other sides. */
function bridge(index: number, map: SpaceMap, scene: StaticScene): Item[] {
  const beyond = map.beyond(index);
  const wet = (k: number) => isSea(map, scene, beyond[k] ?? -1);
  const bad = (k: number) => [k, k + 3].filter((n) => beyond[n] === -1 || wet(n)).length;
  const [axis = 0] = [0, 1, 2].sort((a, b) => bad(a) - bad(b));
  const corners = inward(map.outline(index), map.centre(index), 1);
  const side = (k: number): XY => {
    const [a, b] = [corners[k] ?? [0, 0], corners[(k + 1) % 6] ?? [0, 0]];
    return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  };
  const d = line([side(axis), side(axis + 3)]);
  const middle = xy(map.centre(index));
  const stream = [0, 1, 2, 3, 4, 5].filter((k) => k % 3 !== axis && wet(k)).map((k) => line([middle, side(k)]));
  return [
    ...(stream.length > 0 ? [{ d: stream.join(""), stroke: "sea++", w: 0.4, cap: "butt" } as const] : []),
    { d, stroke: "wood-", w: 0.4, cap: "butt" },
    { d, stroke: "wood+", w: 0.3, cap: "butt" },
    { d, stroke: "wood", w: 0.3, dash: [0.035, 0.1], cap: "butt" },
  ];
}

function house(x: number, y: number): Item[] {
  const roof: XY[] = [
    [x - 1.3 * HOUSE, y - HOUSE],
    [x, y - 2 * HOUSE],
    [x + 1.3 * HOUSE, y - HOUSE],
  ];
  return [
    { d: rectangle(x - HOUSE, y - HOUSE, 2 * HOUSE, HOUSE), fill: "snow", stroke: "wood-", w: 0.02 },
    { d: `${line(roof)}z`, fill: "wood" },
  ];
}

function fort(x: number, y: number): Item[] {
  const { half, top, foot } = FORT;
  const d = rectangle(x - half, y + top, 2 * half, foot - top);
  const towers = [top, foot].flatMap((dy) => [circle(x - half, y + dy, 0.1), circle(x + half, y + dy, 0.1)]);
  return [
    { d, stroke: "rock~", w: 0.13 },
    { d, stroke: "rock+", w: 0.07 },
    { d: towers.join(""), fill: "rock+", stroke: "rock~", w: 0.03 },
  ];
}
