// Boards of several systems: a mat of cards, a wheel, drawn routes, drafts with numbers, provinces, dice.

import { describe, expect, it, vi } from "vitest";
import { hexInWords } from "../src/chrome/elements/words";
import { MatMap } from "../src/geometry/mat/mat";
import { ProvinceMap } from "../src/geometry/provinces";
import type { Choices } from "../src/kernel/types.gen";
import { Store } from "../src/state/store";
import { FakeModel, type Fixture, settled, stateOf } from "./model";
import { all, button, close, model, one, openLegend, press, show } from "./shown";

/** A store of a recorded state, and the messages that it sends. */
function storeOf(name: Fixture) {
  const { asModel, sent } = new FakeModel(stateOf(name));
  return { store: new Store(asModel, new AbortController().signal), sent };
}

describe("notes and figures", () => {
  it("open in the tag and the panel of a space, and are said", async () => {
    await show(stateOf("duel"));
    const notes = model.state._state.pieces.map(({ space }) => ({ space, text: "Hold this hill", hue: "mark" }));
    model.change("_state", { notes });
    await settled();
    one(".hexwidget-surface").focus(); // at the first unit that can be chosen
    await press("ArrowRight");
    await press("ArrowLeft");
    expect(one(".hexwidget-tag").textContent).toMatch(/^\d{4} ?(archer|knight)\+\d\+\dHold this hill$/);
    expect(one(".hexwidget-panel").textContent).toMatch(/\(attack \+\d, defence \+\d\)/);
    expect(one(".hexwidget-panel").textContent).toContain("Hold this hill");
    expect(one("[aria-live]").textContent).toContain("note: Hold this hill");
  });
});

describe("a mat", () => {
  it("finds a card before the zone under it", () => {
    const { map } = storeOf("mat").store;
    const card = map.find("red hand spearmen");
    expect(map.at(map.centre(card))).toBe(card);
    const zone = map.find("red hand");
    expect(map.under(card)).toBe(zone);
    const corner = map.outline(zone)[0] ?? { x: 0, y: 0 };
    expect(map.at({ x: corner.x + 0.05, y: corner.y + 0.05 })).toBe(zone);
    expect(map.mat).toBe(true);
  });

  it("says on the page where each space is seen", async () => {
    await show(stateOf("mat"));
    const { map } = storeOf("mat").store;
    const places = JSON.parse(all(".hexwidget-layers")[0]?.dataset.places ?? "{}");
    expect(Object.keys(places).length).toBe(map.count);
    expect(all(".hexwidget")[0]?.classList.contains("hexwidget-mat")).toBe(true);
  });

  it("describes a card in words", () => {
    const mat = storeOf("mat").store;
    const { name, things } = hexInWords(mat, mat.map.find("red hand volley"));
    expect(name).toBe("Volley");
    expect(things).toEqual(["Tactic of red: cost 1", "An enemy unit in a frontier: 2 damage to it"]);
  });

  it("moves from card to card by the arrow keys", () => {
    const { map } = storeOf("mat").store;
    const from = map.find("red hand feint");
    expect(map.name(map.arrow(from, "ArrowRight"))).toBe("red hand forcedmarch");
    expect(map.name(map.arrow(from, "ArrowLeft"))).toBe("red hand farmer");
  });

  it("keeps the focus on a card when other cards come and go", async () => {
    const state = stateOf("mat");
    const changing = new FakeModel(state);
    const mat = new Store(changing.asModel, new AbortController().signal);
    mat.looking.setFocus(mat.map.find("riders1"), true);
    const wire = structuredClone(state._scene.mat);
    if (!wire) throw new Error("there is no mat");
    wire.slots.unshift(...wire.slots.splice(-3)); // the same cards with other numbers
    changing.change("_scene", { mat: wire });
    expect(mat.map).toBeInstanceOf(MatMap);
    expect(mat.map.name(mat.looking.focus)).toBe("riders1");
  });

  it("turns a referee's mat to the player who acts", () => {
    const state = stateOf("mat");
    const wire = state._scene.mat;
    if (!wire) throw new Error("there is no mat");
    const changing = new FakeModel({ ...state, _scene: { ...state._scene, mat: { ...wire, below: null } } });
    const mat = new Store(changing.asModel, new AbortController().signal);
    const foot = () => (mat.map as MatMap).below;
    expect(foot()).toBe(0);
    const root = { ...state._choices.root, player: "blue" };
    changing.change("_choices", { root, revision: 99 });
    expect(foot()).toBe(1);
    // While nobody chooses, it stays as it is.
    changing.change("_choices", { root: { ...root, player: null }, revision: 100 });
    expect(foot()).toBe(1);
  });
});

