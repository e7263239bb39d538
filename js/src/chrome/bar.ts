// The action bar: the prompt, buttons for the choices, for confirming and cancelling, and a table of figures.

import { shownShortcut } from "../input/keyboard";
import type { Choice, Table } from "../kernel/types.gen";
import { sameAs } from "../state/choosing";
import type { Store } from "../state/store";
import { element } from "./dom";
import { complaint } from "./words";

/** The most offered spaces that have buttons, too. */
const MOST_SPACES = 6;

export class Bar {
  readonly root: HTMLElement;
  private readonly prompt: HTMLElement;
  private readonly buttons: HTMLElement;
  private readonly table: HTMLElement;
  private tabled: Table | null = null;
  /** The buttons by their keys. A button stays the same element while it is offered, so that no click under way is lost. */
  private made = new Map<string, HTMLElement>();
  private kept = new Map<string, HTMLElement>();

  constructor(
    private readonly owner: Document,
    private readonly store: Store,
    /** Give the keyboard back to the board. */
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
    const { choosing, editing, proposal } = store;
    const active = this.active();
    const had = active instanceof HTMLElement ? active.dataset.key : undefined;
    const inBar = this.buttons.contains(active);
    this.kept = this.made;
    this.made = new Map();
    const { prompt, table } = choosing.current;
    if (proposal.remedy) {
      this.ask(`${proposal.said}. Confirm?`, null);
      this.put([this.confirm(), this.cancel("Back")], had, inBar);
    } else if (editing.on) {
      const hand = editing.brush
        ? `${editing.brush.label}: click where it is to be`
        : "choose what to put on the board";
      this.ask(`Editing: ${hand}.`, null);
      const end = () => store.requests.send({ intent: "editing", args: { on: false } });
      this.put([this.button("done", "Done", "", "hexwidget-confirm", end)], had, inBar);
    } else {
      const recorded = store.status.recorded && choosing.destination >= 0;
      this.ask(recorded ? `${prompt} (a recording: nothing is played here)` : prompt, table);
      this.put(this.choices(), had, inBar);
    }
  }

  /** The buttons for the choices under the draft. */
  private choices(): HTMLElement[] {
    const { choosing, map, requests } = this.store;
    const { options, destination, field } = choosing;
    const made: HTMLElement[] = [];
    if (choosing.complete && requests.line !== "lost") made.push(this.confirm());
    const spaces = options.filter((o) => o.kind === "space").length;
    for (const option of options) {
      // Spaces are clicked on the board. A few of them have buttons as well, for players who do not click.
      const few = option.kind === "space" && spaces <= MOST_SPACES;
      if (few || option.kind === "button" || option.kind === "switch") made.push(this.option(option));
    }
    const numbers = options.filter((o) => o.kind === "number").map((o) => this.number(o));
    const there = options.find((o) => o.kind === "piece" && !o.chosen && map.find(o.space ?? "") === destination);
    if (there && there.findings.length === 0 && destination !== field?.origin) {
      const instead = () => choosing.choose(there.leadsTo);
      made.push(this.button("instead", `Choose instead: ${there.label}`, "", "", instead));
    }
    if (!choosing.blank) made.push(this.cancel(Object.keys(choosing.current.back).length > 0 ? "Back" : "Cancel"));
    return [...made, ...numbers];
  }

  /** Show a prompt, and a table of figures under the buttons. */
  private ask(prompt: string, table: Table | null): void {
    this.prompt.textContent = prompt;
    this.renderTable(table);
  }

  private confirm(): HTMLElement {
    return this.button("confirm", "Confirm", "↵", "hexwidget-confirm", () => this.done(this.store.commit()));
  }

  private cancel(label: string): HTMLElement {
    return this.button("cancel", label, "esc", "", () => this.done(this.store.cancel()));
  }

  /** Show buttons. The keyboard stays on the button that it was on. */
  private put(shown: HTMLElement[], had: string | undefined, inBar: boolean): void {
    if (shown.length !== this.buttons.children.length || shown.some((e, n) => e !== this.buttons.children[n]))
      this.buttons.replaceChildren(...shown);
    const all = this.all();
    all.forEach((button, n) => void button.setAttribute("tabindex", n === 0 ? "0" : "-1"));
    if (inBar) (all.find((b) => b.dataset.key === had) ?? all[0])?.focus();
  }

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

  /** Give the keyboard back to the board after a move was confirmed or taken back. */
  private done(_: unknown): void {
    if (this.buttons.contains(this.active())) this.leave();
  }

  private active(): Element | null {
    return (this.buttons.getRootNode() as Document | ShadowRoot).activeElement;
  }

  /** Give the keyboard to the first button; false if the bar is empty. */
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
    this.explained(made, option);
    return made;
  }

  /** Explain a choice in the panel while its button has the pointer or the keyboard on it. */
  private explained(made: HTMLElement, option: Choice): void {
    const { choosing } = this.store;
    made.onpointerenter = made.onfocus = () => choosing.point(choosing.options.find(sameAs(option)) ?? null);
    made.onpointerleave = made.onblur = () => choosing.point(null);
  }

  /** A number with buttons for one less and one more. */
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
