// The view: the part of the map that is seen, its scale in pixels, and how it moves over the map.

import { HexMap } from "../geometry/hexmap";
import type { Point, SpaceMap } from "../geometry/spaces";

/** The room about a map that is seen whole, in pixels. */
export const MARGIN = 10;
/** The largest radius of a space, in pixels, before a map is enlarged. */
export const LARGEST_AT_FIRST = 60;
/** The largest radius of the room for pieces in a province, in pixels, at first. */
export const LARGEST_PROVINCES = 72;
/** The largest radius of a space, in pixels. */
export const LARGEST = 96;
/** The time without a move after which the view is at rest. */
export const REST_MS = 110;
/** The smallest width of a hex, in pixels, at first: larger maps begin with a part, so that hexes can be read and hit. */
const SMALLEST_FOR_MOUSE = 36;
const SMALLEST_FOR_FINGERS = 44;
/** The smallest radius of the room for pieces in a province, in pixels, at first. */
const SMALLEST_PROVINCES = 11;

/** True if the board is touched, not pointed at. */
export const hasFingers = () => globalThis.matchMedia?.("(pointer: coarse)").matches;

/** The smallest scale at first: people may make the map smaller. */
export function smallestAtFirst(map: SpaceMap): number {
  if (!(map instanceof HexMap)) return SMALLEST_PROVINCES;
  return (hasFingers() ? SMALLEST_FOR_FINGERS : SMALLEST_FOR_MOUSE) / Math.sqrt(3);
}

/** A view. It is immutable: painters keep the view that they painted last. */
export class View {
  constructor(
    readonly width: number,
    readonly height: number,
    /** Pixels in a unit length. */
    readonly scale: number,
    /** The place of the map's upper left corner, in pixels. */
    readonly left: number,
    readonly top: number,
  ) {}

  /** The scale that shows the whole map. */
  static whole(map: SpaceMap, width: number, height: number): number {
    const { x, y } = map.size;
    const rim = 2 * map.rim;
    return Math.min(Math.max(40, width - 2 * MARGIN) / (x + rim), Math.max(40, height - 2 * MARGIN) / (y + rim));
  }

  /** The first view of a map: the whole map if its spaces stay large enough to be read, else the part about a point. */
  static first(map: SpaceMap, width: number, height: number, about?: Point, largest = LARGEST_AT_FIRST): View {
    const scale = Math.max(Math.min(View.whole(map, width, height), largest), smallestAtFirst(map));
    const middle = about ?? { x: map.size.x / 2, y: map.size.y / 2 };
    const at = { left: width / 2 - middle.x * scale, top: height / 2 - middle.y * scale };
    return new View(width, height, scale, at.left, at.top).kept(map);
  }

  /** The first view of a mat: as wide as the board. A mat that is too high begins with its foot, the own hand. */
  static ofMat(map: SpaceMap, { width, height }: { width: number; height: number }): View {
    return new View(width, height, width / map.size.x, 0, Number.NEGATIVE_INFINITY).kept(map);
  }

  /** The scale of the first view, about the middle of this one. */
  fitted(map: SpaceMap, largest = LARGEST_AT_FIRST): View {
    if (map.mat) return View.ofMat(map, this);
    return View.first(map, this.width, this.height, this.toMap({ x: this.width / 2, y: this.height / 2 }), largest);
  }

  moved(dx: number, dy: number, map: SpaceMap): View {
    return new View(this.width, this.height, this.scale, this.left + dx, this.top + dy).kept(map);
  }

  /** The view enlarged by a factor; a point of the page keeps its place. */
  zoomed(factor: number, at: Point, map: SpaceMap): View {
    const least = map.mat
      ? View.ofMat(map, this).scale
      : Math.min(View.whole(map, this.width, this.height), LARGEST_AT_FIRST);
    const scale = Math.min(Math.max(this.scale * factor, least), LARGEST);
    const k = scale / this.scale;
    const { width, height } = this;
    return new View(width, height, scale, at.x - (at.x - this.left) * k, at.y - (at.y - this.top) * k).kept(map);
  }

  /** The view with a point of the map in the middle. */
  about({ x, y }: Point, map: SpaceMap): View {
    const [left, top] = [this.width / 2 - x * this.scale, this.height / 2 - y * this.scale];
    return new View(this.width, this.height, this.scale, left, top).kept(map);
  }

  /** The view moved just as far as a point of the map, with some room about it, needs to be seen. */
  revealing(point: Point, map: SpaceMap): View {
    const { x, y } = this.toPage(point);
    const room = Math.min(2 * this.scale, this.width / 3, this.height / 3);
    const by = (at: number, size: number) => Math.max(0, room - at) - Math.max(0, at + room - size);
    return this.moved(by(x, this.width), by(y, this.height), map);
  }

  /** The view with a small map in the middle, and with no gap beyond the rim of a large one. */
  private kept(map: SpaceMap): View {
    // A mat has room about it already.
    const margin = map.mat ? 0 : MARGIN + map.rim * this.scale;
    const along = (at: number, length: number, room: number) => {
      const need = length * this.scale + 2 * margin;
      if (need <= room + 1) return (room - length * this.scale) / 2;
      return Math.min(margin, Math.max(at, room - margin - length * this.scale));
    };
    const left = along(this.left, map.size.x, this.width);
    const top = along(this.top, map.size.y, this.height);
    return new View(this.width, this.height, this.scale, left, top);
  }

  /** True if the whole map is seen. */
  isWhole(map: SpaceMap): boolean {
    const { x, y } = map.size;
    return x * this.scale <= this.width && y * this.scale <= this.height;
  }

  /** The part of the map that is seen: from 0 to 1. */
  share(map: SpaceMap): number {
    const along = (at: number, length: number, room: number) => {
      const [from, to] = [Math.max(0, at), Math.min(room, at + length * this.scale)];
      return Math.max(0, to - from) / (length * this.scale);
    };
    return along(this.left, map.size.x, this.width) * along(this.top, map.size.y, this.height);
  }

  same(other: View | null): boolean {
    if (!other) return false;
    const keys = ["width", "height", "scale", "left", "top"] as const;
    return keys.every((key) => this[key] === other[key]);
  }

  toPage(point: Point): Point {
    return { x: point.x * this.scale + this.left, y: point.y * this.scale + this.top };
  }

  toMap(point: Point): Point {
    return { x: (point.x - this.left) / this.scale, y: (point.y - this.top) / this.scale };
  }

  /** True if something within `reach` units of a point of the map may be seen. */
  near({ x, y }: Point, reach: number): boolean {
    const [px, py, r] = [x * this.scale + this.left, y * this.scale + this.top, reach * this.scale];
    return px > -r && py > -r && px < this.width + r && py < this.height + r;
  }
}
