// Explanations: the verdicts on hexes that cannot be chosen under the present draft. The kernel is asked for each once.

import { without } from "../kernel/drafts";
import { capital } from "../kernel/language";
import type { CitedFinding, CitedVerdict } from "../kernel/types.gen";
import type { Changes } from "./changes";
import type { Choosing } from "./choosing";
import type { Requests } from "./requests";
import type { Traits } from "./traits";

/** The most verdicts that are kept. */
const MOST_KEPT = 1000;

export class Explanations {
  private readonly verdicts = new Map<string, CitedVerdict | null>();

  constructor(
    private readonly traits: Traits,
    private readonly requests: Requests,
    private readonly changes: Changes,
    private readonly choosing: Choosing,
  ) {}

  /** True if the kernel can explain: it is there, and a player is choosing. */
  get available(): boolean {
    return this.requests.line !== "lost" && this.traits.choices.root.player !== null;
  }

  /** The verdict on a hex under the present draft; null until it has come. */
  of(index: number): CitedVerdict | null {
    return this.verdicts.get(this.key(index)) ?? null;
  }

  /** Ask for the verdict on a hex under the present draft, unless it was asked for before. The kernel is told of each click: a tutor
   * answers it, and a game keeps it for a review. */
  request(index: number, clicked = false): void {
    const key = this.key(index);
    if (this.verdicts.has(key) && !clicked) return;
    if (this.verdicts.size > MOST_KEPT) this.verdicts.clear();
    if (!this.verdicts.has(key)) this.verdicts.set(key, null);
    const args = { draft: this.choosing.draft, space: this.traits.map.name(index), clicked };
    this.requests.ask({ intent: "explain", args }).then((reply) => {
      // A failure is kept, too: asking again would fail again.
      const failed: CitedVerdict = { status: "unknown", subject: reply.error ?? "", findings: [] };
      this.verdicts.set(key, reply.verdict ?? failed);
      this.changes.tell("explained");
    });
  }

  private key(index: number): string {
    const { draft, field } = this.choosing;
    return `${this.traits.choices.revision} ${JSON.stringify(without(draft, field?.slot ?? ""))} ${index}`;
  }
}

/** The findings that bar a choice, as an error. */
export function complaint(findings: readonly CitedFinding[]): string {
  return findings.map((f) => `${f.clause}: ${capital(f.text)}.`).join("\n");
}
