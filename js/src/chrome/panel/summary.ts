// The panel while nothing is pointed at: what has just happened, or what can be chosen now.

import { isFree } from "../../kernel/drafts";
import { capital, say } from "../../kernel/language";
import type { Choice, CitedFinding, Sentence, Table } from "../../kernel/types.gen";
import type { Field } from "../../state/reach-field";
import type { Store } from "../../state/store";
import { labelParts } from "../bar/offers";
import { button, element } from "../elements/dom";
import { headline, roundWhere } from "../elements/headline";
import { thumbnail } from "../elements/thumbnails";
import { paragraphs } from "../elements/words";
import type { Answers } from "./answers";
import { cite, fold, reason } from "./findings";
import { eventLine, marking } from "./history";
import { drawnInWords } from "./odds";
import { ordersOf, standing, wedgesInWords } from "./standing";

/** The most events that are listed; the rest is folded. */
const MOST_EVENTS = 5;
/** The most pieces that are listed. */
const MOST_PIECES = 8;
/** The size of the counters in the list, in pixels. */
const COUNTER = 30;
/** The most kinds of barred choices that are listed. */
const MOST_BARRED = 4;

/** The events since the last decision: the headline, then the replies of others and how it came, or what was before. */
export function happened(owner: Document, store: Store): HTMLElement[] {
  const { events, outcome: place, own } = store.timeline;
  const outcome = events[place];
  if (!outcome) return [];
  const made = element(owner, "div", { class: "hexwidget-happened" }, ...headline(owner, "plain", `${outcome.text} `));
  const [heading] = made.children;
  if (heading && outcome.clause) heading.append(cite(owner, store, outcome.clause));
  if (heading) marking(heading as HTMLElement, store, outcome);
  made.append(...drawnInWords(owner, store));
  const decided = events.slice(0, own || events.length);
  const replies = events.slice(decided.length);
  const others = (all: readonly Sentence[]) => all.filter((event) => event !== outcome);
  if (place < decided.length)
    made.append(
      ...listed(owner, store, say("The reply"), replies),
      ...listed(owner, store, say("How it came"), others(decided)),
    );
  else
    made.append(
      ...listed(owner, store, say("How it came"), others(replies)),
      ...listed(owner, store, say("Before that"), decided),
    );
  return [...roundWhere(owner, store), made];
}

/** Events below a heading; many are folded. */
function listed(owner: Document, store: Store, title: string, events: readonly Sentence[]): HTMLElement[] {
  if (events.length === 0) return [];
  const lines = events.map((event) => eventLine(owner, store, event));
  const list = (start: number, end: number) =>
    element(owner, "ol", { class: "hexwidget-events", start: String(start + 1) }, ...lines.slice(start, end));
  const more = lines.length - MOST_EVENTS;
  const rest = more > 0 ? [fold(owner, "And more", more, [list(MOST_EVENTS, lines.length)])] : [];
  return [element(owner, "h3", {}, title), list(0, MOST_EVENTS), ...rest];
}

/** The outcome of the last decision in a line, with its dice and cubes. */
export function lastOutcome(owner: Document, store: Store): HTMLElement[] {
  const { events, outcome } = store.timeline;
  const last = events[outcome];
  if (!last) return [];
  const line = element(owner, "p", {}, element(owner, "b", {}, say("Just now: ")), capital(last.text));
  marking(line, store, last);
  return [line, ...drawnInWords(owner, store)];
}

/** The present state, the pieces that can be chosen or have their orders, and those that cannot be chosen now. */
export function state(owner: Document, store: Store, answers: Answers): HTMLElement[] {
  const { choosing, map } = store;
  const { field, destination, current } = choosing;
  // While the wheel is turned it must stay where it is: the lines above it are the same for each wedge.
  if (isTurned(store)) return [...roundWhere(owner, store), ...headline(owner, "plain", wedgesInWords(store))];
  const odds = current.forecasts.length > 0;
  const orders = ordersOf(store);
  if (field?.costs.has(destination) && !odds && !orders)
    return [...answers.place(destination, false), ...answers.about(destination)];
  const { tone, words, dim, clause } = standing(store);
  const head = headline(owner, tone, words, dim);
  if (clause) head[0]?.append(" ", cite(owner, store, clause));
  const at = orders ? -1 : map.find(choosing.options.filter((o) => o.chosen && o.space).pop()?.space ?? "");
  const settled = odds || choosing.complete;
  const [place, ...things] = at >= 0 && !choosing.blank ? answers.place(at, false) : roundWhere(owner, store);
  return [
    ...(place ? [place] : []),
    ...head,
    ...things,
    ...scenario(owner, store),
    ...(settled && !orders ? [] : list(owner, store)),
    ...(field && !orders ? rimInWords(owner, store, field) : []),
    ...notNow(owner, store),
    ...thisRound(owner, store),
  ];
}

/** True while a wedge of the wheel can be chosen. */
export function isTurned({ choices, state }: Store): boolean {
  return choices.root.options.some((o) => o.slot === state.wheel?.slot);
}

/** The pieces that can be chosen now, below the last events. */
export function next(owner: Document, store: Store): HTMLElement[] {
  const pieces = list(owner, store);
  return pieces.length > 0 ? [element(owner, "h3", {}, standing(store).words), ...pieces] : [];
}

