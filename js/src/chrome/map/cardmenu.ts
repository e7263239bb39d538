// The pop-up at a card: its title and its whole text, what can be done with it, and why not. It opens where one points for a
// moment, where the keyboard's focus is, and at a click; it never covers its card.

import { MatMap } from "../../geometry/mat/mat";
import { UNIT } from "../../geometry/mat/measures";
import { isFree } from "../../kernel/drafts";
import { say } from "../../kernel/language";
import type { Card, Choice } from "../../kernel/types.gen";
import { consume } from "../../paint/events";
import type { Painter } from "../../paint/painter";
import type { View } from "../../paint/view";
import type { Store } from "../../state/store";
import { primary } from "../bar/primary";
import { arrowed, button, element, focused, set } from "../elements/dom";
import { Part } from "../elements/part";
import { type Box, placed, type Spot } from "../elements/popup-place";
import { findingsInWords } from "../panel/findings";

/** The time that the pointer rests before the pop-up opens, and the time that it is away before it closes. */
const OPEN_AFTER_MS = 350;
const CLOSE_AFTER_MS = 250;

export class CardMenu {
  readonly root: HTMLElement;
  private readonly part: Part;
  /** The name of the space that the pop-up is at; empty: it is closed. */
  private space = "";
  /** The name of the space that it is about to open at. */
  private coming = "";
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** True while the pointer is in the pop-up. */
  private pointed = false;
  /** True after a tap, which leaves no pointer there, until the next press. */
  private tapped = false;
  /** The space whose pop-up was closed by hand: it opens there again when one points elsewhere before. */
  private dismissed = "";
  /** The place where it stands. */
  private spot: Spot | null = null;

  constructor(
    private readonly owner: Document,
    private readonly store: Store,
    private readonly painter: Painter,
    /** Give the keyboard back to the board. */
    private readonly leave: () => void,
    signal: AbortSignal,
  ) {
    this.part = new Part(owner);
    this.root = element(owner, "div", { class: "hexwidget-cardmenu", role: "dialog", tabindex: "-1" }, this.part.root);
    this.root.hidden = true;
    this.root.addEventListener("pointerenter", () => {
      this.pointed = true;
      this.stay();
    });
    this.root.addEventListener("pointerleave", () => {
      this.pointed = false;
      this.render();
    });
    this.root.addEventListener("focusout", ({ relatedTarget }) => {
      if (relatedTarget && !this.root.contains(relatedTarget as Node)) this.render();
    });
    this.root.addEventListener("keydown", (event) => this.onKey(event));
    signal.addEventListener("abort", () => clearTimeout(this.timer));
  }

  /** True while the pop-up stays whatever is looked at. */
  private get held(): boolean {
    return this.pointed || this.tapped || this.root.contains(focused(this.root));
  }

  private get map(): MatMap | null {
    const { map } = this.store;
    return map instanceof MatMap ? map : null;
  }

  /** Follow what is looked at and what can be chosen. */
  render(): void {
    const { map } = this;
    const { looking, viewpoint, editing } = this.store;
    if (!map || viewpoint.curtain !== null || editing.on || looking.carried) {
      this.close();
      return;
    }
    const index = looking.pinned >= 0 ? looking.pinned : looking.focus;
    const space = this.tells(index) ? map.name(index) : "";
    if (space !== this.dismissed) this.dismissed = "";
    if (space === this.space) this.stay();
    else if (!this.held)
      this.wait(space, looking.byKeyboard || looking.pinned >= 0 ? 0 : space ? OPEN_AFTER_MS : CLOSE_AFTER_MS);
    this.show();
  }

  /** Open at a space that was pressed, at once; a touch has no pointer that stays there. */
  press(index: number, touch: boolean): void {
    this.dismissed = "";
    this.tapped = false;
    if (!this.tells(index)) {
      this.close();
      return;
    }
    this.space = this.map?.name(index) ?? "";
    this.tapped = touch;
    this.show();
  }

