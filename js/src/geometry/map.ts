// The map of a scene.

import type { StaticScene } from "../kernel/types.gen";
import { HexMap } from "./hexmap";
import { MatMap } from "./mat/mat";
import { bytesOf } from "./plane";
import { ProvinceMap } from "./provinces";
import type { SpaceMap } from "./spaces";

/** Decode the map of a scene. A mat begins with the room and the cards of the one before. */
export function mapOf(
  { mat, provinces, offset, columns, rows, cells, hexsides }: StaticScene,
  before?: SpaceMap,
): SpaceMap {
  if (mat) return new MatMap(mat, before instanceof MatMap ? before : undefined);
  return provinces ? new ProvinceMap(provinces) : new HexMap(offset, columns, rows, bytesOf(cells), hexsides);
}
