// The kernel's state as it arrives on the page: the synced traits, and the map decoded from them.

import type { AnyModel } from "@anywidget/types";
import { mapOf } from "../geometry/map";
import type { SpaceMap } from "../geometry/spaces";
import type { BoardState, Choices } from "../kernel/types.gen";

export class Traits {
  map: SpaceMap;

  constructor(
    private readonly model: AnyModel<BoardState>,
    private readonly signal: AbortSignal,
  ) {
    this.map = mapOf(this.scene);
  }

  get scene() {
    return this.model.get("_scene");
  }
  get state() {
    return this.model.get("_state");
  }
  get choices() {
    return this.model.get("_choices");
  }
  get timeline() {
    return this.model.get("_timeline");
  }
  get status() {
    return this.model.get("_status");
  }
  get editing() {
    return this.model.get("_editing");
  }

  /** The choices under the draft that the kernel holds. */
  get current(): Choices {
    const current = this.model.get("_current");
    return current && current.revision === this.choices.revision ? current : this.choices.root;
  }

  /** Call back when the kernel has changed a trait. */
  on(name: keyof BoardState, react: () => void): void {
    this.model.on(`change:${name}`, react);
    this.signal.addEventListener("abort", () => this.model.off(`change:${name}`, react));
  }

  /** Decode the map again after the scene has changed. */
  renewMap(): void {
    this.map = mapOf(this.scene);
  }
}
