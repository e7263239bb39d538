import { beforeEach, describe, expect, it } from "vitest";
import type { BoardState } from "../src/kernel/types.gen";
import { firstSteps, settled } from "./model";
import { all, answer, button, last, model, one, show } from "./shown";

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
  it("are suppressed on the focused element", () => {
    for (const each of [one(".hexwidget-surface"), button("Undo")]) {
      each.dispatchEvent(new FocusEvent("focusin", { bubbles: true }));
      expect(each.getAttribute("data-lm-suppress-shortcuts")).toBe("true");
    }
  });
});

describe("the exercise beside the board", () => {
  it("shows the question and the response to an answer, with clauses that open", async () => {
    const line = { text: "Too far.", clause: "D1.2", subjects: ["0203"] };
    const said = [
      { heading: "Mark it", tone: "question" as const, lines: [{ text: "Which?", clause: "", subjects: [] }] },
      { heading: "Not yet", tone: "wrong" as const, lines: [line] },
    ];
    model.change("_status", { said });
    await settled();
    expect(all(".hexwidget-said h4").map((h) => h.textContent)).toEqual(["Mark it", "Not yet"]);
    expect(all(".hexwidget-question .hexwidget-cite")).toEqual([]);
    one(".hexwidget-wrong .hexwidget-cite").click();
    expect(last()).toMatchObject({ intent: "clause", args: { clause: "D1.2" } });
  });
});
