// The loader: it waits for the front end and for the state, and plays a recording where there is no kernel.

import { beforeEach, describe, expect, it, vi } from "vitest";
import loader from "../../src/pages/loader";
import { firstSteps, stateOf } from "../model";

const NOTES = "globalThis.notes ??= [];";
const PARTS = {
  board: `${NOTES} export const mapOf = () => 0;
    export default { render: ({ model, el }) => { notes.push(["board", model.get("_scene").title]); el.textContent = "a board"; } };`,
  recorded: `${NOTES} export const show = async (get, el) => { notes.push(["recorded", get("_recording")]); el.textContent = "a recording"; };
    export const storeBoards = (manager) => { if (manager) manager.stores = true; };`,
  style: ".hexwidget { color: red; }",
};
/** A text as the kernel packs it. */
async function pack(text: string): Promise<string> {
  const bytes = new Response(text).body?.pipeThrough(new CompressionStream("gzip"));
  return btoa(String.fromCharCode(...new Uint8Array(await new Response(bytes).arrayBuffer())));
}
const packed = await pack(JSON.stringify(PARTS));
const notes = () => ((globalThis as unknown as { notes?: unknown[] }).notes ??= []);
let versions = 0;

/** A board's model. What it holds may come later, as on a busy page. */
function kernel(state: Record<string, unknown>, holder: () => { get(name: string): unknown }) {
  type React = (value?: unknown) => void;
  const listeners = new Map<string, Set<React>>();
  const held: Record<string, unknown> = { _front_end: { version: `v${++versions}`, model: "code" }, ...state };
  const asked: { id: string; intent: string }[] = [];
  return {
    asked,
    send: (message: { id: string; intent: string }) => void asked.push(message),
    /** Answer what was asked last. */
    answer(text: string) {
      for (const react of [...(listeners.get("msg:custom") ?? [])]) react({ id: asked.at(-1)?.id, ok: true, text });
    },
    get: (name: string) => held[name],
    on: (name: string, react: React) => void listeners.set(name, (listeners.get(name) ?? new Set()).add(react)),
    off: (name: string, react: React) => void listeners.get(name)?.delete(react),
    widget_manager: { get_model: async () => holder() },
    arrive(more: Record<string, unknown>) {
      Object.assign(held, more);
      for (const name of Object.keys(more)) for (const react of [...(listeners.get(`change:${name}`) ?? [])]) react();
    },
  };
}

const code = { get: (name: string) => (name === "_parts" ? packed : undefined) };
const later = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

