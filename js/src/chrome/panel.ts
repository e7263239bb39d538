// The why-panel: the hex under the pointer or the focus, what may be done with it, and every clause that says no.

import type { Row, Status, Verdict } from "../kernel/types.gen";
import type { Painter } from "../paint/painter";
import type { Store } from "../state/store";
import { element } from "./dom";
import { Editor } from "./editor";
import { clauseInWords, clauseLine, findingsInWords } from "./findings";
import { eventLine, History } from "./history";
import { Legend } from "./legend";
import { drawWheel } from "./wheel";
import { capital, distanceInWords, hexInWords, offerInWords } from "./words";

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

/** A question, or what there is to say to an answer. */
function saidInWords(owner: Document, store: Store, said: Status["said"][number]): HTMLElement {
  const head = element(owner, "h4", {}, said.heading);
  const lines = said.lines.map((line) => eventLine(owner, store, line));
  const list = element(owner, "ul", {}, ...lines);
  const role = said.tone === "question" ? "note" : "status";
  return element(owner, "div", { class: `hexwidget-said hexwidget-${said.tone}`, role }, head, list);
}

export class Panel {
  readonly root: HTMLElement;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly wheel: HTMLElement;
  private readonly said: Part;
  private readonly answered: Part;
  private readonly key: Part;
  private readonly row: Part;
  private readonly legend: Legend;
  private readonly history: History;
  private readonly editor: Editor;

  constructor(
    private readonly owner: Document,
    private readonly store: Store,
    private readonly painter: Painter,
    signal: AbortSignal,
  ) {
    this.said = new Part(owner);
    this.answered = new Part(owner);
    this.key = new Part(owner);
    this.wheel = element(owner, "div");
    this.row = new Part(owner);
    this.legend = new Legend(owner, store);
    this.history = new History(owner, store);
    this.editor = new Editor(owner, store, painter);
    const parts = [this.editor.root, this.said.root, this.answered.root, this.wheel, this.row.root, this.key.root];
    this.root = element(
      owner,
      "aside",
      { class: "hexwidget-panel", "aria-label": "Explanation", tabindex: "0" },
      ...parts,
    );
    signal.addEventListener("abort", () => clearTimeout(this.timer));
  }

  render(): void {
    const { store, owner } = this;
    clearTimeout(this.timer);
    const pinned = store.looking.pinned >= 0;
    const index = pinned ? store.looking.pinned : store.looking.fresh ? -1 : store.looking.focus;
    this.editor.render();
    const parts = store.editing.on && index < 0 && store.lookup.clause === null ? [] : this.parts(index, pinned);
    this.said.put(store.status.said.map((each) => saidInWords(owner, store, each)));
    this.renderWheel();
    this.row.put(store.state.row ? this.cards(store.state.row) : []);
    if (this.answered.put(parts)) this.scrollToStep();
    const active = (this.root.getRootNode() as Document | ShadowRoot).activeElement;
    const layer = this.key.root.contains(active) ? active?.getAttribute("data-layer") : null;
    if (this.key.put([this.legend.render()])) this.painter.paintLegend(this.key.root.querySelectorAll("canvas"));
    const buttons = [...this.key.root.querySelectorAll<HTMLElement>("[data-layer]")];
    if (layer) buttons.find((b) => b.dataset.layer === layer)?.focus();
  }

  /** What is looked at: a clause, a button, a hex; else what has happened. */
  private parts(index: number, pinned: boolean): HTMLElement[] {
    const { store, owner } = this;
    if (store.lookup.clause !== null) return clauseInWords(owner, store, store.lookup.clause);
    const { pointed } = store.choosing;
    if (pointed !== null && pointed.findings.length > 0)
      return [element(owner, "h4", {}, pointed.label), ...findingsInWords(owner, store, pointed.findings)];
    if (pointed !== null && !pinned && pointed.clause)
      return [clauseLine(owner, store, "hexwidget-offer", pointed.clause, pointed.label), ...this.history.render()];
    const { verdict, action } = store.choosing.current;
    // Something is chosen that may not be done so: why, while nothing else is looked at.
    if (index < 0 && action !== null && verdict.status === "illegal") return this.verdict(verdict);
    if (index < 0) return [...this.events(), ...this.history.render()];
    if (store.editing.on) return this.hex(index, false);
    return [...this.hex(index, pinned), ...this.answer(index)];
  }

