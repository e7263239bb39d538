import { beforeEach, describe, expect, it } from "vitest";
import { firstSteps, settled } from "../model";
import { answer, button, last, model, one, press, show } from "../shown";

beforeEach(() => show(firstSteps()));

const sent = () => model.sent.filter((m) => m.intent === "suggest").map((m) => m.args.on);

describe("a suggested move", () => {
  it("is looked for by an entry of the menu, where the board offers it", async () => {
    expect(button("Suggest a move").hidden).toBe(false);
    model.change("_status", { advice: "none" });
    await settled();
    expect(button("Suggest a move").hidden).toBe(true);
    model.change("_status", { advice: "offered" });
    await settled();
    button("Suggest a move").click();
    expect(last()).toMatchObject({ intent: "suggest", args: { on: true } });
    await answer("suggest", { ok: false, error: "nothing can be suggested now" });
    expect(one(".hexwidget-alert").textContent).toBe("nothing can be suggested now");
  });

  it("is no longer looked for after any input", async () => {
    button("Suggest a move").click();
    await press("Escape"); // before the kernel has answered
    expect(sent()).toEqual([true, false]);
    button("Suggest a move").click();
    model.change("_status", { advice: "sought" });
    await answer("suggest");
    one(".hexwidget-surface").dispatchEvent(new Event("pointerdown", { bubbles: true }));
    expect(sent()).toEqual([true, false, true, false]);
    model.change("_status", { advice: "offered" });
    await press("ArrowRight"); // nothing is looked for any more
    expect(sent()).toHaveLength(4);
  });
});
