// The pop-up at a card: what it says, what it does, where it stands.

import { describe, expect, it, vi } from "vitest";
import { type Box, placed } from "../../src/chrome/elements/popup-place";
import { settled, stateOf } from "../model";
import { all, answer, last, model, one, press, show } from "../shown";

const menu = () => one(".hexwidget-cardmenu");
const shown = () => !menu().hidden;
const button = (text: string) => [...menu().querySelectorAll("button")].find((b) => b.textContent?.startsWith(text));

/** Show the mat with the keyboard's focus on its first card with a choice, the Farmer of the hand. */
async function focusedMat(): Promise<void> {
  await show(stateOf("mat"));
  await press("ArrowRight");
}

describe("the pop-up at a card", () => {
  it("opens at the keyboard's focus, with the card's text and what can be done with it", async () => {
    await focusedMat();
    expect(shown()).toBe(true);
    expect(menu().getAttribute("aria-label")).toBe("Farmer");
    expect(menu().textContent).toContain("Villager of red.");
    expect(button("Deploy Farmer")).toBeDefined();
  });

  it("says why not, with the clause", async () => {
    await focusedMat();
    await press("ArrowRight");
    expect(menu().getAttribute("aria-label")).toBe("Feint");
    expect(menu().querySelector("h4")?.textContent).toContain("Not now");
    expect(menu().querySelector(".hexwidget-cite")?.textContent).toBe("F2.3");
    expect(menu().querySelector(".hexwidget-finding p")?.textContent?.length).toBeGreaterThan(10);
    expect(menu().querySelector(".hexwidget-acts")).toBeNull();
  });

  it("takes the choice, then confirms it", async () => {
    await focusedMat();
    button("Deploy Farmer")?.click();
    await settled();
    expect(last()).toMatchObject({ intent: "choose", args: { draft: { card: "farmer" } } });
    const { root } = stateOf("mat")._choices;
    const options = root.options.map((o) => (o.value === "farmer" ? { ...o, chosen: true } : o));
    const chosen = { ...root, draft: { card: "farmer" }, options, action: "red: deploy farmer" };
    model.say({ ...chosen, verdict: { ...root.verdict, status: "legal" } });
    await answer("choose");
    const confirm = button("Deploy Farmer");
    expect(confirm?.className).toBe("hexwidget-confirm");
    confirm?.click();
    await settled();
    expect(last()).toMatchObject({ intent: "confirm", args: { draft: { card: "farmer" } } });
  });

  it("is entered by a key, and closed by Escape until another card is looked at", async () => {
    await focusedMat();
    await press("m");
    expect(document.activeElement).toBe(button("Deploy Farmer"));
    expect(shown()).toBe(true);
    await press("Escape", document.activeElement as HTMLElement);
    expect(shown()).toBe(false);
    expect(document.activeElement).toBe(one(".hexwidget-surface"));
    await press("ArrowRight");
    expect(shown()).toBe(true);
  });

  it("waits for a pointer that rests, and closes behind it", async () => {
    await show(stateOf("mat"));
    const places = JSON.parse(one(".hexwidget-layers").dataset.places ?? "{}");
    const [scale, left, top] = (one(".hexwidget-layers").dataset.view ?? "").split(" ").map(Number) as [
      number,
      number,
      number,
    ];
    const [x, y] = places.riders1;
    const at = (dx: number) => ({
      clientX: x * scale + left + dx,
      clientY: y * scale + top,
      pointerType: "mouse",
      bubbles: true,
    });
    one(".hexwidget-surface").dispatchEvent(new PointerEvent("pointermove", at(0)));
    await vi.waitFor(() => expect(shown()).toBe(true), 5000);
    expect(menu().getAttribute("aria-label")).toBe("Riders");
    one(".hexwidget-surface").dispatchEvent(new PointerEvent("pointerleave", at(0)));
    await vi.waitFor(() => expect(shown()).toBe(false), 5000);
  });

  it("stays closed on boards without cards", async () => {
    await show(stateOf("first-steps"));
    expect(all(".hexwidget-cardmenu").every((each) => each.hidden)).toBe(true);
  });
});

describe("the place of a pop-up", () => {
  const stage = { width: 900, height: 600 };
  const size = { width: 280, height: 150 };
  const covers = (one: Box, other: Box) =>
    one.left < other.left + other.width &&
    other.left < one.left + one.width &&
    one.top < other.top + other.height &&
    other.top < one.top + one.height;

  it("is never over its card, and within the stage", () => {
    for (let left = 0; left <= 760; left += 95) {
      for (let top = 0; top <= 450; top += 50) {
        const card = { left, top, width: 138, height: 148 };
        const spot = placed(card, size, stage);
        expect(covers(spot, card)).toBe(false);
        expect(spot.left >= 0 && spot.left + spot.width <= stage.width).toBe(true);
        expect(spot.top >= 0 && spot.top + spot.height <= stage.height).toBe(true);
      }
    }
  });

  it("leaves free what the chosen card can go to", () => {
    const card = { left: 400, top: 430, width: 110, height: 148 };
    expect(placed(card, size, stage).side).toBe("above");
    const home = { left: 0, top: 300, width: 900, height: 100 };
    expect(placed(card, size, stage, [home]).side).toBe("right");
  });

  it("is lower where the stage has less room than it needs", () => {
    const card = { left: 100, top: 260, width: 138, height: 68 };
    const spot = placed(card, { width: 280, height: 500 }, { width: 390, height: 600 });
    expect(spot.height).toBeLessThan(300);
    expect(covers(spot, card)).toBe(false);
  });
});
