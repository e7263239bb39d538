// Previews: how some spaces would look.

import type { Item } from "../display-list";
import { kindOf } from "../land/kinds";
import type { Decision, Sight } from "../observer-view";
import { polygon, xy } from "../shapes";

/** The new grounds of a preview, each with a broken line about it. */
export function previewedGrounds({ choices }: Decision, { map, px, scene }: Sight): Item[] {
  return (choices.preview?.grounds ?? []).flatMap(([space, key]) => {
    const index = map.find(space);
    const ground = scene.grounds.find((g) => g.key === key);
    if (index < 0 || !ground) return [];
    const d = polygon(map.outline(index).map(xy));
    return [
      { d, fill: kindOf(ground.pattern).tone, a: 0.9 },
      { d, stroke: "lit", w: Math.max(0.07, 1.5 / px), dash: [0.2, 0.14] },
    ];
  });
}
