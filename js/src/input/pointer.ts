// The board from mouse, pen, fingers and wheel: a click chooses, a drag moves a piece or the map, a wheel or two fingers
// enlarge the map, and a long press explains.

import type { Point } from "../geometry/spaces";
import { placeIn } from "../paint/events";
import type { Painter } from "../paint/painter";
import type { Store } from "../state/store";
import { Carrying } from "./carrying";

/** The distance in pixels after which a pointer drags. Fingers are less steady than a mouse. */
const DRAG = { mouse: 4, touch: 9 };
/** The time from which on a press is long. */
const LONG_PRESS_MS = 500;
/** The time within which events of the wheel belong to one turn of it. */
const TURN_MS = 400;
/** A pinch on a pad arrives as turns of a wheel that are smaller than this. */
const SMALL_STEP = 40;
/** The logarithm of the enlargement by one unit of the wheel. */
const WHEEL = 0.0016;

/** Lets pointers over the board act on the store and the view. */
export class Pointers {
  /** The pointers that are down, each with its last place. */
  private readonly held = new Map<number, Point>();
  private readonly carrying = new Carrying(this.store, this.painter);
  private start: Point | null = null;
  private dragged = false;
  /** The hexes that a drag with a brush has passed. */
  private readonly stroke = new Set<number>();
  private wheeledAt = Number.NEGATIVE_INFINITY;
  private press: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly surface: HTMLElement,
    private readonly store: Store,
    private readonly painter: Painter,
    /** Called after a click has chosen. */
    private readonly pressed: (index: number, touch: boolean) => void,
    signal: AbortSignal,
  ) {
    const listen = { signal };
    signal.addEventListener("abort", () => clearTimeout(this.press));
    surface.addEventListener("pointerdown", (event) => this.down(event), listen);
    surface.addEventListener("pointermove", (event) => this.move(event), listen);
    for (const kind of ["pointerup", "pointercancel", "pointerleave"] as const)
      surface.addEventListener(kind, (event) => this.release(event), listen);
    surface.addEventListener("click", (event) => this.click(event), listen);
    surface.addEventListener(
      "contextmenu",
      (event) => void ((event as PointerEvent).pointerType === "touch" && event.preventDefault()),
      listen,
    );
    surface.addEventListener("wheel", (event) => this.wheel(event), { signal, passive: false });
  }

  private place(event: MouseEvent): Point {
    return placeIn(this.painter.root, event);
  }

  private down(event: PointerEvent): void {
    const { held, store } = this;
    if (event.pointerType === "mouse" && event.button !== 0) return;
    const place = this.place(event);
    held.set(event.pointerId, place);
    clearTimeout(this.press);
    this.dragged = held.size > 1;
    if (this.dragged) {
      this.drop();
      return;
    }
    this.start = place;
    if (event.pointerType === "mouse") return;
    const index = this.painter.hexAt(place);
    this.press = setTimeout(() => {
      // The hex is explained, and the end of the press chooses nothing.
      this.dragged = true;
      store.looking.setFocus(index, false);
      store.why(index);
    }, LONG_PRESS_MS);
  }

  private move(event: PointerEvent): void {
    const { held, store } = this;
    const { movementX, movementY, pointerId } = event;
    // The button was released outside the page, without an event.
    if (event.pointerType === "mouse" && (event.buttons & 1) === 0 && held.delete(pointerId)) this.drop();
    const before = held.get(pointerId);
    const now = this.place(event);
    if (!before) {
      // Browsers tell of a pointer that rests while things move below it. It does not take the focus from the keyboard.
      if (!store.looking.byKeyboard || movementX !== 0 || movementY !== 0)
        store.looking.setFocus(this.painter.hexAt(now), false);
      return;
    }
    if (held.size < 2 && !this.isDrag(event, now)) return;
    held.set(pointerId, now);
    if (held.size === 2) {
      this.pinch(pointerId, before, now);
      return;
    }
    clearTimeout(this.press);
    if (store.editing.strokes) this.brush(before, now);
    else this.drag(event, before, now);
  }

  /** True if a pointer has moved so far that it does not click. */
  private isDrag({ pointerType }: PointerEvent, now: Point): boolean {
    const { dragged, start } = this;
    const most = pointerType === "mouse" ? DRAG.mouse : DRAG.touch;
    return dragged || !start || Math.hypot(now.x - start.x, now.y - start.y) >= most;
  }

  /** Let a drag with a brush pass hexes. */
  private brush(before: Point, now: Point): void {
    const { painter, start, store, stroke } = this;
    if (!this.dragged && start) stroke.add(painter.hexAt(start));
    this.dragged = true;
    const [from, to] = [painter.hexAt(before), painter.hexAt(now)];
    // A fast pointer skips hexes; the line between two events fills them in.
    for (const index of from >= 0 && to >= 0 ? store.map.line(from, to) : [from, to]) stroke.add(index);
    stroke.delete(-1);
    store.looking.mark([...stroke]);
  }

  /** Let a drag carry a piece, or move the map. */
  private drag(event: PointerEvent, before: Point, now: Point): void {
    const { carrying, painter, start, store } = this;
    const left = () => start !== null && painter.hexAt(start) !== painter.hexAt(now);
    if (!this.dragged && start && !store.editing.on && carrying.can(painter.hexAt(start))) {
      // Within the space it may still become a click.
      if (!left()) return;
      carrying.begin(painter.hexAt(start));
      this.capture(event);
    }
    if (carrying.on) {
      carrying.move(now);
      return;
    }
    if (!painter.larger) {
      // The whole map is seen. The page may scroll, and a small movement of the mouse is still a click.
      if (event.pointerType !== "mouse" || left()) this.dragged = true;
      return;
    }
    if (!this.dragged) {
      this.capture(event);
      store.looking.setFocus(-1, false);
    }
    painter.pan(now.x - before.x, now.y - before.y);
  }

  private capture({ pointerId }: PointerEvent): void {
    this.dragged = true;
    this.surface.setPointerCapture?.(pointerId);
  }

  /** Enlarge the map as two fingers move apart, and move it with them. */
  private pinch(id: number, before: Point, now: Point): void {
    const other = [...this.held].find(([key]) => key !== id)?.[1];
    if (!other) return;
    const [was, is] = [before, now].map((p) => Math.hypot(p.x - other.x, p.y - other.y));
    const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
    if (was && is) this.painter.zoom(is / was, middle);
    this.painter.pan((now.x - before.x) / 2, (now.y - before.y) / 2);
  }

  /** Drop a stroke without painting it, and a piece without moving it. */
  private drop(): void {
    this.carrying.cancel();
    if (this.stroke.size > 0) this.store.looking.mark([]);
    this.stroke.clear();
  }

  private release(event: PointerEvent): void {
    const { carrying, store, stroke } = this;
    clearTimeout(this.press);
    if (event.type === "pointerup") {
      if (stroke.size > 0) store.editing.paint([...stroke]);
      if (carrying.on) carrying.drop(this.painter.hexAt(this.place(event)));
    }
    this.drop();
    this.held.delete(event.pointerId);
    if (event.type === "pointerleave" && !store.looking.byKeyboard) store.looking.setFocus(-1, false);
  }

  private click(event: MouseEvent): void {
    const { painter, store } = this;
    // The click at the end of a drag does not choose.
    if (this.dragged) {
      this.dragged = false;
      return;
    }
    const place = this.place(event);
    if (painter.view && store.editing.place(painter.view.toMap(place))) return;
    const index = painter.hexAt(place);
    store.activate(index);
    this.pressed(index, (event as PointerEvent).pointerType === "touch");
  }

  private wheel(event: WheelEvent): void {
    const { painter } = this;
    const { ctrlKey } = event;
    const { mat } = this.store.map;
    // The page scrolls, unless somebody has enlarged the map, or holds Ctrl. A pinch on a pad arrives with Ctrl, too.
    if (!ctrlKey && !(this.surface.matches(":focus-within") && (mat || painter.zoomed))) return;
    const turn = event.deltaY * (event.deltaMode === 1 ? 16 : 1);
    const { view } = painter;
    // A mat that is higher than its stage is moved by the wheel.
    if (mat && !ctrlKey) painter.pan(0, -turn);
    // A pinch comes in small steps; a notch of a wheel with Ctrl enlarges as much as without it.
    else painter.zoom(Math.exp(-turn * WHEEL * (ctrlKey && Math.abs(turn) < SMALL_STEP ? 5 : 1)), this.place(event));
    const now = performance.now();
    const goesOn = painter.view !== view || now - this.wheeledAt < TURN_MS;
    // At the limit of enlarging the page scrolls, but not within the same turn of the wheel, or it would jump.
    if (ctrlKey || goesOn) event.preventDefault();
    if (goesOn) this.wheeledAt = now;
  }
}
