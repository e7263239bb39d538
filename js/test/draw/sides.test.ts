import { expect, test } from "vitest";
import { hexInWords } from "../../src/chrome/elements/words";
import { marksList } from "../../src/draw/board";
import { isGroup } from "../../src/draw/display-list";
import { sideItems, sideLines } from "../../src/draw/land/sides";
import { PALETTES } from "../../src/draw/palette";
import { HexMap, type Offset } from "../../src/geometry/hexmap";
import { planeOf } from "../../src/geometry/plane";
import type { BorderLook, SidesOfKind } from "../../src/kernel/types.gen";
import type { Store } from "../../src/state/store";
import { sightOf } from "./sights";

const LOOKS: BorderLook[] = [
  { key: "bridge", label: "stone bridge", hue: "river", stroke: "bridge" },
  { key: "river", label: "river", hue: "river", stroke: "river" },
];
const NOTHING: [number, string] = [0, ""];

/** A map with sides, each given by a hex and one of the first three directions. */
function mapWith(sides: Record<string, [name: string, direction: number][]>, offset: Offset = "odd-r"): HexMap {
  const bare = new HexMap(offset, 6, 5, new Uint8Array(30));
  const wired = Object.entries(sides).map(([kind, all]): SidesOfKind => {
    const planes = [0, 1, 2].map((k) => {
      const here = all.filter(([, direction]) => direction === k).map(([name]) => bare.find(name));
      return here.length > 0 ? planeOf(here) : NOTHING;
    });
    return { kind, planes: planes as SidesOfKind["planes"] };
  });
  return new HexMap(offset, 6, 5, new Uint8Array(30), wired);
}

test("Sides that lead on are one line; a fork ends lines, and a ring is closed", () => {
  const along = mapWith({ river: [["0203", 0], ["0203", 1], ["0203", 2]] }); // biome-ignore format: one line
  expect(along.borders.map(({ kind, line }) => [kind, line.length])).toEqual([["river", 4]]);
  // The side to the right, and both sides of the hex beyond that meet it at its lower corner.
  const fork = mapWith({ river: [["0203", 0], ["0203", 1], ["0303", 2]] }); // biome-ignore format: one line
  expect(fork.borders.map(({ line }) => line.length)).toEqual([2, 2, 2]);
  const around = mapWith({ wall: [["0203", 0], ["0203", 1], ["0203", 2], ["0103", 0], ["0102", 1], ["0202", 2]] }); // biome-ignore format: one line
  const [ring] = around.borders;
  expect(around.borders.length).toBe(1);
  expect(ring?.line.length).toBe(7);
  expect(ring?.line[0]?.x).toBeCloseTo(ring?.line.at(-1)?.x ?? 0);
});

test.each(["odd-r", "even-r", "odd-q", "even-q"] as const)("a side lies between its two hexes (%s)", (offset) => {
  for (const direction of [0, 1, 2]) {
    const map = mapWith({ ridge: [["0303", direction]] }, offset);
    const here = map.find("0303");
    const [a, b] = [map.centre(here), map.centre(map.step(here, direction))];
    const [from, to] = map.borders[0]?.line ?? [];
    expect(((from?.x ?? 0) + (to?.x ?? 0)) / 2).toBeCloseTo((a.x + b.x) / 2);
    expect(((from?.y ?? 0) + (to?.y ?? 0)) / 2).toBeCloseTo((a.y + b.y) / 2);
  }
});

test("Both hexes of a side say it, by the word of its look", () => {
  const map = mapWith({ bridge: [["0203", 0]], river: [["0203", 0], ["0203", 1]] }); // biome-ignore format: one line
  const sight = sightOf("first-steps");
  const scene = { ...sight.scene, borders: LOOKS };
  const store = { map, scene, state: { ...sight.state, pieces: [], tokens: [], notes: [] } } as unknown as Store;
  const said = (name: string) => hexInWords(store, map.find(name)).ground;
  expect(said("0203")).toBe("plains, stone bridge to the east, river to the east, southeast");
  expect(said("0303")).toBe("plains, stone bridge to the west, river to the west");
  expect(said("0204")).toBe("plains, river to the northwest");
  expect(said("0503")).toBe("plains");
});

test("Rivers lie below bridges, each with its name, and below all other marks", () => {
  const plain = sightOf("first-steps");
  const map = mapWith({ bridge: [["0203", 0]], river: [["0203", 0]], ford: [["0101", 0]] });
  const sight = { ...plain, scene: { ...plain.scene, borders: LOOKS } };
  const drawn = sideLines(map.borders, LOOKS, plain.palette);
  expect(drawn.map((item) => isGroup(item) && item.title)).toEqual(["river", "stone bridge"]);
  expect(marksList({ ...sight, map }, null).slice(0, 2)).toEqual(drawn);
  expect(marksList(sight, null)).toEqual(marksList(plain, null));
});

test("A line in a stroke is drawn as on provinces, and a theme of high contrast has plain shapes", () => {
  const line = [[0, 0], [1, 0], [1, 1]] as const; // biome-ignore format: one line
  const look = { key: "wall", label: "wall", hue: "red", stroke: "dashed" } as const;
  expect(sideItems([line], look, PALETTES.light).map((item) => "d" in item && [item.d, item.stroke])).toEqual([
    ["M0 0L1 0L1 1", "halo"],
    ["M0 0L1 0L1 1", "#9c4a35"],
  ]);
  for (const stroke of ["river", "ridge"] as const) {
    const [rich, plain] = (["light", "light-contrast"] as const).map((theme) => {
      const palette = { ...PALETTES[theme], plain: theme === "light-contrast" };
      return sideItems([line], { ...look, stroke }, palette).length;
    });
    expect(plain).toBeLessThan(rich ?? 0);
  }
});
