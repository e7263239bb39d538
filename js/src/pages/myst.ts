// A recorded board, or an exercise, on a page of MyST: the module of its `anywidget` directive, whose data is the recording. Python
// puts the front end before this text.

import { dress, frontEnd } from "./front-end";
import type { Kept } from "./recorded";

declare const HEXWIDGET: { readonly version: string; readonly parts: string };

const PLAY = "make a board of it in a notebook";

interface Props {
  readonly model: { get(name: "recording"): string };
  readonly el: HTMLElement;
}

export default {
  async render({ model, el }: Props): Promise<() => void> {
    const end = new AbortController();
    try {
      const { board, recorded, style } = await frontEnd(HEXWIDGET.version, HEXWIDGET.parts).loaded;
      dress(el, style);
      const get = (name: keyof Kept) => (name === "_recording" ? model.get("recording") : undefined);
      await (await recorded()).show(get as never, el, board, end.signal, PLAY);
    } catch (error) {
      console.error(error);
      el.textContent = "The board could not be shown in this browser; the console says why.";
    }
    return () => end.abort();
  },
};
