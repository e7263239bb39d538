// The board from the keyboard: arrows move the focus, Enter means what a click means.

import type { Arrow } from "../geometry/spaces";
import type { Store } from "../store";

/** Where the focus begins: at the first piece that may be chosen, else at the first hex. */
export function firstFocus(store: Store): number {
  const { map } = store;
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
    else if (key !== "ArrowDown" || !enterBar()) return;
  } else if (key === "Enter" || key === " ") {
    // A key that is held down chooses once.
    if (!event.repeat) store.activate(store.focus >= 0 ? store.focus : firstFocus(store));
  } else if (key === "Escape") {
    store.cancel();
  } else if (key === "u" || key === "r") {
    if (key === "u") store.undo();
    else store.redo();
  } else {
    if (!store.take((offered) => offered.find((o) => o.shortcut === key && o.findings.length === 0))) return;
  }
  event.preventDefault();
  event.stopPropagation();
}
