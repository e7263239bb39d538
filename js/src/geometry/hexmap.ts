// Maps of hexes, numbered as the kernel numbers them, so that planes can be read. No rules, no drawing.

import type { SidesOfKind } from "../kernel/types.gen";
import { bytesOf, Plane } from "./plane";
import { type Arrow, type Border, COMPASS, type Compass, type Point, type SpaceMap } from "./spaces";

export type Offset = "odd-q" | "even-q" | "odd-r" | "even-r";

const ROOT3 = Math.sqrt(3);

/** Axial unit vectors; each is the one before it turned by 60 degrees. Routes are written in their numbers. */
const DIRECTIONS: readonly (readonly [number, number])[] = [
  [1, 0],
  [0, 1],
  [-1, 1],
  [-1, 0],
  [0, -1],
  [1, -1],
];

/** The names of those directions on hexes with a point up. */
const POINTY: readonly Compass[] = ["east", "southeast", "southwest", "west", "northwest", "northeast"];
/** The names of those directions on hexes with a side up. */
const FLAT: readonly Compass[] = ["southeast", "south", "southwest", "northwest", "north", "northeast"];

/** A rectangular map. Columns and rows count from 0; hexes have the numbers of their bits in planes. The unit is the hex radius. */
export class HexMap implements SpaceMap {
  readonly mat = false;
  readonly rim = 0.6;
  readonly reach = 1;
  readonly pointy: boolean;
  readonly nameUp: number;
  readonly badgeDown: number;
  private lines: readonly Border[] | null = null;
  private readonly odd: boolean;
  private readonly corners: readonly Point[];
  private readonly stride: number;
  private readonly digits: number;

  constructor(
    readonly offset: Offset,
    readonly columns: number,
    readonly rows: number,
    /** The ground of each hex, row by row; 255 where the map has none. */
    readonly cells: Uint8Array,
    private readonly hexsides: readonly SidesOfKind[] = [],
  ) {
    this.pointy = offset.endsWith("r");
    this.nameUp = this.pointy ? 0.66 : 0.68;
    this.badgeDown = this.pointy ? 0.58 : 0.62;
    this.odd = offset.startsWith("odd");
    this.stride = (this.pointy ? columns : rows) + 2;
    this.corners = [0, 1, 2, 3, 4, 5].map((k) => this.corner({ x: 0, y: 0 }, k));
    this.digits = Math.max(2, String(Math.max(columns, rows)).length);
  }

  /** The centre of the first line's first hex, so that no coordinate on the map is negative. */
  private get start(): number {
    const shoved = !this.odd && (this.pointy ? this.rows : this.columns) > 1;
    return ROOT3 * (shoved ? 1 : 0.5);
  }

  private lean(line: number): number {
    return this.odd ? (line - (line & 1)) / 2 : (line + (line & 1)) / 2;
  }

  has(column: number, row: number): boolean {
    return (
      column >= 0 &&
      row >= 0 &&
      column < this.columns &&
      row < this.rows &&
      this.cells[row * this.columns + column] !== 255
    );
  }

  /** The bit of a hex in planes. */
  index(column: number, row: number): number {
    const [line, place] = this.pointy ? [row, column] : [column, row];
    return line * this.stride + place - this.lean(line);
  }

  columnRow(index: number): [number, number] {
    const period = 2 * this.stride - 1;
    let line = 2 * Math.floor(index / period);
    let place = index % period;
    const second = this.stride - this.lean(1);
    if (place >= second) {
      line += 1;
      place -= second;
    }
    return this.pointy ? [place, line] : [line, place];
  }

  axial(column: number, row: number): [number, number] {
    return this.pointy ? [column - this.lean(row), row] : [column, row - this.lean(column)];
  }

  fromAxial(q: number, r: number): [number, number] {
    return this.pointy ? [q + this.lean(r), r] : [q, r + this.lean(q)];
  }

  /** The printed number of a hex: column then row, counted from 1. */
  name(index: number): string {
    const [column, row] = this.columnRow(index);
    return String(column + 1).padStart(this.digits, "0") + String(row + 1).padStart(this.digits, "0");
  }

  /** The bit of the hex with this printed number, or -1. */
  find(name: string): number {
    if (name.length !== 2 * this.digits || !/^\d+$/.test(name)) return -1;
    const column = Number(name.slice(0, this.digits)) - 1;
    const row = Number(name.slice(this.digits)) - 1;
    return this.has(column, row) ? this.index(column, row) : -1;
  }

