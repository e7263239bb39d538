// Overlays: what can be reached and for what, what bars the rim, the path, the user's own marks, the focus.

import type { Point, SpaceMap } from "../geometry/spaces";
import type { Choice, Note, Overlay } from "../kernel/types.gen";
import type { Field } from "../state/field";
import { fillSpaces, outlineSpaces, type Pen, seen, tracedSpace } from "./canvas";
import { overlayHue, type Palette } from "./palette";
import type { Shades } from "./shades";
import type { View } from "./view";

const SMALLEST_WITH_TEXT = 18;
const SMALLEST_WITH_COSTS = 22;
/** Letters in a line of a note. */
const LINE = 28;

interface Look {
  hue: string;
  fill: number;
  darkening: number;
  border: number;
}

const REACH: Look = { hue: "reach", fill: 0.5, darkening: 0.5, border: 2.5 };

/** Where the chosen piece can go; the number on a hex is what is left of the budget there. */
export function paintField(pen: Pen, map: SpaceMap, field: Field, palette: Palette, view: View): void {
  const levels = [...new Set(field.costs.values())].sort((a, b) => a - b);
  const groups = levels.map((): number[] => []);
  const order = new Map(levels.map((cost, n) => [cost, n]));
  for (const [index, cost] of field.costs)
    if (view.near(map.centre(index), map.reach)) groups[order.get(cost) ?? 0]?.push(index);
  paintLevels(pen, map, groups, (index) => field.costs.has(index), REACH, palette, view);
  paintBarred(pen, map, field, palette, view);
  if (view.scale < SMALLEST_WITH_TEXT || !field.numbers) return;
  for (const [index, cost] of field.costs) {
    if (!view.near(map.centre(index), map.reach)) continue;
    paintBadge(
      pen,
      String(field.budget - cost),
      low(map, index, view),
      palette.overlay.path ?? palette.ink,
      palette,
      view,
    );
  }
}

export function paintOverlay(
  pen: Pen,
  map: SpaceMap,
  overlay: Overlay,
  shades: Shades,
  palette: Palette,
  view: View,
): void {
  const levels = shades.values.map((value) => [value, [] as number[]] as const);
  for (const index of seen(map, view)) {
    const level = shades.of[index] ?? 0;
    if (level > 0) levels[level - 1]?.[1].push(index);
  }
  const groups = levels.map(([, hexes]) => hexes);
  paintLevels(pen, map, groups, (index) => shades.has(index), overlay, palette, view);
  for (const [, hexes] of overlay.hatch === "none" ? [] : levels) {
    for (const index of hexes) {
      hatchSpace(pen, overlay.hatch, overlayHue(palette, overlay.hue), view.toPage(map.centre(index)), view.scale);
    }
  }
  if (!overlay.numbers || view.scale < SMALLEST_WITH_TEXT) return;
  const colour = overlayHue(palette, overlay.hue);
  for (const [value, hexes] of levels) {
    for (const index of hexes)
      paintBadge(pen, String(Number(value.toPrecision(6))), low(map, index, view), colour, palette, view);
  }
}

const ANGLES = { rising: -Math.PI / 4, falling: Math.PI / 4, level: 0, upright: Math.PI / 2 };

/** Three lines across a space of radius `r` about a point. */
export function hatchSpace(pen: Pen, hatch: Overlay["hatch"], colour: string, { x, y }: Point, r: number): void {
  if (hatch === "none") return;
  const [ux, uy] = [Math.cos(ANGLES[hatch]) * r, Math.sin(ANGLES[hatch]) * r];
  pen.strokeStyle = colour;
  pen.globalAlpha = 0.55;
  pen.lineWidth = Math.max(0.7, r * 0.04);
  pen.beginPath();
  for (const off of [-0.46, 0, 0.46]) {
    const half = Math.sqrt(0.78 ** 2 - off ** 2);
    const [mx, my] = [x - uy * off, y + ux * off];
    pen.moveTo(mx - ux * half, my - uy * half);
    pen.lineTo(mx + ux * half, my + uy * half);
  }
  pen.stroke();
  pen.globalAlpha = 1;
}

function paintLevels(
  pen: Pen,
  map: SpaceMap,
  groups: readonly (readonly number[])[],
  has: (index: number) => boolean,
  look: Look,
  palette: Palette,
  view: View,
): void {
  const colour = overlayHue(palette, look.hue);
  const last = Math.max(1, groups.length - 1);
  pen.fillStyle = colour;
  groups.forEach((hexes, level) => {
    pen.globalAlpha = opacity(look, level, last);
    fillSpaces(pen, map, view, hexes, view.scale > 12 ? 1 : 0);
  });
  pen.globalAlpha = 1;
  if (look.border > 0 && view.scale >= 4) {
    pen.strokeStyle = colour;
    pen.lineWidth = Math.min(look.border, view.scale / 4);
    pen.lineCap = "round";
    outlineSpaces(pen, map, view, groups.flat(), has);
  }
}

/** How opaque a level is filled: the first most. */
export function opacity(look: { fill: number; darkening: number }, level: number, last: number): number {
  return look.fill * (1 - (look.darkening * level) / Math.max(1, last));
}

