import { beforeEach, describe, expect, it } from "vitest";
import { labelParts } from "../../src/chrome/bar/offers";
import type { Choice, Choices } from "../../src/kernel/types.gen";
import { firstSteps, settled, stateOf } from "../model";
import { all, button, last, model, one, press, show } from "../shown";

describe("a prompt", () => {
  it("is read as it stands; seen are the task, and dim what is said about it", async () => {
    await show(firstSteps());
    const words: Choices["words"] = [
      ["unseen", "Red: "],
      ["task", "choose where to go"],
      ["unseen", " ("],
      ["about", "2 movement points"],
      ["unseen", ")."],
    ];
    model.say({ ...model.state._choices.root, draft: { army: "0402" }, words });
    await settled();
    expect(one(".hexwidget-prompt").textContent).toBe("Red: choose where to go (2 movement points).");
    expect(all(".hexwidget-prompt .hexwidget-task").map((part) => part.textContent)).toEqual(["choose where to go"]);
    expect(all(".hexwidget-prompt .hexwidget-about").map((part) => part.textContent)).toEqual(["2 movement points"]);
    expect(one(".hexwidget-prompt").title, "a browser's tooltip would cover the choices below").toBe("");
  });
});

describe("the label of a choice", () => {
  it("has a number, a word, and what it costs or where it is", () => {
    expect(labelParts("March (+1 point, 2 cubes)")).toEqual({ lead: "", word: "March", detail: "+1 point, 2 cubes" });
    expect(labelParts("4: maneuver, costs 1")).toEqual({ lead: "4", word: "maneuver", detail: "costs 1" });
    expect(labelParts("Attack blue's militia on 0302").word).toBe("Attack blue's militia");
    expect(labelParts("Pass")).toEqual({ lead: "", word: "Pass", detail: "" });
  });
});

describe("the primary action", () => {
  const primary = () => one(".hexwidget-confirm");
  beforeEach(() => show(firstSteps()));

  it("is always there, and says what is missing while nothing can be confirmed", async () => {
    expect(primary().textContent).toBe("Choose an army");
    expect(primary().getAttribute("aria-disabled")).toBe("true");
    const before = model.sent.length;
    primary().click();
    await settled();
    expect(model.sent).toHaveLength(before);
    one(".hexwidget-surface").focus();
    await press("Enter");
    expect(primary().textContent).toBe("Choose a hex");
  });

  it("says what it does, is called so, and is the same element", async () => {
    const before = primary();
    one(".hexwidget-surface").focus();
    for (const key of ["Enter", "ArrowRight", "Enter"]) await press(key);
    expect(primary()).toBe(before);
    expect(primary().firstChild?.textContent).toBe("Go to 0502");
    expect(primary().getAttribute("aria-label")).toBe("Confirm: Go to 0502");
    expect(primary().hasAttribute("aria-disabled")).toBe(false);
  });

  it("counts a double click once", async () => {
    one(".hexwidget-surface").focus();
    for (const key of ["Enter", "ArrowRight", "Enter"]) await press(key);
    primary().dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 2 }));
    await settled();
    expect(last()?.intent).toBe("choose");
    primary().dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 1 }));
    await settled();
    expect(last()).toMatchObject({ intent: "confirm", args: { draft: { to: "0502" } } });
  });

  it("has the keyboard, and is announced, once a remedy is taken up", async () => {
    const remedy = {
      text: "legal with a march",
      clause: "D2.1",
      action: "0203-0204 march",
      first: false,
      certain: true,
    };
    const finding = { clause: "D1.1", title: "t", rule: "r", code: "c", text: "too far", subjects: [] };
    one(".hexwidget-surface").focus();
    await press("Enter");
    model.answer("choose");
    for (let n = 0; n < 5; n++) await press("ArrowRight");
    await press("Enter");
    const found = [{ ...finding, remedy: { ...remedy, arrows: [] } }];
    model.answer("explain", { verdict: { status: "illegal", subject: "s", findings: found } });
    await settled();
    button("Legal with a march").click();
    await settled();
    expect(document.activeElement).toBe(primary());
    expect(primary().firstChild?.textContent).toBe("Do this instead");
    expect(one("[aria-live]").textContent).toBe("Instead: 0203-0204 march. Confirm?");
    primary().click();
    await settled();
    expect(last()).toMatchObject({ intent: "play", args: { action: "0203-0204 march" } });
  });
});

