// The way from a table of a class: back to the page that the person has come from, and on to the next table that waits for them.

import { element } from "../../chrome/elements/dom";
import { say } from "./spoken";
import type { HomeLink } from "./types.gen";

const KEY = "hexwidget.home";

/** A link to a table, which leads back to this page. */
export function toTable(link: string, words: string, attributes: Record<string, string> = {}): HTMLAnchorElement {
  const made = element(document, "a", { href: link, ...attributes }, words);
  made.onclick = () => {
    try {
      sessionStorage.setItem(KEY, location.href);
    } catch {
      // The browser keeps nothing for this page: the way back leads to its door.
    }
  };
  return made;
}

function back(to: string): string {
  try {
    return sessionStorage.getItem(KEY) ?? `../../${to}`;
  } catch {
    return `../../${to}`;
  }
}

export class Way {
  private readonly back = element(document, "a", {});
  private readonly next = element(document, "a", { class: "next" });
  private readonly root = element(document, "nav", { id: "way", "aria-label": say("Class") }, this.back, this.next);

  constructor(private readonly holder: HTMLElement) {}

  /** Show the links back and on. Links stay where they are, so that the keyboard does. */
  tell({ to, waits, next, who }: HomeLink): void {
    if (!this.root.isConnected) this.holder.prepend(this.root);
    this.back.href = back(to);
    this.back.textContent = to ? say("Wall") : say("Course");
    this.back.setAttribute("aria-label", to ? say("Wall: back to the class") : say("Course: back to your course"));
    this.next.hidden = !next;
    if (next) this.next.href = `../../${next}`;
    const words = waits > 1 ? say("Next: {0} ({1} wait)", who, waits) : say("Next: {0}", who);
    if (this.next.textContent === words) return;
    this.next.textContent = words;
    this.next.setAttribute("aria-label", say("{0}: the next board that waits for you", words));
  }
}
