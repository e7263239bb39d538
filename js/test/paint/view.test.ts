import { describe, expect, it } from "vitest";
import { HexMap, type Offset } from "../../src/geometry/hexmap";
import { Plane } from "../../src/geometry/plane";
import { sampled } from "../../src/geometry/sampling";
import type { Piece } from "../../src/kernel/types.gen";
import { movesBetween } from "../../src/paint/moves";
import { Shades } from "../../src/paint/shades";
import { View } from "../../src/paint/view";

const offsets: Offset[] = ["odd-q", "even-q", "odd-r", "even-r"];
const square = (offset: Offset, side: number, cells = new Uint8Array(side * side)) =>
  new HexMap(offset, side, side, cells);

describe("a view", () => {
  const small = square("odd-r", 6);
  const large = square("odd-r", 200);

  it("begins with the whole of a small map, and with a readable part of a large one", () => {
    const whole = View.first(small, 900, 560);
    expect(whole.isWhole(small)).toBe(true);
    expect(whole.left).toBeCloseTo((900 - small.size.x * whole.scale) / 2);
    const index = large.index(120, 150);
    const part = View.first(large, 900, 560, large.centre(index));
    expect(part.isWhole(large)).toBe(false);
    expect(part.scale * Math.sqrt(3)).toBeCloseTo(36);
    expect(part.near(large.centre(index), 0)).toBe(true);
  });

  it("keeps a point in place while it enlarges the map about it", () => {
    const before = View.first(large, 900, 560);
    const at = { x: 300, y: 200 };
    const after = before.zoomed(1.7, at, large);
    expect(after.scale).toBeCloseTo(before.scale * 1.7);
    expect(after.toMap(at).x).toBeCloseTo(before.toMap(at).x);
    expect(after.toMap(at).y).toBeCloseTo(before.toMap(at).y);
  });

  it("stays on the map, and within the least and the greatest scale", () => {
    const view = View.first(large, 900, 560);
    expect(view.moved(1e6, 1e6, large).left).toBeCloseTo(10 + large.rim * view.scale);
    const end = view.moved(-1e6, -1e6, large);
    expect(end.left + (large.size.x + large.rim) * end.scale).toBeCloseTo(890);
    expect(view.zoomed(1e-6, { x: 0, y: 0 }, large).isWhole(large)).toBe(true);
    expect(view.zoomed(1e6, { x: 0, y: 0 }, large).scale).toBe(96);
    expect(view.zoomed(1e6, { x: 0, y: 0 }, large).fitted(large).scale).toBe(view.scale);
    expect(view.zoomed(1e6, { x: 0, y: 0 }, small).fitted(small).isWhole(small)).toBe(true);
  });

  it("moves just as far as a hex needs to be seen", () => {
    const view = View.first(large, 900, 560, { x: 0, y: 0 });
    const inside = large.centre(large.index(8, 8));
    expect(view.revealing(inside, large).same(view)).toBe(true);
    const outside = large.centre(large.index(150, 150));
    const moved = view.revealing(outside, large).toPage(outside);
    expect(moved.x).toBeGreaterThan(0);
    expect(moved.x).toBeLessThan(900);
    expect(moved.y).toBeGreaterThan(0);
    expect(moved.y).toBeLessThan(560);
  });
});

