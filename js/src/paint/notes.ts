// Notes: a few words at a hex, in a box above it.

import type { SpaceMap } from "../geometry/spaces";
import type { Note } from "../kernel/types.gen";
import type { Pen } from "./canvas";
import { overlayHue, type Palette } from "./palette";
import type { View } from "./view";

/** The letters in a line of a note. */
const LINE = 28;
/** The most lines of a note. */
const MOST_LINES = 3;

/** Draw a note. */
export function paintNote(pen: Pen, map: SpaceMap, note: Note, palette: Palette, view: View): void {
  const index = map.find(note.space);
  if (index < 0 || !view.near(map.centre(index), map.reach + 2)) return;
  const { x, y } = view.toPage(map.centre(index));
  const colour = overlayHue(palette, note.hue);
  const lines = wrapped(note.text);
  const size = 11.5;
  pen.font = `600 ${size}px ui-sans-serif, system-ui, sans-serif`;
  const width = Math.max(...lines.map((line) => pen.measureText(line).width)) + 14;
  const height = lines.length * size * 1.3 + 8;
  // The box lies above the hex and within the view.
  const left = Math.min(Math.max(4, x - width / 2), view.width - width - 4);
  const top = Math.max(4, y - view.scale * 0.8 - height);
  pen.beginPath();
  pen.roundRect(left, top, width, height, 5);
  pen.fillStyle = palette.board;
  pen.globalAlpha = 0.94;
  pen.fill();
  pen.globalAlpha = 1;
  pen.strokeStyle = colour;
  pen.lineWidth = 1.5;
  pen.stroke();
  pen.beginPath();
  pen.moveTo(x - 5, top + height);
  pen.lineTo(x, top + height + 6);
  pen.lineTo(x + 5, top + height);
  pen.closePath();
  pen.fillStyle = colour;
  pen.fill();
  pen.textAlign = "left";
  pen.textBaseline = "middle";
  pen.fillStyle = palette.ink;
  lines.forEach((line, k) => void pen.fillText(line, left + 7, top + 4 + size * 1.3 * (k + 0.5)));
}

/** A text in lines. Longer notes are cut. */
function wrapped(text: string): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const last = lines[lines.length - 1];
    if (last !== undefined && last.length + word.length < LINE) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word.slice(0, LINE));
  }
  if (lines.length <= MOST_LINES) return lines;
  return [...lines.slice(0, MOST_LINES - 1), `${lines[MOST_LINES - 1]} …`];
}
