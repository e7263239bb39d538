import { beforeEach, describe, expect, it } from "vitest";
import type { Choice } from "../../src/kernel/types.gen";
import { firstSteps, settled } from "../model";
import { all, answer, button, last, model, one, show } from "../shown";

const called = { title: "Home is free", text: "Your own city costs nothing.", clause: "D1.4", space: "0203" };
const root = firstSteps()._choices.root;
const read: Choice = {
  ...(root.options[0] as Choice),
  slot: "tutor read",
  value: true,
  label: "Got it",
  kind: "button",
  space: null,
  chosen: false,
  findings: [],
  leadsTo: { "tutor read": true },
};

beforeEach(async () => {
  await show(firstSteps());
  model.change("_choices", { root: { ...root, options: [...root.options, read] } });
  model.change("_status", { called, taught: "plain" });
  await settled();
});

const said = (heading: string, ...texts: string[]) => ({
  heading,
  tone: "question" as const,
  lines: texts.map((text) => ({ text, clause: "", subjects: [] })),
  dots: "",
  counted: "",
});

describe("the strip of a lesson", () => {
  it("has the aim and the tutor's buttons, and the panel has what else is said", async () => {
    const hint: Choice = { ...read, slot: "tutor hint", label: "Hint", leadsTo: { "tutor hint": true } };
    model.change("_choices", { root: { ...root, options: [...root.options, hint] } });
    model.change("_status", {
      taught: "plain",
      said: [said("Your aim", "Ride home.", "You have 6 actions left."), said("Hint", "Look at your cavalry.")],
    });
    await settled();
    expect(one(".hexwidget-aim").textContent).toBe("Your aim Ride home. You have 6 actions left.");
    expect(all(".hexwidget-lesson .hexwidget-tutor button").map((each) => each.textContent)).toEqual(["Hint"]);
    expect(one(".hexwidget-panel").textContent).not.toContain("Ride home.");
    expect(one(".hexwidget-panel").textContent).toContain("Look at your cavalry.");
    expect(one(".hexwidget-panel > .hexwidget-tutor").hidden).toBe(true);
  });

  it("shows the answer of a button in place of an open clause", async () => {
    const hint: Choice = { ...read, slot: "tutor hint", label: "Hint", leadsTo: { "tutor hint": true } };
    model.change("_choices", { root: { ...root, options: [...root.options, hint] } });
    model.change("_status", { called: undefined, said: [said("Your aim", "Ride home."), said("Hint", "Look here.")] });
    await settled();
    const panel = () => all(".hexwidget-panel > div:not([hidden]) > .hexwidget-said").map((each) => each.textContent);
    model.change("_status", { called });
    await settled();
    (one(".hexwidget-callout .hexwidget-cite") as HTMLElement).click();
    const clause = { id: "D1.4", kind: "rule", title: "Home", text: "Free.", open: "", readings: [], examples: [] };
    await answer("read_clause", { clause });
    expect(panel()).toEqual([]);
    button("Hint").click();
    await settled();
    expect(panel()).toEqual(["HintLook here. "]);
  });

  it("is on no board without a lesson: there the panel has the aim", async () => {
    model.change("_status", { called: undefined, taught: undefined, said: [said("1 of 2: Forest", "Who is slow?")] });
    await settled();
    expect(one(".hexwidget-lesson").hidden).toBe(true);
    expect(one(".hexwidget-panel").textContent).toContain("Who is slow?");
  });

  it("points at the space of a callout by a line, as long as there is one", async () => {
    await new Promise(requestAnimationFrame);
    expect(one(".hexwidget-line").hidden).toBe(false);
    model.change("_status", { called: { ...called, space: "" } });
    await settled();
    await new Promise(requestAnimationFrame);
    expect(one(".hexwidget-line").hidden).toBe(true);
  });
});

describe("the callout of a tutor", () => {
  it("stands on the board, is announced, and opens its clause", async () => {
    const callout = one(".hexwidget-callout");
    expect(callout.hidden).toBe(false);
    expect(callout.getAttribute("role")).toBe("status");
    expect(callout.textContent).toContain("Your own city costs nothing.");
    (callout.querySelector(".hexwidget-cite") as HTMLElement).click();
    await settled();
    expect(last()).toMatchObject({ intent: "read_clause", args: { clause: "D1.4" } });
  });

  it("is read by its own button, which stands in no bar", async () => {
    expect(all(".hexwidget-bar button").map((each) => each.textContent)).not.toContain("Got it");
    const button = one(".hexwidget-callout button:not(.hexwidget-cite)");
    expect(button.textContent).toBe("Got it");
    button.click();
    await settled();
    expect(last()).toMatchObject({ intent: "choose", args: { draft: { "tutor read": true } } });
    model.change("_status", { called: undefined });
    await settled();
    expect(one(".hexwidget-callout").hidden).toBe(true);
  });

  it("stands on a board that hides what beginners do not need", async () => {
    expect(one(".hexwidget").classList.contains("hexwidget-plain")).toBe(true);
    model.change("_status", { taught: "full" });
    await settled();
    expect(one(".hexwidget").classList.contains("hexwidget-plain")).toBe(false);
  });
});
