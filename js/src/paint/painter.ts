// Puts the layers together: ground, marks, pieces, and on top what moves with the pointer.

import { bytesOf, Plane } from "../geometry/plane";
import type { Point } from "../geometry/spaces";
import type { Arrow } from "../scene/types";
import type { Store } from "../store";
import { Layer, type Pen } from "./canvas";
import { paintCards } from "./cards";
import { paintGround, paintNumbers, paintPattern, paintPreview, paintRegions } from "./ground";
import {
  hatchSpace,
  paintField,
  paintHatch,
  paintOverlay,
  paintPath,
  paintRing,
  paintSpaces,
  paintTrail,
} from "./marks";
import { overlayHue, PALETTES, type Palette } from "./palette";
import { paintPieces, plate, svgElement, symbol, tokenMark } from "./pieces";
import { View } from "./view";

const HIGHEST = 560;
/** A mat may be higher: its cards are to be read. */
const HIGHEST_MAT = 700;
/** Side of a mark in the legend. */
const LEGEND = 18;
const MIDDLE = { x: LEGEND / 2, y: LEGEND / 2 };

export class Painter {
  readonly root: HTMLElement;
  palette: Palette = PALETTES.light;
  private view: View | null = null;
  private ratio = 0;
  private previewed = false;
  private readonly ground: Layer;
  private readonly marks: Layer;
  private readonly pieces: SVGElement;
  private readonly top: Layer;

  constructor(
    private readonly owner: Document,
    private readonly store: Store,
  ) {
    this.root = owner.createElement("div");
    this.root.className = "hexwidget-layers";
    this.ground = new Layer(owner, "ground");
    this.marks = new Layer(owner, "marks");
    this.pieces = svgElement(owner, "svg", { class: "hexwidget-layer hexwidget-pieces", "aria-hidden": "true" });
    this.top = new Layer(owner, "top");
    this.root.append(this.ground.canvas, this.marks.canvas, this.pieces, this.top.canvas);
  }

  /** Fit the map into a width; true if the view has changed. */
  resize(width: number): boolean {
    const view = View.fit(this.store.map, width, this.store.map.mat ? HIGHEST_MAT : HIGHEST);
    const ratio = this.owner.defaultView?.devicePixelRatio ?? 1;
    const { view: old } = this;
    const same = old && old.width === view.width && old.height === view.height && old.scale === view.scale;
    if (same && ratio === this.ratio) return false;
    this.view = view;
    this.ratio = ratio;
    this.root.style.height = `${view.height}px`;
    this.root.style.width = `${view.width}px`;
    return true;
  }

  paintAll(): void {
    this.paintGround();
    this.paintMarks();
    this.paintPieces();
    this.paintTop();
  }

  paintGround(): void {
    const { view, store } = this;
    const pen = view && this.ground.clear(view);
    if (view && pen) paintGround(pen, store.map, store.scene, this.palette, view);
  }

  paintMarks(): void {
    const { view, store, palette } = this;
    const pen = view && this.marks.clear(view);
    if (!view || !pen) return;
    const { preview } = store.current;
    if (preview) paintPreview(pen, store.map, store.scene, preview, palette, view);
    const regions = store.state.regions.map(
      ({ plane: [skip, bytes] }) => new Set(new Plane(skip, bytesOf(bytes)).members()),
    );
    paintRegions(pen, store.map, regions, palette, view);
    for (const overlay of store.state.overlays) {
      if (store.hidden.has(overlay.name)) continue;
      // While something is being chosen its numbers are the ones to read; overlays step back.
      const shown = store.field ? { ...overlay, numbers: false, fill: overlay.fill * 0.4 } : overlay;
      paintOverlay(pen, store.map, shown, palette, view);
    }
    if (store.field) {
      paintField(pen, store.map, store.field, palette, view);
      paintRing(pen, store.map, store.field.origin, palette.overlay.path ?? palette.ink, view);
    } else {
      const chosen = store.options.find((o) => o.kind === "piece" && o.chosen && o.space !== null);
      const at = chosen ? store.map.find(chosen.space ?? "") : -1;
      if (at >= 0) paintRing(pen, store.map, at, palette.overlay.path ?? palette.ink, view);
    }
    for (const arrow of store.state.arrows) {
      if (arrow.trail) paintTrail(pen, store.map, this.spaces(arrow), overlayHue(palette, arrow.hue), view);
    }
    paintSpaces(pen, store.map, store.options, palette, view);
    // The printed numbers above all that is filled in, or they could not be read there.
    paintNumbers(pen, store.map, palette, view);
  }

