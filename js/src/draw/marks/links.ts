// Links between spaces, such as tram lines: a straight line for each, drawn with the look of its kind. Links of several kinds between
// two spaces lie side by side.

import type { SpaceMap } from "../../geometry/spaces";
import type { BorderLook, Link } from "../../kernel/types.gen";
import type { Item } from "../display-list";
import { entryOf, type Palette } from "../palette";
import { line, type XY } from "../shapes";
import { wayPoints } from "./ways";

/** The distance of two links that lie side by side. */
const APART = 0.2;
const DASHES: Record<string, readonly number[]> = { dashed: [0.22, 0.14], dotted: [0, 0.17] };

/** The lines of links. A link of a kind without a look is not drawn. */
export function linkLines(map: SpaceMap, links: readonly Link[], looks: readonly BorderLook[], palette: Palette) {
  const several = new Map<string, Link[]>();
  for (const link of links) {
    const ends = [link.a, link.b].sort().join(" ");
    several.set(ends, [...(several.get(ends) ?? []), link]);
  }
  return [...several.values()].flatMap((group) =>
    group.flatMap(({ kind }, k): Item[] => {
      const look = looks.find(({ key }) => key === kind);
      const points = ends(map, group[0] as Link, (k - (group.length - 1) / 2) * APART);
      if (!look || !points) return [];
      const d = line(points);
      const cap = look.stroke === "dotted" ? "round" : "butt";
      const stroke = entryOf(palette.border, look.hue) ?? "ink";
      return [
        { d, stroke: "halo", w: 0.15, a: 0.75, cap: "butt" },
        { d, stroke, w: look.stroke === "dotted" ? 0.11 : 0.08, dash: DASHES[look.stroke] ?? null, cap },
      ];
    }),
  );
}

/** The ends of a link, moved aside. */
function ends(map: SpaceMap, { a, b }: Link, aside: number): XY[] | null {
  const [from, to] = [a, b].map((space) => wayPoints(map, [map.find(space)])[0]);
  if (!from || !to) return null;
  const [x, y] = [to[0] - from[0], to[1] - from[1]];
  const far = aside / (Math.hypot(x, y) || 1);
  return [from, to].map((at): XY => [at[0] - y * far, at[1] + x * far]);
}
