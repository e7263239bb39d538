// The speaker: what screen readers hear. It uses the kernel's own words for choices, events, the focused hex and reasons.

import { capital, say } from "../../kernel/language";
import type { Table } from "../../kernel/types.gen";
import type { Change } from "../../state/changes";
import type { Store } from "../../state/store";
import { primary } from "../bar/primary";
import { announcement, reasons } from "../elements/words";
import type { Live } from "./live";

export class Speaker {
  /** The focus at the time of a choice that is still to be answered, or -1. */
  private chosenAt = -1;
  private tabled = "";
  private noticed = "";

  constructor(
    private readonly store: Store,
    private readonly live: Live,
  ) {}

  /** Say the changes. */
  speak(changes: ReadonlySet<Change>): void {
    const { store, live } = this;
    const { choosing, lookup } = store;
    const { focus, pinned, byKeyboard } = store.looking;
    // Behind the curtain nothing is said, and earlier sentences are gone.
    if (store.viewpoint.curtain !== null) {
      live.say("");
      live.warn("");
      return;
    }
    if (changes.has("choices") && choosing.foreseen) this.chosenAt = focus;
    if (changes.has("choices") && !choosing.foreseen) this.sayChoices();
    else if (changes.has("focus") && byKeyboard && focus >= 0) live.say(announcement(store, focus) + this.enter(". "));
    const pinnedByPointer = pinned >= 0 && !byKeyboard && store.proposal.remedy === null;
    if (changes.has("explained") && lookup.clause !== null) {
      const { id, title, text } = lookup.clause;
      live.say(`${id} ${title}: ${text}`);
    } else if (changes.has("explained") ? byKeyboard || pinned >= 0 : changes.has("focus") && pinnedByPointer)
      this.sayReasons();
  }

  /** Say why the space that is pinned or focused cannot be chosen. */
  private sayReasons(): void {
    const { store } = this;
    const { focus, pinned, byKeyboard } = store.looking;
    const said = reasons(store, pinned >= 0 ? pinned : focus);
    // The reasons replace the words just said about the space, so these are said again.
    const here = byKeyboard && pinned < 0 && focus >= 0 ? `${announcement(store, focus)}. ` : "";
    if (said) this.live.say(here + said + this.enter(" "));
  }

  /** The words about Enter, while an action is ready, after a space or a full stop. */
  private enter(after: string): string {
    const { choosing, entered, status } = this.store;
    if (!choosing.complete || status.recorded) return "";
    const { words } = primary(this.store);
    return `${after}${entered >= 0 ? words : say("Enter confirms: {0}", words)}`;
  }

  /** Say the last events and the present choices. */
  private sayChoices(): void {
    const { store } = this;
    const { focus, byKeyboard, fresh } = store.looking;
    const { prompt, table } = store.choosing.current;
    const happened = fresh ? store.timeline.events.map((e) => `${capital(e.text)}.`) : [];
    // A keyboard that has moved on before the answer came hears its new hex, too.
    const movedOn = byKeyboard && focus >= 0 && this.chosenAt >= 0 && focus !== this.chosenAt;
    const here = movedOn ? announcement(store, focus) : "";
    const { said: proposed } = store.proposal;
    const asked = proposed ? `${proposed}. ${say("Confirm?")}` : prompt;
    const said = [...happened, this.notice(), asked, this.table(table), here];
    this.live.say(said.filter(Boolean).join(" "));
    this.chosenAt = -1;
  }

  /** A table of figures in words; empty if the table was said before. */
  private table(table: Table | null): string {
    const now = JSON.stringify(table);
    if (table === null || now === this.tabled) {
      this.tabled = now;
      return "";
    }
    this.tabled = now;
    const rows = table.rows.map((cells) => cells.map((cell, n) => `${table.header[n] ?? ""} ${cell}`).join(", "));
    return `${table.title}: ${rows.join("; ")}.`;
  }

  /** The warning and the notice of the timeline; empty if they were said before. */
  private notice(): string {
    const { warning, notice } = this.store.timeline;
    const now = [warning, notice].filter(Boolean).map((sentence) => `${capital(sentence)}.`);
    const said = now.join(" ");
    if (said === this.noticed) return "";
    this.noticed = said;
    return said;
  }
}
