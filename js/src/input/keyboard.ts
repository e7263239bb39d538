// The board from the keyboard: all that a pointer can do.

import type { HexMap } from "../geometry/hexmap";
import type { Arrow, Compass } from "../geometry/spaces";
import { isFree } from "../kernel/drafts";
import type { Choice } from "../kernel/types.gen";
import { consume } from "../paint/events";
import type { Painter } from "../paint/painter";
import { complaint } from "../state/explanations";
import type { Store } from "../state/store";
import { isStep } from "./shortcuts";

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

/** The letters with a meaning on every board. A rule system's shortcut on one of them is taken with Shift. */
const RESERVED = new Set([..."weadzxqsurnthfgv"]);

/** The shortcut of a choice, as it is shown. */
export function shownShortcut(choice: Choice): string {
  const { shortcut } = choice;
  return shortcut === null ? "" : RESERVED.has(shortcut) ? `⇧${shortcut.toUpperCase()}` : shortcut;
}

/** The keys of the board with their meanings, for the list of keys. */
export function keysOf(store: Store): [string, string][] {
  const letters = Object.keys(directions(store)).join(" ");
  const menu: [string, string][] = [["m", "to the pop-up of the card"]];
  return [
    ["arrows", "move the focus over rows and columns"],
    [letters, "move it to the neighbour in that direction"],
    ["enter", "choose what the focus is on; again: confirm"],
    ["esc", "one step back"],
    ["n  ⇧N", "to the next, to the previous piece that can be chosen"],
    ["t  ⇧T", "to the next, to the previous target that can be chosen"],
    ["g", "go to a space by its name"],
    ["u  r", "undo, redo"],
    ...(store.map.mat ? menu : [["f", "fan out the pieces there"] as [string, string]]),
    ["v", "measure from there"],
    ["h", "hide the pieces, show them"],
    ["+  −  home", "larger, smaller, fit in"],
    ["?", "this list"],
  ];
}

function directions(store: Store): Record<string, Compass> {
  const { map } = store;
  if (!("pointy" in map)) return EIGHT;
  return (map as HexMap).pointy ? POINTY : FLAT;
}

/** The hex where the focus begins: the chosen piece's, else the first offered one, else the first of the map. */
function firstFocus(store: Store): number {
  const { map } = store;
  const { field, options } = store.choosing;
  if (field && field.origin >= 0) return field.origin;
  const offered = options.find((o) => o.space !== null && isFree(o));
  const index = offered?.space ? map.find(offered.space) : -1;
  if (index >= 0) return index;
  for (const first of map.all()) return first;
  return -1;
}

/** The parts of the board that keys lead to. */
export interface Parts {
  painter: Painter;
  /** Give the keyboard to the action bar; false if the bar is empty. */
  enterBar(): boolean;
  /** Ask for the name of a space to go to. */
  askWhere(): void;
  /** Give the keyboard to the pop-up at a card; false without a pop-up. */
  enterMenu(): boolean;
  /** Close the pop-up at a card. */
  closeMenu(): void;
  /** Show the list of keys. */
  help(): void;
}

/** Let keys act on the store and the view, and the keyboard's focus on the map set the focus on a hex. */
export function listenToKeys(
  root: HTMLElement,
  surface: HTMLElement,
  store: Store,
  parts: Parts,
  signal: AbortSignal,
): void {
  const { looking } = store;
  const listen = { signal };
  let remembered = -1; // the focus at the time when the keyboard left the map
  surface.addEventListener(
    "focus",
    () => {
      if (looking.focus >= 0 || !surface.matches(":focus-visible")) return;
      looking.setFocus(remembered >= 0 ? remembered : firstFocus(store), true);
      looking.arrived = false;
    },
    listen,
  );
  surface.addEventListener(
    "blur",
    ({ relatedTarget }) => {
      if (!looking.byKeyboard) return;
      if (relatedTarget instanceof Element && relatedTarget.closest(".hexwidget-cardmenu")) {
        looking.leave();
        return;
      }
      remembered = looking.focus;
      looking.setFocus(-1, false);
    },
    listen,
  );
  root.addEventListener(
    "keydown",
    (event) => {
      const { target } = event;
      const field = target instanceof HTMLElement && target.matches("input, select, textarea");
      const pressed = event.key.startsWith("Arrow") || event.key === "Enter" || event.key === " ";
      // Outside the map, arrows and Enter belong to the focused element. Letters mean the same everywhere, but in fields.
      if (field || (target !== surface && pressed)) {
        // VS Code acts on every key that leaves the board: an arrow would give the keyboard to another cell.
        if (!event.ctrlKey && !event.metaKey && !event.altKey) event.stopPropagation();
        return;
      }
      onBoardKey(event, store, parts);
      if (target !== surface) takeFocus(surface, store);
      if (looking.focus >= 0 && looking.byKeyboard) parts.painter.reveal(looking.focus);
    },
    listen,
  );
}

