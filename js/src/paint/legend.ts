// The marks of the legend: for players, kinds of pieces, grounds, borders and overlays.

import type { Store } from "../state/store";
import { Layer } from "./canvas";
import { lettersOf, plate, symbol, tokenMark } from "./counters";
import { paintPattern } from "./ground";
import { hatchSpace, paintHatch } from "./marks";
import { overlayHue, type Palette } from "./palette";
import { svgElement } from "./svg";
import { View } from "./view";

/** The side of a mark, in pixels. */
const LEGEND = 18;
const MIDDLE = { x: LEGEND / 2, y: LEGEND / 2 };

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
      if (kind === "player" || kind === "symbol" || kind === "token" || kind === "spent")
        canvas.replaceWith(this.legendPiece(kind, key));
      else if (kind === "border") canvas.replaceWith(this.legendBorder(key));
      else canvas.replaceWith(this.legendHex(kind, key));
    }
  }

  private legendPiece(kind: "player" | "symbol" | "token" | "spent", key: string): SVGElement {
    const { palette } = this;
    const svg = svgElement(this.owner, "svg", { width: LEGEND, height: LEGEND, "aria-hidden": "true" });
    if (kind === "player") {
      const player = this.store.scene.players[Number(key)];
      const fill = palette.owner[player?.hue ?? ""]?.[0] ?? palette.ink;
      svg.append(plate(this.owner, player?.shape ?? "square", MIDDLE, LEGEND * 0.36, fill, palette.ink));
    } else if (kind === "spent") {
      svg.append(plate(this.owner, "square", MIDDLE, LEGEND * 0.36, palette.board, palette.ink));
    } else if (kind === "symbol")
      svg.append(symbol(this.owner, key, MIDDLE, LEGEND * 0.48, palette.ink, undefined, this.letter(key)));
    else {
      const shape = this.store.state.tokens.find((t) => t.kind === key)?.shape ?? "square";
      svg.append(tokenMark(this.owner, { kind: key, shape }, LEGEND * 0.25, LEGEND * 0.25, LEGEND * 0.5, palette));
    }
    return svg;
  }

  /** The letters on the pieces in place of a drawing, if letters are shown. */
  private letter(key: string): string | undefined {
    return this.store.settings.letters ? lettersOf(this.store.state.pieces).get(key) : undefined;
  }

  private legendBorder(key: string): SVGElement {
    const { palette } = this;
    const look = this.store.scene.borders.find((b) => b.key === key);
    const svg = svgElement(this.owner, "svg", { width: LEGEND, height: LEGEND, "aria-hidden": "true" });
    const dash = { solid: "none", dashed: "5 3", dotted: "0 4" }[look?.stroke ?? "solid"];
    const stroke = { stroke: palette.border[look?.hue ?? ""] ?? palette.ink, "stroke-width": 3 };
    const cap = look?.stroke === "dotted" ? "round" : "butt";
    const line = { x1: 0, y1: LEGEND / 2, x2: LEGEND, y2: LEGEND / 2 };
    svg.append(svgElement(this.owner, "line", { ...line, ...stroke, "stroke-dasharray": dash, "stroke-linecap": cap }));
    return svg;
  }

  private legendHex(kind: string, key: string): HTMLCanvasElement {
    const { palette } = this;
    const layer = new Layer(this.owner, "swatch");
    const pen = layer.clear(new View(LEGEND, LEGEND, LEGEND / 2, 0, 0));
    if (!pen) return layer.canvas;
    const ground = kind === "ground" ? this.store.scene.grounds.find((g) => g.key === key) : undefined;
    const [fill, mark] = (ground && palette.ground[ground.hue]) ?? [palette.board];
    pen.fillStyle = fill ?? palette.board;
    pen.strokeStyle = palette.grid;
    pen.beginPath();
    pen.roundRect(0.5, 0.5, LEGEND - 1, LEGEND - 1, 4);
    pen.fill();
    if (kind === "overlay") {
      const overlay = this.store.state.overlays.find((o) => o.name === key);
      pen.fillStyle = overlayHue(palette, overlay?.hue ?? key);
      pen.globalAlpha = overlay && overlay.hatch !== "none" ? 0.15 : 0.5;
      pen.fill();
      pen.globalAlpha = 1;
      if (overlay) hatchSpace(pen, overlay.hatch, overlayHue(palette, overlay.hue), MIDDLE, LEGEND * 0.6);
    }
    pen.stroke();
    if (ground) {
      pen.strokeStyle = pen.fillStyle = mark ?? palette.ink;
      paintPattern(pen, ground.pattern, { x: LEGEND / 2, y: LEGEND / 2 - 0.5 }, LEGEND * 0.6);
    } else if (kind === "barred") {
      pen.clip();
      paintHatch(pen, MIDDLE, LEGEND / 2, palette);
    }
    return layer.canvas;
  }
}
