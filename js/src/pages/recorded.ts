// Recordings in notebooks without a kernel: a saved notebook that is opened again, or an exported page.

import { OfflineExercisesModel } from "../kernel/exercise-model";
import { RecordedModel } from "../kernel/recording-model";
import type { BoardState, OfflineExercises, Recording, StaticScene } from "../kernel/types.gen";
import { unpacked } from "./front-end";

// A test asks this model and a desk the same.
export { OfflineExercisesModel } from "../kernel/exercise-model";
export { storeBoards } from "./notebook-saving";

type Board = typeof import("../board/widget");
/** The part of a model by which other widgets are linked to it. */
export interface Linked {
  get(name: "step"): unknown;
  set(name: "step", value: number): void;
  on(name: "change:step", react: () => void): void;
}
export type Kept = BoardState & Pick<StaticScene, "theme"> & { _recording: string };

/**
 * Show the recording of a board.
 *
 * @param get gives the state that the notebook has kept
 * @param live says how to play on
 * @param linked the model of the notebook: a slider may be linked to its step
 */
export async function show(
  get: <Name extends keyof Kept>(name: Name) => Kept[Name],
  el: HTMLElement,
  board: Board,
  signal?: AbortSignal,
  live = "run the cell to play",
  linked?: Linked,
): Promise<void> {
  const packed = get("_recording");
  const held: Recording | OfflineExercises = packed ? JSON.parse(await unpacked(packed)) : asItLooks(get);
  if (signal?.aborted) return;
  const owner = el.ownerDocument;
  const place = owner.createElement("div");
  const caption = owner.createElement("p");
  caption.className = "hexwidget-still-caption";
  caption.lang = "en";
  caption.style.cssText =
    "color: inherit; font: 0.875rem / 1.4 system-ui, sans-serif; margin: 6px 2px 0; opacity: 0.75";
  const asks = "exercises" in held;
  const what = asks ? "Answer here; nothing is saved" : "A recording: step through it";
  caption.textContent = packed ? `${what}, or ${live}.` : `The board as it was saved: ${live}.`;
  el.append(place, caption);
  const model = asks ? new OfflineExercisesModel(held, board.mapOf) : new RecordedModel(held, board.mapOf);
  if (linked && model instanceof RecordedModel) linkSteps(model, linked);
  board.default.render({ model: model.asModel, el: place, ...(signal ? { signal } : {}) });
}

/** Let a recording and a model that other widgets are linked to show the same step. */
export function linkSteps(recorded: RecordedModel, linked: Linked): void {
  const timeline = () => recorded.get("_timeline");
  const tell = () => linked.set("step", timeline().depth);
  linked.on("change:step", () => {
    const wanted = timeline().steps.find(({ depth }) => depth === linked.get("step"));
    if (!wanted)
      tell(); // there is no such step
    else if (wanted.depth !== timeline().depth)
      recorded.send({ id: "linked", intent: "goto", args: { step: wanted.number } });
  });
  recorded.on("change:_timeline", tell);
}

/** A board whose steps were not kept, as a recording of one frame. */
function asItLooks(get: <Name extends keyof Kept>(name: Name) => Kept[Name]): Recording {
  const still = { canUndo: false, canRedo: false, canGoto: false, rolls: null, notice: "" };
  const frame = {
    scene: 0,
    _state: get("_state"),
    _choices: get("_choices"),
    _timeline: { ...get("_timeline"), ...still },
    _status: { ...get("_status"), recorded: true, anyView: false, thinking: "" },
    undo: null,
    redo: null,
    parent: null,
    events: [],
    why: [],
  };
  return { scenes: [{ ...get("_scene"), theme: get("theme") }], frames: [frame], at: 0, clauses: {} };
}
