// The action bar: the prompt, the choices, and at the right end always in one place the action that confirms.

import { say } from "../../kernel/language";
import { consume } from "../../paint/events";
import { hasFingers } from "../../paint/view";
import type { Store } from "../../state/store";
import { brokenInWords } from "../editing/editor";
import { arrowed, button, cap, element, fill, focused, Kept, set } from "../elements/dom";
import { Offers } from "./offers";
import { primary } from "./primary";
import { type Parts, showPrompt } from "./prompt";

/** The greatest height of choices beside the prompt, in pixels. */
const TWO_ROWS = 112;

export class Bar {
  readonly root: HTMLElement;
  private readonly prompt: HTMLElement;
  private readonly buttons: HTMLElement;
  private readonly choices: HTMLElement;
  private readonly back: HTMLElement;
  private readonly go: HTMLElement;
  private readonly kept = new Kept();
  private readonly offers: Offers;
  /** The key of the button that the tabulator leads to, if one was chosen by arrows. */
  private stop = "";

  constructor(
    private readonly owner: Document,
    private readonly store: Store,
    /** Give the keyboard back to the board. */
    private readonly leave: () => void,
  ) {
    this.offers = new Offers(owner, store, this.kept);
    this.prompt = element(owner, "div", { class: "hexwidget-prompt" });
    this.choices = element(owner, "div", { class: "hexwidget-choices", tabindex: "-1" });
    this.back = button(owner, { "data-key": "cancel" }, () => this.done(store.cancel()));
    this.go = button(owner, { class: "hexwidget-confirm" }, (event) => this.take(event));
    const act = element(owner, "div", { class: "hexwidget-act" }, this.back, this.go);
    const named = { class: "hexwidget-buttons", role: "toolbar", "aria-label": say("Actions") };
    this.buttons = element(owner, "div", named, this.choices, act);
    this.buttons.addEventListener("keydown", (event) => this.onKey(event));
    this.buttons.addEventListener("focusout", ({ relatedTarget }) => {
      if (!this.buttons.contains(relatedTarget as Node | null)) this.stop = "";
    });
    this.root = element(owner, "div", { class: "hexwidget-bar" }, this.prompt, this.buttons);
  }

  render(): void {
    const { choosing, editing, proposal } = this.store;
    const active = focused(this.root);
    const inBar = this.buttons.contains(active);
    this.ask();
    this.kept.begin();
    const offered = editing.on ? brokenInWords(this.owner, this.store, this.kept) : this.offers.render();
    fill(this.choices, proposal.remedy ? [] : offered);
    this.renderBack(proposal.remedy !== null || (!editing.on && !choosing.blank));
    this.renderGo();
    const all = this.all();
    const first = this.first(all);
    const stop = all.find((b) => b.dataset.key === this.stop) ?? first;
    for (const button of all) button.tabIndex = button === stop ? 0 : -1;
    // The keyboard stays in the bar when the button that it was on is gone.
    if (inBar && !this.buttons.contains(focused(this.root))) first?.focus();
  }

  /** The width of the bar when its height was measured last, and its height, in pixels. */
  private size = [0, 0];

  /** Put the prompt above choices that need more than two rows beside it. While something is chosen or the pointer is in it, the bar only
   * grows: else the actions at its end would move away from the pointer. In a tight board that end is the view's. */
  fit(): void {
    const { root } = this;
    const tight = root.closest(".hexwidget-tight");
    const [width, high = 0] = this.size;
    // Where fingers touch the board, the place of the last tap counts as hovered.
    const left = hasFingers() || !root.matches(":hover");
    const free = tight || width !== root.offsetWidth || (left && this.store.choosing.blank);
    if (free) {
      root.style.minHeight = "";
      root.classList.remove("hexwidget-stacked");
    }
    if (this.choices.scrollHeight > TWO_ROWS) root.classList.add("hexwidget-stacked");
    // A whole number of pixels, with room for a part of one.
    const kept = !free && root.offsetHeight <= high ? high : root.offsetHeight + 1;
    this.size = [root.offsetWidth, kept];
    if (!root.offsetWidth) return;
    if (!tight) root.style.minHeight = `${kept}px`;
    root.parentElement?.style.setProperty("--hw-bar", `${tight ? root.offsetHeight : kept}px`);
  }

