// Messages to the kernel: intents go up, and the kernel answers each. The view asks again for an answer that does not come
// (the kernel carries out a message once, however often it comes), and gives up when the kernel is gone for certain.

import type { AnyModel } from "@anywidget/types";
import { Kernel, wordsOf } from "./connection";
import { capital } from "./language";
import type { BoardState, Message, Reply } from "./types.gen";

const WAITING_AFTER_MS = 1000;
/** The times to wait for an answer before the view asks again. The last one repeats. */
const AGAIN_AFTER_MS = [5000, 15000, 40000, 60000];

type Unaddressed<M> = M extends Message ? Omit<M, "id" | "revision"> : never;
/** A message as a view composes it, without the id and the revision that it travels with. */
export type Intent = Unaddressed<Message>;

/** The state of the line to the kernel: the kernel answers, takes its time, cannot be reached for now, or is gone. */
export type Line = "open" | "waiting" | "cut" | "lost";

interface Open {
  message: object;
  resolve: (reply: Reply) => void;
  timers: ReturnType<typeof setTimeout>[];
}

export class Wire {
  line: Line = "open";
  readonly words = wordsOf(this.model);
  private readonly open = new Map<string, Open>();
  private readonly late = new Set<string>();
  private readonly name = Math.random().toString(36).slice(2, 10);
  private count = 0;
  private readonly kernel: Kernel;

  constructor(
    private readonly model: AnyModel<BoardState>,
    private readonly onLine: () => void,
    /** Called when messages get through again: some of the kernel's may be lost, unless they come in order. */
    private readonly onBack: (inOrder: boolean) => void,
    signal: AbortSignal,
  ) {
    const connected = (yes: boolean) => this.connected(yes);
    const told = {
      connected,
      doubtful: () => this.doubt(),
      gone: () => this.lose(),
      dealt: (id: string) => this.dealt(id),
      refused: () => void this.mend(),
    };
    this.kernel = new Kernel(model, `${this.name}-`, told, signal);
    const receive = (message: Reply) => this.receive(message);
    const lose = () => this.lose();
    model.on("msg:custom", receive);
    // The widget manager sends this when the kernel restarts, dies or closes the board.
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
      const sent = { id, revision, ...message };
      const send = () => this.send(sent);
      const wait = setTimeout(() => {
        this.late.add(id);
        this.mend();
        if (this.line !== "open") return;
        this.set("waiting");
        this.doubt();
      }, WAITING_AFTER_MS);
      const timers = [wait];
      const again = (times: number) => {
        const ms = AGAIN_AFTER_MS[Math.min(times, AGAIN_AFTER_MS.length - 1)];
        timers[1] = setTimeout(() => {
          send();
          this.doubt();
          again(times + 1);
        }, ms);
      };
      again(0);
      this.open.set(id, { message: sent, resolve, timers });
      send();
    });
  }

  /** Send an intent without waiting for its answer. */
  tell(message: Intent, revision: number): void {
    this.send({ id: `${this.name}-${++this.count}`, revision, ...message });
  }

  private send(message: object): void {
    if (this.line === "lost") {
      this.lose();
      return;
    }
    // Once connected, all that wait are sent in order. JupyterLab would send what is new before what was lost.
    if (this.line === "cut") return;
    try {
      this.model.send(message);
    } catch {
      this.lose(); // a model whose kernel is gone refuses to send
    }
  }

  private receive(reply: Reply): void {
    const waiting = reply.id === null ? undefined : this.open.get(reply.id);
    if (!waiting || reply.id === null) return; // a reply to another view
    this.close(reply.id, waiting, reply);
    if (this.late.delete(reply.id) && this.late.size === 0 && this.line === "waiting") this.set("open");
  }

  private connected(yes: boolean): void {
    if (!yes) this.set("cut");
    else if (this.line === "cut") {
      this.set(this.late.size > 0 ? "waiting" : "open");
      // Messages on their way may be lost. The kernel does not carry out those that have arrived a second time.
      for (const { message } of this.open.values()) this.send(message);
      this.onBack(this.kernel.inOrder);
      this.doubt();
    }
  }

  /** Send all again that waits if it went to a subshell that is gone. */
  private async mend(): Promise<void> {
    if (await this.kernel.hasNewWay()) for (const { message } of this.open.values()) this.send(message);
  }

  /** Send a message again, once, if a kernel that has dealt with it has not answered. */
  private dealt(id: string): void {
    const waiting = this.open.get(id);
    if (!waiting || waiting.timers.length > 2) return;
    waiting.timers[2] = setTimeout(() => this.send(waiting.message), WAITING_AFTER_MS);
  }

  /** Give up if the kernel does not know the board any more. */
  private doubt(): void {
    this.kernel.hasForgotten().then((forgotten) => forgotten && this.lose());
  }

  private lose(): void {
    this.set("lost");
    const error = `${this.words.gone}. ${capital(this.words.remedy)}.`;
    for (const [id, waiting] of this.open) this.close(id, waiting, { id, ok: false, revision: 0, error });
  }

  private close(id: string, { resolve, timers }: Open, reply: Reply): void {
    for (const timer of timers) clearTimeout(timer);
    this.open.delete(id);
    resolve(reply);
  }

  private set(line: Line): void {
    // The reason of a cut may have changed.
    if ((this.line === line && line !== "cut") || this.line === "lost") return;
    this.line = line;
    this.onLine();
  }
}
