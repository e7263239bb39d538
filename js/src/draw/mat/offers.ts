// The choices on a mat: for each space, whether something there may be chosen, is chosen, or is barred.

import type { Decision } from "../observer-view";

export interface Offer {
  /** True if something there may be chosen. */
  free: boolean;
  /** True if nothing there may be chosen, and the rules say why. */
  barred: boolean;
  chosen: boolean;
  /** True for an aim of the action: a target, or the zone that it leads to. */
  aim: boolean;
  /** A number that is chosen for it, such as damage. */
  number: number;
}

/** The offers by the name of the space. */
export function offersOf(decision: Decision | null): ReadonlyMap<string, Offer> {
  const found = new Map<string, Offer>();
  if (!decision) return found;
  const { options, choices } = decision;
  for (const { space, kind, findings, chosen, value } of options) {
    if (space === null) continue;
    const old = found.get(space) ?? { free: false, barred: false, chosen: false, aim: false, number: 0 };
    const free = old.free || findings.length === 0;
    found.set(space, {
      free,
      barred: !free,
      chosen: old.chosen || chosen,
      aim: old.aim || ((kind === "space" || kind === "mark") && findings.length === 0),
      number: kind === "number" ? Number(value) : old.number,
    });
  }
  // A chosen card goes where its arrow ends.
  for (const { spaces } of choices.arrows) {
    const end = spaces.at(-1) ?? "";
    found.set(end, { ...(found.get(end) ?? NO_OFFER), aim: true });
  }
  return found;
}

export const NO_OFFER: Offer = { free: false, barred: false, chosen: false, aim: false, number: 0 };
