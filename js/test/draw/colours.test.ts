import { describe, expect, it } from "vitest";
import { contrast, mix, ownSide } from "../../src/draw/colours";
import { hueOf } from "../../src/draw/marks/hues";
import { inkOf, paletteOf, sideOf } from "../../src/draw/palette";

const OWN = ["#aa3300", "#f0c83a", "#30343a", "#7fb5b8", "#ff00ff"];

describe("colours of players' own", () => {
  it("have the contrast that WCAG counts", () => {
    expect(contrast("#ffffff", "#000000")).toBeCloseTo(21);
    expect(contrast("#767676", "#ffffff")).toBeCloseTo(4.54, 2);
    expect(mix("#000000", "#ffffff", 0.5)).toBe("#808080");
  });

  it.each(OWN)("have a figure that can be read on %s, in every theme", (colour) => {
    const [face, figure, wall] = ownSide(colour, false);
    expect(face).toBe(colour);
    expect(contrast(face, figure)).toBeGreaterThan(4.5);
    expect(contrast(wall, "#000000")).toBeLessThan(contrast(face, "#000000"));
    const [plain, clear] = ownSide(colour, true);
    expect(contrast(plain, clear)).toBeGreaterThanOrEqual(7);
  });

  it("stand in the palette of a board beside the usual hues", () => {
    const palette = paletteOf("dark", [{ hue: "#aa3300" }, { hue: "blue" }]);
    expect(palette.owner["#aa3300"]?.[0]).toBe("#aa3300");
    expect(palette.owner.blue).toBe(paletteOf("dark", []).owner.blue);
    expect(paletteOf("dark", [{ hue: "blue" }])).toBe(paletteOf("dark", []));
  });
});

it("does not take the names that every object has for entries of a palette", () => {
  const palette = paletteOf("dark", []);
  for (const name of ["constructor", "__proto__", "toString"]) {
    expect(sideOf(palette, name)).toEqual(sideOf(palette, undefined));
    expect(inkOf(palette, name)).toBe(name);
    expect(hueOf(palette, name).ink).toBe(sideOf(palette, undefined)[0]);
  }
});
