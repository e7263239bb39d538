// The kernel's state as it arrives on the page: the synced traits, and the map decoded from them.

import type { AnyModel } from "@anywidget/types";
import { mapOf } from "../geometry/map";
import { MatMap } from "../geometry/mat/mat";
import type { SpaceMap } from "../geometry/spaces";
import { changed } from "../kernel/differences";
import { adoptImages } from "../kernel/images";
import type { BoardState, Choices, StaticScene, TraitChange } from "../kernel/types.gen";

/** A trait that other widgets may set, too. The kernel sets a wrong value back. */
interface Public {
  theme?: StaticScene["theme"];
}

/** The traits that a patch may change. */
type Patched = "_state" | "_choices" | "_timeline" | "_status";
type Name = keyof BoardState | keyof Public;

export class Traits {
  private decoded: SpaceMap;
  private patch: BoardState["_patch"] | undefined;
  /** The values of this view, with what the model held when they were taken. */
  private readonly held = new Map<Patched, { of: object; version: number | undefined; value: object }>();
  private readonly reactions = new Map<Name, () => void>();

  constructor(
    private readonly model: AnyModel<BoardState>,
    private readonly signal: AbortSignal,
    /** Called if a patch has come to a version that this page does not have: it has missed something. */
    private readonly onMissed: () => void,
  ) {
    this.decoded = mapOf(this.scene);
    this.listen("_patch", () => this.tellPatched());
  }

  /** Apply the patch that has come, once for all views: the model's own values become whole, so that they can be saved. */
  private settle(): void {
    const { model } = this;
    const patch = model.get("_patch");
    if (patch === this.patch) return;
    this.patch = patch;
    for (const [name, change] of Object.entries(patch ?? {}) as [Patched, TraitChange][]) {
      const now = model.get(name);
      if (now.version === change.since) Object.assign(now, changed(now, change), { version: change.version });
      else if ((now.version ?? 0) < change.version) queueMicrotask(this.onMissed);
    }
  }

  /** A trait as this view has it. It is another object after each change. */
  private value<N extends Patched>(name: N): BoardState[N] {
    this.settle();
    const now = this.model.get(name);
    const known = this.held.get(name);
    if (known && known.of === now && known.version === now.version) return known.value as BoardState[N];
    const value = { ...now };
    if ("images" in value) adoptImages(value.images);
    this.held.set(name, { of: now, version: now.version, value });
    return value;
  }

  /** Tell of each trait that a patch has changed. Choices that were only sent ahead change nothing that is seen. */
  private tellPatched(): void {
    // The next patch may come before anybody reads the values.
    this.settle();
    for (const [name, { entries, set }] of Object.entries(this.model.get("_patch") ?? {}))
      if (name !== "_choices" || Object.keys({ ...entries, ...set }).join() !== "branches")
        this.reactions.get(name as Patched)?.();
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
    return this.value("_state");
  }
  get choices() {
    return this.value("_choices");
  }
  get timeline() {
    return this.value("_timeline");
  }
  get status() {
    return this.value("_status");
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
  on(name: Name, react: () => void): void {
    this.reactions.set(name, react);
    this.listen(name, react);
  }

  private listen(name: Name, react: () => void): void {
    this.model.on(`change:${name}`, react);
    this.signal.addEventListener("abort", () => this.model.off(`change:${name}`, react));
  }

  /** Decode the map again after the scene has changed. */
  renewMap(): void {
    this.decoded = mapOf(this.scene, this.decoded);
  }
}
