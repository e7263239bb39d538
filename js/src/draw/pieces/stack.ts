// All pieces of a space: structures, then units, with depth where they are many. About (0, 0), in radii of a hex.

import { HexMap } from "../../geometry/hexmap";
import type { SpaceMap } from "../../geometry/spaces";
import type { Piece } from "../../kernel/types.gen";
import type { Item } from "../display-list";
import type { Sight } from "../observer-view";
import type { Palette } from "../palette";
import { rectangle } from "../shapes";
import { type CounterLook, counter, isBare, type Seat, seatOf } from "./counter";
import { type Letters, NO_LETTERS } from "./glyph";
import { plate } from "./plate";
import { structure } from "./structure";

/** The least pixels in a radius of counters with drawings, and of bare plates; smaller ones are squares. */
const SMALLEST_WITH_DRAWING = 10;
const SMALLEST_WITH_PLATE = 6;
/** The side of such a square, in pixels. */
const SQUARE = 3;

type Place = readonly [x: number, y: number, half: number];

/** The places and half sizes of one, two and three counters. */
const PLACES: readonly (readonly Place[])[] = [
  [[0, -0.05, 0.47]],
  [
    [-0.31, -0.13, 0.385],
    [0.28, 0.1, 0.385],
  ],
  [
    [-0.38, -0.22, 0.33],
    [0.36, -0.22, 0.33],
    [0, 0.22, 0.36],
  ],
];
/** The counters of a pile of four and more kinds, from the back to the front, by their number in the list. */
const PILE: readonly (readonly [number, Place])[] = [
  [1, [0.24, -0.26, 0.36]],
  [2, [0, -0.14, 0.38]],
  [0, [-0.12, 0.02, 0.44]],
];
/** More units than this are a pile. */
export const MOST_APART = PLACES.length;
/** One structure alone, two alone, and beside units. */
const ALONE: readonly Place[] = [[0, -0.02, 0.52]];
const PAIR: readonly Place[] = [
  [-0.38, -0.02, 0.36],
  [0.38, -0.02, 0.36],
];
const BESIDE: readonly Place[] = [
  [-0.36, -0.28, 0.36],
  [-0.46, 0.3, 0.26],
];
/** Beside a structure the counters are this much smaller, and moved. */
const SMALLER = { size: 0.88, x: 0.12, y: 0.18 };

/** The room for the pieces of a space: their size and their distance below the centre. Provinces have their name above. */
export function roomOf(map: SpaceMap): { size: number; down: number } {
  return map instanceof HexMap ? { size: 1, down: 0 } : { size: 1.16, down: 0.34 };
}

interface StackLook {
  /** True if its pieces may be chosen. */
  ready?: boolean;
  /** True if they are chosen. */
  lifted?: boolean;
}

/** Stacks that are kept for each palette, because most look as before, or as others. */
const MOST_KEPT = 2000;
const kept = new WeakMap<Palette, Map<string, Item[]>>();

/** The pieces of a space. Equal stacks are equal items. */
export function stack(
  pieces: readonly Piece[],
  sight: Sight,
  letters: Letters = NO_LETTERS,
  look: StackLook = {},
): Item[] {
  const { map, palette, px, scene } = sight;
  const shared = kept.get(palette) ?? new Map<string, Item[]>();
  kept.set(palette, shared);
  const parts = pieces.map((p) => {
    const player = scene.players[p.owner];
    const faced = p.facing === null ? "" : map.angle(p.facing);
    const written = letters.get(p.symbol) ?? "";
    return `${p.layer[0]}${player?.hue}${player?.shape} ${p.symbol}${written} ${p.count} ${p.pips} ${p.spent}${p.turned}${p.lost}${faced} ${p.figures.join()}`;
  });
  const key = [px, roomOf(map).size, look.ready, look.lifted, ...parts].join();
  let items = shared.get(key);
  if (!items) {
    if (shared.size >= MOST_KEPT) shared.clear();
    items = stacked(pieces, sight, letters, look);
    shared.set(key, items);
  }
  return items;
}

function stacked(pieces: readonly Piece[], sight: Sight, letters: Letters, look: StackLook): Item[] {
  const { px, scene, palette } = sight;
  const seat = (piece: Piece) => seatOf(scene.players, piece.owner, palette);
  if (px < SMALLEST_WITH_DRAWING) return small(pieces, px, seat);
  const { size } = roomOf(sight.map);
  const units = pieces.filter((p) => p.layer === "unit");
  const built = pieces.filter((p) => p.layer === "structure");
  const rooms = units.length > 0 ? BESIDE : built.length > 1 ? PAIR : ALONE;
  const items = rooms.flatMap(([x, y, half], n) => {
    const piece = built[n];
    if (!piece) return [];
    const ready = look.ready && units.length === 0;
    return structure(piece, seat(piece), [x * size, y * size], half * size, letters, ready);
  });
  const beside = built.length > 0 ? SMALLER : { size: 1, x: 0, y: 0 };
  const put = (piece: Piece, [x, y, half]: Place, more: Partial<CounterLook>) => {
    const at = [(beside.x + x * beside.size) * size, (beside.y + y * beside.size) * size] as const;
    const facing = piece.facing === null ? null : sight.map.angle(piece.facing);
    const all = { px, letters, facing, ready: look.ready, lifted: look.lifted, ...more } as CounterLook;
    items.push(...counter(piece, seat(piece), palette, at, half * beside.size * size, all));
  };
  for (const each of placed(units)) put(...each);
  return items;
}

/** The units of a stack with their places and what is special about each, from the back to the front. */
function placed(units: readonly Piece[]): [Piece, Place, Partial<CounterLook>][] {
  const count = units.length;
  if (count > MOST_APART) return piled(units);
  return units.map((piece, n) => {
    // Of several counters the last one lies on the others, so its foot is free. A number takes the place of drawings.
    const free = isBare(piece.figures) ? n === count - 1 : count === 1 && piece.count === 1;
    const look = { figures: free ? piece.figures : [], covered: n < count - 1 };
    return [piece, PLACES[count - 1]?.[n] ?? [0, 0, 0.33], look];
  });
}

function piled(units: readonly Piece[]): [Piece, Place, Partial<CounterLook>][] {
  const figure = String(units.reduce((sum, unit) => sum + unit.count, 0));
  return PILE.flatMap(([n, place]) => {
    const piece = units[n];
    if (!piece) return [];
    const front = { figure, walls: 3, figures: isBare(piece.figures) ? piece.figures : [] };
    return [[piece, place, n === 0 ? front : { figure: "", walls: 1, facing: null }]];
  });
}

/** Bare plates, or squares: one for each of the first two owners. */
function small(pieces: readonly Piece[], px: number, seat: (piece: Piece) => Seat): Item[] {
  const owners = [...new Map(pieces.map((piece) => [piece.owner, piece])).values()].slice(0, 2);
  return owners.flatMap((piece, n): Item[] => {
    const { shape, side } = seat(piece);
    const apart = owners.length > 1 ? (n - 0.5) * 2 : 0;
    if (px >= SMALLEST_WITH_PLATE) {
      const [x, half] = [apart * 0.36, owners.length > 1 ? 0.4 : 0.55];
      const d = plate(shape, x, 0, half);
      return [{ d, fill: side[0], stroke: piece.layer === "unit" ? "shadow" : "ivory", w: 1 / px }];
    }
    const half = SQUARE / 2 / px;
    return [{ d: rectangle(apart * half - half, -half, 2 * half, 2 * half), fill: side[0] }];
  });
}
