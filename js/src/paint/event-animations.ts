// The visible events: the acts of a motion, each with its beginning and its length in milliseconds. Moves come in the order
// of the events that report them; where they stop, where there is a fight and what is lost is marked where it happens.

import { type List, paled } from "../draw/display-list";
import { lock, swords } from "../draw/marks/rings";
import { ribbon, toward, wayPoints } from "../draw/marks/ways";
import type { Sight } from "../draw/observer-view";
import { counter, seatOf } from "../draw/pieces/counter";
import { roomOf } from "../draw/pieces/stack";
import type { XY } from "../draw/shapes";
import type { Piece, Sentence } from "../kernel/types.gen";
import type { Move } from "./moves";

/** A step from space to space. */
const STEP_MS = 200;
/** All steps of one move: a longer way is gone faster. */
const LONGEST_MOVE_MS = 1400;
/** A lock stays where something was stopped. */
const STOP_MS = 900;
/** A fight: the strike, and the shock. */
const FIGHT_MS = 560;
/** A lost piece sinks and pales. */
const LOSS_MS = 260;

const STOPPED = new Set(["stopped", "stays", "stayed", "repelled", "claim_failed"]);
const FOUGHT = new Set(["attacked", "melee", "fought"]);
const LOST = new Set(["destroyed", "removed", "demolished", "killed"]);

interface Act {
  from: number;
  length: number;
  /** True for a move: its piece waits where it is, and stays where it has come to. */
  move?: boolean;
  /** The drawing of it when a part of it has passed: from 0 to 1. */
  list(part: number): List;
}

/** The acts of some events. */
export function actsOf(
  moves: readonly Move[],
  events: readonly Sentence[],
  before: readonly Piece[],
  sight: Sight,
): Act[] {
  const acts: Act[] = [];
  const together = new Set(moves.map((move) => move.piece.owner)).size > 1;
  let at = 0;
  const gone = (number: number) => {
    const here = moves.filter((move) => move.event === number);
    const made = here.map((move) => moveAct(move, at, sight));
    acts.push(...made);
    if (!together) at = Math.max(at, ...made.map((act) => act.from + act.length));
  };
  const end = () => Math.max(at, ...acts.filter((act) => act.length !== STOP_MS).map((act) => act.from + act.length));
  events.forEach((event, number) => {
    gone(number);
    const spaces = event.subjects.map((space) => sight.map.find(space)).filter((index) => index >= 0);
    const [first] = spaces;
    const kind = event.kind ?? "";
    if (first === undefined) return;
    if (STOPPED.has(kind)) acts.push(stopAct(first, end(), sight));
    else if (FOUGHT.has(kind)) {
      acts.push(fightAct(spaces, end(), sight));
      at = end();
    } else if (LOST.has(kind)) {
      acts.push(lossAct(lostOn(event.subjects[0] ?? "", before, sight), first, end(), sight));
      at = end();
    }
  });
  gone(events.length);
  return acts;
}

const eased = (t: number): number => (t < 0.5 ? 2 * t * t : 1 - (2 - 2 * t) ** 2 / 2);

/** A counter goes along its way, and its ribbon shortens behind it. */
function moveAct({ piece, way }: Move, from: number, sight: Sight): Act {
  const { map, scene, palette, px } = sight;
  const { size } = roomOf(map);
  const points = wayPoints(map, way);
  const seat = seatOf(scene.players, piece.owner, palette);
  const half = Math.max(0.42 * size, 4 / px);
  const length = Math.min(LONGEST_MOVE_MS, STEP_MS * Math.max(1, way.length - 1));
  return {
    from,
    length,
    move: true,
    list(part) {
      const far = eased(part) * (points.length - 1);
      const k = Math.min(Math.floor(far), points.length - 2);
      const [a, b] = [points[k], points[k + 1]];
      if (!a || !b) return [];
      const here = [a[0] + (b[0] - a[0]) * (far - k), a[1] + (b[1] - a[1]) * (far - k)] as const;
      const left = [here, ...points.slice(k + 1)];
      const room = Math.hypot(here[0] - (left[1]?.[0] ?? 0), here[1] - (left[1]?.[1] ?? 0));
      const line = left.length > 2 || room > 0.8 ? ribbon(left, seat.side[0]) : [];
      return [...line, ...counter(piece, seat, palette, here, half, { px, lifted: true })];
    },
  };
}

/** The ways of moves, for those who want nothing to move: they are seen for a moment. */
export function ways(moves: readonly Move[], { map, scene, palette }: Sight): List {
  return moves.flatMap(({ piece, way }) =>
    ribbon(wayPoints(map, way), seatOf(scene.players, piece.owner, palette).side[0]),
  );
}

/** A padlock where something was stopped. */
function stopAct(index: number, from: number, { map }: Sight): Act {
  const { x, y } = map.centre(index);
  return { from, length: STOP_MS, list: (part) => fading(lock(x, y - 0.62, 0.26), part) };
}

/** Crossed swords between those who fight: they swing into place and shake. */
function fightAct(spaces: readonly number[], from: number, { map }: Sight): Act {
  const points = spaces.slice(0, 2).map((index): XY => [map.centre(index).x, map.centre(index).y]);
  const [a, b] = points;
  // On the target, at the side from which it is struck.
  const [x, y] = a && b ? toward(a, b, 0.62) : (a ?? [0, 0]);
  return {
    from,
    length: FIGHT_MS,
    list(part) {
      const grown = Math.min(1, part * 4);
      const shaken = part > 0.25 && part < 0.6 ? 0.06 * Math.sin(part * 60) : 0;
      return fading(swords(x + shaken, y, 0.34 * (1.5 - 0.5 * grown)), part);
    },
  };
}

/** The pieces that stood on a space and are gone. */
function lostOn(space: string, before: readonly Piece[], { state }: Sight): Piece[] {
  const kept = new Map(state.pieces.filter((p) => p.space === space).map((p) => [`${p.owner} ${p.symbol}`, p.count]));
  return before.filter((p) => p.space === space && (kept.get(`${p.owner} ${p.symbol}`) ?? 0) < p.count);
}

/** A lost piece sinks and pales. */
function lossAct(lost: readonly Piece[], index: number, from: number, sight: Sight): Act {
  const { map, scene, palette, px } = sight;
  const { x, y } = map.centre(index);
  const { size, down } = roomOf(map);
  return {
    from,
    length: LOSS_MS,
    list: (part) =>
      lost.flatMap((piece, n) => {
        const seat = seatOf(scene.players, piece.owner, palette);
        const at: XY = [x + (n - (lost.length - 1) / 2) * 0.5, y + down + 0.2 * part];
        return counter(piece, seat, palette, at, 0.4 * size, { px }).map(paled(1 - part));
      }),
  };
}

/** A mark that stays, and pales at its end. */
function fading(list: List, part: number): List {
  return part < 0.75 ? list : list.map(paled((1 - part) * 4));
}
