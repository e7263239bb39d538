// Share: what of a board is shared, the position or the question about it, and the game so far; as a link, a file, a picture.

import { say } from "../../kernel/language";
import type { Form } from "../../state/editing";
import type { Store } from "../../state/store";
import { element } from "../elements/dom";
import { icon } from "../elements/icons";
import { Popup } from "../elements/popup";
import type { Actions } from "./menu";

/** The forms in which a referee takes away all that a board shows. */
export const FORMS: [Form, string][] = [
  ["address", "Copy a link that plays"],
  ["scenario", "Save as file"],
  ["handout", "Save as handout"],
  ["python", "As Python"],
  ["page", "Save as page"],
];

export class Share {
  readonly root: HTMLElement;
  private readonly what: HTMLElement;
  /** All that holds the whole position, with what is hidden in it. */
  private readonly whole: HTMLElement[];

  constructor(
    owner: Document,
    private readonly store: Store,
    { copy, save, take }: Actions,
    signal: AbortSignal,
  ) {
    const body = element(owner, "div");
    const popup = new Popup(owner, "hexwidget-share", "Share", [icon(owner, "share")], body, signal);
    const forms = FORMS.map(([form, label]) => popup.command(label, () => take(form)));
    const texts = [
      popup.command("Copy link", () => copy("link")),
      popup.command("Copy position", () => copy("position")),
    ];
    const pictures = [
      popup.command("Copy picture", () => copy("picture")),
      popup.command("Save as PNG", () => save("png")),
      popup.command("Save as SVG", () => save("svg")),
    ];
    const game = [
      element(owner, "h3", {}, say("The game so far")),
      popup.command("Copy the game for the next player", () => copy("game")),
    ];
    this.what = element(owner, "h3");
    this.whole = [...forms, ...texts, ...game];
    body.append(this.what, ...forms, ...texts, ...pictures, ...game);
    this.root = popup.root;
  }

  render(): void {
    const { editing, requests, status } = this.store;
    // A page without a kernel has nobody who writes links and pictures.
    this.root.hidden = status.recorded || Boolean(status.asked) || requests.line === "lost";
    this.what.textContent = say(editing.offered?.posed?.kind ? "This question" : "This position");
    // Only a referee who sees everything shares it.
    for (const part of this.whole) part.hidden = !status.anyView || status.seenBy !== null;
  }
}
