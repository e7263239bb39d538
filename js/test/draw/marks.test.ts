import { describe, expect, it } from "vitest";
import { overlay } from "../../src/draw/marks/areas";
import { gazeAbove, gazeBelow, marksAbove, marksBelow } from "../../src/draw/marks/marks";
import { litSpaces } from "../../src/draw/marks/reach";
import { wayPoints } from "../../src/draw/marks/ways";
import type { Decision, Sight } from "../../src/draw/observer-view";
import { PALETTES, type Theme } from "../../src/draw/palette";
import { pieces } from "../../src/draw/pieces/pieces";
import { HexMap } from "../../src/geometry/hexmap";
import { fixtureNames } from "../model";
import { decisionOf, nothing, shapes, sightOf, texts } from "./sights";

const sight = sightOf("first-steps");
const reach = decisionOf("first-steps", { army: "0203" });
const at = (name: string) => sight.map.find(name);
const all = (s: Sight, d: Decision | null, gaze = nothing) => [
  ...marksBelow(s, d),
  ...gazeBelow(s, d, gaze),
  ...pieces(s, d),
  ...marksAbove(s, d),
  ...gazeAbove(s, d, gaze),
];

describe("reach", () => {
  it("veils all but the spaces that may be chosen, and draws one line about them", () => {
    const list = marksBelow(sight, reach);
    const veil = shapes(list).find((s) => s.fill === "veil");
    const line = shapes(list).find((s) => s.stroke === "lit");
    expect(veil?.even).toBe(true);
    expect(veil?.d.endsWith(line?.d ?? "?")).toBe(true);
    // One closed line, with as many corners as the set has sides towards others.
    const lit = reach.field ? litSpaces(reach.field) : new Set<number>();
    const sides = [...lit].flatMap((index) => sight.map.beyond(index)).filter((there) => !lit.has(there)).length;
    expect(line?.d.split("M").length).toBe(2);
    expect(line?.d.split(/[ML]/).length).toBe(sides + 1);
  });

  it("draws its line within the hexes where rivers run along their sides", () => {
    const { map } = sight;
    const river = [
      {
        kind: "river",
        planes: [
          [0, "AQ=="],
          [0, ""],
          [0, ""],
        ],
      },
    ];
    const hexes = map as HexMap;
    const wet = new HexMap(hexes.offset, hexes.columns, hexes.rows, hexes.cells, river as never);
    const [dry, drawn] = [map, wet].map((each) => {
      const list = shapes(marksBelow({ ...sight, map: each }, reach));
      return { veil: list.find((s) => s.fill === "veil")?.d, line: list.find((s) => s.stroke === "lit")?.d ?? "" };
    });
    expect(drawn?.veil).toBe(dry?.veil);
    const corners = (d = "") =>
      d
        .slice(1, -1)
        .split("L")
        .map((at) => at.split(/[ ,]/).map(Number));
    const [was, now] = [corners(dry?.line), corners(drawn?.line)];
    expect(now.length).toBe(was.length);
    now.forEach(([x = 0, y = 0], k) => {
      const [u = 0, v = 0] = was[k] ?? [];
      // A corner is moved towards the middle of the angle of its sides, by two thirds of a root of three.
      expect(Math.hypot(x - u, y - v)).toBeCloseTo(0.115 * Math.sqrt(3), 1);
    });
    const lit = reach.field ? litSpaces(reach.field) : new Set<number>();
    for (const [x = 0, y = 0] of now) expect(lit.has(map.at({ x, y }))).toBe(true);
  });

  it("has one lock a barred space, and the digits of the points that are left", () => {
    const locks = shapes(gazeBelow(sight, reach, nothing)).filter((s) => s.fill === "markInk" && s.a === 0.82);
    expect(locks.length).toBe(reach.field?.barred.size);
    expect(locks.length).toBeGreaterThan(5);
    const digits = texts(marksAbove(sight, reach));
    expect(digits.length).toBe((reach.field?.costs.size ?? 0) - (reach.field?.costs.has(at("0203")) ? 1 : 0));
    for (const px of [16, 20, 46])
      for (const t of texts(marksAbove({ ...sight, px }, reach))) expect(t.size * px).toBeGreaterThanOrEqual(10);
    expect(texts(marksAbove({ ...sight, px: 12 }, reach))).toEqual([]);
  });

  it("writes no clause on the board", () => {
    for (const name of fixtureNames) {
      const decision = decisionOf(name);
      const written = texts(all(sightOf(name), decision)).map((t) => t.text);
      expect(written.filter((text) => /\b[A-Z]\d+\.\d+/.test(text))).toEqual([]);
    }
    const why = { ...nothing, focus: at("0503"), pinned: at("0503") };
    expect(texts(all(sight, reach, why)).filter(({ text }) => /\./.test(text))).toEqual([]);
  });

  it("shows a lock in the middle of a barred space that is looked at, and none on others", () => {
    const locks = (name: string, pinned = "") =>
      shapes(gazeAbove(sight, reach, { ...nothing, focus: at(name), pinned: at(pinned) })).filter(
        (s) => s.fill === "markInk",
      );
    expect(locks("0503").length).toBe(1);
    const small = (focus: number) => shapes(gazeBelow(sight, reach, { ...nothing, focus })).filter((s) => s.a === 0.82);
    expect(small(at("0503")).length).toBe(small(-1).length - 1); // one lock a hex
    expect(locks("0305").length).toBe(0);
    expect(locks("0907").length).toBe(0);
    expect(locks("0907", "0907").length).toBe(1);
  });
});

