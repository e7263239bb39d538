import { describe, expect, it } from "vitest";
import { HexMap, type Offset } from "../../src/geometry/hexmap";
import { bytesOf, Plane } from "../../src/geometry/plane";
import { facts, firstSteps } from "../model";

const scene = firstSteps()._scene;
const kernels = new HexMap(scene.offset, scene.columns, scene.rows, bytesOf(scene.cells));
const offsets: Offset[] = ["odd-q", "even-q", "odd-r", "even-r"];

describe("a map", () => {
  it("numbers hexes as the kernel does", () => {
    for (const [name, index] of Object.entries(facts.indices)) {
      expect(kernels.find(name)).toBe(index);
      expect(kernels.name(index)).toBe(name);
    }
  });

  it("has the same neighbours as in the kernel", () => {
    for (const [name, neighbours] of Object.entries(facts.neighbours)) {
      const found = [0, 1, 2, 3, 4, 5].map((d) => kernels.step(kernels.find(name), d)).filter((i) => i >= 0);
      expect(found.map((i) => kernels.name(i)).sort()).toEqual([...neighbours].sort());
    }
  });

  it.each(offsets)("finds the hex of every point near a centre (%s)", (offset) => {
    const map = new HexMap(offset, 6, 5, new Uint8Array(30));
    for (const index of map.all()) {
      expect(map.index(...map.columnRow(index))).toBe(index);
      const { x, y } = map.centre(index);
      for (const [dx, dy] of [
        [0, 0],
        [0.6, 0.3],
        [-0.6, 0.3],
        [0, -0.8],
      ] as const) {
        expect(map.at({ x: x + dx, y: y + dy })).toBe(index);
      }
    }
  });

  it.each(offsets.flatMap((offset) => [[offset, 4, 3] as const, [offset, 1, 3] as const, [offset, 3, 1] as const]))(
    "fills the rectangle from 0 to its size (%s, %i by %i)",
    (offset, columns, rows) => {
      const map = new HexMap(offset, columns, rows, new Uint8Array(columns * rows));
      const corners = [...map.all()].flatMap((i) => [0, 1, 2, 3, 4, 5].map((k) => map.corner(map.centre(i), k)));
      expect(Math.min(...corners.map((c) => c.x))).toBeCloseTo(0);
      expect(Math.min(...corners.map((c) => c.y))).toBeCloseTo(0);
      expect(Math.max(...corners.map((c) => c.x))).toBeCloseTo(map.size.x);
      expect(Math.max(...corners.map((c) => c.y))).toBeCloseTo(map.size.y);
    },
  );

  it.each(offsets)("shares two corners with the hex in each direction (%s)", (offset) => {
    const map = new HexMap(offset, 5, 5, new Uint8Array(25));
    const key = (p: { x: number; y: number }) => `${p.x.toFixed(4)} ${p.y.toFixed(4)}`;
    const middle = map.index(2, 2);
    for (let d = 0; d < 6; d++) {
      const there = map.centre(map.step(middle, d));
      const theirs = new Set([0, 1, 2, 3, 4, 5].map((k) => key(map.corner(there, k))));
      const mine = [d, d + 1].map((k) => key(map.corner(map.centre(middle), k)));
      expect(mine.every((corner) => theirs.has(corner))).toBe(true);
    }
  });

  it("has no hex at a hole, beyond its rim, or for a name of another length", () => {
    const map = new HexMap("odd-r", 2, 2, Uint8Array.from([0, 255, 0, 0]));
    expect(map.find("0201")).toBe(-1);
    expect(map.find("0301")).toBe(-1);
    expect(map.find("101")).toBe(-1);
    expect(map.at({ x: -5, y: 0 })).toBe(-1);
    expect([...map.all()]).toHaveLength(3);
  });
});

describe("a plane", () => {
  it("lists and holds the hexes whose bits are set", () => {
    const plane = new Plane(1, Uint8Array.from([0b1000_0001, 0b10]));
    expect([...plane.members()]).toEqual([8, 15, 17]);
    expect([7, 8, 9, 15, 16, 17, 400].map((i) => plane.has(i))).toEqual([false, true, false, true, false, true, false]);
  });

  it("reads bytes from base 64", () => {
    expect([...bytesOf(btoa("\x01\xff"))]).toEqual([1, 255]);
    expect(() => bytesOf("*")).toThrow();
  });
});
