// The anywidget module: it shows boards.

import type { RenderProps } from "@anywidget/types";
import { element } from "../chrome/elements/dom";
import { wordsOf } from "../kernel/connection";
import type { BoardState } from "../kernel/types.gen";
import { Board } from "./board";

/** Render a board. A failure is reported in words; its details go to the browser's console. */
function render({
  model,
  el,
  signal,
}: Pick<RenderProps<BoardState>, "model" | "el"> & { signal?: AbortSignal }): () => void {
  const end = new AbortController();
  signal?.addEventListener("abort", () => end.abort());
  try {
    new Board(model, el, end.signal);
  } catch (error) {
    console.error(error);
    const text = `The board could not be drawn. ${wordsOf(model).afresh}`;
    el.append(element(el.ownerDocument, "div", { class: "hexwidget-alert", role: "alert", lang: "en" }, text));
  }
  return () => end.abort();
}

export { mapOf } from "../geometry/map";
export default { render };
