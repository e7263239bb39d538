// The marks of the legend: for players, kinds of pieces, grounds, borders, overlays and highlights.

import { type Item, isShape, type List } from "../draw/display-list";
import { sideItems } from "../draw/land/sides";
import { swatch } from "../draw/land/swatch";
import { hueOf } from "../draw/marks/hues";
import { placeMark } from "../draw/marks/places";
import { lock } from "../draw/marks/rings";
import { entryOf, type Palette } from "../draw/palette";
import { lettersOf } from "../draw/pieces/glyph";
import { badge, spentThumb, symbolThumb, tokenThumb } from "../draw/pieces/thumbnail";
import { rounded, type XY } from "../draw/shapes";
import type { Store } from "../state/store";
import { smallCanvas } from "./thumbnails";

/** The side of a mark, in pixels. */
const LEGEND = 18;

export class LegendPainter {
  constructor(
    private readonly owner: Document,
    private readonly store: Store,
    private readonly palette: Palette,
  ) {}

  /** Replace each canvas of the legend by the drawing that its data attributes name. */
  paint(canvases: Iterable<HTMLCanvasElement>): void {
    for (const canvas of canvases) {
      const { kind = "", key = "" } = canvas.dataset;
      canvas.replaceWith(smallCanvas(this.owner, this.mark(kind, key), LEGEND, this.palette));
    }
  }

  /** A mark as a list. */
  private mark(kind: string, key: string): List {
    const { scene, state, settings } = this.store;
    switch (kind) {
      case "player":
        return badge(scene, Number(key), this.palette);
      case "symbol":
        return symbolThumb(key, settings.letters ? lettersOf(state.pieces) : undefined);
      case "spent":
        return spentThumb();
      case "token": {
        const shape = state.tokens.find((token) => token.kind === key)?.shape ?? "square";
        return tokenThumb({ kind: key, shape }, this.palette);
      }
      case "ground":
        return swatch(scene, key, this.palette);
      case "place":
        return placeMark(key);
      case "border":
        return this.border(key);
      case "reach":
        return [{ d: FRAME, fill: "plains" }, ...line("lit", "litEdge", null)];
      case "barred":
        return lock(0, 0, 0.8);
      default:
        return this.overlay(key);
    }
  }

  private overlay(name: string): List {
    const { scene, state } = this.store;
    const overlay = state.overlays.find((each) => each.name === name);
    const hue = hueOf(this.palette, overlay?.hue ?? name);
    const tint: Item = { d: FRAME, fill: hue.ink, a: 0.2 };
    if (hue.tape) return [tint, ...line("tape", "tapeInk", [0.3, 0.26])];
    const zone = scene.players.some((player) => player.hue === overlay?.hue);
    const dash = { solid: null, dashed: [0.4, 0.26], dotted: [0.01, 0.28] }[overlay?.stroke ?? "solid"];
    const teeth: Item[] = zone ? [{ d: "M-.25-.7h.5v.34h-.5z", fill: hue.ink }] : [];
    return [tint, ...line(hue.ink, hue.casing, dash), ...teeth];
  }

  private border(key: string): List {
    const look = this.store.scene.borders.find((border) => border.key === key);
    if (!["solid", "dashed", "dotted"].includes(look?.stroke ?? "solid")) {
      const side: XY[] =
        look?.stroke === "bridge"
          ? [
              [0, 0.55],
              [0, -0.55],
            ]
          : [
              [-0.55, 0],
              [0, 0],
              [0.55, 0],
            ];
      return sideItems([side], look, this.palette).map((item) =>
        isShape(item) ? { ...item, at: [0, 0, 1.75] } : item,
      );
    }
    const stroke = entryOf(this.palette.border, look?.hue) ?? "ink";
    const dashes: Record<string, readonly number[]> = { dashed: [0.55, 0.33], dotted: [0.01, 0.44] };
    const dash = dashes[look?.stroke ?? ""] ?? null;
    return [{ d: "M-1 0h2", stroke, w: 0.33, dash, cap: look?.stroke === "dotted" ? "round" : "butt" }];
  }
}

const FRAME = rounded(-0.72, -0.72, 1.44, 1.44, 0.2);

/** A line about the mark of an area. */
function line(ink: string, casing: string, dash: readonly number[] | null): Item[] {
  return [
    { d: FRAME, stroke: casing, w: 0.5, dash: ink === "tape" ? null : dash },
    { d: FRAME, stroke: ink, w: 0.26, dash },
  ];
}
