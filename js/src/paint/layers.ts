// The layers of the board: ground, marks below the pieces, the way that one looks at, pieces, and on top what moves with the
// pointer. Each draws a list for a view.

import { isGroup, type List } from "../draw/display-list";
import type { Frame } from "../draw/land/country";
import { labels } from "../draw/land/labels";
import { packed } from "../draw/land/tones";
import { shade } from "../draw/marks/areas";
import { hueOf } from "../draw/marks/hues";
import { gazeAbove, gazeBelow } from "../draw/marks/marks";
import { matCarried, matList } from "../draw/mat/mat";
import type { Gaze, Sight } from "../draw/observer-view";
import { inkOf, PALETTES, type Palette } from "../draw/palette";
import { fan } from "../draw/pieces/fan";
import { lettersOf, NO_LETTERS } from "../draw/pieces/glyph";
import { carried } from "../draw/pieces/pieces";
import { MOST_APART } from "../draw/pieces/stack";
import { rounded } from "../draw/shapes";
import { MatMap } from "../geometry/mat/mat";
import type { SpaceMap } from "../geometry/spaces";
import type { Overlay, Piece } from "../kernel/types.gen";
import type { Carried } from "../state/attention";
import type { Store } from "../state/store";
import { Lists } from "./board-lists";
import { Layer } from "./canvas";
import { Landscape } from "./landscape";
import { levelled, Raster } from "./raster";
import { shadesOf } from "./shades";
import type { View } from "./view";

/** The opacity of an overlay without shades where hexes are a few pixels large. */
const FLAT = 0.35;

export class Layers {
  /** The element that holds the layers. */
  readonly sheet: HTMLElement;
  palette: Palette = PALETTES.light;
  private readonly ground: Layer;
  private readonly marks: Layer;
  private readonly way: Layer;
  private readonly pieces: Layer;
  private readonly top: Layer;
  private readonly raster = new Raster();
  private readonly landscape: Landscape;
  private readonly lists: Lists;

  constructor(
    owner: Document,
    private readonly store: Store,
    signal: AbortSignal,
  ) {
    this.lists = new Lists(store);
    this.sheet = owner.createElement("div");
    this.sheet.className = "hexwidget-sheet";
    this.ground = new Layer(owner, "ground");
    this.landscape = new Landscape(owner, this.ground, signal);
    this.marks = new Layer(owner, "marks");
    this.way = new Layer(owner, "way");
    this.pieces = new Layer(owner, "pieces");
    this.top = new Layer(owner, "top");
    const { ground, marks, way, pieces, top } = this;
    this.sheet.append(ground.canvas, marks.canvas, way.canvas, pieces.canvas, top.canvas);
  }

  sight(view: View): Sight {
    return this.lists.sight(this.palette, view);
  }

  /** The names of groups of pieces that are not drawn. */
  set away(names: ReadonlySet<string>) {
    this.lists.away = names;
  }

  /** The view is moved. */
  moved(): void {
    this.landscape.moved();
  }

  /** Draw the landscape to its end. */
  end(): void {
    this.landscape.end();
  }

  /** A picture has come. */
  renew(): void {
    this.landscape.renew();
  }

  paintGround(view: View): void {
    const { palette, lists } = this;
    const { map, scene } = this.store;
    if (map instanceof MatMap)
      this.ground.show(view, matList({ ...lists.sight(palette, view), map }, lists.decision), palette);
    else this.landscape.paint(view, map, scene, palette);
  }

  /** Paint the marks below the pieces, and the printed numbers. */
  paintMarks(view: View): void {
    const { palette, lists } = this;
    const { map, settings } = this.store;
    if (!this.marks.clear(view)) return;
    if (Raster.fits(map, view)) for (const overlay of lists.overlays) this.paintShades(overlay, view);
    this.marks.draw(view, lists.below(palette, view), palette);
    const printed = labels(lists.sight(palette, view), lists.decision, frameOf(view), settings.numbered);
    this.marks.draw(view, printed, palette);
  }

