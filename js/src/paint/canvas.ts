// A canvas for each layer, crisp at any device pixel ratio.

import { isGroup, type List } from "../draw/display-list";
import type { Palette } from "../draw/palette";
import { drawList, type StampSheet } from "../draw/pens/canvas";
import type { SpaceMap } from "../geometry/spaces";
import type { View } from "./view";

export type Pen = CanvasRenderingContext2D;

export class Layer {
  readonly canvas: HTMLCanvasElement;
  /** The key of the drawing that `show` has shown last. */
  private shown = "";
  private seen: View | null = null;
  private dressed: Palette | null = null;

  constructor(owner: Document, name: string) {
    this.canvas = owner.createElement("canvas");
    this.canvas.className = `hexwidget-layer hexwidget-${name}`;
  }

  /** Clear the layer, and return a pen that draws in page pixels; null in browsers without a canvas. */
  clear(view: View): Pen | null {
    const ratio = this.canvas.ownerDocument.defaultView?.devicePixelRatio ?? 1;
    const [width, height] = [Math.round(view.width * ratio), Math.round(view.height * ratio)];
    if (this.canvas.width !== width || this.canvas.height !== height) {
      this.canvas.width = width;
      this.canvas.height = height;
      this.canvas.style.width = `${view.width}px`;
      this.canvas.style.height = `${view.height}px`;
    }
    const pen = this.canvas.getContext("2d");
    pen?.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen?.clearRect(0, 0, view.width, view.height);
    return pen;
  }

  /**
   * Draw a list over the layer's content.
   *
   * @param reach groups whose place is farther than this from the part that is seen are left out, in units of the map
   */
  draw(view: View, list: List, palette: Palette, reach = Number.POSITIVE_INFINITY, stamps?: StampSheet): void {
    const pen = this.canvas.getContext("2d");
    if (!pen) return;
    const ratio = this.canvas.width / view.width;
    const near = list.filter((item) => !isGroup(item) || view.near({ x: item.x ?? 0, y: item.y ?? 0 }, reach));
    pen.save();
    pen.setTransform(view.scale * ratio, 0, 0, view.scale * ratio, view.left * ratio, view.top * ratio);
    drawList(pen, near, palette, stamps);
    pen.restore();
  }

  /** Clear the layer and draw a list. An empty layer is hidden, so that it costs nothing to put on the screen. */
  show(view: View, list: List, palette: Palette): void {
    const empty = list.length === 0;
    if (empty && this.canvas.hidden) return;
    const now = JSON.stringify(list);
    // The browser draws a canvas anew after any change of it, which takes longer than to compare.
    if (this.shown === now && this.seen === view && this.dressed === palette) return;
    [this.shown, this.seen, this.dressed] = [now, view, palette];
    if (this.clear(view)) this.draw(view, list, palette);
    this.canvas.hidden = empty;
  }
}

/** The spaces that a view may show. */
export function seen(map: SpaceMap, view: View): Iterable<number> {
  return map.within(view.toMap({ x: 0, y: 0 }), view.toMap({ x: view.width, y: view.height }));
}