  /** Show the prompt. */
  ask(): void {
    this.root.classList.toggle("hexwidget-quiz", this.isQuiz);
    showPrompt(this.owner, this.prompt, this.asked());
  }

  /** True if the panel asks a question whose answers are buttons: then the bar shows all of them, and no prompt. */
  private get isQuiz(): boolean {
    const { options } = this.store.choices.root;
    return (
      options.some(({ slot }) => slot === "answer") && options.every(({ kind }) => kind === "button" || kind === "menu")
    );
  }

  /** The prompt in parts. */
  private asked(): Parts {
    const { choosing, editing, proposal } = this.store;
    if (proposal.remedy)
      return [
        ["task", proposal.said],
        ["unseen", `. ${say("Confirm?")}`],
      ];
    const { brush } = editing;
    if (editing.on) {
      return [
        ["about", `${say("Editing")}${brush ? `: ${brush.label}` : ""}`],
        ["unseen", ": "],
        ["task", say(editing.task)],
      ];
    }
    const { prompt, words } = choosing.current;
    return words.length > 0 ? words : [["task", prompt]];
  }

  private renderBack(shown: boolean): void {
    const { choosing, proposal } = this.store;
    const label = proposal.remedy || Object.keys(choosing.current.back).length > 0 ? "Back" : "Cancel";
    this.back.hidden = !shown;
    this.write(this.back, say(label), "esc");
  }

  /** The primary action: it changes with the space that is pointed at, too. */
  renderGo(): void {
    const { words, ready } = primary(this.store);
    const { editing, status } = this.store;
    const confirms = ready && !editing.on && !status.recorded;
    this.go.dataset.key = editing.on ? "done" : "confirm";
    this.go.hidden = !words;
    set(this.go, "aria-disabled", ready ? null : "true");
    set(this.go, "aria-label", confirms && words !== say("Confirm") ? say("Confirm: {0}", words) : null);
    this.write(this.go, words, confirms ? "↵" : "");
  }

  private write(button: HTMLElement, label: string, key: string): void {
    if (button.dataset.shown === label + key) return;
    button.dataset.shown = label + key;
    button.replaceChildren(label);
    if (key) button.append(cap(this.owner, key));
  }

  /** Take the primary action. A double click counts once: its second click would confirm what the first has led to. */
  private take(event: MouseEvent): void {
    const { editing, requests, status } = this.store;
    // A recording answers with its next step, however quickly one follows another.
    if (status.recorded) requests.send({ intent: "confirm", args: { draft: {}, at_once: true } });
    else if (event.detail > 1 || this.go.getAttribute("aria-disabled")) return;
    else if (editing.on) requests.send({ intent: "edit", args: { on: false } });
    else this.done(this.store.commit());
  }

  /** Give the keyboard back to the board after a move was confirmed or taken back. */
  private done(_: unknown): void {
    if (this.buttons.contains(focused(this.root))) this.leave();
  }

  /** Give the keyboard to the primary action if it can be taken, else to the first choice; false if there is neither. */
  enter(): boolean {
    const first = this.first(this.all());
    if (!first || (first === this.go && this.go.getAttribute("aria-disabled"))) return false;
    first.focus();
    return true;
  }

  private first(all: HTMLElement[]): HTMLElement | undefined {
    return this.go.getAttribute("aria-disabled") ? all[0] : this.go;
  }

  private all(): HTMLElement[] {
    return [...this.buttons.querySelectorAll("button")].filter((button) => !button.hidden);
  }

  private onKey(event: KeyboardEvent): void {
    const all = this.all();
    const to = arrowed(event, all);
    if (event.key === "ArrowUp") this.leave();
    else if (to) {
      this.stop = to.dataset.key ?? "";
      for (const button of all) button.tabIndex = button === to ? 0 : -1;
      to.focus();
    } else return;
    consume(event);
  }
}
