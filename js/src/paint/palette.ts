// Colours and symbols, from the same files as the kernel's SVG pictures.

import palettes from "../../../hexwidget/scene/palette.json";
import symbolFile from "../../../hexwidget/scene/symbols.json";
import type { Theme } from "./theme";

export interface Palette {
  board: string;
  ink: string;
  grid: string;
  number: string;
  ground: Record<string, string[]>;
  owner: Record<string, string[]>;
  overlay: Record<string, string>;
  token: Record<string, string[]>;
  border: Record<string, string>;
}

export const PALETTES: Record<Theme, Palette> = palettes;
/** SVG paths of the symbols, by name. */
export const SYMBOLS: Record<string, string> = symbolFile;

/** The colour of an overlay's hue: one of the overlays' or a player's. */
export function overlayHue(palette: Palette, hue: string): string {
  return palette.overlay[hue] ?? palette.owner[hue]?.[0] ?? palette.ink;
}
