// The action bar: the choices in words, confirm and cancel.

import { shownShortcut } from "../input/keyboard";
import type { Choice, Table } from "../kernel/types.gen";
import { sameAs } from "../state/choosing";
import type { Store } from "../state/store";
import { element } from "./dom";
import { complaint } from "./words";

const MOST_SPACES = 6;

export class Bar {
  readonly root: HTMLElement;
  private readonly prompt: HTMLElement;
  private readonly buttons: HTMLElement;
  private readonly table: HTMLElement;
  private tabled: Table | null = null;
  /** What stands there, by its key: it stays the same element while it is offered, also for a click under way. */
  private made = new Map<string, HTMLElement>();
  private kept = new Map<string, HTMLElement>();

  constructor(
    private readonly owner: Document,
    private readonly store: Store,
    /** Gives the keyboard back to the board. */
    private readonly leave: () => void,
  ) {
    this.prompt = element(owner, "div", { class: "hexwidget-prompt" });
    this.buttons = element(owner, "div", { class: "hexwidget-buttons", role: "toolbar", "aria-label": "Actions" });
    this.buttons.addEventListener("keydown", (event) => this.onKey(event));
    this.table = element(owner, "div", { class: "hexwidget-odds" });
    this.root = element(owner, "div", { class: "hexwidget-bar" }, this.prompt, this.buttons, this.table);
  }

  render(): void {
    const { store } = this;
    const active = this.active();
    const had = active instanceof HTMLElement ? active.dataset.key : undefined;
    const inBar = this.buttons.contains(active);
    this.prompt.textContent = store.choosing.current.prompt;
    if (store.status.recorded && store.choosing.destination >= 0)
      this.prompt.textContent += " (a recording: nothing is played here)";
    this.renderTable(store.choosing.current.table);
    const made: HTMLElement[] = [];
    this.kept = this.made;
    this.made = new Map();
    if (store.proposal.remedy) {
      this.prompt.textContent = `Instead: ${store.proposal.remedy.action}. Confirm?`;
      this.renderTable(null);
      const confirm = this.button("confirm", "Confirm", "↵", "hexwidget-confirm", () => this.done(store.commit()));
      this.put([confirm, this.button("cancel", "Back", "esc", "", () => this.done(store.cancel()))], had, inBar);
      return;
    }
    if (store.editing.on) {
      const { brush } = store.editing;
      const hand = brush ? `${brush.label}: click where it is to be` : "choose what to put on the board";
      this.prompt.textContent = `Editing: ${hand}.`;
      this.renderTable(null);
      const end = () => store.requests.send({ intent: "editing", args: { on: false } });
      this.put([this.button("done", "Done", "", "hexwidget-confirm", end)], had, inBar);
      return;
    }
    if (store.choosing.complete && store.requests.line !== "lost")
      made.push(this.button("confirm", "Confirm", "↵", "hexwidget-confirm", () => this.done(store.commit())));
    const spaces = store.choosing.options.filter((o) => o.kind === "space").length;
    for (const option of store.choosing.options) {
      // Spaces are clicked on the board; a few of them stand here as well, for those who do not click.
      const few = option.kind === "space" && spaces <= MOST_SPACES;
      if (few || option.kind === "button" || option.kind === "switch") made.push(this.option(option));
    }
    const numbers = store.choosing.options.filter((o) => o.kind === "number").map((o) => this.number(o));
    const there = store.choosing.options.find(
      (o) => o.kind === "piece" && !o.chosen && store.map.find(o.space ?? "") === store.choosing.destination,
    );
    if (there && there.findings.length === 0 && store.choosing.destination !== store.choosing.field?.origin) {
      made.push(
        this.button("instead", `Choose instead: ${there.label}`, "", "", () => store.choosing.choose(there.leadsTo)),
      );
    }
    const back = Object.keys(store.choosing.current.back).length > 0 ? "Back" : "Cancel";
    if (Object.keys(store.choosing.draft).length > 0)
      made.push(this.button("cancel", back, "esc", "", () => this.done(store.cancel())));
    this.put([...made, ...numbers], had, inBar);
  }

  /** Show these; the keyboard stays on the button that it was on. */
  private put(shown: HTMLElement[], had: string | undefined, inBar: boolean): void {
    if (shown.length !== this.buttons.children.length || shown.some((e, n) => e !== this.buttons.children[n]))
      this.buttons.replaceChildren(...shown);
    const all = this.all();
    all.forEach((button, n) => void button.setAttribute("tabindex", n === 0 ? "0" : "-1"));
    if (inBar) (all.find((b) => b.dataset.key === had) ?? all[0])?.focus();
  }

