// A part of a map of hexes as country: what lies on each hex, also a little beyond the rim, and the edges of patches.

import type { HexMap } from "../../geometry/hexmap";
import { near, polygon, smooth, type XY } from "../shapes";
import { type Kind, PLAINS } from "./kinds";
import { joined, type Place, placeOf, type Side } from "./loops";

/** Columns and rows, from the first one to the one after the last. */
export interface Part {
  readonly columns: readonly [from: number, to: number];
  readonly rows: readonly [from: number, to: number];
}

/** A rectangle of a map, in units of the map. */
export interface Frame {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The distances of columns and of rows. */
export function pitch({ pointy }: HexMap): readonly [across: number, down: number] {
  return pointy ? [Math.sqrt(3), 1.5] : [1.5, Math.sqrt(3)];
}

/**
 * The rectangle of a part. The rectangles of parts fill the plane, and a rectangle is more than the widest stroke away from
 * the outer edge of the ring about its part.
 */
export function areaOf(map: HexMap, { columns, rows }: Part): Frame {
  const [across, down] = pitch(map);
  // Half of the lines are shoved by half a hex, so a quarter is fair to both kinds.
  const [left, top] = map.pointy ? [across / 4, 0.25] : [0.25, down / 4];
  return {
    left: left + across * columns[0],
    top: top + down * rows[0],
    right: left + across * columns[1],
    bottom: top + down * rows[1],
  };
}

/** A hex of the country: on the map, or beyond its rim. */
export interface Cell {
  readonly column: number;
  readonly row: number;
  readonly x: number;
  readonly y: number;
  readonly kind: Kind;
}

/** The hexes beyond the rim for which the nearest hex's ground goes on. */
const GOES_ON = 2;
/** The distance by which corners are moved where nature draws an edge; middles of sides are moved a little more. */
const MOVED = 0.11;
const MORE = 1.15;
const SIDES = [0, 1, 2, 3, 4, 5] as const;

export class Country {
  /** The hexes of the part and of the rings about it, row by row. */
  readonly cells: readonly Cell[];
  readonly kinds: ReadonlySet<Kind>;
  private readonly place: Place;
  private readonly corners: readonly XY[];

  /**
   * @param kindOf the kind of each ground, by its number
   * @param pad the rings of hexes about the part that belong to the country
   */
  constructor(
    readonly map: HexMap,
    private readonly kindOf: readonly Kind[],
    readonly part: Part,
    private readonly pad: number,
  ) {
    this.place = placeOf(map);
    this.corners = SIDES.map((k) => map.corner({ x: 0, y: 0 }, k)).map(({ x, y }): XY => [x, y]);
    this.cells = this.around(0);
    this.kinds = new Set(this.cells.map(({ kind }) => kind));
  }

  /** The hexes of the country and of so many further rings. */
  around(rings: number): Cell[] {
    const [{ columns, rows }, by] = [this.part, this.pad + rings];
    const found: Cell[] = [];
    for (let row = rows[0] - by; row < rows[1] + by; row++) {
      for (let column = columns[0] - by; column < columns[1] + by; column++) {
        const { x, y } = this.map.centreAt(column, row);
        found.push({ column, row, x, y, kind: this.kind(column, row) });
      }
    }
    return found;
  }

  private holds(column: number, row: number): boolean {
    const [{ columns, rows }, by] = [this.part, this.pad];
    return column >= columns[0] - by && column < columns[1] + by && row >= rows[0] - by && row < rows[1] + by;
  }

  /** The kind of a place. Beyond the rim it is that of the nearest hex, and farther away plains. */
  kind(column: number, row: number): Kind {
    const { map } = this;
    const c = Math.min(Math.max(column, 0), map.columns - 1);
    const r = Math.min(Math.max(row, 0), map.rows - 1);
    if (Math.max(Math.abs(c - column), Math.abs(r - row)) > GOES_ON) return PLAINS;
    if (map.has(c, r)) return this.on(c, r);
    for (const direction of SIDES) {
      const [nearColumn, nearRow] = map.aside(c, r, direction);
      if (map.has(nearColumn, nearRow)) return this.on(nearColumn, nearRow);
    }
    return PLAINS;
  }

  private on(column: number, row: number): Kind {
    return this.kindOf[this.map.cells[row * this.map.columns + column] ?? 255] ?? PLAINS;
  }

  /** The kind of the hex next to one. */
  next({ column, row }: Cell, direction: number): Kind {
    return this.kind(...this.map.aside(column, row, direction));
  }

  /** The corners of a hex. */
  outline({ x, y }: Cell): XY[] {
    return this.corners.map(([dx, dy]) => [x + dx, y + dy]);
  }

  /** Closed lines about the hexes of a set, clockwise. Where the country ends they are closed, too. */
  private lines(has: (kind: Kind, column: number, row: number) => boolean): XY[][] {
    const sides: Side[] = [];
    for (const cell of this.cells) {
      if (!has(cell.kind, cell.column, cell.row)) continue;
      const corners = this.outline(cell);
      for (const direction of SIDES) {
        const [column, row] = this.map.aside(cell.column, cell.row, direction);
        if (this.holds(column, row) && has(this.kind(column, row), column, row)) continue;
        sides.push([corners[direction] as XY, corners[(direction + 1) % 6] as XY]);
      }
    }
    return joined(sides, this.place);
  }

  /** The path about patches of some kinds as the sides of their hexes are. */
  straight(has: (kind: Kind) => boolean): string {
    return this.lines(has).map(polygon).join("");
  }

  /** The path about the hexes that are on the map; null if all of the country is. */
  rim(): string | null {
    if (this.cells.every(({ column, row }) => this.map.has(column, row))) return null;
    return this.lines((_, column, row) => this.map.has(column, row))
      .map(polygon)
      .join("");
  }

  /** The path about patches of some kinds as nature draws it: corners and middles of sides a little moved, and rounded. */
  natural(has: (kind: Kind) => boolean, seed: number, by = MOVED): string {
    const moved = (x: number, y: number, most: number): XY => {
      const [i, j] = this.place([x, y]);
      return [x + near(i, j, seed) * most, y + near(i, j, seed + 7) * most];
    };
    const rounded = (line: readonly XY[]) =>
      line.flatMap(([x, y], k) => {
        const [nextX, nextY] = line[(k + 1) % line.length] as XY;
        return [moved(x, y, by), moved((x + nextX) / 2, (y + nextY) / 2, by * MORE)];
      });
    return this.lines(has)
      .map((line) => smooth(rounded(line)))
      .join("");
  }
}
