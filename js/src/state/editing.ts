// Editing: a position that is put together by hand. The brush, the player it paints for, and the exported text.

import type { Point } from "../geometry/spaces";
import type { Brush, Editing as Offered } from "../kernel/types.gen";
import type { Changes } from "./changes";
import type { Requests } from "./requests";
import type { Traits } from "./traits";

export class Editing {
  private held: Brush | null = null;
  /** The player for whom pieces are put; empty: the first. */
  player = "";
  /** The exported position, to be copied: Python, or a scenario document. */
  made: string | null = null;

  constructor(
    private readonly traits: Pick<Traits, "editing" | "scene" | "map">,
    private readonly requests: Pick<Requests, "ask" | "fail" | "send" | "line">,
    private readonly changes: Changes,
  ) {}

  /** The brushes and settings of the editor; null while the position is played and not edited. */
  get offered(): Offered | null {
    return this.requests.line === "lost" ? null : this.traits.editing;
  }

  /** True while the position is edited. */
  get on(): boolean {
    return this.offered !== null;
  }

  /** The brush in the hand, with the words that it has now. */
  get brush(): Brush | null {
    const { held } = this;
    return held && (this.offered?.brushes.find(({ key }) => key === held.key) ?? held);
  }

  /** Take a brush into the hand, or lay it down. */
  hold(brush: Brush | null): void {
    this.held = brush;
    this.changes.tell("settings");
  }

  /** Choose the player for whom pieces are put. */
  paintFor(player: string): void {
    this.player = player;
    this.changes.tell("settings");
  }

  /** Put what the brush stands for on spaces. */
  paint(indices: readonly number[]): void {
    const { brush } = this;
    if (!brush || indices.length === 0) return;
    const spaces = indices.map((index) => this.traits.map.name(index));
    const player = brush.owned ? this.player || (this.traits.scene.players[0]?.name ?? null) : null;
    this.requests.send({ intent: "paint", args: { brush: brush.key, spaces, player } });
  }

  /** Lay the map on a picture, given as an address. */
  lay(image: string): void {
    this.requests.send({ intent: "lay", args: { image } });
  }

  /** Take a point of the map as the middle of the next hex on the picture, if the brush says so. */
  place({ x, y }: Point): boolean {
    if (!this.on || this.brush?.key !== "grid") return false;
    this.requests.send({ intent: "place", args: { x: Math.round(x * 1000), y: Math.round(y * 1000) } });
    return true;
  }

  /** Ask the kernel for the position as a text. */
  async export(form: "python" | "scenario"): Promise<void> {
    const reply = await this.requests.ask({ intent: "export", args: { form } });
    if (reply.text !== undefined) this.made = reply.text;
    else this.requests.fail(reply);
    this.changes.tell("settings");
  }
}
