// The icons on the buttons, as drawings: no font has them all.

import { svgElement } from "../paint/svg";

const DRAWINGS = {
  undo: "M9 5 4 10l5 5v-3.4h5a3 3 0 0 1 0 6h-4v2.4h4a5.4 5.4 0 0 0 0-10.8H9z",
  redo: "M15 5l5 5-5 5v-3.4h-5a3 3 0 0 0 0 6h4v2.4h-4a5.4 5.4 0 0 1 0-10.8h5z",
  first: "M5 5h2.6v14H5zM20 5v14L9 12z",
  back: "M17 5v14L6 12z",
  play: "M7 4.5v15L19 12z",
  pause: "M6 5h4v14H6zM14 5h4v14h-4z",
  on: "M4 5l9 7-9 7zM15 5h2.8v14H15z",
  last: "M4 5l11 7-11 7zM16.4 5H19v14h-2.6z",
  more: "M5 10h4v4H5zM10 10h4v4h-4zM15 10h4v4h-4z",
  larger: "M10.7 5h2.6v5.7H19v2.6h-5.7V19h-2.6v-5.7H5v-2.6h5.7z",
  smaller: "M5 10.7h14v2.6H5z",
  whole: "M4 4h6v2.4H6.4V10H4zM14 4h6v6h-2.4V6.4H14zM4 14h2.4v3.6H10V20H4zM17.6 14H20v6h-6v-2.4h3.6z",
} as const;

export type Icon = keyof typeof DRAWINGS;

/** An icon, hidden from screen readers: its button has a label in words. */
export function icon(owner: Document, name: Icon): SVGElement {
  const svg = svgElement(owner, "svg", { class: "hexwidget-icon", viewBox: "0 0 24 24", "aria-hidden": "true" });
  svg.append(svgElement(owner, "path", { d: DRAWINGS[name], fill: "currentColor" }));
  return svg;
}
