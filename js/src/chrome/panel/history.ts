// The history, folded: the steps of this line of play with their events, and the branches that were played, as a tree.

import { capital, say } from "../../kernel/language";
import type { Branch, Sentence } from "../../kernel/types.gen";
import type { Store } from "../../state/store";
import { button, element } from "../elements/dom";
import { Part } from "../elements/part";
import { cite, fold } from "./findings";

export class History {
  readonly root: HTMLDetailsElement;
  private readonly count: HTMLElement;
  private readonly steps: Part;
  /** The steps whose events are listed. */
  private readonly opened = new Set<number>();
  private game = 0;

  constructor(
    private readonly owner: Document,
    private readonly store: Store,
  ) {
    this.steps = new Part(owner);
    this.root = fold(owner, say("What has happened"), 0, [this.steps.root]);
    this.root.classList.add("hexwidget-history");
    this.count = this.root.querySelector(".hexwidget-count") as HTMLElement;
    this.root.addEventListener("toggle", () => this.scrollToStep());
  }

  render(): void {
    const { steps, current, length, game } = this.store.timeline;
    if (game !== this.game) this.opened.clear();
    this.game = game;
    this.root.hidden = steps.length < 2;
    this.count.textContent = String(length);
    const made = element(this.owner, "ol", { class: "hexwidget-steps" });
    for (const step of steps) {
      made.append(this.entry(step.number, step.text, step.number === current));
      if (step.branches.length > 0) made.append(this.tree(step.branches));
    }
    if (this.steps.put(this.root.hidden ? [] : [made])) this.scrollToStep();
  }

  /** Only the list scrolls; `scrollIntoView` would scroll the notebook, too. */
  private scrollToStep(): void {
    const list = this.root.querySelector<HTMLElement>(".hexwidget-steps");
    const here = list?.querySelector<HTMLElement>("[aria-current]");
    if (list && here) list.scrollTop = here.offsetTop - list.offsetTop - list.clientHeight / 2;
  }

  /** The branches from a step. They come as a flat list, each before the steps that followed in it. */
  private tree(branches: readonly Branch[]): HTMLElement {
    const branch: HTMLElement = element(this.owner, "li", { class: "hexwidget-branch" });
    const entries: HTMLElement[] = [];
    for (const { number, depth, text } of branches) {
      const before = entries[depth - 1] ?? branch;
      const list = before.querySelector(":scope > ul") ?? element(this.owner, "ul", { class: "hexwidget-branches" });
      const entry = this.entry(number, say("or {0}", text), false);
      entries[depth] = entry;
      list.append(entry);
      before.append(list);
    }
    return branch;
  }

  /** A step: a click goes there, and a button beside it lists the events. */
  private entry(number: number, text: string, current: boolean): HTMLElement {
    const { owner, store } = this;
    const go = element(owner, "button", { "data-step": String(number) }, capital(text));
    if (current) go.setAttribute("aria-current", "step");
    const made = element(owner, "li", {}, go);
    if (!store.timeline.canGoto) {
      go.setAttribute("aria-disabled", "true");
      return made;
    }
    go.onclick = () => store.requests.send({ intent: "goto", args: { step: number } });
    if (number === 0) return made;
    const open = this.opened.has(number);
    const label = say("What happened: {0}", text);
    const more = { class: "hexwidget-more", "aria-expanded": String(open), "aria-label": label };
    const toggle = () => {
      if (!this.opened.delete(number)) this.opened.add(number);
      store.lookup.retry(number);
      store.changes.tell("settings");
    };
    made.append(button(owner, { ...more, title: say("What happened") }, toggle, open ? "▾" : "▸"));
    if (!open) return made;
    const events = store.lookup.events(number, store.timeline.game);
    const list = element(owner, "ol", { class: "hexwidget-events" });
    list.append(...events.map((e) => eventLine(owner, store, e, number)));
    made.append(list);
    return made;
  }
}

/** A line for an event. Pointing at it marks its hexes; a click on an event of another step goes to that step. */
export function eventLine(owner: Document, store: Store, event: Sentence, step?: number): HTMLElement {
  const text = `${capital(event.text)} `;
  const made = element(owner, "li");
  if (step === undefined) made.append(text);
  else {
    const go = () => void store.requests.send({ intent: "goto", args: { step } });
    made.append(button(owner, { class: "hexwidget-event" }, go, text));
  }
  if (event.clause) made.append(cite(owner, store, event.clause));
  marking(made, store, event);
  return made;
}

/** Mark the hexes of an event while the pointer or the keyboard is on its element. */
export function marking(made: HTMLElement, store: Store, { subjects }: Sentence): void {
  const hexes = subjects.map((space) => store.map.find(space)).filter((index) => index >= 0);
  for (const kind of ["pointerenter", "focusin"]) made.addEventListener(kind, () => store.looking.mark(hexes));
  for (const kind of ["pointerleave", "focusout"]) made.addEventListener(kind, () => store.looking.mark([]));
}
