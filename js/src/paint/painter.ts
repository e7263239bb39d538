// Puts the layers together: ground, marks, pieces, and on top what moves with the pointer. While the view moves the layers
// are moved as they are, and painted anew as often as there is time for it.

import { HexMap } from "../geometry/hexmap";
import { bytesOf, Plane } from "../geometry/plane";
import type { Point, SpaceMap } from "../geometry/spaces";
import type { Arrow } from "../kernel/types.gen";
import type { Store } from "../state/store";
import { Layer, type Pen } from "./canvas";
import { paintCards } from "./cards";
import { paintGround, paintNumbers, paintPreview, paintRegions } from "./ground";
import { LegendPainter } from "./legend";
import { opacity, paintField, paintNote, paintOverlay, paintPath, paintRing, paintSpaces, paintTrail } from "./marks";
import { Minimap } from "./minimap";
import { overlayHue, PALETTES, type Palette } from "./palette";
import { paintFan, paintPieces, svgElement } from "./pieces";
import { packed, Raster } from "./raster";
import { shadesOf } from "./shades";
import { LARGEST, View } from "./view";

const HIGHEST = 560;
const LARGEST_PROVINCES = 72;
/** A mat may be higher: its cards are to be read. */
const HIGHEST_MAT = 700;
/** While the view moves, at most this part of the time goes into painting anew. */
const SHARE = 1 / 3;
/** What the browser does after us, when nothing but its processor paints: about so many pixels a millisecond (measured). */
const PIXELS_A_MS = 60_000;
/** The view is at rest when it has not moved for so many milliseconds. */
const REST_MS = 110;

function sizeOf({ size, mat }: SpaceMap): string {
  return `${size.x} ${size.y} ${mat}`;
}

export class Painter {
  /** What is seen; the sheet of layers below it may be moved. */
  readonly root: HTMLElement;
  palette: Palette = PALETTES.light;
  /** Called when something else is seen. */
  onView: () => void = () => {};
  private readonly sheet: HTMLElement;
  private now: View | null = null;
  /** The view that the layers were painted for. */
  private painted: View | null = null;
  private ratio = 0;
  private highest = HIGHEST;
  /** The size of the map that the view is for. */
  private sized = "";
  /** How large spaces are at most to begin with, where that is another size than usual. */
  private largest: number | undefined;
  private previewed = false;
  private frame = 0;
  private rest: ReturnType<typeof setTimeout> | undefined;
  private cost = 0;
  private paintedAt = 0;
  private readonly ground: Layer;
  private readonly marks: Layer;
  private readonly pieces: SVGElement;
  private readonly top: Layer;
  private readonly raster = new Raster();
  private readonly minimap: Minimap;

  constructor(
    private readonly owner: Document,
    private readonly store: Store,
    signal: AbortSignal,
  ) {
    this.root = owner.createElement("div");
    this.root.className = "hexwidget-layers";
    this.sheet = owner.createElement("div");
    this.sheet.className = "hexwidget-sheet";
    this.ground = new Layer(owner, "ground");
    this.marks = new Layer(owner, "marks");
    this.pieces = svgElement(owner, "svg", { class: "hexwidget-layer hexwidget-pieces", "aria-hidden": "true" });
    this.top = new Layer(owner, "top");
    this.sheet.append(this.ground.canvas, this.marks.canvas, this.pieces, this.top.canvas);
    this.minimap = new Minimap(owner, (about) => this.now && this.moveTo(this.now.about(about, store.map)), signal);
    this.root.append(this.sheet, this.minimap.root);
    signal.addEventListener("abort", () => {
      clearTimeout(this.rest);
      owner.defaultView?.cancelAnimationFrame(this.frame);
    });
  }

  get view(): View | null {
    return this.now;
  }