  /** Figures to choose by, under the buttons. */
  private renderTable(table: Table | null): void {
    if (JSON.stringify(table) === JSON.stringify(this.tabled)) return;
    this.tabled = table;
    if (!table) {
      this.table.replaceChildren();
      return;
    }
    const line = (cells: string[], kind: "th" | "td") =>
      element(this.owner, "tr", {}, ...cells.map((cell) => element(this.owner, kind, {}, cell)));
    const made = element(
      this.owner,
      "table",
      {},
      element(this.owner, "caption", {}, table.title),
      element(this.owner, "thead", {}, line(table.header, "th")),
      element(this.owner, "tbody", {}, ...table.rows.map((cells) => line(cells, "td"))),
    );
    this.table.replaceChildren(made);
  }

  /** With a move confirmed or taken back, what comes next is on the board. */
  private done(_: unknown): void {
    if (this.buttons.contains(this.active())) this.leave();
  }

  private active(): Element | null {
    return (this.buttons.getRootNode() as Document | ShadowRoot).activeElement;
  }

  /** Give the keyboard to the first button. */
  enter(): boolean {
    const [first] = this.all();
    if (!first) return false;
    first.focus();
    return true;
  }

  private option(option: Choice): HTMLElement {
    const made = this.button(`${option.slot}=${option.value}`, option.label, shownShortcut(option), "", () => {
      if (option.findings.length === 0) this.store.choosing.take((offered) => offered.find(sameAs(option)));
      else this.store.requests.complain(complaint(option.findings));
    });
    const pressed = option.kind === "switch" || option.chosen;
    set(made, "aria-pressed", pressed ? String(option.chosen) : null);
    set(made, "aria-disabled", option.findings.length > 0 ? "true" : null);
    this.telling(made, option);
    return made;
  }

  /** Pointed at, or with the keyboard on it, a button says in the panel what there is to know of it. */
  private telling(made: HTMLElement, option: Choice): void {
    const { choosing } = this.store;
    made.onpointerenter = made.onfocus = () => choosing.point(choosing.options.find(sameAs(option)) ?? null);
    made.onpointerleave = made.onblur = () => choosing.point(null);
  }

  /** A number with one less and one more. */
  private number(option: Choice): HTMLElement {
    const same = (o: Choice) => o.slot === option.slot;
    const step = (way: "fewer" | "more", sign: string) => {
      const name = `${option.label}: one ${sign === "+" ? "more" : "less"} than ${option.value}`;
      const act = () => this.store.choosing.take((offered) => offered.find(same), way);
      const made = this.button(`${option.slot} ${way}`, sign, "", "", act);
      set(made, "aria-label", name);
      set(made, "aria-disabled", option[way] ? null : "true");
      return made;
    };
    const parts = [step("fewer", "−"), step("more", "+")];
    const group = this.keep(`${option.slot} number`, () =>
      element(
        this.owner,
        "span",
        { class: "hexwidget-number", role: "group" },
        element(this.owner, "span", {}),
        parts[0] as HTMLElement,
        element(this.owner, "output", {}),
        parts[1] as HTMLElement,
      ),
    );
    set(group, "aria-label", `${option.label}: ${option.value}`);
    const [label, , value] = group.children;
    if (label) label.textContent = option.label;
    if (value) value.textContent = String(option.value);
    return group;
  }

  private all(): HTMLElement[] {
    return [...this.buttons.querySelectorAll("button")];
  }

  private button(key: string, label: string, shortcut: string, kind: string, act: () => void): HTMLElement {
    const made = this.keep(key, () =>
      element(this.owner, "button", { type: "button", class: kind, "data-key": key }),
    ) as HTMLButtonElement;
    if (made.textContent !== label + shortcut) {
      made.replaceChildren(label);
      if (shortcut) made.append(element(this.owner, "kbd", { "aria-hidden": "true" }, shortcut));
    }
    made.onclick = act;
    return made;
  }

  private keep(key: string, make: () => HTMLElement): HTMLElement {
    const element = this.kept.get(key) ?? make();
    this.made.set(key, element);
    return element;
  }

  private onKey(event: KeyboardEvent): void {
    const all = this.all();
    const at = all.indexOf(event.target as HTMLElement);
    const move = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1 }[event.key];
    if (event.key === "ArrowUp") this.leave();
    else if (move !== undefined) {
      const to = all[(at + move + all.length) % all.length];
      all[at]?.setAttribute("tabindex", "-1");
      to?.setAttribute("tabindex", "0");
      to?.focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }
}

function set(element: HTMLElement, attribute: string, value: string | null): void {
  if (value === null) element.removeAttribute(attribute);
  else element.setAttribute(attribute, value);
}
