// Notices of changes: the rooms of the store report them, and listeners hear of them together.

/** The kinds of changes that a view repaints for. */
export type Change = "scene" | "state" | "choices" | "focus" | "explained" | "marks" | "notice" | "settings";

export class Changes {
  private readonly listeners = new Set<(changes: ReadonlySet<Change>) => void>();
  private pending = new Set<Change>();

  /** Call a listener with what has changed, once for all changes of one task. */
  watch(listener: (changes: ReadonlySet<Change>) => void): void {
    this.listeners.add(listener);
  }

  /** Report a change. */
  tell(change: Change): void {
    const first = this.pending.size === 0;
    this.pending.add(change);
    if (!first) return;
    queueMicrotask(() => {
      const changes = this.pending;
      this.pending = new Set();
      for (const listener of this.listeners) listener(changes);
    });
  }
}
