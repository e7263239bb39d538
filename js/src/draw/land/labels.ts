// The print on the map: the numbers of columns and rows at the rim, those of all hexes if wanted, the names of provinces and
// places.

import { HexMap } from "../../geometry/hexmap";
import type { SpaceMap } from "../../geometry/spaces";
import type { Ground, StaticScene } from "../../kernel/types.gen";
import type { Item, List, Text } from "../display-list";
import { nameSize } from "../marks/names";
import { litSpaces } from "../marks/reach";
import { type Decision, type Sight, SMALLEST_WITH_DIGITS } from "../observer-view";
import { LETTER } from "../pieces/pill";
import { type Frame, pitch } from "./country";

/** The least pixels a radius with room for a number on each hex. */
const SMALLEST_WITH_NUMBERS = 24;
/** The distance of numbers at the rim from the map. */
const ABOVE = 0.3;
const BESIDE = 0.42;
/** The distance of a place's name above the middle of its hex, and of one with a building. */
const UP = 0.72;
const UP_BUILT = 0.86;
/** Numbers that would touch each other are thinned out: only every second, fifth or tenth is printed. */
const EVERY = [1, 2, 5, 10, 20, 50, 100];

/**
 * The labels of a map.
 *
 * @param frame the part that is seen: numbers at the rim stay at its edge
 * @param numbered true: each hex has its number
 */
export function labels(sight: Sight, decision: Decision | null, frame: Frame, numbered = false): List {
  const { map, px } = sight;
  if (map.mat || px < SMALLEST_WITH_DIGITS) return [];
  const lit = decision?.field ? litSpaces(decision.field) : null;
  if (!(map instanceof HexMap)) return names(sight, lit);
  if (numbered && px >= SMALLEST_WITH_NUMBERS) return onHexes(map, sight, frame, lit);
  return [...atRim(map, sight, frame, !!lit), ...placeNames(map, sight, lit)];
}

const isWater = ({ pattern }: Ground): boolean => pattern === "waves" || pattern === "deep";

/** The names of provinces. The names of seas are in italics; names under a veil are bright, as the veil would hide them. */
function names({ map, scene, px }: Sight, lit: ReadonlySet<number> | null): List {
  return [...map.all()].flatMap((index): Item[] => {
    if (map.labelRoom(index) === 0) return [];
    const { x, y } = map.centre(index);
    const sea = isSea(map, scene, index);
    const size = nameSize(map, index, px) * (sea ? 0.98 : 1);
    const at = { text: map.label(index), x, y: y - map.nameUp, size };
    const style = { weight: sea ? 500 : 600, italic: sea, space: sea ? 0.04 : 0.02 };
    if (lit && !lit.has(index)) return [{ ...at, ...style, fill: "lit", halo: "litEdge", haloWidth: 0.085, a: 0.95 }];
    const colours = sea ? { fill: "seaLabel", halo: "sea++" } : { fill: "label", halo: "halo" };
    return [{ ...at, ...style, ...colours, haloWidth: 0.12 }];
  });
}

/** The names of places, each at the middle one of its hexes. */
function namedHexes(map: HexMap, { scene }: Sight): ReadonlyMap<number, string> {
  const found = new Map<number, string>();
  for (const { name, spaces } of scene.places ?? []) {
    const at = map.find(spaces[spaces.length >> 1] ?? "");
    found.set(at, [found.get(at), name].filter(Boolean).join(", "));
  }
  return found;
}

/** The names of places at the tops of their hexes; a building there pushes them up. */
function placeNames(map: HexMap, sight: Sight, lit: ReadonlySet<number> | null): List {
  const { px, state } = sight;
  const size = Math.max(9 / px, Math.min(0.24, 12 / px));
  return [...namedHexes(map, sight)].map(([index, text]): Text => {
    const { x, y } = map.centre(index);
    const built = state.pieces.some((piece) => piece.layer === "structure" && piece.space === map.name(index));
    const land = isSea(map, sight.scene, index) ? ON_WATER : ON_LAND;
    const look = lit && !lit.has(index) ? VEILED : land;
    const up = built ? UP_BUILT : UP;
    return { text, x, y: y - up, size, weight: 600, italic: true, haloWidth: size * 0.4, ...look };
  });
}

/** True for a space of water. */
export function isSea(map: SpaceMap, { grounds }: StaticScene, index: number): boolean {
  const ground = grounds[map.ground(index)];
  return ground !== undefined && isWater(ground);
}

/** The height of numbers, in radii: from 9 to 13 pixels. */
const numberSize = (px: number): number => Math.max(9 / px, Math.min(0.26, 13 / px));

/** The numbers of columns above the map and of rows to its left. Where the map goes on beyond the view they stay at its edge. */
function atRim(map: HexMap, { px }: Sight, frame: Frame, veiled: boolean): List {
  const size = numberSize(px);
  const digits = map.name(map.index(0, 0)).length / 2;
  const [width, room] = [digits * LETTER * size, 0.4 * size];
  const [top, left] = [frame.top + size / 2 + room, frame.left + width / 2 + room];
  const [y, x] = [Math.max(-ABOVE, top), Math.max(-BESIDE, left)];
  const style = (inside: boolean) => {
    const look = veiled ? VEILED : ON_LAND;
    return inside ? look : { fill: veiled ? "lit" : "dim", a: look.a };
  };
  const [across, down] = pitch(map);
  const found: Text[] = [];
  const print = (n: number, at: { x: number; y: number }, inside: boolean) =>
    found.push({ text: String(n + 1).padStart(digits, "0"), ...at, size, weight: 600, ...style(inside) });
  for (const column of shown(map.columns, across, 1.3 * width)) {
    const at = map.centreAt(column, 0).x;
    // The numbers of rows have the corner.
    if (at < frame.left + 2 * width + room && y > -ABOVE) continue;
    if (at > frame.left && at < frame.right) print(column, { x: at, y }, y > -ABOVE);
  }
  for (const row of shown(map.rows, down, 1.5 * size)) {
    const at = map.centreAt(0, row).y;
    if (at > Math.max(frame.top, y + size) && at < frame.bottom) print(row, { x, y: at }, x > -BESIDE);
  }
  return found;
}

const VEILED = { fill: "lit", halo: "litEdge", a: 0.8 } as const;
const ON_WATER = { fill: "seaLabel", halo: "sea++", a: 0.9 } as const;
const ON_LAND = { fill: "label", halo: "halo", a: 0.9 } as const;

/** The columns or rows whose numbers are printed. */
function shown(count: number, apart: number, needed: number): number[] {
  const every = EVERY.find((n) => n * apart >= needed) ?? 1000;
  const all = Array.from({ length: count }, (_, n) => n);
  return every === 1 ? all : all.filter((n) => (n + 1) % every === 0);
}

/** The number of each hex that is seen, at its top, with the name of its place. */
function onHexes(map: HexMap, sight: Sight, frame: Frame, lit: ReadonlySet<number> | null): List {
  const { px } = sight;
  const size = Math.max(9 / px, Math.min(0.24, 12 / px));
  const named = namedHexes(map, sight);
  const corners = [
    { x: frame.left, y: frame.top },
    { x: frame.right, y: frame.bottom },
  ] as const;
  return [...map.within(...corners)].map((index): Text => {
    const { x, y } = map.centre(index);
    const look = lit && !lit.has(index) ? VEILED : ON_LAND;
    const text = [map.name(index), named.get(index)].filter(Boolean).join(" ");
    return { text, x, y: y - map.nameUp, size, weight: 500, haloWidth: size * 0.25, ...look };
  });
}