  /** Give the board a width, and a height if it has all the room there is; true if that changes what is seen. */
  resize(width: number, height = 0): boolean {
    const { map } = this.store;
    this.highest = height || (map.mat ? HIGHEST_MAT : HIGHEST);
    const ratio = this.owner.defaultView?.devicePixelRatio ?? 1;
    // Provinces are larger than the room for their pieces, which is what counts as one.
    this.largest = height ? LARGEST : map instanceof HexMap || map.mat ? undefined : LARGEST_PROVINCES;
    const first = View.first(map, width, this.highest, this.begin, this.largest);
    const { now: old } = this;
    if (old && old.width === first.width && old.height === first.height && ratio === this.ratio) return false;
    // A map that was enlarged stays so.
    const kept = old && !old.isWhole(map) && this.sized === sizeOf(map) ? old : null;
    const middle = kept?.toMap({ x: kept.width / 2, y: kept.height / 2 });
    this.now = kept && middle ? new View(first.width, first.height, kept.scale, 0, 0).about(middle, map) : first;
    this.ratio = ratio;
    this.sized = sizeOf(map);
    this.layOut();
    return true;
  }

  /** The map is another one: begin anew, if it has another size. */
  rebind(): void {
    if (!this.now || this.sized === sizeOf(this.store.map)) return;
    this.sized = sizeOf(this.store.map);
    this.now = View.first(this.store.map, this.now.width, this.highest, this.begin, this.largest);
    this.layOut();
  }

  private layOut(): void {
    const { now } = this;
    if (!now) return;
    this.root.style.height = `${now.height}px`;
    this.root.style.width = `${now.width}px`;
    this.tellView();
  }

  /** Where a map that is not seen whole begins: at the pieces that can be chosen, else at any. */
  private get begin(): Point | undefined {
    const { store } = this;
    const offered = store.choices.root.options.find((o) => o.kind === "piece" && o.space !== null);
    const index = store.map.find(offered?.space ?? store.state.pieces[0]?.space ?? "");
    return index < 0 ? undefined : store.map.centre(index);
  }

  private tellView(): void {
    const { now } = this;
    if (!now) return;
    // So that whoever drives the page from outside can find a hex on it.
    this.root.dataset.view = [now.scale, now.left, now.top].map((n) => n.toFixed(3)).join(" ");
    this.onView();
  }

  // ------------------------------------------------------------------ the view moves
  /** Show another part of the map, or the same in another size: in the next frame. */
  moveTo(view: View): void {
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
    // Moved as it was painted: else what is vectors would be painted anew at every step.
    this.sheet.style.willChange = "transform";
    this.sheet.style.transform = `matrix(${k},0,0,${k},${now.left - painted.left * k},${now.top - painted.top * k})`;
    this.minimap.frame(now);
    this.rest = setTimeout(() => this.paintAll(), REST_MS);
  }

  zoom(factor: number, at?: Point): void {
    const { now } = this;
    if (now) this.moveTo(now.zoomed(factor, at ?? { x: now.width / 2, y: now.height / 2 }, this.store.map));
  }

  pan(dx: number, dy: number): void {
    if (this.now) this.moveTo(this.now.moved(dx, dy, this.store.map));
  }

  fit(): void {
    if (this.now) this.moveTo(this.now.fitted(this.store.map, this.largest));
  }

  /** Bring a hex into the part that is seen. */
  reveal(index: number): void {
    if (this.now) this.moveTo(this.now.revealing(this.store.map.centre(index), this.store.map));
  }

  /** Whether there is more of the map than is seen. */
  get larger(): boolean {
    return this.now !== null && !this.now.isWhole(this.store.map);
  }

  // ------------------------------------------------------------------ the layers
  paintAll(): void {
    const from = performance.now();
    clearTimeout(this.rest);
    this.painted = this.now;
    this.sheet.style.transform = this.sheet.style.willChange = "";
    this.paintGround();
    this.paintMarks();
    this.paintPieces();
    this.paintTop();
    this.paintMinimap();
    this.paintedAt = performance.now();
    const { width = 0, height = 0 } = this.now ?? {};
    this.cost = this.paintedAt - from + (width * height * this.ratio ** 2) / PIXELS_A_MS;
  }

  /** Before one layer is painted by itself, all are where they were painted for. */
  private settle(): void {
    if (this.painted !== this.now) this.paintAll();
  }

  paintGround(): void {
    this.settle();
    const { now: view, store, palette } = this;
    const pen = view && this.ground.clear(view);
    if (!view || !pen) return;
    if (!Raster.fits(store.map, view)) {
      paintGround(pen, store.map, store.scene, palette, view);
      return;
    }
    const colours = new Uint32Array(256);
    store.scene.grounds.forEach(({ hue }, n) => {
      colours[n] = packed(palette.ground[hue]?.[0] ?? palette.board);
    });
    this.raster.paint(this.ground, store.map, view, store.map.groundOf, colours);
  }

