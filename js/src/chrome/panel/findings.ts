// Reasons as cards: each finding with its clause and its remedy, and a clause to be read.

import { entryOf } from "../../draw/palette";
import { capital, say } from "../../kernel/language";
import type { CitedFinding, ClauseText, Remedy } from "../../kernel/types.gen";
import { saidBefore } from "../../state/proposal";
import type { Store } from "../../state/store";
import { button, closing, element, pageAddress } from "../elements/dom";
import { icon } from "../elements/icons";
import { priced } from "../elements/words";

/** The findings as cards, one for each kind, and below them what would help. */
export function findingsInWords(owner: Document, store: Store, findings: readonly CitedFinding[]): HTMLElement[] {
  const kinds = new Map<string, CitedFinding[]>();
  for (const f of findings) {
    const key = `${f.clause} ${f.code}`;
    kinds.set(key, [...(kinds.get(key) ?? []), f]);
  }
  const made = [...kinds.values()].map((alike) => {
    const [one] = alike;
    const texts = alike.map((f) => `${capital(f.text)}.`);
    return reason(owner, store, one?.clause ?? "", one?.title ?? "", texts);
  });
  // Two reasons may call for the same action, in other words.
  const remedies = new Map<string, Remedy>();
  for (const { remedy } of findings) {
    const key = remedy?.action ?? remedy?.text;
    if (remedy && key !== undefined && !remedies.has(key)) remedies.set(key, remedy);
  }
  return [...made, ...[...remedies.values()].map((remedy) => remedyInWords(owner, store, remedy))];
}

/** A card with a clause, its title and some sentences. */
export function reason(
  owner: Document,
  store: Store,
  clause: string,
  title: string,
  texts: string[] = [],
): HTMLElement {
  const words = texts.map((text) => element(owner, "p", {}, text));
  const heading = element(owner, "strong", {}, title);
  return element(owner, "div", { class: "hexwidget-finding" }, cite(owner, store, clause), " ", heading, ...words);
}

/** The clauses of findings in full, folded. */
export function rulesInWords(owner: Document, findings: readonly CitedFinding[]): HTMLElement[] {
  const rules = new Map(findings.filter((f) => f.rule).map((f) => [f.clause, f]));
  if (rules.size === 0) return [];
  const texts = [...rules.values()].map(({ clause, rule }) =>
    element(owner, "p", {}, element(owner, "b", {}, clause), ` ${rule}`),
  );
  return [fold(owner, "The clauses in full", rules.size, texts)];
}

/** Something folded at the foot of the panel, with its number. */
export function fold(
  owner: Document,
  title: string,
  number: number | string,
  content: HTMLElement[],
): HTMLDetailsElement {
  const count = element(owner, "span", { class: "hexwidget-count" }, String(number));
  const summary = element(owner, "summary", {}, element(owner, "span", {}, say(title)), count, icon(owner, "fold"));
  return element(owner, "details", { class: "hexwidget-fold" }, summary, ...content);
}

/** A way out: a button that takes it up where it is an action, else words. */
export function remedyInWords(owner: Document, store: Store, remedy: Remedy): HTMLElement {
  const { clause, action, first } = remedy;
  const [words, dim] = wayOut(store, remedy);
  const face = [icon(owner, "bulb"), element(owner, "span", {}, words, dim ? element(owner, "small", {}, dim) : null)];
  if (clause) face.push(element(owner, "span", { class: "hexwidget-cite" }, ` ${clause}`));
  if (action === null || !store.explanations.available)
    return element(owner, "p", { class: "hexwidget-remedy" }, ...face);
  const title = saidBefore({ first, action, text: words });
  const arrow = element(owner, "span", { "aria-hidden": "true" }, "→");
  const act = () => store.proposal.put({ text: words, action, first });
  return button(owner, { class: "hexwidget-remedy", title }, act, ...face, arrow);
}

/** A way out in plain words, and a dim line about it. A way that the field has, too, is named by where it ends, if it leads away. */
function wayOut({ choosing, map }: Store, { text, action, first }: Remedy): [words: string, dim: string] {
  const { field } = choosing;
  const way = (action ?? "").split("-").map((space) => map.find(space));
  const to = way.at(-1) ?? -1;
  if (!field || first || to === way[0] || String(field.route(to)) !== String(way)) return [capital(text), ""];
  const by = way.slice(1, -1).map((index) => say("by {0}, ", map.label(index)));
  return [say("Go to {0} instead", map.label(to)), by.join("") + priced(field, field.costs.get(to) ?? 0, true)];
}

/** A button with the number of a clause, or other words, which opens the clause. */
export function cite(owner: Document, store: Store, clause: string, words = clause): HTMLElement {
  const act = (event: MouseEvent) => {
    event.stopPropagation();
    store.lookup.open(clause);
  };
  return button(owner, { class: "hexwidget-cite", title: say("Read {0}", clause) }, act, words);
}

const KINDS: Record<string, string> = {
  rule: "rule",
  example: "example",
  fact: "fact of the game",
  ruling: "ruling: the rules leave this open",
};

/** A clause to be read: its text, its readings, its examples. */
export function clauseInWords(owner: Document, store: Store, clause: ClauseText): HTMLElement[] {
  const close = closing(owner, () => store.lookup.close());
  const number = element(owner, "b", {}, clause.id);
  const found: HTMLElement[] = [
    element(
      owner,
      "div",
      { class: "hexwidget-where" },
      number,
      ` ${say(entryOf(KINDS, clause.kind) ?? clause.kind)}`,
      close,
    ),
    element(owner, "h2", { class: "hexwidget-headline" }, clause.title),
    element(owner, "p", {}, clause.text),
  ];
  const book = pageAddress(store.scene.rulebook);
  if (book) {
    const href = book + clause.id;
    // On the rulebook's own page the link stays on the page; elsewhere it opens another.
    const elsewhere: Record<string, string> = href.startsWith("#") ? {} : { target: "_blank", rel: "noopener" };
    const words = say("In the rulebook") + (href.startsWith("#") ? "" : " ↗");
    found.push(element(owner, "p", {}, element(owner, "a", { href, ...elsewhere }, words)));
  }
  if (clause.open) found.push(element(owner, "p", { class: "hexwidget-hint" }, clause.open));
  for (const { name, values, now } of clause.readings) {
    const listed = values.map((value) => element(owner, value === now ? "b" : "span", {}, value));
    const parts = listed.flatMap((value, n) => (n > 0 ? [", ", value] : [value]));
    const line = element(
      owner,
      "p",
      {},
      say("Readings of “{0}”: ", name),
      ...parts,
      say(". Bold: the one that holds here."),
    );
    found.push(line);
  }
  for (const { id, title, text } of clause.examples) {
    const summary = element(owner, "summary", {}, say("Example {0}: {1}", id, title));
    found.push(element(owner, "details", {}, summary, element(owner, "p", {}, text)));
  }
  return found;
}