describe("a wheel", () => {
  const wedge = (n: number) => all(".hexwidget-wheel path")[n] as HTMLElement;

  it("moves the marker to a clicked wedge", async () => {
    await show(stateOf("wheel"));
    expect(all(".hexwidget-turning").length).toBe(1);
    wedge(3).dispatchEvent(new MouseEvent("click", { bubbles: true })); // the marker stands on the second
    await settled();
    const drafts = model.sent.filter((m) => m.intent === "choose").map((m) => m.args.draft);
    expect(drafts).toEqual([{ wheel: 2 }]);
  });

  it("explains why a wedge is too far", async () => {
    await show(stateOf("wheel"));
    wedge(0).dispatchEvent(new MouseEvent("click", { bubbles: true }));
    await settled();
    expect(all(".hexwidget-alert")[0]?.textContent).toContain("R5.1: 7 wedges cost 4 resources, and romans have 2.");
  });

  it("says which player stands on which wedge", async () => {
    await show(stateOf("wheel"));
    const said = all(".hexwidget-wheel")[0]?.getAttribute("aria-label");
    expect(said).toBe("The wheel: romans on iron, greeks on arming, carthage on gold");
    expect(all(".hexwidget-ledger").length).toBe(0);
  });

  it("shows the belongings of the players below it", async () => {
    const state = structuredClone(stateOf("wheel"));
    if (!state._state.wheel) throw new Error("the board has no wheel");
    state._state.wheel.ledger = {
      header: ["", "marble", "tokens"],
      rows: [
        ["romans", "2 +1", "22"],
        ["greeks", "0 +0", "23"],
        ["carthage", "1 +3", "21"],
      ],
      notes: ["The bank has 19 temples."],
    };
    await show(state);
    const [head, romans] = all(".hexwidget-ledger tr");
    expect([...(head?.children ?? [])].map((cell) => cell.textContent)).toEqual(["", "marble", "tokens"]);
    expect([...(romans?.children ?? [])].map((cell) => cell.textContent)).toEqual(["romans", "2 +1", "22"]);
    expect(romans?.querySelector("th")?.getAttribute("scope")).toBe("row");
    expect(all(".hexwidget-ledger + .hexwidget-hint p")[0]?.textContent).toBe("The bank has 19 temples.");
  });
});

describe("the legend", () => {
  it("has each kind of place that is drawn on the map, and no label", async () => {
    const state = stateOf("ford");
    const places = [
      { name: "the bridge", kind: "bridge", spaces: ["0404"] },
      { name: "Aldwick", kind: "village", spaces: ["0301"] },
      { name: "Barrow", kind: "village", spaces: ["0302"] },
      { name: "the vale", kind: "label", spaces: ["0303"] },
    ] as const;
    await show({
      ...state,
      _scene: { ...state._scene, places: places.map((each) => ({ ...each, spaces: [...each.spaces] })) },
    });
    await openLegend();
    const entries = all(".hexwidget-legend li").map((li) => li.textContent);
    expect(entries.filter((text) => ["bridge", "village", "label", "the vale"].includes(text ?? ""))).toEqual([
      "bridge",
      "village",
    ]);
  });
});

