// The ground: a hue and a pattern for each kind, the grid, borders, and the printed numbers where there is room.

import type { Palette } from "../draw/palette";
import type { Point, SpaceMap } from "../geometry/spaces";
import type { Ground, StaticScene } from "../kernel/types.gen";
import { fillSpaces, type Pen, seen, tracedLine } from "./canvas";
import type { View } from "./view";

/** Hexes of a smaller radius, in pixels, have no pattern. */
const SMALLEST_WITH_PATTERN = 9;
/** The approximate width of a letter, in font sizes. */
const LETTER = 0.6;
/** Hexes of a smaller radius, in pixels, have no printed number. */
const SMALLEST_WITH_NUMBER = 20;

export function paintGround(pen: Pen, map: SpaceMap, scene: StaticScene, palette: Palette, view: View): void {
  const groups = scene.grounds.map((): number[] => []);
  for (const index of seen(map, view)) groups[map.ground(index)]?.push(index);
  pen.lineJoin = "round";
  scene.grounds.forEach((ground, n) => {
    const hexes = groups[n] ?? [];
    const [fill, mark] = palette.ground[ground.hue] ?? [palette.board, palette.grid];
    pen.fillStyle = fill ?? palette.board;
    pen.strokeStyle = palette.grid;
    pen.lineWidth = view.scale < 8 ? 0.4 : 0.9;
    fillSpaces(pen, map, view, hexes, 0, view.scale >= 4);
    if (ground.pattern === "none" || view.scale < SMALLEST_WITH_PATTERN) return;
    stampPattern(pen, map, hexes, ground.pattern, mark ?? palette.ink, view);
  });
  paintBorders(pen, map, scene, palette, view);
}

/** Draw a pattern once and copy the drawing to each space, which is many times faster than drawing it there. */
function stampPattern(
  pen: Pen,
  map: SpaceMap,
  hexes: number[],
  pattern: Ground["pattern"],
  colour: string,
  view: View,
): void {
  if (hexes.length === 0) return;
  const { canvas } = pen;
  const ratio = canvas.width / view.width;
  const half = Math.ceil(view.scale * ratio * 0.8) + 2;
  const stamp = canvas.ownerDocument.createElement("canvas");
  stamp.width = stamp.height = 2 * half;
  const ink = stamp.getContext("2d");
  if (!ink) return;
  ink.strokeStyle = ink.fillStyle = colour;
  paintPattern(ink, pattern, { x: half, y: half }, view.scale * ratio);
  pen.save();
  pen.setTransform(1, 0, 0, 1, 0, 0);
  for (const index of hexes) {
    const { x, y } = view.toPage(map.centre(index));
    // Copies at whole pixels stay crisp.
    pen.drawImage(stamp, Math.round(x * ratio) - half, Math.round(y * ratio) - half);
  }
  pen.restore();
}

/** Draw the borders of the map. Their kinds differ in hue and stroke. */
function paintBorders(pen: Pen, map: SpaceMap, scene: StaticScene, palette: Palette, view: View): void {
  const stroke = (line: Point[], width: number, colour: string) => {
    pen.lineWidth = width;
    pen.strokeStyle = colour;
    pen.beginPath();
    tracedLine(pen, line, view);
    pen.stroke();
  };
  const drawn = map.borders.flatMap(({ kind, line }) => {
    const look = scene.borders.find((b) => b.key === kind);
    return look ? [{ look, line }] : [];
  });
  // A light casing below all borders makes them visible on every ground.
  for (const { line } of drawn) stroke(line, Math.max(2.5, view.scale * 0.13), palette.board);
  const unit = Math.max(2, view.scale * 0.09);
  for (const { look, line } of drawn) {
    pen.lineCap = look.stroke === "dotted" ? "round" : "butt";
    pen.setLineDash({ solid: [], dashed: [unit * 3, unit * 2], dotted: [0, unit * 2] }[look.stroke]);
    stroke(line, Math.max(1.5, view.scale * 0.085), palette.border[look.hue] ?? palette.ink);
  }
  pen.setLineDash([]);
}

/** Print the numbers or names of spaces, where there is room for them. */
export function paintNumbers(pen: Pen, map: SpaceMap, palette: Palette, view: View): void {
  if (view.scale < SMALLEST_WITH_NUMBER && !map.mat) return;
  const size = Math.max(9, Math.min(11, view.scale * 0.27));
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.fillStyle = palette.ink;
  for (const index of seen(map, view)) {
    const { x, y } = view.toPage(map.centre(index));
    const label = map.label(index);
    if (map.labelRoom(index) === 0) continue;
    const fits = Math.min(size, Math.max(6, (map.labelRoom(index) * view.scale) / (LETTER * label.length || 1)));
    pen.font = `500 ${fits}px ui-sans-serif, system-ui, sans-serif`;
    pen.fillText(label, x, y - view.scale * map.nameUp);
  }
}

