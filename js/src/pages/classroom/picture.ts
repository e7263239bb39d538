// Pictures of boards, drawn by the code that draws them in Python (draw.js), one at a time while the page has nothing else to do.

import type { PictureRequest } from "../../draw/picture";

type Draw = (request: string) => string;
const DARK = matchMedia("(prefers-color-scheme: dark)");
const waiting = new Map<HTMLImageElement, { drawing: Drawing; width: number }>();
let drawn = 0;
let isBusy = false;

export type Drawing = Pick<PictureRequest, "scene" | "state">;

/** Draw a board into an image, soon. A later drawing takes the place of one that waits. */
export function paint(image: HTMLImageElement, drawing: Drawing, width: number): void {
  waiting.set(image, { drawing, width });
  if (!isBusy) setTimeout(next);
  isBusy = true;
}

/** Have something done when the page turns dark or light. */
export function onTheme(act: () => void): void {
  DARK.addEventListener("change", act);
}

async function next(): Promise<void> {
  const [found] = waiting;
  if (!found) {
    isBusy = false;
    return;
  }
  const [image, { drawing, width }] = found;
  waiting.delete(image);
  const draw = await loaded();
  const theme = DARK.matches ? "dark" : "light";
  const request: PictureRequest = { ...drawing, theme, radius: 20, width, plain: true, prefix: `p${drawn++}-` };
  const svg = draw(JSON.stringify(request));
  URL.revokeObjectURL(image.src);
  image.src = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  setTimeout(next);
}

let loading: Promise<Draw> | undefined;
function loaded(): Promise<Draw> {
  loading ??= import(new URL("draw.js", import.meta.url).href).then(
    () => (globalThis as unknown as { hexwidgetPicture: Draw }).hexwidgetPicture,
  );
  return loading;
}
