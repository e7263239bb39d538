// The stamps of the landscape: small drawings about the middle of a hex, in five variants each, set down many times.

import type { Item, Stamps } from "../display-list";
import { hash } from "../shapes";
import { crags, downs, range, spur } from "./stamps/heights";
import { field, marsh, meadow, puffs, swell } from "./stamps/low";
import { copse, wood } from "./stamps/trees";

const VARIANTS = 5;

const DRAWINGS = {
  dell: (v: number) => field(v, "plains-", 400),
  glade: (v: number) => field(v, "plains+", 410),
  wood,
  copse,
  range,
  spur,
  downs,
  meadow,
  marsh,
  swell: (v: number) => swell(v, false),
  deep: (v: number) => swell(v, true),
  crags,
  puffs,
};
/** The name of a drawing, without the number of its variant. */
export type Drawing = keyof typeof DRAWINGS;

/** The name of the stamp that a hash of three integers picks among a drawing's variants. */
export function stampOf(drawing: Drawing, a: number, b: number, seed: number): string {
  return drawing + Math.floor(hash(a, b, seed) * VARIANTS);
}

function all(): Record<string, readonly Item[]> {
  const found: Record<string, readonly Item[]> = {};
  for (const [name, draw] of Object.entries(DRAWINGS))
    for (let variant = 0; variant < VARIANTS; variant++) found[name + variant] = draw(variant);
  return found;
}

let made: Record<string, readonly Item[]> | null = null;

export const STAMPS: Stamps = {
  // They are drawn when the first is needed, because boards of cards need none.
  get items() {
    made ??= all();
    return made;
  },
  // Meadows are larger than a hex; the rest stays within its own and the edges of its neighbours.
  half: (name) => (/^(dell|glade)/.test(name) ? 1.7 : 1.25),
};
