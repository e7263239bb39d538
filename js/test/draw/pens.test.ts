import { beforeAll, describe, expect, it, vi } from "vitest";
import { type Item, paled, type Stamps } from "../../src/draw/display-list";
import { PALETTES } from "../../src/draw/palette";
import { drawList, StampSheet } from "../../src/draw/pens/canvas";
import { escaped, SvgPen } from "../../src/draw/pens/svg";
import { addressOf, adoptImages } from "../../src/kernel/images";

const PALETTE = PALETTES.light;
const STAMPS: Stamps = { items: { tree: [{ d: "M0 0h1", fill: "tree", clip: "M0 0h9v9z" }] }, half: () => 1 };
const PLACED = { scale: 20, left: 5, top: 6 };

/** A list as SVG, read again: its definitions and its elements. */
function written(list: Item[], prefix = ""): { text: string; all: (selector: string) => Element[] } {
  const pen = new SvgPen(PALETTE, STAMPS, prefix);
  const body = pen.write(list, PLACED);
  const text = `<svg xmlns="http://www.w3.org/2000/svg">${pen.defs()}${body}</svg>`;
  const root = new DOMParser().parseFromString(text, "image/svg+xml");
  return { text, all: (selector) => [...root.querySelectorAll(selector)] };
}

/** The calls and settings of a context on which a list is drawn. */
function painted(list: Item[]): { calls: [string, ...unknown[]][]; canvases: number } {
  const calls: [string, ...unknown[]][] = [];
  let canvases = 0;
  const context = new Proxy({} as Record<string, unknown>, {
    get: (_, name: string) => {
      if (name === "getTransform") return () => ({ a: 20, d: 20, e: 5, f: 6 });
      if (name === "createLinearGradient") return () => ({ addColorStop: () => undefined });
      return (...given: unknown[]) => calls.push([name, ...given]);
    },
    set: (_, name: string, value) => Boolean(calls.push([name, value])),
  }) as unknown as CanvasRenderingContext2D;
  const owner = {
    createElement: () => {
      canvases += 1;
      return { width: 0, height: 0, getContext: () => context };
    },
  } as unknown as Document;
  drawList(context, list, PALETTE, new StampSheet(owner, STAMPS, PALETTE, 20));
  return { calls, canvases };
}

beforeAll(() => {
  vi.stubGlobal(
    "Path2D",
    class {
      constructor(readonly d: string) {}
    },
  );
});

const named = (calls: [string, ...unknown[]][], name: string) => calls.filter(([called]) => called === name);

describe("shapes", () => {
  const shape: Item = {
    d: "M0 0h1v1z",
    fill: "sea",
    even: true,
    stroke: "#123456",
    w: 0.1,
    dash: [0.2, 0.1],
    a: 0.5,
    cap: "butt",
  };

  it("are filled and stroked alike by both pens", () => {
    const [path] = written([shape]).all("path");
    expect(path?.getAttribute("d")).toBe("M0 0h1v1z");
    expect(path?.getAttribute("fill")).toBe(PALETTE.sea);
    expect(path?.getAttribute("fill-rule")).toBe("evenodd");
    expect(path?.getAttribute("stroke")).toBe("#123456");
    expect(path?.getAttribute("stroke-dasharray")).toBe("0.2 0.1");
    expect(path?.getAttribute("stroke-linecap")).toBe("butt");
    expect([path?.getAttribute("fill-opacity"), path?.getAttribute("stroke-opacity")]).toEqual(["0.5", "0.5"]);
    const { calls } = painted([shape]);
    expect(calls).toContainEqual(["globalAlpha", 0.5]);
    expect(calls).toContainEqual(["fillStyle", PALETTE.sea]);
    expect(calls).toContainEqual(["fill", { d: "M0 0h1v1z" }, "evenodd"]);
    expect(calls).toContainEqual(["strokeStyle", "#123456"]);
    expect(calls).toContainEqual(["setLineDash", [0.2, 0.1]]);
  });

  it("are moved, turned and scaled", () => {
    const turned: Item = { d: "M0 0h1", stroke: "ink", at: [2, 3, 0.5], turn: Math.PI / 2 };
    expect(written([turned]).all("path")[0]?.getAttribute("transform")).toBe("translate(2 3) rotate(90) scale(0.5)");
    const { calls } = painted([turned]);
    expect(calls).toContainEqual(["translate", 2, 3]);
    expect(calls).toContainEqual(["rotate", Math.PI / 2]);
    expect(calls).toContainEqual(["scale", 0.5, 0.5]);
  });

  it("are shaded from a height to another; equal shades are written once", () => {
    const shaded = (x: number): Item => ({ d: `M${x} 0h1`, grad: [-1, 1, "sea", "#000000"] });
    const { all } = written([shaded(0), shaded(1)], "one-");
    expect(all("linearGradient").map((each) => each.id)).toEqual(["one-shade0"]);
    expect(all("stop").map((stop) => stop.getAttribute("stop-color"))).toEqual([PALETTE.sea, "#000000"]);
    expect(all("g > path").map((path) => path.getAttribute("fill"))).toEqual(Array(2).fill("url(#one-shade0)"));
  });

  it("are clipped together where they lie within one clip", () => {
    const clip = "M0 0h5v5z";
    const inside: Item[] = [1, 2, 3].map((x) => ({ d: `M${x} 0h1`, stroke: "ink", clip }));
    const { all } = written([...inside, { d: "M9 9h1", stroke: "ink" }]);
    expect(all("clipPath")).toHaveLength(1);
    expect(all("g[clip-path] > path")).toHaveLength(3);
    expect(named(painted(inside).calls, "clip")).toHaveLength(3);
  });
});

