// Puts the layers together: ground, marks, pieces, and on top what moves with the pointer.

import type { Point } from "../geometry/hexmap";
import type { Store } from "../store";
import { Layer } from "./canvas";
import { paintGround, paintPattern } from "./ground";
import { paintField, paintOverlay, paintPath, paintRing, paintSpaces } from "./marks";
import { PALETTES, type Palette } from "./palette";
import { paintPieces, plate, svgElement } from "./pieces";
import { View } from "./view";

const HIGHEST = 560;

export class Painter {
  readonly root: HTMLElement;
  palette: Palette = PALETTES.light;
  private view: View | null = null;
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
    const view = View.fit(this.store.map, width, HIGHEST);
    const { view: old } = this;
    if (old && old.width === view.width && old.height === view.height && old.scale === view.scale) return false;
    this.view = view;
    this.root.style.height = `${view.height}px`;
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
    for (const overlay of store.state.overlays) paintOverlay(pen, store.map, overlay, palette, view);
    if (store.field) {
      paintField(pen, store.map, store.field, palette, view);
      paintRing(pen, store.map, store.field.origin, palette.overlay.path ?? palette.ink, view);
    }
    paintSpaces(pen, store.map, store.options, palette, view);
  }

  paintPieces(): void {
    const { view, store } = this;
    if (view) paintPieces(this.pieces, store.map, store.scene, store.state, this.palette, view);
  }

  /** The path to the hex looked at (or chosen), arrows, and the focus: painted at every move of the pointer. */
  paintTop(): void {
    const { view, store, palette } = this;
    const pen = view && this.top.clear(view);
    if (!view || !pen) return;
    const ink = palette.overlay.path ?? palette.ink;
    const attack = palette.overlay.attack ?? palette.ink;
    for (const arrow of store.state.arrows) {
      paintPath(
        pen,
        store.map,
        arrow.spaces.map((space) => store.map.find(space)),
        attack,
        palette.board,
        view,
      );
    }
    const looked = store.focus >= 0 && store.field?.costs.has(store.focus) ? store.focus : -1;
    const goal = store.destination >= 0 ? store.destination : looked;
    if (goal >= 0 && store.field) paintPath(pen, store.map, store.field.route(goal), ink, palette.board, view);
    if (store.destination >= 0) paintRing(pen, store.map, store.destination, ink, view, true);
    for (const index of store.marked) paintRing(pen, store.map, index, palette.overlay.mark ?? ink, view);
    if (store.pinned >= 0) paintRing(pen, store.map, store.pinned, palette.overlay.barred ?? palette.ink, view);
    if (store.focus >= 0 && store.focus !== store.pinned) {
      paintRing(pen, store.map, store.focus, palette.overlay.focus ?? palette.ink, view, !store.byKeyboard);
    }
  }

  /** Fill in the marks of the legend: small canvases that name a ground or a player. */
  paintLegend(canvases: Iterable<HTMLCanvasElement>): void {
    const side = 18;
    for (const canvas of canvases) {
      const seat = canvas.dataset.player;
      if (seat !== undefined) {
        const player = this.store.scene.players[Number(seat)];
        const svg = svgElement(this.owner, "svg", { width: side, height: side, "aria-hidden": "true" });
        const fill = this.palette.owner[player?.hue ?? ""]?.[0] ?? this.palette.ink;
        svg.append(
          plate(this.owner, player?.shape ?? "square", { x: side / 2, y: side / 2 }, 6.4, fill, this.palette.board),
        );
        canvas.replaceWith(svg);
        continue;
      }
      const ground = this.store.scene.grounds.find((g) => g.key === canvas.dataset.ground);
      const layer = new Layer(this.owner, "swatch");
      const pen = layer.clear(new View(side, side, side / 2, 0, 0));
      if (ground && pen) {
        const [fill, mark] = this.palette.ground[ground.hue] ?? [];
        pen.fillStyle = fill ?? this.palette.board;
        pen.strokeStyle = this.palette.grid;
        pen.beginPath();
        pen.roundRect(0.5, 0.5, side - 1, side - 1, 4);
        pen.fill();
        pen.stroke();
        pen.strokeStyle = pen.fillStyle = mark ?? this.palette.ink;
        paintPattern(pen, ground.pattern, { x: side / 2, y: side / 2 - 0.5 }, side * 0.6);
      }
      canvas.replaceWith(layer.canvas);
    }
  }

  /** The hex under a point of the page, given relative to the board's corner; -1 off the map. */
  hexAt(point: Point): number {
    return this.view ? this.store.map.at(this.view.toMap(point)) : -1;
  }

  /** Where a hex lies, relative to the board's corner. */
  pointOf(index: number): Point {
    return this.view ? this.view.toPage(this.store.map.centre(index)) : { x: 0, y: 0 };
  }
}
