// A counter: a thing with a wall, a shadow and a rim; spent, it lies flat. Lengths are in radii of a hex.

import type { Piece } from "../../kernel/types.gen";
import { mix } from "../colours";
import type { Item } from "../display-list";
import { type Palette, type Side, sideOf } from "../palette";
import { circle, f, polygon, pt, type XY } from "../shapes";
import { figuresRow, rowWidth, written } from "./figures";
import { glyph, type Letters, NO_LETTERS } from "./glyph";
import { pill } from "./pill";
import { type PlateShape, plate } from "./plate";

/** The height of a wall, as a part of the half side. */
const STEP = 0.13;
/** The most walls of a pile of equal counters. */
const MOST_WALLS = 3;
/** The most dots for the actions that a piece has left. */
const MOST_PIPS = 4;
/** The height of the figures on a face. */
const FIGURE = 0.34;
/** The least height of figures without drawings. */
const BARE_FIGURE = 0.52;
/** Figures on a face take no more of its half side, on a square one without drawings. */
const WIDEST = 1.5;
const WIDEST_BARE = 1.82;
/** The most that figures take on a pill, in radii. */
const WIDEST_PILL = 1.3;
/** The most stripes for the steps that a piece has lost. */
const MOST_STRIPES = 3;
/** Figures are never lower, in pixels. */
const LEAST = 10;
/** The silhouette in smaller counters, in pixels of the half side, is larger. */
const SMALL = 7;

/** A player's counters: their plate and their colours. */
export interface Seat {
  shape: PlateShape;
  side: Side;
}

/** The counters of a player by seat. */
export function seatOf(players: readonly { hue: string; shape: PlateShape }[], seat: number, palette: Palette): Seat {
  const player = players[seat];
  return { shape: player?.shape ?? "square", side: sideOf(palette, player?.hue) };
}

/** The parts of a piece that a counter shows. */
export type Shown = Pick<Piece, "symbol" | "count" | "spent" | "turned" | "pips" | "lost">;

export interface CounterLook {
  /** Pixels in a radius. */
  px: number;
  /** The figure at its foot; "": none. The count, if it is left out. */
  figure?: string;
  /** True if another counter lies on its foot: the figure stands at its upper left corner. */
  covered?: boolean;
  /** The number of its walls. */
  walls?: number;
  /** True if it may be chosen. */
  ready?: boolean;
  /** True if it is chosen. */
  lifted?: boolean;
  /** The angle that it faces, clockwise from the right; null: none. */
  facing?: number | null;
  letters?: Letters;
  /** The figures on its face, where there is room for them. */
  figures?: Piece["figures"];
}

/** Figures are left out where a radius has fewer pixels. */
const SMALLEST_WITH_FIGURES = 18;

/** A counter of half side `h` about a point. */
export function counter(piece: Shown, seat: Seat, palette: Palette, [x, y]: XY, h: number, look: CounterLook): Item[] {
  const walls = look.walls ?? Math.min(piece.count, MOST_WALLS);
  const base = look.lifted && !piece.spent ? y - 0.16 * h : y;
  const { shape } = seat;
  const items: Item[] = [];
  if (look.ready) items.push(...readyPlate(shape, x, base + (walls * STEP * h) / 2, h));
  const row = figuresOn(look.figures ?? [], seat, x, base, h, look.px);
  if (piece.spent) items.push(...lying(piece, seat, palette, x, y, h, look, row));
  else items.push(...standing(piece, seat, palette, [x, y, base], h, walls, look, row));
  if (look.facing !== null && look.facing !== undefined) items.push(wedge(look.facing, x, base, h));
  items.push(...dots(Math.min(piece.pips, MOST_PIPS), x, base + h * 1.42, h));
  items.push(...numberOn(piece, seat, x, base, h, look, row !== null));
  return items;
}

