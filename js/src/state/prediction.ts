// Prediction: the choices that follow from a draft, as far as the kernel has sent them ahead.

import { sameDraft, sentTo } from "../kernel/drafts";
import type { Choices, Draft } from "../kernel/types.gen";
import { Field } from "./reach-field";
import type { Traits } from "./traits";

/**
 * The certainty of the choices that are shown. "known": they are the kernel's own. "destination": only the field is the
 * kernel's, so other hexes of it can still be chosen. "unknown": the offers are those from before the draft.
 */
export type Certainty = "known" | "destination" | "unknown";

export class Prediction {
  private fields = new WeakMap<Choices, Field>();

  constructor(private readonly traits: Traits) {}

  /** The choices that the kernel has sent in advance. */
  private get sentAhead(): Choices[] {
    const { root, branches } = this.traits.choices;
    return [root, ...branches];
  }

  /** True if the choices under a draft were sent ahead. */
  holds(draft: Draft): boolean {
    return this.sentAhead.some((choices) => sameDraft(choices.draft, draft));
  }

  /** The choices that the kernel will most likely answer to a draft. */
  predict(draft: Draft, current: Choices): { choices: Choices; certainty: Certainty } {
    const known = this.sentAhead.find((choices) => sameDraft(choices.draft, draft));
    if (known) return { choices: known, certainty: "known" };
    for (const branch of this.traits.choices.branches) {
      const slot = branch.field?.slot;
      if (slot === undefined || !(slot in draft)) continue;
      const { [slot]: to, ...rest } = draft;
      if (sameDraft(rest, branch.draft)) {
        const decoded = this.fieldOf(branch);
        const ahead = sentTo(branch, draft, String(to));
        if (decoded) this.fields.set(ahead, decoded);
        return { choices: ahead, certainty: "destination" };
      }
    }
    return { choices: { ...current, draft, back: {}, action: null }, certainty: "unknown" };
  }

  /** The field of some choices, decoded once. */
  fieldOf(choices: Choices): Field | null {
    if (choices.field === null) return null;
    let field = this.fields.get(choices);
    if (!field) {
      field = new Field(choices.field, this.traits.map);
      this.fields.set(choices, field);
    }
    return field;
  }

  /** Drop the decoded fields: the map is another one. */
  forgetFields(): void {
    this.fields = new WeakMap();
  }
}
