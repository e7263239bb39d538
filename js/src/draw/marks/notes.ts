// Notes: a flag on the space. The words open where one points or asks.

import type { Item } from "../display-list";
import { legible, type Sight } from "../observer-view";
import { pill } from "../pieces/pill";
import { hueOf } from "./hues";
import { flag } from "./rings";
import { isRooms } from "./ways";

/** The foot of the pole, and its height. */
const FOOT = [-0.52, -0.14] as const;
const HEIGHT = 0.46;
/** The least height, in pixels. */
const LEAST = 9;
/** The height of a number. */
const DIGIT = 0.4;

/** A flag or a number for each note. */
export function notes({ map, numbered, palette, px, state }: Sight): Item[] {
  return state.notes.flatMap((note, n) => {
    const index = map.find(note.space);
    if (index < 0) return [];
    const { x, y } = map.centre(index);
    const up = isRooms(map) ? 0.3 : 0;
    if (numbered) return pill(String(n + 1), x + FOOT[0], y + FOOT[1] - up - HEIGHT / 2, legible(px, DIGIT));
    return flag(x + FOOT[0], y + FOOT[1] - up, Math.max(HEIGHT, LEAST / px), hueOf(palette, note.hue).ink);
  });
}