  /** The column and row next to a hex in a direction, on the map or beyond its rim. */
  aside(column: number, row: number, direction: number): [number, number] {
    const [q, r] = this.axial(column, row);
    const [dq, dr] = DIRECTIONS[direction] ?? [0, 0];
    return this.fromAxial(q + dq, r + dr);
  }

  /** The hex next to one in a direction; -1 off the map. */
  step(index: number, direction: number): number {
    const [column, row] = this.aside(...this.columnRow(index), direction);
    return this.has(column, row) ? this.index(column, row) : -1;
  }

  angle(direction: number): number {
    return (Math.PI / 3) * direction + (this.pointy ? 0 : Math.PI / 6);
  }

  under(): number {
    return -1;
  }

  labelRoom(): number {
    return Number.POSITIVE_INFINITY;
  }

  centre(index: number): Point {
    return this.centreAt(...this.columnRow(index));
  }

  centreAt(column: number, row: number): Point {
    const [q, r] = this.axial(column, row);
    return this.pointy
      ? { x: ROOT3 * (q + r / 2) + this.start, y: 1.5 * r + 1 }
      : { x: 1.5 * q + 1, y: ROOT3 * (r + q / 2) + this.start };
  }

  /** Width and height of the whole map. */
  get size(): Point {
    const shoved = (this.pointy ? this.rows : this.columns) > 1 ? 0.5 : 0;
    return this.pointy
      ? { x: ROOT3 * (this.columns + shoved), y: 1.5 * this.rows + 0.5 }
      : { x: 1.5 * this.columns + 0.5, y: ROOT3 * (this.rows + shoved) };
  }

  /** The hex that holds a point; -1 off the map. */
  at(point: Point): number {
    const [x, y] = this.pointy ? [point.x - this.start, point.y - 1] : [point.x - 1, point.y - this.start];
    const q = this.pointy ? x / ROOT3 - y / 3 : (x * 2) / 3;
    const r = this.pointy ? (y * 2) / 3 : y / ROOT3 - x / 3;
    return this.about(q, r);
  }

  /** The hex that holds a point in axial coordinates; -1 off the map. */
  private about(q: number, r: number): number {
    const s = -q - r;
    let [rq, rr] = [Math.round(q), Math.round(r)];
    const rs = Math.round(s);
    const [dq, dr, ds] = [Math.abs(rq - q), Math.abs(rr - r), Math.abs(rs - s)];
    if (dq > dr && dq > ds) rq = -rr - rs;
    else if (dr > ds) rr = -rq - rs;
    const [column, row] = this.fromAxial(rq, rr);
    return this.has(column, row) ? this.index(column, row) : -1;
  }

  /** Corner k (0 to 5, clockwise) about a centre. Corners k and k + 1 bound the side in direction k. */
  corner(centre: Point, k: number, radius = 1): Point {
    const angle = (Math.PI / 3) * k - (this.pointy ? Math.PI / 6 : 0);
    return { x: centre.x + radius * Math.cos(angle), y: centre.y + radius * Math.sin(angle) };
  }

  /** All hexes, row by row. */
  *all(): Generator<number> {
    for (let row = 0; row < this.rows; row++) {
      for (let column = 0; column < this.columns; column++) {
        if (this.has(column, row)) yield this.index(column, row);
      }
    }
  }

  *within(corner: Point, opposite: Point): Generator<number> {
    const [across, down] = this.pointy ? [ROOT3, 1.5] : [1.5, ROOT3];
    const [first, last] = [Math.max(0, Math.floor(corner.x / across) - 1), Math.ceil(opposite.x / across)];
    const [top, bottom] = [Math.max(0, Math.floor(corner.y / down) - 1), Math.ceil(opposite.y / down)];
    for (let row = top; row <= Math.min(bottom, this.rows - 1); row++) {
      for (let column = first; column <= Math.min(last, this.columns - 1); column++) {
        if (this.has(column, row)) yield this.index(column, row);
      }
    }
  }

  get count(): number {
    const lines = this.pointy ? this.rows : this.columns;
    return lines * this.stride;
  }

  ground(index: number): number {
    const [column, row] = this.columnRow(index);
    return this.cells[row * this.columns + column] ?? -1;
  }

  label(index: number): string {
    return this.name(index);
  }

  outline(index: number): Point[] {
    const { x, y } = this.centre(index);
    return this.corners.map((corner) => ({ x: x + corner.x, y: y + corner.y }));
  }

