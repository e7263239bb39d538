// The moves of pieces between two states, along the ways that events report.

import type { SpaceMap } from "../geometry/spaces";
import type { Piece, Sentence } from "../kernel/types.gen";

export interface Move {
  piece: Piece;
  /** The spaces from its old place to its new one. */
  way: number[];
  /** The number of the event that reports the move; the number of events if no event does. */
  event: number;
}

/** The units of a kind: a piece and their number, by their space. */
type Places = Map<string, { piece: Piece; n: number }>;

/** The units by their kinds. */
function counted(pieces: readonly Piece[]): Map<string, Places> {
  const found = new Map<string, Places>();
  for (const piece of pieces) {
    if (piece.layer !== "unit") continue;
    const kind = `${piece.owner} ${piece.symbol}`;
    const places: Places = found.get(kind) ?? new Map();
    const here = places.get(piece.space);
    places.set(piece.space, { piece, n: (here?.n ?? 0) + piece.count });
    found.set(kind, places);
  }
  return found;
}

/** The moves of pieces between two states, along the ways that the events report. */
export function movesBetween(
  before: readonly Piece[],
  after: readonly Piece[],
  events: readonly Sentence[],
  map: SpaceMap,
): Move[] {
  const [was, is] = [counted(before), counted(after)];
  const told = events.map((e) => e.subjects.map((space) => map.find(space)));
  const moves = [...is].flatMap(([kind, places]) => movesOf(was.get(kind) ?? new Map(), places, told, map));
  return moves.sort((a, b) => a.event - b.event);
}

/** The moves of the units of a kind. */
function movesOf(old: Places, places: Places, told: readonly (readonly number[])[], map: SpaceMap): Move[] {
  const moves: Move[] = [];
  const lost = new Map([...old].map(([space, { n }]) => [space, n - (places.get(space)?.n ?? 0)]));
  for (const [space, { piece, n }] of places) {
    let gained = n - (old.get(space)?.n ?? 0);
    const to = map.find(space);
    while (gained > 0 && to >= 0) {
      const from = [...lost].filter(([, left]) => left > 0).map(([name]) => map.find(name));
      const best = firstWay(from, to, told);
      if (!best) break;
      const name = map.name(best.way[0] ?? -1);
      const going = Math.min(gained, lost.get(name) ?? 0);
      lost.set(name, (lost.get(name) ?? 0) - going);
      gained -= going;
      moves.push({ piece: { ...piece, count: going }, ...best });
    }
  }
  return moves;
}

/** The way to a space from one of some others that an event reports first. */
function firstWay(from: readonly number[], to: number, told: readonly (readonly number[])[]) {
  const ways = from.filter((index) => index >= 0).map((index) => wayBetween(index, to, told));
  return ways.sort((a, b) => a.event - b.event)[0];
}

/** The way between two spaces that an event reports, or a straight one. */
function wayBetween(from: number, to: number, told: readonly (readonly number[])[]): { way: number[]; event: number } {
  const whole = told.findIndex((spaces) => spaces.includes(from) && spaces.lastIndexOf(to) > spaces.indexOf(from));
  const spaces = told[whole];
  if (spaces) return { way: spaces.slice(spaces.indexOf(from), spaces.lastIndexOf(to) + 1), event: whole };
  const last = told.findIndex((some) => some.includes(to));
  return { way: [from, to], event: last < 0 ? told.length : last };
}
