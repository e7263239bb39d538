// The why-panel: the hex under the pointer or the focus, what may be done with it, and every clause that says no.

import type { Painter } from "../paint/painter";
import type { Finding, Timeline, Verdict, WireRow } from "../scene/types";
import type { Store } from "../store";
import { element } from "./dom";
import { drawWheel } from "./wheel";
import { hexInWords, offerInWords } from "./words";

const EXPLAIN_AFTER_MS = 70;

/** A part of the panel that is replaced only by something else: focus and opened clauses stay where nothing changed. */
class Part {
  readonly root: HTMLElement;
  private shown = "";

  constructor(private readonly owner: Document) {
    this.root = element(owner, "div");
  }

  /** Show these; true if they are anything else than what was shown. */
  put(parts: HTMLElement[]): boolean {
    const fresh = element(this.owner, "div", {}, ...parts).innerHTML;
    if (fresh === this.shown) return false;
    this.shown = fresh;
    this.root.replaceChildren(...parts);
    return true;
  }

  forget(): void {
    this.shown = "";
  }
}

export class Panel {
  readonly root: HTMLElement;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly wheel: HTMLElement;
  private readonly answered: Part;
  private readonly key: Part;
  private readonly row: Part;

  constructor(
    private readonly owner: Document,
    private readonly store: Store,
    private readonly painter: Painter,
    signal: AbortSignal,
  ) {
    this.answered = new Part(owner);
    this.key = new Part(owner);
    this.wheel = element(owner, "div");
    this.row = new Part(owner);
    const parts = [this.answered.root, this.wheel, this.row.root, this.key.root];
    this.root = element(owner, "aside", { class: "hexwidget-panel", "aria-label": "Explanation" }, ...parts);
    signal.addEventListener("abort", () => clearTimeout(this.timer));
  }

  render(): void {
    const { store } = this;
    clearTimeout(this.timer);
    const pinned = store.pinned >= 0;
    const index = pinned ? store.pinned : store.fresh ? -1 : store.focus;
    const parts =
      index < 0 ? [...this.events(), ...this.history()] : [...this.hex(index, pinned), ...this.answer(index)];
    this.renderWheel();
    this.row.put(store.state.row ? this.cards(store.state.row) : []);
    if (this.answered.put(parts)) this.scrollToStep();
    const active = (this.root.getRootNode() as Document | ShadowRoot).activeElement;
    const layer = this.key.root.contains(active) ? active?.getAttribute("data-layer") : null;
    if (this.key.put([this.legend()])) this.painter.paintLegend(this.key.root.querySelectorAll("canvas"));
    const buttons = [...this.key.root.querySelectorAll<HTMLElement>("[data-layer]")];
    if (layer) buttons.find((b) => b.dataset.layer === layer)?.focus();
  }

  private shownWheel = "";
  private renderWheel(): void {
    const { wheel } = this.store.state;
    const offered = wheel ? this.store.options.filter((o) => o.slot === wheel.slot) : [];
    this.wheel.classList.toggle("hexwidget-turning", offered.length > 0);
    const now = JSON.stringify([wheel, offered, this.painter.palette.board]);
    if (now === this.shownWheel) return;
    this.shownWheel = now;
    this.wheel.replaceChildren(...(wheel ? [drawWheel(this.owner, wheel, this.store, this.painter.palette)] : []));
  }

  /** The cards that lie open, in their rows, with the markers on them; and what else there is to know. */
  private cards(row: WireRow): HTMLElement[] {
    const { players } = this.store.scene;
    const made = element(this.owner, "ol", { class: "hexwidget-cards", style: `--hw-cards: ${row.length}` });
    for (const card of row.cards) {
      const marks = card.marks.map((seat) => {
        const player = players[seat];
        const fill = this.painter.palette.owner[player?.hue ?? ""]?.[0] ?? this.painter.palette.ink;
        const label = { class: "hexwidget-vote", style: `background: ${fill}`, role: "img" };
        return element(this.owner, "span", { ...label, "aria-label": player?.name ?? "", title: player?.name ?? "" });
      });
      made.append(element(this.owner, "li", {}, element(this.owner, "span", {}, card.title), ...marks));
    }
    const notes = element(this.owner, "p", { class: "hexwidget-hint" }, `${row.notes.join("; ")}.`);
    return [element(this.owner, "h4", {}, row.title), made, notes];
  }

  private scrollToStep(): void {
    const list = this.root.querySelector<HTMLElement>(".hexwidget-steps");
    const here = list?.querySelector<HTMLElement>("[aria-current]");
    // Only the list scrolls: the notebook stays where it is.
    if (list && here) list.scrollTop = here.offsetTop - list.offsetTop - list.clientHeight / 2;
  }

