// Differences: a value of the kernel in place of which only what has changed has travelled.

import type { Difference } from "./types.gen";

/** The value that follows from an old one. */
// biome-ignore lint/suspicious/noExplicitAny: the kernel sends differences of values of any kind
export function changed(old: any, { entries, items, set, text, value }: Difference): unknown {
  if (text) return old.slice(0, text[0]) + text[1] + old.slice(old.length - text[2]);
  if (value !== undefined) return value;
  if (!items) {
    const made = { ...old, ...set };
    for (const [key, change] of Object.entries(entries ?? {})) made[key] = changed(old[key], change);
    return made;
  }
  const found: unknown[] = [];
  for (const item of items) {
    if (Array.isArray(item)) found.push(...old.slice(item[0], item[0] + item[1]));
    else found.push(changed(found.at(-1), item));
  }
  return found;
}