describe("a way", () => {
  it("is a ribbon in the mover's hue with the costs of its steps", () => {
    const list = gazeBelow(sight, reach, { ...nothing, focus: at("0305") });
    expect(shapes(list).some((s) => s.stroke === sight.palette.owner.red?.[0])).toBe(true);
    expect(texts(list).map((t) => t.text)).toEqual(["1", "0"]);
    expect(shapes(gazeBelow(sight, reach, { ...nothing, focus: at("0907") })).every((s) => s.fill !== "shadow")).toBe(
      true,
    );
  });

  it("crosses the border between two provinces", () => {
    const { map } = sightOf("wheel");
    const [from, to] = [map.find("roma"), map.find("liguria")];
    const points = wayPoints(map, [from, to]);
    expect(points).toHaveLength(3);
    const shared = map.outline(from).filter((a) => map.outline(to).some((b) => a.x === b.x && a.y === b.y));
    const [x, y] = points[1] ?? [0, 0];
    expect(Math.min(...shared.map((p) => Math.hypot(p.x - x, p.y - y)))).toBeLessThan(0.5);
  });

  it("has its label where the author has written one", () => {
    const arrow = { spaces: ["0702", "0703"], label: "the plan", hue: "mark", trail: false, written: true };
    const noted = { ...sight, state: { ...sight.state, arrows: [arrow, { ...arrow, label: "no", written: false }] } };
    expect(texts(marksAbove(noted, null)).map((t) => t.text)).toEqual(["the plan"]);
  });
});

describe("targets", () => {
  it("have brackets in ivory, and a struck one in magenta with swords", () => {
    const duel = sightOf("duel");
    const struck = shapes(all(duel, decisionOf("duel", { unit: "0303", target: "blue 0302" })));
    expect(struck.filter((s) => s.stroke === "act" && s.join === "miter").length).toBe(1);
    expect(struck.filter((s) => s.stroke === "actInk").length).toBe(1);
    const open = shapes(all(duel, decisionOf("duel", { unit: "0303" })));
    expect(open.filter((s) => s.fill === "act" || s.stroke === "act")).toEqual([]);
    expect(open.some((s) => s.stroke === "lit" && s.join === "miter")).toBe(true);
  });
});

describe("areas", () => {
  const ford = sightOf("ford");

  it("of a side are front lines with its teeth, and no hatching", () => {
    const [red, blue] = ford.state.overlays.map((each) => shapes(overlay(each, ford)));
    expect(red?.some((s) => s.stroke === ford.palette.owner.red?.[0])).toBe(true);
    const teeth = (items: typeof red) =>
      items
        ?.filter((s) => s.fill && s.stroke === "mark")
        .map((s) => s.d)
        .join("") ?? "";
    expect(teeth(red)).not.toContain("A"); // squares
    expect(teeth(blue)).toContain("A"); // half discs
    expect(ford.state.overlays.every((each) => each.onDemand)).toBe(true);
  });

  it("of authors are lines in their hue with a faint tint, digits, and shades only in place of digits", () => {
    const [zone] = ford.state.overlays;
    if (!zone) throw new Error("the ford has zones");
    const plane = zone.levels[0]?.[1];
    const mine = {
      ...zone,
      name: "mine",
      hue: "attack",
      numbers: true,
      levels: plane ? [[2, plane] as [number, typeof plane]] : [],
    };
    const list = overlay(mine, ford);
    expect(
      shapes(list)
        .filter((s) => s.fill)
        .map((s) => [s.fill, s.a]),
    ).toEqual([["act", 0.06]]);
    expect(new Set(texts(list).map((t) => t.text))).toEqual(new Set(["2"]));
    const danger = shapes(overlay({ ...mine, hue: "barred" }, ford));
    expect(danger.some((s) => s.stroke === "tape" && s.dash)).toBe(true);
  });
});

it("lists are equal for equal input, in every theme and at every scale, and have no number that is none", () => {
  for (const theme of Object.keys(PALETTES) as Theme[])
    for (const px of [5, 12, 20, 46])
      for (const name of fixtureNames) {
        const make = () => JSON.stringify(all(sightOf(name, { px }, theme), decisionOf(name)));
        expect(make()).toBe(make());
        expect(make()).not.toMatch(/NaN|null,null|Infinity/);
      }
});