  /** Draw the marks anew, in other colours. */
  repaint(): void {
    this.key.forget();
    this.row.forget();
    this.render();
  }

  private hex(index: number, pinned: boolean): HTMLElement[] {
    const { name, ground, things } = hexInWords(this.store, index);
    const head = element(
      this.owner,
      "h4",
      {},
      name,
      element(this.owner, "span", { class: "hexwidget-terrain" }, ground),
    );
    if (pinned) head.append(element(this.owner, "span", { class: "hexwidget-pinned" }, "pinned · esc"));
    return [head, ...things.map((thing) => element(this.owner, "p", { class: "hexwidget-things" }, thing))];
  }

  /** Why, or why not: what is known at once, then all of it when the kernel has answered. */
  private answer(index: number): HTMLElement[] {
    const { store } = this;
    const offer = offerInWords(store, index);
    const reachable = store.field?.costs.has(index) ?? false;
    const option = store.options.find((o) => o.space === store.map.name(index));
    const free = option?.findings.length === 0;
    if (reachable || (free && store.field === null)) {
      return [element(this.owner, "p", { class: "hexwidget-yes" }, capital(offer))];
    }
    if (option && store.field === null) return option.findings.map((f) => this.finding(f));
    // What stands there can be chosen instead; why nobody can go there is said all the same.
    const instead = free && option ? [element(this.owner, "p", { class: "hexwidget-yes" }, option.label)] : [];
    if (!store.asksWhy) return instead;
    const verdict = store.explanation(index);
    if (verdict) return [...instead, ...this.verdict(verdict)];
    this.timer = setTimeout(() => store.explain(index), EXPLAIN_AFTER_MS);
    const known = store.field?.barred.get(index) ?? [];
    return [...instead, ...known.map(({ clause, title }) => this.line("hexwidget-finding", clause, title))];
  }

  private verdict(verdict: Verdict): HTMLElement[] {
    const many = verdict.findings.length;
    if (many === 0) return [element(this.owner, "p", { class: "hexwidget-hint" }, verdict.subject)];
    const head = `Why not? ${many === 1 ? "One reason" : `${many} reasons`}:`;
    return [element(this.owner, "p", { class: "hexwidget-no" }, head), ...verdict.findings.map((f) => this.finding(f))];
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
          "Point at a space to read what can be done there, and why not.",
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
    if (!this.store.timeline.canGoto) {
      made.setAttribute("aria-disabled", "true");
      return made;
    }
    made.addEventListener("click", () => this.store.send({ intent: "goto", args: { step: number } }));
    return made;
  }

  /** What the marks on this map mean: players, kinds of pieces, tokens, grounds, and those of an overlay. */
  private legend(): HTMLElement {
    const { scene, state, map, field } = this.store;
    const item = (text: string, kind: string, key: string) =>
      element(this.owner, "li", {}, element(this.owner, "canvas", { "data-kind": kind, "data-key": key }), text);
    const used = new Set([...map.all()].map((index) => map.ground(index)));
    const kinds = new Map(state.pieces.map((p) => [p.symbol, p.kind]));
    const tokens = new Map(state.tokens.map((t) => [t.kind, t.name]));
    return element(
      this.owner,
      "ul",
      { class: "hexwidget-legend", "aria-label": "Legend" },
      ...scene.players.map((p, seat) => item(p.name, "player", String(seat))),
      ...[...kinds].map(([symbol, kind]) => item(kind, "symbol", symbol)),
      ...(scene.spent && state.pieces.some((p) => p.spent) ? [item(scene.spent, "spent", "")] : []),
      ...[...tokens].map(([kind, text]) => item(text, "token", kind)),
      ...scene.grounds.filter((_, n) => used.has(n)).map((g) => item(g.label, "ground", g.key)),
      ...scene.borders.map((b) => item(b.label, "border", b.key)),
      ...state.overlays.map((o) => this.layer(o.name, item(o.label, "overlay", o.name))),
      ...(field ? [item(`${field.unit[1]} left`, "overlay", "reach"), item("barred", "barred", "")] : []),
    );
  }

  /** The entry of a layer shows it or hides it. */
  private layer(name: string, entry: HTMLElement): HTMLElement {
    const shown = !this.store.hidden.has(name);
    const button = element(
      this.owner,
      "button",
      { type: "button", "data-layer": name, "aria-pressed": String(shown) },
      ...entry.childNodes,
    );
    button.title = shown ? "Hide this layer" : "Show this layer";
    button.addEventListener("click", () => this.store.toggle(name));
    return element(this.owner, "li", {}, button);
  }
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
