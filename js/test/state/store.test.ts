import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Choice, Choices, Draft } from "../../src/kernel/types.gen";
import { Store } from "../../src/state/store";
import { FakeModel, facts, settled } from "../model";

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

describe("a remedy", () => {
  const remedy = { text: "march", action: "0203-0104-0205 march", first: false };
  const draft = { army: "0203", march: true, to: "0205" };

  it("is shown as if it had been chosen, where a draft means it", async () => {
    store.looking.pin(at("0205"));
    store.proposal.put(remedy);
    expect(last()).toMatchObject({ intent: "compose", args: { action: remedy.action } });
    model.answer("compose", { draft });
    await settled();
    expect(store.choosing.draft).toEqual(draft);
    expect(store.proposal.remedy).toBe(null);
    expect(store.looking.pinned).toBe(-1);
  });

  it("stays a proposal in words where none does, and is dropped if something else is done", async () => {
    store.proposal.put(remedy);
    model.answer("compose");
    await settled();
    expect(store.proposal.said).toBe("Instead: 0203-0104-0205 march");
    store.proposal.put(null);
    model.answer("compose", { draft });
    await settled();
    expect(store.choosing.draft).toEqual({});
  });
});

describe("a choice before the kernel answers", () => {
  it("shows the reach that was sent ahead for a clicked army", () => {
    store.activate(at("0203"));
    expect(store.choosing.draft).toEqual({ army: "0203" });
    const costs = Object.fromEntries([...(store.choosing.field?.costs ?? [])].map(([i, c]) => [store.map.name(i), c]));
    expect(costs).toEqual(facts.costs);
    expect(last()).toMatchObject({ intent: "choose", revision: 1, args: { draft: { army: "0203" } } });
  });

  it("has the kernel's routes and barred hexes", () => {
    store.activate(at("0203"));
    for (const [name, path] of Object.entries(facts.paths)) {
      expect(store.choosing.field?.route(at(name)).map((i) => store.map.name(i))).toEqual(path);
    }
    for (const [name, clause] of Object.entries(facts.rim)) {
      expect(store.choosing.field?.barred.get(at(name))?.map((b) => b.clause)).toContain(clause);
    }
  });

  it("shows the choices that were sent ahead for a switch", () => {
    store.activate(at("0203"));
    const march = store.choosing.options.find((o) => o.slot === "march");
    store.choosing.choose(march?.leadsTo ?? {});
    expect(store.choosing.field?.budget).toBe(3);
  });

  it("completes the draft by a destination, and commits once by choosing it again", async () => {
    store.activate(at("0203"));
    expect(store.choosing.complete).toBe(false);
    store.activate(at("0304"));
    expect(store.choosing.complete).toBe(true);
    expect(store.choosing.destination).toBe(at("0304"));
    store.activate(at("0304"));
    store.activate(at("0304"));
    await settled();
    expect(model.sent.filter((m) => m.intent === "confirm")).toHaveLength(1);
    expect(last()).toMatchObject({ intent: "confirm", args: { draft: { army: "0203", to: "0304" }, at_once: false } });
  });

  it("asks for an answer at once where nothing is played as motion", () => {
    store.settings.set("speed", 0);
    store.activate(at("0203"));
    store.activate(at("0304"));
    store.activate(at("0304"));
    expect(last()).toMatchObject({ intent: "confirm", args: { at_once: true } });
  });

  it("asks once why a hex cannot be chosen, and tells of each click", () => {
    store.activate(at("0203"));
    for (let n = 0; n < 2; n++) store.explanations.request(at("0503"));
    for (let n = 0; n < 3; n++) store.activate(at("0503")); // pins, unpins, pins
    expect(store.looking.pinned).toBe(at("0503"));
    const asked = model.sent
      .filter((m) => m.intent === "explain")
      .map(({ args }) => (args as { clicked: boolean }).clicked);
    expect(asked).toEqual([false, true, true]);
    expect(store.choosing.draft).toEqual({ army: "0203" });
    store.looking.mark([at("0707")]);
    store.looking.setFocus(at("0502"), true);
    expect(store.looking.pinned).toBe(-1); // moving on by keyboard unpins
    expect(store.looking.marked).toEqual([]); // and ends what was pointed at beside the map
  });

  it("makes quick choices wait, so that each starts from the answer to the one before", async () => {
    const number = (slot: string, value: number, others: Draft): Choice => ({
      ...(store.choices.root.options[0] as Choice),
      ...{ slot, value, kind: "number", space: null, chosen: false, leadsTo: {} },
      ...{ fewer: { ...others, [slot]: value - 1 }, more: { ...others, [slot]: value + 1 } },
    });
    const offered = (drop: number, pick: number): Choices => ({
      ...store.choices.root,
      draft: { army: "0203", drop, pick },
      options: [number("drop", drop, { army: "0203", pick }), number("pick", pick, { army: "0203", drop })],
    });
    const take = (slot: string, way: "fewer" | "more") =>
      store.choosing.take((o) => o.find((c) => c.slot === slot), way);
    model.say(offered(1, 0));
    take("drop", "fewer");
    take("pick", "more");
    take("pick", "more");
    store.commit();
    expect(model.sent).toHaveLength(1);
    for (const [drop, pick] of [
      [0, 0],
      [0, 1],
      [0, 2],
    ] as const) {
      expect(last()).toMatchObject({ intent: "choose", args: { draft: { drop, pick } } });
      model.say({ ...offered(drop, pick), action: "done", verdict: { status: "legal", subject: "", findings: [] } });
      model.answer("choose");
      await settled();
    }
    expect(last()).toMatchObject({ intent: "confirm", args: { draft: { army: "0203", drop: 0, pick: 2 } } });
  });

  it("drops choices that wait for a draft when the draft is refused", async () => {
    store.choosing.choose({ army: "0203", to: "0304" });
    store.choosing.take((offered) => offered.find((o) => o.slot === "march"));
    model.answer("choose", { ok: false, error: "no" });
    await settled();
    expect(model.sent).toHaveLength(1);
  });

  it("replaces the chosen army by another clicked one", () => {
    store.activate(at("0203"));
    store.activate(at("0306"));
    expect(store.choosing.draft).toEqual({ army: "0306" });
  });
});

