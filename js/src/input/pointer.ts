// The board from mouse, pen, fingers and wheel: a click chooses, a drag moves a piece or the map, a wheel or two fingers
// enlarge the map, and a long press explains.

import type { Point } from "../geometry/spaces";
import type { Painter } from "../paint/painter";
import type { Store } from "../state/store";
import { Carrying } from "./carrying";
import { placeIn } from "./place";

/** The distance in pixels after which a pointer drags. Fingers are less steady than a mouse. */
const DRAG = { mouse: 4, touch: 9 };
/** A press of so many milliseconds is long. */
const LONG_PRESS_MS = 500;
/** Events of the wheel within so many milliseconds belong to one turn of it. */
const TURN_MS = 400;
/** A pinch on a pad arrives as turns of a wheel that are smaller than this. */
const SMALL_STEP = 40;
/** The logarithm of the enlargement by one unit of the wheel. */
const WHEEL = 0.0016;

/** Let pointers over the board act on the store and the view. */
export function listenToPointers(
  surface: HTMLElement,
  store: Store,
  painter: Painter,
  /** Called after a click has chosen. */
  pressed: (index: number, touch: boolean) => void,
  signal: AbortSignal,
): void {
  const held = new Map<number, Point>();
  const carrying = new Carrying(store, painter);
  let start: Point | null = null;
  let dragged = false;
  /** The hexes that a drag with a brush has passed. */
  const stroke = new Set<number>();
  let wheeledAt = Number.NEGATIVE_INFINITY;
  let press: ReturnType<typeof setTimeout> | undefined;
  signal.addEventListener("abort", () => clearTimeout(press));
  const listen = { signal };

  const place = (event: MouseEvent) => placeIn(painter.root, event);
  const at = (event: MouseEvent) => painter.hexAt(place(event));

  surface.addEventListener(
    "pointerdown",
    (event) => {
      if (event.pointerType === "mouse" && event.button !== 0) return;
      held.set(event.pointerId, place(event));
      clearTimeout(press);
      if (held.size > 1) drop();
      if (held.size === 1) {
        start = place(event);
        dragged = false;
      } else dragged = true;
      if (event.pointerType === "mouse" || held.size > 1) return;
      const index = at(event);
      press = setTimeout(() => {
        // The hex is explained, and the end of the press chooses nothing.
        dragged = true;
        store.looking.setFocus(index, false);
        store.why(index);
      }, LONG_PRESS_MS);
    },
    listen,
  );

  surface.addEventListener(
    "pointermove",
    (event) => {
      // The button was released outside the page, without an event.
      if (event.pointerType === "mouse" && (event.buttons & 1) === 0) {
        if (held.delete(event.pointerId)) drop();
      }
      const before = held.get(event.pointerId);
      const now = place(event);
      // Browsers tell of a pointer that rests while things move below it. It does not take the focus from the keyboard.
      if (!before && store.looking.byKeyboard && event.movementX === 0 && event.movementY === 0) return;
      if (!before) {
        store.looking.setFocus(at(event), false);
        return;
      }
      if (held.size === 2) {
        pinch(event.pointerId, before, now);
        return;
      }
      const most = event.pointerType === "mouse" ? DRAG.mouse : DRAG.touch;
      if (!dragged && start && Math.hypot(now.x - start.x, now.y - start.y) < most) return;
      clearTimeout(press);
      if (store.editing.on && store.editing.brush?.group === "ground") {
        // A drag with a ground brush paints the hexes that it passes.
        if (!dragged && start) stroke.add(painter.hexAt(start));
        dragged = true;
        const [from, to] = [painter.hexAt(before), at(event)];
        // A fast pointer skips hexes; the line between two events fills them in.
        for (const index of from >= 0 && to >= 0 ? store.map.line(from, to) : [from, to]) stroke.add(index);
        stroke.delete(-1);
        held.set(event.pointerId, now);
        store.looking.mark([...stroke]);
        return;
      }
      held.set(event.pointerId, now);
      if (!dragged && start && !store.editing.on && carrying.can(painter.hexAt(start))) {
        // Within the space it may still become a click.
        if (painter.hexAt(start) === at(event)) return;
        carrying.begin(painter.hexAt(start));
        dragged = true;
        surface.setPointerCapture?.(event.pointerId);
      }
      if (carrying.on) {
        carrying.move(now);
        return;
      }
      if (!painter.larger) {
        // The whole map is seen. The page may scroll, and a small movement of the mouse is still a click.
        if (event.pointerType !== "mouse" || (start && painter.hexAt(start) !== at(event))) dragged = true;
        return;
      }
      if (!dragged) {
        dragged = true;
        surface.setPointerCapture?.(event.pointerId);
        store.looking.setFocus(-1, false);
      }
      painter.pan(now.x - before.x, now.y - before.y);
    },
    listen,
  );

  /** Enlarge the map as two fingers move apart, and move it with them. */
  const pinch = (id: number, before: Point, now: Point) => {
    const other = [...held].find(([key]) => key !== id)?.[1];
    held.set(id, now);
    if (!other) return;
    const [was, is] = [before, now].map((p) => Math.hypot(p.x - other.x, p.y - other.y));
    const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
    if (was && is) painter.zoom(is / was, middle);
    painter.pan((now.x - before.x) / 2, (now.y - before.y) / 2);
  };

  /** Drop a stroke without painting it, and a piece without moving it. */
  const drop = () => {
    carrying.cancel();
    if (stroke.size > 0) store.looking.mark([]);
    stroke.clear();
  };
  const release = (event: PointerEvent) => {
    clearTimeout(press);
    if (event.type === "pointerup") {
      if (stroke.size > 0) store.editing.paint([...stroke]);
      if (carrying.on) carrying.drop(at(event));
    }
    drop();
    held.delete(event.pointerId);
  };
  for (const kind of ["pointerup", "pointercancel"] as const) surface.addEventListener(kind, release, listen);
  surface.addEventListener(
    "pointerleave",
    (event) => {
      release(event);
      if (!store.looking.byKeyboard) store.looking.setFocus(-1, false);
    },
    listen,
  );
  surface.addEventListener(
    "click",
    (event) => {
      // The click at the end of a drag does not choose.
      if (dragged) {
        dragged = false;
        return;
      }
      if (painter.view && store.editing.place(painter.view.toMap(place(event)))) return;
      const index = at(event);
      store.activate(index);
      pressed(index, (event as PointerEvent).pointerType === "touch");
    },
    listen,
  );
  surface.addEventListener(
    "contextmenu",
    (event) => void ((event as PointerEvent).pointerType === "touch" && event.preventDefault()),
    listen,
  );
  surface.addEventListener(
    "wheel",
    (event) => {
      // The page scrolls over a board without the focus, unless Ctrl is held. A pinch on a pad arrives with Ctrl, too.
      if (!event.ctrlKey && !surface.matches(":focus-within")) return;
      const lines = event.deltaMode === 1 ? 16 : 1;
      // A pinch comes in small steps; a notch of a wheel with Ctrl enlarges as much as without it.
      const turn = event.deltaY * lines;
      const factor = Math.exp(-turn * WHEEL * (event.ctrlKey && Math.abs(turn) < SMALL_STEP ? 5 : 1));
      const { view } = painter;
      // A mat that is higher than its stage is moved by the wheel.
      if (store.map.mat && !event.ctrlKey) painter.pan(0, -event.deltaY * lines);
      else painter.zoom(factor, place(event));
      const now = performance.now();
      const changed = painter.view !== view;
      // At the limit of enlarging the page scrolls, but not within the same turn of the wheel, or it would jump.
      if (event.ctrlKey || changed || now - wheeledAt < TURN_MS) event.preventDefault();
      if (changed || now - wheeledAt < TURN_MS) wheeledAt = now;
    },
    { signal, passive: false },
  );
}
