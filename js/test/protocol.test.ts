// What travels is held to the schema that the kernel's package publishes, on this side too.

import Ajv from "ajv/dist/2020";
import { afterEach, describe, expect, it } from "vitest";
import schema from "../../hexwidget/widget/messages.schema.json";
import { ProvinceMap } from "../src/geometry/provinces";
import type { Choices } from "../src/kernel/types.gen";
import { Store } from "../src/state/store";
import widget from "../src/widget";
import { FakeModel, type Fixture, fixtureNames, settled, stateOf, written } from "./model";

const ajv = new Ajv({ strict: false });
ajv.addSchema(schema);
const judge = (part: string) => {
  const validate = ajv.getSchema(`${schema.$id}#/$defs/${part}`);
  if (!validate) throw new Error(`the schema has no ${part}`);
  return (value: unknown) => (validate(value) ? [] : (validate.errors ?? []));
};

let model: FakeModel;
let host: HTMLElement;
let root: HTMLElement | ShadowRoot;
let close: () => void = () => {};

async function show(name: Fixture, inShadow = false): Promise<void> {
  model = new FakeModel(stateOf(name));
  host = document.createElement("div");
  document.body.append(host);
  const el = document.createElement("div");
  root = inShadow ? host.attachShadow({ mode: "open" }) : host;
  root.append(el);
  close = widget.render({ model: model.asModel, el } as never);
  await settled();
}

afterEach(() => {
  close();
  document.body.replaceChildren();
});

const all = (selector: string) => [...root.querySelectorAll<HTMLElement>(selector)];
const button = (text: string) =>
  all("button").find((b) => (b.getAttribute("aria-label") ?? b.textContent)?.startsWith(text)) as HTMLElement;
const press = async (key: string) => {
  const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, composed: true });
  all(".hexwidget-surface")[0]?.dispatchEvent(event);
  await settled();
};

describe("the published schema", () => {
  it.each(fixtureNames)("allows what the kernel sends (%s)", (name) => {
    for (const [trait, value] of Object.entries(written(name))) expect(judge(trait)(value)).toEqual([]);
  });

  it("allows every message that a view sends", async () => {
    for (const name of fixtureNames) {
      await show(name);
      for (const key of ["ArrowRight", "Enter", "ArrowRight", "ArrowDown", "Enter", "m", "Enter", "Escape", "u", "r"]) {
        await press(key);
        model.answer("draft");
        model.answer("commit");
        await settled();
      }
      for (const each of all("button")) each.click();
      await settled();
      expect(model.sent.length).toBeGreaterThan(3);
      for (const message of model.sent) expect([message, judge("intent")(message)]).toEqual([message, []]);
      close();
      host.remove();
    }
  });

  it("refuses what it should", () => {
    expect(judge("intent")({ id: "1", revision: 0, intent: "run", args: {} })).not.toEqual([]);
    expect(judge("intent")({ id: "1", revision: 0, intent: "goto", args: { step: -1 } })).not.toEqual([]);
  });
});

describe("a route that is drawn on, and layers by player", () => {
  it("shows a layer for each player, each of which can be hidden by itself", async () => {
    await show("ford");
    const layers = all(".hexwidget-legend button");
    expect(layers.map((b) => b.textContent)).toEqual(["red's zones (P4.3)", "blue's zones (P4.3)"]);
    layers[1]?.focus();
    layers[1]?.click();
    await settled();
    const again = all(".hexwidget-legend button");
    expect(again.map((b) => b.getAttribute("aria-pressed"))).toEqual(["true", "false"]);
    expect(document.activeElement).toBe(again[1]); // the keyboard stays where it was
    expect(model.sent.filter((m) => m.intent !== "hello")).toHaveLength(0); // nobody else is concerned
  });

  it("takes clicks one after another: each goes on from where the one before has led", async () => {
    const store = new Store(new FakeModel(stateOf("ford")).asModel, new AbortController().signal);
    const sent = () => (store as unknown as { model: FakeModel }).model.sent.filter((m) => m.intent === "draft");
    expect(store.field?.onward).toBe(true);
    store.activate(store.map.find("0503"));
    store.activate(store.map.find("0603"));
    expect(sent()).toHaveLength(1);
    expect(sent()[0]?.args.draft).toMatchObject({ to: "0503", "route/0601": "0502" });
  });

  it("lets a chosen piece go by a second click, and confirms a chosen target by one", async () => {
    const ford = new Store(new FakeModel(stateOf("ford")).asModel, new AbortController().signal);
    expect(ford.complete).toBe(true);
    ford.activate(ford.map.find("0601"));
    const duel = new Store(new FakeModel(stateOf("duel")).asModel, new AbortController().signal);
    duel.activate(duel.map.find("0302"));
    const sent = (store: Store) => (store as unknown as { model: FakeModel }).model.sent.map((m) => m.intent);
    expect(sent(ford)).toEqual(["draft"]);
    expect(ford.draft).not.toHaveProperty("unit");
    expect(sent(duel)).toEqual(["commit"]);
  });

  it("says in the legend what a piece drawn on a bare plate is", async () => {
    await show("duel"); // the militia has had its order
    expect(all(".hexwidget-legend li").map((li) => li.textContent)).toContain("has had its order");
    close();
    await show("first-steps");
    expect(all(".hexwidget-legend li").map((li) => li.textContent)).not.toContain("depleted");
  });

  it("offers an attack jointly, as a switch with the units that can", async () => {
    await show("duel");
    expect(button("Together with the archer on 0402").getAttribute("aria-pressed")).toBe("false");
    button("Together with the archer on 0402").click();
    await settled();
    expect(model.sent.at(-1)?.args.draft).toEqual({ unit: "0303", target: "blue 0302", with: "0402" });
  });
});

