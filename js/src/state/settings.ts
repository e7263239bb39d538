// Settings: how this view shows the board. Other views of the same board keep their own.

import type { Theme } from "../draw/palette";
import type { Overlay, StaticScene } from "../kernel/types.gen";
import type { Changes } from "./changes";

type Setting = "letters" | "numbered" | "bare" | "speed" | "asText" | "theme";

export class Settings {
  /** True if the pieces have letters in place of drawings. */
  letters = false;
  /** True if each hex has its number; else numbers stand at the rim. */
  numbered = false;
  /** True if the map is shown without its pieces. */
  bare = false;
  /** The speed at which events are played: 1 is normal, 0 plays none. */
  speed = 1;
  /** True if the board is shown as text, too, row by row. */
  asText = false;
  /** The theme that this view has chosen; null: the board's own. */
  theme: StaticScene["theme"] | null = null;
  /** The theme that the board has on this page. */
  worn: Theme = "light";
  /** The names of the overlays that this view shows although they are on demand, or hides although they are not. */
  readonly switched = new Set<string>();

  private game = 0;

  constructor(private readonly changes: Changes) {}

  /** Forget which overlays are switched if another game is shown: one of its overlays may have the same name. */
  ofGame(game: number): void {
    if (game !== this.game) this.switched.clear();
    this.game = game;
  }

  /** True if opponents answer without a pause: nothing is played as motion. */
  get hurried(): boolean {
    return this.speed === 0;
  }

  set<K extends Setting>(setting: K, value: Settings[K]): void {
    Object.assign(this, { [setting]: value });
    this.changes.tell("settings");
  }

  /** True if an overlay is shown. */
  shows({ name, onDemand }: Pick<Overlay, "name" | "onDemand">): boolean {
    return this.switched.has(name) === onDemand;
  }

  /** Show an overlay, or hide it. */
  toggle(overlay: string): void {
    if (!this.switched.delete(overlay)) this.switched.add(overlay);
    this.changes.tell("state");
  }
}
