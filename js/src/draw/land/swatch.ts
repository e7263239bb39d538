// A small picture of a ground, for legends and palettes of brushes.

import type { StaticScene } from "../../kernel/types.gen";
import { isShape, type List } from "../display-list";
import type { Palette } from "../palette";
import { rounded } from "../shapes";
import { isCountry, kindsOf, PLAINS } from "./kinds";
import { STAMPS } from "./stamps";

/** The part of a hex that is seen, so that its drawing can be made out. */
const NEARER = 1.15;
const SQUARE = rounded(-0.95, -0.95, 1.9, 1.9, 0.4);

/** A ground within a square from -1 to 1. Provinces have tones of their own for land. */
export function swatch(scene: StaticScene, key: string, palette: Palette): List {
  const n = scene.grounds.findIndex((ground) => ground.key === key);
  const kind = kindsOf(scene.grounds, palette.ground)[n];
  if (!kind) return [];
  const atlas = kind === PLAINS && scene.provinces !== null;
  const drawn = kind.drawing && !atlas && isCountry(scene.grounds) ? (STAMPS.items[`${kind.drawing}1`] ?? []) : [];
  const at = [0, 0, NEARER] as const;
  return [
    { d: SQUARE, fill: atlas ? "atlas" : kind.tone },
    ...drawn.filter(isShape).map((shape) => ({ ...shape, at, clip: SQUARE })),
    { d: SQUARE, stroke: "grid", w: 0.1, a: 0.4 },
  ];
}
