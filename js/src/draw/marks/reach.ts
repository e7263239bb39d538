// Reach: all else steps back under one veil, and one bright line runs about what may be chosen.

import { loops } from "../land/loops";
import type { Item } from "../list";
import { pill } from "../pieces/pill";
import { polygon, rectangle } from "../shapes";
import type { Decision, Sight } from "../sight";
import { legible, SMALLEST_WITH_DIGITS, visible } from "../sight";
import { nameSize, nameWidth } from "./names";
import { lock } from "./rings";
import { isRooms } from "./ways";

type Field = NonNullable<Decision["field"]>;

/** The veil goes on so far beyond the map, in radii. */
const BEYOND = 400;
/** Part of the veil's opacity: a veil over labels would otherwise hide them. */
const PART = 0.92;
/** Locks, in radii: at the rim of a reach, and on a province. */
const LOCK = 0.17;
const LOCK_OF_PROVINCE = 0.26;
/** Digits and locks stand so far below the middle of a hex. */
const FOOT = 0.64;

/** The veil, and the line about a set of spaces. */
export function reach(lit: ReadonlySet<number>, { map, palette, px }: Sight): Item[] {
  const d = loops(map, (index) => lit.has(index), lit)
    .map(polygon)
    .join("");
  const all = rectangle(-BEYOND, -BEYOND, map.size.x + 2 * BEYOND, map.size.y + 2 * BEYOND);
  return [
    { d: all + d, fill: "veil", a: palette.veilA * (palette.plain ? 1 : PART), even: true },
    { d, stroke: "litEdge", w: visible(px, 0.19, 3.4), a: 0.8, join: "round" },
    { d, stroke: "lit", w: visible(px, 0.095, 1.7), join: "round" },
  ];
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

/** What is left of the budget on each space of a reach. */
export function pointsLeft(field: Field, sight: Sight): Item[] {
  const { map, palette, px, state } = sight;
  if (!field.numbers || px < SMALLEST_WITH_DIGITS || map.mat) return [];
  const size = legible(px, 0.27);
  const [fill, halo] = palette.dark ? ["lit", "litEdge"] : ["litEdge", "lit"];
  const held = new Set(isRooms(map) ? state.pieces.map((piece) => piece.space) : []);
  const items: Item[] = [];
  for (const [index, cost] of field.costs) {
    if (index === field.origin) continue;
    const { x, y } = map.centre(index);
    const left = String(field.budget - cost);
    if (!isRooms(map))
      items.push({ text: left, x, y: y + FOOT, size, weight: 700, fill, halo, haloWidth: size * 0.42 });
    else if (held.has(map.name(index)))
      // Beside the province's name, as pieces stand below it.
      items.push(...pill(left, x + nameWidth(map, index, px) / 2 + 0.34, y - map.nameUp, Math.max(size, 0.3)));
    else items.push(...pill(left, x, y + 0.08 + nameSize(map, index, px) * 0.2, Math.max(size, 0.3)));
  }
  return items;
}
