// Maps of hexes from afar: one tone for each hex. A tone is found when somebody asks for it: of a map of a million hexes only
// those that are seen cost anything.

import type { HexMap } from "../../geometry/hexmap";
import type { Ground } from "../../kernel/types.gen";
import { inkOf, type Palette } from "../palette";
import { hash } from "../shapes";
import { type Kind, kindsOf, PLAINS } from "./kinds";

/** The part of the hexes of a kind that have its first tone; the others share the rest. */
const USUAL = 0.6;

/** A colour as pixels have it: red in the lowest byte, opacity in the highest. */
export function packed(colour: string, opacity = 1): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((k) => Number.parseInt(colour.slice(k, k + 2), 16));
  return ((Math.round(opacity * 255) << 24) | (b << 16) | (g << 8) | r) >>> 0;
}

export class Far {
  private readonly kinds: readonly Kind[];
  private readonly tones: Uint32Array;
  private readonly inks = new Map<string, number>();

  constructor(
    private readonly map: HexMap,
    grounds: readonly Ground[],
    private readonly palette: Palette,
  ) {
    this.kinds = kindsOf(grounds, palette.ground);
    this.tones = new Uint32Array(map.count);
  }

  /** The colour of a hex as pixels have it, by the hex's number. */
  colour(index: number): number {
    const known = this.tones[index];
    if (known) return known;
    const [column, row] = this.map.columnRow(index);
    const found = this.pixel(this.tone(column, row));
    this.tones[index] = found;
    return found;
  }

  /** The tone of a hex, as a name of the palette: by its ground and a hash. Water beside land is shallow. */
  tone(column: number, row: number): string {
    const kind = this.kind(column, row);
    const [usual = "plains", ...others] = kind.far;
    if (this.palette.plain) return kind.tone;
    if (kind.water) return this.isShore(column, row) ? "sea++" : usual;
    const which = hash(column, row, 9);
    if (which < USUAL || others.length === 0) return usual;
    return others[Math.floor(((which - USUAL) / (1 - USUAL)) * others.length)] ?? usual;
  }

  private kind(column: number, row: number): Kind {
    return this.kinds[this.map.cells[row * this.map.columns + column] ?? 255] ?? PLAINS;
  }

  private isShore(column: number, row: number): boolean {
    for (let direction = 0; direction < 6; direction++) {
      const [c, r] = this.map.aside(column, row, direction);
      if (this.map.has(c, r) && !this.kind(c, r).water) return true;
    }
    return false;
  }

  private pixel(ink: string): number {
    let found = this.inks.get(ink);
    if (found === undefined) {
      found = packed(inkOf(this.palette, ink));
      this.inks.set(ink, found);
    }
    return found;
  }
}
