// The parts of the front end as they travel: one packed text for all boards of a notebook. A page loads each version once: a
// module stays in the browser's memory until the page is closed.

type Board = typeof import("../board/widget");
type Recorded = typeof import("./recorded");

export interface FrontEnd {
  /** Shows a board. */
  readonly board: Board;
  /** Plays a recording to a board, and keeps boards in notebooks; it is loaded when it is needed. */
  recorded(): Promise<Recorded>;
  readonly style: string;
}

const NAME = "hexwidget front ends";

/** True if the page has a version of the front end already. */
export function isLoaded(version: string): boolean {
  return (globalThis as unknown as Record<string, Map<string, unknown> | undefined>)[NAME]?.has(version) ?? false;
}

/** The text that was compressed and written as base 64. */
export async function unpacked(packed: string): Promise<string> {
  const bytes = Uint8Array.from(atob(packed.trim()), (c) => c.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).text();
}

/** A version of the front end that a page loads. All boards of that version wait for the same one. */
export interface Coming {
  readonly loaded: Promise<FrontEnd>;
  /** Load it from the packed text. Only the first text counts. */
  give(packed: string): void;
  /** The time at which a board asked its kernel for the text. */
  asked: number;
}

/** The front end of a version, loaded from its packed text if that is known. Versions can share a page. */
export function frontEnd(version: string, packed?: string): Coming {
  const page = globalThis as unknown as Record<string, Map<string, Coming> | undefined>;
  const all = page[NAME] ?? new Map<string, Coming>();
  page[NAME] = all;
  let found = all.get(version);
  if (!found) {
    let give: Coming["give"] = () => {};
    const given = new Promise<string>((resolve) => {
      give = resolve;
    });
    found = { loaded: given.then(load), give, asked: 0 };
    all.set(version, found);
    found.loaded.catch(() => all.delete(version)); // the next board tries again
  }
  if (packed) found.give(packed);
  return found;
}

async function load(packed: string): Promise<FrontEnd> {
  const parts = JSON.parse(await unpacked(packed));
  let recorded: Promise<Recorded> | undefined;
  return {
    board: await imported(parts.board),
    style: parts.style,
    recorded: () => {
      recorded ??= imported(parts.recorded);
      return recorded;
    },
  };
}

async function imported<Module>(source: string): Promise<Module> {
  const address = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  try {
    return await import(address);
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** Give the style to the page, or to the shadow tree, that an element is in. */
export function dress(el: HTMLElement, style: string): void {
  const root = el.getRootNode();
  const place = root instanceof ShadowRoot ? root : el.ownerDocument.head;
  if ([...place.querySelectorAll("style[data-hexwidget]")].some((each) => each.textContent === style)) return;
  const made = el.ownerDocument.createElement("style");
  made.dataset.hexwidget = "";
  made.textContent = style;
  place.append(made);
}