describe("drawn routes, and an overlay for each player", () => {
  it("shows an overlay for each player on demand", async () => {
    await show(stateOf("ford"));
    await openLegend();
    const layers = all(".hexwidget-legend button");
    expect(layers.map((b) => b.textContent)).toEqual(["red's zones (P4.3)", "blue's zones (P4.3)"]);
    layers[1]?.focus();
    layers[1]?.click();
    await settled();
    const again = all(".hexwidget-legend button");
    expect(again.map((b) => b.getAttribute("aria-pressed"))).toEqual(["false", "true"]);
    expect(document.activeElement).toBe(again[1]); // the keyboard stays where it was
    expect(model.sent.filter((m) => m.intent !== "hello")).toHaveLength(0); // other views are not concerned
  });

  it("makes a second click wait for the answer to the first: the route goes on from there", async () => {
    const { store, sent } = storeOf("ford");
    expect(store.choosing.field?.onward).toBe(true);
    store.activate(store.map.find("0503"));
    store.activate(store.map.find("0603"));
    expect(sent.map((m) => m.intent)).toEqual(["choose"]);
    expect(sent[0]?.args.draft).toMatchObject({ to: "0503", "route/0601": "0502" });
  });

  it("lets a chosen piece go, and confirms a chosen target, by a second click", async () => {
    const ford = storeOf("ford");
    expect(ford.store.choosing.complete).toBe(true);
    ford.store.activate(ford.store.map.find("0601"));
    expect(ford.sent.map((m) => m.intent)).toEqual(["choose"]);
    expect(ford.store.choosing.draft).not.toHaveProperty("unit");
    const duel = storeOf("duel");
    duel.store.activate(duel.store.map.find("0302"));
    expect(duel.sent.map((m) => m.intent)).toEqual(["confirm"]);
  });

  it("explains pieces on bare plates in the legend", async () => {
    await show(stateOf("duel")); // the militia has had its order
    await openLegend();
    expect(all(".hexwidget-legend li").map((li) => li.textContent)).toContain("has had its order");
    close();
    await show(stateOf("first-steps"));
    await openLegend();
    expect(all(".hexwidget-legend li").map((li) => li.textContent)).not.toContain("depleted");
  });

  it("offers a joint attack as a switch for each unit that can join", async () => {
    await show(stateOf("duel"));
    expect(button("Together with the archer on 0402").getAttribute("aria-pressed")).toBe("false");
    button("Together with the archer on 0402").click();
    await settled();
    expect(model.sent.at(-1)?.args.draft).toEqual({ unit: "0303", target: "blue 0302", with: "0402" });
  });
});

describe("a draft with numbers and way-points", () => {
  it("shows a number with buttons for one less and one more, and sends the draft of each", async () => {
    await show(stateOf("gathering"));
    const numbers = all(".hexwidget-number");
    expect(numbers.map((n) => n.getAttribute("aria-label"))).toContain("Pick up cavalry on 0302: 1");
    const picked = numbers.find((n) => n.textContent?.startsWith("Pick up cavalry")) as HTMLElement;
    const [less, more] = [...picked.querySelectorAll("button")];
    expect(more?.getAttribute("aria-disabled")).toBe("true"); // there is one cavalry only
    more?.click();
    expect(model.sent.filter((m) => m.intent === "choose")).toHaveLength(0);
    less?.click();
    await settled();
    expect(model.sent.at(-1)).toMatchObject({
      intent: "choose",
      args: { draft: { army: "0202", via: "0302", to: "0402" } },
    });
    expect(model.sent.at(-1)?.args.draft).not.toHaveProperty("pick/1/cavalry");
  });

  it("keeps its buttons, and the keyboard on one of them, while others come and go", async () => {
    await show(stateOf("ford"));
    const current = model.state._current as Choices;
    const [confirm, defend] = [button("Confirm"), button("Defend")];
    defend.focus();
    model.change("_choices", { revision: 2 });
    model.say({ ...current, options: current.options.filter((o) => o.value !== "rest") });
    await settled();
    expect(button("No order")).toBeUndefined();
    expect(button("Confirm")).toBe(confirm);
    expect(button("Defend")).toBe(defend);
    expect(document.activeElement).toBe(defend);
  });

  it("stands still while a button is pressed: a press that ends on another element, or on the same one put in anew, is no click", async () => {
    await show(stateOf("ford"));
    const current = model.state._current as Choices;
    const offer = (options: Choices["options"]) => {
      model.say({ ...current, options });
      model.change("_status", { text: "elsewhere" }); // which is shown at once
      return settled();
    };
    for (const [end, there] of [
      ["mouseup", document], // wherever the button is let go
      ["pointermove", one(".hexwidget-frame")], // with no button down: the end was outside the page
    ] as const) {
      await offer(current.options);
      button("Defend").dispatchEvent(new MouseEvent("mousedown", { bubbles: true }));
      await offer(current.options.filter((o) => o.value !== "rest"));
      expect(button("No order")).toBeTruthy();
      there.dispatchEvent(new PointerEvent(end, { bubbles: true }));
      await vi.waitFor(() => expect(button("No order")).toBeUndefined());
    }
  });

  it("removes a way-point, and adds one at the end of the way", async () => {
    await show(stateOf("gathering"));
    expect(button("Via 0302").getAttribute("aria-pressed")).toBe("true");
    button("Go on from 0402").click();
    await settled();
    expect(model.sent.at(-1)?.args.draft).toMatchObject({ via: "0302 0402" });
    await show(stateOf("gathering"));
    button("Via 0302").click();
    await settled();
    expect(model.sent.at(-1)?.args.draft).toEqual({ army: "0202", to: "0402" });
  });
});

