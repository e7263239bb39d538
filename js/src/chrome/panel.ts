// The why-panel: the hex under the pointer or the focus, what may be done with it, and every clause that says no.

import type { Finding, Timeline, Verdict } from "../scene/types";
import type { Store } from "../store";
import { element } from "./dom";
import { hexInWords, offerInWords } from "./words";

const EXPLAIN_AFTER_MS = 70;

export class Panel {
  readonly root: HTMLElement;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly owner: Document,
    private readonly store: Store,
    signal: AbortSignal,
  ) {
    this.root = element(owner, "aside", { class: "hexwidget-panel", "aria-label": "Explanation" });
    signal.addEventListener("abort", () => clearTimeout(this.timer));
  }

  render(): void {
    const { store } = this;
    clearTimeout(this.timer);
    const index = store.pinned >= 0 ? store.pinned : store.focus;
    if (index < 0) {
      this.root.replaceChildren(...this.events(), ...this.history(), this.legend());
      const list = this.root.querySelector<HTMLElement>(".hexwidget-steps");
      const here = list?.querySelector<HTMLElement>("[aria-current]");
      // Only the list scrolls: the notebook stays where it is.
      if (list && here) list.scrollTop = here.offsetTop - list.offsetTop - list.clientHeight / 2;
      return;
    }
    const { name, ground, things } = hexInWords(store, index);
    const parts: HTMLElement[] = [
      element(this.owner, "h4", {}, name, element(this.owner, "span", { class: "hexwidget-terrain" }, ground)),
    ];
    if (things.length) parts.push(element(this.owner, "p", { class: "hexwidget-things" }, things.join(", ")));
    parts.push(...this.answer(index));
    this.root.replaceChildren(...parts);
  }

  /** Why, or why not: what is known at once, then all of it when the kernel has answered. */
  private answer(index: number): HTMLElement[] {
    const { store } = this;
    const offer = offerInWords(store, index);
    const reachable = store.field?.costs.has(index) ?? false;
    const option = store.options.find((o) => o.space === store.map.name(index));
    if (reachable || (option && option.findings.length === 0)) {
      return [element(this.owner, "p", { class: "hexwidget-yes" }, capital(offer))];
    }
    if (option && store.field === null) return option.findings.map((f) => this.finding(f));
    if (!store.asksWhy) return offer ? [element(this.owner, "p", {}, offer)] : [];
    const verdict = store.explanation(index);
    if (verdict) return this.verdict(verdict);
    this.timer = setTimeout(() => store.explain(index), EXPLAIN_AFTER_MS);
    const known = store.field?.barred.get(index) ?? [];
    return known.map(({ clause, title }) => this.line("hexwidget-finding", clause, title));
  }

  private verdict(verdict: Verdict): HTMLElement[] {
    const head = element(
      this.owner,
      "p",
      { class: verdict.findings.length ? "hexwidget-no" : "hexwidget-yes" },
      verdict.findings.length
        ? `Why not? ${verdict.findings.length === 1 ? "One reason" : `${verdict.findings.length} reasons`}:`
        : "Legal.",
    );
    return [head, ...verdict.findings.map((f) => this.finding(f))];
  }

  private finding(f: Finding): HTMLElement {
    const made = this.line("hexwidget-finding", f.clause, f.title);
    made.append(element(this.owner, "p", {}, `${capital(f.text)}.`));
    if (f.remedy) {
      made.append(
        element(this.owner, "p", { class: "hexwidget-remedy" }, `→ ${capital(f.remedy.text)} (${f.remedy.clause}).`),
      );
    }
    made.append(
      element(
        this.owner,
        "details",
        {},
        element(this.owner, "summary", {}, "The clause"),
        element(this.owner, "p", {}, f.rule),
      ),
    );
    return made;
  }

  private line(kind: string, clause: string, title: string): HTMLElement {
    return element(
      this.owner,
      "div",
      { class: kind },
      element(this.owner, "div", { class: "hexwidget-clause" }, element(this.owner, "b", {}, clause), ` ${title}`),
    );
  }

  private events(): HTMLElement[] {
    const { events } = this.store.timeline;
    if (events.length === 0) {
      return [
        element(
          this.owner,
          "p",
          { class: "hexwidget-hint" },
          "Point at a hex to read what can be done there, and why not.",
        ),
      ];
    }
    return [
      element(this.owner, "h4", {}, "What happened"),
      element(this.owner, "ol", { class: "hexwidget-events" }, ...events.map((e) => this.event(e))),
    ];
  }

  /** One thing that happened; pointing at it marks its hexes. */
  private event(e: Timeline["events"][number]): HTMLElement {
    const made = element(this.owner, "li", {}, `${capital(e.text)} `, element(this.owner, "b", {}, e.clause));
    const hexes = e.subjects.map((space) => this.store.map.find(space)).filter((index) => index >= 0);
    made.addEventListener("pointerenter", () => this.store.mark(hexes));
    made.addEventListener("pointerleave", () => this.store.mark([]));
    return made;
  }

  /** The game so far: every step of this line of play, and the other ways that were gone from it. */
  private history(): HTMLElement[] {
    const { steps, current, notice } = this.store.timeline;
    const said = notice ? [element(this.owner, "p", { class: "hexwidget-no" }, capital(notice))] : [];
    if (steps.length < 2) return said;
    const made = element(this.owner, "ol", { class: "hexwidget-steps" });
    for (const step of steps) {
      made.append(element(this.owner, "li", {}, this.stepButton(step.number, step.text, step.number === current)));
      for (const branch of step.branches) {
        const button = this.stepButton(branch.number, `or ${branch.text}`, false);
        made.append(element(this.owner, "li", { class: "hexwidget-branch" }, button));
      }
    }
    return [...said, element(this.owner, "h4", {}, "The game so far"), made];
  }

  private stepButton(number: number, text: string, current: boolean): HTMLElement {
    const made = element(this.owner, "button", { type: "button" }, capital(text));
    if (current) made.setAttribute("aria-current", "step");
    made.addEventListener("click", () => this.store.send({ intent: "goto", args: { step: number } }));
    return made;
  }

  /** The grounds of this map and the players, each with its mark. */
  private legend(): HTMLElement {
    const { scene, map } = this.store;
    const used = new Set(map.cells);
    const grounds = scene.grounds.filter((_, n) => used.has(n));
    return element(
      this.owner,
      "ul",
      { class: "hexwidget-legend", "aria-label": "Legend" },
      ...scene.players.map((p, seat) =>
        element(this.owner, "li", {}, element(this.owner, "canvas", { "data-player": String(seat) }), p.name),
      ),
      ...grounds.map((g) =>
        element(this.owner, "li", {}, element(this.owner, "canvas", { "data-ground": g.key }), g.label),
      ),
    );
  }
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
