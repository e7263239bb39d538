// What travels in place of whole values: a view applies it, and asks for all where it has missed something.

import { describe, expect, it } from "vitest";
import { changed } from "../../src/kernel/differences";
import type { BoardState } from "../../src/kernel/types.gen";
import { Store } from "../../src/state/store";
import { FakeModel, firstSteps, settled } from "../model";

type Patch = BoardState["_patch"];

/** A model whose traits have versions, and a number of stores of it. */
function opened(views = 1) {
  const state = firstSteps();
  for (const name of ["_state", "_choices", "_timeline", "_status"] as const) state[name].version = 1;
  const model = new FakeModel(state);
  const stores = Array.from({ length: views }, () => new Store(model.asModel, new AbortController().signal));
  const send = (patch: Patch) => model.set("_patch", patch);
  return { model, stores, store: stores[0] as Store, send };
}

const status = (since: number, text: string): Patch => ({
  _status: { since, version: since + 1, entries: { text: { value: text } } },
});

describe("a difference", () => {
  it("replaces entries and values, and keeps what stays", () => {
    const old = { a: { b: 1, c: [1] }, d: 2 };
    const next = changed(old, { entries: { a: { entries: { b: { value: null } } } } });
    expect(next).toEqual({ a: { b: null, c: [1] }, d: 2 });
    expect((next as typeof old).a.c).toBe(old.a.c);
  });

  it("makes a list of runs of the old one and new items", () => {
    expect(changed([1, 2, 3, 4], { items: [[2, 2], { value: [9] }, [0, 1]] })).toEqual([3, 4, [9], 1]);
    const like = { entries: { b: { value: 3 } } };
    expect(changed([{ a: 1, b: 2 }], { items: [[0, 1], like] })).toEqual([
      { a: 1, b: 2 },
      { a: 1, b: 3 },
    ]);
  });
});

describe("a patch", () => {
  it("changes what a view shows, and the model that is saved", async () => {
    const { model, store, send } = opened();
    const told: string[][] = [];
    store.changes.watch((changes) => told.push([...changes]));
    const before = store.status;
    send(status(1, "Blue moves."));
    expect(store.status.text).toBe("Blue moves.");
    expect(before.text).not.toBe("Blue moves.");
    expect(model.state._status).toMatchObject({ text: "Blue moves.", version: 2 });
    await settled();
    expect(told).toEqual([["state"]]);
  });

  it("is not lost if the next one comes before anybody looks", () => {
    const { store, send } = opened();
    send(status(1, "Blue moves."));
    send({ _timeline: { since: 1, version: 2, set: { canUndo: true } } } as Patch);
    expect(store.status.text).toBe("Blue moves.");
    expect(store.timeline.canUndo).toBe(true);
  });

  it("is applied once, and told to each view", () => {
    const { stores, send } = opened(2);
    const steps = [[0, 1], { value: { number: 9, depth: 9, text: "red: pass", branches: [] } }];
    send({ _timeline: { since: 1, version: 2, entries: { steps: { items: steps } } } } as Patch);
    for (const store of stores) expect(store.timeline.steps.map(({ number }) => number)).toEqual([0, 9]);
  });

  it("takes a new revision up like whole values", () => {
    const { store, send } = opened();
    const root = { entries: { prompt: { value: "Blue: choose." } } };
    send({ _choices: { since: 1, version: 2, entries: { revision: { value: 2 }, root } } });
    expect(store.choosing.current.prompt).toBe("Blue: choose.");
    expect(store.requests.shown).toBe(2);
  });

  it("adds choices ahead of a click without repainting", async () => {
    const { store, send } = opened();
    const told: unknown[] = [];
    store.changes.watch((changes) => told.push(changes));
    const branch = { ...store.choices.root, draft: { army: "0105" }, prompt: "Sent ahead." };
    send({ _choices: { since: 1, version: 2, entries: { branches: { value: [branch] } } } });
    await settled();
    expect(told).toEqual([]);
    store.choosing.choose({ army: "0105" });
    expect(store.choosing.current.prompt).toBe("Sent ahead.");
  });

  it("that follows a lost one lets the view ask for all, once", async () => {
    const { model, store, send } = opened();
    const before = store.status.text;
    send(status(5, "Lost."));
    send(status(6, "Lost, too."));
    expect(store.status.text).toBe(before);
    await settled();
    expect(model.sent.map(({ intent, revision }) => [intent, revision])).toEqual([["hello", 0]]);
    model.change("_status", { text: "All of it.", version: 7 });
    model.answer("hello");
    await settled();
    send(status(7, "And on."));
    expect(store.status.text).toBe("And on.");
    expect(model.sent).toHaveLength(1);
  });

  it("that is older than what the model has changes nothing", async () => {
    const { model, store, send } = opened();
    model.change("_status", { version: 8 });
    send(status(3, "Old."));
    await settled();
    expect(store.status.text).not.toBe("Old.");
    expect(model.sent).toEqual([]);
  });
});
