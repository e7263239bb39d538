// The colours of overlays.

import { type Palette, sideOf } from "../draw/palette";

export { PALETTES, type Palette, paletteOf, SYMBOLS } from "../draw/palette";

/** The colour of an overlay's hue: one of the overlays' or a player's. */
export function overlayHue(palette: Palette, hue: string): string {
  return palette.overlay[hue] ?? sideOf(palette, hue)[0];
}
