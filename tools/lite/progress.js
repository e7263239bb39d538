// What a reader has done, kept in this browser: progress in courses, a file that `hexwidget.lessons.Progress` reads, and games,
// replays that `hw.load` reads.

const MOST = 20;
/** How the items of boards begin, which are kept for a quicker first picture alone. */
const BOARDS = "hexwidget board ";

/** The names of the items in the storage that begin with a text. */
function items(prefix) {
  try {
    return Object.keys(localStorage).filter((item) => item.startsWith(prefix));
  } catch {
    return []; // the storage is blocked
  }
}

/**
 * Entries that the browser keeps by name. Each is an item of its own, so that a tab that ends in the middle of a write leaves
 * the entry of before. The last ones that were written stay.
 */
export class Kept {
  constructor(kind) {
    this.prefix = `hexwidget ${kind} `;
    this.refused = false; // true: the browser keeps nothing
  }

  /** The entries, the one that was written last at the end. */
  entries() {
    const found = [];
    for (const item of items(this.prefix)) {
      try {
        const [time, text, address] = JSON.parse(localStorage.getItem(item));
        if (typeof text === "string") found.push({ name: item.slice(this.prefix.length), time, text, address });
      } catch {} // it holds something else
    }
    return found.sort((one, other) => one.time - other.time);
  }

  /** The text of an entry, "" if there is none. */
  text(name) {
    return this.entries().find((entry) => entry.name === name)?.text ?? "";
  }

  /** The address that an entry began with. */
  address(name) {
    return this.entries().find((entry) => entry.name === name)?.address ?? "";
  }

  /** The name of the last entry that began with an address. */
  named(address) {
    return this.entries().findLast((entry) => entry.address === address)?.name;
  }

  /** Keep a text. Boards make room first, then the oldest entries. */
  keep(name, text, address = "") {
    const others = this.entries().filter((entry) => entry.name !== name);
    const drop = () => localStorage.removeItem(this.prefix + others.shift().name);
    const boards = this.prefix === BOARDS ? [] : items(BOARDS);
    const item = JSON.stringify([Date.now(), text, this.address(name) || address]);
    for (this.refused = false; !this.refused; ) {
      try {
        while (others.length >= MOST) drop();
        localStorage.setItem(this.prefix + name, item);
        return;
      } catch {
        if (boards.length > 0) localStorage.removeItem(boards.pop());
        else if (others.length > 0) drop();
        else this.refused = true; // it is blocked, or too small
      }
    }
  }

  /** Delete an entry. */
  forget(name) {
    try {
      localStorage.removeItem(this.prefix + name);
    } catch {} // nothing is kept
  }

  /**
   * Let one tab at a time keep an entry. `lead` is called when this tab may, with the text that is kept then; `wait` before that, if
   * another tab has it. Returns a function that gives it up.
   */
  follow(name, lead, wait) {
    const stop = new AbortController();
    const { signal } = stop;
    const hold = () => {
      if (signal.aborted) return;
      lead(this.text(name));
      return new Promise((done) => signal.addEventListener("abort", done));
    };
    const ask = (options, take) => navigator.locks.request(this.prefix + name, options, take);
    // There are no locks on a page from an address without https, and where the storage is blocked.
    if (!navigator.locks) hold();
    else
      ask({ ifAvailable: true }, (lock) => {
        if (lock || signal.aborted) return hold();
        wait();
        ask({ signal }, hold).catch(() => {}); // it was given up
      }).catch(hold);
    return () => stop.abort();
  }
}

/** Progress of before, when all of it stood in one item. */
export function moveOldProgress(kept) {
  const name = "hexwidget progress";
  try {
    for (const [course, text] of JSON.parse(localStorage.getItem(name)) ?? []) kept.keep(course, text);
    localStorage.removeItem(name);
  } catch {} // there is none, or the storage is blocked
}

/** Let the browser save a text as a file. */
export function download(name, text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
