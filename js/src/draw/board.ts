// The lists of a board, put in their order from below to above. The layers of the board and pictures have them from here.

import { MatMap } from "../geometry/mat";
import { flatGround, flatNames } from "./flat";
import type { List } from "./list";
import { gazeAbove, gazeBelow, marksAbove, marksBelow } from "./marks/marks";
import { previewedGrounds } from "./marks/previews";
import { matList } from "./mat/mat";
import { pieces } from "./pieces/pieces";
import type { Decision, Gaze, Sight } from "./sight";

/** Nothing is looked at. */
export const NO_GAZE: Gaze = { focus: -1, byKeyboard: false, pinned: -1, marked: [], ruler: -1 };
const NOBODY: ReadonlySet<string> = new Set();

/** The marks on the ground, below the pieces. */
export function marksList(sight: Sight, decision: Decision | null, seen: Iterable<number> | null = null): List {
  return [...(decision ? previewedGrounds(decision, sight) : []), ...marksBelow(sight, decision, seen)];
}

/** The pieces and the marks above them; `away` names the groups of pieces that are left out. */
export function piecesList(sight: Sight, decision: Decision | null, away = NOBODY): List {
  return [...pieces(sight, decision, away), ...marksAbove(sight, decision)];
}

/** All of a board that nobody looks at in particular. */
export function boardList(sight: Sight, decision: Decision | null, _plain = false): List {
  const { map } = sight;
  const ground = map instanceof MatMap ? matList({ ...sight, map }, decision) : flatGround(sight);
  return [
    ...ground,
    ...marksList(sight, decision),
    ...flatNames(sight),
    ...gazeBelow(sight, decision, NO_GAZE),
    ...piecesList(sight, decision),
    ...gazeAbove(sight, decision, NO_GAZE),
  ];
}
