import { expect, it } from "vitest";
import { linkLines } from "../../src/draw/marks/links";
import type { Link } from "../../src/kernel/types.gen";
import { shapes, sightOf } from "./sights";

const { map, palette } = sightOf("first-steps");
const looks = [
  { key: "bus", label: "bus", hue: "red", stroke: "solid" },
  { key: "tram", label: "tram", hue: "blue", stroke: "dashed" },
] as const;
const link = (kind: string, a = "0203", b = "0505"): Link => ({ kind, a, b });
const lines = (...links: Link[]) =>
  shapes(linkLines(map, links, looks, palette)).filter(({ stroke }) => stroke !== "halo");

it("draws a link from middle to middle, with the look of its kind", () => {
  const [line, ...others] = lines(link("tram"));
  const ends = ["0203", "0505"].map((name) => map.centre(map.find(name)));
  expect(others).toEqual([]);
  expect(line?.dash).not.toBeNull();
  expect(line?.stroke).toBe(palette.border.blue);
  const drawn = (line?.d ?? "").slice(1).split("L");
  expect(drawn.map((pair) => Number(pair.split(" ")[0]))).toEqual(ends.map(({ x }) => expect.closeTo(x, 2)));
});

it("draws links of several kinds between two spaces side by side, whichever end is named first", () => {
  const [bus, tram] = lines(link("bus"), link("tram", "0505", "0203"));
  expect(bus?.d).not.toBe(tram?.d);
  const [alone] = lines(link("bus"));
  expect([bus?.d, tram?.d]).not.toContain(alone?.d);
});

it("draws no link without a look, or to a space that does not exist", () => {
  expect(lines(link("ferry"), link("bus", "0203", "9999"))).toEqual([]);
});
