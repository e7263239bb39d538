import { describe, expect, test } from "vitest";
import { isPicture, isStamp, type List, type Shape, type Stamp } from "../../src/draw/display-list";
import { areaOf, type Part } from "../../src/draw/land/country";
import { hexGround } from "../../src/draw/land/hexes";
import { STAMPS } from "../../src/draw/land/stamps";
import { PALETTES } from "../../src/draw/palette";
import { hash } from "../../src/draw/shapes";
import { HexMap, type Offset } from "../../src/geometry/hexmap";
import { bytesOf } from "../../src/geometry/plane";
import type { Ground } from "../../src/kernel/types.gen";
import { stateOf } from "../model";

const OFFSETS: Offset[] = ["odd-r", "even-r", "odd-q", "even-q"];
const PATTERNS = ["none", "trees", "peaks", "hills", "crags", "reeds", "waves", "deep", "closed"] as const;
const GROUNDS = PATTERNS.map((pattern): Ground => ({ key: pattern, label: pattern, hue: "plains", pattern }));
const LIGHT = PALETTES.light;

function world(offset: Offset, columns = 14, rows = 12): HexMap {
  const lake = (c: number, r: number) => Math.hypot(c - 6, r - 5) < 3;
  const ground = (c: number, r: number) => (lake(c, r) ? 6 : Math.floor(hash(c >> 1, r >> 1, 4) * PATTERNS.length));
  const cells = Uint8Array.from({ length: columns * rows }, (_, k) => ground(k % columns, Math.floor(k / columns)));
  return new HexMap(offset, columns, rows, cells);
}

const shapes = (list: List) => list.filter((item): item is Shape => "d" in item);
const tones = (list: List) => new Set(shapes(list).flatMap(({ fill }) => (fill ? [fill] : [])));
const inks = (list: List) => new Set(shapes(list).flatMap(({ fill, stroke }) => [fill, stroke]));
const drawings = (list: List) => new Set(list.filter(isStamp).map(({ use }) => use.slice(0, -1)));

test("Equal scenes have equal lists", () => {
  const ground = () => {
    const { _scene: scene } = stateOf("first-steps");
    const map = new HexMap(scene.offset, scene.columns, scene.rows, bytesOf(scene.cells));
    return hexGround(map, scene, LIGHT, { px: 51 });
  };
  expect(ground()).toEqual(ground());
});

describe.each(OFFSETS)("The ground of a map (%s)", (offset) => {
  const map = world(offset);
  const parts: Part[] = [-2, 4, 10].flatMap((column) =>
    [-2, 4, 10].map((row): Part => ({ columns: [column, column + 6], rows: [row, row + 6] })),
  );
  const whole = hexGround(map, { grounds: GROUNDS }, LIGHT, { px: 34, pad: 6 });

  test("uses known stamps and colours only", () => {
    for (const item of whole.filter(isStamp)) expect(STAMPS.items).toHaveProperty(item.use);
    for (const ink of inks(whole)) if (ink) expect(LIGHT).toHaveProperty(ink);
  });

  test("has in each part the stamps that touch its rectangle, in the same order", () => {
    for (const part of parts) {
      const { left, top, right, bottom } = areaOf(map, part);
      const touching = (list: List) =>
        list.filter((item): item is Stamp => {
          if (!isStamp(item)) return false;
          const half = STAMPS.half(item.use);
          return item.x + half > left && item.x - half < right && item.y + half > top && item.y - half < bottom;
        });
      const own = touching(hexGround(map, { grounds: GROUNDS }, LIGHT, { px: 34, part, pad: 1 }));
      expect(own).toEqual(touching(whole));
    }
  });

  test("has in each part the same edges of patches within its rectangle", () => {
    for (const part of parts) {
      const { left, top, right, bottom } = areaOf(map, part);
      const inside = (list: List) =>
        shapes(list)
          .filter(({ fill, stroke, clip }) => (fill || stroke) && !clip && fill !== "fade")
          .flatMap(({ d, fill, stroke, w }) =>
            curves(d)
              .filter(([x, y]) => x > left && x < right && y > top && y < bottom)
              .map((point) => [fill, stroke, w, ...point].join()),
          )
          .sort();
      expect(inside(hexGround(map, { grounds: GROUNDS }, LIGHT, { px: 34, part, pad: 1 }))).toEqual(inside(whole));
    }
  });
});

