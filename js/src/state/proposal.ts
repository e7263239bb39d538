// Proposal: the remedy of a finding that the user has taken up and can confirm.

import type { Reply } from "../kernel/types.gen";
import type { Changes } from "./changes";
import type { Requests } from "./requests";

/** A remedy that an action carries out. */
export interface Remedy {
  text: string;
  action: string;
}

export class Proposal {
  /** The remedy to confirm. */
  remedy: Remedy | null = null;

  constructor(
    private readonly requests: Requests,
    private readonly changes: Changes,
  ) {}

  /** Take up a remedy; null drops it. */
  put(remedy: Remedy | null): void {
    this.remedy = remedy;
    this.changes.tell("choices");
  }

  /** Play the remedy's action. */
  play(): Promise<Reply> | undefined {
    const { remedy } = this;
    this.put(null);
    if (!remedy) return undefined;
    return this.requests.send({ intent: "play", args: { action: remedy.action } }, this.requests.shown);
  }
}
