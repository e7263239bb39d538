// From the map's unit lengths to the pixels of the page, and back.

import type { HexMap, Point } from "../geometry/hexmap";

const MARGIN = 10;
const LARGEST_RADIUS = 46;

export class View {
  constructor(
    readonly width: number,
    readonly height: number,
    /** Pixels a hex radius. */
    readonly scale: number,
    readonly left: number,
    readonly top: number,
  ) {}

  /** The whole map in a given width; not higher than `highest`, hexes not larger than is pleasant. */
  static fit(map: HexMap, width: number, highest: number): View {
    const { x, y } = map.size;
    const room = Math.max(40, width - 2 * MARGIN);
    const scale = Math.min(room / x, (highest - 2 * MARGIN) / y, LARGEST_RADIUS);
    const height = Math.round(y * scale + 2 * MARGIN);
    return new View(width, height, scale, (width - x * scale) / 2, (height - y * scale) / 2);
  }

  toPage(point: Point): Point {
    return { x: point.x * this.scale + this.left, y: point.y * this.scale + this.top };
  }

  toMap(point: Point): Point {
    return { x: (point.x - this.left) / this.scale, y: (point.y - this.top) / this.scale };
  }
}
