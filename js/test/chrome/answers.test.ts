import { expect, it } from "vitest";
import { Answers } from "../../src/chrome/panel/answers";
import { remedyInWords } from "../../src/chrome/panel/findings";
import type { EncodedField } from "../../src/kernel/types.gen";
import { Store } from "../../src/state/store";
import { FakeModel, firstSteps } from "../model";

it("each step of a way cites the clause that prices it, also the free one", () => {
  const state = firstSteps();
  const [army] = state._choices.branches.filter(({ draft }) => draft.army === "0203" && !draft.march);
  if (!army) throw new Error("the fixture has no choices behind the army on 0203");
  state._current = { ...army, revision: state._choices.revision };
  const store = new Store(new FakeModel(state).asModel, new AbortController().signal);
  const shown = new Answers(document, store).about(store.map.find("0305"));
  const steps = shown.flatMap((part) => [...part.querySelectorAll(".hexwidget-way li")]);
  expect(steps.map((step) => [...step.children].map((part) => part.textContent))).toEqual([
    ["1", "0303", "plains", "1 point D1.3"],
    ["2", "0304", "plains", "free D1.4"],
    ["3", "0305", "plains", "1 point D1.3"],
  ]);
});

it("where steps cost no points, none are told, and of another way its own are left", () => {
  const state = firstSteps();
  const [army] = state._choices.branches.filter(({ draft }) => draft.army === "0203" && !draft.march);
  const told = (more: Partial<EncodedField>) => {
    const field = army?.field && { ...army.field, ...more };
    state._current = { ...army, field, revision: state._choices.revision } as typeof state._current;
    const store = new Store(new FakeModel(state).asModel, new AbortController().signal);
    const shown = new Answers(document, store).about(store.map.find("0303"));
    return shown.map((part) => part.textContent).join(" ");
  };
  expect(told({ numbers: true })).toContain("1 movement point, ");
  expect(told({ numbers: false })).not.toContain("point");
  const levels = army?.field?.levels ?? [];
  expect(told({ numbers: true, budgets: levels.map(([, plane]) => [12, plane]) })).toContain(
    "1 movement point, 11 left",
  );
});

it("behind a part of the way that is chosen, points are said to be counted from its end", () => {
  const state = firstSteps();
  const [army] = state._choices.branches.filter(({ draft }) => draft.army === "0203" && !draft.march);
  if (!army) throw new Error("the fixture has no choices behind the army on 0203");
  const points = (lead: string[]) => {
    const field = army.field && { ...army.field, lead };
    state._current = { ...army, field, revision: state._choices.revision };
    const store = new Store(new FakeModel(state).asModel, new AbortController().signal);
    const shown = new Answers(document, store).about(store.map.find("0303"));
    return shown.map((part) => part.textContent).find((text) => text?.includes("left"));
  };
  expect(points([])).toMatch(/^1 movement point, \d left$/);
  expect(points(["0204"])).toMatch(/^1 movement point from 0203, \d left$/);
});

it("reasons that name other spaces alone are said to be on different ways", () => {
  const state = firstSteps();
  const store = new Store(new FakeModel(state).asModel, new AbortController().signal);
  const finding = (clause: string, at: string) => ({
    ...{ clause, title: clause, rule: "", code: clause, remedy: null },
    ...{ text: `${at} is barred`, subjects: [at] },
  });
  const said = (...findings: ReturnType<typeof finding>[]) =>
    new Answers(document, store)
      .verdict({ status: "illegal", findings, subject: "" }, "no", store.map.find("0303"))
      .map((part) => part.textContent);
  expect(said(finding("D1.1", "0303"), finding("D7.1", "0303"))).toContain("Two reasons; each alone is enough");
  expect(said(finding("D1.1", "0303"), finding("D7.1", "0304"))).toContain("Two reasons, on different ways there");
  expect(said(finding("D7.1", "0304"))).toContain("One reason");
});

it("a way out that leads nowhere else has the words of its rules", () => {
  const state = firstSteps();
  const [army] = state._choices.branches.filter(({ draft }) => draft.army === "0203" && !draft.march);
  if (!army) throw new Error("the fixture has no choices behind the army on 0203");
  state._current = { ...army, revision: state._choices.revision };
  const store = new Store(new FakeModel(state).asModel, new AbortController().signal);
  const words = (action: string) =>
    remedyInWords(document, store, {
      text: "stay, then attack",
      action,
      clause: "D1.5",
      first: false,
      certain: true,
    }).querySelector("span")?.firstChild?.textContent;
  expect(words("0203")).toBe("Stay, then attack");
  expect(words("0203-0303")).toBe("Go to 0303 instead");
});
