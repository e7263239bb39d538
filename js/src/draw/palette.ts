// Colours and symbols, from the files that Python reads, too.

import palettes from "../../../hexwidget/scene/palette.json";
import symbolFile from "../../../hexwidget/scene/symbols.json";
import { ownSide } from "./colours";

type Names = (typeof palettes)["light"];
/** The colours of a theme: most by flat names, which lists use; some in tables by the names that scenes use. */
export type Palette = Omit<Names, "owner" | "ground" | "token" | "border"> & {
  /** Face, figure and wall of the counters of a side. */
  owner: Record<string, string[]>;
  ground: Record<string, string[]>;
  token: Record<string, string[]>;
  border: Record<string, string>;
};
export type Theme = keyof typeof palettes;

export const PALETTES: Record<Theme, Palette> = palettes;
/** SVG paths of the symbols in a box of 24 by 24, by name, filled by the even-odd rule. */
export const SYMBOLS: Record<string, string> = symbolFile;

/** The entry of a table; undefined if it has none. A name in a document may be one that every object has: "constructor". */
export function entryOf<T>(table: Readonly<Record<string, T>>, name: string | undefined): T | undefined {
  return name !== undefined && Object.hasOwn(table, name) ? table[name] : undefined;
}

/** The colours of a side: the face of its counters, the figures on it, and the wall below. */
export type Side = readonly [face: string, figure: string, wall: string];

const UNKNOWN: Side = ["#5b625d", "#fff9ea", "#2b302d"];

/** The colours of the player in a seat. */
export function sideOf(palette: Palette, hue: string | undefined): Side {
  return (entryOf(palette.owner, hue) as Side | undefined) ?? UNKNOWN;
}

/** The palette of a theme, with the colours that players have of their own ("#rrggbb" in place of a hue). */
export function paletteOf(theme: Theme, players: readonly { hue: string }[]): Palette {
  const palette = PALETTES[theme];
  const own = players.map(({ hue }) => hue).filter((hue) => hue.startsWith("#"));
  if (own.length === 0) return palette;
  const sides = own.map((hue) => [hue, [...ownSide(hue, theme.endsWith("contrast"))]]);
  return { ...palette, owner: { ...palette.owner, ...Object.fromEntries(sides) } };
}

/** The colour that a name stands for; a name that is not in the palette is itself a colour. */
export function inkOf(palette: Palette, name: string): string {
  const found = entryOf(palette as unknown as Record<string, unknown>, name);
  return typeof found === "string" ? found : name;
}
