// What a manager of widgets stores of boards.

import { expect, it } from "vitest";
import { storeBoards } from "../../src/pages/notebook-saving";

const VIEW = "application/vnd.jupyter.widget-view+json";

/** A model as ipywidgets makes them: a getter tells whether it has a kernel. */
class Model {
  constructor(
    readonly model_id: string,
    readonly attributes: Record<string, unknown> = {},
    private readonly live = false,
  ) {}
  get comm_live(): boolean {
    return this.live;
  }
}

/** A notebook whose outputs show these models, and its manager, which stores live models. */
function manager(models: Model[], shown: string[]) {
  const known = new Map(models.map((model) => [model.model_id, model]));
  const outputs = { length: shown.length, get: (n: number) => ({ data: { [VIEW]: { model_id: shown[n] } } }) };
  return {
    context: { model: { cells: [{}, { outputs }] } },
    _modelsSync: known,
    get_state_sync: () => [...known.values()].filter((model) => model.comm_live).map((model) => model.model_id),
  };
}

const layout = new Model("layout");
const code = new Model("code", { _parts: "packed" });
const board = new Model("board", { layout, _front_end: { model: "code" } });
const box = new Model("box", { children: [board], layout: new Model("layout of the box") });
const slider = new Model("slider", { value: 3 });
const live = new Model("live", {}, true);

it("stores boards without a kernel that outputs show, with all that they need", () => {
  const found = manager([layout, code, board, box, slider, live], ["slider", "box", "none"]);
  expect(found.get_state_sync()).toEqual(["live"]);
  storeBoards(found);
  expect(found.get_state_sync()).toEqual(["layout", "code", "board", "box", "live"]);
  expect([layout, code, board, box].some((model) => model.comm_live)).toBe(false);
});

it("stores no board of an output that was replaced", () => {
  const found = manager([layout, code, board, live], ["live"]);
  storeBoards(found);
  expect(found.get_state_sync()).toEqual(["live"]);
});

it("changes a manager once, and no manager of another kind", () => {
  const found = manager([board], ["board"]);
  storeBoards(found);
  const changed = found.get_state_sync;
  storeBoards(found);
  expect(found.get_state_sync).toBe(changed);
  const other = { get_model: async () => board };
  storeBoards(other);
  expect(Object.keys(other)).toEqual(["get_model"]);
});