  paintMarks(): void {
    this.settle();
    const { now: view, store, palette } = this;
    const pen = view && this.marks.clear(view);
    if (!view || !pen) return;
    const { preview } = store.choosing.current;
    if (preview) paintPreview(pen, store.map, store.scene, preview, palette, view);
    const regions = store.state.regions.map(
      ({ plane: [skip, bytes] }) => new Set(new Plane(skip, bytesOf(bytes)).members()),
    );
    paintRegions(pen, store.map, regions, palette, view);
    this.paintOverlays(pen, view);
    if (store.editing.on) {
      paintNumbers(pen, store.map, palette, view);
      return;
    }
    if (store.choosing.field) {
      paintField(pen, store.map, store.choosing.field, palette, view);
      paintRing(pen, store.map, store.choosing.field.origin, palette.overlay.path ?? palette.ink, view);
    } else {
      const chosen = store.choosing.options.find((o) => o.kind === "piece" && o.chosen && o.space !== null);
      const at = chosen ? store.map.find(chosen.space ?? "") : -1;
      if (at >= 0) paintRing(pen, store.map, at, palette.overlay.path ?? palette.ink, view);
    }
    for (const arrow of store.state.arrows) {
      if (arrow.trail) paintTrail(pen, store.map, this.spaces(arrow), overlayHue(palette, arrow.hue), view);
    }
    // Before anything is chosen, what can be.
    if (Object.keys(store.choosing.draft).length === 0 && !store.map.mat) this.paintFree(pen, view);
    paintSpaces(pen, store.map, store.choosing.options, palette, view);
    // The printed numbers above all that is filled in, or they could not be read there.
    paintNumbers(pen, store.map, palette, view);
  }

  private paintFree(pen: Pen, view: View): void {
    const { store, palette } = this;
    pen.globalAlpha = 0.5;
    for (const { kind, space, findings } of store.choosing.options) {
      const index = kind === "piece" && findings.length === 0 ? store.map.find(space ?? "") : -1;
      if (index >= 0 && view.near(store.map.centre(index), store.map.reach))
        paintRing(pen, store.map, index, palette.overlay.focus ?? palette.ink, view, true, 3, 1.5);
    }
    pen.globalAlpha = 1;
  }

  private paintOverlays(pen: Pen, view: View): void {
    const { store, palette } = this;
    const { map } = store;
    for (const overlay of store.state.overlays) {
      if (store.settings.hidden.has(overlay.name)) continue;
      // While something is being chosen its numbers are the ones to read; overlays step back.
      const shown = store.choosing.field ? { ...overlay, numbers: false, fill: overlay.fill * 0.4 } : overlay;
      const shades = shadesOf(map, overlay);
      if (Raster.fits(map, view)) {
        const last = shades.values.length - 1;
        const hue = overlayHue(palette, overlay.hue);
        const colours = shades.values.map((_, level) => packed(hue, opacity(shown, level, last)));
        this.raster.paint(this.marks, map, view, shades.of, Uint32Array.from([0, ...colours]));
      } else paintOverlay(pen, map, shown, shades, palette, view);
    }
  }

  private spaces(arrow: Arrow): number[] {
    return arrow.spaces.map((space) => this.store.map.find(space));
  }

  /** Whether what is chosen changes what lies on the board: a preview is shown, or was. */
  get previews(): boolean {
    return this.previewed || (this.store.choosing.current.preview?.tokens.length ?? 0) > 0;
  }

  paintPieces(): void {
    this.settle();
    const { now: view, store } = this;
    if (!view) return;
    const tokens = store.choosing.current.preview?.tokens ?? [];
    this.previewed = tokens.length > 0;
    const state = { ...store.state, tokens: [...store.state.tokens, ...tokens] };
    this.pieces.replaceChildren();
    this.pieces.setAttribute("viewBox", `0 0 ${view.width} ${view.height}`);
    this.pieces.setAttribute("width", String(view.width));
    this.pieces.setAttribute("height", String(view.height));
    if (store.settings.bare && !store.map.mat) return;
    paintPieces(this.pieces, store.map, store.scene, state, this.palette, view, store.settings.letters);
    paintCards(this.pieces, store.map, store.scene, store.state, this.palette, view);
    const fanned = state.pieces.filter(
      (p) => store.looking.fanned >= 0 && p.space === store.map.name(store.looking.fanned),
    );
    if (fanned.length > 0) paintFan(this.pieces, store, fanned, this.palette, view);
  }

