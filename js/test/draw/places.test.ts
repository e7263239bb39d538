import { expect, test } from "vitest";
import { groundList, marksList } from "../../src/draw/board";
import { isGroup } from "../../src/draw/display-list";
import { labels } from "../../src/draw/land/labels";
import { drawnKinds, placeMark, placesOn } from "../../src/draw/marks/places";
import type { NamedPlace } from "../../src/kernel/types.gen";
import { decisionOf, shapes, sightOf, texts } from "./sights";

const PLACES: NamedPlace[] = [
  { name: "the bridge", kind: "bridge", spaces: ["0402"] },
  { name: "Aldwick", kind: "village", spaces: ["0303"] },
  { name: "the keep", kind: "fort", spaces: ["0503"] },
  { name: "old road", kind: "road", spaces: ["0302", "0402", "0503"] },
  { name: "the Vale", kind: "label", spaces: ["0204", "0304"] },
];
const plain = sightOf("first-steps");
const sight = { ...plain, scene: { ...plain.scene, places: PLACES } };
const frame = { left: -5, top: -5, right: 50, bottom: 50 };

test("A map without places is drawn as ever", () => {
  expect(marksList({ ...plain, scene: { ...plain.scene, places: [] } }, null)).toEqual(marksList(plain, null));
});

test("Places lie below all marks, roads below the others, each about its spaces and with its name", () => {
  const list = marksList(sight, null);
  const drawn = list.slice(0, PLACES.length).flatMap((item) => (isGroup(item) ? [item] : []));
  expect(drawn.map(({ title }) => title)).toEqual(["old road", "the bridge", "Aldwick", "the keep", "the Vale"]);
  expect(list.slice(PLACES.length)).toEqual(marksList(plain, null));
  for (const { items, title } of drawn) {
    const { spaces = [], kind } = PLACES.find(({ name }) => name === title) ?? {};
    expect(items.length > 0).toBe(kind !== "label");
    for (const { d, at: [dx, dy] = [0, 0] } of shapes(items))
      for (const [, x, y] of d.matchAll(/[ML](-?\d*\.?\d+) ?(-?\d*\.?\d+)/g)) {
        const near = spaces.map((space) => sight.map.centre(sight.map.find(space)));
        expect(Math.min(...near.map((at) => Math.hypot(at.x - dx - Number(x), at.y - dy - Number(y))))).toBeLessThan(1);
      }
  }
  expect(marksList({ ...sight, px: 9 }, null)).toEqual(marksList({ ...plain, px: 9 }, null));
  expect(groundList(sight, null, frame)).toEqual(groundList(plain, null, frame));
});

test("Each name is written once, at the middle of its spaces, also where hexes have their numbers", () => {
  const numbered = texts(labels(sight, null, frame, true)).map(({ text }) => text);
  expect(numbered).toHaveLength([...sight.map.all()].length);
  expect(numbered).toEqual(
    expect.arrayContaining(["0402 the bridge, old road", "0303 Aldwick", "0503 the keep", "0304 the Vale"]),
  );
  const found = texts(labels(sight, null, frame)).filter(({ text }) => PLACES.some(({ name }) => name === text));
  expect(new Set(found.map(({ x, y }) => `${x} ${y}`)).size).toBe(PLACES.length - 2);
  const veiled = texts(labels(sight, decisionOf("first-steps", { army: "0203" }), frame));
  expect(veiled.filter(({ text }) => text === "the Vale")).toHaveLength(1);
});

test("A space has the names of all its places", () => {
  expect(["0402", "0302", "0101"].map((space) => placesOn(sight.scene, space))).toEqual([
    ["the bridge", "old road"],
    ["old road"],
    [],
  ]);
});

test("Each kind of place that is drawn has a mark for the legend", () => {
  const kinds = drawnKinds(sight.scene);
  expect(kinds).toEqual(["bridge", "village", "fort", "road"]);
  for (const kind of kinds) expect(placeMark(kind).length).toBeGreaterThan(1);
  expect(new Set(kinds.map((kind) => JSON.stringify(placeMark(kind)))).size).toBe(kinds.length);
});
