// The ground of a map of hexes: plains with meadows, patches with natural edges, water, the grid, stamps, and beyond the rim
// all of it fainter.

import type { HexMap } from "../../geometry/hexmap";
import type { MapPicture, StaticScene } from "../../kernel/types.gen";
import type { Item, List } from "../display-list";
import type { Palette } from "../palette";
import { hash, line, near, polygon, type XY } from "../shapes";
import { type Cell, Country, type Frame, type Part } from "./country";
import { isCountry, type Kind, kindsOf, OCEAN, PLAINS, patchesAmong } from "./kinds";
import { type Drawing, stampOf } from "./stamps";
import { water } from "./water";

/** The least pixels a radius at which hexes have their drawings. */
const SMALLEST_WITH_STAMPS = 10;
/** The least at which drawings join across sides, and plains have tufts. */
const SMALLEST_WITH_JOINS = 16;
/** The part of the hexes with a dark meadow, and of those with a light one. */
const MEADOWS = 0.34;
/** The part of the plains without tufts. */
const BARE = 0.35;
/** On a picture: the opacity of grounds, the least one of the grid, and that of the shade in dark themes. */
const TINT = 0.45;
const GRID = 0.4;
const DIMMED = 0.3;
/** Hexes whose sides are in one path. Longer paths are slow to draw. */
const HEXES_A_PATH = 64;

/** The size of a drawn ground: pixels a radius, the part of the map, rings of hexes about it, and the frame that it fills. */
export interface Extent {
  px: number;
  part?: Part;
  pad?: number;
  frame?: Frame;
}

/** The part of a scene that is drawn here: its grounds, and the picture below them. */
type Seen = Pick<StaticScene, "grounds" | "picture">;

/** The path of a frame. */
export function framed({ left, top, right, bottom }: Frame): string {
  const corners: XY[] = [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ];
  return polygon(corners);
}

/**
 * The ground of a map, or of a part of it.
 *
 * A part needs one ring of neighbours (`pad`), so that its picture goes on in that of the next part. Patches end where the
 * rings end: outside the part.
 */
export function hexGround(map: HexMap, { grounds, picture }: Seen, palette: Palette, extent: Extent): List {
  const { px, pad = 2 } = extent;
  const part = extent.part ?? { columns: [0, map.columns], rows: [0, map.rows] };
  const frame = extent.frame ?? about(map, 3 * pad);
  const land = new Country(map, kindsOf(grounds, palette.ground), part, pad);
  if (picture) return onPicture(land, picture, palette, px, frame);
  if (!isCountry(grounds)) return table(land, palette, px);
  const bare = palette.plain || px < SMALLEST_WITH_STAMPS;
  return [
    { d: framed(frame), fill: "plains" },
    ...(bare ? [] : meadows(land)),
    ...patches(land, bare),
    ...waters(land, palette),
    ...grid(land, palette, px),
    ...(px < SMALLEST_WITH_STAMPS ? [] : stamps(land, palette, px)),
    ...beyond(land, palette, px, frame),
  ];
}

function about({ size }: HexMap, by: number): Frame {
  return { left: -by, top: -by, right: size.x + by, bottom: size.y + by };
}

/** Light and dark meadows. They reach across hexes, so a hex more on each side counts. */
function meadows(land: Country): List {
  const cells = land.around(1).filter((cell) => open(land, cell));
  const some = (drawing: Drawing, seed: number): List =>
    cells.flatMap(({ column, row, x, y }) => {
      if (hash(column, row, seed) >= MEADOWS) return [];
      const [dx, dy] = [near(column, row, seed + 2) * 0.7, near(column, row, seed + 4) * 0.5];
      return [{ use: stampOf(drawing, column, row, seed + 5), x: x + dx, y: y + dy }];
    });
  return [...some("dell", 1), ...some("glade", 2)];
}

/** True if a hex has plains, or touches some. */
function open(land: Country, cell: Cell): boolean {
  return cell.kind === PLAINS || [0, 1, 2, 3, 4, 5].some((direction) => land.next(cell, direction) === PLAINS);
}

function patches(land: Country, bare: boolean): List {
  return patchesAmong(land.kinds).flatMap((kind): Item[] => {
    const { tone, edge, sharp, drawing } = kind;
    const is = (other: Kind) => other === kind;
    const d = sharp ? land.straight(is) : land.natural(is, 100 + tone.length);
    const soft = !bare && !sharp && drawing !== "puffs";
    return [
      ...(soft ? [{ d, stroke: tone, w: 0.26, a: 0.32 }] : []),
      { d, fill: tone },
      ...(edge && !bare ? [{ d, stroke: edge.ink, w: edge.w, a: edge.a }] : []),
    ];
  });
}