  private paintMinimap(): void {
    const { now: view, store } = this;
    if (view) this.minimap.paint(store, this.palette, view);
  }

  /** The path to the hex looked at (or chosen), arrows, notes, and the focus: painted at every move of the pointer. */
  paintTop(): void {
    this.settle();
    const { now: view, store, palette } = this;
    const pen = view && this.top.clear(view);
    if (!view || !pen) return;
    const ink = palette.overlay.path ?? palette.ink;
    for (const arrow of [...store.state.arrows, ...store.choosing.current.arrows]) {
      if (arrow.trail) continue;
      paintPath(pen, store.map, this.spaces(arrow), overlayHue(palette, arrow.hue), palette.board, view);
    }
    if (store.map.mat && !store.editing.on) this.paintOffers(pen, view);
    const looked =
      store.looking.focus >= 0 && store.choosing.field?.costs.has(store.looking.focus) ? store.looking.focus : -1;
    const goal = store.choosing.destination >= 0 ? store.choosing.destination : looked;
    const way = goal >= 0 ? store.choosing.field?.route(goal) : store.choosing.field?.fixed;
    if (way) paintPath(pen, store.map, way, ink, palette.board, view, store.choosing.field?.stepCosts(goal) ?? []);
    if (store.choosing.destination >= 0) paintRing(pen, store.map, store.choosing.destination, ink, view, true);
    for (const note of store.state.notes) paintNote(pen, store.map, note, palette, view);
    for (const index of store.looking.marked) paintRing(pen, store.map, index, palette.overlay.mark ?? ink, view);
    if (store.looking.pinned >= 0)
      paintRing(pen, store.map, store.looking.pinned, palette.overlay.barred ?? palette.ink, view);
    if (store.looking.ruler >= 0) this.paintRuler(pen, view);
    if (store.looking.focus >= 0 && store.looking.focus !== store.looking.pinned) {
      paintRing(
        pen,
        store.map,
        store.looking.focus,
        palette.overlay.focus ?? palette.ink,
        view,
        !store.looking.byKeyboard,
      );
    }
  }

  /** The hexes between the one that is measured from and the one looked at. */
  private paintRuler(pen: Pen, view: View): void {
    const { store, palette } = this;
    const colour = palette.overlay.mark ?? palette.ink;
    paintRing(pen, store.map, store.looking.ruler, colour, view);
    if (store.looking.focus < 0 || store.looking.focus === store.looking.ruler) return;
    for (const index of store.map.line(store.looking.ruler, store.looking.focus))
      paintRing(pen, store.map, index, colour, view, true, 5);
  }

  /** On a mat the cards lie over all marks: those that are offered are framed above them, with what is chosen. */
  private paintOffers(pen: Pen, view: View): void {
    const { store, palette } = this;
    const hues = { piece: "focus", space: "attack", number: "attack" } as const;
    for (const option of store.choosing.options) {
      const index = store.map.find(option.space ?? "");
      const hue = hues[option.kind as keyof typeof hues];
      if (index < 0 || !hue || store.map.labelRoom(index) > 0) continue;
      const colour = option.chosen ? palette.overlay.path : palette.overlay[hue];
      // Around the card, so that nothing on it is hidden.
      if (option.chosen || option.findings.length === 0)
        paintRing(pen, store.map, index, colour ?? palette.ink, view, !option.chosen && option.kind !== "piece", -1);
    }
  }

  /** Fill in the marks of the legend: canvases that say what they stand for are replaced by a drawing of it. */
  paintLegend(canvases: Iterable<HTMLCanvasElement>): void {
    new LegendPainter(this.owner, this.store, this.palette).paint(canvases);
  }

  /** The hex under a point of the page, given relative to the board's corner; -1 off the map. */
  hexAt(point: Point): number {
    return this.now ? this.store.map.at(this.now.toMap(point)) : -1;
  }
}