  /** Give the keyboard to the pop-up; false if it is closed. */
  enter(): boolean {
    const { focus } = this.store.looking;
    if (this.root.hidden && this.tells(focus)) this.press(focus, false);
    if (this.root.hidden) return false;
    (this.buttons()[0] ?? this.root).focus();
    return true;
  }

  /** Close the pop-up, until another card is pointed at. */
  dismiss(): void {
    if (this.root.hidden) return;
    this.dismissed = this.space;
    this.close();
  }

  // ------------------------------------------------------------------ when it is open
  /** True if there is something to read about a space: a card or a pile, or a zone that is barred. */
  private tells(index: number): boolean {
    const { map, store } = this;
    if (!map || index < 0) return false;
    const name = map.name(index);
    const barred = this.offered(name).some((o) => !isFree(o));
    return barred || store.state.cards.some((card) => card.space === name);
  }

  private offered(name: string): Choice[] {
    return this.store.choosing.options.filter((o) => o.space === name);
  }

  /** Stay as it is: neither close nor open elsewhere. */
  private stay(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.coming = this.space;
  }

  /** Open at a space after some time, or with "" close. */
  private wait(space: string, ms: number): void {
    if (space === this.coming && this.timer !== undefined && ms > 0) return;
    clearTimeout(this.timer);
    this.timer = undefined;
    this.coming = space;
    if (space !== "" && space === this.dismissed) return;
    const act = () => {
      this.timer = undefined;
      if (this.held) return;
      this.space = space;
      this.show();
    };
    if (ms === 0) act();
    else this.timer = setTimeout(act, ms);
  }

  private close(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const inside = this.root.contains(focused(this.root));
    this.space = this.coming = "";
    this.spot = null;
    this.pointed = this.tapped = false;
    this.root.hidden = true;
    if (inside) this.leave();
  }

  // ------------------------------------------------------------------ what it says
  private show(): void {
    const { map, root, space } = this;
    const index = map?.find(space) ?? -1;
    if (!map || index < 0) {
      if (!root.hidden) this.close();
      return;
    }
    const inside = root.contains(focused(root));
    const card = this.store.state.cards.find((c) => c.space === space);
    set(root, "aria-label", card?.title ?? map.label(index));
    const anew = this.part.put([...this.text(card, index), ...this.acts(space), ...this.reasons(space, index)]);
    for (const button of this.buttons()) button.tabIndex = -1;
    root.hidden = false;
    if (anew && inside) (this.buttons()[0] ?? root).focus();
    this.place();
  }

  /** Put it beside its card, within the stage. */
  place(): void {
    const { map, root } = this;
    const { view } = this.painter;
    const index = map?.find(this.space) ?? -1;
    if (root.hidden || !map || !view || index < 0) return;
    root.style.maxHeight = "";
    const size = { width: root.offsetWidth, height: root.offsetHeight };
    const free = this.aims().map((aim) => boxOf(map, aim, view));
    const spot = placed(boxOf(map, index, view), size, view, free);
    // It does not move away from the pointer or the keyboard that is in it.
    if (this.held && this.spot) {
      const { side, left, top, height, tip } = this.spot;
      Object.assign(spot, { side, left, tip, top: side === "above" ? top + height - size.height : top });
    }
    this.spot = { ...spot, height: size.height };
    root.dataset.side = spot.side;
    root.style.left = `${Math.round(spot.left)}px`;
    root.style.top = `${Math.round(spot.top)}px`;
    root.style.maxHeight = `${Math.floor(spot.room)}px`;
    root.style.setProperty("--hw-tip", `${Math.round(spot.tip)}px`);
  }

  /** The spaces that can be chosen, or that what is chosen goes to. */
  private aims(): number[] {
    const { choosing, map } = this.store;
    const names = [
      ...choosing.options.filter(isFree).map((o) => o.space),
      ...choosing.current.arrows.map(({ spaces }) => spaces.at(-1)),
    ];
    return names.map((name) => map.find(name ?? "")).filter((index) => index >= 0 && map.name(index) !== this.space);
  }

