// The size of the printed names of provinces, for what stands beside them.

import type { SpaceMap } from "../../geometry/spaces";
import { legible } from "../observer-view";
import { LETTER } from "../pieces/pill";

const LARGEST = 0.345;
/** Part of the room that a name takes at most. */
const PART = 0.92;

/** The height of a name's letters, in radii. */
export function nameSize(map: SpaceMap, index: number, px: number): number {
  const letters = Math.max(1, map.label(index).length);
  return Math.min(legible(px, LARGEST), Math.max(9 / px, (map.labelRoom(index) / (LETTER * letters)) * PART));
}

export function nameWidth(map: SpaceMap, index: number, px: number): number {
  return nameSize(map, index, px) * LETTER * map.label(index).length;
}
