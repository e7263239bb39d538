import { describe, expect, it } from "vitest";
import { isGroup, isPicture } from "../../src/draw/display-list";
import { paletteOf } from "../../src/draw/palette";
import { counter, seatOf } from "../../src/draw/pieces/counter";
import { fan } from "../../src/draw/pieces/fan";
import { lettersOf } from "../../src/draw/pieces/glyph";
import { pieces } from "../../src/draw/pieces/pieces";
import { stack } from "../../src/draw/pieces/stack";
import { tokenRow } from "../../src/draw/pieces/tokens";
import { decisionOf, flat, piece, shapes, sightOf, texts } from "./sights";

const sight = sightOf("first-steps");
const { palette, scene } = sight;
const red = seatOf(scene.players, 0, palette);
const [face, , wall] = red.side;
const drawn = (more = {}, px = 46) => counter(piece(more), red, palette, [0, 0], 0.47, { px });

it("kinds have a letter each, or two where they share the first", () => {
  const kinds = ["cavalry", "catapults", "archers"].map((kind, k) => piece({ symbol: `s${k}`, kind }));
  expect([...lettersOf(kinds).values()]).toEqual(["C", "Ca", "A"]);
});

describe("a counter", () => {
  it("has as many walls as it is strong, at most three", () => {
    const walls = (count: number) =>
      shapes(drawn({ count })).filter((s) => s.fill === wall && s.stroke === "shadow").length;
    expect([1, 2, 3, 4, 9].map(walls)).toEqual([1, 2, 3, 3, 3]);
  });

  it("lies flat when it is spent: no wall, no shadow, a broken edge", () => {
    const spent = shapes(drawn({ spent: true, count: 3 }));
    expect(spent.filter((s) => s.fill === "shadow" || s.stroke === "shadow")).toEqual([]);
    expect(spent.filter((s) => s.fill === face)).toEqual([]);
    expect(spent[0]?.dash).toBeTruthy();
    expect(texts(drawn({ spent: true, count: 3 })).map((t) => t.text)).toEqual(["3"]);
  });

  it("has a figure of ten pixels at least, or none", () => {
    for (const px of [8, 12, 17.9, 18, 24, 46, 90]) {
      const figures = texts(drawn({ count: 2 }, px));
      expect(figures.length).toBe(px < 18 ? 0 : 1);
      for (const figure of figures) expect(figure.size * px).toBeGreaterThanOrEqual(10 - 1e-9);
    }
  });

  it("shows what is left by dots, where it faces by a wedge, and may be chosen by an ivory plate", () => {
    const plain = drawn().length;
    expect(drawn({ pips: 3 }).length).toBe(plain + 3);
    const look = { px: 46, facing: 1, ready: true };
    const more = counter(piece(), red, palette, [0, 0], 0.47, look);
    expect(more.length).toBe(plain + 3);
    expect(shapes(more)[0]?.fill).toBe("lit");
  });

  it("has its figures on its face where they can be read", () => {
    const figures: [string, string, string][] = [
      ["sword", "+3", "attack"],
      ["shield", "+1", "defence"],
    ];
    const written = (px: number, count = 1) =>
      texts(stack([piece({ figures, count })], { ...sight, px })).map((t) => t.text);
    expect(written(46)).toEqual([]);
    expect(written(80)).toEqual(["3", "1"]);
    expect(written(80, 2)).toEqual(["2"]);
  });

  const bare: [string, string, string][] = [
    ["", "4", "attack"],
    ["", "4", "defence"],
    ["", "12", "movement"],
  ];

  it("has figures without drawings as one text, ten pixels high at least, on its face or on a pill, or none", () => {
    for (const spent of [false, true])
      for (const [px, expected] of [
        [15, 0],
        [18, 0],
        [34, 1],
        [46, 1],
        [90, 1],
      ] as const) {
        const found = texts(stack([piece({ figures: bare, spent })], { ...sight, px }));
        expect(found.map((t) => t.text)).toEqual(expected ? ["4-4-12"] : []);
        for (const { size } of found) expect(size * px).toBeGreaterThanOrEqual(10 - 1e-9);
      }
    const pills = (px: number) =>
      shapes(stack([piece({ figures: bare })], { ...sight, px })).filter((s) => s.fill === "pill").length;
    expect([pills(34), pills(60)]).toEqual([1, 0]);
  });

  it("has its number above where figures take its foot, and of a stack the last counter has figures", () => {
    const height = (more = {}) =>
      texts(stack([piece({ count: 3, ...more })], sight)).find((t) => t.text === "3")?.y ?? 0;
    expect(height()).toBeGreaterThan(0);
    expect(height({ figures: bare })).toBeLessThan(0);
    const two = [piece({ figures: [["", "7", "attack"]] }), piece({ figures: bare })];
    expect(texts(stack(two, sight)).map((t) => t.text)).toEqual(["4-4-12"]);
  });

  it("has a stripe for each step that it has lost, up to three, also when it is spent", () => {
    for (const spent of [false, true]) {
      const striped = (lost: number) => shapes(drawn({ lost, spent })).filter((s) => s.clip);
      expect([0, 1, 2, 3, 9].map((lost) => striped(lost)[0]?.d.split("M").length ?? 1)).toEqual([1, 2, 3, 4, 4]);
    }
  });

  it("shows outlines of one's own as strokes and fills, and a picture of one's own as it is", () => {
    const cross = shapes(drawn({ symbol: "M2 2L22 22|M9 9h6v6h-6z" }));
    expect(cross.filter((s) => s.d === "M2 2L22 22" && s.stroke && !s.fill)).toHaveLength(2);
    expect(cross.filter((s) => s.d === "M9 9h6v6h-6z" && s.fill)).toHaveLength(2);
    expect(flat(drawn({ symbol: "image:1" })).filter(isPicture)).toHaveLength(2);
    // What is no path is a name, whose first letter is drawn.
    expect(texts(drawn({ symbol: 'M2 2"|<' })).map((t) => t.text)).toEqual(["M", "M"]);
  });

  it("is in its player's own colour, with a figure and a wall made for it", () => {
    const players = [{ hue: "#aa3300", shape: "square" as const }];
    const own = seatOf(players, 0, paletteOf("light", players));
    const colours = shapes(counter(piece(), own, palette, [0, 0], 0.4, { px: 46 })).map((s) => s.fill);
    expect(colours).toContain("#aa3300");
    expect(colours).toContain(own.side[2]);
  });
});

