// What is said aloud, and when: the kernel's own words for what is being chosen, what has happened, where the keyboard has
// come to, and why something cannot be chosen.

import { announcement, capital, reasons } from "../chrome/words";
import type { Table } from "../kernel/types.gen";
import type { Change, Store } from "../state/store";
import type { Live } from "./live";

export class Speaker {
  /** Where the keyboard was when something was chosen that is still to be answered. */
  private chosenAt = -1;
  private tabled = "";
  private noticed = "";

  constructor(
    private readonly store: Store,
    private readonly live: Live,
  ) {}

  speak(changes: ReadonlySet<Change>): void {
    const { store, live } = this;
    // Behind the curtain nothing is said, and what was said is gone.
    if (store.curtain !== null) {
      live.say("");
      live.warn("");
      return;
    }
    if (changes.has("choices") && store.foreseen) this.chosenAt = store.focus;
    if (changes.has("choices") && !store.foreseen) {
      const happened = store.fresh ? store.timeline.events.map((e) => `${e.text}.`) : [];
      // Whoever has moved on before the answer came hears also where they are.
      const movedOn = store.byKeyboard && store.focus >= 0 && this.chosenAt >= 0 && store.focus !== this.chosenAt;
      const here = movedOn ? announcement(store, store.focus) : "";
      const said = [...happened, this.notice(), store.current.prompt, this.table(store.current.table), here];
      live.say(said.filter(Boolean).join(" "));
      this.chosenAt = -1;
    } else if (changes.has("focus") && store.byKeyboard && store.focus >= 0) live.say(announcement(store, store.focus));
    if (changes.has("explained") && store.library.clause !== null) {
      live.say(`${store.library.clause.id} ${store.library.clause.title}: ${store.library.clause.text}`);
    } else if (changes.has("explained") && (store.byKeyboard || store.pinned >= 0)) {
      const said = reasons(store, store.pinned >= 0 ? store.pinned : store.focus);
      if (said) live.say(said);
    } else if (changes.has("focus") && store.pinned >= 0 && !store.byKeyboard) {
      const said = reasons(store, store.pinned);
      if (said) live.say(said);
    }
  }

  /** Figures to choose by, when they are others than before. */
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

  /** What is to be known of the steps taken back, once. */
  private notice(): string {
    const { notice } = this.store.timeline;
    if (notice === this.noticed) return "";
    this.noticed = notice;
    return notice ? `${capital(notice)}.` : "";
  }
}
