// The painter: the view of the map, and when the layers are painted for it. While the view moves, the painted layers are
// moved, and painted again as often as there is time for it.

import { ringed } from "../draw/marks/areas";
import type { Sight } from "../draw/observer-view";
import type { Palette } from "../draw/palette";
import { decoded } from "../draw/pens/canvas";
import { HexMap } from "../geometry/hexmap";
import { MatMap } from "../geometry/mat/mat";
import type { Point, SpaceMap } from "../geometry/spaces";
import type { Store } from "../state/store";
import { Layers } from "./layers";
import { LegendPainter } from "./legend";
import { Minimap } from "./minimap";
import { Later } from "./scheduling";
import { LARGEST, LARGEST_PROVINCES, REST_MS, View } from "./view";

/** The height of a board that is not laid out yet, in pixels. */
const HEIGHT = 560;
/** The greatest share of the time that painting takes while the view moves. */
const SHARE = 1 / 3;
/** Pixels that a browser without a graphics processor puts on the screen in a millisecond (measured). */
const PIXELS_A_MS = 60_000;

/** The size of a map, as a text. A mat gets the width that there is, and moves within its height. */
function sizeOf({ size, mat }: SpaceMap): string {
  return mat ? "mat" : `${size.x} ${size.y}`;
}

export class Painter {
  /** The window through which the layers are seen. */
  readonly root: HTMLElement;
  /** Called when the view has changed. */
  onView: () => void = () => {};
  private readonly layers: Layers;
  private readonly minimap: Minimap;
  /** Paints the minimap. At first it follows the board, which it would delay. */
  private readonly overview: Later;
  private now: View | null = null;
  /** The view that the layers were painted for. */
  private painted: View | null = null;
  private ratio = 0;
  /** The size of the map that the view is for. */
  private sized = "";
  /** The largest radius of spaces at first, if it is not the usual one. */
  private largest: number | undefined;
  /** True from the moment when somebody has moved or enlarged the map until it is fitted in again. */
  private moved = false;
  /** The spaces that a tutor named last. */
  private named = "";
  private frame = 0;
  private rest: ReturnType<typeof setTimeout> | undefined;
  private cost = 0;
  private paintedAt = 0;

  constructor(
    private readonly owner: Document,
    private readonly store: Store,
    signal: AbortSignal,
  ) {
    this.root = owner.createElement("div");
    this.root.className = "hexwidget-layers";
    this.layers = new Layers(owner, store, signal);
    this.minimap = new Minimap(owner, (about) => this.go((view) => view.about(about, store.map)), signal);
    this.root.append(this.layers.sheet, this.minimap.root);
    this.overview = new Later(owner.defaultView, () => {
      if (this.now && !signal.aborted) this.minimap.paint(store, this.palette, this.now);
    });
    const again = () => {
      this.layers.renew();
      if (this.painted) this.paintAll();
    };
    decoded.add(again);
    signal.addEventListener("abort", () => {
      decoded.delete(again);
      clearTimeout(this.rest);
      owner.defaultView?.cancelAnimationFrame(this.frame);
    });
  }

  get view(): View | null {
    return this.now;
  }

  get palette(): Palette {
    return this.layers.palette;
  }
  set palette(palette: Palette) {
    this.layers.palette = palette;
  }

  /**
   * Give the board a size in pixels.
   *
   * @param full true if it fills the screen: a small map is enlarged then as far as it goes
   * @returns true if the view has changed
   */
  resize(width: number, height: number, full = false): boolean {
    const { map } = this.store;
    const ratio = this.owner.defaultView?.devicePixelRatio ?? 1;
    // A province is larger than the room for its pieces, whose radius is the unit length.
    this.largest = full ? LARGEST : map instanceof HexMap || map.mat ? undefined : LARGEST_PROVINCES;
    const old = this.sized === sizeOf(map) ? this.now : null;
    // A map that somebody has moved keeps its scale, and the middle of a part stays in the middle.
    const middle = old && !old.isWhole(map) ? old.toMap({ x: old.width / 2, y: old.height / 2 }) : undefined;
    const fresh = this.first(width, height || HEIGHT, middle);
    const { now } = this;
    if (now && now.width === fresh.width && now.height === fresh.height && ratio === this.ratio) return false;
    const kept = this.moved && old && middle;
    this.now = kept ? new View(fresh.width, fresh.height, old.scale, 0, 0).about(middle, map) : this.toNamed(fresh);
    this.ratio = ratio;
    this.sized = sizeOf(map);
    this.layOut();
    return true;
  }

