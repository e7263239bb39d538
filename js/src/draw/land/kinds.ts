// The kinds of country that grounds are drawn as.

import type { Ground } from "../../kernel/types.gen";
import type { Ink } from "../display-list";
import type { Drawing } from "./stamps";

/** The look of a ground. */
export interface Kind {
  /** The tone of its patches. */
  tone: Ink;
  /** The tones that it has from afar, the most frequent one first. */
  far: readonly Ink[];
  /** The drawing on each hex. */
  drawing?: Drawing;
  /** The drawing on a side between two hexes of the kind. */
  join?: Drawing;
  /** The line at the edge of its patches, and the width of the line. */
  edge?: { ink: Ink; w: number; a: number };
  water?: boolean;
  /** True if its patches keep to the sides of the hexes. */
  sharp?: boolean;
}

export const PLAINS: Kind = { tone: "plains", far: ["plains", "plains+", "plains-"], drawing: "meadow" };
const SEA: Kind = { tone: "sea", far: ["sea"], drawing: "swell", water: true };
export const OCEAN: Kind = { tone: "ocean", far: ["ocean"], drawing: "deep", water: true };
const BY_PATTERN: Readonly<Record<Exclude<Ground["pattern"], "none">, Kind>> = {
  reeds: { tone: "swamp", far: ["swamp", "pool"], drawing: "marsh" },
  hills: { tone: "hills", far: ["hills", "hills+"], drawing: "downs" },
  peaks: {
    tone: "mountain",
    far: ["rock", "rock-", "mountain"],
    drawing: "range",
    join: "spur",
    edge: { ink: "rock~", w: 0.04, a: 0.25 },
  },
  trees: {
    tone: "forest",
    far: ["tree", "tree-", "forest"],
    drawing: "wood",
    join: "copse",
    edge: { ink: "tree-", w: 0.05, a: 0.35 },
  },
  crags: { tone: "crag", far: ["crag"], drawing: "crags" },
  closed: { tone: "mist", far: ["mist"], drawing: "puffs" },
  waves: SEA,
  deep: OCEAN,
};
/** Patches are drawn in this order, those of other kinds before them. */
const ORDER = ["reeds", "hills", "peaks", "trees", "crags", "closed"] as const;

/** True if some ground has a drawing. Else the board is no landscape but a table: its grounds have plain tones. */
export const isCountry = (grounds: readonly Ground[]): boolean => grounds.some(({ pattern }) => pattern !== "none");

/** The kind of a ground by its pattern. */
export const kindOf = (pattern: Ground["pattern"]): Kind => (pattern === "none" ? PLAINS : BY_PATTERN[pattern]);

/** The tone of a ground without a drawing. */
const bare = (tone: Ink): Kind => ({ tone, far: [tone], sharp: true });

/**
 * The kind of each ground of a scene, by the ground's number.
 *
 * @param tones the colours of hues, for grounds that have no drawing
 */
export function kindsOf(grounds: readonly Ground[], tones: Readonly<Record<string, readonly Ink[]>>): Kind[] {
  const country = isCountry(grounds);
  const made = new Map<string, Kind>();
  return grounds.map(({ pattern, hue }) => {
    if (pattern !== "none" || (country && hue === "plains")) return kindOf(pattern);
    const kind = made.get(hue) ?? bare(tones[hue]?.[0] ?? "plains");
    made.set(hue, kind);
    return kind;
  });
}

/** The kinds among some that are patches on the plains, in the order in which they are drawn. */
export function patchesAmong(kinds: ReadonlySet<Kind>): Kind[] {
  const natural = ORDER.map((pattern) => BY_PATTERN[pattern]);
  const others = [...kinds].filter((kind) => kind !== PLAINS && !kind.water && !natural.includes(kind));
  return [...others, ...natural.filter((kind) => kinds.has(kind))];
}
