// Overlays decoded by space: the level that each space belongs to.

import { bytesOf, Plane } from "../geometry/plane";
import type { SpaceMap } from "../geometry/spaces";
import type { Overlay } from "../kernel/types.gen";

export class Shades {
  /** For each number of a space 1 + the index of its level; 0: no level. */
  readonly of: Uint8Array | Uint16Array;

  constructor(
    map: SpaceMap,
    /** The value of each level. */
    readonly values: readonly number[],
    levels: readonly Plane[],
  ) {
    this.of = levels.length < 256 ? new Uint8Array(map.count) : new Uint16Array(map.count);
    levels.forEach((plane, level) => void plane.into(this.of, level + 1));
  }
}

const known = new WeakMap<Overlay, { map: SpaceMap; shades: Shades }>();

/** The shades of an overlay, decoded once. */
export function shadesOf(map: SpaceMap, overlay: Overlay): Shades {
  const before = known.get(overlay);
  if (before?.map === map) return before.shades;
  const planes = overlay.levels.map(([, [skip, bytes]]) => new Plane(skip, bytesOf(bytes)));
  const shades = new Shades(
    map,
    overlay.levels.map(([value]) => value),
    planes,
  );
  known.set(overlay, { map, shades });
  return shades;
}