describe("the primary action of a recording", () => {
  const recorded = async (deed: string) => {
    const state = firstSteps();
    state._status = { ...state._status, recorded: true };
    state._choices.root = { ...state._choices.root, deed };
    await show(state);
    return one(".hexwidget-confirm");
  };

  it("steps on, as quickly as it is clicked", async () => {
    const primary = await recorded("Next step");
    expect(primary.textContent).toBe("Next step");
    expect(primary.getAttribute("aria-label")).toBeNull();
    expect(primary.hasAttribute("aria-disabled")).toBe(false);
    primary.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 2 }));
    await settled();
    expect(last()?.intent).toBe("confirm");
  });

  it("is absent if there is no step", async () => {
    expect((await recorded("")).hidden).toBe(true);
  });
});

describe("the choices of the bar", () => {
  it("are segments where one slot has several values with short words", async () => {
    await show(stateOf("ford"));
    const segments = all(".hexwidget-segments button").map((b) => b.getAttribute("aria-label"));
    expect(segments).toContain("March");
    expect(all(".hexwidget-segments button").find((b) => b.getAttribute("aria-pressed") === "true")).toBeTruthy();
  });

  it("are written whole if they name a space; an icon makes up for the end of a long order", async () => {
    await show(stateOf("ford"));
    const { root } = model.state._choices;
    const to = { ...(root.options[0] as Choice), slot: "to", kind: "space" as const, chosen: false };
    const options = ["Ropewalk", "Quay"].map((space) => ({ ...to, value: space, space, label: `To ${space}` }));
    model.say({ ...root, draft: { unit: "a" }, options, field: null });
    await settled();
    expect(all(".hexwidget-segments button").map((b) => b.textContent)).toEqual(["To Ropewalk", "To Quay"]);
    const order = { ...to, slot: "order", kind: "button" as const, space: null };
    const orders = ["All-around defence", "Hold the mill"].map((label) => ({ ...order, value: label, label }));
    model.say({ ...root, draft: { unit: "b" }, options: orders, field: null });
    await settled();
    expect(all(".hexwidget-segments button").map((b) => b.textContent)).toEqual(["All-around", "Hold the mill"]);
  });

  it("leave out what the primary action names already", async () => {
    await show(stateOf("duel"));
    const { root } = model.state._choices;
    const target = {
      ...(root.options[0] as Choice),
      slot: "target",
      kind: "space" as const,
      label: "Attack blue's militia",
    };
    const options = ["0201", "0302"].map((value) => ({ ...target, value, space: value, chosen: value === "0302" }));
    const legal = { action: "attack", verdict: { status: "legal" as const, findings: [], subject: "" } };
    model.say({ ...root, draft: { target: "0302" }, options, field: null, ...legal, deed: "Attack blue's militia" });
    await settled();
    expect(all(".hexwidget-choices [data-key]").map((b) => b.dataset.key)).toEqual(["target=0201"]);
    expect(one(".hexwidget-confirm").firstChild?.textContent).toBe("Attack blue's militia");
    model.say({ ...root, draft: { target: "0302" }, options, field: null });
    await settled();
    expect(all(".hexwidget-choices [data-key]")).toHaveLength(2);
  });

  it("show their keys while ? is held", async () => {
    await show(firstSteps());
    const root = one(".hexwidget");
    await press("?");
    expect(root.classList.contains("hexwidget-caps")).toBe(true);
    root.dispatchEvent(new KeyboardEvent("keyup", { key: "?", bubbles: true }));
    expect(root.classList.contains("hexwidget-caps")).toBe(false);
  });
});
