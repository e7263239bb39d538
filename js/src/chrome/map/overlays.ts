// Dialogs over the board: the search for a space, the list of keys, the curtain between two players.

import { placesOn } from "../../draw/marks/places";
import { keysOf } from "../../input/keyboard";
import { say } from "../../kernel/language";
import type { Store } from "../../state/store";
import { button, closing, dialog, element } from "../elements/dom";

/** The article of a place's name, which need not be typed. */
const THE = /^the /;

/** A form that asks for the name of a space and puts the focus there. */
export class GoTo {
  readonly root: HTMLElement;
  private readonly input: HTMLInputElement;
  private readonly said: HTMLElement;

  constructor(
    owner: Document,
    private readonly store: Store,
    private readonly leave: () => void,
  ) {
    this.input = element(owner, "input", { type: "text", "aria-label": say("Go to the space"), autocomplete: "off" });
    this.said = element(owner, "span", { role: "status" });
    const hint = element(owner, "span", {}, `${say("Go to")} `);
    this.root = element(owner, "form", { class: "hexwidget-goto" }, hint, this.input, this.said);
    this.root.addEventListener("submit", (event) => {
      event.preventDefault();
      this.go();
    });
    dialog(this.root, () => this.close(), "Escape");
  }

  open(): void {
    this.root.hidden = false;
    this.input.value = this.said.textContent = "";
    this.input.focus();
  }

  private close(): void {
    this.root.hidden = true;
    this.leave();
  }

  private go(): void {
    const { map, scene } = this.store;
    const wanted = this.input.value.trim().toLowerCase().replace(THE, "");
    if (!wanted) {
      this.close();
      return;
    }
    const all = [...map.all()];
    const name = (index: number) => {
      const space = map.name(index);
      return [space, map.label(index), ...placesOn(scene, space)].map((each) => each.toLowerCase().replace(THE, ""));
    };
    const exact = all.find((index) => name(index).includes(wanted));
    const found = exact ?? all.find((index) => name(index).some((n) => n.startsWith(wanted)));
    if (found === undefined) {
      this.said.textContent = ` ${say("There is no {0} on this map.", this.input.value.trim())}`;
      return;
    }
    this.close();
    this.store.looking.setFocus(found, true);
  }
}

/** A list of the keys of the board. */
export class Help {
  readonly root: HTMLElement;

  constructor(
    private readonly owner: Document,
    private readonly store: Store,
    private readonly leave: () => void,
  ) {
    this.root = element(owner, "div", {
      class: "hexwidget-help",
      role: "dialog",
      "aria-label": say("Keys"),
      tabindex: "-1",
    });
    const close = (event: Event) => {
      event.preventDefault();
      this.close();
    };
    dialog(this.root, close, "Escape", "?", "Enter");
  }

  open(): void {
    const { owner } = this;
    const table = element(owner, "table");
    for (const [keys, what] of keysOf(this.store)) {
      const names = keys.split(/\s+/).flatMap((key) => [element(owner, "kbd", {}, say(key)), " "]);
      table.append(
        element(owner, "tr", {}, element(owner, "th", { scope: "row" }, ...names), element(owner, "td", {}, say(what))),
      );
    }
    const close = closing(owner, () => this.close());
    const hint = say("Buttons of the game show their own keys; ⇧ is Shift.");
    const head = element(owner, "h4", {}, close, say("Keys"));
    this.root.replaceChildren(head, table, element(owner, "p", {}, hint));
    this.root.hidden = false;
    close.focus();
  }

  private close(): void {
    this.root.hidden = true;
    this.leave();
  }
}

/** The curtain between two players who share a screen: it covers the board until the next player raises it. */
export class Curtain {
  readonly root: HTMLElement;
  private shown: object | null = null;

  constructor(
    private readonly owner: Document,
    private readonly store: Store,
  ) {
    this.root = element(owner, "div", { class: "hexwidget-curtain", role: "dialog", "aria-label": say("Curtain") });
    dialog(this.root, () => store.viewpoint.raise(false), "Escape");
  }

  render(): void {
    const { curtain } = this.store.viewpoint;
    if (curtain === this.shown) return;
    this.shown = curtain;
    this.root.hidden = curtain === null;
    if (curtain === null) return;
    const raising = (label: string, shown: boolean) =>
      button(this.owner, {}, () => void this.store.viewpoint.raise(shown), label);
    const player = curtain.for;
    const here = raising(player === null ? say("Show everything") : say("I am {0}: show the board", say(player)), true);
    here.classList.add("hexwidget-confirm");
    const words =
      player === null ? say("Everything is about to be seen.") : say("Hand the board over to {0}.", say(player));
    const text = element(this.owner, "p", {}, words);
    this.root.replaceChildren(text, here, raising(say("Back"), false));
    here.focus();
  }
}
