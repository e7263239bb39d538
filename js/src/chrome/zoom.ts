// Larger, smaller, all of it: on the board, for those without a wheel.

import type { Painter } from "../paint/painter";
import { element } from "./dom";
import { type Icon, icon } from "./icons";

export class Zoom {
  readonly root: HTMLElement;

  constructor(
    owner: Document,
    private readonly painter: Painter,
  ) {
    const button = (sign: Icon, label: string, act: () => void) => {
      const made = element(
        owner,
        "button",
        { type: "button", title: label, "aria-label": label, tabindex: "-1" },
        icon(owner, sign),
      );
      made.addEventListener("click", act);
      return made;
    };
    this.root = element(
      owner,
      "div",
      { class: "hexwidget-zoom", role: "group", "aria-label": "Size of the map" },
      button("larger", "Larger (+)", () => painter.zoom(1.35)),
      button("smaller", "Smaller (−)", () => painter.zoom(1 / 1.35)),
      button("whole", "The whole map (Home)", () => painter.fit()),
    );
    this.root.hidden = true;
  }

  /** Only where there is more map than is seen: then what lies below can be moved away. */
  render(): void {
    this.root.hidden = !this.painter.larger;
  }
}
