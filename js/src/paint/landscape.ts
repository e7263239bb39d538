// The landscape of the board. It comes in two steps: at once a picture from afar, then the landscape in slices of time, tile by
// tile. Tiles are kept: panning moves them, and zooming stretches what was there until the map is at rest.

import type { Item } from "../draw/display-list";
import { isCountry } from "../draw/land/kinds";
import { STAMPS } from "../draw/land/stamps";
import type { Palette } from "../draw/palette";
import { drawList, StampSheet } from "../draw/pens/canvas";
import type { SpaceMap } from "../geometry/spaces";
import type { StaticScene } from "../kernel/types.gen";
import { Bitmaps } from "./bitmaps";
import type { Layer, Pen } from "./canvas";
import { Afar } from "./overview";
import { Raster } from "./raster";
import { type Tile, Tiles } from "./tiles";
import { REST_MS, type View } from "./view";

/** The time that a slice takes, in milliseconds: while the map is moved, and at rest. */
const SLICE = { moved: 3, rest: 8 } as const;
/** The pixels about the view within which tiles are drawn ahead at rest, so that they are there when the map is moved. */
const AHEAD = 240;
/** The number of views whose tiles are kept. */
const VIEWS = 5;
/** The width of a pixel of the map from afar, in pixels of the page, where the landscape follows. */
const COARSE = 3;
/** The items after which the browser is made to draw them: it would put that off until the tile is shown, and draw all at once. */
const ITEMS = 48;

/** The landscape to paint. */
interface Subject {
  readonly view: View;
  readonly scene: StaticScene;
  readonly map: SpaceMap;
  readonly palette: Palette;
  /** Pixels of the screen to a pixel of the page. */
  readonly ratio: number;
}

/** A tile that is being drawn. */
interface Job {
  readonly tile: Tile;
  readonly bitmap: HTMLCanvasElement;
  readonly pen: Pen;
  readonly items: readonly Item[];
  readonly palette: Palette;
  readonly stamps: StampSheet;
  done: number;
}

export class Landscape {
  private readonly kept = new Bitmaps();
  private readonly afar = new Afar();
  private now: Subject | null = null;
  private tiles: Tiles | null = null;
  private stamps: { sheet: StampSheet; palette: Palette } | null = null;
  /** Tiles that are still to be drawn, those that may be drawn ahead, and the one that is being drawn. */
  private wanted: Tile[] = [];
  private ahead: Tile[] | null = null;
  private job: Job | null = null;
  private probe: Pen | null = null;
  /** The time that the list of the last tile took, in milliseconds: a list is made in one go. */
  private listing = 0;
  /** The last picture that was complete; it is stretched until the next one is. */
  private last: { picture: HTMLCanvasElement; view: View; look: string } | null = null;
  private frame = 0;
  /** True until the browser has shown the first picture of a map: what the landscape takes would only delay it. */
  private fresh = true;
  /** The number of times that a picture has come. */
  private pictures = 0;
  private movedAt = Number.NEGATIVE_INFINITY;
  /** True while the scale changes: tiles for a scale that is only passed would be of no use. */
  private zooming = false;

  constructor(
    private readonly owner: Document,
    private readonly layer: Layer,
    signal: AbortSignal,
  ) {
    signal.addEventListener("abort", () => owner.defaultView?.cancelAnimationFrame(this.frame));
  }

  /** Paint the ground for a view: what is known of it at once, the rest in the frames that follow. */
  paint(view: View, map: SpaceMap, scene: StaticScene, palette: Palette): void {
    const ratio = this.owner.defaultView?.devicePixelRatio ?? 1;
    const idle = performance.now() - this.movedAt;
    const before = this.now;
    const subject = { view, scene, map, palette, ratio };
    const tiles = this.tilesOf(subject);
    const seen = tiles?.seen(view) ?? [];
    const missing = seen.filter(({ key }) => !this.kept.has(key));
    if (missing.length > 0 && this.complete && before && this.tiles) this.keepPicture(before.view, this.tiles.look);
    this.zooming = before !== null && before.view.scale !== view.scale && idle < REST_MS;
    // A half-drawn tile that is not wanted any more is dropped.
    if (this.job && !missing.some(({ key }) => key === this.job?.tile.key)) this.job = null;
    this.wanted = missing.filter(({ key }) => key !== this.job?.tile.key);
    [this.now, this.tiles, this.ahead] = [subject, tiles, null];
    const pen = this.layer.clear(view);
    if (!pen) return;
    if (!tiles) this.afar.paint(this.layer, subject);
    else this.show(pen, seen, missing.length > 0, subject);
    this.tell();
    this.moved();
    if (before?.map !== map) this.fresh = true;
    this.goOn();
  }

  /** A picture has come: tiles that lack it are drawn anew. */
  renew(): void {
    this.pictures += 1;
    this.tiles = null;
  }

  /** Draw all that is seen at once. */
  end(): void {
    this.work(Number.POSITIVE_INFINITY);
  }

  /** The map has been moved: nothing takes long for a while. */
  moved(): void {
    this.movedAt = performance.now();
  }

  /** The tiles of a landscape; null if the map is seen from so far away that it has none. */
  private tilesOf({ view, map, scene, palette, ratio }: Subject): Tiles | null {
    if (Raster.fits(map, view) && !scene.picture) return null;
    const { now, tiles } = this;
    const same = now?.map === map && now.scene === scene && now.palette === palette && now.ratio === ratio;
    if (tiles && same && now.view.scale === view.scale) return tiles;
    return new Tiles(map, scene, palette, view.scale, ratio, this.pictures);
  }

