// Viewpoint: the player whose view is shown, and the curtain between two players who share a screen.

import type { Changes } from "./changes";
import type { Requests } from "./requests";
import type { Traits } from "./traits";

export class Viewpoint {
  /** The curtain, with the player whose view comes next (null: everything); null: there is no curtain. */
  curtain: { for: string | null } | null = null;

  constructor(
    private readonly traits: Traits,
    private readonly requests: Requests,
    private readonly changes: Changes,
  ) {}

  /** Show a player's view, or with null everything. Between two players a curtain falls first. */
  see(player: string | null): void {
    const now = this.traits.status.seenBy;
    if (now !== null && player !== now) {
      this.curtain = { for: player };
      this.changes.tell("settings");
    } else this.requests.send({ intent: "view", args: { player } });
  }

  /**
   * Raise the curtain.
   *
   * @param shown true to show the next view, once it has come; false to go back to the view before
   */
  async raise(shown: boolean): Promise<void> {
    const { curtain } = this;
    if (curtain !== null && shown) {
      const reply = await this.requests.send({ intent: "view", args: { player: curtain.for } });
      if (!reply.ok || this.traits.status.seenBy !== curtain.for) return;
    }
    this.curtain = null;
    this.changes.tell("settings");
  }
}
