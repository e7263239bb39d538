// Reach: the rest steps back under one veil, and one bright line runs about what may be chosen.

import { HexMap } from "../../geometry/hexmap";
import type { SpaceMap } from "../../geometry/spaces";
import type { Item } from "../display-list";
import { loops } from "../land/loops";
import type { Decision, Sight } from "../observer-view";
import { legible, SMALLEST_WITH_DIGITS, visible } from "../observer-view";
import { pill } from "../pieces/pill";
import { polygon, rectangle, type XY } from "../shapes";
import { nameSize, nameWidth } from "./names";
import { lock } from "./rings";
import { isRooms } from "./ways";

type Field = NonNullable<Decision["field"]>;

/** The width of the veil beyond the map, in radii. */
const BEYOND = 400;
/** Part of the veil's opacity: a veil over labels would otherwise hide them. */
const PART = 0.92;
/** Two thirds of the distance between the line about a reach and the sides of hexes where rivers run, in radii. */
const INWARD = 0.115;
/** Locks, in radii: at the rim of a reach, and on a province. */
const LOCK = 0.17;
const LOCK_OF_PROVINCE = 0.26;
/** The distance of digits and locks below the middle of a hex. */
const FOOT = 0.64;
/** The room that a pill needs about its middle, in radii. */
const ROOM = 0.24;

/** The veil, and the line about a set of spaces. */
export function reach(lit: ReadonlySet<number>, { map, palette, px }: Sight): Item[] {
  const about = loops(map, (index) => lit.has(index), lit);
  const within = about.map(polygon).join("");
  // On the sides of hexes it would hide the rivers there.
  const d = map instanceof HexMap && map.borders.length > 0 ? about.map(drawnIn).map(polygon).join("") : within;
  const all = rectangle(-BEYOND, -BEYOND, map.size.x + 2 * BEYOND, map.size.y + 2 * BEYOND);
  return [
    { d: all + within, fill: "veil", a: palette.veilA * (palette.plain ? 1 : PART), even: true },
    { d, stroke: "litEdge", w: visible(px, 0.19, 3.4), a: 0.8, join: "round" },
    { d, stroke: "lit", w: visible(px, 0.095, 1.7), join: "round" },
  ];
}

/** A line about hexes, drawn in. Each of its sides has the length 1, and turns by 60 degrees into the next one. */
function drawnIn(points: readonly XY[]): XY[] {
  return points.map((at, k) => {
    const [[ax, ay], [bx, by]] = [points.at(k - 1) ?? at, points[k + 1] ?? points[0] ?? at];
    return [at[0] - (by - ay) * INWARD, at[1] + (bx - ax) * INWARD];
  });
}

/** The spaces of a field that stay bright: those that may be chosen, and the way that is chosen already. */
export function litSpaces(field: Field): Set<number> {
  return new Set([...field.costs.keys(), ...field.fixed, field.origin].filter((index) => index >= 0));
}

/** A padlock on each barred space at the rim, but not on those that have a larger one. */
export function locks(field: Field, { map, px }: Sight, but: readonly number[] = []): Item[] {
  if (px < SMALLEST_WITH_DIGITS) return [];
  return [...field.barred.keys()].flatMap((index) => {
    if (but.includes(index) || map.mat) return [];
    const { x, y } = map.centre(index);
    return isRooms(map) ? lock(x, y + 0.1, LOCK_OF_PROVINCE) : lock(x, y + FOOT, Math.max(LOCK, 4 / px));
  });
}

/** The rest of the budget on each space of a reach but the goal in provinces, where the way ends. */
export function pointsLeft(field: Field, sight: Sight, goal: number): Item[] {
  const { map, palette, px } = sight;
  if (!field.numbers || px < SMALLEST_WITH_DIGITS || map.mat) return [];
  const size = legible(px, 0.27);
  const [fill, halo] = palette.dark ? ["lit", "litEdge"] : ["litEdge", "lit"];
  const items: Item[] = [];
  for (const index of field.costs.keys()) {
    if (index === field.origin || (index === goal && isRooms(map))) continue;
    const { x, y } = map.centre(index);
    const left = String(field.left(index));
    if (!isRooms(map))
      items.push({ text: left, x, y: y + FOOT, size, weight: 700, fill, halo, haloWidth: size * 0.42 });
    else items.push(...pill(left, ...besideName(map, index, px), Math.max(size, 0.3)));
  }
  return items;
}

/** The place of a pill at the name of a province: at its right, at its left, else close below it, but on no border. */
function besideName(map: SpaceMap, index: number, px: number): XY {
  const { x, y } = map.centre(index);
  const [aside, top] = [nameWidth(map, index, px) / 2 + 0.34, y - map.nameUp];
  const free = [x + aside, x - aside].find((at) =>
    [-ROOM, ROOM].every((dx) => [-ROOM, ROOM].every((dy) => map.at({ x: at + dx, y: top + dy }) === index)),
  );
  return free === undefined ? [x, top + nameSize(map, index, px) / 2 + 0.3] : [free, top];
}
