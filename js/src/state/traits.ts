// The kernel's state as it arrives on the page: the synced traits, and the map decoded from them.

import type { AnyModel } from "@anywidget/types";
import { mapOf } from "../geometry/map";
import { MatMap } from "../geometry/mat";
import type { SpaceMap } from "../geometry/spaces";
import type { BoardState, Choices, StaticScene } from "../kernel/types.gen";

/** A trait that other widgets may set, too. The kernel sets a wrong value back. */
interface Public {
  theme?: StaticScene["theme"];
}

export class Traits {
  private decoded: SpaceMap;

  constructor(
    private readonly model: AnyModel<BoardState>,
    private readonly signal: AbortSignal,
  ) {
    this.decoded = mapOf(this.scene);
  }

  /** The map. A mat follows the cards, and the player who looks on or acts. */
  get map(): SpaceMap {
    const { decoded } = this;
    if (decoded instanceof MatMap) decoded.adopt(this.state, this.scene.players, this.choices.root.player);
    return decoded;
  }

  get scene() {
    return this.model.get("_scene");
  }
  /** The theme of the board. A recording has it with its scene. */
  get theme(): StaticScene["theme"] {
    return (this.model as unknown as AnyModel<Public>).get("theme") ?? this.scene.theme;
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
  on(name: keyof BoardState | keyof Public, react: () => void): void {
    this.model.on(`change:${name}`, react);
    this.signal.addEventListener("abort", () => this.model.off(`change:${name}`, react));
  }

  /** Decode the map again after the scene has changed. */
  renewMap(): void {
    this.decoded = mapOf(this.scene, this.decoded);
  }
}
