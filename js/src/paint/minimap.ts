// The minimap: the whole map in a corner without pieces, while a good part of it is out of sight. A click or a drag on it
// moves the view there.

import { entryOf, type Palette } from "../draw/palette";
import type { Point, SpaceMap } from "../geometry/spaces";
import type { Store } from "../state/store";
import { Layer } from "./canvas";
import { placeIn } from "./events";
import { Afar } from "./overview";
import { View } from "./view";

/** The greatest width and height, in pixels. */
const LONGEST = 150;
const HIGHEST = 120;
/** The seen part of the map from which on nobody needs the minimap. */
const ENOUGH = 0.85;
/** The distance from the sides of the view, in pixels. */
const APART = 8;
/** The distance from the left side, where the buttons that zoom stand: they are 44 pixels wide for fingers. */
const BESIDE_ZOOM = 60;

export class Minimap {
  readonly root: HTMLElement;
  private readonly ground: Layer;
  private readonly top: Layer;
  private readonly afar = new Afar();
  private view: View | null = null;
  private map: SpaceMap | null = null;
  private shown: object | null = null;
  private dots: { at: Point; fill: string }[] = [];
  private ink = "";

  constructor(owner: Document, goTo: (point: Point) => void, signal: AbortSignal) {
    this.root = owner.createElement("div");
    this.root.className = "hexwidget-minimap";
    this.root.setAttribute("aria-hidden", "true");
    this.ground = new Layer(owner, "miniground");
    this.top = new Layer(owner, "minitop");
    this.root.append(this.ground.canvas, this.top.canvas);
    this.root.hidden = true;
    const listen = { signal };
    const point = (e: PointerEvent) => {
      if (this.view) goTo(this.view.toMap(placeIn(this.top.canvas, e)));
      e.stopPropagation();
    };
    this.root.addEventListener(
      "pointerdown",
      (e) => {
        this.root.setPointerCapture(e.pointerId);
        point(e);
      },
      listen,
    );
    this.root.addEventListener("pointermove", (e) => (e.buttons ? point(e) : e.stopPropagation()), listen);
    this.root.addEventListener("click", (e) => e.stopPropagation(), listen);
  }

  paint(store: Store, palette: Palette, seen: View): void {
    const { map, scene, state } = store;
    this.root.hidden = map.mat || seen.isWhole(map) || seen.share(map) >= ENOUGH;
    if (this.root.hidden) return;
    if (this.map !== map || this.shown !== palette) {
      const scale = Math.min(LONGEST / map.size.x, HIGHEST / map.size.y);
      const [width, height] = [Math.ceil(map.size.x * scale), Math.ceil(map.size.y * scale)];
      this.view = new View(width, height, scale, 0, 0);
      this.root.style.width = `${width}px`;
      this.root.style.height = `${height}px`;
      if (this.ground.clear(this.view)) this.afar.paint(this.ground, { view: this.view, map, scene, palette });
      [this.map, this.shown] = [map, palette];
    }
    this.dots = state.pieces
      .filter((p) => p.layer === "unit")
      .map((p) => ({ at: map.find(p.space), hue: scene.players[p.owner]?.hue ?? "" }))
      .filter(({ at }) => at >= 0)
      .map(({ at, hue }) => ({ at: map.centre(at), fill: entryOf(palette.owner, hue)?.[0] ?? palette.ink }));
    this.ink = palette.markInk;
    this.root.hidden = !this.settle(store, seen);
    this.frame(seen);
  }

  /** Move into the first corner where no piece would be covered; false without such a corner. */
  private settle({ map, state }: Store, seen: View): boolean {
    if (!this.view) return false;
    const { width, height } = this.view;
    const [right, foot] = [seen.width - width - APART, seen.height - height - APART];
    const reach = Math.min(map.reach, 1) * seen.scale;
    const taken = [...state.pieces, ...state.tokens]
      .map((piece) => map.find(piece.space))
      .filter((index) => index >= 0 && seen.near(map.centre(index), map.reach))
      .map((index) => seen.toPage(map.centre(index)));
    const corners: [number, number][] = [
      [right, foot],
      [BESIDE_ZOOM, foot],
      [right, APART],
      [BESIDE_ZOOM, APART],
    ];
    const free = corners.find(([left, top]) =>
      taken.every(
        ({ x, y }) => x < left - reach || x > left + width + reach || y < top - reach || y > top + height + reach,
      ),
    );
    if (!free) return false;
    this.root.style.left = `${free[0]}px`;
    this.root.style.top = `${free[1]}px`;
    return true;
  }

  /** Draw the frame about the part that is seen. */
  frame(seen: View): void {
    const pen = this.view && this.top.clear(this.view);
    if (!this.view || !pen || this.root.hidden) return;
    for (const { at, fill } of this.dots) {
      const { x, y } = this.view.toPage(at);
      pen.fillStyle = fill;
      pen.fillRect(x - 1.5, y - 1.5, 3, 3);
    }
    const a = this.view.toPage(seen.toMap({ x: 0, y: 0 }));
    const b = this.view.toPage(seen.toMap({ x: seen.width, y: seen.height }));
    pen.strokeStyle = this.ink;
    pen.lineWidth = 2;
    pen.strokeRect(a.x, a.y, b.x - a.x, b.y - a.y);
  }
}