  private shownWheel = "";
  private renderWheel(): void {
    const { wheel } = this.store.state;
    const offered = wheel ? this.store.choosing.options.filter((o) => o.slot === wheel.slot) : [];
    this.wheel.classList.toggle("hexwidget-turning", offered.length > 0);
    const now = JSON.stringify([wheel, offered, this.painter.palette.board]);
    if (now === this.shownWheel) return;
    this.shownWheel = now;
    this.wheel.replaceChildren(...(wheel ? [drawWheel(this.owner, wheel, this.store, this.painter.palette)] : []));
  }

  /** The cards that lie open, in their rows, with the markers on them; and what else there is to know. */
  private cards(row: Row): HTMLElement[] {
    const { players } = this.store.scene;
    const made = element(this.owner, "ol", { class: "hexwidget-cards" });
    // By the object model: a page's policy lets no attribute set a style.
    made.style.setProperty("--hw-cards", String(row.length));
    for (const [title, seats] of row.cards) {
      const marks = seats.map((seat) => {
        const player = players[seat];
        const fill = this.painter.palette.owner[player?.hue ?? ""]?.[0] ?? this.painter.palette.ink;
        const name = player?.name ?? "";
        const mark = element(this.owner, "span", {
          class: "hexwidget-vote",
          role: "img",
          "aria-label": name,
          title: name,
        });
        mark.style.background = fill;
        return mark;
      });
      made.append(element(this.owner, "li", {}, element(this.owner, "span", {}, title), ...marks));
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
    const far = distanceInWords(this.store, index);
    const said = [...things, ...(far ? [far] : [])];
    return [head, ...said.map((thing) => element(this.owner, "p", { class: "hexwidget-things" }, thing))];
  }

  /** Why, or why not: what is known at once, then all of it when the kernel has answered. */
  private answer(index: number): HTMLElement[] {
    const { store } = this;
    const offer = offerInWords(store, index);
    const reachable = store.choosing.field?.costs.has(index) ?? false;
    // Where what is chosen stands there is nothing to argue.
    if (store.choosing.field?.origin === index && !reachable && offer)
      return [element(this.owner, "p", { class: "hexwidget-hint" }, capital(offer))];
    const option = store.choosing.options.find((o) => o.space === store.map.name(index));
    const free = option?.findings.length === 0;
    if (reachable || (free && store.choosing.field === null)) {
      return [element(this.owner, "p", { class: "hexwidget-yes" }, capital(offer))];
    }
    if (option && store.choosing.field === null) return findingsInWords(this.owner, store, option.findings);
    // What stands there can be chosen instead; why nobody can go there is said all the same.
    const instead = free && option ? [element(this.owner, "p", { class: "hexwidget-yes" }, option.label)] : [];
    if (!store.explanations.available) return instead;
    const verdict = store.explanations.of(index);
    if (verdict) return [...instead, ...this.verdict(verdict)];
    this.timer = setTimeout(() => store.explanations.request(index), EXPLAIN_AFTER_MS);
    const known = store.choosing.field?.barred.get(index) ?? [];
    const lines = known.map(({ clause, title }) => clauseLine(this.owner, store, "hexwidget-finding", clause, title));
    return [...instead, ...lines];
  }

  private verdict(verdict: Verdict): HTMLElement[] {
    const many = verdict.findings.length;
    if (many === 0) return [element(this.owner, "p", { class: "hexwidget-hint" }, verdict.subject)];
    const head = `Why not? ${many === 1 ? "One reason" : `${many} reasons`}:`;
    return [
      element(this.owner, "p", { class: "hexwidget-no" }, head),
      ...findingsInWords(this.owner, this.store, verdict.findings),
    ];
  }

  private events(): HTMLElement[] {
    const { events } = this.store.timeline;
    if (events.length === 0) {
      if (this.store.status.said.length > 0) return [];
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
      element(
        this.owner,
        "ol",
        { class: "hexwidget-events" },
        ...events.map((e) => eventLine(this.owner, this.store, e)),
      ),
    ];
  }
}
