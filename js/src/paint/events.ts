// Events of the browser.

import type { Point } from "../geometry/spaces";

/** The place in the element's own pixels. A page may show it at another size, by CSS `zoom` or by a transform. */
export function placeIn(element: HTMLElement, event: MouseEvent): Point {
  const { left, top, width, height } = element.getBoundingClientRect();
  return {
    x: (event.clientX - left) * (element.offsetWidth / width || 1),
    y: (event.clientY - top) * (element.offsetHeight / height || 1),
  };
}

/** Let an event end here: neither the page nor anything around the element acts on it. */
export function consume(event: Event): void {
  event.preventDefault();
  event.stopPropagation();
}
