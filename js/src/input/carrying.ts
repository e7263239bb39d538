// A piece that is dragged to a space: the same as a click on the piece and a click on the space.

import type { Point } from "../geometry/spaces";
import { isFree } from "../kernel/drafts";
import type { Painter } from "../paint/painter";
import type { Store } from "../state/store";

export class Carrying {
  private from = -1;

  constructor(
    private readonly store: Store,
    private readonly painter: Painter,
  ) {}

  /** True while a piece is carried. */
  get on(): boolean {
    return this.from >= 0;
  }

  /** True if something that can be chosen stands on a space. */
  can(index: number): boolean {
    const { choosing, status } = this.store;
    return index >= 0 && !status.recorded && (choosing.field?.origin === index || this.offered(index).length > 0);
  }

  /** Pick up what stands on a space. A chosen piece stays chosen. */
  begin(index: number): void {
    const [first, ...others] = this.offered(index);
    const chosen = this.store.choosing.field?.origin === index || [first, ...others].some((o) => o?.chosen);
    if (first && !chosen) this.store.choosing.takeSame(first);
    this.from = index;
  }

  private offered(index: number) {
    const { choosing, map } = this.store;
    const name = map.name(index);
    return choosing.options.filter((o) => o.kind === "piece" && o.space === name && isFree(o));
  }

  /** Carry the piece to a point of the board, in pixels. */
  move(place: Point): void {
    const { view } = this.painter;
    if (!view) return;
    this.store.looking.setFocus(this.painter.hexAt(place), false);
    this.store.looking.carry({ from: this.from, at: view.toMap(place) });
  }

  /** Put the piece down on a space. Nothing is confirmed. */
  drop(index: number): void {
    const { from, store } = this;
    this.cancel();
    const { choosing } = store;
    if (index >= 0 && index !== from && index !== choosing.destination && !choosing.takes(index)) store.activate(index);
  }

  /** Let the piece go: it is back where it was. */
  cancel(): void {
    if (!this.on) return;
    this.from = -1;
    this.store.looking.carry(null);
  }
}
