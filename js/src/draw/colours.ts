// Mixed colours, and players' own: the figure on a counter of such a colour, and the wall below it. Python checks beforehand
// that a figure can be read (hexwidget/scene/colours.py has the same figures).

type Rgb = [number, number, number];

/** The light and the dark figure on counters, and those of the themes with more contrast. */
const FIGURES = ["#fff9ea", "#17211c"] as const;
const FIGURES_OF_CONTRAST = ["#ffffff", "#000000"] as const;
/** The least contrast of a figure in the themes with more contrast (WCAG 2). */
const MORE_CONTRAST = 7;
/** The part of black in the wall; in the themes with more contrast it is an outline, too. */
const WALL = 0.45;
const OUTLINE = 0.85;

function channels(colour: string): Rgb {
  const at = (k: number) => Number.parseInt(colour.slice(k, k + 2), 16);
  return [at(1), at(3), at(5)];
}

/** A colour "#rrggbb" mixed with so much of another, from 0 to 1. */
export function mix(colour: string, other: string, part: number): string {
  const end = channels(other);
  const all = channels(colour).map((c, k) => Math.round(c + ((end[k] ?? 0) - c) * part));
  return `#${all.map((c) => c.toString(16).padStart(2, "0")).join("")}`;
}

function luminance(colour: string): number {
  const [r, g, b] = channels(colour).map((c) => (c <= 10 ? c / 3294.6 : ((c / 255 + 0.055) / 1.055) ** 2.4)) as Rgb;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** The contrast ratio of two colours (WCAG 2), from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** Face, figure and wall of the counters of a player with a colour of their own. With more contrast the face gives way. */
export function ownSide(colour: string, more: boolean): [face: string, figure: string, wall: string] {
  const [light, dark] = more ? FIGURES_OF_CONTRAST : FIGURES;
  const figure = contrast(colour, light) >= contrast(colour, dark) ? light : dark;
  let face = colour;
  for (let part = 0; more && contrast(face, figure) < MORE_CONTRAST; part += 0.02)
    face = mix(colour, figure === light ? "#000000" : "#ffffff", part);
  return [face, figure, mix(face, "#000000", more ? OUTLINE : WALL)];
}