/** Barred hexes at the rim: hatched, with the clause that bars them. */
function paintBarred(pen: Pen, map: SpaceMap, field: Field, palette: Palette, view: View): void {
  const colour = palette.overlay.barred ?? palette.ink;
  for (const [index, clauses] of field.barred) {
    if (!view.near(map.centre(index), map.reach)) continue;
    const centre = view.toPage(map.centre(index));
    pen.save();
    pen.beginPath();
    tracedSpace(pen, map, index, view, 1.5);
    pen.clip();
    paintHatch(pen, centre, reachOf(map, index) * view.scale, palette);
    pen.restore();
    const first = clauses[0];
    if (first && view.scale >= 20) paintBadge(pen, first.clause, low(map, index, view), colour, palette, view);
  }
}

/** How far the corners of a space are from its middle, at most. */
function reachOf(map: SpaceMap, index: number): number {
  const { x, y } = map.centre(index);
  return Math.max(...map.outline(index).map((corner) => Math.hypot(corner.x - x, corner.y - y)));
}

/** Hatching of what is barred, about a point; clip it first. */
export function paintHatch(pen: Pen, { x, y }: Point, radius: number, palette: Palette): void {
  pen.strokeStyle = palette.overlay.barred ?? palette.ink;
  pen.globalAlpha = 0.3;
  pen.lineWidth = Math.max(0.8, radius * 0.045);
  pen.beginPath();
  for (let d = -2; d <= 2; d += 0.34) {
    // The other way than the zones of the first player, who is often red as well.
    pen.moveTo(x + (d - 1) * radius, y - radius);
    pen.lineTo(x + (d + 1) * radius, y + radius);
  }
  pen.stroke();
  pen.globalAlpha = 1;
}

/** Spaces that are offered one by one, such as targets. */
export function paintSpaces(pen: Pen, map: SpaceMap, options: Choice[], palette: Palette, view: View): void {
  for (const option of options) {
    if (option.kind === "mark" && !option.chosen) continue; // anything may be marked: what is shows
    const offered = option.kind !== "piece" && option.space !== null && option.findings.length === 0;
    const index = offered ? map.find(option.space ?? "") : -1;
    if (index < 0) continue;
    pen.strokeStyle = palette.overlay.attack ?? palette.ink;
    pen.lineWidth = option.chosen ? 4.5 : 3;
    pen.setLineDash(option.chosen ? [] : [6, 4]);
    pen.beginPath();
    tracedSpace(pen, map, index, view, 3);
    pen.stroke();
    pen.setLineDash([]);
  }
}

/** A ring about the hex of the chosen piece. */
export function paintRing(
  pen: Pen,
  map: SpaceMap,
  index: number,
  colour: string,
  view: View,
  dashed = false,
  inset = 2,
  width = 3,
): void {
  pen.strokeStyle = colour;
  pen.lineWidth = width;
  pen.setLineDash(dashed ? [5, 4] : []);
  pen.beginPath();
  tracedSpace(pen, map, index, view, inset);
  pen.stroke();
  pen.setLineDash([]);
}

/** A path from hex to hex, with an arrow head at its end; on each step what it costs, where that is given. */
export function paintPath(
  pen: Pen,
  map: SpaceMap,
  hexes: number[],
  colour: string,
  casing: string,
  view: View,
  costs: readonly (number | null)[] = [],
): void {
  const points = hexes.filter((h) => h >= 0).map((h) => view.toPage(map.centre(h)));
  const [end, before] = [points[points.length - 1], points[points.length - 2]];
  const [start, next] = points;
  if (!end || !before || !start || !next) return;
  // The line begins beside the piece that moves, not on it.
  const away = Math.min(0.3, (0.52 * view.scale) / Math.max(1, Math.hypot(next.x - start.x, next.y - start.y)));
  points[0] = { x: start.x + (next.x - start.x) * away, y: start.y + (next.y - start.y) * away };
  const angle = Math.atan2(end.y - before.y, end.x - before.x);
  const head = Math.max(6, view.scale * 0.34);
  const neck = { x: end.x - head * 0.7 * Math.cos(angle), y: end.y - head * 0.7 * Math.sin(angle) };
  pen.lineJoin = "round";
  pen.lineCap = "round";
  for (const [width, style] of [
    [Math.max(4, view.scale * 0.2), casing],
    [Math.max(2, view.scale * 0.11), colour],
  ] as const) {
    pen.lineWidth = width;
    pen.strokeStyle = style;
    pen.beginPath();
    points.slice(0, -1).forEach((p, k) => void (k ? pen.lineTo(p.x, p.y) : pen.moveTo(p.x, p.y)));
    pen.lineTo(neck.x, neck.y);
    pen.stroke();
  }
  // A dot on every hex on the way, so that they can be counted.
  pen.fillStyle = casing;
  for (const p of points.slice(1, -1)) {
    pen.beginPath();
    pen.arc(p.x, p.y, Math.max(1.5, view.scale * 0.05), 0, 2 * Math.PI);
    pen.fill();
  }
  pen.fillStyle = colour;
  pen.strokeStyle = casing;
  pen.lineWidth = 1.5;
  pen.beginPath();
  pen.moveTo(end.x, end.y);
  for (const turn of [2.6, -2.6])
    pen.lineTo(end.x + head * Math.cos(angle + turn), end.y + head * Math.sin(angle + turn));
  pen.closePath();
  pen.fill();
  pen.stroke();
  if (view.scale < SMALLEST_WITH_COSTS) return;
  const middles = hexes.filter((h) => h >= 0).map((h) => view.toPage(map.centre(h)));
  costs.forEach((cost, k) => {
    const [a, b] = [middles[k], middles[k + 1]];
    if (cost === null || !a || !b) return;
    const [x, y] = [(a.x + b.x) / 2, (a.y + b.y) / 2];
    const size = Math.max(8.5, Math.min(11, view.scale * 0.26));
    pen.fillStyle = colour;
    pen.strokeStyle = casing;
    pen.beginPath();
    pen.arc(x, y, size * 0.78, 0, 2 * Math.PI);
    pen.fill();
    pen.stroke();
    pen.font = `700 ${size}px ui-sans-serif, system-ui, sans-serif`;
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    pen.fillStyle = casing;
    pen.fillText(String(cost), x, y + size * 0.06);
  });
}

