// The landscape in tiles: rectangles of a map that are drawn one after the other and kept as bitmaps.

import type { List } from "../draw/display-list";
import { areaOf, type Frame, type Part, pitch } from "../draw/land/country";
import { hexGround } from "../draw/land/hexes";
import { provinceGround } from "../draw/land/provinces";
import type { Palette } from "../draw/palette";
import { HexMap } from "../geometry/hexmap";
import type { SpaceMap } from "../geometry/spaces";
import type { StaticScene } from "../kernel/types.gen";
import type { View } from "./view";

/** A rectangle of the landscape at some scale. Lengths are pixels of the screen, from the map's upper left corner. */
export interface Tile {
  /** Equal keys have equal pictures. */
  readonly key: string;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** The drawing in it, in units of the map. */
  list(): List;
}

/** The greatest side of a tile, in pixels of the page, that tiles of fewer hexes are not taken for. */
const LARGEST_SIDE = 560;
/** The hexes of tiles along each side: the most that stay below the greatest side. */
const HEXES = [16, 8, 4] as const;
/** The side of a tile of provinces, in pixels of the page. */
const PROVINCES = 400;
/** The hexes before the rim at which tiles begin, so that a small map with the country about it has few of them. */
const BEFORE = 2;
/** The rings of neighbours that a tile is drawn with, and those whose ground can be seen in it. */
const RING = 1;
const RINGS_SEEN = 3;

/** The landscape of a scene at a scale, cut into tiles. */
export class Tiles {
  /** Tiles of one look differ in scale and place alone. */
  readonly look: string;
  private readonly prefix: string;
  private readonly scale: number;
  private list: List | null = null;

  constructor(
    private readonly map: SpaceMap,
    private readonly scene: StaticScene,
    private readonly palette: Palette,
    /** Pixels of the page to a unit. */
    private readonly px: number,
    /** Pixels of the screen to a pixel of the page. */
    ratio: number,
    /** Another number gives other tiles. */
    made = 0,
  ) {
    this.scale = px * ratio;
    const grounds = scene.grounds.map(({ pattern, hue }) => `${pattern} ${hue}`).join();
    const whose = map instanceof HexMap ? `${map.offset} ${map.columns} ${map.rows}` : `provinces ${numberOf(map)}`;
    const theme = [
      palette.plains,
      palette.stage,
      palette.plain,
      scene.picture ? numberOf(scene.picture) : 0,
      made,
    ].join();
    this.look = [theme, grounds, whose].join("|");
    this.prefix = `${this.look}|${this.scale}`;
  }

  /** The tiles that a view needs, those in its middle first. */
  seen(view: View, margin = 0): Tile[] {
    const { map } = this;
    const [start, end] = [
      view.toMap({ x: -margin, y: -margin }),
      view.toMap({ x: view.width + margin, y: view.height + margin }),
    ];
    const [wide, high, firstX, firstY] = this.grid();
    const found: { tile: Tile; far: number }[] = [];
    const [i0, i1] = [Math.floor((start.x - firstX) / wide), Math.floor((end.x - firstX) / wide)];
    const [j0, j1] = [Math.floor((start.y - firstY) / high), Math.floor((end.y - firstY) / high)];
    const middle = { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 };
    for (let j = j0; j <= j1; j++) {
      for (let i = i0; i <= i1; i++) {
        const far = Math.hypot(firstX + (i + 0.5) * wide - middle.x, firstY + (j + 0.5) * high - middle.y);
        const tile = map instanceof HexMap ? this.hexTile(map, i, j) : this.provinceTile(i, j, wide, high);
        found.push({ tile, far });
      }
    }
    return found.sort((a, b) => a.far - b.far).map(({ tile }) => tile);
  }

  /** Hexes along the side of a tile. */
  private get side(): number {
    return HEXES.find((count) => count * Math.sqrt(3) * this.px <= LARGEST_SIDE) ?? 4;
  }

  /** The width and height of tiles, and where the first one begins. */
  private grid(): [wide: number, high: number, left: number, top: number] {
    const { map, side } = this;
    if (!(map instanceof HexMap)) return [PROVINCES / this.px, PROVINCES / this.px, 0, 0];
    const [across, down] = pitch(map);
    const { left, top } = areaOf(map, { columns: [-BEFORE, side], rows: [-BEFORE, side] });
    return [across * side, down * side, left, top];
  }

  private hexTile(map: HexMap, i: number, j: number): Tile {
    const { side, scene, palette, px } = this;
    const [column, row] = [i * side - BEFORE, j * side - BEFORE];
    const part: Part = { columns: [column, column + side], rows: [row, row + side] };
    const frame = areaOf(map, part);
    const list = () => hexGround(map, scene, palette, { px, part, pad: RING, frame: wider(frame) });
    return { key: `${this.prefix}|${i},${j}|${contentOf(map, part)}`, ...this.pixels(frame), list };
  }

  private provinceTile(i: number, j: number, wide: number, high: number): Tile {
    const frame = { left: i * wide, top: j * high, right: (i + 1) * wide, bottom: (j + 1) * high };
    const list = () => {
      this.list ??= provinceGround(this.map, this.scene, this.palette, this.px);
      return this.list;
    };
    return { key: `${this.prefix}|${i},${j}`, ...this.pixels(frame), list };
  }

  private pixels({ left, top, right, bottom }: Frame) {
    const [x0, y0, x1, y1] = [left, top, right, bottom].map((n) => Math.round(n * this.scale)) as [
      number,
      number,
      number,
      number,
    ];
    return { left: x0, top: y0, width: x1 - x0, height: y1 - y0 };
  }
}

/** A rectangle with some room about it, so that its edges are not seen. */
function wider({ left, top, right, bottom }: Frame): Frame {
  return { left: left - 1, top: top - 1, right: right + 1, bottom: bottom + 1 };
}

/** A number for all that can be seen of the grounds in a part's tile. */
function contentOf(map: HexMap, { columns, rows }: Part): number {
  const { cells } = map;
  const within = (n: number, end: number) => Math.min(Math.max(n, 0), end);
  const [c0, c1] = columns.map((n, k) => within(n + (k ? RINGS_SEEN : -RINGS_SEEN), map.columns)) as [number, number];
  const [r0, r1] = rows.map((n, k) => within(n + (k ? RINGS_SEEN : -RINGS_SEEN), map.rows)) as [number, number];
  let sum = 0x811c9dc5;
  for (let row = r0; row < r1; row++)
    for (let column = c0; column < c1; column++)
      sum = Math.imul(sum ^ (cells[row * map.columns + column] ?? 255), 0x01000193);
  return sum >>> 0;
}

const numbers = new WeakMap<object, number>();
let last = 0;

/** A number for an object, another one for each. */
function numberOf(of: object): number {
  const known = numbers.get(of) ?? ++last;
  numbers.set(of, known);
  return known;
}
