// A position that the teacher shows to all, in place of the learner's board. The learner may go back to the board at any time.

import { button, element } from "../../chrome/elements/dom";
import { say } from "../table/spoken";
import type { ShownBoard } from "../table/types.gen";
import { type Drawing, onTheme, paint } from "./picture";

const WIDTH = 900;

export class EyesOnMe {
  private readonly words = element(document, "p", { role: "status" });
  private readonly image = element(document, "img", { alt: say("The position that your teacher shows") });
  private readonly back = button(document, {}, () => this.close(), say("Back to my board"));
  private shown: Drawing | undefined;

  constructor(private readonly holder: HTMLElement) {
    holder.append(element(document, "div", { class: "row" }, this.words, this.back), this.image);
    onTheme(() => this.draw());
  }

  /** Show the teacher's board; without a scene they show nothing more. */
  show({ scene, pieces, text }: ShownBoard): void {
    if (!scene || !pieces) {
      this.close();
      return;
    }
    this.shown = { scene, state: pieces };
    this.holder.hidden = false;
    this.words.textContent = text ? say("Eyes on this, please: {0}", text) : say("Eyes on this, please.");
    this.draw();
  }

  private draw(): void {
    if (this.shown && !this.holder.hidden) paint(this.image, this.shown, WIDTH);
  }

  private close(): void {
    if (this.holder.hidden) return; // the keyboard stays where it is
    this.holder.hidden = true;
    document.getElementById("board")?.querySelector<HTMLElement>("button, [tabindex]")?.focus();
  }
}