describe("a stack", () => {
  const kinds = ["horse", "bow", "spear", "sword"].map((symbol, n) => piece({ symbol, count: n + 1 }));
  const faces = (n: number, px = 46) => shapes(stack(kinds.slice(0, n), { ...sight, px })).filter((s) => s.grad).length;

  it("shows up to three kinds apart, and more as a pile with the sum", () => {
    expect([1, 2, 3, 4].map((n) => faces(n))).toEqual([1, 2, 3, 3]);
    expect(texts(stack(kinds, sight)).map((t) => t.text)).toEqual(["10"]);
  });

  it("is a bare plate on small hexes and a square of three pixels on tiny ones", () => {
    expect(flat(stack(kinds, { ...sight, px: 8 }))).toHaveLength(1);
    const [square] = shapes(stack(kinds, { ...sight, px: 4 }));
    expect(square?.d).toContain(`h${Math.round((3 / 4) * 1000) / 1000}`);
    expect(square?.fill).toBe(face);
  });

  it("keeps its structures and the drawings on its counters within the hex, whichever way that points", () => {
    const built = ["castle", "town"].map((symbol) => piece({ layer: "structure", symbol }));
    const crowds = [built.slice(0, 1), built, [...built.slice(0, 1), ...kinds.slice(0, 2)], [...built, ...kinds]];
    // The symbols fill the box from 3 to 21 of 24.
    const ends = [3 - 0.9, 21 + 0.9];
    for (const { at } of crowds.flatMap((crowd) => shapes(stack(crowd, sight)))) {
      if (!at) continue;
      const [left, top, scale] = at;
      for (const i of ends)
        for (const j of ends) {
          const [x, y] = [Math.abs(left + i * scale), Math.abs(top + j * scale)];
          expect(Math.max(y + x / Math.sqrt(3), x / (Math.sqrt(3) / 2))).toBeLessThan(1);
          expect(Math.max(x + y / Math.sqrt(3), y / (Math.sqrt(3) / 2))).toBeLessThan(1);
        }
    }
  });
});

