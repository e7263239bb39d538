// The map of a scene.

import type { StaticScene } from "../kernel/types.gen";
import { HexMap } from "./hexmap";
import { bytesOf } from "./plane";
import { ProvinceMap } from "./provinces";
import type { SpaceMap } from "./spaces";

/** Decode the map of a scene. */
export function mapOf({ provinces, offset, columns, rows, cells }: StaticScene): SpaceMap {
  return provinces ? new ProvinceMap(provinces) : new HexMap(offset, columns, rows, bytesOf(cells));
}
