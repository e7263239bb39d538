// Messages to the kernel: intents up, each answered. Late answers are noticed, lost ones are not waited for for ever.

import type { AnyModel } from "@anywidget/types";
import type { BoardState, Draft, Reply } from "./scene/types";

const WAITING_AFTER_MS = 1000;

export type Intent =
  | { intent: "hello"; args: Record<string, never> }
  | { intent: "draft" | "commit"; args: { draft: Draft } }
  | { intent: "undo" | "redo"; args: Record<string, never> }
  | { intent: "goto"; args: { step: number } }
  | { intent: "explain"; args: { draft: Draft; space: string } }
  | { intent: "hover"; args: { space: string | null } };

export class Wire {
  private readonly open = new Map<string, { resolve: (reply: Reply) => void; timer: ReturnType<typeof setTimeout> }>();
  private readonly late = new Set<string>();
  private readonly name = Math.random().toString(36).slice(2, 10);
  private count = 0;

  constructor(
    private readonly model: AnyModel<BoardState>,
    private readonly revision: () => number,
    private readonly onWaiting: (waiting: boolean) => void,
    signal: AbortSignal,
  ) {
    const receive = (message: Reply) => this.receive(message);
    model.on("msg:custom", receive);
    signal.addEventListener("abort", () => {
      model.off("msg:custom", receive);
      for (const { timer } of this.open.values()) clearTimeout(timer);
      this.open.clear();
    });
  }

  /** Send an intent; resolves with the kernel's answer. */
  ask(message: Intent): Promise<Reply> {
    const id = `${this.name}-${++this.count}`;
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.late.add(id);
        this.onWaiting(true);
      }, WAITING_AFTER_MS);
      this.open.set(id, { resolve, timer });
      this.model.send({ id, revision: this.revision(), ...message });
    });
  }

  private receive(reply: Reply): void {
    const waiting = reply.id === null ? undefined : this.open.get(reply.id);
    if (!waiting || reply.id === null) return; // another view's
    clearTimeout(waiting.timer);
    this.open.delete(reply.id);
    if (this.late.delete(reply.id) && this.late.size === 0) this.onWaiting(false);
    waiting.resolve(reply);
  }
}