/** The handles of the curves of a path. */
function curves(d: string): [number, number][] {
  return [...d.matchAll(/Q(-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]);
}

test("The rectangles of parts fill the plane", () => {
  for (const offset of OFFSETS) {
    const map = world(offset);
    const one = areaOf(map, { columns: [0, 6], rows: [0, 6] });
    const next = areaOf(map, { columns: [6, 12], rows: [6, 12] });
    expect([next.left, next.top]).toEqual([one.right, one.bottom]);
  }
});

test("Parts of the drawing are left out by size", () => {
  const map = world("odd-r");
  const at = (px: number) => hexGround(map, { grounds: GROUNDS }, LIGHT, { px });
  expect(drawings(at(8)).size).toBe(0);
  expect(inks(at(8))).not.toContain("grid");
  expect(drawings(at(12))).toContain("wood");
  for (const name of ["copse", "spur", "meadow"]) {
    expect(drawings(at(12))).not.toContain(name);
    expect(drawings(at(16))).toContain(name);
  }
});

test("High contrast has plain tones, a coast in ink, and the drawings that name the ground", () => {
  const list = hexGround(world("odd-r"), { grounds: GROUNDS }, PALETTES["light-contrast"], { px: 34 });
  for (const name of ["meadow", "dell", "glade"]) expect(drawings(list)).not.toContain(name);
  for (const name of ["wood", "range", "downs", "marsh", "swell"]) expect(drawings(list)).toContain(name);
  for (const ink of ["sea+", "sea++", "surf"]) expect(inks(list)).not.toContain(ink);
  expect(inks(list)).toContain("ink");
});

test("Beyond the rim the nearest ground goes on for two hexes", () => {
  const map = new HexMap("odd-r", 2, 1, Uint8Array.of(0, 1));
  const trees = hexGround(map, { grounds: GROUNDS }, LIGHT, { px: 34, pad: 5 }).filter(
    (item): item is Stamp => isStamp(item) && item.use.startsWith("wood"),
  );
  const columns = trees.map(({ x, y }) =>
    map.fromAxial(Math.round(x / Math.sqrt(3) - 0.5 - (y - 1) / 3), Math.round((y - 1) / 1.5)),
  );
  expect(Math.max(...columns.map(([column]) => column))).toBe(3);
  expect(Math.min(...columns.map(([column]) => column))).toBe(1);
  expect(Math.max(...columns.map(([, row]) => row))).toBe(2);
});

test("A part beyond the rim is fainter as a whole, one on the map is not", () => {
  const map = world("odd-q");
  const fade = (part: Part) =>
    shapes(hexGround(map, { grounds: GROUNDS }, LIGHT, { px: 34, part, pad: 1 })).filter(({ fill }) => fill === "fade");
  expect(fade({ columns: [20, 24], rows: [0, 4] })).toHaveLength(1);
  expect(fade({ columns: [4, 8], rows: [4, 8] })).toEqual([]);
});

test("A board whose grounds have no drawings is a table: plain tones, and nothing beyond it", () => {
  const grounds = GROUNDS.slice(0, 2).map(
    (ground, n): Ground => ({ ...ground, pattern: "none", hue: ["plains", "forest"][n] ?? "" }),
  );
  const map = new HexMap(
    "odd-q",
    4,
    4,
    Uint8Array.from({ length: 16 }, (_, k) => k % 2),
  );
  const list = hexGround(map, { grounds }, LIGHT, { px: 34 });
  expect(list.filter(isStamp)).toEqual([]);
  expect(tones(list)).toEqual(new Set([LIGHT.ground.plains?.[0], LIGHT.ground.forest?.[0]]));
});

describe("a map on a picture", () => {
  const href = "data:image/png;base64,AAAA";
  const picture = { href, width: 30, height: 20, matrix: [0.5, 0, 0, 0.5, 0, 0] };

  test("shows the picture, and its grounds tint it: the plains do not", () => {
    const list = hexGround(world("odd-r"), { grounds: GROUNDS, picture }, LIGHT, { px: 34 });
    expect(list.findIndex(isPicture)).toBe(1);
    expect(list.some(isStamp)).toBe(false);
    const tones = shapes(list).filter(({ a, fill }) => fill && a === 0.45);
    expect(tones.map(({ fill }) => fill)).not.toContain("plains");
    expect(tones.length).toBeGreaterThan(2);
    expect(shapes(list).some(({ stroke }) => stroke === "grid")).toBe(true);
  });

  test("is not as bright in dark themes", () => {
    const shades = (theme: "light" | "dark") =>
      shapes(hexGround(world("odd-r"), { grounds: GROUNDS, picture }, PALETTES[theme], { px: 34 })).filter(
        ({ fill, a }) => fill === "shadow" && a === 0.3,
      ).length;
    expect([shades("light"), shades("dark")]).toEqual([0, 1]);
  });
});