describe("the kernel's answer", () => {
  const said = (draft: Choices["draft"]): Choices => ({ ...model.state._choices.root, draft, prompt: "said" });

  it("replaces the prediction when it has come", async () => {
    const answered = store.choosing.choose({ army: "0203" });
    model.say(said({ army: "0203" }));
    expect(store.choosing.current.prompt).not.toBe("said");
    model.answer("choose");
    await answered;
    expect(store.choosing.current.prompt).toBe("said");
  });

  it("undo drops the draft before it takes a step back, and does nothing at the start", async () => {
    store.activate(at("0203"));
    store.undo();
    expect(last()).toMatchObject({ intent: "choose", args: { draft: {} } });
    store.undo();
    await settled();
    expect(model.sent.map((m) => m.intent)).toEqual(["choose", "choose"]);
  });

  it("comes before undo, where nothing tells yet what a choice leads to", async () => {
    model.state._timeline.canUndo = true;
    store.choosing.choose({ hindsight: "begin" });
    store.undo();
    expect(model.sent.map((m) => m.intent)).toEqual(["choose"]);
    model.say(null);
    model.answer("choose");
    await settled();
    expect(model.sent.map((m) => m.intent)).toEqual(["choose", "undo"]);
  });

  it("is said to be of no use to undo, if it is another position", async () => {
    model.state._timeline.canUndo = true;
    store.choosing.choose({ hindsight: "begin" });
    store.undo();
    model.change("_choices", { revision: 2 });
    model.answer("choose");
    await settled();
    expect(model.sent.map((m) => m.intent)).toEqual(["choose"]);
    expect(store.requests.error).toContain("moved on");
  });

  it("does not bring back an older draft while a newer one is open", async () => {
    const [first, second] = [store.choosing.choose({ army: "0203" }), store.choosing.choose({ army: "0306" })];
    const [one, two] = model.sent;
    model.say(said({ army: "0203" }));
    model.sent.splice(0, 2, one as never);
    model.answer("choose");
    await first;
    expect(store.choosing.draft).toEqual({ army: "0306" });
    model.sent.push(two as never);
    model.say(said({ army: "0306" }));
    model.answer("choose");
    await second;
    expect(store.choosing.current.prompt).toBe("said");
  });

  it("shows a draft that another view or a cell has set", () => {
    model.say(said({ army: "0306" }));
    expect(store.choosing.draft).toEqual({ army: "0306" });
    model.say(null);
    expect(store.choosing.draft).toEqual({});
  });

  it("shows a refusal as an error", async () => {
    const asked = store.requests.send({ intent: "undo", args: {} });
    await settled();
    model.answer("undo", { ok: false, error: "nothing to undo" });
    await asked;
    expect(store.requests.error).toBe("nothing to undo");
    store.choosing.choose({});
    expect(store.requests.error).toBe("");
  });

  it("must come for one step back before the next is sent", async () => {
    model.state._timeline.canUndo = true;
    store.undo();
    store.undo();
    await settled();
    expect(model.sent).toHaveLength(1);
    model.change("_choices", { revision: 2 });
    model.answer("undo");
    await settled();
    expect(model.sent.map((m) => m.revision)).toEqual([1, 2]);
  });

  it("is missed after a second: the line says so", async () => {
    vi.useFakeTimers();
    store.requests.hello();
    vi.advanceTimersByTime(900);
    expect(store.requests.line).toBe("open");
    vi.advanceTimersByTime(200);
    expect(store.requests.line).toBe("waiting");
    model.answer("hello");
    expect(store.requests.line).toBe("open");
    vi.useRealTimers();
  });

  it("is asked for again under the same id, so that nothing is carried out twice", async () => {
    vi.useFakeTimers();
    store.choosing.choose({ army: "0203" });
    vi.advanceTimersByTime(30_000);
    expect(model.sent).toHaveLength(3);
    expect(new Set(model.sent.map((m) => m.id)).size).toBe(1);
    vi.useRealTimers();
  });

  it("is an error once the kernel is gone, and nothing more is sent", async () => {
    const drafted = store.choosing.choose({ army: "0203" });
    model.lose();
    expect((await drafted).error).toContain("kernel is gone");
    expect(store.requests.line).toBe("lost");
    const sent = model.sent.length;
    expect((await store.requests.send({ intent: "undo", args: {} })).ok).toBe(false);
    expect(model.sent).toHaveLength(sent);
  });

  it("is an error if the model refuses to send", async () => {
    model.send = () => {
      throw new Error("Cannot send");
    };
    expect((await store.choosing.choose({ army: "0203" })).ok).toBe(false);
    expect(store.requests.line).toBe("lost");
  });

  it("drops a draft that was made on an older position", async () => {
    store.choosing.choose({ army: "0203", to: "0304" });
    model.change("_choices", { revision: 2 });
    expect(store.choosing.draft).toEqual({}); // the position has changed
    store.activate(at("0203"));
    expect(last()).toMatchObject({ intent: "choose", revision: 2 });
  });

  it("is not asked for again if an explanation fails", async () => {
    store.activate(at("0203"));
    store.explanations.request(at("0503"));
    model.answer("explain", { ok: false, error: "no" });
    await settled();
    store.explanations.request(at("0503"));
    expect(model.sent.filter((m) => m.intent === "explain")).toHaveLength(1);
    expect(store.explanations.of(at("0503"))?.subject).toBe("no");
  });

  it("reports the focus only to a kernel that tracks it", () => {
    store.looking.setFocus(at("0101"), false);
    expect(model.sent).toHaveLength(0);
    model.state._scene.trackHover = true;
    store.looking.setFocus(at("0102"), false);
    expect(last()).toMatchObject({ intent: "hover", args: { space: "0102" } });
  });

  it("reports the focus on a piece whose choices have not come yet: the kernel sends them next", () => {
    const piece = store.choices.root.options.find((o) => o.kind === "piece") as Choice;
    store.looking.setFocus(at(piece.space as string), false);
    expect(model.sent).toHaveLength(0);
    store.looking.setFocus(-1, false);
    model.change("_choices", { branches: [] });
    store.looking.setFocus(at(piece.space as string), false);
    expect(last()).toMatchObject({ intent: "hover", args: { space: piece.space } });
  });

  it("explains a hex under the present draft only", async () => {
    store.activate(at("0203"));
    store.explanations.request(at("0503"));
    expect(store.explanations.of(at("0503"))).toBeNull();
    model.answer("explain", { verdict: { status: "illegal", subject: "s", findings: [] } });
    await settled();
    expect(store.explanations.of(at("0503"))?.status).toBe("illegal");
    store.cancel();
    expect(store.explanations.of(at("0503"))).toBeNull();
  });
});

