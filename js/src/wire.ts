// Messages to the kernel: intents up, each answered. An answer that does not come is noticed, asked for again (a message
// that comes twice is carried out once), and given up when the kernel is known to be gone.

import type { AnyModel } from "@anywidget/types";
import type { BoardState, Draft, Reply } from "./scene/types";

const WAITING_AFTER_MS = 1000;
const AGAIN_AFTER_MS = [5000, 20000, 60000];
const GONE = "The kernel is gone. Run the cell again.";

export type Intent =
  | { intent: "hello"; args: Record<string, never> }
  | { intent: "draft" | "commit"; args: { draft: Draft } }
  | { intent: "undo" | "redo"; args: Record<string, never> }
  | { intent: "goto"; args: { step: number } }
  | { intent: "rolls"; args: { by_hand: boolean } }
  | { intent: "explain"; args: { draft: Draft; space: string } }
  | { intent: "hover"; args: { space: string | null } }
  | { intent: "view"; args: { player: string | null } }
  | { intent: "clause"; args: { clause: string } }
  | { intent: "events"; args: { step: number } }
  | { intent: "play"; args: { action: string } }
  | { intent: "editing"; args: { on: boolean } }
  | { intent: "paint"; args: { brush: string; spaces: string[]; player: string | null } }
  | { intent: "change"; args: { setting: string; value: string | number } }
  | { intent: "export"; args: { form: "python" | "scenario" } }
  | { intent: "picture"; args: { theme: "light" | "dark" } };

/** How things stand with the kernel: it answers, it takes its time, or it is gone. */
export type Line = "open" | "waiting" | "lost";

interface Open {
  resolve: (reply: Reply) => void;
  timers: ReturnType<typeof setTimeout>[];
}

export class Wire {
  line: Line = "open";
  private readonly open = new Map<string, Open>();
  private readonly late = new Set<string>();
  private readonly name = Math.random().toString(36).slice(2, 10);
  private count = 0;

  constructor(
    private readonly model: AnyModel<BoardState>,
    private readonly onLine: () => void,
    signal: AbortSignal,
  ) {
    const receive = (message: Reply) => this.receive(message);
    const lose = () => this.lose();
    model.on("msg:custom", receive);
    // Told by the widget manager when the kernel restarts, dies or closes the board.
    model.on("comm_live_update" as "change", lose);
    signal.addEventListener("abort", () => {
      model.off("msg:custom", receive);
      model.off("comm_live_update" as "change", lose);
      for (const { timers } of this.open.values()) for (const timer of timers) clearTimeout(timer);
      this.open.clear();
    });
  }

  /** Send an intent that was composed at a revision; resolves with the kernel's answer. */
  ask(message: Intent, revision: number): Promise<Reply> {
    const id = `${this.name}-${++this.count}`;
    return new Promise((resolve) => {
      const send = () => this.send({ id, revision, ...message });
      const timers = AGAIN_AFTER_MS.map((ms) => setTimeout(send, ms));
      timers.push(
        setTimeout(() => {
          this.late.add(id);
          this.set("waiting");
        }, WAITING_AFTER_MS),
      );
      this.open.set(id, { resolve, timers });
      send();
    });
  }

  /** Send an intent whose answer nobody needs. */
  tell(message: Intent, revision: number): void {
    this.send({ id: `${this.name}-${++this.count}`, revision, ...message });
  }

  private send(message: object): void {
    if (this.line === "lost") {
      this.lose();
      return;
    }
    try {
      this.model.send(message);
    } catch {
      this.lose(); // a model whose kernel is gone refuses to send
    }
  }

  private receive(reply: Reply): void {
    const waiting = reply.id === null ? undefined : this.open.get(reply.id);
    if (!waiting || reply.id === null) return; // another view's
    this.close(reply.id, waiting, reply);
    if (this.late.delete(reply.id) && this.late.size === 0 && this.line === "waiting") this.set("open");
  }

  private lose(): void {
    this.set("lost");
    for (const [id, waiting] of this.open) this.close(id, waiting, { id, ok: false, revision: 0, error: GONE });
  }

  private close(id: string, { resolve, timers }: Open, reply: Reply): void {
    for (const timer of timers) clearTimeout(timer);
    this.open.delete(id);
    resolve(reply);
  }

  private set(line: Line): void {
    if (this.line === line || this.line === "lost") return;
    this.line = line;
    this.onLine();
  }
}