describe("the loader", () => {
  let el: HTMLElement;
  beforeEach(() => {
    el = document.createElement("div");
    document.body.replaceChildren(el);
    notes().length = 0;
    // Node imports no blobs.
    vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => (blob as unknown as { address: string }).address);
    vi.stubGlobal(
      "Blob",
      class extends Blob {
        address: string;
        constructor(parts: BlobPart[], options?: BlobPropertyBag) {
          super(parts, options);
          this.address = `data:text/javascript;base64,${btoa(String(parts[0]))}`;
        }
      },
    );
  });

  it("waits two seconds for a model that comes late, and for the state", async () => {
    const { _scene, ...rest } = firstSteps();
    let asked = 0;
    const start = performance.now();
    const model = kernel({ ...rest, _scene: {} }, () => {
      asked += 1;
      if (performance.now() - start < 2000) throw new Error("widget model not found");
      return code;
    });
    const rendered = loader.render({ model, el });
    await later(2500);
    expect(asked).toBeGreaterThan(2);
    expect(el.textContent).toBe("");
    model.arrive({ _scene });
    await rendered;
    expect(notes()).toEqual([["board", _scene.title]]);
    expect(document.head.querySelectorAll("style[data-hexwidget]")).toHaveLength(1);
  });

  it("plays the recording of a board that never had a kernel", async () => {
    const model = kernel({ ...stateOf("dice"), _recording: "packed", layout: { comm_live: false } }, () => code);
    await loader.render({ model, el });
    expect(notes()).toEqual([["recorded", "packed"]]);
  });

  it("plays the recording of a board on an exported page of marimo", async () => {
    vi.stubGlobal("__MARIMO_STATIC__", {});
    await loader.render({
      model: kernel({ ...stateOf("dice"), _recording: "packed", layout: "no model" }, () => code),
      el,
    });
    vi.unstubAllGlobals();
    expect(notes()).toEqual([["recorded", "packed"]]);
  });

  it("shows a board whose kernel lives", async () => {
    const manager = {};
    const layout = { comm_live: true, widget_manager: manager };
    const model = kernel({ ...stateOf("dice"), _recording: "packed", layout }, () => code);
    await loader.render({ model, el });
    expect(el.textContent).toBe("a board");
    expect(manager).toEqual({ stores: true });
    expect(model.asked).toEqual([]); // the page has the model with the code
  });

  describe("on a page that does not get the model of the code", () => {
    const lost = () => {
      throw new Error("widget model not found");
    };
    /** Two boards of one version. */
    const two = () => {
      const state = { ...stateOf("dice"), _front_end: { version: `v${++versions}`, model: "code" } };
      return [kernel(state, lost), kernel(state, lost)] as const;
    };
    beforeEach(() => {
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date"] });
      return () => vi.useRealTimers();
    });

    it("asks one board of a page, once, and shows all", async () => {
      const other = document.body.appendChild(document.createElement("div"));
      const [first, second] = two();
      const rendered = [loader.render({ model: first, el }), loader.render({ model: second, el: other })];
      await vi.advanceTimersByTimeAsync(3_000);
      expect([first, second].map(({ asked }) => asked.map(({ intent }) => intent))).toEqual([["load"], []]);
      first.answer(packed);
      await Promise.all(rendered);
      expect([el, other].map((place) => place.textContent)).toEqual(["a board", "a board"]);
    });

    it("asks after a second where the manager does not answer at all", async () => {
      const model = kernel({ ...stateOf("dice") }, lost);
      model.widget_manager.get_model = () => new Promise(() => {});
      const rendered = loader.render({ model, el });
      await vi.advanceTimersByTimeAsync(900);
      expect(model.asked).toHaveLength(0);
      await vi.advanceTimersByTimeAsync(200);
      model.answer(packed);
      await rendered;
      expect(el.textContent).toBe("a board");
    });

    it("asks another board when the first is gone before its answer", async () => {
      const [first, second] = two();
      const end = new AbortController();
      void loader.render({ model: first, el: document.createElement("div"), signal: end.signal });
      const rendered = loader.render({ model: second, el });
      await vi.advanceTimersByTimeAsync(500);
      end.abort();
      await vi.advanceTimersByTimeAsync(3_000);
      expect([first, second].map(({ asked }) => asked.length)).toEqual([1, 1]);
      second.answer(packed);
      await rendered;
      expect(el.textContent).toBe("a board");
    });

    it("asks no board that has no kernel", async () => {
      const model = kernel({ ...stateOf("dice"), layout: { comm_live: false } }, lost);
      void loader.render({ model, el });
      await vi.advanceTimersByTimeAsync(3_000);
      expect(model.asked).toEqual([]);
    });
  });

  it("says after a minute that it waits, and shows the board when its code comes", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      let there = false;
      const model = kernel({ ...stateOf("dice") }, () => {
        if (!there) throw new Error("widget model not found");
        return code;
      });
      const rendered = loader.render({ model, el });
      await vi.advanceTimersByTimeAsync(59_000);
      expect(el.textContent).toBe("");
      await vi.advanceTimersByTimeAsync(2_000);
      expect(el.textContent).toContain("waits for its front end");
      expect(el.lang).toBe("en");
      await vi.advanceTimersByTimeAsync(600_000);
      there = true;
      await vi.advanceTimersByTimeAsync(2_000);
      await rendered;
      expect(el.textContent).toBe("a board");
    } finally {
      vi.useRealTimers();
    }
  });

  it("says so where the front end cannot be loaded", async () => {
    const said = vi.spyOn(console, "error").mockImplementation(() => {});
    await loader.render({ model: kernel({ ...stateOf("dice") }, () => ({ get: () => "no packed text" })), el });
    expect(el.textContent).toContain("could not be loaded");
    expect(said).toHaveBeenCalledOnce();
    said.mockRestore();
  });
});