it("reports changes of one task together", async () => {
  const told: string[][] = [];
  store.changes.watch((changes) => told.push([...changes]));
  model.change("_state", {});
  model.change("_status", {});
  store.looking.setFocus(at("0101"), false);
  await settled();
  expect(told).toEqual([["state", "focus"]]);
});

it("leaves no listener behind", () => {
  expect(model.listening).toBeGreaterThan(0);
  end.abort();
  expect(model.listening).toBe(0);
});

describe("several pieces on a space", () => {
  it("are chosen one after another by clicks there", async () => {
    const { root } = model.state._choices;
    const [piece] = root.options.filter((o) => o.kind === "piece" && o.space === "0203");
    const pair = (chosen: string): Choice[] =>
      ["first", "second"].map((value) => ({
        ...(piece as Choice),
        value,
        leadsTo: { army: value },
        chosen: value === chosen,
      }));
    for (const [now, then] of [
      ["", "first"],
      ["first", "second"],
      ["second", "first"],
    ] as const) {
      const draft: Draft = now ? { army: now } : {};
      const shown: Choices = { ...root, draft, field: null, options: pair(now) };
      model.change("_choices", { root: { ...root, options: pair("") } });
      model.say(now ? shown : null);
      await settled();
      store.activate(at("0203"));
      expect(last()).toMatchObject({ intent: "choose", args: { draft: { army: then } } });
      model.answer("choose");
      await settled();
    }
  });

  it("are added to a set by clicks there as the kernel says, also when some are chosen; switches of the bar add one", async () => {
    const { root } = model.state._choices;
    const [piece] = root.options.filter((o) => o.kind === "piece" && o.space === "0203");
    const set = (units: string, then: string): Choices => {
      const both = {
        ...(piece as Choice),
        slot: "units",
        value: "a b",
        leadsTo: { units: then },
        chosen: units !== "",
      };
      const one: Choice = { ...both, kind: "switch", value: "b", space: null, leadsTo: { units: "b" }, chosen: false };
      return { ...root, draft: units ? { units } : {}, field: null, options: [both, one] };
    };
    for (const [now, then] of [
      ["", "a"],
      ["a", "a b"],
      ["a b", "b"],
    ] as const) {
      model.change("_choices", { root: set("", "a") });
      model.say(now ? set(now, then) : null);
      await settled();
      store.activate(at("0203"));
      expect(last()).toMatchObject({ intent: "choose", args: { draft: { units: then } } });
      model.answer("choose");
      await settled();
    }
    store.choosing.take((offered) => offered.find((o) => o.kind === "switch"));
    expect(last()).toMatchObject({ args: { draft: { units: "b" } } });
  });
});

it("forgets which layers are switched when another game is shown, such as the next stage", () => {
  const layer = { name: "danger", onDemand: true };
  store.settings.toggle("danger");
  model.change("_timeline", { length: 3 });
  expect(store.settings.shows(layer)).toBe(true);
  model.change("_timeline", { game: store.timeline.game + 1 });
  expect(store.settings.shows(layer)).toBe(false);
});
