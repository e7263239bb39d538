// A board on a page without a kernel shows its recording, and says so where the recording has no answer.

import { describe, expect, it } from "vitest";
import { primary } from "../../src/chrome/bar/primary";
import { mapOf } from "../../src/geometry/map";
import { READ } from "../../src/kernel/drafts";
import { RecordedModel } from "../../src/kernel/recording-model";
import type { BoardState, Recording, Reply } from "../../src/kernel/types.gen";
import { linkSteps } from "../../src/pages/recorded";
import { Store } from "../../src/state/store";
import { stateOf } from "../model";

function recording(): Recording {
  const state = stateOf("first-steps");
  const { _scene, _state, _choices, _timeline, _status } = state;
  const recorded = { ..._status, recorded: true };
  const frame = (step: number, undo: number | null, redo: number | null) => ({
    scene: 0,
    _state: { ..._state, description: `step ${step}` },
    _choices,
    _timeline: { ..._timeline, current: step, depth: step, length: 1, canUndo: step > 0, canRedo: step < 1 },
    _status: recorded,
    undo,
    redo,
    parent: undo,
    events: [],
    why: [] as Recording["frames"][number]["why"],
  });
  const verdict = { status: "illegal" as const, subject: "", findings: [] };
  const frames = [frame(0, null, 1), frame(1, 0, null)];
  const chosen = _choices.branches[0]?.draft ?? {};
  frames[0]?.why.push([chosen, "0503", verdict]);
  const clause = {
    id: "D7.1",
    kind: "rule",
    title: "Ferry",
    text: "A vessel is needed.",
    open: "",
    readings: [],
    examples: [],
  };
  return { scenes: [_scene], frames, at: 0, clauses: { "D7.1": clause } };
}

function open(held = recording()) {
  const model = new RecordedModel(held, mapOf);
  const store = new Store(model.asModel, new AbortController().signal);
  const ask = (intent: string, args: object): Promise<Reply> =>
    new Promise((resolve) => {
      model.on("msg:custom", (reply) => (reply as Reply).id === intent && resolve(reply as Reply));
      model.send({ id: intent, intent, args } as never);
    });
  return { model, store, ask };
}

