// Drawings of a mat in the units of its map.

import { UNIT } from "../../geometry/mat/measures";
import { type Item, isGroup, isPicture, isStamp, isText } from "../display-list";

/** Items in pixels as items in units of the map. */
export function inUnits(items: readonly Item[]): Item[] {
  const k = 1 / UNIT;
  return items.map((item): Item => {
    if (isGroup(item)) return { ...item, x: (item.x ?? 0) * k, y: (item.y ?? 0) * k, items: inUnits(item.items) };
    if (isStamp(item)) return { ...item, x: item.x * k, y: item.y * k };
    if (isText(item)) return { ...item, x: item.x * k, y: item.y * k, size: item.size * k };
    if (isPicture(item)) return { ...item, x: item.x * k, y: item.y * k, w: item.w * k, h: item.h * k };
    const [x, y, scale] = item.at ?? [0, 0, 1];
    return { ...item, at: [x * k, y * k, scale * k] };
  });
}
