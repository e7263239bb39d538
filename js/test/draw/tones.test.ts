import { expect, test } from "vitest";
import { Far, packed } from "../../src/draw/land/tones";
import { PALETTES } from "../../src/draw/palette";
import { HexMap } from "../../src/geometry/hexmap";
import type { Ground } from "../../src/kernel/types.gen";

const PATTERNS = ["none", "trees", "waves", "deep"] as const;
const GROUNDS = PATTERNS.map((pattern): Ground => ({ key: pattern, label: pattern, hue: "plains", pattern }));
const far = (cells: number[], columns: number, theme: keyof typeof PALETTES = "light") =>
  new Far(new HexMap("odd-q", columns, cells.length / columns, Uint8Array.from(cells)), GROUNDS, PALETTES[theme]);

test("Colours are packed as the pixels of an image are", () => {
  expect(packed("#010203")).toBe(0xff030201);
  expect(packed("#ffffff", 0.5)).toBe(0x80ffffff);
});

test("A ground has some tones, and the usual one on most hexes", () => {
  const found = new Map<string, number>();
  const wood = far(new Array(1000).fill(1), 40);
  for (let column = 0; column < 40; column++)
    for (let row = 0; row < 25; row++) {
      const tone = wood.tone(column, row);
      found.set(tone, (found.get(tone) ?? 0) + 1);
    }
  expect([...found.keys()].sort()).toEqual(["forest", "tree", "tree-"]);
  expect(found.get("tree")).toBeGreaterThan(540);
  expect(found.get("tree")).toBeLessThan(660);
});

test("Water beside land is shallow, and the end of the map is no land", () => {
  const lake = far([3, 3, 3, 3, 3, 0, 3, 3, 3, 3], 5);
  expect(lake.tone(0, 0)).toBe("sea++");
  expect(lake.tone(1, 0)).toBe("sea++");
  expect(lake.tone(4, 0)).toBe("ocean");
});

test("A hex has the colour of its tone", () => {
  const map = far([2], 1);
  expect(map.colour(0)).toBe(packed(PALETTES.light.sea));
  expect(map.colour(0)).toBe(packed(PALETTES.light.sea));
});

test("High contrast has one tone a ground", () => {
  const wood = far(new Array(60).fill(1), 10, "dark-contrast");
  const tones = new Set(Array.from({ length: 60 }, (_, k) => wood.tone(k % 10, Math.floor(k / 10))));
  expect(tones).toEqual(new Set(["forest"]));
});