describe("a draft with numbers and way-points", () => {
  it("shows a number with one less and one more, and sends the draft that each leads to", async () => {
    await show("gathering");
    const numbers = all(".hexwidget-number");
    expect(numbers.map((n) => n.getAttribute("aria-label"))).toContain("Pick up cavalry on 0302: 1");
    const picked = numbers.find((n) => n.textContent?.startsWith("Pick up cavalry")) as HTMLElement;
    const [less, more] = [...picked.querySelectorAll("button")];
    expect(more?.getAttribute("aria-disabled")).toBe("true"); // there is one cavalry only
    more?.click();
    expect(model.sent.filter((m) => m.intent === "draft")).toHaveLength(0);
    less?.click();
    await settled();
    expect(model.sent.at(-1)).toMatchObject({
      intent: "draft",
      args: { draft: { army: "0202", via: "0302", to: "0402" } },
    });
    expect(model.sent.at(-1)?.args.draft).not.toHaveProperty("pick/1/cavalry");
  });

  it("keeps its buttons where they are while others come and go: a click under way meets the one it began on", async () => {
    await show("gathering");
    const before = button("Confirm");
    const less = all(".hexwidget-number button")[0];
    model.change("_choices", { revision: 2 });
    model.say({ ...model.state._choices.root, ...model.state._current, prompt: "Anew." } as Choices);
    await settled();
    expect(document.body.textContent).toContain("Anew.");
    expect(button("Confirm")).toBe(before);
    expect(all(".hexwidget-number button")[0]).toBe(less);
  });

  it("takes a way-point out again and goes on from where it would end", async () => {
    await show("gathering");
    expect(button("Via 0302").getAttribute("aria-pressed")).toBe("true");
    button("Go on from 0402").click();
    await settled();
    expect(model.sent.at(-1)?.args.draft).toMatchObject({ via: "0302 0402" });
    await show("gathering");
    button("Via 0302").click();
    await settled();
    expect(model.sent.at(-1)?.args.draft).toEqual({ army: "0202", to: "0402" });
  });
});

describe("a map of provinces", () => {
  const map = new ProvinceMap(stateOf("first-post")._scene.provinces as never);

  it("finds each province where its pieces stand, and none off the map", () => {
    for (const index of map.all()) expect(map.at(map.centre(index))).toBe(index);
    expect(map.at({ x: -1, y: -1 })).toBe(-1);
  });

  it("knows what lies beyond each side, and the way that an arrow leads", () => {
    for (const index of map.all()) {
      for (const there of map.beyond(index)) if (there >= 0) expect(map.beyond(there)).toContain(index);
    }
    expect(map.name(map.arrow(map.find("mill"), "ArrowRight"))).toBe("wood");
    expect(map.name(map.arrow(map.find("mill"), "ArrowDown"))).toBe("abbey");
    expect(map.arrow(map.find("mill"), "ArrowLeft")).toBe(-1);
    expect(map.follow(map.find("ford"), "2").map((i) => map.name(i))).toEqual(["ford", "tower"]);
  });

  it("is played like any other", async () => {
    await show("first-post");
    expect(all(".hexwidget-legend li").map((li) => li.textContent)).toEqual(expect.arrayContaining(["road", "river"]));
    expect(all(".hexwidget-prompt")[0]?.textContent).toBe("Choose where the courier on ford goes.");
    all(".hexwidget-surface")[0]?.focus();
    await settled();
    for (const key of ["ArrowDown", "ArrowRight", "ArrowRight"]) await press(key); // from the mill about to the quay
    await press("Enter");
    expect(model.sent.at(-1)).toMatchObject({ intent: "draft", args: { draft: { courier: "ford", to: "quay" } } });
  });
});

describe("chance", () => {
  it("is rolled by confirming, or set by hand", async () => {
    await show("dice");
    expect(all(".hexwidget-prompt")[0]?.textContent).toContain("confirm to roll");
    button("gold").click();
    await settled();
    expect(model.sent.at(-1)).toMatchObject({ intent: "draft", args: { draft: { chance: "gold" } } });
    expect(button("Chance by hand").getAttribute("aria-pressed")).toBe("true");
    button("Chance by hand").click();
    await settled();
    expect(model.sent.at(-1)).toMatchObject({ intent: "rolls", args: { by_hand: false } });
  });

  it("is nothing that a player's board could set", async () => {
    await show("first-post");
    expect(button("Chance by hand").hidden).toBe(true);
    expect(button("Undo").hidden).toBe(true);
  });
});

describe("in a shadow root", () => {
  it("is drawn, focused and played as anywhere", async () => {
    await show("first-steps", true);
    expect(document.querySelector(".hexwidget")).toBeNull();
    all(".hexwidget-surface")[0]?.focus();
    await settled();
    await press("Enter");
    expect(model.sent.at(-1)).toMatchObject({ intent: "draft", args: { draft: { army: "0402" } } });
    await press("ArrowRight");
    await press("Enter");
    expect(button("Confirm")).toBeTruthy();
    await press("Enter");
    expect(model.sent.at(-1)).toMatchObject({ intent: "commit" });
    close();
    expect(all(".hexwidget")).toHaveLength(0);
    expect(model.listening).toBe(0);
  });
});
