// The panel: the space that is pointed at, whether it can be chosen and why not; else the last events, or the task.

import { entryOf } from "../../draw/palette";
import { isFree } from "../../kernel/drafts";
import { capital, say } from "../../kernel/language";
import type { Row, Status } from "../../kernel/types.gen";
import type { Painter } from "../../paint/painter";
import type { Store } from "../../state/store";
import { renderTutors } from "../bar/lesson";
import { Editor } from "../editing/editor";
import { button, element, set } from "../elements/dom";
import { headline } from "../elements/headline";
import { Part } from "../elements/part";
import { Answers } from "./answers";
import { clauseInWords, findingsInWords, reason } from "./findings";
import { eventLine, History } from "./history";
import { forecastInWords, roll } from "./odds";
import { happened, isTurned, lastOutcome, next, notNow, scenario, state, tableInWords, thisRound } from "./summary";
import { drawWheel, ledgerInWords } from "./wheel";

/** The time after which a focused hex is explained. */
const EXPLAIN_AFTER_MS = 70;
/** The most parts that a tutor says about the play; the list of known facts has more. */
const MOST_SAID = 1;
/** The room about a part that is scrolled to, in pixels. */
const GAP = 12;

/** A question, or the response to an answer. */
function saidInWords(owner: Document, store: Store, said: Status["said"][number]): HTMLElement {
  const { dots, counted } = said;
  const row = dots ? element(owner, "div", { role: "img", "aria-label": counted }, dots) : null;
  // The panel's own headings are of this level, below the title of a page.
  const head = element(owner, "h4", { "aria-level": "2" }, said.heading, row);
  const lines = said.lines.map((line) => eventLine(owner, store, line));
  const list = element(owner, "ul", {}, ...lines);
  const role = said.tone === "question" ? "note" : "status";
  return element(owner, "div", { class: `hexwidget-said hexwidget-${said.tone}`, role }, head, list);
}

export class Panel {
  readonly root: HTMLElement;
  /** The part that has something new to say. */
  private renewed: HTMLElement | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly wheel: HTMLElement;
  private readonly aim: Part;
  /** A tutor's buttons on a board without the strip of a lesson. */
  private readonly tutor: HTMLElement;
  private readonly said: Part;
  private readonly answered: Part;
  private readonly odds: Part;
  private readonly row: Part;
  private readonly notes: Part;
  /** The outcome of the last decision, while the panel speaks of something else. */
  private readonly last: Part;
  private readonly answers: Answers;
  private readonly history: History;
  private readonly layers: Part;
  private readonly editor: Editor;

  constructor(
    private readonly owner: Document,
    private readonly store: Store,
    private readonly painter: Painter,
    signal: AbortSignal,
  ) {
    this.aim = new Part(owner);
    this.tutor = element(owner, "div", { class: "hexwidget-tutor" });
    this.said = new Part(owner);
    this.answered = new Part(owner, "hexwidget-answer");
    this.odds = new Part(owner, "hexwidget-odds");
    this.wheel = element(owner, "div", { class: "hexwidget-turning" });
    this.row = new Part(owner);
    this.notes = new Part(owner);
    this.last = new Part(owner, "hexwidget-last");
    this.answers = new Answers(owner, store);
    this.history = new History(owner, store);
    this.layers = new Part(owner, "hexwidget-layered");
    this.editor = new Editor(owner, store, painter, signal);
    const first = [this.editor.root, this.aim.root, this.tutor, this.said.root, this.odds.root, this.answered.root];
    const parts = [
      ...first,
      this.wheel,
      this.row.root,
      this.notes.root,
      this.last.root,
      this.history.root,
      this.layers.root,
    ];
    const named = { class: "hexwidget-panel", tabindex: "0" };
    this.root = element(owner, "aside", named, ...parts);
    signal.addEventListener("abort", () => clearTimeout(this.timer));
    this.rolled = store.timeline.current;
  }

