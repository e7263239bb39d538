// Buttons on the map for its size: larger, smaller, as it fits in. They serve players without a mouse wheel.

import { say } from "../../kernel/language";
import type { Painter } from "../../paint/painter";
import { element, set } from "../elements/dom";
import { sign } from "../elements/icons";

/** The buttons for the size of the map, in a group of a class. */
export function sizeButtons(owner: Document, painter: Painter, kind: string): HTMLElement {
  return element(
    owner,
    "div",
    { class: kind, role: "group", "aria-label": say("Size of the map") },
    sign(owner, "larger", "Larger (+)", () => painter.zoom(1.35)),
    sign(owner, "smaller", "Smaller (−)", () => painter.zoom(1 / 1.35)),
    sign(owner, "whole", "Fit in (Home)", () => painter.fit()),
  );
}

export class Zoom {
  readonly root: HTMLElement;

  constructor(
    owner: Document,
    private readonly painter: Painter,
  ) {
    this.root = sizeButtons(owner, painter, "hexwidget-zoom");
    for (const button of this.root.children) set(button, "tabindex", "-1");
    this.root.hidden = true;
  }

  /** Show the buttons only while a part of the map is seen: the hexes below them can then be moved away. */
  render(): void {
    this.root.hidden = !this.painter.larger;
  }
}
