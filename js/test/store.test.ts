import { beforeEach, describe, expect, it, vi } from "vitest";
import type { WireChoices } from "../src/scene/types";
import { Store } from "../src/store";
import { FakeModel, facts, settled } from "./model";

let model: FakeModel;
let end: AbortController;
let store: Store;

beforeEach(() => {
  model = new FakeModel();
  end = new AbortController();
  store = new Store(model.asModel, end.signal);
});

const at = (name: string) => store.map.find(name);
const last = () => model.sent[model.sent.length - 1];

describe("before the kernel answers", () => {
  it("a click on an army shows the reach that was sent ahead", () => {
    store.activate(at("0203"));
    expect(store.draft).toEqual({ army: "0203" });
    const costs = Object.fromEntries([...(store.field?.costs ?? [])].map(([i, c]) => [store.map.name(i), c]));
    expect(costs).toEqual(facts.costs);
    expect(last()).toMatchObject({ intent: "draft", revision: 1, args: { draft: { army: "0203" } } });
  });

  it("routes and barred hexes are those of the kernel", () => {
    store.activate(at("0203"));
    for (const [name, path] of Object.entries(facts.paths)) {
      expect(store.field?.route(at(name)).map((i) => store.map.name(i))).toEqual(path);
    }
    for (const [name, clause] of Object.entries(facts.rim)) {
      expect(store.field?.barred.get(at(name))?.map((b) => b.clause)).toContain(clause);
    }
  });

  it("the switch that was sent ahead shows at once, too", () => {
    store.activate(at("0203"));
    const march = store.options.find((o) => o.slot === "march");
    store.choose(march?.leadsTo ?? {});
    expect(store.field?.budget).toBe(3);
  });

  it("a destination completes the draft, and choosing it again commits, once", async () => {
    store.activate(at("0203"));
    expect(store.complete).toBe(false);
    store.activate(at("0304"));
    expect(store.complete).toBe(true);
    expect(store.destination).toBe(at("0304"));
    store.activate(at("0304"));
    store.activate(at("0304"));
    await settled();
    expect(model.sent.filter((m) => m.intent === "commit")).toHaveLength(1);
    expect(last()).toMatchObject({ intent: "commit", args: { draft: { army: "0203", to: "0304" } } });
  });

  it("a hex that cannot be chosen asks why, once", () => {
    store.activate(at("0203"));
    store.activate(at("0503"));
    store.activate(at("0503"));
    expect(model.sent.filter((m) => m.intent === "explain")).toHaveLength(1);
    expect(store.draft).toEqual({ army: "0203" });
  });

  it("another army is picked up instead", () => {
    store.activate(at("0203"));
    store.activate(at("0306"));
    expect(store.draft).toEqual({ army: "0306" });
  });
});

describe("what the kernel says", () => {
  const said = (draft: WireChoices["draft"]): WireChoices => ({ ...model.state._choices.root, draft, prompt: "said" });

  it("is taken over when the answer has come", async () => {
    const answered = store.choose({ army: "0203" });
    model.change("_choices", { current: said({ army: "0203" }) });
    expect(store.current.prompt).not.toBe("said");
    model.answer("draft");
    await answered;
    expect(store.current.prompt).toBe("said");
  });

  it("does not bring back an older draft while a newer one is open", async () => {
    const [first, second] = [store.choose({ army: "0203" }), store.choose({ army: "0306" })];
    const [one, two] = model.sent;
    model.change("_choices", { current: said({ army: "0203" }) });
    model.sent.splice(0, 2, one as never);
    model.answer("draft");
    await first;
    expect(store.draft).toEqual({ army: "0306" });
    model.sent.push(two as never);
    model.change("_choices", { current: said({ army: "0306" }) });
    model.answer("draft");
    await second;
    expect(store.current.prompt).toBe("said");
  });

  it("is shown when another view or a cell has changed it", () => {
    model.change("_choices", { current: said({ army: "0306" }) });
    expect(store.draft).toEqual({ army: "0306" });
    model.change("_choices", { current: null });
    expect(store.draft).toEqual({});
  });

  it("is an error on the board where it refuses", async () => {
    const asked = store.send({ intent: "undo", args: {} });
    await settled();
    model.answer("undo", { ok: false, error: "nothing to undo" });
    await asked;
    expect(store.error).toBe("nothing to undo");
    store.choose({});
    expect(store.error).toBe("");
  });

  it("comes for one step back before the next is asked for", async () => {
    store.send({ intent: "undo", args: {} });
    store.send({ intent: "undo", args: {} });
    await settled();
    expect(model.sent).toHaveLength(1);
    model.change("_choices", { revision: 2 });
    model.answer("undo");
    await settled();
    expect(model.sent.map((m) => m.revision)).toEqual([1, 2]);
  });

  it("is waited for visibly after a second, and not for ever", async () => {
    vi.useFakeTimers();
    store.hello();
    vi.advanceTimersByTime(900);
    expect(store.waiting).toBe(false);
    vi.advanceTimersByTime(200);
    expect(store.waiting).toBe(true);
    model.answer("hello");
    expect(store.waiting).toBe(false);
    vi.useRealTimers();
  });

  it("explains a hex under the present draft", async () => {
    store.activate(at("0203"));
    store.explain(at("0503"));
    expect(store.explanation(at("0503"))).toBeNull();
    model.answer("explain", { verdict: { status: "illegal", subject: "s", findings: [] } });
    await settled();
    expect(store.explanation(at("0503"))?.status).toBe("illegal");
    store.cancel();
    expect(store.explanation(at("0503"))).toBeNull();
  });
});

it("tells what changed together once", async () => {
  const told: string[][] = [];
  store.watch((changes) => told.push([...changes]));
  model.change("_state", {});
  model.change("_status", {});
  store.setFocus(at("0101"), false);
  await settled();
  expect(told).toEqual([["state", "focus"]]);
});

it("leaves no listener behind", () => {
  expect(model.listening).toBeGreaterThan(0);
  end.abort();
  expect(model.listening).toBe(0);
});
