// Looking: the hexes that this view focuses, pins, marks, fans out and measures from.

import type { Point } from "../geometry/spaces";
import { sameDraft } from "../kernel/drafts";
import type { Changes } from "./changes";
import type { Requests } from "./requests";
import type { Traits } from "./traits";

/** A piece under way with the pointer: its space, and where it is held, in units of the map. */
export interface Carried {
  from: number;
  at: Point;
}

export class Looking {
  /** The hex under the pointer or the keyboard's focus; -1: none. */
  focus = -1;
  /** True if the keyboard has set the focus: the focus is then shown as a ring and spoken. */
  byKeyboard = false;
  /** True if the keyboard has moved the focus since the last choice. */
  arrived = false;
  /** The hex whose explanation stays in the panel although the pointer moves on; -1: none. */
  pinned = -1;
  /** True from the moment when something has happened until the focus moves. */
  fresh = false;
  /** The hexes that are marked while an event is pointed at. */
  marked: number[] = [];
  /** The space whose pieces are shown side by side; -1: none. */
  fanned = -1;
  /** The space that distances are measured from; -1: none. */
  ruler = -1;
  /** The pieces that the pointer carries. */
  carried: Carried | null = null;

  constructor(
    private readonly traits: Traits,
    private readonly requests: Requests,
    private readonly changes: Changes,
  ) {}

  setFocus(index: number, byKeyboard: boolean): void {
    if (index === this.focus && byKeyboard === this.byKeyboard) return;
    if (index !== this.focus) this.report(index);
    // A keyboard that moves on has read what was pinned.
    if (byKeyboard) this.pinned = -1;
    this.fresh = false;
    // A thing pointed at beside the map may be gone without saying so.
    this.marked = [];
    this.focus = index;
    this.byKeyboard = byKeyboard;
    this.arrived = byKeyboard;
    this.changes.tell("focus");
  }

  /** The keyboard has left the map for a menu of the focused space: Enter chooses in the menu. */
  leave(): void {
    this.arrived = false;
    this.changes.tell("focus");
  }

  /** Report the focused hex to the kernel, if a listener in Python wants it, or so that its pieces' choices are sent next. */
  private report(index: number): void {
    const { scene, map } = this.traits;
    const space = index < 0 ? null : map.name(index);
    if (scene.trackHover || this.lacksChoices(space)) this.requests.tell({ intent: "hover", args: { space } });
  }

  /** True if choices behind a piece on a space have not been sent yet. */
  private lacksChoices(on: string | null): boolean {
    const { root, branches } = this.traits.choices;
    return root.options.some(
      ({ kind, space, findings, leadsTo }) =>
        space === on &&
        kind === "piece" &&
        findings.length === 0 &&
        !branches.some(({ draft }) => sameDraft(draft, leadsTo)),
    );
  }

  /** Pin a hex; -1 unpins. */
  pin(index: number): void {
    this.pinned = index;
    this.changes.tell("focus");
  }

  /** Mark hexes, those of an event that is pointed at. */
  mark(hexes: number[]): void {
    this.marked = hexes;
    this.changes.tell("marks");
  }

  /** Show the pieces of a space side by side, or stop showing them so. */
  fan(index: number): void {
    const { map, state } = this.traits;
    const occupied = index >= 0 && state.pieces.some((p) => p.space === map.name(index));
    this.fanned = occupied && this.fanned !== index ? index : -1;
    this.changes.tell("settings");
  }

  /** Show pieces where the pointer holds them; null: they are back on their space. */
  carry(carried: Carried | null): void {
    this.carried = carried;
    this.changes.tell("marks");
  }

  /** Measure from a space, or stop measuring from it. */
  measure(index: number): void {
    this.ruler = this.ruler === index ? -1 : index;
    this.changes.tell("focus");
  }

  /** Forget what was looked at on the position before. */
  onPosition(): void {
    this.pinned = this.fanned = -1;
    this.arrived = false;
    this.carried = null;
    this.fresh = this.traits.timeline.events.length > 0;
  }

  /** Forget what was looked at on the map before, but for the focus: on a mat, where cards come and go, its name stays. */
  onMap(focused: string): void {
    this.fanned = this.ruler = this.pinned = -1;
    this.focus = this.traits.map.find(focused);
    this.marked = [];
  }
}
