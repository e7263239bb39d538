// Findings and clauses as elements: each finding with its clause and its remedy, and a clause to be read.

import type { CitedFinding, ClauseText, Remedy } from "../kernel/types.gen";
import { saidBefore } from "../state/proposal";
import type { Store } from "../state/store";
import { element } from "./dom";
import { capital } from "./words";

/** The findings, grouped by kind, each group with the clause that it cites. */
export function findingsInWords(owner: Document, store: Store, findings: readonly CitedFinding[]): HTMLElement[] {
  const kinds = new Map<string, CitedFinding[]>();
  for (const f of findings) {
    const key = `${f.clause} ${f.code}`;
    kinds.set(key, [...(kinds.get(key) ?? []), f]);
  }
  return [...kinds.values()].map((alike) => block(owner, store, alike));
}

function block(owner: Document, store: Store, alike: readonly CitedFinding[]): HTMLElement {
  const [one] = alike;
  if (!one) return element(owner, "div");
  const made = clauseLine(owner, store, "hexwidget-finding", one.clause, one.title);
  for (const f of alike) made.append(element(owner, "p", {}, `${capital(f.text)}.`));
  const remedies = new Map(alike.flatMap(({ remedy }) => (remedy ? [[remedy.text, remedy] as const] : [])));
  for (const remedy of remedies.values()) made.append(remedyInWords(owner, store, remedy));
  return made;
}

/** A way out: a button that takes it up where it is an action, else words. */
export function remedyInWords(owner: Document, store: Store, { text, clause, action, first }: Remedy): HTMLElement {
  const said = `→ ${capital(text)}${clause && ` (${clause})`}.`;
  if (action === null || !store.explanations.available) return element(owner, "p", { class: "hexwidget-remedy" }, said);
  const title = saidBefore(first, action);
  const button = element(owner, "button", { type: "button", class: "hexwidget-remedy", title }, said);
  button.addEventListener("click", () => store.proposal.put({ text, action, first }));
  return button;
}

/** A line with a clause and its title. The number opens the clause. */
export function clauseLine(owner: Document, store: Store, kind: string, clause: string, title: string): HTMLElement {
  const line = element(owner, "div", { class: "hexwidget-clause" }, cite(owner, store, clause), ` ${title}`);
  return element(owner, "div", { class: kind }, line);
}

/** A button with the number of a clause, which opens the clause. */
export function cite(owner: Document, store: Store, clause: string): HTMLElement {
  const made = element(owner, "button", { type: "button", class: "hexwidget-cite", title: `Read ${clause}` }, clause);
  made.addEventListener("click", (event) => {
    event.stopPropagation();
    store.lookup.open(clause);
  });
  return made;
}

const KINDS: Record<string, string> = {
  rule: "rule",
  example: "example",
  fact: "fact of the game",
  ruling: "ruling: the rules leave this open",
};

/** A clause to be read: its text, its readings, its examples. */
export function clauseInWords(owner: Document, store: Store, clause: ClauseText): HTMLElement[] {
  const close = element(owner, "button", { type: "button", class: "hexwidget-close", "aria-label": "Close" }, "×");
  close.addEventListener("click", () => store.lookup.close());
  const kind = element(owner, "span", { class: "hexwidget-terrain" }, KINDS[clause.kind] ?? clause.kind);
  const found: HTMLElement[] = [
    element(owner, "h4", {}, close, `${clause.id} ${clause.title}`, kind),
    element(owner, "p", {}, clause.text),
  ];
  if (store.scene.rulebook) {
    const href = `${store.scene.rulebook}${clause.id}`;
    // On the rulebook's own page the link stays on the page; elsewhere it opens another.
    const elsewhere: Record<string, string> = href.startsWith("#") ? {} : { target: "_blank", rel: "noopener" };
    const link = element(
      owner,
      "a",
      { href, ...elsewhere },
      href.startsWith("#") ? "In the rulebook" : "In the rulebook ↗",
    );
    found.push(element(owner, "p", {}, link));
  }
  if (clause.open) found.push(element(owner, "p", { class: "hexwidget-hint" }, clause.open));
  for (const { name, values, now } of clause.readings) {
    const listed = values.map((value) => element(owner, value === now ? "b" : "span", {}, value));
    const parts = listed.flatMap((value, n) => (n > 0 ? [", ", value] : [value]));
    const line = element(owner, "p", {}, `Readings of “${name}”: `, ...parts, ". Bold: the one that holds here.");
    found.push(line);
  }
  for (const { id, title, text } of clause.examples) {
    const summary = element(owner, "summary", {}, `Example ${id}: ${title}`);
    found.push(element(owner, "details", {}, summary, element(owner, "p", {}, text)));
  }
  return found;
}
