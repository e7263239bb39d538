// Buttons on the map for its size: larger, smaller, the whole map. They serve players without a mouse wheel.

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

  /** Show the buttons only while a part of the map is seen: the hexes below them can then be moved away. */
  render(): void {
    this.root.hidden = !this.painter.larger;
  }
}
