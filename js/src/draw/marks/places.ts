// Places: what the author of a map has named, drawn as part of the land: below the pieces, and beside them where they stand.

import type { SpaceMap } from "../../geometry/spaces";
import type { NamedPlace, StaticScene } from "../../kernel/types.gen";
import type { Item } from "../display-list";
import { isSea } from "../land/labels";
import { planks } from "../land/sides";
import type { Sight } from "../observer-view";
import { line, pt, type XY, xy } from "../shapes";

/** The least pixels a radius at which places are drawn. */
const SMALLEST = 10;
/** The corners of the houses of a village: those in the middle are seen while nothing stands there. */
const HOUSES = ["-.81-.07", ".53-.03", ".09-.25", "-.29-.01", "-.63.31", ".11.21", ".39.37"];
const WALLS = HOUSES.map((at) => `M${at}h.26v.13h-.26z`).join("");
const ROOFS = HOUSES.map((at) => `M${at}m-.04 0l.17-.13.17.13z`).join("");
const FORT = "M-.62-.42h1.24v.88h-1.24z";
const TOWERS = ["-.71-.51", ".53-.51", "-.71.37", ".53.37"].map((at) => `M${at}h.18v.18h-.18z`).join("");

/** The places of a map, roads first. */
export function places({ map, scene, px }: Sight): Item[] {
  if (px < SMALLEST) return [];
  const all = [...(scene.places ?? [])].sort((a, b) => +(b.kind === "road") - +(a.kind === "road"));
  return all.map((place) => ({ items: glyph(place, map, scene), title: place.name }));
}

/** The names of the places on a space. */
export function placesOn({ places = [] }: StaticScene, space: string): string[] {
  return places.flatMap(({ name, spaces }) => (spaces.includes(space) ? [name] : []));
}

/** The kinds of the places that are drawn, and not only named. */
export function drawnKinds({ places = [] }: StaticScene): NamedPlace["kind"][] {
  return [...new Set(places.map(({ kind }) => kind))].filter((kind) => kind !== "label");
}

/** A kind of place as a mark in a square from -1 to 1. */
export function placeMark(kind: string): Item[] {
  if (kind === "road") return road([xy({ x: -0.9, y: 0.3 }), xy({ x: 0, y: -0.3 }), xy({ x: 0.9, y: 0.3 })]);
  if (kind === "bridge") return [{ d: "M0-.8V.8", stroke: "sea++", w: 0.5, cap: "butt" }, ...planks("M-.8 0H.8")];
  return buildings(kind, [0, 0, 1]);
}

function glyph({ kind, spaces }: NamedPlace, map: SpaceMap, scene: StaticScene): Item[] {
  const numbers = spaces.map((space) => map.find(space));
  const points = numbers.map((index) => xy(map.centre(index)));
  if (kind === "road") return road(points);
  if (kind === "bridge") return bridge(numbers[0] ?? -1, map, scene);
  return buildings(kind, [...(points[0] ?? [0, 0]), 1] as [number, number, number]);
}

/** A village or a fort; nothing for a label. */
function buildings(kind: string, at: [number, number, number]): Item[] {
  if (kind === "village")
    return [
      { d: WALLS, fill: "snow", stroke: "wood-", w: 0.02, at },
      { d: ROOFS, fill: "wood", at },
    ];
  if (kind === "label") return [];
  return [
    { d: FORT, stroke: "rock~", w: 0.13, at },
    { d: FORT, stroke: "rock+", w: 0.07, at },
    { d: TOWERS, fill: "rock+", stroke: "rock~", w: 0.03, at },
  ];
}

function road(points: readonly XY[]): Item[] {
  const d = points.map((point, k) => {
    const [a, b] = points[k - 1] ?? point;
    return k ? `Q${pt(a, b)} ${pt((a + point[0]) / 2, (b + point[1]) / 2)}` : `M${pt(...point)}`;
  });
  const way = `${d.join("")}L${pt(...(points.at(-1) ?? [0, 0]))}`;
  return [
    { d: way, stroke: "sand~", w: 0.2, a: 0.8 },
    { d: way, stroke: "sand", w: 0.13 },
  ];
}

/** A bridge from side to side, where both lead to land if that can be, over a stream that joins the water at other sides. */
function bridge(index: number, map: SpaceMap, scene: StaticScene): Item[] {
  const beyond = map.beyond(index);
  const corners = map.outline(index).map(xy);
  const wet = (k: number) => isSea(map, scene, beyond[k] ?? -1);
  const bad = (k: number) => [k, k + 3].filter((n) => beyond[n] === -1 || wet(n)).length;
  const [axis = 0] = [0, 1, 2].sort((a, b) => bad(a) - bad(b));
  const side = (k: number): XY => {
    const [[ax, ay], [bx, by]] = [corners[k] ?? [0, 0], corners[(k + 1) % 6] ?? [0, 0]];
    return [(ax + bx) / 2, (ay + by) / 2];
  };
  const d = line([side(axis), side(axis + 3)]);
  const stream = [0, 1, 2, 3, 4, 5].filter((k) => k % 3 !== axis && wet(k));
  const cap = "butt";
  return [
    ...stream.map((k) => ({ d: line([xy(map.centre(index)), side(k)]), stroke: "sea++", w: 0.4, cap }) as const),
    ...planks(d),
  ];
}
