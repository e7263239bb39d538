// The prompt of the action bar: one sentence for the ear, for the eye a bold line with the task and a dim line about it.

import type { Choices } from "../../kernel/types.gen";
import { element } from "../elements/dom";

/** The parts of a prompt, in the order in which it is read aloud: seen in bold, seen dim, or heard only. */
export type Parts = Choices["words"];

/** Show a prompt in its element. */
export function showPrompt(owner: Document, root: HTMLElement, parts: Parts): void {
  const shown = String(parts);
  if (root.dataset.shown === shown) return;
  root.dataset.shown = shown;
  root.replaceChildren(...parts.map(([kind, words]) => element(owner, "span", { class: `hexwidget-${kind}` }, words)));
}
