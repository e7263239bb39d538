// Drafts: the slots of an action that is being composed, with the values chosen so far.

import type { Draft } from "./types.gen";

/** True if two drafts set the same slots to the same values. */
export function sameDraft(a: Draft, b: Draft): boolean {
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => a[key] === b[key]);
}

/** A draft with one slot open again. */
export function without(draft: Draft, slot: string): Draft {
  const { [slot]: _, ...rest } = draft;
  return rest;
}
