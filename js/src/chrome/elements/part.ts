// A part of the panel. Equal content is not replaced, so that the focus and opened clauses stay.

import { element } from "./dom";

export class Part {
  readonly root: HTMLElement;
  private shown = "";

  constructor(
    private readonly owner: Document,
    kind = "",
  ) {
    this.root = element(owner, "div", kind ? { class: kind } : {});
    this.root.hidden = true;
  }

  /** Show elements; true if they differ from those shown before. */
  put(parts: HTMLElement[]): boolean {
    const fresh = element(this.owner, "div", {}, ...parts).innerHTML;
    if (fresh === this.shown) return false;
    this.shown = fresh;
    this.root.replaceChildren(...parts);
    this.root.hidden = parts.length === 0;
    return true;
  }

  /** Replace the content next time even if it is equal. */
  forget(): void {
    this.shown = "";
  }
}
