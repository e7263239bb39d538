// The panel: the focused hex, what may be done there, and every clause that bars it; else events and history.

import type { CitedVerdict, Row, Status } from "../kernel/types.gen";
import type { Painter } from "../paint/painter";
import type { Store } from "../state/store";
import { element } from "./dom";
import { Editor } from "./editor";
import { clauseInWords, clauseLine, findingsInWords, remedyInWords } from "./findings";
import { eventLine, History } from "./history";
import { drawWheel, ledgerInWords } from "./wheel";
import { capital, distanceInWords, hexInWords, offerInWords } from "./words";

/** A hex that is focused for so many milliseconds is explained. */
const EXPLAIN_AFTER_MS = 70;

/** A part of the panel. Equal content is not replaced, so that the focus and opened clauses stay. */
class Part {
  readonly root: HTMLElement;
  private shown = "";

  constructor(private readonly owner: Document) {
    this.root = element(owner, "div");
  }

  /** Show elements; true if they differ from those shown before. */
  put(parts: HTMLElement[]): boolean {
    const fresh = element(this.owner, "div", {}, ...parts).innerHTML;
    if (fresh === this.shown) return false;
    this.shown = fresh;
    this.root.replaceChildren(...parts);
    return true;
  }

  /** Replace the content next time even if it is equal. */
  forget(): void {
    this.shown = "";
  }
}

/** A question, or the response to an answer. */
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
  private readonly row: Part;
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
    this.wheel = element(owner, "div");
    this.row = new Part(owner);
    this.history = new History(owner, store);
    this.editor = new Editor(owner, store, painter);
    const parts = [this.editor.root, this.said.root, this.answered.root, this.wheel, this.row.root];
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
    const { focus, fresh, pinned } = store.looking;
    const index = pinned >= 0 ? pinned : fresh ? -1 : focus;
    this.editor.render();
    const parts = store.editing.on && index < 0 && store.lookup.clause === null ? [] : this.parts(index, pinned >= 0);
    this.said.put(store.status.said.map((each) => saidInWords(owner, store, each)));
    this.renderWheel();
    this.row.put(store.state.row ? this.cards(store.state.row) : []);
    if (this.answered.put(parts)) this.scrollToStep();
  }

  /** The open clause, the choice that is pointed at, or the focused hex; else the events and the history. */
  private parts(index: number, pinned: boolean): HTMLElement[] {
    const { store, owner } = this;
    const { clause } = store.lookup;
    if (clause !== null) return clauseInWords(owner, store, clause);
    const { pointed, current } = store.choosing;
    if (pointed !== null && pointed.findings.length > 0)
      return [element(owner, "h4", {}, pointed.label), ...findingsInWords(owner, store, pointed.findings)];
    if (pointed !== null && !pinned && pointed.clause)
      return [clauseLine(owner, store, "hexwidget-offer", pointed.clause, pointed.label), ...this.history.render()];
    const { verdict, action } = current;
    // While nothing is focused, the panel explains why the chosen action is illegal.
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
    const { owner, store, painter } = this;
    const ledger = wheel?.ledger ? ledgerInWords(owner, wheel.ledger, store, painter.palette) : [];
    this.root.classList.toggle("hexwidget-keeps-books", ledger.length > 0);
    const drawn = wheel ? [drawWheel(owner, wheel, store, painter.palette)] : [];
    // The belongings stand above the wheel while it is not to be turned: they are paid from then.
    const first = offered.length > 0 ? 0 : 1;
    this.wheel.replaceChildren(...ledger.slice(0, first), ...drawn, ...ledger.slice(first));
  }

  /** The open cards in their rows, with the markers on them, and notes. */
  private cards(row: Row): HTMLElement[] {
    const { players } = this.store.scene;
    const made = element(this.owner, "ol", { class: "hexwidget-cards" });
    // A page's security policy may forbid style attributes, but not the object model.
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
    // Only the list scrolls; `scrollIntoView` would scroll the notebook, too.
    if (list && here) list.scrollTop = here.offsetTop - list.offsetTop - list.clientHeight / 2;
  }

  /** Draw the marks again, in other colours. */
  repaint(): void {
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

  /** The explanation of a hex: what is known at once, then all findings when the kernel has answered. */
  private answer(index: number): HTMLElement[] {
    const { store } = this;
    const offer = offerInWords(store, index);
    const { field, options } = store.choosing;
    const reachable = field?.costs.has(index) ?? false;
    // The hex of the chosen piece needs no reasons.
    if (field?.origin === index && !reachable && offer)
      return [element(this.owner, "p", { class: "hexwidget-hint" }, capital(offer))];
    const option = options.find((o) => o.space === store.map.name(index));
    const free = option?.findings.length === 0;
    if (reachable || (free && field === null)) {
      return [element(this.owner, "p", { class: "hexwidget-yes" }, capital(offer))];
    }
    if (option && field === null) return findingsInWords(this.owner, store, option.findings);
    // A piece there can be chosen instead; the reasons why the hex is barred follow all the same.
    const instead = free && option ? [element(this.owner, "p", { class: "hexwidget-yes" }, option.label)] : [];
    if (!store.explanations.available) return instead;
    const verdict = store.explanations.of(index);
    if (verdict) return [...instead, ...this.verdict(verdict)];
    this.timer = setTimeout(() => store.explanations.request(index), EXPLAIN_AFTER_MS);
    const known = field?.barred.get(index) ?? [];
    const lines = known.map(({ clause, title }) => clauseLine(this.owner, store, "hexwidget-finding", clause, title));
    return [...instead, ...lines];
  }

  private verdict(verdict: CitedVerdict): HTMLElement[] {
    const many = verdict.findings.length;
    if (many === 0) return [element(this.owner, "p", { class: "hexwidget-hint" }, verdict.subject)];
    const head = `Why not? ${many === 1 ? "One reason" : `${many} reasons`}:`;
    return [
      element(this.owner, "p", { class: "hexwidget-no" }, head),
      ...findingsInWords(this.owner, this.store, verdict.findings),
      ...(verdict.nearest ? [remedyInWords(this.owner, this.store, verdict.nearest)] : []),
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
