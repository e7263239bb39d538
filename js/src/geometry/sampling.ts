// The hex at each of a grid of points, fast: it runs for every pixel of a view.

import type { HexMap } from "./hexmap";
import type { Point } from "./spaces";

const ROOT3 = Math.sqrt(3);

/** For each point along a line of hexes: the number of its place, and its distance from the middle of that place. */
interface Places {
  readonly at: Int32Array;
  readonly off: Float64Array;
}

function placesOf(middle: number, start: number, step: number, count: number): Places {
  const at = new Int32Array(count);
  const off = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    const place = (start + i * step - middle) / ROOT3;
    at[i] = Math.round(place);
    off[i] = Math.abs(place - (at[i] as number));
  }
  return { at, off };
}

/**
 * The number of the hex at each point, row by row; -1: none.
 *
 * Hexes lie in lines: rows if they have a point up, else columns. A line begins where the points of its hexes are. From there
 * to the corners it interlocks with the line before, so the distance from the middle of a hex tells to which one a point
 * belongs.
 */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: cut into parts, the loop over pixels takes half as long again.
export function sampled(map: HexMap, corner: Point, step: number, across: number, down: number): Int32Array {
  const found = new Int32Array(across * down).fill(-1);
  const { pointy, columns, rows, cells } = map;
  const [lines, places] = pointy ? [rows, columns] : [columns, rows];
  const [cellsALine, cellsAPlace] = pointy ? [columns, 1] : [1, columns];
  const [count, lineCount] = pointy ? [across, down] : [down, across];
  const [next, nextLine] = pointy ? [1, across] : [across, 1];
  const [start, lineStart] = pointy ? [corner.x, corner.y] : [corner.y, corner.x];
  const tables = [0, 1].map((line) => {
    const { x, y } = pointy ? map.centreAt(0, line) : map.centreAt(line, 0);
    return placesOf(pointy ? x : y, start, step, count);
  }) as [Places, Places];
  const firstOf = (line: number) => (pointy ? map.index(0, line) : map.index(line, 0));
  for (let j = 0; j < lineCount; j++) {
    const at = (lineStart + j * step - 0.5) / 1.5;
    const line = Math.floor(at);
    /** Points farther than this from the middle of a hex of the line belong to the next line. */
    const most = 1.5 * (line + 1 - at);
    const [own, other] = line & 1 ? [tables[1], tables[0]] : tables;
    const [first, second] = [firstOf(line), firstOf(line + 1)];
    for (let i = 0, k = j * nextLine; i < count; i++, k += next) {
      const mine = (own.off[i] as number) <= most;
      const place = (mine ? own.at[i] : other.at[i]) as number;
      const on = mine ? line : line + 1;
      if (place < 0 || place >= places || on < 0 || on >= lines) continue;
      if (cells[on * cellsALine + place * cellsAPlace] !== 255) found[k] = (mine ? first : second) + place;
    }
  }
  return found;
}
