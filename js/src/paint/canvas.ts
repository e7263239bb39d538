// One canvas a layer, crisp at any device pixel ratio, and the few shapes that all layers use.

import type { HexMap, Point } from "../geometry/hexmap";
import type { View } from "./view";

export type Pen = CanvasRenderingContext2D;

/** Hexes in one path: more in one compound path is many times slower to fill (measured). */
const HEXES_A_PATH = 64;

export class Layer {
  readonly canvas: HTMLCanvasElement;

  constructor(owner: Document, name: string) {
    this.canvas = owner.createElement("canvas");
    this.canvas.className = `hexwidget-layer hexwidget-${name}`;
  }

  /** An empty pen of the view's size, in page pixels; null where there is no canvas (a text browser). */
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
}

export function tracedHex(pen: Pen, map: HexMap, centre: Point, radius: number): void {
  for (let k = 0; k < 6; k++) {
    const { x, y } = map.corner(centre, k, radius);
    if (k === 0) pen.moveTo(x, y);
    else pen.lineTo(x, y);
  }
  pen.closePath();
}

/** Fill (and draw the outlines of) many hexes in one colour. */
export function fillHexes(
  pen: Pen,
  map: HexMap,
  view: View,
  hexes: Iterable<number>,
  inset = 0,
  outline = false,
): void {
  let n = 0;
  pen.beginPath();
  const flush = () => {
    pen.fill();
    if (outline) pen.stroke();
    pen.beginPath();
  };
  for (const index of hexes) {
    tracedHex(pen, map, view.toPage(map.centre(index)), view.scale - inset);
    if (++n % HEXES_A_PATH === 0) flush();
  }
  flush();
}

/** The outline of a set of hexes: the sides whose other hex is not in it. */
export function outlineHexes(pen: Pen, map: HexMap, view: View, hexes: ReadonlySet<number>): void {
  pen.beginPath();
  for (const index of hexes) {
    const centre = view.toPage(map.centre(index));
    for (let direction = 0; direction < 6; direction++) {
      const beyond = map.step(index, direction);
      if (beyond >= 0 && hexes.has(beyond)) continue;
      const [a, b] = [map.corner(centre, direction, view.scale), map.corner(centre, direction + 1, view.scale)];
      pen.moveTo(a.x, a.y);
      pen.lineTo(b.x, b.y);
    }
  }
  pen.stroke();
}
