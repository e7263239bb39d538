// Headlines: the answer first, then a dim line about it; above them the place or the round that they are about.

import type { Sentence } from "../kernel/types.gen";
import type { Store } from "../state/store";
import { element } from "./dom";
import { icon } from "./icons";
import { capital } from "./words";

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
  const [, round = ""] = /^([^:]*): /s.exec(store.status.text) ?? [];
  if (!round) return [];
  const [, name = round, rest = ""] = /^(.*?\d+)(.*)$/.exec(round) ?? [];
  return [where(owner, name, rest.trim())];
}

/** Events that matter more than those before them: something is lost, won or over. */
const OUTCOMES: RegExp[] = [
  /\b(wins?|won) the game\b|\bgame (is over|ends)\b/i,
  /\b(conquer|occup|captur|found(s|ed)\b)/i,
  /\b(destroy|los(es|e|t)\b|falls?\b|killed|eliminat|nothing changes|rolled the same)/i,
  /\b(battle|fight|attack)/i,
];

/** The event that a headline tells: the last of the weightiest ones, else the first of all. */
export function outcomeOf(events: readonly Sentence[]): Sentence | undefined {
  for (const kind of OUTCOMES) {
    const found = events.filter(({ text }) => kind.test(text)).pop();
    if (found) return found;
  }
  return events[0];
}
