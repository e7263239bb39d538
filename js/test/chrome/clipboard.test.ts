import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { firstSteps, settled } from "../model";
import { answer, button, last, model, one, show } from "../shown";

/** The types of what was written to the clipboard, and the texts among it. */
let written: string[];

class Item {
  constructor(readonly content: Record<string, Promise<Blob>>) {}
}

/** A clipboard that takes everything, or refuses it. */
function clipboard(allowed: boolean): void {
  const refuse = () => Promise.reject(new Error("not here"));
  const write = async ([item]: Item[]) => {
    for (const [type, coming] of Object.entries(item?.content ?? {})) {
      const blob = await coming;
      written.push(type, type === "text/plain" ? await blob.text() : "");
    }
  };
  const found = allowed ? { write, writeText: refuse } : { write: refuse, writeText: refuse };
  vi.stubGlobal("ClipboardItem", Item);
  Object.defineProperty(window.navigator, "clipboard", { value: found, configurable: true });
}

beforeEach(async () => {
  written = [];
  await show(firstSteps());
});
afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(window.navigator, "clipboard");
});

const said = () => one(".hexwidget-copied");

describe("Share", () => {
  it("copies a link and the position, as the kernel writes them", async () => {
    clipboard(true);
    for (const [entry, form] of [
      ["Copy link", "link"],
      ["Copy the game for the next player", "game"],
      ["Copy position", "position"],
    ]) {
      button(entry as string).click();
      await settled();
      expect(last()).toMatchObject({ intent: "export", args: { form } });
      await answer("export", { text: `the ${form}` });
      await settled();
      expect(written.splice(0)).toEqual(["text/plain", `the ${form}`]);
      expect(said().hidden).toBe(false);
      expect(said().textContent).toMatch(/copied\.$/);
    }
  });

  it("shows the text selected where the page may not copy", async () => {
    clipboard(false);
    button("Copy link").click();
    await answer("export", { text: "hw1.abc" });
    await settled();
    const field = said().querySelector("input") as HTMLInputElement;
    expect(field.value).toBe("hw1.abc");
    expect(document.activeElement).toBe(field);
    field.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
    expect(said().hidden).toBe(true);
    expect(document.activeElement).toBe(one(".hexwidget-surface"));
  });

  it("says the kernel's refusal, and copies nothing", async () => {
    clipboard(true);
    button("Copy link").click();
    await answer("export", { ok: false, error: "this is no link" });
    await settled();
    expect(written).toEqual([]);
    expect(said().hidden).toBe(true);
    expect(one(".hexwidget-alert").textContent).toBe("this is no link");
  });

  it("copies no more than the board's player sees", async () => {
    const hidden = () => ["Copy picture", "Copy link", "Save as page"].map((entry) => button(entry).hidden);
    expect(hidden()).toEqual([false, false, false]);
    model.change("_status", { seenBy: "red" });
    await settled();
    expect(hidden()).toEqual([false, true, true]);
    model.change("_status", { seenBy: null, anyView: false });
    await settled();
    expect(hidden()).toEqual([false, true, true]);
    expect(one(".hexwidget-share").hidden).toBe(false);
    model.change("_status", { recorded: true });
    await settled();
    expect(one(".hexwidget-share").hidden).toBe(true);
  });
});
