// The callout of a tutor: it introduces a clause at the place that it is about, until it is read or the game goes on.

import type { Choice } from "../kernel/types.gen";
import type { Store } from "../state/store";
import { button, element } from "./dom";
import { cite } from "./findings";
import type { Tag } from "./tag";

/** True of a tutor's own buttons: they are no part of the game, and stand in the panel. */
export const isTutors = ({ kind, slot }: Choice): boolean => kind === "button" && slot.startsWith("tutor ");
/** True of the choice by which a callout is read: its button stands in the callout itself. */
export const isRead = ({ slot }: Choice): boolean => slot === "tutor read";

export class Callout {
  readonly root: HTMLElement;
  private shown = "";

  constructor(
    private readonly owner: Document,
    private readonly store: Store,
    private readonly tag: Tag,
    private readonly back: () => void,
  ) {
    this.root = element(owner, "div", { class: "hexwidget-tag hexwidget-callout", role: "status" });
  }

  render(): void {
    const { owner, root, store } = this;
    const called = store.viewpoint.curtain === null ? store.status.called : undefined;
    root.hidden = !called;
    const now = JSON.stringify(called ?? "");
    if (now !== this.shown) {
      this.shown = now;
      root.replaceChildren();
      if (called) {
        const { clause, more, text, title } = called;
        const act = () => {
          store.choosing.take((offered) => offered.find(isRead));
          this.back();
        };
        const read = button(owner, {}, act, more > 0 ? `Got it (${more} more)` : "Got it");
        root.append(
          element(owner, "b", {}, title),
          element(owner, "p", {}, text),
          element(owner, "div", {}, cite(owner, store, clause, "More"), read),
        );
      }
    }
  }

  /** Put it beside its space; what concerns the whole board stands at the top. */
  fit(): void {
    const { root, store, tag } = this;
    const { called } = store.status;
    if (called && !root.hidden)
      tag.put(root, { width: root.offsetWidth, height: root.offsetHeight }, store.map.find(called.space), true);
  }
}
