// Colours and symbols: the same files that the kernel's SVG picture is painted with.

import palettes from "../../../hexwidget/scene/palette.json";
import symbolFile from "../../../hexwidget/scene/symbols.json";

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

export const PALETTES: { light: Palette; dark: Palette } = palettes;
export const SYMBOLS: Record<string, { letter: string; path: string }> = symbolFile;
