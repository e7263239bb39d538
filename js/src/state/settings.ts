// Settings: how this view shows the board. Other views of the same board keep their own.

import type { StaticScene } from "../kernel/types.gen";
import type { Changes } from "./changes";

type Setting = "letters" | "bare" | "speed" | "asText" | "theme";

export class Settings {
  /** True if the pieces have letters in place of drawings. */
  letters = false;
  /** True if the map is shown without its pieces. */
  bare = false;
  /** The speed at which events are played: 1 is normal, 0 plays none. */
  speed = 1;
  /** True if the board is shown as text, too, row by row. */
  asText = false;
  /** The theme that this view has chosen; null: the board's own. */
  theme: StaticScene["theme"] | null = null;
  /** The names of the overlays that this view hides. */
  readonly hidden = new Set<string>();

  constructor(private readonly changes: Changes) {}

  /** True if opponents answer without a pause: nothing is played as motion. */
  get hurried(): boolean {
    return this.speed === 0;
  }

  set<K extends Setting>(setting: K, value: Settings[K]): void {
    Object.assign(this, { [setting]: value });
    this.changes.tell("settings");
  }

  /** Show an overlay, or hide it. */
  toggle(overlay: string): void {
    if (!this.hidden.delete(overlay)) this.hidden.add(overlay);
    this.changes.tell("state");
  }
}
