import { describe, expect, test } from "vitest";
import { loops, placeOf } from "../../src/draw/land/loops";
import { hash, type XY, xy } from "../../src/draw/shapes";
import { HexMap, type Offset } from "../../src/geometry/hexmap";
import { mapOf } from "../../src/geometry/map";
import type { SpaceMap } from "../../src/geometry/spaces";
import { stateOf } from "../model";

const OFFSETS: Offset[] = ["odd-r", "even-r", "odd-q", "even-q"];
const hexes = (offset: Offset) =>
  new HexMap(
    offset,
    9,
    7,
    Uint8Array.from({ length: 63 }, (_, k) => (k % 31 ? 0 : 255)),
  );
const maps: [string, SpaceMap][] = [
  ...OFFSETS.map((offset): [string, SpaceMap] => [offset, hexes(offset)]),
  ["provinces", mapOf(stateOf("wheel")._scene)],
];

/** Sides as texts, from and to, in a given order. */
function sidesOf(map: SpaceMap, lines: XY[][]): string[] {
  const place = placeOf(map);
  return lines.flatMap((line) => line.map((a, k) => `${place(a)}>${place(line[(k + 1) % line.length] ?? a)}`));
}

/** The sides between a set and its surroundings, in no direction. */
function bounds(map: SpaceMap, set: ReadonlySet<number>): string[] {
  const place = placeOf(map);
  return [...set].flatMap((index) => {
    const corners = map.outline(index).map(xy);
    return map.beyond(index).flatMap((there, k) => {
      if (there >= 0 && set.has(there)) return [];
      const ends = [corners[k], corners[(k + 1) % corners.length]].map((p) => `${place(p as XY)}`);
      return [ends.sort().join(" ")];
    });
  });
}

describe.each(maps)("closed lines on %s", (_, map) => {
  test("pass each side about a set once", () => {
    for (let seed = 0; seed < 40; seed++) {
      const share = 0.1 + (seed % 9) / 10;
      const set = new Set([...map.all()].filter((index) => hash(index, 5, seed) < share));
      const found = sidesOf(
        map,
        loops(map, (index) => set.has(index)),
      );
      const plain = found.map((side) => side.split(">").sort().join(" "));
      expect(plain.sort()).toEqual(bounds(map, set).sort());
    }
  });

  test("run clockwise about spaces that do not touch", () => {
    for (const index of map.all()) {
      const [line = [], ...more] = loops(map, (n) => n === index);
      expect(more).toEqual([]);
      const area = line.reduce((sum, [x, y], k) => {
        const [nx, ny] = line[(k + 1) % line.length] ?? [x, y];
        return sum + x * ny - nx * y;
      }, 0);
      expect(area).toBeGreaterThan(0);
    }
  });

  test("of a part of the map are those of its spaces", () => {
    const part = [...map.all()].slice(0, 12);
    const within = new Set(part);
    const one = loops(map, (index) => within.has(index));
    expect(loops(map, (index) => within.has(index), part)).toEqual(one);
  });
});

test("A ring of hexes has a line outside and one about the hole", () => {
  const map = hexes("odd-r");
  const middle = map.index(4, 3);
  const ring = new Set(map.beyond(middle));
  const found = loops(map, (index) => ring.has(index));
  expect(found.map((line) => line.length).sort((a, b) => a - b)).toEqual([6, 18]);
});

test("Corners that fall together have one place", () => {
  for (const offset of OFFSETS) {
    const map = hexes(offset);
    const place = placeOf(map);
    const places = new Set([...map.all()].flatMap((index) => map.outline(index).map((p) => `${place(xy(p))}`)));
    const close = [...map.all()].flatMap((index) => map.outline(index));
    for (const p of close)
      for (const q of close) if (Math.hypot(p.x - q.x, p.y - q.y) < 1e-6) expect(place(xy(p))).toEqual(place(xy(q)));
    expect(places.size).toBeLessThan(close.length / 2);
  }
});