describe("the pieces of a board", () => {
  it("are equal for equal input", () => {
    const make = () => JSON.stringify(pieces(sightOf("first-steps"), decisionOf("first-steps")));
    expect(make()).toBe(make());
  });

  it("are a group for each space, without those that are left out", () => {
    const spaces = new Set(sight.state.pieces.map((p) => p.space));
    const names = (away?: Set<string>) => pieces(sight, null, away).flatMap((g) => (isGroup(g) && g.id ? [g.id] : []));
    expect(new Set(names())).toEqual(new Set([...spaces].map((space) => `stack ${space}`)));
    expect(names(new Set(["stack 0203"]))).not.toContain("stack 0203");
  });

  it("have ivory plates before anything is chosen, and none afterwards", () => {
    const ready = (draft = {}) =>
      pieces(sight, decisionOf("first-steps", draft)).filter((g) => shapes([g]).some((s) => s.fill === "lit"));
    expect(ready().length).toBe(4);
    expect(ready({ army: "0203" })).toEqual([]);
  });

  it("have ivory plates where a choice keeps all that is chosen", () => {
    const { choices, options, ...rest } = decisionOf("first-steps");
    const [one, ...others] = options.filter((o) => o.kind === "piece");
    if (!one) throw new Error("the fixture has no pieces to choose");
    const draft = { target: "0605", units: "r1" };
    const more = { ...one, slot: "units", leadsTo: { target: "0605", units: "r1 r2" } };
    const decision = { ...rest, choices: { ...choices, draft }, options: [more, ...others] };
    const plates = pieces(sight, decision).filter((g) => shapes([g]).some((s) => s.fill === "lit"));
    expect(plates.map((g) => isGroup(g) && g.id)).toEqual([`stack ${one.space}`]);
  });

  it("have letters in place of drawings, if they are wanted", () => {
    const written = texts(pieces({ ...sight, letters: true })).map((t) => t.text);
    for (const letter of lettersOf(sight.state.pieces).values()) expect(written).toContain(letter);
  });
});

describe("tokens", () => {
  const cubes = (count: number) => [
    { space: "0101", kind: "cube", name: "cube", label: "", count, shape: "square" as const },
  ];

  it("are drawn one by one up to three, and more as one with their number", () => {
    const drawn = (count: number) => shapes(tokenRow(cubes(count), 46, palette)).filter((s) => s.fill === "wood+");
    expect([1, 2, 3, 10].map((n) => drawn(n).length)).toEqual([1, 2, 3, 1]);
    expect(texts(tokenRow(cubes(10), 46, palette)).map((t) => t.text)).toEqual(["10"]);
  });
});

describe("a fan", () => {
  it("shows each piece with its name and its figures, within the part that is seen", () => {
    const held = [piece(), piece({ kind: "archers", figures: [["bow", "4", "range"]] })];
    const seen = { left: 0, top: 0, right: 6, bottom: 6 };
    const group = fan(held, { x: 5.8, y: 0.5 }, sight, seen);
    expect(texts([group]).map((t) => t.text)).toEqual(["cavalry", "archers", "4"]);
    expect(group.x).toBeGreaterThan(0);
    expect((group.x ?? 0) + 2 * (74 / 46)).toBeLessThan(6);
    expect(group.y).toBeGreaterThan(0);
  });
});
