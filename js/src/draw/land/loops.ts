// Closed lines about sets of spaces: of patches of ground, of reach, of zones, of the board itself.

import { HexMap } from "../../geometry/hexmap";
import type { SpaceMap } from "../../geometry/spaces";
import { type XY, xy } from "../shapes";

/** A side of a space: two corners, with the space on the right of the way from the first to the second. */
export type Side = readonly [from: XY, to: XY];
/** The lattice place of a point. Corners and middles of sides that fall together have one place. */
export type Place = (point: XY) => readonly [i: number, j: number];

const ROOT3 = Math.sqrt(3);
/** Places to a unit where corners lie on no lattice. */
const FINE = 1024;

/** The lattice of a map's corners and middles of sides. Neighbours compute a corner with different errors of rounding. */
export function placeOf(map: SpaceMap): Place {
  if (!(map instanceof HexMap)) return ([x, y]) => [Math.round(x * FINE), Math.round(y * FINE)];
  const [across, down] = map.pointy ? [4 / ROOT3, 4] : [4, 4 / ROOT3];
  return ([x, y]) => [Math.round(x * across), Math.round(y * down)];
}

/**
 * The closed lines about a set of spaces, as corners without the first one repeated.
 *
 * Each side between a space of the set and one outside it occurs once. The set lies on the right of the way: lines about
 * it run clockwise, lines about holes run the other way. Parts that touch in a corner alone have a line each.
 *
 * @param has true for the spaces of the set
 * @param among spaces of which the set's are a part; all of the map if it is left out
 */
export function loops(map: SpaceMap, has: (index: number) => boolean, among: Iterable<number> = map.all()): XY[][] {
  const sides: Side[] = [];
  for (const index of among) {
    if (!has(index)) continue;
    const corners = map.outline(index).map(xy);
    const turned = turns(corners) < 0;
    map.beyond(index).forEach((there, k) => {
      if (there >= 0 && has(there)) return;
      const [a, b] = [corners[k], corners[(k + 1) % corners.length]];
      if (a && b) sides.push(turned ? [b, a] : [a, b]);
    });
  }
  return joined(sides, placeOf(map));
}

/** Twice the area within corners; positive if they run clockwise. */
function turns(corners: readonly XY[]): number {
  let sum = 0;
  corners.forEach(([x, y], k) => {
    const [nx, ny] = corners[(k + 1) % corners.length] ?? [x, y];
    sum += x * ny - nx * y;
  });
  return sum;
}

/** Sides joined to closed lines, in the order of the first side of each. */
export function joined(sides: readonly Side[], place: Place): XY[][] {
  const key = (point: XY) => {
    const [i, j] = place(point);
    return i * 2 ** 26 + j;
  };
  const starts = new Map<number, Side[]>();
  for (const side of sides) {
    const from = key(side[0]);
    const others = starts.get(from);
    if (others) others.push(side);
    else starts.set(from, [side]);
  }
  const found: XY[][] = [];
  for (const first of sides) {
    const loop: XY[] = [];
    let side = taken(starts, key(first[0]), null, first);
    while (side) {
      loop.push(side[0]);
      side = taken(starts, key(side[1]), side);
    }
    if (loop.length > 0) found.push(loop);
  }
  return found;
}

/** Take the side that goes on from a corner: of several the one that turns most to the right, so that parts stay apart. */
function taken(starts: Map<number, Side[]>, at: number, before: Side | null, only?: Side): Side | null {
  const sides = starts.get(at) ?? [];
  const among = only ? sides.filter((side) => side === only) : sides;
  const best =
    before && among.length > 1 ? among.reduce((a, b) => (turn(before, b) > turn(before, a) ? b : a)) : among[0];
  if (!best) return null;
  if (sides.length === 1) starts.delete(at);
  else sides.splice(sides.indexOf(best), 1);
  return best;
}

/** The angle from one side to the next, positive to the right (y runs down). */
function turn([[ax, ay], [bx, by]]: Side, [[cx, cy], [dx, dy]]: Side): number {
  const [ux, uy, vx, vy] = [bx - ax, by - ay, dx - cx, dy - cy];
  return Math.atan2(ux * vy - uy * vx, ux * vx + uy * vy);
}