  render(): void {
    const { store, owner } = this;
    clearTimeout(this.timer);
    set(this.root, "aria-label", say("Explanation: {0}", store.scene.title)); // a page may have several boards
    const { focus, fresh, pinned } = store.looking;
    const index = pinned >= 0 ? pinned : fresh ? -1 : focus;
    this.editor.render();
    const spoken = this.renderSaid(index);
    const quiet = store.editing.on && index < 0 && store.lookup.clause === null;
    const answered = this.answered.put(quiet ? [] : this.parts(index, pinned >= 0));
    const weighed = this.renderOdds();
    this.renewed = this.news(index, answered, spoken || weighed);
    this.rollDice();
    this.renderWheel();
    this.root.classList.toggle("hexwidget-edits", store.editing.on);
    this.root.classList.toggle("hexwidget-beside", !this.wheel.hidden || !this.odds.root.hidden);
    this.row.put(store.state.row ? this.cards(store.state.row) : []);
    this.notes.put(this.noticed());
    const told = store.editing.on || this.answered.root.querySelector(".hexwidget-happened") !== null;
    this.last.put(told ? [] : lastOutcome(owner, store));
    this.history.render();
    this.renderLayers();
  }

  /** Show a tutor's sentences; true if they are new. The strip of a lesson shows the aim and the buttons. */
  private renderSaid(index: number): boolean {
    const { owner, store } = this;
    const { said, taught } = store.status;
    const parts = said.map((each) => saidInWords(owner, store, each));
    const aim = parts.splice(0, 1);
    this.aim.put(taught ? [] : aim);
    if (!taught) renderTutors(owner, store, this.tutor);
    this.tutor.hidden ||= Boolean(taught);
    // A tutor's sentences make room for a clause that is read; the list of known facts makes room for a space, too.
    const elsewhere = store.lookup.clause !== null || (index >= 0 && parts.length > MOST_SAID);
    const spoken = this.said.put(parts);
    this.said.root.hidden = parts.length === 0 || (Boolean(taught) && elsewhere);
    return spoken;
  }

  /** The part that has something new to say. While nothing is pointed at, the panel is read from its start. While the board is edited,
   * the brushes stay where they are. */
  private news(index: number, answered: boolean, spoken: boolean): HTMLElement | null {
    const { editing, lookup } = this.store;
    const told = answered && (!editing.on || lookup.clause !== null);
    if (spoken || (told && index < 0 && !editing.on)) return this.root;
    return told ? this.answered.root : this.renewed;
  }

  /** Scroll to what is new: only as far as it needs, and never the page. */
  fit(): void {
    const { last, renewed, root } = this;
    this.renewed = null;
    if (!renewed) return;
    if (renewed === root) {
      root.scrollTop = 0;
      return;
    }
    const top = renewed.offsetTop - root.offsetTop - GAP;
    const sticky = [last.root, this.history.root].filter((each) => getComputedStyle(each).position === "sticky");
    const foot = sticky.reduce((sum, each) => sum + each.offsetHeight, GAP);
    const low = top + GAP + renewed.offsetHeight - (root.clientHeight - foot);
    root.scrollTop = Math.min(top, Math.max(low, 0));
  }

  /** A switch for each layer that shows on demand. */
  private renderLayers(): void {
    const { owner, store } = this;
    const layers = store.state.overlays.filter((o) => o.onDemand);
    const switches = layers.map((layer) => {
      const look = { "aria-pressed": String(store.settings.shows(layer)) };
      return button(owner, look, () => store.settings.toggle(layer.name), capital(layer.label));
    });
    this.layers.put(switches);
  }

  /** Show the odds; true if they are new. */
  private renderOdds(): boolean {
    const { owner, store } = this;
    const { forecasts, table } = store.choosing.current;
    // Beside a lesson a clause that is read needs the room.
    if (store.editing.on || (store.status.taught && store.lookup.clause !== null)) return this.odds.put([]);
    const shown = forecasts.map((each) => forecastInWords(owner, store, each));
    const told = forecasts.some(({ title }) => title === table?.title);
    return this.odds.put(table ? [...shown, tableInWords(owner, table, told)] : shown);
  }

  /** The step whose dice have rolled. */
  private rolled = -1;
  private rollDice(): void {
    const { current } = this.store.timeline;
    if (this.rolled === current || !this.answered.root.querySelector(".hexwidget-die")) return;
    // The dice of a position that is opened lie already.
    if (this.rolled >= 0 && this.store.looking.fresh) roll(this.answered.root, this.store);
    this.rolled = current;
  }