/** The clauses that bar the spaces at the rim of a field. */
function rimInWords(owner: Document, store: Store, { barred }: Field): HTMLElement[] {
  const titles = new Map([...barred.values()].flat().map(({ clause, title }) => [clause, title]));
  const cards = [...titles].slice(0, MOST_BARRED).map(([clause, title]) => reason(owner, store, clause, title));
  return cards.length > 0 ? [element(owner, "h3", {}, say("What bars the rest")), ...cards] : [];
}

/** The choices that are barred, a card for each reason. */
export function notNow(owner: Document, store: Store): HTMLElement[] {
  const kinds = new Map<string, [CitedFinding, string[]]>();
  for (const { label, findings } of store.choosing.options) {
    const [finding] = findings;
    if (!finding) continue;
    const key = `${finding.clause} ${finding.code}`;
    const [, names] = kinds.get(key) ?? [finding, []];
    kinds.set(key, [finding, [...names, labelParts(label).word]]);
  }
  const cards = [...kinds.values()].map(([finding, names]) =>
    reason(owner, store, finding.clause, names.join(", "), [`${capital(finding.text)}.`]),
  );
  return cards.length > 0 ? [element(owner, "h3", {}, say("Not now")), ...cards.slice(0, MOST_BARRED)] : [];
}

/** The last steps of this round. */
export function thisRound(owner: Document, { timeline }: Store): HTMLElement[] {
  const { depth, roundBegan, steps } = timeline;
  const done = steps.filter((step) => step.depth > roundBegan && step.depth <= depth).slice(-MOST_EVENTS);
  const lines = done.map(({ text }) => element(owner, "li", {}, capital(text)));
  if (lines.length === 0) return [];
  return [element(owner, "h3", {}, say("This round")), element(owner, "ol", { class: "hexwidget-events" }, ...lines)];
}

/** The words about the scenario, before anything is played. */
export function scenario(owner: Document, { choosing, scene, timeline }: Store): HTMLElement[] {
  if (!choosing.blank || timeline.length > 0) return [];
  const words = paragraphs(owner, scene.prose);
  return words.length > 0 ? [element(owner, "div", { class: "hexwidget-scenario" }, ...words)] : [];
}

/** The pieces that can be chosen, each a button with its counter, and with its order where it has one. */
function list(owner: Document, store: Store): HTMLElement[] {
  const orders = ordersOf(store);
  const all = store.choosing.options.filter((o) => o.kind === "piece" && o.space !== null);
  const pieces = all.filter((o) => orders || isFree(o));
  if (pieces.length === 0 || pieces.length > MOST_PIECES) return [];
  const buttons = pieces.map((option) => pieceButton(owner, store, option, orders));
  return [element(owner, "div", { class: "hexwidget-orders" }, ...buttons)];
}

/** The button of a piece that can be chosen. */
function pieceButton(owner: Document, store: Store, option: Choice, orders: ReturnType<typeof ordersOf>): HTMLElement {
  const [, about = option.label, of = ""] = /^([^:]*): (.*)$/s.exec(option.label) ?? [];
  const { word, detail } = labelParts(about);
  const said = orders ? [word, of || `no ${orders.noun}`] : of ? [of, about] : [word, detail];
  const { pieces } = store.state;
  const piece =
    pieces.find((p) => p.id === option.value) ?? pieces.find((p) => p.space === option.space && p.layer === "unit");
  const card = store.state.cards.find((c) => c.space === option.space && c.face);
  const pictured = piece ?? (card ? { ...card, layer: "unit" as const } : undefined);
  const words = element(
    owner,
    "span",
    {},
    element(owner, "b", {}, capital(said[0] ?? "")),
    " ",
    capital(said[1] ?? ""),
  );
  const key = `${option.slot}=${option.value}`;
  const kind = `hexwidget-order${orders && !orders.given.includes(option) ? " hexwidget-open" : ""}`;
  const look = { class: kind, "data-key": key };
  const act = ({ detail }: MouseEvent) => {
    if (detail < 2) store.choosing.takeSame(option);
  };
  const made = button(owner, { ...look, "aria-pressed": String(option.chosen) }, act, words);
  if (pictured) made.prepend(thumbnail(owner, store, pictured, COUNTER));
  const index = store.map.find(option.space ?? "");
  made.onpointerenter = () => store.looking.mark(index < 0 ? [] : [index]);
  made.onpointerleave = () => store.looking.mark([]);
  return made;
}

/**
 * A table of figures to choose by.
 *
 * @param told true if its title stands above it already
 */
export function tableInWords(owner: Document, { title, header, rows }: Table, told: boolean): HTMLElement {
  const line = (cells: string[], kind: "th" | "td") =>
    element(owner, "tr", {}, ...cells.map((cell) => element(owner, kind, {}, cell)));
  const body = element(owner, "tbody", {}, ...rows.map((cells) => line(cells, "td")));
  const head = element(owner, "thead", {}, line(header, "th"));
  const caption = told ? null : element(owner, "caption", {}, title);
  return element(owner, "table", told ? { "aria-label": title } : {}, caption, head, body);
}
