// Maps whose hexes are a few pixels large, painted pixel by pixel. The cost depends on the number of pixels alone.

import { HexMap } from "../geometry/hexmap";
import { sampled } from "../geometry/sampling";
import type { SpaceMap } from "../geometry/spaces";
import type { Layer } from "./canvas";
import type { View } from "./view";

/** Maps with hexes of a smaller radius, in pixels, are painted pixel by pixel. */
const SMALLEST_PATH = 6;

/** A colour as it lies in an image: one number for a pixel. */
export function packed(colour: string, alpha = 1): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((k) => Number.parseInt(colour.slice(k, k + 2), 16));
  return ((Math.round(alpha * 255) << 24) | (b << 16) | (g << 8) | r) >>> 0;
}

export class Raster {
  private view: View | null = null;
  private map: SpaceMap | null = null;
  private ratio = 0;
  private sheet: HTMLCanvasElement | null = null;
  private hexes: Int32Array = new Int32Array(0);

  /** True if a map is painted pixel by pixel in a view. */
  static fits(map: SpaceMap, view: View): map is HexMap {
    return map instanceof HexMap && view.scale < SMALLEST_PATH;
  }

  /** Paint each pixel in the colour of its hex, `colours[of[number]]`, over the layer's content. */
  paint(layer: Layer, map: HexMap, view: View, of: Uint8Array | Uint16Array, colours: Uint32Array): void {
    const { canvas } = layer;
    const pen = canvas.getContext("2d");
    if (!pen || canvas.width === 0 || canvas.height === 0) return;
    const { width, height } = canvas;
    const hexes = this.hexesOf(map, view, width, height);
    const image = pen.createImageData(width, height);
    const pixels = new Uint32Array(image.data.buffer);
    for (let k = 0; k < hexes.length; k++) {
      const hex = hexes[k] as number;
      if (hex >= 0) pixels[k] = colours[of[hex] as number] ?? 0;
    }
    // `putImageData` replaces what is below it; drawing from another canvas mixes with it.
    const sheet = this.sheet ?? canvas.ownerDocument.createElement("canvas");
    this.sheet = sheet;
    if (sheet.width !== width) sheet.width = width;
    if (sheet.height !== height) sheet.height = height;
    sheet.getContext("2d")?.putImageData(image, 0, 0);
    pen.save();
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.drawImage(sheet, 0, 0);
    pen.restore();
  }

  private hexesOf(map: HexMap, view: View, width: number, height: number): Int32Array {
    const ratio = width / view.width;
    if (!(this.map === map && this.ratio === ratio && view.same(this.view) && this.hexes.length === width * height)) {
      const step = 1 / (view.scale * ratio);
      const corner = view.toMap({ x: 0.5 / ratio, y: 0.5 / ratio });
      this.hexes = sampled(map, corner, step, width, height);
      [this.map, this.view, this.ratio] = [map, view, ratio];
    }
    return this.hexes;
  }
}