function waters(land: Country, palette: Palette): List {
  if (![...land.kinds].some((kind) => kind.water)) return [];
  const coast = land.natural((kind) => kind.water === true, 200, 0.1);
  const deep = land.kinds.has(OCEAN) ? land.natural((kind) => kind === OCEAN, 201, 0.1) : "";
  return water(coast, deep, palette.plain);
}

/** The sides of the hexes, nearly unseen: rules are straight, nature is not. */
function grid(land: Country, palette: Palette, px: number): List {
  if (px < SMALLEST_WITH_STAMPS) return [];
  const w = Math.min(palette.plain ? 0.05 : Math.max(0.03, 0.8 / px), 1.3 / px);
  const own = land.cells.filter(({ column, row }) => land.map.has(column, row));
  const found: List = [];
  for (let k = 0; k < own.length; k += HEXES_A_PATH) {
    const paths = own.slice(k, k + HEXES_A_PATH).map((cell) => line(land.outline(cell).slice(0, 4)));
    found.push({ d: paths.join(""), stroke: "grid", w, a: palette.gridA });
  }
  return found;
}

/** The drawings on the hexes, from far to near. */
function stamps(land: Country, palette: Palette, px: number): List {
  const joined = px >= SMALLEST_WITH_JOINS;
  const found: { use: string; x: number; y: number; z: number }[] = [];
  for (const cell of land.cells) {
    const { column, row, x, y, kind } = cell;
    if (!kind.drawing) continue;
    if (kind === PLAINS && (palette.plain || !joined || hash(column, row, 10) < BARE)) continue;
    found.push({ use: stampOf(kind.drawing, column, row, 9), x, y, z: y });
    if (!kind.join || !joined) continue;
    for (const direction of [0, 1, 2]) {
      if (land.next(cell, direction) !== kind) continue;
      const other = land.map.centreAt(...land.map.aside(column, row, direction));
      const at = { x: (x + other.x) / 2, y: (y + other.y) / 2 };
      found.push({ use: stampOf(kind.join, column, row, 12 + direction), ...at, z: at.y - 0.01 });
    }
  }
  return found.sort((a, b) => a.z - b.z || a.x - b.x).map(({ use, x, y }) => ({ use, x, y }));
}

/** Beyond the rim the country goes on, fainter; the board has one clear line. */
function beyond(land: Country, palette: Palette, px: number, frame: Frame): List {
  const rim = land.rim();
  if (rim === null) return [];
  return [{ d: framed(frame) + rim, fill: "fade", even: true, a: palette.fadeA }, ...edge(rim, px)];
}

/** A board whose grounds have no drawings: plain tones and clear sides, and nothing beyond the rim. */
function table(land: Country, palette: Palette, px: number): List {
  const own = land.cells.filter(({ column, row }) => land.map.has(column, row));
  const found: List = [];
  for (const kind of land.kinds) {
    const cells = own.filter((cell) => cell.kind === kind);
    for (let k = 0; k < cells.length; k += HEXES_A_PATH) {
      const paths = cells.slice(k, k + HEXES_A_PATH).map((cell) => polygon(land.outline(cell)));
      // The stroke closes the gaps that pixels leave between neighbours.
      found.push({ d: paths.join(""), fill: kind.tone, stroke: kind.tone, w: 1 / px });
    }
  }
  return [...found, ...grid(land, palette, px), ...edge(land.rim(), px)];
}

/** A picture with the sides of the hexes on it. Grounds tint it, all but the plains. */
function onPicture(land: Country, picture: MapPicture, palette: Palette, px: number, frame: Frame): List {
  const { href, width, height, matrix } = picture;
  const d = framed(frame);
  const painted = [...land.kinds].filter((kind) => kind !== PLAINS);
  const clip = land.rim() ?? d;
  return [
    { d, fill: "stage" },
    { image: href, x: 0, y: 0, w: width, h: height, matrix },
    ...(palette.dark ? [{ d, fill: "shadow", a: DIMMED }] : []),
    ...painted.map((kind) => ({ d: land.straight((other) => other === kind), fill: kind.tone, a: TINT, clip })),
    ...grid(land, { ...palette, gridA: Math.max(palette.gridA, GRID) }, px),
    ...beyond(land, palette, px, frame),
  ];
}

/** The clear line about the board. */
function edge(rim: string | null, px: number): List {
  return rim ? [{ d: rim, stroke: "rim", w: Math.min(0.05, 2 / px), a: 0.8, join: "miter" }] : [];
}
