// Recordings in notebooks without a kernel: a saved notebook that is opened again, or an exported page; and what keeps them in
// the notebook when it is saved again.

import { RecordedModel } from "./kernel/recorded";
import type { BoardState, Recording, StaticScene } from "./kernel/types.gen";
import { unpacked } from "./parts";

export { storeBoards } from "./stored";

type Board = typeof import("./widget");
export type Kept = BoardState & Pick<StaticScene, "theme"> & { _recording: string };

/**
 * Show the recording of a board.
 *
 * @param get gives the state that the notebook has kept
 * @param live what one does to play on
 */
export async function show(
  get: <Name extends keyof Kept>(name: Name) => Kept[Name],
  el: HTMLElement,
  board: Board,
  signal?: AbortSignal,
  live = "run the cell to play",
): Promise<void> {
  const packed = get("_recording");
  const recording: Recording = packed ? JSON.parse(await unpacked(packed)) : asItLooks(get);
  if (signal?.aborted) return;
  const owner = el.ownerDocument;
  const place = owner.createElement("div");
  const caption = owner.createElement("p");
  caption.className = "hexwidget-still-caption";
  caption.textContent = packed ? `A recording: step through it, or ${live}.` : `The board as it was saved: ${live}.`;
  el.append(place, caption);
  const model = new RecordedModel(recording, board.mapOf).asModel;
  board.default.render({ model, el: place, ...(signal ? { signal } : {}) });
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
