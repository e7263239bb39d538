// Motion: what has happened is seen to happen, one act after another, or together where several players moved. The state is
// already the new one meanwhile, and any input ends the motion.

import type { Piece } from "../kernel/types.gen";
import type { Store } from "../state/store";
import { Layer } from "./canvas";
import { actsOf, ways } from "./event-animations";
import { type Move, movesBetween } from "./moves";
import type { Painter } from "./painter";

const LONGEST_MS = 4000;
const MOST_MOVES = 40;
/** The time for which the ways are seen where nothing moves. */
const STILL_MS = 600;

export class Motion {
  private readonly layer: Layer;
  private frame = 0;
  private waiting: (() => void)[] = [];
  private running = false;
  private still: ReturnType<typeof setTimeout> | undefined;

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

  /** Play what led from a state to the present one. */
  play(before: readonly Piece[]): void {
    this.end();
    const { owner, painter, store } = this;
    const { settings, state, timeline, map } = store;
    const page = owner.defaultView;
    const { view } = painter;
    if (!page || !view || owner.hidden || settings.bare) return;
    const moves = movesBetween(before, state.pieces, timeline.events, map);
    if (moves.length > MOST_MOVES) return;
    const sight = painter.sight(view);
    if (settings.speed === 0 || (page.matchMedia?.("(prefers-reduced-motion: reduce)").matches ?? true)) {
      this.layer.show(view, ways(moves, sight), painter.palette);
      this.still = setTimeout(() => this.end(), STILL_MS);
      return;
    }
    const acts = actsOf(moves, timeline.events, before, sight);
    if (acts.length === 0) return;
    const end = Math.max(...acts.map((act) => act.from + act.length));
    // A long chain of events plays faster, not longer.
    const rate = settings.speed * Math.max(1, end / LONGEST_MS);
    this.running = true;
    this.hide(moves, new Set(before.map((piece) => piece.space)));
    let started = 0;
    const draw = (now: number) => {
      started ||= now;
      const time = (now - started) * rate;
      if (!painter.view || time >= end) {
        this.end();
        return;
      }
      const here = acts.filter((act) => act.move || (time >= act.from && time < act.from + act.length));
      const list = here.flatMap((act) => act.list(Math.min(1, Math.max(0, (time - act.from) / act.length))));
      // Tests find the moving pieces by this number.
      this.layer.canvas.dataset.moving = String(moves.length);
      this.layer.show(painter.view, list, painter.palette);
      this.frame = page.requestAnimationFrame(draw);
    };
    this.frame = page.requestAnimationFrame(draw);
  }

  /** Hide the stacks that pieces are still on their way to. */
  private hide(moves: readonly Move[], taken: ReadonlySet<string>): void {
    const goals = moves.map((move) => this.store.map.name(move.way.at(-1) ?? -1));
    // A space that was occupied before stays visible.
    this.painter.leaveOut(new Set(goals.filter((name) => !taken.has(name)).map((name) => `stack ${name}`)));
  }

  /** End the motion and show the present state. */
  end(): void {
    this.owner.defaultView?.cancelAnimationFrame(this.frame);
    clearTimeout(this.still);
    const { view, palette } = this.painter;
    this.layer.canvas.dataset.moving = "0";
    if (view) this.layer.show(view, [], palette);
    if (this.running) this.painter.leaveOut(new Set());
    this.running = false;
    for (const resolve of this.waiting.splice(0)) resolve();
  }
}