describe("texts", () => {
  const text: Item = {
    text: "Roma",
    x: 1,
    y: 2,
    size: 0.5,
    fill: "ink",
    weight: 800,
    italic: true,
    align: "left",
    halo: "halo",
    space: 0.1,
  };

  it("have a halo below them, and stand on a line below their middle", () => {
    const [element] = written([text]).all("text");
    expect(element?.textContent).toBe("Roma");
    expect(element?.getAttribute("y")).toBe("2.18");
    expect(element?.getAttribute("paint-order")).toBe("stroke");
    expect(element?.getAttribute("text-anchor")).toBe("start");
    expect(element?.getAttribute("font-style")).toBe("italic");
    const order = painted([text]).calls.map(([name]) => name);
    expect(order.indexOf("strokeText")).toBeGreaterThan(-1);
    expect(order.indexOf("strokeText")).toBeLessThan(order.indexOf("fillText"));
  });

  it("stay texts, whatever is in them", () => {
    const hostile = `</text><script>alert("x")</script>&'\u0000\ufffe\ud800`;
    const { text: svg, all } = written([{ text: hostile, x: 0, y: 0, size: 1, fill: `"><script>` }]);
    expect(svg).not.toContain("<script");
    expect(all("text")[0]?.textContent).toBe(`</text><script>alert("x")</script>&'\ufffd\ufffd\ufffd`);
    expect(named(painted([{ text: hostile, x: 0, y: 0, size: 1, fill: "ink" }]).calls, "fillText")[0]?.[1]).toBe(
      hostile,
    );
  });

  it("keep letters of two halves", () => {
    expect(escaped("\u{1f3f0}")).toBe("\u{1f3f0}");
  });
});

describe("groups", () => {
  const group: Item = {
    items: [{ d: "M0 0h1", fill: "ink", a: 0.5 }],
    x: 1,
    y: 2,
    turn: Math.PI,
    a: 0.5,
    title: "2 <archers>",
  };

  it("are moved and turned, and pale what is in them", () => {
    const { all } = written([group]);
    expect(all("g g")[0]?.getAttribute("transform")).toBe("translate(1 2) rotate(180)");
    expect(all("title")[0]?.textContent).toBe("2 <archers>");
    expect(all("path")[0]?.getAttribute("fill-opacity")).toBe("0.25");
    expect(painted([group]).calls).toContainEqual(["globalAlpha", 0.25]);
  });

  it("leave stamps as they are", () => {
    expect(paled(0.5)({ use: "tree", x: 1, y: 1 })).toEqual({ use: "tree", x: 1, y: 1 });
  });
});

describe("stamps", () => {
  const wood: Item[] = [1, 2, 3].map((x) => ({ use: "tree", x, y: 0 }));

  it("are drawn once and set down many times", () => {
    const { all } = written(wood, "one-");
    expect(all("defs > g").map((each) => each.id)).toEqual(["one-tree"]);
    expect(all("use").map((use) => use.getAttribute("href"))).toEqual(Array(3).fill("#one-tree"));
    expect(all("clipPath").map((each) => each.id)).toEqual(["one-clip0"]);
    const { calls, canvases } = painted(wood);
    expect(canvases).toBe(1);
    expect(named(calls, "drawImage")).toHaveLength(3);
  });
});

describe("pictures", () => {
  const href = "data:image/png;base64,AAAA";

  it("are images with their place, or filled by a matrix", () => {
    adoptImages({ "image:1": href });
    const small: Item = { image: "image:1", x: 1, y: 2, w: 3, h: 4, a: 0.5 };
    const whole: Item = { image: href, x: 0, y: 0, w: 30, h: 20, matrix: [0.5, 0, 0, 0.5, 1, 2] };
    const [one, other] = written([small, whole]).all("image");
    expect(one?.getAttribute("href")).toBe(href);
    expect([one?.getAttribute("width"), one?.getAttribute("opacity")]).toEqual(["3", "0.5"]);
    expect(other?.getAttribute("transform")).toBe("matrix(0.5 0 0 0.5 1 2)");
    expect(other?.getAttribute("preserveAspectRatio")).toBe("none");
  });

  it("that are none have no address", () => {
    for (const image of ["image:nosuch", "data:image/svg+xml;base64,AAAA", "https://example.org/a.png", `${href}"/>`])
      expect(addressOf(image)).toBe("");
  });
});
