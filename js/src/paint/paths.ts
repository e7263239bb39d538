// Paths between hexes: a way with its costs and an arrow head, and the trail behind a piece.

import type { SpaceMap } from "../geometry/spaces";
import type { Pen } from "./canvas";
import type { View } from "./view";

/** Spaces of a smaller radius, in pixels, have no costs on the steps of a path. */
const SMALLEST_WITH_COSTS = 22;

/** Draw a path from hex to hex, with an arrow head at its end, and on each step its cost if that is given. */
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
  // A dot on every hex of the way lets players count them.
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

/** Draw where something has come from: a line from a dot, without an arrow head. */
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
