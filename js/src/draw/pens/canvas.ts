// The pen that draws a display list on a canvas.

import { addressOf } from "../../kernel/images";
import {
  type Group,
  type Item,
  isGroup,
  isPicture,
  isStamp,
  isText,
  type Picture,
  paled,
  type Shape,
  type Stamps,
  type Text,
} from "../display-list";
import { inkOf, type Palette } from "../palette";
import { FONT, LIFT } from "./font";

type Context = CanvasRenderingContext2D;

/** Paths that are kept, because most are drawn again and again. */
const MOST_PATHS = 6000;
const paths = new Map<string, Path2D>();

function pathOf(d: string): Path2D {
  let path = paths.get(d);
  if (!path) {
    if (paths.size > MOST_PATHS) paths.clear();
    path = new Path2D(d);
    paths.set(d, path);
  }
  return path;
}

/** Stamps as small canvases, for one scale and palette. */
export class StampSheet {
  private readonly made = new Map<string, HTMLCanvasElement>();

  constructor(
    private readonly owner: Document,
    private readonly stamps: Stamps,
    private readonly palette: Palette,
    /** Device pixels to a unit. */
    readonly scale: number,
  ) {}

  of(name: string): HTMLCanvasElement {
    let canvas = this.made.get(name);
    if (!canvas) {
      canvas = this.owner.createElement("canvas");
      const half = Math.ceil(this.stamps.half(name) * this.scale) + 1;
      canvas.width = canvas.height = 2 * half;
      const context = canvas.getContext("2d");
      context?.setTransform(this.scale, 0, 0, this.scale, half, half);
      if (context) drawList(context, this.stamps.items[name] ?? [], this.palette);
      this.made.set(name, canvas);
    }
    return canvas;
  }
}

/** Draw a list. The context's unit is that of the list: it must be moved and scaled before. */
export function drawList(context: Context, list: Iterable<Item>, palette: Palette, stamps?: StampSheet): void {
  for (const item of list) {
    if (isGroup(item)) drawGroup(context, item, palette, stamps);
    else if (isText(item)) drawText(context, item, palette);
    else if (isPicture(item)) drawPicture(context, item);
    else if (!isStamp(item)) drawShape(context, item, palette);
    else if (stamps) setDown(context, stamps.of(item.use), item.x, item.y);
  }
}

function setDown(context: Context, stamp: HTMLCanvasElement, x: number, y: number): void {
  const m = context.getTransform();
  context.save();
  // Whole pixels keep the stamp sharp.
  context.setTransform(1, 0, 0, 1, 0, 0);
  const half = stamp.width / 2;
  context.drawImage(stamp, Math.round(m.e + x * m.a) - half, Math.round(m.f + y * m.d) - half);
  context.restore();
}

function drawGroup(context: Context, group: Group, palette: Palette, stamps?: StampSheet): void {
  context.save();
  context.translate(group.x ?? 0, group.y ?? 0);
  if (group.turn) context.rotate(group.turn);
  if (group.a !== undefined && group.a < 1) drawList(context, group.items.map(paled(group.a)), palette, stamps);
  else drawList(context, group.items, palette, stamps);
  context.restore();
}

function drawText(context: Context, item: Text, palette: Palette): void {
  context.save();
  context.globalAlpha = item.a ?? 1;
  if (item.clip) context.clip(pathOf(item.clip));
  context.font = `${item.italic ? "italic " : ""}${item.weight ?? 600} ${item.size}px ${FONT}`;
  context.textAlign = item.align ?? "center";
  context.textBaseline = "alphabetic";
  if (item.space) context.letterSpacing = `${item.space * item.size}px`;
  const y = item.y + item.size * LIFT;
  if (item.halo) {
    context.lineJoin = "round";
    context.lineWidth = item.haloWidth ?? item.size * 0.3;
    context.strokeStyle = inkOf(palette, item.halo);
    context.strokeText(item.text, item.x, y);
  }
  context.fillStyle = inkOf(palette, item.fill);
  context.fillText(item.text, item.x, y);
  context.restore();
}

function drawShape(context: Context, item: Shape, palette: Palette): void {
  const path = pathOf(item.d);
  context.save();
  context.globalAlpha = item.a ?? 1;
  if (item.clip) context.clip(pathOf(item.clip));
  if (item.at) {
    const [x, y, scale] = item.at;
    context.translate(x, y);
    if (item.turn) context.rotate(item.turn);
    context.scale(scale, scale);
  }
  const rule = item.even ? "evenodd" : "nonzero";
  if (item.grad) {
    const [from, to, top, foot] = item.grad;
    const gradient = context.createLinearGradient(0, from, 0, to);
    gradient.addColorStop(0, inkOf(palette, top));
    gradient.addColorStop(1, inkOf(palette, foot));
    context.fillStyle = gradient;
    context.fill(path, rule);
  } else if (item.fill) {
    context.fillStyle = inkOf(palette, item.fill);
    context.fill(path, rule);
  }
  if (item.stroke) {
    context.strokeStyle = inkOf(palette, item.stroke);
    context.lineWidth = item.w ?? 0.05;
    context.lineJoin = item.join ?? "round";
    context.lineCap = item.cap ?? "round";
    context.setLineDash(item.dash ? [...item.dash] : []);
    context.stroke(path);
  }
  context.restore();
}

const images = new Map<string, HTMLImageElement>();
/** Called when a picture has been decoded. Earlier drawings lack it. */
export const decoded = new Set<() => void>();

function drawPicture(context: Context, { image, x, y, w, h, matrix, a = 1 }: Picture): void {
  let picture = images.get(image);
  if (!picture) {
    picture = context.canvas.ownerDocument.createElement("img");
    images.set(image, picture);
    picture.onload = () => {
      for (const tell of decoded) tell();
    };
    picture.src = addressOf(image);
  }
  const { naturalWidth: wide, naturalHeight: high } = picture;
  if (!wide) return;
  context.save();
  context.globalAlpha = a;
  if (matrix) context.transform(...(matrix as [number, number, number, number, number, number]));
  const k = Math.min(w / wide, h / high);
  const [across, down] = matrix ? [w, h] : [wide * k, high * k];
  context.drawImage(picture, x + (w - across) / 2, y + (h - down) / 2, across, down);
  context.restore();
}
