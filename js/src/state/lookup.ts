// What can be looked up: clauses of the rulebook, and what happened at a step.

import type { Intent } from "../kernel/messages";
import type { ClauseText, Reply, Sentence } from "../kernel/types.gen";

export class Library {
  /** The clause that is read now. */
  clause: ClauseText | null = null;
  private reading = 0;
  private readonly logs = new Map<number, Sentence[] | null>();
  private readonly failed = new Set<number>();

  constructor(
    private readonly ask: (message: Intent) => Promise<Reply>,
    private readonly fail: (reply: Reply) => void,
    private readonly changed: () => void,
  ) {}

  /** Open a clause: its text, its readings and its examples. */
  open(clause: string): void {
    this.reading += 1;
    const asked = this.reading;
    this.ask({ intent: "clause", args: { clause } }).then((reply) => {
      if (asked !== this.reading) return; // closed meanwhile, or another one opened
      if (reply.clause) this.clause = reply.clause;
      else this.fail(reply);
      this.changed();
    });
  }

  close(): void {
    this.reading += 1;
    this.clause = null;
    this.changed();
  }

  /** The position is another one: how a clause is read there may be another. */
  renew(): void {
    if (this.clause !== null) this.open(this.clause.id);
  }

  /** What happened at a step; nothing until it has come. It is asked for once, and again only by `retry`. */
  log(step: number): readonly Sentence[] {
    const known = this.logs.get(step);
    if (known !== undefined) return known ?? [];
    this.logs.set(step, null);
    this.ask({ intent: "events", args: { step } }).then((reply) => {
      this.logs.set(step, reply.events ?? []);
      if (!reply.events) {
        this.failed.add(step);
        this.fail(reply);
      }
      this.changed();
    });
    return [];
  }

  /** Ask again for what has not come. */
  retry(step: number): void {
    if (this.failed.delete(step)) this.logs.delete(step);
  }
}
