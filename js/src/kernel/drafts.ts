// Drafts: the slots of an action that is being composed, with the values chosen so far.

import type { Choice, Choices, Draft } from "./types.gen";

/** The slot of the choice by which a callout is read. */
export const READ = "tutor read";

/** True if nothing bars a choice. */
export const isFree = ({ findings }: Pick<Choice, "findings">): boolean => findings.length === 0;

/** True if two drafts set the same slots to the same values. */
export function sameDraft(a: Draft, b: Draft): boolean {
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => a[key] === b[key]);
}

/** True if a draft sets all that another one sets, and more: further slots, or further names of a set. */
export function goesOn(draft: Draft, part: Draft): boolean {
  if (sameDraft(draft, part)) return false;
  const words = (value: Draft[string] | undefined) => String(value ?? "").split(" ");
  return Object.entries(part).every(([slot, value]) => words(value).every((word) => words(draft[slot]).includes(word)));
}

/** A draft with one slot open again. */
export function without(draft: Draft, slot: string): Draft {
  const { [slot]: _, ...rest } = draft;
  return rest;
}

/** Choices once their field is filled, until the kernel has answered: the piece and where it goes. */
export function sentTo(choices: Choices, draft: Draft, to: string): Choices {
  const label = choices.field?.label ?? "";
  const words: Choices["words"] = [
    ["about", label],
    ["unseen", ": "],
    ["task", to],
  ];
  return { ...choices, draft, prompt: `${label}: ${to}`, words, deed: "" };
}
