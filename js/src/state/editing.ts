// A position in the making: the brush in hand, for whom it paints, and what has been made.

import type { Intent } from "../kernel/messages";
import type { Brush, Reply } from "../kernel/types.gen";

export class Workbench {
  brush: Brush | null = null;
  /** The player for whom pieces are put; empty: the first. */
  player = "";
  /** What has been made, to be copied: Python, or a scenario document. */
  made: string | null = null;

  constructor(
    private readonly ask: (message: Intent) => Promise<Reply>,
    private readonly fail: (reply: Reply) => void,
    private readonly changed: () => void,
  ) {}

  hold(brush: Brush | null): void {
    this.brush = brush;
    this.changed();
  }

  /** What puts the brush's things on spaces; null without a brush. */
  stroke(spaces: string[], players: readonly string[]): Intent | null {
    const { brush } = this;
    if (!brush || spaces.length === 0) return null;
    const player = brush.owned ? this.player || (players[0] ?? null) : null;
    return { intent: "paint", args: { brush: brush.key, spaces, player } };
  }

  async export(form: "python" | "scenario"): Promise<void> {
    const reply = await this.ask({ intent: "export", args: { form } });
    if (reply.text !== undefined) this.made = reply.text;
    else this.fail(reply);
    this.changed();
  }
}