  /** The open clause, the remedy that is taken up, the choice or the space that is pointed at; else the panel at rest. */
  private parts(index: number, pinned: boolean): HTMLElement[] {
    const { store, owner } = this;
    const { clause } = store.lookup;
    if (clause !== null) return clauseInWords(owner, store, clause);
    const { remedy, said } = store.proposal;
    if (remedy && !pinned) return headline(owner, "yes", remedy.text, said);
    const { pointed, current } = store.choosing;
    if (pointed !== null && !isFree(pointed))
      return [
        ...headline(owner, "no", say("Not now: {0}", pointed.label)),
        ...findingsInWords(owner, store, pointed.findings),
      ];
    if (index >= 0) {
      if (!store.editing.on && this.answers.unexplained(index))
        this.timer = setTimeout(() => store.explanations.request(index), EXPLAIN_AFTER_MS);
      return [...this.answers.place(index, pinned), ...(store.editing.on ? [] : this.answers.about(index))];
    }
    const { verdict, action } = current;
    // While nothing is focused, the panel explains why the chosen action is illegal.
    if (action !== null && verdict.status === "illegal")
      return this.answers.verdict(
        verdict,
        store.choosing.field ? say("{0} cannot do that", store.choosing.field.mover) : say("That cannot be done"),
      );
    return this.atRest();
  }

  private atRest(): HTMLElement[] {
    const { store, owner } = this;
    const { current, pointed } = store.choosing;
    // A chosen one is in the headline, and its button may be gone from under the pointer.
    if (pointed?.clause && pointed.kind !== "number" && !pointed.chosen)
      return [reason(owner, store, pointed.clause, pointed.label)];
    // Below a tutor's sentences and the odds of the next action, what has happened moves to the foot.
    const { said, taught } = store.status;
    const spoken = taught ? said.slice(1) : said; // the strip of a lesson has the aim
    const crowded = current.forecasts.length > 0 || (taught && spoken.some(({ tone }) => tone !== "right"));
    if (!crowded && (store.choosing.blank || store.looking.fresh)) {
      const events = happened(owner, store);
      if (events.length > 0)
        return [...events, ...(store.choosing.blank ? [...next(owner, store), ...thisRound(owner, store)] : [])];
    }
    return spoken.length > 0 ? [] : state(owner, store, this.answers);
  }

  /** Notices about the position. Words above the wheel would move it. */
  private noticed(): HTMLElement[] {
    const { notice, warning } = this.store.timeline;
    const line = (kind: string, text: string) =>
      text ? [element(this.owner, "p", { class: `hexwidget-${kind}` }, capital(text))] : [];
    const words = isTurned(this.store) ? scenario(this.owner, this.store) : [];
    return [...line("no", warning), ...line("hint", notice), ...words];
  }

  private shownWheel = "";
  private renderWheel(): void {
    const { wheel } = this.store.state;
    const belongings = wheel?.ledger ?? this.store.state.ledger ?? null;
    const offered = wheel ? this.store.choosing.options.filter((o) => o.slot === wheel.slot) : [];
    const now = JSON.stringify([wheel, belongings, offered, this.painter.palette.board]);
    if (now === this.shownWheel) return;
    this.shownWheel = now;
    this.wheel.hidden = wheel === null && belongings === null;
    const { owner, store, painter } = this;
    const ledger = belongings ? ledgerInWords(owner, belongings, store) : [];
    const drawn = wheel ? [drawWheel(owner, wheel, store, painter.palette)] : [];
    const barred = offered.length > 0 ? notNow(owner, store) : [];
    // The belongings stand above the wheel while it is not to be turned: they are paid from then.
    const first = offered.length > 0 ? 0 : 1;
    this.wheel.replaceChildren(...ledger.slice(0, first), ...drawn, ...ledger.slice(first), ...barred);
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
        const fill = entryOf(this.painter.palette.owner, player?.hue)?.[0] ?? this.painter.palette.ink;
        const name = say(player?.name ?? "");
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
    return [element(this.owner, "h3", {}, row.title), made, notes];
  }

  /** Draw the marks anew at the next rendering, in other colours. */
  forget(): void {
    this.row.forget();
    this.answered.forget();
  }
}