/** The figure of a counter: at its foot, unless that is taken by other figures or by another counter. */
function numberOn(
  piece: Shown,
  seat: Seat,
  x: number,
  y: number,
  h: number,
  look: CounterLook,
  taken: boolean,
): Item[] {
  const figure = look.figure ?? (piece.count > 1 ? String(piece.count) : "");
  if (figure === "" || look.px < SMALLEST_WITH_FIGURES) return [];
  const size = Math.max(0.66 * h, LEAST / look.px);
  const aside = 0.84 * h * (look.covered ? -1 : 1);
  const down = h * footOf(seat.shape) * (look.covered || taken ? -1 : 1);
  return pill(figure, x + aside, y + down, size, seat.side[2]);
}

/** The ivory plate below a counter that may be chosen. */
function readyPlate(shape: PlateShape, x: number, y: number, h: number): Item[] {
  const d = plate(shape, x, y, h * 1.2);
  return [
    { d, fill: "lit", a: 0.95 },
    { d, stroke: "litEdge", w: 0.05 * h, a: 0.5 },
  ];
}

function standing(
  piece: Shown,
  { shape, side: [face, ink, wall] }: Seat,
  palette: Palette,
  [x, y, base]: readonly [number, number, number],
  h: number,
  walls: number,
  look: CounterLook,
  row: Foot | null,
): Item[] {
  const lift = y - base;
  const items: Item[] = [
    { d: plate(shape, x + 0.1 * h + lift * 0.5, y + 0.3 * h + lift * 0.6, h * 1.03), fill: "shadow", a: 0.16 },
    {
      d: plate(shape, x + 0.06 * h + lift * 0.3, y + 0.22 * h + lift * 0.3, h),
      fill: "shadow",
      a: palette.dark ? 0.5 : 0.3,
    },
  ];
  // A pile of equal counters has as many walls, with the edges of the faces between them.
  const step = STEP * h;
  for (let n = walls - 1; n >= 0; n--) {
    const [left, top] = [x + n * step * 0.35, base + n * step];
    items.push({ d: plate(shape, left, top + step, h), fill: wall, stroke: "shadow", w: 0.045 * h });
    if (n > 0)
      items.push({ d: plate(shape, left, top, h), fill: mix(face, "#fff9ea", 0.25), stroke: "shadow", w: 0.03 * h });
  }
  const { letters = NO_LETTERS } = look;
  const half = h * (h * look.px < SMALL ? 0.8 : row ? 0.54 : 0.66);
  const middle = base - (row?.up ?? 0);
  items.push(
    { d: plate(shape, x, base, h), fill: face, stroke: "shadow", w: 0.06 * h },
    {
      d: plate(shape, x, base, h * 0.9),
      grad: [base - h, base + h, mix(face, "#ffffff", palette.dark ? 0.22 : 0.2), face],
      stroke: mix(face, "#fff9ea", 0.62),
      w: 0.055 * h,
    },
    ...stripes(piece.lost, shape, x, base, h, ink),
    glyph(piece.symbol, x + 0.03 * h, middle + 0.05 * h, half, wall, { letters, turned: piece.turned }),
    glyph(piece.symbol, x, middle, half, ink, { letters, turned: piece.turned }),
    ...(row ? row.items(ink) : []),
  );
  return items;
}

/** Stripes across the upper left corner of a face, for the steps that are lost. */
function stripes(n: number, shape: PlateShape, x: number, y: number, h: number, stroke: string): Item[] {
  if (n < 1) return [];
  const lines = Array.from({ length: Math.min(n, MOST_STRIPES) }, (_, k) => {
    const far = (1.18 - 0.4 * k) * h;
    return `M${pt(x - far - h, y + h)}L${pt(x + h, y - far - h)}`;
  });
  return [{ d: lines.join(""), stroke, w: 0.17 * h, cap: "butt", clip: plate(shape, x, y, h * 0.88) }];
}

/** The figures at the foot of a face, and how much higher its drawing stands for them. */
interface Foot {
  items(ink: string): Item[];
  up: number;
}

