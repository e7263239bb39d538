// The layers of the board: ground, marks, pieces, and on top what moves with the pointer. Each is painted for a view.

import { bytesOf, Plane } from "../geometry/plane";
import type { Arrow } from "../kernel/types.gen";
import type { Store } from "../state/store";
import { Layer, type Pen } from "./canvas";
import { paintCards } from "./cards";
import { paintGround, paintNumbers, paintPreview, paintRegions } from "./ground";
import { opacity, paintField, paintOverlay, paintRing, paintSpaces } from "./marks";
import { paintNote } from "./notes";
import { overlayHue, PALETTES, type Palette } from "./palette";
import { paintPath, paintTrail } from "./paths";
import { paintFan, paintPieces } from "./pieces";
import { packed, Raster } from "./raster";
import { shadesOf } from "./shades";
import { svgElement } from "./svg";
import type { View } from "./view";

export class Layers {
  /** The element that holds the layers. */
  readonly sheet: HTMLElement;
  palette: Palette = PALETTES.light;
  private readonly ground: Layer;
  private readonly marks: Layer;
  private readonly pieces: SVGElement;
  private readonly top: Layer;
  private readonly raster = new Raster();
  private previewed = false;

  constructor(
    owner: Document,
    private readonly store: Store,
  ) {
    this.sheet = owner.createElement("div");
    this.sheet.className = "hexwidget-sheet";
    this.ground = new Layer(owner, "ground");
    this.marks = new Layer(owner, "marks");
    this.pieces = svgElement(owner, "svg", { class: "hexwidget-layer hexwidget-pieces", "aria-hidden": "true" });
    this.top = new Layer(owner, "top");
    this.sheet.append(this.ground.canvas, this.marks.canvas, this.pieces, this.top.canvas);
  }

  paintGround(view: View): void {
    const { store, palette } = this;
    const { map, scene } = store;
    const pen = this.ground.clear(view);
    if (!pen) return;
    if (!Raster.fits(map, view)) {
      paintGround(pen, map, scene, palette, view);
      return;
    }
    const colours = new Uint32Array(256);
    scene.grounds.forEach(({ hue }, n) => {
      colours[n] = packed(palette.ground[hue]?.[0] ?? palette.board);
    });
    this.raster.paint(this.ground, map, view, map.groundOf, colours);
  }

  /** Paint the marks: previews, regions, overlays, the reach of the chosen piece, offered spaces, printed numbers. */
  paintMarks(view: View): void {
    const { store, palette } = this;
    const { map, scene, state, choosing } = store;
    const pen = this.marks.clear(view);
    if (!pen) return;
    const { preview } = choosing.current;
    if (preview) paintPreview(pen, map, scene, preview, palette, view);
    const regions = state.regions.map(({ plane: [skip, bytes] }) => new Set(new Plane(skip, bytesOf(bytes)).members()));
    paintRegions(pen, map, regions, palette, view);
    this.paintOverlays(pen, view);
    if (store.editing.on) {
      paintNumbers(pen, map, palette, view);
      return;
    }
    const { field, options } = choosing;
    if (field) paintField(pen, map, field, palette, view);
    const chosen = options.find((o) => o.kind === "piece" && o.chosen && o.space !== null);
    const origin = field ? field.origin : map.find(chosen?.space ?? "");
    if (origin >= 0) paintRing(pen, map, origin, palette.overlay.path ?? palette.ink, view);
    for (const arrow of state.arrows) {
      if (arrow.trail) paintTrail(pen, map, this.spaces(arrow), overlayHue(palette, arrow.hue), view);
    }
    // Before anything is chosen, the pieces that can be chosen have rings.
    if (choosing.blank && !map.mat) this.paintFree(pen, view);
    paintSpaces(pen, map, options, palette, view);
    // Numbers stand above all that is filled, or they could not be read.
    paintNumbers(pen, map, palette, view);
  }

  /** Draw faint rings about the pieces that can be chosen. */
  private paintFree(pen: Pen, view: View): void {
    const { palette } = this;
    const { map, choosing } = this.store;
    pen.globalAlpha = 0.5;
    for (const { kind, space, findings } of choosing.options) {
      const index = kind === "piece" && findings.length === 0 ? map.find(space ?? "") : -1;
      if (index >= 0 && view.near(map.centre(index), map.reach))
        paintRing(pen, map, index, palette.overlay.focus ?? palette.ink, view, true, 3, 1.5);
    }
    pen.globalAlpha = 1;
  }

