// Motion: pieces move along the ways that events report, one after another, or together where several players moved. The
// state is already the new one while they move, and any input ends the motion.

import type { List } from "../draw/list";
import { counter, seatOf } from "../draw/pieces/counter";
import { roomOf } from "../draw/pieces/stack";
import type { SpaceMap } from "../geometry/spaces";
import type { Piece, Sentence } from "../kernel/types.gen";
import type { Store } from "../state/store";
import { Layer } from "./canvas";
import type { Painter } from "./painter";

const STEP_MS = 240;
const LONGEST_MS = 1800;
const MOST_MOVES = 40;

export interface Move {
  piece: Piece;
  /** The spaces from its old place to its new one. */
  way: number[];
  /** The number of the event that reports the move; the number of events if none does. */
  event: number;
}

/** The moves of pieces between two states, along the ways that the events report. */
export function movesBetween(
  before: readonly Piece[],
  after: readonly Piece[],
  events: readonly Sentence[],
  map: SpaceMap,
): Move[] {
  const count = (pieces: readonly Piece[]) => {
    const found = new Map<string, Map<string, { piece: Piece; n: number }>>();
    for (const piece of pieces) {
      if (piece.layer !== "unit") continue;
      const kind = `${piece.owner} ${piece.symbol}`;
      const places = found.get(kind) ?? new Map<string, { piece: Piece; n: number }>();
      const here = places.get(piece.space);
      places.set(piece.space, { piece, n: (here?.n ?? 0) + piece.count });
      found.set(kind, places);
    }
    return found;
  };
  const [was, is] = [count(before), count(after)];
  const told = events.map((e) => e.subjects.map((space) => map.find(space)));
  const moves: Move[] = [];
  for (const [kind, places] of is) {
    const old = was.get(kind) ?? new Map<string, { piece: Piece; n: number }>();
    const lost = new Map([...old].map(([space, { n }]) => [space, n - (places.get(space)?.n ?? 0)]));
    for (const [space, { piece, n }] of places) {
      let gained = n - (old.get(space)?.n ?? 0);
      const to = map.find(space);
      while (gained > 0 && to >= 0) {
        const from = [...lost].filter(([, left]) => left > 0).map(([name]) => map.find(name));
        const best = from
          .filter((index) => index >= 0)
          .map((index) => wayBetween(index, to, told))
          .sort((a, b) => a.event - b.event)[0];
        if (!best) break;
        const name = map.name(best.way[0] ?? -1);
        const going = Math.min(gained, lost.get(name) ?? 0);
        lost.set(name, (lost.get(name) ?? 0) - going);
        gained -= going;
        moves.push({ piece: { ...piece, count: going }, ...best });
      }
    }
  }
  return moves.sort((a, b) => a.event - b.event);
}

/** The way between two spaces that an event reports, or a straight one. */
function wayBetween(from: number, to: number, told: readonly (readonly number[])[]): { way: number[]; event: number } {
  const whole = told.findIndex((spaces) => spaces.includes(from) && spaces.lastIndexOf(to) > spaces.indexOf(from));
  const spaces = told[whole];
  if (spaces) return { way: spaces.slice(spaces.indexOf(from), spaces.lastIndexOf(to) + 1), event: whole };
  const last = told.findIndex((some) => some.includes(to));
  return { way: [from, to], event: last < 0 ? told.length : last };
}

export class Motion {
  private readonly layer: Layer;
  private frame = 0;
  private waiting: (() => void)[] = [];
  private running = false;

  constructor(
    private readonly owner: Document,
    private readonly store: Store,
    private readonly painter: Painter,
    signal: AbortSignal,
  ) {
    this.layer = new Layer(owner, "motion");
    this.layer.canvas.dataset.moving = "0";
    painter.root.append(this.layer.canvas);
    signal.addEventListener("abort", () => this.end());
  }

  /** Wait until nothing moves. */
  rest(): Promise<void> {
    return this.running ? new Promise((resolve) => this.waiting.push(resolve)) : Promise.resolve();
  }

  /** Play the moves that led from a state to the present one. */
  play(before: readonly Piece[]): void {
    this.end();
    const { store } = this;
    const page = this.owner.defaultView;
    const still = page?.matchMedia?.("(prefers-reduced-motion: reduce)").matches ?? true;
    if (!page || still || store.settings.speed === 0 || this.owner.hidden || store.settings.bare) return;
    const moves = movesBetween(before, store.state.pieces, store.timeline.events, store.map);
    if (moves.length === 0 || moves.length > MOST_MOVES) return;
    const together = new Set(moves.map((m) => m.piece.owner)).size > 1;
    let [at, end] = [0, 0];
    const parts = moves.map((move, n) => {
      // The moves that one event reports go together, as those of a whole army.
      if (!together && n > 0 && moves[n - 1]?.event !== move.event) at = end;
      const length = STEP_MS * Math.max(1, move.way.length - 1);
      end = Math.max(end, at + length);
      return { move, from: at, length };
    });
    // A long chain of events plays faster, not longer.
    const rate = store.settings.speed * Math.max(1, end / LONGEST_MS);
    this.running = true;
    this.hide(moves, new Set(before.map((piece) => piece.space)));
    let started = 0;
    const draw = (now: number) => {
      started ||= now;
      const time = (now - started) * rate;
      const { view } = this.painter;
      if (!view || time >= end) {
        this.end();
        return;
      }
      const list = parts.flatMap(({ move, from, length }) => {
        const part = Math.min(1, Math.max(0, (time - from) / length));
        return this.moving(move, part, view.scale);
      });
      // Tests find the moving pieces by this number.
      this.layer.canvas.dataset.moving = String(parts.length);
      this.layer.show(view, list, this.painter.palette);
      this.frame = page.requestAnimationFrame(draw);
    };
    this.frame = page.requestAnimationFrame(draw);
  }

  /** The counter of a move that is done in part. */
  private moving({ piece, way }: Move, part: number, px: number): List {
    const { scene, map } = this.store;
    const { palette } = this.painter;
    const { x, y } = this.along(way, part);
    const { size, down } = roomOf(map);
    const half = Math.max(0.42 * size, 4 / px);
    return counter(piece, seatOf(scene.players, piece.owner, palette), palette, [x, y + down], half, {
      px,
      lifted: true,
    });
  }

  private along(way: readonly number[], part: number) {
    const { map } = this.store;
    const eased = part < 0.5 ? 2 * part * part : 1 - (2 - 2 * part) ** 2 / 2;
    const far = eased * (way.length - 1);
    const k = Math.min(Math.floor(far), way.length - 2);
    const [a, b] = [map.centre(way[k] ?? 0), map.centre(way[k + 1] ?? 0)];
    return { x: a.x + (b.x - a.x) * (far - k), y: a.y + (b.y - a.y) * (far - k) };
  }

  /** Hide the stacks that pieces are still on their way to. */
  private hide(moves: readonly Move[], taken: ReadonlySet<string>): void {
    const goals = moves.map((move) => this.store.map.name(move.way[move.way.length - 1] ?? -1));
    // A space that was occupied before stays visible.
    this.painter.leaveOut(new Set(goals.filter((name) => !taken.has(name)).map((name) => `stack ${name}`)));
  }

  /** End the motion and show the present state. */
  end(): void {
    this.owner.defaultView?.cancelAnimationFrame(this.frame);
    const { view, palette } = this.painter;
    this.layer.canvas.dataset.moving = "0";
    if (view) this.layer.show(view, [], palette);
    if (this.running) this.painter.leaveOut(new Set());
    this.running = false;
    for (const resolve of this.waiting.splice(0)) resolve();
  }
}
