import { expect, it } from "vitest";
import type { Brush } from "../../src/kernel/types.gen";
import { Store } from "../../src/state/store";
import { FakeModel, firstSteps, settled } from "../model";

const FOREST: Brush = { key: "forest", label: "forest", group: "ground", symbol: "", owned: false };
const ARCHERS: Brush = { key: "archers", label: "archers", group: "unit", symbol: "bow", owned: true };

it("paints with the brush in the hand, for a player if its pieces have owners", () => {
  const model = new FakeModel(firstSteps());
  const { editing, map } = new Store(model.asModel, new AbortController().signal);
  const painted = () => {
    model.answer("paint");
    const before = model.sent.length;
    editing.paint([map.find("0101")]);
    return model.sent[before];
  };
  expect(painted()).toBeUndefined();
  editing.hold(FOREST);
  expect(painted()).toMatchObject({ intent: "paint", args: { brush: "forest", spaces: ["0101"], player: null } });
});

it("places the grid at the point that is clicked, with its brush and while the position is edited", () => {
  const model = new FakeModel(firstSteps());
  const { editing } = new Store(model.asModel, new AbortController().signal);
  const grid: Brush = { key: "grid", label: "place the grid", group: "eraser", symbol: "", owned: false };
  const point = { x: 1.23456, y: -2 };
  editing.hold(grid);
  expect(editing.place(point)).toBe(false);
  model.change("_editing", { brushes: [grid], settings: [], findings: [] });
  editing.hold(FOREST);
  expect(editing.place(point)).toBe(false);
  editing.hold(grid);
  expect(editing.place(point)).toBe(true);
  expect(model.sent).toMatchObject([{ intent: "place", args: { x: 1235, y: -2000 } }]);
  // The kernel says what to click next.
  model.change("_editing", { brushes: [{ ...grid, label: "click 0101" }], settings: [], findings: [] });
  expect(editing.brush?.label).toBe("click 0101");
});

it.each([
  ["", "red"],
  ["blue", "blue"],
])("puts pieces for the player who is chosen, else for the first (%s)", (chosen, owner) => {
  const model = new FakeModel(firstSteps());
  const { editing, map } = new Store(model.asModel, new AbortController().signal);
  editing.hold(ARCHERS);
  editing.paintFor(chosen);
  editing.paint([map.find("0101")]);
  expect(model.sent[0]).toMatchObject({ intent: "paint", args: { brush: "archers", player: owner } });
});

/** An editor that is open, and the messages that it sends. */
function open() {
  const model = new FakeModel(firstSteps());
  const store = new Store(model.asModel, new AbortController().signal);
  model.change("_editing", { brushes: [], settings: [], findings: [] });
  const brush = (key: string, group: Brush["group"]) =>
    store.editing.hold({ key, label: key, group, symbol: "", owned: false });
  const at = (...names: string[]) => names.map((name) => store.map.find(name));
  /** The last message, which the kernel answers. */
  const last = async () => {
    await settled();
    const sent = model.sent.at(-1) as { intent: string; args: Record<string, unknown> };
    model.answer(sent.intent);
    await settled();
    return sent;
  };
  return { model, store, editing: store.editing, brush, at, last };
}

it("asks for the words of a note, and sends none without words", async () => {
  const { editing, brush, at, last, model } = open();
  brush("note", "drawing");
  editing.paint(at("0304"));
  expect(model.sent).toHaveLength(0);
  expect(editing.caption).toMatchObject({ label: "Note on 0304", value: "", most: 500 });
  editing.caption?.done("");
  expect(model.sent).toHaveLength(0);
  editing.paint(at("0304"));
  editing.drawIn("attack");
  editing.caption?.done("cold");
  expect(await last()).toMatchObject({
    intent: "draw",
    args: { brush: "note", spaces: ["0304"], text: "cold", hue: "attack" },
  });
  expect(editing.caption).toBeNull();
});

it("takes two clicks or a drag as a way: a straight arrow has its ends, a road every hex", async () => {
  const { editing, brush, at, last, store } = open();
  brush("arrow", "drawing");
  store.activate(at("0202")[0] ?? -1);
  expect(editing.begun).toEqual(at("0202"));
  expect(editing.task).toBe("click where it ends");
  expect(store.looking.marked).toEqual(at("0202"));
  store.activate(at("0502")[0] ?? -1);
  editing.caption?.done("");
  expect((await last()).args.spaces).toEqual(["0202", "0502"]);
  editing.paint(at("0202", "0302", "0402"));
  editing.caption?.done("");
  expect((await last()).args.spaces).toEqual(["0202", "0402"]);
  editing.paint(at("0202", "0302", "0303"));
  editing.caption?.done("");
  expect((await last()).args.spaces).toEqual(["0202", "0302", "0303"]);
  brush("road", "place");
  editing.paint(at("0202"));
  editing.paint(at("0502"));
  expect(editing.caption).toMatchObject({ label: "Name of the road from 0202 to 0502", most: 40 });
  editing.caption?.done("Old road");
  expect((await last()).args.spaces).toEqual(["0202", "0302", "0402", "0502"]);
});

it("steps back from the words, from a way that is begun, then from the brush", () => {
  const { editing, brush, at, store } = open();
  brush("way", "question");
  editing.paint(at("0202"));
  store.cancel();
  expect([editing.begun, editing.brush?.key]).toEqual([[], "way"]);
  brush("village", "place");
  editing.paint(at("0202"));
  store.cancel();
  expect([editing.caption, editing.brush?.key]).toEqual([null, "village"]);
  store.cancel();
  expect(editing.brush).toBeNull();
});

it("shows pieces, places and ways for the question, and shades at once", async () => {
  const { editing, brush, at, last } = open();
  brush("piece", "question");
  editing.paint(at("0203"));
  expect(await last()).toMatchObject({ intent: "ask", args: { about: "piece", spaces: ["0203"] } });
  brush("way", "question");
  editing.paint(at("0203"));
  editing.paint(at("0503"));
  expect((await last()).args).toMatchObject({ about: "way", spaces: ["0203", "0303", "0403", "0503"] });
  brush("shade", "drawing");
  expect(editing.strokes).toBe(true);
  editing.paint(at("0203", "0303"));
  expect(await last()).toMatchObject({ intent: "draw", args: { brush: "shade", spaces: ["0203", "0303"], text: "" } });
  editing.open("map");
  expect([editing.tab, editing.brush]).toEqual(["map", null]);
});

it("paints the sides that a drag crosses, or the one between two clicks, without asking for words", async () => {
  const { editing, brush, at, last, model } = open();
  brush("side river", "side");
  expect(editing.strokes).toBe(true);
  expect(editing.task).toMatch("drag across the sides");
  editing.paint(at("0202", "0302", "0303"));
  expect((await last()).args).toMatchObject({ brush: "side river", spaces: ["0202", "0302", "0303"], text: "" });
  editing.paint(at("0202"));
  expect(editing.task).toBe("click where it ends");
  editing.paint(at("0302"));
  expect((await last()).args.spaces).toEqual(["0202", "0302"]);
  expect([editing.caption, model.sent.length]).toEqual([null, 2]);
});
