// The panel while nothing is pointed at: what has just happened, or what can be chosen now.

import type { Choice, Table } from "../kernel/types.gen";
import { sameAs } from "../state/choosing";
import type { Store } from "../state/store";
import { element } from "./dom";
import { cite, findingsInWords, fold } from "./findings";
import { headline, outcomeOf, promptHeadline, roundWhere } from "./headline";
import { eventLine, marking } from "./history";
import { drawnInWords } from "./odds";
import { thumbnail } from "./thumbnails";
import { capital, paragraphs } from "./words";

/** The most events that are listed; the rest is folded. */
const MOST_EVENTS = 5;
/** The most pieces that are listed. */
const MOST_PIECES = 8;
/** The size of the counters in the list, in pixels. */
const COUNTER = 30;
const HINT = "Point at a space to read what can be done there";

/** What has happened since the last decision: the outcome first, the other events below it. */
export function happened(owner: Document, store: Store): HTMLElement[] {
  const { events } = store.timeline;
  const outcome = outcomeOf(events);
  if (!outcome) return [];
  const made = element(owner, "div", { class: "hexwidget-happened" }, ...headline(owner, "plain", `${outcome.text} `));
  const [heading] = made.children;
  if (heading && outcome.clause) heading.append(cite(owner, store, outcome.clause));
  if (heading) marking(heading as HTMLElement, store, outcome);
  made.append(...drawnInWords(owner, store));
  const lines = events.filter((event) => event !== outcome).map((event) => eventLine(owner, store, event));
  const list = (start: number, end: number) =>
    element(owner, "ol", { class: "hexwidget-events", start: String(start + 1) }, ...lines.slice(start, end));
  if (lines.length > 0) made.append(element(owner, "h3", {}, "How it came"), list(0, MOST_EVENTS));
  const more = lines.length - MOST_EVENTS;
  if (more > 0) made.append(fold(owner, "And more", more, [list(MOST_EVENTS, lines.length)]));
  return [...roundWhere(owner, store), made];
}

/** The task: the prompt as a headline, and the pieces that can be chosen. */
export function task(owner: Document, store: Store): HTMLElement[] {
  const { choosing } = store;
  const hint = choosing.blank && choosing.options.length > 0 && !store.state.wheel ? HINT : "";
  const pieces = choosing.options.filter((o) => o.kind === "piece" && o.space !== null && o.findings.length === 0);
  const listed = choosing.blank && pieces.length <= MOST_PIECES ? pieces : [];
  return [
    ...roundWhere(owner, store),
    // While the wheel is turned, it must stay where it is: the headline above it keeps to the first prompt.
    ...promptHeadline(owner, store, store.state.wheel ? store.choices.root.prompt : choosing.current.prompt, hint),
    ...(listed.length > 0 ? [list(owner, store, listed)] : []),
    ...(choosing.blank && store.timeline.length === 0 ? scenario(owner, store) : []),
  ];
}

/** The words about the scenario, before anything is played. */
function scenario(owner: Document, { scene }: Store): HTMLElement[] {
  const words = paragraphs(owner, scene.prose);
  for (const part of words) part.classList.add("hexwidget-hint");
  return words.length > 0 ? [element(owner, "h3", {}, "The scenario"), ...words] : [];
}

/** The pieces that can be chosen, each a button with its counter. */
function list(owner: Document, store: Store, pieces: readonly Choice[]): HTMLElement {
  const buttons = pieces.map((option) => {
    const [, about = option.label, of = ""] = /^([^:]*): (.*)$/s.exec(option.label) ?? [];
    const piece = store.state.pieces.find((p) => p.space === option.space && p.layer === "unit");
    const card = store.state.cards.find((c) => c.space === option.space && c.face);
    const pictured = piece ?? (card ? { ...card, layer: "unit" as const } : undefined);
    const words = element(owner, "span", {}, element(owner, "b", {}, capital(of || about)), of ? about : "");
    const key = `${option.slot}=${option.value}`;
    const look = { type: "button", class: "hexwidget-order", "data-key": key, "aria-label": option.label };
    const button = element(owner, "button", look, words);
    if (pictured) button.prepend(thumbnail(owner, store, pictured, COUNTER));
    const index = store.map.find(option.space ?? "");
    button.addEventListener("click", ({ detail }) => {
      if (detail < 2) store.choosing.take((offered) => offered.find(sameAs(option)));
    });
    button.addEventListener("pointerenter", () => store.looking.mark(index < 0 ? [] : [index]));
    button.addEventListener("pointerleave", () => store.looking.mark([]));
    return button;
  });
  return element(owner, "div", { class: "hexwidget-orders" }, ...buttons);
}

/** The reasons that bar choices of the bar, such as wedges that are too far. */
export function barredChoices(owner: Document, store: Store, slot: string): HTMLElement[] {
  const findings = store.choosing.options.filter((o) => o.slot === slot).flatMap((o) => o.findings);
  const first = new Map([...findings].reverse().map((f) => [`${f.clause} ${f.code}`, { ...f, remedy: null }]));
  return findingsInWords(owner, store, [...first.values()]);
}

/** A table of figures to choose by. */
export function tableInWords(owner: Document, { title, header, rows }: Table): HTMLElement {
  const line = (cells: string[], kind: "th" | "td") =>
    element(owner, "tr", {}, ...cells.map((cell) => element(owner, kind, {}, cell)));
  const body = element(owner, "tbody", {}, ...rows.map((cells) => line(cells, "td")));
  const head = element(owner, "thead", {}, line(header, "th"));
  return element(owner, "table", {}, element(owner, "caption", {}, title), head, body);
}
