// The picture of a map from afar: what is on the screen at once, and what the minimap shows.

import { mix } from "../draw/colours";
import { isCountry } from "../draw/land/kinds";
import { provincesAfar } from "../draw/land/provinces";
import { Far } from "../draw/land/tones";
import type { Palette } from "../draw/palette";
import { HexMap } from "../geometry/hexmap";
import type { SpaceMap } from "../geometry/spaces";
import type { StaticScene } from "../kernel/types.gen";
import type { Layer } from "./canvas";
import { Raster, toned } from "./raster";
import type { View } from "./view";

interface Subject {
  readonly view: View;
  readonly scene: StaticScene;
  readonly map: SpaceMap;
  readonly palette: Palette;
}

export class Afar {
  private readonly raster = new Raster();

  /**
   * Paint the map over the layer's content, and nothing beyond its rim.
   *
   * @param coarse pixels of the layer to a pixel of the picture, along both axes
   */
  paint(layer: Layer, { view, map, scene, palette }: Subject, coarse = 1): void {
    if (map instanceof HexMap) this.raster.paint(layer, map, view, toned(farOf(map, scene, palette)), coarse);
    else layer.draw(view, provincesAfar(map, scene, palette), palette);
  }

  /** Paint all of the layer: beyond the rim in the tone that plains have there. */
  paintAll(layer: Layer, subject: Subject, coarse: number): void {
    const { map, scene, palette } = subject;
    const pen = layer.canvas.getContext("2d");
    if (pen && map instanceof HexMap && isCountry(scene.grounds)) {
      pen.fillStyle = mix(palette.plains, palette.fade, palette.fadeA);
      pen.fillRect(0, 0, subject.view.width, subject.view.height);
    }
    this.paint(layer, subject, coarse);
  }
}

/** The tones of maps: the board and its minimap have the same. */
const known = new WeakMap<HexMap, { scene: StaticScene; palette: Palette; far: Far }>();

function farOf(map: HexMap, scene: StaticScene, palette: Palette): Far {
  const last = known.get(map);
  if (last?.scene === scene && last.palette === palette) return last.far;
  const far = new Far(map, scene.grounds, palette);
  known.set(map, { scene, palette, far });
  return far;
}
