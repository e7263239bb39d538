// A board shown on a page, with the kernel's part played by the test. Each test ends with the page empty.

import { onTestFinished } from "vitest";
import widget from "../src/board/widget";
import type { BoardState, Reply } from "../src/kernel/types.gen";
import { FakeModel, settled } from "./model";

/** The model of the board that was shown last. */
export let model: FakeModel;
/** The element that holds the board. */
export let host: HTMLElement;
let root: HTMLElement | ShadowRoot;
/** Close the board. */
export let close: () => void;

/** Show a board, in a shadow root if wanted. */
export async function show(state: BoardState, inShadow = false): Promise<void> {
  model = new FakeModel(state);
  host = document.createElement("div");
  document.body.append(host);
  const el = document.createElement("div");
  root = inShadow ? host.attachShadow({ mode: "open" }) : host;
  root.append(el);
  close = widget.render({ model: model.asModel, el } as never);
  onTestFinished(() => {
    close();
    document.body.replaceChildren();
  });
  await settled();
}

/** All elements of a selector. */
export const all = (selector: string) => [...root.querySelectorAll<HTMLElement>(selector)];
/** The first element of a selector. */
export const one = (selector: string) => all(selector)[0] as HTMLElement;
/** Open the legend. */
export async function openLegend(): Promise<void> {
  const legend = one(".hexwidget-key") as HTMLDetailsElement;
  legend.open = true;
  legend.dispatchEvent(new Event("toggle"));
  await settled();
}
/** The button whose name begins with a text. */
export const button = (text: string) =>
  all("button").find((b) => (b.getAttribute("aria-label") ?? b.textContent)?.startsWith(text)) as HTMLElement;

/** Press a key on the board, or on one of its elements. */
export async function press(key: string, target = one(".hexwidget-surface"), more: KeyboardEventInit = {}) {
  const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, composed: true, ...more });
  target.dispatchEvent(event);
  await settled();
  return event;
}

/** Answer the last message of a kind. */
export async function answer(intent: string, reply: Partial<Reply> = {}): Promise<void> {
  model.answer(intent, reply);
  await settled();
}

/** The message that was sent last. */
export const last = () => model.sent[model.sent.length - 1];
