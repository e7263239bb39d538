// Lookup: clauses of the rulebook, and the events of earlier steps. The kernel is asked for each.

import type { ClauseText, Sentence } from "../kernel/types.gen";
import type { Changes } from "./changes";
import type { Requests } from "./requests";

export class Lookup {
  /** The clause that is open. */
  clause: ClauseText | null = null;
  private reading = 0;
  private logs = new Map<number, Sentence[] | null>();
  private failed = new Set<number>();
  private game = 0;

  constructor(
    private readonly requests: Pick<Requests, "ask" | "fail">,
    private readonly changes: Changes,
  ) {}

  /** Open a clause: its text, its readings and its examples. */
  open(clause: string): void {
    this.reading += 1;
    const asked = this.reading;
    this.requests.ask({ intent: "read_clause", args: { clause } }).then((reply) => {
      if (asked !== this.reading) return; // the clause was closed meanwhile, or another one opened
      if (reply.clause) this.clause = reply.clause;
      else this.requests.fail(reply);
      this.changes.tell("explained");
    });
  }

  close(): void {
    this.reading += 1;
    if (this.clause === null) return;
    this.clause = null;
    this.changes.tell("explained");
  }

  /** Read the open clause again: another position may have other readings of it. */
  renew(): void {
    if (this.clause !== null) this.open(this.clause.id);
  }

  /** The events of a step of a game; empty until they have come. The kernel is asked once, and again only by `retry`. */
  events(step: number, game: number): readonly Sentence[] {
    if (game !== this.game) {
      this.game = game;
      this.logs = new Map();
      this.failed = new Set();
    }
    const known = this.logs.get(step);
    if (known !== undefined) return known ?? [];
    this.logs.set(step, null);
    this.requests.ask({ intent: "list_events", args: { step } }).then((reply) => {
      if (game !== this.game) return; // another game is shown meanwhile
      this.logs.set(step, reply.events ?? []);
      if (!reply.events) {
        this.failed.add(step);
        this.requests.fail(reply);
      }
      this.changes.tell("explained");
    });
    return [];
  }

  /** Let the events of a step be asked for again if they have not come. */
  retry(step: number): void {
    if (this.failed.delete(step)) this.logs.delete(step);
  }
}
