// Water: the coast, shallows along it, and what is deep.

import type { List } from "../display-list";

/** Bands along a coast, from the widest to the narrowest; the half of each that lies in the water is seen. */
const SHALLOWS = [
  { stroke: "sea+", w: 1.05, a: 0.85 },
  { stroke: "sea++", w: 0.56 },
  { stroke: "surf", w: 0.3, a: 0.55 },
  { stroke: "sea++", w: 0.22 },
] as const;

/**
 * Water within natural edges.
 *
 * @param coast the path about all water
 * @param deep the path about the ocean; empty: no ocean
 * @param plain true: plain tones, without bands
 */
export function water(coast: string, deep: string, plain: boolean): List {
  const ocean: List = deep ? [{ d: deep, fill: "ocean", clip: coast }] : [];
  if (plain) return [{ d: coast, fill: "sea" }, ...ocean, { d: coast, stroke: "ink", w: 0.06 }];
  const softer: List = deep ? [{ d: deep, stroke: "ocean", w: 0.34, a: 0.45, clip: coast }] : [];
  return [
    { d: coast, stroke: "sand~", w: 0.3, a: 0.35 },
    { d: coast, stroke: "sand", w: 0.22 },
    { d: coast, fill: "sea" },
    ...ocean,
    ...softer,
    ...SHALLOWS.map((band) => ({ d: coast, ...band, clip: coast })),
    { d: coast, stroke: "surf", w: 0.075, a: 0.95 },
  ];
}
