import { expect, it } from "vitest";
import { firstSteps, settled } from "../model";
import { all, model, show } from "../shown";

it("the panel lists the steps of the present round", async () => {
  await show(firstSteps());
  const done = ["start", "red: pass", "blue: pass", "red: 0203-0303", "blue: 0602-0603", "red: pass"];
  const steps = done.map((text, depth) => ({ number: depth, depth, text, branches: [] }));
  model.change("_timeline", { steps, current: 4, depth: 4, length: 5, roundBegan: 2 });
  await settled();
  const [list] = all("h3").filter((heading) => heading.textContent === "This round");
  const lines = [...(list?.nextElementSibling?.children ?? [])].map((line) => line.textContent);
  expect(lines).toEqual(["Red: 0203-0303", "Blue: 0602-0603"]);
});

it("the words about a scenario stand open until something is played", async () => {
  await show(firstSteps());
  const words = () => all(".hexwidget-panel .hexwidget-scenario p").map((line) => line.textContent);
  model.change("_scene", { prose: "Two ways.\n\nWhich is better?" });
  await settled();
  expect(words()).toEqual(["Two ways.", "Which is better?"]);
  model.change("_timeline", { length: 1 });
  await settled();
  expect(words()).toEqual([]);
});
