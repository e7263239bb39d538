import { expect, test } from "vitest";
import { isStamp, type List, type Shape } from "../../src/draw/display-list";
import { provinceGround } from "../../src/draw/land/provinces";
import { PALETTES } from "../../src/draw/palette";
import { mapOf } from "../../src/geometry/map";
import type { StaticScene } from "../../src/kernel/types.gen";
import { stateOf } from "../model";

const groundOf = (scene: StaticScene, theme: keyof typeof PALETTES = "light") =>
  provinceGround(mapOf(scene), scene, PALETTES[theme], 40);
const shapes = (list: List) => list.filter((item): item is Shape => "d" in item);

test("Equal scenes have equal lists", () => {
  expect(groundOf(stateOf("wheel")._scene)).toEqual(groundOf(stateOf("wheel")._scene));
});

test("A border that is a coast is drawn as the coast alone", () => {
  const scene = stateOf("wheel")._scene;
  const dashed = scene.borders.find(({ stroke }) => stroke === "dashed");
  const drawn = shapes(groundOf(scene)).filter(({ dash }) => dash?.[0] === 0.2);
  const all = scene.provinces?.borders.filter(({ kind }) => kind === dashed?.key) ?? [];
  expect(drawn.length).toBeGreaterThan(0);
  expect(drawn.length).toBeLessThan(all.length);
});

test("Provinces with a drawing have one at least", () => {
  const { _scene: scene } = stateOf("first-post");
  const map = mapOf(scene);
  const wooded = [...map.all()].filter((index) => scene.grounds[map.ground(index)]?.pattern === "trees");
  const at = groundOf(scene).filter(isStamp);
  expect(wooded.length).toBeGreaterThan(0);
  for (const index of wooded) expect(at.some((stamp) => map.at(stamp) === index)).toBe(true);
  for (const stamp of at) expect(wooded).toContain(map.at(stamp));
});

test("High contrast has no bands, and a scene without drawings is a table", () => {
  const inks = shapes(groundOf(stateOf("wheel")._scene, "dark-contrast")).map(({ stroke }) => stroke);
  expect(inks).not.toContain("surf");
  const scene = stateOf("wheel")._scene;
  const grounds = scene.grounds.map((ground) => ({ ...ground, pattern: "none" as const }));
  const fills = shapes(groundOf({ ...scene, grounds })).flatMap(({ fill }) => (fill ? [fill] : []));
  expect(new Set(fills)).toEqual(new Set(grounds.map(({ hue }) => PALETTES.light.ground[hue]?.[0])));
});

test("A table of provinces has the borders that the legend explains", () => {
  const scene = stateOf("wheel")._scene;
  const grounds = scene.grounds.map((ground) => ({ ...ground, pattern: "none" as const }));
  const dashed = scene.borders.find(({ stroke }) => stroke === "dashed");
  const all = scene.provinces?.borders.filter(({ kind }) => kind === dashed?.key) ?? [];
  const drawn = shapes(groundOf({ ...scene, grounds })).filter(({ dash }) => dash?.[0] === 0.2);
  expect(all.length).toBeGreaterThan(0);
  expect(drawn).toHaveLength(all.length);
});