/**
 * The figures at the foot of a face, where they fit and can be read; a plus goes without saying there. Figures without
 * drawings that do not fit stand on a pill.
 */
function figuresOn(figures: Piece["figures"], seat: Seat, x: number, y: number, h: number, px: number): Foot | null {
  if (figures.length === 0 || px < SMALLEST_WITH_FIGURES) return null;
  const { shape, side } = seat;
  const row = written(figures.map(([symbol, text, meaning]) => [symbol, text.replace(/^\+/, ""), meaning]));
  const [wide, bare] = [rowWidth(row), isBare(figures)];
  const widest = (bare && shape === "square" ? WIDEST_BARE : WIDEST) * h;
  const size = bare ? Math.max(BARE_FIGURE * h, LEAST / px) : FIGURE * h;
  if (size * px >= LEAST && wide * size <= widest) {
    const down = y + downOf(shape, bare) * h;
    return { items: (ink) => figuresRow(row, x, down, size, { ink }), up: (bare ? 0.3 : 0.2) * h };
  }
  const least = LEAST / px;
  if (!bare || wide * least > WIDEST_PILL) return null;
  return { items: () => pill(row[0]?.[1] ?? "", x, y + footOf(shape) * h, least, side[2], wide), up: 0.14 * h };
}

/** The height of figures on a plate below its middle, in half sides. */
const downOf = (shape: PlateShape, bare: boolean): number =>
  shape === "diamond" ? 0.44 : shape === "round" && bare ? 0.52 : 0.6;

/** The height of the foot of a plate below its middle, in half sides. */
const footOf = (shape: PlateShape): number => (shape === "diamond" ? 0.62 : 0.8);

/** True if figures have no drawings. */
export const isBare = (figures: Piece["figures"]): boolean => figures.every(([symbol]) => !symbol);

/** A spent counter: pale and flat, without wall and shadow, with a bar or its figures at its foot. */
function lying(
  piece: Shown,
  { shape, side: [face, , wall] }: Seat,
  palette: Palette,
  x: number,
  y: number,
  h: number,
  { letters = NO_LETTERS }: CounterLook,
  row: Foot | null,
): Item[] {
  const ink = palette.dark ? mix(face, "#ffffff", 0.35) : wall;
  return [
    {
      d: plate(shape, x, y, h),
      fill: mix(face, palette.dark ? "#2a2e2c" : "#f3eedd", 0.72),
      stroke: palette.dark ? mix(face, "#ffffff", 0.1) : wall,
      w: h * 0.08,
      dash: [h * 0.22, h * 0.16],
    },
    ...stripes(piece.lost, shape, x, y, h, ink),
    glyph(piece.symbol, x, y - (row?.up ?? h * 0.06), h * (row ? 0.54 : 0.6), ink, { letters, turned: piece.turned }),
    ...(row ? row.items(ink) : [{ d: `M${pt(x - h * 0.42, y + h * 0.72)}h${f(h * 0.84)}`, stroke: ink, w: h * 0.13 }]),
  ];
}

/** The dots below a counter: the actions that it has left. */
function dots(n: number, x: number, y: number, h: number): Item[] {
  return Array.from({ length: n }, (_, k) => ({
    d: circle(x + (k - (n - 1) / 2) * h * 0.46, y, h * 0.16),
    fill: "pill",
    stroke: "pillInk",
    w: h * 0.14,
  }));
}

/** A wedge at the rim of a counter, in the direction that it faces. */
function wedge(angle: number, x: number, y: number, h: number): Item {
  const at = (far: number, turn: number): XY => [
    x + far * h * Math.cos(angle + turn),
    y + far * h * Math.sin(angle + turn),
  ];
  const d = polygon([at(1.82, 0), at(1.26, -0.42), at(1.26, 0.42)]);
  return { d, fill: "markInk", stroke: "mark", w: h * 0.1 };
}
