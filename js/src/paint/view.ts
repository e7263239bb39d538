// From the map's unit lengths to the pixels of the page, and back.

import type { Point, SpaceMap } from "../geometry/spaces";

const MARGIN = 10;
const LARGEST_RADIUS = 46;
/** Hexes are not drawn smaller than this, the board scrolls instead, up to a canvas of that many pixels a side. */
const SMALLEST_RADIUS = 17;
const LARGEST_SIDE = 4000;

export class View {
  constructor(
    readonly width: number,
    readonly height: number,
    /** Pixels a hex radius. */
    readonly scale: number,
    readonly left: number,
    readonly top: number,
  ) {}

  /** The whole map in a given width and `highest`, as far as hexes keep a size at which they can be read and hit. */
  static fit(map: SpaceMap, width: number, highest: number): View {
    const { x, y } = map.size;
    const room = Math.max(40, width - 2 * MARGIN);
    const fitting = Math.min(room / x, (highest - 2 * MARGIN) / y, LARGEST_RADIUS);
    const scale = Math.max(fitting, Math.min(SMALLEST_RADIUS, LARGEST_SIDE / x, LARGEST_SIDE / y));
    const height = Math.round(y * scale + 2 * MARGIN);
    const across = Math.max(width, Math.round(x * scale + 2 * MARGIN));
    return new View(across, height, scale, (across - x * scale) / 2, (height - y * scale) / 2);
  }

  toPage(point: Point): Point {
    return { x: point.x * this.scale + this.left, y: point.y * this.scale + this.top };
  }

  toMap(point: Point): Point {
    return { x: (point.x - this.left) / this.scale, y: (point.y - this.top) / this.scale };
  }
}