describe.each(offsets)("a map in a view (%s)", (offset) => {
  const cells = Uint8Array.from({ length: 144 }, (_, k) => (k % 11 === 5 ? 255 : k % 4));
  const map = square(offset, 12, cells);

  it("samples the hex at each point", () => {
    const [step, across, down] = [0.13, 150, 140];
    const found = sampled(map, { x: -0.5, y: -0.5 }, step, across, down);
    for (let k = 0; k < found.length; k += 7) {
      const point = { x: -0.5 + (k % across) * step, y: -0.5 + Math.floor(k / across) * step };
      expect(found[k]).toBe(map.at(point));
    }
  });

  it("lists all hexes of a part", () => {
    const [corner, opposite] = [
      { x: 5.3, y: 4.1 },
      { x: 11.7, y: 12.9 },
    ];
    const listed = new Set(map.within(corner, opposite));
    for (let x = corner.x; x <= opposite.x; x += 0.3) {
      for (let y = corner.y; y <= opposite.y; y += 0.3) {
        const index = map.at({ x, y });
        if (index >= 0) expect(listed.has(index)).toBe(true);
      }
    }
    expect(listed.size).toBeLessThan([...map.all()].length);
  });

  it("has no number above its count", () => {
    for (const index of map.all()) expect(index).toBeLessThan(map.count);
  });

  it("draws lines of neighbours, with as many steps as the hexes are apart", () => {
    const whole = square(offset, 12);
    const [a, b] = [whole.index(1, 2), whole.index(9, 7)];
    const line = whole.line(a, b);
    expect(line[0]).toBe(a);
    expect(line[line.length - 1]).toBe(b);
    for (let k = 1; k < line.length; k++) {
      expect([0, 1, 2, 3, 4, 5].map((d) => whole.step(line[k - 1] ?? -1, d))).toContain(line[k]);
    }
  });

  it("has six directions with names", () => {
    const whole = square(offset, 12);
    const from = whole.index(5, 5);
    const here = whole.centre(from);
    const names = offset.endsWith("r")
      ? (["east", "southeast", "southwest", "west", "northwest", "northeast"] as const)
      : (["north", "northeast", "southeast", "south", "southwest", "northwest"] as const);
    for (const name of names) {
      const there = whole.centre(whole.compass(from, name));
      for (const [word, dx, dy] of [
        ["east", 1, 0],
        ["west", -1, 0],
        ["north", 0, -1],
        ["south", 0, 1],
      ] as const)
        if (name.includes(word)) expect(dx * (there.x - here.x) + dy * (there.y - here.y)).toBeGreaterThan(0);
    }
    expect(whole.compass(from, offset.endsWith("r") ? "north" : "east")).toBe(-1);
  });
});

it("planes become shades by hex, whatever their number of bits", () => {
  const map = square("odd-r", 20);
  const bytes = new Uint8Array([255, 0, 0b101]);
  const shades = new Shades(map, [7, 9], [new Plane(2, bytes), new Plane(10, new Uint8Array([1]))]);
  expect([...shades.of.keys()].filter((k) => shades.of[k] === 1)).toEqual([16, 17, 18, 19, 20, 21, 22, 23, 32, 34]);
  expect([...shades.of.keys()].filter((k) => shades.of[k] === 2)).toEqual([80]);
});

describe("motion", () => {
  const map = square("odd-r", 9);
  const piece = (space: string, count: number, owner = 0, symbol = "bow"): Piece => ({
    id: `${owner}-${symbol}-${space}`,
    space,
    owner,
    symbol,
    kind: symbol,
    label: symbol,
    count,
    layer: "unit",
    spent: false,
    turned: false,
    facing: null,
    pips: 0,
    figures: [],
    lost: 0,
  });
  const event = (...subjects: string[]) => ({ text: "", clause: "D1.1", subjects });
  const named = (way: number[]) => way.map((index) => map.name(index));

  it("follows the way that an event reports", () => {
    const found = movesBetween(
      [piece("0101", 2)],
      [piece("0101", 1), piece("0103", 1)],
      [event("0101", "0102", "0103")],
      map,
    );
    expect(found.map((m) => [named(m.way), m.piece.count, m.event])).toEqual([[["0101", "0102", "0103"], 1, 0]]);
  });

  it("distinguishes players and origins, and does not move lost pieces", () => {
    const before = [piece("0101", 1), piece("0201", 1), piece("0505", 1, 1), piece("0909", 1, 1, "horse")];
    const after = [piece("0202", 2), piece("0506", 1, 1)];
    const events = [event("0101", "0202"), event("0201", "0202"), event("0505", "0506"), event("0909")];
    const found = movesBetween(before, after, events, map);
    expect(found.map((m) => named(m.way))).toEqual([
      ["0101", "0202"],
      ["0201", "0202"],
      ["0505", "0506"],
    ]);
  });

  it("is empty if nothing has moved", () => {
    const same = [piece("0101", 2)];
    expect(movesBetween(same, same, [event("0101")], map)).toEqual([]);
    expect(movesBetween([], [piece("0101", 2)], [event("0101")], map)).toEqual([]); // new pieces have no origin
  });
});