describe("a map of provinces", () => {
  const map = new ProvinceMap(stateOf("first-post")._scene.provinces as never);

  it("finds each province at the place of its pieces, and no province off the map", () => {
    for (const index of map.all()) expect(map.at(map.centre(index))).toBe(index);
    expect(map.at({ x: -1, y: -1 })).toBe(-1);
  });

  it("knows the province beyond each side, and the one that an arrow leads to", () => {
    for (const index of map.all()) {
      for (const there of map.beyond(index)) if (there >= 0) expect(map.beyond(there)).toContain(index);
    }
    expect(map.name(map.arrow(map.find("mill"), "ArrowRight"))).toBe("wood");
    expect(map.name(map.arrow(map.find("mill"), "ArrowDown"))).toBe("abbey");
    expect(map.arrow(map.find("mill"), "ArrowLeft")).toBe(-1);
    expect(map.follow(map.find("ford"), "2").map((i) => map.name(i))).toEqual(["ford", "tower"]);
  });

  it("is played like a map of hexes", async () => {
    await show(stateOf("first-post"));
    await openLegend();
    expect(all(".hexwidget-legend li").map((li) => li.textContent)).toEqual(expect.arrayContaining(["road", "river"]));
    expect(all(".hexwidget-prompt")[0]?.textContent).toBe("Choose where the courier on Ford goes.");
    all(".hexwidget-surface")[0]?.focus();
    await settled();
    for (const key of ["ArrowDown", "ArrowRight", "ArrowRight"]) await press(key); // from the mill to the quay
    await press("Enter");
    expect(model.sent.at(-1)).toMatchObject({ intent: "choose", args: { draft: { courier: "ford", to: "quay" } } });
  });
});

describe("chance", () => {
  it("is rolled by confirming, or set by hand", async () => {
    await show(stateOf("dice"));
    expect(all(".hexwidget-prompt")[0]?.textContent).toContain("leave it to chance");
    button("Gold").click();
    await settled();
    expect(model.sent.at(-1)).toMatchObject({ intent: "choose", args: { draft: { chance: "gold" } } });
    expect(button("Chance by hand").getAttribute("aria-pressed")).toBe("true");
    button("Chance by hand").click();
    await settled();
    expect(model.sent.at(-1)).toMatchObject({ intent: "set_rolls", args: { by_hand: false } });
  });

  it("is not set on a player's board", async () => {
    await show(stateOf("first-post"));
    expect(button("Chance by hand").hidden).toBe(true);
    expect(button("Undo").hidden).toBe(true);
  });
});

describe("in a shadow root", () => {
  it("is drawn, focused and played as in a page", async () => {
    await show(stateOf("first-steps"), true);
    expect(document.querySelector(".hexwidget")).toBeNull();
    all(".hexwidget-surface")[0]?.focus();
    await settled();
    await press("Enter");
    expect(model.sent.at(-1)).toMatchObject({ intent: "choose", args: { draft: { army: "0402" } } });
    await press("ArrowRight");
    await press("Enter");
    expect(button("Confirm")).toBeTruthy();
    await press("Enter");
    expect(model.sent.at(-1)).toMatchObject({ intent: "confirm" });
    close();
    expect(all(".hexwidget")).toHaveLength(0);
    expect(model.listening).toBe(0);
  });
});
