// The map of a scene, decoded.

import { HexMap } from "../geometry/hexmap";
import { bytesOf } from "../geometry/plane";
import { ProvinceMap } from "../geometry/provinces";
import type { SpaceMap } from "../geometry/spaces";
import type { StaticScene } from "../kernel/types.gen";

export function mapOf({ provinces, offset, columns, rows, cells }: StaticScene): SpaceMap {
  return provinces ? new ProvinceMap(provinces) : new HexMap(offset, columns, rows, bytesOf(cells));
}
