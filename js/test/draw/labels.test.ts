import { describe, expect, test } from "vitest";
import type { Frame } from "../../src/draw/land/country";
import { labels } from "../../src/draw/land/labels";
import { swatch } from "../../src/draw/land/swatch";
import { PALETTES } from "../../src/draw/palette";
import { HexMap, type Offset } from "../../src/geometry/hexmap";
import { stateOf } from "../model";
import { decisionOf, sightOf, texts } from "./sights";

const [LEAST, MOST] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
const EVERYWHERE: Frame = { left: LEAST, top: LEAST, right: MOST, bottom: MOST };
const OFFSETS: Offset[] = ["odd-r", "even-r", "odd-q", "even-q"];
const large = (offset: Offset, side = 100) =>
  sightOf("first-steps", { map: new HexMap(offset, side, side, new Uint8Array(side * side)), px: 34 });

describe.each(OFFSETS)("Numbers at the rim (%s)", (offset) => {
  test("stand above the columns and left of the rows", () => {
    const sight = large(offset, 12);
    const found = texts(labels(sight, null, EVERYWHERE));
    expect(found).toHaveLength(24);
    for (const { text, x, y } of found) {
      expect(y < 0 || x < 0).toBe(true);
      const map = sight.map as HexMap;
      const at = map.centreAt(y < 0 ? Number(text) - 1 : 0, y < 0 ? 0 : Number(text) - 1);
      expect(y < 0 ? x : y).toBeCloseTo(y < 0 ? at.x : at.y);
    }
  });

  test("stay at the edge of a view, inside it, and none covers another", () => {
    const frame: Frame = { left: 40, top: 50, right: 65, bottom: 68 };
    const found = texts(labels(large(offset), null, frame));
    expect(found.length).toBeGreaterThan(15);
    const boxes = found.map(({ text, x, y, size }) => [x, y, (text.length * size * 0.6) / 2, size / 2] as const);
    for (const [k, [x, y, w, h]] of boxes.entries()) {
      expect(x - w).toBeGreaterThan(frame.left);
      expect(y - h).toBeGreaterThan(frame.top);
      for (const [ox, oy, ow, oh] of boxes.slice(k + 1))
        expect(Math.abs(x - ox) >= w + ow || Math.abs(y - oy) >= h + oh).toBe(true);
    }
  });
});

test("Small hexes have no numbers, and those of smaller ones are fewer", () => {
  const count = (px: number, side: number) => texts(labels({ ...large("odd-q", side), px }, null, EVERYWHERE)).length;
  expect(count(15, 100)).toBe(0);
  expect(count(34, 1000)).toBe(2000);
  expect(count(16, 1000)).toBeLessThan(2000);
});

test("Each hex has its number if that is wanted and there is room", () => {
  const sight = sightOf("first-steps");
  const found = texts(labels(sight, null, EVERYWHERE, true)).map(({ text }) => text);
  expect(found.sort()).toEqual([...sight.map.all()].map((index) => sight.map.name(index)).sort());
  expect(texts(labels({ ...sight, px: 20 }, null, EVERYWHERE, true))).toHaveLength(16);
});

test("Names of seas are in italics, and names under a veil bright", () => {
  const sight = sightOf("wheel");
  const found = texts(labels(sight, null, EVERYWHERE));
  const look = (name: string) => found.find(({ text }) => text === name);
  expect(look("Adriatic")).toMatchObject({ italic: true, fill: "seaLabel" });
  expect(look("Roma")).toMatchObject({ italic: false, fill: "label" });
});

test("Numbers over a veil are bright", () => {
  const { field } = decisionOf("first-steps", { army: "0203" });
  const fills = new Set(
    texts(labels(sightOf("first-steps"), decisionOf("first-steps", { army: "0203" }), EVERYWHERE)).map(
      ({ fill }) => fill,
    ),
  );
  expect(field).not.toBeNull();
  expect(fills).toEqual(new Set(["lit"]));
});

test("A swatch has the tone of its ground, and that of the land on provinces", () => {
  const fill = (name: "first-steps" | "wheel", key: string) => swatch(stateOf(name)._scene, key, PALETTES.light)[0];
  expect(fill("first-steps", "forest")).toMatchObject({ fill: "forest" });
  expect(fill("wheel", "land")).toMatchObject({ fill: "atlas" });
  expect(swatch(stateOf("wheel")._scene, "nowhere", PALETTES.light)).toEqual([]);
});
