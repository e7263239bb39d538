// What is said aloud, and when: the kernel's own words for what is being chosen, what has happened, where the keyboard has
// come to, and why something cannot be chosen.

import { announcement, capital, reasons } from "../chrome/words";
import type { Table } from "../kernel/types.gen";
import type { Change } from "../state/changes";
import type { Store } from "../state/store";
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
    if (store.viewpoint.curtain !== null) {
      live.say("");
      live.warn("");
      return;
    }
    if (changes.has("choices") && store.choosing.foreseen) this.chosenAt = store.looking.focus;
    if (changes.has("choices") && !store.choosing.foreseen) {
      const happened = store.looking.fresh ? store.timeline.events.map((e) => `${e.text}.`) : [];
      // Whoever has moved on before the answer came hears also where they are.
      const movedOn =
        store.looking.byKeyboard &&
        store.looking.focus >= 0 &&
        this.chosenAt >= 0 &&
        store.looking.focus !== this.chosenAt;
      const here = movedOn ? announcement(store, store.looking.focus) : "";
      const said = [
        ...happened,
        this.notice(),
        store.choosing.current.prompt,
        this.table(store.choosing.current.table),
        here,
      ];
      live.say(said.filter(Boolean).join(" "));
      this.chosenAt = -1;
    } else if (changes.has("focus") && store.looking.byKeyboard && store.looking.focus >= 0)
      live.say(announcement(store, store.looking.focus));
    if (changes.has("explained") && store.lookup.clause !== null) {
      live.say(`${store.lookup.clause.id} ${store.lookup.clause.title}: ${store.lookup.clause.text}`);
    } else if (changes.has("explained") && (store.looking.byKeyboard || store.looking.pinned >= 0)) {
      const said = reasons(store, store.looking.pinned >= 0 ? store.looking.pinned : store.looking.focus);
      if (said) live.say(said);
    } else if (changes.has("focus") && store.looking.pinned >= 0 && !store.looking.byKeyboard) {
      const said = reasons(store, store.looking.pinned);
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
