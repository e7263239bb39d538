// The fan: all pieces of a space side by side near it, large, each with its name and its figures.

import type { Point } from "../../geometry/spaces";
import type { Piece } from "../../kernel/types.gen";
import type { Group, Item } from "../display-list";
import type { Sight } from "../observer-view";
import { rounded } from "../shapes";
import { counter, seatOf } from "./counter";
import { figuresRow } from "./figures";
import { type Letters, NO_LETTERS } from "./glyph";
import { structure } from "./structure";

/** Width and height of the room for a piece, in pixels; more height with figures. */
const ROOM = { x: 74, y: 68, figures: 18 };
const HALF = 17;
const MARGIN = 6;
/** Longer names are cut. */
const LONGEST = 12;

/** A part of the map. */
interface Bounds {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The fan of some pieces near a point of the map, within the part that is seen. */
export function fan(
  pieces: readonly Piece[],
  at: Point,
  sight: Sight,
  seen: Bounds,
  letters: Letters = NO_LETTERS,
): Group {
  const u = 1 / sight.px;
  const figured = pieces.some((piece) => piece.figures.length > 0);
  const [width, height] = [ROOM.x * u, (ROOM.y + (figured ? ROOM.figures : 0)) * u];
  const room = seen.right - seen.left - 2 * MARGIN * u;
  const across = Math.max(1, Math.min(pieces.length, Math.floor(room / width)));
  const down = Math.ceil(pieces.length / across);
  const margin = MARGIN * u;
  const left = Math.min(
    Math.max(seen.left + margin, at.x - (across * width) / 2),
    seen.right - across * width - margin,
  );
  const above = at.y - 1 - down * height;
  const top = above >= seen.top + margin ? above : Math.min(at.y + 1, seen.bottom - down * height - margin);
  const box = rounded(0, 0, across * width, down * height, 9 * u);
  const items: Item[] = [
    { d: box, fill: "shadow", a: 0.3, at: [2 * u, 4 * u, 1] },
    { d: box, fill: "page", stroke: "markInk", w: 1.5 * u },
  ];
  pieces.forEach((piece, n) => {
    const x = ((n % across) + 0.5) * width;
    const y = Math.floor(n / across) * height + 27 * u;
    items.push(...named(piece, x, y, u, sight, letters));
  });
  return { items, x: left, y: top, id: `fan ${pieces.map((piece) => piece.kind).join(", ")}` };
}

function named(piece: Piece, x: number, y: number, u: number, { scene, palette }: Sight, letters: Letters): Item[] {
  const seat = seatOf(scene.players, piece.owner, palette);
  // In the fan every part of a counter shows, however small the map is.
  const px = Math.max(40, 1 / u);
  const drawn =
    piece.layer === "unit"
      ? counter(piece, seat, palette, [x, y], HALF * u, { px, letters })
      : structure(piece, seat, [x, y], HALF * u, letters);
  const name = piece.kind.length > LONGEST ? `${piece.kind.slice(0, LONGEST - 1)}…` : piece.kind;
  const below = y + 29 * u;
  return [
    ...drawn,
    { text: name, x, y: below, size: 11 * u, fill: "ink", weight: 600 },
    ...figuresRow(piece.figures, x, below + 17 * u, 11 * u, { letters }),
  ];
}