  beyond(index: number): number[] {
    return [0, 1, 2, 3, 4, 5].map((direction) => this.step(index, direction));
  }

  /** The lines of hexsides by kind, each along as many sides as lead on without a fork. Made once, when first asked for. */
  get borders(): readonly Border[] {
    this.lines ??= this.hexsides.flatMap(({ kind, planes }) =>
      chains(
        planes.flatMap(([skip, bytes], k) =>
          [...new Plane(skip, bytesOf(bytes)).members()].map((index): [Point, Point] => {
            const corners = this.outline(index);
            return [corners[k] as Point, corners[k + 1] as Point];
          }),
        ),
      ).map((line) => ({ kind, line })),
    );
    return this.lines;
  }

  /** The kinds of the sides of a hex, each with the directions of its sides as in `COMPASS`. */
  sidesOf(index: number): [kind: string, sides: Compass[]][] {
    const around = this.pointy ? POINTY : FLAT;
    return this.hexsides.flatMap(({ kind, planes }): [string, Compass[]][] => {
      const own = planes.map(([skip, bytes]) => new Plane(skip, bytesOf(bytes)));
      const has = (k: number) => own[k % 3]?.has(k < 3 ? index : this.step(index, k));
      const sides = around.filter((_, k) => has(k));
      return sides.length > 0 ? [[kind, sides.sort((a, b) => COMPASS.indexOf(a) - COMPASS.indexOf(b))]] : [];
    });
  }

  /** The hexes of a route, given as the numbers of its directions. */
  follow(from: number, route: string): number[] {
    const found = [from];
    for (const digit of route) found.push(this.step(found.at(-1) ?? -1, Number(digit)));
    return found;
  }

  line(from: number, to: number): number[] {
    const [q, r] = this.axial(...this.columnRow(from));
    const [tq, tr] = this.axial(...this.columnRow(to));
    const steps = Math.max(Math.abs(tq - q), Math.abs(tr - r), Math.abs(tq - q + tr - r));
    const found: number[] = [];
    for (let k = 0; k <= steps; k++) {
      // A small shift makes a line along a border always take the same side.
      const t = steps === 0 ? 0 : k / steps;
      found.push(this.about(q + (tq - q) * t + 1e-6, r + (tr - r) * t + 2e-6));
    }
    return found;
  }

  compass(from: number, direction: Compass): number {
    const around = this.pointy ? POINTY : FLAT;
    const k = around.indexOf(direction);
    return k < 0 ? -1 : this.step(from, k);
  }

  /** The next column or row that has a hex in the arrow's direction. */
  arrow(from: number, key: Arrow): number {
    const dx = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: 0, ArrowDown: 0 }[key];
    const dy = { ArrowLeft: 0, ArrowRight: 0, ArrowUp: -1, ArrowDown: 1 }[key];
    let [column, row] = this.columnRow(from);
    do {
      column += dx;
      row += dy;
      if (this.has(column, row)) return this.index(column, row);
    } while (column >= 0 && row >= 0 && column < this.columns && row < this.rows);
    return -1;
  }
}

/** A corner as a key: neighbours compute it with different errors of rounding. */
const keyOf = ({ x, y }: Point): string => `${Math.round(x * 64)} ${Math.round(y * 64)}`;

/** Sides joined to lines: each leads on while exactly two sides meet. Closed ones end where they begin. */
function chains(sides: readonly (readonly [Point, Point])[]): Point[][] {
  const meeting = new Map<string, (readonly [Point, Point])[]>();
  for (const side of sides) for (const end of side) meeting.set(keyOf(end), [...(meeting.get(keyOf(end)) ?? []), side]);
  const left = new Set(sides);
  const follow = (from: Point): Point[] => {
    const found = [from];
    for (let at = from; ; ) {
      const here = meeting.get(keyOf(at)) ?? [];
      const next = here.find((side) => left.has(side));
      if (!next || (found.length > 1 && here.length !== 2)) return found;
      left.delete(next);
      at = keyOf(next[0]) === keyOf(at) ? next[1] : next[0];
      found.push(at);
    }
  };
  // Lines begin where none or several others go on; what is left then is closed.
  const ends = sides.flat().filter((end) => meeting.get(keyOf(end))?.length !== 2);
  const found = [...ends, ...sides.map(([first]) => first)].map(follow);
  return found.filter((line) => line.length > 1);
}