  private paintOverlays(pen: Pen, view: View): void {
    const { palette } = this;
    const { map, state, settings, choosing } = this.store;
    for (const overlay of state.overlays) {
      if (settings.hidden.has(overlay.name)) continue;
      // While a field is shown its numbers are the ones to read, and overlays are paler.
      const shown = choosing.field ? { ...overlay, numbers: false, fill: overlay.fill * 0.4 } : overlay;
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

  /** True if a preview of tokens is shown, or was shown at the last painting: the pieces must then be painted again. */
  get previews(): boolean {
    return this.previewed || (this.store.choosing.current.preview?.tokens.length ?? 0) > 0;
  }

  paintPieces(view: View): void {
    const { palette, pieces: svg } = this;
    const { map, scene, state, choosing, looking, settings } = this.store;
    const tokens = choosing.current.preview?.tokens ?? [];
    this.previewed = tokens.length > 0;
    svg.replaceChildren();
    svg.setAttribute("viewBox", `0 0 ${view.width} ${view.height}`);
    svg.setAttribute("width", String(view.width));
    svg.setAttribute("height", String(view.height));
    if (settings.bare && !map.mat) return;
    const all = { ...state, tokens: [...state.tokens, ...tokens] };
    paintPieces(svg, map, scene, all, palette, view, settings.letters);
    paintCards(svg, map, scene, state, palette, view);
    const fanned = state.pieces.filter((p) => looking.fanned >= 0 && p.space === map.name(looking.fanned));
    if (fanned.length > 0) paintFan(svg, this.store, fanned, palette, view);
  }

  /** Paint the top layer: the path to the focused or chosen hex, arrows, notes, rings. It changes as the pointer moves. */
  paintTop(view: View): void {
    const { store, palette } = this;
    const { map, state, choosing, looking } = store;
    const pen = this.top.clear(view);
    if (!pen) return;
    const ink = palette.overlay.path ?? palette.ink;
    for (const arrow of [...state.arrows, ...choosing.current.arrows]) {
      if (arrow.trail) continue;
      paintPath(pen, map, this.spaces(arrow), overlayHue(palette, arrow.hue), palette.board, view);
    }
    if (map.mat && !store.editing.on) this.paintOffers(pen, view);
    const { field, destination } = choosing;
    const { focus, pinned } = looking;
    const focused = focus >= 0 && field?.costs.has(focus) ? focus : -1;
    const goal = destination >= 0 ? destination : focused;
    const way = goal >= 0 ? field?.route(goal) : field?.fixed;
    if (way) paintPath(pen, map, way, ink, palette.board, view, field?.stepCosts(goal) ?? []);
    if (destination >= 0) paintRing(pen, map, destination, ink, view, true);
    for (const note of state.notes) paintNote(pen, map, note, palette, view);
    for (const index of looking.marked) paintRing(pen, map, index, palette.overlay.mark ?? ink, view);
    if (pinned >= 0) paintRing(pen, map, pinned, palette.overlay.barred ?? palette.ink, view);
    if (looking.ruler >= 0) this.paintRuler(pen, view);
    if (focus >= 0 && focus !== pinned)
      paintRing(pen, map, focus, palette.overlay.focus ?? palette.ink, view, !looking.byKeyboard);
  }

  /** Draw the hexes between the one that is measured from and the focused one. */
  private paintRuler(pen: Pen, view: View): void {
    const { palette } = this;
    const { map, looking } = this.store;
    const { ruler, focus } = looking;
    const colour = palette.overlay.mark ?? palette.ink;
    paintRing(pen, map, ruler, colour, view);
    if (focus < 0 || focus === ruler) return;
    for (const index of map.line(ruler, focus)) paintRing(pen, map, index, colour, view, true, 5);
  }

  /** Frame the cards that are offered or chosen. On a mat cards hide the marks, so the frames are on the top layer. */
  private paintOffers(pen: Pen, view: View): void {
    const { palette } = this;
    const { map, choosing } = this.store;
    const hues = { piece: "focus", space: "attack", number: "attack" } as const;
    for (const option of choosing.options) {
      const index = map.find(option.space ?? "");
      const hue = hues[option.kind as keyof typeof hues];
      if (index < 0 || !hue || map.labelRoom(index) > 0) continue;
      const colour = option.chosen ? palette.overlay.path : palette.overlay[hue];
      // The frame lies around the card, so that it hides nothing on the card.
      if (option.chosen || option.findings.length === 0)
        paintRing(pen, map, index, colour ?? palette.ink, view, !option.chosen && option.kind !== "piece", -1);
    }
  }
}
