// A pop-up: something that opens below its button, over the board, and closes by Escape or a press anywhere else.

import { say } from "../../kernel/language";
import { button, element } from "./dom";

export class Popup {
  readonly root: HTMLDetailsElement;
  private readonly summary: HTMLElement;

  /**
   * @param kind the class of the pop-up
   * @param label its button's name; empty if the button's words are its name
   */
  constructor(
    private readonly owner: Document,
    kind: string,
    label: string,
    button: (Node | string)[],
    readonly body: HTMLElement,
    signal: AbortSignal,
  ) {
    // Narrow boards hide the words beside an icon.
    const named: Record<string, string> = label ? { "aria-label": say(label), title: say(label) } : {};
    if (button.length > 1) named.class = "hexwidget-worded";
    this.summary = element(owner, "summary", named, ...button);
    this.root = element(owner, "details", { class: `hexwidget-popup ${kind}` }, this.summary, body);
    this.root.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !this.root.open) return;
      this.close();
      this.summary.focus();
      event.stopPropagation();
    });
    const elsewhere = (event: Event) => {
      if (!event.composedPath().includes(this.root)) this.close();
    };
    owner.addEventListener("pointerdown", elsewhere, { signal });
  }

  /** A command in it, which closes it. */
  command(label: string, act: () => void): HTMLElement {
    const closeAndAct = () => {
      this.close();
      act();
    };
    return button(this.owner, {}, closeAndAct, say(label));
  }

  close(): void {
    this.root.open = false;
  }
}