  private spaces(arrow: Arrow): number[] {
    return arrow.spaces.map((space) => this.store.map.find(space));
  }

  /** Whether what is chosen changes what lies on the board: a preview is shown, or was. */
  get previews(): boolean {
    return this.previewed || (this.store.current.preview?.tokens.length ?? 0) > 0;
  }

  paintPieces(): void {
    const { view, store } = this;
    if (!view) return;
    const tokens = store.current.preview?.tokens ?? [];
    this.previewed = tokens.length > 0;
    const state = { ...store.state, tokens: [...store.state.tokens, ...tokens] };
    paintPieces(this.pieces, store.map, store.scene, state, this.palette, view);
    paintCards(this.pieces, store.map, store.scene, store.state, this.palette, view);
  }

  /** The path to the hex looked at (or chosen), arrows, and the focus: painted at every move of the pointer. */
  paintTop(): void {
    const { view, store, palette } = this;
    const pen = view && this.top.clear(view);
    if (!view || !pen) return;
    const ink = palette.overlay.path ?? palette.ink;
    for (const arrow of [...store.state.arrows, ...store.current.arrows]) {
      if (arrow.trail) continue;
      paintPath(pen, store.map, this.spaces(arrow), overlayHue(palette, arrow.hue), palette.board, view);
    }
    if (store.map.mat) this.paintOffers(pen, view);
    const looked = store.focus >= 0 && store.field?.costs.has(store.focus) ? store.focus : -1;
    const goal = store.destination >= 0 ? store.destination : looked;
    const way = goal >= 0 ? store.field?.route(goal) : store.field?.fixed;
    if (way) paintPath(pen, store.map, way, ink, palette.board, view);
    if (store.destination >= 0) paintRing(pen, store.map, store.destination, ink, view, true);
    for (const index of store.marked) paintRing(pen, store.map, index, palette.overlay.mark ?? ink, view);
    if (store.pinned >= 0) paintRing(pen, store.map, store.pinned, palette.overlay.barred ?? palette.ink, view);
    if (store.focus >= 0 && store.focus !== store.pinned) {
      paintRing(pen, store.map, store.focus, palette.overlay.focus ?? palette.ink, view, !store.byKeyboard);
    }
  }

