// The loader, which each board brings along. The front end itself is in a model of its own, once for all boards of a kernel.

import type { AnyModel } from "@anywidget/types";
import type { BoardState } from "./kernel/types.gen";
import { dress, type FrontEnd, frontEnd } from "./parts";
import type { Kept, Linked } from "./recorded";

interface Where {
  readonly version: string;
  /** The id of the model that holds the code. */
  readonly model: string;
}
type Model = AnyModel<Kept & { _front_end: Where }>;
interface Props {
  readonly model: unknown;
  readonly el: HTMLElement;
  readonly signal?: AbortSignal;
}

/** A busy page gets models one after another. After so many milliseconds a board says that it waits for the one with the code. */
const LONG_WAIT = 60_000;
const LONGEST_PAUSE = 2_000;
const STATE = ["_scene", "_state", "_choices", "_timeline", "_status"] as const;

function load(model: Model): Promise<FrontEnd> {
  const where = model.get("_front_end");
  return frontEnd(where.version, () => packed(model, where.model));
}

async function packed(model: Model, id: string): Promise<string> {
  for (let pause = 20; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
    try {
      const holder = await model.widget_manager.get_model(id);
      const parts = holder.get("_parts");
      if (parts) return parts as string;
    } catch {} // the page does not have the model yet
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

/** Wait until the state has arrived: a busy page shows a board before. */
function arrived(model: Model, signal: AbortSignal | undefined): Promise<void> {
  const complete = () => STATE.every((name) => Object.keys(model.get(name) ?? {}).length > 0);
  return new Promise((resolve) => {
    const look = () => {
      if (!complete() && !signal?.aborted) return;
      for (const name of STATE) model.off(`change:${name}`, look);
      resolve();
    };
    for (const name of STATE) model.on(`change:${name}`, look);
    look();
  });
}

/** The layout of a board, a model of ipywidgets' own. Other hosts may have none. */
function layoutOf(model: Model): { comm_live?: boolean; widget_manager?: unknown } | undefined {
  return model.get("layout" as never);
}

/**
 * True if there was no kernel from the start: the board comes from a saved notebook, whose layout knows, or is on a page that
 * marimo has exported.
 */
function isKept(model: Model): boolean {
  return layoutOf(model)?.comm_live === false || "__MARIMO_STATIC__" in globalThis;
}

export default {
  async render({ model: given, el, signal }: Props): Promise<() => void> {
    const model = given as Model;
    try {
      const end = new AbortController();
      signal?.addEventListener("abort", () => end.abort());
      if (signal?.aborted) end.abort();
      const waiting = setTimeout(() => {
        el.textContent = "The board waits for its front end, which has not come from the kernel yet.";
      }, LONG_WAIT);
      const { board, recorded, style } = await load(model).finally(() => clearTimeout(waiting));
      el.textContent = "";
      dress(el, style);
      await arrived(model, end.signal);
      const { show, storeBoards } = await recorded();
      if (end.signal.aborted) return () => {};
      storeBoards(layoutOf(model)?.widget_manager);
      if (isKept(model)) await show((name) => model.get(name), el, board, end.signal, undefined, given as Linked);
      else board.default.render({ model: model as unknown as AnyModel<BoardState>, el, signal: end.signal });
      return () => end.abort();
    } catch (error) {
      console.error(error);
      el.textContent = "The board's front end could not be loaded; the browser's console says why.";
      return () => {};
    }
  },
};
