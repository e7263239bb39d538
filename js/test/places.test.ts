// Boards that are not hexes: a mat of cards, and a wheel beside a map of provinces.

import { afterEach, describe, expect, it } from "vitest";
import { hexInWords } from "../src/chrome/words";
import { ProvinceMap } from "../src/geometry/provinces";
import { Store } from "../src/state/store";
import widget from "../src/widget";
import { FakeModel, type Fixture, settled, stateOf } from "./model";

let model: FakeModel;
let close: () => void = () => {};

async function show(name: Fixture): Promise<void> {
  model = new FakeModel(stateOf(name));
  const el = document.createElement("div");
  document.body.append(el);
  close = widget.render({ model: model.asModel, el } as never);
  await settled();
}

afterEach(() => {
  close();
  close = () => {};
  document.body.replaceChildren();
});

const store = (name: Fixture) => new Store(new FakeModel(stateOf(name)).asModel, new AbortController().signal);
const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];

describe("a mat", () => {
  it("finds a card before the zone that it lies on", () => {
    const { map } = store("mat");
    const card = map.find("red hand spearmen");
    expect(map.at(map.centre(card))).toBe(card);
    const zone = map.find("red hand");
    const corner = map.outline(zone)[0] ?? { x: 0, y: 0 };
    expect(map.at({ x: corner.x + 0.05, y: corner.y + 0.05 })).toBe(zone);
    expect(map.mat).toBe(true);
    // A card shows its name itself, a zone has room for it.
    expect(map.labelRoom(card)).toBe(0);
    expect(map.labelRoom(zone)).toBeGreaterThan(0);
  });

  it("shows each card, turned and paler when it is exerted, and hidden ones by their backs", async () => {
    await show("mat");
    const { cards } = stateOf("mat")._state;
    expect(all(".hexwidget-card").length).toBe(cards.filter((c) => !c.pile).length);
    expect(all(".hexwidget-pile").length).toBe(cards.filter((c) => c.pile).length);
    const said = (space: string) => all(`[data-space="${space}"]`)[0]?.textContent ?? "";
    expect(said("riders1")).toContain("Riders");
    expect(said("blue hand army cards")).toBe("army cards3");
    const opacity = (space: string) => all(`[data-space="${space}"] path`)[0]?.getAttribute("fill-opacity");
    expect([opacity("riders1"), opacity("sappers1")]).toEqual(["1", "0.45"]);
    expect(all(".hexwidget")[0]?.classList.contains("hexwidget-mat")).toBe(true);
  });

  it("tells all about a card", () => {
    const mat = store("mat");
    const { name, things } = hexInWords(mat, mat.map.find("red hand volley"));
    expect(name).toBe("Volley");
    expect(things).toEqual(["red's Volley, tactic: cost 1", "An enemy unit in a frontier: 2 damage to it"]);
  });

  it("is walked over by the arrow keys, card by card", () => {
    const { map } = store("mat");
    const from = map.find("red hand feint");
    expect(map.name(map.arrow(from, "ArrowRight"))).toBe("red hand forcedmarch");
    expect(map.name(map.arrow(from, "ArrowLeft"))).toBe("red hand farmer");
  });

  it("finds what was looked at again when the cards have changed", async () => {
    const state = stateOf("mat");
    const changing = new FakeModel(state);
    const mat = new Store(changing.asModel, new AbortController().signal);
    mat.setFocus(mat.map.find("riders1"), true);
    const provinces = structuredClone(state._scene.provinces);
    if (!provinces) throw new Error("the mat has no places");
    provinces.provinces.unshift(...provinces.provinces.splice(-3)); // the same places, numbered otherwise
    changing.change("_scene", { provinces });
    expect(mat.map).toBeInstanceOf(ProvinceMap);
    expect(mat.map.name(mat.focus)).toBe("riders1");
  });
});

describe("a wheel", () => {
  const wedge = (n: number) => all(".hexwidget-wheel path")[n] as HTMLElement;

  it("is turned by a click on a wedge", async () => {
    await show("wheel");
    expect(all(".hexwidget-turning").length).toBe(1);
    wedge(3).dispatchEvent(new MouseEvent("click", { bubbles: true })); // the marker stands on the second
    await settled();
    const drafts = model.sent.filter((m) => m.intent === "draft").map((m) => m.args.draft);
    expect(drafts).toEqual([{ wheel: 2 }]);
  });

  it("says why a wedge is too far", async () => {
    await show("wheel");
    wedge(0).dispatchEvent(new MouseEvent("click", { bubbles: true }));
    await settled();
    expect(all(".hexwidget-alert")[0]?.textContent).toContain("R5.1: 7 wedges cost 4 resources, and 2 can be paid.");
  });

  it("shows who stands where", async () => {
    await show("wheel");
    const said = all(".hexwidget-wheel")[0]?.getAttribute("aria-label");
    expect(said).toBe("The wheel: romans on iron, greeks on arming, carthage on gold");
  });
});
