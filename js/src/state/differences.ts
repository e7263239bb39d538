// Differences: a value of the kernel in place of which only what has changed has travelled.

import type { Difference } from "../kernel/types.gen";

/** The value that follows from an old one. */
// biome-ignore lint/suspicious/noExplicitAny: the kernel sends differences of values of any kind
export function changed(old: any, { entries, items, value }: Difference): unknown {
  if (entries)
    return { ...old, ...Object.fromEntries(Object.entries(entries).map(([key, to]) => [key, changed(old[key], to)])) };
  if (!items) return value;
  return items.flatMap((item) => (Array.isArray(item) ? old.slice(item[0], item[0] + item[1]) : [item.value]));
}
