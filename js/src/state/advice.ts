// Advice: a search in the kernel that suggests a move. Its result comes as state: a draft, and words beside the board.

import type { Requests } from "./requests";
import type { Traits } from "./traits";

export class Advice {
  /** True until the kernel has answered that it searches. */
  private asked = false;

  constructor(
    private readonly traits: Traits,
    private readonly requests: Requests,
  ) {}

  /** True if the board can suggest a move, or looks for one. */
  get offered(): boolean {
    return this.traits.status.advice !== "none";
  }

  /** Let the kernel look for a move. */
  async seek(): Promise<void> {
    this.asked = true;
    const reply = await this.requests.ask({ intent: "suggest", args: { on: true } });
    this.asked = false;
    if (!reply.ok) this.requests.fail(reply);
  }

  /** End the search, if there is one: any input does. */
  stop(): void {
    if (!this.asked && this.traits.status.advice !== "sought") return;
    this.asked = false;
    this.requests.ask({ intent: "suggest", args: { on: false } });
  }
}
