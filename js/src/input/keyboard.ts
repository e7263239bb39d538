// The board from the keyboard: arrows move the focus, Enter means what a click means.

import type { Arrow } from "../geometry/spaces";
import type { Store } from "../store";

/** Where the focus begins: where what is chosen stands, else at the first piece that may be chosen, else at the first hex. */
export function firstFocus(store: Store): number {
  const { map } = store;
  if (store.field && store.field.origin >= 0) return store.field.origin;
  const offered = store.options.find((o) => o.space !== null && o.findings.length === 0);
  const index = offered?.space ? map.find(offered.space) : -1;
  return index >= 0 ? index : ([...map.all()][0] ?? -1);
}

export function onBoardKey(event: KeyboardEvent, store: Store, enterBar: () => boolean): void {
  if (event.altKey || event.metaKey) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (event.ctrlKey) {
    if (key !== "z" && key !== "y") return;
    if (key === "z" && !event.shiftKey) store.undo();
    else store.redo();
  } else if (key.startsWith("Arrow")) {
    const from = store.focus >= 0 ? store.focus : firstFocus(store);
    const to = store.focus >= 0 ? store.map.arrow(from, key as Arrow) : from;
    if (to >= 0) store.setFocus(to, true);
    else if (key === "ArrowDown") enterBar();
  } else if (key === "Enter" || key === " ") {
    // A key that is held down chooses once.
    const at = store.focus >= 0 ? store.focus : firstFocus(store);
    // With the pointer somewhere on the board Enter is what the button says; with the keyboard there it is a click.
    if (!event.repeat && (store.endsAt(at) || (store.complete && !store.byKeyboard))) store.commit();
    else if (!event.repeat) store.activate(at);
  } else if (key === "Escape") {
    store.cancel();
  } else if (key === "u" || key === "r") {
    if (key === "u") store.undo();
    else store.redo();
  } else if (!takeShortcut(key, store) && key.length > 1 && !DELETES.has(key)) return;
  // Letters that mean nothing here mean nothing to the notebook either, which would cut or delete the cell.
  event.preventDefault();
  event.stopPropagation();
}

const DELETES = new Set(["Backspace", "Delete"]);

/** What a letter is offered for, if anything; one that is barred is told why. */
function takeShortcut(key: string, store: Store): boolean {
  const barred = store.options.find((o) => o.shortcut === key)?.findings ?? [];
  if (barred.length > 0) store.complain(barred.map((f) => `${f.clause}: ${f.text}.`).join("\n"));
  return store.take((offered) => offered.find((o) => o.shortcut === key && o.findings.length === 0));
}