  /** On a mat the cards lie over all marks: those that are offered are framed above them, with what is chosen. */
  private paintOffers(pen: Pen, view: View): void {
    const { store, palette } = this;
    const hues = { piece: "reach", space: "attack", number: "attack" } as const;
    for (const option of store.options) {
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
    for (const canvas of canvases) {
      const { kind = "", key = "" } = canvas.dataset;
      if (kind === "player" || kind === "symbol" || kind === "token" || kind === "spent")
        canvas.replaceWith(this.legendPiece(kind, key));
      else if (kind === "border") canvas.replaceWith(this.legendBorder(key));
      else canvas.replaceWith(this.legendHex(kind, key));
    }
  }

  private legendPiece(kind: "player" | "symbol" | "token" | "spent", key: string): SVGElement {
    const { palette } = this;
    const svg = svgElement(this.owner, "svg", { width: LEGEND, height: LEGEND, "aria-hidden": "true" });
    if (kind === "player") {
      const player = this.store.scene.players[Number(key)];
      const fill = palette.owner[player?.hue ?? ""]?.[0] ?? palette.ink;
      svg.append(plate(this.owner, player?.shape ?? "square", MIDDLE, LEGEND * 0.36, fill, palette.ink));
    } else if (kind === "spent") {
      svg.append(plate(this.owner, "square", MIDDLE, LEGEND * 0.36, palette.board, palette.ink));
    } else if (kind === "symbol") svg.append(symbol(this.owner, key, MIDDLE, LEGEND * 0.48, palette.ink));
    else {
      const shape = this.store.state.tokens.find((t) => t.kind === key)?.shape ?? "square";
      svg.append(tokenMark(this.owner, { kind: key, shape }, LEGEND * 0.25, LEGEND * 0.25, LEGEND * 0.5, palette));
    }
    return svg;
  }

  private legendBorder(key: string): SVGElement {
    const { palette } = this;
    const look = this.store.scene.borders.find((b) => b.key === key);
    const svg = svgElement(this.owner, "svg", { width: LEGEND, height: LEGEND, "aria-hidden": "true" });
    const dash = { solid: "none", dashed: "5 3", dotted: "0 4" }[look?.stroke ?? "solid"];
    const stroke = { stroke: palette.border[look?.hue ?? ""] ?? palette.ink, "stroke-width": 3 };
    const cap = look?.stroke === "dotted" ? "round" : "butt";
    const line = { x1: 0, y1: LEGEND / 2, x2: LEGEND, y2: LEGEND / 2 };
    svg.append(svgElement(this.owner, "line", { ...line, ...stroke, "stroke-dasharray": dash, "stroke-linecap": cap }));
    return svg;
  }

  private legendHex(kind: string, key: string): HTMLCanvasElement {
    const { palette } = this;
    const layer = new Layer(this.owner, "swatch");
    const pen = layer.clear(new View(LEGEND, LEGEND, LEGEND / 2, 0, 0));
    if (!pen) return layer.canvas;
    const ground = kind === "ground" ? this.store.scene.grounds.find((g) => g.key === key) : undefined;
    const [fill, mark] = (ground && palette.ground[ground.hue]) ?? [palette.board];
    pen.fillStyle = fill ?? palette.board;
    pen.strokeStyle = palette.grid;
    pen.beginPath();
    pen.roundRect(0.5, 0.5, LEGEND - 1, LEGEND - 1, 4);
    pen.fill();
    if (kind === "overlay") {
      const overlay = this.store.state.overlays.find((o) => o.name === key);
      pen.fillStyle = overlayHue(palette, overlay?.hue ?? key);
      pen.globalAlpha = overlay && overlay.hatch !== "none" ? 0.15 : 0.5;
      pen.fill();
      pen.globalAlpha = 1;
      if (overlay) hatchSpace(pen, overlay.hatch, overlayHue(palette, overlay.hue), MIDDLE, LEGEND * 0.6);
    }
    pen.stroke();
    if (ground) {
      pen.strokeStyle = pen.fillStyle = mark ?? palette.ink;
      paintPattern(pen, ground.pattern, { x: LEGEND / 2, y: LEGEND / 2 - 0.5 }, LEGEND * 0.6);
    } else if (kind === "barred") {
      pen.clip();
      paintHatch(pen, MIDDLE, LEGEND / 2, palette);
    }
    return layer.canvas;
  }

  /** The hex under a point of the page, given relative to the board's corner; -1 off the map. */
  hexAt(point: Point): number {
    return this.view ? this.store.map.at(this.view.toMap(point)) : -1;
  }

  /** Scroll a hex into the part of the board that is seen. */
  reveal(index: number, surface: HTMLElement): void {
    if (!this.view) return;
    const { x, y } = this.view.toPage(this.store.map.centre(index));
    const room = 2 * this.view.scale;
    const near = (place: number, from: number, size: number) =>
      Math.min(Math.max(from, place + room - size), Math.max(0, place - room));
    surface.scrollTo({
      left: near(x, surface.scrollLeft, surface.clientWidth),
      top: near(y, surface.scrollTop, surface.clientHeight),
    });
  }
}