  private first(width: number, height: number, middle = this.begin): View {
    const { map } = this.store;
    if (!(map instanceof MatMap)) return View.first(map, width, height, middle, this.largest);
    map.place({ width, height });
    return View.ofMat(map, { width, height });
  }

  /** Begin with a new view if the map has changed its size. */
  rebind(): void {
    if (!this.now || this.sized === sizeOf(this.store.map)) return;
    this.sized = sizeOf(this.store.map);
    this.moved = false;
    this.named = "";
    this.now = this.toNamed(this.first(this.now.width, this.now.height));
    this.layOut();
  }

  private layOut(): void {
    const { now } = this;
    if (!now) return;
    this.root.style.height = `${now.height}px`;
    this.root.style.width = `${now.width}px`;
    this.root.style.aspectRatio = `${now.width} / ${now.height}`; // on paper it has another size
    this.tellView();
  }

  /** The point that a map of which only a part is seen begins with: a piece that can be chosen, else any piece. */
  private get begin(): Point | undefined {
    const { choices, map, state } = this.store;
    const offered = choices.root.options.find((o) => o.kind === "piece" && o.space !== null);
    const index = map.find(offered?.space ?? state.pieces[0]?.space ?? "");
    return index < 0 ? undefined : map.centre(index);
  }

  private tellView(): void {
    const { now } = this;
    if (!now) return;
    this.tellPlace(now);
    this.onView();
  }

  /** Programs that drive the page from outside find hexes by this attribute. */
  private tellPlace({ scale, left, top }: View): void {
    this.root.dataset.view = [scale, left, top].map((n) => n.toFixed(3)).join(" ");
  }

  /** Programs that drive the page find the spaces of a mat, which move as cards come and go, by this attribute. */
  private tellPlaces(): void {
    const { map } = this.store;
    if (!(map instanceof MatMap)) return;
    const places = [...map.all()].map((index) => {
      const { x, y } = map.spot(index);
      return [map.name(index), [Number(x.toFixed(3)), Number(y.toFixed(3))]];
    });
    this.root.dataset.places = JSON.stringify(Object.fromEntries(places));
  }

  // ------------------------------------------------------------------ the view moves
  /** Move to a view in the next frame. */
  moveTo(view: View): void {
    // Somebody may drag even where the map does not follow any further.
    this.layers.moved();
    if (view.same(this.now)) return;
    this.now = view;
    this.tellView();
    const page = this.owner.defaultView;
    if (!page || this.frame) return;
    this.frame = page.requestAnimationFrame(() => {
      this.frame = 0;
      this.follow();
    });
  }

  private follow(): void {
    clearTimeout(this.rest);
    const { now, painted } = this;
    if (!now) return;
    const idle = performance.now() - this.paintedAt;
    if (!painted || this.cost <= SHARE * idle) {
      this.paintAll();
      return;
    }
    const k = now.scale / painted.scale;
    const { style } = this.layers.sheet;
    // Without this the browser would paint the vectors again at every step.
    style.willChange = "transform";
    style.transform = `matrix(${k},0,0,${k},${now.left - painted.left * k},${now.top - painted.top * k})`;
    this.minimap.frame(now);
    this.rest = setTimeout(() => this.paintAll(), REST_MS);
  }

  /** Move to another view because somebody wants it: it stays when the board gets another size. */
  private go(change: (view: View) => View): void {
    if (!this.now) return;
    this.moved = true;
    this.moveTo(change(this.now));
  }

  zoom(factor: number, at?: Point): void {
    const { map } = this.store;
    this.go((view) => view.zoomed(factor, at ?? { x: view.width / 2, y: view.height / 2 }, map));
  }

