// The loader, which each board brings along. It loads the front end once for a page: a module stays in the browser's memory
// until the page is closed, so a module for each board would be one more with every board that is shown.

import type { AnyModel } from "@anywidget/types";
import type widget from "./widget";

type FrontEnd = typeof widget;
type Props = Parameters<FrontEnd["render"]>[0];
/** The loaded front ends by their source, so that boards of different versions can share a page. */
type Loaded = Map<string, Promise<FrontEnd>>;

const NAME = "hexwidget front ends";

function frontEnd(model: AnyModel): Promise<FrontEnd> {
  const page = globalThis as unknown as Record<string, Loaded | undefined>;
  const loaded = page[NAME] ?? new Map();
  page[NAME] = loaded;
  const source: string = model.get("_front_end");
  const found = loaded.get(source) ?? load(source);
  loaded.set(source, found);
  found.catch(() => loaded.delete(source)); // the next board tries again
  return found;
}

async function load(source: string): Promise<FrontEnd> {
  const address = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  try {
    return (await import(address)).default;
  } finally {
    URL.revokeObjectURL(address);
  }
}

export default {
  async render(props: Props): Promise<() => void> {
    try {
      const { render } = await frontEnd(props.model as unknown as AnyModel);
      return props.signal?.aborted ? () => {} : render(props);
    } catch (error) {
      console.error(error);
      props.el.textContent = "The board's front end could not be loaded; the browser's console says why.";
      return () => {};
    }
  },
};
