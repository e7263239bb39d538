// Rows of cards and columns of zones: how wide each is, and how far cards overlap where they do not fit.

import { PAD, SHOWN, TILE } from "./measures";

/** The room between two cards that do not overlap. */
const APART = 10;

/** Cards in lines: how many in a line, how many lines, the width of a card, and the distance of two cards' left sides. */
interface Arranged {
  across: number;
  lines: number;
  wide: number;
  step: number;
}

/** Arrange cards in a width. They become narrow, then overlap as far as the drawing of each shows, then begin a second line. */
export function arranged(n: number, room: number): Arranged {
  const least = Math.min(TILE.least, room);
  const most = 1 + Math.max(0, Math.floor((room - least) / SHOWN));
  const lines = Math.max(1, Math.ceil(n / most));
  const across = Math.max(1, Math.ceil(n / lines));
  const wide = Math.min(TILE.w, Math.max(least, (room + APART) / across - APART));
  const step = across > 1 ? Math.min(wide + APART, (room - wide) / (across - 1)) : 0;
  return { across, lines, wide, step };
}

/** The width that a zone needs, and the least that it can do with. */
export interface Need {
  most: number;
  least: number;
}

/** The need of a zone with so many cards and a label of a width. */
export function needOf(n: number, label: number): Need {
  const head = label + 2 * PAD;
  if (n === 0) return { most: Math.max(head, TILE.w + 2 * PAD), least: head };
  return {
    most: Math.max(head, 2 * PAD + n * (TILE.w + APART) - APART),
    least: Math.max(head, 2 * PAD + TILE.least + (n - 1) * SHOWN),
  };
}

/** The greater need of two. */
export const greater = (a: Need, b: Need): Need => ({
  most: Math.max(a.most, b.most),
  least: Math.max(a.least, b.least),
});

/**
 * The widths of zones side by side.
 *
 * @param spare who gets the width that is left over: the last zone, or all alike
 * @returns null if they do not fit side by side
 */
export function shared(needs: readonly Need[], width: number, spare: "last" | "all"): number[] | null {
  const least = needs.reduce((sum, need) => sum + need.least, 0);
  const most = needs.reduce((sum, need) => sum + need.most, 0);
  if (least > width) return null;
  if (most > width)
    return needs.map((need) => need.least + ((width - least) * (need.most - need.least)) / (most - least));
  const each = (width - most) / needs.length;
  if (spare === "all") return needs.map((need) => need.most + each);
  return needs.map((need, k) => (k === needs.length - 1 ? need.most + width - most : need.most));
}
