// The loader, which each board brings along. The front end itself is in a model of its own, once for all boards of a kernel.

import type { AnyModel } from "@anywidget/types";
import type { BoardState } from "../kernel/types.gen";
import { dress, type FrontEnd, frontEnd } from "./front-end";
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

/** The time after which a board says that it waits for the model with the code: a busy page gets models one after another. */
const LONG_WAIT = 60_000;
/** The times between two looks for the model with the code. */
const [FIRST_PAUSE, LONGEST_PAUSE] = [20, 2_000];
/** A board that has found no code for so long asks its kernel, and a board of the page asks again if no answer comes. */
const [PATIENCE, ASK_AGAIN] = [1_000, 10_000];
const STATE = ["_scene", "_state", "_choices", "_timeline", "_status"] as const;

/**
 * The front end, from the model that holds the code. Where a page does not get that model, because its host gives each visitor
 * the models of their own session alone, a board asks its kernel for the code.
 */
function load(model: Model, signal: AbortSignal): Promise<FrontEnd> {
  const { version, model: id } = model.get("_front_end");
  const coming = frontEnd(version);
  const question = `code-${Math.random()}`;
  const take = (reply: { id?: string; text?: string }) => {
    if (reply.id === question && reply.text) coming.give(reply.text);
  };
  let asking = false;
  const ask = () => {
    if (signal.aborted || isKept(model) || Date.now() - coming.asked < ASK_AGAIN) return;
    coming.asked = Date.now();
    asking = true;
    try {
      model.send({ id: question, revision: 0, intent: "load", args: {} });
    } catch {} // the connection is cut
  };
  const look = async (pause: number) => {
    timer = setTimeout(look, pause, Math.min(2 * pause, LONGEST_PAUSE));
    try {
      const parts = (await model.widget_manager.get_model(id)).get("_parts");
      if (parts) coming.give(parts as string);
    } catch {
      ask(); // the page does not have the model, or not yet
    }
  };
  let timer: ReturnType<typeof setTimeout>;
  const patience = setInterval(ask, PATIENCE);
  const stop = () => {
    clearTimeout(timer);
    clearInterval(patience);
    model.off("msg:custom", take);
  };
  signal.addEventListener("abort", () => {
    stop();
    if (asking) coming.asked = 0; // another board asks
  });
  model.on("msg:custom", take);
  look(FIRST_PAUSE);
  return coming.loaded.finally(stop);
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
        el.lang = "en";
        el.textContent = "The board waits for its front end, which has not come from the kernel yet.";
      }, LONG_WAIT);
      const { board, recorded, style } = await load(model, end.signal).finally(() => clearTimeout(waiting));
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
