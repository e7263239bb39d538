// Headlines: the answer first, then a dim line about it; above them the place or the round that they are about.

import { capital } from "../../kernel/language";
import type { Store } from "../../state/store";
import { element } from "./dom";
import { icon } from "./icons";

/** A headline of more letters is set smaller. */
const LONG = 52;

/** The answer of a headline: it can be done, it cannot, or neither is meant. */
export type Tone = "yes" | "no" | "plain";

/** A headline with its dim line. */
export function headline(owner: Document, tone: Tone, words: string, dim = ""): HTMLElement[] {
  const sign = element(owner, "i", {}, icon(owner, tone === "yes" ? "check" : "cross"));
  const long = words.length > LONG ? " hexwidget-long" : "";
  const look = { class: `hexwidget-headline hexwidget-${tone}${long}` };
  const made = element(owner, "h2", look, tone === "plain" ? null : sign, capital(words));
  return dim ? [made, element(owner, "p", { class: "hexwidget-dim" }, capital(dim))] : [made];
}

/** The line above a headline: a name in bold, and words about it. */
export function where(owner: Document, name: string, ...about: string[]): HTMLElement {
  const words = about.filter(Boolean).map((text) => element(owner, "span", {}, text));
  return element(owner, "div", { class: "hexwidget-where" }, element(owner, "b", {}, name), ...words);
}

/** The round as the line above a headline. */
export function roundWhere(owner: Document, store: Store): HTMLElement[] {
  const { round, of } = store.status.stage;
  return round ? [where(owner, round, of)] : [];
}
