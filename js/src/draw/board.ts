// The lists of a board, put in their order from below to above. The layers of the board and pictures have them from here.

import { HexMap } from "../geometry/hexmap";
import { MatMap } from "../geometry/mat/mat";
import type { List } from "./display-list";
import type { Frame } from "./land/country";
import { hexGround } from "./land/hexes";
import { labels } from "./land/labels";
import { provinceGround } from "./land/provinces";
import { gazeAbove, gazeBelow, marksAbove, marksBelow } from "./marks/marks";
import { places } from "./marks/places";
import { previewedGrounds } from "./marks/previews";
import { matList } from "./mat/mat";
import type { Decision, Gaze, Sight } from "./observer-view";
import { pieces } from "./pieces/pieces";

/** Nothing is looked at. */
const NO_GAZE: Gaze = { focus: -1, byKeyboard: false, pinned: -1, marked: [], ruler: -1 };
const NOBODY: ReadonlySet<string> = new Set();

/** The places of the map and the marks on the ground, below the pieces. */
export function marksList(sight: Sight, decision: Decision | null, seen: Iterable<number> | null = null): List {
  return [
    ...places(sight),
    ...(decision ? previewedGrounds(decision, sight) : []),
    ...marksBelow(sight, decision, seen),
  ];
}

/** The pieces and the marks above them; `away` names the groups of pieces that are left out. */
export function piecesList(sight: Sight, decision: Decision | null, away = NOBODY): List {
  return [...pieces(sight, decision, away), ...marksAbove(sight, decision)];
}

/** The ground of a board within a frame; of a mat its zones with their cards. */
export function groundList(sight: Sight, decision: Decision | null, frame: Frame): List {
  const { map, scene, palette, px } = sight;
  if (map instanceof MatMap) return matList({ ...sight, map }, decision);
  if (map instanceof HexMap) return hexGround(map, scene, palette, { px, frame });
  return provinceGround(map, scene, palette, px);
}

/**
 * All of a board that nobody looks at in particular, within a frame.
 *
 * @param ground the land below everything else
 */
export function boardList(sight: Sight, decision: Decision | null, frame: Frame, ground: List): List {
  return [
    ...ground,
    ...marksList(sight, decision),
    ...labels(sight, decision, frame),
    ...gazeBelow(sight, decision, NO_GAZE),
    ...piecesList(sight, decision),
    ...gazeAbove(sight, decision, NO_GAZE),
  ];
}
