// All pieces and tokens of a board, each space a group, from below to above.

import type { Point } from "../../geometry/spaces";
import { goesOn, isFree } from "../../kernel/drafts";
import type { Piece, Token } from "../../kernel/types.gen";
import type { Group, List } from "../display-list";
import type { Decision, Sight } from "../observer-view";
import { lettersOf, NO_LETTERS } from "./glyph";
import { roomOf, stack } from "./stack";
import { tokenRow } from "./tokens";

/** Tokens are left out where a radius has fewer pixels. */
const SMALLEST_WITH_TOKENS = 10;

/** Things by the space that they lie on, in the order of the scene. */
function bySpace<T extends { space: string }>(things: readonly T[]): Map<string, T[]> {
  const found = new Map<string, T[]>();
  for (const thing of things) {
    const here = found.get(thing.space);
    if (here) here.push(thing);
    else found.set(thing.space, [thing]);
  }
  return found;
}

/**
 * The pieces and tokens of a board.
 *
 * @param away the names of groups that are left out, as while pieces are on their way there
 * @returns a group for the pieces of each space, "stack 0203", then one for its tokens, "token 0203: 2 cube"
 */
export function pieces(sight: Sight, decision: Decision | null = null, away: ReadonlySet<string> = new Set()): List {
  const { map, state } = sight;
  const letters = sight.letters ? lettersOf(state.pieces) : NO_LETTERS;
  const [ready, lifted] = decision ? [offered(decision), chosen(decision, sight)] : [new Set(), new Set()];
  const { down } = roomOf(map);
  const found: Group[] = [];
  for (const [space, here] of bySpace<Piece>(state.pieces)) {
    const index = map.find(space);
    const id = `stack ${space}`;
    if (index < 0 || away.has(id)) continue;
    const { x, y } = map.centre(index);
    const look = { ready: ready.has(space), lifted: lifted.has(space) };
    const title = here.map((piece) => piece.label).join(", ");
    found.push({ items: stack(here, sight, letters, look), x, y: y + down, id, title });
  }
  if (sight.px < SMALLEST_WITH_TOKENS) return found;
  const tokens = [...state.tokens, ...(decision?.choices.preview?.tokens ?? [])];
  for (const [space, here] of bySpace<Token>(tokens)) {
    const index = map.find(space);
    if (index < 0) continue;
    const { x, y } = map.centre(index);
    const id = `token ${space}: ${here.map((token) => `${token.count} ${token.kind}`).join(", ")}`;
    const title = here.map((token) => token.label).join(", ");
    found.push({ items: tokenRow(here, sight.px, sight.palette), x, y: y + down, id, title });
  }
  return found;
}

/** The units of a space as they are carried over the map: lifted, at a point. */
export function carried(sight: Sight, space: string, at: Point): Group {
  const { state } = sight;
  const letters = sight.letters ? lettersOf(state.pieces) : NO_LETTERS;
  const units = state.pieces.filter((piece) => piece.space === space && piece.layer === "unit");
  return { items: stack(units, sight, letters, { lifted: true }), x: at.x, y: at.y, a: 0.9, id: `carried ${space}` };
}

/** The spaces with pieces that may be chosen beside what is chosen. */
function offered({ choices: { draft }, options }: Decision): Set<string> {
  const more = options.filter((o) => o.kind === "piece" && isFree(o) && goesOn(o.leadsTo, draft));
  return new Set(more.flatMap((o) => o.space ?? []));
}

/** The spaces with the pieces that are chosen. */
function chosen({ options, field }: Decision, { map }: Sight): Set<string> {
  const found = new Set(options.flatMap((o) => (o.kind === "piece" && o.chosen && o.space ? [o.space] : [])));
  const start = field?.fixed[0] ?? field?.origin ?? -1;
  return start < 0 ? found : found.add(map.name(start));
}