  /** Paint an overlay pixel by pixel. */
  private paintShades(overlay: Overlay, view: View): void {
    const { map } = this.store;
    if (!Raster.fits(map, view)) return;
    const { palette } = this;
    const shades = shadesOf(map, overlay);
    const last = shades.values.length - 1;
    const ink = inkOf(palette, hueOf(palette, overlay.hue).ink);
    const flat = overlay.numbers || last === 0;
    const colours = shades.values.map((_, level) => packed(ink, flat ? FLAT : shade(overlay, level, last)));
    this.raster.paint(this.marks, map, view, levelled(shades.of, Uint32Array.from([0, ...colours])));
  }

  paintPieces(view: View): void {
    const { palette, lists, store } = this;
    const list = lists.pieces(palette, view);
    // Tests find by this attribute what is drawn.
    this.pieces.canvas.dataset.drawn = JSON.stringify(namesIn(list));
    if (this.pieces.clear(view)) this.pieces.draw(view, list, palette, store.map.reach + 1);
  }

  /** Paint what changes as the pointer moves: the way to the focused space, below the pieces, and above them rings and fans. */
  paintTop(view: View): void {
    const { palette, lists, store } = this;
    const { looking, map } = store;
    const sight = lists.sight(palette, view);
    const { decision } = lists;
    const gaze: Gaze = looking;
    this.way.show(view, gazeBelow(sight, decision, gaze), palette);
    const fanned = this.fanned();
    const letters = sight.letters ? lettersOf(store.state.pieces) : NO_LETTERS;
    const bounds = frameOf(view);
    const at = map.centre(map.find(fanned[0]?.space ?? ""));
    const fans = fanned.length > 0 ? [fan(fanned, at, sight, bounds, letters)] : [];
    this.top.canvas.dataset.drawn = JSON.stringify(namesIn(fans));
    const hand = looking.carried ? this.hand(sight, looking.carried) : [];
    if (map instanceof MatMap) map.front = looking.focus;
    this.top.show(view, [...gazeAbove(sight, decision, gaze), ...fans, ...hand, ...thumb(map, view)], palette);
  }

  /** The piece or card that the pointer carries. */
  private hand(sight: Sight, { from, at }: Carried): List {
    const { map } = sight;
    return map instanceof MatMap ? matCarried({ ...sight, map }, from, at) : [carried(sight, map.name(from), at)];
  }

  /** The pieces that are shown side by side: those of the space that was asked for, or of a large pile that one points at. */
  private fanned(): Piece[] {
    const { looking, state, map, settings, choosing, editing } = this.store;
    if (settings.bare) return [];
    const on = (index: number) => (index < 0 ? [] : state.pieces.filter((piece) => piece.space === map.name(index)));
    if (looking.fanned >= 0) return on(looking.fanned);
    const here = choosing.blank && !editing.on ? on(looking.focus) : [];
    return here.filter((piece) => piece.layer === "unit").length > MOST_APART ? here : [];
  }
}

/** The part of the map that a view shows. */
function frameOf(view: View): Frame {
  const [start, end] = [view.toMap({ x: 0, y: 0 }), view.toMap({ x: view.width, y: view.height })];
  return { left: start.x, top: start.y, right: end.x, bottom: end.y };
}

/** The names of a list's groups. */
function namesIn(list: List): string[] {
  return list.flatMap((item) => (isGroup(item) && item.id ? [item.id] : []));
}

/** A bar at the right side that says which part of a high mat is seen. */
function thumb(map: SpaceMap, view: View): List {
  const whole = map.size.y * view.scale;
  if (!map.mat || whole <= view.height + 4) return [];
  const part = (view.height - 8) / whole;
  const { x, y } = view.toMap({ x: view.width - 7, y: 4 - view.top * part });
  return [{ d: rounded(x, y, 4 / view.scale, (view.height * part) / view.scale, 2 / view.scale), fill: "ink", a: 0.4 }];
}
