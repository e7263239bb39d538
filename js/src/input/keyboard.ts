// The board from the keyboard: everything that a pointer can do.

import { complaint } from "../chrome/words";
import type { HexMap } from "../geometry/hexmap";
import type { Arrow, Compass } from "../geometry/spaces";
import type { Choice } from "../kernel/types.gen";
import type { Painter } from "../paint/painter";
import type { Store } from "../state/store";

const POINTY: Record<string, Compass> = {
  w: "northwest",
  e: "northeast",
  a: "west",
  d: "east",
  z: "southwest",
  x: "southeast",
};
const FLAT: Record<string, Compass> = {
  q: "northwest",
  w: "north",
  e: "northeast",
  a: "southwest",
  s: "south",
  d: "southeast",
};
const EIGHT: Record<string, Compass> = {
  q: "northwest",
  w: "north",
  e: "northeast",
  a: "west",
  d: "east",
  z: "southwest",
  s: "south",
  x: "southeast",
};

/** What the letters mean on every board; what a rule system offers under one of them is taken with Shift. */
const RESERVED = new Set([..."weadzxqsurnthfgv"]);

/** The keys of a choice's shortcut, as they are shown. */
export function shownShortcut(choice: Choice): string {
  const { shortcut } = choice;
  return shortcut === null ? "" : RESERVED.has(shortcut) ? `⇧${shortcut.toUpperCase()}` : shortcut;
}

/** The keys of the board, for the help: pairs of keys and what they do. */
export function keysOf(store: Store): [string, string][] {
  const letters = Object.keys(directions(store)).join(" ");
  return [
    ["arrows", "move the focus over rows and columns"],
    [letters, "move it to the neighbour in that direction"],
    ["enter", "choose what the focus is on; again: confirm"],
    ["esc", "one step back"],
    ["n  ⇧N", "to the next, to the previous piece that can be chosen"],
    ["t  ⇧T", "to the next, to the previous target that can be chosen"],
    ["g", "go to a space by its name"],
    ["u  r", "undo, redo"],
    ["f", "fan out the pieces there"],
    ["v", "measure from there"],
    ["h", "hide the pieces, show them"],
    ["+  −  home", "larger, smaller, the whole map"],
    ["?", "this list"],
  ];
}

function directions(store: Store): Record<string, Compass> {
  const { map } = store;
  if (!("pointy" in map)) return EIGHT;
  return (map as HexMap).pointy ? POINTY : FLAT;
}

/** Where the focus begins: where what is chosen stands, else at the first piece that may be chosen, else at the first hex. */
export function firstFocus(store: Store): number {
  const { map } = store;
  if (store.choosing.field && store.choosing.field.origin >= 0) return store.choosing.field.origin;
  const offered = store.choosing.options.find((o) => o.space !== null && o.findings.length === 0);
  const index = offered?.space ? map.find(offered.space) : -1;
  if (index >= 0) return index;
  for (const first of map.all()) return first;
  return -1;
}

export interface Doors {
  painter: Painter;
  /** Give the keyboard to the action bar; false if there is nothing in it. */
  enterBar(): boolean;
  askWhere(): void;
  help(): void;
}

export function onBoardKey(event: KeyboardEvent, store: Store, doors: Doors): void {
  if (event.altKey || event.metaKey) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (event.ctrlKey) {
    if (key !== "z" && key !== "y") return;
    if (key === "z" && !event.shiftKey) store.undo();
    else store.redo();
  } else if (key.startsWith("Arrow")) {
    const from = store.looking.focus >= 0 ? store.looking.focus : firstFocus(store);
    const to = store.looking.focus >= 0 ? store.map.arrow(from, key as Arrow) : from;
    if (to >= 0) store.looking.setFocus(to, true);
    else if (key === "ArrowDown") doors.enterBar();
  } else if (key === "Enter" || key === " ") {
    // A key that is held down chooses once.
    const at = store.looking.focus >= 0 ? store.looking.focus : firstFocus(store);
    if (store.proposal.remedy && !event.repeat) store.commit();
    // With the pointer somewhere on the board Enter is what the button says; with the keyboard there it is a click.
    else if (
      !event.repeat &&
      !store.editing.on &&
      (store.choosing.endsAt(at) || (store.choosing.complete && !store.looking.byKeyboard))
    )
      store.commit();
    else if (!event.repeat) store.activate(at);
  } else if (key === "Escape") {
    store.cancel();
  } else if (!takeKey(key, event.shiftKey, store, doors) && key.length > 1 && !DELETES.has(key)) return;
  // Letters that mean nothing here mean nothing to the notebook either, which would cut or delete the cell.
  event.preventDefault();
  event.stopPropagation();
}

const DELETES = new Set(["Backspace", "Delete"]);

function takeKey(key: string, shift: boolean, store: Store, doors: Doors): boolean {
  const reserved = RESERVED.has(key);
  // With Shift, what the rule system offers comes before what the board means by it.
  if ((!reserved || shift) && !store.editing.on && takeShortcut(key, store)) return true;
  const towards = directions(store)[key];
  if (towards && !shift) {
    const from = store.looking.focus >= 0 ? store.looking.focus : firstFocus(store);
    const to = store.looking.focus >= 0 ? store.map.compass(from, towards) : from;
    if (to >= 0) store.looking.setFocus(to, true);
    return true;
  }
  switch (key) {
    case "u":
      store.undo();
      return true;
    case "r":
      store.redo();
      return true;
    case "n":
      return goOn(store, spacesOf(store, true), shift ? -1 : 1);
    case "t":
      return goOn(store, spacesOf(store, false), shift ? -1 : 1);
    case "g":
      doors.askWhere();
      return true;
    case "f":
      store.looking.fan(store.looking.focus);
      return true;
    case "v":
      if (store.looking.focus >= 0) store.looking.measure(store.looking.focus);
      return true;
    case "h":
      store.settings.set("bare", !store.settings.bare);
      return true;
    case "+":
    case "=":
      doors.painter.zoom(1.3);
      return true;
    case "-":
      doors.painter.zoom(1 / 1.3);
      return true;
    case "Home":
      doors.painter.fit();
      return true;
    case "?":
      doors.help();
      return true;
  }
  return false;
}

/** The spaces of pieces that can be chosen; or else of all that can be chosen on the map for the piece that is. */
function spacesOf(store: Store, pieces: boolean): number[] {
  const free = store.choosing.options.filter(
    (o) => o.space !== null && o.findings.length === 0 && (o.kind === "piece") === pieces,
  );
  const found = new Set(free.map((o) => store.map.find(o.space ?? "")).filter((index) => index >= 0));
  if (!pieces) for (const index of store.choosing.field?.costs.keys() ?? []) found.add(index);
  return [...found].sort((a, b) => a - b);
}

function goOn(store: Store, among: number[], by: number): boolean {
  if (among.length === 0) return true;
  const at = among.indexOf(store.looking.focus);
  const next =
    at >= 0 ? (at + by + among.length) % among.length : among.findIndex((index) => index > store.looking.focus);
  store.looking.setFocus(among[next < 0 ? 0 : next] ?? -1, true);
  return true;
}

/** What a letter is offered for, if anything; one that is barred is told why. */
function takeShortcut(key: string, store: Store): boolean {
  const barred = store.choosing.options.find((o) => o.shortcut === key)?.findings ?? [];
  if (barred.length > 0) {
    store.requests.complain(complaint(barred));
    return true;
  }
  return store.choosing.take((offered) => offered.find((o) => o.shortcut === key && o.findings.length === 0));
}