  /** True if all that is seen is drawn. */
  private get complete(): boolean {
    return this.now !== null && this.wanted.length === 0 && (this.job === null || this.ahead !== null);
  }

  /** Tests and programs that take pictures wait for this attribute. */
  private tell(): void {
    this.layer.canvas.dataset.landscape = this.complete ? "done" : "far";
  }

  // ------------------------------------------------------------------ what is shown
  private show(pen: Pen, seen: readonly Tile[], ahead: boolean, subject: Subject): void {
    const area = seen.reduce((sum, { width, height }) => sum + width * height, 0);
    const { width, height } = this.layer.canvas;
    this.kept.room = Math.max(VIEWS * width * height, 2 * area);
    if (ahead) this.showAhead(pen, subject);
    for (const tile of seen) {
      const bitmap = this.kept.get(tile.key);
      if (bitmap) this.put(pen, tile, bitmap, subject);
    }
  }

  /** Show a stand-in for missing tiles: the last picture, and where it does not reach, the map from afar. */
  private showAhead(pen: Pen, subject: Subject): void {
    const { view } = subject;
    const last = this.last?.look === this.tiles?.look ? this.last : null;
    const k = last ? view.scale / last.view.scale : 1;
    const [left, top] = last ? [view.left - last.view.left * k, view.top - last.view.top * k] : [0, 0];
    const [wide, high] = last ? [last.view.width * k, last.view.height * k] : [0, 0];
    if (left > 0 || top > 0 || left + wide < view.width || top + high < view.height)
      this.afar.paintAll(this.layer, subject, COARSE * Math.ceil(subject.ratio));
    if (last) pen.drawImage(last.picture, left, top, wide, high);
  }

  private put(pen: Pen, tile: Tile, bitmap: HTMLCanvasElement, { view, ratio }: Subject): void {
    pen.save();
    pen.setTransform(1, 0, 0, 1, 0, 0);
    // Whole pixels keep tiles sharp, and without gaps.
    pen.drawImage(bitmap, Math.round(view.left * ratio) + tile.left, Math.round(view.top * ratio) + tile.top);
    pen.restore();
  }

  /** Keep the picture that is on the layer. */
  private keepPicture(view: View, look: string): void {
    const { canvas } = this.layer;
    const picture = this.last?.picture ?? this.owner.createElement("canvas");
    // To set a size clears a canvas.
    picture.width = canvas.width;
    picture.height = canvas.height;
    picture.getContext("2d")?.drawImage(canvas, 0, 0);
    this.last = { picture, view, look };
  }

  // ------------------------------------------------------------------ work in slices
  /** Go on in the next frame, if there is something to do. */
  private goOn(): void {
    const page = this.owner.defaultView;
    const all = this.complete && this.job === null && this.ahead?.length === 0;
    if (this.frame || all || !this.tiles || !page) return;
    this.frame = page.requestAnimationFrame(() => {
      this.frame = 0;
      if (this.fresh) {
        this.fresh = false;
        this.goOn();
        return;
      }
      const moved = performance.now() - this.movedAt < REST_MS;
      if (!moved) this.zooming = false;
      if (!moved && this.complete) this.ahead ??= this.around();
      if (!this.zooming) this.work(moved ? SLICE.moved : SLICE.rest);
      this.goOn();
    });
  }

  /** Draw tiles for a time in milliseconds. */
  private work(time: number): void {
    const end = performance.now() + time;
    while (performance.now() < end) {
      const job = this.job ?? (time === SLICE.moved && this.listing > time ? null : this.next());
      if (!job) break;
      while (job.done < job.items.length && performance.now() < end) this.draw(job);
      if (job.done >= job.items.length) this.finish(job);
    }
    this.tell();
  }

  /** The tiles around the part of the map that is seen. */
  private around(): Tile[] {
    const { now, tiles } = this;
    if (!now || now.view.isWhole(now.map)) return [];
    return tiles?.seen(now.view, AHEAD).filter(({ key }) => !this.kept.has(key)) ?? [];
  }

  private next(): Job | null {
    const [tile, { now }] = [this.wanted.shift() ?? this.ahead?.shift(), this];
    if (!tile || !now) return null;
    const bitmap = this.owner.createElement("canvas");
    [bitmap.width, bitmap.height] = [tile.width, tile.height];
    const pen = bitmap.getContext("2d", { alpha: !isCountry(now.scene.grounds) || now.scene.provinces !== null });
    if (!pen) return null;
    const { palette } = now;
    const scale = now.view.scale * now.ratio;
    pen.setTransform(scale, 0, 0, scale, -tile.left, -tile.top);
    const from = performance.now();
    const items = tile.list();
    this.listing = performance.now() - from;
    this.job = { tile, bitmap, pen, items, palette, stamps: this.stampsOf(scale, palette), done: 0 };
    return this.job;
  }

  private stampsOf(scale: number, palette: Palette): StampSheet {
    if (this.stamps?.sheet.scale !== scale || this.stamps.palette !== palette)
      this.stamps = { sheet: new StampSheet(this.owner, STAMPS, palette, scale), palette };
    return this.stamps.sheet;
  }

  private draw(job: Job): void {
    const from = job.done;
    job.done += ITEMS;
    drawList(job.pen, job.items.slice(from, job.done), job.palette, job.stamps);
    this.probe ??= this.owner.createElement("canvas").getContext("2d");
    this.probe?.drawImage(job.bitmap, 0, 0, 1, 1, 0, 0, 1, 1);
  }

  private finish({ tile, bitmap }: Job): void {
    const { now } = this;
    this.job = null;
    this.kept.add(tile.key, bitmap);
    const pen = this.layer.canvas.getContext("2d");
    if (now && pen) this.put(pen, tile, bitmap, now);
  }
}
