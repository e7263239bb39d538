// Columns of zones between the players, such as frontiers with their lanes. Lanes in a line have one height, so that the
// front is one line.

import { arranged, type Need, shared } from "./card-rows";
import type { Column, Numbered } from "./contents";
import type { Sketch } from "./layout";
import { widthOf } from "./letters";
import { EDGE, GAP, LANE, TILE } from "./measures";

/** The height of a column's label, and the room about lanes within a column. */
const LABEL = 19;
const ASIDE = 5;
/** The room above a card in its lane. */
const ABOVE = 3;
/** The least width of a column: one narrow card. */
const LEAST = 112;
/** The width of a column without cards. */
const USUAL = 180;
/** The room between two lines of cards in a lane. */
const APART = 4;

/** Lay out the columns; yields the height of each line of them. */
export function* columns(sketch: Sketch): Generator<number> {
  const all = sketch.contents.columns(sketch.room.below);
  if (all.length === 0) return;
  const most = Math.max(1, Math.floor((sketch.inner + GAP) / (LEAST + GAP)));
  const lines = Math.ceil(all.length / most);
  const perLine = Math.ceil(all.length / lines);
  for (let k = 0; k < all.length; k += perLine) yield lineOf(sketch, all.slice(k, k + perLine));
}

function needOf(sketch: Sketch, { lanes }: Column): Need {
  const n = Math.max(...lanes.map((lane) => sketch.contents.in(lane).length));
  return { most: Math.max(USUAL, n * (TILE.w + 10) + 4 * ASIDE), least: LEAST };
}

function lineOf(sketch: Sketch, line: readonly Column[]): number {
  const top = sketch.y;
  const room = sketch.inner - GAP * (line.length - 1);
  const needs = line.map((column) => needOf(sketch, column));
  const widths = shared(needs, room, "all") ?? line.map(() => room / line.length);
  const heights: number[] = [];
  for (let n = 0; n < Math.max(...line.map(({ lanes }) => lanes.length)); n++) {
    const lines = line.map(({ lanes }, k) => {
      const lane = lanes[n];
      return lane ? linesIn(sketch, lane, widths[k] ?? 0) : 0;
    });
    heights.push(sketch.heightOf(LANE, Math.max(...lines), APART));
  }
  const height = LABEL + heights.reduce((sum, high) => sum + high, 0) + 2;
  let x = EDGE;
  line.forEach(({ label, lanes }, k) => {
    const w = widths[k] ?? 0;
    sketch.groups.push({ label, box: { x, y: top, w, h: height } });
    let y = top + LABEL;
    lanes.forEach((lane, n) => {
      const h = heights[n] ?? 0;
      laneIn(sketch, lane, { x: x + ASIDE, y, w: w - 2 * ASIDE, h });
      y += h;
    });
    x += w + GAP;
  });
  return height;
}

function linesIn(sketch: Sketch, lane: Numbered, width: number): number {
  const n = sketch.contents.in(lane).length;
  return n > 0 ? arranged(n, width - 4 * ASIDE).lines : Number(sketch.contents.roomy(lane));
}

function laneIn(sketch: Sketch, lane: Numbered, box: { x: number; y: number; w: number; h: number }): void {
  const held = sketch.contents.in(lane);
  const right = box.x + box.w - 7;
  const end = sketch.tiles(held, box.x + ASIDE, box.y + ABOVE, box.w - 2 * ASIDE, APART);
  const free = right - (held.length > 0 ? end + GAP : box.x + ASIDE);
  const { label: text } = lane.zone;
  const fits = free >= 11 * widthOf(text);
  sketch.zone(lane, "lane", box, fits ? { text, x: right, y: box.y + box.h / 2, align: "right" } : null);
}