  pan(dx: number, dy: number): void {
    this.go((view) => view.moved(dx, dy, this.store.map));
  }

  /** Fit the map in: all of it, if its spaces stay large enough to be hit. */
  fit(): void {
    this.moved = false;
    if (this.now) this.moveTo(this.toNamed(this.now.fitted(this.store.map, this.largest)));
  }

  /** The spaces that a tutor names: those in rings, and last, as it is the newest, that of the callout. */
  private get taught(): number[] {
    const { map, state, status } = this.store;
    if (!status.taught) return [];
    return [...ringed(state.overlays), map.find(status.called?.space ?? "")].filter((index) => index >= 0);
  }

  /** The view moved just as far as the spaces that a tutor names need to be seen: where there is no room for all, the last ones. */
  private toNamed(view: View): View {
    const { map } = this.store;
    return this.taught.reduce((now, index) => now.revealing(map.centre(index), map), view);
  }

  /** Follow a tutor who names other spaces. A map that somebody moves afterwards stays. */
  followTutor(): void {
    const named = String(this.taught);
    if (named === this.named) return;
    this.named = named;
    if (this.now) this.moveTo(this.toNamed(this.now));
  }

  /** True if somebody has made the map larger or smaller. */
  get zoomed(): boolean {
    const { map } = this.store;
    return this.moved && this.now !== null && this.now.scale !== this.now.fitted(map, this.largest).scale;
  }

  /** Bring a hex into the part that is seen. */
  reveal(index: number): void {
    if (this.now) this.moveTo(this.now.revealing(this.store.map.centre(index), this.store.map));
  }

  /** True if only a part of the map is seen. */
  get larger(): boolean {
    return this.now !== null && !this.now.isWhole(this.store.map);
  }

  // ------------------------------------------------------------------ painting
  /** Paint now what would follow in later frames. */
  end(): void {
    this.layers.end();
  }

  paintAll(): void {
    const from = performance.now();
    // A mat may have become lower.
    if (this.store.map.mat && this.now) {
      this.now = this.now.moved(0, 0, this.store.map);
      this.tellPlace(this.now);
    }
    this.tellPlaces();
    const { layers, now } = this;
    clearTimeout(this.rest);
    const first = this.painted === null;
    this.painted = now;
    layers.sheet.style.transform = layers.sheet.style.willChange = "";
    if (now) {
      layers.paintGround(now);
      layers.paintMarks(now);
      layers.paintPieces(now);
      layers.paintTop(now);
      if (first) this.overview.soon();
      else this.overview.now();
    }
    this.paintedAt = performance.now();
    const pixels = now ? now.width * now.height * this.ratio ** 2 : 0;
    this.cost = this.paintedAt - from + pixels / PIXELS_A_MS;
  }

  /** Paint one layer by itself. The other layers must have been painted for the same view. */
  private paintOne(paint: (view: View) => void): void {
    if (this.painted !== this.now) this.paintAll();
    if (this.now) paint(this.now);
  }

  /** The sight of the board in a view. */
  sight(view: View): Sight {
    return this.layers.sight(view);
  }

  paintMarks(): void {
    this.paintOne((view) => this.layers.paintMarks(view));
  }

  paintPieces(): void {
    this.paintOne((view) => this.layers.paintPieces(view));
  }

  paintTop(): void {
    this.paintOne((view) => this.layers.paintTop(view));
  }

  /** Paint the pieces without the groups of these names, such as "stack 0203". */
  leaveOut(names: ReadonlySet<string>): void {
    this.layers.away = names;
    if (this.painted) this.paintPieces();
  }

  /** Replace each canvas of the legend by the drawing that its data attributes name. */
  paintLegend(canvases: Iterable<HTMLCanvasElement>): void {
    new LegendPainter(this.owner, this.store, this.palette).paint(canvases);
  }

  /** The hex under a point of the board, in pixels from its corner; -1 off the map. */
  hexAt(point: Point): number {
    return this.now ? this.store.map.at(this.now.toMap(point)) : -1;
  }
}