/** Handle a key that was pressed on the board. */
function onBoardKey(event: KeyboardEvent, store: Store, parts: Parts): void {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (event.ctrlKey || event.metaKey || event.altKey) {
    if (!isStep(event)) return;
    if (key === "z" && !event.shiftKey) store.undo();
    else store.redo();
  } else if (key.startsWith("Arrow")) followArrow(key, store, parts);
  else if (key === "Enter" || key === " ") press(event, store);
  else if (key === "Escape") {
    parts.closeMenu();
    store.cancel();
  } else if (!takeKey(key, event.shiftKey, store, parts) && key.length > 1 && !DELETES.has(key)) return;
  // Letters without a meaning here must not reach the notebook, which would cut or delete the cell.
  consume(event);
}

/** Move the focus, or begin where it begins; false if there is no space that way. */
function moveFocus(store: Store, next: (focus: number) => number): boolean {
  const { focus } = store.looking;
  const to = focus >= 0 ? next(focus) : firstFocus(store);
  if (to >= 0) store.looking.setFocus(to, true);
  return to >= 0;
}

function followArrow(key: string, store: Store, parts: Parts): void {
  const moved = moveFocus(store, (focus) => store.map.arrow(focus, key as Arrow));
  if (!moved && key === "ArrowDown") parts.enterBar();
}

/** A letter typed beside the map that has moved on to a space takes the focus there: Enter chooses it, as the bar says. */
function takeFocus(surface: HTMLElement, { looking }: Store): void {
  if (looking.arrived) surface.focus();
}

/** Carry out Enter: it confirms, unless the keyboard has moved on to something that can be chosen; else it is a click there. */
function press({ repeat }: KeyboardEvent, store: Store): void {
  if (repeat) return; // a key that is held down chooses once
  const { choosing, looking } = store;
  const at = looking.focus >= 0 ? looking.focus : firstFocus(store);
  // Enter takes what the bar names, whatever is pinned.
  if (store.proposal.remedy || (choosing.complete && store.entered < 0 && !store.editing.on)) store.commit();
  else store.activate(at);
}

const DELETES = new Set(["Backspace", "Delete"]);

/** Handle a letter or another key of one command; false if it has no meaning here. */
function takeKey(key: string, shift: boolean, store: Store, parts: Parts): boolean {
  const { looking, map, settings } = store;
  const { focus } = looking;
  const reserved = RESERVED.has(key);
  // With Shift the rule system's shortcut comes before the board's own meaning of the letter.
  if ((!reserved || shift) && !store.editing.on && takeShortcut(key, store)) return true;
  const towards = directions(store)[key];
  if (towards && !shift) {
    moveFocus(store, (from) => map.compass(from, towards));
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
      return goOn(store, offeredSpaces(store, true), shift ? -1 : 1);
    case "t":
      return goOn(store, offeredSpaces(store, false), shift ? -1 : 1);
    case "g":
      parts.askWhere();
      return true;
    case "f":
      looking.fan(focus);
      return true;
    case "v":
      if (focus >= 0) looking.measure(focus);
      return true;
    case "h":
      settings.set("bare", !settings.bare);
      return true;
    case "+":
    case "=":
      parts.painter.zoom(1.3);
      return true;
    case "-":
      parts.painter.zoom(1 / 1.3);
      return true;
    case "Home":
      parts.painter.fit();
      return true;
    case "m":
    case "ContextMenu":
      return parts.enterMenu();
    case "?":
      parts.help();
      return true;
  }
  return false;
}

/** The spaces of pieces that can be chosen, or all other spaces that can be chosen: those that the board lights. */
function offeredSpaces(store: Store, pieces: boolean): number[] {
  const free = store.choosing.options.filter((o) => o.space !== null && isFree(o) && (o.kind === "piece") === pieces);
  const found = new Set(free.map((o) => store.map.find(o.space ?? "")).filter((index) => index >= 0));
  if (!pieces) for (const index of store.choosing.field?.costs.keys() ?? []) found.add(index);
  // On a mat the numbers say nothing of the places.
  return store.map.mat ? [...store.map.all()].filter((n) => found.has(n)) : [...found].sort((a, b) => a - b);
}

/** Move the focus to the next of some spaces, or with -1 to the one before. */
function goOn(store: Store, among: number[], by: number): boolean {
  if (among.length === 0) return true;
  const { looking } = store;
  const at = among.indexOf(looking.focus);
  const after = (index: number) => index > looking.focus;
  const next = at >= 0 ? (at + by + among.length) % among.length : store.map.mat ? 0 : among.findIndex(after);
  looking.setFocus(among[next < 0 ? 0 : next] ?? -1, true);
  return true;
}

/** Take the choice that has a letter as its shortcut, or complain why it is barred; false if no choice has it. */
function takeShortcut(key: string, store: Store): boolean {
  const barred = store.choosing.options.find((o) => o.shortcut === key)?.findings ?? [];
  if (barred.length > 0) {
    store.requests.complain(complaint(barred));
    return true;
  }
  return store.choosing.take((offered) => offered.find((o) => o.shortcut === key && isFree(o)));
}
