// The hues of highlights. Hues belong to sides: beside them there are ivory and ink (what may be done), magenta (what is about
// to be struck, and the marks of the user's own) and amber on black (danger).

import type { Ink } from "../display-list";
import { entryOf, type Palette, sideOf } from "../palette";

/** The colour of a line, and of the line about it. */
interface Hue {
  ink: Ink;
  casing: Ink;
  /** True for danger: it is a tape of two colours. */
  tape?: boolean;
}

const HUES: Readonly<Record<string, Hue>> = {
  reach: { ink: "lit", casing: "litEdge" },
  path: { ink: "markInk", casing: "mark" },
  mark: { ink: "markInk", casing: "mark" },
  focus: { ink: "markInk", casing: "mark" },
  attack: { ink: "act", casing: "lit" },
  barred: { ink: "tape", casing: "tapeInk", tape: true },
};

/** The look of a hue of overlays, arrows or notes, or of a player. */
export function hueOf(palette: Palette, hue: string): Hue {
  return entryOf(HUES, hue) ?? { ink: sideOf(palette, hue)[0], casing: "mark" };
}
