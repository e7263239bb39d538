import { expect, it } from "vitest";
import type { Brush } from "../../src/kernel/types.gen";
import { Store } from "../../src/state/store";
import { FakeModel, firstSteps } from "../model";

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