/** Draw a ground's pattern in a hex of radius `r` about a point. It tells grounds apart where hues do not. */
export function paintPattern(pen: Pen, pattern: Ground["pattern"], { x, y }: Point, r: number): void {
  pen.lineWidth = Math.max(1, r * 0.055);
  pen.lineCap = "round";
  const line = (...points: [number, number][]) => {
    pen.beginPath();
    points.forEach(([px, py], k) => void (k ? pen.lineTo(x + px * r, y + py * r) : pen.moveTo(x + px * r, y + py * r)));
  };
  switch (pattern) {
    case "trees":
      for (const [dx, dy] of [
        [-0.34, 0.02],
        [0.02, -0.2],
        [0.36, 0.04],
        [-0.14, 0.36],
        [0.2, 0.38],
      ] as const) {
        line([dx, dy - 0.2], [dx + 0.13, dy + 0.08], [dx - 0.13, dy + 0.08]);
        pen.closePath();
        pen.globalAlpha = 0.8;
        pen.fill();
        pen.globalAlpha = 1;
        line([dx, dy + 0.08], [dx, dy + 0.15]);
        pen.stroke();
      }
      break;
    case "peaks":
      line([-0.58, 0.4], [-0.2, -0.3], [0.02, 0.08], [0.22, -0.16], [0.58, 0.4]);
      pen.stroke();
      line([-0.2, -0.3], [-0.08, 0.02], [-0.17, 0.16], [-0.06, 0.4]);
      pen.stroke();
      line([0.22, -0.16], [0.3, 0.1], [0.24, 0.24]);
      pen.stroke();
      break;
    case "hills":
      for (const [left, right, foot] of [
        [-0.56, 0.02, 0.3],
        [-0.14, 0.3, -0.06],
        [0.02, 0.56, 0.32],
      ] as const) {
        pen.beginPath();
        pen.moveTo(x + left * r, y + foot * r);
        pen.quadraticCurveTo(x + ((left + right) / 2) * r, y + (foot - 0.46) * r, x + right * r, y + foot * r);
        pen.stroke();
      }
      break;
    case "crags":
      line([-0.5, 0.42], [-0.42, -0.1], [-0.24, -0.2], [-0.16, 0.42]);
      pen.stroke();
      line([-0.1, 0.2], [0.02, -0.36], [0.24, -0.3], [0.3, 0.2]);
      pen.stroke();
      line([0.34, 0.44], [0.4, 0.06], [0.54, 0.1], [0.58, 0.44]);
      pen.stroke();
      break;
    case "reeds":
      for (const [dx, dy] of [
        [-0.3, -0.08],
        [0.24, -0.14],
        [-0.02, 0.24],
        [0.4, 0.28],
        [-0.46, 0.34],
      ] as const) {
        line([dx - 0.1, dy - 0.08], [dx - 0.04, dy + 0.1]);
        pen.stroke();
        line([dx, dy - 0.16], [dx, dy + 0.1]);
        pen.stroke();
        line([dx + 0.1, dy - 0.08], [dx + 0.04, dy + 0.1]);
        pen.stroke();
        line([dx - 0.16, dy + 0.12], [dx + 0.16, dy + 0.12]);
        pen.stroke();
      }
      break;
    case "closed":
      for (const dx of CLOSED) {
        for (const dy of CLOSED) {
          line([dx - 0.16, dy + 0.16], [dx + 0.16, dy - 0.16]);
          pen.stroke();
        }
      }
      break;
    case "waves":
    case "deep":
      for (const [dx, dy] of pattern === "waves" ? SHALLOW : DEEP) {
        pen.beginPath();
        pen.moveTo(x + (dx - 0.24) * r, y + dy * r);
        pen.quadraticCurveTo(x + (dx - 0.12) * r, y + (dy - 0.12) * r, x + dx * r, y + dy * r);
        pen.quadraticCurveTo(x + (dx + 0.12) * r, y + (dy + 0.12) * r, x + (dx + 0.24) * r, y + dy * r);
        pen.stroke();
      }
      break;
  }
}

const CLOSED = [-0.34, 0, 0.34];
const SHALLOW = [
  [-0.2, -0.22],
  [0.26, 0.06],
  [-0.22, 0.34],
] as const;
const DEEP = [
  [-0.32, -0.26],
  [0.3, -0.26],
  [0, -0.02],
  [-0.36, 0.22],
  [0.34, 0.22],
  [0, 0.46],
] as const;
