// The icons on the buttons, as drawings: no font has them all.

import { say } from "../../kernel/language";
import { svgElement } from "../../paint/svg";
import { button } from "./dom";

/** Lines in a square of 16. */
const DRAWINGS = {
  undo: "M6 4 2.5 7.5 6 11M3 7.5h7a3.5 3.5 0 0 1 0 7H7",
  redo: "M10 4l3.5 3.5L10 11M13 7.5H6a3.5 3.5 0 0 0 0 7h3",
  more: "M3 8h.01M8 8h.01M13 8h.01",
  book: "M8 4C6.5 2.7 4.5 2.5 2.5 2.7v10c2-.2 4 0 5.5 1.3 1.5-1.3 3.5-1.5 5.5-1.3v-10C11.5 2.5 9.5 2.7 8 4zv10",
  share: "M8 10V2.5M5 5l3-3 3 3M4 7.5H3V14h10V7.5h-1",
  legend: "M2.5 4h3v3h-3zM2.5 10h3v3h-3zM8 5.5h5.5M8 11.5h5.5",
  check: "M3 8.5 6.5 12 13 4.5",
  cross: "M4 4l8 8M12 4l-8 8",
  fold: "M4 6l4 4 4-4",
  first: "M4 3v10M12.5 3.5 6.5 8l6 4.5z",
  back: "M11.5 3.5 4.5 8l7 4.5z",
  play: "M5 3l8 5-8 5z",
  pause: "M5.5 3.5v9M10.5 3.5v9",
  on: "M4.5 3.5l7 4.5-7 4.5z",
  last: "M12 3v10M3.5 3.5 9.5 8l-6 4.5z",
  larger: "M8 3v10M3 8h10",
  smaller: "M3 8h10",
  whole: "M2.5 6V2.5H6M10 2.5h3.5V6M13.5 10v3.5H10M6 13.5H2.5V10",
  march: "M2 8h10M8.5 4.5 12 8l-3.5 3.5",
  run: "M1.5 8h8M6.5 4.5 10 8l-3.5 3.5M10.5 4.5 14 8l-3.5 3.5",
  charge: "M2 14 10 6M7 2.5l6.5 0 0 6.5M3 9l4 4",
  retreat: "M13 4v4a3 3 0 0 1-3 3H3M6.5 7.5 3 11l3.5 3.5",
  shield: "M8 2l5 1.7v4c0 3-2 5-5 6.3-3-1.3-5-3.3-5-6.3v-4z",
  around: "M8 2.5a5.5 5.5 0 1 0 .01 0zM8 6a2 2 0 1 0 .01 0z",
  eye: "M1.5 8s2.5-4 6.5-4 6.5 4 6.5 4-2.5 4-6.5 4-6.5-4-6.5-4zM8 6.3a1.7 1.7 0 1 0 .01 0z",
  fire: "M3 3c5 .5 8 3.5 8.5 8.5M3 3l9 9M9 13l3.5-.5L13 9",
  none: "M8 2.5a5.5 5.5 0 1 0 .01 0zM4.2 11.8l7.6-7.6",
  boot: "M5 2.5v6L3 11.5V13h10v-1.5c0-1.5-2-2-4-2.5V2.5z",
  swords: "M3 3l8 8M13 3l-8 8M2.5 10.5l3 3M13.5 10.5l-3 3",
  bulb: "M8 2a4 4 0 0 0-2.2 7.3V11h4.4V9.3A4 4 0 0 0 8 2zM6.2 13.5h3.6",
  coin: "M8 2.5a5.5 5.5 0 1 0 .01 0zM8 5v6M6.3 6.3h2.4a1.2 1.2 0 0 1 0 2.4H7.2a1.2 1.2 0 0 0 0 2.3h2.5",
  temple: "M2 6.5 8 2.5l6 4zM4 6.5v6M8 6.5v6M12 6.5v6M2.5 13h11",
  star: "M8 2l1.8 4.2L14 8l-4.2 1.8L8 14l-1.8-4.2L2 8l4.2-1.8z",
  turn: "M13 8a5 5 0 1 1-1.5-3.5M13 2.5v3h-3",
  card: "M4 2.5h8v11H4zM6 5h4",
  stone: "M2.5 12.5l2-6 4-2.5 4 2 1 6.5z",
  die: "M3 3h10v10H3zM5.7 5.7h.01M10.3 10.3h.01M8 8h.01",
} as const;

const FILLED: ReadonlySet<string> = new Set(["first", "back", "play", "on", "last"]);

export type Icon = keyof typeof DRAWINGS;

/** The icons for words that orders are called by. Other words have none. */
const OF_WORDS: [RegExp, Icon][] = [
  [/^march\b/i, "boot"],
  [/^run\b/i, "run"],
  [/^charge/i, "charge"],
  [/all.(a?round)/i, "around"],
  [/^(defend|defence|arming|arm)\b/i, "shield"],
  [/^ambush/i, "eye"],
  [/^fire/i, "fire"],
  [/retreat/i, "retreat"],
  [/^(pass|none|no|rest|disband|end|clear)\b/i, "none"],
  [/^(attack|fight|maneuver|strike|battle)/i, "swords"],
  [/^(build|add|join|found|together)\b/i, "larger"],
  [/^(move|go|via)\b/i, "march"],
  [/^(gold|coin|pay)/i, "coin"],
  [/^temple/i, "temple"],
  [/^know.?how/i, "bulb"],
  [/^(marble|iron|stone)/i, "stone"],
  [/^cast\b/i, "star"],
  [/^(face|turn)\b/i, "turn"],
  [/^(draw|card)/i, "card"],
  [/^(roll|dice)/i, "die"],
  [/^(lay|destroy)/i, "fold"],
];

/** The icon for the words of a choice; null without an icon. */
export function iconOf(words: string): Icon | null {
  return OF_WORDS.find(([word]) => word.test(words))?.[1] ?? null;
}

/** An icon, hidden from screen readers: its button has a label in words. */
export function icon(owner: Document, name: Icon): SVGElement {
  const svg = svgElement(owner, "svg", { class: "hexwidget-icon", viewBox: "0 0 16 16", "aria-hidden": "true" });
  const line = { stroke: "currentColor", "stroke-width": 1.7, "stroke-linecap": "round", "stroke-linejoin": "round" };
  const fill = FILLED.has(name) ? "currentColor" : "none";
  svg.append(svgElement(owner, "path", { d: DRAWINGS[name], fill, ...line }));
  return svg;
}

/** A button with an icon alone. */
export function sign(owner: Document, name: Icon, label: string, act: () => void): HTMLButtonElement {
  const look = { class: "hexwidget-sign", title: say(label), "aria-label": say(label) };
  return button(owner, look, act, icon(owner, name));
}
