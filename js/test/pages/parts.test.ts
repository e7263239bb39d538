import { beforeEach, describe, expect, it } from "vitest";
import type { BoardState } from "../../src/kernel/types.gen";
import { firstSteps, settled } from "../model";
import { all, answer, button, last, model, one, show } from "../shown";

beforeEach(() => show(firstSteps()));

describe("the course of the game", () => {
  const at = (depth: number): Partial<BoardState["_timeline"]> => ({
    current: depth,
    depth,
    length: 500,
    canUndo: true,
    canRedo: true,
    canGoto: true,
    steps: [depth - 1, depth, depth + 1, depth + 2].map((d) => ({ number: d, depth: d, text: `s${d}`, branches: [] })),
  });

  it("goes to the end of a long game in several requests", async () => {
    model.change("_timeline", at(100));
    await settled();
    button("To the end").click();
    await settled();
    expect(last()).toMatchObject({ intent: "goto", args: { step: 102 } });
    model.change("_timeline", at(102));
    await answer("goto");
    expect(last()).toMatchObject({ intent: "goto", args: { step: 104 } });
    await answer("goto", { ok: false, error: "no" });
    const sent = model.sent.length;
    await settled();
    expect(model.sent).toHaveLength(sent); // a refused request is not repeated
  });

  it("goes to the last place of the slider, and to no place between", async () => {
    model.change("_timeline", { ...at(2), length: 4 });
    await settled();
    const slider = one(".hexwidget-time input") as HTMLInputElement;
    for (const value of ["3", "4", "1"]) {
      slider.value = value;
      slider.dispatchEvent(new Event("input"));
    }
    await settled();
    model.change("_timeline", { ...at(3), length: 4 });
    await answer("goto");
    const steps = model.sent.filter((m) => m.intent === "goto").map((m) => m.args.step);
    expect(steps[steps.length - 1]).toBeLessThan(3);
    expect(steps).not.toContain(4);
  });
});

describe("the curtain", () => {
  const see = async (value: string) => {
    const select = one('select[aria-label="Whose view"]') as HTMLSelectElement;
    select.value = value;
    select.dispatchEvent(new Event("change"));
    await settled();
  };

  it("falls between two players, and rises when the other view has come", async () => {
    model.change("_status", { seenBy: "red" });
    await settled();
    await see("blue");
    expect(one(".hexwidget").classList.contains("hexwidget-covered")).toBe(true);
    expect(one("[aria-live=polite]").textContent).toBe("");
    button("I am blue").click();
    await settled();
    expect(last()).toMatchObject({ intent: "view", args: { player: "blue" } });
    expect(one(".hexwidget").classList.contains("hexwidget-covered")).toBe(true);
    await answer("view", { ok: false, error: "busy" });
    expect(one(".hexwidget").classList.contains("hexwidget-covered")).toBe(true);
    button("I am blue").click();
    await settled();
    model.change("_status", { seenBy: "blue" });
    await answer("view");
    expect(one(".hexwidget").classList.contains("hexwidget-covered")).toBe(false);
  });

  it("does not fall before a player's view on the referee's board, and rises again by Back", async () => {
    await see("red");
    expect(last()).toMatchObject({ intent: "view", args: { player: "red" } });
    model.change("_status", { seenBy: "red" });
    await answer("view");
    await see("");
    expect(one(".hexwidget-curtain").textContent).toContain("Everything is about to be seen.");
    button("Back").click();
    await settled();
    expect(one(".hexwidget").classList.contains("hexwidget-covered")).toBe(false);
    expect(last()).toMatchObject({ args: { player: "red" } });
  });
});

describe("shortcuts of the notebook", () => {
  const suppressed = (each: Element) => each.hasAttribute("data-lm-suppress-shortcuts");

  it("are suppressed on the focused element alone", () => {
    const [surface, undo] = [one(".hexwidget-surface"), button("Undo")];
    for (const [each, other] of [
      [surface, undo],
      [undo, surface],
    ] as const) {
      each.dispatchEvent(new FocusEvent("focusin", { bubbles: true }));
      expect(suppressed(each)).toBe(true);
      expect(suppressed(other)).toBe(false);
      each.dispatchEvent(new FocusEvent("focusout", { bubbles: true }));
      expect(suppressed(each)).toBe(false);
    }
  });

  it("work with Ctrl, Cmd and Alt, but for undo and redo, which are the board's", async () => {
    model.change("_timeline", { canUndo: true, current: 1, depth: 1 });
    await settled();
    const surface = one(".hexwidget-surface");
    surface.focus();
    let during = true;
    const host = () => {
      during = suppressed(surface);
    };
    document.addEventListener("keydown", host, true);
    const press = async (key: string, held: KeyboardEventInit) => {
      surface.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...held }));
      await settled();
      expect(suppressed(surface)).toBe(true);
      return during;
    };
    expect(await press("d", {})).toBe(true);
    for (const held of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }])
      expect(await press("s", held)).toBe(false);
    for (const held of [{ ctrlKey: true }, { metaKey: true }]) {
      const sent = model.sent.filter((message) => message.intent === "undo").length;
      expect(await press("z", held)).toBe(true);
      expect(model.sent.filter((message) => message.intent === "undo")).toHaveLength(sent + 1);
      await answer("undo");
    }
    document.removeEventListener("keydown", host, true);
  });
});

describe("the exercise beside the board", () => {
  it("shows the question and the response to an answer, with clauses that open", async () => {
    const line = { text: "Too far.", clause: "D1.2", subjects: ["0203"] };
    const asked = { text: "Which?", clause: "", subjects: [] };
    const said = [
      { heading: "Mark it", tone: "question" as const, lines: [asked], dots: "✓ ● ○", counted: "1 of 3 solved" },
      { heading: "Not yet", tone: "wrong" as const, lines: [line], dots: "", counted: "" },
    ];
    model.change("_status", { said });
    await settled();
    expect(all(".hexwidget-said h4").map((h) => h.textContent)).toEqual(["Mark it✓ ● ○", "Not yet"]);
    expect(all(".hexwidget-said [role=img]").map((row) => row.getAttribute("aria-label"))).toEqual(["1 of 3 solved"]);
    expect(all(".hexwidget-question .hexwidget-cite")).toEqual([]);
    one(".hexwidget-wrong .hexwidget-cite").click();
    expect(last()).toMatchObject({ intent: "read_clause", args: { clause: "D1.2" } });
  });
});