/** A note of the author's: a few words at a hex. */
export function paintNote(pen: Pen, map: SpaceMap, note: Note, palette: Palette, view: View): void {
  const index = map.find(note.space);
  if (index < 0 || !view.near(map.centre(index), map.reach + 2)) return;
  const { x, y } = view.toPage(map.centre(index));
  const colour = overlayHue(palette, note.hue);
  const lines = wrapped(note.text);
  const size = 11.5;
  pen.font = `600 ${size}px ui-sans-serif, system-ui, sans-serif`;
  const width = Math.max(...lines.map((line) => pen.measureText(line).width)) + 14;
  const height = lines.length * size * 1.3 + 8;
  // Above the hex, kept within what is seen.
  const left = Math.min(Math.max(4, x - width / 2), view.width - width - 4);
  const top = Math.max(4, y - view.scale * 0.8 - height);
  pen.beginPath();
  pen.roundRect(left, top, width, height, 5);
  pen.fillStyle = palette.board;
  pen.globalAlpha = 0.94;
  pen.fill();
  pen.globalAlpha = 1;
  pen.strokeStyle = colour;
  pen.lineWidth = 1.5;
  pen.stroke();
  pen.beginPath();
  pen.moveTo(x - 5, top + height);
  pen.lineTo(x, top + height + 6);
  pen.lineTo(x + 5, top + height);
  pen.closePath();
  pen.fillStyle = colour;
  pen.fill();
  pen.textAlign = "left";
  pen.textBaseline = "middle";
  pen.fillStyle = palette.ink;
  lines.forEach((line, k) => void pen.fillText(line, left + 7, top + 4 + size * 1.3 * (k + 0.5)));
}

/** A text in lines of some words; what is too long for three is cut, as the panel has all of it. */
function wrapped(text: string): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const last = lines[lines.length - 1];
    if (last !== undefined && last.length + word.length < LINE) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word.slice(0, LINE));
  }
  return lines.length > 3 ? [...lines.slice(0, 2), `${lines[2]} …`] : lines;
}

/** Where something has come from: a line from a dot, without a head. */
export function paintTrail(pen: Pen, map: SpaceMap, hexes: number[], colour: string, view: View): void {
  const points = hexes.filter((h) => h >= 0).map((h) => view.toPage(map.centre(h)));
  const [start] = points;
  if (!start) return;
  pen.globalAlpha = 0.6;
  pen.strokeStyle = pen.fillStyle = colour;
  pen.lineWidth = Math.max(2, view.scale * 0.1);
  pen.lineJoin = pen.lineCap = "round";
  pen.beginPath();
  points.forEach((p, k) => void (k ? pen.lineTo(p.x, p.y) : pen.moveTo(p.x, p.y)));
  pen.stroke();
  pen.beginPath();
  pen.arc(start.x, start.y, Math.max(2, view.scale * 0.13), 0, 2 * Math.PI);
  pen.fill();
  pen.globalAlpha = 1;
}

function low(map: SpaceMap, index: number, view: View): Point {
  const { x, y } = view.toPage(map.centre(index));
  return { x, y: y + view.scale * map.badgeDown };
}

/** A short text on a rounded plate. */
function paintBadge(pen: Pen, text: string, { x, y }: Point, colour: string, palette: Palette, view: View): void {
  const size = Math.max(9, Math.min(12.5, view.scale * 0.3));
  pen.font = `600 ${size}px ui-sans-serif, system-ui, sans-serif`;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  const width = Math.max(size * 1.3, pen.measureText(text).width + size * 0.7);
  pen.fillStyle = palette.board;
  pen.globalAlpha = 0.88;
  pen.beginPath();
  pen.roundRect(x - width / 2, y - size * 0.66, width, size * 1.32, size * 0.66);
  pen.fill();
  pen.globalAlpha = 1;
  pen.fillStyle = colour;
  pen.fillText(text, x, y + size * 0.06);
}
