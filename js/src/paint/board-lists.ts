// The lists of the board, made anew only when something that they depend on has changed: not while the map is moved.

import { marksList, piecesList } from "../draw/board";
import type { List } from "../draw/display-list";
import { MOST_SPACES } from "../draw/marks/areas";
import { marksAbove } from "../draw/marks/marks";
import type { Decision, Sight } from "../draw/observer-view";
import type { Palette } from "../draw/palette";
import type { Overlay } from "../kernel/types.gen";
import type { Store } from "../state/store";
import { seen } from "./canvas";
import { Raster } from "./raster";
import type { View } from "./view";

/** A value that is made anew when one of its keys is another one. */
class Kept<T> {
  private keys: readonly unknown[] = [];
  private value: T | undefined;

  of(keys: readonly unknown[], make: () => T): T {
    const same =
      this.value !== undefined && keys.length === this.keys.length && keys.every((k, n) => k === this.keys[n]);
    if (same) return this.value as T;
    this.keys = keys;
    this.value = make();
    return this.value;
  }
}

const NOBODY: ReadonlySet<string> = new Set();

export class Lists {
  private readonly kept = { decision: new Kept<Decision | null>(), below: new Kept<List>(), pieces: new Kept<List>() };
  /** The names of groups that are not drawn, because their pieces are still on their way. */
  away: ReadonlySet<string> = NOBODY;

  constructor(private readonly store: Store) {}

  /** The sight at the scale of a view. */
  sight(palette: Palette, view: View): Sight {
    const { map, scene, state, settings } = this.store;
    // Where hexes are a few pixels large, overlays are painted pixel by pixel.
    const overlays = Raster.fits(map, view) ? [] : this.overlays;
    return { map, scene, state, palette, px: view.scale, letters: settings.letters, overlays };
  }

  /** The overlays that this view shows. */
  get overlays(): Overlay[] {
    return this.store.state.overlays.filter((overlay) => this.store.settings.shows(overlay));
  }

  /** The decision that is being made; null while the position is edited. */
  get decision(): Decision | null {
    const { choosing, editing, choices, status } = this.store;
    const keys = [choosing.current, choosing.field, choices, status, editing.on];
    return this.kept.decision.of(keys, () => {
      if (editing.on) return null;
      const { current, field, options, destination } = choosing;
      return { choices: current, field, options, destination };
    });
  }

  /** All that the lists depend on. */
  private keys(palette: Palette, view: View): unknown[] {
    const { map, scene, state, settings } = this.store;
    const { letters, switched } = settings;
    // The shown parts of overlays change in place.
    return [map, scene, state, palette, view.scale, letters, [...switched].join("\n"), this.decision];
  }

  /** The marks below the pieces. */
  below(palette: Palette, view: View): List {
    const { map } = this.store;
    const large = map.count > MOST_SPACES;
    const keys = [...this.keys(palette, view), large ? view : null];
    return this.kept.below.of(keys, () => {
      const { decision } = this;
      return marksList(this.sight(palette, view), decision, large ? seen(map, view) : null);
    });
  }

  /** The pieces, and the marks above them. */
  pieces(palette: Palette, view: View): List {
    const { map, settings } = this.store;
    const keys = [...this.keys(palette, view), this.away, settings.bare];
    return this.kept.pieces.of(keys, () => {
      const { decision } = this;
      const sight = this.sight(palette, view);
      const bare = settings.bare && !map.mat;
      return bare ? marksAbove(sight, decision) : piecesList(sight, decision, this.away);
    });
  }
}
