// Sentences for screen readers: polite ones for what is looked at, alerts for what went wrong.

import { element } from "../elements/dom";

export class Live {
  readonly polite: HTMLElement;
  readonly alert: HTMLElement;

  constructor(owner: Document) {
    this.polite = element(owner, "div", { class: "hexwidget-unseen", "aria-live": "polite" });
    this.alert = element(owner, "div", { class: "hexwidget-alert", role: "alert" });
  }

  say(text: string): void {
    if (this.polite.textContent !== text) this.polite.textContent = text;
  }

  warn(text: string): void {
    if (this.alert.textContent !== text) this.alert.textContent = text;
    this.alert.hidden = text === "";
  }
}
