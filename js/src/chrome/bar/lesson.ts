// The strip of a lesson, between the map and the bar: the aim, the tutor's buttons, and the callout that introduces a clause.
// It grows with its words. A thin line leads from a callout to its space.

import { READ } from "../../kernel/drafts";
import { say } from "../../kernel/language";
import type { Choice } from "../../kernel/types.gen";
import type { Painter } from "../../paint/painter";
import type { Store } from "../../state/store";
import { button, element, fill } from "../elements/dom";
import { Part } from "../elements/part";
import { cite } from "../panel/findings";

/** True of a tutor's own buttons: they are no part of the game, and stand in the strip, or in the panel of a board without one. */
export const isTutors = ({ kind, slot }: Choice): boolean => kind === "button" && slot.startsWith("tutor ");
/** True of the choice by which a callout is read: its button stands in the callout itself. */
const isRead = ({ slot }: Choice): boolean => slot === READ;

/** Show a tutor's buttons. A button keeps its place and the keyboard when it comes to mean something else. */
export function renderTutors(owner: Document, store: Store, root: HTMLElement): void {
  const offered = store.choosing.options.filter((option) => isTutors(option) && !isRead(option));
  const buttons = offered.map((option, n) => {
    const made = (root.children[n] ?? element(owner, "button")) as HTMLElement;
    made.textContent = option.label;
    made.onclick = ({ detail }) => detail < 2 && store.askTutor(option);
    return made;
  });
  fill(root, buttons);
  root.hidden = buttons.length === 0;
}

/** Half the width of the pieces on a space, in units of the map. */
const HALF_A_PIECE = 0.75;

export class Lesson {
  readonly root: HTMLElement;
  /** The line from the callout to its space; it stands over the map. */
  readonly line: HTMLElement;
  private readonly aim: Part;
  private readonly tutor: HTMLElement;
  private readonly callout: Part;

  constructor(
    private readonly owner: Document,
    private readonly store: Store,
    private readonly painter: Painter,
    private readonly back: () => void,
  ) {
    this.line = element(owner, "div", { class: "hexwidget-line", "aria-hidden": "true" });
    this.aim = new Part(owner, "hexwidget-aim");
    this.tutor = element(owner, "div", { class: "hexwidget-tutor" });
    this.callout = new Part(owner, "hexwidget-callout");
    this.callout.root.setAttribute("role", "status");
    const parts = [this.aim.root, this.tutor, this.callout.root];
    this.root = element(owner, "section", { class: "hexwidget-lesson", "aria-label": say("Lesson") }, ...parts);
  }

  render(): void {
    const { owner, root, store } = this;
    const [aim] = store.status.said;
    root.hidden = !store.status.taught;
    if (root.hidden) {
      this.line.hidden = true;
      return;
    }
    const lines = (aim?.lines ?? []).map(({ text }) => element(owner, "span", {}, ` ${text}`));
    this.aim.put(aim ? [element(owner, "b", {}, aim.heading), ...lines] : []);
    renderTutors(owner, store, this.tutor);
    this.callout.put(this.called());
  }

  private called(): HTMLElement[] {
    const { owner, store } = this;
    const called = store.viewpoint.curtain === null ? store.status.called : undefined;
    if (!called) return [];
    const act = () => {
      store.choosing.take((offered) => offered.find(isRead));
      this.back();
    };
    const text = element(owner, "p", {}, element(owner, "b", {}, called.title), ` ${called.text}`);
    const ways = element(
      owner,
      "div",
      {},
      cite(owner, store, called.clause, say("More")),
      button(owner, {}, act, say("Got it")),
    );
    return [text, ways];
  }

  /** Draw the line to the space of the callout, from the strip or from the next piece on its way: it crosses none. */
  fit(): void {
    const { callout, line, painter, root, store } = this;
    const { view } = painter;
    const { map, state } = store;
    const index = map.find(store.status.called?.space ?? "");
    line.hidden = root.hidden || callout.root.hidden || index < 0 || !view?.near(map.centre(index), 0);
    if (line.hidden || !view) return;
    const foot = (space: number) => Math.max(...map.outline(space).map((corner) => view.toPage(corner).y));
    const { x } = view.toPage(map.centre(index));
    const top = foot(index);
    const pieces = [...state.pieces, ...state.tokens].map(({ space }) => view.toPage(map.centre(map.find(space))));
    const met = pieces.filter((at) => at.y > top && Math.abs(at.x - x) < HALF_A_PIECE * view.scale).map(({ y }) => y);
    const end = Math.min(view.height, Math.min(...met) - HALF_A_PIECE * view.scale);
    line.style.left = `${Math.round(x)}px`;
    line.style.top = `${Math.round(top)}px`;
    line.style.height = `${Math.max(0, Math.round(end - top))}px`;
  }
}
