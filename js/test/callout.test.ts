import { beforeEach, describe, expect, it } from "vitest";
import type { Choice } from "../src/kernel/types.gen";
import { firstSteps, settled } from "./model";
import { all, last, model, one, show } from "./shown";

const called = { title: "Home is free", text: "Your own city costs nothing.", clause: "D1.4", space: "0203", more: 1 };
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

describe("the callout of a tutor", () => {
  it("stands on the board, is announced, and opens its clause", async () => {
    const callout = one(".hexwidget-callout");
    expect(callout.hidden).toBe(false);
    expect(callout.getAttribute("role")).toBe("status");
    expect(callout.textContent).toContain("Your own city costs nothing.");
    (callout.querySelector(".hexwidget-cite") as HTMLElement).click();
    await settled();
    expect(last()).toMatchObject({ intent: "clause", args: { clause: "D1.4" } });
  });

  it("is read by its own button, which stands in no bar", async () => {
    expect(all(".hexwidget-bar button").map((each) => each.textContent)).not.toContain("Got it");
    const button = one(".hexwidget-callout button:not(.hexwidget-cite)");
    expect(button.textContent).toBe("Got it (1 more)");
    button.click();
    await settled();
    expect(last()).toMatchObject({ intent: "draft", args: { draft: { "tutor read": true } } });
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
