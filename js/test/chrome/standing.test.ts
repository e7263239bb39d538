import { describe, expect, it } from "vitest";
import { standing } from "../../src/chrome/panel/standing";
import { counted } from "../../src/kernel/language";
import type { Choice, Choices, Draft } from "../../src/kernel/types.gen";
import { Store } from "../../src/state/store";
import { FakeModel, type Fixture, fixtureNames, settled, stateOf } from "../model";
import { all, one, show } from "../shown";

/** Where things stand on a recorded board; with some of its choices replaced, before anything is chosen. */
function standingOf(name: Fixture, replaced?: Partial<Choices>) {
  const state = stateOf(name);
  const { root, revision } = state._choices;
  if (replaced) {
    state._choices.root = { ...root, forecasts: [], ...replaced };
    state._current = { ...state._choices.root, revision };
  }
  return standing(new Store(new FakeModel(state).asModel, new AbortController().signal));
}

const choice = (more: Partial<Choice>): Choice => ({
  slot: "do",
  value: "a",
  label: "A",
  kind: "button",
  clause: "",
  leadsTo: {},
  space: null,
  chosen: false,
  findings: [],
  shortcut: null,
  fewer: null,
  more: null,
  ...more,
});

describe("the headline says where things stand", () => {
  it("where nothing can be done any more, as after a resignation", () => {
    const state = stateOf("first-steps");
    state._choices.root = { ...state._choices.root, forecasts: [], options: [], words: [], action: null };
    state._current = { ...state._choices.root, revision: state._choices.revision };
    Object.assign(state._status, { toAct: [], text: "Red has resigned" });
    expect(standing(new Store(new FakeModel(state).asModel, new AbortController().signal)).words).toBe(
      "Red has resigned",
    );
  });

  it("for every kind of board", () => {
    for (const name of fixtureNames) {
      const { words } = standingOf(name);
      expect(words, name).not.toBe("");
      expect(stateOf(name)._choices.root.prompt, name).not.toContain(words);
    }
    expect(standingOf("first-steps", {}).words).toBe("4 armies can be chosen");
    expect(standingOf("duel", {}).words).toBe("2 units can be chosen");
  });

  it("in the same words, whatever the kernel has sent ahead", () => {
    const state = stateOf("first-steps");
    expect(state._choices.branches.length).toBeGreaterThan(0);
    const words = () => standing(new Store(new FakeModel(state).asModel, new AbortController().signal)).words;
    const before = words();
    state._choices.branches = [];
    expect(words()).toBe(before);
  });

  it("counts the orders that are written", () => {
    const units = ["0101", "0202", "0303"].map((value) => choice({ slot: "unit", value, space: value, kind: "piece" }));
    const draft: Draft = { unit: "0101", "order/0101": "march", "route/0101": "0102", "order/0303": "rest" };
    expect(standingOf("ford", { draft, options: units }).words).toBe("2 of 3 orders written");
  });

  it("tells what is chosen, and that it can be done", () => {
    const options = [choice({ label: "Deploy Spearmen, cost 2", clause: "F3.3", chosen: true })];
    const can = { action: "deploy", verdict: { status: "legal" as const, findings: [], subject: "" } };
    const found = standingOf("mat", { draft: { do: "a" }, options, field: null, ...can });
    expect(found).toEqual({ tone: "yes", words: "Deploy Spearmen", dim: "cost 2", clause: "F3.3" });
    expect(standingOf("mat", { draft: { do: "a" }, options, field: null }).tone).toBe("plain");
  });

  it("puts odds into words", () => {
    const player = stateOf("duel")._choices.root.player;
    const [other] = stateOf("duel")
      ._scene.players.map(({ name }) => name)
      .filter((name) => name !== player);
    const likely = (part: number, favours: string | null | undefined = player) => {
      const shares = [
        { label: "militia destroyed", part, favours: favours ?? null },
        { label: "knight destroyed", part: 1 - part, favours: other ?? null },
      ];
      return standingOf("duel", { forecasts: [{ title: "", fighters: [], shares, figures: ["", ""] }] });
    };
    expect(likely(0.5725)).toMatchObject({
      words: "More likely than not",
      dim: "Militia destroyed in 57 of 100 cases",
    });
    expect([0.3, 0.5, 0.9995, 1 - 1e-12].map((part) => likely(part).words)).toEqual([
      "Less likely than not",
      "As likely as not",
      "More likely than not",
      "It is certain",
    ]);
    expect(likely(0.7, null)).toMatchObject({ words: "Chance decides" });
  });

  it("for a system of one's own: buttons, spaces, results of chance, and nothing to choose", () => {
    const some = (more: Partial<Choice>) => [1, 2].map((value) => choice({ value, ...more }));
    const of = (options: Choice[]) => standingOf("gathering", { options, field: null, player: "red" }).words;
    expect(of(some({}))).toBe("2 choices");
    expect(of(some({ slot: "cell", kind: "space" }))).toBe("2 hexes can be chosen");
    expect(of(some({ slot: "chance" }))).toBe("2 results can come");
    const words: Choices["words"] = [
      ["about", "The game is over"],
      ["unseen", ": "],
      ["task", "red wins"],
      ["unseen", "."],
    ];
    expect(standingOf("duel", { options: [], field: null, words, player: "red" }).words).toBe("red wins");
  });

  it("names numbers of things", () => {
    expect(["army", "hex", "card", "day"].map((noun) => counted(2, noun))).toEqual([
      "2 armies",
      "2 hexes",
      "2 cards",
      "2 days",
    ]);
  });
});

describe("the panel at rest", () => {
  it("lists the choices that are barred, a card for each reason", async () => {
    await show(stateOf("mat"));
    const cards = all(".hexwidget-finding").map((card) => card.textContent);
    expect(cards).toContain(
      "F2.3 Activate FeintA maneuver is played in the battle phase; now it is the strategy phase.",
    );
    expect(one(".hexwidget-prompt").textContent).not.toContain(one(".hexwidget-headline").textContent);
  });

  it("has a switch for each layer on demand", async () => {
    await show(stateOf("ford"));
    const [first] = all(".hexwidget-layered button");
    expect(first?.getAttribute("aria-pressed")).toBe("false");
    first?.click();
    await settled();
    expect(all(".hexwidget-layered button")[0]?.getAttribute("aria-pressed")).toBe("true");
  });
});
