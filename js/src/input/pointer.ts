// Mouse, pen, fingers and wheel: a click or tap chooses, a drag moves the map, a wheel or two fingers enlarge it, a long press
// says why.

import type { Point } from "../geometry/spaces";
import type { Painter } from "../paint/painter";
import type { Store } from "../state/store";

/** A pointer that has moved so many pixels drags; fingers are less steady. */
const DRAG = { mouse: 4, touch: 9 };
const LONG_PRESS_MS = 500;
/** Turns of the wheel that follow each other within so many milliseconds are one. */
const BREATH_MS = 400;
/** What one unit of a wheel's turning enlarges by. */
const WHEEL = 0.0016;

export function listenToPointers(surface: HTMLElement, store: Store, painter: Painter, signal: AbortSignal): void {
  const held = new Map<number, Point>();
  let start: Point | null = null;
  let dragged = false;
  /** The hexes that a drag with a brush has passed over. */
  const stroke = new Set<number>();
  let wheeledAt = Number.NEGATIVE_INFINITY;
  let press: ReturnType<typeof setTimeout> | undefined;
  signal.addEventListener("abort", () => clearTimeout(press));
  const listen = { signal };

  const place = (event: MouseEvent): Point => {
    const box = painter.root.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
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
        // What is under the finger is told, and nothing is chosen.
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
      // A button that was let go where nobody told us of it.
      if (event.pointerType === "mouse" && (event.buttons & 1) === 0) {
        if (held.delete(event.pointerId)) drop();
      }
      const before = held.get(event.pointerId);
      const now = place(event);
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
        // A drag paints all that it passes over.
        if (!dragged && start) stroke.add(painter.hexAt(start));
        dragged = true;
        const [from, to] = [painter.hexAt(before), at(event)];
        // However fast it goes, nothing between is left out.
        for (const index of from >= 0 && to >= 0 ? store.map.line(from, to) : [from, to]) stroke.add(index);
        stroke.delete(-1);
        held.set(event.pointerId, now);
        store.looking.mark([...stroke]);
        return;
      }
      if (!painter.larger) {
        // There is nowhere to go: the page may scroll, and a hand that is not steady still clicks.
        if (event.pointerType !== "mouse" || (start && painter.hexAt(start) !== at(event))) dragged = true;
        held.set(event.pointerId, now);
        return;
      }
      if (!dragged) {
        dragged = true;
        surface.setPointerCapture?.(event.pointerId);
        store.looking.setFocus(-1, false);
      }
      held.set(event.pointerId, now);
      painter.pan(now.x - before.x, now.y - before.y);
    },
    listen,
  );

  /** Two fingers: as far apart as they come, so large the map; and it moves with them. */
  const pinch = (id: number, before: Point, now: Point) => {
    const other = [...held].find(([key]) => key !== id)?.[1];
    held.set(id, now);
    if (!other) return;
    const [was, is] = [before, now].map((p) => Math.hypot(p.x - other.x, p.y - other.y));
    const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
    if (was && is) painter.zoom(is / was, middle);
    painter.pan((now.x - before.x) / 2, (now.y - before.y) / 2);
  };

  /** A stroke that was not ended paints nothing. */
  const drop = () => {
    if (stroke.size > 0) store.looking.mark([]);
    stroke.clear();
  };
  const release = (event: PointerEvent) => {
    clearTimeout(press);
    if (stroke.size > 0 && event.type !== "pointercancel") store.editing.paint([...stroke]);
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
      // The end of a drag is no click.
      if (dragged) dragged = false;
      else store.activate(at(event));
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
      // The page scrolls over a board that nobody is at; with Ctrl, which is also how a pinch on a pad arrives, it does not.
      if (!event.ctrlKey && !surface.matches(":focus-within")) return;
      const lines = event.deltaMode === 1 ? 16 : 1;
      const factor = Math.exp(-event.deltaY * lines * WHEEL * (event.ctrlKey ? 5 : 1));
      const { view } = painter;
      painter.zoom(factor, place(event));
      const now = performance.now();
      const changed = painter.view !== view;
      // Where nothing is left to enlarge the page goes on; not in the same breath, or it would jump.
      if (event.ctrlKey || changed || now - wheeledAt < BREATH_MS) event.preventDefault();
      if (changed || now - wheeledAt < BREATH_MS) wheeledAt = now;
    },
    { signal, passive: false },
  );
}