describe("a recording", () => {
  it("has the callouts of a step, which are read one after another, and begin again there", async () => {
    const held = recording();
    const call = (title: string) => ({ title, text: "So.", clause: "D7.1", space: "" });
    Object.assign(held.frames[0] as object, { calls: [call("One"), call("Two")] });
    const { ask, store } = open(held);
    const read = () => store.choosing.options.find(({ slot }) => slot === READ);
    const piece = store.choosing.options.find(({ kind }) => kind === "piece")?.leadsTo ?? {};
    expect(store.status.called?.title).toBe("One");
    await store.choosing.choose(piece);
    await store.choosing.choose(read()?.leadsTo ?? {});
    expect(store.status.called?.title).toBe("Two");
    expect(store.choosing.draft).toEqual(piece);
    await store.choosing.choose(read()?.leadsTo ?? {});
    expect([store.status.called, read()]).toEqual([undefined, undefined]);
    await ask("redo", {});
    expect(store.status.called).toBeUndefined();
    await ask("undo", {});
    expect(store.status.called?.title).toBe("One");
  });

  it("goes from step to step", async () => {
    const { model, ask, store } = open();
    expect(store.status.recorded).toBe(true);
    expect((await ask("redo", {})).ok).toBe(true);
    expect(model.get("_timeline").current).toBe(1);
    expect((await ask("redo", {})).ok).toBe(false);
    await ask("undo", {});
    expect(model.get("_state").description).toBe("step 0");
    expect((await ask("goto", { step: 7 })).ok).toBe(false);
    expect((await ask("goto", { step: 1 })).ok).toBe(true);
  });

  it("tells readers what they can do, and asks them nothing", async () => {
    const { model, ask, store } = open();
    const said = "A recording: step through it; choose a piece to see what it can do.";
    expect(store.choosing.current.prompt).toBe(said);
    await store.choosing.choose(model.get("_choices").branches[0]?.draft ?? {});
    expect(store.choosing.current.prompt).toBe(said);
    const [goal = -1] = store.choosing.field?.costs.keys() ?? [];
    store.activate(goal);
    await new Promise((resolve) => setTimeout(resolve));
    expect(store.choosing.current.prompt).toBe(said);
    expect(primary(store)).toEqual({ words: "Next step", ready: true });
    await ask("confirm", {});
    expect(model.get("_timeline").depth).toBe(1);
    expect(primary(store)).toEqual({ words: "From the start", ready: true });
    await ask("confirm", {});
    expect(model.get("_timeline").depth).toBe(0);
  });

  it("has no course and no primary action with one position only", () => {
    const still = recording();
    const [frame] = still.frames;
    if (!frame) throw new Error("the recording is empty");
    still.frames = [{ ...frame, redo: null, _timeline: { ...frame._timeline, length: 0 } }];
    const model = new RecordedModel(still, mapOf);
    expect(model.get("_timeline").canGoto).toBe(false);
    const { prompt, deed } = model.get("_choices").root;
    expect([prompt, deed]).toEqual(["A recording; choose a piece to see what it can do.", ""]);
  });

  it("offers only recorded choices", async () => {
    const { store } = open();
    const pieces = store.choosing.options.filter((o) => o.kind === "piece");
    expect(pieces.length).toBeGreaterThan(0);
    expect(store.choosing.options.some((o) => o.value === "pass" || o.slot === "pass")).toBe(false);
    await store.choosing.choose(pieces[0]?.leadsTo ?? {});
    expect(store.choosing.field).not.toBeNull();
    const goal =
      [...(store.choosing.field?.costs.keys() ?? [])].find((index) => index !== store.choosing.field?.origin) ?? -1;
    store.activate(goal);
    await new Promise((resolve) => setTimeout(resolve));
    expect(store.choosing.destination).toBe(goal);
    expect(store.choosing.complete).toBe(false);
    expect(store.commit()).toBeUndefined();
  });

  it("explains by a recorded verdict, else by the clause, else refers to a live board", async () => {
    const { model, ask } = open();
    const branch = model.get("_choices").branches[0];
    expect((await ask("explain", { draft: branch?.draft, space: "0503" })).verdict?.status).toBe("illegal");
    const unknown = await ask("explain", { draft: branch?.draft, space: "0907" });
    expect(unknown.verdict?.status).toBe("unknown");
    expect(unknown.verdict?.subject).toMatch(/^Too far for this page.*live board/);
  });

  it("says what to click where nothing is chosen", async () => {
    const { ask } = open();
    const unknown = await ask("explain", { draft: {}, space: "0907" });
    expect(unknown.verdict?.subject).toMatch(/^Choose a piece first/);
    const still = recording();
    for (const { _choices } of still.frames) _choices.branches = [];
    const bare = open(still);
    expect((await bare.ask("explain", { draft: {}, space: "0907" })).verdict?.subject).toMatch(/no reasons here/);
  });

  it("shows clauses and events, and refuses to play", async () => {
    const { ask } = open();
    expect((await ask("read_clause", { clause: "D7.1" })).clause?.text).toBe("A vessel is needed.");
    expect((await ask("read_clause", { clause: "X1" })).error).toContain("no clause X1");
    expect((await ask("list_events", { step: 1 })).ok).toBe(true);
    for (const intent of ["play", "paint", "view", "rolls"]) expect((await ask(intent, {})).ok).toBe(false);
  });

  it("refuses a recording with missing parts", () => {
    const torn = { ...recording(), at: 9 };
    expect(() => new RecordedModel(torn, mapOf)).toThrow("torn");
    expect(() => new RecordedModel({ ...recording(), scenes: [] as BoardState["_scene"][] }, mapOf)).toThrow("torn");
  });
});

describe("a widget that is linked to the step", () => {
  it("goes with the recording, and the recording with it", async () => {
    const line = recording();
    const steps = [0, 1].map((n) => ({ number: n, depth: n, text: `s${n}`, branches: [] }));
    for (const frame of line.frames) frame._timeline.steps = steps;
    const model = new RecordedModel(line, mapOf);
    let [step, react] = [0, () => {}];
    const slide = (value: number) => {
      const changed = value !== step;
      step = value;
      if (changed) react();
    };
    linkSteps(model, {
      get: () => step,
      set: (_, value) => slide(value),
      on: (_, listener) => {
        react = listener;
      },
    });
    const settled = () => new Promise((resolve) => setTimeout(resolve));
    slide(1);
    await settled();
    expect(model.get("_timeline").depth).toBe(1);
    model.send({ id: "a", intent: "undo", args: {} });
    await settled();
    expect(step).toBe(0);
    slide(7); // there is no such step
    await settled();
    expect([step, model.get("_timeline").depth]).toEqual([0, 0]);
  });
});