  private text(card: Card | undefined, index: number): HTMLElement[] {
    const { owner, map } = this;
    const title = element(owner, "h3", {}, card?.title ?? map?.label(index) ?? "");
    if (card && card.count > 1 && !card.pile) title.append(element(owner, "small", {}, `\u00d7${card.count}`));
    const lines = (card?.details ?? []).map((text) => element(owner, "p", {}, `${text.replace(/\.$/, "")}.`));
    return [title, ...lines];
  }

  /** Buttons for what can be done, and for confirming what is chosen. */
  private acts(space: string): HTMLElement[] {
    const { owner, store } = this;
    const free = this.offered(space).filter(isFree);
    const { ready } = primary(store);
    const made = free.map((option) => {
      if (option.kind === "number") return this.number(option);
      return option.chosen && ready ? this.confirm(option) : this.act(option);
    });
    return made.length > 0 ? [element(owner, "div", { class: "hexwidget-acts" }, ...made)] : [];
  }

  private confirm({ label }: Choice): HTMLElement {
    return button(this.owner, { class: "hexwidget-confirm" }, () => void this.store.commit(), label);
  }

  private act(option: Choice): HTMLElement {
    const { choosing } = this.store;
    const look: Record<string, string> = option.chosen ? { "aria-pressed": "true" } : {};
    return button(this.owner, look, () => void choosing.takeSame(option), option.label);
  }

  private number(option: Choice): HTMLElement {
    const { owner, store } = this;
    const step = (way: "fewer" | "more", sign: string) => {
      const label = say(
        way === "more" ? "{0}: one more than {1}" : "{0}: one less than {1}",
        option.label,
        `${option.value}`,
      );
      const act = () => void store.choosing.take((offered) => offered.find((o) => o.slot === option.slot), way);
      const made = button(owner, { "aria-label": label }, act, sign);
      set(made, "aria-disabled", option[way] ? null : "true");
      return made;
    };
    const parts = [step("fewer", "\u2212"), element(owner, "output", {}, String(option.value)), step("more", "+")];
    const look = { class: "hexwidget-number", role: "group", "aria-label": option.label };
    return element(owner, "span", look, element(owner, "span", {}, option.label), ...parts);
  }

  /** Why something cannot be done with it: the clauses, each with its sentence. */
  private reasons(space: string, index: number): HTMLElement[] {
    const { owner, store } = this;
    const { explanations } = store;
    const options = this.offered(space);
    const barred = options.filter((o) => !isFree(o));
    const found = barred.flatMap((o) => [
      element(owner, "h4", {}, say("Not now: {0}", o.label)),
      ...findingsInWords(owner, store, o.findings),
    ]);
    if (options.length > 0 || !explanations.available) return found;
    explanations.request(index);
    const verdict = explanations.of(index);
    if (!verdict || verdict.findings.length === 0) return [];
    return [element(owner, "h4", {}, say("Why not")), ...findingsInWords(owner, store, verdict.findings)];
  }

  // ------------------------------------------------------------------ the keyboard in it
  private buttons(): HTMLElement[] {
    return [...this.root.querySelectorAll<HTMLElement>("button")];
  }

  private onKey(event: KeyboardEvent): void {
    const to = arrowed(event, this.buttons());
    if (event.key === "Escape") this.dismiss();
    else if (to) to.focus();
    else return;
    consume(event);
  }
}

/** The box of a space in pixels of the stage, with the room above a card that it takes when it is chosen. */
function boxOf(map: MatMap, index: number, view: View): Box {
  const { x, y, w, h } = map.box(index);
  const [card] = map.cardsOf(index);
  const up = card?.lift ?? 0;
  const k = view.scale / UNIT;
  return { left: x * k + view.left, top: (y - up) * k + view.top, width: w * k, height: (h + up) * k };
}
