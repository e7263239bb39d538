// Maps whose hexes are a few pixels large, painted pixel by pixel. The cost depends on the number of pixels alone.

import type { Far } from "../draw/land/tones";
import { HexMap } from "../geometry/hexmap";
import { sampled } from "../geometry/sampling";
import type { SpaceMap } from "../geometry/spaces";
import type { Layer } from "./canvas";
import type { View } from "./view";

/** Maps with hexes of a smaller radius, in pixels, are painted pixel by pixel. */
const SMALLEST_PATH = 6;

/** Give each pixel the colour of its hex; -1: no hex. */
type Fill = (hexes: Int32Array, pixels: Uint32Array) => void;

/** Each hex has its tone from afar. */
export function toned(far: Far): Fill {
  return (hexes, pixels) => {
    for (let k = 0; k < hexes.length; k++) {
      const hex = hexes[k] as number;
      if (hex >= 0) pixels[k] = far.colour(hex);
    }
  };
}

/** Each hex has the colour of its level. */
export function levelled(of: Uint8Array | Uint16Array, colours: Uint32Array): Fill {
  return (hexes, pixels) => {
    for (let k = 0; k < hexes.length; k++) {
      const hex = hexes[k] as number;
      if (hex >= 0) pixels[k] = colours[of[hex] as number] ?? 0;
    }
  };
}

export class Raster {
  private view: View | null = null;
  private map: SpaceMap | null = null;
  private sheet: HTMLCanvasElement | null = null;
  private across = 0;
  private hexes: Int32Array = new Int32Array(0);

  /** True if a map is painted pixel by pixel in a view. */
  static fits(map: SpaceMap, view: View): map is HexMap {
    return map instanceof HexMap && view.scale < SMALLEST_PATH;
  }

  /**
   * Paint the map over the layer's content.
   *
   * @param coarse pixels of the layer to a pixel of the picture, along both axes
   */
  paint(layer: Layer, map: HexMap, view: View, fill: Fill, coarse = 1): void {
    const { canvas } = layer;
    const pen = canvas.getContext("2d");
    if (!pen || canvas.width === 0 || canvas.height === 0) return;
    const [width, height] = [Math.ceil(canvas.width / coarse), Math.ceil(canvas.height / coarse)];
    const hexes = this.hexesOf(map, view, width, height, (view.width * coarse) / canvas.width);
    const image = pen.createImageData(width, height);
    fill(hexes, new Uint32Array(image.data.buffer));
    // `putImageData` replaces what is below it; drawing from another canvas mixes with it.
    const sheet = this.sheet ?? canvas.ownerDocument.createElement("canvas");
    this.sheet = sheet;
    if (sheet.width !== width) sheet.width = width;
    if (sheet.height !== height) sheet.height = height;
    sheet.getContext("2d")?.putImageData(image, 0, 0);
    pen.save();
    pen.setTransform(coarse, 0, 0, coarse, 0, 0);
    pen.imageSmoothingEnabled = false;
    pen.drawImage(sheet, 0, 0);
    pen.restore();
  }

  /** @param pixel the side of a pixel of the picture, in pixels of the page */
  private hexesOf(map: HexMap, view: View, across: number, down: number, pixel: number): Int32Array {
    const size = across * down;
    if (!(this.map === map && this.across === across && view.same(this.view) && this.hexes.length === size)) {
      const corner = view.toMap({ x: pixel / 2, y: pixel / 2 });
      this.hexes = sampled(map, corner, pixel / view.scale, across, down);
      [this.map, this.view, this.across] = [map, view, across];
    }
    return this.hexes;
  }
}
