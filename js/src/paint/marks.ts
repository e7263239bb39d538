// Marks on the map: reach with its costs, barred hexes at its rim, overlays, offered spaces, rings and badges.

import type { Point, SpaceMap } from "../geometry/spaces";
import type { Choice, Overlay } from "../kernel/types.gen";
import type { Field } from "../state/field";
import { fillSpaces, outlineSpaces, type Pen, seen, tracedSpace } from "./canvas";
import { overlayHue, type Palette } from "./palette";
import type { Shades } from "./shades";
import type { View } from "./view";

/** Spaces of a smaller radius, in pixels, have no badges. */
const SMALLEST_WITH_TEXT = 18;

interface Look {
  hue: string;
  fill: number;
  darkening: number;
  border: number;
}

const REACH: Look = { hue: "reach", fill: 0.5, darkening: 0.5, border: 2.5 };

/** Paint the reach of the chosen piece. The number on a hex is the budget that is left there. */
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
      badgePlace(map, index, view),
      palette.overlay.path ?? palette.ink,
      palette,
      view,
    );
  }
}

/** Paint an overlay: its levels, its hatching, its numbers. */
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
      paintBadge(pen, String(Number(value.toPrecision(6))), badgePlace(map, index, view), colour, palette, view);
  }
}

const ANGLES = { rising: -Math.PI / 4, falling: Math.PI / 4, level: 0, upright: Math.PI / 2 };

/** Draw three lines across a space of radius `r` about a point. */
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

/** The opacity of a level; the first level is the most opaque. */
export function opacity(look: { fill: number; darkening: number }, level: number, last: number): number {
  return look.fill * (1 - (look.darkening * level) / Math.max(1, last));
}

/** Hatch the barred hexes at the rim, and write the clause that bars them. */
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
    if (first && view.scale >= 20) paintBadge(pen, first.clause, badgePlace(map, index, view), colour, palette, view);
  }
}

/** The greatest distance of a corner of a space from its middle. */
function reachOf(map: SpaceMap, index: number): number {
  const { x, y } = map.centre(index);
  return Math.max(...map.outline(index).map((corner) => Math.hypot(corner.x - x, corner.y - y)));
}

/** Draw the hatching of barred spaces about a point. The caller clips it. */
export function paintHatch(pen: Pen, { x, y }: Point, radius: number, palette: Palette): void {
  pen.strokeStyle = palette.overlay.barred ?? palette.ink;
  pen.globalAlpha = 0.3;
  pen.lineWidth = Math.max(0.8, radius * 0.045);
  pen.beginPath();
  for (let d = -2; d <= 2; d += 0.34) {
    // These lines fall: the zones of the first player, who is often red as well, have rising ones.
    pen.moveTo(x + (d - 1) * radius, y - radius);
    pen.lineTo(x + (d + 1) * radius, y + radius);
  }
  pen.stroke();
  pen.globalAlpha = 1;
}

/** Frame the spaces that are offered one by one, such as targets. */
export function paintSpaces(pen: Pen, map: SpaceMap, options: Choice[], palette: Palette, view: View): void {
  for (const option of options) {
    if (option.kind === "mark" && !option.chosen) continue; // any space may be marked; only marked ones show
    const offered = ["space", "mark"].includes(option.kind) && option.space !== null && option.findings.length === 0;
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

/** Draw a ring about a hex. */
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

/** The point of a space where its badge stands. */
function badgePlace(map: SpaceMap, index: number, view: View): Point {
  const { x, y } = view.toPage(map.centre(index));
  return { x, y: y + view.scale * map.badgeDown };
}

/** Draw a short text on a rounded plate. */
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
