// Proposal: the remedy of a finding that the user has taken up and can confirm.

import { language, say } from "../kernel/language";
import type { Draft, Reply } from "../kernel/types.gen";
import type { Changes } from "./changes";
import type { Requests } from "./requests";
import type { Settings } from "./settings";

/** A remedy that an action carries out. */
export interface Remedy {
  text: string;
  action: string;
  /** True if the action is a step before the one that was asked for; false if it replaces that action. */
  first: boolean;
}

export class Proposal {
  /** The remedy to confirm. */
  remedy: Remedy | null = null;

  constructor(
    private readonly requests: Requests,
    private readonly changes: Changes,
    private readonly settings: Settings,
    /** Shows an action as if it had been chosen on the board. */
    private readonly choose: (draft: Draft) => void,
  ) {}

  /** Take up a remedy; null drops it. Where a draft means its action, the draft takes the proposal's place. */
  put(remedy: Remedy | null): void {
    this.remedy = remedy;
    this.changes.tell("choices");
    if (!remedy) return;
    this.requests.ask({ intent: "compose", args: { action: remedy.action } }).then(({ draft }) => {
      if (draft && this.remedy === remedy) this.choose(draft);
    });
  }

  /** The remedy as the user reads it. */
  get said(): string {
    return this.remedy ? saidBefore(this.remedy) : "";
  }

  /** Play the remedy's action. */
  play(): Promise<Reply> | undefined {
    const { remedy } = this;
    this.put(null);
    if (!remedy) return undefined;
    const args = { action: remedy.action, at_once: this.settings.hurried };
    return this.requests.send({ intent: "play", args }, this.requests.shown);
  }
}

/** The action of a remedy, with the word for its place: before the action that was asked for, or instead of it. In other languages than
 * that of actions, the words of the remedy. */
export function saidBefore({ first, action, text }: Pick<Remedy, "first" | "action" | "text">): string {
  return say(first ? "First: {0}" : "Instead: {0}", (language() === "en" && action) || text);
}
