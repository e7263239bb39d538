// The ground of a map of hexes as a picture has it from afar: rows of pixels, and in each a run for every stretch of one tone.

import type { HexMap } from "../../geometry/hexmap";
import { sampled } from "../../geometry/sampling";
import type { Ground } from "../../kernel/types.gen";
import type { List } from "../display-list";
import type { Palette } from "../palette";
import type { Frame } from "./country";
import { framed } from "./hexes";
import { isCountry } from "./kinds";
import { Far } from "./tones";

/**
 * The cost depends on the number of pixels, not on that of the hexes.
 *
 * @param px pixels in a radius
 * @param frame the frame that the tone of the plains fills beyond the rim
 */
export function groundAfar(map: HexMap, grounds: readonly Ground[], palette: Palette, px: number, frame: Frame): List {
  const [across, down] = [Math.ceil(map.size.x * px), Math.ceil(map.size.y * px)];
  const hexes = sampled(map, { x: 0.5 / px, y: 0.5 / px }, 1 / px, across, down);
  const far = new Far(map, grounds, palette);
  const known: string[] = [];
  const toneOf = (hex: number): string => {
    known[hex] ??= far.tone(...map.columnRow(hex));
    return known[hex];
  };
  const paths = new Map<string, string[]>();
  for (let y = 0; y < down; y++) {
    const row = hexes.subarray(y * across, (y + 1) * across);
    stretches(row, toneOf, (tone, start, x) => put(paths, tone, `M${start} ${y}h${x - start}v1h${start - x}z`));
  }
  const d = framed(frame);
  const beyond = { d, fill: "fade", a: palette.fadeA };
  const rows = [...paths].map(([fill, runs]) => ({ d: runs.join(""), fill, at: [0, 0, 1 / px] as const }));
  return [...(isCountry(grounds) ? [{ d, fill: "plains" }, beyond] : []), ...rows];
}

/** Tell of each stretch of one tone in a row of pixels, which each have their hex or -1. */
function stretches(
  row: Int32Array,
  toneOf: (hex: number) => string,
  tell: (tone: string, start: number, end: number) => void,
): void {
  let [start, hex, tone] = [0, -1, ""];
  for (let x = 0; x <= row.length; x++) {
    const next = row[x] ?? -1;
    if (next === hex) continue;
    hex = next;
    const other = hex < 0 ? "" : toneOf(hex);
    if (other === tone) continue;
    if (tone) tell(tone, start, x);
    [start, tone] = [x, other];
  }
}

function put(paths: Map<string, string[]>, tone: string, run: string): void {
  const runs = paths.get(tone);
  if (runs) runs.push(run);
  else paths.set(tone, [run]);
}
